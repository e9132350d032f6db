"""The text report: place, message, the line itself, source and fix."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from listbuilder.report import text as text_module
from listbuilder.report.excerpts import with_excerpts
from listbuilder.report.record import FindingRecord, ListReport, Summary
from listbuilder.report.text import finding_text, list_text, summary_text
from listbuilder.terminal import Terminal, columns

POINTS = FindingRecord(
    rule="points-limit",
    severity="error",
    message="2005 points, at most 2000",
    line=7,
    column=14,
    found="2005",
    bound="2000",
    source="Core Rules, Muster Your Army",
    fixes=("play a larger battle",),
    excerpt="battle_size: strike-force",
)


def test_finding_looks_like_a_compilers():
    assert finding_text(POINTS, "army.yaml") == (
        "error[points-limit]: 2005 points, at most 2000\n"
        " --> army.yaml:7:14\n"
        "  |\n"
        "7 | battle_size: strike-force\n"
        "  |              ^^^^^^^^^^^^\n"
        "  = source: Core Rules, Muster Your Army\n"
        "  = fix: play a larger battle"
    )


@pytest.mark.parametrize(
    ("line", "column", "found"),
    [
        ("  • 1x Power klaw", 1, 5),
        ("\t\N{NO-BREAK SPACE}1x Power klaw", 1, 3),
        ("Boyz (85 points)", 1, 1),
        ("units: [boyz]", 8, 8),
        ("   •", 1, 1),
    ],
)
def test_a_finding_about_a_whole_line_points_at_its_text(line: str, column: int, found: int):
    said = replace(POINTS, column=column, excerpt="")
    (entry,) = with_excerpts(ListReport("army.txt", "legal", findings=(said,)), lambda _file, _line: line).findings
    assert (entry.column, entry.excerpt) == (found, line)


def test_an_error_without_a_fix_says_so_and_one_that_is_left_why():
    alone = FindingRecord(rule="r", severity="error", message="m")
    left = FindingRecord(rule="r", severity="error", message="m", fixes=("mend it",), left="not safe")

    assert finding_text(alone, "a.yaml") == "error[r]: m\n --> a.yaml\n  = fix: none known"
    assert finding_text(left, "a.yaml").endswith("\n  = fix: mend it\n  = left: not safe")


def test_finding_without_a_place_names_the_file_and_the_unit():
    entry = FindingRecord(rule="warlord", severity="warning", message="no warlord", unit="a", unit_name="Captain")

    assert finding_text(entry, "army.yaml") == "warning[warlord]: no warlord\n --> army.yaml (Captain)"


def test_finding_in_another_file_names_that_file():
    entry = FindingRecord(rule="sr-quarter", severity="error", message="too much", file="today.yaml", line=3, column=1)

    assert " --> today.yaml:3:1" in finding_text(entry, "army.yaml")


def test_caret_stands_under_wide_characters():
    entry = FindingRecord(rule="unknown", severity="warning", message="?", line=1, column=5, excerpt="名字: 仲裁者小队")

    bar, caret = finding_text(entry, "a.yaml").splitlines()[-2:]

    assert columns(bar.split("仲裁者小队")[0]) == caret.index("^")
    assert caret.count("^") == columns("仲裁者小队")


def test_long_lines_are_cut_around_the_caret():
    entry = FindingRecord(
        rule="r", severity="warning", message="m", line=12, column=301, excerpt="x, " * 100 + "here, " + "y, " * 100
    )

    lines = finding_text(entry, "a.yaml", Terminal(width=60)).splitlines()
    source, caret = lines[-2:]

    assert max(map(columns, lines)) <= 60
    assert source[caret.index("^") :].startswith("here")


def test_a_line_of_5000_digits_does_not_flood_the_log_of_a_machine():
    digits = FindingRecord(rule="r", severity="error", message="m", line=1, column=8, excerpt="a: {b: " + "1" * 5000)

    assert max(map(columns, finding_text(digits, "a.yaml").splitlines())) < 220


@pytest.mark.parametrize(
    ("excerpt", "column", "source", "caret"),
    [
        ("0123456789" * 6 + " here " + "9876543210" * 6, 62, "…3456789 here 98765432109…", "         ^^^^"),
        ("仲裁者小队" * 6 + " here " + "仲裁者小队" * 6, 32, "…裁者小队 here 仲裁者小队…", "          ^^^^"),
        ("abcd here " + "9876543210" * 6, 6, "abcd here 987654321098765…", "     ^^^^"),
        ("0123456789abcdefghij here", 22, "0123456789abcdefghij here", " " * 21 + "^^^^"),
        ("0123456789abcdefghijk here", 23, "0123456789abcdefghijk here", " " * 22 + "^^^^"),
        ("0123456789abcdefghijkl here", 24, "…fghijkl here", "         ^^^^"),
    ],
)
def test_a_long_line_shows_the_place_with_what_is_around_it(excerpt: str, column: int, source: str, caret: str):
    entry = FindingRecord("r", "info", "one two three four five six", line=3, column=column, excerpt=excerpt)

    assert finding_text(entry, "a.yaml", Terminal(width=30)).splitlines() == [
        "note[r]: one two three four",
        "    five six",
        f" --> a.yaml:3:{column}",
        "  |",
        f"3 | {source}",
        f"  | {caret}",
    ]


def test_a_place_outside_of_the_line_is_harmless():
    entry = FindingRecord(rule="r", severity="warning", message="m", line=1, column=500, excerpt="short")

    assert "short" in finding_text(entry, "a.yaml", Terminal(width=40))


def test_colour_only_when_asked():
    assert "\x1b" not in finding_text(POINTS, "army.yaml")
    assert "\x1b[1;31merror[points-limit]\x1b[0m" in finding_text(POINTS, "army.yaml", Terminal(colour=True))


def test_list_ends_with_its_verdict():
    record = ListReport("army.yaml", "illegal", name="Gladius", points="2005", limit="2000", findings=(POINTS,))

    assert list_text(record).splitlines()[-1] == "army.yaml: Gladius, 2005/2000 points: illegal (1 error)"


def test_unreadable_list_has_no_points():
    record = ListReport(
        "army.yaml", "unjudged", findings=(FindingRecord("unreadable", "unjudged", "the file is empty"),)
    )

    assert list_text(record).splitlines()[-1] == "army.yaml: not judged (1 open question)"


def test_applied_fixes_are_told():
    record = ListReport("army.yaml", "legal", name="A", fixed=("made the Captain the warlord",))

    assert list_text(record) == "fixed: made the Captain the warlord (army.yaml)\n\narmy.yaml: A: legal\n"


def test_summary_counts_what_there_is():
    assert summary_text(Summary.of(["legal", "illegal", "illegal"])) == "3 lists: 1 legal, 2 illegal\n"
    assert summary_text(Summary.of(["unjudged"])) == "1 list: 1 not judged\n"


def test_names_cannot_steer_the_terminal():
    entry = FindingRecord(rule="r", severity="warning", message="\x1b[2J\u202egone", unit_name="\x1b]0;x\x07")

    assert not {"\x1b", "\x07", "\u202e"} & set(finding_text(entry, "a\x1bb.yaml"))


def test_only_the_part_of_a_long_line_around_the_place_is_looked_at():
    """A list may be one line of a megabyte, and thousands of findings may point at it."""
    line = "x" * 900_000 + " here " + "y" * 100_000
    found = FindingRecord(rule="r", severity="error", message="m", line=1, column=900_002, excerpt=line)
    with pytest.MonkeyPatch.context() as patch:
        seen = []
        patch.setattr(text_module, "clean", lambda part: seen.append(len(part)) or part)
        shown = finding_text(found, "a.yaml")
    assert max(seen) < 3_000
    source, caret = (one for one in shown.splitlines() if "|" in one and ("here" in one or "^" in one))
    assert source[caret.index("^") :].startswith("here")
