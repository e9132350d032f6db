"""Measures the check of a whole event, and beside it another program on the same lists.

    python benchmarks/bench_event.py [--lists 1000]
    python benchmarks/bench_event.py --peer PYTHON LIST ...

The first makes an event of random armies of every native faction, in four formats, a part of them illegal, and checks it with
whole processes: lists per second on one core, how much two cores gain, peak memory. The second reads and checks lists in one warm
process of this program and in one of PYTHON, an interpreter that has the package wh40kdc, and prints how long both take per list.
Ratios compare between machines, milliseconds do not; run both on an idle machine.
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

from listbuilder.exchange import formats
from listbuilder.report.checking import Job, check_one
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
import json, statistics, sys, time
import wh40kdc
from wh40kdc.data.roster import check_roster
data = wh40kdc.Dataset.embedded()
found = {}
for name in sys.argv[2:]:
    text = open(name, encoding="utf-8").read()
    times = []
    for number in range(int(sys.argv[1]) + 1):
        start = time.perf_counter()
        read = wh40kdc.try_import_roster(text, data)
        if read["ok"]:
            check_roster(read["roster"], data)
        times.append(time.perf_counter() - start)
    found[name] = statistics.median(times[1:]) if read["ok"] else None
print(json.dumps(found))
"""


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


def beside(peer: str, names: list[str]) -> None:
    """Reads and checks lists here and there, warm."""
    output = subprocess.run((peer, "-c", PEER, str(ROUNDS), *names), capture_output=True, check=True, text=True)
    there: dict[str, float | None] = json.loads(output.stdout)
    ratios: list[float] = []
    for name in names:
        times = []
        for _round in range(ROUNDS + 1):
            start = time.perf_counter()
            record = check_one(Entry.of_file(name), Job(offers=False))
            times.append(time.perf_counter() - start)
        here, other = statistics.median(times[1:]), there[name]
        words = "not read" if other is None else f"{1000 * other:8.2f} ms"
        print(f"{Path(name).name:24} {record.verdict:10} {1000 * here:8.2f} ms   there {words}")
        if other is not None and record.was_read:
            ratios.append(here / other)
    if ratios:
        print(f"{len(ratios)} lists read by both: {statistics.median(ratios):.1f} times as long here (median)")


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
