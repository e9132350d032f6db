"""A native datasheet by its items: the slots, choices and additions of each kind of model, as the catalogue states them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct, field

from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.loadout import FixedItem, ItemAdditions, ItemChoice, ItemSlot
from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.listfile.names import NameIndex
from listbuilder.roster.tree import Selection

_OF_MODELS = (EntryPurpose.MODELS, EntryPurpose.EXTRA_MODELS)


class WargearChoice(Struct, frozen=True):
    """A choice in a slot, or an addition: the option that offers it and what it does to the loadout."""

    option: Option
    part: ItemChoice

    @property
    def taken(self) -> tuple[str, ...]:
        """The items taken."""
        return self.part.takes

    @property
    def given_up(self) -> tuple[str, ...]:
        """The items of the default loadout given up; none for an addition."""
        return self.part.gives_up

    def fits(self, loadout: Counter[str]) -> bool:
        """Whether a model with that loadout may have taken it."""
        if Counter(self.part.needs) - loadout or any(loadout[item] for item in self.part.bars):
            return False
        return all(any(loadout[item] for item in some) for some in self.part.needs_any)

    @property
    def closed(self) -> Counter[str]:
        """Items whose slots it closes, besides its own slot."""
        return Counter(self.part.gives_up[1:])


class Slot(Struct):
    """A place for one item of the default loadout, or for what replaces it."""

    item: str
    default: Option
    choices: list[WargearChoice] = field(default_factory=list)


class Addition(Struct):
    """Choices that add to the default loadout, and how many of them one model may take."""

    choices: list[WargearChoice]
    most: int


class Row(Struct, frozen=True):
    """A selection below a model: the option, how many, and the fixed items that it brings along."""

    option: Option
    amount: int
    within: tuple[tuple[Option, int], ...]

    @classmethod
    def of(cls, option: Option, amount: int) -> Row:
        inside = ((one, one.loadout.number) for one in option.options if isinstance(one.loadout, FixedItem))
        return cls(option, amount, tuple(inside))


class ModelSheet:
    """One kind of model of a datasheet."""

    def __init__(self, option: Option) -> None:
        self.option = option
        self.id = option.local_id
        self.least, self.most = _bounds(option)
        self.steps = tuple(_steps(option))
        self.slots: dict[str, list[Slot]] = {}  # by item, copy after copy
        self.fixed: dict[str, tuple[Option, int]] = {}
        self.additions: list[Addition] = []
        self._unlisted: Option | None = None
        for part in option.options:
            self._read(part)

    def _read(self, option: Option) -> None:
        if option.purpose is EntryPurpose.UNLISTED:
            self._unlisted = option
            return
        match option.loadout:
            case FixedItem(item=item, number=number):
                self.fixed[item] = (option, number)
            case ItemSlot(item=item):
                default = next(inner for inner in option.options if inner.parts[0].id == option.default_id)
                self.slots.setdefault(item, []).append(Slot(item, default, _choices(option)))
            case ItemAdditions(most=most):
                self.additions.append(Addition(_choices(option), most))

    def allowed(self, number: int) -> int:
        """The least number that is allowed from this one on, where data allow certain numbers only."""
        for over, least in self.steps:
            if number > over:
                number = max(number, least)
        return min(number, self.most)

    @cached_property
    def unlisted(self) -> dict[str, Option]:
        """Every item of the datasheet, as an option that this model must not take."""
        return {item.local_id: item for item in self._unlisted.options} if self._unlisted is not None else {}

    @cached_property
    def carried(self) -> frozenset[str]:
        """Every item that such a model may have."""
        choices = [choice for slots in self.slots.values() for slot in slots for choice in slot.choices]
        choices += [choice for addition in self.additions for choice in addition.choices]
        return frozenset(self.default).union(*(choice.taken for choice in choices))

    @cached_property
    def companions(self) -> dict[str, frozenset[str]]:
        """The items that its options give -> what every option that gives them gives as well, in the same number."""
        choices = [choice.taken for slots in self.slots.values() for slot in slots for choice in slot.choices]
        choices += [choice.taken for addition in self.additions for choice in addition.choices]
        found: dict[str, frozenset[str]] = {}
        for taken in map(Counter, choices):
            for item, number in taken.items():
                beside = frozenset(other for other, count in taken.items() if count == number and other != item)
                found[item] = found.get(item, beside) & beside
        return {item: beside for item, beside in found.items() if beside and item not in self.default}

    @cached_property
    def doubtful(self) -> bool:
        """Whether two choices give the same loadout."""
        for slots in self.slots.values():
            found = [(choice.given_up, tuple(sorted(choice.taken))) for choice in slots[0].choices]
            if len(found) != len(set(found)):
                return True
        added = [tuple(sorted(choice.taken)) for addition in self.additions for choice in addition.choices]
        return len(added) != len(set(added))

    @cached_property
    def default(self) -> Counter[str]:
        """The default loadout."""
        found = Counter({item: len(slots) for item, slots in self.slots.items()})
        found.update({item: number for item, (_, number) in self.fixed.items()})
        return found

    @cached_property
    def usual(self) -> tuple[Row, ...]:
        """The selections below a model with the default loadout."""
        fixed = (Row.of(option, number) for option, number in self.fixed.values())
        return (*fixed, *(Row.of(slot.default, 1) for slots in self.slots.values() for slot in slots))


class DatasheetSheet:
    """A datasheet: its kinds of models by local id, and its items by name."""

    def __init__(self, library: Library, option: Option) -> None:
        self.library = library
        self.option = option
        self.id = option.local_id
        self._size = next((group for group in option.options if group.purpose is EntryPurpose.MODELS), None)
        groups = (group for group in option.options if group.purpose in _OF_MODELS)
        self.models = {entry.local_id: ModelSheet(entry) for group in groups for entry in group.entries}
        self.warlord = next((entry for entry in option.options if entry.purpose is EntryPurpose.WARLORD), None)
        self._item_names: dict[str, NameIndex[str]] = {}

    @cached_property
    def is_doubtful(self) -> bool:
        """Whether some kind of model has choices that give the same loadout."""
        return any(model.doubtful for model in self.models.values())

    @cached_property
    def model_names(self) -> NameIndex[ModelSheet]:
        return NameIndex(((name, model.option.name, model) for name, model in self.models.items()), self.library)

    def item_names(self, model: ModelSheet) -> NameIndex[str]:
        """Every item of the datasheet by its local id; of several of one name the one that the model may have is found."""
        if model.id not in self._item_names:
            found = {item: option for one in self.models.values() for item, option in one.unlisted.items()}
            own_first = sorted(found, key=lambda item: item not in model.carried)
            names = NameIndex(((item, found[item].name, item) for item in own_first), self.library)
            self._item_names[model.id] = names
        return self._item_names[model.id]

    def item_title(self, item: str) -> str:
        """The name of an item of the datasheet, by its local id."""
        return next((one.unlisted[item].name for one in self.models.values() if item in one.unlisted), item)

    @cached_property
    def enhancements(self) -> list[Option]:
        """The enhancements of all detachments of the faction."""
        groups = (group for group in self.option.groups if group.purpose is EntryPurpose.ENHANCEMENTS)
        return [entry for group in groups for entry in group.entries]

    @cached_property
    def enhancement_options(self) -> frozenset[str]:
        """The ids of the options that are enhancements."""
        return frozenset(option.id for option in self.enhancements)

    @cached_property
    def enhancement_ids(self) -> dict[str, Option]:
        """The enhancements by detachment and local id."""
        return {full_id(entry): entry for entry in self.enhancements}

    @cached_property
    def enhancement_names(self) -> NameIndex[Option]:
        return NameIndex(((entry.local_id, entry.name, entry) for entry in self.enhancements), self.library)

    def default_counts(self) -> dict[str, int]:
        """The smallest legal unit: the fewest models of each kind, filled up in order where the unit must be larger."""
        counts = {name: model.least for name, model in self.models.items()}
        wanted = _bounds(self._size)[0] if self._size is not None else 0
        inside = {entry.target.id for entry in self._size.entries} if self._size is not None else set()
        missing = wanted - sum(counts[name] for name, model in self.models.items() if model.option.target.id in inside)
        for name, model in self.models.items():
            if missing > 0 and model.option.target.id in inside:
                added = model.allowed(counts[name] + missing) - counts[name]
                counts[name] += added
                missing -= added
        return counts


def sheet_of(library: Library, option: Option) -> DatasheetSheet:
    """The datasheet of a unit's option; cached with the library."""
    return library.kept_of(DatasheetSheet, option)


def equal_choices(node: Selection, sheet: DatasheetSheet) -> list[Option]:
    """The choices with the same result as a selection, itself included; none for what is no choice. In another copy of a slot
    they are other options."""
    if not isinstance(node.option.loadout, ItemChoice):
        return []
    for model in sheet.models.values():
        groups = [slot.choices for slots in model.slots.values() for slot in slots]
        for choices in (*groups, [choice for addition in model.additions for choice in addition.choices]):
            mine = next((choice for choice in choices if choice.option.id == node.option.id), None)
            if mine is not None:
                return [choice.option for choice in choices if _same(choice, mine)]
    return []


def _same(one: WargearChoice, other: WargearChoice) -> bool:
    return one.given_up == other.given_up and Counter(one.taken) == Counter(other.taken)


def items_of(option: Option) -> tuple[str, ...]:
    """The local ids of the items that a selection of this option stands for."""
    part = option.loadout
    return part.takes if isinstance(part, ItemChoice) else (option.local_id,)


def full_id(enhancement: Option) -> str:
    """What names an enhancement without doubt: the local id of its detachment and its own."""
    detachment = enhancement.facts.detachment if enhancement.facts is not None else ""
    return f"{detachment}/{enhancement.local_id}"


def _choices(group: Option) -> list[WargearChoice]:
    return [WargearChoice(option, option.loadout) for option in group.options if isinstance(option.loadout, ItemChoice)]


def _steps(option: Option) -> Iterator[tuple[int, int]]:
    """Numbers of an option, ascending, above which the data require a larger one."""
    for modifier in option.merged.modifiers:
        raised = (one for one in option.merged.constraints if one.id == modifier.field and one.type == "min")
        if next(raised, None) is not None and modifier.type == "set" and len(modifier.conditions) == 1:
            condition = modifier.conditions[0]
            if condition.type == "greaterThan" and condition.child_id == option.target.id:
                yield int(condition.value), int(modifier.value)


def _bounds(option: Option) -> tuple[int, int]:
    """Fewest that the data state of an option, and most that they allow where nothing changes that."""
    least, most = 0, 1_000_000
    changed = {modifier.field for modifier in option.merged.modifiers}
    for constraint in option.merged.constraints:
        if constraint.field == "selections" and constraint.scope == "parent" and not constraint.child_id:
            value = int(constraint.value)
            if constraint.type in ("min", "exactly"):
                least = max(least, value)
            if constraint.type in ("max", "exactly") and value >= 0 and constraint.id not in changed:
                most = min(most, value)
    return least, most
