"""Makes native teams of the 2018 edition of Kill Team from the community set: models with a price, weapons and a specialism.

    python -m tools.native_data.specialists ../shared/bsdata/wh40k-killteam Necrons.cat … --date 2026-07-05

Writes `factions/kill-team-2018/<team>/`: a datasheet for each model. The data offer a model up to three times, as leader, as
specialist and as neither; here it is one datasheet with the specialisms as options. Experience (levels above the first), traits
and other choices without weapons or prices are of campaigns and are not stated. What needs more is left out and named.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from tools.native_data import yaml
from tools.native_data.composition import slug
from tools.native_data.faction import ROOT
from tools.native_data.operative_items import columns
from tools.native_data.operatives import Element, NotStated, bounds_of, children, parsed

SYSTEM, GAME = "kill-team-2018", "Warhammer 40,000 Kill Team.gst"
FACTION = "Faction: "
LEADER, SPECIALIST, NEITHER, COMMANDER = "Leader", "Specialist", "Non-specialist", "Commander"
COMMANDER_SPECIALIST = f"{COMMANDER} Specialist"  # one that has chosen a specialism
OWN_WORDS = {LEADER, SPECIALIST, NEITHER, COMMANDER, "Model", "Specialist Retainer"}  # what the game says of the entry
SPECIALISM = re.compile(r"^specialism", re.IGNORECASE)
COLUMNS = {"Range": "range", "Type": "Type", "S": "S", "AP": "AP", "D": "D"}


@dataclass
class Taken:
    """Something that a model carries or may take, and its price."""

    id: str
    name: str
    weapon: dict[str, Any] | None
    points: int


@dataclass
class Model:
    """A model with the ways in which the team offers it. ``ways``: the category of each; ``specialisms``: names."""

    entry: Element
    ways: set[str] = field(default_factory=set)
    specialisms: list[str] = field(default_factory=list)


class TeamReader:
    """One catalogue with its game system."""

    def __init__(self, folder: Path, file: str) -> None:
        self.catalogue, self.file = parsed(folder / file), file
        roots = (parsed(folder / GAME), self.catalogue)
        self.by_id = {one.attrib["id"]: one for root in roots for one in root.iter() if "id" in one.attrib}
        self.categories = {one.attrib["id"]: one.attrib["name"] for root in roots for one in root.iter("categoryEntry")}

    @property
    def name(self) -> str:
        return self.catalogue.attrib["name"]

    def target(self, entry: Element) -> Element:
        return self.by_id[entry.attrib["targetId"]] if "targetId" in entry.attrib else entry

    def words(self, *entries: Element) -> list[str]:
        links = (link for entry in entries for link in entry.findall("categoryLinks/categoryLink"))
        return list(dict.fromkeys(self.categories.get(link.attrib["targetId"], link.attrib["name"]) for link in links))

    def models(self) -> list[Model]:
        """The models of the team, each once."""
        found: dict[str, Model] = {}
        for entry in children(self.catalogue):
            target = self.target(entry)
            if target.attrib.get("type") != "model":
                continue
            model = found.setdefault(target.attrib["id"], Model(target))
            model.ways |= {LEADER, SPECIALIST, NEITHER, COMMANDER} & set(self.words(entry, target))
            for name in self.specialism(entry, target):
                if name not in model.specialisms:
                    model.specialisms.append(name)
        return list(found.values())

    # --- one model --------------------------------------------------------------------------------------------------------

    def sheet(self, model: Model, every: set[str]) -> dict[str, Any]:
        """``every``: categories that all models of the team have."""
        entry = model.entry
        name, words = entry.attrib["name"].strip(), self.words(entry)
        line = next((one for one in entry.findall("profiles/profile") if one.attrib["typeName"] == "Model"), None)
        if line is None:
            raise NotStated("no statline")
        values = dict(columns(line))
        carried, groups, extra = self.wargear(entry)
        defaults = [*carried, *(group[0] for group in groups)]
        if len({one.id for one in defaults}) < len(defaults):
            raise NotStated("an item twice")
        points = self.points(entry, name) + sum(one.points for one in defaults)
        commander = COMMANDER in model.ways
        record: dict[str, Any] = {
            "name": name,
            "count": 1,
            "points": points,
            "wargear": [one.id for one in defaults],
            **self.most(values.pop("Max", "-"), name),
        }
        every_item = {one.id: one for one in (*defaults, *(one for group in groups for one in group), *extra)}
        marks, options = _marks(model)
        kept = (one for one in words if one not in every and one not in OWN_WORDS and one != name)
        sheet = {
            "id": slug(name),
            "name": name,
            "role": "commander" if commander else "leader" if model.ways == {LEADER} else "operative",
            "faction_keywords": [self.name],
            "keywords": [*sorted(kept), *([COMMANDER] if commander else [])],
            "profiles": [{"name": name, **{key: value for key, value in values.items() if value != ""}}],
            "models": {slug(name): record},
            "weapons": {one.id: one.weapon for one in every_item.values() if one.weapon},
            "gear": {**{one.id: {"name": one.name} for one in every_item.values() if not one.weapon}, **marks},
            "options": [*_exchanges(groups), *_additions(extra), *options],
            "abilities": self.abilities(entry),
        }
        return {key: value for key, value in sheet.items() if value not in ([], {}) or key == "abilities"}

    def points(self, entry: Element, name: str) -> int:
        """The price of the first level. Modifiers by levels, and of fire teams in campaigns, add to it later."""
        known = {cost.attrib["typeId"] for cost in entry.findall("costs/cost")}
        for modifier in entry.iter("modifier"):
            if modifier.attrib.get("field") in known and not self.is_of_campaigns(modifier):
                raise NotStated(f"a modifier of the price of {name}")
        return _whole([cost.attrib["value"] for cost in entry.findall("costs/cost") if cost.attrib["name"] == "pts"])

    def is_of_campaigns(self, modifier: Element) -> bool:
        """Whether it applies only where a level above the first, or an advance of a fire team, is taken."""
        asked = [one.attrib["childId"] for tag in ("condition", "repeat") for one in modifier.iter(tag)]
        names = [self.by_id[one].attrib.get("name", "") for one in asked if one in self.by_id]
        levels = re.compile(r"level [234]|fire team|advances", re.IGNORECASE)
        return bool(asked) and len(names) == len(asked) and all(map(levels.search, names))

    @staticmethod
    def most(stated: object, name: str) -> dict[str, int]:
        text = str(stated).strip()
        if text in ("", "-"):
            return {}
        if not text.isdecimal():
            raise NotStated(f"{name}: as many as {text}")
        return {"per_army": int(text)}

    def abilities(self, entry: Element) -> dict[str, list[str]]:
        linked = (self.by_id[one.attrib["targetId"]] for one in entry.findall("infoLinks/infoLink"))
        found = [*entry.findall("profiles/profile"), *(one for one in linked if one.tag == "profile")]
        names = [one.attrib["name"].strip() for one in found if one.attrib["typeName"] == "Ability"]
        return {"unit": list(dict.fromkeys(names))} if names else {}

    def wargear(self, entry: Element) -> tuple[list[Taken], list[list[Taken]], list[Taken]]:
        """What it always carries, the groups of which it has one, and what it may take besides."""
        carried: list[Taken] = []
        groups: list[list[Taken]] = []
        extra: list[Taken] = []
        for child in children(entry):
            target, name = self.target(child), child.attrib["name"]
            if SPECIALISM.match(name) or not self.is_carried(child):
                continue
            low, high = bounds_of(child, target)
            if target.tag == "selectionEntryGroup":
                found = [self.item(one) for one in children(target)]
                if (low, high) == (1, 1):
                    default = target.attrib.get("defaultSelectionEntryId", "")
                    first = [one.attrib["id"] for one in children(target)]
                    place = first.index(default) if default in first else 0
                    groups.append([found[place], *found[:place], *found[place + 1 :]])
                elif low == 0 and (high == 1 and len(found) == 1):
                    extra += found
                else:
                    raise NotStated(f"the group {name}")
            elif (low, high) == (1, 1):
                carried.append(self.item(child))
            elif (low, high) == (0, 1):
                extra.append(self.item(child))
            else:
                raise NotStated(f"the number of {name}")
        return carried, groups, extra

    def settings(self, entry: Element) -> list[dict[str, Any]]:
        """What must be taken with it and is no wargear, as a list states it: a power, the first level, the first dynasty."""
        found = []
        for child in children(entry):
            target = self.target(child)
            if not bounds_of(child, target)[0] or self.is_carried(child) or SPECIALISM.match(child.attrib["name"]):
                continue
            is_group = target.tag == "selectionEntryGroup"
            taken = next(children(target)) if is_group else child
            found.append({"entry": taken.attrib["name"].strip(), "selections": self.settings(self.target(taken))})
        return found

    def specialism(self, *holders: Element) -> dict[str, Element]:
        """What a leader or specialist takes, by name."""
        groups = [one for holder in holders for one in children(holder) if SPECIALISM.match(one.attrib["name"])]
        found = [one for group in groups for one in children(self.target(group))]
        found += [one for holder in holders for one in children(holder) if one.attrib["name"].strip() == LEADER]
        return {one.attrib["name"].strip(): self.target(one) for one in found}

    def is_carried(self, entry: Element) -> bool:
        """Whether it is, or holds, a weapon, a piece of wargear or something with a price."""
        target = self.target(entry)
        priced = any(Decimal(cost.attrib["value"]) for cost in target.iter("cost"))
        rows = {one.attrib["typeName"] for one in target.iter("profile")} | {
            self.by_id[one.attrib["targetId"]].attrib.get("typeName", "")
            for one in target.iter("infoLink")
            if one.attrib["targetId"] in self.by_id
        }
        inner = any(self.is_carried(one) for one in children(target))
        levels = re.match(r"level [1-4]|commander traits|generalist", entry.attrib["name"], re.IGNORECASE)
        return not levels and (priced or inner or bool(rows & {"Weapon", "Wargear"}))

    def item(self, entry: Element) -> Taken:
        target, name = self.target(entry), entry.attrib["name"].strip()
        if any(True for _ in children(target)):
            raise NotStated(f"{name} holds other items")
        if any(True for one in {id(entry): entry, id(target): target}.values() for _ in one.iter("modifier")):
            raise NotStated(f"a modifier of {name}")
        linked = (self.by_id.get(one.attrib["targetId"]) for one in target.findall("infoLinks/infoLink"))
        profiles = [*target.findall("profiles/profile"), *(one for one in linked if one is not None)]
        rows = [one for one in profiles if one.attrib.get("typeName") == "Weapon"]
        costs = [one.attrib["value"] for one in target.findall("costs/cost") if one.attrib["name"] == "pts"]
        return Taken(slug(name), name, _weapon(name, rows) if rows else None, _whole(costs))


def _whole(values: Iterable[str]) -> int:
    total = sum(map(Decimal, values), Decimal(0))
    if total != total.to_integral_value():
        raise NotStated(f"a price of {total}")
    return int(total)


def _marks(model: Model) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Leader and specialisms as gear, and the options that take them."""
    gear: dict[str, Any] = {}
    options: list[dict[str, Any]] = []
    can_lead = LEADER in model.ways
    if can_lead:
        gear["leader"] = {"name": "Leader", "gains": [LEADER]}
        options.append({"id": "lead", "add": ["leader"]})
    if SPECIALIST in model.ways or COMMANDER in model.ways:
        named = [name for name in model.specialisms if name != LEADER]
        names: dict[str, dict[str, Any]] = {slug(f"{name} specialist"): {"name": name} for name in named}
        for record in names.values():
            of_team = [SPECIALIST, f"{record['name']} Specialist"]
            record["gains"] = [COMMANDER_SPECIALIST] if COMMANDER in model.ways else of_team
        gear |= names
        if names:
            option: dict[str, Any] = {"id": "specialism", "add": list(names)}
            options.append({**option, "excludes": "leader"} if can_lead else option)
    return gear, options


def _exchanges(groups: list[list[Taken]]) -> Iterator[dict[str, Any]]:
    for first, *others in groups:
        for points in dict.fromkeys(one.points - first.points for one in others):
            same = [one.id for one in others if one.points - first.points == points]
            found = {"id": f"{first.id}-for-{points}" if points else f"{first.id}-exchange", "replace": first.id}
            yield {**found, "with": same, **({"points": points} if points else {})}


def _additions(extra: list[Taken]) -> Iterator[dict[str, Any]]:
    for one in {one.id: one for one in extra}.values():
        yield {"id": f"take-{one.id}", "add": [one.id], **({"points": one.points} if one.points else {})}


def _weapon(name: str, rows: list[Element]) -> dict[str, Any]:
    """A weapon with one profile, or several used one at a time. Texts of abilities are not facts."""
    records = []
    for row in rows:
        values = {COLUMNS[key]: value for key, value in columns(row) if key in COLUMNS and value != ""}
        title = row.attrib["name"].strip()
        short = title.removeprefix(name).strip(" -()") or title
        kind = "melee" if str(values.get("Type", "")).casefold() == "melee" else "ranged"
        records.append({**({"name": short} if len(rows) > 1 else {}), "type": kind, **values})
    if len(records) == 1:
        return {"name": name, **records[0]}
    kinds = {one["type"] for one in records}
    if len(kinds) == 1:
        return {
            "name": name,
            "type": kinds.pop(),
            "profiles": [{k: v for k, v in one.items() if k != "type"} for one in records],
        }
    return {"name": name, "profiles": records}


def make(reader: TeamReader, date: str) -> tuple[dict[str, Any], dict[str, dict[str, Any]], dict[str, str]]:
    """The team's file, its datasheets by id, and what is left out, with the reason."""
    models = [model for model in reader.models() if model.ways]
    every = {one for model in models for one in reader.words(model.entry) if one.startswith(FACTION)}
    sheets: dict[str, dict[str, Any]] = {}
    left: dict[str, str] = {}
    for model in models:
        try:
            sheet = reader.sheet(model, every)
        except NotStated as reason:
            left[model.entry.attrib["name"]] = str(reason)
        else:
            sheets[sheet["id"]] = sheet
    revision = int(reader.catalogue.attrib["revision"])
    faction = {
        "id": slug(reader.name),
        "name": reader.name,
        "system": SYSTEM,
        "keyword": reader.name,
        "points_date": date,
        "source": {"set": "BSData/wh40k-killteam", "file": reader.file, "revision": revision, "date": date},
    }
    return faction, sheets, left


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.native_data.specialists")
    parser.add_argument("data", type=Path, help="folder of the community data set")
    parser.add_argument("files", nargs="+", help="names of catalogues")
    parser.add_argument("--date", required=True, help="date of the data, ISO 8601")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    arguments = parser.parse_args()
    for name in arguments.files:
        faction, sheets, left = make(TeamReader(arguments.data, name), arguments.date)
        folder = ROOT / "factions" / SYSTEM / faction["id"]
        if not arguments.dry:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "faction.yaml").write_text(yaml.document(faction, "faction"), "utf-8")
            for sheet_id, sheet in sheets.items():
                (folder / f"{sheet_id}.yaml").write_text(yaml.document(sheet, "datasheet"), "utf-8")
        print(f"{faction['id']}: {len(sheets)} models")
        for model, reason in left.items():
            print(f"  left out: {model}: {reason}")


if __name__ == "__main__":
    main()
