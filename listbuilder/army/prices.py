"""What prices are shown in: points, else the first other currency of the game; a game may have neither."""

from __future__ import annotations

from listbuilder.army.model import Army
from listbuilder.army.records import Unit
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
