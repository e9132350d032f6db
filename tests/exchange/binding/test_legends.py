"""Units that a text marks as of Legends: settings that the data ask for, and datasheets that are none of Legends."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from listbuilder.catalogue.model import Catalogue, CategoryEntry, CategoryLink, Modifier
from listbuilder.catalogue.pin import DataPin
from listbuilder.catalogue.system import System
from listbuilder.catalogue.terms import Term
from listbuilder.catalogue.vocabulary import NEUTRAL
from listbuilder.exchange.binding import legends
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.binding.settings import Settings
from listbuilder.exchange.reading import aos
from listbuilder.exchange.reading.record import ListRecord, UnitRecord
from listbuilder.exchange.writing.sheet import sheet_of
from listbuilder.replacing import replace
from listbuilder.validation import validate_bytes
from tests.engine import factory as f

TERMS = replace(NEUTRAL.terms, legends=Term(name={"en": "Old ones"}))
OLD = (CategoryLink(id="of-old", target_id="old"),)
CATEGORIES = (*f.CATEGORIES, CategoryEntry(id="old", name="OLD ONES"))


def hidden_without(setting: str) -> tuple[Modifier, ...]:
    missing = f.when("lessThan", 1, setting, scope="roster", include_child_selections=True)
    return (Modifier(type="set", field="hidden", value="true", conditions=(missing,)),)


def allowed(table: f.Table, *units: UnitRecord) -> list[str]:
    """The settings of the army after a list with these units was bound."""
    ids = [table.take(one.id).id for one in units]
    record = ListRecord("x", units=list(units))
    data = cast(Any, SimpleNamespace(library=table.library, faction=SimpleNamespace(id="cat")))
    legends.allow(record, ids, Settings(record, data, table.force, table.roster, Problems("list.txt")))
    settings = [node for node in table.force.selections if node.option.type != "unit"]
    return [node.option.id for root in settings for node in root.walk()]


@pytest.mark.parametrize(
    ("name", "marked", "chosen"),
    [
        ("Giant", True, ["allow"]),
        ("Giant [Legends]", False, ["allow"]),
        ("Giant", False, []),  # an older list may not know
    ],
)
def test_what_hides_a_marked_unit_is_chosen(name: str, marked: bool, chosen: list[str]) -> None:
    table = f.table(f.unit("giant", modifiers=hidden_without("allow")), f.unit("allow", type="upgrade"))
    assert allowed(table, UnitRecord(name, id="giant", legends=marked)) == chosen


def test_a_setting_may_stand_below_another() -> None:
    shown = f.unit("show", type="upgrade", entries=(f.unit("drums", type="upgrade"), f.unit("allow", type="upgrade")))
    table = f.table(f.unit("giant", modifiers=hidden_without("allow")), shown)
    units = [UnitRecord("Giant", id="giant", legends=True) for _ in range(2)]
    assert allowed(table, *units) == ["show", "allow"]


@pytest.mark.parametrize(("most", "chosen"), [(1, ["size", "small"]), (2, ["size", "small", "large"])])
def test_a_setting_that_another_choice_excludes_is_not_chosen(most: int, chosen: list[str]) -> None:
    """Data may show a unit in one battle size only; the list states another."""
    sizes = tuple(f.unit(name, type="upgrade") for name in ("small", "large"))
    size = f.unit("size", type="upgrade", groups=(f.group("sizes", *sizes, constraints=(f.most(most),)),))
    table = f.table(f.unit("giant", modifiers=hidden_without("large")), size)
    table.take("small", table.take("size"))
    assert allowed(table, UnitRecord("Giant", id="giant", legends=True)) == chosen


def test_what_is_not_hidden_needs_none() -> None:
    table = f.table(f.unit("giant"), f.unit("allow", type="upgrade"))
    assert allowed(table, UnitRecord("Giant", id="giant", legends=True)) == []


@pytest.mark.parametrize(
    ("fields", "known"),
    [({}, False), ({"category_links": OLD}, True), ({"name": "Giant [Legends]"}, True)],
)
@pytest.mark.parametrize("name", ["Giant [Legends]", "Giant"])
def test_what_the_data_do_not_mark_is_named(fields: dict[str, Any], known: bool, name: str) -> None:
    table = f.table(f.unit("giant", **fields), of_system={"category_entries": CATEGORIES})
    node = table.take("giant")
    record, problems = ListRecord("x", units=[UnitRecord(name, 7, legends=name == "Giant")]), Problems("list.txt")
    legends.compare(record, [node.id], table.roster, TERMS, problems)
    assert [(str(one.message), one.line, one.severity, one.rule) for one in problems.found] == (
        [] if known else [("Giant: the list marks it as Old ones, the data do not", 7, "unjudged", "unknown-name")]
    )


def test_the_app_of_age_of_sigmar_marks_below_a_unit() -> None:
    text = "Rats 100/1000 pts\n\nSkaven\n\nGeneral's Regiment\nClawlord (100)\n• General\n• Legends\nClanrats (150)\n"
    assert [(unit.name, unit.legends, unit.warlord) for unit in aos.read(text).units] == [
        ("Clawlord", True, True),
        ("Clanrats", False, False),
    ]


def test_a_written_unit_keeps_the_mark_of_its_name() -> None:
    """The name without it may be another datasheet's."""
    table = f.table(f.unit("old", name="Giant [Legends]"), f.unit("new", name="Giant"))
    for name in ("old", "new"):
        table.take(name)
    system = System(id="made-up", name={"en": "Made up"})
    data = SimpleNamespace(
        system=system, faction=Catalogue(id="cat", name="Cat"), pin=DataPin("made-up"), form="forces"
    )
    bound = cast(Any, SimpleNamespace(data=data, roster=table.roster, document=SimpleNamespace(file="list.yaml")))
    assert [unit.datasheet for unit in sheet_of(bound).army.units] == ["Giant [Legends]", "Giant"]


TEXT = """\
Old (1000 points)

Warhammer 40,000 10th edition
Space Marines
Gladius Task Force
Incursion (1000 points)

CHARACTERS

Captain{mark} (80 points)
  • 1x Bolt pistol
  • 1x Close combat weapon
  • 1x Master-crafted bolter
  • Warlord

OTHER DATASHEETS

Rapier Carrier [Legends] (75 points)
"""


def test_a_list_that_knows_more_than_the_data_is_not_judged() -> None:
    """Native data have no Captain of Legends; what the points and options of that one are nobody knows."""
    said = {
        str(one.message): one.severity
        for one in validate_bytes(TEXT.format(mark=" [Legends]").encode(), "list.txt").findings
    }
    assert said["Captain: the list marks it as Legends, the data do not"] == "unjudged"
    said = {
        str(one.message): one.severity for one in validate_bytes(TEXT.format(mark="").encode(), "list.txt").findings
    }
    assert not any("marks it as" in one for one in said)
