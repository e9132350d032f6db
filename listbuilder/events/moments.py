"""Moments as forms and spreadsheets write them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone, tzinfo

from listbuilder.expressions import expression

_DATE = r"(?:(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})|(?P<d2>\d{1,2})\.(?P<m2>\d{1,2})\.(?P<y2>\d{4}))"
_TIME = r"(?P<h>\d{1,2})[:.](?P<min>\d{2})(?:[:.](?P<s>\d{2})(?:\.\d+)?)?"
MOMENT = expression(
    rf"{_DATE}(?:[T ]|, )\s*(?P<cn>上午|下午)?\s*{_TIME}\s*(?P<half>[AP]\.?M\.?)?\s*(?P<zone>.*)", re.IGNORECASE
)
OFFSET = expression(r"(?:Z|UTC|GMT)|(?:UTC|GMT)?\s*([+-])(\d{1,2}):?(\d{2})?")
SLASHES = expression(r"(\d{1,2})/(\d{1,2})/(\d{4})(?!\d)")
MONTHS, NOON = 12, 12
AFTERNOON = ("p", "下")  # how the mark of the second half of a day starts


def moment_of(text: str, zone: tzinfo | None) -> datetime | None:
    """The moment that a form states; one without an offset from UTC is in this time zone. None where it cannot be read, and where
    nobody can tell which number is the month."""
    found = MOMENT.fullmatch(text.strip())
    offset = OFFSET.fullmatch(found["zone"]) if found is not None else None
    if found is None or (found["zone"] and offset is None):
        return None
    year, month, day = (int(found[key] or found[f"{key}2"]) for key in "ymd")
    hour = _hour(int(found["h"]), (found["half"] or found["cn"] or "").lower())
    try:
        where = zone if offset is None else _zone(offset)
        return datetime(year, month, day, hour, int(found["min"]), int(found["s"] or 0), tzinfo=where)
    except ValueError:
        return None


def _hour(hour: int, half: str) -> int:
    """The hour of 24; ``half``: the mark of the half of the day, empty where the hour is one of 24 already. -1 where there is no
    such hour."""
    if not half:
        return hour
    return hour % NOON + (NOON if half.startswith(AFTERNOON) else 0) if 1 <= hour <= NOON else -1


def _zone(offset: re.Match[str]) -> tzinfo:
    if offset[1] is None:
        return UTC
    distance = timedelta(hours=int(offset[2]), minutes=int(offset[3] or 0))
    return timezone(-distance if offset[1] == "-" else distance)


def year_first(column: Sequence[str]) -> list[str]:
    """The moments of one column, dates with slashes written with the year first. Which number is the month is told by those that
    cannot be one; where none of the column tells, or they contradict each other, all stay as they are."""
    dates = [found for text in column if (found := SLASHES.match(text.strip())) is not None]
    day_first = any(int(date[1]) > MONTHS for date in dates)
    month_first = any(int(date[2]) > MONTHS for date in dates)
    if day_first == month_first:
        return list(column)
    order = r"\3-\2-\1" if day_first else r"\3-\1-\2"
    return [SLASHES.sub(order, text.strip(), count=1) if SLASHES.match(text.strip()) else text for text in column]
