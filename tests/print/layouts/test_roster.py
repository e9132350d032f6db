"""The roster read back from its pages: links, page numbers, order, one unit, many findings, a card longer than a page."""

from __future__ import annotations

import re
from itertools import pairwise

import pymupdf
import pytest

from listbuilder.army.model import Chosen, RuleGroup
from listbuilder.army.records import Ability
from listbuilder.i18n import Text
from listbuilder.print import PrintOptions, print_army, verdicts
from listbuilder.print.briefing import brief
from listbuilder.print.kit.blocks import Gap
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.pages import Flow
from listbuilder.print.layouts.looks import page_frame
from listbuilder.print.layouts.roster import add_rules, line_bare_pages
from listbuilder.print.layouts.turn import add_units_at_foot
from listbuilder.replacing import replace
from listbuilder.rules.diagnostic import Diagnostic
from tests.print import layout
from tests.print.proof import page_faults


def opened(army, findings, system, **options):
    return pymupdf.open(stream=print_army(army, findings, system, PrintOptions(**options)), filetype="pdf")


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_names_on_the_first_page_lead_to_the_page_that_stands_beside_them(make, paper):
    with opened(make.marines(), (), make.system(), paper=paper) as document:
        told = {}
        for page in document:
            for link in page.get_links():
                words = " ".join(
                    word for box, word in layout.words(page) if link["from"].contains((box.tl + box.br) / 2)
                )
                told.setdefault(link["page"], []).append(words)
        assert told
        for target, words in told.items():
            pages = {int(found[1]) for one in words if (found := re.fullmatch(r"p\. (\d+)", one))}
            assert pages == {target + 1}
            names = [one for one in words if not one.startswith("p. ")]
            there = re.sub(r"\s+", " ", layout.text(document[target]))
            assert all(re.sub(r" [A-Z]$", "", name.removesuffix(" Intercessor Squad")) in there for name in names)


@pytest.mark.unmeasured
def test_the_total_stays_with_the_last_unit(make):
    pages = []
    for number in range(31, 38):  # of which some have room on the first page
        army = make.army(tuple(make.intercessors(f"i{index}") for index in range(number)))
        with opened(army, (), make.system()) as document:
            told = [layout.text(page) for page in document]
            pages.append(next(index for index, text in enumerate(told) if "Total" in text))
            assert "Intercessor Squad" in told[pages[-1]].split("Total")[0]
    assert pages[0] == 0
    assert pages[-1] == 1


def test_findings_beyond_eight_stand_together_behind_the_cards(make):
    findings = [Diagnostic("rule", Text(f"mistake number {index}."), unit="captain") for index in range(11)]
    with opened(make.marines(), findings, make.system()) as document:
        first, *others = [layout.text(page) for page in document]
        assert "3 more findings" in first
        assert [index for index in range(11) if f"mistake number {index}." in first] == list(range(8))
        told = [page for page in others if "mistake number" in page]
        assert told in ([others[-1]], [others[-2]])
        assert [index for index in range(11) if f"mistake number {index}." in told[0]] == [8, 9, 10]


def test_many_findings_take_pages_of_their_own_in_type_of_full_size(make):
    findings = [Diagnostic("rule", Text(f"mistake number {index}."), unit="captain") for index in range(150)]
    with opened(make.marines(), findings, make.system()) as document:
        whole = "\n".join(layout.text(page) for page in document)
        assert all(f"mistake number {index}." in whole for index in range(150))
        assert min(span["size"] for page in document for span in page.get_texttrace()) >= 7


def test_a_card_longer_than_a_page_goes_on_behind_its_title(make):
    long = tuple(Ability(f"Rule {index}", "unit", "Words of a rule. " * 30) for index in range(40))
    with opened(make.army((replace(make.captain(), abilities=long),)), (), make.system()) as document:
        pages = [layout.text(page) for page in document]
        assert sum("continued" in page for page in pages) >= 1
        whole = "\n".join(pages)
        assert all(f"Rule {index}." in whole for index in range(40))
        assert next(page for page in pages if "below ½" in page) is next(page for page in pages if "Power fist" in page)


def telling(unit, lines, name="Tale"):
    """The unit with an ability of so many lines of text."""
    return replace(unit, abilities=(*unit.abilities, Ability(name, "unit", "So it was told at length. " * lines)))


def test_a_card_begins_where_much_of_a_page_is_left_and_goes_on_on_the_next(make):
    units = (telling(make.intercessors("a"), 75), telling(make.intercessors("b", 7), 150))
    with opened(make.army(units), (), make.system()) as document:
        first, second = (layout.text(document[number]) for number in (1, 2))
        assert first.count("Bolt rifle") == 2  # both with all of their weapons
        assert first.count("7 models\nbelow ½") == 1  # and the track
        assert second.startswith("Intercessor Squad B\ncontinued")
        assert second.count("told at length") > 5


def test_a_card_does_not_begin_where_little_is_left(make):
    units = (telling(make.intercessors("a"), 230), telling(make.intercessors("b", 7), 75))
    with opened(make.army(units), (), make.system()) as document:
        assert "7 models" not in layout.text(document[1])
        assert "7 models" in layout.text(document[2])
        assert "continued" not in layout.text(document[2])


def test_notes_do_not_take_a_page_of_their_own(make):
    army = replace(
        make.army(tuple(make.intercessors(f"i{number}") for number in range(33))),
        rules=(RuleGroup("Host", (Ability("Vow", "army", "All of them swore it."),)),),
    )
    with opened(army, (), make.system()) as document:
        assert "Vow" in layout.text(document[1])
        assert "Notes" not in layout.text(document[1])
        assert "Bolt rifle" in layout.text(document[1])  # the cards follow at once


@pytest.mark.unmeasured
def test_the_seal_is_never_alone_on_a_page(make):
    pinned = make.marines()
    for lines in range(0, 60, 3):
        units = tuple(telling(unit, lines) for unit in pinned.units[:4])
        with opened(replace(pinned, units=units), (), make.system()) as document:
            sealed = [layout.text(page) for page in document if "listbuilder verify" in layout.text(page)]
            assert len(sealed) == 1
            assert not sealed[0].startswith("SEAL")


def test_what_the_army_and_its_units_state_alike_stands_once(make):
    vow = "At the start of each turn all of them swear it again."
    units = tuple(replace(make.intercessors(key), abilities=(Ability("Vow", "faction", vow),)) for key in "ab")
    army = replace(make.army(units), rules=(RuleGroup("Host", (Ability("VOW", "army", vow),)),))
    with opened(army, (), make.system()) as document:
        told = [layout.text(page).replace("\n", " ") for page in document]
    rules = next(page for page in told[1:] if "Rules of the army" in page)
    assert rules.count("swear it again") == 1


@pytest.mark.parametrize("heading", ["Keywords", "Keywords and everything else that is said"])
def test_long_words_of_a_weapon_stand_below_its_name(make, heading):
    words = "Whenever it strikes, " + "another one of them strikes as well, as often as it did. " * 4
    values = tuple(
        (heading if name == "Keywords" else name, value)
        for name, value in make.melee("Club", "3 3+ 4 0 1", words).values
    )
    club = replace(make.melee("Club", "3 3+ 4 0 1"), values=values)
    unit = replace(make.captain(), weapons=(club, make.melee("Knife", "2 3+ 4 0 1", "Precision")))
    with opened(make.army((unit,)), (), make.system()) as document:
        found = layout.words(document[1])
        assert not [fault for fault in page_faults(document) if "overlap" in fault]
    place = {word: box for box, word in found}
    assert place["Whenever"].x0 == pytest.approx(place["Club"].x0, abs=1)
    assert place["Whenever"].y0 > place["Club"].y1 - 2
    if heading == "Keywords":
        assert place["Precision"].x0 > place["Knife"].x1 + 60


@pytest.mark.parametrize(("over", "words"), [(-100, "100 pts left of"), (0, "0 pts left of"), (100, "100 pts over")])
def test_what_is_left_of_the_limit_stands_beside_the_total(make, over, words):
    army = make.marines()
    with opened(replace(army, limit=army.points - over), (), make.system()) as document:
        assert words in re.sub(r"\s+", " ", layout.text(document[0]))


@pytest.mark.parametrize(
    ("severities", "words"),
    [
        ("", "no findings"),
        ("info", "no findings"),
        ("error", "1 error"),
        ("warning warning", "2 warnings"),
        ("unjudged", "1 open question"),
        ("error warning unjudged error", "2 errors · 1 warning · 1 open question"),
    ],
)
def test_the_stamp_counts_the_findings(make, severities, words):
    findings = tuple(Diagnostic(f"rule-{n}", Text("so"), one) for n, one in enumerate(severities.split()))
    with opened(make.marines(), findings, make.system()) as document:
        found = re.sub(r"\s+", "", layout.text(document[0])).casefold()
    assert words.replace(" ", "").replace("·", "") in found.replace("·", "")


def test_no_line_of_the_masthead_ends_between_two_facts(make):
    choices = tuple(Chosen(f"lore-{n}", f"Lore {n}", str(n), f"Lore of Mist and Smoke {n}") for n in range(6))
    with opened(replace(make.marines(), choices=choices), (), make.system()) as document:
        lines = layout.text(document[0]).splitlines()
        bar = lines[: next(at for at, line in enumerate(lines) if line == "UNITS")]
    assert sum("Lore of Mist" in line for line in bar) > 1
    assert not any(line.rstrip("\u00a0 ").endswith("·") for line in bar)


@pytest.mark.parametrize(("paper", "named"), [("a4", True), ("a5", False)])
def test_the_foot_names_the_game_where_it_has_room_for_all_of_it(make, paper, named):
    with opened(make.marines(), (), make.system(), paper=paper) as document:
        for page in document:
            words = layout.text(page)
            assert ("40,000 10th edition" in words or "· Warhammer" in words or page.number == 0) or not named
            assert "Warhammer 40,000…" not in words
            assert "Warhammer…" not in words


def test_figures_in_texts_have_a_true_minus(make):
    worse = Ability("Deed", "unit", "It has -1 to hit within 1-2 inches, D6-1 times.")
    army = make.army((replace(make.captain(), abilities=(worse,)),))
    with opened(army, (), make.system()) as document:
        words = "".join(layout.text(page) for page in document)
    assert "\u22121 to hit within 1-2 inches, D6-1" in " ".join(words.split())


def test_what_several_units_of_a_card_have_alike_stands_once(make):
    drone = Ability("Drone", "wargear", "It flies beside its bearer.")
    army = make.marines()
    units = tuple(replace(unit, abilities=(*unit.abilities, drone)) for unit in army.units)
    with opened(replace(army, units=units), (), make.system()) as document:
        words = layout.text(document[1])
    assert words.count("It flies") == words.count("Drone")
    assert "Drone (" not in words  # all units of each card have it


@pytest.mark.parametrize("kind", ["roster", "compact", "submission"])
def test_thousands_of_findings_are_counted_and_not_printed(make, kind, monkeypatch):
    monkeypatch.setattr(verdicts, "MOST_PRINTED", 70)
    findings = [Diagnostic("rule", Text(f"mistake <{index}>.")) for index in range(300)]
    data = print_army(make.marines(), findings, make.system(), PrintOptions(kind))
    with pymupdf.open(stream=data, filetype="pdf") as document:
        words = " ".join(" ".join(map(layout.text, document)).split())
    assert [int(one) for one in re.findall(r"istake <(\d+)>", words)] == list(range(70))
    assert "230 more findings are not printed: listbuilder check shows them" in words


@pytest.mark.parametrize("extra", range(6))
def test_how_many_findings_are_not_printed_stands_on_the_page(make, extra, monkeypatch):
    monkeypatch.setattr(verdicts, "MOST_PRINTED", 46 + extra)
    findings = [Diagnostic("rule", Text(f"mistake {index}.")) for index in range(100)]
    with opened(make.marines(), findings, make.system()) as document:
        (found,) = [place for page in document for place in page.search_for("are not printed")]
        assert found.y1 < document[0].rect.height - 20


def test_few_findings_take_no_page_of_their_own(make):
    findings = [Diagnostic("rule", Text(f"mistake number {index}."), unit="captain") for index in range(9)]
    army = make.army((make.captain(), make.redemptor("r")))
    with opened(army, findings[:8], make.system()) as document:
        usual = len(document)
    with opened(army, findings, make.system()) as document:
        pages = [layout.text(page) for page in document]
    at = next(index for index, page in enumerate(pages) if "mistake number 8." in page)
    assert f"1 more finding on page {at + 1}" in pages[0]
    assert len(pages) == usual


def test_copies_on_a_card_have_boxes_of_their_own(make):
    once = (Ability("Burst", "unit", "Once per battle, burst."),)

    def shapes(count):
        units = tuple(replace(make.redemptor(f"r{n}"), abilities=once) for n in range(count))
        with opened(make.army(units), (), make.system()) as document:
            drawn = [shape for page in document for shape in page.get_drawings() if shape["rect"].width < 13]
        return sum({item[0] for item in one["items"]} == {"c"} and one["rect"].width > 11 for one in drawn)

    assert shapes(3) >= shapes(1) + 2


def test_the_reference_stands_below_the_turn_sheet_where_that_saves_a_page(make):
    seen = set()
    for lines in range(20, 60, 2):
        army = make.army((telling(make.captain(), lines), telling(make.redemptor("r"), 6)))
        with opened(army, (), make.system()) as document:
            pages = [layout.text(page) for page in document]
        turn = next(page for page in pages if "Turn sheet" in page)
        seen.add("Arrival of reserves" in turn)
        assert sum("Arrival of reserves" in page for page in pages) == 1
    assert seen == {True, False}


@pytest.mark.parametrize("kind", ["roster", "compact", "cards"])
def test_keywords_that_data_hide_from_players_are_not_printed(make, kind):
    unit = make.captain()
    unit = replace(unit, keywords=(*unit.keywords, "MAY_HAVE_ARMOUR"), unprinted=frozenset(["MAY_HAVE_ARMOUR"]))
    with opened(make.army((unit,)), (), make.system(), layout=kind) as document:
        words = "".join(layout.text(page) for page in document)
    assert "MAY_HAVE" not in words
    assert "Tacticus" in words


@pytest.mark.parametrize(("room", "begins"), [(20 * mm, False), (30 * mm, True)])
def test_a_section_of_rules_does_not_begin_with_a_line_or_two(make, room, begins):
    told = Ability("Vow", "army", "At the start of each turn all of them swear it again. " * 80)
    army = replace(make.army((make.captain(),)), rules=(RuleGroup("Host", (told,)),))
    flow = Flow(page_frame("a4"))
    flow.add(Gap(flow.frame.height - flow.gap - room))
    add_rules(flow, brief(army, (), make.system()), "full")
    assert len(flow.pages) == 2
    assert (len(flow.pages[0]) == 2) == begins


@pytest.mark.parametrize(
    ("part", "foot", "lined"), [(0.2, 0.1, True), (0.2, 0.0, True), (0.7, 0.0, False), (0.4, 0.3, False)]
)
def test_a_page_that_is_left_bare_has_lines_down_to_what_stands_at_its_foot(part, foot, lined):
    flow = Flow(page_frame("a4"))
    flow.add(Gap(20))
    flow.turn_page()
    high = flow.frame.height
    flow.add(Gap(part * high))
    if foot:
        flow.add_below(Gap(foot * high))
    before = len(flow.pages[1])
    line_bare_pages(flow)
    assert len(flow.pages[0]) == 1  # the first page is the summary's
    tops = [(one.top, one.top - one.block.height(one.width)) for one in flow.pages[1]]
    assert len(tops) == before + lined
    assert all(low >= top for (_top, low), (top, _low) in pairwise(tops))
    assert tops[-1][1] >= flow.frame.below - 0.01
    if lined:
        assert flow.frame.top - part * high - tops[1][0] == pytest.approx(flow.gap)
        assert tops[1][0] - tops[1][1] > 0.5 * high  # it is used


def rules_section(make, *texts, of_army=True, paper="a4", room=None):
    """The flow with the section of rules that an army states."""
    told = tuple(Ability(f"Vow {number}", "army" if of_army else "core", text) for number, text in enumerate(texts))
    unit = replace(make.captain(abilities=() if of_army else told), weapons=())
    army = replace(make.army((unit,)), rules=(RuleGroup("Host", told),) if of_army else ())
    flow = Flow(page_frame(paper))
    if room is not None:
        flow.add(Gap(flow.frame.height - flow.gap - room))
    add_rules(flow, brief(army, (), make.system()), "full")
    return flow


@pytest.mark.parametrize(("of_army", "title"), [(True, "Rules of the army"), (False, "Abilities and keywords")])
def test_a_section_of_rules_is_named_after_what_is_in_it(make, of_army, title):
    flow = rules_section(make, "Swear it again.", of_army=of_army)
    assert [one.title for page in flow.pages for placed in page for one in placed.bookmarks] == [title]


def test_without_any_text_there_is_no_section_of_rules(make):
    assert rules_section(make, "").pages == [[]]


@pytest.mark.parametrize(("paper", "columns"), [("a4", 3), ("letter", 3), ("a5", 2)])
def test_rules_stand_in_as_many_columns_as_the_paper_has_room_for(make, paper, columns):
    flow = rules_section(make, *["All of them swear it again. " * 6] * 12, paper=paper)
    ((placed,),) = flow.pages
    assert placed.block.blocks[1].count == columns


def test_a_long_section_of_rules_goes_on_over_pages_below_its_head(make):
    flow = rules_section(make, *["All of them swear it again. " * 40] * 30)
    assert len(flow.pages) > 1
    assert [sum(len(placed.bookmarks) for placed in page) for page in flow.pages] == [1] + [0] * (len(flow.pages) - 1)
    for page in flow.pages:
        (placed,) = page
        assert placed.top == pytest.approx(flow.frame.top)
        assert placed.block.height(placed.width) <= flow.frame.height + 0.01
    assert all(page[0].block.height(page[0].width) > 0.8 * flow.frame.height for page in flow.pages[:-1])


def test_a_short_section_of_rules_stays_on_its_page_however_little_is_left(make):
    flow = rules_section(make, "Swear it.", room=20 * mm)
    assert len(flow.pages) == 1
    assert len(rules_section(make, "Swear it.", room=8 * mm).pages) == 2


def test_the_units_at_a_glance_stand_before_the_turn_sheet_where_that_saves_a_page(make):
    units = tuple(replace(make.redemptor(f"r{number}"), name=f"Walker {number}") for number in range(60))
    with opened(make.army(units), (), make.system()) as document:
        pages = [layout.text(page) for page in document]
    with opened(make.army(units[:8]), (), make.system()) as document:
        few = [layout.text(page) for page in document]
    glances = [number for number, text in enumerate(pages) if "Units at a glance" in text]
    sheet = next(number for number, text in enumerate(pages) if "Turn sheet" in text)
    assert glances == [sheet - 1]
    assert sheet == len(pages) - 1
    assert all(f"Walker {number}\n" in pages[sheet - 1] for number in range(60))
    assert "Units at a glance" in next(text for text in few if "Turn sheet" in text)  # else they stand on it


def test_units_at_a_glance_are_not_parted_to_stand_at_a_foot(make):
    briefing = brief(make.marines(), (), make.system())
    for room, fits in ((200 * mm, True), (30 * mm, False)):
        flow = Flow(page_frame("a4"))
        assert not add_units_at_foot(flow, briefing)  # nothing stands on the page yet
        flow.add(Gap(flow.frame.height - flow.gap - room))
        assert add_units_at_foot(flow, briefing) == fits
        assert (len(flow.pages), len(flow.pages[0])) == (1, 1 + fits)
