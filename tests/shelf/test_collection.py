"""Favourites and models owned: kept by game and datasheet, by several builders at once, whatever stands in the file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from listbuilder.errors import InputError
from listbuilder.shelf.collection import MOST_MODELS, Collection, Lacking

GAME = "wh40k-10e"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "state" / "collection.json"


def unit(name, models, half_of=""):
    return SimpleNamespace(datasheet=name, model_count=models, half_of=half_of)


def test_what_was_entered_is_there_in_the_next_run(file):
    kept = Collection(file)
    kept.favourite(GAME, "Eradicator Squad", on=True)
    kept.own(GAME, "Intercessor Squad", 20)

    again = Collection(file)

    assert again.of(GAME, "eradicator squad").favourite
    assert again.of(GAME, "Intercessor Squad").owned == 20
    assert again.of(GAME, "Hellblaster Squad").owned is None
    assert not again.of("other-game", "Eradicator Squad").favourite


def test_taking_back_leaves_nothing_in_the_file(file):
    kept = Collection(file)
    kept.favourite(GAME, "Eradicator Squad", on=True)
    kept.favourite(GAME, "Eradicator Squad", on=False)
    kept.own(GAME, "Intercessor Squad", 5)
    kept.own(GAME, "Intercessor Squad", None)

    assert json.loads(file.read_text()) == {"games": {GAME: {}}}
    assert Collection(file).is_empty(GAME)


def test_none_owned_is_not_the_same_as_not_entered(file):
    kept = Collection(file)
    kept.own(GAME, "Impulsor", 0)

    assert Collection(file).of(GAME, "Impulsor").owned == 0
    assert not kept.is_empty(GAME)


def test_counts_stay_within_reason(file):
    kept = Collection(file)
    kept.own(GAME, "Boyz", 10**12)
    assert kept.of(GAME, "Boyz").owned == MOST_MODELS


def test_two_builders_lose_nothing_of_each_other(file):
    one, other = Collection(file), Collection(file)
    one.own(GAME, "Boyz", 30)
    other.own(GAME, "Nobz", 5)
    one.favourite(GAME, "Boyz", on=True)

    both = Collection(file)
    assert (both.of(GAME, "Boyz").owned, both.of(GAME, "Nobz").owned, both.of(GAME, "Boyz").favourite) == (30, 5, True)


def test_many_processes_at_once(file):
    code = (
        "import sys; from pathlib import Path; from listbuilder.shelf.collection import Collection\n"
        "kept = Collection(Path(sys.argv[1]))\n"
        "for n in range(6): kept.own('game', f'sheet {sys.argv[2]} {n}', n)"
    )
    started = [subprocess.Popen([sys.executable, "-c", code, str(file), str(n)], env=os.environ) for n in range(3)]
    assert [one.wait(60) for one in started] == [0, 0, 0]

    kept = Collection(file)
    assert all(kept.of("game", f"sheet {process} {n}").owned == n for process in range(3) for n in range(6))


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "[" * 100_000,
        "[]",
        '{"games": []}',
        '{"games": {"wh40k-10e": 3}}',
        '{"games": {"wh40k-10e": {"Boyz": {"owned": -1}}}}',
        '{"games": {"wh40k-10e": {"Boyz": {"owned": true}}}}',
        '{"games": {"wh40k-10e": {"Boyz": {"owned": 1e400}}}}',
        '{"games": {"wh40k-10e": {"Boyz": {"favourite": "yes"}}}}',
        '{"games": {"wh40k-10e": {"' + "x" * 10_000 + '": {"owned": 1}}}}',
        "\x00\x01",
        " " * 4_000_001,
        '{"games": {"wh40k-10e": {"\\ud800": {"owned": 1}}}}',
    ],
)
def test_hostile_files_are_ignored_with_a_message_and_kept_aside(file, content):
    file.parent.mkdir()
    file.write_text(content)
    kept = Collection(file)
    assert kept.problem is not None
    assert kept.of(GAME, "Boyz").owned is None

    kept.own(GAME, "Nobz", 5)

    assert kept.problem is None
    assert Collection(file).of(GAME, "Nobz").owned == 5
    assert file.with_name("collection.json.damaged").read_text() == content


def test_what_makes_sense_beside_what_does_not_is_read(file):
    file.parent.mkdir()
    file.write_text('{"games": {"wh40k-10e": {"Boyz": {"owned": "many"}, "Nobz": {"owned": 5}}}}')
    kept = Collection(file)
    assert kept.problem is not None
    assert kept.of(GAME, "Nobz").owned == 5


def test_what_a_list_lacks(file):
    kept = Collection(file)
    kept.own(GAME, "Hellblaster Squad", 5)
    kept.own(GAME, "Intercessor Squad", 20)
    units = [
        unit("Hellblaster Squad", 10),
        unit("Intercessor Squad", 10),
        unit("Intercessor Squad", 5),
        unit("Impulsor", 1),
        unit("Hellblaster Squad", 5, half_of="hellblasters"),
    ]

    assert kept.lacking(GAME, units) == [Lacking("Hellblaster Squad", 10, 5), Lacking("Impulsor", 1, 0)]
    assert [one.missing for one in kept.lacking(GAME, units)] == [5, 1]


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(InputError, match="cannot be written"):
        Collection(tmp_path / "taken" / "collection.json").own(GAME, "Nobz", 5)
