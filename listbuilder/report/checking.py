"""Checks lists: from an entry to its record. A list that cannot be judged does not stop the others."""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from listbuilder import budget, files
from listbuilder.errors import InputError
from listbuilder.expressions import expression
from listbuilder.i18n import Text
from listbuilder.listfile.bound import BoundList
from listbuilder.report import parallel
from listbuilder.report.entry import Entry
from listbuilder.report.record import ListReport, failed, report, shown_path
from listbuilder.rules.diagnostic import decision
from listbuilder.rules.figures import figures
from listbuilder.rules.spending import spending
from listbuilder.sources import registry
from listbuilder.sources.cache import without_gc
from listbuilder.validation import Pack, Validated, own_terms, validate
from listbuilder.validation.pack.asked import Asked

if TYPE_CHECKING:
    from listbuilder.army import Army
    from listbuilder.catalogue.system import System
    from listbuilder.rules.diagnostic import Diagnostic
    from listbuilder.session.session import Session
    from listbuilder.sources.registry import Sets

EXCERPT_LIMIT = 1 << 20  # bytes of a file that are searched for the line a finding points at
_BINARY = expression(rb"[\0-\x08\x0e-\x1a\x1c-\x1f]")


class Job(Struct, frozen=True):
    """How lists are to be checked: optional rules switched on, names of the data sets to use (none: what the event or the
    lists name, else all), a declaration file, the event that they are for; whether safe fixes are applied, unsafe ones as
    well, and whether the result is shown as a difference instead of being saved; whether fixes are
    offered; whether texts are without the player's own words; ``asked``: what they are judged by without a pack, whatever they
    say."""

    rules: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    declaration: Path | None = None
    pack: Pack | None = None
    fix: bool = False
    unsafe: bool = False
    diff: bool = False
    offers: bool = True
    anonymous: bool = False
    asked: Asked = Asked()

    @property
    def chooses_data(self) -> bool:
        """Whether it says which data lists are judged by, whatever they name."""
        return bool(self.data) or (self.pack is not None and bool(self.pack.data.set))


def check_all(entries: Sequence[Entry], job: Job, *, jobs: int = 0) -> Iterator[ListReport]:
    """The records of the lists in their order, on ``jobs`` cores (0: chosen by their number)."""
    return parallel.in_parallel(check_one, entries, job, lost, jobs=jobs, named=faction_words)


def faction_words(record: ListReport) -> tuple[str, str]:
    """What the faction of a list may be called in the list."""
    return record.faction, record.faction_name


def check_one(entry: Entry, job: Job) -> ListReport:
    """The record of one list."""
    return check_army(entry, job)[0]


def check_army(entry: Entry, job: Job) -> tuple[ListReport, Army | None]:
    """The record of one list, and the army as it was read; None where there is none."""
    with (
        without_gc(),
        budget.metered(),
    ):  # a list makes very many objects, and closing takes apart those that refer to each other
        return _checked(entry, job)


def _checked(entry: Entry, job: Job) -> tuple[ListReport, Army | None]:
    army = None
    naming = _hiding().nothing if job.anonymous else str
    try:
        with closing(open_list(entry, job)) as opened:
            army = opened.army
            validated = opened.noting(own_terms.data(opened.bound, chosen=job.chooses_data))
            record = _judged(entry, validated, job)
    except InputError as error:
        record = failed(entry.name, error, naming)
    except Exception as error:
        if os.environ.get("LISTBUILDER_DEBUG"):
            raise
        text = Text("this is a bug in listbuilder: {error}", {"error": f"{type(error).__name__}: {error}"})
        record = failed(entry.name, InputError(text, rule="bug"), naming)
    record = _attributed(record, entry, job)
    return (_with_excerpts(entry, record) if any(one.line for one in record.findings) else record), army


def _with_excerpts(entry: Entry, record: ListReport) -> ListReport:
    from listbuilder.report.excerpts import with_excerpts  # what legal lists need not import

    return with_excerpts(record, _line_reader(entry))


def _hiding() -> ModuleType:
    from listbuilder.report import hiding  # slow to import, and few reports are anonymous

    return hiding


def lost(entry: Entry, job: Job, reason: Text) -> ListReport:
    """The record of a list whose process died while it judged it."""
    return _attributed(failed(entry.name, InputError(reason, rule="process-ended")), entry, job)


def _attributed(record: ListReport, entry: Entry, job: Job) -> ListReport:
    """The record with who sent the list in, and for which event."""
    return replace(
        record,
        player=entry.player,
        team=entry.team,
        container=shown_path(entry.container),
        event=str(job.pack.name) if job.pack is not None else "",
    )


def _judged(entry: Entry, validated: Validated, job: Job) -> ListReport:
    """The record of a list that was read, mended where that is asked for."""
    naming = _hiding().Known(validated) if job.anonymous else None
    if not job.offers or not any(finding.fixes or finding.cause for finding in validated.findings):
        others = validated.bound.others
        return report(
            validated.army,
            validated.findings,
            validated.verdict,
            file=entry.name,
            others=others,
            naming=naming,
            spent=spending(validated.army, validated.ruleset),
            figures=figures(validated.army, validated.system),
        )
    from listbuilder.session.session import Session  # only fixes need one

    session = Session(validated, validated.bound.document.path)
    if job.fix:
        return _mended(entry, session, job)
    return report(
        session.army,
        session.findings,
        session.verdict,
        file=entry.name,
        fixes=lambda finding: _titles(session, finding),
        unsought=session.unsought,
        others=validated.bound.others,
        naming=naming,
        spent=session.spending,
        figures=session.figures,
    )


def _titles(session: Session, finding: Diagnostic) -> list[Text]:
    """The titles of the fixes of a finding; where it is the player's to choose one of many, what there is to choose."""
    from listbuilder.session.fix_titles import with_lines

    titles = [with_lines(offer.title) for offer in session.fixes(finding)]
    if not titles and decision(finding) == "detachment":
        return session.detachment_offer().named()
    return titles


def _mended(entry: Entry, session: Session, job: Job) -> ListReport:
    """The record of a list after its fixes: saved, or with the new content where it is written elsewhere."""
    from listbuilder.report.mending import Mender

    def reread(text: str) -> Validated:
        return open_list(Entry(entry.name, content=text.encode("utf-8"), suffix=entry.suffix), job)

    mender = Mender(session, reread, unsafe=job.unsafe)
    titles = mender.mend()
    if titles and not job.diff and entry.path is not None:
        session.save()
    return report(
        session.army,
        session.findings,
        session.verdict,
        file=entry.name,
        fixed=titles,
        fixes=lambda finding: _titles(session, finding),
        unsought=session.unsought,
        left=mender.reason,
        content=mender.content,
        diff=files.difference(session.now.bound.document.text, mender.content, entry.name)
        if titles and job.diff
        else "",
        spent=session.spending,
        figures=session.figures,
    )


def open_list(entry: Entry, job: Job) -> Validated:
    """The list, judged as the job asks for. Raises `InputError` when it cannot be read."""
    among, pack = registry.given(job.data), job.pack
    if job.asked.system:
        pack = _pack_of(job.asked, registry.system_of(job.asked.system)[0], among)
    bound = entry.bound(among) if among or pack is None else _for_event(entry, pack)
    if pack is None and job.asked:
        pack = _pack_of(job.asked, bound.data.system, among)
    if job.declaration is not None:
        bound.declare(job.declaration)
    if job.anonymous:
        bound = _hiding().without_own_names(bound)
    return validate(bound, job.rules, pack)


def _pack_of(asked: Asked, system: System, among: Sets) -> Pack:
    from listbuilder.validation.pack.of_asked import pack_of  # what few checks need

    return pack_of(asked, system, among)


def _for_event(entry: Entry, pack: Pack) -> BoundList:
    """The list over the data of the event. A text that may be for several games is for the event's."""
    if pack.data.set:
        return entry.bound(registry.given((pack.data.set,)))
    bound = entry.bound()
    if bound.data.system.id == pack.system.id or pack.system.id not in bound.systems:
        return bound
    _system, sets = registry.system_of(pack.system.id)
    if not sets:
        text = Text("no game data of {system} are installed", {"system": pack.system.id})
        raise InputError(text, entry.name, rule="no-data")
    return entry.bound(tuple(sets))


def _line_reader(entry: Entry) -> Callable[[str, int], str]:
    """Reads lines of the files that findings point at; each file is read once, up to `EXCERPT_LIMIT`."""

    @cache
    def lines(file: str) -> list[str]:
        if entry.path is None and file == shown_path(entry.name):
            return _split(entry.content[:EXCERPT_LIMIT])
        try:
            path = entry.path if entry.path is not None and file == shown_path(entry.name) else Path(file)
            with path.open("rb") as stream:
                return _split(stream.read(EXCERPT_LIMIT))
        except OSError:
            return []

    def line(file: str, number: int) -> str:
        return lines(file)[number - 1] if 0 < number <= len(lines(file)) else ""

    return line


def _split(data: bytes) -> list[str]:
    """The lines of a text; none of a file that is no text, which is never shown."""
    if _BINARY.search(data):
        return []
    try:
        text = codecs.getincrementaldecoder("utf-8")().decode(data)  # the last character may be cut off
    except UnicodeDecodeError:
        return []
    return text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
