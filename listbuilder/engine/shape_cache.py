"""Units whose evaluation looks at nothing but themselves: evaluated once a library, then known by their shape.

Evaluation is a function of the tree and of what is asked of it. Every answer that a cell uses is a probe, and a probe knows
whose counters it reads; modifiers of others come over by_target. A unit is *closed* when all its cells read only counters of
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
from listbuilder.engine.count_index import ASSOCIATED, DEEP, DIRECT, OWN, Counts, scaled, summed
from listbuilder.engine.store import CellStore
from listbuilder.roster.tree import Force, Node, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Library
    from listbuilder.engine.core import Core
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
    """The root of a cached unit. Invalidation evicts the unit."""

    def __init__(self, cache: ShapeCache, node: Selection, shape: UnitShape) -> None:
        super().__init__(cache.store, node)
        self.cache = cache
        self.core, self.counts, self.valid = shape.core, shape.counts[OWN], True

    def on_invalidate(self) -> None:
        self.cache.evict(self.node)


class KnownShapes:
    """The shapes of a library whose values are known."""

    def __init__(self, _library: Library) -> None:
        self.by_key: dict[ShapeKey, UnitShape] = {}

    def keep(self, key: ShapeKey, shape: UnitShape) -> None:
        if len(self.by_key) >= MOST:
            self.by_key.clear()
        self.by_key[key] = shape


class ShapeCache:
    """The cached units of one roster: those that are represented by their shapes."""

    def __init__(self, store: CellStore) -> None:
        self.store = store
        self.known_shapes = store.plans.library.kept(KnownShapes)
        self.units: dict[Selection, UnitShape] = {}
        self._states: dict[Selection, dict[Selection, State]] = {}
        store.index.evaluate_cached_units = self.evict_all

    def insert(self, root: Selection) -> bool:
        """Inserts a unit without evaluating it, if its shape is known and no modifier from above affects it."""
        if not self.known_shapes.by_key or self._is_affected():
            return False
        key, nodes = shape_key(root)
        shape = self.known_shapes.by_key.get(key) if key else None
        if shape is None:
            return False
        self.store.index.insert_whole(root, shape.counts, shape.direct, shape.deep)
        self.store.selections[root] = CachedUnitCell(self, root, shape)
        self.units[root] = shape
        self._states[root] = dict(zip(nodes, shape.states, strict=True))
        self.store.note_chosen(root)
        return True

    def _is_affected(self) -> bool:
        """Whether there are modifiers of a force or of the roster, which may affect any unit."""
        return not all(isinstance(target, Selection) for target in self.store.scoped_modifiers.by_target)

    def state(self, node: Selection) -> State | None:
        """The state of a node of a cached unit; None for other nodes."""
        if not self.units:
            return None
        states = self._states.get(node.root)
        return states.get(node) if states is not None else None

    def evict(self, node: Node) -> bool:
        """Evaluates the cached unit of a node in the ordinary way, as the tree is now; False when it is not cached."""
        if not self.units or not isinstance(node, Selection):
            return False
        root = node.root
        shape = self.units.pop(root, None)
        if shape is None:
            return False
        store, index = self.store, self.store.index
        del self._states[root]
        store.forget_chosen(root)
        store.selections.pop(root).dead = True
        associated = index.tallies[root].counts[ASSOCIATED]
        index.remove_whole(root, shape.direct, shape.deep)
        store.add(root)
        index.tallies[root].counts[ASSOCIATED].update(associated)
        return True

    def evict_all(self) -> None:
        """Evicts every unit: a modifier from above may affect them, or a query looks for nodes in them."""
        while self.units:
            self.evict(next(iter(self.units)))

    def learn(self, root: Selection, states: Sequence[State]) -> UnitShape | None:
        """Remembers the values of an evaluated unit, if they depend on nothing but its shape. See `Engine.learn`."""
        if root in self.units:
            return self.units[root]
        key, nodes = shape_key(root)
        if not key or self._is_affected() or not self._is_self_contained(nodes):
            return None
        tally = self.store.index.tallies[root]
        cell = self.store.selection(root)
        own, direct, deep = cell.counts, dict(tally.counts[DIRECT]), dict(tally.counts[DEEP])
        shape = UnitShape(
            core=cell.core,
            counts=(own, direct, deep),
            direct=scaled(own, tally.amount),
            deep=scaled(summed(own, deep), tally.amount),
            states=tuple(states),
        )
        self.known_shapes.keep(key, shape)
        return shape

    def _is_self_contained(self, nodes: Sequence[Selection]) -> bool:
        store = self.store
        inside = {store.index.tallies[node] for node in nodes}
        for node in nodes:
            cell = store.selection(node)
            if cell.scoped or cell.takes_role or cell in store.scheduler.cycles:
                return False
            for part in (cell, store.info(node), *store.slots[node].values()):
                if part.violations:
                    return False
                for probe in part.reads:
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
