"""Makes native teams of a community set whose units are single models with choices of weapons, such as Kill Team.

    python -m tools.native_data.operatives kill-team-2024 ../shared/bsdata/wh40k-killteam "2024 - Angels of Death.cat" …

Writes `factions/<system>/<team>/`: a datasheet for each operative, and `slots` of the team from the bounds of its force. It reads
what these teams state plainly: statlines, weapons, groups of which one is chosen, prices, bounds. What needs more is left out and
named; `tests/tools` compares every loadout of every operative with the community data.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from tools.native_data import yaml
from tools.native_data.composition import slug
from tools.native_data.faction import ROOT
from tools.native_data.operative_items import Item, additions, columns, signs, weapon

Element = ET.Element
NOT_CARRIED = re.compile(r"battle honour|battle scar|specialism|^xp$|requisition|equipment reference", re.IGNORECASE)
RARE = re.compile(r"[\[(]RARE[\])]")  # of campaigns
TEAM_EQUIPMENT = "Faction Equipment"
LEADER, OPERATIVE = "Leader", "Operative"
LIMITLESS = -1


def parsed(path: Path) -> Element:
    """The root of a catalogue or game system, without namespaces."""
    return ET.fromstring(re.sub(r' xmlns="[^"]+"', "", path.read_text("utf-8"), count=1))  # noqa: S314


class NotStated(Exception):
    """Why an operative is left out."""


class TeamReader:
    """One catalogue with its game system."""

    def __init__(self, system: Path, catalogue: Path, leader_by_rule: bool = False) -> None:
        """``leader_by_rule``: a rule of the game asks every team for a leader, so that its slots need not."""
        self.catalogue = parsed(catalogue)
        self.file = catalogue.name
        self.leader_by_rule = leader_by_rule
        roots = (parsed(system), self.catalogue)
        others = sorted(catalogue.parent.glob(f"{catalogue.name.partition(' - ')[0]} - *.cat"))
        self.signs = signs(map(parsed, others))
        self.by_id = {one.attrib["id"]: one for root in roots for one in root.iter() if "id" in one.attrib}
        self.categories = {one.attrib["id"]: one.attrib["name"] for root in roots for one in root.iter("categoryEntry")}

    @property
    def name(self) -> str:
        return self.catalogue.attrib["name"].removeprefix("2021 - ").removeprefix("2024 - ")

    def force(self) -> Element:
        found = list(self.catalogue.iter("forceEntry"))
        if len(found) != 1:
            raise NotStated(f"{len(found)} forces")
        return found[0]

    def slots(self) -> dict[str, list[int | None]]:
        """Category -> the least and the most operatives of it."""
        found: dict[str, list[int | None]] = {}
        for link in self.force().findall("categoryLinks/categoryLink"):
            bounds = {
                one.attrib["type"]: int(float(one.attrib["value"])) for one in link.findall("constraints/constraint")
            }
            name = self.category(link)
            if bounds and name != LEADER:
                found[name] = [bounds.get("min", 0), bounds.get("max")]
        return (
            found if self.leader_by_rule else {LEADER: [1, None], **found}
        )  # that there is one only is a rule of the game

    def choices(self) -> dict[str, dict[str, dict[str, str]]]:
        """The equipment of the team's own that it chooses as a whole."""
        groups = (one for one in self.catalogue.iter("selectionEntryGroup") if one.attrib["name"] == TEAM_EQUIPMENT)
        names = [
            one.attrib["name"].strip() for group in groups for one in group.findall("selectionEntries/selectionEntry")
        ]
        return {"equipment": {slug(name): {"name": name} for name in names}} if names else {}

    def slot_places(self) -> dict[str, dict[str, int]]:
        """Category -> category -> how many places of the first an operative of the second takes. Raises `NotStated`
        where something else changes the numbers of a slot."""
        found: dict[str, dict[str, int]] = {}
        for link in self.force().findall("categoryLinks/categoryLink"):
            name = self.category(link)
            for modifier in link.iter("modifier") if name != LEADER else ():
                each = modifier.findall("repeats/repeat")
                fewer = modifier.attrib["type"] == "decrement" and modifier.find("conditions") is None
                if not fewer or len(each) != 1 or float(each[0].attrib["value"]) != 1:
                    raise NotStated(f"the numbers of {name} change")
                counted = self.categories[each[0].attrib["childId"]]
                found.setdefault(name, {})[counted] = 1 + int(float(modifier.attrib["value"]))
        return found

    def category(self, link: Element) -> str:
        return self.categories.get(link.attrib["targetId"], link.attrib["name"])

    def operatives(self) -> Iterator[Element]:
        for entry in self.catalogue.iter("selectionEntry"):
            if entry.attrib["type"] in ("model", "unit") and {LEADER, OPERATIVE} & set(self.words(entry)):
                yield entry

    def words(self, entry: Element) -> list[str]:
        links = (link for holder in self.holders(entry) for link in holder.findall("categoryLinks/categoryLink"))
        return list(dict.fromkeys(map(self.category, links)))

    def holders(self, entry: Element) -> list[Element]:
        """The entry, and the links by which the team offers it."""
        links = self.catalogue.findall("entryLinks/entryLink")
        return [entry, *(link for link in links if link.attrib["targetId"] == entry.attrib["id"])]

    def target(self, entry: Element) -> Element:
        return self.by_id[entry.attrib["targetId"]] if "targetId" in entry.attrib else entry

    # --- one operative ----------------------------------------------------------------------------------------------------

    def sheet(self, entry: Element, every: set[str]) -> dict[str, Any]:
        """``every``: categories that all operatives of the team have."""
        words, name = self.words(entry), entry.attrib["name"].strip()
        line = next((one for one in self.profiles(entry) if one.attrib["typeName"] == OPERATIVE), None)
        if line is None:
            raise NotStated("no statline")
        fixed, groups, extra = self.items(entry)
        defaults = [*fixed, *(group[0] for group in groups)]
        ids = [item.id for item in defaults]
        if len(set(ids)) < len(ids):
            raise NotStated("an item twice")
        model: dict[str, Any] = {"name": name, "count": 1, "wargear": ids}
        if (most := self.most(entry)) is not None:
            model["per_army"] = most
        every_item = {item.id: item for item in (*defaults, *(one for group in groups for one in group), *extra)}
        kept = [word for word in words if word not in every and word not in (LEADER, OPERATIVE, name)]
        role = LEADER if LEADER in words else OPERATIVE
        sheet = {
            "id": slug(name),
            "name": name,
            "role": role.casefold(),
            "faction_keywords": [self.name],
            "keywords": [*(word for word in (LEADER, OPERATIVE) if word in words), *sorted(kept)],
            "profiles": [{"name": name, **{key: value for key, value in columns(line) if value}}],
            "models": {slug(name): model},
            "weapons": {one.id: one.record for one in every_item.values() if one.weapon},
            "gear": {one.id: one.record for one in every_item.values() if not one.weapon},
            "options": [*self.exchanges(groups), *additions(extra)],
            "abilities": self.abilities(entry),
        }
        return {key: value for key, value in sheet.items() if value not in ([], {}) or key == "abilities"}

    def profiles(self, entry: Element) -> Iterator[Element]:
        yield from entry.findall("profiles/profile")
        for link in entry.findall("infoLinks/infoLink"):
            if link.attrib["type"] == "profile":
                yield self.by_id[link.attrib["targetId"]]

    def abilities(self, entry: Element) -> dict[str, list[str]]:
        names = [
            one.attrib["name"].strip()
            for one in self.profiles(entry)
            if one.attrib["typeName"] in ("Abilities", "Unique Actions")
        ]
        return {"unit": list(dict.fromkeys(names))} if names else {}

    def most(self, entry: Element) -> int | None:
        """How many of them a team may have; None for any number."""
        bounds = [
            (holder, bound) for holder in self.holders(entry) for bound in holder.findall("constraints/constraint")
        ]
        team = {"force", "roster", "parent", "primary-catalogue", self.force().attrib["id"]}
        for holder, bound in bounds:
            if bound.attrib["type"] == "max":
                if bound.attrib["scope"] not in team:
                    raise NotStated(f"a bound within {bound.attrib['scope']}")
                value = self.raised(holder, bound)
                return None if value == LIMITLESS else value
        return None

    def items(self, entry: Element) -> tuple[list[Item], list[list[Item]], list[Item]]:
        """What it always carries, the groups of which it has one, and what it may take besides."""
        fixed: list[Item] = []
        groups: list[list[Item]] = []
        extra: list[Item] = []
        for child in children(entry):
            target = self.target(child)
            if NOT_CARRIED.search(child.attrib["name"]):
                continue
            if target.tag == "selectionEntryGroup":
                equipment = child.attrib["name"] == "Equipment"
                entries = () if equipment else children(target)
                found = [self.item(one) for one in entries if self.target(one).tag == "selectionEntry"]
                low, high = bounds_of(child, target)
                if low == high == 1 and not equipment and len(found) == len(list(children(target))):
                    groups.append(found)
                elif equipment:
                    extra += self.equipment(entry, target)
                elif low or any(one.weapon for one in found):
                    raise NotStated(f"the group {child.attrib['name']}")
            else:
                item = self.item(child)
                low, high = bounds_of(child, target)
                if low == 1:
                    fixed.append(item)
                elif item.weapon:
                    raise NotStated(f"the choice {item.name}")
        held = {item.id for item in (*fixed, *found_ids(groups))}
        return fixed, groups, [one.beside(held) for one in extra if one.id not in held and one.is_possible(held)]

    # --- equipment --------------------------------------------------------------------------------------------------------

    def equipment(self, operative: Element, group: Element) -> Iterator[Item]:
        """The items of a group of equipment that cost something and are offered to the operative outside of campaigns."""
        for entry in children(group):
            target = self.target(entry)
            if (
                target.tag != "selectionEntry"
                or RARE.search(entry.attrib["name"])
                or any(True for _ in children(target))
            ):
                continue
            found = self.item(entry, ())
            if found.ep and self.is_offered(operative, entry, found):
                yield found

    def is_offered(self, operative: Element, entry: Element, item: Item) -> bool:
        """Whether the operative may have it at all; notes on the item beside which others it may not. Raises `NotStated` for
        conditions of another form."""
        offered = True
        for modifier in self.changes(entry):
            if modifier.attrib["field"] != "hidden":
                continue  # of a bound, which `per_team` reads
            ways = {one.attrib["type"] for one in modifier.iter("conditionGroup")} or {"and"}
            asked = list(modifier.iter("condition"))
            shapes = {(one.attrib["scope"], one.attrib["type"], one.attrib["value"]) for one in asked}
            ids = [slug(self.by_id[one.attrib["childId"]].attrib["name"].strip()) for one in asked]
            if shapes == {("parent", "equalTo", "1")} and ways == {"or"}:
                item.excludes += ids
            elif shapes == {("parent", "equalTo", "0")} and ways == {"and"}:
                item.requires_any += ids
            elif shapes == {("ancestor", "instanceOf", "0")} and len(asked) == 1:
                offered = offered and self.categories[asked[0].attrib["childId"]] not in self.words(operative)
            else:
                raise NotStated(f"the condition of {item.name}")
        return offered

    def changes(self, entry: Element) -> Iterator[Element]:
        """The modifiers of an item and of what it links to."""
        for one in {id(one): one for one in (entry, self.target(entry))}.values():
            yield from one.findall("modifiers/modifier")

    def per_team(self, entry: Element) -> int | None:
        """How many of an item a team may have; None for any number."""
        holders = {id(one): one for one in (entry, self.target(entry))}.values()
        bounds = ((holder, one) for holder in holders for one in holder.findall("constraints/constraint"))
        stated = (self.raised(*one) for one in bounds if self.is_of_team(one[1]))
        return min((one for one in stated if one != LIMITLESS), default=None)

    def is_of_team(self, bound: Element) -> bool:
        """Whether it is about the most of something in a team."""
        return bound.attrib["type"] == "max" and bound.attrib["scope"] in ("force", "roster", self.force().attrib["id"])

    @staticmethod
    def raised(holder: Element, bound: Element) -> int:
        """The value of a bound in every force but a roster, where a modifier sets it."""
        changed = [one for one in holder.iter("modifier") if one.attrib.get("field") == bound.attrib["id"]]
        return int(float((changed[0] if changed else bound).attrib["value"]))

    def item(self, entry: Element, modifiers: Iterable[Element] | None = None) -> Item:
        """``modifiers``: those that say which items it goes with; all that the entry has when left out."""
        target = self.target(entry)
        name = target.attrib["name"].strip()
        rows = [one for one in self.profiles(target) if one.attrib["typeName"] == "Weapons"]
        least, _ = bounds_of(entry, target)
        if any(self.target(one).tag == "selectionEntry" for one in children(target)):
            raise NotStated(f"{name} holds other items")
        cost = [one for holder in (entry, target) for one in holder.findall("costs/cost") if one.attrib["name"] == "EP"]
        found = Item(slug(name), weapon(name, rows, self.signs) if rows else None, name, least)
        found.ep = max((int(float(one.attrib["value"])) for one in cost), default=0)
        found.per_team = self.per_team(entry)
        for modifier in entry.iter("modifier") if modifiers is None else modifiers:
            asks = next(
                (one for one in modifier.iter("condition") if one.attrib["type"] in ("equalTo", "atLeast")), None
            )
            other = self.by_id.get(asks.attrib["childId"]) if asks is not None else None
            if modifier.attrib["type"] == "set" and modifier.attrib["value"] == "1" and other is not None:
                found.needs.append(slug(other.attrib["name"].strip()))  # that one asks for this
            else:
                raise NotStated(f"a modifier of {name}")
        return found

    def exchanges(self, groups: list[list[Item]]) -> Iterator[dict[str, Any]]:
        asked = {other: item.id for group in groups for item in group for other in item.needs}
        for group in groups:
            first, *others = group
            if first.id in asked:
                raise NotStated(f"{first.name} asks for other items")
            plain = [one.id for one in others if one.id not in asked]
            if plain:
                yield {"id": f"{first.id}-exchange", "replace": first.id, "with": plain}
            for one in others:
                if one.id in asked:
                    yield {
                        "id": f"{one.id}-for-{first.id}",
                        "replace": first.id,
                        "with": [one.id],
                        "requires": asked[one.id],
                    }


def children(entry: Element) -> Iterator[Element]:
    for tag in ("selectionEntries/selectionEntry", "selectionEntryGroups/selectionEntryGroup", "entryLinks/entryLink"):
        yield from entry.findall(tag)


def bounds_of(*entries: Element) -> tuple[int, int]:
    """The least and the most of the parent, of a link or of what it links to."""
    found = {"min": 0, "max": LIMITLESS}
    for entry in reversed(entries):
        for one in entry.findall("constraints/constraint"):
            if one.attrib["scope"] == "parent" and one.attrib["type"] in found:
                found[one.attrib["type"]] = int(float(one.attrib["value"]))
    return found["min"], found["max"]


def found_ids(groups: list[list[Item]]) -> Iterator[Item]:
    for group in groups:
        yield from group


def make(
    system: str, reader: TeamReader, date: str, revision: int
) -> tuple[dict[str, Any], dict[str, dict[str, Any]], dict[str, str]]:
    """The team's file, its datasheets by id, and what is left out, with the reason."""
    sheets: dict[str, dict[str, Any]] = {}
    left: dict[str, str] = {}
    found = list(reader.operatives())
    every = set.intersection(*(set(reader.words(one)) for one in found)) - {LEADER, OPERATIVE}
    for entry in found:
        try:
            sheet = reader.sheet(entry, every)
        except NotStated as reason:
            left[entry.attrib["name"]] = str(reason)
        else:
            sheets[sheet["id"]] = sheet
    faction = {
        "id": slug(reader.name),
        "name": reader.name,
        "system": system,
        "keyword": reader.name,
        "points_date": date,
        "source": {"set": "BSData/wh40k-killteam", "file": reader.file, "revision": revision, "date": date},
        "slots": reader.slots(),
        **({"slot_places": places} if (places := reader.slot_places()) else {}),
        **({"choices": choices} if (choices := reader.choices()) else {}),
    }
    return faction, sheets, left


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tools.native_data.operatives", description=__doc__.split("\n", 1)[0]
    )
    parser.add_argument("system")
    parser.add_argument("data", type=Path, help="folder of the community data set")
    parser.add_argument("files", nargs="+", help="names of catalogues")
    parser.add_argument("--game", required=True, help="name of the file of the game system")
    parser.add_argument("--leader-by-rule", action="store_true", help="a rule of the game asks every team for a leader")
    parser.add_argument("--date", required=True, help="date of the data, ISO 8601")
    arguments = parser.parse_args()
    for name in arguments.files:
        reader = TeamReader(arguments.data / arguments.game, arguments.data / name, arguments.leader_by_rule)
        faction, sheets, left = make(arguments.system, reader, arguments.date, int(reader.catalogue.attrib["revision"]))
        folder = ROOT / "factions" / arguments.system / faction["id"]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "faction.yaml").write_text(yaml.document(faction, "faction"), "utf-8")
        for sheet_id, sheet in sheets.items():
            (folder / f"{sheet_id}.yaml").write_text(yaml.document(sheet, "datasheet"), "utf-8")
        print(f"{faction['id']}: {len(sheets)} operatives, slots {faction['slots']}")
        for operative, reason in left.items():
            print(f"  left out: {operative}: {reason}")


if __name__ == "__main__":
    main()
