"""Scripts from right to left, and characters that no font has."""

from __future__ import annotations

import io

import pymupdf
import pytest
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit import bidi, typefaces
from listbuilder.print.kit.notices import gathering
from listbuilder.print.kit.theme import RULES, prose
from tests.print.kit.test_tags import document


def shown(text):
    return "".join(part.text for part in bidi.ordered([(sign, 0) for sign in text]))


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("abc 12", "abc 12"),
        ("אבג", "גבא"),
        ("Army אבג list", "Army גבא list"),
        ("Army אב גד list", "Army דג בא list"),
        ("אב 12 גד", "דג 12 בא"),
        ("Army (אב)", "Army (בא)"),
        ("אב (גד)", "(דג) בא"),
        ("אב Army 2 גד", "דג Army 2 בא"),
        ("1,990 אב", "בא 1,990"),
        ("Army אב 1,990", "Army 1,990 בא"),
        ("Army אב!", "Army בא!"),
        ("אב!", "!בא"),
    ],
)
def test_signs_stand_in_their_order(text, stands):
    assert shown(text) == stands


def test_runs_keep_their_styles_and_what_is_read():
    signs = [(sign, 0) for sign in "Lords "] + [(sign, 1) for sign in "אב"] + [(sign, 2) for sign in "גד"]
    assert bidi.ordered(signs) == [("Lords ", 0, ""), ("דג", 2, "גד"), ("בא", 1, "אב")]


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("بب", "\ufe91\ufe90"),  # initial, final
        ("ببب", "\ufe91\ufe92\ufe90"),
        ("ب", "\ufe8f"),
        ("دب", "\ufea9\ufe8f"),  # dal joins nothing behind it
        ("لا", "\ufefb"),  # two letters drawn as one
        ("بلا", "\ufe91\ufefc"),
        ("abc", "abc"),
        ("בא", "בא"),
    ],
)
def test_arabic_letters_are_joined(text, forms):
    assert typefaces.clean(text) == forms


def test_marks_do_not_part_letters():
    assert bidi.joined("ب\u064eب") == "\ufe91\u064e\ufe90"


def test_a_printed_name_is_read_in_its_own_order():
    reader = PdfReader(io.BytesIO(document(prose("Lords of שלום", RULES))))
    stream = reader.pages[0].get_contents().get_data()
    assert b"/ActualText <FEFF" + "שלום".encode("utf-16-be").hex().upper().encode() in stream


def drawn(text):
    canvas = Canvas(io.BytesIO(), invariant=1)
    with gathering() as found:
        prose(text, RULES).draw(canvas, 40, 700, 400)
        prose(text, RULES).draw(canvas, 40, 600, 400)
    canvas.showPage()
    canvas.save()
    return list(found)


def test_a_character_that_no_font_has_is_told_once_with_the_name_that_has_it():
    told = drawn("Fire \U0001f525 Lords \U0001f525")
    assert len(told) == 1
    assert "Fire \U0001f525 Lords" in told[0]
    assert told[0].count("\U0001f525") == 3
    assert "สวสด" not in told[0]


@pytest.mark.parametrize("text", ["Captain", "Капитан", "连长", "שלום", "مرحبا", "Ærø ★ ½"])
def test_nothing_is_told_of_what_is_printed(text):
    assert drawn(text) == []


@pytest.mark.parametrize("text", ["ไทย", "हिन्दी"])
def test_scripts_without_a_font_are_told(text):
    assert len(drawn(text)) == 1


def test_the_mark_stands_for_each_lost_character():
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    prose("a\U0001f525\U0001f525b", RULES).draw(canvas, 40, 700, 400)
    canvas.showPage()
    canvas.save()
    with pymupdf.open(stream=buffer.getvalue(), filetype="pdf") as pdf:
        assert pdf[0].get_text().strip() == "a??b"


def test_what_was_told_of_a_name_is_not_told_again_of_a_longer_text():
    canvas = Canvas(io.BytesIO(), invariant=1)
    with gathering() as found:
        for text in ("Fire \U0001f525", "Fire \U0001f525 and more", "Ice \U0001f525"):
            prose(text, RULES).draw(canvas, 40, 700, 400)
    assert len(found) == 2
