"""The prices of units: at each size or composition that the document prices, of each copy, and with each item."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from listbuilder.army import roles
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Option
from listbuilder.roster.edits import SetAmount
from listbuilder.roster.tree import Selection
from listbuilder.sources.points.army import plain
from listbuilder.sources.points.record import Price, UnitLine
from tools.points_document.proof.army import PageArmy
from tools.points_document.proof.findings import Difference, PageProof, Part, Reason


class Case(NamedTuple):
    """A unit that the document prices. ``of``: kind of model -> number, empty for any of that size."""

    models: int
    of: dict[str, int]
    price: Number
    is_implied: bool = False

    def __str__(self) -> str:
        if self.of:
            return " + ".join(f"{number} {kind}" for kind, number in self.of.items() if number)
        return f"{self.models} model{'s' if self.models > 1 else ''}"


def cases(line: UnitLine) -> list[Case]:
    """The largest unit that each price is for, which the document states, and the smallest, which follows from it."""
    found, before = list[Case](), 0
    for price in line.prices:
        if before and before + 1 < price.models and not price.of:
            found.append(Case(before + 1, {}, price.points, is_implied=True))
        found.append(Case(price.models, _composition(line, price), price.points))
        before = price.models
    return found


def _composition(line: UnitLine, price: Price) -> dict[str, int]:
    """With the kinds that only other prices name, which it has none of."""
    kinds = dict.fromkeys(kind for one in line.prices for kind in one.of)
    return {kind: price.of.get(kind, 0) for kind in kinds}


class UnitPrices:
    """The prices of one unit of the set against the line that prices it."""

    def __init__(
        self, army: PageArmy, line: UnitLine, option: Option, proof: PageProof, part: Part = Part.PRICES
    ) -> None:
        """``part``: what its prices by size are counted as."""
        self._part = part
        self._army = army
        self._line = line
        self._option = option
        self._proof = proof
        self._kinds = {name: kind for kind in line.additions for name in army.called(kind)}
        self._items = {name: item for item in line.items for name in army.called(item)}
        self._is_fixed = len(line.prices) == 1 and not line.additions
        self._default = 0  # models that a new unit has
        several = len(army.units.get(line.name, ())) > 1
        self._name = option.name if several else line.name

    def measure(self) -> None:
        with self._army.trial():
            for copy in range(1, max(self._line.again, default=1) + 1):
                unit = self._army.add(self._option)
                self._default = self._models(unit)
                if copy in self._copies:
                    self._sizes(unit, copy)
        for part in (self._line.items, self._line.additions):
            for name, points in part.items():
                self._item(name, points)

    @property
    def _copies(self) -> set[int]:
        """The first, and the last before and the first after each rise."""
        starts = set(self._line.again)
        return {1, *starts, *(copy - 1 for copy in starts if copy > 1)}

    def _sizes(self, unit: Selection, copy: int) -> None:
        more = max((points for start, points in self._line.again.items() if start <= copy), default=0)
        for case in cases(self._line):
            at = str(case) if copy == 1 else f"{case}, copy {copy}"
            with self._army.trial():
                if self._reach(unit, case):
                    stated = case.price + more + self._besides(unit)
                    self._proof.compare(self._part, self._name, at, stated, self._army.points(unit))
                    continue
            if case.is_implied:
                continue
            reason = Reason.MISSING_MODELS if case.of else Reason.MISSING_SIZE
            self._proof.differ(Difference(self._part, reason, self._name, at, str(case.price + more)))

    # --- sizes ------------------------------------------------------------------------------------------------------------

    def _reach(self, unit: Selection, case: Case) -> bool:
        """Whether the unit has these models, without more that is wrong with it."""
        before = self._army.wrong(unit)
        self._army.session.set_size(unit.id, case.models)
        if case.of and (self._has_kinds(unit) or not self._is_told_by_size(case)):
            self._compose(unit, case.of)
            if self._composed(unit, case.of) != case.of:
                return False
        elif self._is_fixed and self._models(unit) == self._default:
            return True  # the price is the only one, of a unit that the set counts in another way
        return self._models(unit) == case.models and self._army.wrong(unit) <= before

    def _compose(self, unit: Selection, of: dict[str, int]) -> None:
        """Gives the unit so many models of each kind."""
        for kind, number in of.items():
            self._give(unit, kind, number)

    def _has_kinds(self, unit: Selection) -> bool:
        """Whether the set calls the kinds of models as the document does."""
        found = {plain(node.option.name) for node in unit.walk()}
        found |= {plain(one.name) for node in unit.walk() for one in node.option.entries}
        return all(found & self._army.called(kind) for price in self._line.prices for kind in price.of)

    def _is_told_by_size(self, case: Case) -> bool:
        return sum(price.models == case.models for price in self._line.prices) == 1

    def _give(self, unit: Selection, kind: str, number: int) -> None:
        names, history = self._army.called(kind), self._army.session.history
        lines = [node for node in unit.walk() if roles.is_model(node) and plain(node.option.name) in names]
        for line in lines[1 if number else 0 :]:
            history.do(SetAmount(line, 0))
        if lines and number:
            history.do(SetAmount(lines[0], number))
        elif number:
            places = ((node, one) for node in unit.walk() for one in node.option.entries if plain(one.name) in names)
            for holder, option in places:
                history.do(SetAmount(self._army.select(holder, option), number))
                return

    def _composed(self, unit: Selection, of: dict[str, int]) -> dict[str, int]:
        return {
            kind: sum(
                node.number
                for node in unit.walk()
                if roles.is_model(node) and plain(node.option.name) in self._army.called(kind)
            )
            for kind in of
        }

    def _models(self, unit: Selection) -> int:
        """The models that the price counts: without those that cost something on top of it."""
        inside = [node for node in unit.walk() if node is not unit and roles.is_model(node)]
        if not inside:
            return 1
        return sum(node.number for node in inside if plain(node.option.name) not in self._kinds)

    # --- items ------------------------------------------------------------------------------------------------------------

    def _besides(self, unit: Selection) -> Number:
        """What the items and the models on top cost that the unit has."""
        return sum(self._line.items[item] * node.number for node, item in self._held(unit)) + sum(
            self._line.additions[self._kinds[plain(node.option.name)]] * node.number
            for node in unit.walk()
            if node is not unit and plain(node.option.name) in self._kinds
        )

    def _held(self, unit: Selection) -> Iterator[tuple[Selection, str]]:
        """The items of the document that the unit has; what is inside one is none."""
        stack = list(unit.selections)
        while stack:
            node = stack.pop()
            item = next((self._items[name] for name in _names(node.option) if name in self._items), None)
            if item is not None:
                yield node, item
            else:
                stack += node.selections

    def _item(self, name: str, points: Number) -> None:
        """What the unit costs with one more of it."""
        called = self._army.called(name)
        with self._army.trial():
            unit = self._army.add(self._option)
            self._army.session.set_size(unit.id, self._line.prices[0].models)
            before = self._army.points(unit) - self._besides(unit)
            size = self._models(unit)
            if self._take(unit, called) and self._models(unit) == size:
                found = self._army.points(unit) - before
                self._proof.compare(Part.ITEMS, self._name, name, self._besides(unit), found)
                return
        self._proof.differ(Difference(Part.ITEMS, Reason.MISSING_ITEM, self._name, name, str(points)))

    def _take(self, unit: Selection, called: set[str]) -> bool:
        """Takes one more of an item: where a model may carry it, else with another kind of model that does."""
        if _holds(unit, called) or self._offered(unit, called):
            return True
        size = self._models(unit)
        for holder in list(unit.walk()):
            for option in holder.option.entries:
                if option.type in roles.MODEL_TYPES and _has(option, called):
                    model = self._army.select(holder, option)
                    self._army.session.set_size(unit.id, size)
                    if model.id in self._army.session.roster.nodes:
                        return _holds(model, called) or self._offered(model, called)
        return False

    def _offered(self, within: Selection, called: set[str]) -> bool:
        for node in list(within.walk()):
            for option in node.option.entries:
                if called & _names(option):
                    self._army.select(node, option)
                    return True
                if option.type not in roles.MODEL_TYPES and _has(option, called):
                    bundle = self._army.select(node, option)
                    return _holds(bundle, called) or self._offered(bundle, called)
        return False


def _names(option: Option) -> set[str]:
    return {plain(part.name) for part in option.parts if part.name}


def _holds(within: Selection, called: set[str]) -> bool:
    return any(called & _names(node.option) for node in within.walk())


def _has(option: Option, called: set[str], depth: int = 4) -> bool:
    """Whether it is, or holds, what is called so."""
    if called & _names(option):
        return True
    return depth > 0 and any(_has(one, called, depth - 1) for one in option.entries)
