"""Kinds of models that share the bounds of a group: in a full squad one takes the place of another."""

from __future__ import annotations

import pytest

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
