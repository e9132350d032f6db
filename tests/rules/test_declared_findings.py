"""Findings about declarations: states, leaders, transports; what they carry and propose."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.army import Army, Unit
from listbuilder.catalogue.facts import Bodyguard, Leader, Passenger, StandIn, TransportBay
from listbuilder.catalogue.printed import Granted
from listbuilder.errors import Place
from listbuilder.replacing import replace
from listbuilder.rules import Diagnostic
from listbuilder.rules.diagnostic import (
    Action,
    Attach,
    Correct,
    Deploy,
    Detach,
    Embark,
    Forget,
    RemoveUnit,
    Resize,
    SetHover,
    SetReserves,
)
from tests.rules import factory as f
from tests.rules.test_kinds import judge, one

# --- declarations ----------------------------------------------------------------------------------------------------------------


def states(**declared: Any) -> list[Diagnostic]:
    return judge("states", f.army(f.captain(), f.intercessors(), f.impulsor(), declared=declared))


def test_an_unknown_id_names_the_nearest_unit() -> None:
    found = one(states(hover=("captian",)))
    assert str(found.message) == "the declarations name captian, which is not a unit of the army; did you mean captain?"
    assert f.actions(found) == [Correct("captian", "captain"), Forget("captian")]
    far = one(states(strategic_reserves=("xyzzy",)))
    assert str(far.message) == "the declarations name xyzzy, which is not a unit of the army"
    assert f.actions(far) == [Forget("xyzzy")]


@pytest.mark.parametrize(
    ("declared", "key"),
    [
        ({"hover": ("nobody",)}, "hover.nobody"),
        ({"attach": {"nobody": "intercessors"}}, "attach.nobody"),
        ({"attach": {"captain": "nobody"}}, "attach.captain"),
        ({"embark": {"nobody": "impulsor"}}, "embark.nobody"),
        ({"embark": {"captain": "nobody"}}, "embark.captain"),
        ({"reserves": {"nobody": "other"}}, "reserves.nobody"),
        ({"strategic_reserves": ("nobody",)}, "strategic_reserves.nobody"),
        ({"split": {"nobody": ("a", "b")}}, "split.nobody"),
        ({"deployed": ("captain", "intercessors", "impulsor", "nobody")}, "deployed.nobody"),
        ({"marks": {"last": ("nobody",)}}, "marks.last.nobody"),
    ],
)
def test_every_declaration_of_an_unknown_unit_is_found_at_its_place(declared: dict[str, Any], key: str) -> None:
    places = f.placed(f"declarations.{key}")
    army = f.army(f.captain(), f.intercessors(), f.impulsor(), declared=declared, places=places)
    found = one(judge("states", army))
    assert (found.place, f.actions(found)) == (places[f"declarations.{key}"], [Forget("nobody")])


def test_a_unit_neither_joins_nor_carries_itself() -> None:
    assert one(states(attach={"captain": "captain"})).unit == "captain"
    found = one(states(attach={"captain": "captain"}, embark={"captain": "captain"}))
    assert str(found.message) == "Captain: is declared to join itself"


def test_reserves_are_of_a_known_kind() -> None:
    found = one(states(reserves={"captain": "teleport"}))
    assert (
        str(found.message) == "Captain: teleport is not a kind of reserves; known kinds: deep-strike, aircraft, other"
    )
    for kind in ("deep-strike", "aircraft", "other"):
        assert not states(reserves={"captain": kind})


def test_a_unit_is_in_one_state_and_a_split_one_in_two() -> None:
    two: dict[str, Any] = {"reserves": {"intercessors": "other"}, "strategic_reserves": ("intercessors",)}
    found = one(states(**two))
    assert (found.unit, found.found, found.bound) == ("intercessors", 2, 1)
    assert str(found.message) == "Intercessor Squad: is declared in several states (in reserves, in Strategic Reserves)"
    assert f.actions(found) == [SetReserves("intercessors", "other"), SetReserves("intercessors", "strategic-reserves")]
    assert not states(**two, split={"intercessors": ("a", "b")})
    both = states(**two, split={"intercessors": ("a", "b")}, embark={"intercessors": "impulsor"})
    assert [(three.unit, three.found) for three in both] == 2 * [("intercessors", 3)]
    assert f.actions(both[0])[2:] == [Embark("a", "impulsor")]


def test_where_the_deployed_are_listed_every_unit_needs_a_state() -> None:
    found = one(states(deployed=("captain", "impulsor")))
    assert (found.unit, found.found, found.bound, f.actions(found)) == ("intercessors", 0, 1, [Deploy("intercessors")])
    assert not states(deployed=("intercessors", "impulsor"), attach={"captain": "intercessors"})
    assert not states(deployed=("captain", "impulsor"), embark={"intercessors": "impulsor"})


@pytest.mark.parametrize(
    ("leader", "body", "legal"),
    [
        ({"deployed": ("captain", "intercessors", "impulsor")}, {}, True),
        (
            {"deployed": ("captain",)},
            {"reserves": {"intercessors": "other"}, "deployed": ("captain", "impulsor")},
            False,
        ),
        ({"strategic_reserves": ("captain",)}, {}, False),
        ({"strategic_reserves": ("captain", "intercessors")}, {}, True),
    ],
)
def test_a_leader_has_the_state_of_its_unit(leader: dict[str, Any], body: dict[str, Any], legal: bool) -> None:
    found = states(**{"attach": {"captain": "intercessors"}, **leader, **body})
    assert bool(found) is not legal
    if found:
        assert f.actions(one(found)) == [Detach("captain")]


def test_the_parts_of_an_attached_unit_ride_together() -> None:
    places = f.placed("declarations.embark.captain")

    def ride(**embark: str) -> list[Diagnostic]:
        declared = {"attach": {"captain": "intercessors"}, "embark": embark}
        units = (f.captain(), f.intercessors(), f.impulsor(), f.impulsor(id="second"))
        return judge("together", f.army(*units, declared=declared, places=places))

    alone = one(ride(captain="impulsor"))
    assert (alone.unit, alone.place) == ("captain", places["declarations.embark.captain"])
    assert f.actions(alone) == [Embark("intercessors", "impulsor"), Detach("captain")]
    elsewhere = one(ride(captain="second", intercessors="impulsor"))
    assert f.actions(elsewhere) == [Embark("captain", "impulsor"), Detach("captain")]
    assert not ride(captain="impulsor", intercessors="impulsor")
    assert not ride(intercessors="impulsor")
    assert f.actions(one(ride(captain="nothing"))) == [Detach("captain")]
    stated = {"attach": {"captain": "intercessors"}, "embark": {"captain": "impulsor"}, "deployed": ("intercessors",)}
    units = (f.captain(), f.intercessors(), f.impulsor())
    assert one(judge("together", f.army(*units, declared=stated))).unit == "captain"
    reserves = {**stated, "embark": {}, "reserves": {"captain": "other"}}
    assert not judge("together", f.army(*units, declared=reserves))  # none of them rides


@pytest.mark.parametrize(
    ("params", "declared", "offered"),
    [
        ({"never": ["other"]}, {"reserves": {"captain": "other"}}, [Deploy("captain")]),
        ({"never": ["other", "deployed"]}, {"reserves": {"captain": "other"}}, []),
        ({"must": ["other", "aircraft", "deep-strike"]}, {"deployed": ("captain",)}, [SetReserves("captain", "other"), SetReserves("captain", "aircraft")]),
        ({"must": ["embarked", "other"]}, {"deployed": ("captain",)}, [SetReserves("captain", "other")]),
        ({"must": ["other"]}, {"reserves": {"captain": "other"}}, None),
        ({"never": ["aircraft"]}, {"reserves": {"captain": "other"}}, None),
        ({"never": ["other"], "where": {"keywords": ["Vehicle"]}}, {"reserves": {"captain": "other"}}, None),
        ({"states": ["other"], "needs": {"abilities": ["Deep Strike"]}}, {"reserves": {"captain": "other"}}, [Deploy("captain"), SetReserves("captain", "strategic-reserves")]),
        ({"states": ["other"], "needs": {"abilities": ["Deep Strike"]}}, {"reserves": {"captain": "aircraft"}}, None),
    ],
)  # fmt: skip
def test_states_that_are_not_allowed(
    params: dict[str, Any], declared: dict[str, Any], offered: list[Action] | None
) -> None:
    places = f.placed("declarations.reserves.captain", "declarations.deployed.captain")
    found = judge("state", f.army(f.captain(), declared=declared, places=places), **params)
    assert [f.actions(finding) for finding in found] == ([] if offered is None else [offered])
    for finding in found:
        assert finding.place == places["declarations.reserves.captain"]


def test_a_flyer_on_the_table_may_hover_instead() -> None:
    army = f.army(f.stormraven(), declared={"deployed": ("stormraven",)})
    found = one(judge("state", army, must=["aircraft"]))
    assert f.actions(found) == [SetReserves("stormraven", "aircraft"), SetHover("stormraven", on=True)]


def test_only_flyers_hover() -> None:
    places = f.placed("declarations.hover.redemptor")
    army = f.army(f.redemptor(), f.stormraven(), declared={"hover": ("redemptor", "stormraven", "x")}, places=places)
    found = one(judge("hover", army))
    assert (found.unit, found.place) == ("redemptor", places["declarations.hover.redemptor"])
    assert [(fix.action, fix.safe) for fix in found.fixes] == [(SetHover("redemptor", on=False), True)]


# --- leaders -----------------------------------------------------------------------------------------------------------------------


def attached(leader: Any, target: Any) -> list[Diagnostic]:
    places = f.placed(f"declarations.attach.{leader.id}")
    return judge("relation", f.army(leader, target, declared={"attach": {leader.id: target.id}}, places=places))


@pytest.mark.parametrize(
    ("leader", "message"),
    [
        (Leader(leads=("Intercessor Squad",)), None),
        (Leader(leads=("intercessor-squad",)), None),
        (Leader(leads=("Battleline",)), None),
        (Leader(leads_keywords=(("Tacticus", "Battleline"),)), None),
        (
            Leader(leads_keywords=(("Tacticus", "Phobos"),)),
            "Captain: cannot join Intercessor Squad, only Tacticus Phobos",
        ),
        (
            Leader(leads=("A", "B"), leads_keywords=(("C", "D"),)),
            "Captain: cannot join Intercessor Squad, only A, B, C D",
        ),
        (Leader(), "Captain: is not a leader and cannot join Intercessor Squad"),
        (None, "Captain: is not a leader and cannot join Intercessor Squad"),
        (
            Leader(leads=("Intercessor Squad",), requires={"Intercessor Squad": "Relic", "Other": "Sword"}),
            "Captain: may join Intercessor Squad only with Relic",
        ),
        (Leader(leads=("Intercessor Squad",), requires={"Other": "Sword"}), None),
        (Leader(leads=("Intercessor Squad",), requires={"Intercessor Squad": "PISTOL"}), None),
    ],
)
def test_whom_a_leader_may_join(leader: Leader | None, message: str | None) -> None:
    found = attached(f.with_(f.captain(wargear=("Pistol",)), leader=leader), f.intercessors())
    assert [str(finding.message) for finding in found] == ([message] if message else [])
    for finding in found:
        assert (finding.severity, f.actions(finding)) == ("error", [Detach("captain")])
        assert finding.place == Place("list.yaml", 1)


@pytest.mark.parametrize(
    ("terms", "legal"),
    [
        (StandIn(who=("Captain",)), True),
        (StandIn(who=("Librarian",)), False),
        (StandIn(who=("Captain",), excludes=("Tacticus",)), False),
        (StandIn(who=("Captain",), instead_of=("hellblaster squad", "X")), True),
        (StandIn(who=("Captain",), instead_of=("X",)), False),
    ],
)
def test_a_unit_may_let_in_leaders_that_do_not_name_it(terms: StandIn, legal: bool) -> None:
    guard = f.unit("Guard", bodyguard=Bodyguard(stand_in=(terms,)))
    assert bool(attached(f.captain(), guard)) is not legal


def joined(*leaders: Any, body: Any = None, **params: Any) -> list[Diagnostic]:
    target = body or f.intercessors()
    declared = {"attach": {leader.id: target.id for leader in leaders}}
    places = f.placed(*(f"declarations.attach.{leader.id}" for leader in leaders))
    return judge("relation-limit", f.army(target, *leaders, declared=declared, places=places), **params)


def sergeant(id: str, **leader: Any) -> Any:
    return f.unit("Sergeant", 50, ("Character",), id=id, leader=Leader(leads=("Intercessor Squad",), **leader))


def test_too_many_leaders_may_each_be_detached() -> None:
    found = one(joined(f.captain("c1"), f.captain("c2")))
    assert (found.unit, found.found, found.bound, found.severity) == ("intercessors", 2, 1, "error")
    assert str(found.message) == "Intercessor Squad: 2 leaders (Captain A, Captain B), at most 1"
    assert f.actions(found) == [Detach("c2"), Detach("c1")]
    assert found.place == Place("list.yaml", 2)
    assert not joined(f.captain())
    assert not joined(f.captain("c1"), f.captain("c2"), at_most=2)


@pytest.mark.parametrize(
    ("terms", "legal"),
    [
        ({}, False),
        ({"beside": ("Captain",)}, True),
        ({"beside": ("any",)}, True),
        ({"beside": ("Librarian",)}, False),
        ({"beside": ("Captain",), "beside_at": ("Intercessor Squad",)}, True),
        ({"beside": ("Captain",), "beside_at": ("Hellblaster Squad",)}, False),
        ({"beside": ("Captain",), "not_beside": ("Tacticus",)}, False),
        ({"beside": ("Captain",), "not_beside": ("Phobos",)}, True),
    ],
)
def test_a_leader_may_join_beside_certain_others(terms: dict[str, Any], legal: bool) -> None:
    assert bool(joined(f.captain(), sergeant("s", **terms))) is not legal


def test_how_many_join_beside_each_other() -> None:
    both = {"beside": ("any",)}
    three = (f.captain(), sergeant("s1", **both), sergeant("s2", **both))
    assert one(joined(*three)).bound == 1
    assert one(joined(*three, with_leave=3)).bound == 1
    many = {**both, "beside_many": True}
    crowd = (f.captain(), sergeant("s1", **many), sergeant("s2", **many))
    assert not joined(*crowd, with_leave=3)
    assert one(joined(*crowd)).bound == 2
    unique = {**many, "unique": True}
    assert one(joined(sergeant("s1", **unique), sergeant("s2", **unique))).bound == 1
    assert not joined(f.captain(), sergeant("s1", **unique))


@pytest.mark.parametrize(
    ("models", "one_of", "bound"), [(9, (), 1), (10, (), None), (10, ("Captain",), None), (10, ("Librarian",), 1)]
)
def test_a_large_unit_may_allow_several_leaders(models: int, one_of: tuple[str, ...], bound: int | None) -> None:
    body = f.with_(f.intercessors(models=models), bodyguard=Bodyguard(leaders={10: 2, 20: 3}, one_of=one_of))
    found = joined(f.captain("c1"), f.captain("c2"), body=body)
    assert [finding.bound for finding in found] == ([bound] if bound else [])


def test_one_leader_of_the_right_sort_lets_the_others_join() -> None:
    body = f.with_(f.intercessors(), bodyguard=Bodyguard(leaders={5: 2}, one_of=("Captain", "Chaplain")))
    assert not joined(f.captain(), sergeant("s"), body=body)
    assert one(joined(sergeant("s1"), sergeant("s2"), body=body)).bound == 1


def test_unread_leader_texts_make_the_number_unjudged() -> None:
    unread = f.with_(f.captain("c2"), leader=None, leader_unread=True)
    assert one(joined(f.captain("c1"), unread)).severity == "unjudged"


def test_a_led_unit_does_not_lead() -> None:
    units = (f.captain(), f.unit("Heroes"), f.intercessors())
    places = f.placed("declarations.attach.captain")
    declared = {"attach": {"captain": "heroes", "heroes": "intercessors"}}
    found = one(judge("relation-once", f.army(*units, declared=declared, places=places)))
    assert (
        str(found.message)
        == "Captain: joins Heroes, which itself joins Intercessor Squad; a unit cannot both lead and be led"
    )
    assert (found.unit, found.place, f.actions(found)) == (
        "captain",
        places["declarations.attach.captain"],
        [Detach("captain"), Detach("heroes")],
    )
    first = {"attach": {"lieutenant": "intercessors", **declared["attach"]}}
    assert one(judge("relation-once", f.army(f.lieutenant(), *units, declared=first))).unit == "captain"
    itself = {"attach": {"captain": "captain"}}
    assert not judge("relation-once", f.army(*units, declared=itself))  # a rule of kind ``states`` finds it
    assert f.actions(one(judge("relation-once", f.army(*units, declared=itself), itself=True))) == [Detach("captain")]
    assert not judge("relation-once", f.army(*units, declared={"attach": {"captain": "x", "x": "heroes"}}))


def test_who_needs_a_leader_and_who_must_join() -> None:
    heroes = f.unit("Heroes", bodyguard=Bodyguard(needs=("Captain", "Chaplain")))
    alone = {"deployed": ("heroes", "captain")}
    found = one(judge("led", f.army(heroes, declared=alone)))
    assert (str(found.message), found.unit) == ("Heroes: must be joined by a leader: Captain, Chaplain", "heroes")
    assert not judge("led", f.army(heroes, f.captain(), declared={"attach": {"captain": "heroes"}}))
    wrong = f.army(heroes, f.lieutenant(), declared={"attach": {"lieutenant": "heroes"}})
    assert one(judge("led", wrong)).unit == "heroes"
    able = f.with_(f.captain(), leader=Leader(leads=("Heroes",)))
    assert f.actions(one(judge("led", f.army(heroes, f.lieutenant(), able, declared=alone)))) == [
        Attach("captain", "heroes"),
        RemoveUnit("heroes"),
    ]
    must = f.with_(f.captain(), leader=Leader(leads=("Heroes",), must=True))
    assert str(one(judge("led", f.army(must, declared=alone))).message) == "Captain: must join another unit"
    lonely = judge("led", f.army(must, f.intercessors(), f.unit("Heroes"), declared=alone))
    assert f.actions(one(lonely)) == [Attach("captain", "heroes"), RemoveUnit("captain")]
    assert not judge("led", f.army(must, f.unit("Heroes"), declared={"attach": {"captain": "heroes"}}))


def test_without_declarations_each_needs_a_partner_of_its_own() -> None:
    def heroes(name: str) -> Unit:
        return f.unit("Heroes", bodyguard=Bodyguard(needs=("Captain",)), id=name)

    def captain(name: str, **terms: Any) -> Unit:
        return f.with_(f.captain(), id=name, leader=Leader(leads=("Heroes",), **terms))

    assert [one.unit for one in judge("led", f.army(heroes("a"), heroes("b"), captain("x")))] == ["b"]
    assert not judge("led", f.army(heroes("a"), heroes("b"), captain("x"), captain("y")))
    elsewhere = f.with_(captain("x"), leader=Leader(leads=("Squad",)))
    assert str(one(judge("led", f.army(heroes("a"), elsewhere))).message) == (
        "Heroes: the army has no leader left that could join it: Captain"
    )
    unread = f.with_(f.captain(), id="z", leader=None, leader_unread=True)
    assert one(judge("led", f.army(heroes("a"), unread))).severity == "unjudged"
    must = [captain(name, must=True, unique=True) for name in "xy"]
    assert [one.unit for one in judge("led", f.army(heroes("a"), *must))] == ["y"]
    many = [captain(name, must=True) for name in "xy"]
    assert not judge("led", f.army(heroes("a"), *many))
    assert str(one(judge("led", f.army(many[0]))).message).startswith(
        "Captain: the army has no unit left that it could join"
    )


# --- transports --------------------------------------------------------------------------------------------------------------------


def riding(rider: Any, transport: Any, kind: str = "capacity", **params: Any) -> list[Diagnostic]:
    places = f.placed(f"declarations.embark.{rider.id}")
    army = f.army(rider, transport, declared={"embark": {rider.id: transport.id}}, places=places)
    return judge(kind, army, **params)


@pytest.mark.parametrize(
    ("bays", "message"),
    [
        ((TransportBay(capacity=10),), None),
        ((TransportBay(capacity=5),), None),
        ((TransportBay(capacity=4),), "Bus: 5 places needed, at most 4 available"),
        ((TransportBay(capacity=9, deny=("Tacticus", "Gravis")),), "Intercessor Squad: cannot embark in Bus, which does not admit Tacticus"),
        ((TransportBay(capacity=9, allow=(("Phobos",), ("Gravis", "Fly"))),), "Intercessor Squad: cannot embark in Bus, which admits only Phobos / Gravis + Fly"),
        ((TransportBay(capacity=9, allow=(("Phobos",), ("Infantry",)), deny=("Tacticus",)),), "Intercessor Squad: cannot embark in Bus, which does not admit Tacticus"),
        ((TransportBay(capacity=9, deny_wounds=2),), "Intercessor Squad: cannot embark in Bus"),
        ((), "Bus: is not a transport; Intercessor Squad cannot embark in it"),
    ],
)  # fmt: skip
def test_why_a_unit_cannot_embark(bays: tuple[TransportBay, ...], message: str | None) -> None:
    found = riding(f.intercessors(), f.unit("Bus", transport=bays))
    assert [str(finding.message) for finding in found] == ([message] if message else [])
    for finding in found:
        assert f.actions(finding) == [Deploy("intercessors"), *([RemoveUnit("bus")] if bays else [])]
        assert finding.place == Place("list.yaml", 1)
        assert finding.severity == "error"


@pytest.mark.parametrize(
    ("bay", "models"),
    [
        (TransportBay(capacity=9, weights={"Infantry": 2}), 4),  # ten places, one too many
        (TransportBay(capacity=8, weights={"Infantry": 2}), 4),
        (TransportBay(capacity=7, weights={"Infantry": 2}), 3),
        (TransportBay(capacity=1, weights={"Infantry": 2}), None),  # not even one model fits
    ],
)
def test_a_unit_gets_smaller_by_the_models_that_have_no_place(bay: TransportBay, models: int | None) -> None:
    found = one(riding(f.intercessors(), f.unit("Bus", transport=(bay,))))
    sizes = [proposed.models for proposed in found.fixes if isinstance(proposed, Resize)]
    assert sizes == ([models] if models else [])


def test_only_units_in_a_bay_with_too_few_places_get_smaller() -> None:
    """By the weights of that bay: seven Terminators take fourteen of its twelve places."""
    guard = f.unit("Terminators", 240, ("Infantry", "Terminator"), models=7)
    declared = {"embark": {"terminators": "stormraven", "redemptor": "stormraven"}}
    found = one(judge("capacity", f.army(f.stormraven(), guard, f.redemptor(), declared=declared)))
    assert (found.found, found.bound) == (14, 12)
    assert [fix for fix in found.fixes if isinstance(fix, Resize)] == [Resize("terminators", 6)]
    assert f.actions(found)[:2] == [Deploy("redemptor"), Deploy("terminators")]


def test_a_unit_for_which_no_bay_has_places_gets_smaller_for_the_first_that_admits_it() -> None:
    bays = (
        TransportBay(capacity=20, allow=(("Dreadnought",),)),
        TransportBay(capacity=7, weights={"Infantry": 2}),
        TransportBay(capacity=4),
    )
    found = one(riding(f.intercessors(), f.unit("Bus", transport=bays)))
    assert (found.found, found.bound) == (10, 7)
    assert [fix for fix in found.fixes if isinstance(fix, Resize)] == [Resize("intercessors", 3)]


def test_who_cannot_ride_with_the_unit_that_it_joined_keeps_both_out() -> None:
    jumper = replace(f.captain(), leader=Leader(leads=("Intercessor Squad",), rides=False))
    declared = {"attach": {"captain": "intercessors"}, "embark": {"intercessors": "impulsor"}}
    found = one(judge("capacity", f.army(jumper, f.intercessors(), f.impulsor(), declared=declared)))
    assert (found.unit, f.actions(found)) == ("captain", [Deploy("intercessors")])
    assert str(found.message) == "Captain: neither it nor a unit that it joined can embark in Impulsor"


def test_an_unread_transport_is_unjudged() -> None:
    found = one(riding(f.intercessors(), f.unit("Bus", transport_unread=True)))
    assert (found.severity, found.unit, found.fixes) == ("unjudged", "bus", ())


def test_a_transport_with_a_bay_that_is_too_full() -> None:
    found = one(riding(f.intercessors(models=10), f.impulsor()))
    assert (found.unit, found.found, found.bound) == ("impulsor", 10, 7)


def test_an_empty_transport_is_an_error_only_with_declarations() -> None:
    where = {"where": {"keywords": ["Dedicated Transport"]}}
    declared = {"deployed": ("impulsor", "intercessors")}
    found = one(judge("occupied", f.army(f.impulsor(), f.intercessors(), declared=declared), **where))
    rides = [Embark("intercessors", "impulsor")]
    assert (found.unit, found.severity, f.actions(found)) == ("impulsor", "error", [*rides, RemoveUnit("impulsor")])
    assert not judge(
        "occupied", f.army(f.impulsor(), f.intercessors(), declared={"embark": {"intercessors": "impulsor"}}), **where
    )
    assert not judge("occupied", f.army(f.impulsor(), f.intercessors()), **where)
    alone = one(judge("occupied", f.army(f.impulsor(), f.redemptor()), **where))
    assert (alone.severity, alone.unit, alone.fixes) == ("warning", "impulsor", ())
    unread = f.unit("Bus", keywords=("Dedicated Transport",), transport_unread=True)
    assert not judge("occupied", f.army(unread), **where)
    assert not judge("occupied", f.army(f.stormraven(), declared=declared), **where)


def test_a_transport_with_a_wrong_passenger_is_not_also_empty() -> None:
    """That an attached leader is declared aboard by itself is another rule's finding."""
    where = {"where": {"keywords": ["Dedicated Transport"]}}
    declared: dict[str, Any] = {"attach": {"captain": "intercessors"}, "embark": {"captain": "impulsor"}}
    units = (f.captain(), f.intercessors(), f.impulsor())
    assert not judge("occupied", f.army(*units, declared=declared), **where)
    assert (
        one(judge("occupied", f.army(*units, declared={"embark": {"nobody": "impulsor"}}), **where)).unit == "impulsor"
    )


def test_who_is_proposed_to_embark() -> None:
    where = {"where": {"keywords": ["Dedicated Transport"]}}
    bay = TransportBay(capacity=5, allow=(("Infantry",),))
    small = f.unit("Razorback", 80, ("Dedicated Transport",), id="small", transport=(bay,))
    waiting = f.intercessors("waiting")
    units = (small, f.impulsor(), f.intercessors(), f.intercessors("ten", models=10), f.terminators(), waiting)
    found = judge("occupied", f.army(*units, declared={"strategic_reserves": ("waiting",)}), **where)
    assert [finding.unit for finding in found] == ["small", "impulsor"]
    assert f.actions(found[0])[:-1] == [Embark("intercessors", "small"), Embark("terminators", "small")]
    assert f.actions(found[1])[:-1] == [Embark("intercessors", "impulsor")]
    crowd = [f.intercessors(f"i{n}") for n in range(15)]
    many = one(judge("occupied", f.army(f.impulsor(), *crowd, declared={"hover": ("x",)}), **where))
    assert [action.unit for action in f.actions(many)] == [*(f"i{n}" for n in range(12)), "impulsor"]  # type: ignore[union-attr]


def test_who_may_ride_with_the_unit_that_it_has_joined_is_proposed_with_it() -> None:
    where = {"where": {"keywords": ["Dedicated Transport"]}}
    bay = TransportBay(capacity=9, allow=(("Infantry", "Marine"),))
    bus = f.unit("Bus", 80, ("Dedicated Transport",), transport=(bay,))
    squad = f.unit("Squad", keywords=("Infantry", "Marine"), models=5)
    agent, servant = (f.unit(name, keywords=("Infantry",)) for name in ("Agent", "Servant"))
    agent = f.with_(agent, passenger=Passenger(with_unit=True))
    for leader, actions in ((agent, [Embark("squad", "bus"), RemoveUnit("bus")]), (servant, [RemoveUnit("bus")])):
        army = f.army(bus, squad, leader, declared={"attach": {leader.id: "squad"}})
        assert f.actions(one(judge("occupied", army, **where))) == actions


def test_each_part_of_an_attached_unit_must_be_able_to_ride() -> None:
    declared = {"attach": {"captain": "inceptors"}, "embark": {"inceptors": "stormraven"}}
    army = f.army(f.stormraven(), f.inceptors(), f.captain(), declared=declared)
    found = judge("passenger", army, transport={"keywords": ["Aircraft"]}, needs=[{"abilities": ["Deep Strike"]}])
    assert "captain" in [finding.unit for finding in found]
    assert "inceptors" not in [finding.unit for finding in found]


def test_passengers_of_certain_transports() -> None:
    needs = [{"abilities": ["Deep Strike"]}, {"keywords": ["Fly"]}]

    def aboard(rider: Any, transport: Any) -> list[Diagnostic]:
        places = f.placed(f"declarations.embark.{rider.id}")
        army = f.army(rider, transport, declared={"embark": {rider.id: transport.id}}, places=places)
        return judge("passenger", army, transport={"keywords": ["Aircraft"]}, needs=needs)

    found = one(aboard(f.intercessors(), f.stormraven()))
    assert (found.unit, found.place, f.actions(found)) == (
        "intercessors",
        Place("list.yaml", 1),
        [Deploy("intercessors")],
    )
    assert not aboard(f.terminators(), f.stormraven())
    assert not aboard(f.unit("Jumper", keywords=("Fly",)), f.stormraven())
    assert not aboard(f.intercessors(), f.impulsor())
    assert not aboard(f.redemptor(), f.with_(f.stormraven(), transport=f.impulsor().transport))  # refused anyway


def test_marked_units_cost_the_most() -> None:
    units = [f.unit(name, cost, id=name) for name, cost in (("a", 30), ("b", 20), ("c", 10))]
    places = f.placed("declarations.marks.last")

    def marked(*names: str, count: int = 2) -> list[Diagnostic]:
        army: Army = f.army(*units, declared={"marks": {"last": names}}, places=places)
        return judge("top-n", army, mark="last", count=count)

    cheap = one(marked("a", "c"))
    assert str(cheap.message) == "the rule: the marked units cost 40 points, the most expensive 50 (a, b)"
    assert (cheap.found, cheap.bound, cheap.place) == (40, 50, places["declarations.marks.last"])
    few = one(marked("a"))
    assert (str(few.message), few.found, few.bound) == ("the rule: 1 marked, exactly 2 needed", 1, 2)
    assert few.place == places["declarations.marks.last"]
    assert not marked("a", "b")
    assert not marked("a", "b", "c", count=5)
    assert not judge("top-n", f.army(*units, declared={"hover": ("a",)}), mark="last", count=2)


class TestAbilitiesThatSentencesGive:
    """Whether a unit has an ability that is given in a sentence with conditions of its own is unknown."""

    DEEP = Granted(own=frozenset({"deep strike"}))
    ALL = Granted(army=frozenset({"deep strike"}))
    DECLARED = {"reserves": {"intercessors": "deep-strike"}}

    def severities(self, *units: Unit, **more: Any) -> list[str]:
        army = f.army(*units, declared={**self.DECLARED, **more.pop("declared", {})}, **more)
        return [found.severity for found in f.judge(army) if found.rule == "deep-strike"]

    def test_none_gives_it(self) -> None:
        assert self.severities(f.captain(), f.intercessors()) == ["error"]

    def test_the_unit_itself(self) -> None:
        assert self.severities(f.captain(), f.intercessors(granted=self.DEEP)) == ["unjudged"]

    def test_what_another_unit_has_of_its_own(self) -> None:
        assert self.severities(f.captain(granted=self.DEEP), f.intercessors()) == ["error"]
        joined = {"attach": {"captain": "intercessors"}}
        assert self.severities(f.captain(granted=self.DEEP), f.intercessors(), declared=joined) == ["unjudged"]

    def test_what_another_unit_or_the_detachment_gives_to_all(self) -> None:
        assert self.severities(f.captain(granted=self.ALL), f.intercessors()) == ["unjudged"]
        for given in (self.DEEP, self.ALL):
            detachment = replace(f.GLADIUS, granted=given)
            assert self.severities(f.captain(), f.intercessors(), detachments=(detachment,)) == ["unjudged"]

    @pytest.mark.parametrize(("given", "severity"), [(("stealth",), "error"), (("deep strike", "stealth"), "unjudged")])
    def test_all_that_any_part_of_an_attached_unit_lacks(self, given: tuple[str, ...], severity: str) -> None:
        captain = f.unit("Captain", id="captain", abilities=("Deep Strike",))
        squad = f.intercessors(granted=Granted(frozenset(given)))
        army = f.army(captain, squad, declared={**self.DECLARED, "attach": {"captain": "intercessors"}})
        needs = {"abilities": ["Deep Strike", "Stealth"]}
        assert one(judge("state", army, states=["deep-strike"], needs=needs)).severity == severity

    def test_another_ability(self) -> None:
        assert self.severities(f.intercessors(granted=Granted(frozenset({"stealth"})))) == ["error"]
