"""Pages with as much as fits on them."""

from __future__ import annotations

import io

import pymupdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from listbuilder.army.model import Detachment
from listbuilder.i18n import Text
from listbuilder.print import PrintOptions, print_army
from listbuilder.print.briefing import brief
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
