"""How many more of an option a squad may take, by the bounds around its models."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.model import Constraint
from listbuilder.engine import Engine
from listbuilder.roster.tree import Selection
from tests.engine import factory as f


def left(*bounds: Constraint, taken: int = 1) -> int | None:
    """How many more guns a second model may take, of which the first has some."""
    gun = f.unit("gun", type="upgrade", constraints=(*bounds, f.most(1, id="own")))
    table = f.table(f.unit("squad", entries=(f.unit("man", type="model", entries=(gun,)),)))
    squad = table.take("squad")
    first, second = Selection(squad.option.entries[0]), Selection(squad.option.entries[0])
    for man in (first, second):
        man.parent = squad
        squad.selections.append(man)
    table.engine.close()
    table.engine = Engine(table.roster)
    if taken:
        table.take("gun", first, taken)
    return table.engine.headroom(second, second.option.entries[0])


@pytest.mark.parametrize(("value", "taken", "expected"), [(3, 1, 2), (1, 1, 0), (1, 2, -1), (-1, 1, None), (0, 0, 0)])
def test_bounds_of_the_whole_unit_leave_what_is_not_taken(value: int, taken: int, expected: int | None) -> None:
    assert left(f.most(value, id="all", scope="squad", include_child_selections=True), taken=taken) == expected


def test_bounds_of_one_model_do_not_count() -> None:
    assert left() is None
