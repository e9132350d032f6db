"""Colours that white words stand on."""

from __future__ import annotations

import pytest

from listbuilder.errors import InputError
from listbuilder.print.kit.look import DARKEST_GREY, Colour, Look, accent_of
from listbuilder.print.kit.style import BLACK, WHITE, Style
from listbuilder.print.kit.theme import BAR_SECOND, CARD_TITLE, KEYWORDS
from listbuilder.resources import shipped
from listbuilder.sources.native import NativeSet

SYSTEMS = NativeSet([shipped("factions")]).all_systems()


@pytest.mark.parametrize("text", ["#ffffff", "#F00", "00ff00", "#7777FF"])
def test_a_light_accent_is_darkened_and_says_so(text):
    used, word = accent_of(text)
    assert used.grey <= DARKEST_GREY
    assert used.grey > DARKEST_GREY - 3
    assert str(used) in word
    assert str(Colour.of(text)) in word


def test_a_dark_accent_stays_as_it_is():
    assert accent_of("#0b2349") == (Colour(0x0B, 0x23, 0x49), "")


def test_a_darkened_colour_keeps_its_hue():
    red, green, blue = Colour.of("#FF8000").darkened()
    assert red > green > blue == 0
    assert green / red == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("text", ["", "blue", "#12", "#12345G", "#1234567"])
def test_what_is_no_colour_is_refused(text):
    with pytest.raises(InputError, match="#RRGGBB"):
        accent_of(text)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_every_shipped_game_has_dark_accents(system):
    accents = system.vocabulary.accents
    assert "default" in accents
    for colour in accents.values():
        assert Colour.of(colour).grey <= DARKEST_GREY, colour


def test_a_faction_has_its_accent_whatever_it_is_called():
    words = next(system for system in SYSTEMS if system.id == "wh40k-10e").vocabulary
    assert words.accent(["", "adeptus astartes"]) == words.accent(["Imperium - Space Marines"]) == "#0B2349"
    assert words.accent(["T\u2019au Empire"]) == words.accents["T'au Empire"]
    assert words.accent(["Nobody's Own"]) == words.accents["default"]


def test_every_shipped_faction_of_the_current_edition_has_an_accent_of_its_own():
    data = NativeSet([shipped("factions")])
    words = next(system for system in SYSTEMS if system.id == "wh40k-10e").vocabulary
    names = [one.names["en"] for one in data.factions("wh40k-10e")]
    assert len(names) > 20
    assert [name for name in names if words.accent([name]) == words.accents["default"]] == []


def test_small_words_get_an_outline_on_a_bar_and_titles_none():
    look = Look()
    assert look.on_bar(BAR_SECOND).halo
    assert not look.on_bar(CARD_TITLE).halo
    assert look.on_bar(KEYWORDS).halo
    assert look.on_bar(KEYWORDS).strong
    saved = Look(save_ink=True).on_bar(BAR_SECOND)
    assert (saved.ink, saved.halo) == (0.0, False)


@pytest.mark.parametrize("save_ink", [True, False])
def test_words_in_bars_are_strong_and_have_the_ink_that_shows(save_ink):
    look = Look(save_ink=save_ink)
    for size, halo in ((8.5, True), (13.0, True), (13.5, False)):
        style = look.on_bar(Style(size))
        assert (style.size, style.strong) == (size, True)
        assert style.ink == (BLACK if save_ink else WHITE)
        assert style.halo == (halo and not save_ink)
