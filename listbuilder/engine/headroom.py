"""How many more of an option the bounds around its parent allow: what a squad may still take, whichever model takes it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from listbuilder.engine.cells import is_own
from listbuilder.engine.constraints import CheckedConstraint, checked, counted_key, written
from listbuilder.engine.queries import QueryContext
from listbuilder.engine.scopes import position_of
from listbuilder.roster.tree import Node, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Option
    from listbuilder.engine.store import CellStore


def headroom(store: CellStore, parent: Selection, option: Option, instead: Collection[Selection] = ()) -> int | None:
    """By the maxima that count further than the parent: those of the option and of the groups around it, and those of the
    selections above on what is inside them. What the parent has ``instead`` of the option makes room for it. Below zero where
    too many are taken; None without a limit."""
    slots = [store.slot(parent, one) for one in (option, *option.group_chain)]
    wider = [item for slot in slots for item in slot.bounds if item.scope.node is not parent]
    keys = slots[0].core.keys
    above: Node | None = parent
    while isinstance(above, Selection):
        wider += [item for item in _of_inside(store, above) if item.key in keys]
        above = above.parent if isinstance(above.parent, Selection) else None
    given_up = [(store.selections[node].core.keys, node.number) for node in instead]
    left = [
        item.value - item.found + sum(number for known, number in given_up if item.key in known)
        for item in wider
        if item.bounds_selections("max") and (item.value >= 0 or item.constraint.negative)
    ]
    return int(min(left)) if left else None


def _of_inside(store: CellStore, node: Selection) -> Iterator[CheckedConstraint]:
    """The bounds of a selection on what is inside it."""
    context = QueryContext(store.index, position_of(node), store.selections[node].core.keys)
    plan = store.plans.of(node.option)
    for owner, constraint in written(node.option):
        if is_own(constraint, node.option):
            item = checked(constraint, owner, counted_key(node.option, owner, constraint), context, plan)
            if item is not None:
                yield item
