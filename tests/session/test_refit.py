"""What is chosen for a unit asks for another number of models, as reinforcing it does."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.model import Modifier
from listbuilder.engine import actions
from listbuilder.roster.history import History
from listbuilder.session.squad_editor import SquadEditor
from tests.engine import factory as f
from tests.session.test_rows import item, model


@pytest.fixture
def squad():
    some = (f.when("atLeast", 1, "reinforced", scope="parent"),)
    twice = [Modifier(type="set", field=field, value="6", conditions=some) for field in ("few", "many")]
    bounds = (f.least(3, id="few"), f.most(3, id="many"))
    trooper = model("trooper", constraints=bounds, modifiers=tuple(twice))
    table = f.table(f.unit("squad", entries=(trooper, item("reinforced", constraints=(f.most(1),)), item("flag"))))
    unit = table.take("squad")
    return unit, SquadEditor(table.engine, History(table.roster), "pts"), table.engine


@pytest.mark.parametrize("by", ["count", "pick"])
def test_a_reinforced_unit_has_its_models_and_gives_them_back(squad, by):
    unit, editor, engine = squad

    def toggle(label, count):
        key = next(row for row in editor.together.rows(unit) if row.label == label).key
        if by == "pick":
            editor.pick(unit, key)
        else:
            editor.set_count(unit, key, count)

    def models():
        return {node.option.name: node.amount for node in unit.selections}

    toggle("Reinforced", 1)
    assert models() == {"Trooper": 6, "Reinforced": 1}
    assert not list(engine.violations())
    toggle("Reinforced", 0)
    assert models() == {"Trooper": 3}


def test_a_unit_that_had_too_few_before_is_left_as_it_is(squad):
    unit, editor, _engine = squad
    editor.history.do(actions.set_amount(unit.selections[0], 2))
    editor.set_count(unit, next(row.key for row in editor.together.rows(unit) if row.label == "Flag"), 1)
    assert {node.option.name: node.amount for node in unit.selections} == {"Trooper": 2, "Flag": 1}
