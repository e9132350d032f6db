"""Compares single steps from legal armies of native army books with the community data that they were made from.

    python -m tools.native_data.army_book.compare_steps whfb-8e ../shared/bsdata/whfb [FACTION …] --armies 10 --seed 1

Each step is one that a rule may refuse: a copy of a unit until there are too many, units of a category until its share is too
large, a Core unit less, an item that another has, a second battle standard, detachments of every size beside a parent unit. Both
sides judge every step. Prints every difference that the overlays' `differences.yaml` does not know, and how often both refused a
step of each kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from random import Random

from listbuilder.replacing import replace
from listbuilder.sources.store.dataset import FileSet
from tools.native_data import overlay
from tools.native_data.army_book.compare import Community, Trial, sheets
from tools.native_data.army_book.compare_armies import Part, native, note, theirs, units
from tools.native_data.army_book.faction import DETACHMENT
from tools.native_data.army_book.sheet import Facts
from tools.native_data.outcome import Outcome, main

MOST_PARENTS = 12  # units beside which detachments are tried
MOST_COPIES = 7  # one more than a Grand Army may have
SIZES = {"army-2000": False, "grand-army": True}  # whether it is a Grand Army


@dataclass(frozen=True)
class Army:
    """Units, and the detachments of some of them."""

    units: tuple[Trial, ...]
    parts: tuple[Part, ...] = ()

    def having(self, *units: Trial) -> Army:
        return replace(self, units=(*self.units, *units))


def legal_army(pool: dict[str, list[Trial]], random: Random) -> Army:
    """Core units and one of each other category, different entries and no items, so that a step breaks one rule."""
    plain = {role: [one for one in trials if not one.items] for role, trials in pool.items()}
    core = {one.sheet["id"]: one for one in plain["core"]}
    some = [random.choice(plain[role]) for role in ("lords", "heroes", "special", "rare") if plain.get(role)]
    return Army((*(random.choice(list(core.values())) for _ in range(8)), *some))


def steps(
    army: Army, pool: dict[str, list[Trial]], sheets_of: dict[str, Facts], random: Random
) -> Iterator[tuple[str, Army]]:
    """Single steps and their kinds."""
    core = [one for one in army.units if one.sheet["role"] == "core"]
    for role, trials in pool.items():
        grown = army
        for trial in random.sample(trials, min(len(trials), 4)):
            grown = grown.having(trial)
            yield f"more {role}", grown
        one = replace(random.choice(trials), items=[])
        for copies in range(2, MOST_COPIES + 1):
            yield f"copies in {role}", army.having(*[one] * copies, *core * copies)
    for number in range(1, len(core) + 1):
        yield "fewer core", replace(army, units=army.units[number:])
    bearers = [one for one in chain.from_iterable(pool.values()) if one.items]
    for one in random.sample(bearers, min(len(bearers), 6)):
        item = random.choice(one.items)
        others = [other for other in bearers if item in other.items and other.sheet["id"] != one.sheet["id"]]
        for other in others[:1]:
            yield "an item twice", army.having(replace(one, items=[item]), replace(other, items=[item]), *core * 2)
    standards = [one for one in pool["heroes"] if any("battle-standard" in some for some in one.taken.values())]
    for one in standards[:2]:
        yield "two battle standards", army.having(replace(one, items=[]), replace(standards[0], items=[]), *core * 2)
    yield from _detached(army, pool, sheets_of, random)


def _detached(
    army: Army, pool: dict[str, list[Trial]], sheets_of: dict[str, Facts], random: Random
) -> Iterator[tuple[str, Army]]:
    """Detachments of every kind and of the sizes about the bounds, and too many of them."""
    kinds = [sheet for sheet in sheets_of.values() if DETACHMENT in sheet["keywords"]]
    hosts = {name for sheet in kinds for name in sheet["joins"]["units"]}
    able = [one for trials in pool.values() for one in trials if one.sheet["id"] in hosts]
    for parent in random.sample(able, min(len(able), MOST_PARENTS)):
        models = sum(parent.counts.values())
        host = army.having(parent)
        place = len(army.units)
        sheet = random.choice(kinds)
        half = -(-models // 2)
        sizes = {
            "four models": 4,
            "five models": 5,
            "half": models // 2,
            "half, rounded up": half,
            "one over half": half + 1,
        }
        for kind, size in sizes.items():
            yield f"a detachment of {kind}", replace(host, parts=(_part(place, sheet, size),))
        if models >= 10:
            for number in (2, 3):
                parts = (_part(place, sheet, 5),) * number
                yield f"{number} detachments", replace(host, parts=parts)
            for fewer in range(2, len(army.units)) if parent.sheet["role"] != "core" else ():
                rest = army.units[fewer:]
                yield "Core of detachments", Army((*rest, parent), (_part(len(rest), sheet, half),) * 2)


def _parts(army: Army) -> str:
    beside = (f"{part.trial} of {army.units[part.parent]}" for part in army.parts)
    return ", ".join(beside) or "no detachments"


def _part(place: int, sheet: Facts, size: int) -> Part:
    return Part(place, Trial(sheet, {next(iter(sheet["models"])): size}, {}, []))


def compared(data: FileSet, system: str, faction: str, number: int, seed: int) -> Outcome:
    """Steps from so many random armies of one faction, each as an army and as a Grand Army."""
    common, given = overlay.common(system), overlay.load(system, faction)
    community = Community(data, common["system"], given["catalogue"])
    random = Random(f"{seed}/{faction}")
    outcome = Outcome(overlay.differences(system, faction))
    known, pool = sheets(system, faction), units(faction, community, random)
    for _ in range(number):
        for size, grand in SIZES.items():
            community.choose_size(grand=grand)
            for kind, army in steps(legal_army(pool, random), pool, known, random):
                mine = native(army.units, faction, army.parts, size)
                others = theirs(army.units, community, army.parts)
                what = f"{faction}: {kind} in {size}: {', '.join(map(str, army.units))} with {_parts(army)}"
                note(outcome, kind, what, mine, others)
    return outcome


if __name__ == "__main__":
    main(compared, __doc__ or "", "army_book.compare_steps", number=5)
