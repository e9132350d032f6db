"""Lists that players exported: every one is recognised by its content, and its units and points are read."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from listbuilder.exchange import formats
from listbuilder.exchange.formats import json_rosters, texts
from listbuilder.exchange.reading.record import ListRecord

pytestmark = pytest.mark.shared
FORMATS = {
    "gw-app": "gw-app",
    "nr-gw": "new-recruit",
    "nr-wtc-compact": "new-recruit",
    "nr-wtc-full": "new-recruit",
    "nr-markdown": "nr-markdown",
    "nr-simple": "nr-simple",
    "listforge-text": "listforge",
    "listforge-json": "roster-json",
    "nr-json": "roster-json",
    "rosterizer-json": "rosterizer",
    "aos-app": "aos-app",
    "sigdex": "aos-app",
    "listbot": "listbot",
    "bs-ros": "ros",
    "bs-rosz": "ros",
    "nr-ros": "ros",
    "nr-rosz": "ros",
}


@pytest.fixture(scope="module")
def index(shared: Path) -> list[dict[str, str]]:
    folder = shared / "lists"
    if not (folder / "index.csv").is_file():
        pytest.skip("the collection of real lists is not there")
    with (folder / "index.csv").open(encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if (folder / row["file"]).is_file()]
    return [{**row, "path": str(folder / row["file"])} for row in rows]


def is_whole(row: dict[str, str]) -> bool:
    """Excerpts and fixtures state totals of their own."""
    return not any(mark in row["note"] for mark in ("SNIPPET", "conformance fixture"))


def form_of(row: dict[str, str]) -> formats.Format:
    with Path(row["path"]).open("rb") as stream:
        return formats.recognise(stream.read(formats.HEAD))


def record_of(row: dict[str, str]) -> ListRecord | None:
    content, name = Path(row["path"]).read_bytes(), form_of(row).name
    if name in texts.READERS:
        return texts.record_of(name, content, row["file"])
    return json_rosters.record_of(content, row["file"]) if name in {"roster-json", "rosterizer"} else None


def test_every_list_is_recognised(index: list[dict[str, str]]) -> None:
    wrong = [row["file"] for row in index if row["format"] in FORMATS and form_of(row).name != FORMATS[row["format"]]]
    assert not wrong


def test_the_points_of_its_units_add_up(index: list[dict[str, str]]) -> None:
    """The collection states the sum of each list of 40k; for lists in JSON it does not."""
    checked = 0
    for row in index:
        record = record_of(row) if is_whole(row) and row["system"] in {"wh40k-10e", "wh40k-11e"} else None
        if record is not None and row["sum_of_unit_points"].isdigit():
            checked += 1
            assert sum(unit.points or 0 for unit in record.units) == int(row["sum_of_unit_points"]), row["file"]
    assert checked > 15


def test_stated_totals_are_read(index: list[dict[str, str]]) -> None:
    for row in index:
        is_whole = not any(
            mark in row["note"] for mark in ("SNIPPET", "conformance fixture")
        )  # excerpts state two totals
        record = record_of(row) if is_whole and row["system"] in {"wh40k-10e", "wh40k-11e"} else None
        total = re.match(r"\d+$", row["points"])
        if record is not None and total:
            assert record.total == int(total[0]), row["file"]


def test_no_line_of_a_40k_list_is_lost(index: list[dict[str, str]]) -> None:
    unread = {
        row["file"]: record.unread
        for row in index
        if row["system"] in {"wh40k-10e", "wh40k-11e"} and (record := record_of(row)) is not None and record.unread
    }
    assert not unread
