"""Phases that texts and stratagems name."""

from functools import cache
from pathlib import Path

import pytest

from listbuilder.catalogue.facts import Stratagem
from listbuilder.catalogue.timing import timings_of_stratagem, timings_of_text
from listbuilder.sources.native.dataset import NativeSet


@cache
def vocabulary(system):
    return NativeSet([Path(__file__).parents[2] / "factions"]).system(system).vocabulary


def read(text, system="wh40k-10e"):
    return [(one.phase, one.turn) for one in timings_of_text(text, vocabulary(system))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("In your Command phase, pick one.", [("command", "own")]),
        ("At the start of your opponent’s Shooting phase: pick one.", [("shooting", "opponent")]),
        ("At the end of the enemy's Movement phase, pick one.", [("movement", "opponent")]),
        ("Once per battle, in the Fight phase, pick one.", [("fight", "either")]),
        ("In your Shooting phase or the Fight phase, pick one.", [("shooting", "own"), ("fight", "either")]),
        (
            "In your Movement, Shooting or Charge phase, do it.",
            [(one, "own") for one in ("movement", "shooting", "charge")],
        ),
        ("In your **Shooting** phase, *or* **^^the Fight phase^^**", [("shooting", "own"), ("fight", "either")]),
        ("In the last step of your Movement phase, do it.", [("movement", "own")]),
    ],
)
def test_a_text_that_names_phases(text, found):
    assert read(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "Until the start of your next Command phase, it is so.",
        "Until the end of the Fight phase, it is so.",
        "In your next Shooting phase, it may not shoot.",
        "Models that shot in a previous phase.",
        "The Shooting phase of nobody.",
        "",
    ],
)
def test_a_phase_that_only_ends_something_does_not_count(text):
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Timing: Once Per Turn (Army),\xa0Any Combat Phase\nEffect: Until your next Hero Phase",
            [("combat", "either")],
        ),
        ("Timing: Enemy Movement Phase\nEffect: in your Hero Phase", [("movement", "opponent")]),
        ("Timing: End of Your Turn", [("end", "own")]),
        ("Timing: Start of Any Turn", []),
        ("Timing: Passive\nEffect: in your Hero Phase, do it", []),
    ],
)
def test_where_data_state_the_timing_nothing_else_counts(text, found):
    assert read(text, "aos-4e") == found


def test_parts_with_names_go_before_lines():
    parts = (("Timing", "**Your** Charge Phase"), ("Effect", "in your Hero Phase"))
    found = timings_of_text("Timing: Your Hero Phase", vocabulary("aos-4e"), parts)
    assert [(one.phase, one.turn) for one in found] == [("charge", "own")]


def test_a_game_without_phases():
    assert read("In your Shooting phase, do it.", "douwang") == []


@pytest.mark.parametrize(
    ("turn", "phase", "found"),
    [
        ("opponent / either", "shooting / fight", [("shooting", "opponent"), ("fight", "either")]),
        ("opponent", "movement, charge", [("movement", "opponent"), ("charge", "opponent")]),
        ("Own", "Command", [("command", "own")]),
        ("either", "any", [("any", "either")]),
        ("", "", []),
    ],
)
def test_a_stratagem(turn, phase, found):
    one = Stratagem(id="x", name="X", cp=1, turn=turn, phase=phase)
    assert [(t.phase, t.turn) for t in timings_of_stratagem(one, vocabulary("wh40k-10e"))] == found
