"""Compares random armies of native army books with the community data that they were made from.

    python -m tools.native_data.army_book.compare_armies whfb-8e ../shared/bsdata/whfb [FACTION …] --armies 20 --seed 1

Each army consists of units that are legal by themselves, and is judged as a whole by both descriptions: shares of categories,
copies, items. The data take shares of the points that were spent and let Lords and Heroes have half, so the army plays the
readings `army-total` and `end-times`; what only the rules say (a General, three units) is left aside. Prints every difference
that the overlays' `differences.yaml` does not know.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from listbuilder.roster.edits import Insert, Remove
from listbuilder.session import Session
from listbuilder.sources.store.dataset import FileSet
from tools.native_data import overlay
from tools.native_data.army_book.compare import Community, Trial, items_of, of_native, random_trial, sheets
from tools.native_data.army_book.faction import DETACHMENT
from tools.native_data.outcome import ILLEGAL, LEGAL, Outcome, main

SYSTEM = "whfb-8e"
READINGS = ["end-times", "army-total"]
ASIDE = {
    "points-limit",
    "own-limit",
    "own-rules",
    "assumed-size",
    "battle-size",
    "min-units",
    "min-character",
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


def units(faction: str, community: Community, random: Random) -> dict[str, list[Trial]]:
    """Units that both sides find legal, by their roles."""
    items = items_of(SYSTEM, faction)
    found: dict[str, list[Trial]] = {}
    for sheet in sheets(SYSTEM, faction).values():
        if DETACHMENT in sheet["keywords"]:
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


class Part(NamedTuple):
    """A detachment of the unit with this number."""

    parent: int
    trial: Trial


def native(army: Sequence[Trial], faction: str, parts: Sequence[Part] = (), size: str = "army-2000") -> Judged:
    """What the rules say."""
    stated, attached = [], {}
    for place, trial in enumerate(army):
        [unit] = json.loads(trial.roster(faction))["units"]
        stated.append({**unit, "id": f"u{place}"})
    for place, part in enumerate(parts):
        [unit] = json.loads(part.trial.roster(faction))["units"]
        stated.append({**unit, "id": f"d{place}"})
        attached[f"d{place}"] = f"u{part.parent}"
    roster = {
        "system": SYSTEM,
        "faction": faction,
        "battle_size": size,
        "limits": {"pts": 100_000},
        "rules": READINGS,
        "units": stated,
        **({"declarations": {"attach": attached}} if attached else {}),
    }
    session = Session.from_text(json.dumps(roster).encode(), "army.json")
    wrong = [one for one in session.findings if one.severity in ("error", "unjudged") and one.rule not in ASIDE]
    return Judged(session.army.points, tuple(sorted({f"{one.rule}: {one.message}" for one in wrong})))


def theirs(army: Sequence[Trial], community: Community, parts: Sequence[Part] = ()) -> Judged:
    """What the data say."""
    roots = [community.root(trial) for trial in army]
    for part in parts:
        community.detachment(roots[part.parent], part.trial)
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


def compared(data: FileSet, system: str, faction: str, number: int, seed: int) -> Outcome:
    """So many random armies of one faction."""
    common, given = overlay.common(system), overlay.load(system, faction)
    community = Community(data, common["system"], given["catalogue"])
    random = Random(f"{seed}/{faction}")
    outcome = Outcome(overlay.differences(system, faction))
    pool = units(faction, community, random)
    for _ in range(number):
        army = random_army(pool, random)
        note(outcome, "army", f"{faction}: {', '.join(map(str, army))}", native(army, faction), theirs(army, community))
    return outcome


def note(outcome: Outcome, kind: str, what: str, mine: Judged, others: Judged) -> None:
    """Counts what both sides say of an army."""
    if mine.points == others.points and bool(mine.why) == bool(others.why):
        outcome.steps[kind, ILLEGAL if mine.why else LEGAL] += 1
    else:
        outcome.differ(what, mine, others)


if __name__ == "__main__":
    main(compared, __doc__ or "", "army_book.compare_armies", number=20)
