"""What has to hold for every printed page; `proof` checks the same over any lists."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pymupdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from listbuilder.army.records import Ability
from listbuilder.print import PrintOptions, print_army
from listbuilder.print.kit import typefaces
from listbuilder.print.options import Submission
from listbuilder.replacing import replace
from tests.print import proof, scanning

pytestmark = pytest.mark.covered

NAMES = ("marines", "orks", "monsters", "foreign", "crowd", "sigmar", "empty")
PROVEN = ("compact", "submission", "cards", "turn", "tokens", "roster", "open", "booklet", "large")


@pytest.mark.parametrize("layout", PROVEN)
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_wrong_with_the_pages(armies, rules, name, layout):
    army, findings = armies[name]
    options = PrintOptions(layout)
    assert proof.faults(army, print_army(army, findings, rules, options), options) == []


SHARED = Path(os.environ.get("LISTBUILDER_SHARED") or Path(__file__).parents[2].parent / "shared") / "lists"
EVERY = 15  # of the lists that players exported: `python -m tests.print.proof` goes over all of them


@pytest.mark.shared
@pytest.mark.unmeasured
@pytest.mark.parametrize("layout", PROVEN)
def test_nothing_is_wrong_with_the_pages_of_real_lists(layout, capsys):
    if not SHARED.is_dir():
        pytest.skip(f"no lists in {SHARED}")
    lists = [path for path in sorted(SHARED.rglob("*.*")) if path.suffix != ".csv"]
    assert proof.main(["-l", layout, *map(str, lists[::EVERY])]) == 0, capsys.readouterr().out
    assert " lists read" in capsys.readouterr().err


# --- that the proof notices -----------------------------------------------------------------------------------------------------


def drawn(draw, size=(300, 200)):
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=size)
    draw(canvas)
    canvas.save()
    return pymupdf.open(stream=buffer.getvalue(), filetype="pdf")


def words(*placed, size=9):
    def draw(canvas):
        for x, y, text in placed:
            canvas.setFont("Helvetica", size)
            canvas.drawString(x, y, text)

    return drawn(draw)


def test_words_off_the_page_are_noticed():
    assert not list(proof.page_faults(words((20, 100, "Captain"))))
    assert "leaves the page" in next(proof.page_faults(words((270, 100, "Captain"))))


def test_words_on_words_are_noticed():
    assert not list(proof.page_faults(words((20, 100, "Captain"), (20, 90, "Lieutenant"))))
    assert "overlap" in next(proof.page_faults(words((20, 100, "Captain"), (40, 98, "Lieutenant"))))


def test_small_type_is_noticed():
    assert "type of 6.0" in next(proof.page_faults(words((20, 100, "Captain"), size=6)))
    assert not list(proof.page_faults(words((20, 100, "Captain"), size=6), floor=6.0))


@pytest.mark.parametrize(
    "draw",
    [
        lambda canvas: canvas.line(10, 103, 200, 103),
        lambda canvas: canvas.line(32, 80, 32, 140),
        lambda canvas: canvas.rect(30, 80, 100, 60),
        lambda canvas: canvas.rect(30, 80, 100, 60, stroke=0, fill=0) or canvas.rect(0, 102, 90, 60, stroke=0, fill=1),
    ],
)
def test_lines_through_words_are_noticed(draw):
    def page(canvas, shape):
        canvas.setFont("Helvetica", 9)
        canvas.drawString(20, 100, "Captain")
        shape(canvas)

    assert "runs through 'Captain'" in next(proof.crossed_words(drawn(lambda canvas: page(canvas, draw))))
    beside = drawn(lambda canvas: page(canvas, lambda one: (one.line(10, 95, 200, 95), one.rect(15, 90, 60, 20))))
    assert not list(proof.crossed_words(beside))


def test_words_of_chinese_beside_each_other_are_words_of_their_own():
    def draw(canvas):
        canvas.setFont(typefaces.face(typefaces.HAN).fontName, 9)
        canvas.drawString(20, 100, "护甲")
        canvas.drawString(42, 100, "生命")

    assert [word.text for word in proof.words_of(drawn(draw)[0])] == ["护甲", "生命"]


@pytest.mark.parametrize("text", ["**Hero**", "^^Hero", "a &amp; b", "<b>Hero", "{count} left", "None"])
def test_marks_that_are_left_over_are_noticed(text):
    assert list(proof.leftovers(words((20, 100, text))))
    assert not list(proof.leftovers(words((20, 100, text)), text))
    assert not list(proof.leftovers(words((20, 100, "None of 2 * 3 < 7 & more"))))


def test_turned_words_are_compared_as_they_stand():
    def draw(canvas, up):
        canvas.setFont("Helvetica", 12)
        canvas.rotate(20)
        canvas.drawString(60, 40, "LEGAL and so on")
        canvas.rotate(-20)
        canvas.drawString(95, up, "below")

    assert not list(proof.page_faults(drawn(lambda canvas: draw(canvas, 50))))
    assert "overlap" in next(proof.page_faults(drawn(lambda canvas: draw(canvas, 72))))


def test_missing_names_and_wrong_figures_are_noticed(armies, rules):
    army, findings = armies["marines"]
    with pymupdf.open(stream=print_army(army, findings, rules), filetype="pdf") as document:
        text = proof.stream(document)
    assert not list(proof.missing_names(army, text))
    assert not list(proof.wrong_figures(army, text))
    weapon, unit = army.units[0].weapons[-1], army.units[0]
    assert list(proof.missing_names(army, text.replace(proof.squeezed(weapon.name), "")))
    assert not list(proof.wrong_counts(army, text))
    assert list(proof.wrong_counts(army, text.replace("×", "")))
    named = replace(unit, abilities=(*unit.abilities, Ability("Unheard of", "unit")), keywords=("Unseen",))
    lost = list(proof.missing_names(replace(army, units=(named,)), text, ("abilities", "keywords")))
    assert [fault.split("'")[1] for fault in lost] == ["Unheard of", "Unseen"]
    changed = text.replace(proof.squeezed("".join(value for _name, value in unit.profiles[0].values[:6])), "")
    assert any("statline" in fault for fault in proof.wrong_figures(army, changed))


def test_wrong_amounts_are_noticed(armies, rules):
    army, findings = armies["marines"]
    with pymupdf.open(stream=print_army(army, findings, rules), filetype="pdf") as document:
        found = proof.texts(document)
    assert not list(proof.wrong_amounts(army, found))
    unit = next(unit for unit in army.units if unit.model_count > 1)
    for wrong in (replace(unit, points=unit.points + 7), replace(unit, models=unit.models * 3)):
        assert [fault.split(":")[0] for fault in proof.wrong_amounts(replace(army, units=(wrong,)), found)] == [
            unit.name
        ]
    assert any("total" in fault for fault in proof.wrong_amounts(replace(army, points=army.points + 7), found))


def test_a_name_that_goes_on_on_the_next_page_is_there(armies):
    army = armies["marines"][0]
    unit = replace(army.units[0], abilities=(Ability("Rites of Battle", "unit"),))
    one = replace(army, units=(unit,))

    def missing(*lines):
        return list(proof.missing_names(one, "".join(lines), ("abilities",), lines))

    assert not [fault for fault in missing("leader,ritesof", "page1", "battle,more") if "Rites" in fault]
    assert [fault for fault in missing("battle,more", "page1", "leader,ritesof") if "Rites" in fault]
    assert [fault for fault in missing("leader,rites", "page1", "battle,more") if "Rites" in fault]


def test_codes_with_another_text_are_noticed(armies, rules):
    army, findings = armies["marines"]
    printed = PrintOptions("submission", submission=Submission("Captain (80)\n"))
    with pymupdf.open(stream=print_army(army, findings, rules, printed), filetype="pdf") as document:
        assert not list(proof.wrong_codes(document, printed.submission))
        assert "another text" in next(proof.wrong_codes(document, Submission("Captain (90)\n")))
        assert "no seal" in next(proof.wrong_codes(document, None))
    with pymupdf.open(stream=print_army(army, findings, rules), filetype="pdf") as document:
        assert len(list(scanning.codes(document))) == 1
        assert not list(proof.wrong_codes(document, None))
        assert "no code" in next(proof.wrong_codes(drawn(lambda _canvas: None), Submission("x")))


def test_the_texts_of_several_codes_are_joined_by_their_numbers():
    assert scanning.joined(["2/2\nb", "1/2\na\n"]) == "a\nb"
    assert scanning.joined(["1/2\na"]) == "1/2\na"


def test_what_a_damaged_model_lacks_may_stand_without_its_whole_name(make):
    lacking = Ability("Damaged: 1-4 Wounds", text="While damaged, subtract 1 from hit rolls.", damaged=True)
    unit = make.redemptor("w")
    army = make.army((replace(unit, abilities=(lacking,)),))
    words = proof.squeezed(f"Damaged: {lacking.text}")
    assert not [*proof.missing_names(army, words, ("abilities",))]
    assert [*proof.missing_names(army, proof.squeezed("Damaged: else"), ("abilities",))]
