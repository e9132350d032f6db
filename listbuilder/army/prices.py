"""What prices are shown in: points, else the first other currency of the game; a game may have neither. An enhancement may cost
several."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.army.model import Army
from listbuilder.army.paid import paid_items
from listbuilder.army.records import Enhancement, Unit
from listbuilder.catalogue.base import Number
from listbuilder.i18n import in_language, number


def price_of(army: Army, unit: Unit) -> Number | None:
    """What a unit costs; None in a game where nothing has a price."""
    if army.has_points:
        return unit.points
    return dict(unit.costs).get(army.currencies[0].id, 0) if army.currencies else None


def price_word(army: Army) -> str:
    """The word behind an amount: pts, EP; empty in a game where nothing has a price."""
    if army.has_points:
        return str(army.vocabulary.terms.points)
    return in_language(army.currencies[0].name) if army.currencies else ""


def priced(army: Army, amount: Number | None) -> str:
    """An amount with its word: 80 pts; empty where nothing has a price."""
    word = price_word(army)
    return f"{number(amount, grouped=True)} {word}" if word and amount is not None else ""


def enhancement_prices(army: Army, unit: Unit, one: Enhancement, *, worded: bool = False) -> tuple[str, ...]:
    """What an enhancement of a unit costs, in points and in other currencies: +25, -1 CP; nothing where it is free. ``worded``:
    points with their word, too."""
    points = f"+{number(one.points, grouped=worded)}" + (f" {army.vocabulary.terms.points}" if worded else "")
    words = [points] if one.points else []
    for kind, bearer, item in paid_items(army.units, army.vocabulary):
        if (bearer.id, item.id) == (unit.id, one.id):
            words += spent_words(army, kind.costs.items())
    return tuple(words)


def spent_words(army: Army, costs: Iterable[tuple[str, Number]]) -> list[str]:
    """Amounts of currencies, by their ids, with their words: -1 CP."""
    names = {one.id: one.name for one in army.currencies}
    return [
        f"{number(value)} {in_language(names[currency])}" for currency, value in costs if currency in names and value
    ]
