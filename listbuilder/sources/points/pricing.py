"""The price of a unit as a points document states it, in the form in which community data state prices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from listbuilder.catalogue.base import Number
from listbuilder.catalogue.model import Condition, ConditionGroup, LocalConditionGroup, Modifier
from listbuilder.naming import fold
from listbuilder.sources.points.record import Price, UnitLine
from listbuilder.sources.points.sizes import Sizes

MODEL = "model"  # what a query counts all models by


class Unfit(Exception):
    """The unit of the data has no parts by which the stated prices can be told apart."""


def changes(line: UnitLine, sizes: Sizes, currency: str, copies_of: str) -> Iterator[Modifier]:
    """What sets the prices of larger sizes and raises those of later copies. Raises `Unfit`."""
    counted = _counted(line, sizes)
    if len({price.models for price in line.prices}) == len(line.prices):
        for smaller, price in pairwise(line.prices):
            yield _set(currency, price.points, _count("greaterThan", counted, smaller.models))
    else:
        # The one that comes last counts: the smallest unit that has room for all of its models.
        for price in reversed(line.prices):
            yield _set(currency, price.points, *_within(price, line, sizes))
    before: Number = 0
    for copy, more in sorted(line.again.items()):
        yield Modifier(
            type="increment",
            field=currency,
            value=str(more - before),
            condition_groups=(ConditionGroup(local_groups=(earlier(copy - 1, copies_of),)),),
        )
        before = more


def base(line: UnitLine) -> Number:
    """The price that holds where no other is set: of the largest unit where kinds of models tell prices apart."""
    is_by_size = len({price.models for price in line.prices}) == len(line.prices)
    return line.prices[0 if is_by_size else -1].points


def _counted(line: UnitLine, sizes: Sizes) -> str:
    """What the size of the unit counts: all models, or the only kind that is no addition."""
    added = {fold(kind) for kind in line.additions}
    kinds = {part.kind: part for part in sizes.root.walk() if part.kind}
    if not added & kinds.keys():
        return MODEL
    counted = [kind for kind in kinds if kind not in added]
    ids = [key for kind in counted for key in sizes.ids_of(kind)]
    if len(ids) != 1:
        raise Unfit
    return ids[0]


def _within(price: Price, line: UnitLine, sizes: Sizes) -> Iterator[Condition]:
    """The unit has no more models of each kind than the price is for."""
    for kind in sorted({kind for one in line.prices for kind in one.of}):
        ids = sizes.ids_of(kind)
        if len(ids) != 1:
            raise Unfit
        yield _count("atMost", ids[0], price.of.get(kind, 0))


def _count(kind: str, child_id: str, value: int) -> Condition:
    return Condition(type=kind, value=value, scope="self", child_id=child_id, include_child_selections=True)


def _set(currency: str, points: Number, *conditions: Condition) -> Modifier:
    return Modifier(type="set", field=currency, value=str(points), conditions=conditions)


def earlier(copies: int, copies_of: str) -> LocalConditionGroup:
    """At least so many of the kind stand before this one in the list."""
    return LocalConditionGroup(
        type="atLeast",
        value=copies,
        scope="roster",
        include_child_selections=True,
        include_child_forces=True,
        conditions=(
            Condition(type="before", value=1, scope="self", child_id="any"),
            Condition(type="instanceOf", value=1, scope="self", child_id=copies_of),
        ),
    )
