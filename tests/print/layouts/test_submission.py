"""The sheet that is handed in."""

from __future__ import annotations

import datetime as dt

import pymupdf
import pytest

from listbuilder import __version__
from listbuilder.i18n import Text
from listbuilder.print import PrintOptions, print_army
from listbuilder.print.briefing import brief
from listbuilder.print.layouts.submission import submission_flow
from listbuilder.print.options import Submission
from listbuilder.replacing import replace
from listbuilder.rules.diagnostic import Diagnostic
from tests.print import scanning
from tests.print.proof import page_faults, squeezed

TEXT = "Gladius (1985 points)\n\nCHARACTERS\n\nCaptain (100 points)\n  - Warlord\n    - 1x Power fist\n"


@pytest.fixture
def opened(armies, rules):
    def make(name, findings=None, submission=None, **options):
        army, found = armies[name]
        how = PrintOptions("submission", submission=submission, **options)
        return pymupdf.open(
            stream=print_army(army, found if findings is None else findings, rules, how), filetype="pdf"
        )

    return make


def shown(document):
    return squeezed("".join(page.get_text() for page in document))


def finding(number, severity="error"):
    return Diagnostic("points-limit", Text(f"finding number {number} of many words"), severity)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_one_page_with_list_verdict_data_and_hash(opened, armies, paper):
    with opened("marines", paper=paper) as document:
        assert len(document) == 1
        words = shown(document)
        army = armies["marines"][0]
        for unit in army.units:
            assert squeezed(unit.datasheet) in words
        for piece in ("legal", "nofindings", "1,985", "of2,000pts", army.data.date, "signature,date", "corrections"):
            assert squeezed(piece) in words
        assert squeezed(document.metadata["keywords"]).endswith(squeezed(words[words.index("hash") + 4 :][:12]))


def test_names_that_are_known_are_printed_and_others_left_to_write(opened):
    given = Submission("", player="Ada Lovelace", team="Analysts", event="Winter Open")
    with opened("marines", submission=given) as document:
        for words in ("adalovelace", "analysts", "winteropen"):
            assert words in shown(document)


def test_it_says_when_and_with_what_it_was_checked(opened):
    with opened("marines", submission=Submission("", checked="2026-11-21")) as document:
        words = shown(document)
        for piece in (f"Checked 2026-11-21 · listbuilder {__version__}", "Data native 2026-06-14"):
            assert squeezed(piece) in words


def test_the_day_is_that_of_the_environment(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795262400")
    assert Submission("").checked == "2026-11-21"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "no number")
    assert Submission("").checked == dt.datetime.now(dt.UTC).date().isoformat()


def test_attached_units_and_marks(opened):
    with opened("marines") as document:
        words = shown(document)
        assert squeezed("Captain → ") in words
        assert "warlord" in words


def test_the_text_that_an_event_asks_for_is_printed_word_by_word(opened):
    with opened("marines", submission=Submission(TEXT, shown=True)) as document:
        words = shown(document)
        for line in TEXT.splitlines():
            assert squeezed(line) in words
        assert "lieutenant" not in words.split("attachedunits")[0]  # what the text does not have is not added


def test_a_code_holds_the_text_of_the_list(opened):
    with opened("marines", submission=Submission(TEXT)) as document:
        assert "scantoreadit" in shown(document)
        with opened("marines") as without:
            assert not list(scanning.codes(without))
            assert "scan" not in shown(without)
        assert list(scanning.codes(document)) == [(1, TEXT)]


def lines(characters):
    return "".join(f"  - {number}x Power fist – Кулак\n" for number in range(1, characters // 25))


@pytest.mark.unmeasured
@pytest.mark.parametrize(("characters", "codes"), [(2_000, 2), (10_000, 5)])
def test_long_texts_are_read_back_from_several_codes(opened, characters, codes):
    text = lines(characters)
    with opened("marines", submission=Submission(text)) as document:
        read = [found for _page, found in scanning.codes(document)]
        assert len(read) == codes
        assert scanning.joined(read) == text


def test_a_text_that_no_codes_can_hold_is_said_to_be_too_long(opened):
    with opened("marines", submission=Submission(lines(60_000))) as document:
        assert not list(scanning.codes(document))
        assert squeezed("too long for a code") in shown(document)


def test_codes_of_a_long_text_get_a_page_where_findings_need_the_first(opened):
    long = "\n".join(f"line {number} of a list" for number in range(150))
    findings = [finding(number) for number in range(9)]
    with opened("marines", findings, Submission(long)) as document:
        assert len(document) == 2
        assert squeezed("is on the last page") in squeezed(document[0].get_text())
        assert "scan" in squeezed(document[1].get_text())
        assert "number8of" in shown(document)


def test_errors_are_counted_and_all_findings_are_somewhere(opened):
    findings = [*(finding(number) for number in range(40)), finding(40, "warning")]
    with opened("marines", findings) as document:
        words = shown(document)
        assert "notlegal" in words
        assert squeezed("40 errors · 1 warning") in words
        assert all(f"number{number}of" in words for number in range(41))
        assert not list(page_faults(document))


def test_a_list_too_long_for_a_page_goes_on(make, rules):
    units = tuple(make.captain(f"captain-{number}", name=f"Name {number}") for number in range(220))
    data = print_army(make.army(units), (), rules, PrintOptions("submission"))
    with pymupdf.open(stream=data, filetype="pdf") as document:
        assert len(document) > 1
        words = shown(document)
        assert all(f"name{number}" in words for number in range(220))
        assert not list(page_faults(document))


def test_only_units_of_several_models_are_counted(opened, armies):
    army = armies["marines"][0]
    many = {unit.datasheet: unit.model_count for unit in army.units}
    assert {1} < set(many.values())
    with opened("marines") as document:
        words = shown(document)
    assert all((squeezed(f"{number}× {name}") in words) == (number > 1) for name, number in many.items())


def test_findings_without_room_beside_the_list_stand_below_it(opened):
    findings = [finding(number, "warning") for number in range(34)]
    with opened("orks", findings) as document:
        words = shown(document)
        assert len(document) == 1
    assert "morebelowthelist" in words
    assert all(f"warning.{squeezed(str(one.message))}" in words for one in findings)


def test_each_finding_says_how_grave_it_is(opened):
    findings = [finding(0, "error"), finding(1, "warning"), finding(2, "unjudged")]
    with opened("orks", findings) as document:
        words = shown(document)
    assert [words.count(word) >= 1 for word in ("error.", "warning.", "notjudged.")] == [True] * 3


def test_a_list_that_goes_on_stands_in_three_columns_beside_each_other(make):
    units = [replace(make.intercessors(f"i{number}"), name=f"Squad {number}") for number in range(120)]
    flow = submission_flow(brief(make.army(units), (), make.system()), PrintOptions("submission"))
    frame = flow.frame
    second = [one for one in flow.pages[1] if one.width < frame.width / 2]
    lefts = sorted({round(one.x, 2) for one in second})
    (wide,) = {one.width for one in second}
    assert len(lefts) == 3
    assert lefts[0] == pytest.approx(frame.side, abs=0.01)
    assert lefts[2] + wide == pytest.approx(frame.side + frame.width, abs=0.01)
    assert lefts[1] - lefts[0] == pytest.approx(lefts[2] - lefts[1], abs=0.02)
    assert lefts[1] > lefts[0] + wide + 4
    for left in lefts:
        tops = [one for one in second if round(one.x, 2) == left]
        assert tops[0].top == pytest.approx(frame.top)
        assert all(one.top - one.block.height(wide) >= frame.below - 0.01 for one in tops)
