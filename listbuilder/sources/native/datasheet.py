"""Compiles one datasheet to its unit entry and the shared records behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from msgspec import structs

from listbuilder.budget import DEFAULT
from listbuilder.catalogue.facts import Facts
from listbuilder.catalogue.model import (
    CategoryLink,
    Constraint,
    Entry,
    EntryGroup,
    EntryLink,
    Modifier,
)
from listbuilder.catalogue.purpose import ConstraintPurpose, EntryPurpose
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.i18n import Text
from listbuilder.sources.native import profiles
from listbuilder.sources.native.costs import Currencies
from listbuilder.sources.native.items import read_allowances
from listbuilder.sources.native.limits import UnitLimits
from listbuilder.sources.native.model_counts import COMPOSITION, Bounds, ModelCounts
from listbuilder.sources.native.options import MOST_USES, WargearOption, read_options
from listbuilder.sources.native.parse import MANY, Count, DataFile, count, counted, texts
from listbuilder.sources.native.prices import Prices
from listbuilder.sources.native.sheet_facts import FactsReader
from listbuilder.sources.native.subfactions import Subfactions
from listbuilder.sources.native.wargear import RULE, LoadoutCompiler, item_id, unlisted_id

WARLORD = "warlord"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a datasheet needs of its faction. Ids: of the ``faction``, of the group of ``enhancements``, ``detachments``,
    ``items`` and the system's ``rules`` about the data; ``names``: those of the datasheets by id; ``core_abilities``: of all
    of them; ``paid_for``: what changes the price of a datasheet of that name in contingents."""

    currencies: Currencies
    enhancements: str
    detachments: frozenset[str]
    names: dict[str, str]
    core_abilities: frozenset[str]
    vocabulary: Vocabulary
    subfactions: Subfactions
    items: frozenset[str] = frozenset()
    rules: tuple[str, ...] = ()
    paid_for: Callable[[str], Iterable[Modifier]] = lambda _name: ()
    faction: str = ""


@dataclass(frozen=True, slots=True)
class Compiled:
    """The records of one datasheet."""

    entry: Entry
    items: tuple[Entry, ...]
    groups: tuple[EntryGroup, ...]


class DatasheetCompiler:
    """See the module. Problems are noted on ``file``."""

    def __init__(self, file: DataFile, around: Surroundings) -> None:
        self.file = file
        self.sheet: dict[str, Any] = file.source.value
        self.id = str(self.sheet["id"])
        self.around = around
        self.options = read_options(file, self.sheet)
        for record in self.sheet.get("options") or ():
            tuple(around.currencies.known(file, record))
        self.bundles: dict[str, Entry] = {}
        self.choices = 0  # of wargear, of the models so far
        self.item_names = {
            item: file.name(record["name"])
            for key in ("weapons", "gear")
            for item, record in (self.sheet.get(key) or {}).items()
        }

    def compile(self) -> Compiled:
        items = tuple(profiles.items(self.file, self.sheet, self.around.core_abilities, self.around.vocabulary))
        self._check_sizes()
        entry = self._entry()
        return Compiled(entry, (*items, *self.bundles.values()), (self._unlisted(),))

    # --- the unit ---------------------------------------------------------------------------------------------------------

    def _entry(self) -> Entry:
        cost, modifiers = self._prices.compile() if self._has_price else ((), [])
        limits = UnitLimits(self.file, self.id, self._usable_options(), self.item_names)
        bounds, bound_modifiers = limits.compile()
        mark, gained = f"{self.id}/warlord", self.around.subfactions.gained(self.file)
        name = self.file.name(self.sheet["name"])
        prices = (
            *modifiers,
            *self._prices.allied(),
            *self._prices.surcharges(),
            *self.around.paid_for(name),
            *self._paid_once(limits),
        )
        once = Constraint(id=f"{mark}:max", type="max", value=1, rule=WARLORD, purpose=ConstraintPurpose.WARLORD_ONCE)
        return Entry(
            id=self.id,
            local_id=self.id,
            name=name,
            type="unit",
            facts=self._facts(),
            category_links=tuple(self._keywords()),
            costs=(*cost, *self.around.currencies.stated(self.file, {"costs": self.sheet.get("costs")})),
            constraints=bounds,
            modifiers=(*prices, *bound_modifiers, *gained),
            groups=self._model_groups(limits),
            links=(
                EntryLink(id=f"{self.id}/enhancements", type="selectionEntryGroup", target_id=self.around.enhancements),
                EntryLink(id=mark, target_id=WARLORD, constraints=(once,)),
            ),
        )

    def _facts(self) -> Facts:
        read = FactsReader(self.file, self.around.names, self.item_names, self.around.subfactions.keywords).read()
        allowances = read_allowances(self.file, self.item_names, self.around.items, self.around.vocabulary)
        return structs.replace(read, allowances=allowances)

    def _keywords(self) -> Iterator[CategoryLink]:
        """Keywords of the whole unit; those of single models belong to the models. The role's keyword is the primary one."""
        own = {word for model in self.sheet["models"].values() for word in texts(model.get("keywords"))}
        role = str(self.sheet.get("role") or "").casefold()
        for word in texts(self.sheet["keywords"]):
            if word not in own:
                yield _category_link(self.id, self.file.keyword(word), primary=word.casefold() == role)

    def _check_sizes(self) -> None:
        """Checks that ranges ascend and that each size of the unit has a price."""
        ranges = [(self.sheet, "size")] if "size" in self.sheet else []
        ranges += [(record, "count") for record in self.sheet["models"].values()]
        for container, key in ranges:
            found = count(container[key])
            if found.min > found.max:
                self.file.problem(container, key, Text("{found}: the range descends", {"found": str(container[key])}))
        if self._has_price:
            self._prices.check(self._size or self._sum, self._counts)

    @property
    def _prices(self) -> Prices:
        counted = f"{self.id}/models" if self._priced else "model"
        return Prices(self.file, self.around.currencies.points, counted, self.around.faction)

    def _paid_once(self, limits: UnitLimits) -> Iterator[Modifier]:
        """The prices of options that a unit pays once, however many of its models use them."""
        for option in limits.options:
            if option.paid_once:
                taken = counted("atLeast", 1, limits.option_category(option))
                for cost in self.around.currencies.prices(option.points, option.costs):
                    yield Modifier(type="increment", field=cost.type_id, value=str(cost.value), conditions=(taken,))

    # --- models -----------------------------------------------------------------------------------------------------------

    @property
    def _numbers(self) -> ModelCounts:
        return ModelCounts(self.file, self.id, self.sheet["models"], self.around.detachments)

    @property
    def _priced(self) -> list[str]:
        """Models with a price of their own on top of that of the unit, which the size of the unit does not count."""
        return [model for model in self.sheet["models"] if model not in self._counts]

    @property
    def _has_price(self) -> bool:
        """Whether the unit as a whole has a price; otherwise it costs what its models cost."""
        return "points" in self.sheet

    @cached_property
    def _counts(self) -> dict[str, Count]:
        """How many models of each kind the unit may have, for the kinds that its size counts."""
        models = self.sheet["models"].items()
        counted = ((name, record) for name, record in models if not self._has_price or record.get("points") is None)
        return {name: count(record["count"]) for name, record in counted}

    @property
    def _sum(self) -> Count:
        """The sizes that the counts of the models allow."""
        counts = self._counts.values()
        return Count(sum(one.min for one in counts), min(MANY, sum(one.max for one in counts)))

    @cached_property
    def _size(self) -> Count | None:
        """The sizes that the datasheet states."""
        return count(self.sheet["size"]) if "size" in self.sheet else None

    def _model_groups(self, limits: UnitLimits) -> tuple[EntryGroup, ...]:
        models = tuple(self._model(model) for model in self._counts)
        bounds, modifiers = self._size_bounds()
        alike, changes = limits.compile_alike()
        found = [
            EntryGroup(
                id=f"{self.id}/models",
                name="Models",
                purpose=EntryPurpose.MODELS,
                entries=models,
                constraints=(*bounds, *alike),
                modifiers=(*modifiers, *changes),
                default_id=self._filler(),
            )
        ]
        if self._priced:
            found.append(
                EntryGroup(
                    id=f"{self.id}/extra",
                    name="Additional models",
                    purpose=EntryPurpose.EXTRA_MODELS,
                    entries=tuple(self._model(model) for model in self._priced),
                )
            )
        return tuple(found)

    def _filler(self) -> str:
        """The kind of model that fills a unit up to its smallest size."""
        model = next((name for name, bounds in self._counts.items() if bounds.max > bounds.min), "")
        return f"{self.id}/{model}" if model else ""

    def _size_bounds(self) -> Bounds:
        """Limits of the unit's size, where the counts of the models allow more sizes."""
        size, possible = self._size, self._sum
        if size is None:
            return (), ()
        if possible.max < size.min or possible.min > size.max:
            self.file.problem(self.sheet, "size", Text("no counts of the models add up to this size"))
        needs_min, needs_max = possible.min < size.min, possible.max > size.max
        purpose = ConstraintPurpose.UNIT_SIZE
        return self._numbers.between(f"{self.id}/models", size, purpose, needs_min=needs_min, needs_max=needs_max)

    def _model(self, model: str) -> Entry:
        record = self.sheet["models"][model]
        model_id = f"{self.id}/{model}"
        self._check_wargear(record)
        known = tuple(item for item in texts(record["wargear"]) if item in self.item_names)
        loadout = LoadoutCompiler(
            self.file,
            self.id,
            self._usable_options(),
            self.item_names,
            model,
            known,
            self.around.currencies,
            self.bundles,
        )
        self._bound_choices(loadout)
        line = profiles.statline(self.file, self.sheet, model)
        rule = self._rule(record)
        bounds, steps = self._numbers.between(
            model_id, count(record["count"]), ConstraintPurpose.MODEL_COUNT, rule=rule
        )
        if record.get("for_every"):
            most, raised = self._numbers.for_every(model_id, record)
            bounds, steps = (*bounds, most), (*steps, *raised)
        if record.get("per_army") is not None:
            most, raised = self._numbers.per_army(model_id, record)
            bounds, steps = (*bounds, most), (*steps, *raised)
        return Entry(
            id=model_id,
            local_id=model,
            name=self.file.name(record["name"]) if "name" in record else model.replace("-", " ").title(),
            type="model",
            profiles=(line,) if line is not None else (),
            constraints=(*bounds, *loadout.constraints()),
            modifiers=(*steps, *self._gains(model)),
            category_links=tuple(_category_link(model_id, self.file.keyword(w)) for w in texts(record.get("keywords"))),
            groups=tuple(loadout.groups()),
            links=tuple(loadout.links()),
            costs=self.around.currencies.stated(self.file, record),
        )

    def _rule(self, record: dict[str, Any]) -> str:
        """The rule of the system that says how many of such a model there are."""
        rule = str(record.get("rule") or COMPOSITION)
        if rule != COMPOSITION and rule not in self.around.rules:
            self.file.unknown(record, "rule", "rule", rule, self.around.rules)
        return rule

    def _bound_choices(self, loadout: LoadoutCompiler) -> None:
        """Notes that the options make more choices of the unit than any list may have; the model then goes without."""
        self.choices += loadout.size()
        found, what, limit = self.choices, Text("choices of wargear in one datasheet"), DEFAULT.choices
        if len(loadout.uses) > MOST_USES:
            found, what, limit = len(loadout.uses), Text("ways to use options on one model"), MOST_USES
        if found > limit:
            loadout.uses = []
            self.file.too_large(self.sheet, "options", found, what, limit)

    def _gains(self, model: str) -> Iterator[Modifier]:
        """Keywords that gear gives to its bearer, or takes from a bearer that has them itself."""
        known = {profiles.ability_stem(name) for name in self.around.core_abilities}
        mine = {word.casefold() for word in texts(self.sheet["models"][model].get("keywords"))}
        for item, gear in (self.sheet.get("gear") or {}).items():
            for key, change in (("gains", "add"), ("loses", "remove")):
                for word in texts(gear.get(key)):
                    if profiles.ability_stem(word) not in known and (change == "add" or word.casefold() in mine):
                        target = self.file.keyword(word)
                        yield Modifier(
                            type=change, field="category", value=target, conditions=(profiles.bears(self.id, item),)
                        )

    def _usable_options(self) -> list[WargearOption]:
        """Options whose items are all known; the others are noted as problems."""
        return [option for option in self.options if _items_of(option) <= self.item_names.keys()]

    def _check_wargear(self, record: dict[str, Any]) -> None:
        for place, item in enumerate(record["wargear"]):
            if item not in self.item_names:
                self.file.unknown(record["wargear"], place, "item", str(item), self.item_names)

    def _unlisted(self) -> EntryGroup:
        """Every item once more with a limit of 0: it holds what a list takes although no option allows it, so that the engine
        reports it."""
        group_id = unlisted_id(self.id)
        links = tuple(
            EntryLink(
                id=f"{group_id}/{item}",
                local_id=f"unlisted/{item}",
                target_id=item_id(self.id, item),
                constraints=(
                    Constraint(
                        id=f"{group_id}/{item}:max",
                        type="max",
                        value=0,
                        rule=RULE,
                        purpose=ConstraintPurpose.UNLISTED,
                    ),
                ),
            )
            for item in self.item_names
        )
        return EntryGroup(id=group_id, name="Not on the datasheet", purpose=EntryPurpose.UNLISTED, links=links)


def _items_of(option: WargearOption) -> set[str]:
    taken: Iterable[str] = (item for alternative in option.alternatives for item in alternative.items)
    return {*option.replace, *option.requires, *option.requires_any, *option.excludes, *taken}


def _category_link(owner: str, category: str, *, primary: bool = False) -> CategoryLink:
    return CategoryLink(id=f"{owner}@{category}", target_id=category, primary=primary)
