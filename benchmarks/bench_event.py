"""Measures the check of a whole event, and beside it another program on the same lists.

    python benchmarks/bench_event.py [--lists 1000]
    python benchmarks/bench_event.py --peer PYTHON LIST ...

The first makes an event of random armies of every native faction, in four formats, a part of them illegal, and checks it with
whole processes: lists per second on one core, how much two cores gain, peak memory. The second reads and checks lists in one
process of this program, as a check of several lists runs, and in one of PYTHON, an interpreter that has the package wh40kdc. It
prints the processor time of both per list: of the first check, which loads data, and of the median of further ones; how many
units each has read; and the ratio for the lists of which both have read the units. Ratios compare between machines,
milliseconds do not.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from listbuilder.exchange import formats
from listbuilder.report.checking import Job, check_all
from listbuilder.report.entry import Entry
from listbuilder.sources import registry

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.bench_check import CHECK, median
from tests.exchange.writing.armies import random_session

FORMATS = {"yaml": ".yaml", "gw-app": ".txt", "wtc-compact": ".txt", "markdown": ".md"}
DISTINCT = 4  # armies of each faction; the rest of an event are the same in other formats and with other names
SYSTEM = "wh40k-10e"
ROUNDS = 5
PEER = """
import json, sys, time
import wh40kdc
from wh40kdc.data.roster import check_roster
data = wh40kdc.Dataset.embedded()
found = {}
for name in sys.argv[2:]:
    text = open(name, encoding="utf-8").read()
    times, units = [], 0
    for number in range(int(sys.argv[1]) + 1):
        start = time.process_time()
        read = wh40kdc.try_import_roster(text, data)
        if read["ok"]:
            units = len(check_roster(read["roster"], data)["units"])
        times.append(time.process_time() - start)
    found[name] = times, units
print(json.dumps(found))
"""


class Timed(NamedTuple):
    """Seconds of processor time that checks of one list took, the first first, and the units that were read."""

    times: list[float]
    units: int

    @property
    def warm(self) -> float:
        return statistics.median(self.times[1:])


def make_event(folder: Path, number: int) -> None:
    """Writes so many lists: random armies, each in one of the formats."""
    dice = random.Random(number)
    factions = registry.factions(SYSTEM)
    contents: list[tuple[str, bytes]] = []
    for faction in factions:
        for seed in range(DISTINCT):
            bound = random_session(SYSTEM, faction.id, seed).now.bound
            contents += ((suffix, formats.written(bound, name)) for name, suffix in FORMATS.items())
    for place in range(number):
        suffix, content = dice.choice(contents)
        (folder / f"list-{place:05}{suffix}").write_bytes(content)


def event(number: int) -> None:
    """Checks a made event on one core and on two."""
    with tempfile.TemporaryDirectory() as scratch:
        make_event(Path(scratch), number)
        alone, memory = median((*CHECK, "--jobs", "1", "--quiet", scratch), 1)
        both, _memory = median((*CHECK, "--jobs", "2", "--quiet", scratch), 1)
    print(f"{number} lists of {SYSTEM} in {len(FORMATS)} formats")
    print(f"one core   {alone:8.1f} s {number / alone:8.0f} lists/s {memory:8.0f} MB")
    print(f"two cores  {both:8.1f} s {number / both:8.0f} lists/s {alone / both:8.2f} times as fast")


def here(names: list[str]) -> dict[str, Timed]:
    """Checks each list several times in this process, as a check of them all does it."""
    rounds = ROUNDS + 1
    entries = [Entry.of_file(name) for name in names for _round in range(rounds)]
    found: dict[str, Timed] = {}
    before, times = time.process_time(), []
    for entry, record in zip(entries, check_all(entries, Job(offers=False), jobs=1), strict=True):
        now = time.process_time()
        times.append(now - before)
        if len(times) == rounds:
            found[entry.name], times = Timed(times, len(record.units)), []
        before = time.process_time()
    return found


def beside(peer: str, names: list[str]) -> None:
    """Reads and checks lists here and there."""
    output = subprocess.run((peer, "-c", PEER, str(ROUNDS), *names), capture_output=True, check=True, text=True)
    there = {name: Timed(*found) for name, found in json.loads(output.stdout).items()}
    mine = here(names)
    for name in names:
        columns = (
            f"{1000 * one.times[0]:9.1f} {1000 * one.warm:8.2f} ms {one.units:3} units"
            for one in (mine[name], there[name])
        )
        print(f"{Path(name).name:24}", "   there".join(columns))
    both = [name for name in names if mine[name].units and there[name].units]
    if both:
        ratio = statistics.median(mine[name].warm / there[name].warm for name in both)
        print(f"{len(both)} of {len(names)} lists with units read by both: {ratio:.1f} times as long here (median)")
    for title, group in (("these", both), ("all", names)):
        sums = [1000 * sum(found[name].warm for name in group) for found in (mine, there)]
        print(f"{title} lists together: {sums[0]:.0f} ms here, {sums[1]:.0f} ms there")


def main() -> None:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measures the check of an event.")
    parser.add_argument("--lists", type=int, default=1000)
    parser.add_argument("--peer", metavar="PYTHON", help="interpreter that has wh40kdc")
    parser.add_argument("names", nargs="*", metavar="LIST")
    given = parser.parse_args()
    if given.peer:
        beside(given.peer, given.names)
    else:
        event(given.lists)


if __name__ == "__main__":
    main()
