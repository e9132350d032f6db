"""What the wargear and the models of a unit cost on top of it: as the data say, and as a points document states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from listbuilder.catalogue.base import Number
from listbuilder.catalogue.model import Container, Entry, EntryLink, Modifier
from listbuilder.sources.points.army import ArmyPages, plain
from listbuilder.sources.points.choices import Currencies, entries_of
from listbuilder.sources.points.deviation import DeviationKind
from listbuilder.sources.points.pricing import MODEL
from listbuilder.sources.points.record import UnitLine
from listbuilder.sources.points.rewriting import cost_of, with_cost
from listbuilder.sources.points.sizes import Target

C = TypeVar("C", bound=Container)


class Found(NamedTuple):
    """A difference of one item."""

    kind: DeviationKind
    name: str
    said: Number | None = None
    stated: Number | None = None


class Items:
    """The priced parts of one unit. ``models``: id -> points of each of its models that cost something of themselves and are
    no item of the document: the price of the unit counts them; ``on_top``: what items of a model are worth that are in its
    price, too. ``found``: the differences, once `stated` was asked for."""

    def __init__(self, unit: Entry, line: UnitLine, currencies: Currencies, target: Target, pages: ArmyPages) -> None:
        self._unit = unit
        self._currencies = currencies
        self._target = target
        self._points = line.items | line.additions
        self._enhancements = pages.all_enhancements
        self._bare = pages.names.bare
        self._names = {other: name for name in self._points for other in pages.names_of(name)}
        self._seen: set[str] = set()
        self.found: tuple[Found, ...] = ()
        self._noted: dict[Found, None] = {}
        self.models: dict[str, Number] = {}
        self.on_top: dict[str, Number] = {}
        self._read_models()

    def _read_models(self) -> None:
        """Tells the price of a model from that of an item that one kind of it carries: 80, and 90 with the item of 10."""
        priced = [one for one in entries_of(self._unit) if one.type == MODEL and self._own(one)]
        self.models = {one.id: self._own(one) for one in priced if not self._is_item(one)}
        plain_costs = set(self.models.values())
        for model in priced:
            points = sum(self._points[name] for name in self._within(model))
            if points and self._own(model) - points in plain_costs:
                self.models[model.id], self.on_top[model.id] = self._own(model) - points, points

    def _is_item(self, model: Entry) -> bool:
        """Whether what a kind of model costs is the price of an item, or of itself on top of the unit."""
        return plain(model.name) in self._names or bool(self._within(model))

    def stated(self) -> Entry:
        """The unit with the points of its items; itself where the data have these."""
        unit = self._inside(self._unit)
        for name in self._points.keys() - self._seen:
            self._noted[Found("absent", name, None, self._points[name])] = None
        self.found = tuple(self._noted)
        return unit

    def _inside(self, record: C) -> C:
        entries = tuple(self._changed(one) for one in record.entries)
        groups = tuple(self._inside(one) for one in record.groups)
        links = tuple(self._changed(one) for one in record.links)
        pairs = zip((*entries, *groups, *links), (*record.entries, *record.groups, *record.links), strict=True)
        if all(new is old for new, old in pairs):
            return record
        return replace(record, entries=entries, groups=groups, links=links)

    def _changed(self, record: C) -> C:
        """A choice with its points. One that costs something and is no item itself is priced for the items in it."""
        own = next((self._names[plain(name)] for name in self._called(record) if plain(name) in self._names), None)
        said = self._cost(record)
        names = {own} if own is not None else self._within(record) if said and record.id not in self.models else set()
        if record.id in self.on_top:
            self._seen |= self._within(record)
            return record
        if names:
            self._seen |= names
            return self._priced(record, said, sorted(names))
        if said and record.id not in self.models and not self._is_enhancement(record):
            self._noted[Found("unnamed", record.name, said)] = None
        return self._inside(record)

    def _priced(self, record: C, said: Number, names: list[str]) -> C:
        stated = sum(self._points[name] for name in names)
        if said == stated:
            return record
        self._noted[Found("item", ", ".join(names), said, stated)] = None
        changed = with_cost(record, self._currencies.points, stated)
        if stated:
            return changed
        free = Modifier(
            type="set", field=self._currencies.points, value="0"
        )  # 0 would leave what it refers to its price
        return replace(changed, modifiers=(free, *changed.modifiers))

    def _within(self, record: Container) -> set[str]:
        """The items in a choice."""
        called = (name for one in _choices(record) for name in self._called(one))
        return {self._names[plain(name)] for name in called if plain(name) in self._names}

    def _called(self, record: Container) -> Iterator[str]:
        yield record.name
        if isinstance(record, EntryLink) and (target := self._target(record.target_id)) is not None:
            yield target.name

    def _is_enhancement(self, record: Container) -> bool:
        is_counted = bool(cost_of(record, self._currencies.enhancements))
        return is_counted or plain(self._bare(record.name)) in self._enhancements

    def _own(self, record: Container) -> Number:
        return cost_of(record, self._currencies.points)

    def _cost(self, record: Container) -> Number:
        """What a selection of it costs: what it refers to has a price only where the link states none."""
        target = self._target(record.target_id) if isinstance(record, EntryLink) else None
        is_entry = isinstance(target, Entry) and not self._is_enhancement(target)
        return self._own(record) or (self._own(target) if is_entry and target is not None else 0)


def _choices(holder: Container) -> Iterator[Container]:
    """The entries and links in a record, at any depth."""
    for one in (*holder.entries, *holder.links):
        yield one
        yield from _choices(one)
    for group in holder.groups:
        yield from _choices(group)
