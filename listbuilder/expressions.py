"""Regular expressions that are compiled when they are first used: a command uses few of those that its modules hold. And those
that data state, which strangers write: what may take long is found before it is used."""

from __future__ import annotations

import importlib
import re
import sys
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, cast, overload


class Expression:
    """Stands for a compiled pattern: has all that it has."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = getattr(self.compiled(), name)
        setattr(self, name, found)  # from now on it is found without this method
        return found

    def compiled(self) -> re.Pattern[Any]:
        """The pattern, compiled now if it was not."""
        return re.compile(self.pattern, self._flags)  # which keeps what it compiled


@overload
def expression(pattern: str, flags: int = 0) -> re.Pattern[str]: ...
@overload
def expression(pattern: bytes, flags: int = 0) -> re.Pattern[bytes]: ...
def expression(pattern: str | bytes, flags: int = 0) -> re.Pattern[Any]:
    """A pattern for the constants of a module, as `re.compile` gives, but compiled on its first use. A mistake in it is raised
    then. Functions of `re` do not take it: use its methods."""
    return cast("re.Pattern[Any]", Expression(pattern, flags))


@contextmanager
def compiled_on_use(library: str) -> Iterator[None]:
    """What the modules of a library compile while they are imported inside is compiled on its first use, as by `expression`:
    yaml compiles patterns for its reader in Python, which nothing here uses, half as long as Python takes to start."""

    def compiled(pattern: Any, flags: Any = 0) -> Any:
        module = str(sys._getframe(1).f_globals.get("__name__", ""))
        return expression(pattern, int(flags)) if module.partition(".")[0] == library else original(pattern, flags)

    original, re.compile = re.compile, compiled
    try:
        yield
    finally:
        re.compile = original


MOST_REPEATS = 3  # of varying length, one after the other: n characters take up to n ** 3 steps
MOST_CHOICES = 6  # each of which may double the steps
LONGEST_PATTERN = 300  # characters
LONGEST_MATCHED = 60  # characters of a text that a pattern of others is matched with


def is_cheap(pattern: str) -> bool:
    """Whether a pattern that others wrote matches no text of `LONGEST_MATCHED` characters for long: nothing varies within what is
    repeated, and little varies one after the other. Raises `re.error` for what is no pattern, or will mean something else in a
    later Python (``[[a]``)."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", FutureWarning)
        try:
            re.compile(pattern)
        except FutureWarning as warning:
            raise re.error(str(warning)) from None
    if len(pattern) > LONGEST_PATTERN:
        return False
    parsed = importlib.import_module("re._parser").parse(pattern)
    try:
        repeats, choices = _varying(parsed, repeated=False)
    except _VariesWithinError:
        return False
    return repeats <= MOST_REPEATS and choices <= MOST_CHOICES


class _VariesWithinError(Exception):
    """Something varies within what is repeated."""


def _varying(parsed: Iterable[tuple[object, Any]], *, repeated: bool) -> tuple[int, int]:
    """The repeats of varying length and the choices on the costliest way through a parsed pattern."""
    repeats = choices = 0
    for operation, value in parsed:
        inner: list[Iterable[tuple[object, Any]]] = []
        varies, again = False, repeated
        match str(operation):
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                least, most, body = value
                inner, varies, again = [body], least != most, repeated or most > 1
                repeats += varies and most > 1
                choices += varies and most <= 1
            case "BRANCH":
                inner, varies = list(value[1]), True
                choices += 1
            case "SUBPATTERN":
                inner = [value[3]]
            case "ASSERT" | "ASSERT_NOT":
                inner = [value[1]]
            case "ATOMIC_GROUP":
                inner = [value]
            case "GROUPREF_EXISTS":
                inner, varies = [one for one in value[1:] if one is not None], True
        if varies and repeated:
            raise _VariesWithinError
        below = [_varying(one, repeated=again) for one in inner]
        repeats += max((one for one, _ in below), default=0)
        choices += max((one for _, one in below), default=0)
    return repeats, choices
