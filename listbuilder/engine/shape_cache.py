"""Evaluates self-contained units once per library and represents units of the same shape by the result.

A unit is *self-contained* when its cells read only counters of its own nodes, no modifier from above affects it, none of its
modifiers affects other nodes, and nothing in it is violated. Its values then depend on nothing but its *shape*: the options,
their amounts and the kind of force. Another unit of this shape, in this roster or another one of the library, is *cached*: it
is counted as a whole and has no cells below its root.

A cached unit is evicted, which means evaluated in the ordinary way, when it is edited, when a choice in it is asked for, when
a modifier from above may affect it, or when a query looks for single nodes.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from listbuilder.engine.cells import NodeCell, SelectionCell
from listbuilder.engine.store import CellStore
from listbuilder.engine.tallies import ASSOCIATED, DEEP, DIRECT, OWN, Counts, scaled, summed
from listbuilder.roster.tree import Force, Node, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Library
    from listbuilder.engine.plans import Core
    from listbuilder.engine.state import State

MOST = 2000  # shapes that are kept per library
ShapeKey = tuple[Hashable, ...]


class UnitShape(Struct, eq=False):
    """The values of units of one shape. ``counts`` are the counters of one of the root; ``direct`` and ``deep`` are what the
    unit adds to its force; ``states`` are those of its nodes in the order of `Selection.walk`. Callers may keep values that
    they compute from these in ``derived``."""

    core: Core
    counts: tuple[Counts, Counts, Counts]  # OWN, DIRECT, DEEP
    direct: Counts
    deep: Counts
    states: tuple[State, ...]
    derived: dict[Hashable, Any] = field(default_factory=dict)


class CachedUnitCell(SelectionCell):
    """The root of a cached unit. Invalidation evicts the unit."""

    def __init__(self, cache: ShapeCache, node: Selection, shape: UnitShape) -> None:
        NodeCell.__init__(self, cache.store, node, shape.core)
        self.cache = cache
        self.counts, self.changed, self.takes_role, self.valid = shape.counts[OWN], set(), False, True

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
        store.index.evaluate_cached_unit = self.evict

    def insert(self, root: Selection) -> bool:
        """Inserts a unit without evaluating it, if its shape is known and no modifier from above affects it."""
        if not self.known_shapes.by_key or self._is_affected():
            return False
        key = shape_of(root, self.store.roster)
        shape = self.known_shapes.by_key.get(key) if key else None
        if shape is None:
            return False
        self.store.index.insert_whole(root, shape.counts, shape.direct, shape.deep)
        self.store.selections[root] = CachedUnitCell(self, root, shape)
        self.units[root] = shape
        self.store.touch(root)
        self.store.note_chosen(root)
        return True

    def remove(self, root: Selection) -> bool:
        """Takes a cached unit out of the roster; False when it is not cached."""
        shape = self.units.pop(root, None)
        if shape is None:
            return False
        self._states.pop(root, None)
        self.store.drop_whole(root, shape.direct, shape.deep)
        return True

    def _is_affected(self) -> bool:
        """Whether there are modifiers of a force or of the roster, which may affect any unit."""
        return not all(isinstance(target, Selection) for target in self.store.scoped_modifiers.by_target)

    def state(self, node: Selection) -> State | None:
        """The state of a node of a cached unit; None for other nodes."""
        if not self.units:
            return None
        root = node.root
        states = self._states.get(root)
        if states is None and root in self.units:
            states = self._states[root] = dict(zip(root.walk(), self.units[root].states, strict=True))
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
        self._states.pop(root, None)
        store.forget_chosen(root)
        del store.selections[root]
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
        cell = self.store.selections[root]
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
            cell = store.selections[node]
            if cell.scoped or cell.takes_role or cell in store.scheduler.cycles:
                return False
            for part in (cell, store.info(node), *store.slots[node].values()):
                if part.violations:
                    return False
                for probe in part.reads:
                    if probe.tally not in inside or any(mode == ASSOCIATED for mode, _ in probe.watched):
                        return False
        return True


def shape_of(root: Selection, roster: Roster) -> ShapeKey:
    """The key of `shape_key`; of units that are copies of one another it is made once."""
    mould, force = roster.moulds.get(root), root.parent
    if mould is None or not isinstance(force, Force) or force.parent is not roster:
        return shape_key(root)[0]
    place = ("shape", force.entry.id, force.catalogue_id)
    key: ShapeKey | None = mould.derived.get(place)
    if key is None:
        key = mould.derived[place] = shape_key(root)[0]
    return key


def shape_key(root: Selection) -> tuple[ShapeKey, list[Selection]]:
    """The shape of a unit, and its nodes. The key is empty where more than the shape may matter: in child forces, and when a
    node below the root has a custom name.

    The order of ids among selections of the same option is part of the shape, because the smallest id represents the option.
    The root's custom name is not: only messages of violations contain it, and a cached unit has none.
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
            if len({child.option for child in below}) < len(below):
                shape.append(tuple(sorted(range(len(below)), key=lambda number: below[number].id)))
    return tuple(shape), nodes
