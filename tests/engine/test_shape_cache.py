"""Cached units give the same answers as evaluated ones, whatever edit follows."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from listbuilder.army.build import ArmyBuilder, ArmyContext
from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import (
    Catalogue,
    CategoryLink,
    Condition,
    Entry,
    EntryLink,
    ForceEntry,
    LocalConditionGroup,
    Modifier,
    ModifierGroup,
    Repeat,
)
from listbuilder.catalogue.system import System
from listbuilder.engine import Engine, actions
from listbuilder.engine.scheduler import MAX_RUNS
from listbuilder.engine.shape_cache import MOST, MOST_SURROUNDINGS, KnownShapes, UnitShape, shape_key
from listbuilder.engine.surroundings import may_hold
from listbuilder.engine.tallies import TREE_DEEP
from listbuilder.roster.declarations import Declarations
from listbuilder.roster.edits import Insert, Move, Remove, SetAmount, SetDeclarations, SetText
from listbuilder.roster.tree import Force, Roster, Selection
from tests.engine import factory as f
from tests.engine.random_data import RandomData, RandomRoster
from tests.engine.random_edits import Numbers, Player, snapshot


def change(type: str, field: str, value: str, *conditions: object, **fields: object) -> Modifier:
    return Modifier(type=type, field=field, value=value, conditions=conditions, **fields)  # type: ignore[arg-type]


def library() -> Library:
    """Self-contained units, and some that depend on others, modify others or count nodes in others."""
    gun = f.unit("gun", type="upgrade", costs=f.costing(5), constraints=(f.most(1),))
    blade = f.unit("blade", type="upgrade", collective=True)
    arms = f.group("arms", gun, blade, default_id="blade", constraints=(f.least(1, id="armed"), f.most(2)))
    trooper = f.unit("trooper", type="model", costs=f.costing(10), groups=(arms,), constraints=(f.least(2), f.most(5)))
    banner = f.unit(
        "banner",
        type="upgrade",
        modifiers=(change("add", "category", "elite", scope="parent"),),
        constraints=(f.most(1),),
    )
    dearer = change("set", "pts", "50", f.when("atLeast", 4, "trooper"))
    squad = f.unit(
        "squad",
        entries=(trooper,),
        category_links=f.role("troops"),
        costs=f.costing(20),
        modifiers=(dearer, change("add", "category", "elite", f.when("atLeast", 4, "trooper"))),
        constraints=(f.most(3, id="three", scope="force"),),
    )
    guard = f.unit("guard", entries=(trooper, banner), category_links=f.role("troops"), costs=f.costing(30))
    ban = f.unit(
        "ban",
        type="upgrade",
        modifiers=(change("set", "hidden", "true", scope="force", affects="self.entries.recursive.gun"),),
    )
    armed = LocalConditionGroup(
        scope="roster",
        include_child_selections=True,
        include_child_forces=True,
        conditions=(f.when("instanceOf", 1, "gun"),),
        value=2,
    )
    seeker = f.unit("seeker", modifiers=(change("add", "error", "too many guns", local_condition_groups=(armed,)),))
    joined = f.when("atLeast", 1, "any", field="associations")
    leader = f.unit("leader", costs=f.costing(60), modifiers=(change("increment", "pts", "5", joined),))
    system = f.system(category_entries=f.CATEGORIES)
    entries = (squad, guard, ban, seeker, leader, *in_surroundings())
    return Library(system, [Catalogue(id="cat", entries=entries)])


def in_surroundings() -> tuple[Entry, ...]:
    """Units whose values depend on what else is in the army: on how often an entry is taken, also before them, or on
    categories, which others may have or lose, and on points."""
    relic = f.unit("relic", type="upgrade", costs=f.costing(15), constraints=(f.most(1, id="one", scope="roster"),))
    taken = f.when("atLeast", 1, "relic", scope="roster", include_child_selections=True)
    envious = change("append", "name", "(envious)", taken)
    hero = f.unit("hero", entries=(relic,), category_links=f.role("hq"), costs=f.costing(80), modifiers=(envious,))
    second = f.when("atLeast", 2, "levy", scope="force")
    levy = f.unit("levy", costs=f.costing(40), modifiers=(change("increment", "pts", "7", second),))
    earlier = LocalConditionGroup(
        scope="roster",
        include_child_selections=True,
        child_id="horde",
        conditions=(Condition(type="before"), f.when("instanceOf", 1, "horde")),
    )
    dearer, famous = (
        change(*what, local_condition_groups=(earlier,))
        for what in (("increment", "pts", "9"), ("add", "category", "elite"))
    )
    horde = f.unit("horde", costs=f.costing(30), modifiers=(dearer, famous))
    spent = f.when("atLeast", 110, "horde", field="pts", scope="force")
    miser = f.unit("miser", modifiers=(change("append", "name", "(poor)", spent),))
    elite = LocalConditionGroup(
        scope="force", child_id="elite", value=3, conditions=(f.when("instanceOf", 1, "elite"),)
    )
    critic = f.unit("critic", modifiers=(change("append", "name", "(pleased)", local_condition_groups=(elite,)),))
    heard = f.when("atLeast", 1, "hero", scope="roster")
    herald = f.unit("herald", modifiers=(change("add", "category", "elite", heard),), costs=f.costing(25))
    chosen = f.when("atLeast", 1, "elite", scope="roster")
    patron = f.unit("patron", modifiers=(change("add", "category", "elite", chosen),), costs=f.costing(5))
    rich = f.when("atLeast", 200, "any", field="pts", scope="roster")
    buyer = f.unit("buyer", modifiers=(change("set", "pts", "90", rich),), costs=f.costing(10))
    page = f.unit("page", modifiers=(change("append", "name", "(busy)", f.when("atLeast", 1, "levy", scope="army")),))
    return page, hero, levy, horde, miser, critic, herald, patron, buyer, *in_order(), *with_modifiers_within()


def in_order() -> tuple[Entry, ...]:
    """A unit with a child that counts the crowds before it, its own among them, and one that counts the drummers before it, which
    stand in units."""

    def dearer(what: str, least: int) -> tuple[Modifier, ...]:
        earlier = LocalConditionGroup(
            scope="roster",
            child_id=what,
            include_child_selections=True,
            value=least,
            conditions=(Condition(type="before"),),
        )
        return (change("increment", "pts", "9", local_condition_groups=(earlier,)),)

    child = f.unit("child", type="upgrade", costs=f.costing(1), modifiers=dearer("crowd", 2))
    drummer = f.unit("drummer", type="upgrade", costs=f.costing(1))
    return (
        f.unit("crowd", costs=f.costing(10), entries=(child,)),
        f.unit("band", costs=f.costing(10), entries=(drummer,), modifiers=dearer("drummer", 1)),
    )


def with_modifiers_within() -> tuple[Entry, ...]:
    """Units one choice of which modifies another; the last modifies the unit itself, which its force knows as a choice."""

    def smith(name: str, affects: str) -> Entry:
        anvil = f.unit(
            "anvil", type="upgrade", modifiers=(change("increment", "pts", "3", scope="root-entry", affects=affects),)
        )
        return f.unit(name, costs=f.costing(20), entries=(f.unit("hammer", type="upgrade", costs=f.costing(2)), anvil))

    return (
        smith("smith", "entries.recursive.hammer"),
        smith("fitter", "self.entries.recursive.hammer"),
        smith("founder", "self.entries.recursive.founder"),
    )


LIBRARY = library()
NUMBERS = st.tuples(st.integers(0, 19), st.integers(0, 30), st.integers(0, 30))
# Mostly edits of self-contained units.
UNITS = st.tuples(st.integers(4, 15), st.integers(0, 30), st.sampled_from([0, 0, 1, 1, 2, 4, 5, 6]))


def new_roster() -> tuple[Roster, Force]:
    roster = Roster(LIBRARY)
    force = Force(LIBRARY.game_system.force_entries[0], "cat")
    Insert(force, roster).apply(roster)
    return roster, force


def units(roster: Roster) -> Iterator[Selection]:
    for force in roster.walk_forces():
        yield from force.selections


def learn(engine: Engine) -> int:
    """Remembers every self-contained unit; returns how many there are."""
    return sum(
        engine.learn(unit, [engine.state(node) for node in unit.walk()]) is not None for unit in units(engine.roster)
    )


@contextmanager
def without_known_shapes() -> Iterator[None]:
    """Inside, new engines cache no units."""
    shapes = LIBRARY.kept(KnownShapes)
    known, shapes.by_key = shapes.by_key, {}
    try:
        yield
    finally:
        shapes.by_key = known


def evaluated(roster: Roster) -> Engine:
    with without_known_shapes():
        return Engine(roster)


def answers(engine: Engine) -> tuple[object, ...]:
    """What can be answers without looking into a unit."""
    nodes: tuple[Selection | Force, ...] = (*engine.roster.walk_forces(), *engine.roster.walk())
    found = [(item.kind, item.entry_id, item.found, item.bound, item.message) for item in engine.violations()]
    return engine.totals(), found, [engine.state(node) for node in nodes]


@settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(UNITS, min_size=1, max_size=15), st.lists(NUMBERS, max_size=12))
def test_cached_units_equal_evaluated_units(before: list[Numbers], after: list[Numbers]) -> None:
    player = Player(Roster(LIBRARY), LIBRARY.game_system.force_entries, "cat")
    for numbers in before:
        player.play(numbers)
    learn(player.engine)
    player.engine.close()
    player.engine = Engine(player.roster)
    other = evaluated(player.roster)
    assert answers(player.engine) == answers(other), player.log
    other.close()
    for numbers in after:
        player.play(numbers)
    other = evaluated(player.roster)
    assert answers(player.engine) == answers(other), player.log
    assert snapshot(player.engine) == snapshot(other), player.log


def squads(roster: Roster, force: Force, number: int) -> list[Selection]:
    player = Player(roster, LIBRARY.game_system.force_entries, "cat")
    option = next(item for item in LIBRARY.root_options("cat") if item.id == "squad")
    for _ in range(number):
        edit = player._choose(force, [option], 0)
        assert edit is not None
        edit.apply(roster)
    assert learn(player.engine) == number
    player.engine.close()
    return list(force.selections)


def test_a_node_that_moves_in_a_unit_evicts_it() -> None:
    roster, force = new_roster()
    unit = squads(roster, force, 1)[0]
    option = unit.selections[0].option
    armed = Selection(option, 1, "armed")
    Insert(armed, unit).apply(roster)
    Insert(Selection(next(one for one in option.entries if one.id == "gun"), 1, "gun"), armed).apply(roster)
    assert learn(Engine(roster)) == 1
    Engine.of(roster).close()
    engine = Engine(roster)
    assert engine.shape(unit) is not None
    Move(armed, 0).apply(roster)
    assert engine.shape(unit) is None
    assert answers(engine) == answers(evaluated(roster))


@pytest.mark.parametrize("what", ["amount", "insert", "remove", "name"])
def test_an_edit_evicts_that_unit_only(what: str) -> None:
    roster, force = new_roster()
    first, second = squads(roster, force, 2)
    engine = Engine(roster)
    assert engine.shape(first) is engine.shape(second) is not None
    trooper = first.selections[0]
    edits = {
        "amount": SetAmount(trooper, 4),
        "insert": Insert(Selection(trooper.option, 2), first),
        "remove": Remove(trooper),
        "name": SetText(trooper, "custom_name", "Ann"),
    }
    revision = engine.revisions().get(first, 0)
    undo = edits[what].apply(roster)
    assert engine.shape(first) is None
    assert engine.shape(second) is not None
    assert engine.revisions().get(first, 0) != revision
    assert answers(engine) == answers(evaluated(roster))
    undo.apply(roster)
    assert answers(engine) == answers(evaluated(roster))


def test_what_depends_on_more_than_its_shape_is_not_learned() -> None:
    roster, force = new_roster()
    unit = squads(roster, force, 1)[0]
    engine = Engine(roster)
    SetText(unit.selections[0], "custom_name", "Ann").apply(roster)
    assert shape_key(unit)[0] == ()
    assert learn(engine) == 0
    SetText(unit.selections[0], "custom_name", "").apply(roster)
    SetAmount(unit.selections[0], 9).apply(roster)
    assert learn(engine) == 0  # too many troopers


def test_a_modifier_from_above_evicts_every_unit_and_a_query_for_nodes_those_that_have_them() -> None:
    for name, evicted in (("ban", [True, True]), ("seeker", [True, False])):
        roster, force = new_roster()
        units = squads(roster, force, 2)
        trooper = units[0].selections[0]
        Insert(Selection(next(option for option in trooper.option.entries if option.id == "gun")), trooper).apply(
            roster
        )
        learn(Engine(roster))
        Engine.of(roster).close()
        engine = Engine(roster)
        assert all(map(engine.shape, units))
        Insert(Selection(next(o for o in LIBRARY.root_options("cat") if o.id == name)), force).apply(roster)
        assert [engine.shape(unit) is None for unit in units] == evicted
        assert answers(engine) == answers(evaluated(roster))


def test_attachments_survive_eviction() -> None:
    roster, force = new_roster()
    unit = squads(roster, force, 1)[0]
    Insert(Selection(next(o for o in LIBRARY.root_options("cat") if o.id == "leader")), force).apply(roster)
    leader = force.selections[1]
    engine = Engine(roster)
    SetDeclarations(Declarations(attach={leader.id: unit.id})).apply(roster)
    assert engine.state(leader).costs == {"pts": 65}
    SetAmount(unit.selections[0], 3).apply(roster)
    assert answers(engine) == answers(evaluated(roster))
    SetDeclarations(Declarations()).apply(roster)
    assert answers(engine) == answers(evaluated(roster))


def test_units_of_one_shape_differ_in_ids_and_names_only() -> None:
    roster, force = new_roster()
    squads(roster, force, 2)
    for _ in range(2):
        Insert(Selection(next(o for o in LIBRARY.root_options("cat") if o.id == "guard")), force).apply(roster)
    learn(Engine(roster))
    context = ArmyContext(System(id="s", name={"en": "S"}), LIBRARY.catalogues["cat"])
    for named in (0, 2):  # a unit with models, one that is its own model
        force.selections[named].custom_name = "Ann"
        with without_known_shapes():
            read = ArmyBuilder(Engine(roster), context).build().units
        known = ArmyBuilder(Engine(roster), context).build().units
        assert known == read
        assert ArmyBuilder(Engine(roster), context).build().units == read  # from the patterns derived before
        assert [unit.name for unit in known].count("Ann") == named // 2 + 1
    assert known[0].id != known[1].id
    assert known[1].models[0].id == force.selections[1].selections[0].id


def test_an_attachment_inside_a_cached_unit_evicts_it() -> None:
    roster, force = new_roster()
    unit = squads(roster, force, 1)[0]
    engine = Engine(roster)
    assert engine.shape(unit)
    trooper = unit.selections[0]
    Insert(Selection(next(o for o in LIBRARY.root_options("cat") if o.id == "leader")), force).apply(roster)
    leader = force.selections[1]
    SetDeclarations(Declarations(attach={leader.id: trooper.id})).apply(roster)
    assert engine.shape(unit) is None
    assert engine.state(leader).costs == {"pts": 65}
    assert answers(engine) == answers(evaluated(roster))


def test_asking_for_a_choice_in_a_cached_unit_evicts_it() -> None:
    roster, force = new_roster()
    first, second = squads(roster, force, 2)
    engine = Engine(roster)
    trooper = first.selections[0]
    option = next(iter(trooper.option.groups))
    assert engine.choice(trooper, option) == evaluated(roster).choice(trooper, option)
    assert engine.shape(first) is None
    assert engine.shape(second)


@pytest.mark.parametrize("ask", [Engine.headroom, Engine.room, Engine.missing])
def test_asking_how_many_more_a_cached_unit_may_have_evicts_it(ask: Callable[..., int | None]) -> None:
    roster, force = new_roster()
    squad = squads(roster, force, 1)[0]
    engine, other = Engine(roster), evaluated(roster)
    trooper = squad.selections[0]
    assert engine.shape(squad)
    assert [ask(engine, trooper, one) for one in trooper.option.options] == [
        ask(other, trooper, one) for one in trooper.option.options
    ]
    assert engine.shape(squad) is None


def test_what_a_violation_counts_is_found_in_cached_units() -> None:
    """A bound of the force on its choices of a category, wherever they stand."""
    most = f.most(2, id="few", scope="parent", include_child_selections=True)
    link = CategoryLink(id="of-force", target_id="elite", constraints=(most,))
    army = ForceEntry(id="army", name="Army", category_links=(link,))
    trooper = f.unit("trooper", type="model", category_links=f.role("elite"), constraints=(f.least(2), f.most(5)))
    system = f.system(category_entries=f.CATEGORIES, force_entries=(army,))
    lone, other = f.unit("lone", category_links=f.role("elite")), f.unit("other", entries=(f.unit("gun"),))
    entries = (f.unit("squad", entries=(trooper,)), lone, other)
    table = f.Table(Library(system, [Catalogue(id="cat", entries=entries)]))
    for name in ("squad", "lone", "other", "squad"):
        table.take(name)
    assert learn(table.engine) == 4
    table.engine.close()

    cached = Engine(table.roster)
    assert len(cached.shapes.units) == 4
    (violation,) = cached.violations()
    first, alone, _other, last = table.force.selections
    assert cached.counted(violation) == (first.selections[0], alone, last.selections[0])
    assert [one.option.name for one in cached.shapes.units] == ["Lone", "Other"], "these hold none below their roots"


def test_what_a_bound_of_points_counts_is_found_in_cached_units() -> None:
    dear = f.most(5, id="dear", scope="parent", field="pts", include_child_selections=True)
    link = CategoryLink(id="of-force", target_id="elite", constraints=(dear,))
    army = ForceEntry(id="army", name="Army", category_links=(link,))
    gun = f.unit("gun", category_links=f.role("elite"), costs=f.costing(3), constraints=(f.least(1),))
    system = f.system(category_entries=f.CATEGORIES, force_entries=(army,))
    table = f.Table(Library(system, [Catalogue(id="cat", entries=(f.unit("squad", entries=(gun,)),))]))
    for _ in range(2):
        table.take("squad")
    assert learn(table.engine) == 2
    table.engine.close()

    cached = Engine(table.roster)
    assert len(cached.shapes.units) == 2
    (violation,) = cached.violations()
    assert cached.counted(violation) == tuple(squad.selections[0] for squad in table.force.selections)


def test_cached_units_may_be_removed_copied_and_added_to() -> None:
    roster, force = new_roster()
    first, second = squads(roster, force, 2)
    engine = Engine(roster)
    Remove(first).apply(roster)
    assert engine.shape(second)
    assert answers(engine) == answers(evaluated(roster))
    edit, _ = actions.select(engine, second, second.option.entries[0])
    edit.apply(roster)
    assert answers(engine) == answers(evaluated(roster))
    Remove(force).apply(roster)
    assert engine.totals() == {}
    assert not engine.shapes.units


def test_what_links_to_itself_is_looked_through_once() -> None:
    table = f.table(f.unit("nest", links=(EntryLink(id="to-nest", target_id="nest"),)))
    nest = table.take("nest")
    assert may_hold(nest, "nest")
    assert not may_hold(nest, "egg")


def test_few_shapes_are_kept() -> None:
    shapes = KnownShapes(LIBRARY)
    shape = UnitShape(None, ({}, {}, {}), {}, {}, ())  # type: ignore[arg-type]
    for number in range(MOST + 1):
        shapes.keep((number,), shape)
    assert len(shapes.by_key) == 1


def test_few_surroundings_of_a_shape_are_kept() -> None:
    shapes = KnownShapes(LIBRARY)
    for number in range(MOST_SURROUNDINGS + 1):
        around = {(True, TREE_DEEP, ("selections", "hero")): number}
        shapes.keep((), UnitShape(None, ({}, {}, {}), {}, {}, (), around))  # type: ignore[arg-type]
    kept = [next(iter(shape.surroundings.values())) for shape in shapes.by_key[()]]
    assert kept == list(range(MOST_SURROUNDINGS, 0, -1))


def taken(*names: str) -> tuple[Roster, list[Selection]]:
    """A roster with units of these names."""
    roster, force = new_roster()
    options = {option.id: option for option in LIBRARY.root_options("cat")}
    for number, name in enumerate(names):
        Insert(Selection(options[name], node_id=f"unit-{number}"), force).apply(roster)
    return roster, force.selections[:]


@pytest.mark.parametrize(
    ("before", "alike", "other"),
    [
        ("hero levy", "levy hero", "levy levy"),  # an entry that is counted: further copies cost more
        ("hero herald", "herald hero", "herald levy"),  # a category that comes with another unit
    ],
)
def test_a_unit_in_known_surroundings_is_cached(before: str, alike: str, other: str) -> None:
    with without_known_shapes():
        roster, _units = taken(*before.split())
        assert learn(Engine(roster)) == 2
        wanted = next(name for name in alike.split() if name in other.split() and name in before.split())
        for names, is_cached in ((alike, True), (other, False)):
            again, units_of = taken(*names.split())
            engine = Engine(again)
            assert answers(engine) == answers(evaluated(again))
            shown = [bool(engine.shape(unit)) for unit in units_of if unit.option.id == wanted]
            assert set(shown) == {is_cached}


@pytest.mark.parametrize(("names", "is_known"), [("critic levy", True), ("critic hero herald", False)])
def test_a_unit_that_asks_which_others_there_are_is_learned_while_there_are_none(names: str, is_known: bool) -> None:
    """The critic asks who is elite: a herald is beside a hero."""
    with without_known_shapes():
        roster, (critic, *_others) = taken(*names.split())
        engine = Engine(roster)
        assert (engine.learn(critic, [engine.state(critic)]) is not None) is is_known


def test_the_first_of_several_copies_is_known_wherever_it_stands() -> None:
    """A horde costs more behind another one."""
    with without_known_shapes():
        assert learn(Engine(taken("levy", "horde")[0])) == 2
        roster, (first, _levy, second) = taken("horde", "levy", "horde")
        engine = Engine(roster)
        assert answers(engine) == answers(evaluated(roster))
        assert engine.shape(first)
        assert not engine.shape(second)


def test_a_cached_unit_follows_its_surroundings() -> None:
    with without_known_shapes():
        for names in (("hero",), ("hero", "hero")):
            roster, heroes = taken(*names)
            for hero in heroes[1:]:
                Insert(Selection(hero.option.entries[0]), hero).apply(roster)
            assert learn(Engine(roster)) == len(names)
        roster, (first, second) = taken("hero", "hero")
        engine = Engine(roster)
        plain = engine.shape(first)
        assert plain is not None
        assert engine.choice(roster.forces[0], first.option).name == "Hero"
        Insert(Selection(second.option.entries[0]), second).apply(roster)  # the relic, of which there is one
        assert engine.shape(first) not in (None, plain)
        assert engine.shape(second) is None
        assert engine.choice(roster.forces[0], first.option).name == "Hero (envious)"
        assert answers(engine) == answers(evaluated(roster))


def test_a_choice_is_as_its_cached_unit_is_in_new_surroundings() -> None:
    with without_known_shapes():
        for names in (("herald",), ("herald", "hero")):
            assert learn(Engine(taken(*names)[0])) == len(names)
        roster, (herald,) = taken("herald")
        (force,) = roster.forces
        engine = Engine(roster)
        assert engine.choice(force, herald.option).categories == ()
        Insert(Selection(next(one for one in LIBRARY.root_options("cat") if one.id == "hero")), force).apply(roster)
        assert [one.id for one in engine.choice(force, herald.option).categories] == ["elite"]
        assert engine.shape(herald)


def test_a_unit_whose_surroundings_never_settle_is_evaluated() -> None:
    with without_known_shapes():
        for names in (("hero",), ("hero", "hero")):
            roster, heroes = taken(*names)
            for hero in heroes[1:]:
                Insert(Selection(hero.option.entries[0]), hero).apply(roster)
            learn(Engine(roster))
        roster, (first, second) = taken("hero", "hero")
        engine = Engine(roster)
        assert engine.shape(first) is not None
        engine.shapes._surroundings[first].runs = MAX_RUNS  # as in a refresh that goes round and round
        Insert(Selection(second.option.entries[0]), second).apply(roster)
        assert engine.shape(first) is None
        assert answers(engine) == answers(evaluated(roster))


def test_units_are_known_by_how_many_like_them_come_before() -> None:
    with without_known_shapes():
        roster, _units = taken("horde")
        assert learn(Engine(roster)) == 1
        roster, (first, second) = taken("horde", "horde")
        engine = Engine(roster)
        assert engine.shape(first) is not None
        assert engine.shape(second) is None  # one that has another before it was not met
        assert learn(engine) == 2
        roster, (first, hero, second, third, *_others) = taken("horde", "hero", "horde", "horde", "miser", "critic")
        engine = Engine(roster)
        for edit in (None, Move(third, 0), Remove(hero), Remove(second), Insert(second, roster.forces[0], 0)):
            if edit is not None:
                edit.apply(roster)
            hordes = [unit for unit in roster.forces[0].selections if unit.option.id == "horde"]
            assert all(engine.shape(unit) is not None for unit in hordes)
            assert [engine.state(unit).costs["pts"] for unit in hordes] == [30, 39, 39][: len(hordes)]
            assert answers(engine) == answers(evaluated(roster))


@pytest.mark.parametrize("name", ["crowd", "band"])
def test_what_counts_those_before_it_in_a_unit_or_before_the_unit(name: str) -> None:
    with without_known_shapes():
        for names in ((name,), (name,), (name, name)):
            roster, units_of = taken(*names)
            for unit in units_of:
                Insert(Selection(unit.option.entries[0]), unit).apply(roster)
            engine = Engine(roster)
            assert answers(engine) == answers(evaluated(roster))
            learn(engine)
        assert [engine.state(unit).total_costs["pts"] for unit in units_of] == [11, 20]


@pytest.mark.parametrize(
    "joined",
    [
        f.when("atLeast", 1, "any", field="associations"),
        f.when("atMost", 50, "flag", field="associations", percent=True),  # none of what is attached
    ],
    ids=["number", "share"],
)
def test_what_is_attached_to_a_choice_in_a_unit_is_not_taken_for_the_units_own(joined: Condition) -> None:
    flag = f.unit("flag", type="upgrade", modifiers=(change("increment", "pts", "5", joined),))
    system = f.system(category_entries=f.CATEGORIES)
    table = f.Table(
        Library(system, [Catalogue(id="cat", entries=(f.unit("squad", entries=(flag,)), f.unit("leader")))])
    )
    squad, leader = table.take("squad"), table.take("leader")
    carried = table.take("flag", squad)
    assert learn(table.engine) == 2
    SetDeclarations(Declarations(attach={leader.id: carried.id})).apply(table.roster)
    assert table.points(carried) == 5
    assert table.engine.learn(squad, [table.engine.state(node) for node in squad.walk()]) is None


def test_units_of_a_child_force_are_known_by_what_is_in_the_forces_around() -> None:
    with without_known_shapes():
        known = []
        for levies, own in ((0, 2), (1, 2), (0, 0), (1, 2), (0, 2)):
            roster, outer = taken(*["levy"] * levies)
            child = Force(roster.forces[0].entry.force_entries[0], "cat")
            Insert(child, roster.forces[0]).apply(roster)
            options = {option.id: option for option in LIBRARY.root_options("cat")}
            page, *inner = [Selection(options[name]) for name in ("page", *["levy"] * own)]
            for unit in (page, *inner):
                Insert(unit, child).apply(roster)
            engine = Engine(roster)
            assert answers(engine) == answers(evaluated(roster))
            assert engine.state(page).name == ("Page (busy)" if levies else "Page")
            known.append([engine.shape(unit) is not None for unit in (page, *inner, *outer)])
            learn(engine)
            for unit in inner[1:]:  # the other levy costs less then
                Remove(unit).apply(roster)
                assert answers(engine) == answers(evaluated(roster))
        assert [all(every) for every in known] == [False, False, True, True, True]
        assert known[1] == [False, True, True, False]


def test_units_are_known_by_what_is_attached_to_them() -> None:
    with without_known_shapes():
        for attached in (False, True):
            roster, (leader, levy) = taken("leader", "levy")
            SetDeclarations(Declarations(attach={leader.id: levy.id} if attached else {})).apply(roster)
            assert learn(Engine(roster)) == 2
        roster, (leader, levy) = taken("leader", "levy")
        engine = Engine(roster)
        for attach, points in (({}, 60), ({leader.id: levy.id}, 65), ({}, 60)):
            SetDeclarations(Declarations(attach=attach)).apply(roster)
            assert engine.shape(leader) is not None
            assert engine.state(leader).costs == {"pts": points}
            assert answers(engine) == answers(evaluated(roster))


@pytest.mark.parametrize(("name", "is_known"), [("smith", True), ("fitter", True), ("founder", False)])
def test_units_may_modify_their_own_choices(name: str, is_known: bool) -> None:
    with without_known_shapes():
        for _ in range(2):
            roster, (unit,) = taken(name)
            for option in unit.option.entries:
                Insert(Selection(option), unit).apply(roster)
            engine = Engine(roster)
            assert engine.totals() == {"pts": 25}
            assert answers(engine) == answers(evaluated(roster))
            known = engine.shape(unit) is not None
            learn(engine)
        assert known is is_known


def test_no_category_keeps_itself() -> None:
    """A unit that has a category because others have it does not bring it where only its like are."""
    with without_known_shapes():
        roster, _units = taken("guard", "patron")
        banner = next(option for option in roster.forces[0].selections[0].option.entries if option.id == "banner")
        Insert(Selection(banner), roster.forces[0].selections[0]).apply(roster)
        engine = Engine(roster)
        learn(engine)
        assert "elite" in {category.id for category in engine.state(roster.forces[0].selections[1]).categories}
        again, patrons = taken("patron", "patron")
        assert [len(Engine.of(again).state(one).categories) for one in patrons] == [0, 0]


def test_the_shape_of_a_unit() -> None:
    roster, force = new_roster()
    first, second = squads(roster, force, 2)
    key, nodes = shape_key(first)
    assert nodes == list(first.walk())
    assert key == shape_key(second)[0]
    SetAmount(second.selections[0], 3).apply(roster)
    assert key != shape_key(second)[0]
    SetAmount(second.selections[0], first.selections[0].amount).apply(roster)
    SetText(second, "custom_name", "Ann").apply(roster)
    assert key == shape_key(second)[0]
    for ids in ("ab", "ba"):
        one, other = (Selection(first.selections[0].option, node_id=f"{letter}{ids}") for letter in ids)
        Insert(one, first).apply(roster)
        Insert(other, first).apply(roster)
        assert shape_key(first)[0] not in (key, ())
        key = shape_key(first)[0]
        Remove(one).apply(roster)
        Remove(other).apply(roster)
    child = Force(force.entry.force_entries[0], "cat")
    Insert(child, force).apply(roster)
    Insert(Selection(first.option), force).apply(roster)
    Insert(Selection(first.option), child).apply(roster)
    assert shape_key(child.selections[0])[0] not in ((), shape_key(force.selections[-1])[0])
    assert shape_key(first.selections[0])[0] == ()


def test_an_evicted_unit_is_found_by_its_current_categories_only() -> None:
    roster, force = new_roster()
    first, second = squads(roster, force, 2)
    for unit in (first, second):
        SetAmount(unit.selections[0], 4).apply(roster)
    assert learn(Engine(roster)) == 2
    engine = Engine(roster)
    assert engine.shape(first) is engine.shape(second) is not None
    SetAmount(first.selections[0], 3).apply(roster)
    assert [item.id for item in engine.state(first).categories] == ["troops"]
    assert [item.id for item in engine.state(second).categories] == ["troops", "elite"]
    engine.violations()
    assert list(engine.store.index.holders_of("elite")) == [second]


def learned(table: f.Table, name: str) -> bool:
    unit = table.take(name)
    table.engine.violations()
    return table.engine.learn(unit, [table.engine.state(node) for node in unit.walk()]) is not None


def test_only_self_contained_units_are_learned() -> None:
    def category(*conditions: object, **fields: object) -> tuple[Modifier, ...]:
        return (change("add", "category", "elite", *conditions, **fields),)

    few = f.when("lessThan", 1, "elite", scope="force")
    doubled = (change("increment", "pts", "1", repeats=(Repeat(child_id="any", scope="self", field="pts"),)),)
    table = f.table(
        f.unit("plain", costs=f.costing(1)),
        f.unit(
            "badge-bearer", entries=(f.unit("badge", constraints=(f.least(1),), modifiers=category(scope="parent")),)
        ),
        f.unit("role", modifiers=category(few)),
        f.unit("watcher", modifiers=category(f.when("atLeast", 9, "other", scope="force"))),
        f.unit("wrong", modifiers=(change("add", "error", "wrong"),)),
        f.unit("cycle", costs=f.costing(1), modifiers=doubled),
        f.unit(
            "slot-wrong",
            entries=(f.unit("child", constraints=(f.least(1, id="x"), f.most(0))),),
        ),
        f.unit("other"),
    )
    names = ("plain", "badge-bearer", "role", "watcher", "wrong", "cycle", "slot-wrong", "other")
    assert [name for name in names if learned(table, name)] == ["plain", "watcher", "other"]


@pytest.mark.parametrize(
    ("only", "plain"),
    [
        (".other", True),
        (".plain", False),
        (".gun", False),  # which it may take
        (".heavy", False),  # a category that a modifier may give the gun
        (".upgrade", False),  # what the gun is
        (".mounted", False),  # another word for what the unit is
        (".elite", False),  # a category of its own
        (".any", False),
        ("", False),
    ],
)
def test_nothing_is_learned_that_a_modifier_of_a_force_may_affect(only: str, plain: bool) -> None:
    gift = change("increment", "pts", "1", scope="force", affects=f"self.entries.recursive{only}")
    giving = change("add", "category", "heavy", f.when("atLeast", 9, "giver"))
    gun = f.unit("gun", type="upgrade", modifier_groups=(ModifierGroup(groups=(ModifierGroup(modifiers=(giving,)),)),))
    unit = f.unit("plain", subtype="mounted", groups=(f.group("arms", gun),), category_links=f.role("elite"))
    table = f.table(f.unit("giver", modifiers=(gift,)), unit, of_system={"category_entries": f.CATEGORIES})
    assert learned(table, "plain")
    assert not learned(table, "giver")
    assert learned(table, "plain") is plain
    (giver,) = (node for node in table.force.selections if node.option.id == "giver")
    Remove(giver).apply(table.roster)
    assert learned(table, "plain")


def test_a_unit_that_comes_back_is_cached_again_with_another_revision() -> None:
    roster, force = new_roster()
    first, second = squads(roster, force, 2)
    engine = Engine(roster)
    revision = engine.revisions().get(first, 0)
    undo = Remove(first).apply(roster)
    assert answers(engine) == answers(evaluated(roster))
    undo.apply(roster)
    assert engine.shape(first) is not None
    assert engine.revisions().get(first, 0) != revision
    assert answers(engine) == answers(evaluated(roster))
    assert engine.store.slots[force]
    for unit in (first, second):
        Remove(unit).apply(roster)
    assert not engine.store.slots[force]


def several_lists(seed: int) -> tuple[random.Random, KnownShapes, list[RandomRoster]]:
    """Random lists over one random library, whose known shapes are given, too."""
    rng = random.Random(seed)
    data = RandomData(rng).library()
    lists = [RandomRoster(rng, data) for _ in range(6)]
    for playing in lists:
        for _ in range(10):
            playing.edit()
    return rng, data.kept(KnownShapes), lists


@pytest.mark.parametrize("seed", range(30))
def test_lists_over_random_data_are_the_same_with_known_shapes(seed: int) -> None:
    """Several lists over one library, each evaluated with what is known from the others and without."""
    _rng, shapes, lists = several_lists(seed)
    for _round in range(2):
        for roster in (playing.roster for playing in lists):
            known, shapes.by_key = shapes.by_key, {}
            cold = Engine(roster)
            wanted = answers(cold)
            cold.close()  # one engine at a time follows a roster
            shapes.by_key = known
            warm = Engine(roster)
            assert answers(warm) == wanted
            learn(warm)
            warm.close()


@pytest.mark.parametrize("seed", [*range(12), 66, 122, 150, 473, 591])
def test_edits_over_random_data_are_followed_with_known_shapes(seed: int) -> None:
    """Several lists over one library, each edited in turn: as evaluated from scratch. The last seeds found mistakes."""
    rng, shapes, lists = several_lists(seed)
    for playing in lists * 2:
        engine = Engine(playing.roster)
        if rng.random() < 0.5:
            answers(engine)
        for _ in range(4):
            playing.edit()
            if rng.random() < 0.5:
                engine.violations()
        found = answers(engine)
        learn(engine)
        engine.close()
        known, shapes.by_key = shapes.by_key, {}
        other = Engine(playing.roster)
        assert found == answers(other)
        other.close()
        shapes.by_key = known
