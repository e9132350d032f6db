"""What prices are shown in: points, else another currency of the game, else nothing."""

from __future__ import annotations

import pytest

from listbuilder.army.prices import price_of, price_word, priced
from listbuilder.session.session import Session
from tests.conftest import ROOT


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


def test_forces_have_the_subfactions_of_their_faction_and_no_price_of_their_own() -> None:
    battalion = next(force for force in example("wh40k-9e").army.forces if force.inside)
    assert battalion.subfaction is not None
    assert battalion.subfaction.id == "sautekh"
    assert "sautekh" in {one.id for one in battalion.subfactions}
    assert len(battalion.subfactions) > 1
    assert battalion.points == 0
