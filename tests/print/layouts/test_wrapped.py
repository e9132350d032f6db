"""Short notes on the lines of a row."""

from __future__ import annotations

from listbuilder.print.kit.icons import Icon
from listbuilder.print.kit.inline import pieces_width
from listbuilder.print.kit.theme import ROW_TEXT
from listbuilder.print.kit.typeset import Span
from listbuilder.print.layouts.wrapped import _lines, wrapped_height

ICON = Icon("transport", 8.0)


def note(words):
    return (ICON, Span(words, ROW_TEXT))


def test_notes_stand_on_one_line_while_they_fit():
    notes = [note("Warlord"), note("Relic")]
    wide = sum(map(pieces_width, notes))
    assert wrapped_height(notes, wide + 10) == 1
    assert wrapped_height(notes, wide) == 2


def test_a_long_note_goes_on_behind_its_icon():
    lines = _lines([note("carries Hellblaster Squad + Lieutenant")], 80.0)
    assert len(lines) > 1
    assert [line[0][0] for line in lines] == [0.0] + [pieces_width([ICON])] * (len(lines) - 1)
