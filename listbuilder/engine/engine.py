"""The engine: the effective state of a roster over its catalogues, evaluated lazily and only where something changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from listbuilder.engine.builder import Builder
from listbuilder.engine.evaluator import Evaluator
from listbuilder.engine.index import ASSOCIATED, DEEP, DIRECT, OWN, TREE_DEEP, Counts
from listbuilder.engine.queries import LIMIT
from listbuilder.engine.state import Choice, Costs, State, Violation
from listbuilder.engine.trial import Trial
from listbuilder.roster.edits import Edit, Insert, Move, Remove, SetAmount, SetCostLimit, SetDeclarations, SetText
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.library import Option
    from listbuilder.engine.constraints import Bound
    from listbuilder.engine.shape_cache import UnitShape


class Engine:
    """Answers what a roster comes to. It listens to the roster's edits; an answer is up to date whenever it is given."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self.evaluator = Evaluator(roster)
        self.trial = Trial(self.evaluator)
        self._states: dict[Selection | Force, tuple[tuple[Any, ...], State]] = {}
        self._violations: tuple[Violation, ...] = ()
        self._stamp = -1  # of the findings that these were collected from
        for type_id in roster.cost_limits:
            self._set_limit(type_id)
        for force in roster.forces:
            self.evaluator.insert_force(force)
        self._associated: dict[Selection, Counts] = {}
        self._associate()
        roster.listeners.append(self._edited)

    def close(self) -> None:
        """Stops listening."""
        self.roster.listeners.remove(self._edited)

    # --- following edits ------------------------------------------------------------------------------------------------

    def _edited(self, roster: Roster, edit: Edit) -> None:
        evaluator = self.evaluator
        if not isinstance(edit, Insert):
            self.trial.end()
        match edit:
            case Insert(node=node):
                self._came(node)
            case Remove(node=node):
                self._went(node)
            case SetAmount(selection=selection):
                if not evaluator.shapes.evict(selection):
                    evaluator.index.set_amount(selection)
                    evaluator.cell(selection).disturb()
                    evaluator.touch(selection)
            case SetText(node=Selection() as node):
                if not evaluator.shapes.evict(node):
                    evaluator.touch(node)
            case SetCostLimit(type_id=type_id):
                self._set_limit(type_id)
            case Move(node=node):
                self._stamp = -1  # nothing else changes the order of what stays
                if isinstance(node, Selection):
                    evaluator.reordered(node)
        if isinstance(edit, Insert | Remove | SetDeclarations):
            self._associate()

    def _came(self, node: Selection | Force) -> None:
        if self.trial.adopt(node):
            return
        if isinstance(node, Force):
            self.evaluator.insert_force(node)
        elif not self._opened(node):
            self.evaluator.insert(node)

    def _opened(self, node: Selection) -> bool:
        """Whether the unit in which a node came or went was unopened: then it is seen anew as a whole, as it is now."""
        return isinstance(node.parent, Selection) and self.evaluator.shapes.evict(node.parent)

    def _went(self, node: Selection | Force) -> None:
        holders = tuple(node.walk_forces()) if isinstance(node, Force) else (node,)
        for item in (*holders, *(below for holder in holders for below in holder.walk())):
            self._states.pop(item, None)
        if isinstance(node, Force):
            self.evaluator.remove_force(node)
        elif not self._opened(node):
            self.evaluator.remove(node)

    def _set_limit(self, type_id: str) -> None:
        index, limit = self.evaluator.index, self.roster.cost_limits.get(type_id)
        tally, field = index.tallies[self.roster], f"{LIMIT}{type_id}"
        wanted = {(field, "present"): int(limit is not None), (field, "value"): limit or 0}
        known = tally.counts[OWN]
        index.add(tally, OWN, {key: value - known.get(key, 0) for key, value in wanted.items()})
        self.evaluator.limits.disturb()

    def _associate(self) -> None:
        """Counts each declared attachment as an association of the one unit with the other."""
        index, nodes, wanted = self.evaluator.index, self.roster.nodes, dict[Selection, Counts]()
        for leader_id, unit_id in self.roster.declarations.attach.items():
            leader, unit = nodes.get(leader_id), nodes.get(unit_id)
            if isinstance(leader, Selection) and isinstance(unit, Selection):
                for one, other in ((leader, unit), (unit, leader)):
                    counts = wanted.setdefault(one, {})
                    for key in other.option.keys:
                        counts["associations", key] = counts.get(("associations", key), 0) + 1
        for node in {**self._associated, **wanted}:
            if isinstance(node.parent, Selection):
                self.evaluator.shapes.evict(node)
            tally = index.tallies.get(node)
            if tally is not None:
                known, new = tally.counts[ASSOCIATED], wanted.get(node, {})
                index.add(tally, ASSOCIATED, {key: new.get(key, 0) - known.get(key, 0) for key in {**known, **new}})
        self._associated = wanted

    # --- answers --------------------------------------------------------------------------------------------------------

    def refreshed(self) -> Evaluator:
        """The evaluation of the roster as it is now."""
        self.trial.end()
        self.evaluator.refresh()
        return self.evaluator

    def state(self, node: Selection | Force) -> State:
        """The effective state of a node; the same object as long as nothing about it changed."""
        evaluator = self.refreshed()
        if isinstance(node, Selection):
            closed = evaluator.shapes.state(node)
            if closed is not None:
                return closed
        info = evaluator.info(node)
        cell = evaluator.cell(node) if isinstance(node, Selection) else evaluator.force_cells[node]
        number = node.number if isinstance(node, Selection) else 1
        total = self._total(node, number)
        stamp = (cell.version, info.version, number, total, id(cell))
        known = self._states.get(node)
        if known is not None and known[0] == stamp:
            return known[1]
        state = self._selection_state(node, total) if isinstance(node, Selection) else self._force_state(node, total)
        self._states[node] = (stamp, state)
        return state

    def revisions(self) -> Callable[[Selection], int]:
        """Tells units (by their roots) apart from themselves as they were: a unit has the same number as long as the state of
        everything in it is the same. Numbers hold until the next edit."""
        known = self.refreshed().revisions
        return lambda unit: known.get(unit, 0)

    def shape(self, unit: Selection) -> UnitShape | None:
        """What is known of a unit by its shape alone, as long as nothing makes it one of its own."""
        return self.refreshed().shapes.roots.get(unit)

    def learn(self, unit: Selection, states: Sequence[State]) -> UnitShape | None:
        """Remembers what a unit's shape comes to (``states``: of its nodes in the order of the walk), if that decides it."""
        return self.refreshed().shapes.learn(unit, states)

    def _total(self, node: Selection | Force, number: int) -> Costs:
        """Costs of a node with everything below it."""
        counts = self.evaluator.index.tallies[node].counts
        modes = (OWN, DEEP) if isinstance(node, Selection) else (TREE_DEEP,)
        total: Costs = {}
        for type_id in self.roster.library.cost_types:
            amount = sum(counts[mode].get((type_id, "any"), 0) for mode in modes) * number
            if amount:
                total[type_id] = amount
        return total

    def _selection_state(self, node: Selection, total: Costs) -> State:
        core, info = self.evaluator.cell(node).core, self.evaluator.info(node)
        number, parts = node.number, node.option.parts
        return State(
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

    def _force_state(self, force: Force, total: Costs) -> State:
        cell, info = self.evaluator.force_cells[force], self.evaluator.info(force)
        return State(
            name=cell.name,
            hidden=cell.hidden,
            costs={cost.type_id: cost.value for cost in force.entry.costs},
            total_costs=total,
            categories=cell.categories,
            profiles=info.profiles,
            rules=info.rules,
            page=force.entry.page,
            publication_id=force.entry.publication_id,
            messages=cell.messages,
            annotation=cell.annotation,
        )

    def choice(self, parent: Selection | Force, option: Option) -> Choice:
        """An entry or group as it may be chosen under a parent."""
        evaluator = self.refreshed()
        slot, index = evaluator.slot(parent, option), evaluator.index
        core = slot.core
        counted = index.count(parent, DIRECT, ("selections", option.id))
        if option.is_group:
            counted = index.count(parent, DIRECT, ("selections", option.target.id))
        return Choice(
            name=core.name,
            hidden=core.hidden,
            minimum=_minimum(slot.bounds, counted),
            maximum=_maximum(slot.bounds, counted),
            count=counted,
            default_amount=core.default_amount,
            own_cost=core.costs,
            categories=core.categories,
        )

    def price(self, parent: Selection | Force, option: Option) -> Costs:
        """What one of an option costs under a parent, with the selections it starts with; costs as in `State.costs`."""
        return Builder(self.evaluator, self.trial).cost(parent, option)

    def totals(self) -> Costs:
        """The roster's costs by type; types of which there is nothing are left out."""
        self.refreshed()
        counts = self.evaluator.index.tallies[self.roster].counts[TREE_DEEP]
        types = self.roster.library.cost_types
        return {type_id: counts[type_id, "any"] for type_id in types if (type_id, "any") in counts}

    def violations(self) -> Sequence[Violation]:
        """Everything that is wrong, in the order of the roster; a count that several entries share is reported once."""
        self.refreshed()
        if self._stamp != self.evaluator.findings:
            self._violations, self._stamp = tuple(self._collect()), self.evaluator.findings
        return self._violations

    def _collect(self) -> Iterator[Violation]:
        found = [item for cell in self.evaluator.troubled for item in cell.violations]
        positions = Positions()
        found.sort(key=lambda item: (positions.path(item.node), item.entry_id, item.constraint_id, item.message))
        seen: set[tuple[object, ...]] = set()
        for item in found:
            if item.counted:
                if item.counted in seen:
                    continue
                seen.add(item.counted)
            yield item
        if self.evaluator.circles:
            names = sorted({cell.node.option.name for cell in self.evaluator.circular()})
            text = f"the data of {', '.join(names)} refer to each other in a circle; their modifiers are left out"
            yield Violation(
                kind="error", node=None, entry_id="", message=text, owner_type="roster", constraint_id="circle"
            )


class Positions:
    """Where nodes stand in the roster, for sorting; each list of siblings is looked through once."""

    def __init__(self) -> None:
        self._known: dict[Any, dict[Any, int]] = {}

    def path(self, node: Selection | Force | None) -> tuple[int, ...]:
        """The numbers of a node and of what is above it, outermost first; forces come after selections."""
        path: list[int] = []
        while node is not None and node.parent is not None:
            parent = node.parent
            siblings = self._known.get(parent)
            if siblings is None:
                items = [*(() if isinstance(parent, Roster) else parent.selections), *getattr(parent, "forces", ())]
                siblings = self._known[parent] = {item: number for number, item in enumerate(items)}
            path.append(siblings.get(node, -1))
            node = None if isinstance(parent, Roster) else parent
        return tuple(reversed(path))


def _minimum(bounds: Sequence[Bound], counted: Number) -> Number | None:
    """The most that the minima ask of this parent."""
    wanted = [
        item.value - item.found + counted
        for item in bounds
        if item.constraint.type in ("min", "exactly") and item.constraint.field == "selections" and item.total is None
    ]
    return max((value for value in wanted if value > 0), default=None)


def _maximum(bounds: Sequence[Bound], counted: Number) -> Number | None:
    """The least that the maxima leave to this parent."""
    allowed = [
        item.value - item.found + counted
        for item in bounds
        if item.constraint.type in ("max", "exactly")
        and item.constraint.field == "selections"
        and item.total is None
        and (item.value >= 0 or item.constraint.negative)
    ]
    return max(0, min(allowed)) if allowed else None
