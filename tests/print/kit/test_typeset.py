"""Fonts and line breaking."""

from __future__ import annotations

import re
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.print.kit import typefaces
from listbuilder.print.kit.style import Style
from listbuilder.print.kit.theme import label
from listbuilder.print.kit.typeset import Line, Span, at_least, break_lines, text_width, with_whole_words

STYLE = Style(8.0)
SHADES = (STYLE, STYLE.bold(), Style(11.0))


def texts(lines):
    return ["".join(span.text for span in line.spans) for line in lines]


def test_each_script_has_its_font():
    found = [(run.font, run.text) for run in typefaces.runs("Café Ж 仲裁 ★")]
    assert found == [
        (typefaces.TEXT, "Café Ж "),
        (typefaces.HAN, "仲裁"),
        (typefaces.TEXT, " "),
        (typefaces.SYMBOLS, "★"),
    ]


def test_fallback_fonts_are_made_bold_with_an_outline():
    strong = typefaces.runs("A仲", strong=True)
    assert [(run.font, run.outline) for run in strong] == [(typefaces.STRONG, False), (typefaces.HAN, True)]


def test_figures_have_one_width():
    for strong in (False, True):
        assert len({typefaces.width(digit, strong, 10) for digit in "0123456789"}) == 1


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("a\nb", "a b"),
        ("e\u0301", "é"),
        ("x\u200by\ufe0f", "xy"),
        ("🔥", "🔥"),  # told, and printed as a question mark
        ("\x00\x1b", ""),
        ("soft\u00adhyphen", "softhyphen"),
    ],
)
def test_what_cannot_be_set_is_replaced(raw, clean):
    assert typefaces.clean(raw) == clean


def test_words_stay_whole_and_long_ones_are_cut():
    assert texts(break_lines([Span("one two three", STYLE)], 40)) == ["one two", "three"]
    long = break_lines([Span("w" * 50, STYLE)], 40)
    assert "".join(texts(long)) == "w" * 50
    assert len(long) > 1


def test_a_word_of_forty_thousand_letters_takes_little_longer_than_as_many_words():
    def took(text: str) -> float:
        started = time.thread_time()
        assert "".join(texts(break_lines([Span(text, STYLE)], 400))).replace(" ", "") == text.replace(" ", "")
        return time.thread_time() - started

    assert min(took("w" * length) for length in (40_000, 40_002)) < 4 * took("ww " * 20_000)


def test_chinese_breaks_between_characters_but_not_before_a_comma():
    lines = texts(break_lines([Span("帝皇之怒、泰拉之盾、马库拉格之荣耀（永不后退）", STYLE)], 34))
    assert len(lines) > 3
    assert not any(line[0] in "、）" for line in lines)
    assert not any(line[-1] == "（" for line in lines)


def test_a_hyphen_between_letters_may_break_but_not_a_minus():
    assert texts(break_lines([Span("Anti-infantry", STYLE)], 32)) == ["Anti-", "infantry"]
    assert texts(break_lines([Span("at -1", STYLE)], 12)) == ["at", "-1"]
    room = typefaces.width("Anti-t", STYLE.strong, STYLE.size)
    assert texts(break_lines([Span("Anti-to", STYLE)], room)) == ["Anti-", "to"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Boyz仲裁", ["Boyz", "仲裁"]),
        ("仲裁Boyz", ["仲裁", "Boyz"]),
        ("仲裁仲（裁", ["仲裁仲", "（裁"]),
        ("Boyz。仲裁", ["Boyz。", "仲裁"]),
        ("one—two", ["one—", "two"]),
        ("gun/axe", ["gun/", "axe"]),
        ("gun/(a)", ["gun/(", "a)"]),
    ],
)
def test_where_a_line_may_break(text, lines):
    width = max(typefaces.width(line, STYLE.strong, STYLE.size) for line in lines)
    assert texts(break_lines([Span(text, STYLE)], width)) == lines


def test_spans_without_a_space_between_stay_together():
    lines = texts(break_lines([Span("2×", STYLE.bold()), Span("Boyz and", STYLE)], 30))
    assert lines == ["2×Boyz", "and"]


LEFT_TO_RIGHT = st.characters(codec="utf-8").filter(
    lambda sign: unicodedata.bidirectional(sign) not in ("R", "AL", "AN")
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.text(LEFT_TO_RIGHT, max_size=40), st.sampled_from(SHADES)), max_size=4), st.floats(20, 300)
)
def test_no_line_is_too_wide_and_no_character_lost(pieces, width):
    spans = [Span(text, style) for text, style in pieces]
    lines = break_lines(spans, width)
    assert all(line.width <= width + 0.02 or len(texts([line])[0]) == 1 for line in lines)
    kept = re.sub(r"[ ]", "", "".join(texts(lines)))
    assert kept == re.sub(r"[ ]", "", "".join(typefaces.clean(text) for text, _style in pieces))


def test_a_solid_span_goes_to_the_next_line_whole():
    spans = [Span("步兵，人物，手雷 ", STYLE), Span("阵营关键词", STYLE, solid=True)]
    assert texts(break_lines(spans, 70)) == ["步兵，人物，手雷", "阵营关键词"]


@pytest.mark.parametrize(
    ("width", "shown"), [(60, "ДАЛЬНОСТЬ СТРЕЛЬБЫ"), (40, "ДАЛЬНОСТЬ СТРЕЛЬБЫ"), (22, "ДАЛЬН. СТРЕЛ.")]
)
def test_a_heading_is_shortened_before_a_word_of_it_is_broken(width, shown):
    lines = label("Дальность стрельбы").lines(width)
    assert " ".join(word for line in texts(lines) for word in line.split()) == shown
    assert max(line.width for line in lines) <= width


@pytest.mark.parametrize("width", [60, 10, 1])
def test_a_heading_keeps_a_size_that_is_not_above_the_floor(width):
    assert {line.size for line in label("Range").lines(width)} == {7.0}


def test_a_solid_span_is_not_broken_where_others_are():
    spans = [Span("Boyz ", STYLE), Span("gun/axe", STYLE, solid=True)]
    room = typefaces.width("Boyz gun/", STYLE.strong, STYLE.size)
    assert texts(break_lines(spans, room)) == ["Boyz", "gun/axe"]
    assert texts(break_lines([Span("Boyz gun/axe", STYLE)], room)) == ["Boyz gun/", "axe"]
    solid = Span("gun/", STYLE, solid=True)
    room = typefaces.width("gun/g", STYLE.strong, STYLE.size)
    assert texts(break_lines([solid, solid], room)) == ["gun/", "gun/"]


def test_smaller_type_is_raised_to_what_is_the_least_and_larger_type_stays():
    spans = [Span("Boyz ", STYLE), Span("Nobz", Style(11.0))]
    with at_least(9.0):
        for line in (*break_lines(spans, 500), Line.of(spans)):
            assert [span.style.size for span in line.spans] == [9.0, 11.0]
            assert line.width == pytest.approx(text_width("Boyz ", STYLE) + text_width("Nobz", Style(11.0)))
        assert text_width("Boyz", STYLE) == text_width("Boyz", Style(9.0))
        narrow = text_width("Unbreakable", Style(9.0)) - 4
        assert {span.style.size for span in with_whole_words([Span("Unbreakable", STYLE)], narrow)} == {9.0}
    assert [line.size for line in break_lines(spans, 500)] == [11.0]
    assert text_width("Boyz", STYLE) < text_width("Boyz", Style(9.0))
