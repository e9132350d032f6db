"""The roster for the opponent: what it keeps to itself."""

from __future__ import annotations

import pymupdf

from listbuilder.catalogue.facts import Leader
from listbuilder.i18n import Text
from listbuilder.print import PrintOptions, print_army
from listbuilder.print.briefing import brief
from listbuilder.print.opened import opened
from listbuilder.print.whereabouts import reserves
from listbuilder.replacing import replace
from listbuilder.roster.declarations import Declarations
from listbuilder.rules.diagnostic import Diagnostic


def pages(army, findings, rules):
    data = print_army(army, findings, rules, PrintOptions("open"))
    with pymupdf.open(stream=data, filetype="pdf") as document:
        return [page.get_text() for page in document]


def test_no_declaration_is_on_it(armies, rules):
    army = armies["marines"][0]
    shown = opened(brief(army, (), rules))
    assert not shown.declared
    assert reserves(shown) == ()
    assert all(len(group.units) == 1 for group in shown.formation.groups)
    assert [unit.name for unit in shown.army.units] == [unit.name for unit in army.units]
    text = "".join(pages(army, (), rules))
    assert "leads" not in text
    assert "carries" not in text


def test_no_note_is_on_it(make, rules):
    squad = make.intercessors("i")
    lines = tuple(replace(line, notes="last") for line in squad.models)
    noted = opened(brief(make.army((replace(squad, notes="hold the left", models=lines),)), (), rules))
    assert noted.army.units == (squad,)


def test_it_says_on_each_page_what_is_left_out(armies, rules):
    found = pages(*armies["marines"], rules)
    assert found
    assert all("For the opponent: without notes, declarations and reserves" in page for page in found)


def test_it_has_the_same_points_and_enhancements(armies, rules):
    army = armies["marines"][0]
    text = "".join(pages(army, (), rules))
    names = [taken.name for unit in army.units for taken in unit.enhancements]
    assert names
    assert all(name in text for name in names)


def test_findings_about_declarations_stay_at_home(armies, rules):
    army = armies["marines"][0]
    hidden = Diagnostic("sr-quarter", Text("too much waits"))
    told = Diagnostic("points-limit", Text("too many points"))
    shown = opened(brief(army, (hidden, told), rules))
    assert shown.findings == (told,)
    assert opened(brief(army, (hidden,), rules)).verdict == "legal"


def test_the_seal_is_left_out_where_it_covers_more(armies, rules):
    army = armies["marines"][0]
    told = Diagnostic("points-limit", Text("too many points"))
    sealed = object()
    briefing = replace(brief(army, (told,), rules), seal=sealed)
    assert opened(briefing).seal is sealed
    assert opened(replace(briefing, findings=(told, Diagnostic("sr-quarter", Text("x"))))).seal is None


def test_parts_of_units_and_marks_stay(make, rules):
    part = replace(make.captain("p"), leader=Leader(retinue=True))
    declared = Declarations(attach={"p": "i", "c": "i"}, marks={"Chosen": ("i",)}, strategic_reserves=("i",))
    army = make.army((part, make.captain("c"), make.intercessors("i")), declarations=declared)
    kept = opened(brief(army, (), rules)).army.declarations
    assert kept == Declarations(attach={"p": "i"}, marks={"Chosen": ("i",)})
