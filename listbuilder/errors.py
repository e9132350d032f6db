"""Problems of what was read, as data: bad input never causes a traceback."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from listbuilder.i18n import Text

UNJUDGED = "unjudged"
WARNING = "warning"
INFO = "info"
TOO_LARGE = "too-large"  # rule of what exceeds a limit of size or work
ASSUMED_SIZE = "assumed-size"  # rule of a list that states no size of game


class Place(NamedTuple):
    """A place in a file. Line and column count from 1; 0 where there is none."""

    file: str
    line: int = 1
    column: int = 1


class Problem(NamedTuple):
    """One thing that is wrong with an input. Lines and columns count from 1; 0 where there is none.

    ``hint`` says how to fix it, ``rule`` names the kind of problem (`unreadable`, `schema`, `unknown-name` …) and
    ``unit`` the id of the unit it is in. Severity ``unjudged`` keeps a list from being judged, ``warning`` does not.
    ``of_army``: a choice of the whole army is unknown, such as its detachment, on which most other findings depend.
    ``of_game``: the data are those of another edition of the list's game, on which all other findings depend.
    ``beside``: what is said beside the verdict because of it.
    ``found`` and ``bound``: the value that was found and the limit that it breaks, where the problem is about one.
    """

    message: Text | str
    file: str = ""
    line: int = 0
    column: int = 0
    hint: Text | str = ""
    rule: str = "unreadable"
    severity: str = UNJUDGED
    unit: str = ""
    of_army: bool = False
    beside: Text | None = None
    found: int | None = None
    bound: int | None = None
    of_game: bool = False

    def within(self, file: str) -> Problem:
        """The problem, in a file."""
        return self._replace(file=file)

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        parts = (f"{place}: " if place else "", str(self.message), f" ({self.hint})" if str(self.hint) else "")
        return " ".join("".join(parts).splitlines())  # names in it may be strangers'


class InputError(Exception):
    """Something given to the program cannot be used. Exit status 2. ``problems`` lists everything that was found."""

    def __init__(
        self,
        message: Text | str = "",
        file: str = "",
        line: int = 0,
        column: int = 0,
        hint: Text | str = "",
        *,
        rule: str = "unreadable",
        problems: Iterable[Problem] = (),
    ) -> None:
        found = tuple(problems)
        self.problems = found or (Problem(message, file, line, column, hint, rule),)
        super().__init__(str(self.problems[0]))

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


class ChangedOnDisk(InputError):
    """The file is no longer the one that was loaded; saving would lose the changes of another program."""


class Stopped(BaseException):
    """The program was asked to end. ``number``: of the signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
