"""How well real lists are read and bound: a table per format and data set, and every error found on a list.

    python benchmarks/read_lists.py FOLDER [--errors] [--system PREFIX ...] [--data NAME ...]

FOLDER holds lists of other programs by system and format (`wh40k-10e/gw-app/001.txt`), with an `index.csv` that says which are
trimmed. Each list is read over the native data and over each installed set (`listbuilder data add`, `LISTBUILDER_DATA_DIR`)
that has its system, or over those that ``--data`` names. ``--errors`` prints each finding that speaks against a list below the
table; `docs/formats.md` explains them.
"""

from __future__ import annotations

import argparse
import csv
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import msgspec

from listbuilder.catalogue.library import Library
from listbuilder.errors import UNJUDGED, InputError, Problem
from listbuilder.exchange import formats, ros_xml
from listbuilder.exchange.binding.names import squeezed
from listbuilder.exchange.formats import json_rosters, texts
from listbuilder.exchange.reading import roster_json
from listbuilder.exchange.reading.record import ListRecord, Part
from listbuilder.exchange.reading.text import decoded
from listbuilder.i18n import Text
from listbuilder.listfile.bound import BoundList
from listbuilder.roster.tree import Force, Selection
from listbuilder.sources import registry
from listbuilder.sources.dataset import NATIVE, DataSet
from listbuilder.sources.registry import Sets
from listbuilder.validation import Validated, validate

TRIMMED = ("SNIPPET", "conformance fixture")
UNITS = frozenset(("datasheet", "unit"))
HEADER = frozenset(("detachment", "enhancement"))
LOST = frozenset(("unknown-name", "not-offered"))
UNREAD = frozenset(("unknown-name", "unread-line"))


class Share(NamedTuple):
    """How many of so many. ``strange``: how many of the others have a name that nothing in the list's data has."""

    part: int = 0
    whole: int = 0
    strange: int = 0

    def plus(self, part: int, whole: int, strange: int = 0) -> Share:
        return Share(self.part + part, self.whole + whole, self.strange + strange)

    def __str__(self) -> str:
        known = f" ({self.whole - self.strange})" if self.strange else ""
        return f"{self.part}/{self.whole}{known}" if self.whole else "-"


NONE = Share()


@dataclass
class Tally:
    """Counts over the lists of one format and data set. ``full``: lists of which every line is bound; ``sums``: whose units cost
    in all what the list states; ``totals``: whose points by our data are the stated total."""

    lists: int = 0
    recognised: int = 0
    full: int = 0
    units: Share = NONE
    items: Share = NONE
    sums: Share = NONE
    totals: Share = NONE
    verdicts: Counter[str] = field(default_factory=Counter)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--errors", action="store_true", help="print each error of each list, too")
    parser.add_argument("--system", nargs="*", default=[""], help="folders of systems, by how they begin")
    parser.add_argument("--data", nargs="*", default=[], help="the data sets, as of `listbuilder check --data`")
    arguments = parser.parse_args()
    trimmed = _trimmed(arguments.folder)
    names = arguments.data or [NATIVE, *(item.name for item in registry.store().list())]
    sets = registry.given(names)
    tallies: dict[tuple[str, str], Tally] = {}
    errors: list[str] = []
    for path in _files(arguments.folder, arguments.system):
        name = path.relative_to(arguments.folder).as_posix()
        form = "/".join(name.split("/")[:2]) + (" (trimmed)" if name in trimmed else "")
        having = _having(name.split("/")[0], sets)
        for data in having:
            errors += _measure(path, name, (data,), tallies.setdefault((form, data.name), Tally()))
        if not having:
            errors += _measure(path, name, sets, tallies.setdefault((form, "-"), Tally()))
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


def _having(system: str, sets: Iterable[DataSet]) -> list[DataSet]:
    """The data sets that have the system of a folder."""
    known = next((one for one in registry.native().all_systems() if one.id == system), None)
    ids = known.game_system_ids if known else ()
    return [data for data in sets if data.has_system(system) or any(map(data.has_game_system, ids))]


def _measure(path: Path, name: str, among: Sets, tally: Tally) -> list[str]:
    """Counts one list; returns its errors, a line each."""
    tally.lists += 1
    content = path.read_bytes()
    form = formats.recognise(content[: formats.HEAD])
    if form.name == formats.OWN:
        tally.verdicts["not recognised"] += 1
        return [f"{name}: not recognised"]
    tally.recognised += 1
    try:
        bound = form.read(content, name, among)
        validated = validate(bound)
    except InputError as error:
        tally.verdicts["no data" if error.problems[0].rule == "no-data" else "refused"] += 1
        return [f"{name}: {error}"]
    root = _saved(form.name, content, name)
    record = (
        roster_json.read(roster_json.node_of(root), name) if root is not None else _record(form.name, content, name)
    )
    if root is not None and bound.data.form == "forces":
        _count_saved(tally, root, bound)
    else:
        _count(tally, record, bound)
    if record.total:
        if record.units and root is None:
            tally.sums = tally.sums.plus(sum(unit.points or 0 for unit in record.units) == record.total, 1)
        tally.totals = tally.totals.plus(validated.army.points == record.total, 1)
    tally.full += not any(problem.rule in UNREAD and problem.severity == UNJUDGED for problem in bound.problems)
    tally.verdicts[validated.verdict] += 1
    return list(_errors(name, validated))


def _saved(form: str, content: bytes, name: str) -> ET.Element | None:
    """The roster of a list that names the entries of community data by id; None for any other."""
    if form == "ros":
        return ros_xml.parse_roster(ros_xml.unpacked(content, name, formats.LIMIT), name)
    if form not in {one.name for one in json_rosters.FORMATS} or json_rosters.record_of(content, name) is not None:
        return None
    return roster_json.elements(roster_json.roster_of(roster_json.parse(decoded(content, name, formats.LIMIT))), name)


def _record(form: str, content: bytes, name: str) -> ListRecord:
    """What a list states by names."""
    if form in texts.READERS:
        return texts.record_of(form, content, name)
    record = json_rosters.record_of(content, name)
    assert record is not None  # one with ids is a saved roster
    return record


def _count_saved(tally: Tally, root: ET.Element, bound: BoundList) -> None:
    """Counts the selections: those of the forces as units, those in bound ones as wargear."""
    stated = [one for force in root.iter("force") for one in force.iterfind("selections/selection")]
    forces = _forces(bound.roster.forces)
    kept = [selection for force in forces for selection in force.selections]
    lost = [problem for problem in bound.problems if problem.rule in LOST]
    strange = Counter(bool(problem.unit) for problem in _strange(lost, bound.data.library))
    tally.units = tally.units.plus(len(kept), len(stated), strange[False])
    below = sum(_selections(selection.selections) for selection in kept)
    inside = sum(bool(problem.unit) for problem in lost)
    tally.items = tally.items.plus(below, below + inside, strange[True])


def _strange(problems: Iterable[Problem], library: Library) -> list[Problem]:
    """Those whose name nothing has in the data that the list's faction may use: not even under another spelling."""
    names = library.kept(_names)
    return [one for one in problems if one.rule == "not-offered" or squeezed(_name(one)) not in names]


def _name(problem: Problem) -> str:
    return str(problem.message.params.get("name", "")) if isinstance(problem.message, Text) else ""


def _names(library: Library) -> frozenset[str]:
    """Every name in the data of a library, in lower case without spaces, punctuation and plurals."""
    found: set[str] = set()
    waiting: list[object] = list(library.files)
    for record in waiting:  # grows during the loop
        if isinstance(record, msgspec.Struct):
            name = getattr(record, "name", "")
            found.update((squeezed(name),) if isinstance(name, str) else ())
            waiting.extend(getattr(record, field) for field in record.__struct_fields__)
        elif isinstance(record, tuple):
            waiting.extend(record)
    return frozenset(found)


def _forces(forces: Iterable[Force]) -> Iterator[Force]:
    for force in forces:
        yield force
        yield from _forces(force.forces)


def _selections(selections: Iterable[Selection]) -> int:
    return sum(1 + _selections(selection.selections) for selection in selections)


def _count(tally: Tally, record: ListRecord, bound: BoundList) -> None:
    problems = bound.problems
    kinds = Counter(_kind(problem) for problem in problems)
    strange = Counter(_kind(problem) for problem in _strange(filter(_kind, problems), bound.data.library))
    tally.units = tally.units.plus(len(record.units) - kinds["unit"], len(record.units), strange["unit"])
    lost = {problem.line for problem in problems if _kind(problem) == "unit"}
    items = sum(_lines(unit.parts) for unit in record.units if not unit.line or unit.line not in lost)
    tally.items = tally.items.plus(max(0, items - kinds["item"]), items, strange["item"])


def _lines(parts: Iterable[Part]) -> int:
    return sum(1 + _lines(part.parts) for part in parts)


def _kind(problem: Problem) -> str:
    """What a problem says is not bound: a unit, something that a unit has, or nothing of the kind."""
    if problem.rule == "not-offered":
        return "unit"
    if problem.rule != "unknown-name" or not isinstance(problem.message, Text):
        return ""
    what = str(problem.message.params.get("what", ""))
    return "unit" if what in UNITS else "" if what in HEADER else "item" if problem.unit else ""


def _errors(name: str, validated: Validated) -> Iterator[str]:
    drifts = sum(finding.rule == "points-drift" for finding in validated.findings)
    ours, claimed = validated.army.points, sum(claim.points for claim in validated.bound.claims)
    pin = validated.bound.data.pin.set
    yield f"{name}: {validated.verdict} by {pin}, {ours} points (claimed {claimed}, {drifts} units differ)"
    for finding in validated.findings:
        if finding.severity in {"error", "unjudged"}:
            line = finding.place.line if finding.place else 0
            yield f"  {finding.severity} {finding.rule} :{line} {finding.message}"


def _table(tallies: dict[tuple[str, str], Tally]) -> Iterator[str]:
    heads = (
        "format",
        "data",
        "lists",
        "recognised",
        "fully bound",
        "units",
        "wargear",
        "units cost the total",
        "our points are",
    )
    yield f"| {' | '.join(heads)} | verdicts |"
    yield f"| --- | --- |{' ---: |' * (len(heads) - 2)} --- |"
    for (form, data), tally in sorted(tallies.items()):
        verdicts = ", ".join(f"{number} {verdict}" for verdict, number in sorted(tally.verdicts.items()))
        numbers = (tally.lists, tally.recognised, tally.full, tally.units, tally.items, tally.sums, tally.totals)
        yield f"| {form} | {data} | {' | '.join(map(str, numbers))} | {verdicts} |"


if __name__ == "__main__":
    main()
