"""Cells: the smallest things that are evaluated again. Each remembers what it asked and is told when an answer changed.

A selection is a cell, and so is what may be chosen under a node (a *slot*: an entry or group, chosen or not), a force, each
category of a force with constraints, and the profiles and rules of a selection or force.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.engine.constraints import Bound, bound, counted_key, violation, written
from listbuilder.engine.core import Core, counts_of, evaluate, pushes_of
from listbuilder.engine.index import CountKey, Counts, Index, Probe
from listbuilder.engine.queries import Context
from listbuilder.engine.scopes import Place, at
from listbuilder.engine.state import Violation
from listbuilder.roster.tree import Force, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Option
    from listbuilder.engine.evaluator import Evaluator
    from listbuilder.engine.scoped_modifiers import Push

MAX_RUNS = 12  # of one cell in one refresh: more, and the data chase their own tail


class Cell:
    """Base of all cells. A ``live`` cell is evaluated with every change, another when somebody looks."""

    live = True

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.reads: dict[Probe, None] = {}
        self.slots_read: dict[SlotCell, None] = {}
        self.valid = False
        self.dead = False
        self.runs = 0  # within one refresh
        self.violations: tuple[Violation, ...] = ()

    def disturb(self) -> None:
        """Something it asked has another answer."""
        if self.valid and not self.dead:
            self.valid = False
            self.invalidated()

    def invalidated(self) -> None:
        self.evaluator.enqueue(self)

    def ensure(self) -> None:
        if not self.valid:
            self.evaluator.run(self)

    def evaluate(self) -> None:
        raise NotImplementedError

    def release(self) -> None:
        Index.release(self)
        for slot in self.slots_read:
            slot.watchers.pop(self, None)
        self.slots_read.clear()


class SelectionCell(Cell):
    """A selection: what it is, what it adds to the counters, what it puts on others and what is wrong with it itself."""

    def __init__(self, evaluator: Evaluator, node: Selection) -> None:
        super().__init__(evaluator)
        self.node = node
        self.core: Core = evaluator.plans.first(node.option)
        self.counts: Counts = evaluator.plans.first_counts(node.option)  # never changed in place
        self.pushes: dict[tuple[str, int], Push] = {}
        self.version = 0
        self.changed: set[CountKey] = set()  # counters that it changed within one refresh
        self.takes_role = evaluator.plans.takes_role(node.option)

    def evaluate(self) -> None:
        evaluator, node, option = self.evaluator, self.node, self.node.option
        place = at(node)
        if self.takes_role:
            self._take_role(place)
        core, context = evaluate(place, option, evaluator.index, evaluator.plans, evaluator.book, self)
        if not core.hidden and evaluator.group_hides(place, self):
            core = _hidden(core)
        plan = evaluator.plans.of(option)
        if self in evaluator.circles:
            core = evaluator.plans.first(option)
        pushes = pushes_of(node.id, plan, context)
        self._publish(core)
        self.pushes = evaluator.exchange_pushes(self.pushes, pushes)
        self.violations = tuple(self._violations(core, context))
        if self.takes_role:
            evaluator.settle(self)
        elif self.is_risky:
            self._watch_closely()

    def _take_role(self, place: Place) -> None:
        """Puts on itself what it gives itself, judged without what it adds to the counters."""
        evaluator, option = self.evaluator, self.node.option
        self.withdraw()
        _core, context = evaluate(place, option, evaluator.index, evaluator.plans, evaluator.book, self)
        plan = evaluator.plans.of(option)
        self.pushes = evaluator.exchange_pushes(self.pushes, pushes_of(self.node.id, plan, context))

    def _watch_closely(self) -> None:
        """Lets it hear of every change of what it may feed itself. Otherwise a category that is given wherever it is found
        would not notice that only its own copies are left."""
        index, library, first = (
            self.evaluator.index,
            self.evaluator.library,
            self.evaluator.plans.first(self.node.option),
        )
        for probe in tuple(self.reads):
            for mode, (field, key) in probe.watched:
                if field in library.cost_types:
                    feeds = self.core.costs.get(field) != first.costs.get(field)
                else:
                    feeds = key in self.evaluator.plans.given
                if feeds:
                    index.watch(probe.tally, mode, (field, key), self)

    def _publish(self, core: Core) -> None:
        before, self.core = self.core, core
        if core == before:
            return
        self._note_change()
        if core.keys != before.keys or core.costs != before.costs:
            self._change_counts(counts_of(core.keys, core.costs))
        self.evaluator.disturb_slot(self.node)

    def _note_change(self) -> None:
        self.version += 1
        self.evaluator.touch(self.node)

    def _change_counts(self, counts: Counts) -> None:
        change = {key: -value for key, value in self.counts.items() if counts.get(key) != value}
        for key, value in counts.items():
            if self.counts.get(key) != value:
                change[key] = change.get(key, 0) + value
        self.counts = counts
        self.changed.update(change)
        self.evaluator.index.change(self.node, change)

    @property
    def is_risky(self) -> bool:
        """Whether what it adds to the counters may, by way of others, depend on itself."""
        base = self.evaluator.plans.first(self.node.option)
        return bool(self.pushes) or base.keys != self.core.keys or base.costs != self.core.costs

    def withdraw(self) -> None:
        """Takes back what evaluation added to the counters, before it is evaluated anew: categories that keep themselves
        alive would otherwise outlive their cause."""
        base = self.evaluator.plans.first(self.node.option)
        if base.keys != self.core.keys or base.costs != self.core.costs:
            self.core = base
            self._change_counts(counts_of(base.keys, base.costs))
            self._note_change()
            self.evaluator.disturb_slot(self.node)
        self.pushes = self.evaluator.exchange_pushes(self.pushes, {})

    def _violations(self, core: Core, context: Context) -> list[Violation]:
        node, place = self.node, context.place
        found = [
            message_violation(self.node, item.severity, item.text, node.option.target.id) for item in core.messages
        ]
        if core.hidden:
            found.append(hidden_violation(node, core))
            return found
        plan = self.evaluator.plans.of(node.option)
        for owner, constraint in written(node.option):
            if constraint.scope == "self":
                key = counted_key(node.option, owner, constraint)
                item = bound(constraint, owner, key, context, plan)
                if item is not None and item.kind:
                    found.append(violation(item, place, core, node))
        return found


class SlotCell(Cell):
    """An entry or group as it may be chosen under a node; ``core`` is that of the first chosen one where there is one."""

    def __init__(self, evaluator: Evaluator, parent: Selection | Force, option: Option, *, live: bool) -> None:
        super().__init__(evaluator)
        self.parent = parent
        self.option = option
        self.live = live
        self.core: Core = evaluator.plans.first(option)
        self.bounds: tuple[Bound, ...] = ()
        self.watchers: dict[Cell, None] = {}  # cells that depend on whether it is hidden
        self.registered: frozenset[str] = frozenset()  # ids under which modifiers find it

    def invalidated(self) -> None:
        if self.live:
            self.evaluator.enqueue(self)
        else:
            self._tell()

    def _tell(self) -> None:
        for cell in tuple(self.watchers):
            cell.disturb()

    def evaluate(self) -> None:
        evaluator, option = self.evaluator, self.option
        before = self.core.hidden
        node = evaluator.first_chosen(self.parent, option)
        place = Place(self.parent, node, option)
        context: Context | None
        if node is not None:
            cell = evaluator.cell(node)
            cell.ensure()
            self.core = cell.core
            context = Context(evaluator.index, place, cell.core.keys, self)
        elif evaluator.group_hides(place, self):
            self.core, context = _hidden(evaluator.plans.first(option)), None
        else:
            self.core, context = evaluate(place, option, evaluator.index, evaluator.plans, evaluator.book, self)
        self.bounds = tuple(self._bounds(context)) if context is not None else ()
        self.violations = tuple(self._violations(place)) if self.live else ()
        if self.core.hidden != before:
            self._tell()

    def _bounds(self, context: Context) -> list[Bound]:
        evaluator, option, found = self.evaluator, self.option, []
        plan = evaluator.plans.of(option)
        pushed = [push.applied for push in evaluator.book.on(context.place, context.keys)] if option.constraints else []
        for owner, constraint in written(option):
            if constraint.scope == "self" and not option.is_group:
                continue  # a bound on one selection is its own cell's business
            item = bound(constraint, owner, counted_key(option, owner, constraint), context, plan, pushed)
            if item is not None:
                found.append(item)
        return found

    def _violations(self, place: Place) -> list[Violation]:
        option, node, core = self.option, place.node, self.core
        found: list[Violation] = []
        if option.is_group:
            found += [
                message_violation(self.parent, item.severity, item.text, option.target.id) for item in core.messages
            ]
        if core.hidden:
            return found
        for item in self.bounds:
            if not item.kind:
                continue
            if item.kind == "max" and node is None and not option.is_group:
                continue  # others exceed it; their own slots say so
            mend = node if item.kind == "max" and node is not None else self.parent
            found.append(violation(item, place, core, mend))
        return found


def _hidden(core: Core) -> Core:
    return Core(
        core.name, True, core.costs, core.categories, core.keys, core.messages, core.annotation, core.default_amount
    )


def message_violation(node: Selection | Force | None, severity: str, text: str, entry_id: str) -> Violation:
    owner_type = "selection" if isinstance(node, Selection) else "force" if node is not None else "roster"
    owner = node.option.target.id if isinstance(node, Selection) else node.entry.id if node is not None else ""
    return Violation(
        kind=severity,  # type: ignore[arg-type]
        node=node,
        entry_id=entry_id,
        message=text,
        owner_type=owner_type,
        owner_entry_id=owner,
        constraint_id=severity,
    )


def hidden_violation(node: Selection, core: Core) -> Violation:
    entry_id = node.option.target.id
    return Violation(
        kind="hidden",
        node=node,
        entry_id=entry_id,
        message=f"{core.name} may not be chosen here",
        owner_type="selection",
        owner_entry_id=entry_id,
        constraint_id="hidden",
    )
