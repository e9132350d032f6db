"""What a list says itself of how it is judged is said with the verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder import i18n
from listbuilder.army import roles
from listbuilder.exchange import formats
from listbuilder.report.record import report
from listbuilder.report.text import verdict_line
from listbuilder.roster.edits import Insert
from listbuilder.roster.tree import Selection
from listbuilder.session import Session
from listbuilder.terminal import PLAIN
from listbuilder.validation import Validated, validate_bytes

LIST = """\
system: wh40k-10e
faction: orks
detachment: war-horde
{size}{limits}units:
  - {{datasheet: warboss, warlord: true}}
"""
TEXT = """\
Raiders (65 points)

Orks
{size} ({limit} points)
War Horde

CHARACTERS

Warboss (65 points)
  • Warlord
"""


def judged(size: str = "", limits: str = "") -> Validated:
    lines = (f"battle_size: {size}\n" if size else "", f"limits: {{{limits}}}\n" if limits else "")
    return validate_bytes(LIST.format(size=lines[0], limits=lines[1]).encode(), "army.yaml")


def own(validated: Validated) -> list[tuple[str, str, str]]:
    """The findings about the list's own terms: their ids, severities and what they put beside the verdict."""
    return [(one.rule, one.severity, str(one.beside)) for one in validated.findings if one.beside is not None]


def test_a_limit_above_that_of_the_size_is_a_warning_at_its_place() -> None:
    found = judged("strike-force", "pts: 9999")
    assert own(found) == [("own-limit", "warning", "limit of its own: Strike Force has 2000")]
    finding = next(one for one in found.findings if one.rule == "own-limit")
    assert finding.place is not None
    assert (finding.place.line, finding.found, finding.bound) == (5, 9999, 2000)
    assert str(finding.message) == "the list sets its own limit of 9999 pts; Strike Force has 2000"


@pytest.mark.parametrize(
    ("size", "limits", "severity"),
    [
        ("strike-force", "pts: 2001", "warning"),
        ("strike-force", "pts: 1999", "info"),
        ("incursion", "pts: 2000", "warning"),
    ],
)
def test_any_other_limit_than_that_of_the_size_is_told(size: str, limits: str, severity: str) -> None:
    assert [(rule, level) for rule, level, _ in own(judged(size, limits))] == [("own-limit", severity)]


@pytest.mark.parametrize(
    ("limits", "size"),
    [
        ("pts: 1000", "incursion"),
        ("pts: 2000", "strike-force"),
        ("pts: 1500", "strike-force"),
        ("pts: 3500", "onslaught"),
    ],
)
def test_a_limit_without_a_size_means_the_smallest_size_that_has_so_many_points(limits: str, size: str) -> None:
    found = judged("", limits)
    assert found.army.battle_size is not None
    assert found.army.battle_size.id == size
    assert found.army.limit == int(limits.removeprefix("pts: "))
    assert [one.rule for one in found.findings if one.beside] == (
        [] if found.army.battle_size.points == found.army.limit else ["own-limit"]
    )


@pytest.mark.parametrize(
    ("size", "limits"),
    [("strike-force", ""), ("strike-force", "pts: 2000"), ("onslaught", ""), ("", ""), ("unheard-of", "pts: 2000")],
)
def test_the_limit_of_the_size_is_nothing_of_its_own(size: str, limits: str) -> None:
    assert own(judged(size, limits)) == []


def test_the_size_has_its_name_in_the_language_of_the_reader() -> None:
    (beside,) = [one.beside for one in judged("strike-force", "pts: 9999").findings if one.beside is not None]
    i18n.set_language("zh")
    try:
        assert "打击部队" in str(beside)
    finally:
        i18n.set_language("en")


def test_the_verdict_line_says_it() -> None:
    found = judged("strike-force", "pts: 9999")
    record = report(found.army, found.findings, found.verdict, file="army.yaml")
    assert verdict_line(record, PLAIN).endswith(
        "/9999 points: legal (1 warning) [limit of its own: Strike Force has 2000]"
    )
    assert record.terms == ("limit of its own: Strike Force has 2000",)


def test_an_edit_of_the_limit_is_followed() -> None:
    session = Session.from_text(LIST.format(size="battle_size: incursion\n", limits="").encode(), "army.yaml")
    session.set_limit(1250)
    assert [one.rule for one in session.findings if one.beside] == ["own-limit"]
    session.undo()
    assert not [one for one in session.findings if one.beside]


@pytest.mark.parametrize(
    ("size", "limit", "beside"),
    [
        ("Strike Force", 2000, []),
        ("Strike Force", 3000, ["limit of its own: Strike Force has 2000"]),
        ("Incursion", 2000, ["limit of its own: Incursion has 1000"]),
    ],
)
def test_a_text_whose_size_has_another_limit(size: str, limit: int, beside: list[str]) -> None:
    found = validate_bytes(TEXT.format(size=size, limit=limit).encode(), "list.txt")
    assert [text for _, _, text in own(found)] == beside
    assert found.army.limit == limit


def test_an_assumed_size_stands_beside_the_verdict() -> None:
    content = TEXT.format(size="x", limit=1).replace("x (1 points)\n", "").encode()
    assert formats.recognise(content).name == "gw-app"
    assert own(validate_bytes(content, "list.txt")) == [("assumed-size", "warning", "Incursion is assumed")]


def test_several_sizes_are_not_judged() -> None:
    validated = judged("incursion")
    roster = validated.bound.roster
    root = next(node for node in roster.forces[0].selections if roles.is_battle_size(node.option))
    other = next(option for option in root.option.entries if option is not root.selections[0].option)
    Insert(Selection(other, 1, "other"), root).apply(roster)
    found = [one for one in validated.again().findings if one.rule == "several-sizes"]
    assert [one.severity for one in found] == ["unjudged"]
    assert "Incursion" in str(found[0].message)


def test_a_limit_of_the_data_is_what_is_usual_where_the_game_has_no_sizes(
    small_sets: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(small_sets))
    session = Session.new("lantern-coast", "Harbour Watch")
    assert session.limit == 500
    for limit, wanted in ((501, ["warning"]), (499, ["info"]), (500, [])):
        session.set_limit(limit)
        assert [one.severity for one in session.findings if one.rule == "own-limit"] == wanted


@pytest.mark.parametrize(("limit", "wanted"), [(2999, ["unjudged"]), (3000, []), (3001, []), (9000, [])])
def test_a_size_of_so_many_points_and_more_admits_any_higher_limit_only(limit: int, wanted: list[str]) -> None:
    text = f"system: whfb-8e\nfaction: empire\nbattle_size: grand-army\nlimits: {{pts: {limit}}}\n"
    session = Session.from_text(text.encode(), "army.yaml")
    assert [one.severity for one in session.findings if one.rule == "own-limit"] == wanted


def test_a_limit_without_a_size_above_all_sizes_is_of_the_one_that_has_more() -> None:
    session = Session.from_text(b"system: whfb-8e\nfaction: empire\nlimits: {pts: 5000}\n", "army.yaml")
    assert session.army.battle_size is not None
    assert session.army.battle_size.id == "grand-army"
    assert not [one for one in session.findings if one.rule == "own-limit"]
