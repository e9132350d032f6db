"""Data that chase their own tail: which of the cells that do not settle feed each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from listbuilder.roster.tree import Roster

if TYPE_CHECKING:
    from listbuilder.engine.cells import SelectionCell
    from listbuilder.engine.index import Index, Tally, TreeNode


def culprits(cells: Sequence[SelectionCell], index: Index) -> list[SelectionCell]:
    """Of cells that were evaluated again and again, those that feed each other (or themselves) and are not driven by others.

    Those that merely follow them settle as soon as these are stopped.
    """
    feeds = {cell: [other for other in cells if _feeds(cell, other, index)] for cell in cells}
    reached = {cell: _reachable(cell, feeds) for cell in cells}
    circular = [cell for cell in cells if cell in reached[cell]]
    return [
        cell
        for cell in circular
        if all(other in reached[cell] for other in circular if cell in reached[other])  # nobody from outside drives it
    ]


def _reachable(start: SelectionCell, feeds: dict[SelectionCell, list[SelectionCell]]) -> set[SelectionCell]:
    found: set[SelectionCell] = set()
    waiting = list(feeds[start])
    while waiting:
        cell = waiting.pop()
        if cell not in found:
            found.add(cell)
            waiting += feeds[cell]
    return found


def _feeds(cell: SelectionCell, other: SelectionCell, index: Index) -> bool:
    """Whether something that one cell changed lately is looked at by another, or a modifier of its own reaches it."""
    above = _tallies(cell.node, index)
    for probe in other.reads:
        if probe.tally in above and any(counted in cell.changed for _, counted in probe.watched):
            return True
    return any(push.target is node for push in cell.pushes.values() for node in _path(other.node))


def _tallies(node: TreeNode, index: Index) -> set[Tally]:
    return {index.tallies[item] for item in _path(node) if item in index.tallies}


def _path(node: TreeNode) -> list[TreeNode]:
    path = [node]
    while not isinstance(node, Roster) and node.parent is not None:
        node = node.parent
        path.append(node)
    return path
