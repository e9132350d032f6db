"""Blocks that are taller than a page, and words wider than their column."""

from __future__ import annotations

import pytest

from listbuilder.print.kit.blocks import Beside, Gap, Padded, Prose, Stack
from listbuilder.print.kit.grid import Column, Grid, Row
from listbuilder.print.kit.notices import gathering
from listbuilder.print.kit.pages import SIZES, Bookmark, Flow, Frame
from listbuilder.print.kit.parting import parted
from listbuilder.print.kit.theme import HAN_RULES_LEADING, RULES, RULES_LEADING, prose, rules_text, small_label
from listbuilder.print.kit.typeset import FLOOR, Span

WIDTH = 200.0


def words(count, first=0):
    return " ".join(f"word{number}" for number in range(first, first + count))


def text_of(block):
    """All texts of a block in their order."""
    if isinstance(block, Prose):
        return [span.text for span in block.spans]
    if isinstance(block, Stack | Beside):
        return [text for one in block.blocks for text in text_of(one)]
    if isinstance(block, Padded):
        return text_of(block.block)
    if hasattr(block, "lines"):
        return [" ".join(span.text for line in block.lines for span in line.spans)]
    return []


def test_what_fits_is_not_parted():
    block = prose(words(5), RULES)
    assert parted(block, WIDTH, 500) == (block, None)


def test_a_stack_is_parted_between_blocks_and_nothing_is_lost():
    stack = Stack([prose(f"line {number}", RULES) for number in range(10)])
    height = stack.blocks[0].height(WIDTH)
    first, rest = parted(stack, WIDTH, height * 4.5)
    assert text_of(first) == [f"line {number}" for number in range(4)]
    assert text_of(rest) == [f"line {number}" for number in range(4, 10)]


def test_a_paragraph_is_parted_between_lines_two_of_which_stand_together():
    block = prose(words(60), RULES)
    high = block.line_height(block.lines(WIDTH)[0])
    first, rest = parted(block, WIDTH, high * 3.2)
    assert first.height(WIDTH) == pytest.approx(3 * high)
    assert (text_of(first) + text_of(rest)) == [words(60)[: len(text_of(first)[0])], text_of(rest)[0]]
    assert " ".join(text_of(first) + text_of(rest)) == words(60)
    assert parted(block, WIDTH, high * 1.5) == (None, block)
    short = prose(words(60), RULES)
    before_last, last = parted(short, WIDTH, short.height(WIDTH) - high / 2)
    assert last.height(WIDTH) == pytest.approx(2 * high)
    assert before_last is not None


def test_a_frame_stands_around_both_parts():
    framed = Padded(Stack([prose("a", RULES), prose("b", RULES)]), 4, 4, 4, 4, frame=1.0)
    first, rest = parted(framed, WIDTH, framed.height(WIDTH) - 3)
    assert (first.frame, rest.frame) == (1.0, 1.0)
    assert text_of(first) + text_of(rest) == ["a", "b"]
    assert first.height(WIDTH) <= framed.height(WIDTH) - 3


def test_columns_are_parted_at_the_same_height():
    columns = Beside([Stack([prose(f"{side}{n}", RULES) for n in range(6)]) for side in "ab"], [0, 0])
    high = prose("a", RULES).height(90)
    first, rest = parted(columns, WIDTH, 3.5 * high)
    assert text_of(first) == ["a0", "a1", "a2", "b0", "b1", "b2"]
    assert text_of(rest) == ["a3", "a4", "a5", "b3", "b4", "b5"]


def flow():
    return Flow(Frame(SIZES["a5"] if "a5" in SIZES else SIZES["a4"]))


def test_a_block_taller_than_a_page_goes_on_below_its_title_in_type_of_its_size():
    pages = flow()
    block = Padded(Stack([prose(words(400, number), RULES) for number in range(12)]), frame=1.0)
    assert block.height(pages.frame.width) > 1.5 * pages.frame.height
    with gathering() as told:
        pages.add(prose("before", RULES))
        pages.add(block, Bookmark("Squad"), again=prose("Squad, continued", RULES))
    assert not told
    assert len(pages.pages) > 2
    assert [len(page[0].bookmarks) for page in pages.pages] == [0, 1, *[0] * (len(pages.pages) - 2)]
    for page in pages.pages[2:]:
        assert text_of(page[0].block) == ["Squad, continued"]
    for page in pages.pages:
        lowest = page[-1].top - page[-1].block.height(page[-1].width)
        assert lowest >= pages.frame.below - 0.1


def test_what_cannot_be_parted_is_set_smaller_and_told_by_name():
    pages = flow()
    with gathering() as told:
        pages.add(Gap(5000), Bookmark("Units"), Bookmark("Huge Squad", 1))
    assert len(told) == 1
    assert "Huge Squad" in next(iter(told))
    assert pages.pages[0][0].block.height(pages.frame.width) <= pages.frame.height + 0.1


def test_a_row_taller_than_a_page_is_told():
    pages = flow()
    grid = Grid([Column(share=1.0)], [Row([Gap(3000)])])
    with gathering() as told:
        pages.add_grid(grid)
    assert len(told) == 1


def test_only_lines_with_chinese_are_wider_apart_in_a_text_of_another_language():
    latin = rules_text([Span(words(30), RULES)])
    mixed = rules_text([Span("Fireball (强化, +25) " + words(28), RULES)])
    han = rules_text([Span("每个模型的攻击次数加一。" * 6 + " Fireball 2 3 4", RULES)])
    low, high = RULES.size * RULES_LEADING, RULES.size * HAN_RULES_LEADING
    for text, expected in ((latin, {low}), (han, {high})):
        assert {text.line_height(line) for line in text.lines(WIDTH)} == expected
    assert [mixed.line_height(line) for line in mixed.lines(WIDTH)] == [high] + [low] * (len(mixed.lines(WIDTH)) - 1)
    assert mixed.height(WIDTH) == pytest.approx(sum(map(mixed.line_height, mixed.lines(WIDTH))))


def test_a_cell_runs_over_those_beside_it_only_where_that_saves_height():
    columns = [Column(width=14.0), Column(share=1.0), Column(width=60.0), Column(width=60.0)]
    cells = [prose("10×", RULES), prose(words(6), RULES), prose("3+", RULES), prose("4", RULES)]

    def grid(over, width):
        return Grid(columns, [Row(cells, over=over)], gutter=3.0, pad=0.0).height(width)

    line = prose("3+", RULES).height(60.0)
    assert grid(None, WIDTH) > 2 * line + 1
    assert grid(1, WIDTH) == pytest.approx(2 * line)  # the words on one line, the figures on the next
    assert grid(1, 2 * WIDTH) == pytest.approx(line)  # all beside each other


@pytest.mark.parametrize("word", ["Дальность", "Характеристики", "Movement", "Invulnerable", "Überlebensfähigkeit"])
@pytest.mark.parametrize("width", [18.0, 24.0, 31.0, 60.0])
def test_no_label_is_broken_within_a_word_nor_below_the_floor(word, width):
    label = small_label(word, "centre")
    lines = label.lines(width)
    assert len(lines) == 1
    (line,) = lines
    shown = "".join(span.text for span in line.spans)
    assert line.size >= FLOOR
    assert line.width <= width + 0.01
    assert word.upper().startswith(shown.rstrip("."))
    assert len(shown.rstrip(".")) >= 2
    assert shown == word.upper() or shown.endswith(".")


def test_two_words_stand_on_two_lines_before_either_is_shortened():
    lines = small_label("Боевой дух").lines(40)
    assert [line.spans[0].text for line in lines] == ["БОЕВОЙ", "ДУХ"]


def test_smaller_type_than_the_floor_stays_as_it_is():
    tiny = Prose([Span("WORD", type(RULES)(6.0))], whole_words=True)
    assert tiny.lines(100)[0].size == 6.0
