"""Evaluates self-contained units once per library and represents units of the same shape by the result.

A unit is *self-contained* when no modifier from above affects it, none of its modifiers affects nodes of other units, nothing in
it is violated, and what it adds to the counters of the roster depends on its own nodes only. Its values then depend on its
*shape*, the options, their amounts and the kind of force, and on its *surroundings*: the counters of its force and the roster
that its cells have read, such as how often an enhancement is taken, what is attached to it, and the answers about how many like
it come before it. Another unit of this shape in the same surroundings, in this roster or another one of the library, is *cached*:
it is counted as a whole and has no cells below its root.

A cached unit is evicted, which means evaluated in the ordinary way, when it is edited, when a choice in it is asked for, when
its surroundings have become others than those that are known, when a modifier from above may affect it, or when a query looks
for single nodes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from listbuilder.engine.cells import NodeCell, SelectionCell, SlotCell
from listbuilder.engine.scheduler import MAX_RUNS, Cell
from listbuilder.engine.store import CellStore
from listbuilder.engine.surroundings import Around, Outside, What, forces_around, may_hold, places
from listbuilder.engine.tallies import (
    ASSOCIATED,
    DEEP,
    DIRECT,
    OWN,
    CountKey,
    Counts,
    difference,
    scaled,
    summed,
)
from listbuilder.roster.tree import Node, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.library import Library
    from listbuilder.engine.plans import Core
    from listbuilder.engine.state import State, Violation

MOST = 2000  # shapes that are kept per library
MOST_SURROUNDINGS = 8  # of one shape
ShapeKey = tuple[Hashable, ...]


class UnitShape(Struct, eq=False):
    """The values of units of one shape in the same surroundings. ``counts`` are the counters of one of the root; ``direct`` and
    ``deep`` are what the unit adds to its force; ``states`` are those of its nodes in the order of `Selection.walk`.
    ``surroundings``: what these depend on besides, with its values. Callers may keep values that they compute
    from these in ``derived``."""

    core: Core
    counts: tuple[Counts, Counts, Counts]  # OWN, DIRECT, DEEP
    direct: Counts
    deep: Counts
    states: tuple[State, ...]
    surroundings: dict[Outside, Number | bool] = field(default_factory=dict)
    derived: dict[Hashable, Any] = field(default_factory=dict)


class CachedUnitCell(SelectionCell):
    """The root of a cached unit. Invalidation evicts the unit."""

    def __init__(self, cache: ShapeCache, node: Selection, shape: UnitShape) -> None:
        NodeCell.__init__(self, cache.store, node, shape.core)
        self.cache = cache
        self.counts, self.changed, self.takes_role, self.valid = shape.counts[OWN], set(), False, True

    def on_invalidate(self) -> None:
        self.cache.evict(self.node)


class SurroundingsCell(Cell):
    """Finds the values of a cached unit by its surroundings, once these are counted and whenever they change."""

    def __init__(self, cache: ShapeCache, node: Selection, known: Sequence[UnitShape]) -> None:
        super().__init__(cache.store.scheduler)
        self.cache = cache
        self.node: Selection = node
        self._known = known

    def on_invalidate(self) -> None:
        if self.runs < MAX_RUNS:
            super().on_invalidate()
        else:
            self.cache.evict(self.node)

    def evaluate(self) -> None:
        now: dict[Outside, Number | bool] = {}
        for shape in self._known:
            for outside in shape.surroundings:
                if outside not in now:
                    now[outside] = self._value(*outside)
            if self.node not in self.cache.units:  # a question has looked for single nodes in it
                return
            if all(now[outside] == value for outside, value in shape.surroundings.items()):
                self.cache.use(self.node, shape)
                return
        self.cache.evict(self.node)

    def _value(self, place: int, what: What) -> Number | bool:
        index = self.cache.store.index
        node = places(self.node, index.roster)[place]
        if not isinstance(what, tuple):
            return what.before(index, node, self.node, self)
        mode, key = what
        index.watch(index.tallies[node], mode, key, self)
        return index.count(node, mode, key)


class KnownShapes:
    """The shapes of a library whose values are known, each in the surroundings that were met; the latest first."""

    def __init__(self, _library: Library) -> None:
        self.by_key: dict[ShapeKey, tuple[UnitShape, ...]] = {}

    def keep(self, key: ShapeKey, shape: UnitShape) -> None:
        if len(self.by_key) >= MOST:
            self.by_key.clear()
        others = (one for one in self.by_key.get(key, ()) if one.surroundings != shape.surroundings)
        self.by_key[key] = (shape, *others)[:MOST_SURROUNDINGS]


class ShapeCache:
    """The cached units of one roster: those that are represented by their shapes."""

    def __init__(self, store: CellStore) -> None:
        self.store = store
        self.known_shapes = store.plans.library.kept(KnownShapes)
        self.units: dict[Selection, UnitShape] = {}
        self._surroundings: dict[Selection, SurroundingsCell] = {}  # of those that depend on any
        self._states: dict[Selection, dict[Selection, State]] = {}
        self._asked: set[str] = set()  # ids, categories and types of which the single nodes are looked for
        store.index.evaluate_affected_units = self.evict_affected
        store.index.evaluate_cached_holders = self._evict_holders
        store.index.evaluate_cached_unit = self.evict

    def insert(self, root: Selection) -> bool:
        """Inserts a unit without evaluating it, if its shape is known and no modifier from above affects it."""
        if not self.known_shapes.by_key or self._is_affected(root):
            return False
        key = shape_of(root, self.store.roster)
        known = self.known_shapes.by_key.get(key, ()) if key else ()
        if not known:
            return False
        shape = known[0]  # of the latest surroundings, until it is known what these are
        if any(("selections", key) in shape.counts[DEEP] for key in self._asked):
            return False
        if shape.surroundings:
            cell = self._surroundings[root] = SurroundingsCell(self, root, known)
            self.store.scheduler.enqueue(cell)
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
        self._forget(root)
        self.store.drop_whole(root, shape.direct, shape.deep)
        return True

    def use(self, root: Selection, shape: UnitShape) -> None:
        """Represents a cached unit by the shape in its present surroundings."""
        known = self.units[root]
        if known is shape:
            return
        self.units[root], cell = shape, self.store.selections[root]
        self._states.pop(root, None)
        self.store.touch(root)
        if known.counts != shape.counts:
            cell.counts = shape.counts[OWN]
            changes = difference(known.direct, shape.direct), difference(known.deep, shape.deep)
            self.store.index.exchange_whole(root, shape.counts, *changes)
        if cell.core != shape.core:
            cell.core = shape.core
            self.store.invalidate_slot(root)

    def _forget(self, root: Selection) -> None:
        """Forgets what is known of a unit that is cached no longer."""
        self._states.pop(root, None)
        cell = self._surroundings.pop(root, None)
        if cell is not None:
            self.store.scheduler.drop(cell)

    def _is_affected(self, root: Selection) -> bool:
        """Whether there are modifiers of a force or of the roster that may affect something in a unit, or a choice of it."""
        for target, by_id in self.store.scoped_modifiers.by_target.items():
            if not isinstance(target, Selection) and any(map(partial(may_hold, root), by_id)):
                return True
        return False

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
        self._forget(root)
        store.forget_chosen(root)
        del store.selections[root]
        associated = index.tallies[root].counts[ASSOCIATED]
        index.remove_whole(root, shape.direct, shape.deep)
        store.add(root)
        index.tallies[root].counts[ASSOCIATED].update(associated)
        return True

    def evict_affected(self, only: str) -> None:
        """Evicts the units that a modifier from above may affect, which is narrowed to an id unless that is empty."""
        for root in [root for root in self.units if may_hold(root, only)]:
            self.evict(root)

    def evict_counted(self, violation: Violation) -> None:
        """Evicts the units below whose roots there may be something that a violated constraint counts."""
        key = "selections", str(violation.counted[3])  # also of costs, which are counted under the same words
        for root in [root for root, shape in self.units.items() if key in shape.counts[DEEP]]:
            self.evict(root)

    def _evict_holders(self, key: str) -> None:
        """Evicts the units with an id, category or type below their roots: a query looks for the nodes that have it."""
        if key in self._asked:
            return
        self._asked.add(key)
        for root, shape in list(self.units.items()):
            if ("selections", key) in shape.counts[DEEP]:
                self.evict(root)

    def learn(self, root: Selection, states: Sequence[State]) -> UnitShape | None:
        """Remembers the values of an evaluated unit, if they depend on nothing but its shape and surroundings. See
        `Engine.learn`."""
        if root in self.units:
            return self.units[root]
        key, nodes = shape_key(root)
        if not key or self._is_affected(root):
            return None
        tally = self.store.index.tallies[root]
        cell = self.store.selections[root]
        own, direct, deep = cell.counts, dict(tally.counts[DIRECT]), dict(tally.counts[DEEP])
        whole = scaled(summed(own, deep), tally.amount)
        surroundings = self._surroundings_of(nodes, whole)
        if surroundings is None:
            return None
        shape = UnitShape(
            core=cell.core,
            counts=(own, direct, deep),
            direct=scaled(own, tally.amount),
            deep=whole,
            states=tuple(states),
            surroundings=surroundings,
        )
        self.known_shapes.keep(key, shape)
        return shape

    def _surroundings_of(self, nodes: Sequence[Selection], whole: Counts) -> dict[Outside, Number | bool] | None:
        """What the values of a unit depend on besides its shape; None where it is not self-contained. ``whole``: what it adds to
        the counters."""
        store = self.store
        found: dict[Outside, Number | bool] = {}
        around = Around(store, nodes, whole)
        for node in nodes:
            cell = store.selections[node]
            if cell.takes_role or cell in store.scheduler.cycles or not all(map(around.holds, cell.scoped.values())):
                return None
            for part in (cell, store.info(node), *store.slots[node].values()):
                if part.violations or any(
                    isinstance(one, SlotCell) and one.parent is nodes[0].parent for one in part.cells_read
                ):
                    return None
                for probe in part.reads:
                    read = around.read(probe)
                    if read is None:
                        return None
                    fed = read and part is cell and cell.may_feed_back
                    if fed and not all(self._is_fixed(key) for mode, key in probe.watched if mode != ASSOCIATED):
                        return None
                    found.update(read)
        return found

    def _is_fixed(self, key: CountKey) -> bool:
        """Whether a counter depends on the tree alone, and not on modifiers."""
        field, name = key
        return field == "forces" or (field == "selections" and name not in self.store.plans.library.categories)


def shape_of(root: Selection, roster: Roster) -> ShapeKey:
    """The key of `shape_key`; of units that are copies of one another it is made once."""
    mould = roster.moulds.get(root)
    if mould is None:
        return shape_key(root)[0]
    place = ("shape", *_kinds(root))
    key: ShapeKey | None = mould.derived.get(place)
    if key is None:
        key = mould.derived[place] = shape_key(root)[0]
    return key


def shape_key(root: Selection) -> tuple[ShapeKey, list[Selection]]:
    """The shape of a unit, and its nodes. The key is empty where more than the shape may matter: when a node below the root has a
    custom name, and of what is no unit.

    The order of ids among selections of the same option is part of the shape, because the smallest id represents the option.
    The root's custom name is not: only messages of violations contain it, and a cached unit has none.
    """
    nodes, shape = list[Selection](), list(_kinds(root))
    if not shape:
        return (), nodes
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


def _kinds(root: Selection) -> Iterator[Hashable]:
    """The kinds of the forces around a unit."""
    return ((force.entry.id, force.catalogue_id) for force in forces_around(root))
