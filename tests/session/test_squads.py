"""Squads: what models of one kind carry is counted over all of them, and changed by moving models between loadouts."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from listbuilder.catalogue.model import Entry, EntryGroup, Modifier
from listbuilder.roster.edits import SetText
from listbuilder.roster.history import History
from listbuilder.session import Row
from listbuilder.session.session import Session
from listbuilder.session.squad_editor import SquadEditor
from listbuilder.session.wargear import _row_of
from tests.engine import factory as f
from tests.session.test_rows import item, model

LAUNCHER = "Astartes grenade launcher"


class Desk:
    """A unit of models on a table, and short words for its rows."""

    def __init__(self, *entries: Entry, **fields: object) -> None:
        self.table = f.table(f.unit("squad", entries=entries, **fields))
        self.unit = self.table.take("squad")
        self.editor = SquadEditor(self.table.engine, History(self.table.roster), "pts")

    def row(self, label: str) -> Row:
        return next(row for row in self.editor.together.rows(self.unit) if row.label == label)

    def set(self, label: str, count: int) -> None:
        self.editor.set_count(self.unit, self.row(label).key, count)

    def counts(self, *labels: str) -> list[int]:
        return [self.row(label).count for label in labels]

    @property
    def loadouts(self) -> list[tuple[int, list[tuple[str, int]]]]:
        """How many models have which items."""
        return [
            (node.amount, sorted((child.option.name, child.amount) for child in node.selections))
            for node in self.unit.selections
        ]


def once(name: str, **fields: object) -> Entry:
    return item(name, constraints=(f.most(1),), **fields)


def guns() -> EntryGroup:
    return f.group(
        "guns", item("rifle"), item("bow"), item("sling"), constraints=(f.least(1), f.most(1)), default_id="rifle"
    )


class TestSmall:
    def test_models_are_split_off_armed_and_joined_again(self) -> None:
        desk = Desk(model("trooper", entries=(once("flag"),)))
        desk.set("Trooper", 5)
        desk.set("Flag", 2)
        assert desk.loadouts == [(3, []), (2, [("Flag", 1)])]
        assert (desk.row("Trooper").count, desk.row("Flag").count, desk.row("Flag").maximum) == (5, 2, 5)

        desk.set("Flag", 4)
        assert sorted(desk.loadouts) == [(1, []), (4, [("Flag", 1)])]
        desk.set("Flag", 0)
        assert desk.loadouts == [(5, [])]
        desk.set("Flag", 9)
        assert desk.loadouts == [(5, [("Flag", 1)])]

    def test_what_one_loadout_may_have_is_what_the_others_leave(self) -> None:
        desk = Desk(model("trooper", entries=(once("flag"),), constraints=(f.least(4), f.most(9))))
        desk.set("Trooper", 9)
        desk.set("Flag", 2)
        apart = [row for row in desk.editor.reader.rows(desk.unit) if row.label == "Trooper"]
        assert [(row.minimum, row.count, row.maximum) for row in apart] == [(2, 7, 7), (0, 2, 2)]
        row = desk.row("Trooper")
        assert (row.minimum, row.count, row.maximum) == (4, 9, 9)

    def test_what_is_chosen_has_its_row_however_deep_it_is(self) -> None:
        sight = once("sight", entries=(once("lens", entries=(once("filter"),)),))
        desk = Desk(model("trooper", entries=(once("gun", entries=(sight,)),)))
        desk.set("Trooper", 3)
        labels = ["Gun", "Sight", "Lens", "Filter"]
        for label in labels:
            desk.set(label, 2)
        keys = {row.key: row.label for row in desk.editor.together.rows(desk.unit)}
        chosen = [node for node in desk.unit.walk() if node.option.type == "upgrade"]
        assert [(node.option.name, keys[_row_of(node, keys)]) for node in chosen] == [(one, one) for one in labels]

    def test_a_kind_of_which_there_are_none_has_one_row(self) -> None:
        desk = Desk(model("trooper", entries=(once("flag"),)))
        row = desk.row("Trooper")
        assert (row.kind, row.count, row.together) == ("count", 0, True)
        desk.set("Trooper", 2)
        assert (desk.row("Trooper").key, desk.row("Trooper").split) == (row.key, False)

    @pytest.mark.parametrize(("hidden", "most", "shown"), [(True, 5, False), (False, 0, False), (False, 1, True)])
    def test_a_kind_that_the_unit_may_not_have_has_none(self, hidden: bool, most: int, shown: bool) -> None:
        giant = model("giant", entries=(once("club"),), hidden=hidden)
        desk = Desk(groups=(f.group("others", giant, constraints=(f.most(most),)),))
        assert [row.label for row in desk.editor.together.rows(desk.unit)] == ["Giant"] * shown

    def test_kinds_that_exclude_one_another_are_picked(self) -> None:
        kinds = (model(name, entries=(once("flag"),)) for name in ("guard", "scout"))
        desk = Desk(groups=(f.group("kinds", *kinds, constraints=(f.least(1), f.most(1))),))
        rows = desk.editor.together.rows(desk.unit)
        assert [row.kind for row in rows if row.label in ("Guard", "Scout")] == ["pick", "pick"]

    @pytest.mark.parametrize(("least", "kind", "bounds"), [(3, "heading", (None, None)), (0, "count", (0, 3))])
    def test_a_number_that_cannot_change_is_a_heading(
        self, least: int, kind: str, bounds: tuple[int | None, int | None]
    ) -> None:
        constraints = (f.least(least), f.most(3)) if least else (f.most(3),)
        desk = Desk(model("trooper", entries=(once("flag"),), constraints=constraints))
        if not least:
            desk.set("Trooper", 3)
        row = desk.row("Trooper")
        assert (row.kind, row.count, row.together) == (kind, 3, True)
        assert (row.minimum or None, row.maximum) == (bounds[0] or None, bounds[1])

    def test_more_and_fewer_models(self) -> None:
        desk = Desk(model("trooper", entries=(once("flag"),)))
        desk.set("Trooper", 5)
        desk.set("Flag", 1)
        desk.set("Trooper", 7)
        assert sorted(desk.loadouts) == [(1, [("Flag", 1)]), (6, [])]
        desk.set("Trooper", 1)  # of those with the same, the most go first
        assert desk.loadouts == [(1, [("Flag", 1)])]
        desk.set("Trooper", 0)
        assert (desk.loadouts, desk.row("Trooper").count) == ([], 0)
        desk.set("Trooper", 2)
        assert desk.loadouts == [(2, [])]

    def test_more_models_have_what_most_have(self) -> None:
        desk = Desk(model("trooper", groups=(guns(),)))
        desk.set("Trooper", 5)
        desk.set("Bow", 4)
        desk.set("Trooper", 7)
        assert desk.counts("Trooper", "Rifle", "Bow") == [7, 1, 6]

    def test_alternatives(self) -> None:
        desk = Desk(model("trooper", groups=(guns(),)))
        desk.set("Trooper", 4)
        assert desk.counts("Rifle", "Bow", "Sling") == [4, 0, 0]
        desk.set("Bow", 3)
        assert desk.counts("Rifle", "Bow", "Sling") == [1, 3, 0]
        desk.set("Sling", 2)  # those with the default change first
        assert desk.counts("Rifle", "Bow", "Sling") == [0, 2, 2]
        desk.set("Bow", 0)
        assert desk.counts("Rifle", "Bow", "Sling") == [2, 0, 2]

    def test_several_of_an_item_by_one_model(self) -> None:
        desk = Desk(model("trooper", entries=(item("knife", constraints=(f.most(2),)),)))
        desk.set("Trooper", 3)
        assert desk.row("Knife").maximum == 6
        for number in (5, 1):
            desk.set("Knife", number)
            assert desk.counts("Knife", "Trooper") == [number, 3]

    def test_of_models_with_as_many_items_the_fewest_give_one_up(self) -> None:
        desk = Desk(model("trooper", entries=(once("flag"), once("sword"), once("axe"))))
        for name, number in (("Trooper", 5), ("Flag", 5), ("Sword", 1), ("Axe", 4)):
            desk.set(name, number)
        assert sorted(desk.loadouts) == [(1, [("Flag", 1), ("Sword", 1)]), (4, [("Axe", 1), ("Flag", 1)])]
        desk.set("Flag", 4)
        assert sorted(desk.loadouts) == [(1, [("Sword", 1)]), (4, [("Axe", 1), ("Flag", 1)])]

    def test_an_item_of_each_of_a_models_arms_comes_with_as_many_models_as_that_takes(self) -> None:
        arm = item("arm", entries=(once("blade"),), constraints=(f.least(2), f.most(2)))
        desk = Desk(model("trooper", entries=(arm,)))
        desk.set("Trooper", 5)
        for number in (6, 2, 8):
            desk.set("Blade", number)
            assert desk.counts("Blade", "Trooper") == [number, 5]

    def test_models_with_room_in_a_group_take_an_item_first(self) -> None:
        arms = f.group("arms", item("sword"), item("axe"), item("mace"), constraints=(f.most(2),))
        desk = Desk(model("trooper", entries=(once("flag"), once("horn")), groups=(arms,)))
        for name, number in (("Trooper", 2), ("Sword", 2), ("Axe", 1), ("Flag", 1), ("Horn", 1), ("Mace", 1)):
            desk.set(name, number)
        assert sorted(desk.loadouts) == [
            (1, [("Axe", 1), ("Sword", 1)]),
            (1, [("Flag", 1), ("Horn", 1), ("Mace", 1), ("Sword", 1)]),
        ]

    def test_an_item_that_models_may_have_any_number_of_is_given_to_all_first(self) -> None:
        desk = Desk(model("trooper", entries=(item("torch"), once("flag"), once("horn"))))
        for name, number in (("Trooper", 2), ("Torch", 1), ("Flag", 1), ("Horn", 1), ("Torch", 2)):
            desk.set(name, number)
        assert [dict(carried)["Torch"] for _, carried in desk.loadouts] == [1, 1]

    def test_models_with_a_name_of_their_own_stay_apart(self) -> None:
        desk = Desk(model("trooper", entries=(once("flag"),)))
        desk.set("Trooper", 4)
        desk.set("Flag", 1)
        bearer = next(node for node in desk.unit.selections if node.selections)
        SetText(bearer, "custom_name", "Otto").apply(desk.table.roster)
        desk.set("Flag", 2)
        assert sorted((node.amount, node.custom_name) for node in desk.unit.selections) == [
            (1, ""),
            (1, "Otto"),
            (2, ""),
        ]

    def test_a_group_that_another_choice_closes_has_room_in_the_other_models_only(self) -> None:
        close = Modifier(
            type="set", field="heavy-most", value="0", conditions=(f.when("atLeast", 1, "shield", scope="parent"),)
        )
        heavy = f.group("heavy", item("cannon"), constraints=(f.most(1, id="heavy-most"),), modifiers=(close,))
        desk = Desk(model("trooper", entries=(once("shield"),), groups=(heavy,)))
        desk.set("Trooper", 5)
        desk.set("Shield", 2)
        assert desk.row("Cannon").maximum == 3
        desk.set("Cannon", 5)
        assert desk.counts("Cannon", "Shield") == [3, 2]

    def test_what_is_inside_an_item(self) -> None:
        desk = Desk(model("trooper", entries=(once("gun", entries=(once("scope"),)),)))
        desk.set("Trooper", 4)
        desk.set("Gun", 3)
        desk.set("Scope", 2)
        assert (desk.counts("Gun", "Scope"), desk.row("Scope").maximum) == ([3, 2], 3)

    def test_one_model_is_shown_as_other_single_models_are(self) -> None:
        desk = Desk(model("trooper", entries=(once("flag"),), groups=(guns(),)))
        desk.set("Trooper", 1)
        assert [desk.row(name).kind for name in ("Trooper", "Flag", "Bow")] == ["count", "toggle", "pick"]
        for name in ("Flag", "Bow"):
            desk.editor.pick(desk.unit, desk.row(name).key)
        assert desk.loadouts == [(1, [("Bow", 1), ("Flag", 1)])]
        desk.editor.pick(desk.unit, desk.row("Flag").key)
        assert desk.loadouts == [(1, [("Bow", 1)])]

    @pytest.mark.parametrize("key", ["gone|trooper|*", "{unit}|gone|*", "{unit}|trooper|*|gone"])
    def test_rows_that_are_gone(self, key: str) -> None:
        desk = Desk(model("trooper", entries=(item("flag"),)))
        with pytest.raises(LookupError):
            desk.editor.set_count(desk.unit, key.format(unit=desk.unit.id), 1)


@pytest.fixture
def marines() -> Session:
    return Session.new("wh40k-10e", "space-marines", detachment="gladius-task-force", name="New")


def last(session: Session, unit: str, label: str) -> Row:
    return [row for row in session.rows(unit) if row.label == label and row.kind != "heading"][-1]


def errors(session: Session, unit: str) -> list[str]:
    return [str(one.message) for one in session.findings if one.unit == unit and one.severity == "error"]


class TestNative:
    def test_one_in_five(self, marines: Session) -> None:
        """A limit of the whole unit bounds the row and grows with the models; what is more is a finding."""
        squad = marines.add_unit("intercessor-squad")
        assert last(marines, squad, LAUNCHER).maximum == 1
        marines.set_count(squad, last(marines, squad, "Intercessor").key, 9)
        text = marines.text()
        marines.set_count(squad, last(marines, squad, LAUNCHER).key, 2)
        assert (last(marines, squad, LAUNCHER).count, last(marines, squad, LAUNCHER).maximum) == (2, 2)
        assert errors(marines, squad) == []

        marines.set_count(squad, last(marines, squad, LAUNCHER).key, 3)
        assert errors(marines, squad) == [f"Intercessor Squad: {LAUNCHER}: 3 taken, at most 2"]
        marines.undo()
        marines.undo()
        assert marines.text() == text

    def test_the_default_is_given_up_only_where_another_may_be_taken(self, marines: Session) -> None:
        squad = marines.add_unit("heavy-intercessor-squad")
        marines.set_count(squad, last(marines, squad, "Heavy Intercessor").key, 9)
        marines.set_count(squad, last(marines, squad, "Heavy bolt rifle").key, 0)

        assert (last(marines, squad, "Heavy bolt rifle").count, last(marines, squad, "Heavy bolter").count) == (7, 2)
        assert errors(marines, squad) == []

    @pytest.mark.parametrize("label", ["Plasma exterminators", "Assault bolters"])
    @pytest.mark.parametrize("first", [0, 1])
    def test_what_all_models_take_or_none_does(self, marines: Session, label: str, first: int) -> None:
        """The sergeant is one of them."""
        squad = marines.add_unit("inceptor-squad")
        for number in (first, 1 - first):
            marines.set_count(squad, last(marines, squad, label).key, 2 * number)
            unit = marines.unit(squad)
            assert unit is not None
            carried: Counter[str] = Counter()
            for line in unit.models:
                carried.update({taken.name: line.count for taken in line.wargear})
            assert (carried[label], unit.model_count) == (3 * number, 3)
            assert errors(marines, squad) == []


class TestRowsOfItems:
    def rows(self, desk: Desk) -> list[tuple[str, str, int, int, int | None]]:
        return [
            (row.label, row.kind, row.depth, row.count, row.maximum) for row in desk.editor.together.rows(desk.unit)
        ]

    def test_what_an_item_holds_stands_below_it(self) -> None:
        scope = once("scope", entries=(once("lens"),))
        rifle = once("rifle", entries=(scope,))
        desk = Desk(model("trooper", entries=(rifle,)))
        desk.set("Trooper", 3)
        for label in ("Rifle", "Scope", "Lens"):
            desk.set(label, 2)
        assert self.rows(desk) == [
            ("Trooper", "count", 0, 3, None),
            ("Rifle", "count", 1, 2, 3),
            ("Scope", "count", 2, 2, 2),
            ("Lens", "count", 3, 2, 2),
        ]

    def test_what_all_have_is_no_row_and_what_some_lack_is_one(self) -> None:
        """What must be had, of which a modifier lifts the minimum for models with a flag."""
        lift = Modifier(type="set", field="min", value="0", conditions=(f.when("atLeast", 1, "flag", scope="parent"),))
        boots = item("boots", constraints=(f.least(1, id="min"), f.most(1)), modifiers=(lift,))
        desk = Desk(model("trooper", entries=(boots, once("flag"))))
        desk.set("Trooper", 3)
        assert [label for label, *_ in self.rows(desk)] == ["Trooper", "Flag"]
        desk.set("Flag", 1)
        assert ("Boots", "count", 1, 3, 3) in self.rows(desk)

    def test_what_some_may_not_have_is_a_row_as_long_as_others_may(self) -> None:
        hide = Modifier(
            type="set", field="hidden", value="true", conditions=(f.when("atLeast", 1, "flag", scope="parent"),)
        )
        desk = Desk(model("trooper", entries=(once("horn", modifiers=(hide,)), once("flag"))))
        desk.set("Trooper", 2)
        desk.set("Flag", 1)
        horn = desk.row("Horn")
        assert (horn.count, horn.hidden) == (0, False)
        desk.set("Flag", 2)
        assert "Horn" not in [label for label, *_ in self.rows(desk)]

    def test_a_group_that_some_may_not_have_is_there_as_long_as_others_may(self) -> None:
        hidden = Modifier(
            type="set", field="hidden", value="true", conditions=(f.when("atLeast", 1, "flag", scope="parent"),)
        )
        group = f.group("horns", once("horn"), once("drum"), modifiers=(hidden,), constraints=(f.most(2),))
        desk = Desk(model("trooper", entries=(once("flag"),), groups=(group,)))
        desk.set("Trooper", 2)
        desk.set("Flag", 1)
        desk.set("Horn", 1)
        assert sorted(desk.loadouts) == [(1, [("Flag", 1)]), (1, [("Horn", 1)])]
        desk.set("Horn", 0)
        desk.set("Flag", 2)
        assert {row.label for row in desk.editor.together.rows(desk.unit)}.isdisjoint({"Horns", "Horn", "Drum"})

    def test_the_price_is_that_of_one_more(self) -> None:
        """Cheaper for those that have none than for those that have one."""
        dearer = Modifier(
            type="set", field="pts", value="9", conditions=(f.when("atLeast", 1, "flag", scope="parent"),)
        )
        horn = item("horn", 4, constraints=(f.most(1),), modifiers=(dearer,))
        desk = Desk(model("trooper", entries=(once("flag"), horn)))
        desk.set("Trooper", 2)
        desk.set("Flag", 1)
        desk.set("Horn", 1)
        bare = next(node for node in desk.unit.selections if not any(c.option.name == "Horn" for c in node.selections))
        flagged = any(child.option.name == "Flag" for child in bare.selections)
        assert desk.row("Horn").points == (9 if flagged else 4)


def test_what_two_sentences_offer_is_one_row(marines: Session) -> None:
    """A Tactical Squad has a special weapon, and a special or heavy one."""
    squad = marines.add_unit("tactical-squad")

    def rows() -> dict[str, tuple[int, int | None]]:
        counted = [row for row in marines.rows(squad) if row.kind == "count"]
        assert len({row.label for row in counted}) == len(counted)
        return {row.label: (row.count, row.maximum) for row in counted}

    def carried(name: str) -> list[tuple[int, str]]:
        shown = tuple(row.key for row in marines.rows(squad))
        found = [item for one in marines.bearers(squad, marines.rows(squad)) for item in one.carried]
        assert all(item.row in ("", *shown) for item in found)
        return [(item.count, item.row) for item in found if item.name == name]

    assert rows()["Flamer"] == (0, 2)
    marines.set_count(squad, last(marines, squad, "Flamer").key, 2)
    assert carried("Flamer") == [(2, last(marines, squad, "Flamer").key)]
    assert (rows()["Flamer"], rows()["Meltagun"], rows()["Lascannon"]) == ((2, 2), (0, 0), (0, 0))
    marines.set_count(squad, last(marines, squad, "Flamer").key, 1)
    marines.set_count(squad, last(marines, squad, "Lascannon").key, 1)
    assert (rows()["Flamer"], rows()["Lascannon"], rows()["Boltgun"]) == ((1, 1), (1, 1), (7, 9))
    assert errors(marines, squad) == []

    assert carried("Flamer") == [(1, last(marines, squad, "Flamer").key)]
    marines.set_count(squad, last(marines, squad, "Flamer").key, 0)
    assert (rows()["Flamer"], rows()["Lascannon"]) == ((0, 1), (1, 1))


def test_what_a_single_loadout_may_pick_is_what_the_others_leave(marines: Session) -> None:
    """As in the rows of the squad: one of its weapons of each name, and none beyond the bound of the unit."""
    squad = marines.add_unit("tactical-squad")
    marines.set_count(squad, last(marines, squad, "Plasma gun").key, 1)

    def picks(label: str) -> list[tuple[int, int | None]]:
        rows = marines.rows(squad, apart=True)
        starts = [place for place, row in enumerate(rows) if row.label == "Tactical Marine"]
        assert [rows[place].split for place in starts] == [rows[place].count > 1 for place in starts]
        return [(row.count, row.fitting) for row in rows[starts[0] :] if row.kind == "pick" and row.label == label]

    assert picks("Plasma gun") == [(0, 1), (1, None)]  # of the eight, and of the one that has it
    assert picks("Lascannon") == [(0, 1), (0, None)]
    marines.set_count(squad, last(marines, squad, "Flamer").key, 1)
    assert picks("Meltagun") == [(0, 0), (0, None), (0, None)]  # who has one gives it up for another
    marines.set_count(squad, last(marines, squad, "Plasma gun").key, 0)
    models = next(row for row in marines.rows(squad, apart=True) if row.split)
    marines.split(squad, models.key)
    assert picks("Plasma gun") == [(0, 1), (0, None), (0, None)]


@pytest.mark.sweep
@pytest.mark.parametrize("faction", ["space-marines", "orks", "adepta-sororitas", "chaos-space-marines"])
def test_squads_of_a_faction(faction: str) -> None:
    """Within the bounds of its rows a squad stays legal, and no model is lost."""
    session, dice = Session.new("wh40k-10e", faction), random.Random(faction)
    tried = 0
    for sheet in session.datasheets():
        unit = session.add_unit(sheet.id)
        known = set(errors(session, unit))
        for _ in range(3):
            rows = [row for row in session.rows(unit) if row.kind == "count" and "|*|" in row.key and row.maximum]
            if rows:
                row, before = dice.choice(rows), session.unit(unit)
                session.set_count(unit, row.key, dice.randint(0, row.maximum or 0))
                after = session.unit(unit)
                assert before is not None
                assert after is not None
                assert after.model_count == before.model_count, (sheet.name, row.label)
                assert set(errors(session, unit)) <= known, (sheet.name, row.label)
                tried += 1
        session.remove_unit(unit)
    assert tried > 20


def test_what_others_of_the_unit_have_leaves_none_for_a_single_model() -> None:
    """The sergeant may carry one of the two grenade launchers of ten models, as long as the others have not both."""
    session = Session.new("wh40k-10e", "space-marines", battle_size="strike-force", detachment="gladius-task-force")
    unit = session.add_unit("intercessor-squad", models=10)

    def launchers() -> dict[str, Row]:
        return {one.kind: one for one in session.rows(unit) if one.label == "Astartes grenade launcher"}

    assert launchers()["toggle"].maximum == 1
    session.set_count(unit, launchers()["count"].key, 2)
    assert (launchers()["toggle"].kind, launchers()["toggle"].maximum) == ("toggle", 0)
    session.set_count(unit, launchers()["count"].key, 1)
    session.pick(unit, launchers()["toggle"].key)
    assert (launchers()["toggle"].count, launchers()["toggle"].maximum, launchers()["count"].maximum) == (1, 1, 1)
    assert not [one for one in session.findings if one.unit == unit]
