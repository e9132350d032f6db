"""Measures one edit in the engine alone, with all violations up to date; the size of the army should not matter.

    python benchmarks/bench_engine.py [folder of data files] [part of a catalogue's name]

Medians and 95th percentiles in milliseconds, and each as a ratio to the army of ten units. Without arguments: wh40k-10e beside
the repository and its Space Marines; without those data, an invented catalogue.
"""

from __future__ import annotations

import gc
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("LISTBUILDER_SHARED") or ROOT.parent / "shared")
sys.path.insert(0, str(ROOT))

from listbuilder.catalogue.library import Library, Option  # noqa: E402
from listbuilder.catalogue.model import Catalogue, Constraint, Cost, CostType, Entry, ForceEntry  # noqa: E402
from listbuilder.engine import Engine  # noqa: E402
from listbuilder.engine.actions import add_force, select  # noqa: E402
from listbuilder.roster.edits import Remove, SetAmount  # noqa: E402
from listbuilder.roster.tree import Force, Roster, Selection  # noqa: E402
from listbuilder.sources.bsdata.loading import SUFFIXES  # noqa: E402
from listbuilder.sources.bsdata.reader import read_file  # noqa: E402

SIZES = (10, 100, 1000)
ROUNDS = 80
DATASHEETS = 80  # different units in the army

Times = dict[str, list[float]]


def real_library(folder: Path, name: str) -> tuple[Library, str]:
    """A catalogue of a data set with everything it links to."""
    paths = (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in SUFFIXES)
    known = {item.id: item for item in map(read_file, paths)}
    system = next(item for item in known.values() if item.is_game_system)
    chosen = next(item for item in known.values() if not item.library and not item.is_game_system and name in item.name)
    found: dict[str, Catalogue] = {}
    waiting = [chosen]
    while waiting:
        item = waiting.pop()
        if item.id not in found:
            found[item.id] = item
            waiting += [known[link.target_id] for link in item.catalogue_links if link.target_id in known]
    return Library(system, found.values()), chosen.id


def invented_library() -> tuple[Library, str]:
    """Eighty datasheets with a few models each."""
    model = Entry(id="model", name="Model", type="model", constraints=(Constraint(id="five", type="min", value=5),))
    units = tuple(
        Entry(
            id=f"unit-{number}",
            name=f"Unit {number}",
            type="unit",
            costs=(Cost(type_id="pts", value=100),),
            entries=(model,),
            constraints=(Constraint(id=f"max-{number}", type="max", value=3, scope="roster"),),
        )
        for number in range(DATASHEETS)
    )
    system = Catalogue(
        id="gs",
        is_game_system=True,
        cost_types=(CostType(id="pts", name="pts"),),
        force_entries=(ForceEntry(id="army"),),
    )
    return Library(system, [Catalogue(id="cat", entries=units)]), "cat"


class Army:
    """A roster that grows, and what its edits cost."""

    def __init__(self, library: Library, catalogue_id: str) -> None:
        self.roster = Roster(library)
        self.engine = Engine(self.roster)
        entry = next(entry for entry in library.forces.at_root(catalogue_id) if not entry.hidden)
        edit, self.force = add_force(self.engine, entry, catalogue_id)
        edit.apply(self.roster)
        options = library.root_options(catalogue_id)
        usable = [option for option in options if option.type in ("unit", "model") and self._visible(option)]
        self.options = random.Random(1).sample(usable, min(DATASHEETS, len(usable)))
        self.size = 0

    def _visible(self, option: Option) -> bool:
        return not self.engine.choice(self.force, option).hidden

    def grow(self, size: int) -> None:
        while self.size < size:
            select(self.engine, self.force, self.options[self.size % len(self.options)])[0].apply(self.roster)
            self.size += 1
        self.engine.violations()

    def measure(self) -> Times:
        chance, times = random.Random(2), Times()
        for _ in range(ROUNDS):
            unit = self._choose(times, "add a unit", self.force, chance.choice(self.options))
            below = [node for node in unit.walk() if node is not unit]
            if below:
                node = chance.choice(below)
                self._timed(times, "one model more", SetAmount(node, node.amount + 1).apply)
            choices = [item for item in unit.option.entries if not self.engine.choice(unit, item).hidden]
            if choices:
                self._choose(times, "choose an option", unit, chance.choice(choices))
            self._timed(times, "remove a unit", Remove(unit).apply)
        return times

    def _choose(self, times: Times, name: str, parent: Force | Selection, option: Option) -> Selection:
        chosen: list[Selection] = []

        def work(roster: Roster) -> None:
            edit, selection = select(self.engine, parent, option)
            edit.apply(roster)
            chosen.append(selection)

        self._timed(times, name, work)
        return chosen[0]

    def _timed(self, times: Times, name: str, work: Callable[[Roster], object]) -> None:
        start = time.perf_counter()
        work(self.roster)
        self.engine.violations()
        times.setdefault(name, []).append((time.perf_counter() - start) * 1000)


def p95(values: Iterable[float]) -> float:
    ordered = sorted(values)
    return ordered[int(len(ordered) * 0.95)]


def report(army: Army) -> None:
    first: dict[str, float] = {}
    for size in SIZES:
        army.grow(size)
        gc.collect()
        gc.freeze()  # as the program does once its data are loaded
        times = army.measure()
        everything = [value for values in times.values() for value in values]
        findings = len(army.engine.violations())
        print(
            f"\n{size} units, {len(army.roster.nodes)} nodes, {findings} findings; p95 of all edits {p95(everything):.1f} ms"
        )
        for name, values in times.items():
            median = statistics.median(values)
            ratio = median / first.setdefault(name, median)
            print(
                f"  {name:18} median {median:6.2f} ms   p95 {p95(values):6.2f} ms   {ratio:5.2f} x the army of {SIZES[0]}"
            )


def main(arguments: list[str]) -> None:
    folder = Path(arguments[0]) if arguments else SHARED / "bsdata" / "wh40k-10e"
    name = arguments[1] if len(arguments) > 1 else "Adeptus Astartes - Space Marines"
    library, catalogue_id = real_library(folder, name) if folder.is_dir() else invented_library()
    report(Army(library, catalogue_id))


if __name__ == "__main__":
    main(sys.argv[1:])
