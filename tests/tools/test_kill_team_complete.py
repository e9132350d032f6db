"""Native Kill Teams of 2021 and 2024 have what the community data have: read here anew, without the converter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import yaml

pytestmark = pytest.mark.shared
FACTIONS = Path(__file__).parents[2] / "factions"
TEAMS = [
    ("2021", "Intercession Squad", 6),
    ("2021", "Mandrake", 6),
    ("2021", "Wyrmblade", 9),
    ("2024", "Angels of Death", 9),
    ("2024", "Plague Marines", 7),
    ("2024", "Vespid Stingwings", 7),
]
CAMPAIGN = re.compile(r"RARE|battle honour|battle scar|specialism", re.IGNORECASE)
BELOW = ("selectionEntries/selectionEntry", "selectionEntryGroups/selectionEntryGroup", "entryLinks/entryLink")
Found = tuple[str, frozenset[str]]  # of a weapon: its name, the figures of a row


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().lstrip("⚔⌖ ").rstrip("*").casefold()


class Book:
    """A catalogue beside its game system."""

    def __init__(self, folder: Path, year: str, name: str) -> None:
        self.root = self._read(folder / f"{year} - {name}.cat")
        roots = (self.root, self._read(folder / f"{year} - Kill Team.gst"))
        self.by_id = {one.attrib["id"]: one for root in roots for one in root.iter() if "id" in one.attrib}

    @staticmethod
    def _read(path: Path) -> ET.Element:
        root = ET.fromstring(path.read_bytes())
        for one in root.iter():
            one.tag = one.tag.rpartition("}")[2]
        return root

    def operatives(self) -> Iterator[ET.Element]:
        links = self.root.findall("entryLinks/entryLink")
        for one in self.root.iter("selectionEntry"):
            holders = [one, *(link for link in links if link.attrib["targetId"] == one.attrib["id"])]
            linked = (
                word.attrib["targetId"] for held in holders for word in held.findall("categoryLinks/categoryLink")
            )
            words = {self.by_id[word].attrib["name"] for word in linked}
            if one.attrib["type"] in ("model", "unit") and words & {"Leader", "Operative"}:
                yield one

    def profiles(self, entry: ET.Element) -> Iterator[ET.Element]:
        yield from entry.findall("profiles/profile")
        linked = (self.by_id[one.attrib["targetId"]] for one in entry.findall("infoLinks/infoLink"))
        yield from (one for one in linked if one.tag == "profile")

    def items(self, entry: ET.Element) -> Iterator[tuple[ET.Element, ET.Element]]:
        """Everything that may be chosen below an entry, but for campaigns: as it is offered, and what it is."""
        for tag in BELOW:
            for one in entry.findall(tag):
                target = self.by_id[one.attrib["targetId"]] if one.tag == "entryLink" else one
                if not CAMPAIGN.search(one.attrib["name"]):
                    yield one, target
                    yield from self.items(target)

    def figures(self, row: ET.Element) -> frozenset[str]:
        texts = (one.text or "" for one in row.iter("characteristic"))
        words = (word for text in texts for word in text.split(","))
        return frozenset(found for word in words if (found := plain(word)) and found != "-")

    def weapons(self, entry: ET.Element) -> set[Found]:
        rows = ((target, row) for _, target in self.items(entry) for row in self.profiles(target))
        return {
            (plain(target.attrib["name"]), self.figures(row))
            for target, row in rows
            if row.attrib["typeName"] == "Weapons"
        }

    def equipment(self, entry: ET.Element) -> dict[str, int]:
        """Price of what costs something; some of it this operative is never offered."""
        costs = (
            (target, one)
            for held, target in self.items(entry)
            for part in (held, target)
            for one in part.findall("costs/cost")
        )
        paid = ((plain(target.attrib["name"]), int(float(one.attrib["value"]))) for target, one in costs)
        return {name: price for name, price in paid if price}


def figures_of(row: dict[str, Any]) -> frozenset[str]:
    values = [value for key, value in row.items() if key not in ("name", "type", "profiles", "per_army")]
    words = (word for value in values for word in (value if isinstance(value, list) else [value]))
    return frozenset(found for word in words if (found := plain(str(word))) and found != "-")


@pytest.mark.parametrize(("year", "team", "number"), TEAMS)
def test_every_operative_with_all_that_it_may_carry(shared: Path, year: str, team: str, number: int) -> None:
    book = Book(shared / "bsdata" / "wh40k-killteam", year, team)
    folder = FACTIONS / f"kill-team-{year}" / team.casefold().replace(" ", "-")
    sheets = [yaml.safe_load(path.read_text("utf-8")) for path in sorted(folder.glob("*.yaml"))]
    native = {plain(one["name"]): one for one in sheets if "models" in one}
    theirs = {plain(one.attrib["name"]): one for one in book.operatives()}
    assert native.keys() == theirs.keys()
    assert len(native) == number
    for name, entry in theirs.items():
        sheet = native[name]
        line = next(one for one in book.profiles(entry) if one.attrib["typeName"] == "Operative")
        assert figures_of(sheet["profiles"][0]) == book.figures(line)
        records = sheet.get("weapons", {}).values()
        mine = {(plain(one["name"]), figures_of(row)) for one in records for row in one.get("profiles", [one])}
        prices = {
            plain({**sheet.get("weapons", {}), **sheet.get("gear", {})}[option["add"][0]]["name"]): option["costs"][
                "ep"
            ]
            for option in sheet.get("options", ())
            if "costs" in option
        }
        assert prices.items() <= book.equipment(entry).items()
        never = book.equipment(entry).keys() - prices.keys()
        assert {one for one in book.weapons(entry) if one[0] not in never} == {
            one for one in mine if one[0] not in never
        }
        assert never <= {"vengence-class scope", "frag grenade", "krak grenade"}  # for bolt rifles; of the grenadier
        assert bool(never & {"frag grenade", "krak grenade"}) == ("grenadier" in name and year == "2021")
