r"""Compares random teams of native operatives with the community data that they were made of.

    python -m tools.native_data.compare_teams kill-team-2024 ../shared/bsdata/wh40k-killteam \
        "Warhammer 40,000: Kill Team (2024)" "angels-of-death=Angels of Death Kill Team" --number 40 --seed 1

Each team is judged by both descriptions: legal in both, or illegal in both. Teams have the numbers that `slots` state, one step
away from them now and then or without operatives, with far too many or six leaders; and weapons that the datacards offer, with
combinations that they do not.
"""

from __future__ import annotations

import argparse
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


class Operative(NamedTuple):
    """An operative with the options it uses: option id -> the item taken."""

    sheet: Sheet
    taken: tuple[tuple[str, str], ...]

    @property
    def model(self) -> tuple[str, Mapping[str, Any]]:
        models: Mapping[str, Mapping[str, Any]] = self.sheet["models"]
        return next(iter(models.items()))

    def items(self) -> list[str]:
        """Names of what it carries."""
        ids = list(self.model[1]["wargear"])
        options = {option["id"]: option for option in self.sheet.get("options") or ()}
        for option, item in self.taken:
            given = options[option].get("replace")
            if given:
                ids.remove(given)
            ids.append(item)
        names = {**(self.sheet.get("weapons") or {}), **(self.sheet.get("gear") or {})}
        return [names[one]["name"] for one in ids]

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
        slots = self.facts["slots"]
        leaders = [one for one in self.sheets if "Leader" in one["keywords"]]
        others = [one for one in self.sheets if "Leader" not in one["keywords"]]
        stated = (slots.get("Operative") or [len(others)])[0]
        size = max(0, stated + chance.choices((0, 1, -1, -stated, 8), (24, 6, 6, 1, 1))[0])
        picked = chance.sample(others, min(len(others), size))
        picked += chance.choices(others, k=max(0, size - len(picked)))
        many = chance.choices((1, 0, 2, 6), (20, 2, 2, 1))[0]
        return [self.armed(one, chance) for one in (*chance.choices(leaders, k=many), *picked)]

    @staticmethod
    def armed(sheet: Sheet, chance: Random) -> Operative:
        taken: dict[str, tuple[str, str]] = {}  # what is given up, or the item added -> its choice
        for option in sheet.get("options") or ():
            items = option.get("with") or option["add"]
            if chance.random() < (0.5 if "replace" in option else 0.1):
                item = chance.choice(items)
                taken[option.get("replace", item)] = (option["id"], item)
        return Operative(sheet, tuple(taken.values()))


def native_list(team: Team, operatives: list[Operative]) -> str:
    """The team as a native list."""
    return pyyaml.safe_dump(
        {"system": team.system, "faction": team.facts["id"], "units": [one.native() for one in operatives]},
        sort_keys=False,
    )


def community_list(team: Team, operatives: list[Operative], game: str, force: str) -> str:
    """The team as a list over the community data, whose game system has that name."""
    selections = [{"entry": one.sheet["name"], "selections": one.items()} for one in operatives]
    return pyyaml.safe_dump(
        {"system": game, "faction": team.facts["name"], "forces": [{"force": force, "selections": selections}]},
        sort_keys=False,
    )


def differences(
    team: Team, data: FileSet, game: str, force: str, number: int, seed: int, aside: Collection[str] = ()
) -> Iterator[str]:
    """What one description allows and the other does not."""
    chance = Random(seed)
    for _ in range(number):
        operatives = team.random(chance)
        mine = validate_bytes(native_list(team, operatives).encode(), "team.yaml", (), ())
        theirs = validate_bytes(community_list(team, operatives, game, force).encode(), "team.yaml", (), (data,))
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
