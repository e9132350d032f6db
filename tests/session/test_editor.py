"""Edits of rows over small catalogues: counting, picking, splitting, and the choices that follow."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.model import CategoryEntry, Constraint, Entry, Modifier
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force, Selection
from listbuilder.session import Session
from listbuilder.session.editor import UnitEditor
from tests.engine import factory as f
from tests.session.test_rows import item, model

ARMY = "@army"


class Desk:
    """A unit on a table, and short words for edits of its rows."""

    def __init__(self, *entries: Entry, **fields: object) -> None:
        self.table = f.table(f.unit("squad", entries=entries, **fields))
        self.unit = self.table.take("squad")
        self.history = History(self.table.roster)
        self.editor = UnitEditor(self.table.engine, self.history, "pts")

    def key(self, label: str) -> str:
        return next(row.key for row in self.editor.reader.rows(self.unit) if row.label == label)

    def count(self, label: str, count: int) -> None:
        self.editor.set_count(self.unit, self.key(label), count)

    def pick(self, label: str) -> None:
        self.editor.pick(self.unit, self.key(label))

    @property
    def chosen(self) -> list[tuple[str, int]]:
        return [(node.option.target.id, node.amount) for node in self.unit.walk() if node is not self.unit]


class TestCount:
    def test_rows_are_added_changed_and_removed(self) -> None:
        desk = Desk(item("flag"))
        desk.count("Flag", 0)
        assert desk.chosen == []
        assert desk.history.revision == 0
        desk.count("Flag", 3)
        assert desk.chosen == [("flag", 3)]
        desk.count("Flag", 2)
        assert desk.chosen == [("flag", 2)]
        revision = desk.history.revision
        desk.count("Flag", 2)
        assert desk.history.revision == revision
        desk.count("Flag", -1)
        assert desk.chosen == []

    def test_a_count_of_a_pick_is_one_at_most(self) -> None:
        desk = Desk(groups=(f.group("guns", item("rifle"), item("bow"), constraints=(f.most(1),)),))
        desk.count("Rifle", 1)
        desk.count("Bow", 5)
        assert desk.chosen == [("bow", 1)]
        desk.count("Bow", 4)
        assert desk.chosen == [("bow", 1)]
        desk.count("Bow", 0)
        assert desk.chosen == []

    @pytest.mark.parametrize("key", ["gone|flag|", "squad|gone|"])
    def test_rows_that_are_gone(self, key: str) -> None:
        desk = Desk(item("flag"))
        with pytest.raises(LookupError):
            desk.editor.set_count(desk.unit, key.replace("squad", desk.unit.id), 1)

    def test_rows_of_another_force(self) -> None:
        desk = Desk(item("flag"))
        with pytest.raises(LookupError):
            desk.editor.find(desk.unit, f"{desk.table.force.id}|squad|")


class TestPick:
    def test_a_pick_takes_the_place_of_another(self) -> None:
        desk = Desk(groups=(f.group("guns", item("rifle"), item("bow"), constraints=(f.least(1), f.most(1))),))
        desk.pick("Rifle")
        desk.pick("Bow")
        assert desk.chosen == [("bow", 1)]

    @pytest.mark.parametrize(("least", "left"), [(0, []), (1, [("rifle", 1)])])
    def test_a_pick_is_given_up_where_the_group_may_be_empty(self, least: int, left: object) -> None:
        constraints = (f.least(least), f.most(1)) if least else (f.most(1),)
        desk = Desk(groups=(f.group("guns", item("rifle"), item("bow"), constraints=constraints),))
        desk.pick("Rifle")
        desk.pick("Rifle")
        assert desk.chosen == left

    def test_toggles(self) -> None:
        desk = Desk(item("flag", constraints=(f.most(1),)))
        desk.pick("Flag")
        assert desk.chosen == [("flag", 1)]
        desk.pick("Flag")
        assert desk.chosen == []

    def test_of_nested_groups_the_outermost_of_one_counts(self) -> None:
        inner = f.group("bows", item("short"), item("long"), constraints=(f.most(1),))
        desk = Desk(groups=(f.group("guns", item("rifle"), groups=(inner,), constraints=(f.most(1),)),))
        desk.pick("Rifle")
        desk.pick("Long")
        assert desk.chosen == [("long", 1)]

    def test_groups_with_room_for_more_are_not_picked_from(self) -> None:
        desk = Desk(groups=(f.group("guns", item("rifle"), item("bow"), constraints=(f.most(2),)),))
        desk.pick("Rifle")
        desk.pick("Bow")
        assert desk.chosen == [("rifle", 1), ("bow", 1)]


class TestOtherGroups:
    """A pick may close another group of the same model, or open it."""

    @staticmethod
    def desk(default: str = "plate", kind: str = "model") -> Desk:
        closing = f.when("atLeast", 1, "cannon", scope="parent", field="selections")
        armour = f.group(
            "armour",
            item("plate"),
            item("cloak"),
            default_id=default,
            constraints=(f.least(1, id="low"), f.most(1, id="high")),
            modifiers=tuple(
                Modifier(type="set", field=field, value="0", conditions=(closing,)) for field in ("low", "high")
            ),
        )
        arms = f.group("arms", item("cannon"), item("pistol"), constraints=(f.most(1),))
        return Desk(groups=(arms, armour), type=kind)

    def test_a_group_without_room_is_cleared_and_filled_again(self) -> None:
        desk = self.desk()
        assert ("plate", 1) in desk.chosen
        desk.pick("Cloak")
        desk.pick("Cannon")
        assert desk.chosen == [("cannon", 1)]
        desk.pick("Pistol")
        assert sorted(desk.chosen) == [("pistol", 1), ("plate", 1)]

    def test_without_a_default_it_stays_empty(self) -> None:
        desk = self.desk(default="")
        desk.pick("Cannon")
        desk.pick("Pistol")
        assert desk.chosen == [("pistol", 1)]

    def test_only_models_get_defaults(self) -> None:
        desk = self.desk(kind="upgrade")
        desk.pick("Cannon")
        desk.pick("Pistol")
        assert desk.chosen == [("pistol", 1)]


class TestComplete:
    """Required choices without a default: the first that is free, else the cheapest."""

    @staticmethod
    def completed(*items: Entry, least: int = 1, **fields: object) -> list[tuple[str, int]]:
        desk = Desk(groups=(f.group("guns", *items, constraints=(f.least(least),)),), **fields)
        for child in list(desk.unit.selections):
            desk.history.do(remove(child))
        desk.editor.complete(desk.unit)
        return desk.chosen

    def test_the_first_free_one_is_chosen(self) -> None:
        assert self.completed(item("gold", 5), item("relic", hidden=True), item("rifle"), item("bow")) == [("rifle", 1)]

    def test_as_many_as_are_missing(self) -> None:
        assert self.completed(item("gold", 5), item("rifle"), least=3) == [("rifle", 3)]

    def test_as_many_as_each_may_be(self) -> None:
        found = self.completed(item("rifle", constraints=(f.most(2, id="two"),)), item("bow"), least=3)
        assert found == [("rifle", 2), ("bow", 1)]

    def test_groups_inside_the_group_keep_their_bounds(self) -> None:
        one, two = (
            f.group(name, item(f"{name}-a"), item(f"{name}-b"), constraints=(f.most(1, id=f"most-{name}"),))
            for name in ("one", "two")
        )
        outer = f.group("outer", groups=(one, two), constraints=(f.least(2),))
        desk = Desk(groups=(outer,))
        desk.editor.complete(desk.unit)
        assert desk.chosen == [("one-a", 1), ("two-a", 1)]
        assert desk.table.wrong == []

    def test_groups_inside_come_first_and_count_for_the_outer(self) -> None:
        inner = f.group("inner", item("rifle"), item("bow"), constraints=(f.least(1, id="z-inner"),))
        outer = f.group("outer", item("flag"), groups=(inner,), constraints=(f.least(1), f.most(1)))
        desk = Desk(groups=(outer,))
        desk.editor.complete(desk.unit)
        assert desk.chosen == [("rifle", 1)]
        assert desk.table.wrong == []

    def test_a_choice_that_breaks_a_bound_elsewhere_is_passed_over(self) -> None:
        bound = Modifier(type="set", field="most", value="0", conditions=(f.when("atLeast", 1, "rifle", scope="unit"),))
        belt = item("belt", constraints=(f.least(1, id="belt-least"), f.most(1)), modifiers=(bound,))
        desk = Desk(belt, groups=(f.group("guns", item("rifle"), item("bow"), constraints=(f.least(1, id="guns"),)),))
        desk.editor.complete(desk.unit)
        assert desk.chosen == [("belt", 1), ("bow", 1)]
        assert desk.table.wrong == []

    def test_a_choice_that_the_data_object_to_is_taken_where_there_is_no_other(self) -> None:
        objection = Modifier(
            type="add", field="error", value="No!", conditions=(f.when("atLeast", 1, "any", scope="parent"),)
        )
        guns = f.group("guns", item("rifle"), item("bow"), constraints=(f.least(1),), modifiers=(objection,))
        desk = Desk(groups=(guns,))
        desk.editor.complete(desk.unit)
        assert desk.chosen == [("rifle", 1)]
        assert desk.table.wrong == [("error", "error")]

    def test_a_choice_without_objection_goes_first(self) -> None:
        objection = Modifier(
            type="add", field="error", value="No!", conditions=(f.when("atLeast", 1, "rifle", scope="parent"),)
        )
        guns = f.group("guns", item("rifle"), item("bow"), constraints=(f.least(1),), modifiers=(objection,))
        desk = Desk(groups=(guns,))
        desk.editor.complete(desk.unit)
        assert desk.chosen == [("bow", 1)]

    def test_bounds_of_the_army_do_not_keep_a_unit_incomplete(self) -> None:
        few = f.most(-1, id="few", scope="force")
        guns = f.group("guns", item("rifle"), constraints=(f.least(1),))
        deep = Modifier(
            type="set",
            field="few",
            value="0",
            conditions=(f.when("atLeast", 1, "rifle", scope="force", include_child_selections=True),),
        )
        role = CategoryEntry(id="troops", name="Troops", constraints=(few,), modifiers=(deep,))
        squad = f.unit("squad", groups=(guns,), category_links=f.role("troops"))
        table = f.table(squad, of_system={"category_entries": (role,)})
        unit = table.take("squad")
        for child in list(unit.selections):
            History(table.roster).do(remove(child))
        UnitEditor(table.engine, History(table.roster), "pts").complete(unit)
        assert [child.option.target.id for child in unit.selections] == ["rifle"]
        assert table.wrong == [("max", "few")]

    def test_a_minimum_of_costs_asks_for_no_number_of_choices(self) -> None:
        group = f.group("guns", item("rifle"), constraints=(f.least(100, field="pts", scope="self"),))
        desk = Desk(groups=(group,))
        desk.editor.complete(desk.unit)
        assert desk.chosen == []

    def test_exactly_asks_for_more_only_where_there_is_less(self) -> None:
        exactly = Constraint(id="two", type="exactly", value=2)
        group = f.group("guns", item("rifle"), item("bow"), constraints=(exactly,))
        desk = Desk(groups=(group,))
        desk.editor.complete(desk.unit)
        assert desk.chosen == [("rifle", 2)]
        desk.table.take("bow", desk.unit)
        desk.editor.complete(desk.unit)
        assert desk.chosen == [("rifle", 2), ("bow", 1)]

    def test_the_cheapest_is_chosen_where_all_cost_points(self) -> None:
        assert self.completed(item("gold", 5), item("silver", 3), item("jade", 4)) == [("silver", 1)]
        assert self.completed(item("gold", 5), item("silver", 3), least=2) == [("silver", 2)]

    def test_the_cheapest_that_breaks_no_bound_is_chosen(self) -> None:
        bound = Modifier(
            type="set", field="most", value="0", conditions=(f.when("atLeast", 1, "silver", scope="unit"),)
        )
        belt = item("belt", constraints=(f.least(1, id="belt-least"), f.most(1)), modifiers=(bound,))
        guns = f.group("guns", item("gold", 5), item("silver", 3), constraints=(f.least(1, id="guns"),))
        desk = Desk(belt, groups=(guns,))
        desk.editor.complete(desk.unit)
        assert desk.chosen == [("belt", 1), ("gold", 1)]
        assert desk.table.wrong == []

    def test_what_a_setting_of_the_army_costs_is_left_to_the_player(self) -> None:
        group = f.group("sizes", item("small", 5), constraints=(f.least(1),))
        table = f.table(f.unit("squad", category_links=f.role("troops")), item("size", groups=(group,)))
        size = table.take("size")
        for child in list(size.selections):
            History(table.roster).do(remove(child))
        UnitEditor(table.engine, History(table.roster), "pts").complete(table.force)
        assert size.selections == []

    def test_a_force_gets_only_what_has_no_alternative(self) -> None:
        for entries, expected in ((("small",), ["small"]), (("small", "large"), [])):
            group = f.group("sizes", *map(item, entries), constraints=(f.least(1),))
            table = f.table(f.unit("squad", category_links=f.role("troops")), item("size", groups=(group,)))
            size = table.take("size")
            history = History(table.roster)
            for child in list(size.selections):
                history.do(remove(child))
            UnitEditor(table.engine, history, "pts").complete(table.force)

            assert [child.option.target.id for child in size.selections] == expected

    @pytest.mark.parametrize("edit", ["pick", "count"])
    def test_a_setting_may_demand_another_that_has_no_alternative(self, edit: str) -> None:
        demanding = Modifier(
            type="set", field="low", value="1", conditions=(f.when("atLeast", 1, "large", scope="parent"),)
        )
        board = f.group("board", item("table"), constraints=(f.least(0, id="low"),), modifiers=(demanding,))
        size = item("size", groups=(f.group("sizes", item("small"), item("large")), board))
        table = f.table(f.unit("squad", category_links=f.role("troops")), size)
        chosen = table.take("size")
        editor = UnitEditor(table.engine, History(table.roster), "pts")
        large = next(row.key for row in editor.reader.rows(table.force) if row.label == "Large")
        if edit == "pick":
            editor.pick(table.force, large)
        else:
            editor.set_count(table.force, large, 1)

        assert [child.option.target.id for child in chosen.selections] == ["large", "table"]

    def test_units_of_a_force_are_left_alone(self) -> None:
        desk = Desk(groups=(f.group("guns", item("rifle"), constraints=(f.least(1),)),))
        for child in list(desk.unit.selections):
            desk.history.do(remove(child))
        desk.editor.complete(desk.table.force)
        assert desk.chosen == []

    def test_other_units_are_left_alone(self) -> None:
        desk = Desk(groups=(f.group("guns", item("rifle"), constraints=(f.least(1),)),))
        other = desk.table.take("squad")
        for child in [*desk.unit.selections, *other.selections]:
            desk.history.do(remove(child))
        desk.editor.complete(other)
        assert (desk.chosen, len(other.selections)) == ([], 1)


def remove(node: Selection) -> object:
    from listbuilder.roster.edits import Remove

    return Remove(node)


class TestModels:
    def test_split(self) -> None:
        desk = Desk(model("trooper", entries=(item("knife"),)))
        desk.count("Trooper", 5)
        for count in (0, 5, 6, -1):
            desk.editor.split(desk.unit, desk.key("Trooper"), count)
            assert desk.chosen == [("trooper", 5)]
        desk.editor.split(desk.unit, desk.key("Trooper"), 2)
        assert desk.chosen == [("trooper", 3), ("trooper", 2)]
        first, second = desk.unit.selections
        assert first.id != second.id
        desk.editor.split(desk.unit, desk.key("Trooper"), 1)
        assert desk.chosen == [("trooper", 2), ("trooper", 1), ("trooper", 2)]

    def test_a_row_without_models_is_not_split(self) -> None:
        desk = Desk(model("trooper"))
        desk.editor.split(desk.unit, desk.key("Trooper"), 1)
        assert desk.chosen == []

    @pytest.mark.parametrize(
        ("models", "expected"),
        [
            (6, [("leader", 1), ("trooper", 3), ("gunner", 2)]),
            (9, [("leader", 1), ("trooper", 6), ("gunner", 2)]),
            (4, [("leader", 1), ("trooper", 1), ("gunner", 2)]),
            (3, [("leader", 1), ("trooper", 1), ("gunner", 1)]),
            (2, [("leader", 1), ("gunner", 1)]),
            (0, [("leader", 1), ("trooper", 3), ("gunner", 2)]),
        ],
    )
    def test_size_is_that_of_the_largest_row_that_may_vary(self, models: int, expected: object) -> None:
        desk = Desk(
            model("leader", constraints=(f.least(1), f.most(1))),
            model("trooper"),
            model("gunner", constraints=(f.most(2),)),
        )
        desk.count("Trooper", 3)
        desk.count("Gunner", 2)
        desk.editor.set_size(desk.unit, models)
        assert desk.chosen == expected

    def test_fixed_models_do_not_vary(self) -> None:
        desk = Desk(model("trooper", constraints=(f.least(3), f.most(3))), model("gunner"))
        desk.count("Gunner", 1)
        desk.editor.set_size(desk.unit, 6)
        assert sorted(desk.chosen) == [("gunner", 3), ("trooper", 3)]


def test_only_models_count_for_the_size() -> None:
    desk = Desk(model("trooper"), item("flag"))
    desk.count("Trooper", 3)
    desk.count("Flag", 5)
    desk.editor.set_size(desk.unit, 4)
    assert desk.chosen == [("trooper", 4), ("flag", 5)]


def test_a_unit_that_is_a_model_has_no_size() -> None:
    desk = Desk(model("drone"), type="model")
    desk.count("Drone", 1)
    desk.editor.set_size(desk.unit, 3)
    assert (desk.unit.amount, desk.chosen) == (1, [("drone", 3)])


def test_a_force_is_no_unit() -> None:
    desk = Desk(item("flag"))
    assert isinstance(desk.table.force, Force)
    assert desk.editor.reader.rows(desk.table.force) == ()


def test_the_heading_of_the_battle_sizes_is_no_choice() -> None:
    """Without it no size could be chosen any more, and the list could not be written."""
    session = Session.new("wh40k-10e", "orks")
    heading = next(row for row in session.rows(ARMY) if row.kind == "heading")
    before = session.rows(ARMY)
    session.pick(ARMY, heading.key)
    session.set_count(ARMY, heading.key, 0)
    assert session.rows(ARMY) == before
    assert "battle_size: strike-force" in session.text()
