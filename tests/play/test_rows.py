"""Rows of units and settings of community data: usable, not raw trees."""

from __future__ import annotations

from itertools import pairwise

import pytest

from listbuilder.session import Row, Session

pytestmark = [pytest.mark.sweep, pytest.mark.usefixtures("community")]

UNITS = [
    ("ten", "Space Marines", ("Captain", "Intercessor Squad", "Tactical Squad", "Impulsor", "Land Raider")),
    ("ten", "Orks", ("Boyz", "Battlewagon", "Warboss", "Lootas")),
    ("eleven", "Necrons", ("Overlord", "Lychguard", "Tomb Blades", "The Silent King")),
]


def is_bare(row: Row) -> bool:
    return row.kind == "heading" and not row.node and not row.minimum and row.maximum is None


@pytest.mark.parametrize(("name", "faction", "units"), UNITS)
def test_rows_of_units(name: str, faction: str, units: tuple[str, ...]) -> None:
    session = Session.new(name, faction)
    sheets = {line.name: line.id for line in session.datasheets()}
    for unit in units:
        rows = session.rows(session.add_unit(sheets[unit]))

        assert not any("Crusade" in row.label or row.hidden for row in rows), unit
        assert not rows or rows[0].depth == 0
        assert all(after.depth <= before.depth + 1 for before, after in pairwise(rows)), unit
        tops = [row for row in rows if row.depth == 0]
        assert len(tops) != 1 or not is_bare(tops[0]), unit
        for group in {row.group for row in rows if row.kind == "pick"}:
            assert any(row.group == group and row.kind == "heading" for row in rows), unit


def test_settings_stand_under_their_names() -> None:
    session = Session.new("eleven", "Necrons")
    rows = session.rows(session.roster.forces[0].id)

    tops = [row.label for row in rows if row.depth == 0 and row.kind == "heading"]
    assert tops[:3] == ["Detachment", "Show/Hide Options", "Battle Size"]
    assert "Strike Force (2000 Point limit)" in {row.label for row in rows}


def test_sizes_have_plain_names_and_an_override_is_none() -> None:
    session = Session.new("eleven", "Necrons")

    assert [size.name for size in session.battle_sizes()] == ["Incursion", "Strike Force"]
    session.set_battle_size("Incursion")
    assert session.limit == 1000


def test_what_is_the_only_choice_is_made() -> None:
    """The detachment offers one Force Disposition."""
    session = Session.new("eleven", "Necrons")
    session.set_detachment(next(item.id for item in session.detachments() if item.name == "Awakened Dynasty"))

    assert not [item for item in session.findings if item.rule == "force-disposition"]
    session.undo()
    assert [item for item in session.findings if item.rule == "force-disposition"]
