"""Compares random armies of native army books with the community data that they were made from.

    python -m tools.native_data.army_book.compare_armies whfb-8e ../shared/bsdata/whfb [FACTION …] --armies 20 --seed 1

Each army consists of units that are legal by themselves, and is judged as a whole by both descriptions: shares of categories,
copies, items. The data take shares of the points that were spent and let Lords and Heroes have half, so the army plays the
readings `army-total` and `end-times`; what only the rules say (a General, three units) is left aside. Prints every difference
that the overlays' `differences.yaml` does not know.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from listbuilder import strictyaml
from listbuilder.roster.edits import Insert, Remove
from listbuilder.session import Session
from listbuilder.sources.store.dataset import FileSet
from tools.native_data import overlay
from tools.native_data.army_book.compare import Community, Trial, of_native, random_trial
from tools.native_data.army_book.faction import DETACHMENT
from tools.native_data.army_book.sheet import Facts
from tools.native_data.bench import open_set
from tools.native_data.faction import ROOT

SYSTEM = "whfb-8e"
READINGS = ["end-times", "army-total"]
ASIDE = {
    "points-limit",
    "own-limit",
    "own-rules",
    "assumed-size",
    "battle-size",
    "min-units",
    "general",
    "bsb-not-general",
}
TRIES = 6  # random units of a datasheet, of which one that is legal is looked for
SHAPE = {"lords": 0.15, "heroes": 0.2, "core": 0.3, "special": 0.25, "rare": 0.1}  # chances of the roles in an army


class Judged(NamedTuple):
    """What one side says of an army: its points, and what is wrong with it."""

    points: Any
    why: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.points} {'; '.join(self.why) or 'legal'}"


def units(folder: Path, faction: str, community: Community, random: Random) -> dict[str, list[Trial]]:
    """Units that both sides find legal, by their roles."""

    def load(path: Path) -> Facts:
        found: Facts = strictyaml.load(path.read_bytes(), str(path)).value
        return found

    items = {**load(folder / "system.yaml")["items"], **load(folder / faction / "faction.yaml").get("items", {})}
    found: dict[str, list[Trial]] = {}
    for path in sorted((folder / faction).glob("*.yaml")):
        sheet = load(path)
        if path.stem == "faction" or DETACHMENT in sheet["keywords"]:
            continue
        for _ in range(TRIES):
            trial = random_trial(sheet, items, random)
            if of_native(trial, faction).legal and community.verdict(trial).legal:
                found.setdefault(sheet["role"], []).append(trial)
    return found


def random_army(pool: dict[str, list[Trial]], random: Random) -> list[Trial]:
    """Some units, with a copy of one now and then."""
    roles = [role for role in SHAPE if role in pool]
    chances = [SHAPE[role] for role in roles]
    army = [random.choice(pool[role]) for role in random.choices(roles, chances, k=random.randint(4, 9))]
    army += [random.choice(pool["core"]) for _ in range(random.choice((0, 2, 3)))]
    return army + [random.choice(army)] * random.choice((0, 0, 0, 1, 2, 3))


def native(army: list[Trial], faction: str) -> Judged:
    """What the rules say."""
    stated = []
    for place, trial in enumerate(army):
        [unit] = json.loads(trial.roster(faction))["units"]
        stated.append({**unit, "id": f"u{place}"})
    roster = {
        "system": SYSTEM,
        "faction": faction,
        "battle_size": "army-2000",
        "limits": {"pts": 100_000},
        "rules": READINGS,
        "units": stated,
    }
    session = Session.from_text(json.dumps(roster).encode(), "army.json")
    wrong = [one for one in session.findings if one.severity in ("error", "unjudged") and one.rule not in ASIDE]
    return Judged(session.army.points, tuple(sorted({f"{one.rule}: {one.message}" for one in wrong})))


def theirs(army: list[Trial], community: Community) -> Judged:
    """What the data say."""
    roots = [community.root(trial) for trial in army]
    for root in roots:
        Insert(root, community.force).apply(community.roster)
    try:
        points = sum(community.engine.state(root).total_costs.get("points", 0) for root in roots)
        names = community.names
        found = {
            f"{names.get(one.entry_id, one.entry_id)} {one.kind} {one.found} of {one.bound} {one.message}".strip()
            for one in community.engine.violations()
        }
        return Judged(points, tuple(sorted(found)))
    finally:
        for root in roots:
            Remove(root).apply(community.roster)


def differences(data: FileSet, faction: str, number: int, seed: int) -> Iterator[str]:
    common, given = overlay.common(SYSTEM), overlay.load(SYSTEM, faction)
    community = Community(data, common["system"], given["catalogue"])
    random = Random(f"{seed}/{faction}")
    pool = units(ROOT / "factions" / SYSTEM, faction, community, random)
    for _ in range(number):
        army = random_army(pool, random)
        mine, others = native(army, faction), theirs(army, community)
        if mine.points != others.points or bool(mine.why) != bool(others.why):
            yield f"{faction}: {', '.join(map(_named, army))}: native {mine}, community {others}"


def _named(trial: Trial) -> str:
    taken = sorted({item for items in trial.taken.values() for item in items} | set(trial.items))
    return f"{trial.sheet['name']} ({' '.join(taken)})" if taken else str(trial.sheet["name"])


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tools.native_data.army_book.compare_armies", description=__doc__.split("\n", 1)[0]
    )
    parser.add_argument("system", choices=[SYSTEM], help="id of the game system")
    parser.add_argument("data", type=Path, help="folder of the community data set")
    parser.add_argument("factions", nargs="*", help="ids; all that have an overlay when left out")
    parser.add_argument("--armies", type=int, default=20, help="random armies of each faction")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_intermixed_args()
    data = open_set(arguments.data)
    for faction in arguments.factions or overlay.names(SYSTEM):
        known = overlay.differences(SYSTEM, faction)
        found = list(differences(data, faction, arguments.armies, arguments.seed))
        unknown = [line for line in found if not overlay.reason(known, line)]
        print(
            f"{faction}: {arguments.armies} armies, {len(unknown)} differences, {len(found) - len(unknown)} known ones"
        )
        print(*(f"  {line}" for line in unknown), sep="\n", end="\n" if unknown else "")


if __name__ == "__main__":
    main()
