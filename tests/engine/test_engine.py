"""The engine's answers: costs, totals, order of violations, what stays the same object."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import (
    Catalogue,
    Characteristic,
    Cost,
    EntryLink,
    Modifier,
    Profile,
    Publication,
    Repeat,
)
from listbuilder.engine import Engine
from listbuilder.roster.edits import Move, Remove, Rename, SetAgreedLimits, SetAmount, SetText
from listbuilder.roster.tree import Roster
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
    assert (state.name, state.costs, state.page, state.publication_id) == ("Unit", {"pts": 45}, "7", "book")


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
    assert table.roster.listeners == [table.engine]


def test_a_force_may_be_renamed_and_hidden_and_have_messages() -> None:
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


def test_a_unit_has_another_revision_when_anything_in_it_may_differ() -> None:
    gun = f.unit("gun", type="upgrade")
    table = f.table(f.unit("unit", entries=(gun,)), f.unit("other"))
    unit, other = table.take("unit"), table.take("other")

    def revised(action: Callable[[], object]) -> tuple[bool, bool]:
        before = table.engine.revisions()
        known = (before.get(unit, 0), before.get(other, 0))
        action()
        after = table.engine.revisions()
        return after.get(unit, 0) != known[0], after.get(other, 0) != known[1]

    assert revised(lambda: None) == (False, False)
    assert revised(lambda: table.take("gun", unit)) == (True, False)
    found = unit.selections[0]
    assert revised(lambda: SetAmount(found, 2).apply(table.roster)) == (True, False)
    assert revised(lambda: SetText(found, "custom_name", "Bob").apply(table.roster)) == (True, False)
    assert revised(lambda: Remove(found).apply(table.roster)) == (True, False)
    assert revised(lambda: Rename("x").apply(table.roster)) == (False, False)
    Remove(other).apply(table.roster)
    assert table.engine.revisions().get(other, 0) == 0


def test_units_have_their_revisions_again_after_edits_that_were_reverted() -> None:
    table = f.table(f.unit("unit"), f.unit("other"))
    unit, other = table.take("unit"), table.take("other")
    table.engine.limit_by_size("pts", 1000)
    before = table.engine.revisions()
    known = (before.get(unit, 0), before.get(other, 0))
    with table.engine.excursion():
        undo = Remove(unit).apply(table.roster)
        table.engine.limit_by_size("pts", 2000)
        undo.apply(table.roster)
        assert table.engine.revisions().get(unit, 0) not in known
    after = table.engine.revisions()
    assert (after.get(unit, 0), after.get(other, 0)) == known
    assert table.roster.size_limits == {"pts": 1000}
    SetAmount(unit, 2).apply(table.roster)
    assert table.engine.revisions().get(unit, 0) not in known


def test_a_profile_that_changes_gives_its_unit_another_revision_and_state() -> None:
    values = (Characteristic(type_id="m", name="M", value="6"),)
    faster = Modifier(type="increment", field="m", value="1", repeats=(Repeat(child_id="flag", scope="force"),))
    unit = f.unit("unit", profiles=(Profile(id="p", name="P", characteristics=values),), modifiers=(faster,))
    table = f.table(unit, f.unit("flag"))
    node = table.take("unit")
    state, revision = table.engine.state(node), table.engine.revisions().get(node, 0)
    table.take("flag")
    assert table.engine.revisions().get(node, 0) != revision
    assert table.engine.state(node).profiles[0].characteristics[0].value == "7"
    assert state.profiles[0].characteristics[0].value == "6"


def test_violations_are_the_same_object_until_they_change() -> None:
    table = f.table(f.unit("squad", constraints=(f.most(1),)), f.unit("other"))
    table.take("squad")
    none = table.engine.violations()
    table.take("other")
    assert table.engine.violations() is none
    table.take("squad")
    found = table.engine.violations()
    assert len(found) == 1
    table.take("squad")
    assert [item.found for item in table.engine.violations()] == [3]


def test_violations_of_child_forces_follow_those_of_selections() -> None:
    wrong = Modifier(type="add", field="error", value="wrong")
    table = f.table(f.unit("unit", modifiers=(wrong,)))
    child = table.add_force("detachment", table.force)
    second = table.add_force()
    nodes = [table.take("unit", parent) for parent in (second, child, table.force)]
    assert [item.node for item in table.engine.violations()] == [nodes[2], nodes[1], nodes[0]]


def test_removed_forces_leave_no_violations_and_no_costs() -> None:
    wrong = Modifier(type="add", field="error", value="wrong")
    table = f.table(f.unit("unit", modifiers=(wrong,), costs=f.costing(3)))
    child = table.add_force("detachment", table.force)
    table.take("unit", child)
    kept = table.add_force()
    table.take("unit", kept)
    assert (len(table.wrong), table.engine.totals()) == (2, {"pts": 6})
    Remove(table.force).apply(table.roster)
    assert (len(table.wrong), table.engine.totals()) == (1, {"pts": 3})
    assert set(table.engine.store.forces) == {kept}
    assert set(table.engine.store.slots) == {kept, *kept.selections}


def test_a_roster_has_one_engine_that_whoever_asks_shares() -> None:
    table = f.table(f.unit("a"))
    assert Engine.of(table.roster) is table.engine
    table.engine.close()
    other = Engine.of(table.roster)
    assert other is not table.engine
    assert Engine.of(table.roster) is other
    assert table.roster.listeners == [other]


def test_an_engine_is_replaced_when_the_library_has_got_more() -> None:
    more = Catalogue(id="more", name="More", entries=(f.unit("b"),))
    library = Library(f.system(), [Catalogue(id="cat", name="Cat")], foreign=lambda _word: (more,))
    roster = Roster(library)
    before = Engine.of(roster)
    library.include("more")
    assert Engine.of(roster) is not before
    assert len(roster.listeners) == 1


def test_the_limits_of_an_event_are_seen_at_once() -> None:
    table = f.table(f.unit("a", costs=f.costing(10)))
    table.take("a")
    assert table.wrong == []
    before = SetAgreedLimits({"pts": 9}).apply(table.roster)
    assert table.wrong == [("cost-limit", "pts")]
    before.apply(table.roster)
    assert table.wrong == []
