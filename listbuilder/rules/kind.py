"""Rule kinds: how they are found, and how an instance is bound to its parameters.

A kind is a module of `listbuilder.rules.kinds`; its name is the module's name with ``-`` for ``_``, its docstring is its
documentation. ``Params``, a subclass of `Parameters`, may be left out by a kind without parameters. No other registration is
needed. A kind has one or more of these functions, or none if it checks nothing:

- ``check(rule, muster)`` judges the army as a whole, again whenever something has changed that it asked the muster;
- ``check_unit(rule, muster, unit)``, ``check_group(rule, muster, group)``, ``check_load(rule, muster, load)`` and
  ``check_datasheet(rule, muster, units)`` judge one unit, one group of the formation, what is in one transport, and all units
  of one datasheet: again when that has changed, or something that they asked the muster for any of them.

``gauge(rule, muster)`` tells how much of what the rule allows is used: the amount, the most and the least, each None where
there is none.

Where ``check_unit`` has nothing to say of most units, ``judged(params)`` states the filter of those that it is asked about.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from listbuilder.army import Unit
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.system import RuleSpec
from listbuilder.errors import InputError, Place
from listbuilder.i18n import Localised, Text
from listbuilder.naming import suggestion
from listbuilder.rules import kinds
from listbuilder.rules.diagnostic import Diagnostic, Proposal
from listbuilder.rules.muster import Muster
from listbuilder.rules.where import ANY, Where

Findings = Iterator[Diagnostic]
Gauged = tuple[Number, Number | None, Number | None]  # an amount, the most and the least
PARTS = ("unit", "datasheet", "group", "load")
READ_AS = Text("{message}; read as: {used}; other readings: {others}")
UNKNOWN = "unknown-rule"  # rule id of findings about unknown rules, readings and kinds


class RuleError(InputError):
    """An unknown rule, reading or kind, or parameters that the kind does not accept."""


class Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of a kind."""


P = TypeVar("P", bound=Parameters)


class BoundRule(Struct, Generic[P], frozen=True):
    """One rule of a system, ready to check: the spec, its kind and its typed parameters."""

    spec: RuleSpec
    kind: Kind
    params: P
    chosen: tuple[str, ...] = ()  # names of the readings that apply
    judged: Where = ANY  # the units that it judges one by one

    @property
    def id(self) -> str:
        return self.spec.id

    @property
    def name(self) -> Localised:
        return Localised(self.spec.name or self.spec.id)

    def finding(
        self,
        message: Text,
        unit: Unit | None = None,
        *,
        found: Number | None = None,
        bound: Number | None = None,
        fixes: Sequence[Proposal] = (),
        place: Place | None = None,
        severity: str = "",
        whole: Number | None = None,
    ) -> Diagnostic:
        """A finding of this rule. Its place is the unit's place unless ``place`` is given. The message may use ``{rule}``,
        ``{unit}`` (its name), ``{found}`` and ``{bound}`` without stating them. The reading that applies, and the others, are
        added to it."""
        names = {"rule": self.name, "unit": unit.name if unit else "", "found": found, "bound": bound}
        text = self._with_reading(Text(message.template, {**names, **message.params}))
        return Diagnostic(
            rule=self.spec.id,
            message=text,
            severity=severity or self.spec.severity,
            unit=(unit.half_of or unit.id) if unit else "",
            place=place or (unit.place if unit else None),
            found=found,
            bound=bound,
            source=Localised(self.spec.source),
            fixes=fixes,
            whole=whole,
        )

    def _with_reading(self, message: Text) -> Text:
        meanings = self.spec.meanings
        used = [Localised(meanings[name]) for name in self.chosen or ("default",) if name in meanings]
        others = [name for name in self.spec.readings if name not in self.chosen and name in meanings]
        if not used or not others:
            return message
        listed = [Text("{other} ({name})", {"other": Localised(meanings[name]), "name": name}) for name in others]
        names = {"message": message, "used": used, "others": listed}
        return Text(READ_AS.template, names)


def without_reading(message: Text) -> Text:
    """What a finding says, without how its rule is read and may be read otherwise: for places with little room."""
    said = message.params.get("message") if message.template == READ_AS.template else None
    return said if isinstance(said, Text) else message


class Kind(Struct, frozen=True):
    """One rule kind."""

    name: str
    params: type[Parameters]
    doc: str
    whole: Callable[[BoundRule[Any], Muster], Findings] | None = None
    apart: tuple[tuple[str, Callable[[BoundRule[Any], Muster, Any], Findings]], ...] = ()  # by the sort of part
    judged: Callable[[Any], Where] | None = None  # the units that a rule with these parameters judges; None: all
    gauge: Callable[[BoundRule[Any], Muster], Gauged | None] | None = None

    def check(self, rule: BoundRule[Any], muster: Muster) -> Findings:
        """Every finding of a rule of this kind."""
        if self.whole is not None:
            yield from self.whole(rule, muster)
        for sort, check in self.apart:
            for part in muster.parts(sort, rule.judged).parts.values():
                yield from check(rule, muster, part)


@cache
def kind_names() -> tuple[str, ...]:
    """The names of all kinds."""
    return tuple(sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(kinds.__path__)))


@cache
def load_kind(name: str) -> Kind:
    """The kind with this name; its module is imported only when a system uses it. Raises `RuleError` for an unknown name."""
    if name not in kind_names():
        raise RuleError(Text("no rule kind {name}", {"name": name}), hint=suggestion(name, kind_names()), rule=UNKNOWN)
    module = importlib.import_module(f"{kinds.__name__}.{name.replace('-', '_')}")
    params, check = getattr(module, "Params", Parameters), getattr(module, "check", None)
    apart = ((sort, getattr(module, f"check_{sort}", None)) for sort in PARTS)
    found = tuple((sort, one) for sort, one in apart if one is not None)
    judged, gauge = getattr(module, "judged", None), getattr(module, "gauge", None)
    return Kind(name, params, inspect.cleandoc(module.__doc__ or ""), check, found, judged, gauge)


def all_kinds() -> tuple[Kind, ...]:
    """Every kind, imported."""
    return tuple(load_kind(name) for name in kind_names())


def bind(spec: RuleSpec, params: dict[str, Any], chosen: tuple[str, ...] = ()) -> BoundRule[Any]:
    """The rule with typed parameters. Raises `RuleError` when its kind does not accept them."""
    try:
        kind = load_kind(spec.kind)
        typed = msgspec.convert(params, kind.params)
        return BoundRule(spec, kind, typed, chosen, kind.judged(typed) if kind.judged is not None else ANY)
    except msgspec.ValidationError as error:
        names = {"rule": spec.id, "kind": spec.kind, "error": str(error)}
        raise RuleError(Text("rule {rule}, kind {kind}: {error}", names), rule=UNKNOWN) from error
    except RuleError as error:
        raise RuleError(Text("rule {rule}: {error}", {"rule": spec.id, "error": str(error)}), rule=UNKNOWN) from error
