"""How many models of a kind a unit, and the army, may have: the bounds that a datasheet states, and what raises them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import Any

from listbuilder.catalogue.model import Condition, Constraint, Modifier, Repeat
from listbuilder.catalogue.purpose import ConstraintPurpose
from listbuilder.sources.native.parse import MANY, Count, DataFile, counted

COMPOSITION = "unit-composition"

Bounds = tuple[tuple[Constraint, ...], tuple[Modifier, ...]]


class ModelCounts:
    """Those of one datasheet, whose problems are noted on its file. ``unit``: its id; ``models``: its kinds of models by id;
    ``detachments``: ids of those that a list may have."""

    def __init__(self, file: DataFile, unit: str, models: Mapping[str, Any], detachments: Collection[str]) -> None:
        self._file = file
        self._unit = unit
        self._models = models
        self._detachments = detachments

    def between(
        self,
        owner: str,
        bounds: Count,
        purpose: ConstraintPurpose,
        *,
        needs_min: bool = True,
        needs_max: bool = True,
        rule: str = COMPOSITION,
    ) -> Bounds:
        """Minimum and maximum. Of a list of numbers only these are allowed: above one number the minimum is the next one."""
        low = Constraint(id=f"{owner}:min", type="min", value=bounds.min, rule=rule, purpose=purpose)
        high = Constraint(id=f"{owner}:max", type="max", value=bounds.max, rule=rule, purpose=purpose)
        steps = tuple(
            Modifier(
                type="set",
                field=low.id,
                value=str(above),
                conditions=(Condition(type="greaterThan", value=number, scope=self._unit, child_id=owner),),
            )
            for number, above in pairwise(bounds.only)
        )
        return ((low,) if needs_min or steps else ()) + ((high,) if needs_max and bounds.max < MANY else ()), steps

    def for_every(self, model_id: str, record: dict[str, Any]) -> tuple[Constraint, tuple[Modifier, ...]]:
        """One such model at most for every so many of another kind."""
        most = Constraint(
            id=f"{model_id}:every", type="max", value=0, rule=COMPOSITION, purpose=ConstraintPurpose.MODEL_COUNT
        )
        steps = []
        for other, number in record["for_every"].items():
            if other not in self._models:
                self._file.unknown(record["for_every"], other, "model", str(other), self._models, at_key=True)
            each = Repeat(value=number, child_id=f"{self._unit}/{other}", scope=self._unit)
            steps.append(Modifier(type="increment", field=most.id, value="1", repeats=(each,)))
        return most, tuple(steps)

    def per_army(self, model_id: str, record: dict[str, Any]) -> tuple[Constraint, tuple[Modifier, ...]]:
        """How many such models the whole army may have: a number, or one by default and others in certain detachments."""
        stated = record["per_army"]
        most = stated if isinstance(stated, dict) else {"default": stated}
        constraint = Constraint(
            id=f"{model_id}:army",
            type="max",
            value=most["default"],
            scope="roster",
            include_child_selections=True,
            rule=COMPOSITION,
            purpose=ConstraintPurpose.PER_ARMY,
        )
        steps = []
        for detachment, number in most.items():
            if detachment == "default":
                continue
            if detachment not in self._detachments:
                self._file.unknown(stated, detachment, "detachment", detachment, self._detachments, at_key=True)
            chosen = counted("atLeast", 1, detachment, scope="roster")
            steps.append(Modifier(type="set", field=constraint.id, value=str(number), conditions=(chosen,)))
        return constraint, tuple(steps)
