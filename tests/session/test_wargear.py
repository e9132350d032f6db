"""What the models of a unit carry, and which row of the editor each thing belongs to."""

from __future__ import annotations

import pytest

from listbuilder.army import TreeFinding
from listbuilder.i18n import Text
from listbuilder.replacing import replace
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.session import Session
from listbuilder.session.wargear import carried_by


@pytest.fixture
def squad():
    session = Session.new("wh40k-10e", "space-marines", name="Round")
    unit = session.add_unit("intercessor-squad")
    rows = session.rows(unit)
    return session, unit, rows


def carried(bearers, name):
    return {one.name: (one.count, bool(one.row)) for one in next(b for b in bearers if b.name == name).carried}


def test_kinds_of_models_with_what_they_carry(squad):
    session, unit, rows = squad
    bearers = session.bearers(unit, rows)
    assert [(one.name, one.count) for one in bearers] == [("Intercessor Sergeant", 1), ("Intercessor", 4)]
    assert carried(bearers, "Intercessor") == {
        "Bolt pistol": (4, False),
        "Bolt rifle": (4, False),
        "Close combat weapon": (4, False),
    }
    assert carried(bearers, "Intercessor Sergeant")["Bolt rifle"] == (1, True)


def test_what_is_taken_belongs_to_its_row_with_its_profiles(squad):
    session, unit, rows = squad
    row = next(row for row in rows if row.label == "Astartes grenade launcher" and row.kind == "count")
    offered = session.offered(unit, row.key)
    session.set_count(unit, row.key, 1)
    rows = session.rows(unit)
    found = [one for kind in session.bearers(unit, rows) for one in kind.carried if one.row == row.key]
    assert [(one.name, one.count) for one in found] == [("Astartes grenade launcher", 1)]
    assert found[0].profiles == offered
    assert len(offered) == 2


def test_a_bundle_offers_all_that_is_in_it():
    session = Session.new("wh40k-10e", "orks", name="Mob")
    unit = session.add_unit("boyz")
    row = next(row for row in session.rows(unit) if row.label.startswith("Kombi-weapon"))
    assert [one.name for one in session.offered(unit, row.key)] == ["Kombi-weapon", "Close combat weapon"]


def test_a_finding_of_the_data_names_its_rows(squad):
    session, unit, rows = squad
    row = next(row for row in rows if row.label == "Astartes grenade launcher" and row.kind == "count")
    option = row.key.split("|")[-1]

    def rows_of(entry):
        cause = TreeFinding("data-max", Text("too many"), kind="max", unit=unit, entry=entry)
        return session.at_fault(Diagnostic("data-max", Text("too many"), unit=unit, cause=cause), rows)

    assert rows_of(option) == (row.key,)
    assert rows_of("unknown") == ()
    rows = [replace(row, key=f"{unit}|nothing|"), *rows]  # what is no choice is passed over
    assert rows_of(option) == (row.key,)
    assert session.at_fault(Diagnostic("points", Text("too many")), rows) == ()


def test_a_bound_of_the_whole_unit_names_the_row_that_it_counts(squad, tmp_path):
    path = tmp_path / "list.yaml"
    path.write_text(
        "{name: A, system: wh40k-10e, faction: space-marines, units: [{id: squad, datasheet: intercessor-squad,"
        " models: {intercessor: 4}, wargear: {intercessor: [{count: 2, add: astartes-grenade-launcher}]}}]}"
    )
    session = Session.open(path)
    finding = next(one for one in session.findings if one.rule == "wargear-options")
    rows = session.rows("squad")
    found = [row for row in rows if row.key in session.at_fault(finding, rows)]
    assert {row.label for row in found} == {"Astartes grenade launcher"}
    assert sum(row.count for row in found) == 2


def test_the_record_of_a_unit_tells_the_same_without_rows(squad):
    session, unit, rows = squad

    def told(bearers):
        return [(one.name, one.count, [(c.name, c.count, c.profiles) for c in one.carried]) for one in bearers]

    found = told(carried_by(session.unit(unit)))
    own = told(session.bearers(unit, ()))
    strip = [(name, count, [(n, c, [p.values for p in ps]) for n, c, ps in items]) for name, count, items in found]
    assert strip == [
        (name, count, [(n, c, [p.values for p in ps]) for n, c, ps in items]) for name, count, items in own
    ]
