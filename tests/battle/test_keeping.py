"""Battles on the disk: gone on with after the program was killed, by two windows, and files that are no battles."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.battle import keeping
from listbuilder.battle.fight import Battle
from listbuilder.battle.fighters import Side
from listbuilder.battle.moments import ME
from listbuilder.battle.state import SCORE
from listbuilder.errors import InputError

from .conftest import MARINES


def test_a_battle_goes_on_as_it_was(battle: Battle, orks: Side) -> None:
    battle.sides[1] = orks
    battle.count(ME, "hellblasters", -2)
    battle.tally({(SCORE, ME, "primary", 1): 10})
    keeper = keeping.new_keeper(MARINES, "wh40k-10e", "Marines")
    keeper.write(keeper.state(battle, "wh40k-10e"))

    (file,) = keeping.latest_first(MARINES, "wh40k-10e", "Marines")
    kept, _keeper = keeping.load(file)
    again = keeping.resume(kept)
    assert (again.facts, again.steps) == (battle.facts, battle.steps)
    assert [side.name for side in again.sides if side] == [side.name for side in battle.sides if side]
    assert (kept.round, kept.ended) == (1, False)


def test_a_new_battle_leaves_the_last_one_alone(battle: Battle) -> None:
    keeper = keeping.new_keeper(MARINES, "wh40k-10e", "Marines")
    keeper.write(keeper.state(battle, "wh40k-10e"))
    other = keeping.new_keeper(MARINES, "wh40k-10e", "Marines")
    other.file = other.file.with_name(other.file.name.replace(".json", "0.json"))
    other.write(other.state(battle, "wh40k-10e"))
    assert len(list(keeping.folder().iterdir())) == 2
    assert keeping.latest_first(MARINES.with_name("another.yaml"), "wh40k-10e", "Marines") == []


def test_a_battle_that_was_only_begun_is_untouched(marines: Side, orks: Side) -> None:
    keeper = keeping.new_keeper(MARINES, "wh40k-10e", "Marines")
    battle = Battle.begin(marines.army.vocabulary.battle, marines)
    assert keeper.state(battle, "wh40k-10e").is_untouched
    battle.sides[1] = orks
    assert not keeper.state(battle, "wh40k-10e").is_untouched
    battle.sides[1] = None
    battle.advance()
    assert not keeper.state(battle, "wh40k-10e").is_untouched


def test_one_thread_writes_what_is_handed_over(battle: Battle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who hands over is told when none is writing, also after one that failed; of several states the newest is written."""
    keeper = keeping.new_keeper(MARINES, "wh40k-10e", "Marines")
    assert keeper.submit(keeper.state(battle, "wh40k-10e"))
    battle.count(ME, "scouts", -1)
    assert not keeper.submit(keeper.state(battle, "wh40k-10e"))
    keeper.run()
    kept, _keeper = keeping.load(keeper.file)
    assert keeping.resume(kept).steps == battle.steps

    def full(_state: object) -> None:
        raise InputError("the disk is full")

    monkeypatch.setattr(keeper, "write", full)
    assert keeper.submit(keeper.state(battle, "wh40k-10e"))
    with pytest.raises(InputError):
        keeper.run()
    assert keeper.submit(keeper.state(battle, "wh40k-10e"))


def test_two_windows_with_one_battle_do_not_overwrite_each_other(battle: Battle) -> None:
    first = keeping.new_keeper(MARINES, "wh40k-10e", "Marines")
    first.write(first.state(battle, "wh40k-10e"))
    _kept, second = keeping.load(first.file)
    battle.count(ME, "scouts", -1)
    second.write(second.state(battle, "wh40k-10e"))
    first.write(first.state(battle, "wh40k-10e"))
    assert first.file != second.file
    assert len(list(keeping.folder().iterdir())) == 2


@pytest.mark.parametrize("content", ["", "{", "[]", '{"system": 3}', '{"steps": [[[[]]]]}', "\0"])
def test_what_is_no_battle_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "battle.json"
    file.write_text(content)
    with pytest.raises(InputError, match=r"battle\.json"):
        keeping.load(file)


def test_a_list_that_cannot_be_read_any_more(battle: Battle) -> None:
    keeper = keeping.new_keeper(None, "wh40k-10e", "Marines")
    keeper.write(keeper.state(battle, "wh40k-10e"))
    facts = json.loads(keeper.file.read_bytes())
    facts["lists"][0]["text"] = "system: [unheard of]"
    keeper.file.write_text(json.dumps(facts))
    kept, _keeper = keeping.load(keeper.file)
    with pytest.raises(InputError):
        keeping.resume(kept)


KILLED = """
import os, sys
from pathlib import Path
from listbuilder.battle import keeping
from listbuilder.battle.fight import Battle
from listbuilder.battle.fighters import read_side

path = Path(sys.argv[1])
side = read_side(path.read_text("utf-8"), str(path))
battle = Battle.begin(side.army.vocabulary.battle, side)
keeper = keeping.new_keeper(path, "wh40k-10e", side.name)
battle.advance()
while True:
    battle.count(0, "second-squad", -1) or battle.count(0, "second-squad", 10)
    keeper.write(keeper.state(battle, "wh40k-10e"))
    print(len(battle.steps), flush=True)
"""


@pytest.mark.unmeasured
def test_a_killed_program_loses_the_step_it_was_writing_at_most() -> None:
    command = [sys.executable, "-c", KILLED, str(MARINES)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ, text=True) as process:
        assert process.stdout is not None
        written = [int(process.stdout.readline()) for _step in range(12)][-1]
        process.send_signal(signal.SIGKILL)
    (file,) = keeping.latest_first(MARINES, "wh40k-10e", "")
    kept, _keeper = keeping.load(file)
    assert len(kept.steps) >= written
    assert keeping.resume(kept).now.round == 1


@pytest.mark.parametrize(
    "change",
    [
        {"side": 2},
        {"at": [-1, 0, 0]},
        {"at": [0, 0, 10**6]},
        *(
            {"changes": [[key, old, new]]}
            for key, old, new in (
                (["now", 3], 0, 1),
                (["now", 0], 0, -1),
                (["first"], 0, 1),
                (["first", 1], 0, 2),
                (["score", 0, "a", 1], "x", 1),
                (["score", 5, "a", 1], 0, 1),
                (["score", 0], 0, 1),
                (["lost", 0, "a", "b"], 0, "x"),
                (["lost", 0, "a", "b"], 0, 10**30),
                (["lost", "a", 0, "b"], 0, 1),
                ([], 0, 1),
                ([7], 0, 1),
            )
        ),
    ],
)
def test_steps_that_no_battle_has_are_refused(battle: Battle, change: dict[str, object]) -> None:
    """The log and the counts of units rely on them."""
    keeper = keeping.new_keeper(MARINES, "wh40k-10e", "Marines")
    keeper.write(keeper.state(battle, "wh40k-10e"))
    state = json.loads(keeper.file.read_text("utf-8"))
    state["steps"][-1] |= change
    keeper.file.write_text(json.dumps(state), "utf-8")
    with pytest.raises(InputError, match="this is no battle of this program"):
        keeping.load(keeper.file)


def test_entries_of_a_later_version_are_left_alone_and_no_moment_is_none(battle: Battle) -> None:
    keeper = keeping.new_keeper(MARINES, "wh40k-10e", "Marines")
    keeper.write(keeper.state(battle, "wh40k-10e"))
    state = json.loads(keeper.file.read_text("utf-8"))
    state["steps"][-1]["changes"].append([["weather", "rain"], 0, "heavy"])
    state["saved"] = 1e300
    keeper.file.write_text(json.dumps(state), "utf-8")
    kept, _ = keeping.load(keeper.file)
    assert kept.when == "-"
    assert keeping.resume(kept).word("weather", "rain") == "heavy"
