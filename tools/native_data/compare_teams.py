r"""Compares random teams of native operatives with the community data that they were made of.

    python -m tools.native_data.compare_teams kill-team-2024 ../shared/bsdata/wh40k-killteam \
        "Warhammer 40,000: Kill Team (2024)" "angels-of-death=Angels of Death Kill Team" --number 40 --seed 1

Each team is judged by both descriptions: legal in both, or illegal in both. Half of the teams are as `slots` and datacards ask
for, the others a step away from that, without operatives, with far too many or six leaders; weapons are those that the datacards
offer, with combinations that they do not.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import yaml as pyyaml

from listbuilder import strictyaml
from listbuilder.sources.native.locate import FACTION_FILE
from listbuilder.sources.store.dataset import FileSet
from listbuilder.validation.validate import Validated, validate_bytes
from tools.native_data.bench import open_set
from tools.native_data.faction import ROOT

Sheet = Mapping[str, Any]
HALF, SELDOM = 0.5, 0.06
AMBIGUOUS = re.compile(r"^(?P<name>.+) is ambiguous \(write one of: (?P<ways>.+)\)$")
EQUIPMENT = "Equipment / "  # what stands before an item that is taken besides


class Operative(NamedTuple):
    """An operative with the options it uses: option id -> the item taken."""

    sheet: Sheet
    taken: tuple[tuple[str, str], ...]

    @property
    def model(self) -> tuple[str, Mapping[str, Any]]:
        models: Mapping[str, Mapping[str, Any]] = self.sheet["models"]
        return next(iter(models.items()))

    def items(self) -> list[str]:
        """Names of what it carries, with the path of what it takes besides."""
        ids = list(self.model[1]["wargear"])
        added: list[str] = []
        options = {option["id"]: option for option in self.sheet.get("options") or ()}
        for option, item in self.taken:
            given = options[option].get("replace")
            if given:
                ids.remove(given)
            (ids if given else added).append(item)
        names = {**(self.sheet.get("weapons") or {}), **(self.sheet.get("gear") or {})}
        return [*(names[one]["name"] for one in ids), *(f"{EQUIPMENT}{names[one]['name']}" for one in added)]

    def native(self) -> dict[str, Any]:
        options = {option["id"]: option for option in self.sheet.get("options") or ()}
        found: dict[str, Any] = {options[one]["replace"]: item for one, item in self.taken if "replace" in options[one]}
        added = [item for one, item in self.taken if "add" in options[one]]
        if added:
            found["add"] = added
        return (
            {"datasheet": self.sheet["id"], "wargear": {self.model[0]: found}}
            if found
            else {"datasheet": self.sheet["id"]}
        )


class Team:
    """The operatives and slots of one native team."""

    def __init__(self, system: str, team: str) -> None:
        folder = ROOT / "factions" / system / team
        files = {
            path.name: strictyaml.load(path.read_bytes(), str(path)).value for path in sorted(folder.glob("*.yaml"))
        }
        self.system, self.facts = system, files.pop(FACTION_FILE)
        self.sheets: list[Sheet] = list(files.values())

    def random(self, chance: Random) -> list[Operative]:
        """A team as the slots ask for, and as often one that is a step away from such a team."""
        leaders = [one for one in self.sheets if "Leader" in one["keywords"]]
        picked = [chance.choice(leaders), *self._others(chance)]
        return [
            self.armed(one, chance) for one in (picked if chance.random() < HALF else self._stepped(picked, chance))
        ]

    def _others(self, chance: Random) -> Iterator[Sheet]:
        """As many operatives as the slots ask for, none more often than they and its datasheet allow."""
        slots: Mapping[str, tuple[int, int | None]] = self.facts["slots"]
        taken: Counter[str] = Counter()
        others = [one for one in self.sheets if "Leader" not in one["keywords"]]
        needed = [word for word, (least, _) in slots.items() if least and word not in ("Leader", "Operative")]
        while taken["Operative"] < slots["Operative"][0] or any(not taken[word] for word in needed):
            full = {word for word, (_, most) in slots.items() if most is not None and taken[word] >= most}
            fitting = [one for one in others if full.isdisjoint(_words(one)) and taken[one["name"]] < _most(one)]
            if not fitting:
                return
            sheet = chance.choice(fitting)
            taken.update({word: self._places(sheet, word) for word in _words(sheet)})
            yield sheet

    def _places(self, sheet: Sheet, slot: str) -> int:
        stated: Mapping[str, int] = self.facts.get("slot_places", {}).get(slot, {})
        return max((number for word, number in stated.items() if word in _words(sheet)), default=1)

    def _stepped(self, picked: list[Sheet], chance: Random) -> list[Sheet]:
        """Without an operative, with one twice, with another one, or with far too many or six leaders."""
        place = chance.randrange(len(picked))
        ways: tuple[list[Sheet], ...] = (
            [*picked[:place], *picked[place + 1 :]],
            [*picked, picked[place]],
            [*picked[:place], chance.choice(self.sheets), *picked[place + 1 :]],
            [picked[0]] * 5 + picked,
            picked + [picked[-1]] * 8,
            [],
        )
        return chance.choices(ways, (6, 6, 12, 1, 1, 1))[0]

    @staticmethod
    def armed(sheet: Sheet, chance: Random) -> Operative:
        taken: dict[str, tuple[str, str]] = {}  # what is given up, or the item added -> its choice
        for option in sheet.get("options") or ():
            items = option.get("with") or option["add"]
            if chance.random() < (HALF if "replace" in option else SELDOM):
                item = chance.choice(items)
                taken[option.get("replace", item)] = (option["id"], item)
        return Operative(sheet, tuple(taken.values()))


def _words(sheet: Sheet) -> set[str]:
    return {sheet["name"], *sheet["keywords"]}


def _most(sheet: Sheet) -> int:
    """How many of an operative a team may have."""
    model: Mapping[str, Any] = next(iter(sheet["models"].values()))
    return int(model.get("per_army", 99))


def native_list(team: Team, operatives: list[Operative]) -> str:
    """The team as a native list."""
    return pyyaml.safe_dump(
        {"system": team.system, "faction": team.facts["id"], "units": [one.native() for one in operatives]},
        sort_keys=False,
    )


def community_list(
    team: Team, operatives: list[Operative], game: str, force: str, ids: Mapping[str, str] | None = None
) -> str:
    """The team as a list over the community data, whose game system has that name. ``ids``: what ambiguous names mean."""
    known = ids or {}
    selections = [
        {"entry": one.sheet["name"], "selections": [known.get(item, item) for item in one.items()]}
        for one in operatives
    ]
    return pyyaml.safe_dump(
        {"system": game, "faction": team.facts["name"], "forces": [{"force": force, "selections": selections}]},
        sort_keys=False,
    )


def judged(team: Team, operatives: list[Operative], data: FileSet, game: str, force: str) -> Validated:
    """The team judged by the community data. What an operative always carries may be offered as equipment, too, under the same
    name: it is then named by its id."""
    ids: dict[str, str] = {}
    while True:
        text = community_list(team, operatives, game, force, ids)
        found = validate_bytes(text.encode(), "team.yaml", (), (data,))
        asked = (AMBIGUOUS.match(str(one.message)) for one in found.findings if one.rule == "unknown-name")
        more = {one["name"]: one["ways"].split(", ")[-1] for one in asked if one is not None}
        if more.keys() <= ids.keys():
            return found
        ids |= more


def differences(
    team: Team, data: FileSet, game: str, force: str, number: int, seed: int, aside: Collection[str] = ()
) -> Iterator[str]:
    """What one description allows and the other does not."""
    chance = Random(seed)
    for _ in range(number):
        operatives = team.random(chance)
        mine = validate_bytes(native_list(team, operatives).encode(), "team.yaml", (), ())
        theirs = judged(team, operatives, data, game, force)
        wrong = [sorted(_errors(found, aside)) for found in (mine, theirs)]
        if any(one.rule == "unknown-name" or one.severity == "unjudged" for one in theirs.findings):
            continue  # a name of the community data is ambiguous
        if bool(wrong[0]) != bool(wrong[1]):
            yield f"native {wrong[0] or 'legal'}, community {wrong[1] or 'legal'}: " + "; ".join(
                f"{one.sheet['name']} ({', '.join(one.items())})" for one in operatives
            )


def _errors(found: Validated, aside: Collection[str]) -> set[str]:
    errors = (one for one in found.findings if one.severity == "error")
    return {one.rule for one in errors if one.cause is None or one.cause.subject not in aside}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.native_data.compare_teams")
    parser.add_argument("system")
    parser.add_argument("data", type=Path, help="folder of the community data set")
    parser.add_argument("game", help="name of the game system in it")
    parser.add_argument("teams", nargs="+", help="team=force")
    parser.add_argument("--aside", nargs="*", default=[], help="names of settings that native teams do not state")
    parser.add_argument("--number", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    data = open_set(arguments.data)
    for word in arguments.teams:
        name, force = word.split("=")
        found = list(
            differences(
                Team(arguments.system, name),
                data,
                arguments.game,
                force,
                arguments.number,
                arguments.seed,
                arguments.aside,
            )
        )
        print(f"{name}: {arguments.number} teams, {len(found)} differences", *found, sep="\n  ")


if __name__ == "__main__":
    main()
