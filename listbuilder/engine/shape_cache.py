"""Units whose evaluation looks at nothing but themselves: evaluated once a library, then known by their shape.

Evaluation is a function of the tree and of what is asked of it. Every answer that a cell uses is a probe, and a probe knows
whose counters it reads; modifiers of others come over shelves. A unit is *closed* when all its cells read only counters of
the unit's own nodes, no shelf stands above it, it puts nothing on others and nothing is wrong with it. Then nothing but its
shape (which options, how many of each, in which kind of force) decides what it comes to, and an equal unit, of this list or
of the next one, need not be evaluated at all: it stands in the index with its counts as a whole, without cells below its
root. It is opened, that is evaluated as any other, as soon as somebody edits it, asks for a choice in it, puts a modifier
above it or searches the tree.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from listbuilder.engine.cells import SelectionCell
from listbuilder.engine.index import ASSOCIATED, DEEP, DIRECT, OWN, Counts, scaled, summed
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Library
    from listbuilder.engine.core import Core
    from listbuilder.engine.evaluator import Evaluator
    from listbuilder.engine.state import State

MOST = 2000  # shapes kept of one library
ShapeKey = tuple[Hashable, ...]


@dataclass(slots=True, eq=False)
class UnitShape:
    """What units of one shape come to: the root's evaluation, the counters of one of it, what it adds to those above it, the
    states of its nodes in the order of the walk. ``derived`` is for what others read off these."""

    core: Core
    counts: tuple[Counts, Counts, Counts]  # OWN, DIRECT, DEEP
    direct: Counts
    deep: Counts
    states: tuple[State, ...]
    derived: dict[Hashable, Any] = field(default_factory=dict)


class CachedUnitCell(SelectionCell):
    """The root of an unopened unit. Nothing disturbs it; what does so all the same opens the unit."""

    def invalidated(self) -> None:
        self.evaluator.shapes.evict(self.node)


class KnownShapes:
    """The closed units of a library by their shapes."""

    def __init__(self, _library: Library) -> None:
        self.by_key: dict[ShapeKey, UnitShape] = {}

    def keep(self, key: ShapeKey, shape: UnitShape) -> None:
        if len(self.by_key) >= MOST:
            self.by_key.clear()
        self.by_key[key] = shape


class ShapeCache:
    """The closed units of one roster that stand unopened."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.known_shapes = evaluator.library.kept(KnownShapes)
        self.roots: dict[Selection, UnitShape] = {}
        self._states: dict[Selection, dict[Selection, State]] = {}
        evaluator.index.before_search = self.evict_all

    # --- standing ---------------------------------------------------------------------------------------------------------

    def insert(self, root: Selection) -> bool:
        """Lets a unit stand as a whole, if its shape is known to be closed and nothing above reaches into it."""
        if not self.known_shapes.by_key or self._is_reached():
            return False
        key, nodes = shape_key(root)
        closed = self.known_shapes.by_key.get(key) if key else None
        if closed is None:
            return False
        evaluator = self.evaluator
        evaluator.index.insert_whole(root, closed.counts, closed.direct, closed.deep)
        cell = evaluator.selection_cells[root] = CachedUnitCell(evaluator, root)
        cell.core, cell.counts, cell.valid = closed.core, closed.counts[OWN], True
        self.roots[root] = closed
        self._states[root] = dict(zip(nodes, closed.states, strict=True))
        evaluator.note_chosen(root)
        return True

    def _is_reached(self) -> bool:
        return not all(isinstance(target, Selection) for target in self.evaluator.book.shelves)

    def state(self, node: Selection) -> State | None:
        """The state of a node of a unit that is not opened."""
        if not self.roots:
            return None
        states = self._states.get(node.root)
        return states.get(node) if states is not None else None

    def evict(self, node: Selection | Force) -> bool:
        """Opens the unit that a node stands in, as the tree is now; False when it was open."""
        if not self.roots or not isinstance(node, Selection):
            return False
        root = node.root
        closed = self.roots.pop(root, None)
        if closed is None:
            return False
        evaluator = self.evaluator
        del self._states[root]
        evaluator.forget_chosen(root)
        evaluator.selection_cells.pop(root).dead = True
        index = evaluator.index
        associated = index.tallies[root].counts[ASSOCIATED]
        index.remove_whole(root, closed.direct, closed.deep)
        evaluator.insert(root)
        index.tallies[root].counts[ASSOCIATED].update(associated)
        return True

    def evict_all(self) -> None:
        """Opens every unit: something above them reaches into them, or searches the tree."""
        while self.roots:
            self.evict(next(iter(self.roots)))

    # --- learning ---------------------------------------------------------------------------------------------------------

    def learn(self, root: Selection, states: Sequence[State]) -> UnitShape | None:
        """Remembers what an evaluated unit came to, if it is closed."""
        if root in self.roots:
            return self.roots[root]
        key, nodes = shape_key(root)
        if not key or self._is_reached() or not self._is_self_contained(nodes):
            return None
        evaluator = self.evaluator
        tally = evaluator.index.tallies[root]
        cell = evaluator.cell(root)
        direct, deep = dict(tally.counts[DIRECT]), dict(tally.counts[DEEP])
        own = cell.counts
        closed = UnitShape(
            core=cell.core,
            counts=(own, direct, deep),
            direct=scaled(own, tally.amount),
            deep=scaled(summed(own, deep), tally.amount),
            states=tuple(states),
        )
        self.known_shapes.keep(key, closed)
        return closed

    def _is_self_contained(self, nodes: Sequence[Selection]) -> bool:
        evaluator = self.evaluator
        inside = {evaluator.index.tallies[node] for node in nodes}
        for node in nodes:
            cell = evaluator.cell(node)
            if cell.pushes or cell.takes_role or cell in evaluator.circles:
                return False
            for said in (cell, evaluator.info(node), *evaluator.slots[node].values()):
                if said.violations:
                    return False
                for probe in said.reads:
                    if probe.tally not in inside or any(mode == ASSOCIATED for mode, _ in probe.watched):
                        return False
        return True


def shape_key(root: Selection) -> tuple[ShapeKey, list[Selection]]:
    """All that decides what a closed unit comes to, and its nodes; no shape where something else may.

    Which of several like selections stands for their option depends on the order of their ids. A unit's own name does not
    count: only what is wrong with a unit speaks of it by that.
    """
    force, nodes = root.parent, list[Selection]()
    if not isinstance(force, Force) or not isinstance(force.parent, Roster):
        return (), nodes
    shape: list[Hashable] = [force.entry.id, force.catalogue_id]
    stack = [root]
    while stack:
        node = stack.pop()
        nodes.append(node)
        below = node.selections
        shape += (node.option, node.amount, len(below))
        if node.custom_name and node is not root:
            return (), nodes
        if below:
            stack.extend(reversed(below))
            if len(below) > 1 and len({child.option for child in below}) < len(below):
                shape.append(tuple(sorted(range(len(below)), key=lambda number: below[number].id)))
    return tuple(shape), nodes
