"""Rule kinds: how they are found, and how an instance is bound to its parameters.

A kind is a module of `listbuilder.rules.kinds`: ``KIND``, its ``Params`` (a msgspec Struct), ``check`` and a docstring that is
its documentation. Its name is the module's with ``-`` for ``_``. Nothing else has to be written down for it to be known.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec

from listbuilder.army import Place, Unit
from listbuilder.catalogue.model import Number
from listbuilder.catalogue.system import RuleSpec
from listbuilder.i18n import Text
from listbuilder.rules import kinds
from listbuilder.rules.diagnostic import Diagnostic, Fix
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import Named

P = TypeVar("P", bound=msgspec.Struct)


class RuleError(ValueError):
    """A rule, reading or kind that does not exist, or parameters that its kind does not take."""


@dataclass(frozen=True, slots=True)
class Bound(Generic[P]):
    """One rule of a system, ready to check: the spec and its typed parameters. ``order`` is its place in the system."""

    spec: RuleSpec
    params: P
    order: int = 0

    @property
    def id(self) -> str:
        return self.spec.id

    @property
    def name(self) -> Named:
        return Named(self.spec.name or {"en": self.spec.id})

    def finding(
        self,
        message: Text,
        unit: Unit | None = None,
        *,
        found: Number | None = None,
        bound: Number | None = None,
        fixes: tuple[Fix, ...] = (),
        place: Place | None = None,
        severity: str = "",
    ) -> Diagnostic:
        """A finding of this rule; it stands where the unit stands unless ``place`` says otherwise."""
        return Diagnostic(
            rule=self.spec.id,
            message=message,
            severity=severity or self.spec.severity,
            unit=unit.id if unit else "",
            place=place or (unit.place if unit else None),
            found=found,
            bound=bound,
            source=self.spec.source,
            fixes=fixes,
        )


@dataclass(frozen=True, slots=True)
class Kind:
    """One rule kind."""

    name: str
    params: type[msgspec.Struct]
    check: Callable[[Bound[Any], Muster], Iterator[Diagnostic]]
    doc: str


@cache
def kind_names() -> tuple[str, ...]:
    """Every kind there is."""
    return tuple(sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(kinds.__path__)))


@cache
def load_kind(name: str) -> Kind:
    """The kind of that name; its module is imported only when a system uses it."""
    if name not in kind_names():
        raise RuleError(f"no rule kind {name!r}{nearest(name, kind_names())}")
    module = importlib.import_module(f"{kinds.__name__}.{name.replace('-', '_')}")
    return Kind(module.KIND, module.Params, module.check, inspect.cleandoc(module.__doc__ or ""))


def all_kinds() -> tuple[Kind, ...]:
    """Every kind, imported."""
    return tuple(load_kind(name) for name in kind_names())


def nearest(name: str, known: tuple[str, ...] | list[str]) -> str:
    """``; did you mean 'x'?`` when something similar is known."""
    close = get_close_matches(name, known, n=1, cutoff=0.5)
    return f"; did you mean {close[0]!r}?" if close else ""


def bind(spec: RuleSpec, params: dict[str, Any], order: int = 0) -> Bound[Any]:
    """The rule with typed parameters."""
    try:
        return Bound(spec, msgspec.convert(params, load_kind(spec.kind).params), order)
    except msgspec.ValidationError as error:
        raise RuleError(f"rule {spec.id!r}, kind {spec.kind!r}: {error}") from error
    except RuleError as error:
        raise RuleError(f"rule {spec.id!r}: {error}") from error
