"""What stands between and below the units of a text and is none of theirs: notes of the player's, and units with prices that no
reader knows."""

from __future__ import annotations

import re

import pytest

from listbuilder.exchange import formats
from listbuilder.exchange.reading.spelling import usual
from listbuilder.validation import Validated, validate_bytes
from tests.conftest import ROOT

LEGAL = ROOT / "factions" / "wh40k-10e" / "examples" / "legal.yaml"
TEXTS = ("gw-app", "wtc-compact", "wtc-full", "markdown", "text")
NOTE = "\n\nThanks, see you on Saturday!\nCheers, Bob\n\nCall me, maybe\nJust a thought, right\n"


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    bound = formats.read_file(LEGAL)
    return {name: formats.written(bound, name).decode() for name in TEXTS}


def judged(text: str) -> Validated:
    return validate_bytes(text.encode(), "list.txt")


def said(found: Validated, severity: str) -> list[str]:
    return [str(one.message) for one in found.findings if one.severity == severity]


@pytest.mark.parametrize("name", TEXTS)
def test_a_note_of_several_lines_is_named_and_is_no_wargear(name: str, texts: dict[str, str]) -> None:
    found = judged(texts[name].rstrip() + NOTE)
    lines = [line for line in NOTE.splitlines() if line]
    assert [text for text in said(found, "warning") if "understood" in text] == [
        f"this line was not understood: {line}" for line in lines
    ]
    assert (found.verdict, found.army.points) == ("legal", 1990)


def test_the_players_name_for_a_unit_ends_nothing() -> None:
    text = "X (75 points)\n\nOrks\nWar Horde\nIncursion (1000 points)\n\nCHARACTERS\n\nWarboss (75 points)\nBig Boss\n"
    text += "Attack squig\nKombi-weapon\nPower klaw\nTwin sluggas\nWarlord\n"
    found = judged(text)
    assert [item.name for item in found.army.units[0].wargear] or found.army.units[0].models[0].wargear
    assert [text for text in said(found, "warning") if "understood" in text] == [
        "this line was not understood: Big Boss"
    ]


@pytest.mark.parametrize("between", ["----------\n\n", "my list for Saturday\n\n"])
def test_words_between_the_title_and_the_list_are_not_a_list(between: str, texts: dict[str, str]) -> None:
    found = judged(texts["markdown"].replace("# ++ Army", f"{between}# ++ Army"))
    assert (found.verdict, found.army.points) == ("legal", 1990)


@pytest.mark.parametrize("price", ["", "[5]", "x5", "[8]", "(80)", "80", "- 80", "= 80,-"])
def test_what_is_below_a_unit_that_is_not_read_is_not_the_one_aboves(price: str, texts: dict[str, str]) -> None:
    lines = [line for line in texts["gw-app"].splitlines() if line]
    text = "\n".join(line.replace("Lieutenant (80 Points)", f"Lieutenant {price}") for line in lines)
    assert price in text
    found = judged(text)
    assert said(found, "error") == []
    assert found.verdict == "unjudged"
    assert any("Lieutenant" in one for one in said(found, "unjudged"))


@pytest.mark.parametrize("price", ["[80]", " [80]", "[ 80 ]"])
@pytest.mark.parametrize("name", TEXTS)
def test_a_number_in_square_brackets_that_can_be_no_count_is_a_price(
    name: str, price: str, texts: dict[str, str]
) -> None:
    """A number of models is never so high."""
    text = re.sub(r"(Lieutenant) [(\[]80 (?:pts|[Pp]oints)[)\]]", rf"\1 {price}", texts[name])
    assert text != texts[name]
    found = judged(text)
    assert (found.verdict, found.army.points, said(found, "warning")) == (
        "legal",
        1990,
        said(judged(texts[name]), "warning"),
    )


def test_all_prices_may_be_such_numbers() -> None:
    text = "Space Marines\nGladius Task Force\nIncursion (1000 points)\n\nCaptain [80]\n- Warlord\nLand Raider Achilles [Legends] [230]\n"
    claims = formats.read_bytes(text.encode(), "list.txt").claims
    assert [(one.unit, one.points) for one in claims] == [("captain", 80), ("land-raider-achilles", 230)]


@pytest.mark.parametrize(
    "line", ["Boyz [20]", "# Boyz [80]", "+ Boyz [80] +", "Total [2000]", "• Leading Boyz[2]", "[80]", "2 [80]"]
)
def test_what_is_no_price_stays_as_it_is(line: str) -> None:
    assert usual(line) == line


def test_what_is_below_a_labelled_unit_that_is_not_read(texts: dict[str, str]) -> None:
    text = texts["wtc-compact"].replace("1x Lieutenant (80 pts)", "1x Lieutenant [8]")
    assert text != texts["wtc-compact"]
    found = judged(text)
    assert (said(found, "error"), found.verdict) == ([], "unjudged")
    assert any("Char2: 1x Lieutenant [8]" in one for one in said(found, "unjudged"))


@pytest.mark.parametrize("style", ["{points} points", "- {points}pts"])
def test_long_names_have_prices_without_brackets_too(style: str) -> None:
    text = "+++++++++++++++++++++++++++++++++++++++++++++++\n+ FACTION KEYWORD: Xenos - Orks\n+ DETACHMENT: War Horde\n"
    text += "+ TOTAL ARMY POINTS: 75pts\n+++++++++++++++++++++++++++++++++++++++++++++++\n\n"
    price = style.format(points=75)
    text += f"Char13: 1x Big Mek with Shokk Attack Gun {price}: Warlord, Shokk attack gun, Close combat weapon\n"
    (unit,) = judged(text).army.units
    assert unit.datasheet == "Big Mek with Shokk Attack Gun"
