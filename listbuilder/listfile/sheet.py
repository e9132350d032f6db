"""What a native datasheet's tree offers, by items: slots, choices, additions. Read from the catalogue records alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from listbuilder.catalogue.library import Library, Option
from listbuilder.listfile.names import NameIndex

CLOSES = "closes:"
UNLISTED = "unlisted"


@dataclass(frozen=True, slots=True)
class WargearChoice:
    """A way to fill a slot, or an addition: the items taken, and the items of the default loadout given up for them."""

    option: Option
    taken: tuple[str, ...]
    given_up: tuple[str, ...] = ()

    @property
    def closed(self) -> Counter[str]:
        """Slots that it closes besides the one it stands in."""
        rest = Counter(self.given_up)
        if self.given_up:
            rest[self.given_up[0]] -= 1
        return +rest


@dataclass(slots=True)
class Slot:
    """A place for one item of the default loadout, or for what is taken instead."""

    item: str
    default: Option
    choices: list[WargearChoice] = field(default_factory=list)


@dataclass(slots=True)
class Addition:
    """Choices that are taken besides the default loadout, and how many of them one model may take."""

    choices: list[WargearChoice]
    most: int


class ModelSheet:
    """One kind of model of a datasheet."""

    def __init__(self, option: Option, local: str) -> None:
        self.option = option
        self.id = local
        self.least, self.most = _bounds(option)
        self.slots: dict[str, list[Slot]] = {}  # by item, copy after copy
        self.fixed: dict[str, tuple[Option, int]] = {}
        self.additions: list[Addition] = []
        self._unlisted: Option | None = None
        self._read()

    def _read(self) -> None:
        for option in self.option.options:
            if not option.is_group:
                item = item_of(option)
                self.fixed[item] = (option, _bounds(option)[0])
            elif option.target.id.endswith("/" + UNLISTED):
                self._unlisted = option
            elif option.default_id:
                self._read_slot(option)
            else:
                choices = [WargearChoice(entry, items_of(entry)) for entry in option.options]
                self.additions.append(Addition(choices, _bounds(option)[1]))

    @cached_property
    def unlisted(self) -> dict[str, Option]:
        """Every item of the datasheet, as what no option allows this model."""
        return {item_of(entry): entry for entry in self._unlisted.options} if self._unlisted is not None else {}

    def _read_slot(self, group: Option) -> None:
        default = next(option for option in group.options if option.parts[0].id == group.default_id)
        item = item_of(default)
        slot = Slot(item, default)
        for option in group.options:
            if option is not default:
                closed = (word for name, need in _closed_slots(option) for word in [name] * need)
                slot.choices.append(WargearChoice(option, items_of(option), (item, *closed)))
        self.slots.setdefault(item, []).append(slot)

    def local_id(self, option: Option) -> str:
        """The id of a choice below this model."""
        own, prefix = option.parts[0].id, self.option.target.id + "/"
        return own.removeprefix(prefix) if own.startswith(prefix) else f"{UNLISTED}/{item_of(option)}"

    @cached_property
    def doubtful(self) -> bool:
        """Whether two choices of one slot come to the same loadout."""
        for slots in self.slots.values():
            found = [(choice.given_up, tuple(sorted(choice.taken))) for choice in slots[0].choices]
            if len(found) != len(set(found)):
                return True
        return False

    @cached_property
    def default(self) -> Counter[str]:
        """The default loadout."""
        found = Counter({item: len(slots) for item, slots in self.slots.items()})
        found.update({item: number for item, (_, number) in self.fixed.items()})
        return found


class DatasheetSheet:
    """A datasheet: its kinds of models by local id, and its items by name."""

    def __init__(self, library: Library, option: Option) -> None:
        self.library = library
        self.option = option
        self.id = option.target.id
        prefix = self.id + "/"
        holders = {group.target.id: group for group in option.options if group.is_group}
        self._size = holders.get(prefix + "models")
        entries = (
            entry for name in ("models", "extra") if (group := holders.get(prefix + name)) for entry in group.entries
        )
        self.models = {
            local: ModelSheet(entry, local) for entry in entries if (local := entry.target.id.removeprefix(prefix))
        }
        self.warlord = next((entry for entry in option.options if entry.target.id == "warlord"), None)

    @cached_property
    def model_names(self) -> NameIndex[ModelSheet]:
        return NameIndex(((name, model.option.name, model) for name, model in self.models.items()), self.library)

    @cached_property
    def item_names(self) -> NameIndex[str]:
        """Every item of the datasheet by its local id."""
        found = {item: option for model in self.models.values() for item, option in model.unlisted.items()}
        return NameIndex(((item, option.name, item) for item, option in found.items()), self.library)

    @cached_property
    def enhancements(self) -> list[Option]:
        return [entry for entry in self.option.entries if _is_enhancement(entry)]

    @cached_property
    def enhancement_names(self) -> NameIndex[Option]:
        named = ((entry.target.id.partition("/")[2], entry.name, entry) for entry in self.enhancements)
        return NameIndex(named, self.library)

    def default_counts(self) -> dict[str, int]:
        """The smallest legal composition: the fewest of each, filled up in order where the unit must be larger."""
        counts = {name: model.least for name, model in self.models.items()}
        wanted = _bounds(self._size)[0] if self._size is not None else 0
        inside = {entry.target.id for entry in self._size.entries} if self._size is not None else set()
        missing = wanted - sum(counts[name] for name, model in self.models.items() if model.option.target.id in inside)
        for name, model in self.models.items():
            if missing > 0 and model.option.target.id in inside:
                added = min(missing, model.most - counts[name])
                counts[name] += added
                missing -= added
        return counts


def sheet_of(library: Library, option: Option) -> DatasheetSheet:
    """The datasheet of a unit's option; read once a library."""
    known: dict[str, DatasheetSheet] = vars(library).setdefault("_datasheet_sheets", {})
    found = known.get(option.id)
    if found is None:
        found = known[option.id] = DatasheetSheet(library, option)
    return found


def items_of(option: Option) -> tuple[str, ...]:
    """The local ids of the items behind a choice: `sheet#a` is one, `sheet#a+b` a bundle."""
    _, _, local = option.target.id.partition("#")
    return () if local == "nothing" else tuple(local.split("+"))


def item_of(option: Option) -> str:
    return option.target.id.partition("#")[2]


def _closed_slots(option: Option) -> Iterator[tuple[str, int]]:
    """Items whose slots a choice closes, and how many, as its categories say."""
    for link in option.category_links:
        if link.target_id.startswith(CLOSES):
            _, item, need = link.target_id.rsplit("/", 2)
            yield item, int(need)


def _bounds(option: Option) -> tuple[int, int]:
    """Fewest and most that the data allow of an option, before modifiers."""
    least, most = 0, 1_000_000
    for constraint in option.constraints:
        if constraint.field == "selections" and constraint.scope == "parent" and not constraint.child_id:
            value = int(constraint.value)
            if constraint.type in ("min", "exactly"):
                least = max(least, value)
            if constraint.type in ("max", "exactly") and value >= 0:
                most = min(most, value)
    return least, most


def _is_enhancement(option: Option) -> bool:
    return option.facts is not None and bool(option.facts.detachment) and option.group is not None
