"""What a turn sheet says, whatever it looks like."""

from __future__ import annotations

import pytest

from listbuilder.army.model import RuleGroup
from listbuilder.army.records import Ability, Enhancement, Profile
from listbuilder.catalogue.battle import Act, BattleRules, Condition, Pool, Score
from listbuilder.catalogue.printed import PrintedSave
from listbuilder.catalogue.vocabulary import NEUTRAL
from listbuilder.print.briefing import brief
from listbuilder.print.glance import glance
from listbuilder.print.turn_sheet import ROUNDS_OF_ANY, turn_sheet
from listbuilder.replacing import replace
from listbuilder.roster.declarations import Declarations


@pytest.fixture
def sheet(rules):
    return lambda army, system=rules: turn_sheet(brief(army, (), system))


def lines(sheet, title):
    phase = next(one for one in sheet.phases if one.title == title)
    return [line.title or line.detail for line in phase.mine], [line.title or line.detail for line in phase.theirs]


def able(text, name="Deed", kind="unit"):
    return (Ability(name, kind, text),)


def test_rounds_have_the_scores_of_the_game_and_the_reserves_of_the_army(sheet, armies):
    rounds = sheet(armies["marines"][0]).rounds
    assert rounds.numbers == ("1", "2", "3", "4", "5")
    assert rounds.mine == ("Command points", "Primary mission", "Secondary missions")
    assert rounds.once == ("Battle ready",)  # is scored once, for the whole army
    assert rounds.theirs == ("Opponent: Command points", "Opponent: score")
    found = {one.name: one for one in rounds.arriving}
    assert set(found) == {"Redemptor Dreadnought B", "Inceptor Squad A", "Inceptor Squad B", "Stormraven Gunship"}
    assert found["Inceptor Squad A"].where == "Deep Strike"
    assert found["Inceptor Squad A"].rounds == (False, True, True, True, True)


def test_a_game_of_any_length_has_rounds_to_write_in_and_one_score_is_the_total(sheet, armies):
    army = armies["marines"][0]
    battle = BattleRules(
        pools=(Pool(id="p", name={"en": "Fate"}, at="round", gains=2),), scores=(Score(id="s", name={"en": "Glory"}),)
    )
    rounds = sheet(replace(army, vocabulary=replace(army.vocabulary, battle=battle))).rounds
    assert rounds.numbers == tuple(map(str, range(1, ROUNDS_OF_ANY + 1)))
    assert rounds.mine == ("Fate, +2 each round", "Glory")
    assert rounds.theirs == ("Opponent: Fate", "Opponent: Glory")


def test_no_reserves_without_declarations(sheet, armies):
    assert sheet(replace(armies["marines"][0], declarations=Declarations())).rounds.arriving == ()


def test_stratagems_stand_in_the_turn_and_phase_that_they_are_used_in(sheet, armies):
    found = sheet(armies["marines"][0])
    mine, theirs = lines(found, "Shooting phase")
    assert "Grenade" in mine
    assert "Go to Ground" in theirs
    assert "Go to Ground" not in mine
    assert "Counter-offensive" in lines(found, "Fight phase")[0]
    assert "Counter-offensive" in lines(found, "Fight phase")[1]
    assert "Insane Bravery" in lines(found, "Command phase")[0]
    assert lines(found, "Any phase") == (["Command Re-roll"], ["Command Re-roll"])


def test_a_stratagem_without_target_in_the_army_is_left_out(sheet, armies):
    found = sheet(armies["orks"][0])
    assert "Tank Shock" not in lines(found, "Charge phase")[0]
    assert "Smokescreen" not in lines(found, "Shooting phase")[1]


def test_a_stratagem_names_few_targets_and_the_keywords_of_many(sheet, make):
    army = make.army((make.captain(), *(make.hellblasters(f"h{n}") for n in range(5)), make.redemptor("r")))
    details = {line.title: line.detail for phase in sheet(army).phases for line in (*phase.mine, *phase.theirs)}
    assert details["Tank Shock"] == "Redemptor Dreadnought"
    assert details["Go to Ground"] == "Infantry"
    assert details["Counter-offensive"] == ""
    assert details["Insane Bravery"] == "once per battle"


def test_an_ability_stands_where_its_text_says(sheet, make):
    one = make.captain(abilities=able("In your Shooting phase, pick a unit."))
    other = make.redemptor("r")
    mine, theirs = lines(sheet(make.army((one, other))), "Shooting phase")
    assert "Deed" in mine
    assert "Deed" not in theirs
    assert "Deed" not in lines(sheet(make.army((one, other))), "Fight phase")[0]


def test_an_ability_names_who_has_it(sheet, make):
    able_ones = [
        replace(make.hellblasters(f"h{n}"), abilities=able("In your Shooting phase, do it.")) for n in range(2)
    ]
    army = make.army((*able_ones, make.redemptor("r")))
    phase = next(one for one in sheet(army).phases if one.title == "Shooting phase")
    assert [line.detail for line in phase.mine if line.title == "Deed"] == ["Hellblaster Squad"]
    everyone = make.army(able_ones)
    phase = next(one for one in sheet(everyone).phases if one.title == "Shooting phase")
    assert [line.detail for line in phase.mine if line.title == "Deed"] == ["all units"]


def test_what_is_used_once_has_a_circle(sheet, make):
    one = make.captain(abilities=able("Once per battle, at the start of the Fight phase, do it."))
    found = sheet(make.army((one, make.redemptor("r"))))
    phase = next(one for one in found.phases if one.title == "Fight phase")
    assert [line.sign for line in phase.mine if line.title == "Deed"] == ["once"]
    assert [*map(str, found.once)] == ["Deed: Captain", "Insane Bravery"]


def test_what_a_faction_uses_once_is_used_once_by_the_whole_army(sheet, make):
    shout = able("Once per battle, in your Command phase, shout.", "Shout", "faction")
    army = make.army((make.captain(abilities=shout), replace(make.redemptor("r"), abilities=shout)))
    assert [str(one) for one in sheet(army).once] == ["Shout", "Insane Bravery"]


def test_what_an_army_uses_once_by_one_of_its_units_is_there_once(sheet, make):
    deed = able("Timing: Once Per Battle (Army), Your Hero Phase", "Hide")
    army = make.army((make.captain(abilities=deed), replace(make.redemptor("r"), abilities=deed)))
    battle = replace(army.vocabulary.battle, once_of_army=(r"(?i)once per battle \(army\)",))
    for rules, expected in (
        (army.vocabulary.battle, ["Hide: Captain", "Hide: Redemptor Dreadnought"]),
        (battle, ["Hide"]),
    ):
        shown = replace(army, vocabulary=replace(army.vocabulary, battle=rules))
        assert [str(one) for one in sheet(shown).once][:-1] == expected


def test_what_a_damaged_model_lacks_is_nothing_to_do(sheet, make):
    text = "It may shoot one weapon in your Shooting phase."
    one = replace(make.redemptor("r"), abilities=(Ability("Damaged: 1-4 wounds left", "unit", text, damaged=True),))
    found = sheet(make.army((one, make.captain())))
    assert "Damaged: 1-4 wounds left" not in lines(found, "Shooting phase")[0]


def test_what_the_same_units_do_in_a_phase_stands_together(sheet, make):
    both = (*able("In your Shooting phase, do it.", "Deed"), *able("In your Shooting phase, mind it.", "Mind"))
    once = able("Once per battle, in your Shooting phase, dare it.", "Dare")
    army = make.army((make.captain(abilities=(*both, *once)), make.redemptor("r")))
    phase = next(one for one in sheet(army).phases if one.title == "Shooting phase")
    found = [
        (line.sign, line.title, line.detail)
        for line in phase.mine
        if line.detail == "Captain" and line.sign != "stratagem"
    ]
    assert found == [("acts", "Deed, Mind", "Captain"), ("once", "Dare", "Captain")]


def test_what_an_enhancement_gives_is_there_and_what_is_only_explained_is_not(sheet, make):
    text = "Once per battle, in your Charge phase, do it."
    relic = Enhancement("e", "Relic", 10, rules=(Ability("Relic", "enhancement", text),))
    one = make.captain(enhancements=(relic,), abilities=able(text, "Word", "glossary"))
    found = sheet(make.army((one, make.redemptor("r"))))
    assert "Relic" in lines(found, "Charge phase")[0]
    assert "Word" not in lines(found, "Charge phase")[0]
    assert [str(one) for one in found.once] == ["Relic: Captain", "Insane Bravery"]


def test_a_weapon_that_is_used_once(sheet, make):
    missile = make.ranged("Hunter missile", '48" 1 2+ 14 -3 D6', "One Shot, Blast", 2)
    tank = replace(make.redemptor("r"), weapons=(missile,))
    assert "2× Hunter missile: Redemptor Dreadnought" in map(str, sheet(make.army((tank,))).once)


def test_acts_concern_units_that_have_what_they_name(sheet, armies):
    found = sheet(armies["marines"][0])
    phase = next(one for one in found.phases if one.title == "Movement phase")
    waiting = [line.title for line in phase.mine if line.detail == "may arrive from round 2"]
    assert len(waiting) == 1
    assert "Stormraven Gunship" in waiting[0]
    assert "Captain" not in waiting[0]
    bare = sheet(replace(armies["marines"][0], declarations=Declarations()))
    assert all("arrive" not in line.detail for phase in bare.phases for line in phase.mine)


def test_both_players_gain_in_each_turn_what_both_gain(sheet, armies):
    mine, theirs = lines(sheet(armies["marines"][0]), "Command phase")
    assert "Command points +1" in mine
    assert "Command points +1" in theirs


def of_game(rules, **battle):
    words = replace(NEUTRAL, phases={"brawl": {"en": "brawl phase"}}, battle=BattleRules(**battle))
    return replace(rules, vocabulary=words, stratagems=())


def test_an_act_of_units_in_a_transport_or_reserves_concerns_these_alone(sheet, armies, rules):
    army = armies["marines"][0]
    acts = tuple(Act(phase="brawl", what={"en": place}, place=place) for place in ("embarked", "reserves"))
    system = of_game(rules, phases=("brawl",), acts=acts)
    system = replace(system, vocabulary=replace(system.vocabulary, states=army.vocabulary.states))
    found = sheet(replace(army, vocabulary=system.vocabulary), system)
    (phase,) = [one for one in found.phases if one.title == "Brawl phase"]
    assert {line.detail: line.title for line in phase.mine} == {
        "embarked": "Lieutenant A, Squad Titus, Hellblaster Squad A",
        "reserves": "Inceptor Squad, Redemptor Dreadnought B, Stormraven Gunship",
    }


def test_what_only_its_owner_gains_is_not_gained_in_the_opponents_turn(sheet, make, rules):
    pool = Pool(id="cp", name={"en": "Grit"}, gains=2, at="brawl", whose="own")
    system = of_game(rules, phases=("brawl",), pools=(pool,))
    army = make.army((make.captain(),), vocabulary=system.vocabulary)
    assert lines(sheet(army, system), "Brawl phase") == (["Grit +2"], [])


def test_where_players_act_together_all_is_in_one_column(sheet, make, rules):
    act = Act(phase="brawl", turn="opponent", what={"en": "duck"})
    system = of_game(rules, phases=("brawl",), turns=1, acts=(act,))
    army = make.army((make.captain(),), vocabulary=system.vocabulary)
    found = sheet(army, system)
    assert not found.alternate
    assert lines(found, "Brawl phase") == (["Duck"], [])


def test_of_a_game_that_states_nothing_nothing_is_said(sheet, make):
    found = sheet(make.army((make.captain(),), vocabulary=NEUTRAL), None)
    assert (found.rounds, found.phases, found.ends) == (None, (), ())


def test_states_that_end_are_cleared(sheet, armies):
    assert "Clear: Advanced, Fell back" in sheet(armies["marines"][0]).ends


# --- units at a glance ------------------------------------------------------------------------------------------------


def rows(army):
    found = glance(brief(army, (), None))
    return found, {row.name: row for row in found.rows}


def test_units_have_the_figures_of_their_statline_and_best_weapon(make):
    found, units = rows(make.army((make.captain(), make.redemptor("r"))))
    assert (found.tough, found.best) == (("T", "SV", "inv", "W"), ("S", "AP", "D"))
    assert units["Captain"].tough == ("4", "3+", "4+", "5")
    assert units["Captain"].best == ("8", "−3", "2")
    assert units["Captain"].weapon == "1× Plasma pistol – supercharge"
    assert units["Redemptor Dreadnought"].tough == ("10", "2+", "–", "12")


def test_no_column_without_an_entry(make):
    assert rows(make.army((make.redemptor("r"),)))[0].tough == ("T", "SV", "W")


def test_the_statline_of_most_models_goes_first_and_others_below_it(armies):
    found, _units = rows(armies["orks"][0])
    boyz = next(index for index, row in enumerate(found.rows) if row.name == "Boyz A")
    assert (found.rows[boyz].tough[-1], found.rows[boyz].further) == ("1", False)
    assert (found.rows[boyz + 1].name, found.rows[boyz + 1].tough[-1]) == ("Boss Nob", "2")
    assert found.rows[boyz + 1].further


def test_the_statline_with_the_units_name_goes_before_that_of_more_models(make):
    lines = (make.line("Disciple", 2), make.line("Apostle", 1))
    statlines = (make.statline("Disciple", '6" 4 6+ 1 6+ 1'), make.statline("Apostle", '6" 4 3+ 5 6+ 1'))
    found, units = rows(make.army((make.unit("a", "Apostle", "character", lines, 80, statlines),)))
    assert units["Apostle"].tough[-1] == "5"
    assert [row.name for row in found.rows] == ["Apostle", "Disciple"]


def test_a_conditional_save_has_a_mark_that_is_explained(make):
    line = replace(make.statline("Redemptor", '8" 10 2+ 12 6+ 4'), saves=(PrintedSave("5+", "ranged"),))
    found, units = rows(make.army((replace(make.redemptor("r"), profiles=(line,)), make.captain())))
    assert units["Redemptor Dreadnought"].tough[2] == "5+¹"
    assert units["Captain"].tough[2] == "4+"
    assert found.notes[0].startswith("¹ ranged")


def test_a_profile_without_any_of_the_figures_is_no_statline(make):
    troop = Profile("Redemptor Dreadnought", "Unit", (("Troop Type", "Walker"), ("Unit Size", "1")))
    one = make.redemptor("r")
    found, units = rows(make.army((replace(one, profiles=(troop, *one.profiles)),), vocabulary=NEUTRAL))
    assert [row.name for row in found.rows] == ["Redemptor Dreadnought"]
    assert units["Redemptor Dreadnought"].tough == ("10", "2+", "12")


def test_the_columns_are_those_of_the_game(armies):
    found, units = rows(armies["sigmar"][0])
    assert (found.tough, found.best) == (("Save", "Health"), ("Rnd", "Dmg"))
    assert units["Lord-Celestant on Dracoth"].best == ("2", "3")


def test_it_says_what_the_best_weapon_is(make):
    found, _units = rows(make.army((make.captain(),)))
    told = "of the weapon with the highest S, of equal ones the best AP, of equal ones the best D"
    assert found.notes == (f"S, AP, D: {told}; dice count as their average.",)


def test_a_rule_of_the_army_that_units_have_is_told_of_these(sheet, make):
    vow = "At the start of your Command phase, all of them swear."
    unit = replace(make.intercessors("a"), abilities=(Ability("Vow", "faction", vow),))
    host = (RuleGroup("Host", (Ability("Vow", "army", vow), Ability("Watch", "army", vow))),)
    found = sheet(replace(make.army((unit, make.redemptor("r"))), rules=host)).phases
    told = [(line.title, line.detail) for phase in found for line in phase.mine if line.title in {"Vow", "Watch"}]
    assert told == [("Watch", "Host"), ("Vow", "Intercessor Squad")]


def test_further_rows_of_a_damage_table_are_no_statlines_of_their_own(make):
    tank = make.redemptor("r")
    (line,) = tank.profiles
    worse = replace(
        line,
        name="Redemptor (1-4 wounds)",
        values=tuple((key, "N/A" if key == "W" else value) for key, value in line.values),
    )
    table = replace(tank, profiles=(line, worse), damaged=(4,))
    shown = glance(brief(make.army((table,)), (), make.system()))
    assert len(shown.rows) == 1
    shown = glance(brief(make.army((replace(table, damaged=()),)), (), make.system()))
    assert len(shown.rows) == 2


@pytest.mark.parametrize(
    ("turns", "round_", "title", "ends"),
    [
        (2, None, "At the end of each turn", ["Clear: Ran", "After the round, clear: Activated"]),
        (2, "Game turn", "At the end of each turn", ["Clear: Ran", "After the game turn, clear: Activated"]),
        (1, None, "At the end of each round", ["Clear: Ran, Activated"]),
        (1, "Turning point", "At the end of each turning point", ["Clear: Ran, Activated"]),
    ],
)
def test_what_ends_is_told_in_the_words_of_the_game(sheet, armies, rules, turns, round_, title, ends):
    states = (
        Condition(id="ran", name={"en": "Ran"}, ends="turn"),
        Condition(id="done", name={"en": "Activated"}, ends="round"),
    )
    named = {"round": {"en": round_}} if round_ else {}
    system = of_game(rules, turns=turns, states=states, **named)
    found = sheet(replace(armies["marines"][0], vocabulary=system.vocabulary), system)
    assert (found.ends_title, list(found.ends)) == (title, ends)
