"""What changed between two points documents: every fact that differs, and nothing else."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from listbuilder.resources import shipped
from listbuilder.sources.cache import Cache
from listbuilder.sources.points.difference import Change, Fact, difference, of_page
from listbuilder.sources.points.documents import Document, documents
from listbuilder.sources.points.reading import page as page_of


def changes(before: dict[str, Any], after: dict[str, Any]) -> list[Change]:
    head = {"name": "Gulls", "version": "1.0", "date": "2026-03-01"}
    return list(of_page("gulls", *(page_of("gulls", head | one) for one in (before, after))))


def of_unit(before: dict[str, Any], after: dict[str, Any]) -> tuple[Fact, ...]:
    price = {"points": {"1": 5}}
    found = changes({"units": {"Gull": price | before}}, {"units": {"Gull": price | after}})
    if not found:
        return ()
    (change,) = found
    assert (change.page, change.what, change.name, change.change) == ("gulls", "unit", "Gull", "changed")
    return change.facts


def test_a_page_that_says_the_same_has_not_changed():
    one = {"units": {"Gull": {"points": {"1": 5, "5": 25}}}, "detachments": {"Flock": {"points": 1}}}
    other = {
        "date": "2026-05-01",
        "version": "2.0",
        "units": {"Gull": {"points": {"5": Decimal("25.0"), "1": 5}, "legends": False}},
        "detachments": {"Flock": {"points": 1, "enhancements": {}}},
    }
    assert changes(one, other) == []


@pytest.mark.parametrize(
    ("before", "after", "fact"),
    [
        ({"points": {"1": 5}}, {"points": {"1": 4}}, Fact("points", "1", 5, 4)),
        ({"points": {"1": 5, "2": 0}}, {}, Fact("points", "2", 0, None)),
        ({}, {"again": {"3": 10}}, Fact("again", "3", None, 10)),
        ({"again": {"3": 10}}, {"again": {"3": 15}}, Fact("again", "3", 10, 15)),
        ({}, {"additions": {"Raft": 60}}, Fact("addition", "Raft", None, 60)),
        ({"items": {"tin hat": 5}}, {"items": {"tin hat": Decimal("7.5")}}, Fact("item", "tin hat", 5, Decimal("7.5"))),
        ({"leads": ["Tern"]}, {}, Fact("leads", "Tern", True, None)),
        ({}, {"supports": [{"keywords": ["Bird", "Tin"]}]}, Fact("supports", "Bird + Tin", None, True)),
        ({}, {"legends": True}, Fact("legends", "", None, True)),
    ],
    ids=lambda value: str(value.what) if isinstance(value, Fact) else "",
)
def test_each_fact_of_a_unit(before: dict[str, Any], after: dict[str, Any], fact: Fact):
    assert of_unit(before, after) == (fact,)


def test_prices_of_a_composition_are_told_by_their_models():
    models = [{"models": {"Keeper": 1, "Gull": 10}, "price": 45}]
    assert of_unit({"points": {"11": 45}}, {"points": models}) == (
        Fact("composition", "1 Keeper, 10 Gull", None, 45),
        Fact("points", "11", 45, None),
    )


def test_a_unit_that_stands_in_another_part_of_the_page_is_the_same():
    unit = {"Gull": {"points": {"1": 5}}}
    (change,) = changes({"units": unit}, {"groups": {"Shore": unit}})
    assert (change.change, change.facts) == ("changed", (Fact("group", "", None, "Shore"),))


def test_a_name_that_is_written_otherwise_is_the_same():
    (change,) = changes(
        {"units": {"Gull’S Own": {"points": {"1": 5}}}}, {"units": {"Gull's own": {"points": {"1": 5}}}}
    )
    assert (change.name, change.facts) == ("Gull's own", (Fact("name", "", "Gull’S Own", "Gull's own"),))


def test_what_came_and_what_went_is_told_whole():
    came, went = changes(
        {"units": {"Tern": {"points": {"1": 5}, "legends": True}}}, {"units": {"Gull": {"points": {"1": 6}}}}
    )
    assert (came.name, came.change, came.facts) == ("Gull", "added", (Fact("points", "1", None, 6),))
    assert (went.name, went.change) == ("Tern", "removed")
    assert went.facts == (Fact("points", "1", 5, None), Fact("legends", "", True, None))


def test_detachments_and_their_enhancements():
    old = {"points": 2, "disposition": "Take", "tag": "Wings", "enhancements": {"Beak": 10, "Call": 5}}
    new = {"points": 3, "disposition": "Hold", "enhancements": {"Beak": {"points": 10, "upgrade": True}, "Shine": 15}}
    flock, beak, shine, call = changes({"detachments": {"Flock": old}}, {"detachments": {"Flock": new}})
    assert (flock.what, flock.name, flock.within) == ("detachment", "Flock", "")
    assert flock.facts == (
        Fact("points", "", 2, 3),
        Fact("disposition", "", "Take", "Hold"),
        Fact("tag", "", "Wings", None),
    )
    assert {(one.what, one.within) for one in (beak, shine, call)} == {("enhancement", "Flock")}
    assert (beak.change, beak.facts) == ("changed", (Fact("upgrade", "", None, True),))
    assert (shine.change, call.change) == ("added", "removed")


def test_an_enhancement_of_another_detachment_is_another():
    before = {"Flock": {"points": 1, "enhancements": {"Beak": 5}}, "Nest": {"points": 1}}
    after = {"Flock": {"points": 1}, "Nest": {"points": 1, "enhancements": {"Beak": 5}}}
    assert [(one.within, one.change) for one in changes({"detachments": before}, {"detachments": after})] == [
        ("Flock", "removed"),
        ("Nest", "added"),
    ]


def test_what_units_cost_in_other_armies_is_apart():
    unit = {"units": {"Gull": {"points": {"1": 5}}}}
    (change,) = changes(unit, unit | {"allied": {"Gull": {"points": {"1": 9}}}})
    assert (change.what, change.name, change.change) == ("allied", "Gull", "added")


def test_a_parent_is_a_fact_of_the_page():
    (change,) = changes({}, {"parent": "birds"})
    assert (change.what, change.facts) == ("page", (Fact("parent", "", None, "birds"),))


def test_a_change_is_like_that_of_another_page():
    unit, dearer = ({"points": {"1": points}} for points in (5, 6))
    (own,) = changes({"units": {"Gull": unit}}, {"units": {"Gull": dearer}})
    (same,) = changes({"groups": {"Shore": {"Gull": unit}}}, {"groups": {"Shore": {"Gull": dearer}}})
    (other,) = changes({"units": {"Gull": dearer}}, {"units": {"Gull": unit}})
    (new,) = changes({}, {"units": {"Gull": dearer}})
    (new_there,) = changes({}, {"groups": {"Shore": {"Gull": dearer}}})
    assert own.is_like(same)
    assert new.is_like(new_there)
    assert not any(one.is_like(two) for one, two in itertools.combinations((own, other, new), 2))


@pytest.fixture
def document(tmp_path: Path) -> Callable[..., Document]:
    def made(version: str, **pages: str) -> Document:
        folder = tmp_path / "points" / version
        folder.mkdir(parents=True)
        for name, text in pages.items():
            head = f'name: {name.title()}\nversion: "{version}"\ndate: 2026-03-01\n'
            (folder / f"{name}.yaml").write_text(head + text, "utf-8")
        return next(one for one in documents("shore", [tmp_path], Cache(tmp_path / "cache")) if one.version == version)

    return made


def test_pages_that_came_and_went(document: Callable[..., Document]):
    unit = "units: {Gull: {points: {1: 5}}}\n"
    before = document("1.0", crabs=unit, gulls=unit)
    after = document("1.1", gulls=unit.replace("5", "6"), terns=unit)
    assert [(one.page, one.what, one.name, one.change) for one in difference(before, after)] == [
        ("gulls", "unit", "Gull", "changed"),
        ("terns", "page", "Terns", "added"),
        ("crabs", "page", "Crabs", "removed"),
    ]


def test_the_shipped_documents_differ_as_their_publisher_says():
    after, before = documents("wh40k-11e", [shipped("factions") / "wh40k-11e"])
    found = {(one.page, one.within, one.name): one.facts for one in difference(before, after)}
    assert found["adepta-sororitas", "", "Celestian Sacresants"] == (
        Fact("again", "3", None, 10),
        Fact("again", "2", 15, None),
    )
    assert found["orks", "", "Green Tide"] == (Fact("points", "", 2, 3),)
    assert found["orks", "", "Boyz"] == (Fact("points", "20", 150, 160), Fact("again", "4", None, 10))
    assert ("orks", "", "Beastboss") not in found


def test_the_way_back_is_the_same_turned_round():
    after, before = documents("wh40k-11e", [shipped("factions") / "wh40k-11e"])
    there = {(one.page, one.within, fact) for one in difference(before, after) for fact in one.facts}
    back = {
        (one.page, one.within, Fact(fact.what, fact.of, fact.after, fact.before))
        for one in difference(after, before)
        for fact in one.facts
    }
    assert len(there) > 500
    assert there == back
