"""Rules text in columns, and cards that go on on the next page."""

from __future__ import annotations

from itertools import pairwise

import pytest

from listbuilder.print.kit import measures, theme
from listbuilder.print.kit.bar import Bar
from listbuilder.print.kit.blocks import Gap
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.pages import Flow, Frame
from listbuilder.print.kit.theme import prose
from listbuilder.print.kit.typeset import Span
from listbuilder.print.layouts.card import Card
from listbuilder.print.layouts.columns import Columns, Paragraph
from listbuilder.print.layouts.columns import _breaks as breaks_of
from listbuilder.print.layouts.roster import add_card
from listbuilder.replacing import replace

WIDTH = 500.0


def entry(words):
    return (Paragraph((Span("Name. ", theme.RULES_NAME), Span("word " * words, theme.RULES))),)


def lines(columns, width=WIDTH):
    return columns._rows(width)


def test_two_columns_are_about_half_as_high():
    entries = [entry(40) for _number in range(6)]
    one, two = Columns(entries, 1), Columns(entries, 2)
    assert two.height(WIDTH) < one.height(WIDTH / 2) * 0.6


def test_a_column_ends_before_an_ability_or_within_a_long_one():
    columns = Columns([entry(200)], 2)
    left, right = columns._parted(WIDTH)
    assert len(left) >= 2
    assert len(right) >= 2
    assert abs(len(left) - len(right)) <= 1


def test_what_fits_exactly_is_kept_whole():
    columns = Columns([entry(60) for _number in range(6)], 2)
    first, rest = columns.split(WIDTH, columns.height(WIDTH) / 2)
    assert first is not None
    assert rest is not None
    assert columns.split(WIDTH, first.height(WIDTH)) == (first, rest)
    assert columns.split(WIDTH, columns.height(WIDTH)) == (columns, None)


def test_a_short_text_is_not_torn_apart():
    columns = Columns([entry(60), entry(8)], 2)
    for column in columns._parted(WIDTH):
        assert column[0].first == 0 or (column[0].first >= 2 and column[0].last >= 1)


def test_a_text_of_many_pages_is_measured_once_for_each(monkeypatch):
    """What cannot stand on the page is not parted to see whether it can: one card of 70 pages took most of a minute."""
    measured = []
    parted = Columns._parted
    monkeypatch.setattr(
        Columns, "_parted", lambda self, width: measured.append(len(lines(self))) or parted(self, width)
    )
    rest = Columns([entry(60) for _number in range(80)], 2)
    a_page = len(lines(rest)) // 10
    _first, rest = rest.split(WIDTH, rest.height(WIDTH) / 10)
    rest.split(WIDTH, rest.height(WIDTH) / 9)
    assert len([number for number in measured if number > 2 * a_page]) == 2
    assert len(measured) < 20


def test_where_columns_may_end_is_the_same_for_a_part_of_the_lines():
    whole = Columns([entry(45), entry(3), (Paragraph((Span("TITLE", theme.RULES_NAME),)), *entry(30)), entry(9)], 2)
    for start in range(len(lines(whole))):
        part = replace(whole, start=start)
        assert part._breaks(WIDTH) == breaks_of(lines(part))


def test_a_text_of_few_lines_needs_no_columns():
    for words, columns in ((20, 1), (40, 1), (70, 2)):
        assert len(Columns([entry(words)], 2)._parted(WIDTH)) == columns
    assert len(Columns([entry(4), entry(4)], 2)._parted(WIDTH)) == 2


def test_a_card_that_lacks_little_room_has_less_between_its_abilities():
    whole = card(6)
    tight = whole.tightened()
    assert whole.height(WIDTH) - tight.height(WIDTH) > 2
    for spare, shown in ((1.0, whole), (-1.0, tight)):
        flow = Flow(Frame((WIDTH + 40, 840), side=20, above=20, below=20), gap=0.0)
        flow.add(Gap(800 - whole.height(WIDTH) - spare))
        add_card(flow, whole)
        assert [placed.block for placed in flow.pages[0][1:]] == [shown]


def test_cards_stand_closer_where_another_one_fits_only_so():
    whole = card(3)
    high = whole.height(WIDTH)
    for spare, pages in ((0.1, [3]), (-0.5, [3]), (-3.0 * mm, [3, 1])):  # the last one goes on
        paper = (WIDTH + 40, 3 * high + 2 * measures.CARD_GAP + spare + 40)
        flow = Flow(Frame(paper, side=20, above=20, below=20), gap=measures.CARD_GAP)
        for _copy in range(3):
            add_card(flow, whole)
        assert [len(page) for page in flow.pages] == pages
        for one, other in pairwise(flow.pages[0]):
            assert one.top - one.block.height(WIDTH) - other.top >= measures.LEAST_CARD_GAP - 0.01
        last = flow.pages[0][-1]
        assert last.top - last.block.height(WIDTH) >= 20 - 0.01


@pytest.mark.parametrize("room", [30.0, 60.0, 100.0, 200.0])
def test_nothing_is_lost_when_text_is_parted_over_pages(room):
    whole = Columns([entry(50) for _number in range(9)], 2)
    found, rest = [], whole
    while rest is not None:
        first, rest = rest.split(WIDTH, room)
        assert first is not None
        assert first.height(WIDTH) <= room
        found += [row.line for row in lines(first)]
    assert found == [row.line for row in lines(whole)]


def card(texts):
    bar = Bar(Look(), measures.CARD_BAR, [Span("Boyz", theme.CARD_TITLE)])
    return Card(bar, Gap(40), None, Columns([entry(60) for _number in range(texts)], 2), None, (Gap(30),), ("boyz",))


def test_a_card_that_fits_is_not_parted():
    whole = card(3)
    assert whole.split(WIDTH, whole.height(WIDTH)) == (whole, None)


def test_a_card_goes_on_behind_its_title_and_keeps_its_track_with_its_statlines():
    whole = card(30)
    first, rest = whole.split(WIDTH, 200.0)
    assert first.height(WIDTH) <= 200.0
    assert first.tracks == whole.tracks
    assert first.keys == whole.keys
    assert rest.tracks == rest.keys == ()
    assert rest.figures is None
    assert [piece.text for piece in rest.bar.left] == ["Boyz", "continued"]
    shown = [row.line for part in (first, rest) for row in lines(part.rules)]
    assert shown == [row.line for row in lines(whole.rules)]


def paragraph(words, bullet=""):
    return Paragraph((Span("word " * words, theme.RULES),), bullet, int(bool(bullet)))


@pytest.mark.parametrize("words", range(30, 150, 3))
def test_no_line_of_a_paragraph_stands_alone_at_the_edge_of_a_column(words):
    entries = [(*entry(30), paragraph(words, "•"), paragraph(40, "•"), paragraph(words // 2))]
    for column in Columns(entries, 3)._parted(WIDTH):
        assert column[0].within == 0 or (column[0].within >= 2 and column[0].left >= 1)
        assert column[-1].left == 0 or column[-1].within >= 1


@pytest.mark.parametrize("lead", ["It does one of these:", "Title", "LOUD STANCE"])
@pytest.mark.parametrize("words", range(20, 120, 5))
def test_what_announces_a_text_stands_with_it(lead, words):
    style = theme.RULES_NAME if lead == "Title" else theme.RULES
    announced = Paragraph((Span(lead, style),))
    columns = Columns([(*entry(words), announced, paragraph(40, "•"))], 3)._parted(WIDTH)
    assert not any(column[-1].leads for column in columns)


def test_the_numbers_of_a_list_do_not_touch_its_words():
    row = Columns([(paragraph(3, "12."),)], 1)._rows(WIDTH)[0]
    assert row.sign + row.bullet.width + 0.5 * mm < row.shift


def test_a_card_does_not_go_on_with_its_keywords_alone():
    keywords = prose("Keywords " * 60, theme.KEYWORDS)
    for words in range(40, 60):
        whole = Card(
            Bar(Look(), 8.5 * mm, [Span("Unit", theme.CARD_TITLE)]),
            rules=Columns([entry(words * 4)], 2),
            small=keywords,
        )
        room = whole.height(WIDTH) - keywords.height(WIDTH) / 2
        first, rest = whole.worth_parting(WIDTH, room)
        assert first is not None
        assert rest is not None
        assert rest.rules is not None


@pytest.mark.parametrize("texts", [2, 3, 4, 6])
def test_a_card_that_can_begin_in_some_room_can_begin_in_more(texts):
    whole = card(texts)
    high = whole.height(WIDTH)
    able = [whole.begun(WIDTH, high - short * mm)[0] is not None for short in range(40, 0, -1)]
    assert any(able)
    assert able == sorted(able)


def announcing(number):
    """So many lines of which each, in capitals, looks like the title of the next."""
    return tuple(Paragraph((Span("A", theme.RULES),)) for _ in range(number))


def test_a_list_of_short_lines_in_capitals_is_parted_over_pages():
    columns = Columns([(*entry(5), *announcing(300))])
    first, rest = columns.split(WIDTH, columns.height(WIDTH) / 3)
    assert first is not None
    assert rest is not None
    assert len(lines(first)) + len(lines(rest)) == len(lines(columns))


def test_two_titles_stay_with_what_they_announce():
    columns = Columns([(*entry(40), *announcing(2), paragraph(60))], count=1)
    titles = [at for at, row in enumerate(lines(columns)) if row.leads]
    assert len(titles) == 2
    assert not {at + 1 for at in titles} & set(columns._breaks(WIDTH))


def test_lines_of_a_few_widths_are_kept():
    columns = Columns([entry(40)])
    for width in range(200, 300):
        columns.height(width)
    assert len(columns._known) < 20
