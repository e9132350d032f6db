"""What could be done about a unit beyond its own choices: who could lead it, and what it would cost at other sizes
and with other choices.

All look at more than the unit and take a few milliseconds, so they are asked for when the user rests.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct

from listbuilder.army import Unit, roles
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.facts import Leader
from listbuilder.rules.kinds.relation import may_lead
from listbuilder.session.resizing import difference, points_of

if TYPE_CHECKING:
    from listbuilder.session.edits import Edits
    from listbuilder.session.views import Row

MOST_PRICES = 4  # so many prices of one datasheet are told; more are a price for each model
WIDEST = 64  # sizes between which prices are looked for


class PossibleLeader(Struct, frozen=True):
    """A leader that could join a unit. ``leads``: id of the unit of the army that it leads now; without ``unit`` it is a
    datasheet that the army could add, for these points. ``part``: it joins as a part of the unit."""

    name: str
    unit: str = ""
    leads: str = ""
    points: Number = 0
    part: bool = False


class SizePrice(Struct, frozen=True):
    """What the unit costs with so many models."""

    least: int
    most: int
    points: Number


def possible_leaders(session: Edits, unit: Unit) -> tuple[PossibleLeader, ...]:
    """Leaders of the army that the unit does not have yet, then datasheets of its force whose data name it."""
    if not session.system.vocabulary.declares("attach"):
        return ()
    declared = session.army.declarations.attach
    able = (one for one in session.army.units if one is not unit and may_lead(one, unit))
    found = [
        PossibleLeader(one.name, one.id, declared.get(one.id, ""), part=one.is_part)
        for one in able
        if declared.get(one.id) != unit.id
    ]
    return (*found, *sorted(_datasheets(session, unit), key=lambda one: one.name))


def _datasheets(session: Edits, unit: Unit) -> Iterator[PossibleLeader]:
    force = session.forces.get(unit.force)
    taken = {one.datasheet_id for one in session.army.units}
    for option in session.engine.roster.library.root_options(force.catalogue_id):
        leader = option.facts.leader if option.facts is not None else None
        if leader is None or option.id in taken or not _names(leader, unit) or not roles.is_unit(option):
            continue
        choice = session.engine.choice(force, option)
        if not (choice.hidden or roles.is_legends(option)):
            points = session.builder.prices.shown
            price = choice.own_cost.get(points) or session.engine.price(force, option).get(points, 0)
            yield PossibleLeader(roles.plain_name(option.name), points=price, part=leader.retinue)


def _names(leader: Leader, unit: Unit) -> bool:
    return any(unit.has(name) or name == unit.datasheet_id for name in leader.leads) or (
        any(unit.has_all(words) for words in leader.leads_keywords) and not any(map(unit.has, leader.excludes))
    )


def prices_by_size(session: Edits, unit: Unit, least: int, most: int) -> tuple[SizePrice, ...]:
    """What the unit costs at each of these sizes, sizes with one price together; empty where there are many prices or one."""
    if not 0 < least < most <= least + WIDEST:
        return ()

    @cache
    def price(models: int) -> Number | None:
        extra = 0 if models == unit.model_count else difference(session, unit, models)
        return None if extra is None else unit.points + extra

    found: list[SizePrice] = []
    start = least
    while start <= most and len(found) < MOST_PRICES:
        points = price(start)
        if points is None:
            return ()
        low, high = start, most  # prices never fall with more models
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if price(middle) == points else (low, middle - 1)
        found.append(SizePrice(start, low, points))
        start = low + 1
    return tuple(found) if start > most and len(found) > 1 else ()


def price_of_toggle(session: Edits, unit_id: str, row: Row) -> Number:
    """What the unit costs more with a row that is on or off; some data raise the price of the unit and not that of the row."""
    root = session.root(unit_id)
    before = points_of(session, root)
    with session.trial():
        session.pick(unit_id, row.key)
        change = points_of(session, root) - before
    return -change if row.chosen else change
