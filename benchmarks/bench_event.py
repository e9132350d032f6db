"""Measures the check of a whole event, and beside it another program on the same lists.

    python benchmarks/bench_event.py [--lists 1000]
    python benchmarks/bench_event.py --set wh40k-10e [--lists 100]
    python benchmarks/bench_event.py --peer PYTHON LIST ...

The first makes an event of random armies of every native faction, of 1,000 to 2,000 points and in four formats. Three quarters of
them are mended by the fixes that the program offers, which makes most of these legal; the others stay as chance made them. It
checks the event with whole processes: processor time of a further list, how much two cores gain, peak memory. The second makes
such armies over an installed set and checks them as saved rosters. The third checks each list in a process of this program and in
one of PYTHON, an interpreter that has the package wh40kdc, and then all in one process each, as a check of several lists runs.
It prints the processor time of both per list: of the first check in the process, and of the median of further ones; how many
units each has read; and the ratio for the lists of which both have read the units. Ratios compare between machines,
milliseconds do not.
Leaves with status 1 where an aim (`aims.py`) is missed.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from listbuilder.errors import InputError
from listbuilder.exchange import formats
from listbuilder.report.checking import Job, check_all
from listbuilder.report.entry import Entry
from listbuilder.session.session import Session
from listbuilder.sources import registry
from listbuilder.validation.validate import validate

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.aims import Results
from benchmarks.processes import LISTBUILDER, cost, costs
from tests.exchange.writing.armies import random_session

if TYPE_CHECKING:
    from listbuilder.listfile.bound import BoundList

FORMATS = {"yaml": ".yaml", "gw-app": ".txt", "wtc-compact": ".txt", "markdown": ".md"}
DISTINCT = 4  # armies of each faction; the rest of an event are the same in other formats and with other names
UNITS = 14  # that chance picks: mending removes some of them
MOST_FIXES = 40  # that mend one list
FEW = 100  # lists, in which every faction comes up
SYSTEM = "wh40k-10e"
CHECK = (*LISTBUILDER, "check", "--quiet")
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


def made(set_name: str = "") -> list[tuple[str, bytes]]:
    """Random armies of every native faction, each in all formats, or as a roster over an installed set; suffixes and contents."""
    found: list[tuple[str, bytes]] = []
    for number, faction in enumerate(registry.native().factions(SYSTEM)):
        for seed in range(DISTINCT):
            session, is_legal = random_session(SYSTEM, faction.id, seed, UNITS), (number + seed) % DISTINCT > 0
            if set_name:
                found += _over(set_name, session.now.bound, is_legal=is_legal)
            else:
                bound = (mended(session) if is_legal else session).now.bound
                found += ((suffix, formats.written(bound, name)) for name, suffix in FORMATS.items())
    return found


def mended(session: Session) -> Session:
    """The list after one offered fix after another, those of units first, until no error or no fix is left."""
    for _ in range(MOST_FIXES):
        errors = sorted((one for one in session.findings if one.severity == "error"), key=lambda one: not one.unit)
        offers = (offer for finding in errors for offer in session.iter_fixes(finding) if not offer.agreed)
        offer = next(offers, None)
        if offer is None:
            break
        session.apply_fix(offer)
    return session


def prepare(folders: list[Path], sizes: tuple[int, ...], set_name: str) -> None:
    """Makes an event and writes so many of its lists into each folder."""
    contents = made(set_name)
    for folder, size in zip(folders, sizes, strict=True):
        write(folder, size, contents)


def write(folder: Path, number: int, contents: list[tuple[str, bytes]]) -> None:
    """Writes so many lists into a new folder."""
    folder.mkdir()
    dice = random.Random(number)
    for place in range(number):
        suffix, content = dice.choice(contents)
        (folder / f"list-{place:05}{suffix}").write_bytes(content)


def _over(set_name: str, native: BoundList, *, is_legal: bool) -> Iterator[tuple[str, bytes]]:
    """A native list as a roster over an installed set, where that has its faction."""
    with contextlib.suppress(InputError):
        text = formats.written(native, "gw-app")
        session = Session(validate(formats.read_bytes(text, "list", ".txt", registry.given((set_name,)))))
        yield ".rosz", formats.written((mended(session) if is_legal else session).now.bound, "rosz")


def event(number: int, set_name: str, results: Results) -> None:
    """Checks a made event on one core and on two, and a tenth of it."""
    data = ("--data", set_name) if set_name else ()
    with tempfile.TemporaryDirectory() as scratch:
        whole, part, first = folders = [Path(scratch) / name for name in ("whole", "part", "first")]
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:  # what it takes would count as theirs
            apart.submit(prepare, folders, (number, max(2, number // 10), 1), set_name).result()
        found = costs({str(path): (*CHECK, *data, "--jobs", "1", str(path)) for path in (whole, part, first)}, 1)
        both = cost((*CHECK, *data, "--jobs", "2", str(whole)))
    alone, tenth, one = (found[str(path)] for path in (whole, part, first))
    print(f"{number} lists of {set_name or SYSTEM}")
    print(f"one core   {alone.processor:8.1f} s of processor time {alone.wall:8.1f} s {alone.memory:8.0f} MB")
    print(f"two cores  {both.processor:8.1f} s of processor time {both.wall:8.1f} s {both.memory:8.0f} MB")
    each = 1000 * (alone.processor - one.processor) / (number - 1)
    results.add("community-list" if set_name else "event-list", each)
    if number >= FEW * 10:  # a tenth of fewer lists has not met every faction
        results.add("memory", alone.memory / tenth.memory)
    results.add("two-cores", 2 * alone.processor / both.processor)  # wall time tells what else the machine does


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


def cold(peer: str, names: list[str], results: Results) -> None:
    """Checks one list a process, here and there."""
    ratios = []
    for name in names:
        there = (peer, "-c", PEER, "0", name)
        found = costs({"here": (*CHECK, name), "there": there}, ROUNDS)
        ratios.append(found["here"].processor / found["there"].processor)
    results.add("peer-cold", statistics.median(ratios))


def beside(peer: str, names: list[str], results: Results) -> None:
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
        if group is both and both:
            results.add("peer-warm", sums[0] / sums[1])


def main() -> None:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measures the check of an event.")
    parser.add_argument("--lists", type=int, default=1000)
    parser.add_argument("--set", default="", help="an installed set of the same game")
    parser.add_argument("--peer", metavar="PYTHON", help="interpreter that has wh40kdc")
    parser.add_argument("names", nargs="*", metavar="LIST")
    given, results = parser.parse_args(), Results()
    if given.peer:
        cold(given.peer, given.names, results)
        beside(given.peer, given.names, results)
    else:
        try:
            _ = given.set and registry.named(given.set)
        except InputError as error:
            parser.error(str(error))
        event(given.lists, given.set, results)
    results.leave()


if __name__ == "__main__":
    main()
