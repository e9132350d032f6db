"""What cards read from the army view."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.army.records import Ability, Profile
from listbuilder.catalogue.facts import Leader
from listbuilder.catalogue.printed import PrintedSave
from listbuilder.catalogue.vocabulary import NEUTRAL
from listbuilder.i18n import set_language
from listbuilder.print import datasheet
from listbuilder.print.briefing import Briefing
from listbuilder.print.kit.tracks import WoundBoxes
from listbuilder.replacing import replace
from listbuilder.rules.formation import Formation
from listbuilder.sources.native.dataset import NativeSet
from tests.print.conftest import system, vocabulary

WORDS = system().vocabulary


def test_models_find_their_own_statline(make):
    boyz = make.orks().units[1]
    assert datasheet.wounds(boyz, WORDS) == [2, *[1] * 29]
    assert datasheet.control(boyz, WORDS) == 60


def test_a_statline_named_like_some_models_is_theirs_alone(make):
    """Data name the statline of the squad by its datasheet, and that of its sergeant by the model."""
    boyz = make.orks().units[1]
    boy, nob = boyz.profiles
    squad = replace(
        boyz,
        datasheet="Scout Team",
        profiles=(replace(nob, name="Scout Leader"), replace(boy, name="Scout Team")),
        models=tuple(
            replace(line, name="Scout Leader" if line.count == 1 else "Scouts w/ rifle") for line in boyz.models
        ),
    )
    assert datasheet.wounds(squad, WORDS) == [2, *[1] * 29]
    unnamed = replace(squad, models=tuple(replace(one, name=one.name.replace("Scouts", "Men")) for one in squad.models))
    assert datasheet.wounds(unnamed, WORDS) == [2, *[1] * 29]


def test_models_without_control_add_none(make):
    boyz = make.orks().units[1]
    boy, nob = boyz.profiles
    without = replace(nob, values=tuple((key, "-" if key == "OC" else value) for key, value in nob.values))
    none = replace(nob, values=tuple((key, value) for key, value in nob.values if key != "OC"))
    assert datasheet.control(replace(boyz, profiles=(boy, without)), WORDS) == 58
    assert datasheet.control(replace(boyz, profiles=(boy, none)), WORDS) == 58
    assert datasheet.control(replace(boyz, profiles=(none,)), WORDS) is None


@pytest.mark.parametrize(
    ("saves", "shown"),
    [
        ((PrintedSave("4+"),), "4+"),
        ((PrintedSave("5+", "ranged"),), "5+ (ranged only)"),
        ((PrintedSave("6+"), PrintedSave("4+", "melee")), "6+ (4+ melee only)"),
        ((PrintedSave("6+", "ranged"), PrintedSave("4+", "melee")), "6+ (ranged only, 4+ melee only)"),
        ((PrintedSave("6+"), PrintedSave("4+", "Loud Attacks")), "6+ (4+ only against Loud Attacks)"),
        ((PrintedSave("5+", "*"),), "5+ (conditional)"),
        ((), ""),
    ],
)
def test_invulnerable_save_with_its_condition(make, saves, shown):
    line = make.redemptor("r").profiles[0]
    unit = replace(make.redemptor("r"), profiles=(replace(line, saves=saves),))
    _headings, (statline,) = datasheet.statlines(unit, WORDS, str, "-")
    assert statline.save_words == shown


def test_invulnerable_save_from_the_statline(make):
    def saves(unit):
        return [line.save_words for line in datasheet.statlines(unit, WORDS, str, "-")[1]]

    hero = make.captain()
    assert saves(hero) == ["4+"]
    assert saves(replace(hero, profiles=(*hero.profiles, make.statline("Squire", "6 4 3+ 1 6+ 1")))) == ["4+", ""]
    marked = replace(
        hero.profiles[0], values=tuple((key, "5+*" if key == "INV" else v) for key, v in hero.profiles[0].values)
    )
    assert saves(replace(hero, profiles=(marked,))) == ["5+ (conditional)"]
    assert "INV" not in datasheet.statline_columns(hero, WORDS)


RUSSIAN = {
    "Rapid Fire": "Скорострельное",
    "Anti": "Анти",
    "Infantry": "Пехота",
    "Jump Pack": "Ранец",
    "Scouts": "Разведчики",
}


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Rapid Fire 2", "Скорострельное 2"),
        ("Rapid Fire D6+3", "Скорострельное D6+3"),
        ("Rapid Fire", "Скорострельное"),
        ("Anti-Infantry 4+", "Анти-Пехота 4+"),
        ("Anti-INFANTRY 4+", "Анти-Пехота 4+"),
        ("anti-jump pack 2+", "anti-jump pack 2+"),
        ("Anti-jump pack 2+", "Анти-Ранец 2+"),
        ("Anti-Daemon 5+", "Анти-Daemon 5+"),
        ('Scouts 6"', 'Разведчики 6"'),
        ("Scouts (2)", "Разведчики (2)"),
        ("Scouts of Titus", "Scouts of Titus"),
        ("Twin-linked", "Twin-linked"),
        ("Sustained Hits 2", "Sustained Hits 2"),
    ],
)
def test_rules_with_a_figure_or_a_keyword_behind_them_are_translated(name, shown):
    assert datasheet.with_figure(name, lambda text: RUSSIAN.get(text, text)) == shown
    assert datasheet.weapon_words(f"{name}, Pistol", lambda text: RUSSIAN.get(text, text)) == f"{shown}, Pistol"


def test_all_core_abilities_and_keywords_of_weapons_are_translated_or_none(rules):
    for language, words in rules.glossary.items():
        named = {one.name: one.name in words for one in rules.vocabulary.reminders}
        assert all(named.values()), (language, [name for name, known in named.items() if not known])


def test_equal_statlines_stand_once(make):
    boyz = make.orks().units[1]
    boy, nob = boyz.profiles
    alike = replace(boyz, profiles=(boy, replace(boy, name="Bomb Squig"), nob))
    lines = datasheet.statlines(alike, WORDS, str, "-")[1]
    assert [line.name for line in lines] == [f"{boy.name}, Bomb Squig", nob.name]


def test_what_enhancements_and_glossaries_say_is_no_ability_of_the_unit(make):
    kinds = ("core", "enhancement", "glossary", "transport", "unit")
    unit = replace(make.redemptor("r"), abilities=tuple(Ability(kind.title(), kind) for kind in kinds))
    assert [kind for kind, _abilities in datasheet.abilities_by_kind(unit)] == ["core", "unit"]


def test_the_warlord_of_a_unit_of_several_models_is_named(make):
    squad = make.intercessors("a")
    sergeant = replace(squad.models[0], id="m1")
    several = replace(squad, warlord=True, warlord_model="m1", models=(sergeant, *squad.models[1:]))
    pair = replace(several, models=(sergeant, replace(squad.models[1], count=1)))
    lone = replace(several, models=(replace(sergeant, count=1),))
    of_unit = replace(several, warlord_model="")
    marks = [
        Briefing(make.army((unit,)), (), Formation(())).marks(unit) for unit in (several, pair, lone, of_unit, squad)
    ]
    named = f"Warlord ({sergeant.name})"
    assert marks == [(named,), (named,), ("Warlord",), ("Warlord",), ()]


def test_allies_and_legends_are_marked(make):
    unit = replace(make.captain(), legends=True, allied=True, warlord=False, enhancements=())
    assert Briefing(make.army((unit,)), (), Formation(())).marks(unit) == ("Legends", "Ally")


@pytest.mark.parametrize("shaded", [0, 1, 11])
def test_a_lone_model_has_a_box_for_each_wound(shaded):
    boxes = WoundBoxes([24], shaded)
    strips = list(boxes._strips())
    assert sum(strip.boxes for strip in strips) == 24
    assert sum(strip.shaded for strip in strips) == shaded


def test_a_horde_stands_in_fives():
    strips = list(WoundBoxes([2, *[1] * 29], 14)._strips())
    assert [strip.boxes for strip in strips] == [2, 5, 5, 5, 5, 5, 4]
    assert sum(strip.shaded for strip in strips) == 14


def _weapon(name, kind, **values):
    return Profile(name, kind, tuple(values.items()))


def test_columns_of_weapons_are_in_the_order_of_the_game(make):
    words = vocabulary("wh40k-9e")
    gun = _weapon("Gun", "Weapon", D="1", AP="0", Colour="red", Range='24"')
    blade = _weapon("Blade", "Weapon", S="+1", Type="Melee", D="2")
    armed = replace(make.orks().units[1], weapons=(gun, blade))

    (table,) = datasheet.weapon_tables(armed, words)

    assert table.figures == ("Range", "Colour", "S", "AP", "D")  # all columns: what the game does not know stays third
    assert table.prose == ("Type",), "the game says that it holds a text, however short that is"


@pytest.mark.parametrize(
    ("profiles", "modes"),
    [
        ((("strike", 1), ("sweep", 1)), [False, True]),
        ((("Hunting weapons", 6), ("Hunting weapons", 1)), [False, False]),
        ((("Hunters' weapons", 6), ("Warden's weapons", 1)), [False, False]),
        ((("low", 1), ("high", 1), ("low", 1), ("high", 1)), [False, True, False, True]),
        ((("low", 2), ("high", 2), ("low", 1), ("high", 1)), [False, True, False, True]),
    ],
)
def test_modes_are_of_one_item_as_many_as_each_other_and_of_different_names(profiles, modes):
    first = Profile("Gun", "Weapon", (), 1, "gun")
    weapons = [first, *(Profile(name, "Weapon", (), count, "blade") for name, count in profiles)]
    assert [datasheet.alternative(weapons, index) for index in range(len(weapons))] == [False, *modes]
    unnamed = [replace(weapon, item="") for weapon in weapons]
    assert not any(datasheet.alternative(unnamed, index) for index in range(len(weapons)))


def test_a_column_that_the_game_does_not_know_needs_an_entry(make):
    def table(*notes):
        values = [(("AP", "-"), ("Reach", '24"'), ("Notes", note)) for note in notes]
        bows = tuple(Profile("Bow", "Weapon", one) for one in values)
        return datasheet.weapon_table("Weapon", bows, NEUTRAL)

    assert table("-", "").figures == ("AP", "Reach")
    assert table("-", "1+").figures == ("AP", "Reach", "Notes")


def test_units_are_counted_in_the_word_of_the_game():
    teams, battles = vocabulary("kill-team-2024"), vocabulary("wh40k-9e")
    assert [datasheet.units_words(count, teams) for count in (1, 2)] == ["1 operative", "2 operatives"]
    assert [datasheet.units_words(count, battles) for count in (1, 2)] == ["1 unit", "2 units"]
    assert (datasheet.unit_title(teams), datasheet.unit_title(battles)) == ("Operative", "Unit")


def test_the_part_of_another_unit_is_named_as_in_the_game(make):
    fantasy, battles = vocabulary("whfb-8e"), vocabulary("wh40k-9e")
    unit = make.orks().units[1]
    part = replace(unit, leader=Leader(retinue=True))
    assert datasheet.joins_words(part, "Halberdiers", fantasy) == "detachment of Halberdiers"
    assert datasheet.joins_words(part, "Boyz", battles) == "joins Boyz"
    assert datasheet.joins_words(replace(unit, leader=None), "Boyz", fantasy) == "leads Boyz"
    assert datasheet.joined_words("Archers", fantasy, parts=True) == "detachment: Archers"
    assert datasheet.joined_words("Archers", battles, parts=True) == "joined by Archers"
    assert datasheet.joined_words("Archers", fantasy, parts=False) == "led by Archers"


def test_headings_of_two_chinese_signs_are_words():
    set_language("zh")
    assert datasheet.figure_word(WORDS, "wounds") == "生命"
    set_language("en")
    assert datasheet.figure_word(WORDS, "wounds") == ""


def test_keywords_and_loadouts_are_listed_as_the_language_does(make):
    squad = make.intercessors("a")
    set_language("zh")
    words = dict(datasheet.keyword_facts(squad, str)).values()
    carried = [wargear for _carrier, wargear in datasheet.loadout(squad, str)]
    assert words
    assert carried
    assert not any(", " in one for one in (*words, *carried))
    assert any("、" in one for one in words)
    assert any("、" in one for one in carried)


GAMES = ("wh40k-10e", "wh40k-11e", "aos-4e")
NATIVE = NativeSet([Path(__file__).parents[2] / "factions"])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["zh", "ru"])
def test_every_game_translates_what_it_reminds_of(game, language):
    words = NATIVE.system(game)
    known = words.glossary[language]
    for one in words.vocabulary.reminders:
        assert datasheet.with_figure(one.name, lambda text: known.get(text, text)) != one.name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anti-Hero (+1 Rend)", "针对-英雄 (+1 穿透)"),
        ("Anti\u2011Monster(+1 Rend)", "针对-怪兽 (+1 穿透)"),
        ("Charge (+1 Damage)", "冲锋 (+1 伤害)"),
        ("Shoot In Combat", "近战射击"),
        ("COMPANION", "伙伴"),
        ("WIZARD (2)", "巫师 (2)"),
        ("STORMCAST", "STORMCAST"),
    ],
)
def test_effects_and_capitals_of_keywords_are_translated(name, shown):
    known = NATIVE.system("aos-4e").glossary["zh"]
    assert datasheet.with_figure(name, lambda text: known.get(text, text)) == shown


def test_keywords_in_capitals_are_translated_on_cards(make):
    unit = replace(make.intercessors("a"), keywords=("INFANTRY", "CHAPTER"), faction_keywords=())
    known = {"Infantry": "步兵"}
    assert datasheet.keyword_names(unit, lambda text: known.get(text, text)) == [("Keywords", ["步兵", "CHAPTER"])]


def test_what_several_values_of_a_weapon_say_is_said_once():
    weapon = Profile(
        "Sceptre", "Ranged", (("Wnd", "See 'Sceptre'"), ("Rnd", "See 'Sceptre'"), ("Dmg", "-"), ("Ability", "Crit"))
    )
    assert datasheet.said_of(weapon, ("Wnd", "Rnd", "Dmg", "Ability"), str) == ["See 'Sceptre'", "Crit"]
