"""What the engine makes of small data sets, asked through the adapter protocol as another program would."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from listbuilder.exchange.stdio import Adapter

Node = dict[str, Any]


class Conversation:
    """A roster with one force over a catalogue of these entries."""

    def __init__(self, *entries: Node, limit: Any = -1, others: tuple[Node, ...] = (), **catalogue: Any) -> None:
        self.adapter = Adapter()
        system = {
            "id": "gs",
            "name": "GS",
            "costTypes": [{"id": "pts", "name": "pts", "defaultCostLimit": limit}],
            "categoryEntries": [{"id": "hq", "name": "HQ"}, {"id": "elite", "name": "Elite"}],
            "forceEntries": [
                {
                    "id": "army",
                    "name": "Army",
                    "forceEntries": [{"id": one, "name": one.title()} for one in ("wing", "reserve")],
                }
            ],
        }
        own = {"id": "cat", "name": "Cat", "selectionEntries": list(entries), **catalogue}
        self.adapter.answer({"type": "setup", "specId": "s", "gameSystem": system, "catalogues": [own, *others]})
        self.force = self.act("addForce", forceEntryId="army", catalogueId="cat")["forceId"]

    def act(self, action: str, **fields: Any) -> Node:
        answer = self.adapter.answer({"type": "action", "action": action, **fields})
        assert answer["type"] == "actionResult", answer
        found: Node = answer.get("outputs", {})
        return found

    def take(self, entry: str, number: int = 1, force: str = "") -> str:
        taken = [self.act("selectEntry", forceId=force or self.force, entryId=entry) for _ in range(number)]
        return str(taken[-1]["selectionId"]) if taken else ""

    @property
    def selections(self) -> list[Node]:
        found: list[Node] = self.adapter.answer({"type": "getState"})["forces"][0]["selections"]
        return found

    @property
    def tree(self) -> list[Any]:
        def of(nodes: list[Node]) -> list[Any]:
            return [(one["entryId"], one["number"], *of(one["children"])) for one in nodes]

        return of(self.selections)

    @property
    def wrong(self) -> list[str]:
        errors = self.adapter.answer({"type": "getErrors"})["errors"]
        return sorted(
            f"{one['ownerType']} {one['ownerEntryId']}: {one['entryId']}/{one['constraintId']}" for one in errors
        )


def unit(id: str, **fields: Any) -> Node:
    return {"id": id, "name": id.title(), "type": "unit", **fields}


def bound(id: str, type: str, value: Any, **fields: Any) -> Node:
    return {"id": id, "type": type, "value": value, "field": "selections", "scope": "parent", "shared": False, **fields}


def costing(points: Any) -> list[Node]:
    return [{"name": "pts", "typeId": "pts", "value": points}]


@pytest.mark.parametrize("scope", ["parent", "force", "roster"])
@pytest.mark.parametrize(
    ("fields", "number"), [({"value": 0}, 0), ({"value": 2}, 2), ({"value": 50, "percentValue": True}, 0)]
)
def test_a_new_force_has_what_it_must_have(scope: str, fields: Node, number: int) -> None:
    talk = Conversation(unit("u", constraints=[{**bound("min", "min", 0), "scope": scope, **fields}]))
    assert talk.tree == [("u", 1)] * number
    assert talk.wrong == []


def test_a_minimum_above_the_maximum_is_met_and_one_error() -> None:
    talk = Conversation(unit("u", constraints=[bound("min", "min", 3), bound("max", "max", 1)]))
    assert (talk.tree, talk.wrong) == ([("u", 1)] * 3, ["selection u: u/max"])


@pytest.mark.parametrize("hidden", [False, True])
def test_what_is_hidden_need_not_be_there(hidden: bool) -> None:
    child = unit("g", hidden=hidden, constraints=[bound("min", "min", 2)])
    talk = Conversation(
        unit("u", selectionEntries=[child]), unit("v", hidden=hidden, constraints=[bound("m", "min", 1)])
    )
    talk.take("u")
    assert talk.tree == ([("u", 1)] if hidden else [("u", 1, ("g", 2)), ("v", 1)])
    assert talk.wrong == []


@pytest.mark.parametrize(("least", "default"), [(0, "a"), (1, "a"), (1, "b"), (2, "b"), (1, ""), (1, "link")])
def test_a_group_gives_its_default_as_often_as_it_must(least: int, default: str) -> None:
    group = {
        "id": "group",
        "name": "Group",
        "defaultSelectionEntryId": default,
        "selectionEntries": [unit("a"), unit("b")],
        "entryLinks": [{"id": "link", "name": "L", "targetId": "c", "type": "selectionEntry"}],
        "constraints": [bound("min", "min", least), bound("max", "max", 1)],
    }
    talk = Conversation(unit("u", selectionEntryGroups=[group]), sharedSelectionEntries=[unit("c")])
    talk.take("u")
    given = {"link": "link::c"}.get(default, default)
    assert talk.tree == [("u", 1, *([(given, least)] if least and default else []))]
    assert talk.wrong == {2: ["selection u: group/max"]}.get(
        least, [] if default or not least else ["selection u: group/min"]
    )


@pytest.mark.parametrize("value", [-5, -1, 0, 1, 2, Decimal("1.5")])
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_bounds_of_any_value(value: Any, number: int) -> None:
    bounds = [
        bound("max", "max", value, scope="force"),
        bound("dear", "max", value * 10, scope="roster", field="pts"),
        bound("cheap", "min", value * 10, scope="roster", field="pts"),
    ]
    talk = Conversation(unit("u", costs=costing(10), constraints=bounds))
    talk.take("u", number)
    broken = {one.partition("/")[2] for one in talk.wrong}
    assert ("max" in broken, "dear" in broken) == (number > value >= 0, number > value >= 0)
    assert ("cheap" in broken) == (number < value)


@pytest.mark.parametrize(
    ("type", "value", "allowed"),
    [("set", "3", 3), ("increment", "1", 2), ("increment", "0.5", 1), ("decrement", "1", 0), ("set", "-1", 9)],
)
def test_bounds_after_modifiers(type: str, value: str, allowed: int) -> None:
    change = {"type": type, "field": "max", "value": value}
    talk = Conversation(unit("u", constraints=[bound("max", "max", 1, scope="roster")], modifiers=[change]))
    talk.take("u", allowed)
    assert talk.wrong == []
    if allowed < 9:
        talk.take("u")
        assert talk.wrong == ["selection u: u/max"]


@pytest.mark.parametrize(
    ("limit", "points", "over"), [(1, 1, 0), (1, Decimal("1.1"), 1), (0, 0, 0), (0, 1, 1), (-1, 9, 0), (3, -9, 0)]
)
def test_a_limit_may_be_reached(limit: Any, points: Any, over: int) -> None:
    talk = Conversation(unit("u", costs=costing(points)), limit=limit)
    talk.take("u")
    assert talk.wrong == ["roster None: costLimits/pts"] * over


@pytest.mark.parametrize("whole", [True, False])
def test_another_catalogue_lends_its_root_entries(whole: bool) -> None:
    far = {"id": "far", "name": "Far", "selectionEntries": [unit("f")]}
    other = {
        "id": "other",
        "name": "Other",
        "selectionEntries": [unit("a"), unit("own", **{"import": False})],
        "sharedSelectionEntries": [unit("s")],
        "catalogueLinks": [{"id": "k2", "targetId": "far", "name": "Far", "importRootEntries": True}],
    }
    mine = {"id": "mine", "targetId": "s", "name": "S", "type": "selectionEntry"}
    link = {"id": "k", "targetId": "other", "name": "Other", "importRootEntries": whole}
    talk = Conversation(unit("u"), others=(other, far), catalogueLinks=[link], entryLinks=[mine])
    for entry, offered in (("u", True), ("mine", True), ("a", whole), ("f", whole), ("own", False)):
        answer = talk.adapter.answer(
            {"type": "action", "action": "selectEntry", "forceId": talk.force, "entryId": entry}
        )
        assert (answer["type"] == "actionResult") is offered, entry


def test_constraints_of_a_link_and_of_its_target_hold_together() -> None:
    shared = unit(
        "s", constraints=[bound("all", "max", 2, scope="roster", shared=True), bound("each", "max", 1, scope="force")]
    )
    links = [{"id": one, "targetId": "s", "name": "S", "type": "selectionEntry"} for one in ("l1", "l2")]
    links[0]["constraints"] = [bound("own", "max", 1, scope="force")]
    talk = Conversation(sharedSelectionEntries=[shared], entryLinks=links)
    for entry, wrong in (
        ("l1", []),
        ("l2", []),
        ("l2", ["s/all", "s/each"]),
        ("l1", ["l1/own", "s/all", "s/each", "s/each"]),
    ):
        talk.take(entry)
        assert [one.partition(": ")[2] for one in talk.wrong] == wrong


@pytest.mark.parametrize(
    ("scope", "fields", "number"),
    [
        ("self", {}, 0),
        ("parent", {}, 3),
        ("force", {}, 3),
        ("roster", {}, 5),
        ("force", {"includeChildForces": True}, 5),
        ("force", {"includeChildSelections": True}, 3),
        ("force", {"childId": "any"}, 4),
        ("force", {"childId": "any", "includeChildSelections": True}, 5),
        ("force", {"childId": "gun"}, 0),
        ("force", {"childId": "gun", "includeChildSelections": True}, 1),
        ("force", {"childId": "hq", "includeChildForces": True}, 5),
        ("force", {"childId": "wing", "field": "forces"}, 1),
        ("roster", {"childId": "any", "field": "forces"}, 2),
        ("roster", {"field": "pts"}, 50),
        ("force", {"percentValue": True}, 75),
    ],
)
def test_what_a_repeat_counts_in_its_scope(scope: str, fields: Node, number: int) -> None:
    """Three tanks of four units in the army, one with a gun; two tanks in its wing."""
    repeat = {"value": 1, "repeats": 1, "field": "selections", "scope": scope, "childId": "tank", **fields}
    counted = [{"type": "increment", "field": "pts", "value": "1", "repeats": [repeat]}]
    role = [{"id": "role", "targetId": "hq", "name": "HQ", "primary": True}]
    tank = unit("tank", costs=costing(10), categoryLinks=role, selectionEntries=[unit("gun", type="upgrade")])
    talk = Conversation(tank, unit("watch", modifiers=counted))
    first = talk.take("tank")
    talk.act("selectChildEntry", forceId=talk.force, selectionId=first, entryId="gun")
    talk.take("tank", 2)
    wing = talk.act("addChildForce", forceId=talk.force, forceEntryId="wing", catalogueId="cat")["forceId"]
    talk.take("tank", 2, force=wing)
    talk.take("watch")
    (watch,) = [one for one in talk.selections if one["entryId"] == "watch"]
    assert [cost["value"] for cost in watch["costs"]] == ([number] if number else [])


SYSTEM = """<gameSystem xmlns="http://www.battlescribe.net/schema/gameSystemSchema" id="gs" name="Files" revision="1">
  <forceEntries><forceEntry id="army" name="Army"/></forceEntries></gameSystem>"""
CATALOGUE = """<catalogue xmlns="http://www.battlescribe.net/schema/catalogueSchema" id="cat" name="Cat" revision="1" gameSystemId="gs">
  <selectionEntries><selectionEntry id="u" name="U" type="unit"/></selectionEntries></catalogue>"""


def test_data_may_come_as_files_in_any_order_beside_others() -> None:
    adapter = Adapter()
    files = [
        {"fileName": name, "content": content}
        for name, content in (("b.cat", CATALOGUE), ("README.md", "# Files"), ("a.gst", SYSTEM))
    ]
    answer = adapter.answer({"type": "setupFromFiles", "specId": "files", "files": files})
    assert answer == {"type": "setupResult", "errors": []}
    force = adapter.answer({"type": "action", "action": "addForce", "forceEntryId": "army", "catalogueId": "cat"})
    added = {"type": "action", "action": "selectEntry", "forceId": force["outputs"]["forceId"], "entryId": "u"}
    assert adapter.answer(added)["ok"]
    state = adapter.answer({"type": "getState"})
    assert (state["name"], state["gameSystemName"]) == ("files", "Files")
    assert [one["name"] for one in state["forces"][0]["selections"]] == ["U"]


def test_there_is_no_roster_before_setup_and_after_teardown() -> None:
    talk = Conversation(unit("u"))
    talk.adapter.answer({"type": "teardown"})
    for adapter in (talk.adapter, Adapter()):
        for question in ("getState", "getErrors", "exportRosterXml"):
            assert adapter.answer({"type": question}) == {"type": "error", "message": "ProtocolError: no setup yet"}


def test_an_answer_names_what_was_added_and_all_below_it() -> None:
    gun = unit("gun", type="upgrade", constraints=[bound("must", "min", 1)])
    man = unit("man", type="model", selectionEntries=[gun], constraints=[bound("men", "min", 1)])
    talk = Conversation(unit("squad", selectionEntries=[man], constraints=[bound("army", "min", 1)]))
    squad = talk.selections[0]
    model = squad["children"][0]
    taken = talk.act("selectEntry", forceId=talk.force, entryId="squad")
    assert taken["selectionId"] not in taken["selections"].values()
    assert set(taken["selections"]) == {"man", "gun"}
    copied = talk.act("duplicateSelection", forceId=talk.force, selectionId=model["id"])
    assert (set(copied["selections"]), copied["selectionId"] != model["id"]) == ({"gun"}, True)
    again = talk.act("addForce", forceEntryId="army", catalogueId="cat")
    assert set(again["selections"]) == {"squad", "man", "gun"}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"action": "selectEntry", "forceId": "x", "entryId": "u"}, "no force 'x'"),
        ({"action": "deselectSelection", "selectionId": "x"}, "no selection 'x'"),
        ({"action": "selectEntry", "entryId": "x"}, "no entry 'x' there"),
        ({"action": "addForce", "forceEntryId": "x", "catalogueId": "cat"}, "no force entry 'x'"),
    ],
)
def test_what_is_not_there_is_named(fields: Node, message: str) -> None:
    talk = Conversation(unit("u"))
    before = talk.tree
    fields = {"forceId": talk.force, **fields} if fields["action"] == "selectEntry" else fields
    assert talk.adapter.answer({"type": "action", **fields}) == {
        "type": "error",
        "message": f"ProtocolError: {message}",
    }
    assert talk.tree == before


def test_a_roster_is_loaded_as_it_was_exported() -> None:
    talk = Conversation(unit("u", costs=costing(2), selectionEntries=[unit("g", type="upgrade")]), limit=9)
    first = talk.take("u")
    talk.act("selectChildEntry", forceId=talk.force, selectionId=first, entryId="g")
    talk.act("setCustomization", forceId=talk.force, selectionId=first, customName="Bob", customNotes="Tall")
    before = talk.adapter.answer({"type": "getState"})
    talk.act("reload")
    assert talk.adapter.answer({"type": "getState"}) == before
    talk.act("setCustomization", forceId=talk.force, selectionId=first, customNotes="")  # the exported file has none
    state = talk.adapter.answer({"type": "getState"})
    text = talk.adapter.answer({"type": "exportRosterXml"})["xml"]
    other = Conversation(unit("u", costs=costing(2), selectionEntries=[unit("g", type="upgrade")]))
    other.act("loadRoster", xml=text)
    assert other.adapter.answer({"type": "getState"}) == state
    assert other.adapter.answer({"type": "action", "action": "loadRoster"})["type"] == "error"


def test_numbers_are_set_and_taken_back_one_by_one() -> None:
    talk = Conversation(unit("u", selectionEntries=[unit("g", type="upgrade")]))
    taken = talk.take("u", 2)
    gun = talk.act("selectChildEntry", forceId=talk.force, selectionId=taken, entryId="g")["selectionId"]
    for count in (4, 2):
        talk.act("setSelectionCount", forceId=talk.force, selectionId=gun, count=count)
        assert ("u", 1, ("g", count)) in talk.tree
    talk.act("deselectSelection", forceId=talk.force, selectionId=gun)
    assert ("u", 1, ("g", 1)) in talk.tree
    talk.act("setSelectionCount", forceId=talk.force, selectionId=gun, count=0)
    assert talk.tree == [("u", 1), ("u", 1)]
    talk.act("deselectSelection", forceId=talk.force, selectionId=taken)
    assert talk.tree == [("u", 1)]


def test_the_force_entry_that_is_named_is_added_inside_of_another() -> None:
    talk = Conversation(unit("u"))
    for entry in ("reserve", "wing"):
        talk.act("addChildForce", forceId=talk.force, forceEntryId=entry, catalogueId="cat")
    (army,) = talk.adapter.answer({"type": "getState"})["forces"]
    assert sorted(one["entryId"] for one in army["childForces"]) == ["reserve", "wing"]


@pytest.mark.parametrize(("value", "listed"), [(5, [5]), (Decimal("2.5"), [2.5]), (Decimal("3.0"), [3]), (-1, [])])
def test_limits_are_whole_or_decimal_numbers(value: Any, listed: list[Any]) -> None:
    talk = Conversation(unit("u"), limit=9)
    talk.act("setCostLimit", costTypeId="pts", value=value)
    found = [one["value"] for one in talk.adapter.answer({"type": "getState"})["costLimits"]]
    assert (found, [type(one) for one in found]) == (listed, [type(one) for one in listed])


def test_a_cost_that_was_there_stays_listed() -> None:
    talk = Conversation(unit("u", costs=costing(3)))
    taken = talk.take("u")
    talk.act("deselectSelection", forceId=talk.force, selectionId=taken)
    assert [(one["typeId"], one["value"]) for one in talk.adapter.answer({"type": "getState"})["costs"]] == [("pts", 0)]
    talk.act("removeForce", forceId=talk.force)
    assert talk.adapter.answer({"type": "getState"})["forces"] == []
