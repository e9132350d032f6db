"""The counters of a roster: how many of which entry, category or cost are below each node.

An edit adds its difference to the counters on the path up to the roster, so its cost depends on the depth of the tree, not on
its size. When a counter changes, the questions about it (`tallies.Probe`) are asked again, and only if an *answer* changed are
cells invalidated: a thousand units that ask whether the army has 500 points are not evaluated again when it goes from 510 to 520
points.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from listbuilder.engine.positions import Positions
from listbuilder.engine.sums import Item, Sums
from listbuilder.engine.tallies import (
    DEEP,
    DIRECT,
    ORDERED,
    OWN,
    TREE_DEEP,
    TREE_DIRECT,
    Arrivals,
    CountKey,
    Counts,
    Dependent,
    Measure,
    Probe,
    Tally,
    TreeNode,
    force_counts,
    scaled,
    summed,
)
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number


T = TypeVar("T")


def _is_ordered(key: Hashable) -> bool:
    return isinstance(key, tuple) and key[0] == ORDERED


def _nothing(*_: object) -> None:
    pass


class CountIndex:
    """The tallies of a roster. ``holders_of`` gives the selections with an id, category or type."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self.tallies: dict[TreeNode, Tally] = {roster: Tally()}
        self._holders: dict[str, dict[Selection, None]] = {}
        self.evaluate_affected_units: Callable[[str], None] = _nothing  # by modifiers from above, narrowed to an id
        self.evaluate_cached_unit: Callable[[Selection], object] = _nothing  # the same for those of one unit
        self.evaluate_cached_holders: Callable[[str], None] = _nothing  # of units that have such a one below their root
        self.positions = Positions()
        self._moment: dict[Hashable, tuple[int, Any]] = {}
        self._changes = 0  # of counters and of the order of nodes
        self.moves = 0
        self._left: set[TreeNode] = set()  # the nodes that were removed since questions were answered last
        self._sums = Sums()
        self.stale: dict[Probe, None] = {}
        self.pending: Selection | Force | None = None  # counted although it is not in the tree yet: see `Trial`
        self._arrivals: Arrivals | None = None

    def holders_of(self, key: str) -> Mapping[Selection, None]:
        """The selections with an id, category or type; each has its own tally."""
        self.evaluate_cached_holders(key)
        return self._holders.get(key, {})

    def close(self) -> None:
        """Forgets all counters, and the probes that refer back to them."""
        for tally in self.tallies.values():
            tally.close()
        for known in (self.tallies, self._holders, self.stale, self._sums, self.positions, self._moment, self._left):
            known.clear()
        self.evaluate_affected_units = self.evaluate_cached_unit = self.evaluate_cached_holders = _nothing

    # --- asking ---------------------------------------------------------------------------------------------------------

    def count(self, node: TreeNode, mode: int, key: CountKey) -> Number:
        """A counter; 0 for a node that is not in the roster."""
        tally = self.tallies.get(node)
        return tally.counts[mode].get(key, 0) if tally is not None else 0

    def children(self, node: Selection | Force) -> Iterator[Selection]:
        """The selections directly under a node that are counted."""
        yield from node.selections
        if isinstance(self.pending, Selection) and self.pending.parent is node:
            yield self.pending

    def sum(
        self,
        holder: Force | Roster,
        name: Hashable,
        items: Callable[[], Iterable[Item]],
        part: Callable[[Item], Number],
    ) -> Number:
        """A sum over everything directly in a force or the roster (see `Sums.total`); only parts that changed are counted."""
        if holder not in self.tallies:
            return sum(map(part, items()))
        return self._sums.total(holder, name, items, part)

    def momentary(self, name: Hashable, make: Callable[[T | None], T]) -> T:
        """What several questions ask for, made once until any counter or the order of nodes changes, of what was made before."""
        at, known = self._moment.get(name, (-1, None))
        if at == self._changes:
            found: T = known
            return found
        made = make(known)
        self._moment[name] = self._changes, made
        return made

    def depend_on_order(self, scope: TreeNode, dependent: Dependent | None) -> None:
        """Invalidates the dependent with every change of the order of nodes in the scope."""
        self.probe(scope, (ORDERED, "moves"), lambda: Measure((), lambda: self.moves), dependent)

    def reorder(self, node: Selection | Force) -> None:
        """A node moved among its siblings."""
        self.moves += 1
        self._changes += 1
        above = node.parent
        while above is not None:
            tally = self.tallies.get(above)  # there is none in a cached unit
            probes = tally.probes.items() if tally is not None else ()
            self.stale.update((probe, None) for key, probe in probes if _is_ordered(key))
            above = above.parent

    def leave(self, node: Selection | Force) -> None:
        """A node is taken out of the tree."""
        self._left.add(node)

    def come(self, node: Selection | Force) -> None:
        """A node is put into the tree: one that no question missed since it left has moved."""
        if node in self._left:
            self.reorder(node)

    def probe(
        self,
        node: TreeNode,
        key: Hashable,
        measured: Callable[[], Measure],
        dependent: Dependent | None,
    ) -> Any:
        """The answer to a question about counters of a node; the dependent is invalidated when it changes.

        ``measured`` says how to find it; it is called only for a question that nobody asked before."""
        tally = self.tallies.get(node)
        if tally is None or dependent is None:
            return measured().question()
        if self.stale and tally.probes.get(key) in self.stale:
            self._update(tally.probes[key])
        return self._read(tally, key, measured, dependent).answer

    def watch(self, tally: Tally, mode: int, counted: CountKey, dependent: Dependent) -> None:
        """Invalidates a dependent with every change of a counter."""

        def measured() -> Measure:
            return Measure(((mode, counted),), lambda: tally.counts[mode].get(counted, 0), exact=True)

        self._read(tally, ("raw", mode, counted), measured, dependent)

    @staticmethod
    def _read(tally: Tally, key: Hashable, measured: Callable[[], Measure], dependent: Dependent) -> Probe:
        """The probe of a question, which is made where there is none yet, with one more dependent."""
        found = tally.probes.get(key)
        if found is None:
            found = tally.probes[key] = Probe(tally, key, measured())
            for mode, counted in found.watched:
                tally.watchers[mode].setdefault(counted, {})[found] = None
        found.dependents[dependent] = None
        dependent.reads[found] = None
        return found

    def update_probes(self) -> None:
        """Computes stale answers again and invalidates the dependents of those that changed."""
        self._left.clear()
        while self.stale:
            self._update(next(iter(self.stale)))

    def _update(self, probe: Probe) -> None:
        del self.stale[probe]
        if not probe.dependents:
            self._forget(probe)
            return
        answer = probe.question()
        if answer != probe.answer:
            probe.answer = answer
            for dependent in tuple(probe.dependents):
                dependent.invalidate()

    @staticmethod
    def _forget(probe: Probe) -> None:
        probe.tally.probes.pop(probe.key, None)
        for mode, counted in probe.watched:
            watchers = probe.tally.watchers[mode].get(counted)
            if watchers is not None:
                watchers.pop(probe, None)
                if not watchers:
                    del probe.tally.watchers[mode][counted]

    @staticmethod
    def release(dependent: Dependent) -> None:
        """Removes a dependent from everything that it read."""
        for probe in dependent.reads:
            probe.dependents.pop(dependent, None)
        dependent.reads.clear()

    # --- changing -------------------------------------------------------------------------------------------------------

    def add(self, tally: Tally, mode: int, change: Counts) -> None:
        """Adds differences to the counters of a node."""
        self._changes += 1
        counts, watchers = tally.counts[mode], tally.watchers[mode]
        if not watchers and counts.keys().isdisjoint(change):
            counts.update(change if 0 not in change.values() else {key: one for key, one in change.items() if one})
            return
        for key, difference in change.items():
            value = counts.get(key, 0) + difference
            if value:
                counts[key] = value
            else:
                counts.pop(key, None)
            if watchers and key in watchers:
                self.stale.update(watchers[key])

    def _spread(self, item: Item, direct: Counts, deep: Counts) -> None:
        """Adds differences to everything above an item: ``direct`` to the counters of children, ``deep`` to those of all
        below."""
        node = item.parent
        while isinstance(node, Selection):
            tally = self.tallies[node]
            self.add(tally, DEEP, deep)
            self.add(tally, DIRECT, direct)
            deep, direct, item, node = scaled(deep, tally.amount), {}, node, node.parent
        if self._arrivals is not None and self._arrivals.force is node:
            self._arrivals.add(item, direct, deep)
        elif node is not None:
            self._spread_above(node, (item,), direct, deep)

    def _spread_above(self, node: Force | Roster, items: Iterable[Item], direct: Counts, deep: Counts) -> None:
        """Adds differences in items directly in a force or the roster to this and to everything above it."""
        if isinstance(node, Force):
            self.add(self.tallies[node], DEEP, deep)
            self.add(self.tallies[node], DIRECT, direct)
        above: Force | Roster | None = node
        while above is not None:
            self.add(self.tallies[above], TREE_DEEP, deep)
            self.add(self.tallies[above], TREE_DIRECT, direct)
            for item in items:
                self._sums.note(above, item)
            if isinstance(above, Roster):
                break
            items, above = (above,), above.parent

    @contextmanager
    def arriving(self, force: Force) -> Iterator[None]:
        """Counts what is inserted directly into a force meanwhile all at once, at the end."""
        arrivals = self._arrivals = Arrivals(force)
        try:
            yield
        finally:
            self._arrivals = None
            self._spread_above(force, arrivals.items, arrivals.direct, arrivals.deep)

    def _spread_all_of(self, node: Selection, factor: int) -> None:
        """Adds a selection with all below it, this number of times, to everything above."""
        own, deep = self.tallies[node].counts[OWN], self.tallies[node].counts[DEEP]
        self._spread(node, scaled(own, factor), scaled(summed(own, deep), factor))

    def change(self, node: Selection, change: Counts) -> None:
        """Adds differences to the own counters of a selection."""
        tally = self.tallies[node]
        self.add(tally, OWN, change)
        self._note_holder(node, tally, change)
        outside = scaled(change, tally.amount)
        self._spread(node, outside, outside)

    def _note_holder(self, node: Selection, tally: Tally, change: Counts) -> None:
        for key in change:
            if key[0] == "selections":
                if key in tally.counts[OWN]:
                    self._holders.setdefault(key[1], {})[node] = None
                else:
                    self._holders.get(key[1], {}).pop(node, None)

    def set_amount(self, node: Selection) -> None:
        """The amount of a selection changed."""
        tally = self.tallies[node]
        difference, tally.amount = node.amount - tally.amount, node.amount
        self._spread_all_of(node, difference)

    def insert(self, node: Selection, own: Callable[[Selection], Counts]) -> None:
        """A selection was inserted with all below it; ``own`` gives the own counters of each."""
        for item in reversed(list(node.walk())):
            tally = self.tallies[item] = Tally(item.amount)
            tally.counts[OWN].update(own(item))
            self._note_holder(item, tally, tally.counts[OWN])
            for child in item.selections:
                below = self.tallies[child]
                self.add(tally, DIRECT, scaled(below.counts[OWN], below.amount))
                self.add(tally, DEEP, scaled(summed(below.counts[OWN], below.counts[DEEP]), below.amount))
        self._spread_all_of(node, node.amount)

    def insert_whole(
        self, node: Selection, counts: tuple[Counts, Counts, Counts], direct: Counts, deep: Counts
    ) -> None:
        """A selection was inserted with all below it, which get no tallies. ``counts`` are the counters of itself, of its
        children and of all below, which never change; ``direct`` and ``deep`` are what it adds to its parent."""
        tally = self.tallies[node] = Tally(node.amount, *counts)
        self._note_holder(node, tally, counts[OWN])
        self._spread(node, direct, deep)

    def exchange_whole(
        self, node: Selection, counts: tuple[Counts, Counts, Counts], direct: Counts, deep: Counts
    ) -> None:
        """Gives a selection that was inserted whole other counters; ``direct`` and ``deep`` are the differences to its parent."""
        tally = self.tallies[node]
        before, tally.counts = tally.counts, (*counts, *tally.counts[len(counts) :])
        for mode, known in enumerate(counts):
            for key, watching in tally.watchers[mode].items():
                if known.get(key, 0) != before[mode].get(key, 0):
                    self.stale.update(watching)
        self._note_holder(node, tally, {**before[OWN], **counts[OWN]})
        self._spread(node, direct, deep)

    def remove_whole(self, node: Selection, direct: Counts, deep: Counts) -> None:
        """Takes back `insert_whole`."""
        self._spread(node, scaled(direct, -1), scaled(deep, -1))
        self._forget_tally(node)

    def remove(self, node: Selection) -> None:
        """A selection was removed with all below it."""
        self._spread_all_of(node, -self.tallies[node].amount)
        for item in node.walk():
            self._forget_tally(item)

    def _forget_tally(self, node: Selection) -> None:
        tally = self.tallies.pop(node)
        for field, key in tally.counts[OWN]:
            if field == "selections":
                self._holders.get(key, {}).pop(node, None)
        self._close(tally)

    def _close(self, tally: Tally) -> None:
        """Takes apart what is known of a node that was removed."""
        for probe in tally.probes.values():
            self.stale.pop(probe, None)
        tally.close()

    def insert_force(self, force: Force, costs: Counts) -> None:
        """A force was inserted with its own costs; its selections and child forces are inserted afterwards."""
        counts = force_counts(force)
        self.tallies[force] = Tally()
        self.tallies[force].counts[OWN].update(counts)
        self._spread(force, counts, counts)
        self.charge(force, costs)

    def charge(self, force: Force, costs: Counts) -> None:
        """Adds differences to the costs of a force itself; what surrounds it counts them only with its child forces."""
        self.add(self.tallies[force], OWN, costs)
        node = force.parent
        while node is not None:
            self.add(self.tallies[node], TREE_DEEP, costs)
            self.add(self.tallies[node], TREE_DIRECT, costs)
            node = node.parent

    def remove_force(self, force: Force) -> None:
        """A force was removed; everything below it was removed before."""
        counts = force_counts(force)
        own = self.tallies[force].counts[OWN]
        self.charge(force, {key: -value for key, value in own.items() if key not in counts})
        change = scaled(counts, -1)
        self._spread(force, change, change)
        self._sums.forget(force)
        self.positions.forget(force)
        self._close(self.tallies.pop(force))
