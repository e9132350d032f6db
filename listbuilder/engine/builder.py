"""Builds new selections and forces with the choices that minima and defaults ask for, evaluated while they grow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import ceil
from typing import TYPE_CHECKING

from listbuilder import budget
from listbuilder.engine.numbers import parse, settled
from listbuilder.engine.plans import default_amount
from listbuilder.engine.scopes import number_within
from listbuilder.engine.tallies import DEEP, OWN
from listbuilder.roster.tree import Force, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Option
    from listbuilder.engine.cells import SlotCell
    from listbuilder.engine.constraints import CheckedConstraint
    from listbuilder.engine.state import Category, Costs
    from listbuilder.engine.trial import Trial

MAX_DEPTH = 24  # levels of automatic children
NO_LIMIT = 10**9


def force_accepts(force: Force, categories: Iterable[Category]) -> bool:
    """Whether a force takes a root choice of these categories: its primary category is one of the force's. A choice without
    primary category and a force without categories always match."""
    primary = next((category.id for category in categories if category.primary), None)
    links = force.entry.category_links
    return primary is None or not links or any(link.target_id == primary for link in links)


class Builder:
    """Builds selections with minimum children and defaults.

    What it builds is evaluated as a `Trial`, as if it were in the roster, so that every choice sees those made before it.
    Raises `TooLarge` where data ask for more selections than a unit may have, or where these take too many steps.
    """

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.follower = trial.follower
        self.store = trial.follower.store
        self.grown = 0  # selections that the data asked for
        self.meter: budget.Meter | None = None
        self.started = 0  # steps before

    def slot(self, parent: Selection | Force, option: Option) -> SlotCell:
        self.store.scheduler.refresh()
        return self.store.slot(parent, option)

    @contextmanager
    def _evaluating(self, node: Force | Selection) -> Iterator[None]:
        with budget.metered() as self.meter, self.trial.evaluating(node):
            self.started = self.meter.steps
            yield

    def force(self, force: Force) -> None:
        """Adds the selections that a new force starts with."""
        with self._evaluating(force):
            for option in self.store.plans.automatic_roots(force.catalogue_id):
                slot = self.slot(force, option)
                if not slot.core.hidden and force_accepts(force, slot.core.categories):
                    left = room([slot])
                    wanted = max(needed(slot), sum(_amounts(slot.core.default_amount)))
                    for _ in range(wanted if left is None else max(needed(slot, proposed=False), min(wanted, left))):
                        self._grow(force, option, 1, 0, 0)
            self._drop_hidden(force)

    def _drop_hidden(self, holder: Selection | Force) -> None:
        """Removes automatic choices that a later choice has hidden."""
        self.store.scheduler.refresh()
        for selection in tuple(holder.selections):
            if self.store.selections[selection].core.hidden:
                self.follower.remove(selection)
                holder.selections.remove(selection)
            elif isinstance(holder, Selection):
                self._drop_hidden(selection)

    def selection(
        self, parent: Selection | Force, option: Option, amount: int, node_id: str | None = None
    ) -> Selection:
        """A new selection with its automatic children."""
        selection = Selection(option, amount, node_id)
        selection.parent = parent
        with self._evaluating(selection):
            self._fill_all(selection, 0, 0)
            self._drop_hidden(selection)
        return selection

    def cost(self, parent: Selection | Force, option: Option) -> Costs:
        """The cost of one of an option with the choices it starts with; types without cost are left out unless data name them."""
        stated = {cost.type_id for cost in option.merged.costs}
        if self.store.plans.is_free(option) and not self.store.scoped_modifiers.by_target:  # most wargear is
            return {key: 0 for key in self.store.plans.library.cost_types if key in stated}
        selection = Selection(option)
        selection.parent = parent
        with self._evaluating(selection):
            self._fill_all(selection, 0, 0)
            self.store.scheduler.refresh()
            counts = self.store.index.tallies[selection].counts
            types = self.store.plans.library.cost_types
            total = {
                key: settled(counts[OWN].get((key, "any"), 0) + counts[DEEP].get((key, "any"), 0)) for key in types
            }
        return {key: value for key, value in total.items() if value or key in stated}

    def _fill_all(self, selection: Selection, instance: int, depth: int) -> None:
        """Fills a new selection. ``instance`` numbers selections of the same option from 1, for default amounts given as a list;
        0 outside such lists."""
        if depth < MAX_DEPTH:
            for child in selection.option.options:
                self._fill(selection, child, instance, depth)

    def _grow(self, parent: Selection | Force, option: Option, amount: int, instance: int, depth: int) -> None:
        if amount <= 0:
            return
        self.grown += 1
        budget.allow("unit_selections", self.grown)
        if self.meter is not None:
            budget.allow("fill_steps", self.meter.steps - self.started)
        child = Selection(option, amount)
        child.parent = parent
        parent.selections.append(child)
        self.follower.insert(child)
        self._fill_all(child, instance, depth + 1)

    def _fill(self, parent: Selection, option: Option, instance: int, depth: int) -> None:
        if option.is_group:
            if self.store.plans.may_hide(option) and self.slot(parent, option).core.hidden:
                return
            for child in option.options:
                self._fill(parent, child, instance, depth)
            self._fill_group(parent, option, instance, depth)
            return
        if not self.store.plans.may_be_automatic(option):
            return
        slot = self.slot(parent, option)
        if slot.core.hidden:
            return
        wanted, amounts = self._wanted(parent, option, slot), _amounts(slot.core.default_amount)
        if len(amounts) == 1 and amounts[0] > 1 and any("," in default_amount(child) for child in option.entries):
            amounts = [1, amounts[0] - 1]  # a list below tells the first from the others
        if len(amounts) > 1 and not instance:
            for number, amount in enumerate(amounts, 1):
                self._grow(parent, option, min(amount, self._room(parent, option)), number, depth)
            return
        if amounts:
            default = amounts[min(max(instance, 1), len(amounts)) - 1]
            wanted = max(wanted, min(default, self._room(parent, option)))
        self._grow(parent, option, wanted, instance, depth)

    def _wanted(self, parent: Selection, option: Option, slot: SlotCell) -> int:
        """What the minima of an option ask for, and what they only propose as far as the groups around it have room."""
        wanted, firm = needed(slot), needed(slot, proposed=False)
        return wanted if wanted == firm else max(firm, min(wanted, self._room(parent, option)))

    def _room(self, parent: Selection, option: Option, inside: Option | None = None) -> int:
        """How many more of an option each one of the parent may have, by the maxima of the option and of its groups: of those
        ``inside`` a group, or of all."""
        chain = option.group_chain
        groups = chain[: chain.index(inside)] if inside is not None else chain
        left = room(self.slot(parent, holder) for holder in (option, *groups))
        return NO_LIMIT if left is None else left

    def _fill_group(self, parent: Selection, group: Option, instance: int, depth: int) -> None:
        """Takes what the minima of a group require: its default, else its only choice, as far as bounds inside it allow.
        The group's own maximum does not count: data whose minimum exceeds it are violated either way."""
        if all(constraint.type == "max" for constraint in group.merged.constraints):
            return
        slot = self.slot(parent, group)
        missing = 0 if slot.core.hidden else needed(slot)
        chosen = self._default(parent, group) if missing else None
        if chosen is None:
            return
        amount = min(missing, self._room(parent, chosen, group))
        there = next((node for node in parent.selections if node.option is chosen), None)
        if there is None:
            self._grow(parent, chosen, amount, instance, depth)
        elif amount:
            self._raise(there, amount)
            self._raise(there, min(needed(self.slot(parent, chosen)), self._room(parent, chosen, group)))

    def _raise(self, there: Selection, more: int) -> None:
        """Takes more of a choice, where its minimum grows with its number, too."""
        if more > 0:
            there.amount += more
            self.follower.set_amount(there)

    def _default(self, parent: Selection, group: Option) -> Option | None:
        """The default choice of a group; without one, its only choice. None that is hidden: it would be dropped in the end, and
        what it stood for would be missing."""
        named = [item for item in group.entries if group.default_id in item.ids] if group.default_id else group.entries
        visible = [item for item in named if not self.slot(parent, item).core.hidden]
        return visible[0] if visible and (group.default_id or len(visible) == 1) else None


def room(slots: Iterable[SlotCell], within: Selection | Force | None = None) -> int | None:
    """How many more each one of the parent may have by the maxima of an option and of groups around it; None without any.
    ``within``: by the maxima of this scope alone."""
    left = [
        (item.value - item.found) // _copies(slot, item)
        for slot in slots
        for item in slot.bounds
        if item.bounds_selections("max")
        and (item.value >= 0 or item.constraint.negative)
        and within in (None, item.scope.node)
    ]
    return max(0, int(min(left))) if left else None


def needed(slot: SlotCell, *, proposed: bool = True) -> int:
    """How many more of a slot's option its minima require of each one of the parent. ``proposed``: also those that the data state
    for new selections and then take back, as far as its maxima allow. What a wider scope lacks is left to other parents beyond
    the maximum of this one."""
    most = room([slot], slot.parent)
    wanted = 0
    for item in slot.bounds:
        if (
            item.constraint.type in ("min", "exactly")
            and item.constraint.field in ("selections", "forces")
            and item.total is None
        ):
            copies = _copies(slot, item)
            missing = -(-ceil(item.value - item.found) // copies)
            if proposed and item.default > item.value:
                more, left = -(-ceil(item.default - item.found) // copies), room([slot])
                missing = max(missing, more if left is None else min(more, left))
            if most is not None and item.scope.node is not slot.parent:
                missing = min(missing, most)
            wanted = max(wanted, missing)
    return wanted


def _copies(slot: SlotCell, item: CheckedConstraint) -> int:
    """How many parents of a slot the scope of a constraint holds for each one of the scope."""
    return number_within(slot.parent, item.scope.node) if isinstance(slot.parent, Selection) else 1


def _amounts(text: str) -> list[int]:
    """Reads ``defaultAmount``: one number, or one for each instance."""
    numbers = map(parse, text.replace(" ", "").split(","))
    return [number for number in numbers if isinstance(number, int) and number >= 0]
