"""How a battle goes, as `system.yaml` states it: the shipped games, what is wrong in a file, and a game that states nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.catalogue.battle import BattleRules
from listbuilder.errors import InputError
from listbuilder.i18n import LANGUAGES
from listbuilder.resources import shipped
from listbuilder.sources.native import NativeSet
from tests.sources.native.conftest import HOMEBREW_SYSTEM

SHIPPED = sorted(path.parent.name for path in shipped("factions").glob("*/system.yaml"))
TAKEN = set("jkmoqrtuwxg")  # letters that the screen itself uses


def rules_of(tmp_path: Path, battle: str, more: str = "") -> BattleRules:
    folder = tmp_path / "skirmish"
    folder.mkdir()
    (folder / "system.yaml").write_text(f"{HOMEBREW_SYSTEM}{more}battle: {battle}\n", "utf-8")
    return NativeSet([tmp_path]).system("skirmish").vocabulary.battle


@pytest.mark.parametrize("system", SHIPPED)
def test_every_shipped_game_states_its_battle(system: str) -> None:
    words = NativeSet().system(system).vocabulary
    battle = words.battle
    assert battle != BattleRules()
    named = [*battle.pools, *battle.scores, *battle.states]
    assert all(set(act.what) == set(LANGUAGES) for act in battle.acts)
    assert set(battle.sorts) == set(battle.phases)
    assert all(set(one.name) == set(LANGUAGES) for one in named)
    assert all(set(words.phases[phase]) == set(LANGUAGES) for phase in battle.phases)
    assert not TAKEN & {state.key for state in battle.states}


def test_what_the_tenth_edition_states() -> None:
    battle = NativeSet().system("wh40k-10e").vocabulary.battle
    assert (battle.rounds, battle.turns, battle.phases[0], battle.reserves_from) == (5, 2, "command", 2)
    assert [(pool.gains, pool.at, pool.whose) for pool in battle.pools] == [(1, "command", "both")]
    assert {state.key: state.ends for state in battle.states} == {"b": "own-phase", "a": "turn", "f": "turn", "i": ""}


def test_a_game_that_states_nothing_has_rounds_and_victory_points(tmp_path: Path) -> None:
    battle = rules_of(tmp_path, "{}")
    assert (battle.rounds, battle.turns, battle.phases, battle.pools, battle.states) == (0, 2, (), (), ())
    assert [score.id for score in battle.scores] == ["victory-points"]


@pytest.mark.parametrize(
    ("battle", "said"),
    [
        ("{phases: [muse]}", "unknown phase: muse"),
        ("{pools: [{id: cp, name: CP, gains: 1, at: brawling}]}", "unknown phase: brawling"),
        ("{pools: [{id: cp, name: CP, currency: silver}]}", "unknown currency: silver"),
        ("{states: [{id: a, name: A, ends: own-phase, phase: muse}]}", "unknown phase: muse"),
        ("{states: [{id: a, name: A, key: a}, {id: b, name: B, key: a}]}", "duplicate key: a"),
        ("{scores: [{id: a, name: A}, {id: a, name: B}]}", "duplicate id: a"),
        ("{once: ['(']}", "is not a regular expression"),
        ("{acts: [{phase: muse, what: Sing}]}", "unknown phase: muse"),
        ("{acts: [{phase: brawl, what: Sing, turn: nobody}]}", "nobody"),
        ("{phases: [brawl], sorts: {muse: fight}}", "unknown phase: muse"),
        ("{phases: [brawl], sorts: {brawl: singing}}", "singing"),
        ("{rounds: many}", "many"),
    ],
)
def test_what_is_wrong_is_said_at_its_place(tmp_path: Path, battle: str, said: str) -> None:
    with pytest.raises(InputError, match="system.yaml") as caught:
        rules_of(tmp_path, battle, "phases: {brawl: brawl}\n")
    assert said in " ".join(map(str, caught.value.problems))
