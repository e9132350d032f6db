"""Measures how many times as long checking an illegal list takes as judging the same list without its fixes.

    python benchmarks/bench_fixes.py make FOLDER [--number N] [--seed S] SYSTEM [FACTION ...]
    python benchmarks/bench_fixes.py measure LIST or FOLDER ... [--rounds N] [--titles FILE]

``make`` builds an army of the usual size for each faction (all where none is named; ids or names, also of installed sets) and
writes ``--number`` illegal lists of each, with one to four mistakes: too many copies, a limit too low, no Warlord or two, too
much wargear, leaders, passengers and reserves that may not be so. ``measure`` compares processor time within one process:
reading, judging and reporting a list with all of its fixes, to the same without them, the least of a few rounds each.
``--titles`` writes what was offered, to be compared with another version's.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from listbuilder.errors import InputError
from listbuilder.report.checking import Job, check_one
from listbuilder.report.entry import Entry
from listbuilder.report.record import ListReport
from listbuilder.roster.edits import SetCostLimit
from listbuilder.session import Session
from listbuilder.sources import registry
from tests.play.building import build

USUAL = 2000  # points, where neither the game nor the data state a size
AIM = 2
TRIES = 40  # mistakes, until a list is illegal


# --- illegal lists ----------------------------------------------------------------------------------------------------------


def make(folder: Path, system: str, factions: list[str], number: int, seed: str) -> None:
    """Writes illegal lists of each faction."""
    folder.mkdir(parents=True, exist_ok=True)
    for faction in factions or [offer.id for offer in registry.named(system).factions(system)]:
        session = Session.new(system, faction)
        if session.limit is None and session.builder.points_type:
            session.history.do(SetCostLimit(session.builder.points_type, USUAL))
        build(session)
        state = session.history.state
        for index in range(number):
            spoil(session, random.Random(f"{seed} {system} {faction} {index}"))
            if session.verdict == "illegal":
                name = "".join(letter if letter.isalnum() else "-" for letter in f"{system} {faction} {index}")
                (folder / f"{name}.yaml").write_text(session.text(), "utf-8")
            while session.history.state != state:
                session.undo()


def spoil(session: Session, rng: random.Random) -> None:
    """Makes mistakes until the list has one to four errors."""
    wanted = rng.randint(1, 4)
    for _ in range(TRIES):
        with contextlib.suppress(LookupError, IndexError):
            rng.choice(MISTAKES)(session, rng)
        if sum(one.severity == "error" for one in session.findings) >= wanted:
            return


def _unit(session: Session, rng: random.Random) -> str:
    return rng.choice(session.army.units).id


def _copies(session: Session, rng: random.Random) -> None:
    unit = _unit(session, rng)
    for _ in range(rng.randint(1, 4)):
        session.duplicate_unit(unit)


def _limit(session: Session, rng: random.Random) -> None:
    if session.points:
        session.set_limit(int(session.points) - rng.choice((5, 20, 100, 300)))


def _warlord(session: Session, rng: random.Random) -> None:
    marked = [unit.id for unit in session.army.units if unit.warlord]
    if rng.random() < 0.5:
        session.clear_warlord(rng.choice(marked))
    else:
        session.set_warlord(_unit(session, rng))


def _wargear(session: Session, rng: random.Random) -> None:
    unit = _unit(session, rng)
    row = rng.choice([row for row in session.rows(unit) if row.kind != "heading"])
    session.set_count(unit, row.key, rng.choice((0, row.count + 1, row.count + 3)))


def _attached(session: Session, rng: random.Random) -> None:
    leader = rng.choice([unit for unit in session.army.units if unit.leader])
    session.attach(leader.id, _unit(session, rng))


def _embarked(session: Session, rng: random.Random) -> None:
    transport = rng.choice([unit for unit in session.army.units if unit.transport] or session.army.units)
    session.embark(_unit(session, rng), transport.id)


def _reserves(session: Session, rng: random.Random) -> None:
    states = list(session.system.vocabulary.reserves)
    for _ in range(rng.randint(1, 4)):
        session.set_reserves(_unit(session, rng), rng.choice(states))


MISTAKES: list[Callable[[Session, random.Random], None]] = [
    _copies,
    _limit,
    _warlord,
    _wargear,
    _attached,
    _embarked,
    _reserves,
]


# --- measuring --------------------------------------------------------------------------------------------------------------


def with_fixes(file: Path) -> ListReport:
    return check_one(Entry.of_file(str(file)), Job())


def without_fixes(file: Path) -> ListReport:
    return check_one(Entry.of_file(str(file)), Job(offers=False))


def milliseconds(work: Callable[[Path], object], file: Path, rounds: int) -> float:
    """The least processor time of a few rounds."""
    least = float("inf")
    for _ in range(rounds):
        gc.collect()
        start = time.process_time()
        work(file)
        least = min(least, time.process_time() - start)
    return least * 1000


def measure(paths: list[Path], rounds: int) -> Iterator[str]:
    """Prints a line for each folder, or for the single files; yields what was offered."""
    files = [file for path in paths for file in (sorted(path.rglob("*.yaml")) if path.is_dir() else [path])]
    plain, whole = [], []
    for file in files:
        record = with_fixes(file)  # reads the data
        if record.verdict != "illegal":
            continue
        yield f"{file}\n" + "".join(
            f"  {one.message}\n" + "".join(f"    {fix}\n" for fix in one.fixes) for one in record.findings
        )
        plain.append(milliseconds(without_fixes, file, rounds))
        whole.append(milliseconds(with_fixes, file, rounds))
    ratios = sorted(one / other for one, other in zip(whole, plain, strict=True))
    print(f"{len(ratios)} illegal lists, each judged in {statistics.mean(plain):.1f} ms")
    print(
        f"with fixes it takes {sum(whole) / sum(plain):.2f} times as long (median {statistics.median(ratios):.2f}, "
        f"90 of 100 less than {ratios[len(ratios) * 9 // 10]:.2f}, most {ratios[-1]:.2f}); aim {AIM}"
    )


def main() -> None:
    """Makes lists, or measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make")
    making.add_argument("folder", type=Path)
    making.add_argument("system")
    making.add_argument("factions", nargs="*")
    making.add_argument("--number", type=int, default=6)
    making.add_argument("--seed", default="1")
    measuring = commands.add_parser("measure")
    measuring.add_argument("paths", nargs="+", type=Path)
    measuring.add_argument("--rounds", type=int, default=3)
    measuring.add_argument("--titles", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "make":
        try:
            make(arguments.folder, arguments.system, arguments.factions, arguments.number, arguments.seed)
        except InputError as error:
            parser.error(str(error))
        return
    offered = list(measure(arguments.paths, arguments.rounds))
    if arguments.titles is not None:
        arguments.titles.write_text("\n".join(offered), "utf-8")


if __name__ == "__main__":
    main()
