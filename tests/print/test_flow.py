"""How blocks are arranged: on pages, in tables, in columns, and the boxes for wounds."""

from __future__ import annotations

import re

import pytest

from listbuilder.catalogue.vocabulary import NEUTRAL
from listbuilder.print import PrintOptions
from listbuilder.print.briefing import brief
from listbuilder.print.kit.blocks import EMPTY, Beside, Gap, HairRule, Padded, Scaled, Stack
from listbuilder.print.kit.grid import Column, Grid, Row
from listbuilder.print.kit.pages import SIZES, Bookmark, Flow, Frame
from listbuilder.print.kit.theme import BODY, prose
from listbuilder.print.kit.tracks import WoundBoxes
from listbuilder.print.layouts.compact import FLOOR, _arrange, _begun, _columns, _whole, compact_flow
from listbuilder.print.layouts.looks import look_of, page_frame
from listbuilder.print.layouts.reference import add_reference
from listbuilder.print.layouts.roster import _EMPTY, _LESS_EMPTY, roster_flow
from listbuilder.print.layouts.small_card import SMALLEST
from listbuilder.print.layouts.turn import add_turn_sheet_below

FRAME = Frame((220.0, 130.0), side=10.0, above=10.0, below=20.0)  # 200 wide, 100 high


BOX = re.compile(r"n (\S+) (\S+) (\S+) (\S+) re (f|S)$")


class Paper:
    """Stands for a canvas: keeps the filled and the framed rectangles."""

    def __init__(self) -> None:
        self._code: list[str] = []

    def _boxes(self, painted):
        found = (BOX.search(code) for code in self._code)
        return [tuple(map(float, box.groups()[:4])) for box in found if box and box[5] == painted]

    @property
    def filled(self):
        return self._boxes("f")

    @property
    def framed(self):
        return self._boxes("S")


def row(height, **more):
    return Row([Gap(height)], pad=0.0, **more)


def table(*rows, head=()):
    return Grid([Column(share=1.0)], rows, head, pad=0.0)


def placed(flow):
    return [[(item.block.height(item.width), round(FRAME.top - item.top, 2)) for item in page] for page in flow.pages]


# --- pages -------------------------------------------------------------------------------------------------------------------


def test_the_frame_is_what_the_margins_leave():
    assert (FRAME.width, FRAME.height, FRAME.top) == (200.0, 100.0, 120.0)


def test_blocks_follow_each_other_with_a_gap_until_the_page_is_full():
    flow = Flow(FRAME, gap=10.0)
    for height in (40, 50, 1, 99, 30):
        flow.add(Gap(height), Bookmark("x"))
    assert placed(flow) == [[(40, 0.0), (50, 50.0)], [(1, 0.0)], [(99, 0.0)], [(30, 0.0)]]
    assert all(item.x == 10.0 and item.width == 200.0 and item.bookmarks for page in flow.pages for item in page)


def test_a_block_that_fits_exactly_stays_on_the_page():
    flow = Flow(FRAME, gap=10.0)
    flow.add(Gap(60))
    flow.add(Gap(30))
    assert len(flow.pages) == 1
    assert flow.room == -10.0


def test_turning_an_empty_page_does_nothing():
    flow = Flow(FRAME)
    flow.turn_page()
    assert flow.pages == [[]]
    flow.add(Gap(10))
    flow.turn_page()
    assert (len(flow.pages), flow.used) == (2, 0.0)


def test_a_block_taller_than_a_page_is_scaled_to_fit():
    flow = Flow(FRAME)
    flow.add(Gap(150))
    ((block,),) = flow.pages
    assert isinstance(block.block, Scaled)
    assert 90.0 < block.block.height(200.0) <= 100.0


# --- tables ------------------------------------------------------------------------------------------------------------------


def test_a_table_goes_on_where_the_last_page_ended_and_repeats_its_head():
    flow = Flow(FRAME, gap=10.0)
    flow.add(Gap(30))
    flow.add_grid(table(*(row(20) for _ in range(6)), head=[row(10)]))
    assert placed(flow) == [[(30, 0.0), (50, 40.0)], [(90, 0.0)]]
    flow.add(Gap(5))
    assert placed(flow)[1] == [(90, 0.0)]  # the gap after a table leaves no room
    assert placed(flow)[2] == [(5, 0.0)]


def test_a_table_that_does_not_fit_at_all_begins_on_the_next_page():
    flow = Flow(FRAME, gap=10.0)
    flow.add(Gap(80))
    flow.add_grid(table(row(20), row(20)))
    assert placed(flow) == [[(80, 0.0)], [(40, 0.0)]]


def test_a_row_taller_than_a_page_is_scaled():
    flow = Flow(FRAME)
    flow.add(Gap(10))
    flow.add_grid(table(row(150)))
    assert len(flow.pages) == 2
    assert flow.pages[1][0].block.height(200.0) <= 100.0


@pytest.mark.parametrize(
    ("rows", "room", "kept"),
    [
        ([20, 20, 20], 60, 3),
        ([20, 20, 20], 59, 2),
        ([20, 20, 20], 19, 0),
        ([20, "heading", 20], 40, 1),
        ([20, "heading", "heading", 20], 60, 1),
        ([20, "heading", 20], 60, 3),
        (["heading", 20], 20, 0),
        ([20, "heading"], 40, 2),
    ],
)
def test_headings_are_not_left_at_the_foot_of_a_page(rows, room, kept):
    grid = table(*(row(20, heading=height == "heading") for height in rows))
    first, rest = grid.split(200.0, room)
    assert (len(first.rows) if first else 0, len(rest.rows) if rest else 0) == (kept, len(rows) - kept)


def test_columns_share_what_the_fixed_ones_leave():
    grid = Grid([Column(width=20.0), Column(share=1.0), Column(share=3.0)], [], gutter=10.0)
    assert grid._widths(200.0) == [20.0, 40.0, 120.0]


def test_a_row_is_as_high_as_its_highest_cell_and_its_padding():
    grid = Grid([Column(share=1.0)] * 2, [Row([Gap(5), Gap(12)]), Row([Gap(5), Gap(5)], pad=0.5)], gutter=0.0, pad=2.0)
    assert grid.height(100.0) == 12 + 4 + 5 + 1


# --- blocks ------------------------------------------------------------------------------------------------------------------


def test_heights_of_what_holds_other_blocks():
    assert Stack([Gap(3), Gap(4)]).height(50) == 7
    assert EMPTY.height(50) == 0
    assert HairRule(0.5, above=1.0, below=2.0).height(50) == 3.5
    assert Padded(Gap(3), 1, 2, 3, 4).height(50) == 9
    assert Beside([Gap(3), Gap(4)], [0, 0]).height(50) == 4
    assert Beside([Gap(3)] * 3, [20, 0, 0], gutter=5.0).column_widths(100) == [20, 35, 35]
    assert Scaled(Gap(10), 0.5).height(50) == 5
    wrapped = prose("one two three four five six seven", BODY)
    assert wrapped.height(30) > Padded(wrapped, 10, 0, 10, 0).height(60) > 0
    assert Scaled(wrapped, 0.5).height(30) == wrapped.height(60) / 2


def test_a_padded_block_has_its_ground_and_frame_around_all_of_it():
    paper = Paper()
    Padded(Gap(10), 1, 2, 3, 4, ground=0.9, frame=1.0).draw(paper, 5.0, 100.0, 50.0)
    assert paper.filled == paper.framed == [(5.0, 84.0, 50.0, 16.0)]


@pytest.mark.parametrize(
    ("heights", "room", "found"),
    [
        ([10, 10, 10, 10], 100, (2, 2)),
        ([30, 10, 10, 10], 100, (1, 3)),
        ([10, 10, 10, 30], 100, (3, 1)),
        ([60, 60, 60], 100, (1, 1)),
        ([50, 50, 50, 50, 50], 100, (2, 2)),
        ([10], 100, (1, 0)),
        ([150], 100, (0, 0)),
    ],
)
def test_cards_fill_two_columns_of_even_height(heights, room, found):
    assert _columns(heights, room) == found


# --- boxes for wounds --------------------------------------------------------------------------------------------------------


def boxes(tracks, shaded=0, width=1000.0):
    """The drawn squares (left edge and row, in sizes of a box) and which of them are grey."""
    paper = Paper()
    WoundBoxes([wounds for models, wounds in tracks for _model in range(models)], shaded, 10.0).draw(
        paper, 0.0, 100.0, width
    )

    def square(found):
        return [(round(x / 10, 2), round((90 - y) / 16)) for x, y, wide, _high in found if wide == 10.0]

    frames = list(dict.fromkeys(square(paper.framed)))
    return frames, square(paper.filled)


def test_models_of_one_wound_stand_in_fives():
    found, grey = boxes([(7, 1)], shaded=3)
    lefts = [x for x, _row in found]
    assert lefts == [0.0, 1.18, 2.36, 3.54, 4.72, 6.32, 7.5]
    assert grey == found[-3:]


def test_models_of_several_wounds_are_joined_strips():
    found, grey = boxes([(3, 2)], shaded=1)
    assert [x for x, _row in found] == [0.0, 1.0, 2.6, 3.6, 5.2, 6.2]
    assert grey == found[-2:]


def test_models_of_one_and_of_several_wounds_do_not_share_a_strip():
    found, grey = boxes([(1, 3), (2, 1), (1, 2)], shaded=2)
    assert [x for x, _row in found] == [0.0, 1.0, 2.0, 3.6, 4.78, 6.38, 7.38]
    assert grey == found[-3:]  # the last two models: one of one wound, one of two


@pytest.mark.parametrize(("wounds", "rows"), [(11, [11]), (12, [12]), (13, [12, 1]), (24, [12, 12]), (25, [12, 12, 1])])
def test_a_long_strip_breaks(wounds, rows):
    found, _grey = boxes([(1, wounds)], width=125.0)
    assert [sum(1 for _x, row in found if row == number) for number in range(len(rows))] == rows


@pytest.mark.parametrize("shaded", [0, 1, 5, 11])
def test_the_last_wounds_of_a_lone_model_are_grey(shaded):
    found, grey = boxes([(1, 22)], shaded=shaded, width=125.0)
    assert len(found) == 22
    assert grey == found[len(found) - shaded :]


def test_a_model_without_wounds_in_the_data_has_one_box():
    assert len(boxes([(4, 0)])[0]) == 4


def test_boxes_go_to_the_next_row_when_the_strip_does_not_fit():
    found, _grey = boxes([(10, 1)], width=57.2)  # five boxes and four gaps
    assert [row for _x, row in found] == [0] * 5 + [1] * 5
    assert WoundBoxes([1] * 10, 0, 10.0).height(57.2) == 26.0
    assert WoundBoxes([1] * 10, 0, 10.0).height(1000.0) == 10.0


# --- parts of an army --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "spare", "blocks"), [(1.0, 0.1, [3]), (1.0, -0.1, [2, 1]), (0.5, 0.0, [2, 1]), (0.1, 0.0, [1, 2])]
)
def test_what_fits_of_the_reference_stands_below_the_last_card(make, part, spare, blocks):
    briefing = brief(make.marines(), (), make.system())
    alone = Flow(Frame(SIZES["a4"]))
    add_reference(alone, briefing)
    assert [len(page) for page in alone.pages] == [2]
    needed = alone.used - alone.gap  # without the gap after the last block
    flow = Flow(alone.frame)
    flow.add(Gap(flow.frame.height - flow.gap - needed * part - spare))
    add_reference(flow, briefing)
    assert [len(page) for page in flow.pages] == blocks


def arranged(make, heights):
    """The pages of a compact army with cards of these heights, in parts of the room below its head; each page as the cards in
    its left and its right column."""
    frame = Frame(SIZES["a4"])
    briefing = brief(make.marines(), (), make.system())
    begun = _begun(briefing, frame)
    room = begun.room
    cards = [(Gap(frame.height if height == "page" else height * room), "card") for height in heights]
    first, *rest = _arrange(begun, cards, 1.0).pages
    pages = [first[1:], *rest]  # without the head
    return [
        tuple(sum(1 for card in page if (card.x > frame.side) == right) for right in (False, True)) for page in pages
    ]


@pytest.mark.parametrize(
    ("heights", "found"),
    [
        ([0.99] * 2, [(1, 1)]),
        ([0.999] * 3, [(1, 1), (1, 0)]),
        ([0.495] * 4, [(2, 2)]),
        ([0.4999] * 4, [(1, 1), (1, 1)]),  # the space between two cards
        ([1.01] * 2, [(0, 0), (1, 1)]),
        (["page"] * 2, [(0, 0), (1, 1)]),
        ([0.5], [(1, 0)]),
    ],
)
def test_compact_cards_fill_the_room_below_the_head(make, heights, found):
    assert arranged(make, heights) == found


def test_compact_cards_are_never_set_below_the_floor(make, monkeypatch):
    """An army that does not fit takes more pages, at the smallest scale."""
    tried = []

    def arrange(begun, _blocks, factor, most=None):
        tried.append((factor, most))
        flow = begun.copy()
        flow.pages = [[]] * 3  # too many
        return flow

    monkeypatch.setattr("listbuilder.print.layouts.compact._arrange", arrange)
    compact_flow(brief(make.marines(), (), make.system()), PrintOptions())
    factors = [factor for factor, _most in tried]
    assert factors == sorted(factors, reverse=True)
    assert factors[0] == 1.0
    assert min(factors) * SMALLEST == pytest.approx(FLOOR)
    assert tried[-1][1] is None
    assert len(tried) <= 5


def test_what_follows_compact_cards_stands_below_the_longer_column():
    flow = _arrange(Flow(FRAME), [(Gap(40.0), "one"), (Gap(30.0), "two")], 1.0)
    lowest = min(placed.top - placed.block.height(placed.width) for placed in flow.pages[-1])
    assert FRAME.top - flow.used <= lowest
    assert not flow.add_below(Gap(70.0))


def test_a_compact_card_taller_than_a_page_goes_on_instead_of_being_set_below_the_floor():
    high = 100.0
    card = Padded(Stack([Gap(high * 0.4)] * 5), 0, 0, 0, 0)
    found = list(_whole(card, "Boyz", 1.0, 80.0, high))
    assert [one.name for one in found] == ["Boyz", "", ""]
    assert all(one.block.factor * SMALLEST >= FLOOR - 0.01 for one in found)
    assert all(one.block.height(80.0) <= high for one in found)
    assert sum(one.block.height(80.0) / one.block.factor for one in found) == pytest.approx(high * 2)
    (alone,) = _whole(Gap(high * 1.05), "Boss", 1.0, 80.0, high)  # fits at the floor
    assert alone.block.factor * SMALLEST == pytest.approx(FLOOR)


# --- empty pages -------------------------------------------------------------------------------------------------------------


def filled(*pages):
    flow = Flow(FRAME, gap=0.0)
    for heights in pages:
        flow.turn_page()
        for height in heights:
            flow.add(Gap(height))
    return flow


def test_what_is_empty_of_a_page_is_its_largest_gap():
    flow = filled((30.0,), (90.0,))
    flow.add_anywhere(Gap(20.0))  # at the foot of the first
    assert flow.empty() == pytest.approx([0.5, 0.1])
    assert Flow(FRAME).empty() == []


@pytest.mark.parametrize(
    ("usual", "closer", "chosen"),
    [
        (((90.0,), (20.0,), (80.0,)), ((100.0,), (90.0,)), "closer"),
        (((90.0,), (20.0,), (80.0,)), ((90.0,), (30.0,), (70.0,)), "usual"),  # it saves none
        (((90.0,), (70.0,), (20.0,)), ((100.0,), (90.0,)), "usual"),  # the last page may have room
    ],
)
def test_cards_go_on_sooner_where_that_saves_a_page_with_little_on_it(make, monkeypatch, usual, closer, chosen):
    flows = {_EMPTY: filled(*usual), _LESS_EMPTY: filled(*closer)}
    monkeypatch.setattr("listbuilder.print.layouts.roster._flow", lambda _briefing, _options, empty: flows[empty])
    flow = roster_flow(brief(make.marines(), (), make.system()), PrintOptions())
    assert flow is flows[_EMPTY if chosen == "usual" else _LESS_EMPTY]


def test_a_block_can_stand_at_the_foot_of_its_page():
    flow = filled((30.0,))
    assert flow.add_below(Gap(20.0))
    assert flow.pages[0][-1].top - 20.0 == pytest.approx(FRAME.below)


def test_a_turn_sheet_stands_below_what_leaves_a_page_bare_where_all_of_it_has_room(make):
    briefing = brief(make.army((make.captain(), make.redemptor("r")), vocabulary=NEUTRAL), (), None)
    look = look_of(briefing, PrintOptions())
    for tall, seal, fits in ((0.3, 0.1, True), (0.3, 0.9, False), (0.95, 0.0, False)):
        flow = Flow(page_frame("a4"))
        flow.add(Gap(tall * flow.frame.height))
        before = flow.copy()
        below = [seal * flow.frame.height] if seal else []
        assert add_turn_sheet_below(flow, briefing, look, below) is fits
        assert len(flow.pages) == 1
        if fits:
            assert flow.used > before.used
            assert flow.room >= sum(below)
        else:
            assert (flow.pages, flow.used) == (before.pages, before.used)


def test_a_block_is_looked_for_room_on_every_page():
    flow = Flow(page_frame("a4"))
    flow.add(Gap(0.3 * flow.frame.height))
    flow.turn_page()
    flow.add(Gap(0.9 * flow.frame.height))
    assert flow.has_room_anywhere(Gap(0.5 * flow.frame.height))
    assert not flow.has_room_anywhere(Gap(0.8 * flow.frame.height))
    flow.add_anywhere(Gap(0.5 * flow.frame.height))
    assert [len(page) for page in flow.pages] == [2, 1]
