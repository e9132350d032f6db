"""The engine's answers: costs, totals, order of violations, what stays the same object."""

from __future__ import annotations

from decimal import Decimal

from listbuilder.catalogue.model import Cost, EntryLink, Modifier, Publication
from listbuilder.engine import Engine
from listbuilder.roster.edits import Move, Remove, Rename, SetAmount, SetText
from tests.engine import factory as f


def test_costs_are_exact_own_and_total() -> None:
    child = f.unit("child", costs=(Cost(type_id="pts", value=Decimal("0.1")),))
    table = f.table(f.unit("unit", costs=f.costing(10), entries=(child,)))
    unit = table.take("unit")
    found = table.take("child", unit, 3)
    assert table.engine.state(found).costs == {"pts": Decimal("0.3")}
    assert table.engine.state(unit).costs == {"pts": 10}
    assert table.engine.state(unit).total_costs == {"pts": Decimal("10.3")}
    assert table.engine.state(table.force).total_costs == {"pts": Decimal("10.3")}
    assert table.engine.totals() == {"pts": Decimal("10.3")}
    SetAmount(unit, 2).apply(table.roster)
    assert table.engine.totals() == {"pts": Decimal("20.6")}
    assert table.engine.state(found).costs == {"pts": Decimal("0.6")}


def test_a_link_may_set_its_own_price_and_citation() -> None:
    link = EntryLink(id="link", name="Linked", target_id="unit", costs=f.costing(45), page="7", publication_id="book")
    table = f.table(
        links=(link,),
        shared_entries=(f.unit("unit", costs=f.costing(40), page="3"),),
        publications=(Publication(id="book", name="Book"),),
    )
    state = table.engine.state(table.take("link"))
    assert (state.name, state.costs, state.page, state.publication_id) == ("Linked", {"pts": 45}, "7", "book")


def test_a_state_stays_the_same_object_until_it_changes() -> None:
    table = f.table(f.unit("a", modifiers=f.renamed_when(f.when("atLeast", 2, "b", scope="force"))), f.unit("b"))
    one = table.take("a")
    before = table.engine.state(one)
    table.take("b")
    assert table.engine.state(one) is before
    table.take("b")
    assert table.engine.state(one) is not before


def test_violations_come_in_the_order_of_the_roster() -> None:
    wrong = Modifier(type="add", field="error", value="wrong")
    table = f.table(f.unit("unit", entries=(f.unit("child", modifiers=(wrong,)),), modifiers=(wrong,)))
    first, second = table.take("unit"), table.take("unit")
    child = table.take("child", first)
    assert [item.node for item in table.engine.violations()] == [first, child, second]
    Move(second, 0).apply(table.roster)
    assert [item.node for item in table.engine.violations()] == [second, first, child]


def test_names_given_by_players_change_no_evaluation() -> None:
    table = f.table(f.unit("unit"))
    unit = table.take("unit")
    before = table.engine.state(unit)
    SetText(unit, "custom_name", "Bob").apply(table.roster)
    Rename("other").apply(table.roster)
    assert table.engine.state(unit) is before


def test_two_engines_may_follow_one_roster_and_one_may_leave() -> None:
    table = f.table(f.unit("unit", costs=f.costing(5)))
    other = Engine(table.roster)
    table.take("unit")
    assert other.totals() == table.engine.totals() == {"pts": 5}
    other.close()
    Remove(table.force.selections[0]).apply(table.roster)
    assert table.engine.totals() == {}
    assert table.roster.listeners == [table.engine._edited]


def test_a_force_may_be_renamed_hidden_and_told_off() -> None:
    from listbuilder.catalogue.model import ForceEntry

    modifiers = (
        Modifier(
            type="append",
            field="name",
            value="II",
            conditions=(f.when("atLeast", 2, "any", field="forces", scope="roster"),),
        ),
        Modifier(type="set", field="hidden", value="true", conditions=(f.when("atLeast", 1, "unit", scope="self"),)),
        Modifier(type="add", field="warning", value="hm"),
    )
    table = f.table(
        f.unit("unit"),
        of_system={"force_entries": (ForceEntry(id="army", name="Army", modifiers=modifiers, page="5"),)},
    )
    state = table.engine.state(table.force)
    assert (state.name, state.hidden, state.page) == ("Army", False, "5")
    assert table.wrong == [("warning", "warning")]
    table.take("unit")
    table.add_force()
    state = table.engine.state(table.force)
    assert (state.name, state.hidden) == ("Army II", True)
