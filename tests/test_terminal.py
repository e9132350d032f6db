"""Text for terminals: widths, padding, clipping, wrapping and tables."""

from __future__ import annotations

import pytest

from listbuilder.terminal import (
    PLAIN,
    Terminal,
    clean,
    clip,
    columns,
    one_line,
    packed_lines,
    pad,
    shielded,
    table,
    wrap,
)


@pytest.mark.parametrize(
    ("text", "width"),
    [("abc", 3), ("仲裁者a", 7), ("и\u0306", 1), ("，", 2), ("👩\u200d👩\u200d👧", 2), ("", 0), ("a\x07b", 2)],
)
def test_width_is_what_a_terminal_shows(text: str, width: int):
    assert columns(text) == width


def test_pad_fills_up_to_the_width_and_never_cuts():
    assert pad("ab", 4) == "ab  "
    assert pad("ab", 4, right=True) == "  ab"
    assert pad("仲裁", 5) == "仲裁 "
    assert pad("仲裁", 5, right=True) == " 仲裁"
    assert pad("abcde", 4) == "abcde"


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("intercessors", 6, "inter…"),
        ("short", 6, "short"),
        ("sixsix", 6, "sixsix"),
        ("仲裁者小队", 6, "仲裁…"),
        ("仲裁者小队", 5, "仲裁…"),
        ("仲裁者小队", 1, "…"),
        ("any", 0, ""),
    ],
)
def test_clip_shows_where_something_is_missing(text: str, width: int, shown: str):
    assert clip(text, width) == shown


def test_a_line_is_filled_to_the_last_column():
    assert wrap("aaa bbb ccc", 7) == ["aaa bbb", "ccc"]
    assert wrap("aaa bbb ccc", 6) == ["aaa", "bbb", "ccc"]
    assert wrap("aaa 2\u00a0000 bbb", 6) == ["aaa", "2\u00a0000", "bbb"]  # digits of one number stay together
    assert wrap("aaa\u00a0bbb ccc", 6) == ["aaa", "bbb", "ccc"]
    assert wrap("一二三四五六", 10) == ["一二三四五", "六"]
    assert wrap("一二三四五六", 9) == ["一二三四", "五六"]


def test_parts_stay_whole_beside_one_another_with_no_sign_at_the_end_of_a_line():
    assert packed_lines(["aaa", "bbb", "ccc"], 9) == ["aaa · bbb", "ccc"]
    assert packed_lines(["核心规则：数据卡", "wargear"], 20) == ["核心规则：数据卡", "wargear"]
    assert packed_lines(["aaa bbb ccc", "d"], 7, "  ") == ["aaa bbb", "  ccc", "d"]
    assert packed_lines([], 9) == []


def test_indents_count_as_part_of_the_line():
    assert wrap("aaa bbb ccc ddd", 11, "> ", "   ") == ["> aaa bbb", "   ccc ddd"]
    assert wrap("aaa bbb ccc ddd", 10, "> ", "   ") == ["> aaa bbb", "   ccc ddd"]
    assert wrap("aaa bbb ccc ddd", 9, ">>> ", "") == [">>> aaa", "bbb ccc", "ddd"]


def test_a_width_of_zero_leaves_the_text_alone():
    assert wrap("a  long\ttext " * 50, 0, "- ") == ["- " + "a  long\ttext " * 50]


def test_closing_punctuation_never_starts_a_line_and_opening_never_ends_one():
    assert wrap("一二三四，五六", 8) == ["一二三", "四，五六"]
    assert wrap("一二三（四）五", 8) == ["一二三", "（四）五"]
    assert wrap("一二三(a) 五", 8) == ["一二三", "(a) 五"]


def test_chinese_and_other_words_are_broken_between_and_stay_complete():
    text = "第三连第二战术小队 Tactical Squad，帝皇之怒"

    lines = wrap(text, 10)

    assert max(map(columns, lines)) <= 10
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert "Tactical" in lines


def test_a_word_longer_than_a_line_is_cut_into_parts_that_fill_the_line():
    assert wrap("x" * 25, 10) == ["x" * 10, "x" * 10, "x" * 5]
    assert wrap("see " + "x" * 16 + " end", 10) == ["see", "x" * 10, "xxxxxx end"]
    assert wrap("x" * 20, 12, "  ", "    ") == ["  " + "x" * 8, "    " + "x" * 8, "    xxxx"]


def test_columns_of_a_table_are_as_wide_as_their_widest_cells():
    rows = [("name", "pts"), ("仲裁者小队", "80"), ("Rhino", "1,000", "x"), ()]

    assert table(rows, " ") == " name        pts\n 仲裁者小队  80\n Rhino       1,000  x\n\n"
    assert table(rows, right=[1]).splitlines()[:2] == ["name          pts", "仲裁者小队     80"]
    assert table([]) == ""


def test_text_cannot_control_the_terminal():
    assert clean("a\tb\nc\x1b\u202e") == "a\tb\nc��"
    assert one_line("a\n b\x00") == "a b�"
    assert table([("a\x1b[31m\r\nb",)]) == "a�[31m b\n"


@pytest.mark.parametrize(
    ("text", "shown", "width"),
    [
        ("\U0001f469\u200d\U0001f469\u200d\U0001f467 Squad", "\U0001f469\U0001f469\U0001f467 Squad", 12),
        ("\u2620\ufe0f Lord", "\u2620 Lord", 6),
        ("\U0001f44d\U0001f3fd", "\U0001f44d", 2),
        ("1\ufe0f\u20e3", "1", 1),
        ("\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937", 2),  # the joiner of a script
    ],
)
def test_what_only_some_terminals_merge_is_shown_apart(text: str, shown: str, width: int) -> None:
    assert one_line(text) == shown
    assert columns(one_line(text)) == width


def test_colours_only_where_they_are_wanted():
    assert PLAIN.paint("legal", "legal") == "legal"
    assert Terminal(colour=True).paint("legal", "legal") == "\x1b[1;32mlegal\x1b[0m"
    assert Terminal(colour=True).paint("", "legal") == ""


def test_a_painted_page_keeps_its_colours_and_nothing_else():
    assert shielded("\x1b[1;31mred\x1b[0m\n") == "\x1b[1;31mred\x1b[0m\n"
    assert shielded("a\x1b]8;;x\x07b\x1b[2Jc\rd") == "a�]8;;x�b�[2Jc�d"
    assert shielded("a\n  ::error::b ##[error]c") == "a\n�  ::error::b ##�[error]c"


def test_a_word_that_has_no_room_behind_a_name_stands_below_it() -> None:
    name = "Scythe of the Nightbringer - strike  "
    assert wrap("Devastating, Lethal", 44, name, "  ") == [name.rstrip(), "  Devastating, Lethal"]
    assert wrap("Heavy, Devastating", 44, name, "  ") == [f"{name}Heavy,", "  Devastating"]
    assert wrap("Devastating", 9, "Name  ", "  ") == ["Name", "  Devastat", "  ing"]
