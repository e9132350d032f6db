"""What is spent on a category is what its units cost with their models and wargear, each once."""

from __future__ import annotations

import random

import msgspec
import pytest

from listbuilder.catalogue.model import CategoryLink, Constraint
from listbuilder.roster.edits import Insert, Remove, SetAmount
from listbuilder.roster.tree import Selection
from tests.engine import factory as f
from tests.engine.random_edits import Player, differences


def bounded(**fields: object) -> f.Table:
    """An army of which at most 50 points may be spent on troops: squads of models at 10, which may have a gun at 3."""
    bound = Constraint(
        **{"id": "few", "type": "max", "value": 50, "field": "pts", "include_child_selections": True, **fields}
    )
    force = msgspec.structs.replace(
        f.FORCE, category_links=(CategoryLink(id="l", target_id="troops", constraints=(bound,)),)
    )
    gun = f.unit("gun", type="upgrade", costs=f.costing(3))
    man = f.unit("man", type="model", costs=f.costing(10), entries=(gun,), category_links=f.role("troops"))
    drummer = f.unit("drummer", type="model", costs=f.costing(4))
    squad = f.unit("squad", entries=(man, drummer), category_links=f.role("troops"))
    convoy = f.unit("convoy", entries=(squad,), costs=f.costing(1000))
    return f.table(squad, convoy, of_system={"force_entries": (force,)})


def found(table: f.Table) -> list[object]:
    return [item.found for item in table.engine.violations()]


@pytest.mark.parametrize("scope", ["parent", "force", "roster"])
def test_models_and_wargear_count_with_their_unit(scope: str) -> None:
    table = bounded(scope=scope)
    squad = table.take("squad")
    man = table.take("man", squad, 4)
    assert found(table) == []
    table.take("drummer", squad)
    gun = table.take("gun", man, 1)
    assert found(table) == [40 + 4 + 12]
    Remove(gun).apply(table.roster)
    assert found(table) == []
    SetAmount(man, 6).apply(table.roster)
    assert found(table) == [64]
    SetAmount(squad, 2).apply(table.roster)
    assert found(table) == [128]


def test_a_unit_inside_another_counts_without_what_is_around_it() -> None:
    table = bounded(scope="force")
    inner = table.take("squad", table.take("convoy"))
    table.take("man", inner, 6)
    assert found(table) == [60]


def test_only_direct_selections_count_where_the_data_say_so() -> None:
    table = bounded(scope="force", include_child_selections=False)
    table.take("man", table.take("squad"), 6)
    assert found(table) == []


def test_forces_inside_count_where_the_data_say_so() -> None:
    for inside, expected in ((False, []), (True, [60])):
        table = bounded(scope="force", include_child_forces=inside)
        child = table.add_force("detachment", table.force)
        squad = table.take("squad", child)
        assert isinstance(squad, Selection)
        table.take("man", squad, 6)
        assert found(table) == expected


def test_edits_in_a_force_inside_do_not_count_in_the_one_around_it() -> None:
    table = bounded(scope="force")
    man = table.take("man", table.take("squad"), 6)
    assert found(table) == [60]
    inside = table.take("squad", table.add_force("detachment", table.force))
    assert isinstance(inside, Selection)
    table.take("man", inside, 6)
    SetAmount(man, 7).apply(table.roster)
    assert found(table) == [70]
    Remove(inside).apply(table.roster)
    assert found(table) == [70]


@pytest.mark.parametrize("inside", [True, False])
@pytest.mark.parametrize("scope", ["force", "roster"])
@pytest.mark.parametrize("seed", range(3))
def test_an_edit_changes_its_part_of_the_sum_only_and_the_sum_is_right(scope: str, seed: int, inside: bool) -> None:
    table = bounded(scope=scope, include_child_forces=inside, value=2)
    chance = random.Random(seed)
    player = Player(table.roster, table.engine.roster.library.game_system.force_entries, table.force.catalogue_id)
    for _ in range(40):
        player.play((chance.randrange(20), chance.randrange(100), chance.randrange(100)))
        if chance.random() < 0.5:
            assert differences(player.engine) == {}


def test_a_sum_is_right_after_more_edits_than_are_looked_at_one_by_one() -> None:
    table = bounded(scope="force")
    squads = [table.take("squad") for _ in range(120)]
    assert found(table) == []
    for squad in squads:
        table.take("man", squad, 1)
    assert found(table) == [1200]
    Remove(squads[0]).apply(table.roster)
    assert found(table) == [1190]


def test_a_unit_that_goes_to_another_force_counts_there_only() -> None:
    table = bounded(scope="force")
    squad = table.take("squad")
    table.take("man", squad, 6)
    assert found(table) == [60]
    other = table.add_force("army")
    Remove(squad).apply(table.roster)
    Insert(squad, other).apply(table.roster)
    assert [(item.node, item.found) for item in table.engine.violations()] == [(other, 60)]
