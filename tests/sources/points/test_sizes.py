"""How many models a unit of community data may have, and how often each part of it is in a unit of a size."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.model import Entry
from listbuilder.sources.points.sizes import Sizes, Span
from tests.engine import factory as f


def birds(least: int, most: int) -> Entry:
    return Entry(id=f"bird-{least}", name="Bird", type="model", constraints=(f.least(least), f.most(most)))


def composition(least: int, most: int) -> Entry:
    return Entry(id=f"of-{least}", name=f"{least} birds", entries=(birds(least, most),))


def sizes(*choices: Entry, beside: tuple[Entry, ...] = ()) -> Sizes:
    """A unit that is one of these, with some models besides."""
    group = f.group("one", *choices, constraints=(f.least(1), f.most(1)))
    return Sizes(f.unit("squad", groups=(group,), entries=beside), lambda _key: None)


@pytest.mark.parametrize(
    ("key", "models", "times"),
    [
        ("of-5", 5, (1, 1)),
        ("of-5", 6, (1, 1)),
        ("of-5", 8, (0, 1)),  # of both compositions
        ("of-8", 8, (0, 1)),
        ("of-8", 12, (1, 1)),
        ("of-8", 5, (0, 0)),
        ("of-5", 13, (0, 0)),
    ],
)
def test_a_composition_is_taken_where_only_it_has_so_many_models(key: str, models: int, times: tuple[int, int]) -> None:
    choices = (composition(5, 8), composition(8, 12), composition(20, 20))
    assert sizes(*choices).number(key, models, {}) == Span(*times)
    with_boss = sizes(*choices, beside=(birds(1, 1),))
    assert with_boss.number(key, models + 1, {}) == Span(*times)
    assert with_boss.span == Span(6, 21)


def test_models_beside_compositions_are_chosen_one_by_one() -> None:
    found = sizes(composition(5, 5), birds(0, 1))
    assert found.span == Span(1, 1)
    assert not any(part.is_choice for part in found.root.walk())
