"""The day on which something is printed."""

from __future__ import annotations

import datetime as dt
import os

EPOCH = "SOURCE_DATE_EPOCH"  # seconds: what programs that are to make the same file again take for the time


def today() -> str:
    """The day, as 2026-11-21, of the time that the environment states, else of the clock; in UTC, as everywhere the same."""
    stated = os.environ.get(EPOCH, "")
    if stated.isascii() and stated.isdecimal() and len(stated) <= _DIGITS:
        return dt.datetime.fromtimestamp(int(stated), dt.UTC).date().isoformat()
    return dt.datetime.now(dt.UTC).date().isoformat()


_DIGITS = 11  # of seconds: the year 5138
