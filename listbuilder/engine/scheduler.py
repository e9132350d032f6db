"""Cells, and the queue of those that must be evaluated again: run limits and modifier cycles included.

A cell is the smallest thing that is evaluated: a selection, a slot (an entry or group that may be chosen under a node), a
force, a category of a force, the profiles and rules of a node, the cost limits. It remembers what it read and is invalidated
when one of those answers changes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING

from listbuilder import budget
from listbuilder.engine.count_index import CountIndex
from listbuilder.engine.cycles import self_feeding

if TYPE_CHECKING:
    from listbuilder.engine.state import Violation
    from listbuilder.engine.tallies import Probe
    from listbuilder.roster.tree import Node, Roster

MAX_RUNS = 12  # of one cell in one refresh; a cell that runs more often is part of a modifier cycle
SETTLED = 2  # runs of one cell in one refresh where values do not depend on each other; no real list has more
PAIRS = 20  # of cells of a cycle that are compared in the time of one step
GIVE_UP = 4 * MAX_RUNS  # a cell that still runs after its cycle was broken is not queued again


class Cell:
    """Base of all cells."""

    evaluated_first = False  # cells of nodes: everything else depends on them
    adds_counts = False  # selections: their values are counted, so they may take part in modifier cycles
    takes_role = False
    node: Node | None = None

    def __init__(self, scheduler: Scheduler) -> None:
        self.scheduler = scheduler
        self.reads: dict[Probe, None] = {}
        self.cells_read: dict[Cell, None] = {}
        self.dependents: dict[Cell, None] = {}  # the cells that read this one
        self.valid = False
        self.runs = 0  # within one refresh
        self.violations: tuple[Violation, ...] = ()

    def invalidate(self) -> None:
        """Something that this cell read has changed."""
        if self.valid:
            self.valid = False
            self.on_invalidate()

    def on_invalidate(self) -> None:
        self.scheduler.enqueue(self)

    def ensure(self) -> None:
        """Evaluates the cell unless it is valid."""
        if not self.valid:
            self.scheduler.run(self)

    def evaluate(self) -> None:
        raise NotImplementedError

    def depend_on(self, other: Cell) -> None:
        other.dependents[self] = None
        self.cells_read[other] = None

    def release(self) -> None:
        """Forgets everything that was read."""
        CountIndex.release(self)
        for cell in self.cells_read:
            cell.dependents.pop(self, None)
        self.cells_read.clear()

    def forget(self) -> None:
        """Forgets all other cells, when none is evaluated any more."""
        for known in (self.reads, self.cells_read, self.dependents):
            known.clear()

    def on_drop(self) -> None:
        """Removes the effect of the cell on others."""

    def end_refresh(self) -> None:
        self.runs = 0

    # --- for modifier cycles; only selections override these -------------------------------------------------------------

    @property
    def weight(self) -> int:
        """How many modifiers an evaluation tries, and one more for itself."""
        return 1

    @property
    def may_feed_back(self) -> bool:
        """Whether the counts that this cell adds may change this cell itself."""
        return False

    def reset(self) -> None:
        """Removes from the counters what modifiers added."""

    def feeds(self, other: Cell) -> bool:
        """Whether a recent change of this cell may change another."""
        return False


class Scheduler:
    """The queue of one roster's cells. ``violations_version`` grows whenever any violation may have changed."""

    def __init__(self, roster: Roster, index: CountIndex) -> None:
        self.roster = roster
        self.index = index
        self.cycles: dict[Cell, tuple[Cell, ...]] = {}  # cells whose modifiers are ignored -> all cells of their cycle
        self.with_violations: dict[Cell, None] = {}
        self.violations_version = 0
        # what to evaluate, the nodes first; a plain dict whose first key is taken again and again is searched longer each time
        self._nodes: OrderedDict[Cell, None] = OrderedDict()
        self._others: OrderedDict[Cell, None] = OrderedDict()
        self._ran: dict[Cell, None] = {}

    def close(self) -> None:
        """Forgets all cells."""
        for known in (self.cycles, self.with_violations, self._nodes, self._others, self._ran):
            known.clear()

    def enqueue(self, cell: Cell) -> None:
        if cell.runs <= GIVE_UP:
            (self._nodes if cell.evaluated_first else self._others)[cell] = None

    def refresh(self) -> None:
        """Evaluates all queued cells, and those that this invalidates, until none is left."""
        self.index.update_probes()
        if not self._nodes and not self._others:
            return
        self._reset_queued()
        self._put_roles_in_order()
        while True:
            self.index.update_probes()
            queue = self._nodes or self._others
            if not queue:
                break
            cell, _ = queue.popitem(last=False)
            if not cell.valid:
                self.run(cell)
        self._end_refresh()

    def _end_refresh(self) -> None:
        for cell in self._ran:
            cell.end_refresh()
        self._ran.clear()

    def run(self, cell: Cell) -> None:
        """Evaluates one cell now. Raises `TooLarge` where that exceeds the list's budget."""
        before = cell.violations
        try:
            budget.step()
            if cell.runs >= SETTLED:
                budget.cycle(cell.weight)
            cell.valid = True
            cell.runs += 1
            self._ran[cell] = None
            if cell.adds_counts and cell.runs > MAX_RUNS and cell not in self.cycles:
                self._break_cycle(cell)
            cell.release()
            cell.evaluate()
        except BaseException:  # what was begun is not taken for a result
            cell.valid = False
            self.enqueue(cell)
            raise
        if cell.violations != before:
            self.violations_version += 1
        if cell.violations:
            self.with_violations[cell] = None
        else:
            self.with_violations.pop(cell, None)

    def run_once(self, cell: Cell, then: Callable[[], object]) -> None:
        """Evaluates a cell that is not kept. ``then``: what else is asked of it."""
        self.run(cell)
        then()
        cell.release()
        self._ran.pop(cell, None)

    def ignore_own_changes(self, cell: Cell) -> None:
        """Keeps a cell valid although its own evaluation changed counters that it read."""
        self.index.update_probes()
        cell.valid = True
        self._nodes.pop(cell, None)

    def drop(self, cell: Cell) -> None:
        """Removes a cell for good."""
        cell.release()
        if cell in self.with_violations:
            self.violations_version += 1
        if cell in self.cycles:
            self._retry_cycle(cell)
        for queue in (self._nodes, self._others, self.with_violations, self._ran):
            queue.pop(cell, None)
        cell.on_drop()

    # --- order and history ------------------------------------------------------------------------------------------------

    def _reset_queued(self) -> None:
        """Resets queued cells whose counts may feed back, so that no value keeps itself alive and the result does not
        depend on the history of edits."""
        done: set[Cell] = set()
        while True:
            waiting = [cell for cell in self._nodes if cell not in done]
            if not waiting:
                return
            for cell in waiting:
                done.add(cell)
                if cell in self.cycles:
                    self._retry_cycle(cell)
                if cell.may_feed_back:
                    cell.reset()
            self.index.update_probes()

    def _put_roles_in_order(self) -> None:
        """Puts the cells that may take a role first, in the order of the roster."""
        candidates = [cell for cell in self._nodes if cell.takes_role]
        if len(candidates) > 1:
            order: dict[Node | None, int] = {node: number for number, node in enumerate(self.roster.walk())}
            candidates.sort(key=lambda cell: order.get(cell.node, len(order)))
        for cell in reversed(candidates):
            self._nodes.move_to_end(cell, last=False)

    # --- modifier cycles --------------------------------------------------------------------------------------------------

    def _break_cycle(self, cell: Cell) -> None:
        """Ignores the modifiers of the cells that keep a cell from becoming stable, until one of them changes."""
        unstable = [item for item in self._ran if item.adds_counts and item.runs > MAX_RUNS // 2]
        budget.cycle(len(unstable) ** 2 // PAIRS)
        found = self_feeding(unstable, lambda item, other: item.feeds(other))
        stopped = tuple(item for item in found if item not in self.cycles) or (cell,)
        wrong = [item for item in self._ran if item.may_feed_back]
        self._end_refresh()
        self.violations_version += 1
        self.cycles.update(dict.fromkeys(stopped, stopped))
        for item in wrong:  # evaluated with the runaway values
            item.reset()
        for item in dict.fromkeys((*wrong, *stopped)):
            if item is not cell:  # it is being evaluated
                item.valid = False
                self.enqueue(item)

    def retry_cycles(self) -> None:
        """The roster changed: its cycles are looked for again, since what ends one need not be anything that its cells read while
        their modifiers are ignored."""
        for cell in tuple(self.cycles):
            cell.valid = False
            self.enqueue(cell)
            self._retry_cycle(cell)

    def _retry_cycle(self, cell: Cell) -> None:
        """A cell of a cycle changed: evaluates all cells of the cycle with their modifiers again."""
        self.violations_version += 1
        for item in self.cycles.pop(cell, ()):
            if self.cycles.pop(item, None) is not None:
                item.valid = False
                self.enqueue(item)
