"""The result of checking one list, as plain records in the language in use. Both reporters read nothing else.

They are sent between processes, so they hold no reference to the army.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import PurePath

from msgspec import Struct
from msgspec.structs import replace

from listbuilder.army import Army, Unit
from listbuilder.army.allegiance import allegiance
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.pin import DataPin
from listbuilder.errors import TOO_LARGE, WARNING, InputError, Problem
from listbuilder.expressions import expression
from listbuilder.i18n import Text, _, language
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.figures import Counted
from listbuilder.rules.spending import Spending

_SURROGATE = expression("[\ud800-\udfff]")  # how Python reads a byte of a path that is no UTF-8

JUDGED = "judged"  # legal or illegal
OPEN = "open"  # a list that the data or the rules cannot judge
NO_DATA = "no-data"  # a list of a game or faction that no data are there for
BROKEN = "broken"  # damaged, or written against its format
EMPTY = "empty"
UNKNOWN = "unknown-format"  # no list in a format that is read; `TOO_LARGE` is a state, too
# of problems by their rules
_STATES = {"empty-file": EMPTY, "unknown-format": UNKNOWN, "no-data": NO_DATA, TOO_LARGE: TOO_LARGE}

FixTitles = Callable[[Diagnostic], Iterable[Text]]
Reason = Callable[[Diagnostic], Text | None]
Naming = Callable[[str], str]  # what is shown for a name


def _none(_finding: Diagnostic) -> None:
    return None


def _no_fixes(_finding: Diagnostic) -> Iterable[Text]:
    return ()


def _all_sought(_finding: Diagnostic) -> bool:
    return False


class FindingRecord(Struct, frozen=True):
    """One finding. ``file`` is empty when it is the list's own; ``unit`` is the unit's id, ``unit_name`` its name.
    ``unsought``: no fix is known because the search had cost its share of the list's budget."""

    rule: str
    severity: str
    message: str
    unit: str = ""
    unit_name: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    found: str | None = None
    bound: str | None = None
    source: str = ""
    fixes: tuple[str, ...] = ()
    unsought: bool = False
    left: str = ""  # why it was not fixed, where fixes were asked for
    excerpt: str = ""  # the line of the file that the finding points at
    beside: str = ""  # what is said beside the verdict because of it

    @property
    def hints(self) -> tuple[str, ...]:
        """What people are told of its fixes: what they are, or that they were not looked for."""
        return (_("not looked for: the budget of the search is spent"),) if self.unsought else self.fixes


class UnitRecord(Struct, frozen=True):
    """One unit of a list: its datasheet, by name and id, with its models and points. ``words``: its keywords, its datasheet and
    its role, case-folded."""

    datasheet: str
    datasheet_id: str
    models: int
    points: str | None = None
    words: tuple[str, ...] = ()


class FigureRecord(Struct, frozen=True):
    """A number that the game counts in a list: its id, and name and number in words."""

    id: str
    number: int
    text: str


class SpentRecord(Struct, frozen=True):
    """What a list spends in a currency besides points: its id, the amount, and both with the limit in words."""

    id: str
    number: str
    text: str


class ListReport(Struct, frozen=True):
    """One list: what it is, the verdict, and the findings.

    ``state``: whether there was a list to judge, and what came of it. ``container``: the archive or table that it is in.
    ``player`` and ``team``: who sent it, where a registration form says so; ``event``: whose pack it was judged by.
    ``allegiance``: keywords and names that say whose the army is; ``part_of``: the faction that its own may be a part of.
    ``fixed``: titles of the fixes that were applied; ``content``: the list afterwards, empty when nothing was applied;
    ``diff``: how it differs from the file. ``others``: data sets that could have judged it as well, where it names none.
    ``imposed``: what a settings file of the folder decided about its verdict.
    """

    file: str
    verdict: str
    state: str = JUDGED
    player: str = ""
    team: str = ""
    container: str = ""
    event: str = ""
    name: str = ""
    system: str = ""
    faction: str = ""
    faction_name: str = ""
    allegiance: tuple[str, ...] = ()
    part_of: str = ""
    detachments: tuple[str, ...] = ()
    units: tuple[UnitRecord, ...] = ()
    points: str | None = None
    limit: str | None = None
    spent: tuple[SpentRecord, ...] = ()
    figures: tuple[FigureRecord, ...] = ()
    data: DataPin | None = None
    findings: tuple[FindingRecord, ...] = ()
    fixed: tuple[str, ...] = ()
    content: str = ""
    diff: str = ""
    others: tuple[str, ...] = ()
    imposed: str = ""

    @property
    def terms(self) -> tuple[str, ...]:
        """What was judged otherwise than lists usually are, in a few words each: they stand wherever the verdict stands."""
        return tuple(dict.fromkeys(one for one in (*(one.beside for one in self.findings), self.imposed) if one))

    @property
    def was_read(self) -> bool:
        """Whether there was a list to judge."""
        return self.state in {JUDGED, OPEN}

    def fails(self, *, strict: bool = False) -> bool:
        """Whether the list is illegal, or (``strict``) has warnings."""
        return self.verdict == "illegal" or (strict and any(one.severity == WARNING for one in self.findings))


class Summary(Struct, frozen=True):
    """How many lists got which verdict."""

    lists: int = 0
    legal: int = 0
    illegal: int = 0
    unjudged: int = 0

    @classmethod
    def of(cls, verdicts: Iterable[str]) -> Summary:
        found = list(verdicts)
        return cls(len(found), found.count("legal"), found.count("illegal"), found.count("unjudged"))


def number(value: Number | None) -> str | None:
    """The exact number as text, never through a float."""
    if value is None or isinstance(value, int):
        return None if value is None else str(value)
    return f"{value.normalize():f}"


def report(
    army: Army,
    findings: Iterable[Diagnostic],
    verdict: str,
    *,
    file: str,
    fixed: Iterable[str] = (),
    fixes: FixTitles = _no_fixes,
    unsought: Callable[[Diagnostic], bool] = _all_sought,
    left: Reason = _none,
    content: str = "",
    diff: str = "",
    others: tuple[str, ...] = (),
    naming: Naming | None = None,
    spent: Iterable[Spending] = (),
    figures: Iterable[Counted] = (),
) -> ListReport:
    """The record of one evaluated list. ``fixes`` gives the titles of a finding's fixes, ``unsought`` whether they were
    not looked for, ``left`` why it was not fixed, ``naming`` what is shown for a name, by default the name in the language in
    use. ``spent``: in currencies besides points; ``figures``: what the game counts in the army."""

    def localised(text: str) -> str:
        return army.localise(text, language())

    name = naming or localised
    return ListReport(
        file=shown_path(file),
        verdict=verdict,
        state=OPEN if verdict == "unjudged" else JUDGED,
        name=army.name,
        system=army.system,
        faction=army.faction,
        faction_name=name(army.faction_name),
        allegiance=allegiance(army),
        part_of=army.part_of,
        detachments=tuple(name(detachment.name) for detachment in army.detachments),
        units=tuple(_unit(unit, name) for unit in army.units),
        points=number(army.points) if army.has_points else None,
        limit=number(army.limit),
        spent=tuple(SpentRecord(one.currency, number(one.spent) or "0", str(one)) for one in spent),
        figures=tuple(FigureRecord(one.figure, one.number, str(one)) for one in figures),
        data=army.data,
        findings=tuple(
            replace(_entry(finding, army, name, file, fixes(finding), left(finding)), unsought=unsought(finding))
            for finding in findings
        ),
        fixed=tuple(fixed),
        content=content,
        diff=diff,
        others=others,
    )


def failed(file: str, error: InputError, naming: Naming = str) -> ListReport:
    """The record of a list that could not be read. ``naming``: what is shown for a name, and for words that are no text of the
    program."""
    return ListReport(
        file=shown_path(file),
        verdict="unjudged",
        state=next((_STATES[problem.rule] for problem in error.problems if problem.rule in _STATES), BROKEN),
        findings=tuple(_problem_entry(problem, file, naming) for problem in error.problems),
    )


def _unit(unit: Unit, name: Callable[[str], str]) -> UnitRecord:
    return UnitRecord(name(unit.datasheet), unit.datasheet_id, unit.model_count, number(unit.points), (*unit.words,))


def _problem_entry(problem: Problem, file: str, naming: Naming) -> FindingRecord:
    path = shown_path(problem.file) if problem.file else ""
    return FindingRecord(
        rule=problem.rule,
        severity=problem.severity,
        message=_rendered(problem.message, naming),
        unit=problem.unit,
        file="" if path == shown_path(file) else path,
        line=problem.line,
        column=problem.column,
        found=number(problem.found),
        bound=number(problem.bound),
        fixes=(_rendered(problem.hint, naming),) if str(problem.hint) else (),
        beside=problem.beside.render(naming) if problem.beside is not None else "",
    )


def _rendered(text: Text | str, naming: Naming) -> str:
    return text.render(naming) if isinstance(text, Text) else naming(text)


@lru_cache(maxsize=16)  # of one list, it is asked for several times
def shown_path(file: str) -> str:
    """The path with forward slashes, so that a report reads the same on every system; bytes that are no UTF-8 in hexadecimal."""
    shown = PurePath(file).as_posix() if file not in {"", "-"} else file
    return _SURROGATE.sub(lambda found: f"\\x{ord(found[0]) & 0xFF:02x}", shown)


def _entry(
    finding: Diagnostic, army: Army, name: Callable[[str], str], file: str, fixes: Iterable[Text], left: Text | None
) -> FindingRecord:
    unit = army.unit(finding.unit) if finding.unit else None
    place = finding.place or (unit.place if unit else None)
    path = shown_path(place.file) if place else ""
    return FindingRecord(
        rule=finding.rule,
        severity=finding.severity,
        message=finding.message.render(name),
        unit=finding.unit,
        unit_name=name(unit.name) if unit else "",
        file="" if path == shown_path(file) else path,
        line=place.line if place else 0,
        column=place.column if place else 0,
        found=number(finding.found),
        bound=number(finding.bound),
        source=str(finding.source),
        fixes=tuple(title.render(name) for title in fixes),
        left=str(left or ""),
        beside=finding.beside.render(name) if finding.beside is not None else "",
    )
