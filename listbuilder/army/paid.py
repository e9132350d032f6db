"""Which items of an army cost it something besides their own price, as further relics cost command points.

The type of an item says what each costs, how many of an army are free, and whether those of the Warlord are. Of several that
could be free the first in the order of the army is: they all cost the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from listbuilder.army.records import Enhancement, Unit
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.vocabulary import ItemType, Vocabulary


def paid_items(units: Iterable[Unit], vocabulary: Vocabulary) -> Iterator[tuple[ItemType, Unit, Enhancement]]:
    """The items that are not free, each with its bearer. ``units``: all that bear any, in the order of the army."""
    free = {kind.id: kind.free for kind in vocabulary.item_types if kind.costs}
    for unit in units if free else ():
        for one in unit.enhancements:
            kind = vocabulary.item_type(one.type) if one.type in free else None
            if kind is None or (kind.free_with_warlord and unit.warlord):
                continue
            if free[kind.id]:
                free[kind.id] -= 1
            else:
                yield kind, unit, one


def with_items(
    spent: Iterable[tuple[str, Number]], units: Iterable[Unit], vocabulary: Vocabulary
) -> tuple[tuple[str, Number], ...]:
    """What is spent of the currencies, by their ids, with what the items of the units cost."""
    found: Counter[str] = Counter(dict(spent))
    for kind, _, _ in paid_items(units, vocabulary):
        found.update(kind.costs)
    return tuple((currency, amount) for currency, amount in found.items() if amount)
