"""Detachments, choices and rules of an army follow edits elsewhere in the list, and each is read again only then."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from listbuilder.army import Army
from listbuilder.army.build import ArmyBuilder, ArmyContext
from listbuilder.army.keeping import KeptByStamp
from listbuilder.catalogue.model import Catalogue, Modifier
from listbuilder.catalogue.system import ChoiceKind, System
from listbuilder.roster.edits import Remove
from tests.army import factory as f
from tests.engine.factory import FORCE, Table, costing, when

WITH_DOG = (when("atLeast", 1, "dog", scope="roster", include_child_selections=True, include_child_forces=True),)


def changed(field: str, value: str) -> tuple[Modifier, ...]:
    """A modifier of what is read, in force as long as the roster has a dog."""
    return (Modifier(type="set", field=field, value=value, conditions=WITH_DOG),)


def upgrade(name: str, *inside, **fields):
    return f.item(name, type="upgrade", entries=inside, **fields)


@pytest.fixture
def game() -> Table:
    """Two detachments, a choice and another setting; what each says depends on whether there is a dog."""
    barn = upgrade("Barn", rules=(f.rule("Hay", "dry", modifiers=changed("description", "wet")),))
    field = upgrade("Field", rules=(f.rule("Grass", "green"),))
    weather = upgrade("Weather", upgrade("Rain", modifiers=changed("name", "Storm"), costs=costing(5)))
    customs = upgrade("Customs", rules=(f.rule("Feast", "once", modifiers=changed("name", "Fast")),))
    drill = f.rule("Drill", "loud", modifiers=changed("name", "Leash"))
    army = replace(FORCE, rules=(drill,))
    entries = (f.unit("dog"), upgrade("Detachment", barn, field), weather, customs)
    return f.table(*entries, of_system={"force_entries": (army,)})


class Armies:
    """The armies of one roster, one after another, from one builder."""

    def __init__(self, game: Table) -> None:
        kind = ChoiceKind(id="weather", name={"en": "Weather"})
        system = System(id="fables", name={"en": "Fables"}, battle_sizes=f.SIZES, choices=(kind,))
        self.context = ArmyContext(system, Catalogue(id="cat", name="Cat"))
        self.game = game
        self.builder = ArmyBuilder(game.engine, self.context)

    def now(self) -> Army:
        """The army as it is; one that is read from nothing is no other."""
        found, anew = self.builder.build(), ArmyBuilder(self.game.engine, self.context).build()
        assert (found.detachments, found.choices, found.rules) == (anew.detachments, anew.choices, anew.rules)
        return found


def texts(army: Army) -> tuple[list[str], list[str], list[str]]:
    return (
        [rule.text for one in army.detachments for rule in one.rules],
        [one.name for one in army.choices],
        [rule.name for group in army.rules for rule in group.rules],
    )


def test_what_settings_say_follows_an_edit_elsewhere(game: Table) -> None:
    game.take("barn", game.take("detachment"))
    game.take("rain", game.take("weather"))
    game.take("customs")
    armies = Armies(game)
    assert texts(armies.now()) == (["dry"], ["Rain"], ["Drill", "Feast"])

    dog = game.take("dog")
    assert texts(armies.now()) == (["wet"], ["Storm"], ["Leash", "Fast"])

    Remove(dog).apply(game.roster)
    assert texts(armies.now()) == (["dry"], ["Rain"], ["Drill", "Feast"])


def test_another_choice_below_the_same_setting(game: Table) -> None:
    holder = game.take("detachment")
    barn = game.take("barn", holder)
    armies = Armies(game)
    armies.now()

    Remove(barn).apply(game.roster)
    assert texts(armies.now())[0] == []
    game.take("field", holder)
    assert texts(armies.now())[0] == ["green"]

    Remove(holder).apply(game.roster)
    assert not armies.now().detachments


def test_only_what_has_another_stamp_is_made_again() -> None:
    calls: list[str] = []

    def make(item: str) -> str:
        calls.append(item)
        return item.upper()

    kept = KeptByStamp()
    assert kept.of([("a", 1), ("b", 1)], make) == ["A", "B"]
    assert kept.of([("b", 1), ("a", 2), ("c", 1)], make) == ["B", "A", "C"]
    assert calls == ["a", "b", "a", "c"]

    kept.of([], make)
    assert kept.of([("b", 1)], make) == ["B"]
    assert calls[4:] == ["b"], "what was left out is forgotten"
