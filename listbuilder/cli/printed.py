"""Prints lists. One that cannot be read does not stop the others."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing

from msgspec import Struct

from listbuilder import budget
from listbuilder.army.model import Army
from listbuilder.catalogue.system import System
from listbuilder.errors import InputError, Problem
from listbuilder.exchange import formats
from listbuilder.i18n import Localised, Text
from listbuilder.naming import listing
from listbuilder.print import Collection, PrintOptions, print_army
from listbuilder.print.briefing import Briefing, brief
from listbuilder.print.kit.notices import gathering
from listbuilder.print.options import Submission
from listbuilder.replacing import replace
from listbuilder.report import parallel
from listbuilder.report.checking import Job, open_list
from listbuilder.report.entry import Entry
from listbuilder.sources.cache import without_gc
from listbuilder.validation import Validated

PLAIN = "text"  # the format of a submission where none is asked for
WORTH_A_CORE = 8  # lists: each takes most of a second


class PrintJob(Struct, frozen=True):
    """How lists are to be printed: how they are judged, how they look, the list that they meet, and the format that a
    submission is in, where one is asked for."""

    job: Job = Job()
    options: PrintOptions = PrintOptions()
    versus: Entry | None = None
    form: str = ""

    def options_for(self, entry: Entry, validated: Validated) -> PrintOptions:
        """The options with what belongs to one list. Raises `InputError` where the list that it meets cannot be read or is of
        another game."""
        versus = opposed(self.versus, self.job) if self.versus is not None else None
        if versus is not None and versus.army.system != validated.army.system:
            mine, theirs = _game(validated.army, validated.system), _game(versus.army, versus.system)
            text = Text("this list is of {game}, the opponent's of {other}", {"game": mine, "other": theirs})
            raise InputError(text, entry.name)
        pack, terms = self.job.pack, self.job.asked
        return replace(
            self.options,
            enabled=validated.ruleset.enabled,
            file=entry.text(),
            pack=pack.identity if pack is not None else terms.identity,
            versus=versus,
            submission=self._submission(entry, validated) if self.options.layout == "submission" else None,
        )

    def _submission(self, entry: Entry, validated: Validated) -> Submission:
        """What the list is handed in with: its text in the format that is asked for, else in the event's, else in one that every
        list can be written in."""
        pack = self.job.pack
        texts = _texts()
        stated = [self.form] if self.form else [name for name in (pack.formats if pack else ()) if name in texts]
        content = formats.written(validated.bound, stated[0] if stated else PLAIN)
        return Submission(
            content.decode(), bool(stated), entry.player, entry.team, str(pack.name) if pack is not None else ""
        )


class Printed(Struct, frozen=True):
    """What became of a list. ``content``: its PDF, empty where that is not its own or there are ``problems``. ``title``: what the
    list calls itself; ``words``: what its faction may be called in it; ``notices``: what the pages cannot show as it is."""

    name: str
    content: bytes = b""
    title: str = ""
    problems: tuple[Problem, ...] = ()
    words: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()


def _texts() -> list[str]:
    """The formats that a submission may be in."""
    return [one.name for one in formats.outputs().values() if one.is_text and not one.by_id]


def check_form(form: str | None) -> None:
    """Raises `InputError` where no submission can be in a format of that name."""
    if form and form not in _texts():
        hint = Text("formats: {names}", {"names": listing(_texts())})
        raise InputError(Text("no list is written as {format}", {"format": form}), hint=hint)


def opposed(entry: Entry, job: Job) -> Briefing:
    """The list that another one meets. Raises `InputError` where it cannot be read."""
    validated = open_list(entry, job)
    return brief(validated.army, validated.findings, validated.system, validated.ruleset.enabled)


def _game(army: Army, system: System | None) -> Localised | str:
    return Localised(system.name) if system is not None and system.name else army.system


def print_all(entries: Sequence[Entry], job: PrintJob, *, jobs: int = 0) -> Iterator[Printed]:
    """The PDFs of lists in their order, on ``jobs`` cores (0: chosen by their number)."""
    number = jobs or max(1, min(os.cpu_count() or 1, len(entries) // WORTH_A_CORE))
    return parallel.in_parallel(print_one, entries, job, _lost, jobs=number, named=_words)


def print_one(entry: Entry, job: PrintJob) -> Printed:
    """The PDF of a list, or why there is none."""
    return _printed(entry, job, print_army)


class Binder:
    """Lists that are printed into one PDF. ``title``: of the document."""

    def __init__(self, job: PrintJob, title: str) -> None:
        self._job = job
        self._collection = Collection(job.options.layout, title)

    def add(self, entry: Entry) -> Printed:
        """Adds a list, or says why it cannot be printed."""
        return _printed(entry, self._job, self._collection.add)

    def content(self) -> bytes:
        """The finished PDF."""
        return self._collection.content()


def _printed(entry: Entry, job: PrintJob, draw: Callable[..., bytes | None]) -> Printed:
    try:
        with (
            without_gc(),
            closing(open_list(entry, job.job)) as validated,
            budget.metered(entry.name),
            gathering() as notices,
        ):
            army = validated.army
            content = draw(army, validated.findings, validated.system, job.options_for(entry, validated))
            words = (army.faction, army.faction_name)
            return Printed(entry.name, content or b"", army.name, words=words, notices=tuple(notices))
    except InputError as error:
        return Printed(entry.name, problems=error.problems)
    except Exception as error:
        if os.environ.get("LISTBUILDER_DEBUG"):
            raise
        text = Text("this is a bug in listbuilder: {error}", {"error": f"{type(error).__name__}: {error}"})
        return Printed(entry.name, problems=(Problem(text, rule="bug"),))


def _lost(entry: Entry, _job: PrintJob, reason: Text) -> Printed:
    return Printed(entry.name, problems=(Problem(reason, rule="process-ended"),))


def _words(printed: Printed) -> tuple[str, ...]:
    return printed.words
