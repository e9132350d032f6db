"""Constraints on how a whole unit uses its wargear options: limits by number of models, sizes, all or none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.catalogue.model import Condition, Constraint, Modifier, Repeat
from listbuilder.catalogue.purpose import ConstraintPurpose
from listbuilder.sources.native import parse
from listbuilder.sources.native.options import WargearOption
from listbuilder.sources.native.wargear import RULE, OptionCompiler

Bounded = tuple[Constraint, list[Modifier]]


class UnitLimits(OptionCompiler):
    """Compiles the limits of one datasheet. They count the categories of the choices in the unit."""

    def compile(self) -> tuple[tuple[Constraint, ...], list[Modifier]]:
        """The constraints of the unit's entry."""
        return self._collected(
            bound for one in self.options for bound in (*self._uses(one), *self._open(one), *self._each(one))
        )

    def compile_alike(self) -> tuple[tuple[Constraint, ...], list[Modifier]]:
        """The constraints of the group of its models: minimums, whose findings are about the unit that holds the group."""
        return self._collected(bound for one in self.options for bound in self._alike(one))

    @staticmethod
    def _collected(found: Iterable[Bounded]) -> tuple[tuple[Constraint, ...], list[Modifier]]:
        bounds: list[Constraint] = []
        modifiers: list[Modifier] = []
        for constraint, changes in found:
            bounds.append(constraint)
            modifiers.extend(changes)
        return tuple(bounds), modifiers

    def _uses(self, option: WargearOption) -> Iterator[Bounded]:
        """How often the unit may use an option; options that share its limit are counted with it."""
        if option.limit is None and not option.per_models:
            return
        alone = self.option_category(option)
        counted = alone if option.shared_limit else self.shared_category(option) or alone
        value = 0 if option.per_models else option.limit or 0
        constraint = self._bound(f"{self.sheet}/{option.id}:limit", value, counted, ConstraintPurpose.UNIT_LIMIT)
        changes = []
        if option.per_models:
            per = f"{self.sheet}/{option.per}" if option.per else "model"
            each = Repeat(value=option.per_models, child_id=per)
            changes.append(
                Modifier(type="increment", field=constraint.id, value=str(option.limit or 1), repeats=(each,))
            )
        yield constraint, changes

    def _open(self, option: WargearOption) -> Iterator[Bounded]:
        """Whether the unit has a size that may use the option."""
        closed = []
        if option.min_models:
            closed.append(Condition(type="lessThan", value=option.min_models, child_id="model"))
        if option.max_models:
            closed.append(Condition(type="greaterThan", value=option.max_models, child_id="model"))
        if closed:
            counted = self.option_category(option)
            constraint = self._bound(f"{self.sheet}/{option.id}:open", -1, counted, ConstraintPurpose.OPEN_SIZES)
            yield (
                constraint,
                [Modifier(type="set", field=constraint.id, value="0", conditions=(one,)) for one in closed],
            )

    def _each(self, option: WargearOption) -> Iterator[Bounded]:
        """How often the unit may take each single alternative."""
        if option.limit_each is not None:
            for item in option.alternatives:
                counted = self.alternative_category(option, item)
                bound_id = f"{self.sheet}/{option.id}/{item.id}:each"
                value = 0 if option.each_per_models else option.limit_each
                constraint = self._bound(bound_id, value, counted, ConstraintPurpose.PER_ALTERNATIVE)
                grows = (Repeat(value=option.each_per_models, child_id="model"),) if option.each_per_models else ()
                more = Modifier(type="increment", field=bound_id, value=str(option.limit_each), repeats=grows)
                yield constraint, [more] if grows else []

    def _alike(self, option: WargearOption) -> Iterator[Bounded]:
        """When one model takes an alternative, every model takes it."""
        if not option.all:
            return
        each = tuple(Repeat(value=1, child_id=f"{self.sheet}/{model}") for model in option.models)
        for item in option.alternatives:
            counted = self.alternative_category(option, item)
            bound_id = f"{self.sheet}/{option.id}/{item.id}:all"
            constraint = self._bound(bound_id, 0, counted, ConstraintPurpose.ALL_OR_NONE)
            taken = parse.counted("atLeast", 1, counted)
            yield (
                constraint,
                [Modifier(type="increment", field=constraint.id, value="1", conditions=(taken,), repeats=each)],
            )

    def _bound(self, bound_id: str, value: int, counted: str, purpose: ConstraintPurpose) -> Constraint:
        """A limit on the choices of a category in the unit."""
        return Constraint(
            id=bound_id,
            type="min" if purpose is ConstraintPurpose.ALL_OR_NONE else "max",
            value=value,
            scope=self.sheet,
            child_id=counted,
            include_child_selections=True,
            rule=RULE,
            purpose=purpose,
        )
