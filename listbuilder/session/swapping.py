"""Models of one kind that make room for those of another, where the unit or a group of it is as large as it may be, and take
their place again.

Data often have a kind of model for each loadout: who wants two with a special weapon in a full squad means two of its others.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine, actions
from listbuilder.roster.history import History
from listbuilder.roster.tree import Selection
from listbuilder.session.rows import Holder


def make_room(engine: Engine, history: History, parent: Selection, option: Option, more: int) -> None:
    """Takes away as many models of more numerous kinds as so many more of one need, the most numerous first, as far as their own
    minima let them go. Nothing where that does not help."""
    if option.type not in roles.MODEL_TYPES or more <= 0:
        return
    now = sum(node.amount for node in parent.selections if node.option.id == option.id)
    others = [node for node in parent.selections if roles.is_model(node) and node.option.id != option.id]
    others = [node for node in others if node.amount > now]
    for node in sorted(others, key=lambda one: -one.amount):
        left = _left(engine, parent, option)
        if left is None or left >= more:
            return
        number = min(more - left, _spare(engine, node, option))
        if number > 0:
            history.attempt(partial(_give_up, engine, history, node, number, option, left))


def full_beside(engine: Engine, parent: Holder, option: Option) -> list[Selection]:
    """The models of other kinds, of which there are at least as many, that may not be more now; the most numerous first."""
    if option.type not in roles.MODEL_TYPES or not isinstance(parent, Selection):
        return []
    now = sum(node.amount for node in parent.selections if node.option.id == option.id)
    others = [node for node in parent.selections if roles.is_model(node) and node.option.id != option.id]
    found = [node for node in others if node.amount >= now and _left(engine, parent, node.option) == 0]
    return sorted(found, key=lambda one: -one.amount)


def fill_up(
    engine: Engine, history: History, parent: Holder, option: Option, gone: int, full: Sequence[Selection]
) -> None:
    """Makes up for so many models that were taken away with more of another kind, where a group around both has too few now; and
    with those that were ``full`` before and have room now: the squad was as large as it may be, and stays so."""
    if option.type not in roles.MODEL_TYPES or not isinstance(parent, Selection):
        return
    for group in option.group_chain:
        choice = engine.choice(parent, group)
        lacking = min(gone, int((choice.minimum or 0) - choice.count))
        others = [node for node in parent.selections if roles.is_model(node) and group in node.option.group_chain]
        for node in sorted(others, key=lambda one: -one.amount):
            left = _left(engine, parent, node.option)
            number = lacking if left is None else min(lacking, left)
            if number > 0 and node.option.id != option.id:
                history.do(actions.set_amount(node, node.amount + number))
                gone -= number
                break
    for node in full:
        number = min(gone, _left(engine, parent, node.option) or 0)
        if number > 0:
            history.do(actions.set_amount(node, node.amount + number))
            gone -= number


def _give_up(engine: Engine, history: History, node: Selection, number: int, option: Option, left: int) -> bool:
    """Whether there is more room for the option then."""
    parent = node.parent
    assert isinstance(parent, Selection)
    history.do(actions.set_amount(node, node.amount - number))
    now = _left(engine, parent, option)
    return now is None or now > left


def _left(engine: Engine, parent: Selection, option: Option) -> int | None:
    """How many more of an option all bounds around it allow; None without any."""
    found = [one for one in (engine.room(parent, option), engine.headroom(parent, option)) if one is not None]
    return min(found) if found else None


def _spare(engine: Engine, node: Selection, option: Option) -> int:
    """How many models their own minimum can do without, and that of the groups around them in which the others are not."""
    parent = node.parent
    assert isinstance(parent, Selection)
    around = [group for group in node.option.group_chain if group not in option.group_chain]
    choices = [engine.choice(parent, one) for one in (node.option, *around)]
    return min(node.amount, *(int(one.count - (one.minimum or 0)) for one in choices))
