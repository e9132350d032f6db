"""Rechecks the lists of a whole season under newer data, on a Dask cluster.

    pip install "listbuilder[cluster]"
    python season.py LISTS ... --data OLD --data NEW [--scheduler tcp://host:8786 | --workers N] [--output season.csv]

Judging a list is a pure function of the list, the data and the rules, so no list depends on another: they are sent to the workers
in batches with their contents, and each worker reads the data once. Every worker needs the same data sets installed
(``listbuilder data add``); the table says which data judged a list. Without a scheduler a cluster is started on this machine, one
process a worker.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path, PurePath
from typing import TextIO

from dask.distributed import Client, Future, LocalCluster, as_completed

from listbuilder.errors import InputError
from listbuilder.events.gathering import gather
from listbuilder.events.recheck import Rechecked, Twice, recheck_one
from listbuilder.events.reports.csv import cell
from listbuilder.report.checking import Job
from listbuilder.report.entry import Entry

BATCH = 50  # lists that a worker gets at a time
WAITING = 400  # batches that are under way at once: a hundred thousand lists need not fit into memory
HEAD = ("list", "before", "after", "points before", "points after", "data before", "data after", "new findings")


def with_content(entry: Entry) -> Entry:
    """The list with its content, for a worker that does not see this machine's files."""
    if entry.path is None or entry.problem is not None:
        return entry
    try:
        return Entry(
            entry.name, content=entry.text(), suffix=PurePath(entry.name).suffix, player=entry.player, team=entry.team
        )
    except InputError as error:
        return Entry(entry.name, problem=error.problems[0])


def work(entries: Sequence[Entry], job: Twice) -> list[Rechecked]:
    """A batch of lists, on a worker."""
    return [recheck_one(entry, job) for entry in entries]


def rechecked(client: Client, entries: Sequence[Entry], job: Twice) -> Iterator[tuple[int, list[Rechecked]]]:
    """The batches with their numbers, each as soon as it is done."""
    batches = iter(enumerate(entries[start : start + BATCH] for start in range(0, len(entries), BATCH)))
    numbers: dict[str, int] = {}

    def submit(number: int, batch: Sequence[Entry]) -> Future:
        future = client.submit(work, list(map(with_content, batch)), job, pure=False)
        numbers[future.key] = number
        return future

    pool = as_completed([submit(*one) for one in islice(batches, WAITING)], with_results=True)
    for future, result in pool:
        yield numbers.pop(future.key), result
        following = next(batches, None)
        if following is not None:
            pool.add(submit(*following))


def row(one: Rechecked) -> tuple[str, ...]:
    """One list as a line of the table."""
    before, after = one.before, one.after
    data = (f"{side.data.set} {side.data.date}" if side.data else "" for side in (before, after))
    news = "; ".join(f"{finding.unit_name}: {finding.rule}".removeprefix(": ") for finding in one.news)
    facts = (after.file, before.verdict, after.verdict, before.points or "", after.points or "", *data, news)
    return tuple(map(cell, facts))


def write(found: dict[int, list[Rechecked]], stream: TextIO) -> None:
    """The table in the order of the lists, whatever order they were done in."""
    table = csv.writer(stream)
    table.writerow(HEAD)
    for number in sorted(found):
        table.writerows(map(row, found[number]))


def main() -> int:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(description="Rechecks the lists of a season on a Dask cluster.")
    parser.add_argument("lists", nargs="+", metavar="FILE|FOLDER|ZIP|CSV")
    parser.add_argument(
        "--data", action="append", required=True, metavar="NAME", help="the older set, then the newer one"
    )
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of a running cluster")
    parser.add_argument(
        "--workers", type=int, default=2, metavar="N", help="processes on this machine, without a scheduler"
    )
    parser.add_argument("--output", type=Path, metavar="FILE", help="a CSV file; standard output by default")
    given = parser.parse_args()
    entries = gather(given.lists).entries
    job = Twice(Job(data=tuple(given.data[:-1])), Job(data=tuple(given.data[-1:]), offers=False))
    local = {"n_workers": given.workers, "threads_per_worker": 1, "dashboard_address": None}
    with Client(given.scheduler or LocalCluster(**local)) as client:
        start = time.perf_counter()
        found = dict(rechecked(client, entries, job))
        seconds = time.perf_counter() - start
    if given.output:
        with given.output.open("w", encoding="utf-8", newline="") as stream:
            write(found, stream)
    else:
        write(found, sys.stdout)
    results = [one for batch in found.values() for one in batch]
    broken = sum(one.breaks for one in results)
    print(f"{len(results)} lists in {seconds:.1f} s, {broken} break", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
