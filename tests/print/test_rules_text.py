"""What a sheet says about the rules of an army."""

from __future__ import annotations

import pytest

from listbuilder.army.model import Chosen, RuleGroup
from listbuilder.army.records import Ability, Enhancement
from listbuilder.catalogue.vocabulary import Reminder
from listbuilder.listfile.reminders import Reminders
from listbuilder.print import rules_text
from listbuilder.print.briefing import Briefing
from listbuilder.print.rules_text import army_rules, shared_rules, unit_rules
from listbuilder.replacing import replace
from listbuilder.rules.formation import Formation

REMINDED = (
    Reminder(name="Loud", of="weapon", text={"en": "heard far away"}),
    Reminder(name="Jump", of="core", text={"en": "over anything"}),
    Reminder(name="Anti-", of="weapon", text={"en": "hurts more"}),
)


@pytest.fixture
def brief(make):
    def of(*units, words=None, **fields):
        army = make.army(units)
        vocabulary = replace(army.vocabulary, reminders=REMINDED)
        army = replace(army, vocabulary=vocabulary, **fields)
        return Briefing(army, (), Formation(()), reminders=Reminders(words or {}))

    return of


def with_abilities(unit, *abilities, **fields):
    return replace(unit, abilities=abilities, **fields)


def said(rules):
    return [(one.kind, one.title, one.text) for one in rules]


def test_what_each_unit_uses_once_is_told_from_what_the_army_does(make) -> None:
    army = make.army(())
    battle = replace(army.vocabulary.battle, once_of_army=(r"(?i)once per battle \(army\)",))
    texts = {"Once per battle.": True, "Once Per Battle (Army).": False, "Once per turn.": False}
    unit = replace(
        make.captain(), abilities=tuple(Ability(f"Deed {text}", "unit", text) for text in texts), enhancements=()
    )
    shown = Briefing(replace(army, vocabulary=replace(army.vocabulary, battle=battle)), (), Formation(()))
    assert [rule.once_by_unit for rule in unit_rules(shown, unit)] == [*texts.values()]


def test_a_unit_has_the_texts_of_its_own_and_the_names_of_what_is_shared(make, brief):
    unit = with_abilities(
        make.redemptor("r"),
        Ability("Jump 6", "core", "Long text."),
        Ability("Oath", "faction", "Longer text."),
        Ability("Grit", "unit", "**Holds** on. Always."),
        Ability("Loud", "glossary", "No ability."),
        Ability("Banner", "wargear", "Waves."),
        Ability("Bays", "transport", "6 mice, no rats."),
        Ability("Den", "unit", "Warm.\n\nAnd dry."),
    )
    found = brief(unit)
    assert said(unit_rules(found, unit)) == [
        ("core", "Jump 6", ""),
        ("faction", "Oath", ""),
        ("unit", "Grit", "Holds on. Always."),
        ("unit", "Den", "Warm. And dry."),
        ("wargear", "Banner", "Waves."),
        ("unit", "Bays", "6 mice, no rats."),
    ]
    assert [one.text for one in unit_rules(found, unit, "short")][2:] == [
        "Holds on.\u00a0…",
        "Warm.\u00a0…",
        "Waves.",
        "6 mice, no rats.",
    ]
    assert [one.title for one in unit_rules(found, unit, "names")][2:] == ["Grit", "Den", "Banner"]
    assert unit_rules(found, unit)[2].paragraphs[0].runs[0].strong


def test_what_is_shared_stands_once_with_a_reminder(make, brief):
    one = with_abilities(
        make.redemptor("r"), Ability("Jump 6", "core", "Long text."), Ability("Oath", "faction", "Text.")
    )
    other = with_abilities(make.captain(), Ability("Jump 9", "core", "Long text."), Ability("Dig", "core"))
    loud = tuple(
        (key, "Loud 2, Odd, Anti-cat 4+" if key.casefold() == "keywords" else value)
        for key, value in one.weapons[0].values
    )
    one = replace(
        one, weapons=(replace(one.weapons[0], values=loud),), weapon_rules=(Ability("Odd", "weapon", "Strange."),)
    )
    rules = shared_rules(brief(one, other))
    assert said(rules) == [
        ("faction", "Oath", "Text."),
        ("core", "Jump", "over anything"),
        ("weapon", "Anti", "hurts more"),
        ("weapon", "Loud", "heard far away"),
        ("weapon", "Odd", "Strange."),
    ]
    assert [rule.ours for rule in rules] == [False, True, True, True, False]


def test_a_text_is_taken_apart_once(make, brief, monkeypatch):
    """Sixty units of forty long texts took 48 seconds to print, 38 of them for reading these again and again."""
    read = []
    usual = rules_text.timings_of_text
    monkeypatch.setattr(rules_text, "timings_of_text", lambda text, words: read.append(text) or usual(text, words))
    unit = with_abilities(
        make.redemptor("r"), Ability("Dig", "unit", "Long text."), Ability("Oath", "faction", "Text.")
    )
    briefing = brief(unit)
    for _layout in range(3):
        unit_rules(briefing, unit, "full")
        army_rules(briefing)
        shared_rules(briefing)
    assert read.count("Long text.") == 1
    assert read.count("Text.") <= 2  # whole, and its name alone


def test_own_words_stand_in_the_place_of_any_text(make, brief):
    unit = with_abilities(make.redemptor("r"), Ability("Grit", "unit", "Holds on."), Ability("Jump 6", "core"))
    found = brief(unit, words={"grit": "Mine.", "jump": "- high"})
    assert [(one.text, one.ours) for one in unit_rules(found, unit) if one.kind == "unit"] == [("Mine.", True)]
    assert [one.text for one in shared_rules(found) if one.kind == "core"] == ["• high"]


def test_parts_of_a_rule_are_facts_or_texts(make, brief):
    parts = (("Cast", "5"), ("Type", "-"), ("Declare", "Pick an enemy."), ("Effect", "It is lost. " * 9))
    unit = with_abilities(make.redemptor("r"), Ability("Fog", "unit", "", parts, "Spell"))
    (rule,) = unit_rules(brief(unit), unit)
    assert rule.note == "Cast 5"
    assert [one.text[:12] for one in rule.paragraphs] == ["Declare: Pic", "Effect: It i"]
    unit = with_abilities(make.redemptor("r"), Ability("Fog", "unit", "", (*parts[:2], parts[3])))
    (rule,) = unit_rules(brief(unit), unit)
    assert rule.text.startswith("It is lost.")
    (rule,) = unit_rules(brief(unit), unit, "names")
    assert (rule.note, rule.paragraphs) == ("", ())


def test_an_enhancement_has_its_name_once(make, brief):
    rules = (
        Ability("Odd", "enhancement", "More."),
        Ability("Cloak", "enhancement", "Unseen once per battle.", page="9"),
    )
    cloak = Enhancement("cloak", "Cloak", 10, rules=rules)
    unit = with_abilities(make.captain(), Ability("Cloak", "enhancement", "Unseen."), enhancements=(cloak,))
    (rule,) = unit_rules(brief(unit), unit)
    assert (rule.kind, rule.title, rule.text, rule.page) == (
        "enhancement",
        "Cloak",
        "Unseen once per battle. Odd: More.",
        "9",
    )
    assert rule.once


def test_what_the_army_only_explains_stands_once_with_the_games_words(make, brief):
    explained = Ability("Jump 6", "glossary", "Long text.", page="28")
    traits = RuleGroup("Traits", (Ability("Howl", "army", "Loud."), explained))
    cloak = Enhancement("cloak", "Cloak", 10, rules=(Ability("Cloak", "enhancement", "Unseen."), explained))
    found = brief(make.captain(enhancements=(cloak,)), rules=(traits,))
    assert [one.title for one in army_rules(found) if one.kind == "army"] == ["Howl"]
    (own,) = (one for one in unit_rules(found, found.army.units[0]) if one.kind == "enhancement")
    assert (own.text, own.page) == ("Unseen.", "")
    assert ("core", "Jump", "over anything") in said(shared_rules(found))


def test_the_army_has_its_rules_once(make, brief):
    traits = RuleGroup("Traits", (Ability("Howl", "army", "Loud."),))
    lore = Chosen("lore", "Spell Lore", "x", "Lore of Fog", rules=(Ability("Fog", "choice", "Wet."),))
    found = brief(make.captain(), rules=(traits, traits), choices=(lore, lore))
    told = [one for one in army_rules(found) if one.kind in {"army", "choice"}]
    assert [(one.group, one.title, one.text) for one in told] == [
        ("Traits", "Howl", "Loud."),
        ("Spell Lore: Lore of Fog", "Fog", "Wet."),
    ]


def test_stratagems_state_their_cost(make, brief):
    found = brief(make.captain())
    stratagems = [one for one in army_rules(found) if one.kind == "stratagem"]
    assert all(one.note[0].isdigit() for one in stratagems)


def test_what_many_datasheets_state_at_length_stands_once(make, brief):
    long, short = Ability("Host", "unit", "They come in numbers. " * 12), Ability("Few", "unit", "They are few.")
    makers = (make.captain, lambda: make.intercessors("i"), lambda: make.redemptor("r"))
    units = [with_abilities(one(), long, short) for one in makers]
    many, few = brief(*units), brief(*units[:2], units[1])  # two of one datasheet do not make it common
    for found, elsewhere in ((many, True), (few, False)):
        of_unit = {one.title: one for one in unit_rules(found, units[0])}
        assert bool(of_unit["Host"].paragraphs) != elsewhere
        assert of_unit["Few"].paragraphs
        assert [one.title for one in shared_rules(found) if one.kind == "unit"] == ["Host"] * elsewhere
        assert {one.title: one for one in unit_rules(found, units[0], alone=True)}["Host"].paragraphs


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        (
            "Captain model only. Once a battle, it acts twice. More.",
            "Captain model only. Once a battle, it acts twice.\u00a0…",
        ),
        ("Captain model only.", "Captain model only."),
        ("It holds on. Always.", "It holds on.\u00a0…"),
    ],
)
def test_a_beginning_says_more_than_who_may_have_a_rule(make, brief, text, beginning):
    unit = replace(make.captain(), abilities=(Ability("Gift", "unit", text),))
    assert unit_rules(brief(unit), unit, "short")[0].text == beginning
