"""Boxes and circles of a unit, and what marks them."""

from __future__ import annotations

import io
import itertools

import pymupdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.theme import LEGEND, prose
from listbuilder.print.kit.track import BOX, LARGE_BOX, Track
from listbuilder.print.kit.tracked import TrackGroup

WIDTH = 144 * mm
LEFT = 50.0


def drawn(track, width=WIDTH):
    """Boxes, circles, filled corners, the bar's place and the words that a track draws; x from the left of the track."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(600, 400), invariant=1)
    track.draw(canvas, LEFT, 350, width)
    canvas.showPage()
    canvas.save()
    with pymupdf.open(stream=buffer.getvalue(), filetype="pdf") as document:
        page = document[0]
        shapes = page.get_drawings()
        words = {
            text.replace("\u00a0", " "): (x0 - LEFT, y0) for x0, y0, _x1, _y1, text, *_rest in page.get_text("words")
        }
    return shapes, words


def outlines(shapes, side, kind):
    """Left edge and top of each square or circle of that size."""
    return sorted(
        (round(shape["rect"].y0), round(shape["rect"].x0 - LEFT, 1))
        for shape in shapes
        if shape["type"] == "s" and shape["items"][0][0] == kind and abs(shape["rect"].width - side) < 0.1
    )


def bar(shapes):
    upright = [shape["rect"] for shape in shapes if shape["rect"].width < 0.01 and shape["width"] > 1.4]
    return [(rect.x0 - LEFT, rect) for rect in upright]


def test_models_of_one_wound_are_circles_in_fives():
    shapes, _words = drawn(Track(Look(), [TrackGroup("Boyz", 12, 1)], 5))
    circles = [left for _top, left in outlines(shapes, BOX, "c")]
    steps = [after - before for before, after in itertools.pairwise(circles)]
    assert len(circles) == 12
    assert all(step > steps[0] + 2 for step in (steps[4], steps[9]))
    assert max(steps[:4]) - min(steps[:4]) < 0.2


def test_boxes_of_a_model_are_joined_and_models_stand_apart():
    shapes, _words = drawn(Track(Look(), [TrackGroup("Marines", 3, 2)]))
    boxes = [left for _top, left in outlines(shapes, BOX, "re")]
    assert len(boxes) == 6
    assert boxes[1] - boxes[0] == pytest.approx(BOX, abs=0.1)
    assert boxes[2] - boxes[1] > BOX + 3


def test_the_leader_stands_last_below_its_star_in_a_stronger_frame():
    shapes, words = drawn(Track(Look(), [TrackGroup("Squad", 4, 2), TrackGroup("Captain", 1, 5, leader=True)]))
    strong = [shape["rect"] for shape in shapes if shape["type"] == "s" and shape["width"] == pytest.approx(1.0)]
    assert len(strong) == 1
    assert strong[0].width == pytest.approx(5 * BOX, abs=0.1)
    assert words["CAPTAIN"][0] > words["SQUAD"][0]
    assert strong[0].x0 - LEFT > 4 * 2 * BOX


@pytest.mark.parametrize(("models", "wounds", "half", "before"), [(10, 2, 4, 6), (5, 1, 2, 3), (11, 1, 5, 6)])
def test_the_bar_stands_behind_the_last_model_before_half_strength(models, wounds, half, before):
    shapes, words = drawn(Track(Look(), [TrackGroup("Squad", models, wounds)], half))
    lefts = [left for _top, left in outlines(shapes, BOX, "re" if wounds > 1 else "c")]
    ((at, _rect),) = bar(shapes)
    assert sum(1 for left in lefts if left < at) == before * wounds
    assert words["½"][0] < at


def test_the_bar_of_a_single_model_counts_its_wounds():
    shapes, _words = drawn(Track(Look(), [TrackGroup("", 1, 12)], 5))
    lefts = [left for _top, left in outlines(shapes, LARGE_BOX, "re")]
    ((at, _rect),) = bar(shapes)
    assert sum(1 for left in lefts if left < at) == 7


def test_the_last_wounds_of_a_damaged_model_have_filled_corners_below_their_words():
    shapes, words = drawn(Track(Look(), [TrackGroup("", 1, 12, damaged=4, damaged_label="Damaged: 4")], 5))
    corners = [shape["rect"].x1 - LEFT for shape in shapes if shape["type"] == "f" and len(shape["items"]) == 3]
    boxes = [left for _top, left in outlines(shapes, LARGE_BOX, "re")]
    assert corners == pytest.approx([left + LARGE_BOX for left in boxes[-4:]], abs=0.2)
    assert boxes[-4] - 1 < words["DAMAGED:"][0] < boxes[-1]
    hollow, _words = drawn(
        Track(Look(save_ink=True), [TrackGroup("", 1, 12, damaged=4, damaged_label="Damaged: 4")], 5)
    )
    assert not [shape for shape in hollow if shape["type"] == "f" and len(shape["items"]) == 3]


def test_a_long_track_breaks_between_models_and_says_the_label_again():
    track = Track(Look(), [TrackGroup("Squad", 20, 3)], 9)
    shapes, _words = drawn(track)
    boxes = outlines(shapes, BOX, "re")
    rows = {top: [left for other, left in boxes if other == top] for top, _left in boxes}
    assert len(rows) > 1
    assert len(boxes) == 60
    for lefts in rows.values():
        assert len(lefts) % 3 == 0
        assert lefts[0] == pytest.approx(0, abs=0.2)
        assert lefts[-1] + BOX <= WIDTH + 0.1
    text = io.BytesIO()
    canvas = Canvas(text, pagesize=(600, 400), invariant=1)
    track.draw(canvas, LEFT, 350, WIDTH)
    canvas.showPage()
    canvas.save()
    with pymupdf.open(stream=text.getvalue(), filetype="pdf") as document:
        assert document[0].get_text().count("SQUAD") == len(rows)
    assert track.height(WIDTH) > len(rows) * BOX


def test_the_words_on_a_bracket_never_leave_the_block():
    long = "Damaged when very few of its wounds remain"
    track = Track(Look(), [TrackGroup("", 1, 19, damaged=2, damaged_label=long)])
    shapes, words = drawn(track)
    assert words["REMAIN"][0] < WIDTH
    assert words["DAMAGED"][0] > 0


def test_notes_fill_the_rest_of_the_row_or_stand_below():
    note = prose("a note", LEGEND)
    short = Track(Look(), [TrackGroup("Squad", 3, 2)], notes=note)
    assert short.height(WIDTH) == Track(Look(), [TrackGroup("Squad", 3, 2)]).height(WIDTH)
    assert drawn(short)[1]["note"][0] > 3 * 2 * BOX
    full = Track(Look(), [TrackGroup("Squad", 11, 2)], notes=note)
    assert full.height(WIDTH) > Track(Look(), [TrackGroup("Squad", 11, 2)]).height(WIDTH)
    assert drawn(full)[1]["note"][0] < 30


@pytest.mark.parametrize(
    "groups", [[], [TrackGroup("Squad", 0, 2)], [TrackGroup("Odd", 1, 0)], [TrackGroup("Big", 1, 400)]]
)
def test_odd_units_are_drawn(groups):
    track = Track(Look(), groups, 3)
    drawn(track)
    assert track.height(WIDTH) >= 0


def places(track, width=WIDTH):
    """Left and right edges of the words of a track by their rows."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(700, 400), invariant=1)
    track.draw(canvas, LEFT, 350, width)
    canvas.showPage()
    canvas.save()
    with pymupdf.open(stream=buffer.getvalue(), filetype="pdf") as document:
        return [
            (x0 - LEFT, x1 - LEFT, round(y1), word) for x0, _y0, x1, y1, word, *_rest in document[0].get_text("words")
        ]


def check_apart(found):
    """No word lies on another."""
    for (left, right, bottom, word), (start, end, other, following) in itertools.combinations(found, 2):
        assert abs(bottom - other) > 6 or right <= start + 0.5 or end <= left + 0.5, (word, following)


@pytest.mark.parametrize("label", ["Squad", "Assault Intercessor", "Адские бластеры", "Captain in Terminator Armour"])
@pytest.mark.parametrize(("models", "wounds", "half"), [(3, 1, 1), (5, 2, 2), (10, 1, 4), (2, 3, 1), (20, 2, 9)])
@pytest.mark.parametrize("leads", [False, True])
def test_labels_and_the_tab_of_the_bar_never_overlap(label, models, wounds, half, leads):
    groups = [TrackGroup(label, models, wounds)]
    if leads:
        groups.append(TrackGroup("Captain in Terminator Armour", 1, 6, leader=True))
    found = places(Track(Look(), groups, half))
    assert "½" in [word for *_place, word in found]
    check_apart(found)
    assert max(right for _left, right, *_rest in found) <= WIDTH + 0.5


def test_the_label_of_a_damaged_model_keeps_off_the_words_on_its_bracket():
    track = Track(
        Look(), [TrackGroup("Redemptor Dreadnought of the Chapter", 1, 8, damaged=5, damaged_label="Damaged: 5")], 3
    )
    check_apart(places(track))


@pytest.mark.parametrize(
    ("wounds", "half", "damaged", "times"),
    [(20, 9, 7, 1), (14, 4, 6, 1), (7, 3, 2, 1)],  # words left to the other row, on one row, cut
)
def test_words_on_a_narrow_bracket_keep_off_the_tab(wounds, half, damaged, times):
    group = TrackGroup("", 1, wounds, damaged=damaged, damaged_label="Damaged: so few of them left")
    found = places(Track(Look(), [group], half), 55 * mm)
    check_apart(found)
    assert sum(word.startswith("DAMAGED") for *_place, word in found) == times
    assert max(right for _left, right, *_rest in found) <= 55 * mm + 0.5


def test_a_label_longer_than_the_row_is_cut_at_its_edge():
    label = "Captain in Terminator Armour with a very long name that never ends"
    found = places(Track(Look(), [TrackGroup(label, 1, 5, leader=True)]), 60 * mm)
    assert max(right for _left, right, *_rest in found) <= 60 * mm + 0.5
    assert found[-1][3].endswith("…")


def test_boxes_of_one_model_are_smaller_where_all_of_them_fit_into_a_row_then():
    wide = 20 * (BOX + 1.4 * mm)
    track, small = (Track(Look(), [TrackGroup("", 1, 20)], small=small) for small in (False, True))
    assert track.height(wide) == small.height(wide)
    assert track.natural_width(wide) == small.natural_width(wide)
    wider = 20 * (LARGE_BOX + 1.4 * mm)
    assert track.height(wider) == pytest.approx(small.height(wider) + LARGE_BOX - BOX)
    narrow = 8 * (LARGE_BOX + 1.4 * mm)  # more than one row of either
    assert track.height(narrow) > small.height(narrow)


def test_rows_of_one_models_boxes_are_about_as_long():
    shapes, _words = drawn(Track(Look(), [TrackGroup("", 1, 30)]), 28 * (BOX + 1.4 * mm))
    rows = [top for top, _left in outlines(shapes, LARGE_BOX, "re")]
    assert [rows.count(top) for top in dict.fromkeys(rows)] == [15, 15]


def test_only_rows_with_labels_or_a_bar_have_room_for_them():
    bare, labelled, halved = (
        Track(Look(), [TrackGroup(label, 5, 2)], half) for label, half in (("", 0), ("Boyz", 0), ("", 2))
    )
    assert labelled.height(WIDTH) == halved.height(WIDTH)
    assert labelled.height(WIDTH) == pytest.approx(bare.height(WIDTH) + 3 * mm)
    rows = Track(Look(), [TrackGroup("", 30, 2)])
    assert rows.height(WIDTH) < 3 * bare.height(WIDTH)


def test_a_label_that_the_tab_would_cut_stands_above_it():
    long, short = (
        Track(Look(), [TrackGroup(label, 4, 1), TrackGroup("Leader", 1, 1)], 2) for label in ("Stingwings", "Boyz")
    )
    _shapes, words = drawn(long)
    assert "STINGWINGS" in words
    assert words["STINGWINGS"][1] < words["½"][1] - 2 * mm
    assert long.height(WIDTH) == pytest.approx(short.height(WIDTH) + 3.1 * mm)


def test_boxes_of_one_model_are_smaller_where_that_saves_a_row():
    track = Track(Look(), [TrackGroup("", 1, 16)])
    assert track.height(57 * mm) < Track(Look(), [TrackGroup("", 1, 21)]).height(57 * mm)
    assert len({y for y, _x in outlines(drawn(track, 57 * mm)[0], BOX, "re")}) == 2


def test_a_long_note_stands_below_where_it_would_be_high_and_narrow():
    note = prose("While this model is damaged subtract one from each of its hit rolls. " * 2, LEGEND)
    wide = Track(Look(), [TrackGroup("", 1, 10)], notes=note)
    full = Track(Look(), [TrackGroup("", 1, 15)], notes=note)
    bare = Track(Look(), [TrackGroup("", 1, 15)])
    assert WIDTH - full.natural_width(WIDTH) > 28 * mm  # beside it would have room
    assert full.height(WIDTH) == bare.height(WIDTH) + note.height(WIDTH) + mm
    assert wide.height(WIDTH) < bare.height(WIDTH) + note.height(WIDTH) + mm


def test_notes_beside_the_boxes_stand_a_little_apart_from_the_last_one():
    track = Track(Look(), [TrackGroup("Squad", 3, 2)], notes=prose("Remember", LEGEND))
    shapes, words = drawn(track)
    last = max(left for _top, left in outlines(shapes, BOX, "re")) + BOX
    assert words["Remember"][0] - last == pytest.approx(3 * mm, abs=0.3)


def test_labels_stand_above_the_first_box_of_their_group():
    shapes, words = drawn(Track(Look(), [TrackGroup("Squad", 3, 2), TrackGroup("Captain", 1, 5, leader=True)]))
    boxes = outlines(shapes, BOX, "re")
    assert words["SQUAD"][0] == pytest.approx(boxes[0][1], abs=0.5)
    assert words["SQUAD"][1] < boxes[0][0]
    assert words["CAPTAIN"][0] > boxes[6][1]  # behind its star
