"""Compiles the loadout of one model to groups, links and constraints that allow exactly what its options allow.

Every default item that an option gives up becomes a *slot*: a group that holds exactly one choice, the item itself or what
replaces it. An option that gives up several items is a choice in the slot of the first; while it is chosen, the slots of the
others are closed (exactly none). Choices use the first copies of an item, closed slots are the last copies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import prod

from listbuilder.catalogue.base import Number
from listbuilder.catalogue.loadout import FixedItem, ItemAdditions, ItemChoice, ItemSlot
from listbuilder.catalogue.model import (
    CategoryLink,
    Condition,
    ConditionGroup,
    Constraint,
    Cost,
    Entry,
    EntryGroup,
    EntryLink,
    Modifier,
)
from listbuilder.catalogue.purpose import ConstraintPurpose, Demand
from listbuilder.sources.native.costs import Currencies
from listbuilder.sources.native.options import Alternative, Use, WargearOption, uses_of
from listbuilder.sources.native.parse import DataFile, counted

RULE = "wargear-options"
TITLE_PARTS = 3  # alternatives that the title of an option names


@dataclass
class OptionCompiler:
    """The wargear options of one datasheet, and the categories by which their choices are counted."""

    file: DataFile
    sheet: str  # id of the datasheet
    options: list[WargearOption]
    item_names: dict[str, str]

    def option_category(self, option: WargearOption) -> str:
        """The category of all choices of an option."""
        return self._category(f"option:{self.sheet}/{option.id}", self._option_title(option))

    def alternative_category(self, option: WargearOption, alternative: Alternative) -> str:
        """The category of the choices of one alternative."""
        return self._category(f"option:{self.sheet}/{option.id}/{alternative.id}", self._taken(alternative.items))

    def shared_category(self, option: WargearOption) -> str:
        """The category that a limit shared by several options counts; empty when the option is counted alone."""
        first_id = option.shared_limit
        if not first_id and any(other.shared_limit == option.id for other in self.options):
            first_id = option.id
        if not first_id:
            return ""
        first = next((other for other in self.options if other.id == first_id), None)
        return self._category(f"limit:{self.sheet}/{first_id}", self._option_title(first) if first else "")

    def _category(self, category_id: str, name: str) -> str:
        return self.file.category(category_id, name)

    def _option_title(self, option: WargearOption) -> str:
        """The title of an option: the items that it gives."""
        names = [self._taken(item.items) for item in option.alternatives]
        return " / ".join(names[:TITLE_PARTS]) + (" / …" if len(names) > TITLE_PARTS else "")

    def _taken(self, items: Iterable[str]) -> str:
        return " + ".join(self.item_names.get(item, item) for item in items) or "–"


@dataclass
class LoadoutCompiler(OptionCompiler):
    """See the module; one model of a datasheet."""

    model: str
    wargear: tuple[str, ...]
    currencies: Currencies
    bundles: dict[str, Entry]  # of the whole datasheet, by id
    uses: list[Use] = field(init=False)

    def __post_init__(self) -> None:
        self.uses = uses_of(self.model, self.wargear, self.options)

    @property
    def id(self) -> str:
        return f"{self.sheet}/{self.model}"

    def size(self) -> int:
        """How many choices and conditions the slots of the model take, before any of them is made."""
        first = Counter(use.given_up[0] for use in self.uses if use.given_up)
        choices = sum(number * (1 + first[item]) for item, number in self.default.items() if item in self.slots)
        return len(self.uses) + choices + sum(self._closings(item) for item in self.slots)

    def _closings(self, item: str) -> int:
        """How many ways to give up an item are looked at for all its slots."""
        number, needs = self.default[item], self._needs(item)
        return number * prod(-(-number // need) + 1 for need in needs) if needs else 0

    @cached_property
    def default(self) -> Counter[str]:
        return Counter(self.wargear)

    @cached_property
    def slots(self) -> set[str]:
        """Default items that some use gives up."""
        return {item for use in self.uses for item in use.given_up}

    # --- the parts of the model's entry ---------------------------------------------------------------------------------

    def links(self) -> Iterator[EntryLink]:
        """Items that the model always carries, and the group of items that no option allows."""
        for item, number in self.default.items():
            if item not in self.slots:
                yield self._fixed(f"{self.id}/{item}/default", item, number, f"{item}/default")
        yield EntryLink(id=f"{self.id}/unlisted", type="selectionEntryGroup", target_id=unlisted_id(self.sheet))

    def _fixed(self, link_id: str, item: str, number: int, local_id: str) -> EntryLink:
        """An item that its owner, a model or a bundle, always has."""
        return EntryLink(
            id=link_id,
            local_id=local_id,
            target_id=item_id(self.sheet, item),
            constraints=(exactly(link_id, number, ConstraintPurpose.FIXED_ITEM),),
            loadout=FixedItem(item=item, number=number),
        )

    def groups(self) -> Iterator[EntryGroup]:
        """The slots, then the additions."""
        for item, number in self.default.items():
            if item in self.slots:
                for copy in range(1, number + 1):
                    yield self._slot(item, copy, number)
        for option in self.options:
            additions = [use for use in self.uses if use.root is option and not option.replace]
            if additions:
                yield self._additions(option, additions)

    def constraints(self) -> Iterator[Constraint]:
        """Limits of the options that the slots of the model would allow more often than `times`, and of items that it may carry
        once."""
        for item in dict.fromkeys(item for use in self.uses for item in use.root.distinct):
            yield self._at_most(f"{self.id}/{item}:once", 1, item_id(self.sheet, item))
        for option in self.options:
            possible = self._possible(option)
            if option.times is not None and option.replace and possible > option.times:
                yield self._at_most(f"{self.id}/{option.id}:times", option.times, self.option_category(option))

    def _at_most(self, bound_id: str, most: int, counted_id: str) -> Constraint:
        """How many of something the model may have."""
        return Constraint(
            id=bound_id,
            type="max",
            value=most,
            scope=self.id,
            child_id=counted_id,
            include_child_selections=True,
            rule=RULE,
            purpose=ConstraintPurpose.TIMES,
        )

    def _possible(self, option: WargearOption) -> int:
        """How often the default loadout has all items that the option gives up."""
        wanted = Counter(option.replace)
        return min((self.default[item] // number for item, number in wanted.items()), default=0)

    # --- slots ------------------------------------------------------------------------------------------------------------

    def _slot(self, item: str, copy: int, copies: int) -> EntryGroup:
        local_id = item + (f"#{copy}" if copy > 1 else "")
        slot_id = f"{self.id}/{local_id}"
        default = EntryLink(
            id=f"{slot_id}/default", local_id=f"{local_id}/default", target_id=item_id(self.sheet, item)
        )
        fitting = [
            use for use in self.uses if use.given_up[:1] == (item,) and copy <= copies - use.given_up.count(item) + 1
        ]
        choices = (self._choice(use, copy) for use in fitting)
        bound = exactly(slot_id, 1, ConstraintPurpose.SLOT)
        return EntryGroup(
            id=slot_id,
            name=self.item_names[item],
            default_id=default.id,
            links=(default, *choices),
            constraints=(bound,),
            modifiers=tuple(self._closing(item, copies - copy + 1, bound.id)),
            loadout=ItemSlot(item=item),
        )

    def _closing(self, item: str, position: int, bound_id: str) -> Iterator[Modifier]:
        """Closes the slot at this position, counted from the last copy, once that many copies are given up in other slots."""
        needs = self._needs(item)
        if not needs:
            return
        groups = []
        for numbers in product(*(range(-(-position // need) + 1) for need in needs)):
            total = sum(number * need for number, need in zip(numbers, needs, strict=True))
            smaller = any(number and total - need >= position for number, need in zip(numbers, needs, strict=True))
            if total >= position and not smaller:
                conditions = tuple(
                    counted("atLeast", number, self._closes(item, need), self.id)
                    for number, need in zip(numbers, needs, strict=True)
                    if number
                )
                groups.append(ConditionGroup(type="and", conditions=conditions))
        yield Modifier(
            type="set", field=bound_id, value="0", condition_groups=(ConditionGroup(type="or", groups=tuple(groups)),)
        )

    def _needs(self, item: str) -> list[int]:
        """How many slots of an item single uses close."""
        return sorted({need for use in self.uses if (need := closed_by(use)[item])})

    def _closes(self, item: str, need: int) -> str:
        """The category of the choices that close ``need`` slots of an item."""
        return self._category(f"closes:{self.sheet}/{item}/{need}", "")

    # --- additions --------------------------------------------------------------------------------------------------------

    def _additions(self, option: WargearOption, uses: list[Use]) -> EntryGroup:
        group_id = f"{self.id}/{option.id}/add"
        most = option.times or 1
        single = len(option.alternatives) == 1
        name = self._title(option.alternatives[0].items) if single else option.id.replace("-", " ").capitalize()
        return EntryGroup(
            id=group_id,
            name=name,
            links=tuple(self._choice(use, 1) for use in uses),
            constraints=(
                Constraint(
                    id=f"{group_id}:max", type="max", value=most, rule=RULE, purpose=ConstraintPurpose.ADDITIONS
                ),
            ),
            loadout=ItemAdditions(most=most),
        )

    # --- choices ----------------------------------------------------------------------------------------------------------

    def _choice(self, use: Use, copy: int) -> EntryLink:
        """A use as a choice: a link to its item, or to a bundle when it takes several items or none."""
        local_id = use.path + (f"#{copy}" if copy > 1 else "")
        choice_id = f"{self.id}/{local_id}"
        bound = Constraint(
            id=f"{choice_id}:max",
            type="max",
            value=-1,
            rule=RULE,
            purpose=ConstraintPurpose.DEMAND,
            demand=self._demand(use),
        )
        modifiers = tuple(self._demands(use, bound.id))
        return EntryLink(
            id=choice_id,
            local_id=local_id,
            target_id=item_id(self.sheet, use.taken[0]) if len(use.taken) == 1 else self._bundle(use.taken),
            category_links=tuple(
                CategoryLink(id=f"{choice_id}@{place}", target_id=category)
                for place, category in enumerate(dict.fromkeys(self._categories(use)))
            ),
            constraints=(bound,) if modifiers else (),
            modifiers=modifiers,
            costs=tuple(self._costs(use)),
            loadout=ItemChoice(
                use=use.path,
                takes=use.taken,
                gives_up=use.given_up,
                alternatives=tuple(self._alternatives(use)),
                needs=_all(option.requires for option, _ in use.steps),
                bars=_all(option.excludes for option, _ in use.steps),
                needs_any=tuple(option.requires_any for option, _ in use.steps if option.requires_any),
            ),
        )

    def _costs(self, use: Use) -> Iterator[Cost]:
        """What a use costs, without what the unit pays once for all of them."""
        sums: dict[str, Number] = {}
        for option, taken in use.steps:
            points = option.points + taken.points
            for cost in () if option.paid_once else self.currencies.prices(points, option.costs):
                sums[cost.type_id] = sums.get(cost.type_id, 0) + cost.value
        return (Cost(type_id=name, value=value) for name, value in sums.items() if value)

    def _bundle(self, items: tuple[str, ...]) -> str:
        """The id of a shared entry for several items."""
        bundle_id = f"{self.sheet}#{'+'.join(items) or 'nothing'}"
        if bundle_id not in self.bundles:
            links = tuple(
                self._fixed(f"{bundle_id}/{item}", item, number, item) for item, number in Counter(items).items()
            )
            self.bundles[bundle_id] = Entry(id=bundle_id, name=self._title(items), flatten=True, links=links)
        return bundle_id

    def _title(self, items: Iterable[str]) -> str:
        names = [
            (f"{number} × " if number > 1 else "") + self.item_names.get(item, item)
            for item, number in Counter(items).items()
        ]
        return " + ".join(names) or "–"

    def _categories(self, use: Use) -> Iterator[str]:
        yield from self._alternatives(use)
        for option, _ in use.steps:
            yield self.option_category(option)
            if shared := self.shared_category(option):
                yield shared
        for item, need in closed_by(use).items():
            yield self._closes(item, need)

    def _alternatives(self, use: Use) -> Iterator[str]:
        """Categories of the alternatives that the unit counts one by one."""
        for option, alternative in use.steps:
            if option.limit_each is not None or option.all:
                yield self.alternative_category(option, alternative)

    def _demand(self, use: Use) -> Demand:
        """What the choice asks of its model."""
        needed = dict.fromkeys(self.item_names.get(item, item) for option, _ in use.steps for item in option.requires)
        barred = dict.fromkeys(self.item_names.get(item, item) for option, _ in use.steps for item in option.excludes)
        some = (option.requires_any for option, _ in use.steps if option.requires_any)
        any_of = tuple(tuple(self.item_names.get(item, item) for item in one) for one in some)
        return Demand(needed=tuple(needed), any_of=any_of, barred=tuple(barred))

    def _lacks(self, items: tuple[str, ...]) -> ConditionGroup:
        """Whether the model has none of the items."""
        conditions = tuple(counted("lessThan", 1, item_id(self.sheet, item), self.id) for item in items)
        return ConditionGroup(type="and", conditions=conditions)

    def _demands(self, use: Use, bound_id: str) -> Iterator[Modifier]:
        """Forbids the choice while the model lacks what it requires or has what it excludes."""
        conditions: dict[Condition, None] = {}
        for option, _ in use.steps:
            for item, number in Counter(option.requires).items():
                conditions[counted("lessThan", number, item_id(self.sheet, item), self.id)] = None
            for item in option.excludes:
                conditions[counted("atLeast", 1, item_id(self.sheet, item), self.id)] = None
        lacking = tuple(self._lacks(option.requires_any) for option, _ in use.steps if option.requires_any)
        if conditions or lacking:
            group = ConditionGroup(type="or", conditions=tuple(conditions), groups=lacking)
            yield Modifier(type="set", field=bound_id, value="0", condition_groups=(group,))


def _all(items: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The items of several options together, each as often as one of them names it."""
    found: Counter[str] = Counter()
    for some in items:
        found |= Counter(some)
    return tuple(found.elements())


def closed_by(use: Use) -> Counter[str]:
    """Items whose slots a use closes besides its own slot, and how many of each."""
    closed = Counter(use.given_up)
    if use.given_up:
        closed[use.given_up[0]] -= 1
    return +closed


def exactly(owner_id: str, number: int, purpose: ConstraintPurpose) -> Constraint:
    """``number`` for each one of the parent."""
    return Constraint(id=f"{owner_id}:exactly", type="exactly", value=number, rule=RULE, purpose=purpose)


def item_id(sheet: str, item: str) -> str:
    return f"{sheet}#{item}"


def unlisted_id(sheet: str) -> str:
    return f"{sheet}/unlisted"
