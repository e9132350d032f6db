"""What an army spends in the currencies of its game besides points, and the most that a rule allows."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from listbuilder.army import Army
from listbuilder.catalogue.base import Names, Number
from listbuilder.i18n import in_language, number
from listbuilder.rules.checker import Ruleset
from listbuilder.rules.kinds import total


class Spending(Struct, frozen=True):
    """An amount of one currency. ``limit``: None where no rule limits it in the size of game."""

    currency: str
    name: Names
    spent: Number
    limit: Number | None = None

    def __str__(self) -> str:
        most = f" / {number(self.limit)}" if self.limit is not None else ""
        return f"{number(self.spent)}{most} {in_language(self.name)}"


def spending(army: Army, ruleset: Ruleset) -> Iterator[Spending]:
    """Every currency that the army spends, or that a rule limits."""
    spent = dict(army.spent)
    for currency in ruleset.system.currencies:
        limit = _limit(army, ruleset, currency.id)
        if limit is not None or currency.id in spent:
            yield Spending(currency.id, currency.name, spent.get(currency.id, 0), limit)


def _limit(army: Army, ruleset: Ruleset, currency: str) -> Number | None:
    """The least of the limits on what the whole army spends."""
    size = army.battle_size.id if army.battle_size is not None else ""
    found = []
    for rule in ruleset.active(size, army.terms):
        params = rule.params
        if isinstance(params, total.Params) and params.currency == currency and params.of_everything:
            most = params.at_most.get(size) if isinstance(params.at_most, dict) else params.at_most
            found += [most] if isinstance(most, int) else []
    return min(found, default=None)
