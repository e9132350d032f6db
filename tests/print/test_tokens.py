"""Tokens to cut out: which there are, and where they stand on the sheet."""

from __future__ import annotations

from collections import Counter

import pymupdf
import pytest

from listbuilder.catalogue.vocabulary import NEUTRAL
from listbuilder.print import PrintOptions, print_army
from listbuilder.print.briefing import brief
from listbuilder.print.tokens import tokens

SIDE = 25 * 72 / 25.4


def found(army, rules):
    return tokens(brief(army, (), rules))


def of(sort, all_tokens):
    return Counter(one.title for one in all_tokens if one.sort == sort)


def test_each_unit_has_one_as_it_fights(armies, rules):
    army = armies["marines"][0]
    units = of("unit", found(army, rules))
    briefing = brief(army, (), rules)
    assert units == Counter(briefing.group_label(group) for group in briefing.formation.groups)


def test_states_are_those_of_the_game(armies, rules):
    states = of("state", found(armies["marines"][0], rules))
    assert states == dict.fromkeys(("Battle-shocked", "Advanced", "Fell back", "In range of an objective"), 4)
    assert [one.grave for one in found(armies["marines"][0], rules) if one.title == "Battle-shocked"] == [True] * 4


def test_no_more_of_a_state_than_units(make, rules):
    assert set(of("state", found(make.army((make.captain(),)), rules)).values()) == {1}


def test_what_is_used_once(armies, rules):
    assert of("once", found(armies["marines"][0], rules)) == {"Insane Bravery": 1}


def test_a_game_that_states_nothing_has_no_states(make):
    all_tokens = found(make.army((make.captain(),), vocabulary=NEUTRAL), None)
    assert {one.sort for one in all_tokens} == {"unit", "objective", "destroyed"}


def test_an_empty_army_has_none(armies, rules):
    assert found(armies["empty"][0], rules) == ()


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
@pytest.mark.parametrize("name", ["marines", "foreign", "crowd"])
def test_no_word_crosses_a_cut(armies, rules, name, paper):
    data = print_army(*armies[name], rules, PrintOptions("tokens", paper))
    with pymupdf.open(stream=data, filetype="pdf") as document:
        for page in document:
            columns, rows = (
                int((length - 2 * 11 * 72 / 25.4) // SIDE) for length in (page.rect.width, page.rect.height)
            )
            left, top = (page.rect.width - columns * SIDE) / 2, (page.rect.height - rows * SIDE) / 2
            words = page.get_text("words")
            assert words
            for x0, y0, x1, y1, *word in words:
                assert int((x0 - left) // SIDE) == int((x1 - left) // SIDE), word
                assert int((y0 - top) // SIDE) == int((y1 - top) // SIDE), word
                assert x0 > left
                assert y0 > top


def test_every_token_is_on_a_sheet(armies, rules):
    army = armies["crowd"][0]
    with pymupdf.open(stream=print_army(army, (), rules, PrintOptions("tokens")), filetype="pdf") as document:
        printed = "".join("".join(page.get_text().split()) for page in document)
    assert all("".join(one.title.split()) in printed for one in found(army, rules))
