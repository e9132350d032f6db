"""The army has the units that its detachments require and none that they forbid.

Both are data of the detachment: ``requires`` (at least one of each list of keywords) and ``forbids``.

Parameters: none.

Passes: an army with a Ravenwing unit in a detachment that requires one.
Fails: a Vehicle in a detachment that forbids Vehicles.
"""

from __future__ import annotations

from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster


def check(rule: BoundRule[Parameters], muster: Muster) -> Findings:
    for detachment in muster.army.detachments:
        for words in detachment.requires:
            if not any(muster.has(unit, word) for unit in muster.units for word in words):
                names = {"detachment": detachment.name, "keywords": words}
                text = Text("{detachment}: requires a unit with {keywords}", names)
                yield rule.finding(text, place=detachment.place or muster.place("detachment"))
        for unit in muster.units:
            word = next((word for word in detachment.forbids if muster.has(unit, word)), "")
            if word:
                text = Text(
                    "{unit}: {detachment} does not allow {keyword}", {"detachment": detachment.name, "keyword": word}
                )
                yield rule.finding(text, unit, fixes=fixes.remove((unit,)))
