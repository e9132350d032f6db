"""The exit statuses."""

from __future__ import annotations

from collections.abc import Iterable

OK = 0  # every list is legal; the command succeeded
ILLEGAL = 1  # at least one list is not legal
UNJUDGED = 2  # something could not be judged, read, written or understood
INTERRUPTED = 130  # by Ctrl-C, as shells count it
STOPPED = 128  # and the number of the signal that ended it, as shells count it
CUT_OFF = 141  # the reader of the output closed the pipe, as shells count it

_OF_VERDICT = {"legal": OK, "illegal": ILLEGAL, "unjudged": UNJUDGED}


def of_changes(*, read: bool, changed: bool) -> int:
    """The status of `check --diff`: whether all lists were read, and whether one of them would change."""
    return UNJUDGED if not read else ILLEGAL if changed else OK


def of_verdicts(verdicts: Iterable[str]) -> int:
    """The status of a check: the worst of its lists."""
    return max((_OF_VERDICT[verdict] for verdict in verdicts), default=OK)
