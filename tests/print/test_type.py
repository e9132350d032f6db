"""The type of printed pages: which words have which size and weight, and where the columns of a card stand."""

from __future__ import annotations

import pymupdf
import pytest

from listbuilder.army.model import RuleGroup
from listbuilder.army.records import Ability
from listbuilder.i18n import Text
from listbuilder.print import PrintOptions, print_army
from listbuilder.print.kit import theme
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.typeset import Span
from listbuilder.replacing import replace
from listbuilder.rules.diagnostic import Diagnostic
from tests.print import layout


def spans(make, army=None, findings=(), **options):
    """Page, text, size, whether it is semibold, and where it begins, of each text of a document in millimetres from the upper left."""
    data = print_army(army or make.marines(), findings, make.system(), PrintOptions(**options))
    with pymupdf.open(stream=data, filetype="pdf") as document:
        return [
            (
                page.number + 1,
                "".join(chr(char[0]) for char in span["chars"]).strip(),
                round(span["size"], 2),
                "SemiBo" in span["font"],
                span["chars"][0][2][0] / mm,
                span["chars"][0][2][1] / mm,
            )
            for page in document
            for span in layout._seen(page)
        ]


ROLES = [
    (1, "Gladius, round 1", 30, True),
    (1, "1,985", 40, True),
    (1, "of 2,000 pts", 12, True),
    (1, "165", 17, True),  # a fact
    (1, "WOUNDS", 7, True),
    (1, "Intercessor Squad A", 10.5, True),
    (1, "in Impulsor B", 8.5, False),
    (1, "p. 2", 8, False),
    (1, "Total", 11.5, True),
    (1, "Enhancements", 9.5, True),
    (1, "Combat Doctrines", 8.5, True),
    (1, "LEGAL", 22, True),
    (1, "Warhammer 40,000, 10th edition · data: native 2026-06-14", 7.5, False),
    (2, "Intercessor Squad A", 15, True),
    (2, "325", 15, True),
    (2, "+ Captain + Ancient", 9.5, True),
    (2, '6"', 16, True),
    (2, "4+", 15, True),  # an invulnerable save
    (2, "Bolt rifle", 8.5, True),
    (2, "or supercharge", 8.5, False),
    (2, '12"', 9, False),
    (2, "8", 9, True),
    (2, "KEYWORDS", 7, True),
    (2, "below ½: 5 or fewer", 7.5, False),
]


def test_each_role_has_its_size_and_weight(make):
    found = {one[:4] for one in spans(make)}
    missing = [role for role in ROLES if role not in found]
    assert missing == []


def test_sizes_of_the_turn_sheet_and_the_reference(make):
    found = {one[1:4] for one in spans(make)}
    for role in [
        ("Turn sheet", 20, True),
        ("AT THE END OF EACH TURN", 8, True),
        ("Command Re-roll", 8.6, True),
        ("Opponent's turn, shooting phase", 8.6, False),
        ("Grenade", 8.5, True),
    ]:
        assert role in found


def test_findings_and_rules_have_type_to_read(make):
    told = Ability("Vow", "army", "All of them swear it again.")
    army = replace(make.marines(), rules=(RuleGroup("Host", (told,)),))
    found = {one[1:4] for one in spans(make, army, [Diagnostic("rule", Text("this is wrong"), severity="error")])}
    assert ("(Host). All of them swear it again.", 8.5, False) in found
    assert ("Error.", 8.5, True) in found
    assert ("NOT LEGAL", 22, True) in found


def test_sizes_of_pocket_cards(make):
    found = {one[1:4] for one in spans(make, layout="cards")}
    for role in [
        ("Stormraven Gunship", 12, True),
        ("4", 12.5, True),
        ("or supercharge", 8, False),
        ("3", 8.5, True),
        ("· Armoured Resilience", 9, True),
        ("D", 7, True),
    ]:
        assert role in found


@pytest.mark.parametrize(("paper", "side"), [("a4", 13), ("letter", 16), ("a5", 10)])
def test_margins_of_the_papers(make, paper, side):
    found = spans(make, paper=paper)
    x, y = next((x, y) for _page, text, size, _strong, x, y in found if (text, size) == ("Intercessor Squad A", 15))
    assert x == pytest.approx(side + 4, abs=0.01)
    assert 10 + 4 < y < 10 + 8.5  # in the bar, which begins at the margin
    assert min(x for *_type, x, _y in found) >= side - 0.05


def test_the_verticals_of_a_card(make):
    found = [one for one in spans(make) if one[0] == 2]
    where = {text: round(x - 13, 1) for _page, text, _size, _strong, x, _y in reversed(found)}
    assert where["BEARER"] == 9.2
    assert where["WEAPON"] == where["Bolt rifle"] == 43.5
    counts = [x - 13 for _page, text, *_type, x, _y in found if text == "10×"]
    assert counts
    assert all(36 < x < 42.2 for x in counts)


def test_pitches_of_weapons(make):
    rows = [y for page, text, *_type, _x, y in spans(make) if page == 2 and text in {"Bolt rifle", "Bolt pistol"}]
    assert rows[1] - rows[0] == pytest.approx(4, abs=0.01)


def test_lines_of_chinese_rules_stand_further_apart_than_those_of_english():
    def pitch(text):
        return theme.rules_text([Span(text, theme.RULES)]).height(60) / len(
            theme.rules_text([Span(text, theme.RULES)]).lines(60)
        )

    assert pitch("Each attack that wounds this model does less.") == pytest.approx(10.5)
    assert pitch("每次使本模型受伤的攻击，伤害减一，最少为一。") == pytest.approx(12.6)
    mixed = theme.rules_text(
        [Span("Each attack that wounds this model 伤 does less damage to it than it did.", theme.RULES)]
    )
    assert sorted({round(mixed.line_height(line), 1) for line in mixed.lines(60)}) == [10.5, 12.6]


def test_labels_are_in_capitals_except_for_chinese_which_is_larger():
    latin, han = theme.small_label("Range"), theme.small_label("射程")
    assert [(span.text, span.style.size) for span in (*latin.spans, *han.spans)] == [("RANGE", 7), ("射程", 8)]
    assert latin.whole_words
    assert han.whole_words
    assert latin.spans[0].style.tracking > 0
    assert not theme.prose("x", theme.RULES).whole_words
