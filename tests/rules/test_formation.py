"""What the declarations make of an army: groups, strengths, passengers, reserves."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as change

from listbuilder.army import ModelLine
from listbuilder.army.halves import half_of
from listbuilder.catalogue.facts import Passenger, PassengerLimit, TransportBay
from listbuilder.replacing import replace
from listbuilder.roster.declarations import Declarations, half_names
from listbuilder.rules import FormationOptions, formation
from listbuilder.rules.formation_tree import CAPACITY, counts_passengers
from listbuilder.rules.kinds.share import exceeds, falls_short, part
from listbuilder.rules.transport import BayLoad, Rider, admits, capacity, fill, places
from tests.rules import factory as f

OPTIONS = FormationOptions(hover_removes=("Aircraft",), coherency_from=7)


def test_without_declarations_each_unit_stands_for_itself() -> None:
    form = formation(f.army(f.captain(), f.intercessors(), f.redemptor()), OPTIONS)
    assert [(group.id, group.state, group.models) for group in form.groups] == [
        ("captain", "deployed", 1),
        ("intercessors", "deployed", 5),
        ("redemptor", "deployed", 1),
    ]
    assert form.loads == {}


@pytest.mark.parametrize(
    ("models", "wounds", "threshold", "by"),
    [(5, 2, 2, "models"), (10, 2, 4, "models"), (6, 1, 2, "models"), (1, 12, 5, "wounds"), (1, 1, 0, "wounds")],
)
def test_below_half(models: int, wounds: int, threshold: int, by: str) -> None:
    group = formation(f.army(f.unit("Squad", models=models, wounds=wounds))).groups[0]
    assert (group.below_half, group.counted_by, group.starting_strength) == (threshold, by, models)


@given(st.integers(1, 40))
def test_below_half_is_the_largest_that_is_less_than_half(models: int) -> None:
    rest = formation(f.army(f.unit("Squad", models=models + 1))).groups[0].below_half
    assert 2 * rest < models + 1 <= 2 * (rest + 1)


def test_an_attached_unit_adds_its_parts() -> None:
    declared = {"attach": {"captain": "intercessors", "lieutenant": "intercessors"}}
    form = f.ruleset().formation(f.army(f.captain(), f.lieutenant(), f.intercessors(), declared=declared))
    (group,) = form.groups
    assert (group.id, group.bodyguard, group.leaders) == ("intercessors", "intercessors", ("captain", "lieutenant"))
    assert (group.models, group.points, group.below_half, group.coherency) == (7, 215, 3, True)
    assert group.has("battleline")
    assert group.has("Character")
    assert group.state == "deployed"
    assert form.group_of("lieutenant") is group


def test_six_models_need_one_neighbour_only() -> None:
    form = formation(f.army(f.captain(), f.intercessors(), declared={"attach": {"captain": "intercessors"}}), OPTIONS)
    assert not form.groups[0].coherency


def test_passengers_are_where_their_transport_is() -> None:
    army = f.army(
        f.captain(),
        f.hellblasters(),
        f.lieutenant(),
        f.impulsor(),
        declared={
            "attach": {"lieutenant": "hellblasters"},
            "embark": {"hellblasters": "impulsor"},
            "strategic_reserves": ("impulsor",),
        },
    )
    form = formation(army, OPTIONS)
    group = form.group_of("hellblasters")
    assert group is not None
    assert (group.state, group.transport, form.starts_in(group)) == ("embarked", "impulsor", "strategic-reserves")
    assert form.points_in(("strategic-reserves",)) == 245
    assert form.points_in(("strategic-reserves",), passengers=False) == 80
    assert [one.id for one in form.starting_in(("strategic-reserves",))] == ["hellblasters", "impulsor"]
    assert [one.id for one in form.starting_in(("strategic-reserves",), passengers=False)] == ["impulsor"]
    assert [one.id for one in form.starting_in(("deployed",))] == ["captain"]
    load = form.loads["impulsor"]
    assert (load.bays, load.refused) == ((BayLoad(7, 6),), ())


def test_hovering_takes_the_keyword_away_first() -> None:
    form = formation(f.army(f.stormraven(), f.redemptor(), declared={"hover": ("stormraven", "redemptor")}), OPTIONS)
    assert form.hovering == {"stormraven"}
    assert not form.groups[0].has("Aircraft")
    assert form.groups[0].has("Fly")


def test_a_game_counts_passengers_where_any_of_its_rules_does() -> None:
    system = f.system()
    assert counts_passengers(system)
    others = tuple(rule for rule in system.rules if rule.kind != CAPACITY)
    assert not counts_passengers(replace(system, rules=others))
    load = formation(f.army(f.impulsor()), OPTIONS).loads["impulsor"]
    assert (load.is_told(counted=True), load.is_told(counted=False)) == (True, False)


def test_a_split_unit_makes_two_halves() -> None:
    army = f.army(
        f.unit("Split", 165, models=9),
        f.impulsor(),
        declared={"split": {"split": ("a", "b")}, "embark": {"a": "impulsor"}, "deployed": ("b", "impulsor")},
    )
    form = formation(army, OPTIONS)
    first, second = form.halves_of("split")
    assert (first.id, first.models, first.points, first.state) == ("a", 5, Decimal("82.5"), "embarked")
    assert (second.id, second.models, second.points, second.state) == ("b", 4, Decimal("82.5"), "deployed")
    assert sum((group.points for group in form.groups), Decimal(0)) == army.points


def test_listing_what_is_deployed_leaves_the_rest_nowhere() -> None:
    form = formation(f.army(f.captain(), f.intercessors(), declared={"deployed": ("captain",)}))
    assert [group.state for group in form.groups] == ["deployed", "undeclared"]


@pytest.mark.parametrize(
    "declared",
    [
        {"attach": {"a": "b", "b": "a"}},
        {"attach": {"a": "a"}},
        {"embark": {"a": "b", "b": "a"}},
        {"embark": {"a": "a"}},
        {"attach": {"a": "nobody"}, "embark": {"nobody": "a", "b": "nobody"}, "reserves": {"x": "y"}},
        {"attach": {"a": "b", "b": "c", "c": "b"}},
    ],
)
def test_rings_and_strangers_do_no_harm(declared: dict[str, dict[str, str]]) -> None:
    army = f.army(*(f.unit(name, id=name) for name in "abc"), declared=declared)
    form = formation(army)
    assert sorted(unit.id for group in form.groups for unit in group.units) == ["a", "b", "c"] or "attach" in declared
    assert f.judge(army)


ids = st.sampled_from([f"u{n}" for n in range(6)])
declarations = st.builds(
    Declarations,
    hover=st.lists(ids, max_size=2).map(tuple),
    attach=st.dictionaries(ids, ids, max_size=4),
    embark=st.dictionaries(ids, ids, max_size=4),
    reserves=st.dictionaries(ids, st.sampled_from(["deep-strike", "aircraft", "other"]), max_size=3),
    strategic_reserves=st.lists(ids, max_size=3).map(tuple),
    split=st.sets(ids, max_size=2).map(lambda units: {unit: half_names(unit) for unit in units}),
    deployed=st.lists(ids, max_size=6).map(tuple),
)


@given(declarations, st.lists(st.integers(1, 300), min_size=6, max_size=6))
def test_every_unit_and_every_point_is_in_the_formation_once(said: Declarations, points: list[int]) -> None:
    units = [f.unit(f"Unit {n}", cost, id=f"u{n}", models=n + 1) for n, cost in enumerate(points)]
    army = f.with_army(f.army(*units), declarations=said)
    form = formation(army, OPTIONS)
    assert sum((Fraction(group.points) for group in form.groups), Fraction(0)) == sum(points)
    assert sum(group.models for group in form.groups) == sum(unit.model_count for unit in units)
    for group in form.groups:
        assert 2 * group.below_half < max(group.models if group.counted_by == "models" else 2, 1)
    assert f.judge(army) == f.judge(army)


@given(st.integers(0, 4000), st.integers(0, 4000), st.integers(0, 7), st.integers(1, 9))
def test_a_share_is_exact(found: int, base: int, top: int, bottom: int) -> None:
    share = f"{top}/{bottom}"
    assert exceeds(found, base, share) == (Fraction(found) > Fraction(base) * Fraction(top, bottom))
    assert falls_short(found, base, share) == (Fraction(found) < Fraction(base) * Fraction(top, bottom))
    assert not exceeds(part(base, share), base, share)
    assert not falls_short(part(base, share, up=True), base, share)
    assert 0 <= part(base, share, whole_units=True, up=True) - part(base, share, whole_units=True) <= 1
    assert exceeds(Fraction(part(base, share)) + Fraction(1, 100), base, share)  # type: ignore[arg-type]


def test_half_points_are_exact() -> None:
    assert exceeds(Decimal("250.5"), 1000, "1/4")
    assert not exceeds(Decimal("2.5"), 10, "1/4")
    assert part(175, "1/4") == part(175, "1/4", up=True) == Decimal("43.75")
    assert (part(1000, "1/3"), part(1000, "1/3", up=True)) == (Decimal("333.33"), Decimal("333.34"))
    assert (part(7, "1/2", whole_units=True), part(7, "1/2", whole_units=True, up=True)) == (3, 4)
    assert part(1002, "1/4") == Decimal("250.5")
    assert half_of(165) == Decimal("82.5")
    assert half_of(Decimal("2.5")) == Decimal("1.25")


@given(st.lists(st.integers(1, 12), max_size=7), st.lists(st.integers(1, 14), min_size=1, max_size=3))
def test_riders_fit_whenever_there_is_a_way(sizes: list[int], capacities: list[int]) -> None:
    transport = f.unit("Bus", transport=tuple(TransportBay(capacity=places) for places in capacities))
    riders = [Rider(f.unit(f"Squad {n}", models=size)) for n, size in enumerate(sizes)]
    bays, refused = fill(transport, riders)
    reached = {(0,) * len(capacities)}
    for size in sizes:
        reached = {
            (*used[:n], used[n] + size, *used[n + 1 :])
            for used in reached
            for n, most in enumerate(capacities)
            if used[n] + size <= most
        }
    assert refused == ()
    assert any(bay.used > bay.capacity for bay in bays) is not bool(reached)
    assert sum(bay.used for bay in bays) == sum(sizes)


def test_a_chain_of_transports_starts_where_the_last_does() -> None:
    declared = {"embark": {"a": "b", "b": "c"}, "reserves": {"c": "other"}}
    form = formation(f.army(*(f.unit(name, id=name) for name in "abc"), declared=declared))
    assert [form.starts_in(group) for group in form.groups] == ["other"] * 3
    lost = formation(f.army(f.unit("a", id="a"), declared={"embark": {"a": "nobody"}}))
    assert lost.starts_in(lost.groups[0]) == "embarked"


def test_leaders_of_a_chain_belong_to_the_unit_at_its_end() -> None:
    units = [f.unit(name, points, id=name) for name, points in (("a", 10), ("b", 20), ("c", 30))]
    form = formation(f.army(*units, declared={"attach": {"a": "b", "b": "c"}}))
    assert [(group.id, group.leaders, group.points) for group in form.groups] == [("c", ("a", "b"), 60)]
    assert form.group_of("d") is None
    assert form.halves_of("d") == ()


def test_the_first_declared_state_counts_in_the_order_of_the_game() -> None:
    every = {"embark": {"a": "b"}, "reserves": {"a": "other"}, "strategic_reserves": ("a",), "deployed": ("a", "b")}
    units = (f.unit("a", id="a"), f.unit("b", id="b"))
    for state in ("embarked", "other", "strategic-reserves", "deployed"):
        form = formation(f.army(*units, declared=every))
        assert form.groups[0].state == state
        every.pop(next(iter(every)))


def test_strength_of_a_led_unit_is_counted_in_models() -> None:
    army = f.army(f.captain(), f.unit("Lone", id="lone", wounds=9), declared={"attach": {"captain": "lone"}})
    (group,) = formation(army).groups
    assert (group.models, group.counted_by, group.below_half, group.starting_strength) == (2, "models", 0, 2)
    hover = formation(f.army(f.stormraven(), declared={"hover": ("stormraven",)}), FormationOptions(("AIRCRAFT",)))
    assert not hover.groups[0].has("Aircraft")
    assert hover.groups[0].has("Stormraven Gunship")
    assert hover.groups[0].has("Adeptus Astartes")


def test_halves_of_a_transported_unit_take_their_own_places() -> None:
    declared = {"split": {"squad": ("a", "b")}, "embark": {"squad": "bus"}, "deployed": ("squad", "bus")}
    bus = f.unit("Bus", id="bus", transport=(TransportBay(capacity=9),))
    form = formation(f.army(f.unit("Squad", id="squad", models=7), bus, declared=declared))
    assert form.loads["bus"].bays == (BayLoad(9, 4),)
    assert [group.id for group in form.loads["bus"].groups] == ["a"]


class TestTransportFacts:
    """What single transports say of their passengers beyond keywords and room."""

    def test_a_named_model_takes_more_places_than_its_company(self) -> None:
        lines = (ModelLine("a", "Ghazghkull Thraka", 1), ModelLine("b", "Makari", 1))
        boss = f.with_(f.unit("Ghazghkull Thraka", models=2), models=lines)

        assert places(TransportBay(capacity=22, weights={"Ghazghkull Thraka": 18}), Rider(boss)) == 19

    def test_a_model_that_two_names_mean_takes_the_larger_number(self) -> None:
        lines = (ModelLine("a", "Robot with claw with drill", 1),)
        robot = f.with_(f.unit("Robot"), models=lines)

        for weights in ({"Robot": 3, "Robot with claw": 5}, {"Robot with claw": 5, "Robot": 3}):
            assert places(TransportBay(capacity=12, weights=weights), Rider(robot)) == 5

    def test_a_keyword_is_that_of_all_models_although_one_is_called_so(self) -> None:
        lines = (ModelLine("a", "Terminator Sergeant", 1), ModelLine("b", "Terminator", 4))
        squad = f.with_(f.unit("Terminator Squad", keywords=("Infantry", "Terminator"), models=5), models=lines)

        assert places(TransportBay(capacity=12, weights={"Terminator": 2, "Jump Pack": 2}), Rider(squad)) == 10

    def test_a_leader_rides_where_its_bodyguard_may(self) -> None:
        bay = TransportBay(capacity=12, deny=("Tacticus",), attached=(("Tacticus", "Character"),))
        hero = f.unit("Hero", keywords=("Tacticus", "Character"))
        old, new = f.unit("Tactical Squad", keywords=("Infantry",)), f.unit("Intercessor Squad", keywords=("Tacticus",))

        assert not admits(bay, Rider(hero))
        assert admits(bay, Rider(hero, old))
        assert not admits(bay, Rider(hero, new))

    def test_an_exception_is_of_the_unit_not_of_its_company(self) -> None:
        bay = TransportBay(capacity=10, deny_unless={"Outlaw": ("Envoy", "Old Tom")})
        outlaws = Rider(f.unit("Band", keywords=("Outlaw",)))
        envoy, tom = Rider(f.unit("Envoy", keywords=("Outlaw",))), Rider(f.unit("Old Tom", keywords=("Outlaw",)))

        assert admits(bay, envoy)
        assert admits(bay, tom)
        assert not admits(bay, outlaws, [outlaws, envoy])

    def test_no_more_of_a_kind_than_the_bay_takes(self) -> None:
        bay = TransportBay(
            capacity=12,
            allow=(("Infantry",), ("Robot",), ("Mule",)),
            weights={"Robot": 6, "Mule": 6},
            limits=(PassengerLimit(names=("Robot", "Mule"), models=1),),
        )
        robot, mule = Rider(f.unit("Robot")), Rider(f.unit("Mule"))
        squad = Rider(f.unit("Squad", keywords=("Infantry",), models=6))
        carrier = f.unit("Carrier", transport=(bay,))

        assert fill(carrier, [robot, squad]) == ((BayLoad(12, 12),), ())
        assert fill(carrier, [robot, mule]) == ((BayLoad(12, 6),), (mule.unit,))
        limits = (PassengerLimit(names=("Suit",), models=1), *bay.limits)
        both = f.unit("Carrier", transport=(change(bay, limits=limits),))
        assert fill(both, [robot, mule]) == ((BayLoad(12, 6),), (mule.unit,))

    @pytest.mark.parametrize(
        ("terms", "fits"),
        [
            ({}, True),
            ({"deny": ("Beast",)}, False),
            ({"deny": ("Walker",)}, True),
            ({"allow": (("Infantry",),)}, False),
            ({"allow": (("Infantry",), ("Beast",))}, True),
            ({"deny_unless": {"Beast": ("Small",)}}, False),
            ({"deny_unless": {"Beast": ("Small", "Infantry")}}, True),
            ({"deny_wounds": 2}, False),
            ({"deny_wounds": 2, "large": ("Beast", "Walker")}, True),
            ({"most_wounds": {"Beast": 1}}, False),
            ({"most_wounds": {"Beast": 2, "Walker": 1}}, True),
        ],
    )
    def test_each_model_of_a_unit_must_be_admitted(self, terms: dict[str, Any], fits: bool) -> None:
        lines = (
            ModelLine("x", "Hunter", 3, local_id="hunter", keywords=("Infantry",)),
            ModelLine("y", "Wolf", 2, local_id="wolf", keywords=("Beast",)),
        )
        pack = replace(f.unit("Pack", keywords=("Infantry", "Beast")), models=lines)
        assert admits(TransportBay(capacity=9, **terms), Rider(pack)) is fits

    def test_places_and_access_by_wounds(self) -> None:
        bay = TransportBay(capacity=20, by_wounds=("Suit",), most_wounds={"Suit": 8})
        assert places(bay, Rider(f.unit("Suit", wounds=8, models=2))) == 16
        assert places(bay, Rider(f.unit("Guard", wounds=8, models=2))) == 2
        assert admits(bay, Rider(f.unit("Suit", wounds=8)))
        assert not admits(bay, Rider(f.unit("Suit", wounds=9)))

    def test_a_passenger_counts_as_what_its_own_data_say(self) -> None:
        bay = TransportBay(capacity=20, allow=(("Infantry",),), deny=("Terminator",), weights={"Gun Team": 3})
        brutes = f.with_(f.unit("Brutes", keywords=("Infantry",)), passenger=Passenger(counts_as={"": "Terminator"}))
        cart = f.with_(f.unit("Cart"), passenger=Passenger(counts_as={"": "Infantry"}, places={"": 7}))
        lines = (ModelLine("a", "Sergeant", 1), ModelLine("b", "Sniper Team w/ rifle", 2))
        snipers = f.with_(
            f.unit("Snipers", keywords=("Infantry",), models=3),
            models=lines,
            passenger=Passenger(counts_as={"Sniper Team": "Gun Team"}),
        )
        assert not admits(bay, Rider(brutes))
        assert admits(bay, Rider(cart))
        assert places(bay, Rider(cart)) == 7
        assert places(bay, Rider(snipers)) == 7  # 1 + 2 * 3

    def test_models_that_take_no_place(self) -> None:
        lines = (ModelLine("a", "Master", 1), ModelLine("b", "Imp with torch", 3))
        master = f.with_(
            f.unit("Master", keywords=("Infantry",), models=4), models=lines, passenger=Passenger(places={"Imp": 0})
        )
        assert places(TransportBay(capacity=20, allow=(("Infantry",),)), Rider(master)) == 1

    def test_a_passenger_rides_with_the_unit_that_it_joined(self) -> None:
        bay = TransportBay(capacity=12, allow=(("Infantry", "Home"),))
        agent = f.with_(f.unit("Agent", keywords=("Infantry",)), passenger=Passenger(with_unit=True))
        home, other = f.unit("Home", keywords=("Infantry", "Home")), f.unit("Other", keywords=("Infantry",))
        assert admits(bay, Rider(agent, home))
        assert not admits(bay, Rider(agent, other))
        assert not admits(bay, Rider(agent))

    def test_a_passenger_keeps_out_of_transports_that_its_data_name(self) -> None:
        gun = f.with_(f.unit("Gun"), passenger=Passenger(never=("Venom",)))
        bays = (TransportBay(capacity=5),)
        assert fill(f.unit("Venom", transport=bays), [Rider(gun)]) == ((BayLoad(5, 0),), (gun,))
        assert fill(f.unit("Raider", transport=bays), [Rider(gun)]) == ((BayLoad(5, 1),), ())

    def test_bays_for_units_and_for_small_models(self) -> None:
        assert places(TransportBay(capacity=2, per_unit=True), Rider(f.unit("Squad", models=10))) == 1
        big = f.unit("Brute", wounds=5)
        assert not admits(TransportBay(capacity=6, deny_wounds=5), Rider(big))
        assert places(TransportBay(capacity=6, weights_by_wounds={3: 2}), Rider(big)) == 2

    def test_each_kind_of_model_and_wounds_has_its_weight(self) -> None:
        bay = TransportBay(capacity=9, weights={"Infantry": 2, "Jump Pack": 3, "Nob": 5}, weights_by_wounds={4: 6})
        assert places(bay, Rider(f.unit("Boy", models=3))) == 3
        assert places(bay, Rider(f.unit("Boy", keywords=("Infantry",), models=3))) == 6
        assert places(bay, Rider(f.unit("Boy", keywords=("Infantry", "Jump Pack"), models=3))) == 9
        assert places(bay, Rider(f.unit("Big", keywords=("Infantry",), wounds=4))) == 6
        assert places(bay, Rider(f.unit("Big", keywords=("Infantry",), wounds=3))) == 2
        mob = f.with_(f.unit("Mob", models=4), models=(ModelLine("a", "Boy", 3), ModelLine("b", "Nob", 1)))
        assert places(bay, Rider(mob)) == 8

    def test_only_characters_may_be_large(self) -> None:
        bay = TransportBay(capacity=6, deny_wounds=5, large=("Character",))
        assert admits(bay, Rider(f.unit("Small", wounds=4)))
        assert not admits(bay, Rider(f.unit("Large", wounds=5)))
        assert admits(bay, Rider(f.unit("Hero", keywords=("Character",), wounds=5)))

    def test_one_list_of_keywords_lets_a_unit_in(self) -> None:
        bay = TransportBay(capacity=6, allow=(("Infantry", "Tacticus"), ("Phobos",)), deny=("Gravis",))
        allowed = {("Infantry", "Tacticus"): True, ("Infantry",): False, ("Phobos",): True, ("Phobos", "Gravis"): False}
        assert {words: admits(bay, Rider(f.unit("x", keywords=words))) for words in allowed} == allowed

    def test_wargear_by_name_changes_the_capacity(self) -> None:
        bay = TransportBay(capacity=12, capacity_with={"Big Gun": 6, "Ramp": 14})
        assert capacity(bay, f.unit("Bus")) == 12
        assert capacity(bay, f.unit("Bus", wargear=("BIG GUN", "Ramp"))) == 6

    def test_what_does_not_fit_is_counted_in_the_first_bay_that_admits_it(self) -> None:
        bays = (TransportBay(capacity=1, allow=(("Walker",),)), TransportBay(capacity=5), TransportBay(capacity=6))
        riders = [Rider(f.unit(f"u{n}", models=4)) for n in range(3)]
        assert fill(f.unit("Bus", transport=bays), riders) == ((BayLoad(1, 0), BayLoad(5, 12), BayLoad(6, 0)), ())
        assert fill(f.unit("Bus", transport=bays), riders[:2])[0] == (BayLoad(1, 0), BayLoad(5, 4), BayLoad(6, 4))
        refused = fill(f.unit("Bus", transport=bays[:1]), riders[:1])
        assert refused == ((BayLoad(1, 0),), (riders[0].unit,))


@pytest.mark.unmeasured
def test_long_chains_and_rings_are_followed_once() -> None:
    """Strangers' lists may have thousands of units in a row: each step of a chain is taken once, from either end."""
    count = 20_000
    names = [f"u{number}" for number in range(count)]
    army = f.army(*(f.unit(name, id=name) for name in names))
    chain = dict(pairwise(names))
    ring = {**chain, names[-1]: names[0]}
    for said in (chain, dict(reversed(chain.items())), ring):
        started = process_time()
        led = formation(replace(army, declarations=Declarations(attach=said)))
        assert len(led.groups) == (count if said is ring else 1)
        found = formation(replace(army, declarations=Declarations(embark=said)))
        ends = {found.carrier_of(group).id for group in found.groups}
        assert ends == {names[-1]} or said is ring
        assert process_time() - started < 20
