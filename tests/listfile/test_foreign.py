"""Units that a faction has and its data lack: one of the same name in another faction is not the one meant."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from listbuilder.exchange.formats import read_bytes
from listbuilder.listfile.foreign import not_offered
from listbuilder.validation.validate import Validated, validate_bytes

LIST = """system: wh40k-10e
faction: {faction}
detachment: {detachment}
battle_size: incursion
units:
  - {{datasheet: {leader}, warlord: true}}
  - {{datasheet: {unit}}}
"""
TEXT = """Zealots (270 points)

Chaos Space Marines
Incursion (1000 points)
Renegade Raiders

CHARACTERS

Chaos Lord (90 points)
  • Warlord

BATTLELINE

Khorne Berzerkers (180 points)
"""


def judged(faction: str, detachment: str, leader: str, unit: str) -> Validated:
    text = LIST.format(faction=faction, detachment=detachment, leader=leader, unit=unit)
    return validate_bytes(text.encode(), "list.yaml")


@pytest.mark.parametrize("unit", ["khorne-berzerkers", "Khorne Berzerkers", "KHORNE BERZERKERS"])
def test_a_unit_that_the_data_lack_is_unknown(unit: str) -> None:
    found = judged("chaos-space-marines", "renegade-raiders", "chaos-lord", unit)
    assert [(one.rule, one.severity) for one in found.findings] == [("unknown-name", "unjudged")]
    assert found.verdict == "unjudged"


def test_the_faction_that_has_it_takes_it() -> None:
    found = judged("world-eaters", "berzerker-warband", "master-of-executions", "khorne-berzerkers")
    assert (found.verdict, found.findings) == ("legal", ())


def test_what_no_faction_lacks_is_still_found_elsewhere() -> None:
    found = judged("chaos-space-marines", "renegade-raiders", "chaos-lord", "jakhals")
    assert ("army-faction", "error") in {(one.rule, one.severity) for one in found.findings}


def test_texts_do_not_take_it_from_elsewhere_either() -> None:
    bound = read_bytes(TEXT.encode(), "list.txt")
    assert ("unknown-name", "unjudged") in {(one.rule, one.severity) for one in bound.problems}
    assert "khorne-berzerkers" not in bound.roster.nodes


@pytest.mark.parametrize(
    ("catalogue", "words", "name", "said"),
    [
        ("orks", ("a-1", "Grots"), "", "Grots is not offered to Orks; it is a unit of Goblins, Hobgoblins"),
        ("orks", ("a-1", "Grots"), "My Grots", "My Grots is not offered to Orks; it is a unit of Goblins, Hobgoblins"),
        ("orks", ("", "Boyz"), "", "None"),  # of its own, which something else keeps out
        ("elves", ("Boyz",), "", "Boyz is not offered to elves; it is a unit of Orks"),
        ("orks", ("Nobody",), "", "None"),
    ],
)
def test_whose_unit_it_is(catalogue: str, words: tuple[str, ...], name: str, said: str) -> None:
    offers = {"a-1": ("Goblins", "Orks", "Hobgoblins"), "Boyz": ("Orks",)}
    armies = {"orks": SimpleNamespace(name="Orks")}
    library = SimpleNamespace(offered_only_by=lambda word: offers.get(word, ()), catalogue=armies.get)
    assert str(not_offered(cast(Any, library), catalogue, *words, name=name)) == said
