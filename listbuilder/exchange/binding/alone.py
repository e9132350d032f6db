"""What of a unit a points document knows: how many models it has, and what costs something.

A document names no wargear but that which has a price, and seldom kinds of models. What a list states below a unit may be either,
so that its models are counted where the list tells how many there are, and are left open by name where it does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import cached_property

from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.catalogue.system import DocumentNames
from listbuilder.exchange.binding.marks import Marks
from listbuilder.exchange.binding.names import Names, base, stem
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.binding.remembered import remembered
from listbuilder.exchange.binding.trees import bounds, items_of
from listbuilder.exchange.binding.unit_sheet import Model, UnitSheet
from listbuilder.exchange.reading.record import ListRecord, Part, UnitRecord, Word, walk
from listbuilder.expressions import expression
from listbuilder.i18n import Text

Ids = AbstractSet[int]  # identities of parts
IDENTIFIER = expression(r"[0-9a-f]{1,4}(?:-[0-9a-f]{1,4}){3}(?:::[0-9a-f]{1,4}(?:-[0-9a-f]{1,4}){3})*")
MOST_COUNTED = 12  # things below a unit that are tried as models or as wargear


def settle(record: ListRecord, labels: Iterable[str]) -> None:
    """Takes what is called like a setting of the army from the units of a saved roster, which need not say what is one."""
    known = set(map(stem, labels))
    settings = [unit for unit in record.units if stem(unit.name) in known]
    record.units = [unit for unit in record.units if stem(unit.name) not in known]
    record.choices += [(unit.name, Word(part.name, part.line)) for unit in settings for part in unit.parts]


def rename(units: Iterable[UnitRecord], names: DocumentNames) -> None:
    """Notes what the document may call the units and what these have."""
    for unit in units:
        unit.also = unit.also or _other(unit.name, names)
        for part in walk(unit.parts):
            part.also = _other(part.name, names) or (_other(part.also, names) or part.also if part.also else "")


def _other(name: str, names: DocumentNames) -> str:
    found = names.stated(name)
    return found if found != name else ""


class Known:
    """What the document knows of the things that a list states below one unit. ``gifts``: its enhancements; ``parts``: its models
    and what costs something. ``is_open``: the list does not tell how many models the unit has."""

    def __init__(self, record: UnitRecord, sheet: UnitSheet, marks: Marks, names: DocumentNames) -> None:
        self._record = record
        self._sheet = sheet
        self._names = names
        option, chosen = sheet.option, None if marks.detachments is None else tuple(marks.detachments)
        self._known_gifts = remembered(  # nothing of the unit is chosen yet
            option.library, ("gifts", option, chosen), lambda: Names((names.bare(name), name) for name in marks.words)
        )
        self._costly = {key: entry.name for key, entry in items_of(option)}
        self._gifts = {id(part): name for part in walk(record.parts) if (name := self._gift(part))}
        given = [part for part in walk(record.parts) for _ in range(part.count) if id(part) in self._gifts]
        self.gifts = [Word(self._gifts[id(part)], part.line) for part in given]
        self.is_open = False
        self.parts = [*self._models(), *self._items()]

    def note(self, problems: Problems, unit_id: str) -> None:
        """Says so where the models could not be counted, and where the list names something by an id that only its data know: it
        may be an enhancement."""
        for part in walk(self._record.parts):
            if IDENTIFIER.fullmatch(part.name):
                problems.unknown("entry", part.name, part.line, unit=unit_id)
        if self.is_open:
            text = Text("the list does not say how many models {unit} has", {"unit": self._record.name})
            problems.note(text, self._record.line, "incomplete", unit_id)

    def _gift(self, part: Part) -> str:
        words = (self._names.bare(name) for name in (part.name, part.also) if name)
        return next((name for word in words for name in self._known_gifts.find(word)), "")

    def _price(self, part: Part) -> str:
        return next((self._costly[key] for key in (stem(part.name), stem(part.also)) if key in self._costly), "")

    def _items(self) -> Iterator[Part]:
        for part in walk(self._record.parts):
            if id(part) not in self._gifts and (name := self._price(part)):
                yield Part(name, part.count, part.line)

    # --- models -----------------------------------------------------------------------------------------------------------

    def _models(self) -> Iterator[Part]:
        """The models by the kinds of the document: those that have a name of these, and all others as the usual kind."""
        if not self._sheet.models:
            return
        usual = max(self._sheet.models, key=lambda one: (self._is_counted(one), bounds(one.option).most))
        kinds = {id(part): kind for part in walk(self._record.parts) if (kind := self._kind(part)) is not None}
        added = {key for key, kind in kinds.items() if not self._is_counted(kind)}
        rest = self._number(frozenset(kinds), added)
        for part in walk(self._record.parts):
            kind = kinds.get(id(part), usual)
            if kind is not usual:
                yield Part(kind.name, part.count, part.line, named=False)
                rest -= 0 if id(part) in added else part.count
        if rest > 0:
            yield Part(usual.name, rest, self._record.line, named=False)

    def _is_counted(self, kind: Model) -> bool:
        """Whether the size of the unit counts models of that kind."""
        return any(group.purpose is EntryPurpose.MODELS for group in kind.option.group_chain)

    def _kind(self, part: Part) -> Model | None:
        """The kind of model that a name means."""
        wanted = {stem(part.name), base(part.name), stem(part.also)} - {""}
        return next((one for one in self._sheet.models if stem(one.name) in wanted), None)

    def _number(self, named: Ids, added: Ids) -> int:
        """How many models the unit has, but those added to it. ``named``: parts that are called as models; ``added``: the latter.

        Models have something below them, if the unit may have so many; else what stands beside them may be models, too, and what
        has models inside may be a composition."""
        stated = self._record.models
        top = [part for part in self._countable(self._record.parts) if id(part) not in added]
        sure = sum(part.count for part in top if part.parts or id(part) in named)
        if stated > 1 or (stated and not sure):  # some write 1 for one unit
            return stated - sum(part.count for part in walk(self._record.parts) if id(part) in added)
        least, most = self._span
        if not top:
            self.is_open = least != most
            return least
        beside = [part.count for part in top if not part.parts and id(part) not in named]
        fitting = {number for number in _sums([{sure}, *({0, one} for one in beside)]) if least <= number <= most}
        if sure not in fitting:
            numbers = _sums([self._readings(part, named) for part in top])
            fitting = {number for number in numbers if least <= number <= most}
        self.is_open = len({self._band(number) for number in fitting}) > 1
        same = {number for number in fitting & self._priced if self._band(number) == self._band(sure)}
        likely = (*sorted(same), sure, *sorted(fitting & self._priced))
        return next((number for number in likely if number in fitting), min(fitting, default=sure))

    def _readings(self, part: Part, named: Ids) -> set[int]:
        """How many models a part may be: as many as it is called, none, or those inside of it."""
        if id(part) in named:
            return {part.count}
        if not part.parts:
            return {0, part.count}
        inside = self._countable(part.parts)
        if part.count > 1 or not any(one.parts or id(one) in named for one in inside):
            return {part.count}
        return {part.count} | _sums([self._readings(one, named) for one in inside])

    def _countable(self, parts: Iterable[Part]) -> list[Part]:
        """What may be models."""
        return [part for part in parts if id(part) not in self._gifts and not self._price(part)][:MOST_COUNTED]

    # --- what the unit may have -------------------------------------------------------------------------------------------

    @cached_property
    def _span(self) -> tuple[int, int]:
        """The fewest and the most models of the unit."""
        groups = (bounds(one) for one in self._sheet.option.groups if one.purpose is EntryPurpose.MODELS)
        return next(((found.least, found.most) for found in groups), (1, 1))

    @cached_property
    def _priced(self) -> frozenset[int]:
        """The sizes after which the unit costs something else, and the largest."""
        conditions = (one for change in self._sheet.option.merged.modifiers for one in change.conditions)
        return frozenset((*(int(one.value) for one in conditions if one.type == "greaterThan"), self._span[1]))

    def _band(self, number: int) -> int:
        """The place of the price that is asked for so many models."""
        return sum(number > size for size in self._priced)


def _sums(readings: Iterable[Ids]) -> set[int]:
    """What numbers, one of each set, add up to."""
    found = {0}
    for numbers in readings:
        found = {one + number for one in found for number in numbers}
    return found
