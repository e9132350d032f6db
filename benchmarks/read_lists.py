"""How well real lists are read and bound: a table per format, and every error found on a list.

    python benchmarks/read_lists.py FOLDER [--errors] [--system PREFIX ...]

FOLDER holds lists of other programs by system and format (`wh40k-10e/gw-app/001.txt`), with an `index.csv` that says which are
trimmed. The data are the native set and those installed (`listbuilder data add`, `LISTBUILDER_DATA_DIR`). ``--errors`` prints
each error of each list below the table; `docs/formats.md` explains them.
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from listbuilder.errors import InputError, Problem
from listbuilder.exchange import formats
from listbuilder.exchange.formats import json_rosters, texts
from listbuilder.exchange.reading.record import ListRecord, Part
from listbuilder.i18n import Text
from listbuilder.validation import Validated, validate

TRIMMED = ("SNIPPET", "conformance fixture")
UNITS = frozenset(("datasheet",))


@dataclass
class Tally:
    """Counts over the lists of one format."""

    lists: int = 0
    recognised: int = 0
    units: int = 0
    units_bound: int = 0
    items: int = 0
    items_bound: int = 0
    sums: int = 0
    sums_equal: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--errors", action="store_true", help="print each error of each list, too")
    parser.add_argument("--system", nargs="*", default=[""], help="folders of systems, by how they begin")
    arguments = parser.parse_args()
    trimmed = _trimmed(arguments.folder)
    tallies: dict[str, Tally] = {}
    errors: list[str] = []
    for path in _files(arguments.folder, arguments.system):
        name = path.relative_to(arguments.folder).as_posix()
        key = "/".join(name.split("/")[:2]) + (" (trimmed)" if name in trimmed else "")
        errors += _measure(path, name, tallies.setdefault(key, Tally()))
    print("\n".join(_table(tallies)))
    if arguments.errors:
        print("\n" + "\n".join(errors))


def _files(folder: Path, systems: Iterable[str]) -> Iterator[Path]:
    for path in sorted(folder.glob("*/*/*")):
        if path.is_file() and any(path.parent.parent.name.startswith(system) for system in systems):
            yield path


def _trimmed(folder: Path) -> set[str]:
    index = folder / "index.csv"
    if not index.is_file():
        return set()
    with index.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    return {row["file"] for row in rows if any(mark in (row["note"] or "") for mark in TRIMMED)}


def _measure(path: Path, name: str, tally: Tally) -> list[str]:
    """Counts one list; returns its errors, a line each."""
    tally.lists += 1
    content = path.read_bytes()
    form = formats.recognise(content[: formats.HEAD])
    if form.name == formats.OWN:
        tally.verdicts["not recognised"] += 1
        return [f"{name}: not recognised"]
    tally.recognised += 1
    try:
        record = _record(form.name, content, name)
        bound = form.read(content, name)
        validated = validate(bound)
    except InputError as error:
        tally.verdicts["no data"] += 1
        return [f"{name}: {error}"]
    if record is not None:
        _count(tally, record, bound.problems)
    tally.verdicts[validated.verdict] += 1
    return list(_errors(name, validated))


def _record(form: str, content: bytes, name: str) -> ListRecord | None:
    if form in texts.READERS:
        return texts.record_of(form, content, name)
    return json_rosters.record_of(content, name) if form in {one.name for one in json_rosters.FORMATS} else None


def _count(tally: Tally, record: ListRecord, problems: Iterable[Problem]) -> None:
    lost = Counter(_kind(problem) for problem in problems)
    tally.units += len(record.units)
    tally.units_bound += len(record.units) - lost["unit"]
    known = [unit for unit in record.units if (unit.name, unit.line) not in _lost_units(problems)]
    items = sum(_lines(unit.parts) for unit in known)
    tally.items += items
    tally.items_bound += max(0, items - lost["item"])
    if record.total is not None:
        tally.sums += 1
        tally.sums_equal += sum(unit.points or 0 for unit in record.units) == record.total


def _lines(parts: Iterable[Part]) -> int:
    return sum(1 + _lines(part.parts) for part in parts)


def _kind(problem: Problem) -> str:
    if problem.rule != "unknown-name" or not isinstance(problem.message, Text):
        return ""
    what = str(problem.message.params.get("what", ""))
    return "unit" if what in UNITS else "" if what in {"detachment", "enhancement"} else "item" if problem.unit else ""


def _lost_units(problems: Iterable[Problem]) -> set[tuple[str, int]]:
    return {
        (str(problem.message.params["name"]), problem.line)
        for problem in problems
        if _kind(problem) == "unit" and isinstance(problem.message, Text)
    }


def _errors(name: str, validated: Validated) -> Iterator[str]:
    drifts = sum(finding.rule == "points-drift" for finding in validated.findings)
    ours, claimed = validated.army.points, sum(claim.points for claim in validated.bound.claims)
    pin = validated.bound.data.pin.set
    yield f"{name}: {validated.verdict} by {pin}, {ours} points (claimed {claimed}, {drifts} units differ)"
    for finding in validated.findings:
        if finding.severity in {"error", "unjudged"}:
            line = finding.place.line if finding.place else 0
            yield f"  {finding.severity} {finding.rule} :{line} {finding.message}"


def _table(tallies: dict[str, Tally]) -> Iterator[str]:
    yield "| format | lists | recognised | unit lines bound | wargear lines bound | sum is the total | verdicts |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | --- |"
    for key, tally in tallies.items():
        verdicts = ", ".join(f"{number} {verdict}" for verdict, number in sorted(tally.verdicts.items()))
        parts = (
            f"{tally.units_bound}/{tally.units}" if tally.units else "-",
            f"{tally.items_bound}/{tally.items}" if tally.items else "-",
            f"{tally.sums_equal}/{tally.sums}" if tally.sums else "-",
        )
        yield f"| {key} | {tally.lists} | {tally.recognised} | {' | '.join(parts)} | {verdicts} |"


if __name__ == "__main__":
    main()
