"""The units of an installed data set beside a points document: what differs, and the unit as the document prices it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from listbuilder.catalogue.base import Number
from listbuilder.catalogue.model import Container, Entry, EntryLink
from listbuilder.sources.points import pricing
from listbuilder.sources.points.army import ArmyPages, plain
from listbuilder.sources.points.choices import Currencies
from listbuilder.sources.points.deviation import Deviation, DeviationKind
from listbuilder.sources.points.items import Items
from listbuilder.sources.points.pricing import MODEL, Unfit
from listbuilder.sources.points.record import Page, UnitLine
from listbuilder.sources.points.rewriting import below, priced, with_cost
from listbuilder.sources.points.sizes import Sizes, Target
from listbuilder.sources.points.stated import Case, StatedPrice, Unread


class Army(NamedTuple):
    """What prices of units depend on: the pages, the id of the catalogue that the army is of, and the costs of the data."""

    pages: ArmyPages
    catalogue_id: str
    currencies: Currencies
    target: Target


class PricedUnit:
    """One unit with the line that prices it."""

    def __init__(self, unit: Entry, page: Page, line: UnitLine, army: Army) -> None:
        self.unit = unit
        self._page = page
        self._line = line
        self._army = army
        self._currency = army.currencies.points
        self._sizes = Sizes(unit, army.target)
        self._items = Items(unit, line, army.currencies, army.target, army.pages)
        self._said = StatedPrice(unit, self._sizes, self._currency, army.catalogue_id, self._items.models)
        self._noted: list[Deviation] = []

    @property
    def deviations(self) -> list[Deviation]:
        """Where the data differ, as far as `stated` has found it."""
        about = (
            Deviation(
                kind=one.kind,
                page=self._page.name,
                of=self.unit.name,
                name=one.name,
                said="" if one.said is None else str(one.said),
                stated="" if one.stated is None else str(one.stated),
            )
            for one in self._items.found
        )
        return [*self._noted, *about]

    def stated(self) -> Entry:
        """The unit with the prices and the optional models of the document; itself where the data have these."""
        unit = self._with_optional(self._items.stated())
        if not self._line.prices or not self._differs():
            return unit
        try:
            changes = tuple(pricing.changes(self._line, self._sizes, self._currency, self._said.copies_of))
        except Unfit:
            self._note("kept")
            return unit
        return priced(self._without_models(unit), self._currency, pricing.base(self._line), changes)

    def _with_optional(self, unit: Entry) -> Entry:
        """The unit that need not have the kinds of models which one of its compositions does without."""
        kinds = {kind for price in self._line.prices for kind in price.of}
        optional = {kind for kind in kinds if any(not price.of.get(kind) for price in self._line.prices)}
        names = {name for kind in optional for name in self._army.pages.names_of(kind)}

        def change(record: Container) -> Container:
            target = self._army.target(record.target_id) if isinstance(record, EntryLink) else record
            if not (isinstance(target, Entry) and target.type == MODEL and plain(target.name) in names):
                return record
            least = {one.id: one.value for one in record.constraints if one.type == "min" and one.value > 0}
            if not least:
                return record
            self._note("optional", target.name)
            return replace(
                record,
                constraints=tuple(one for one in record.constraints if one.id not in least),
                modifiers=tuple(one for one in record.modifiers if one.field not in least),
                default_amount=record.default_amount or str(max(least.values())),  # a new unit has them
            )

        return below(unit, change) if names else unit

    def _without_models(self, unit: Entry) -> Entry:
        """The unit whose models cost nothing of themselves."""

        def change(record: Container) -> Container:
            own = isinstance(record, Entry) and record.type == MODEL and record.id in self._items.models
            return with_cost(record, self._currency, self._items.on_top.get(record.id, 0)) if own else record

        return below(unit, change)

    # --- the unit itself --------------------------------------------------------------------------------------------------

    def _differs(self) -> bool:
        """Whether the data price a size or a later copy otherwise; notes what does."""
        before = len(self._noted)
        try:
            for cases, points in self._cases():
                differing = {self._said.at(case): case.models for case in cases}
                for said, models in differing.items():
                    if said != points:
                        self._note("price", "", said, points, models)
            for copy in sorted({*self._line.again, *(copy - 1 for copy in self._line.again), *self._said_copies()}):
                self._compare_copy(copy)
        except Unread:
            self._note("unread")
        return len(self._noted) > before

    def _cases(self) -> Iterator[tuple[list[Case], Number]]:
        """The smallest and the largest unit that each price is for, with that price."""
        prices, before = self._line.prices, 0
        is_by_size = len({price.models for price in prices}) == len(prices)
        for price in prices:
            cases = [Case(price.models, of=price.of)]
            if before and is_by_size and before + 1 < price.models:
                cases.insert(0, Case(before + 1))
            before = price.models
            if allowed := [case for case in cases if self._sizes.allows(case.models)]:
                yield allowed, price.points

    def _said_copies(self) -> set[int]:
        """Copies from which on the data ask for more."""
        return self._said.thresholds

    def _compare_copy(self, copy: int) -> None:
        first = next(self._cases(), None)
        if first is None or copy < 1:
            return
        case = first[0][-1]
        said = self._said.at(case._replace(copy=copy)) - self._said.at(case)
        stated = max((more for start, more in self._line.again.items() if start <= copy), default=0)
        if said != stated:
            self._note("later-copies", str(copy), said, stated)

    # --- findings ---------------------------------------------------------------------------------------------------------

    def _note(
        self,
        kind: DeviationKind,
        name: str = "",
        said: Number | None = None,
        stated: Number | None = None,
        models: int = 0,
    ) -> None:
        self._noted.append(
            Deviation(
                kind=kind,
                page=self._page.name,
                of=self.unit.name,
                name=name,
                models=models,
                said="" if said is None else str(said),
                stated="" if stated is None else str(stated),
            )
        )
