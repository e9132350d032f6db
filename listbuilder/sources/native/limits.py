"""Bounds on how a whole unit uses its wargear options: limits by number of models, minimum sizes, all or none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from listbuilder.catalogue.model import Condition, Constraint, Modifier, Repeat
from listbuilder.sources.native.options import Alternative, WargearOption
from listbuilder.sources.native.parse import Unit
from listbuilder.sources.native.wargear import (
    RULE,
    alternative_category,
    option_category,
    shared_category,
    shared_limit_of,
)

TITLE_PARTS = 3  # alternatives that the title of an option names
Bounded = tuple[Constraint, list[Modifier]]


@dataclass
class UnitLimits:
    """Compiles the limits of one datasheet. They stand on the unit's entry and count the categories of the choices."""

    unit: Unit
    sheet: str  # id of the datasheet
    options: list[WargearOption]
    item_names: dict[str, str]

    def compile(self) -> tuple[tuple[Constraint, ...], list[Modifier]]:
        bounds: list[Constraint] = []
        modifiers: list[Modifier] = []
        for option in self.options:
            for constraint, changes in (
                *self._uses(option),
                *self._open(option),
                *self._each(option),
                *self._alike(option),
            ):
                bounds.append(constraint)
                modifiers.extend(changes)
        return tuple(bounds), modifiers

    def _uses(self, option: WargearOption) -> Iterator[Bounded]:
        """How often the unit may use an option; options that share a limit are counted together, on the one that has it."""
        if option.shared_limit or (option.limit is None and not option.per_models):
            return
        shared = shared_limit_of(option, self.options)
        counted = (
            shared_category(self.unit, self.sheet, shared) if shared else option_category(self.unit, self.sheet, option)
        )
        value = 0 if option.per_models else option.limit or 0
        constraint = self._bound(f"{self.sheet}/{option.id}:limit", "max", value, counted, self._title(option))
        changes = []
        if option.per_models:
            per = f"{self.sheet}/{option.per}" if option.per else "model"
            each = Repeat(value=option.per_models, child_id=per)
            changes.append(
                Modifier(type="increment", field=constraint.id, value=str(option.limit or 1), repeats=(each,))
            )
        yield constraint, changes

    def _open(self, option: WargearOption) -> Iterator[Bounded]:
        """Whether the unit is large enough to use it at all."""
        if option.min_models:
            counted = option_category(self.unit, self.sheet, option)
            constraint = self._bound(f"{self.sheet}/{option.id}:open", "max", -1, counted, self._title(option))
            smaller = Condition(type="lessThan", value=option.min_models, child_id="model")
            yield constraint, [Modifier(type="set", field=constraint.id, value="0", conditions=(smaller,))]

    def _each(self, option: WargearOption) -> Iterator[Bounded]:
        """How often the unit may take each single alternative."""
        if option.limit_each is not None:
            for item in option.alternatives:
                counted = alternative_category(self.unit, self.sheet, option, item.id)
                bound_id = f"{self.sheet}/{option.id}/{item.id}:each"
                yield self._bound(bound_id, "max", option.limit_each, counted, self._names(item)), []

    def _alike(self, option: WargearOption) -> Iterator[Bounded]:
        """Every model takes the same alternative as soon as one takes it."""
        if not option.all:
            return
        each = tuple(Repeat(value=1, child_id=f"{self.sheet}/{model}") for model in option.models)
        for item in option.alternatives:
            counted = alternative_category(self.unit, self.sheet, option, item.id)
            constraint = self._bound(f"{self.sheet}/{option.id}/{item.id}:all", "min", 0, counted, self._names(item))
            taken = Condition(type="atLeast", value=1, child_id=counted, include_child_selections=True)
            yield (
                constraint,
                [Modifier(type="increment", field=constraint.id, value="1", conditions=(taken,), repeats=each)],
            )

    def _bound(self, bound_id: str, kind: str, value: int, counted: str, what: str) -> Constraint:
        """A bound on what the unit holds of a category; ``what`` is what a message calls it."""
        words = "at most" if kind == "max" else "none, or"
        return Constraint(
            id=bound_id,
            type=kind,
            value=value,
            message=f"{what}: {words} {{value}} in {{this}}, found {{found}}",
            scope=self.sheet,
            child_id=counted,
            include_child_selections=True,
            rule=RULE,
        )

    def _title(self, option: WargearOption) -> str:
        """What an option is called: what it gives."""
        names = [self._names(item) for item in option.alternatives]
        return " / ".join(names[:TITLE_PARTS]) + (" / …" if len(names) > TITLE_PARTS else "")

    def _names(self, alternative: Alternative) -> str:
        return " + ".join(self.item_names.get(item, item) for item in alternative.items) or "–"
