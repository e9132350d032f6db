"""What is known of options without a roster: their modifiers, their values before modifiers, and which are always evaluated.

An option is *always evaluated*, even where it is not chosen, if it may report something when it is missing. A group that bounds
only what is chosen in it is evaluated where something is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct

from listbuilder import budget
from listbuilder.catalogue.model import EntryGroup
from listbuilder.engine.modifiers import MESSAGES, Categories, Plan, category_keys, flatten, plan
from listbuilder.engine.state import Category, Costs, Message
from listbuilder.engine.tallies import Counts

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Library, Option
    from listbuilder.catalogue.merged import Merged
    from listbuilder.catalogue.model import (
        CategoryEntry,
        CategoryLink,
        Condition,
        ConditionGroup,
        Constraint,
        Container,
        ForceEntry,
        Gate,
        LocalConditionGroup,
    )

CategoryRecords = tuple["CategoryEntry | None", "CategoryLink | None"]

# Conditions that hold while few others have a category, and where they look: see `Plans.takes_role`.
AT_MOST = ("lessThan", "atMost", "equalTo")
SCOPES = ("force", "roster", "parent")


class Core(Struct, frozen=True):
    """The values of a choice. ``costs`` are those of one; ``keys`` are the ids, categories and types that it counts as."""

    name: str
    hidden: bool
    costs: Costs
    categories: tuple[Category, ...]
    keys: frozenset[str]
    messages: tuple[Message, ...]
    annotation: str
    default_amount: str


class Below(Struct, frozen=True):
    """The choices below an option that are ``always`` evaluated, chosen or not; and the groups that hold more of them and may be
    hidden, as ``gates``: nothing that is not chosen in a hidden group reports anything."""

    always: tuple[Option, ...]
    gates: tuple[Option, ...]


class Plans:
    """What is known of options without a roster, computed once per library."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.given: set[str] = set()  # categories that modifiers add
        self._plan = cache(self._new_plan)
        self.takes_role = cache(self._takes_role)
        self.is_free = cache(self._is_free)
        self.first = cache(self._first)
        self.first_counts = cache(self._first_counts)
        self.is_bound_outside = cache(self._is_bound_outside)
        self.bounding_groups = cache(self._bounding_groups)
        self.always_below = cache(self._always_below)
        self.always_in = cache(self._always_in)
        self.automatic_roots = cache(self._automatic_roots)
        self._holding: dict[int, tuple[Container, bool]] = {}  # by identity of the record: see `_may_hold`
        self._categories: dict[int, tuple[ForceEntry, tuple[CategoryRecords, ...]]] = {}  # by identity of the entry

    def forget_categories(self) -> None:
        """Lets the categories of forces be collected again, because the library has got more."""
        self._categories.clear()

    def of(self, option: Option) -> Plan:
        return self._plan(option.merged)

    def _new_plan(self, merged: Merged) -> Plan:
        found = plan(self.library, merged)
        steps = (*found.core, *found.scoped)
        self.given.update(step.modifier.value for step in steps if step.modifier.field == "category")
        return found

    def _takes_role(self, option: Option) -> bool:
        """Whether a choice gives itself a role: a category that it adds as long as no other choice has it.

        If such a choice counted itself, it would lose the role by taking it. It is therefore evaluated without its own
        counts, and candidates for one role in the order of the force. Example: the first Hero of a regiment leads it.
        """
        own = self.of(option)
        return any(
            step.modifier.field == "category"
            and any(_limits(item, step.modifier.value) for item in conditions_in(step.gates))
            for step in (*own.core, *own.scoped)
        )

    def _first(self, option: Option) -> Core:
        """The values of a choice before modifiers. Raises `TooLarge` where its name is longer than any that data need."""
        budget.allow("name", len(option.name))
        categories = base_categories(option, self.library).result()
        keys = option.keys.union(category_keys(categories))
        return Core(
            option.name, option.merged.hidden, base_costs(option), categories, keys, (), "", default_amount(option)
        )

    def _first_counts(self, option: Option) -> Counts:
        """What a choice adds to the counters before modifiers."""
        core = self.first(option)
        return counts_of(core.keys, core.costs)

    def _is_free(self, option: Option) -> bool:
        """Whether neither an option nor anything that may be chosen below it has a cost or changes one."""
        waiting: list[Container] = [*option.parts]
        seen = set(map(id, waiting))
        while waiting:
            holder = waiting.pop()
            if any(cost.value for cost in holder.costs) or any(
                step.modifier.field in self.library.cost_types for step in flatten([holder])
            ):
                return False
            for record in (*holder.entries, *holder.groups, *holder.links):
                new = [part for part in self.library.parts(record) if id(part) not in seen]
                seen.update(map(id, new))
                waiting += new
        return True

    def _is_bound_outside(self, option: Option) -> bool:
        """Whether the data bound how many of a chosen option there are around it."""
        return any(constraint.scope != "self" for constraint in option.merged.constraints)

    def _bounding_groups(self, option: Option) -> tuple[Option, ...]:
        """The groups around an option that are evaluated as long as something in them is chosen."""
        return tuple(
            group for group in option.group_chain if group.merged.constraints and not self.is_always_evaluated(group)
        )

    def may_hide(self, option: Option) -> bool:
        """Whether an option is hidden, or may be hidden by its own modifiers."""
        return option.merged.hidden or "hidden" in self.of(option).fields

    def _always_below(self, option: Option) -> Below:
        """What is always evaluated below an option, or within a group."""
        gates: list[Option] = []
        around = (
            frozenset(group.target.id for group in (option, *option.group_chain))
            if option.is_group
            else frozenset[str]()
        )
        found = [*self._always_within(option, around, gates)]
        always = (*(item for item in found if not item.is_group), *(item for item in found if item.is_group))
        return Below(always, tuple(gates))

    def _always_within(self, option: Option, seen: frozenset[str], gates: list[Option]) -> Iterator[Option]:
        """The same, depth first; groups without any are not bound. ``seen``: groups that hold this one."""
        for item in option.options:
            if item.is_group and item.target.id in seen:
                continue
            if self.is_always_evaluated(item):
                yield item
            if item.is_group and any(map(self._may_hold, item.parts)):
                if self.may_hide(item):
                    gates.append(item)
                else:
                    yield from self._always_within(item, seen | {item.target.id}, gates)

    def _may_hold(self, holder: Container) -> bool:
        """Whether an entry or group that is always evaluated may be in what a record holds, groups in it included."""
        if id(holder) not in self._holding:
            self._holding[id(holder)] = holder, any(map(self._may_report, self._within(holder)))
        return self._holding[id(holder)][1]

    def _within(self, holder: Container) -> Iterator[tuple[Container, ...]]:
        """What a record holds, with the links that lead to it, and what groups in it hold; each is looked into once."""
        seen, waiting = {id(holder)}, [holder]
        while waiting:
            held = waiting.pop()
            for record in (*held.entries, *held.groups, *held.links):
                parts = self.library.parts(record)
                yield parts
                if isinstance(parts[-1], EntryGroup):
                    new = [part for part in parts if id(part) not in seen]
                    seen.update(map(id, new))
                    waiting += new

    @staticmethod
    def _may_report(parts: tuple[Container, ...]) -> bool:
        if isinstance(parts[-1], EntryGroup):
            return any(
                part.modifiers or part.modifier_groups or not all(map(_bounds_the_chosen, part.constraints))
                for part in parts
            )
        return any(_demands(constraint) for part in parts for constraint in part.constraints)

    def _always_in(self, catalogue_id: str) -> tuple[Option, ...]:
        """The root options of a catalogue's forces that are always evaluated."""
        return tuple(item for item in self.library.root_options(catalogue_id) if self.is_always_evaluated(item))

    def _automatic_roots(self, catalogue_id: str) -> tuple[Option, ...]:
        """The root options that a new force may start with."""
        return tuple(item for item in self.library.root_options(catalogue_id) if self.may_be_automatic(item))

    def categories(self, entry: ForceEntry) -> tuple[CategoryRecords, ...]:
        """The categories of a force, its own and those of the library, that have constraints or modifiers."""
        if id(entry) not in self._categories:
            self._categories[id(entry)] = (entry, tuple(self._evaluated_categories(entry)))
        return self._categories[id(entry)][1]

    def _evaluated_categories(self, entry: ForceEntry) -> Iterator[CategoryRecords]:
        links = {link.target_id: link for link in entry.category_links}
        for category_id in dict.fromkeys([*links, *self.library.categories]):
            category, link = self.library.categories.get(category_id), links.get(category_id)
            if any(
                part is not None and (part.constraints or part.modifiers or part.modifier_groups)
                for part in (category, link)
            ):
                yield category, link

    def may_be_automatic(self, option: Option) -> bool:
        """Whether a new parent may start with an option."""
        return (
            self.is_always_evaluated(option)
            or bool(default_amount(option))
            or "defaultAmount" in self.of(option).fields
        )

    def is_always_evaluated(self, option: Option) -> bool:
        """Whether an option may report something even when it is not chosen."""
        merged = option.merged  # its modifiers are looked at only where they tell: most options have neither
        if option.is_group:
            return not all(map(_bounds_the_chosen, merged.constraints)) or bool(self.of(option).fields & MESSAGES)
        return any(
            _demands(constraint)
            and (constraint.value > 0 or constraint.type == "exactly" or constraint.id in self.of(option).bounds)
            for constraint in merged.constraints
        )


def _demands(constraint: Constraint) -> bool:
    """Whether it may be broken by what is not chosen."""
    return constraint.type in ("min", "exactly") and constraint.scope != "self"


def _bounds_the_chosen(constraint: Constraint) -> bool:
    """Whether a constraint of a group cannot be broken while nothing in it is chosen: a maximum of what is directly in it."""
    return (
        constraint.type == "max"
        and constraint.scope == "parent"
        and constraint.field == "selections"
        and not (constraint.negative or constraint.child_id or constraint.include_child_selections)
    )


def base_costs(option: Option) -> Costs:
    """Costs before modifiers: those of the link, else those of its target."""
    costs: Costs = {}
    for part in reversed(option.parts):
        for cost in part.costs:
            if cost.value or cost.type_id not in costs:
                costs[cost.type_id] = cost.value
    return costs


def base_categories(option: Option, library: Library) -> Categories:
    categories = Categories(library)
    for link in option.merged.category_links:
        categories.give(link.target_id, link.name, primary=link.primary)
    return categories


def counts_of(keys: frozenset[str], costs: Costs) -> Counts:
    """What one of a choice adds to the counters."""
    counts: Counts = {("selections", key): 1 for key in keys}
    for type_id, value in costs.items():
        if value:
            counts.update({(type_id, key): value for key in keys})
    return counts


def default_amount(option: Option) -> str:
    return next((part.default_amount for part in option.parts if part.default_amount), "")


def _limits(condition: Condition, category: str) -> bool:
    return condition.child_id == category and condition.type in AT_MOST and condition.scope in SCOPES


def conditions_in(gates: Iterable[Gate | ConditionGroup | LocalConditionGroup]) -> Iterator[Condition]:
    """All conditions of gates, at any depth."""
    for gate in gates:
        yield from gate.conditions
        for field in ("condition_groups", "local_condition_groups", "groups", "local_groups"):
            yield from conditions_in(getattr(gate, field, ()))
