"""The engine: the effective state of a roster, evaluated only where something changed.

It listens to the edits of the roster. Nothing is evaluated by an edit itself; each answer first evaluates what is invalid.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from listbuilder.engine.builder import Builder, needed, room
from listbuilder.engine.cells import SelectionCell, SlotCell
from listbuilder.engine.cost_types import CostTypeState
from listbuilder.engine.counted import counted
from listbuilder.engine.follower import Follower
from listbuilder.engine.headroom import headroom
from listbuilder.engine.infos import printed_infos, printed_profiles
from listbuilder.engine.modifiers import Changes, applying, plan
from listbuilder.engine.numbers import settled
from listbuilder.engine.plans import Plans
from listbuilder.engine.queries import QueryContext
from listbuilder.engine.scopes import TreePosition
from listbuilder.engine.state import Choice, Costs, ForceChoice, ProfileState, RuleState, State, Violation
from listbuilder.engine.tallies import DEEP, DIRECT, OWN, TREE_DEEP
from listbuilder.engine.trial import Trial
from listbuilder.engine.violations import cycle_violation
from listbuilder.roster.edits import (
    Edit,
    Insert,
    Move,
    Remove,
    SetAgreedLimits,
    SetAmount,
    SetCostLimit,
    SetDeclarations,
    SetText,
)
from listbuilder.roster.tree import Force, Node, Roster, Selection, nodes_of

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.library import Option
    from listbuilder.catalogue.model import ForceEntry
    from listbuilder.engine.constraints import CheckedConstraint
    from listbuilder.engine.shape_cache import UnitShape
    from listbuilder.engine.store import CellStore


class Engine:
    """The effective state of one roster. Every answer is up to date."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self.follower = Follower(roster)
        self.trial = Trial(self.follower)
        self.shapes = self.follower.shapes
        self.store = self.follower.store
        self._states: dict[Node, tuple[tuple[Any, ...], State]] = {}
        self._violations: tuple[Violation, ...] = ()
        self._violations_version = -1
        roster.listeners.append(self)

    @classmethod
    def of(cls, roster: Roster) -> Engine:
        """The engine that follows a roster already, else a new one: whoever asks next evaluates only what changed since. One that
        is older than what the library has got to know is replaced."""
        known = next((one for one in roster.listeners if isinstance(one, Engine)), None)
        if known is not None and known.store.plans is roster.library.kept(Plans):
            return known
        if known is not None:
            known.close()
        return cls(roster)

    def close(self) -> None:
        """Stops following the roster. Nothing can be asked afterwards."""
        if self in self.roster.listeners:
            self.roster.listeners.remove(self)
        self.store.close()

    # --- following edits ------------------------------------------------------------------------------------------------

    def __call__(self, roster: Roster, edit: Edit) -> None:
        """Follows an edit, as a listener of the roster."""
        follower = self.follower
        if not isinstance(edit, Insert):
            self.trial.end()
        match edit:
            case Insert(node=node):
                if self.trial.adopt(node):
                    follower.adopt(node)
                else:
                    follower.insert(node, complete=True)
            case Remove(node=node):
                self._forget_states(node)
                follower.remove(node)
            case SetAmount(selection=selection):
                follower.set_amount(selection)
            case SetText(node=Selection() as node):
                follower.set_text(node)
            case SetCostLimit(type_id=type_id):
                follower.set_limit(type_id)
            case SetAgreedLimits():
                for type_id in self.roster.library.cost_types:
                    follower.set_limit(type_id)
            case Move(node=node):
                follower.reorder(node)
        if isinstance(edit, SetDeclarations) or (isinstance(edit, Insert | Remove) and follower.is_attached(edit.node)):
            follower.associate()
        self.store.scheduler.retry_cycles()

    def _forget_states(self, node: Node) -> None:
        for item in nodes_of(node):
            self._states.pop(item, None)

    def limit_by_size(self, type_id: str, limit: Number | None) -> None:
        """States the limit that the chosen size of game gives a cost type; a limit of the list's own goes before it."""
        known = self.roster.size_limits
        if known.get(type_id) == limit:
            return
        if limit is None:
            del known[type_id]
        else:
            known[type_id] = limit
        self.trial.end()
        self.follower.set_limit(type_id)
        self.store.scheduler.retry_cycles()

    @contextmanager
    def excursion(self) -> Iterator[None]:
        """For edits that are all reverted by the end: then every unit has the revision that it had before."""
        revisions, limits = dict(self.refreshed().revisions), dict(self.roster.size_limits)
        try:
            yield
        finally:
            for type_id in {**limits, **self.roster.size_limits}:
                self.limit_by_size(type_id, limits.get(type_id))
            self.refreshed().revisions = revisions

    # --- answers --------------------------------------------------------------------------------------------------------

    def refreshed(self) -> CellStore:
        """The cells of the roster, all of them up to date."""
        self.trial.end()
        self.store.scheduler.refresh()
        return self.store

    def state(self, node: Node) -> State:
        """The effective state of a node; the same object as long as nothing in it changed."""
        store = self.refreshed()
        if isinstance(node, Selection):
            cached = self.shapes.state(node)
            if cached is not None:
                return cached
        info, cell = store.info(node), store.cell(node)
        number = node.number if isinstance(node, Selection) else 1
        total = self._total(node, number)
        stamp = (cell.version, info.version, number, total, id(cell))
        known = self._states.get(node)
        if known is not None and known[0] == stamp:
            return known[1]
        core, parts = cell.core, node.option.parts if isinstance(node, Selection) else (node.entry,)
        state = State(
            name=core.name,
            hidden=core.hidden,
            costs={type_id: value * number for type_id, value in core.costs.items()},
            total_costs=total,
            categories=core.categories,
            profiles=info.profiles,
            rules=info.rules,
            page=next((part.page for part in parts if part.page), ""),
            publication_id=next((part.publication_id for part in parts if part.publication_id), ""),
            messages=core.messages,
            annotation=core.annotation,
        )
        self._states[node] = (stamp, state)
        return state

    def printed(self, option: Option) -> tuple[ProfileState, ...]:
        """The profiles of an option as the data print them, chosen or not."""
        return printed_profiles(self.roster.library, option)

    def printed_infos(self, option: Option) -> tuple[ProfileState | RuleState, ...]:
        """The profiles and rules of an option as the data print them, chosen or not."""
        return printed_infos(self.roster.library, option)

    def revisions(self) -> Mapping[Selection, int]:
        """The revisions of units (root selections), 0 where there is none: a unit has another revision whenever the state of
        anything in it may have changed. They hold until the next edit."""
        return self.refreshed().revisions

    def shape(self, unit: Selection) -> UnitShape | None:
        """The shape that represents a unit, if the unit is cached."""
        self.refreshed()
        return self.shapes.units.get(unit)

    def learn(self, unit: Selection, states: Sequence[State]) -> UnitShape | None:
        """Remembers the values of a unit for units of the same shape, if they depend on nothing else.

        ``states`` are those of the unit's nodes in the order of `Selection.walk`. None where the unit depends on more.
        """
        self.refreshed()
        return self.shapes.learn(unit, states)

    def _total(self, node: Node, number: int) -> Costs:
        """Costs of a node with everything below it."""
        counts = self.store.index.tallies[node].counts
        own, below = counts[OWN], counts[DEEP if isinstance(node, Selection) else TREE_DEEP]
        total: Costs = {}
        for type_id in self.roster.library.cost_types:
            key = (type_id, "any")
            if key in own or key in below:  # most data have many types, and most nodes one
                amount = settled((own.get(key, 0) + below.get(key, 0)) * number)
                if amount:
                    total[type_id] = amount
        return total

    def choice(self, parent: Node, option: Option) -> Choice:
        """An entry or group that may be chosen under a parent."""
        store = self.refreshed()
        self.shapes.evict(parent)
        slot, index = store.slot(parent, option), store.index
        core = slot.core
        counted = index.count(parent, DIRECT, ("selections", option.id))
        if option.is_group:
            counted = index.count(parent, DIRECT, ("selections", option.target.id))
        return Choice(
            name=core.name,
            hidden=core.hidden,
            minimum=_minimum(slot, counted),
            maximum=_maximum(slot.bounds, counted),
            count=counted,
            own_cost=core.costs,
            categories=core.categories,
        )

    def room(self, parent: Node, option: Option) -> int | None:
        """How many more of an option each one of a parent may take, by the maxima of the option and of the groups around it;
        None without a limit."""
        store = self.refreshed()
        self.shapes.evict(parent)
        return room(store.slot(parent, holder) for holder in (option, *option.group_chain))

    def headroom(self, parent: Selection, option: Option, instead: Collection[Selection] = ()) -> int | None:
        """How many more of an option the bounds around a parent allow; see `headroom`."""
        store = self.refreshed()
        self.shapes.evict(parent)
        return headroom(store, parent, option, instead)

    def missing(self, parent: Node, option: Option) -> int:
        """How many more of an option the minima of the data require of each one of a parent."""
        store = self.refreshed()
        self.shapes.evict(parent)
        return needed(store.slot(parent, option))

    def force_choice(self, parent: Force | Roster, entry: ForceEntry, catalogue_id: str) -> ForceChoice:
        """A force that may be added under a parent."""
        force = Force(entry, catalogue_id)  # not in the roster: everything that it counts in itself is 0
        keys = frozenset({entry.id, catalogue_id, "force"})
        context = QueryContext(self.refreshed().index, TreePosition(parent, force), keys, None)
        changes = Changes(applying(plan(self.roster.library, entry).core, context, {}))
        return ForceChoice(entry, catalogue_id, changes.name(entry.name), changes.flag("hidden", entry.hidden))

    def price(self, parent: Node, option: Option) -> Costs:
        """What one of an option costs under a parent, with the selections it starts with; costs as in `State.costs`."""
        return Builder(self.trial).cost(parent, option)

    def cost_type(self, type_id: str) -> CostTypeState:
        """A cost type of the library, as the roster shows it."""
        return self.refreshed().cost_types.state(self.roster.library.cost_types[type_id])

    def totals(self) -> Costs:
        """The roster's costs by type; types with a total of 0 are left out."""
        self.refreshed()
        counts = self.store.index.tallies[self.roster].counts[TREE_DEEP]
        types = self.roster.library.cost_types
        return {type_id: settled(counts[type_id, "any"]) for type_id in types if (type_id, "any") in counts}

    def has_chosen(self, entry_id: str) -> bool:
        """Whether the roster has a selection of an entry, by the id of the entry or of a link to it."""
        return bool(self.refreshed().index.count(self.roster, TREE_DEEP, ("selections", entry_id)))

    def chosen_options(self, force: Force) -> Iterable[Option]:
        """The different options that are chosen directly in a force."""
        return self.refreshed().chosen_options(force)

    def place(self, node: Node) -> int:
        """The index of a node among its siblings."""
        return self.store.index.positions.place(node)

    def violations(self) -> Sequence[Violation]:
        """All violations in the order of the roster; a count that several entries share is reported once."""
        version = self.refreshed().scheduler.violations_version
        if self._violations_version != version:
            self._violations, self._violations_version = tuple(self._collect()), version
        return self._violations

    def counted(self, violation: Violation) -> tuple[Selection, ...]:
        """The selections that a violated constraint counts, in the order of the roster."""
        self.refreshed()
        if violation.counted and not isinstance(violation.counted[1], Selection):  # no unit with a violation is cached
            self.shapes.evict_counted(violation)
        return tuple(counted(self.refreshed().index, violation))

    def _collect(self) -> Iterator[Violation]:
        scheduler, positions = self.store.scheduler, self.store.index.positions
        found = [item for cell in scheduler.with_violations for item in cell.violations]
        found.sort(key=lambda item: (positions.path(item.node), item.entry_id, item.constraint_id, item.message))
        seen: set[tuple[object, ...]] = set()
        for item in found:
            if item.counted:
                if item.counted in seen:
                    continue
                seen.add(item.counted)
            yield item
        cells = [cell for cell in scheduler.cycles if isinstance(cell, SelectionCell)]
        if cells:
            yield cycle_violation(sorted({cell.node.option.name for cell in cells}))


def _minimum(slot: SlotCell, counted: Number) -> Number | None:
    """The largest number that a minimum requires under this parent; None where none requires any. What the minimum of a wider
    scope requires of a selection, another one may hold as well; a minimum of something else that is met requires none."""
    wanted = [
        item.value - item.found + counted
        for item in slot.bounds
        if item.bounds_selections("min")
        and (item.scope.node is slot.parent or isinstance(slot.parent, Force))
        and (item.value > item.found or not item.constraint.child_id)
    ]
    return max((value for value in wanted if value > 0), default=None)


def _maximum(bounds: Sequence[CheckedConstraint], counted: Number) -> Number | None:
    """The smallest number that a maximum allows under this parent; None without a limit."""
    allowed = [
        item.value - item.found + counted
        for item in bounds
        if item.bounds_selections("max") and (item.value >= 0 or item.constraint.negative)
    ]
    return max(0, min(allowed)) if allowed else None
