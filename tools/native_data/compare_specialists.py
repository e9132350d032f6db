"""Compares random teams of the 2018 edition of Kill Team with the community data that they were made of.

    python -m tools.native_data.compare_specialists ../shared/bsdata/wh40k-killteam necrons=Necrons.cat --number 40 --seed 1

Each team is judged by both descriptions: legal in both or illegal in both, with the same points. Teams have one leader and up to
three specialists, one step away from that now and then, and weapons that the datacards offer.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import yaml as pyyaml

from listbuilder.sources.store.dataset import FileSet
from listbuilder.validation.validate import Validated, validate_bytes
from tools.native_data.bench import open_set
from tools.native_data.compare_teams import Operative, Sheet, Team
from tools.native_data.operatives import children
from tools.native_data.specialists import COMMANDER, LEADER, NEITHER, SPECIALIST, SYSTEM, TeamReader

GAME = "Warhammer 40,000: Kill Team (2018)"
MARKS = ("lead", "specialism")  # ids of the options that are no wargear


class Plain(pyyaml.SafeDumper):
    """Writes what stands in several places in each of them."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


class Member(NamedTuple):
    """A model of a team, the way in which it is taken, and its specialism as gear and by name."""

    operative: Operative
    way: str
    gear: str = ""
    specialism: str = ""

    def native(self) -> dict[str, Any]:
        found = self.operative.native()
        if self.gear:
            wargear = found.setdefault("wargear", {}).setdefault(self.operative.model[0], {})
            wargear["add"] = [*wargear.get("add", ()), self.gear]
        return found


class Offers:
    """The ids under which the community data offer the models of a team, by name and way."""

    def __init__(self, reader: TeamReader) -> None:
        self.ids: dict[tuple[str, str], str] = {}
        self.settings: dict[str, list[dict[str, Any]]] = {}
        self.specialisms: dict[tuple[str, str], dict[str, Any]] = {}  # by model and name
        for entry in children(reader.catalogue):
            target = reader.target(entry)
            if target.attrib.get("type") != "model":
                continue
            found = entry.attrib["id"] if target is entry else f"{entry.attrib['id']}::{target.attrib['id']}"
            name = target.attrib["name"].strip()
            self.settings[name] = reader.settings(target)
            for specialism, taken in reader.specialism(entry, target).items():
                self.specialisms[name, specialism] = {"entry": specialism, "selections": reader.settings(taken)}
            for way in {LEADER, SPECIALIST, NEITHER, COMMANDER} & set(reader.words(entry, target)):
                self.ids[name, way] = found

    def of(self, member: Member) -> dict[str, Any]:
        name = member.operative.sheet["name"]
        extra = [self.specialisms[name, member.specialism]] if member.specialism else []
        selections = [*member.operative.items(), *extra, *self.settings[name]]
        return {"entry": self.ids[name, member.way], "selections": selections}


def random_team(sheets: list[Sheet], offers: Offers, chance: Random) -> list[Member]:
    """Models of a team: usually one leader, up to three specialists of different kinds, and a commander now and then."""
    leaders = [one for one in sheets if (one["name"], LEADER) in offers.ids]
    experts = [one for one in sheets if _specialisms(one) and (one["name"], SPECIALIST) in offers.ids]
    others = [one for one in sheets if (one["name"], NEITHER) in offers.ids]
    found = [
        Member(_armed(one, chance), LEADER, "leader", LEADER)
        for one in chance.choices(leaders, k=chance.choices((1, 0, 2), (8, 1, 1))[0])
    ]
    for one in chance.choices(experts, k=chance.choices((0, 1, 2, 3, 4), (2, 4, 4, 4, 1))[0]) if experts else ():
        gear = chance.choice(_specialisms(one))
        found.append(Member(_armed(one, chance), SPECIALIST, gear, one["gear"][gear]["name"]))
    commanders = [one for one in sheets if (one["name"], COMMANDER) in offers.ids]
    for one in chance.choices(commanders, k=chance.choices((0, 1, 2), (8, 3, 1))[0]) if commanders else ():
        gear = chance.choice(["", *_specialisms(one)])
        found.append(Member(_armed(one, chance), COMMANDER, gear, one["gear"][gear]["name"] if gear else ""))
    found += [Member(_armed(one, chance), NEITHER) for one in chance.choices(others or leaders, k=_others(chance))]
    return [one for one in found if (one.operative.sheet["name"], one.way) in offers.ids]


def _others(chance: Random) -> int:
    """How many models are no specialists: a few, or at the edges of what a team may have."""
    return chance.choices((0, 1, 2, 3, 4, chance.randint(15, 22)), (2, 4, 4, 4, 4, 1))[0]


def _specialisms(sheet: Sheet) -> list[str]:
    return [item for option in sheet.get("options") or () if option["id"] == "specialism" for item in option["add"]]


def _armed(sheet: Sheet, chance: Random) -> Operative:
    """The model with weapons that its options offer, without a specialism."""
    plain = [option for option in sheet.get("options") or () if option["id"] not in MARKS]
    return Operative(sheet, Team.armed({**sheet, "options": plain}, chance).taken)


def differences(reader: TeamReader, data: FileSet, team: Team, number: int, seed: int) -> Iterator[str]:
    """What one description allows and the other does not, and other points."""
    chance, offers = Random(seed), Offers(reader)
    for _ in range(number):
        members = random_team(team.sheets, offers, chance)
        native = {"system": SYSTEM, "faction": team.facts["id"], "units": [one.native() for one in members]}
        community = community_list(team, [offers.of(one) for one in members])
        mine, theirs = (judged(one, *sets) for one, sets in ((native, ()), (community, (data,))))
        errors = [sorted({one.rule for one in found.findings if one.severity == "error"}) for found in (mine, theirs)]
        asked = [str(one.message) for one in (*mine.findings, *theirs.findings) if one.severity == "unjudged"]
        points = [found.army.points for found in (mine, theirs)]
        if asked or bool(errors[0]) != bool(errors[1]) or points[0] != points[1]:
            names = "; ".join(
                f"{one.operative.sheet['name']} ({', '.join((*one.operative.items(), one.specialism))})"
                for one in members
            )
            yield f"native {errors[0] or 'legal'} {points[0]}, community {errors[1] or 'legal'} {points[1]} {asked}: {names}"


def community_list(team: Team, *forces: list[Any], kind: str = "Matched Play: Kill Team") -> dict[str, Any]:
    """A list over the community data of that list type, whose forces have these models."""
    settings = {"entry": "List Configuration", "selections": [kind]}
    held = [{"force": "Kill Team List", "selections": [settings, *models]} for models in forces]
    return {"system": GAME, "faction": team.facts["name"], "forces": held}


def judged(roster: dict[str, Any], *sets: FileSet) -> Validated:
    """What is said of a list over these data sets, or over the native one."""
    return validate_bytes(pyyaml.dump(roster, Dumper=Plain, sort_keys=False).encode(), "team.yaml", (), sets)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.native_data.compare_specialists")
    parser.add_argument("data", type=Path, help="folder of the community data set")
    parser.add_argument("teams", nargs="+", help="team=catalogue")
    parser.add_argument("--number", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    data = open_set(arguments.data)
    for word in arguments.teams:
        name, file = word.split("=")
        reader = TeamReader(arguments.data, file)
        found = list(differences(reader, data, Team(SYSTEM, name), arguments.number, arguments.seed))
        print(f"{name}: {arguments.number} teams, {len(found)} differences", *found, sep="\n  ")


if __name__ == "__main__":
    main()
