"""Features of community data that the suite's specs leave out, one small game each, played over the adapter protocol."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from listbuilder.exchange.stdio import Adapter

Json = dict[str, Any]


def entry(name: str, kind: str = "upgrade", **inside: Any) -> Json:
    return {"id": name, "name": name, "type": kind, **inside}


def link(name: str, target: str, kind: str = "selectionEntry", **inside: Any) -> Json:
    return {"id": name, "name": name, "targetId": target, "type": kind, **inside}


def group(name: str, *entries: Json, **inside: Any) -> Json:
    return {"id": name, "name": name, "selectionEntries": list(entries), **inside}


def bound(name: str, kind: str, value: float, scope: str = "parent", field: str = "selections", **more: Any) -> Json:
    return {"id": name, "type": kind, "value": value, "scope": scope, "field": field, "shared": True, **more}


def when(kind: str, value: float, child: str, scope: str = "self", field: str = "selections", **more: Any) -> Json:
    return {"type": kind, "value": value, "childId": child, "scope": scope, "field": field, "shared": True, **more}


def each(child: str, scope: str = "self", value: float = 1, field: str = "selections", **more: Any) -> Json:
    return {
        "childId": child,
        "scope": scope,
        "value": value,
        "field": field,
        "repeats": 1,
        "shared": True,
        **more,
    }


def change(kind: str, field: str, value: object, **more: Any) -> Json:
    return {"type": kind, "field": field, "value": str(value), **more}


def cost(value: float) -> list[Json]:
    return [{"name": "pts", "typeId": "pts", "value": value}]


def of(name: str, *, primary: bool = False, **more: Any) -> Json:
    """A link to a category."""
    return {"id": f"of-{name}", "name": name, "targetId": name, "primary": primary, **more}


HQ = [of("hq", primary=True)]
NINE = {"type": "set", "field": "pts", "value": "9"}


class Game:
    """A roster of one force."""

    def __init__(
        self, *entries: Json, limit: int | None = None, categories: tuple[Json, ...] = (), **catalogue: Any
    ) -> None:
        army = {"id": "army", "name": "Army", "categoryLinks": list(categories) or [of("hq"), of("troops")]}
        army["forceEntries"] = [{"id": "inner", "name": "Inner"}]
        named = {"id": "pts", "name": "pts"} | ({"defaultCostLimit": limit} if limit is not None else {})
        setup = {
            "type": "setup",
            "specId": "game",
            "gameSystem": {
                "id": "gs",
                "name": "Game",
                "costTypes": [named],
                "forceEntries": [army],
                "categoryEntries": [{"id": one, "name": one} for one in ("hq", "troops")],
            },
            "catalogues": [{"id": "cat", "name": "Cat", "selectionEntries": list(entries), **catalogue}],
        }
        self.adapter = Adapter()
        assert self.adapter.answer(setup) == {"type": "setupResult", "errors": []}
        self.force = self.add()

    def act(self, action: str, **fields: Any) -> Json:
        answer = self.adapter.answer({"type": "action", "action": action, "corrId": 1, **fields})
        assert answer["type"] != "error"
        found: Json = answer.get("outputs") or {}
        return found

    def add(self) -> str:
        return str(self.act("addForce", forceEntryId="army", catalogueId="cat")["forceId"])

    def take(self, *names: str, force: str = "") -> list[str]:
        return [str(self.act("selectEntry", forceId=force or self.force, entryId=one)["selectionId"]) for one in names]

    def inside(self, parent: str, *names: str) -> list[str]:
        fields = {"forceId": self.force, "selectionId": parent}
        return [str(self.act("selectChildEntry", entryId=one, **fields)["selectionId"]) for one in names]

    def number(self, selection: str, count: int) -> None:
        self.act("setSelectionCount", forceId=self.force, selectionId=selection, count=count)

    @property
    def points(self) -> float:
        return next((one["value"] for one in self.adapter.answer({"type": "getState"})["costs"]), 0)

    @property
    def errors(self) -> set[str]:
        return {one["constraintId"] for one in self.adapter.answer({"type": "getErrors"})["errors"]}

    def selections(self) -> Iterator[Json]:
        waiting = [one for force in self.adapter.answer({"type": "getState"})["forces"] for one in force["selections"]]
        for one in waiting:  # grows during the loop
            yield one
            waiting += one.get("children", [])


class TestScopes:
    def test_the_id_of_an_entry_around(self) -> None:
        sword = entry("sword", constraints=[bound("three", "max", 3, "unit", includeChildSelections=True)])
        game = Game(entry("unit", "unit", selectionEntries=[entry("man", "model", selectionEntries=[sword])]))
        (unit,) = game.take("unit")
        first, second = game.inside(unit, "man", "man")
        for _ in range(3):
            game.inside(first, "sword")
        assert game.errors == set()
        game.inside(second, "sword")
        assert game.errors == {"three"}

    @pytest.mark.parametrize(
        ("scope", "errors"),
        [("unit", {"one"}), ("root-entry", {"one"}), ("model", set()), ("model-or-unit", set()), ("force", {"one"})],
    )
    def test_one_in_a_scope_over_several_links(self, scope: str, errors: set[str]) -> None:
        sword = entry("sword", constraints=[bound("one", "max", 1, scope, includeChildSelections=True)])
        men = [entry(one, "model", entryLinks=[link(f"{one}s-sword", "sword")]) for one in ("man", "boy")]
        game = Game(entry("unit", "unit", selectionEntries=men), sharedSelectionEntries=[sword])
        (unit,) = game.take("unit")
        for one in game.inside(unit, "man", "boy"):
            game.inside(one, "sword")
        assert game.errors == errors

    @pytest.mark.parametrize(("scope", "errors"), [("force", set()), ("roster", {"one"})])
    def test_forces_are_apart(self, scope: str, errors: set[str]) -> None:
        game = Game(entry("a", constraints=[bound("one", "max", 1, scope)]))
        game.take("a")
        game.take("a", force=game.add())
        assert game.errors == errors

    def test_child_forces_are_counted_where_asked_for(self) -> None:
        game = Game(entry("a", constraints=[bound("one", "max", 1, "force", includeChildForces=True)]))
        game.take("a")
        inner = game.act("addChildForce", forceId=game.force, forceEntryId="inner", catalogueId="cat")["forceId"]
        game.take("a", force=inner)
        assert game.errors == {"one"}


class TestBounds:
    def test_a_category_of_the_force_has_bounds(self) -> None:
        bounds = [bound("least", "min", 1), bound("most", "max", 1)]
        game = Game(entry("a", categoryLinks=HQ), categories=(of("hq", constraints=bounds), of("troops")))
        assert game.errors == {"least"}
        game.take("a")
        assert game.errors == set()
        game.take("a")
        assert game.errors == {"most"}

    def test_a_share_of_what_is_spent(self) -> None:
        share = bound("share", "max", 25, "force", "pts", percentValue=True, includeChildSelections=True)
        lord, men = entry("lord", costs=cost(30), categoryLinks=HQ), entry("men", costs=cost(100))
        game = Game(lord, men, categories=(of("hq", constraints=[share]), of("troops")))
        game.take("lord", "men")
        assert game.errors == set()
        game.take("lord")
        assert game.errors == {"share"}

    def test_a_share_of_the_limit(self) -> None:
        share = bound("share", "max", 25, "force", "limit::pts", percentValue=True, includeChildSelections=True)
        lord = entry("lord", costs=cost(30), categoryLinks=HQ)
        game = Game(lord, limit=100, categories=(of("hq", constraints=[share]),))
        game.take("lord")
        assert game.errors == {"share"}
        game.act("setCostLimit", costTypeId="pts", value=120)
        assert game.errors == set()

    def test_one_in_five_models(self) -> None:
        more = change("increment", "most", 1, repeats=[each("man", "parent", 5)])
        special = group("special", entry("gun"), constraints=[bound("most", "max", 0)], modifiers=[more])
        game = Game(entry("unit", "unit", selectionEntries=[entry("man", "model")], selectionEntryGroups=[special]))
        (unit,) = game.take("unit")
        man, gun = game.inside(unit, "man", "gun")
        game.number(man, 9)
        assert game.errors == set()
        game.number(gun, 2)
        assert game.errors == {"most"}
        game.number(man, 10)
        assert game.errors == set()

    def test_an_allowance_of_points_for_what_is_inside(self) -> None:
        allowed = bound("allowed", "max", 50, "self", "pts", includeChildSelections=True)
        game = Game(entry("hero", constraints=[allowed], selectionEntries=[entry("item", costs=cost(20))]))
        (item,) = game.inside(game.take("hero")[0], "item")
        game.number(item, 2)
        assert game.errors == set()
        game.number(item, 3)
        assert game.errors == {"allowed"}

    def test_a_group_counts_the_groups_in_it(self) -> None:
        inner = group("inner", entry("x"))
        outer = group("outer", entry("z"), constraints=[bound("one", "max", 1)], selectionEntryGroups=[inner])
        game = Game(entry("unit", selectionEntryGroups=[outer]))
        game.inside(game.take("unit")[0], "x", "z")
        assert game.errors == {"one"}

    def test_exactly_is_taken_and_asked_for(self) -> None:
        game = Game(entry("unit", selectionEntries=[entry("x", constraints=[bound("two", "exactly", 2)])]))
        game.take("unit")
        (found,) = (one for one in game.selections() if one["name"] == "x")
        assert found["number"] == 2
        game.number(found["id"], 3)
        assert game.errors == {"two"}

    def test_links_are_counted_together_or_apart(self) -> None:
        for shared, errors in ((True, {"one"}), (False, set())):
            target = entry("s", constraints=[{**bound("one", "max", 1, "force"), "shared": shared}])
            game = Game(sharedSelectionEntries=[target], entryLinks=[link("first", "s"), link("second", "s")])
            game.take("first", "second")
            assert game.errors == errors

    def test_a_link_to_a_group_has_bounds_of_its_own(self) -> None:
        none = link("of", "arms", "selectionEntryGroup", constraints=[bound("none", "max", 0)])
        game = Game(entry("unit", entryLinks=[none]), sharedSelectionEntryGroups=[group("arms", entry("x"))])
        game.inside(game.take("unit")[0], "x")
        assert game.errors == {"none"}


class TestConditions:
    @pytest.mark.parametrize(
        ("scope", "child", "holds"),
        [
            ("ancestor", "hq", True), ("ancestor", "hero", True), ("ancestor", "troops", False), ("parent", "man", True),
            ("parent", "hq", False), ("root-entry", "hq", True), ("unit", "hq", True), ("force", "army", True), ("force", "hq", False),
            ("roster", "army", False), ("primary-catalogue", "cat", True), ("self", "upgrade", True), ("self", "model", False),
        ],
    )  # fmt: skip
    def test_what_something_is(self, scope: str, child: str, holds: bool) -> None:
        sword = entry("sword", costs=cost(1), modifiers=[NINE | {"conditions": [when("instanceOf", 1, child, scope)]}])
        man = entry("man", "model", selectionEntries=[sword])
        game = Game(entry("hero", "unit", categoryLinks=HQ, selectionEntries=[man]))
        (one,) = game.inside(game.take("hero")[0], "man")
        game.inside(one, "sword")
        assert game.points == (9 if holds else 1)

    @pytest.mark.parametrize(
        ("kind", "taken", "holds"),
        [
            ("and", "x", False), ("and", "xy", True), ("or", "y", True), ("or", "", False), ("not", "", True), ("not", "x", False),
        ],
    )  # fmt: skip
    def test_groups(self, kind: str, taken: str, holds: bool) -> None:
        inside = {"type": kind, "conditions": [when("atLeast", 1, one) for one in "xy"]}
        unit = entry("unit", costs=cost(1), modifiers=[NINE | {"conditionGroups": [inside]}])
        game = Game(unit | {"selectionEntries": [entry(one) for one in "xy"]})
        (one,) = game.take("unit")
        game.inside(one, *taken)
        assert game.points == (9 if holds else 1)

    def test_a_group_can_be_a_number(self) -> None:
        counts = [{"type": "count", "conditions": [when("atLeast", 1, one) for one in names]} for names in ("xy", "z")]
        unit = entry(
            "unit",
            costs=cost(1),
            modifiers=[NINE | {"conditionGroups": [{"type": "greater", "conditionGroups": counts}]}],
        )
        game = Game(unit | {"selectionEntries": [entry(one) for one in "xyz"]})
        (one,) = game.take("unit")
        points = []
        for name in "xzy":
            game.inside(one, name)
            points.append(game.points)
        assert points == [9, 1, 9]

    @pytest.mark.parametrize(("deep", "points"), [(False, 1), (True, 9)])
    def test_a_category_is_counted_at_any_depth_where_asked_for(self, deep: bool, points: int) -> None:
        asked = when("atLeast", 1, "hq", "force", includeChildSelections=deep)
        unit = entry("unit", selectionEntries=[entry("inside", categoryLinks=[of("hq")])])
        game = Game(unit, entry("a", costs=cost(1), modifiers=[NINE | {"conditions": [asked]}]))
        game.inside(game.take("unit", "a")[0], "inside")
        assert game.points == points

    def test_points_of_everything(self) -> None:
        asked = when("greaterThan", 40, "any", "force", "pts", includeChildSelections=True)
        game = Game(entry("b", costs=cost(50)), entry("a", costs=cost(1), modifiers=[NINE | {"conditions": [asked]}]))
        game.take("a")
        assert game.points == 1
        game.take("b")
        assert game.points == 59

    def test_an_ancestor_is_asked_for_what_it_holds(self) -> None:
        sword = entry(
            "sword", costs=cost(1), modifiers=[NINE | {"conditions": [when("atLeast", 1, "flag", "ancestor")]}]
        )
        man = entry("man", "model", selectionEntries=[sword])
        game = Game(entry("unit", "unit", selectionEntries=[entry("flag"), man]))
        (unit,) = game.take("unit")
        game.inside(game.inside(unit, "man")[0], "sword")
        assert game.points == 1
        game.inside(unit, "flag")
        assert game.points == 9


class TestModifiers:
    @pytest.mark.parametrize(
        ("kind", "value", "points"),
        [
            ("multiply", 3, 30), ("divide", 4, 2.5), ("modulo", 3, 1), ("power", 2, 100), ("ceil", 25, 10), ("ceil", 5, 5),
            ("floor", 25, 25), ("floor", 5, 10), ("decrement", 12, -2),
        ],
    )  # fmt: skip
    def test_arithmetic(self, kind: str, value: int, points: float) -> None:
        game = Game(entry("a", costs=cost(10), modifiers=[change(kind, "pts", value)]))
        game.take("a")
        assert game.points == points

    def test_text(self) -> None:
        changes = [
            change("append", "name", "rower"),
            change("prepend", "name", "Old"),
            change("replace", "name", "boat", arg="bat"),
        ]
        game = Game(entry("bat", modifiers=changes))
        game.take("bat")
        assert [one["name"] for one in game.selections()] == ["Old boat rower"]

    @pytest.mark.parametrize(("up", "points"), [(False, 12), (True, 14)])
    def test_repeats_are_rounded(self, up: bool, points: int) -> None:
        more = change("increment", "pts", 2, repeats=[each("x", value=3, roundUp=up)])
        game = Game(entry("a", costs=cost(10), modifiers=[more], selectionEntries=[entry("x")]))
        game.number(game.inside(game.take("a")[0], "x")[0], 4)
        assert game.points == points

    def test_a_group_repeats_what_is_in_it(self) -> None:
        inner = {"modifiers": [change("increment", "pts", 1)]}
        outer = {"repeats": [each("x")], "modifiers": [change("increment", "pts", 5)], "modifierGroups": [inner]}
        game = Game(entry("a", costs=cost(10), modifierGroups=[outer], selectionEntries=[entry("x")]))
        game.number(game.inside(game.take("a")[0], "x")[0], 2)
        assert game.points == 22

    @pytest.mark.parametrize(
        "where", [{"scope": "unit"}, {"scope": "parent"}, {"scope": "force", "affects": "self.entries.unit"}]
    )
    def test_what_acts_on_something_else(self, where: Json) -> None:
        sword = entry("sword", modifiers=[change("increment", "pts", 5, **where)])
        game = Game(entry("unit", "unit", costs=cost(1), selectionEntries=[sword]))
        game.inside(game.take("unit")[0], "sword")
        assert game.points == 6

    def test_a_category_that_is_added_fills_the_slot(self) -> None:
        least = of("hq", constraints=[bound("least", "min", 1)])
        for kind in ("add", "set-primary"):
            unit = entry("a", categoryLinks=[of("troops", primary=True)], modifiers=[change(kind, "category", "hq")])
            game = Game(unit, categories=(least, of("troops")))
            game.take("a")
            assert game.errors == set()

    def test_the_limit_raises_a_bound(self) -> None:
        more = change("increment", "most", 1, repeats=[each("any", "roster", 1000, "limit::pts")])
        game = Game(entry("a", constraints=[bound("most", "max", 1, "force")], modifiers=[more]), limit=2000)
        game.take("a", "a", "a")
        assert game.errors == set()
        game.take("a")
        assert game.errors == {"most"}

    def test_a_message_of_the_data_is_an_error(self) -> None:
        message = change("add", "error", "alone!", conditions=[when("lessThan", 1, "b", "force")])
        game = Game(entry("a", modifiers=[message]), entry("b"))
        game.take("a")
        assert len(game.errors) == 1
        game.take("b")
        assert game.errors == set()


@pytest.mark.parametrize(("imported", "names"), [(True, ["root"]), (False, [])])
def test_a_library_lends_its_roots(imported: bool, names: list[str]) -> None:
    library = {
        "id": "lib",
        "name": "Lib",
        "library": True,
        "selectionEntries": [entry("root"), entry("own", **{"import": False})],
    }
    army = {"id": "army", "name": "Army"}
    to_library = {"id": "to", "name": "Lib", "targetId": "lib", "type": "catalogue", "importRootEntries": imported}
    catalogue = {"id": "cat", "name": "Cat", "catalogueLinks": [to_library]}
    adapter = Adapter()
    system = {"id": "gs", "name": "Game", "forceEntries": [army]}
    adapter.answer({"type": "setup", "specId": "s", "gameSystem": system, "catalogues": [catalogue, library]})
    fields = {"type": "action", "corrId": 1}
    force = adapter.answer({**fields, "action": "addForce", "forceEntryId": "army", "catalogueId": "cat"})["outputs"][
        "forceId"
    ]
    found = []
    for name in ("root", "own"):
        answer = adapter.answer({**fields, "action": "selectEntry", "forceId": force, "entryId": name})
        found += [name] if answer.get("outputs") else []
    assert found == names
