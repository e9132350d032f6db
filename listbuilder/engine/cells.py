"""The cells of selections and of slots. A slot is an entry or group under a node, chosen or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from listbuilder.engine.associations import association_violations
from listbuilder.engine.constraints import CheckedConstraint, checked, counted_key, written
from listbuilder.engine.core import evaluate, scoped_modifiers_of
from listbuilder.engine.count_index import CountIndex
from listbuilder.engine.plans import Core, Plans, counts_of
from listbuilder.engine.queries import QueryContext
from listbuilder.engine.scheduler import Cell, Scheduler
from listbuilder.engine.scoped_modifiers import Origin, ScopedModifier, ScopedModifiers
from listbuilder.engine.scopes import TreePosition, is_itself, path_up, position_of
from listbuilder.engine.state import Violation
from listbuilder.engine.tallies import CountKey, Counts
from listbuilder.engine.violations import choice_violation, hidden_violation, message_violation
from listbuilder.roster.tree import Force, Node, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Option
    from listbuilder.catalogue.model import Constraint


class CellEnvironment(Protocol):
    """What cells use while they are evaluated; `CellStore` provides it."""

    scheduler: Scheduler
    index: CountIndex
    plans: Plans
    scoped_modifiers: ScopedModifiers
    selections: dict[Selection, SelectionCell]

    @property
    def forces(self) -> Mapping[Force, NodeCell]: ...

    def slot(self, parent: Node, option: Option) -> SlotCell: ...

    def first_chosen(self, parent: Node, option: Option) -> Selection | None: ...

    def register(self, slot: SlotCell) -> None: ...

    def unregister(self, slot: SlotCell) -> None: ...

    def watch_below(self, parent: Node, option: Option) -> None: ...

    def invalidate_slot(self, node: Selection) -> None: ...

    def replace_scoped(self, before: dict[Origin, ScopedModifier], after: dict[Origin, ScopedModifier]) -> None: ...

    def touch(self, node: Selection) -> None: ...


class NodeCell(Cell):
    """A selection or force: its effective values and its modifiers on other nodes."""

    evaluated_first = True

    def __init__(self, store: CellEnvironment, node: Node, core: Core) -> None:
        super().__init__(store.scheduler)
        self.store = store
        self.node: Node = node
        self.core = core
        self.version = 0  # grows with every change of the values
        self.scoped: dict[Origin, ScopedModifier] = {}

    def set_scoped(self, scoped: dict[Origin, ScopedModifier]) -> None:
        before, self.scoped = self.scoped, scoped
        self.store.replace_scoped(before, scoped)

    def on_drop(self) -> None:
        self.set_scoped({})


class SelectionCell(NodeCell):
    """A selection: its effective values, its counts, its modifiers on other nodes and its own violations."""

    adds_counts = True
    node: Selection

    def __init__(self, store: CellEnvironment, node: Selection) -> None:
        super().__init__(store, node, store.plans.first(node.option))
        self.counts: Counts = store.plans.first_counts(node.option)  # never changed in place
        self.changed: set[CountKey] = set()  # counters that it changed within one refresh
        self.takes_role = store.plans.takes_role(node.option)

    def evaluate(self) -> None:
        store, node, option = self.store, self.node, self.node.option
        position = position_of(node)
        if self.takes_role:  # evaluates its modifiers on itself without the counts that it adds
            self.reset()
            _core, context = evaluate(position, option, store.index, store.plans, store.scoped_modifiers, self)
            self.set_scoped(scoped_modifiers_of(node.id, store.plans.of(option), context))
        core, context = evaluate(position, option, store.index, store.plans, store.scoped_modifiers, self)
        if not core.hidden and is_in_hidden_group(store, position, self):
            core = replace(core, hidden=True)
        if self in store.scheduler.cycles:
            core = store.plans.first(option)
        scoped = scoped_modifiers_of(node.id, store.plans.of(option), context)
        self._publish(core)
        self.set_scoped(scoped)
        self.violations = tuple(self._violations(core, context))
        if self.takes_role:
            store.scheduler.ignore_own_changes(self)
        elif self.may_feed_back:
            self._observe_feedback()

    def _observe_feedback(self) -> None:
        """Invalidates the cell whenever a counter changes that its own values are part of, not only when an answer does.

        Otherwise a category that is given wherever it is found would remain when only the copies given are left.
        """
        plans, first = self.store.plans, self.store.plans.first(self.node.option)
        for probe in tuple(self.reads):
            for mode, (field, key) in probe.watched:
                if field in plans.library.cost_types:
                    feeds = self.core.costs.get(field) != first.costs.get(field)
                else:
                    feeds = key in plans.given
                if feeds:
                    self.store.index.watch(probe.tally, mode, (field, key), self)

    def _publish(self, core: Core) -> None:
        before, self.core = self.core, core
        if core == before:
            return
        self.version += 1
        self.store.touch(self.node)
        if core.keys != before.keys or core.costs != before.costs:
            self._change_counts(counts_of(core.keys, core.costs))
        self.store.invalidate_slot(self.node)

    def _change_counts(self, counts: Counts) -> None:
        change = {key: -value for key, value in self.counts.items() if counts.get(key) != value}
        for key, value in counts.items():
            if self.counts.get(key) != value:
                change[key] = change.get(key, 0) + value
        self.counts = counts
        self.changed.update(change)
        self.store.index.change(self.node, change)

    def _counts_differ(self) -> bool:
        """Whether modifiers changed what it adds to the counters."""
        first = self.store.plans.first(self.node.option)
        return first.keys != self.core.keys or first.costs != self.core.costs

    @property
    def weight(self) -> int:
        plan = self.store.plans.of(self.node.option)
        return 1 + len(plan.core) + len(plan.scoped)

    @property
    def may_feed_back(self) -> bool:
        return bool(self.scoped) or self._counts_differ()

    def reset(self) -> None:
        if self._counts_differ():
            self._publish(self.store.plans.first(self.node.option))
        self.set_scoped({})

    def feeds(self, other: Cell) -> bool:
        tallies = self.store.index.tallies
        above = {tallies[item] for item in path_up(self.node) if item in tallies}
        for probe in other.reads:
            if probe.tally in above and any(counted in self.changed for _, counted in probe.watched):
                return True
        assert other.node is not None
        return any(scoped.target is node for scoped in self.scoped.values() for node in path_up(other.node))

    def end_refresh(self) -> None:
        super().end_refresh()
        self.changed.clear()

    def _violations(self, core: Core, context: QueryContext) -> Iterator[Violation]:
        node, position = self.node, context.position
        for message in core.messages:
            yield message_violation(node, message, node.option.target.id, core.name, position)
        if core.hidden:
            yield hidden_violation(node, core)
            return
        yield from association_violations(node, core.name, context)
        plan = self.store.plans.of(node.option)
        scoped = [item.applied for item in self.store.scoped_modifiers.on(position, core.keys)]
        for owner, constraint in written(node.option):
            if is_own(constraint, node.option):
                item = checked(constraint, owner, counted_key(node.option, owner, constraint), context, plan, scoped)
                if item is not None and item.violated:
                    yield choice_violation(item, position, core, node)


class SlotCell(Cell):
    """An entry or group under a node; ``core`` is that of the first chosen one where there is one.

    A ``live`` slot reports violations and is evaluated with every change, another slot only when it is asked for.
    """

    def __init__(self, store: CellEnvironment, parent: Node, option: Option) -> None:
        super().__init__(store.scheduler)
        self.store = store
        self.parent = parent
        self.option = option
        self.live = False
        self.core: Core = store.plans.first(option)
        self._in_hidden_group = False  # where nothing bounds it
        self._known_bounds: tuple[CheckedConstraint, ...] | None = None
        self.registered: frozenset[str] = frozenset()  # ids under which scoped modifiers find it

    def on_invalidate(self) -> None:
        if self.live:
            self.scheduler.enqueue(self)
        else:
            self.invalidate_dependents()

    def invalidate_dependents(self) -> None:
        """Invalidates the cells that depend on whether the slot is hidden."""
        for cell in tuple(self.dependents):
            cell.invalidate()

    def on_drop(self) -> None:
        self.invalidate_dependents()
        self.store.unregister(self)

    def evaluate(self) -> None:
        store, option = self.store, self.option
        before = self.core.hidden
        node = store.first_chosen(self.parent, option)
        position = TreePosition(self.parent, node, option)
        self._known_bounds = None
        self._in_hidden_group = node is None and is_in_hidden_group(store, position, self)
        if node is not None:
            cell = store.selections[node]
            cell.ensure()
            self.core = cell.core
        elif self._in_hidden_group:
            self.core = replace(store.plans.first(option), hidden=True)
        else:
            self.core, _ = evaluate(position, option, store.index, store.plans, store.scoped_modifiers, self)
        self.violations = tuple(self._violations(position)) if self.live else ()
        if self.core.hidden != before:
            self.invalidate_dependents()
        store.register(self)

    @property
    def bounds(self) -> tuple[CheckedConstraint, ...]:
        """What the data allow here. Most of it is never asked for: a maximum of what is not chosen cannot be exceeded."""
        if self._known_bounds is None:
            position = TreePosition(self.parent, self.store.first_chosen(self.parent, self.option), self.option)
            self._known_bounds = tuple(self._checked(position, written(self.option)))
        return self._known_bounds

    def _checked(
        self, position: TreePosition, constraints: Iterable[tuple[str, Constraint]]
    ) -> Iterator[CheckedConstraint]:
        option, store = self.option, self.store
        if self._in_hidden_group or not option.merged.constraints:
            return
        context = QueryContext(store.index, position, self.core.keys, self)
        plan = store.plans.of(option)
        scoped = [item.applied for item in store.scoped_modifiers.on(position, context.keys)]
        for owner, constraint in constraints:
            if is_own(constraint, option):
                continue  # checked by the cell of each selection
            item = checked(constraint, owner, counted_key(option, owner, constraint), context, plan, scoped)
            if item is not None:
                yield item

    def _violations(self, position: TreePosition) -> Iterator[Violation]:
        option, node, core = self.option, position.node, self.core
        for message in core.messages if option.is_group else ():
            yield message_violation(self.parent, message, option.target.id, core.name, position)
        if core.hidden:
            return
        may_report = (one for one in written(option) if node or option.is_group or one[1].type != "max")
        for item in self._checked(position, may_report):
            kind = item.violated  # the slots of those that exceed a maximum report it
            if kind:
                at = node if kind == "max" and node is not None else self.parent
                yield choice_violation(item, position, core, at)


class GateCell(Cell):
    """A group that may be hidden, under a node. What is always evaluated in it is so once the group is not hidden; until then its
    choices are not even bound: community data have all that campaigns add in a hidden group of each unit."""

    def __init__(self, store: CellEnvironment, parent: Node, group: Option) -> None:
        super().__init__(store.scheduler)
        self.store = store
        self.parent = parent
        self.group = group
        self._is_open = False

    def evaluate(self) -> None:
        if self._is_open:
            return
        slot = self.store.slot(self.parent, self.group)
        self.depend_on(slot)
        if not slot.core.hidden:
            self._is_open = True
            self.store.watch_below(self.parent, self.group)


def is_own(constraint: Constraint, option: Option) -> bool:
    """Whether a constraint bounds what is inside each selection of its owner."""
    return not option.is_group and is_itself(option, constraint.scope)


def is_in_hidden_group(store: CellEnvironment, position: TreePosition, cell: Cell) -> bool:
    """Whether one of the groups around a choice is hidden; the cell is invalidated when that changes."""
    option = position.option
    if option is None or not any(store.plans.may_hide(group) for group in option.group_chain):
        return False
    assert option.group is not None
    assert isinstance(position.parent, Selection | Force)
    slot = store.slot(position.parent, option.group)
    cell.depend_on(slot)
    return slot.core.hidden
