"""How large a list may be: at the budget it is judged, one beyond it is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from listbuilder import budget
from listbuilder.budget import DEFAULT, TooLarge
from listbuilder.listfile import bound, document
from listbuilder.listfile.bound import BoundList
from listbuilder.validation import extent

LIST = """
name: Twelve characters and more
system: wh40k-10e
faction: space-marines
units:
  - {id: captain, datasheet: captain}
  - {id: first, datasheet: intercessor-squad, name: The first squad of the company, models: {intercessor: 9}}
  - {id: second, datasheet: intercessor-squad, models: {intercessor: 4}}
"""


@pytest.fixture
def read() -> Iterator[BoundList]:
    found = bound.bind(document.load(LIST.encode()))
    yield found
    budget.use(DEFAULT)


def sizes(read: BoundList) -> dict[str, int]:
    """What the list has of each thing that is bounded."""
    units = [unit for force in read.roster.walk_forces() for unit in force.selections if unit.id in LIST]
    return {
        "units": 3,
        "models": 1 + 10 + 5,
        "unit_models": 10,
        "selections": sum(1 for force in read.roster.walk_forces() for one in force.selections for _ in one.walk()),
        "unit_selections": max(sum(1 for _ in unit.walk()) for unit in units),
        "amount": max(node.amount for unit in units for node in unit.walk()),
        "name": len("The first squad of the company"),
    }


@pytest.mark.parametrize("what", ["units", "models", "unit_models", "selections", "unit_selections", "amount", "name"])
def test_a_list_may_have_as_much_as_its_budget_and_no_more(read: BoundList, what: str) -> None:
    size = sizes(read)[what]
    assert size > 1
    budget.use(DEFAULT._replace(**{what: size}))
    extent.allow(read)
    budget.use(DEFAULT._replace(**{what: size - 1}))
    with pytest.raises(TooLarge) as refused:
        extent.allow(read)
    assert str(size) in str(refused.value)


def test_a_name_that_is_too_long_is_pointed_at_where_it_stands() -> None:
    """That of a model below the unit, not the unit."""
    models = "models: {intercessor: 4},\n     wargear: {intercessor: [{count: 1, name: Brother Ennius of the company's second squad}]}}"
    text = LIST.replace("models: {intercessor: 4}}", models)
    budget.use(DEFAULT._replace(name=40))
    try:
        with pytest.raises(TooLarge) as refused:
            extent.allow(bound.bind(document.load(text.encode())))
    finally:
        budget.use(DEFAULT)
    (problem,) = refused.value.problems
    assert (problem.line, problem.unit) == (9, "second")
