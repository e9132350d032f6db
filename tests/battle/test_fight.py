"""A battle with a list: casualties, states, reserves, transports, points; every step can be undone."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import pytest

from listbuilder.army.records import ModelLine, WargearItem
from listbuilder.battle import log
from listbuilder.battle.fight import Battle
from listbuilder.battle.fighters import Line, Side, carried_by_each, read_side
from listbuilder.battle.moments import ME, THEM, Moment
from listbuilder.battle.state import POOL, SCORE, Strength
from listbuilder.battle.summary import summarise
from listbuilder.errors import InputError
from listbuilder.replacing import replace
from listbuilder.sources.native import NativeSet


def left(battle: Battle, unit: str) -> tuple[int, int]:
    fighter = battle.fighter(ME, unit)
    assert fighter is not None
    found = battle.strength(ME, fighter)
    return found.left, found.whole


def lines(battle: Battle, system: str = "wh40k-10e") -> list[str]:
    words = NativeSet().system(system).vocabulary
    found = log.entries(battle, words, lambda _side, fighter: fighter.unit.name)
    return [f"{entry.unit}: {entry.text}" if entry.unit else entry.text for entry in found]


def weapons(battle: Battle, unit: str) -> dict[str, int]:
    fighter = battle.fighter(ME, unit)
    assert fighter is not None
    now = battle.lines_left(ME, fighter)
    return {weapon.name: fighter.weapon_count(weapon, now) for weapon in fighter.unit.weapons}


def test_one_model_of_two_wounds_counts_wounds_and_two_models_count_models(marines: Side) -> None:
    known = next(iter(marines.fighters.values()))

    def is_lone(models: int, wounds: int) -> bool:
        return replace(known, lines=(Line("a", "A", models, wounds),)).is_lone

    assert [is_lone(1, 2), is_lone(1, 1), is_lone(2, 2)] == [True, False, False]


# --- casualties


def test_plain_models_fall_first_and_take_their_weapons_along(battle: Battle) -> None:
    assert weapons(battle, "first-squad")["Bolt rifle"] == 9
    battle.count(ME, "first-squad", -7)
    assert left(battle, "first-squad") == (3, 10)
    found = weapons(battle, "first-squad")
    assert (found["Power fist"], found["Astartes grenade launcher - krak"]) == (1, 1)
    assert (found["Bolt rifle"], found["Bolt pistol"]) == (2, 3)


def test_models_of_a_chosen_kind_fall(battle: Battle) -> None:
    fighter = battle.fighter(ME, "first-squad")
    assert fighter is not None
    battle.count(ME, "first-squad", -1, fighter.lines[0].id)
    assert weapons(battle, "first-squad")["Power fist"] == 0
    battle.set_count(ME, "first-squad", 4, fighter.lines[2].id)
    assert left(battle, "first-squad") == (6, 10)


def test_wounds_kill_one_model_after_the_other(battle: Battle) -> None:
    battle.wound(ME, "hellblasters", 3)
    fighter = battle.fighter(ME, "hellblasters")
    assert fighter is not None
    assert left(battle, "hellblasters") == (4, 5)
    assert battle.hurt(ME, fighter)[1] == 1
    battle.count(ME, "hellblasters", -1)  # the hurt one falls
    assert (left(battle, "hellblasters"), battle.hurt(ME, fighter)[1]) == ((3, 5), 0)


def test_wounds_go_over_to_models_of_another_kind(battle: Battle) -> None:
    fighter = battle.fighter(ME, "first-squad")  # two wounds each, of several kinds
    assert fighter is not None
    before = battle.wounds_left(ME, fighter)
    most = max(line.models for line in fighter.lines)
    battle.wound(ME, "first-squad", 2 * most + 3)
    assert battle.wounds_left(ME, fighter) == before - 2 * most - 3
    assert left(battle, "first-squad") == (10 - most - 1, 10)
    assert lines(battle)[0].endswith(f"lost {most + 1} models, lost 1 wound")
    assert battle.undo()
    assert battle.wounds_left(ME, fighter) == before
    battle.wound(ME, "first-squad", 2 * 10 + 5)
    assert battle.is_gone(ME, "first-squad")


@pytest.mark.parametrize("unit", ["redemptor", "first-squad"])
def test_one_key_too_many_brings_nothing_back(battle: Battle, unit: str) -> None:
    """What is destroyed at once keeps what it had, for a change of mind."""
    fighter = battle.fighter(ME, unit)
    assert fighter is not None
    battle.destroy(ME, unit)
    assert not battle.count(ME, unit, -1)
    assert not battle.wound(ME, unit)
    assert battle.is_gone(ME, unit)
    battle.set_count(ME, unit, 3)
    assert left(battle, unit)[0] == 3
    battle.destroy(ME, unit)
    battle.destroy(ME, unit)
    assert left(battle, unit)[0] == 3


def test_what_is_destroyed_comes_into_no_state(battle: Battle) -> None:
    state = battle.rules.states[0]
    battle.destroy(ME, "redemptor")
    with pytest.raises(InputError, match="destroyed"):
        battle.toggle_state(ME, "redemptor", state)
    battle.destroy(ME, "redemptor")
    assert battle.toggle_state(ME, "redemptor", state)


def test_of_a_lone_model_the_wounds_are_counted(battle: Battle) -> None:
    battle.count(ME, "redemptor", -9)
    assert left(battle, "redemptor") == (3, 12)
    battle.set_count(ME, "redemptor", 7)
    assert left(battle, "redemptor") == (7, 12)
    battle.wound(ME, "redemptor", 20)
    assert battle.is_gone(ME, "redemptor")
    battle.count(ME, "redemptor", 2)
    assert (left(battle, "redemptor"), battle.is_gone(ME, "redemptor")) == ((2, 12), False)


def test_below_half_counts_the_group(battle: Battle) -> None:
    def below(unit: str) -> bool:
        fighter = battle.fighter(ME, unit)
        assert fighter is not None
        return battle.strength(ME, fighter).below_half

    battle.count(ME, "first-squad", -5)  # six of eleven with their Captain
    assert not below("captain")
    battle.count(ME, "first-squad", -1)
    assert below("captain")
    assert below("first-squad")
    battle.destroy(ME, "first-squad")  # now the Captain is alone, with all his wounds
    assert not below("captain")


def test_exactly_half_is_not_below_half(battle: Battle) -> None:
    """Of a group of six models, and of a lone model of twelve wounds."""

    def below(unit: str) -> bool:
        fighter = battle.fighter(ME, unit)
        assert fighter is not None
        return battle.strength(ME, fighter).below_half

    battle.count(ME, "hellblasters", -3)
    battle.set_count(ME, "redemptor", 6)
    units = ("hellblasters", "lieutenant", "redemptor")
    assert not any(map(below, units))
    battle.count(ME, "hellblasters", -1)
    battle.set_count(ME, "redemptor", 5)
    assert all(map(below, units))


@pytest.mark.parametrize(("unit", "whole"), [("scouts", 5), ("redemptor", 12)])
def test_nothing_is_left_of_what_is_destroyed(battle: Battle, unit: str, whole: int) -> None:
    battle.destroy(ME, unit)
    fighter = battle.fighter(ME, unit)
    assert fighter is not None
    assert battle.strength(ME, fighter) == Strength(0, whole, True)


def test_who_loses_all_models_is_destroyed_and_may_come_back(battle: Battle) -> None:
    battle.count(ME, "scouts", -5)
    assert battle.is_gone(ME, "scouts")
    assert battle.points_lost(ME) == 70
    battle.destroy(ME, "scouts")
    assert (battle.is_gone(ME, "scouts"), left(battle, "scouts")) == (False, (1, 5))


def test_who_is_in_a_destroyed_transport_stands_on_the_table(battle: Battle) -> None:
    inside = battle.fighter(ME, "hellblasters")
    assert inside is not None
    assert [one.id for one in battle.passengers(ME, "impulsor")] == ["hellblasters", "lieutenant"]
    battle.destroy(ME, "impulsor")
    assert (battle.transport_of(ME, inside), battle.where(ME, inside)) == ("", "deployed")
    battle.undo()
    assert battle.transport_of(ME, inside) == "impulsor"


# --- the course


def test_both_gain_a_command_point_in_each_command_phase(battle: Battle) -> None:
    pool = battle.rules.pools[0].id
    assert (battle.pool(ME, pool), battle.pool(THEM, pool)) == (1, 1)
    for _phase in range(5):
        battle.advance()
    assert (battle.whose, battle.pool(ME, pool), battle.pool(THEM, pool)) == (THEM, 2, 2)
    battle.go_back()
    assert (battle.whose, battle.pool(ME, pool)) == (ME, 1)


def test_the_last_phase_ends_the_battle(battle: Battle) -> None:
    while battle.now != Moment(5, 1, 4):
        assert battle.advance()
    battle.advance()
    assert battle.has_ended
    battle.go_back()
    assert not battle.has_ended


def test_what_lapses_does_not_add_up_and_what_is_left_of_a_list_begins() -> None:
    sigmar = NativeSet().system("aos-4e").vocabulary.battle
    found = Battle(sigmar, [None, None])
    for _step in range(1 + 2 * len(sigmar.phases)):
        found.advance()
    assert (found.now.round, found.pool(ME, "command-points")) == (2, 4)


def test_own_gains_come_in_ones_own_turn_up_to_the_most() -> None:
    found = Battle(NativeSet().system("douwang").vocabulary.battle, [None, None])
    found.advance()
    assert [found.pool(side, "command-points") for side in (ME, THEM)] == [2, 0]
    for _turn in range(20):
        found.advance()
    assert [found.pool(side, "command-points") for side in (ME, THEM)] == [10, 10]


def test_the_ninth_edition_begins_with_what_the_list_has_left() -> None:
    text = (
        "system: wh40k-9e\nfaction: necrons\nbattle_size: strike-force\nforces:\n"
        "  - {force: vanguard, units: [{datasheet: overlord}]}\n"
    )
    side = read_side(text)
    found = Battle.begin(side.army.vocabulary.battle, side)
    assert found.pool(ME, "command-points") == 9


# --- states, abilities, reserves


def test_a_state_ends_by_itself_and_is_back_when_the_battle_goes_back(battle: Battle) -> None:
    shock = battle.rules.state("battle-shocked")
    assert shock is not None
    battle.toggle_state(ME, "scouts", shock)
    for _phase in range(9):
        battle.advance()
        assert battle.has_state(ME, "scouts", shock)
    battle.advance()
    assert battle.now == Moment(2, 0, 0)
    assert battle.states(ME, "scouts") == []
    battle.go_back()
    assert battle.states(ME, "scouts") == [shock]


def test_groups_arrive_together(battle: Battle) -> None:
    captain, squad = (battle.fighter(ME, unit) for unit in ("terminator-captain", "terminators"))
    assert captain is not None
    assert squad is not None
    assert battle.in_reserves(ME, captain)
    assert not battle.may_arrive()
    battle.toggle_reserves(ME, "terminators")
    assert not battle.in_reserves(ME, captain)
    assert battle.number("arrived", ME, "terminator-captain") == 1
    battle.toggle_reserves(ME, "terminators")
    assert battle.where(ME, squad) == "deep-strike"


def test_units_leave_and_board_transports(battle: Battle) -> None:
    battle.toggle_embarked(ME, "hellblasters")
    assert battle.passengers(ME, "impulsor") == []
    assert [one.id for one in battle.transports(ME, "scouts")] == ["impulsor"]
    battle.toggle_embarked(ME, "second-squad", "impulsor")
    assert [one.id for one in battle.passengers(ME, "impulsor")] == ["second-squad"]
    tree = {group.id: group.transport for group in battle.formation(ME).groups}
    assert (tree["second-squad"], tree["hellblasters"], "terminators" in tree) == ("impulsor", "", False)


def test_a_game_without_reserves_says_so() -> None:
    side = read_side("system: whfb-8e\nfaction: empire\nunits:\n  - {id: a, datasheet: halberdiers}\n")
    with pytest.raises(InputError, match="no reserves"):
        Battle.begin(side.army.vocabulary.battle, side).toggle_reserves(ME, "a")


def test_a_unit_of_another_battle_is_refused(battle: Battle) -> None:
    with pytest.raises(InputError, match="no such unit"):
        battle.count(ME, "boyz", -1)


# --- words


def test_wounds_are_called_as_the_game_calls_them(battle: Battle) -> None:
    battle.wound(ME, "redemptor", 9)
    assert lines(battle, "aos-4e")[0] == "Redemptor Dreadnought: lost 9 health"
    battle.wound(ME, "redemptor", -1)
    assert lines(battle, "aos-4e")[0] == "Redemptor Dreadnought: lost 8 health"


def test_the_log_says_what_a_player_would_say(battle: Battle) -> None:
    battle.count(ME, "hellblasters", -1)
    battle.count(ME, "hellblasters", -1)
    battle.wound(ME, "hellblasters", 1)
    battle.wound(ME, "redemptor", 9)
    battle.toggle_used(ME, "captain", "Finest Hour")
    battle.toggle_reserves(ME, "inceptors")
    battle.destroy(ME, "lancer")
    battle.tally({(POOL, ME, "command-points"): 0, (SCORE, ME, "primary", 1): 10, (SCORE, THEM, "primary", 1): 5})
    assert lines(battle) == [
        "Command points -1 : 0 · Primary mission +10 : +5",
        "Gladiator Lancer: destroyed",
        "Inceptor Squad: arrived",
        "Captain: used: Finest Hour",
        "Redemptor Dreadnought: lost 9 wounds",
        "Hellblaster Squad: lost 2 models, lost 1 wound",
        "Command points +1 : +1",
    ]


@pytest.mark.parametrize(
    ("unit", "steps", "said"),
    [
        ("redemptor", (2,), "lost 2 wounds"),
        ("redemptor", (9,), "lost 9 wounds, destroyed"),
        ("redemptor", (9, -1), "lost 8 wounds"),
        ("redemptor", (-2,), "regained 2 wounds"),
        ("redemptor", (9, -1, 1), "lost 9 wounds, destroyed"),
        ("hellblasters", (1,), "lost 1 model"),
        ("hellblasters", (1, 1), "lost 1 model, lost 1 wound"),
        ("hellblasters", (3, 1), "lost 2 models, lost 1 wound"),
        ("hellblasters", (-1,), "regained 1 wound"),
    ],
)
def test_the_log_tells_what_was_lost_since_the_phase_began(
    battle: Battle, unit: str, steps: tuple[int, ...], said: str
) -> None:
    battle.wound(ME, unit, 3)
    battle.advance()
    for step in steps:
        battle.wound(ME, unit, step)
    assert lines(battle)[0].partition(": ")[2] == said


def test_the_log_says_when_it_was(battle: Battle) -> None:
    battle.count(ME, "scouts", -1)
    for _phase in range(6):
        battle.advance()
    battle.count(ME, "scouts", -1)
    words = NativeSet().system("wh40k-10e").vocabulary
    found = log.entries(battle, words, lambda _side, fighter: fighter.unit.name)
    told = [(one.at, one.who, one.phase, one.steps) for one in found if one.text.startswith("lost 1 model")]
    assert told == [(Moment(1, 1, 1), "they", "movement phase", 1), (Moment(1, 0, 0), "you", "command phase", 1)]


def test_the_summary(battle: Battle, orks: Side) -> None:
    battle.sides[THEM] = orks
    battle.tally({(SCORE, ME, "primary", 1): 10, (SCORE, THEM, "secondary", 1): 4})
    battle.destroy(ME, "scouts")
    mine, theirs = summarise(battle)
    assert (mine.points, mine.lost, mine.points_lost) == (10, (("Scout Squad", 1),), 70)
    assert (theirs.points, theirs.rounds, theirs.units) == (4, (4,), len(orks.fighters))
    assert dict(mine.by_score)["Primary mission"] == 10


def test_what_is_scored_once_is_one_entry_in_every_round(battle: Battle) -> None:
    primary, _secondary, ready = battle.rules.scores
    assert ready.once
    battle.tally({battle.score_key(ME, ready): 10, battle.score_key(ME, primary): 4})
    first = battle.score_key(ME, primary)
    while battle.now.round < 2:
        battle.advance()
    assert battle.score_key(ME, primary) != first
    battle.tally({battle.score_key(ME, ready): 5, battle.score_key(ME, primary): 1})
    (mine, _theirs) = summarise(battle)
    assert (mine.points, mine.rounds, dict(mine.by_score)["Battle ready"]) == (10, (4, 1), 5)


def test_what_is_scored_once_stays_in_the_round_where_a_kept_battle_has_it(battle: Battle) -> None:
    ready = battle.rules.scores[2]
    battle.tally({(SCORE, ME, ready.id, 1): 10})
    while battle.now.round < 2:
        battle.advance()
    assert battle.score_key(ME, ready) == (SCORE, ME, ready.id, 1)


# --- undo


def test_the_beginning_is_not_undone(battle: Battle) -> None:
    assert battle.undo()
    before = battle.now
    assert (battle.undo(), battle.now) == (None, before)
    assert battle.redo()


def test_whatever_happens_can_be_undone_and_done_again(battle: Battle, orks: Side) -> None:
    battle.sides[THEM] = orks
    chance = random.Random(7)
    before, seen = dict(battle.facts), [len(battle.steps)]

    def something() -> None:
        side = chance.choice((ME, THEM))
        unit = chance.choice(list(battle.sides[side].fighters))  # type: ignore[union-attr]
        state = chance.choice(battle.rules.states)
        chance.choice(
            (
                battle.advance,
                battle.go_back,
                battle.switch_first,
                lambda: battle.count(side, unit, chance.randint(-9, 9)),
                lambda: battle.wound(side, unit, chance.randint(-9, 30)),
                lambda: battle.set_count(side, unit, chance.randint(0, 12)),
                lambda: battle.is_gone(side, unit) or battle.toggle_state(side, unit, state),
                lambda: battle.toggle_used(side, unit, "Waaagh!"),
                lambda: battle.destroy(side, unit),
                lambda: battle.toggle_reserves(side, unit),
                lambda: battle.toggle_embarked(side, unit, chance.choice(list(battle.sides[side].fighters))),  # type: ignore[union-attr]
                lambda: battle.tally({(SCORE, side, "primary", 1): chance.randint(-5, 99)}),
            )
        )()

    for _turn in range(400):
        something()
        seen.append(len(battle.steps))
        for army in (ME, THEM):
            for fighter in battle.fighters(army):
                found = battle.strength(army, fighter)
                assert 0 <= found.left <= found.whole
                assert battle.is_gone(army, fighter.id) or found.left
    assert max(b - a for a, b in pairwise(seen)) == 1
    after, steps = {key: value for key, value in battle.facts.items() if value}, len(battle.steps)
    while len(battle.steps) > 2:
        assert battle.undo()
    assert {key: value for key, value in battle.facts.items() if value} == {k: v for k, v in before.items() if v}
    while battle.redo():
        pass
    assert ({key: value for key, value in battle.facts.items() if value}, len(battle.steps)) == (after, steps)


def test_what_each_model_of_a_line_carries() -> None:
    items = (WargearItem("Sword", 3), WargearItem("Flag", 1), WargearItem("Sword", 2))
    assert list(carried_by_each(ModelLine("x", "Guard", 5, items)).items()) == [("Flag", Fraction(1, 5)), ("Sword", 1)]
    assert carried_by_each(ModelLine("x", "Guard", 0, items)) == {"Flag": 1, "Sword": 5}
    assert carried_by_each(ModelLine("x", "Guard", 5)) == {}
