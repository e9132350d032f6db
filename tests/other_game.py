"""A made-up game whose words occur nowhere else, and the words of Warhammer 40,000 that its players must never read."""

from __future__ import annotations

import re
from pathlib import Path

SYSTEMS = Path(__file__).parent / "systems"
LEGAL, WRONG = SYSTEMS / "sleepy.yaml", SYSTEMS / "wrong.yaml"
FOREIGN = {
    "en": r"(?i:\b(?:warlord|enhancement|detachment|stratagem|datasheet|legends|battle[- ]shock|strategic reserves?|deep strike"
    r"|epic hero|battleline|battle size|objective control|invulnerable|hover\w*|aircraft|coherency|leadership"
    r"|ranged|melee|weapons?|half[- ]strength|below half|starting strength|command (?:phase|point)s?|wounds?|pts)\b)|\b(?:OC|CP|INV|inv|Wargear)\b",
    "zh": "主将|强化|分队|数据表|数据卡|战略技能|指挥点|目标控制|战斗规模|传奇|战略预备队|深入打击|悬浮|起始数量|低于半数|特保|连续性"
    "|武器|生命|飞行器",
}


def foreign_words(text: str, language: str) -> list[str]:
    """The words of 40k in a text."""
    return sorted(set(re.findall(FOREIGN[language], text)))
