"""When a list was handed in, as forms and spreadsheets write it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from listbuilder.events.moments import moment_of, year_first

CET = timezone(timedelta(hours=1))


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-11-20 19:59", datetime(2026, 11, 20, 19, 59, tzinfo=CET)),
        ("2026/11/20 9:05:30", datetime(2026, 11, 20, 9, 5, 30, tzinfo=CET)),
        ("2026-11-20T18:59:59.123Z", datetime(2026, 11, 20, 18, 59, 59, tzinfo=UTC)),
        ("2026-11-20 18:59 GMT", datetime(2026, 11, 20, 18, 59, tzinfo=UTC)),
        ("2026-11-20 14:00 -05:00", datetime(2026, 11, 20, 19, 0, tzinfo=UTC)),
        ("2026-11-20 14:00 UTC+2", datetime(2026, 11, 20, 12, 0, tzinfo=UTC)),
        ("20.11.2026 19:59", datetime(2026, 11, 20, 19, 59, tzinfo=CET)),
        ("20.11.2026, 9:05:30", datetime(2026, 11, 20, 9, 5, 30, tzinfo=CET)),
        ("2026-11-20 18.03.11", datetime(2026, 11, 20, 18, 3, 11, tzinfo=CET)),
        ("2026/11/20 6:03:11 PM GMT+1", datetime(2026, 11, 20, 17, 3, 11, tzinfo=UTC)),
        ("2026/11/20 6:03:11 a.m.", datetime(2026, 11, 20, 6, 3, 11, tzinfo=CET)),
        ("2026/11/20 12:00 am", datetime(2026, 11, 20, 0, 0, tzinfo=CET)),
        ("2026/11/20 12:00 PM", datetime(2026, 11, 20, 12, 0, tzinfo=CET)),
        ("2026/11/20 下午6:03", datetime(2026, 11, 20, 18, 3, tzinfo=CET)),
        ("2026/11/20 13:00 PM", None),
        ("2026/11/20 0:30 AM", None),
        ("11/20/2026 20:00", None),
        ("2026-13-20 20:00", None),
        ("2026-11-20 20:00 o'clock", None),
        ("yesterday", None),
    ],
)
def test_moments_as_forms_write_them(text: str, moment: datetime | None) -> None:
    assert moment_of(text, CET) == moment


@pytest.mark.parametrize(
    ("column", "wanted"),
    [
        (["11/14/2026 18:03:11", "12/1/2026 9:00"], ["2026-11-14 18:03:11", "2026-12-1 9:00"]),
        (["14/11/2026 18:03", "1/12/2026 9:00", "", "late"], ["2026-11-14 18:03", "2026-12-1 9:00", "", "late"]),
        (["11/12/2026 18:03", "1/2/2026 9:00"], ["11/12/2026 18:03", "1/2/2026 9:00"]),  # nothing tells
        (
            ["11/14/2026 18:03", "14/11/2026 9:00"],
            ["11/14/2026 18:03", "14/11/2026 9:00"],
        ),  # they contradict each other
        (["2026-11-14 18:03", "20.11.2026 9:00"], ["2026-11-14 18:03", "20.11.2026 9:00"]),
    ],
)
def test_which_number_is_the_month_is_told_by_the_whole_column(column: list[str], wanted: list[str]) -> None:
    assert year_first(column) == wanted
