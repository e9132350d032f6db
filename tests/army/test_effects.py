"""What abilities, enhancements and detachments give to units, and to which."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace as changed

from listbuilder.army import Army, Detachment, Enhancement, Unit
from listbuilder.army.effects import Applied, applied, declaring
from listbuilder.catalogue.facts import Effect, Leader, Match
from listbuilder.replacing import replace
from listbuilder.roster.declarations import Declarations
from tests.rules import factory as f

STRIKE = ("Deep Strike",)


def squad(name: str, *keywords: str, **more: Any) -> Unit:
    return f.unit(name, keywords=keywords, id=name.lower(), **more)


def with_gift(unit: Unit, *effects: Effect) -> Unit:
    return replace(unit, enhancements=(Enhancement(id="gift", name="Gift", points=5, effects=effects),))


def army(*units: Unit, effects: tuple[Effect, ...] = (), size: str = "strike-force", **declared: Any) -> Army:
    detachments = (Detachment(id="d", name="D", effects=effects),)
    made = f.army(*units, size=size, detachments=detachments, declared=declared or None)
    return applied(replace(made, vocabulary=f.system().vocabulary))


def able(found: Army, ability: str = "Deep Strike") -> list[str]:
    return [unit.id for unit in found.units if unit.has_ability(ability)]


def bearers(found: Army, word: str) -> list[str]:
    return [unit.id for unit in found.units if unit.has(word)]


def test_an_army_without_effects_is_as_it_was() -> None:
    plain = f.army(squad("A"))
    assert applied(plain) is plain


def test_a_detachment_gives_keywords_to_the_units_it_names() -> None:
    effect = Effect(to="army", units=(f.having("Boyz", "Infantry"), f.having("Grots")), keywords=("Battleline",))
    found = army(squad("A", "Boyz", "Infantry"), squad("B", "Boyz"), squad("C", "Grots"), effects=(effect,))
    assert bearers(found, "battleline") == ["a", "c"]
    assert "Battleline" in found.units[0].keywords
    excluding = Effect(to="army", units=(Match(keywords=("Boyz",), excludes=("Infantry",)),), keywords=("Fast",))
    assert bearers(army(squad("A", "Boyz", "Infantry"), squad("B", "Boyz"), effects=(excluding,)), "Fast") == ["b"]


@pytest.mark.parametrize("others", [(), (f.having("Grots"),)], ids=["one filter", "several"])
def test_an_effect_names_units_by_all_of_their_words_or_by_what_they_are_not(others: tuple[Match, ...]) -> None:
    """On those who join the bearer: effects on the whole army are looked for in another way."""
    filters = (Match(keywords=("BOYZ", "Mob", "a", "infantry", "adeptus astartes"), excludes=("Fast",)), *others)
    chief = with_gift(squad("Chief", role="character"), Effect(to="leaders", units=filters, abilities=STRIKE))
    units = (
        squad("A", "Boyz", "Mob", role="Infantry"),
        squad("B", "Boyz", "Mob", role="Infantry"),
        squad("C", "Boyz", "Mob", "A", "Fast", role="Infantry"),
        squad("D", "Boyz", "A", "Grots", role="Infantry"),
    )
    found = army(chief, *units, attach=dict.fromkeys("abcd", "chief"))
    assert units[0].words == {"boyz", "mob", "a", "infantry", "adeptus astartes"}, "none but these"
    assert able(found) == ["a", *("d" for _ in others)]


def test_an_effect_may_depend_on_the_warlord_and_on_who_is_there() -> None:
    effect = Effect(to="army", warlord=(f.having("Boss"),), keywords=("Battleline",))
    boss = squad("Boss", effects=(effect,))
    assert bearers(army(boss, squad("A")), "Battleline") == []
    assert bearers(army(replace(boss, warlord=True), squad("A")), "Battleline") == ["boss", "a"]
    pair = Effect(to="army", units=(f.having("A"),), present=(f.having("B"),), loses=("Proud",), keywords=("Humble",))
    alone = army(squad("A", "Proud"), effects=(pair,))
    assert bearers(alone, "Proud") == ["a"]
    both = army(squad("A", "Proud"), squad("B"), effects=(pair,))
    assert (bearers(both, "Proud"), bearers(both, "Humble")) == ([], ["a"])


@pytest.mark.parametrize(
    "change", [Effect(to="army", units=(f.having("Grots"),), keywords=("Boyz",)), Effect(to="army", loses=("Grots",))]
)
def test_an_effect_that_comes_again_holds_for_who_meets_its_filter_by_then(change: Effect) -> None:
    """Another one between the two made Boyz of the Grots, or no Grots any more."""
    fast = Effect(to="army", units=(f.having("Boyz"), Match(excludes=("Grots",))), keywords=("Fast",))
    bound = Effect(to="leaders", keywords=("Never",))  # of a detachment: no effect on every unit alone
    units = squad("A", "Boyz"), squad("B", "Grots", effects=(bound,))
    assert bearers(army(*units, effects=(fast, fast)), "Fast") == ["a"]
    assert bearers(army(*units, effects=(fast, change)), "Fast") == ["a"]
    assert bearers(army(*units, effects=(fast, change, fast)), "Fast") == ["a", "b"]


def test_of_two_filters_a_unit_meets_any_and_effects_that_come_twice_hide_no_other() -> None:
    """Whether all effects are on units alone, and are kept from one edit to the next, or not."""
    either = (f.having("Boyz"), f.having("Grots"))
    fast = Effect(to="army", units=either, keywords=("Fast",))
    loud = Effect(to="army", keywords=("Loud",))
    plain = f.army(
        squad("A", "Boyz"),
        squad("B", "Grots"),
        squad("C"),
        detachments=(Detachment("d", "D", effects=(fast, fast, loud)),),
    )
    for found in (applied(plain), applied(plain, Applied())):
        assert (bearers(found, "Fast"), bearers(found, "Loud")) == (["a", "b"], ["a", "b", "c"])
    led = replace(squad("Boss", "Boyz"), warlord=True)
    of_warlord = Effect(to="army", warlord=either, keywords=("Led",))
    assert bearers(army(led, squad("B"), effects=(of_warlord,)), "Led") == ["boss", "b"]
    hero = with_gift(squad("Hero"), Effect(leading=either, abilities=STRIKE))
    assert able(army(hero, squad("B", "Grots"), attach={"hero": "b"})) == ["hero"]
    gift = (Effect(to="army", up_to=1, units=either, abilities=STRIKE),)
    assert able(army(squad("A"), squad("B", "Grots"), effects=gift, reserves={"b": "deep-strike"})) == ["b"]


@pytest.mark.parametrize(
    ("to", "expected"), [("bearer", ["hero"]), ("unit", ["hero", "body", "other"]), ("leaders", []), ("army", ["hero", "body", "other", "far"])]
)  # fmt: skip
def test_whom_an_enhancement_changes(to: str, expected: list[str]) -> None:
    hero = with_gift(squad("Hero"), Effect(to=to, abilities=STRIKE))
    found = army(hero, squad("Body"), squad("Other"), squad("Far"), attach={"hero": "body", "other": "body"})
    assert able(found) == expected


def test_a_unit_may_change_the_leaders_that_joined_it() -> None:
    body = squad("Body", effects=(Effect(to="leaders", abilities=STRIKE),))
    found = army(squad("Hero"), body, squad("Far"), attach={"hero": "body"})
    assert able(found) == ["hero"]


def test_a_unit_may_change_some_of_the_leaders_that_joined_it() -> None:
    body = squad("Body", effects=(Effect(to="leaders", units=(f.having("Priest"),), abilities=STRIKE),))
    found = army(squad("Hero"), squad("Father", "Priest"), body, attach={"hero": "body", "father": "body"})
    assert able(found) == ["father"]


def test_a_unit_may_change_the_leaders_that_ride_with_it() -> None:
    body = squad("Body", effects=(Effect(to="leaders", embarked=True, abilities=STRIKE),))
    units = (squad("Hero"), body, squad("Far"), squad("Box"))
    joined = {"hero": "body"}
    assert able(army(*units, attach=joined)) == []
    assert able(army(*units, attach=joined, embark={"far": "box"})) == []
    assert able(army(*units, attach=joined, embark={"body": "box"})) == ["hero"]
    halves: dict[str, Any] = {"split": {"body": ("x", "y")}, "attach": {"hero": "x"}}
    assert able(army(*units, **halves, embark={"x": "box"})) == ["hero"]
    assert able(army(*units, **halves, embark={"y": "box"})) == []


def test_while_leading_certain_units_only() -> None:
    hero = with_gift(squad("Hero"), Effect(leading=(f.having("Body"),), abilities=STRIKE))
    assert able(army(hero, squad("Body"), squad("Other"))) == []
    assert able(army(hero, squad("Body"), squad("Other"), attach={"hero": "other"})) == []
    led = army(hero, squad("Body"), squad("Other"), attach={"hero": "body"})
    assert able(led) == ["hero"]
    assert able(declaring(led, Declarations())) == []
    halves = army(hero, squad("Body", models=10), split={"body": ("x", "y")}, attach={"hero": "y"})
    assert able(halves) == ["hero"]


def test_wargear_with_an_effect_must_be_there() -> None:
    effect = Effect(item="Crest", to="unit", abilities=STRIKE)
    assert able(army(squad("A", effects=(effect,)))) == []
    assert able(army(squad("A", effects=(effect,), wargear=("Crest",)))) == ["a"]


def test_further_units_that_a_leader_may_join() -> None:
    hero = replace(squad("Hero"), leader=Leader(leads=("Body",)))
    found = army(with_gift(hero, Effect(leads=(f.having("Wild", "Infantry"),))))
    terms = found.units[0].leader
    assert terms is not None
    assert (terms.leads, terms.leads_keywords) == (("Body",), (("Wild", "Infantry"),))


class TestChoices:
    """Units that a player chose are known by what the list states of them."""

    def test_units_in_deep_strike_without_it_have_been_chosen(self) -> None:
        one = (Effect(to="army", up_to=1, abilities=STRIKE),)
        assert able(army(squad("A"), squad("B"), effects=one)) == []
        assert able(army(squad("A"), squad("B"), effects=one, reserves={"b": "deep-strike"})) == ["b"]
        both = {"a": "deep-strike", "b": "deep-strike"}
        assert len(able(army(squad("A"), squad("B"), effects=one, reserves=both))) == 1
        assert able(army(squad("A"), squad("B"), effects=one, reserves={"b": "aircraft"})) == []

    def test_as_many_as_the_size_of_the_game_allows(self) -> None:
        effect = (Effect(to="army", up_to={"incursion": 1, "strike-force": 2}, abilities=STRIKE),)
        units, all_three = [squad(name) for name in "ABC"], dict.fromkeys("abc", "deep-strike")
        assert len(able(army(*units, effects=effect, size="incursion", reserves=all_three))) == 1
        assert len(able(army(*units, effects=effect, reserves=all_three))) == 2

    def test_two_choices_are_shared_so_that_both_are_of_use(self) -> None:
        some = Effect(to="army", up_to=1, units=(f.having("Infantry"),), abilities=STRIKE)
        any_unit = Effect(to="army", up_to=1, abilities=STRIKE)
        found = army(
            squad("A", "Infantry"), squad("B"), effects=(any_unit, some), reserves=dict.fromkeys("ab", "deep-strike")
        )
        assert able(found) == ["a", "b"]

    def test_an_attached_unit_counts_as_one_only_where_the_effect_says_so(self) -> None:
        units = (squad("Hero"), squad("Body"))
        where: dict[str, Any] = {"attach": {"hero": "body"}, "reserves": {"body": "deep-strike"}}
        single = Effect(to="army", up_to=1, abilities=STRIKE)
        assert len(able(army(*units, effects=(single,), **where))) == 1
        assert able(army(*units, effects=(changed(single, whole=True),), **where)) == ["hero", "body"]

    def test_bearers_of_marks_have_been_made_characters(self) -> None:
        effect = (Effect(to="army", up_to=1, units=(f.having("Tank"),), keywords=("Character",)),)
        tank, walker = replace(squad("T", "Tank"), warlord=True), replace(squad("W"), warlord=True)
        assert bearers(army(tank, walker, effects=effect), "Character") == ["t"]
        assert bearers(army(with_gift(squad("T", "Tank")), effects=effect), "Character") == ["t"]
        assert bearers(army(squad("T", "Tank"), effects=effect), "Character") == []

    def test_who_is_a_hero_of_one_kind_has_not_been_made_another(self) -> None:
        """Of two bearers of marks the one is chosen that is no hero of any kind."""
        effect = (Effect(to="army", up_to=1, units=(f.having("Tank"),), keywords=("Hero",)),)
        marked = (replace(squad("C", "Tank", "Character"), warlord=True), replace(squad("T", "Tank"), warlord=True))
        vocabulary = replace(f.system().vocabulary, heroes=("Character", "Hero"))
        made = f.army(*marked, detachments=(Detachment(id="d", name="D", effects=effect),))
        assert bearers(applied(replace(made, vocabulary=vocabulary)), "Hero") == ["t"]
