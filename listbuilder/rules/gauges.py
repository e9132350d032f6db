"""How much of what rules allow an army has used: what players plan by while they build a list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from listbuilder.catalogue.base import Names, Number
from listbuilder.rules.kind import BoundRule
from listbuilder.rules.kinds import total
from listbuilder.rules.muster import Muster


class Used(Struct, frozen=True):
    """An amount and between which amounts a rule wants it; None where it sets no such bound."""

    found: Number
    at_most: Number | None = None
    at_least: Number | None = None

    @property
    def most(self) -> Number | None:
        """The largest amount that is allowed, to be shown: a share may be no whole number where amounts always are."""
        if self.at_most is None or self.found % 1:
            return self.at_most
        return int(self.at_most // 1)

    @property
    def is_over(self) -> bool:
        return self.at_most is not None and self.found > self.at_most

    @property
    def is_short(self) -> bool:
        return self.at_least is not None and self.found < self.at_least


class Gauge(Struct, frozen=True):
    """What one rule is about, under the short name that the game has for it, and with the sign that it states. ``currency``: id
    of the one whose spending it shows; empty where it is about something else."""

    rule: str
    name: Names
    used: Used
    sign: str = ""
    currency: str = ""


def gauges(rules: Iterable[BoundRule[Any]], muster: Muster) -> Iterator[Gauge]:
    """Those of the rules that have such a name, in their order."""
    for rule in rules:
        kind = rule.kind
        used = kind.gauge(rule, muster) if rule.spec.gauge and kind.gauge is not None else None
        if used is not None:
            currency = rule.params.currency if isinstance(rule.params, total.Params) else ""
            yield Gauge(rule.id, rule.spec.gauge, Used(*used), rule.spec.sign, currency)
