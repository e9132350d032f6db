"""Builds edits that know the evaluation: a new selection comes with what it must have. Nothing is applied here."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING

from listbuilder.roster.edits import Edit, Group, Insert, Remove, SetAmount
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Option
    from listbuilder.catalogue.model import ForceEntry
    from listbuilder.engine.cells import SlotCell
    from listbuilder.engine.engine import Engine
    from listbuilder.engine.state import Costs

MAX_DEPTH = 24  # of automatic children


def bare(option: Option, amount: int = 1) -> Selection:
    """A selection without automatic children."""
    return Selection(option, amount)


def is_merged(option: Option) -> bool:
    """Whether repeated choices of an option are one selection with an amount: nothing visible and individual is below it."""
    return not any(
        not child.collective and not child.hidden or not is_merged(child)
        for child in option.entries
        if not any(group.hidden for group in child.group_chain)
    )


def add_force(
    engine: Engine, entry: ForceEntry, catalogue_id: str, parent: Force | None = None
) -> tuple[Edit, Force]:
    """A new force with the selections it must have."""
    force = Force(entry, catalogue_id)
    force.parent = parent if parent is not None else engine.roster
    builder = Builder(engine)
    for option in builder.required_roots(force):
        slot = builder.slot(force, option)
        for _ in range(0 if slot.core.hidden else builder.needed(slot)):
            force.selections.append(builder.build(force, option))
    holder: Force | Roster = parent if parent is not None else engine.roster
    return Insert(force, holder), force


def select(engine: Engine, parent: Selection | Force, option: Option, amount: int = 1) -> tuple[Edit, Selection]:
    """Chooses an option: one more of what is there, or a new selection with what it must have."""
    if isinstance(parent, Selection) and is_merged(option):
        for node in parent.selections:
            if node.option is option:
                return SetAmount(node, node.amount + amount), node
    selection = Builder(engine).build(parent, option, amount)
    return Insert(selection, parent), selection


def set_amount(engine: Engine, selection: Selection, amount: int) -> Edit:
    """Sets how many there are per one parent; none removes it."""
    return SetAmount(selection, amount) if amount > 0 else Remove(selection)


def duplicate(engine: Engine, selection: Selection) -> tuple[Edit, Selection]:
    """A copy with everything below it, as the last of its parent's selections."""
    copy = copied(selection)
    assert selection.parent is not None
    return Insert(copy, selection.parent), copy


def duplicate_force(engine: Engine, force: Force) -> tuple[Edit, Force]:
    """A copy of a force with everything below it."""
    copy = _copied_force(force)
    assert force.parent is not None
    return Insert(copy, force.parent), copy


def copied(selection: Selection) -> Selection:
    copy = Selection(selection.option, selection.amount)
    copy.custom_name, copy.custom_notes = selection.custom_name, selection.custom_notes
    for child in selection.selections:
        below = copied(child)
        below.parent = copy
        copy.selections.append(below)
    return copy


def _copied_force(force: Force) -> Force:
    copy = Force(force.entry, force.catalogue_id)
    copy.custom_name, copy.custom_notes = force.custom_name, force.custom_notes
    for selection in force.selections:
        below = copied(selection)
        below.parent = copy
        copy.selections.append(below)
    for child in force.forces:
        inner = _copied_force(child)
        inner.parent = copy
        copy.forces.append(inner)
    return copy


def price(engine: Engine, parent: Selection | Force, option: Option) -> Costs:
    """What one of an option costs with its defaults."""
    builder = Builder(engine)
    return builder.cost(builder.build(parent, option))


def automatic(engine: Engine) -> Edit | None:
    """What constraints marked `automatic` want added or removed now, or None."""
    edits: list[Edit] = []
    for item in engine.violations():
        if item.kind == "hidden" and isinstance(item.node, Selection):
            if any(constraint.automatic for constraint in item.node.option.constraints):
                edits.append(Remove(item.node))
        if item.constraint is None or not item.constraint.automatic or item.found is None or item.bound is None:
            continue
        if item.kind in ("min", "exactly") and item.found < item.bound and item.node is not None:
            edits.extend(_added(engine, item.node, item.entry_id, ceil(item.bound - item.found)))
        elif item.kind in ("max", "exactly") and isinstance(item.node, Selection):
            edits.append(set_amount(engine, item.node, item.node.amount - ceil(item.found - item.bound)))
    return Group(tuple(edits)) if edits else None


def _added(engine: Engine, parent: Selection | Force, entry_id: str, number: int) -> Iterator[Edit]:
    for option in options_of(engine, parent):
        if any(part.id == entry_id for part in option.parts):
            yield select(engine, parent, option, number)[0]
            return


def options_of(engine: Engine, parent: Selection | Force) -> tuple[Option, ...]:
    """The entries that may be chosen under a node, groups looked through."""
    if isinstance(parent, Selection):
        return parent.option.entries
    return engine.roster.library.root_options(parent.catalogue_id)


class Builder:
    """Builds selections outside the roster, with minimum children and defaults."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.evaluator = engine.evaluator
        self.evaluator.refresh()

    def slot(self, parent: Selection | Force, option: Option) -> SlotCell:
        return self.evaluator.slot(parent, option)

    def required_roots(self, force: Force) -> tuple[Option, ...]:
        """Root options that may have a minimum."""
        return self.evaluator.watched_roots(force.catalogue_id)

    def needed(self, slot: SlotCell) -> int:
        """How many more of a slot's option its minima ask for."""
        missing = [
            item.value - item.found
            for item in slot.bounds
            if item.constraint.type in ("min", "exactly")
            and item.constraint.field in ("selections", "forces")
            and item.total is None
        ]
        return max(0, *(ceil(value) for value in missing)) if missing else 0

    def build(
        self, parent: Selection | Force, option: Option, amount: int = 1, instance: int = 0, depth: int = 0
    ) -> Selection:
        """A selection with its automatic children; ``instance`` tells it from its like, for amounts given as a list."""
        selection = Selection(option, amount)
        selection.parent = parent
        if depth < MAX_DEPTH:
            for child in option.options:
                self._fill(selection, child, instance, depth)
        return selection

    def _fill(self, parent: Selection, option: Option, instance: int, depth: int) -> None:
        slot = self.slot(parent, option)
        if slot.core.hidden:
            return
        if option.is_group:
            self._fill_group(parent, option, slot, instance, depth)
            return
        wanted = self.needed(slot)
        amounts = _amounts(slot.core.default_amount)
        if len(amounts) > 1 and instance:
            wanted = max(wanted, amounts[min(instance, len(amounts)) - 1])
        elif len(amounts) > 1:
            for number, amount in enumerate(amounts, 1):
                if amount:
                    self._put(parent, option, amount, number, depth)
            return
        elif amounts:
            wanted = max(wanted, amounts[0])
        self._put(parent, option, wanted, instance, depth)

    def _put(self, parent: Selection, option: Option, amount: int, instance: int, depth: int) -> None:
        if amount > 0:
            parent.selections.append(self.build(parent, option, amount, instance, depth + 1))

    def _fill_group(self, parent: Selection, group: Option, slot: SlotCell, instance: int, depth: int) -> None:
        for child in group.options:
            self._fill(parent, child, instance, depth)
        missing = self.needed(slot) - _held(parent, group)
        if missing <= 0:
            return
        chosen = self._default(parent, group)
        if chosen is None:
            return
        there = next((node for node in parent.selections if node.option is chosen), None)
        if there is not None:
            there.amount += missing
        else:
            self._put(parent, chosen, missing, instance, depth)

    def _default(self, parent: Selection, group: Option) -> Option | None:
        """The default choice of a group; without one, its only visible choice."""
        if group.default_id:
            return next((item for item in group.entries if group.default_id in item.ids), None)
        visible = [item for item in group.entries if not self.slot(parent, item).core.hidden]
        return visible[0] if len(visible) == 1 else None

    def cost(self, selection: Selection) -> Costs:
        """What one of a selection that is not in the roster costs, with everything below it."""
        assert isinstance(selection.parent, Selection | Force)
        total = dict(self.slot(selection.parent, selection.option).core.costs)
        for child in selection.selections:
            for type_id, value in self.cost(child).items():
                total[type_id] = total.get(type_id, 0) + value * child.amount
        return total


def _held(parent: Selection, group: Option) -> int:
    return sum(node.amount for node in parent.selections if any(item is group for item in node.option.group_chain))


def _amounts(text: str) -> list[int]:
    """``defaultAmount``: a number, or one for each instance."""
    return [int(part) for part in text.replace(" ", "").split(",") if part.isdigit()]
