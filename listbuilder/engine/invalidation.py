"""Whom modifiers on other nodes reach: they are disturbed when such a modifier comes or goes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from listbuilder.engine.scoped_modifiers import Push, touched
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.engine.cells import Cell, SlotCell
    from listbuilder.engine.evaluator import Evaluator
    from listbuilder.engine.index import TreeNode

Holder = Selection | Force


def exchange(
    evaluator: Evaluator, before: dict[tuple[str, int], Push], after: dict[tuple[str, int], Push]
) -> dict[tuple[str, int], Push]:
    """Replaces what an owner puts on other nodes and disturbs what that reaches."""
    for order, push in before.items():
        if after.get(order) != push:
            evaluator.book.take(push)
            _disturb_reached(evaluator, push)
    for order, push in after.items():
        if before.get(order) != push:
            evaluator.book.put(push)
            _disturb_reached(evaluator, push)
    return after


def _disturb_reached(evaluator: Evaluator, push: Push) -> None:
    if not isinstance(push.target, Selection):
        evaluator.shapes.evict_all()
    if isinstance(push.target, Roster) and push.selector.itself:
        evaluator.limits.disturb()
    if push.selector.only:
        nodes: Iterable[Holder] = evaluator.index.holders.get(push.selector.only, ())
        slots: Iterable[SlotCell] = evaluator.slots_by_key.get(push.selector.only, ())
        _disturb(evaluator, [node for node in nodes if _is_below(node, push.target)])
        for slot in [slot for slot in slots if slot.parent is push.target or _is_below(slot.parent, push.target)]:
            slot.disturb()
        return
    nodes = list(touched(push))
    _disturb(evaluator, nodes)
    if push.selector.entries:
        for node in (push.target, *nodes):
            if isinstance(node, Selection | Force):
                for slot in tuple(evaluator.slots.get(node, {}).values()):
                    slot.disturb()


def _disturb(evaluator: Evaluator, nodes: Iterable[Holder]) -> None:
    for node in nodes:
        cell: Cell | None
        cell = evaluator.selection_cells.get(node) if isinstance(node, Selection) else evaluator.force_cells.get(node)
        for found in (cell, evaluator.info_cells.get(node)):
            if found is not None:
                found.disturb()
        if isinstance(node, Selection):
            evaluator.disturb_slot(node)


def _is_below(node: TreeNode, target: TreeNode) -> bool:
    above: TreeNode | None = node
    while above is not None and above is not target:
        above = None if isinstance(above, Roster) else above.parent
    return above is target
