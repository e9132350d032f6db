"""Mutated lists of every format: a report or a clear refusal, never another exception, and never for long."""

from __future__ import annotations

import json
import random
import time

import pytest

from listbuilder.errors import InputError
from listbuilder.report.checking import Job, check_one
from listbuilder.report.entry import Entry
from listbuilder.report.text import list_text
from listbuilder.validation import validate_bytes
from tests.exchange import lists
from tests.exchange.reading.test_roster_json import NAMED, ROSTERIZER

TEXTS = [
    *(value for name, value in vars(lists).items() if name.isupper()),
    json.dumps(NAMED),
    json.dumps(ROSTERIZER),
]
SPICE = [
    "\x00", "\x1b[2J", "\u202e", "（", "(", "[", "]", ")", ": ", " - ", "• ", "◦ ", "1x ", "999999999x ", "0x ", " with ", ", ", "&",
    "+ DETACHMENT: ", "Warlord", "Enhancement: ", "Leading Boyz[99]", "(10 points)", "(99999999999 points)", "\r", "\n\n", "\t", "…",
    "²", "١x ", "{", "}", '"', "\\ud800", "𝔅", "Attached unit 9", "5 with Choppa", "Attached as: Bodyguard ()", "×", "-", "%s", "{0}",
]  # fmt: skip
ROUNDS = 12


def mutated(text: str, chance: random.Random) -> str:
    """The text with a few things cut, doubled, moved, or put in."""
    for _ in range(chance.randint(1, 6)):
        place, end = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        end = min(end, place + chance.choice((1, 5, 40, 400)))
        rows = text.split("\n")
        match chance.randrange(6):
            case 0:
                text = text[:place] + text[end:]
            case 1:
                text = text[:place] + chance.choice(SPICE) + text[place:]
            case 2:
                text = text[:end] + text[place:]
            case 3:
                chance.shuffle(rows)
                text = "\n".join(rows)
            case 4:
                text = "\n".join(row.lstrip() for row in rows)
            case _:
                text = text.replace(chance.choice(rows) or " ", chance.choice(rows), 1)
        text = text or " "
    return text


@pytest.mark.parametrize("seed", range(len(TEXTS)))
def test_mutated_lists(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(ROUNDS):
        text = mutated(TEXTS[seed], chance)
        started = time.monotonic()
        try:
            validated = validate_bytes(text.encode("utf-8", "surrogatepass"))
        except InputError as error:
            assert str(error)
        else:
            assert validated.verdict in {"legal", "illegal", "unjudged"}
        assert time.monotonic() - started < 60, text


def test_control_characters_do_not_reach_the_report() -> None:
    text = lists.GW_B.replace("Boyz (170", "Bo\x1b[31myz\u202e (170").replace("Green", "Gr\x07een")
    shown = list_text(check_one(Entry("-", content=text.encode()), Job()))
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "\x07" not in shown


@pytest.mark.unmeasured
@pytest.mark.parametrize("unit", ["1x Boy", "• 9x Boyz", "999x Choppa", "5 with Choppa, Slugga"])
def test_a_list_of_one_line_a_thousand_times(unit: str) -> None:
    text = lists.GW_B.partition("Exported")[0] + "\n".join([unit] * 2_000)
    started = time.monotonic()
    assert check_one(Entry("-", content=text.encode()), Job()).verdict in {"unjudged", "illegal"}
    assert time.monotonic() - started < 60
