"""The course of a battle: phases, turns, rounds, and when states end."""

from __future__ import annotations

from listbuilder.battle.moments import BEFORE, ME, THEM, Course, Moment
from listbuilder.catalogue.battle import BattleRules, Condition

RULES = BattleRules(rounds=2, phases=("command", "fight"))


def test_phases_follow_each_other_to_the_end_of_the_last_round() -> None:
    course, now, seen = Course(RULES), BEFORE, []
    while (then := course.after(now)) is not None:
        seen.append((then.round, course.whose(then), course.phase(then)))
        now = then
    assert seen == [(r, side, phase) for r in (1, 2) for side in (ME, THEM) for phase in ("command", "fight")]


def test_a_game_without_phases_and_with_common_turns() -> None:
    course = Course(BattleRules(turns=1))
    assert course.after(BEFORE) == Moment(1)
    assert course.after(Moment(1)) == Moment(2)
    assert (course.whose(Moment(1)), course.phase(Moment(1))) == (None, "")


def test_who_begins_may_change_from_a_round_on() -> None:
    course = Course(RULES, {2: THEM})
    assert [course.whose(Moment(r, t)) for r in (1, 2, 3) for t in (0, 1)] == [ME, THEM, THEM, ME, THEM, ME]


def test_states_end_with_what_they_say() -> None:
    course, since = Course(BattleRules(phases=("command", "fight"))), Moment(1, 1, 0)
    ends = {
        "phase": (Moment(1, 1, 0), Moment(1, 1, 1)),
        "turn": (Moment(1, 1, 1), Moment(2, 0, 0)),
        "round": (Moment(1, 1, 1), Moment(2, 0, 0)),
        "": (Moment(9, 1, 1), None),
    }
    for what, (lasts, over) in ends.items():
        state = Condition(id="s", name={"en": "S"}, ends=what)
        assert not course.ended(state, since, lasts, ME), what
        assert over is None or course.ended(state, since, over, ME), what


def test_until_the_owners_next_phase_of_a_name() -> None:
    shock = Condition(id="s", name={"en": "S"}, ends="own-phase", phase="command")
    course = Course(BattleRules(phases=("command", "fight")))
    since = Moment(2, 0, 0)  # in my own command phase
    assert not course.ended(shock, since, Moment(2, 1, 1), ME)
    assert course.ended(shock, since, Moment(3, 0, 0), ME)
    assert course.ended(shock, since, Moment(2, 1, 0), THEM)
    assert course.ended(shock, Moment(2, 1, 1), Moment(3, 0, 0), ME)
