"""The same nasty names in every report, letter, page and message: none of them forges, breaks or restyles anything."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from listbuilder.cli.list_options import FORMATS
from listbuilder.events.letters import letter
from listbuilder.events.reports import Settings, report
from listbuilder.events.reports.csv import FORMULAS
from listbuilder.print import print_army
from listbuilder.print.text import show_army
from listbuilder.report.checking import Job, check_one, open_list
from listbuilder.report.entry import Entry
from listbuilder.report.record import ListReport
from listbuilder.terminal import clean, one_line, shielded
from tests.nasty import BREAKING, IN_YAML, NASTY, forges

pytestmark = pytest.mark.unmeasured

LIST = """\
name: {name}
system: wh40k-10e
faction: orks
detachment: {name}
battle_size: incursion
rules: [{name}]
units:
  - {{id: boss, name: {name}, datasheet: warboss, warlord: true}}
  - {{id: odd, name: {name}, datasheet: {name}}}
{name}: x
"""


def content(name: str) -> bytes:
    return LIST.format(name=json.dumps(name)).encode("utf-8", "surrogatepass")


@pytest.fixture(scope="module")
def records() -> list[ListReport]:
    """One list for each name, in which everything that can have a name has it; so have its file, player and team."""
    return list(_records())


def _records() -> Iterator[ListReport]:
    for name in NASTY:
        named = replace(check_one(Entry("a.yaml", content=content(name), suffix=".yaml"), Job(offers=False)), name=name)
        yield replace(named, file=name, player=name, team=name, event=name)


def rendered(form: str, records: list[ListReport]) -> str:
    return "".join(report(form).render(records, Settings(title=NASTY[0])))


@pytest.mark.parametrize("form", FORMATS)
def test_no_report_is_forged(form: str, records: list[ListReport]) -> None:
    text = rendered(form, records)
    if form != "github":  # whose lines are commands, one for each finding
        text = shielded(text)  # as it is printed
        assert forges(text) == []
    assert not (BREAKING - {"\r", "\x85"} if form in {"json", "sarif", "csv"} else BREAKING) & set(
        text.replace("\r\n", "\n")
    )


def test_annotations_are_those_of_the_findings_alone(records: list[ListReport]) -> None:
    lines = rendered("github", records).splitlines()
    findings = sum(len(record.findings) for record in records)
    assert sum(line.startswith("::") for line in lines) == findings
    assert len(lines) == findings + 1


def test_programs_can_read_their_reports(records: list[ListReport]) -> None:
    assert len(json.loads(rendered("json", records))["lists"]) == len(NASTY)
    assert json.loads(rendered("sarif", records))["runs"]
    assert len(ET.fromstring(rendered("junit", records).encode())[0]) == len(NASTY)
    rows = list(csv.reader(io.StringIO(rendered("csv", records).removeprefix("\ufeff"), newline="")))
    assert {len(row) for row in rows} == {len(rows[0])}
    assert len(rows) == len(NASTY) + 1
    assert not [cell for row in rows[1:] for cell in row if cell.startswith(FORMULAS)]


@pytest.mark.parametrize("name", ["x;=1+1", 'x", ;  @SUM(A1)', ";+1;-1", *(f"a;{name}" for name in NASTY)])
def test_no_cell_is_a_formula_where_semicolons_part_cells(records: list[ListReport], name: str) -> None:
    """As Excel opens such a file in Germany, France or Russia; quotation marks within a line mean nothing then."""
    named = replace(records[0], name=name, file=name, player=name)
    pieces = [piece.strip() for line in rendered("csv", [named]).splitlines()[1:] for piece in line.split(";")]
    assert len(pieces) > 3
    assert not [piece for piece in pieces if piece.startswith(FORMULAS)]


def test_the_page_has_no_elements_of_strangers(records: list[ListReport]) -> None:
    found: list[tuple[str, list[str]]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.append((tag, [name for name, _ in attrs]))

    Reader().feed(rendered("html", records))
    assert not [tag for tag, names in found if tag in {"img", "para"} or "onerror" in names]
    assert sum(tag == "script" for tag, _ in found) == 1


@pytest.mark.parametrize("name", NASTY)
def test_one_function_cleans_for_terminals_and_ci(name: str) -> None:
    for text in (clean(name), one_line(name)):
        assert not BREAKING & set(text)
        assert not [one for one in forges(text) if not one.startswith(("b.yaml:", "9 lists:"))]
    assert len(one_line(name).splitlines()) <= 1


def test_letters_are_clean(records: list[ListReport]) -> None:
    for record in records:
        text = letter(record)
        assert not BREAKING & set(text)
        assert forges(text) == []


@pytest.mark.parametrize("name", IN_YAML)
def test_the_roster_is_shown_and_printed(name: str) -> None:
    validated = open_list(Entry("a.yaml", content=content(name), suffix=".yaml"), Job())
    text = clean(show_army(validated.army, validated.findings, validated.formation, "en", 100, validated.system, ()))
    assert not BREAKING & set(text)
    assert forges(text) == []
    assert print_army(validated.army, validated.findings, validated.system).startswith(b"%PDF")
