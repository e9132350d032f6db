"""Which printed texts speak of building an army or declaring formations, and whether the datasheet states what they say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from listbuilder.army import Unit
from listbuilder.sources.bsdata.texts.reserves import parse_reserves
from listbuilder.sources.bsdata.texts.stand_in import parse_stand_in
from tools.native_data.granted import SENTENCES, plain, rest

BUILDING = re.compile(
    r"declare battle formations|muster|cannot include|your army (?:can|must) (?:only )?include"
    r"|include (?:up to )?(?:one|two|three|\d) "
    r"|\bwarlord\b|enhancements?\b|(?:can|must|cannot) (?:be attached|join|start the battle|begin the battle)"
    r"|starts? the battle in|begins? the battle in|start(?:s|ing)? the battle embarked|be split|battleline keyword"
    r"|(?:counts? as|as if)[^.]*(?:leader|attached|led by|bodyguard)|can be attached|leader section"
    r"|(?:has|have|gains?|is given) the (?:deep strike|infiltrators|scouts)\b[^.]*abilit",
    re.IGNORECASE,
)
STATED = (  # whole texts that are a field of the datasheet
    (re.compile(r"this (?:model|unit) cannot be (?:selected as )?your warlord", re.IGNORECASE), "never_warlord"),
    (
        re.compile(
            r"this (?:model|unit) cannot be (?:selected as )?your warlord (?:or be|and cannot be) given enhancements",
            re.IGNORECASE,
        ),
        "never_both",
    ),
    (re.compile(r"this (?:model|unit) cannot be given enhancements", re.IGNORECASE), "never_enhanced"),
)
TRANSPORT = frozenset({"transport", "transport capacity"})
ELSEWHERE = frozenset({"leader", "support", "supreme commander", "deep strike", "scouts", "infiltrators", "hover"})


@dataclass(frozen=True)
class Reading:
    """A datasheet, the abilities that its overlay accounts for, and the datasheets (case-folded name -> id) that texts may
    name."""

    sheet: dict[str, Any]
    set_aside: frozenset[str]
    sheets: Mapping[str, str]


def unread(unit: Unit, reading: Reading) -> list[str]:
    """Names of abilities whose texts speak of building, and that neither a field nor the overlay accounts for."""
    found = []
    for ability in unit.abilities:
        if ability.kind in {"core", "faction"} or ability.name.casefold() in ELSEWHERE:
            continue
        if ability.name in reading.set_aside:
            continue
        if _is_joining(ability.text) and ("joins" in reading.sheet or "bodyguard" in reading.sheet):
            continue  # read by the program, as a whole or not at all
        if ability.name.casefold() in TRANSPORT and "transport" in reading.sheet and not unit.transport_unread:
            continue
        fields = stated(ability.text)
        if fields and "starts_in_reserves" not in fields and reading.sheet.items() >= fields.items():
            continue
        if BUILDING.search(plain(_left(ability.text, reading))):
            found.append(ability.name)
    return found


def _left(text: str, reading: Reading) -> str:
    """What remains of a text without the sentences that the datasheet states."""
    parts = SENTENCES.split(rest(text, reading.sheets))
    if reading.sheet.get("starts_in_reserves") and reading.sheet.get("reserves_uncounted"):
        parts = [part for part in parts if not _in_reserves(part)]
    if "bodyguard" in reading.sheet:
        parts = [part for part in parts if not parse_stand_in(part)]
    return "\n".join(parts)


def _in_reserves(sentence: str) -> bool:
    return parse_reserves(sentence) == (True, True)


def _is_joining(text: str) -> bool:
    words = plain(text).casefold()
    return "declare battle formations" in words and ("join" in words or "attach" in words)


def stated(text: str) -> dict[str, Any]:
    """The fields that a whole text states, or its sentence about reserves; empty where it says anything else."""
    if any(map(_in_reserves, SENTENCES.split(text))):
        return {"starts_in_reserves": True, "reserves_uncounted": True}
    words = plain(text).rstrip(".")
    field = next((name for pattern, name in STATED if pattern.fullmatch(words)), "")
    if field == "never_both":
        return {"never_warlord": True, "never_enhanced": True}
    return {field: True} if field else {}
