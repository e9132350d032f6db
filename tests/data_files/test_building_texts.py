"""Every text of the shipped factions that speaks of building an army is encoded, or known not to touch it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.data_files.building_texts import Catalogues, Text, asks_for, described, fold, texts
from tests.data_files.test_data_files import ROOT, SYSTEM, load, name

SET = ROOT.parent / "shared" / "bsdata" / "wh40k-10e"
FACTIONS = sorted(path.parent.name for path in SYSTEM.glob("*/faction.yaml"))
REASONS = load(Path(__file__).parent / "not-building.yaml")

pytestmark = [
    pytest.mark.sweep,
    pytest.mark.skipif(not SET.is_dir(), reason="the community data set is not here"),
]


def sources(faction: dict[str, Any], sheets: list[dict[str, Any]]) -> list[Path]:
    """The files that the faction and its datasheets were made from."""
    stated = [faction["source"], *(sheet["source"] for sheet in sheets if "source" in sheet)]
    return [SET / file for file in dict.fromkeys(one["file"] for one in stated if "file" in one)]


@dataclass(frozen=True)
class Shipped:
    """A native faction and what it was made from. ``records``: kind of record -> folded name -> record."""

    catalogues: Catalogues
    records: dict[str, dict[str, Any]]


@cache
def shipped(faction: str) -> Shipped:
    data = load(SYSTEM / faction / "faction.yaml")
    records = [load(path) for path in sorted((SYSTEM / faction).glob("*.yaml")) if path.stem != "faction"]
    sheets = {fold(name(sheet)): _with_leaders(sheet, records) for sheet in records}
    detachments = {fold(name(one)): one for one in data.get("detachments", {}).values()}
    enhancements = {fold(name(e)): e for one in detachments.values() for e in one["enhancements"].values()}
    known = {"datasheet": sheets, "detachment": detachments, "enhancement": enhancements}
    return Shipped(Catalogues(sources(data, records)), known)


@cache
def found_in(faction: str) -> list[tuple[Text, dict[str, Any]]]:
    """The texts of a faction with the native records that should state what they say."""
    one = shipped(faction)
    listed = texts(one.catalogues, one.records["datasheet"], one.records["detachment"])
    return [(text, one.records[text.sort][text.owner]) for text in listed]


def _with_leaders(sheet: dict[str, Any], records: list[dict[str, Any]]) -> dict[str, Any]:
    """The datasheet; ``led``: leaders name it, or it names those that may stand in."""
    named = any(sheet["id"] in other.get("leader", {}).get("leads", []) for other in records)
    return {**sheet, "led": True} if named or "stand_in" in sheet.get("bodyguard", {}) else sheet


@pytest.mark.parametrize("faction", FACTIONS)
def test_every_text_is_encoded_or_does_not_touch_building(faction: str) -> None:
    reasons = {fold(ability) for reason in REASONS["reasons"] for ability in reason["abilities"]}
    left = []
    for text, record in found_in(faction):
        wanted = asks_for(text.sentence)
        stated = bool(wanted) and all(encoded(record) for encoded in wanted)
        stated = stated or (fold(text.ability) == "leader" and "leader" in record)  # a list of names and keywords
        if not stated and fold(text.ability) not in reasons:
            left.append(text)
    once = {(one.ability, one.sentence): one for one in left}.values()
    assert not once, "\n".join(f"{one.sort} {one.owner}, {one.ability}: {one.sentence}" for one in once)


@pytest.mark.parametrize("faction", FACTIONS)
def test_the_texts_of_everything_that_is_shipped_are_read(faction: str) -> None:
    """A datasheet, detachment or enhancement that is not found in the data would be taken to say nothing."""
    one = shipped(faction)
    read = {(sort, owner) for sort, owner, _ in described(one.catalogues, *list(one.records.values())[:2])}
    assert {(sort, name) for sort, records in one.records.items() for name in records} - read == set()


def test_no_reason_is_left_over() -> None:
    """A reason whose text is gone, or says what is encoded, is deleted."""
    seen = {fold(text.ability) for faction in FACTIONS for text, _ in found_in(faction)}
    assert {fold(one) for reason in REASONS["reasons"] for one in reason["abilities"]} <= seen


def test_a_text_that_is_not_encoded_is_found() -> None:
    (encoded,) = asks_for("This model cannot be your ^^**Warlord**^^.")
    assert not encoded({})
    assert encoded({"never_warlord": True})
    assert asks_for("Nothing of the kind") == []
