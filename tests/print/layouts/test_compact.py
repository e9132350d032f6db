"""Pages with as much as fits on them."""

from __future__ import annotations

import io
from itertools import pairwise

import pymupdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from listbuilder.army.model import Detachment
from listbuilder.i18n import Text
from listbuilder.print import PrintOptions, print_army
from listbuilder.print.briefing import brief
from listbuilder.print.kit.blocks import Scaled
from listbuilder.print.kit.measures import mm
from listbuilder.print.layouts.compact import compact_flow
from listbuilder.print.layouts.looks import look_of
from listbuilder.print.layouts.small_card import SmallCards
from listbuilder.replacing import replace
from listbuilder.rules.diagnostic import Diagnostic
from tests.print import layout
from tests.print.proof import page_faults, squeezed, stream


def words(text):
    return " ".join(text.replace("\u00a0", " ").split())


def card(make, unit, *, keywords=True, width=260.0):
    """The words of the card of a unit."""
    briefing = brief(make.army((unit,)), (), make.system())
    made = SmallCards(briefing, look_of(briefing, PrintOptions("compact")))
    block = made.card((briefing.formation.groups[0],), keywords=keywords)
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(width, 400))
    block.draw(canvas, 0, 400, width)
    canvas.save()
    with pymupdf.open(stream=buffer.getvalue(), filetype="pdf") as document:
        return words(layout.text(document[0]))


def blades(make):
    lines = (make.line("Blade-leader", 1), make.line("Blade", 4))
    return make.unit(
        "blades", "Nine Blades", "other", lines, 90, make.statline("Blade", '6" 4 3+ 2 6+ 1'), (), "Tempest"
    )


@pytest.mark.parametrize("keywords", [True, False])
def test_keywords_give_way_but_models_do_not(make, keywords):
    shown = card(make, blades(make), keywords=keywords)
    assert ("Tempest" in shown) == keywords
    assert "1 Blade-leader · 4 Blade" in shown


def test_a_unit_with_a_name_of_its_own_has_that_of_its_datasheet_beside_it(make):
    shown = card(make, replace(blades(make), name="The Nine"))
    assert shown.count("The Nine Nine Blades") == 1
    assert card(make, blades(make)).count("Nine Blades") == 1


def test_a_name_that_the_bar_cuts_stands_below_it(make):
    long = "The Nine that came down from the seventh mountain"
    narrow, wide = (card(make, replace(blades(make), name=long), width=width) for width in (180, 560))
    assert f"{long} Nine Blades" in narrow
    assert narrow.count("The Nine") == 2
    assert wide.count("The Nine") == 1


@pytest.mark.parametrize(("count", "more"), [(8, ""), (9, "1 more finding on"), (60, "52 more findings on")])
def test_findings_beyond_eight_follow_the_cards(make, count, more):
    findings = [Diagnostic("rule", Text(f"finding {number} of a check")) for number in range(count)]
    data = print_army(make.marines(), findings, make.system(), PrintOptions("compact"))
    with pymupdf.open(stream=data, filetype="pdf") as document:
        pages = [words(layout.text(page)) for page in document]
    shown = " ".join(pages)
    head, behind = pages[0].partition("Captain")[::2]
    assert "finding 7 of" in head
    assert "finding 8 of" not in head
    assert all(shown.count(f"finding {number} of") == 1 for number in range(count))
    assert (more in head) if more else "more finding" not in shown
    assert ("Findings" in behind + " ".join(pages[1:])) == bool(more)


def test_it_says_when_a_model_is_damaged_and_what_stratagems_cost(make):
    army = make.army((replace(make.redemptor("r"), damaged=(4,)),))
    data = print_army(army, (), make.system(), PrintOptions("compact"))
    with pymupdf.open(stream=data, filetype="pdf") as document:
        found = words("".join(page.get_text() for page in document))
    assert "Damaged: 4 or fewer" in found
    assert "1 CP" in found


def test_a_bar_that_is_too_short_for_its_words_is_not_set_below_the_floor(make):
    army = replace(make.army((make.captain(),)), detachments=(Detachment("host", "Changehost of Deceit"),))
    data = print_army(army, (), make.system(), PrintOptions("compact", paper="a5"))
    with pymupdf.open(stream=data, filetype="pdf") as document:
        assert list(page_faults(document, 6.0)) == []
        assert squeezed("(those of Changehost of Deceit are not in these data)") in stream(document)


# --- pages ------------------------------------------------------------------------------------------------------------------


def flow_of(make, units, findings=(), **more):
    army = make.army(units, **more)
    return compact_flow(brief(army, findings, make.system()), PrintOptions("compact"))


def columns(page):
    """The cards of a page by their left edges, without what is as wide as the page."""
    wide = max((placed.width for placed in page), default=0.0)
    found = {}
    for placed in page:
        if isinstance(placed.block, Scaled) and placed.width <= wide:
            found.setdefault(round(placed.x, 2), []).append(placed)
    return found


def several(make, number):
    return [make.captain(f"c{index}", name=f"Captain {index}", warlord=bool(index % 2)) for index in range(number)]


def test_cards_stand_in_two_columns_of_the_printed_width(make):
    flow = flow_of(make, several(make, 6))
    frame = flow.frame
    assert (frame.side, frame.above, frame.below) == pytest.approx((9 * mm, 8 * mm, 13 * mm))
    left, right = columns(flow.pages[0]).values()
    wide = (frame.width - 8) / 2
    assert {placed.width for placed in (*left, *right)} == {wide}
    assert left[0].x == frame.side
    assert right[0].x == pytest.approx(frame.side + wide + 8)
    assert left[0].top == right[0].top
    for column in (left, right):
        for one, other in pairwise(column):
            assert one.top - one.block.height(wide) - other.top == pytest.approx(5.6)


def test_columns_of_the_last_page_end_at_about_the_same_height(make):
    flow = flow_of(make, several(make, 8))
    left, right = columns(flow.pages[0]).values()
    ends = [column[-1].top - column[-1].block.height(column[-1].width) for column in (left, right)]
    highest = max(placed.block.height(placed.width) for placed in (*left, *right))
    assert abs(ends[0] - ends[1]) <= highest + 5.6


def different(make, number):
    """Units that share no card."""
    return [
        replace(make.intercessors(f"i{index}", name=f"Squad {index}"), keywords=("Infantry", f"Legion {index}"), points=80 + index)
        for index in range(number)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "factor", "keywords", "reference"),
    [
        (13, 1.0, True, True),
        (14, 6 / 6.6, True, True),
        (17, 6 / 6.6, False, True),
        (18, 6 / 6.6, False, False),
        (60, 6 / 6.6, False, False),
    ],
)
def test_what_gives_way_for_more_units(make, number, factor, keywords, reference):
    army = make.army(different(make, number))
    flow = compact_flow(brief(army, (), make.system()), PrintOptions("compact"))
    scales = {placed.block.factor for page in flow.pages for placed in page if isinstance(placed.block, Scaled)}
    assert [*scales] == pytest.approx([factor])
    data = print_army(army, (), make.system(), PrintOptions("compact"))
    with pymupdf.open(stream=data, filetype="pdf") as document:
        shown = " ".join(words(layout.text(page)) for page in document)
    assert ("Legion 1" in shown) == keywords
    assert ("Insane Bravery" in shown) == reference
    assert (len(flow.pages) > 2) == (number == 60)


def test_each_card_and_the_head_have_an_entry_in_the_outline(make):
    flow = flow_of(make, different(make, 3))
    marks = [(one.title, one.level) for page in flow.pages for placed in page for one in placed.bookmarks]
    assert marks == [("Summary", 0), ("Squad 0", 1), ("Squad 1", 1), ("Squad 2", 1), ("Reference", 1)]


def test_no_card_has_more_than_ten_copies(make):
    flow = flow_of(make, [make.intercessors(f"i{number}", 5) for number in range(23)])
    marks = [one.title for page in flow.pages for placed in page for one in placed.bookmarks]
    assert [title for title in marks if "×" in title] == [
        "10× Intercessor Squad", "10× Intercessor Squad", "3× Intercessor Squad",
    ]  # fmt: skip


def test_the_seal_stands_at_the_foot_where_it_has_room(make):
    data = print_army(make.army(several(make, 2)), (), make.system(), PrintOptions("compact"))
    with pymupdf.open(stream=data, filetype="pdf") as document:
        assert len(document) == 1
        seal = document[0].search_for("listbuilder verify")[0]
        foot = document[0].search_for("page 1 of 1")[0]
        assert 0.85 * document[0].rect.height < seal.y0 < foot.y0


def test_findings_behind_the_cards_begin_below_them(make):
    findings = [Diagnostic("rule", Text(f"finding {number} of a check")) for number in range(12)]
    flow = flow_of(make, several(make, 4), findings)
    cards = [placed for column in columns(flow.pages[0]).values() for placed in column]
    lowest = min(placed.top - placed.block.height(placed.width) for placed in cards)
    last = [placed for placed in flow.pages[0] if placed not in cards][-1]
    assert last.top <= lowest - 5.6 + 0.01 + 5.6
