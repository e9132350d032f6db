"""What prices are shown in: points, else another currency of the game, else nothing."""

from __future__ import annotations

import pytest

from listbuilder.army.prices import enhancement_prices, price_of, price_word, priced, spent_words
from listbuilder.catalogue.system import Currency
from listbuilder.catalogue.vocabulary import ItemType, Vocabulary
from listbuilder.replacing import replace
from listbuilder.session.session import Session
from tests.conftest import ROOT
from tests.rules import factory as f


def example(system: str) -> Session:
    return Session.open(ROOT / "factions" / system / "examples" / "legal.yaml")


@pytest.mark.parametrize(
    ("system", "first", "word"), [("whfb-8e", 185, "pts"), ("kill-team-2021", 9, "EP"), ("kill-team-2024", None, "")]
)
def test_the_currency_that_the_game_has(system: str, first: int | None, word: str) -> None:
    army = example(system).army
    amount = price_of(army, army.units[0])
    assert (amount, price_word(army)) == (first, word)
    assert priced(army, amount) == (f"{first} {word}" if word else "")


def test_options_have_their_price_in_that_currency() -> None:
    session = example("kill-team-2021")
    prices = {row.label: row.points for row in session.rows(session.army.units[0].id)}
    assert (prices["Purity Seal"], prices["Combat Blade"], prices["Power fist"]) == (3, 1, 0)


def test_nothing_is_no_price() -> None:
    assert priced(example("whfb-8e").army, None) == ""
    assert priced(example("kill-team-2024").army, 5) == ""


def test_an_enhancement_has_its_price_in_points_and_in_what_its_type_costs() -> None:
    rings = Vocabulary(item_types=(ItemType(id="ring", name={"en": "Ring"}, costs={"cp": -1, "ep": 2}, free=1),))
    first, second, third = (
        replace(f.enhancement(name, points), type="ring") for name, points in (("A", 1025), ("B", 10), ("C", 0))
    )
    hero, other = f.captain(enhancements=(first,)), f.lieutenant(enhancements=(second, third))
    money = (Currency(id="cp", name={"en": "CP"}), Currency(id="ep", name={"en": "EP"}))
    army = f.army(hero, other, vocabulary=rings, currencies=money)
    assert enhancement_prices(army, hero, first) == ("+1025",)
    assert enhancement_prices(army, hero, first, worded=True) == ("+1,025 pts",)
    assert enhancement_prices(army, other, second) == ("+10", "-1 CP", "2 EP")
    assert enhancement_prices(army, other, third) == ("-1 CP", "2 EP")
    assert enhancement_prices(army, hero, second) == ("+10",)
    assert spent_words(army, (("cp", 0), ("ep", 3), ("gold", 1))) == ["3 EP"]


def test_forces_have_the_subfactions_of_their_faction_and_no_price_of_their_own() -> None:
    battalion = next(force for force in example("wh40k-9e").army.forces if force.inside)
    assert battalion.subfaction is not None
    assert battalion.subfaction.id == "sautekh"
    assert "sautekh" in {one.id for one in battalion.subfactions}
    assert len(battalion.subfactions) > 1
    assert battalion.points == 0
