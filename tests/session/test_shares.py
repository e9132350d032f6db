"""Bounds in words: so many for every so many models, where the data state it so."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.model import Condition, Constraint, Modifier, Repeat
from listbuilder.session import Session
from listbuilder.session.shares import share_of
from listbuilder.session.squads import SquadReader
from listbuilder.session.views import Share
from tests.engine import factory as f
from tests.session.test_rows import item, model

EACH_FIVE = Repeat(value=5, child_id="model", scope="squad", include_child_selections=True)


def share(bound: Constraint, change: Modifier) -> Share | None:
    gun = item("gun", constraints=(bound,), modifiers=(change,))
    table = f.table(
        f.unit("squad", entries=(model("trooper", entries=(gun,), constraints=(f.least(5),)), item("flag")))
    )
    unit = table.take("squad")
    trooper = unit.selections[0]
    return share_of(trooper, trooper.option.entries[0])


def growing(*repeats: Repeat, **fields: object) -> Modifier:
    return Modifier(**{"type": "increment", "field": "most", "value": "1", "repeats": repeats, **fields})


def most(value: int = 0) -> Constraint:
    return Constraint(id="most", type="max", value=value)


def test_one_step_for_each_so_many_models():
    assert share(most(), growing(EACH_FIVE)) == Share(1, 5)
    assert share(most(), growing(Repeat(value=4, repeats=2, child_id="trooper"), value="3")) == Share(6, 4, "Trooper")


@pytest.mark.parametrize(
    ("bound", "change"),
    [
        (most(1), growing(EACH_FIVE)),
        (most(), growing()),
        (most(), growing(EACH_FIVE, EACH_FIVE)),
        (most(), growing(EACH_FIVE, type="set")),
        (most(), growing(EACH_FIVE, value="1.5")),
        (most(), growing(EACH_FIVE, conditions=(Condition(type="atLeast", value=1),))),
        (most(), growing(Repeat(value=5, child_id="model", round_up=True))),
        (most(), growing(Repeat(value=5, child_id="model", field="pts"))),
        (most(), growing(Repeat(value=5, child_id="flag"))),
        (most(), growing(Repeat(value=5, child_id="nobody"))),
    ],
)
def test_other_bounds_have_no_such_words(bound, change):
    assert share(bound, change) is None


@pytest.mark.parametrize(
    ("faction", "unit", "label", "wanted"),
    [
        ("space-marines", "intercessor-squad", "Astartes grenade launcher", Share(1, 5)),
        ("space-marines", "deathwatch-kill-team", "Deathwatch thunder hammer", Share(2, 5)),
        ("space-marines", "inquisitorial-agents", "Tome-skull", Share(1, 5, "Agent")),
        ("orks", "boyz", "Boy", None),
    ],
)
def test_native_options_for_a_part_of_the_models(faction, unit, label, wanted):
    session = Session.new("wh40k-10e", faction)
    rows = session.rows(session.add_unit(unit))
    assert next(row.share for row in rows if row.label == label) == wanted


def test_rows_of_a_squad_have_it():
    gun = item("gun", constraints=(most(),), modifiers=(growing(EACH_FIVE),))
    table = f.table(f.unit("squad", entries=(model("trooper", entries=(gun,), constraints=(f.least(5),)),)))
    rows = SquadReader(table.engine, "pts").rows(table.take("squad"))
    assert [row.share for row in rows if row.label == "Gun"] == [Share(1, 5)]
