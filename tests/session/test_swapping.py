"""Kinds of models that share the bounds of a group: in a full squad one takes the place of another."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.model import Entry, Modifier
from listbuilder.roster.history import History
from listbuilder.session import Row
from listbuilder.session.squad_editor import SquadEditor
from tests.engine import factory as f
from tests.session.test_rows import item, model


class Squad:
    """Troopers, and beside them gunners, of whom there may be two, and one bearer; ``size``: of all of them."""

    def __init__(self, size: tuple[int, int], troopers: int) -> None:
        guns = f.group("guns", item("laser"), item("flamer"), constraints=(f.least(1), f.most(1)))
        kinds = f.group(
            "kinds",
            model("trooper", constraints=(f.least(2, id="few"), f.most(9, id="many"))),
            model("gunner", groups=(guns,), constraints=(f.most(2),)),
            model("bearer", constraints=(f.most(1),)),
            constraints=(f.least(size[0]), f.most(size[1])),
        )
        self.table = f.table(f.unit("squad", groups=(kinds,)))
        self.unit = self.table.take("squad")
        self.editor = SquadEditor(self.table.engine, History(self.table.roster), "pts")
        self.set("Trooper", troopers)

    def row(self, label: str) -> Row:
        return next(row for row in self.editor.together.rows(self.unit) if row.label == label)

    def set(self, label: str, count: int) -> None:
        self.editor.set_count(self.unit, self.row(label).key, count)

    @property
    def models(self) -> dict[str, int]:
        return {node.option.name: node.amount for node in self.unit.selections}


@pytest.mark.parametrize("by", ["count", "pick"])
def test_others_make_room_in_a_full_squad(by: str) -> None:
    squad = Squad((5, 5), 5)
    squad.set("Gunner", 2)
    assert squad.models == {"Trooper": 3, "Gunner": 2}
    if by == "count":
        squad.set("Bearer", 1)
    else:
        squad.editor.pick(squad.unit, squad.row("Bearer").key)
    assert squad.models == {"Trooper": 2, "Gunner": 2, "Bearer": 1}
    assert not list(squad.table.engine.violations())  # what the data require of a gunner is chosen, too
    squad.set("Gunner", 1)
    assert squad.models == {"Trooper": 3, "Gunner": 1, "Bearer": 1}
    squad.set("Bearer", 0)
    assert squad.models == {"Trooper": 4, "Gunner": 1}


def test_nobody_goes_where_there_is_room_or_the_least_is_there() -> None:
    squad = Squad((3, 6), 4)
    squad.set("Gunner", 2)
    assert squad.models == {"Trooper": 4, "Gunner": 2}
    squad.set("Trooper", 6)  # nobody of those that are fewer is given up for them
    assert squad.models == {"Trooper": 6, "Gunner": 2}
    squad = Squad((2, 3), 2)
    squad.set("Gunner", 2)  # the troopers' own minimum holds
    assert squad.models == {"Trooper": 2, "Gunner": 2}


def test_a_full_squad_that_may_be_smaller_stays_full_when_another_weapon_is_given_back() -> None:
    squad = Squad((3, 5), 5)
    squad.set("Gunner", 2)
    assert squad.models == {"Trooper": 3, "Gunner": 2}
    squad.set("Gunner", 1)
    assert squad.models == {"Trooper": 4, "Gunner": 1}
    squad.set("Gunner", 0)
    assert squad.models == {"Trooper": 5}


def test_a_squad_becomes_smaller_by_its_most_numerous_models_and_where_it_was_not_full() -> None:
    squad = Squad((3, 5), 5)
    squad.set("Gunner", 1)
    squad.set("Trooper", 3)
    assert squad.models == {"Trooper": 3, "Gunner": 1}
    squad.set("Gunner", 0)
    assert squad.models == {"Trooper": 3}


class Loadouts(Squad):
    """Troopers, of whom one carries something else: a kind of model for each loadout, and a sergeant."""

    def __init__(self, *models: Entry, size: tuple[int, int] = (3, 6)) -> None:
        kinds = f.group(
            "kinds",
            model("sergeant", constraints=(f.least(1), f.most(1))),
            *models,
            constraints=(f.least(size[0]), f.most(size[1])),
        )
        self.table = f.table(f.unit("squad", groups=(kinds,)))
        self.unit = self.table.take("squad")
        self.editor = SquadEditor(self.table.engine, History(self.table.roster), "pts")


def test_a_special_weapon_arms_a_model_and_goes_back_to_it() -> None:
    """As in a squad of the shipped data, whose models carry what is counted."""
    squad = Loadouts(
        model("trooper"),
        model("flamer", name="Trooper w/ Flamer", constraints=(f.most(2),)),
        model("medic", constraints=(f.most(1),)),
    )
    squad.set("Trooper", 3)
    squad.set("Trooper w/ Flamer", 1)
    assert squad.models == {"Sergeant": 1, "Trooper": 2, "Trooper w/ Flamer": 1}
    squad.set("Trooper w/ Flamer", 2)
    assert squad.models == {"Sergeant": 1, "Trooper": 1, "Trooper w/ Flamer": 2}
    squad.set("Trooper", 2)  # more of the usual ones are more models
    assert squad.models == {"Sergeant": 1, "Trooper": 2, "Trooper w/ Flamer": 2}
    squad.set("Medic", 1)  # another model, not another loadout
    assert squad.models == {"Sergeant": 1, "Trooper": 2, "Trooper w/ Flamer": 2, "Medic": 1}
    squad.set("Trooper w/ Flamer", 0)
    assert squad.models == {"Sergeant": 1, "Trooper": 4, "Medic": 1}


def test_all_models_may_be_armed_otherwise_and_one_of_them_back() -> None:
    squad = Loadouts(model("laser", name="Trooper w/ Laser"), model("flamer", name="Trooper w/ Flamer"))
    squad.set("Trooper w/ Laser", 2)
    squad.set("Trooper w/ Flamer", 2)
    assert squad.models == {"Sergeant": 1, "Trooper w/ Flamer": 2}
    squad.set("Trooper w/ Flamer", 1)
    assert squad.models == {"Sergeant": 1, "Trooper w/ Flamer": 1, "Trooper w/ Laser": 1}


def test_where_no_model_can_change_the_squad_grows() -> None:
    squad = Loadouts(model("trooper", constraints=(f.least(2),)), model("flamer", name="Trooper w/ Flamer"))
    squad.set("Trooper w/ Flamer", 1)
    assert squad.models == {"Sergeant": 1, "Trooper": 2, "Trooper w/ Flamer": 1}


def test_a_minimum_that_follows_from_the_special_weapon_is_that_of_the_squad_as_it_is_then() -> None:
    """Intercessors of the community's data: at least four, one fewer with a grenade launcher."""
    some = (f.when("atLeast", 1, "flamer", scope="parent"),)
    fewer = Modifier(type="decrement", field="few", value="1", conditions=some)
    trooper = model("trooper", constraints=(f.least(2, id="few"),), modifiers=(fewer,))
    squad = Loadouts(trooper, model("flamer", name="Trooper w/ Flamer"))
    squad.set("Trooper w/ Flamer", 1)
    assert squad.models == {"Sergeant": 1, "Trooper": 1, "Trooper w/ Flamer": 1}
