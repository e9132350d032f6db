"""The formats of a report.

Each module in here is one format, found by being here: its ``REPORT`` says how the records of a check become text. All read the
same records (`listbuilder.report.record`) and nothing else.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct

from listbuilder.events.gathered import LeftOut
from listbuilder.events.tally import Tally
from listbuilder.i18n import language
from listbuilder.report.record import FindingRecord, ListReport
from listbuilder.terminal import PLAIN, Terminal
from listbuilder.validation import Pack

if TYPE_CHECKING:
    from listbuilder.events.teams import TeamReport

TEXT = "text"


class Settings(Struct, frozen=True):
    """How a report looks. ``quiet``: without lists that nothing is wrong with, where the format is for people; ``strict``:
    warnings count as errors; ``left_out``: files that were not taken for lists; ``title``: of the event, where known. ``pack``:
    what it plays; ``teams``: its rules for teams are judged, too. ``imposed``: what a settings file of the folder decided about
    all verdicts: it stands beside each of them, and once in reports that show findings alone."""

    terminal: Terminal = PLAIN
    quiet: bool = False
    strict: bool = False
    left_out: tuple[LeftOut, ...] = ()
    title: str = ""
    pack: Pack | None = None
    teams: bool = False
    imposed: str = ""

    @property
    def judges_teams(self) -> bool:
        """Whether teams are judged at the end."""
        return self.teams and self.pack is not None

    def tally(self) -> Tally:
        """For a report that shows one record after the other: what it needs at the end."""
        return Tally(whole=self.judges_teams)

    def judged_teams(self, records: Sequence[ListReport]) -> list[TeamReport]:
        """The teams of the lists, where they are to be judged."""
        if not self.judges_teams or self.pack is None:
            return []
        from listbuilder.events import teams

        return teams.judge(self.pack, records)

    def level(self, finding: FindingRecord, *, read: bool = True) -> str:
        """How grave a finding is to programs that know three levels: ``error``, ``warning``, or empty for a note. A list that
        could not be ``read`` is an error: nobody judged it."""
        match finding.severity:
            case "error":
                return "error"
            case "unjudged":
                return "warning" if read else "error"
            case "warning":
                return "error" if self.strict else "warning"
        return ""

    @property
    def language(self) -> str:
        """The code of the language that texts are in."""
        return language()


class Report(Struct, frozen=True):
    """One format. ``suffixes``: of files that mean it, in lower case. ``render`` gives the report piece by piece, as the records
    come. ``for_programs``: in English unless a language is asked for, and the same bytes whatever the terminal is.
    ``fixes``: it shows what would mend a finding, which takes time to find out."""

    name: str
    suffixes: tuple[str, ...]
    render: Callable[[Iterable[ListReport], Settings], Iterator[str]]
    for_programs: bool = False
    fixes: bool = True


def report(name: str) -> Report:
    """The format of that name, which is that of its module; the others are not imported."""
    found: Report = importlib.import_module(f"{__name__}.{name}").REPORT
    return found


@cache
def reports() -> dict[str, Report]:
    """Every format by its name, that of people first."""
    names = (module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_"))
    return {name: report(name) for name in sorted(names, key=lambda name: (name != TEXT, name))}


def by_suffix(suffix: str) -> Report | None:
    """The format that a file's name means; None where it means none."""
    return next((one for one in reports().values() if suffix.lower() in one.suffixes), None)


def shown(record: ListReport, settings: Settings) -> bool:
    """Whether a report for people has the list: with `Settings.quiet` only those that somebody has to look at."""
    return not settings.quiet or record.verdict != "legal" or any(one.severity != "info" for one in record.findings)
