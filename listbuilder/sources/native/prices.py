"""The price of a datasheet: by the size of the unit or the numbers of several kinds of models, by how many the army has, and by
whose army it is in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, pairwise, product
from typing import Any

from listbuilder.catalogue.model import Condition, ConditionGroup, Cost, LocalConditionGroup, Modifier
from listbuilder.i18n import Text
from listbuilder.sources.native.parse import Count, DataFile, bracket, counted

MOST_COMBINATIONS = 10_000
MOST_ROWS = 200


@dataclass(frozen=True, slots=True)
class Prices:
    """The `points`, `allied_points` and `again` of one datasheet; ``counted``: what the size of the unit counts; ``faction``: the
    id of that which it is of.

    A list has rows with numbers of models and a price; the first row that fits counts.
    """

    file: DataFile
    points_type: str
    counted: str
    faction: str = ""

    @property
    def _points(self) -> Any:
        return self.file.source.value["points"]

    def compile(self) -> tuple[tuple[Cost, ...], list[Modifier]]:
        """The first price, and modifiers that set the others."""
        if isinstance(self._points, list):
            return self._by_kinds(self._points)
        prices = sorted((bracket(size)[1], price) for size, price in self._points.items())
        steps = [self._set(price, self._above(below)) for (below, _), (_, price) in pairwise(prices)]
        return (Cost(type_id=self.points_type, value=prices[0][1]),), steps

    def _by_kinds(self, rows: list[dict[str, Any]]) -> tuple[tuple[Cost, ...], list[Modifier]]:
        """The modifier that comes last counts, so the first row stands last."""
        steps = [self._set(row["price"], *self._fits(row)) for row in reversed(rows)]
        return (Cost(type_id=self.points_type, value=rows[0]["price"]),), steps

    def _set(self, price: Any, *conditions: Condition) -> Modifier:
        group = ConditionGroup(type="and", conditions=conditions)
        return Modifier(type="set", field=self.points_type, value=str(price), condition_groups=(group,))

    def _above(self, size: int) -> Condition:
        return counted("greaterThan", size, self.counted)

    def _fits(self, row: dict[str, Any]) -> Iterator[Condition]:
        sheet = self.file.source.value["id"]
        for model, numbers in row["models"].items():
            low, high = bracket(numbers)
            yield counted("atLeast", low, f"{sheet}/{model}")
            yield counted("atMost", high, f"{sheet}/{model}")

    def allied(self) -> Iterator[Modifier]:
        """The prices in an army of another faction, which go before the usual ones. That of the smallest size is the price of a
        unit which is not in the army yet."""
        guest = Condition(type="notInstanceOf", value=1, scope="primary-catalogue", child_id=self.faction)
        stated = self.file.source.value.get("allied_points") or {}
        sizes = sorted(bracket(size)[0] for size in self._points) if stated and isinstance(self._points, dict) else []
        for size, price in stated.items():
            low, high = bracket(size)
            least = () if low in sizes[:1] else (counted("atLeast", low, self.counted),)
            yield self._set(price, guest, *least, counted("atMost", high, self.counted))

    def surcharges(self) -> Iterator[Modifier]:
        """What a copy costs more that comes after so many others of the army; the highest step that it reaches counts."""
        before = 0
        steps = self.file.source.value.get("again") or {}
        for copy, more in sorted((int(copy), more) for copy, more in steps.items()):
            others = ConditionGroup(type="and", local_groups=(self._earlier(copy - 1),))
            rise = str(more - before)
            yield Modifier(type="increment", field=self.points_type, value=rise, condition_groups=(others,))
            before = more

    def _earlier(self, copies: int) -> LocalConditionGroup:
        """At least so many units of the datasheet stand before this one in the list."""
        same = Condition(type="instanceOf", value=1, scope="self", child_id=self.file.source.value["id"])
        before = Condition(type="before", value=1, scope="self", child_id="any")
        return LocalConditionGroup(
            type="atLeast",
            value=copies,
            scope="roster",
            include_child_selections=True,
            include_child_forces=True,
            conditions=(before, same),
        )

    # --- checks -----------------------------------------------------------------------------------------------------------

    def check(self, size: Count, counts: Mapping[str, Count]) -> None:
        """Notes a size, or numbers of models, that have no price."""
        if isinstance(self._points, list):
            self._check_kinds(self._points, size, counts)
            return
        priced = [bracket(key) for key in self._points]
        for models in size.only or (size.min, size.max):
            if size.min <= size.max and models and not any(low <= models <= high for low, high in priced):
                self._problem(Text("no price for a unit of this size: {models}", {"models": models}))
                break

    def _check_kinds(self, rows: list[dict[str, Any]], size: Count, counts: Mapping[str, Count]) -> None:
        if len(rows) > MOST_ROWS:
            self.file.too_large(self.file.source.value, "points", len(rows), Text("rows of prices"), MOST_ROWS)
            return
        for row in rows:
            for model in row["models"]:
                if model not in counts:
                    self.file.unknown(row["models"], model, "model", str(model), counts, at_key=True)
                    return
        ranges = [dict(_ranges(row)) for row in rows]
        numbers_of = (range(one.min, min(one.max, one.min + MOST_COMBINATIONS) + 1) for one in counts.values())
        for numbers in islice(product(*numbers_of), MOST_COMBINATIONS):
            models = dict(zip(counts, numbers, strict=True))
            if size.min <= sum(numbers) <= size.max and not any(_covers(row, models) for row in ranges):
                shown = ", ".join(f"{number} {model}" for model, number in models.items())
                self._problem(Text("no price for a unit of this size: {models}", {"models": shown}))
                return

    def _problem(self, text: Text) -> None:
        self.file.problem(self.file.source.value, "points", text, at_key=True)


def _covers(row: Mapping[str, tuple[int, int]], models: Mapping[str, int]) -> bool:
    return all(low <= models[model] <= high for model, (low, high) in row.items())


def _ranges(row: dict[str, Any]) -> Iterator[tuple[str, tuple[int, int]]]:
    return ((model, bracket(numbers)) for model, numbers in row["models"].items())
