"""Lays an event over a game system: a pure function from a system to the system that the event plays."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from listbuilder.catalogue.base import Names
from listbuilder.catalogue.system import RuleSpec, System


class Layer(Struct, frozen=True):
    """What an event does to the rules of a system: ids of rules that are switched ``on`` and ``off``, what is ``changed`` in the
    parameters of others, and rules that are ``added``. ``sources``: id of a rule of the system -> what to cite for it."""

    on: Collection[str] = ()
    off: Collection[str] = ()
    changed: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    added: tuple[RuleSpec, ...] = ()
    sources: Mapping[str, Names] = field(default_factory=dict)


def layered(system: System, layer: Layer) -> System:
    """The system as the event plays it."""
    rules = tuple(_changed(spec, layer) for spec in system.rules)
    different = {*layer.off, *layer.changed}
    overruled = tuple(spec for spec in system.rules if spec.id in different)
    return replace(system, rules=(*rules, *layer.added), overruled=(*system.overruled, *overruled))


def _changed(spec: RuleSpec, layer: Layer) -> RuleSpec:
    cited = layer.sources.get(spec.id)
    if cited:
        spec = replace(spec, source=_and(cited, spec.source))
    if spec.id in layer.off:
        return replace(spec, enabled=False)
    if spec.id in layer.on:
        spec = replace(spec, enabled=True)
    if spec.id in layer.changed:
        # help and examples tell of the parameters as they were
        spec = replace(spec, params=merged(spec.params, layer.changed[spec.id]), help={}, examples={})
    return spec


def merged(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters with those that differ. Tables are merged entry by entry; None removes an entry."""
    found = dict(old)
    for key, value in new.items():
        known = found.get(key)
        if value is None:
            found.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(known, Mapping):
            found[key] = merged(known, value)
        else:
            found[key] = value
    return found


def _and(first: Names, second: Names) -> Names:
    """Both sources, in every language that either has; what has no text in a language is said in English."""
    return {
        code: "; ".join(
            filter(None, (first.get(code) or first.get("en", ""), second.get(code) or second.get("en", "")))
        )
        for code in {**first, **second}
    }
