"""What was gathered: lists to check, and how many files were left out, and why."""

from __future__ import annotations

import os
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

from msgspec import Struct, field

from listbuilder.errors import Problem
from listbuilder.i18n import Text, ngettext
from listbuilder.naming import listing
from listbuilder.report.entry import Entry
from listbuilder.terminal import one_line

MOST_NAMED = 100  # files and folders that are left out for one reason; the report as JSON names all


class Reason(Enum):
    """Why something is no list to check and nobody has to look at it."""

    HIDDEN = "hidden"  # hidden, or a folder of tools
    OTHER = "other"
    PROJECT = "project"
    EXCLUDED = "excluded"
    TWICE = "twice"


class LeftOut(Struct, frozen=True):
    """A file or folder that was left out."""

    name: str
    reason: Reason


class Gathered(Struct):
    """The lists in the order in which they were named, folders sorted by path, and what was left out."""

    entries: list[Entry] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    def add(self, entry: Entry) -> None:
        """Adds a list, unless its file is among them already."""
        if entry.path is None or self.is_new(entry.path, entry.name):
            self.entries.append(entry)

    def refuse(self, name: str, message: Text | str, rule: str = "unreadable", hint: Text | str = "") -> None:
        """Adds a file that holds no list that can be read, with the reason."""
        self.entries.append(Entry(name, problem=Problem(message, name, rule=rule, hint=hint)))

    def leave_out(self, name: str, reason: Reason) -> None:
        self.left_out.append(LeftOut(name, reason))

    def is_new(self, path: Path, name: str) -> bool:
        """Whether a file was not met yet, by whatever path."""
        real = os.path.normcase(os.path.realpath(path))
        if real in self.seen:
            self.leave_out(name, Reason.TWICE)
            return False
        self.seen.add(real)
        return True

    def parts(self, *, named: bool = True) -> Iterator[str]:
        """What was left out, one phrase a reason, with the names of the files and folders."""
        for reason in Reason:
            names = [one.name for one in self.left_out if one.reason is reason]
            if names:
                phrase = _phrase(reason, len(names)).format(number=len(names))
                yield f"{phrase} ({listing(map(one_line, names), MOST_NAMED)})" if named else phrase


def _phrase(reason: Reason, number: int) -> str:
    match reason:
        case Reason.HIDDEN:
            return ngettext("{number} hidden or of a tool", "{number} hidden or of tools", number)
        case Reason.OTHER:
            return ngettext("{number} file of other data", "{number} files of other data", number)
        case Reason.PROJECT:
            return ngettext("{number} text or program", "{number} texts and programs", number)
        case Reason.EXCLUDED:
            return ngettext("{number} excluded", "{number} excluded", number)
        case Reason.TWICE:
            return ngettext("{number} named twice", "{number} named twice", number)
