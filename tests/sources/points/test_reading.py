"""Pages of points documents: what their files mean, and what is said of files with mistakes."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from listbuilder.errors import Problem
from listbuilder.sources.points import reading
from listbuilder.sources.points.record import Joins, Page, Price

HEAD = 'name: Tin Gulls\nversion: "1.0"\ndate: 2026-03-01\n'


def read(text: str, head: str, **others: str) -> tuple[list[Page], list[Problem]]:
    files = {
        "tin-gulls": head + text,
        **{name: HEAD.replace("Tin Gulls", name) + inside for name, inside in others.items()},
    }
    return reading.read([(Path(f"points/1.0/{name}.yaml"), one.encode()) for name, one in files.items()])


def page(text: str, **others: str) -> Page:
    found, problems = read(text, HEAD, **others)
    assert not problems
    return found[0]


def mistakes(text: str, *, head: str = HEAD, **others: str) -> list[str]:
    found, problems = read(text, head, **others)
    assert "tin-gulls" not in [one.id for one in found]
    return [str(one).replace("\\", "/").removeprefix("points/1.0/tin-gulls.yaml:") for one in problems]


def unit(text: str):
    (found,) = page(f"units: {{Gull: {{{text}}}}}").units
    return found


def test_the_head_of_a_page():
    found = page("parent: birds\n", birds="")
    assert (found.id, found.name, found.version, found.date) == ("tin-gulls", "Tin Gulls", "1.0", "2026-03-01")
    assert (found.parent, found.units, found.allied, found.detachments) == ("birds", (), (), ())


def test_prices_by_size_stand_in_the_order_of_sizes():
    found = unit("points: {10: 80, 5: 40.5, 9: 90}")
    assert found.prices == (
        Price(models=5, points=Decimal("40.5")),
        Price(models=9, points=90),
        Price(models=10, points=80),
    )


def test_a_price_by_composition_is_of_as_many_models_as_it_names():
    found = unit("points: [{models: {Gull: 20}, price: 80}, {models: {Gull: 10, Keeper: 1}, price: 45}]")
    assert found.prices == (
        Price(models=11, points=45, of={"Gull": 10, "Keeper": 1}),
        Price(models=20, points=80, of={"Gull": 20}),
    )


def test_what_stands_on_top_of_the_price():
    found = unit("points: {1: 5}, again: {10: 5, 3: 20}, additions: {Raft: 60}, items: {tin hat: 15}, legends: true")
    assert list(found.again.items()) == [(3, 20), (10, 5)]
    assert (found.additions, found.items, found.legends) == ({"Raft": 60}, {"tin hat": 15}, True)


def test_whom_a_unit_may_join_is_told_by_names_and_keywords():
    found = unit("points: {1: 5}, leads: [Terns, {keywords: [Bird, Tin]}], supports: [Crabs]")
    assert found.leads == Joins(names=("Terns",), keywords=(("Bird", "Tin"),))
    assert found.supports == Joins(names=("Crabs",))
    assert not unit("points: {1: 5}").leads


def test_units_of_other_parts_of_a_page_have_its_heading():
    found = page("units: {Gull: {points: {1: 5}}}\ngroups: {Shore: {Crab: {points: {1: 6}}}}\n")
    assert [(one.name, one.group) for one in found.units] == [("Gull", ""), ("Crab", "Shore")]


def test_allied_units_have_prices_of_their_own():
    found = page("units: {Gull: {points: {1: 5}}}\nallied: {Gull: {points: {1: 9}, again: {2: 1}}}\n")
    assert [(one.name, one.prices, one.again) for one in found.allied] == [
        ("Gull", (Price(models=1, points=9),), {2: 1})
    ]


def test_detachments_and_their_enhancements():
    (found,) = page(
        "detachments:\n  Flock: {points: 2, disposition: Take and Hold, tag: Wings, enhancements: "
        "{Beak: 10, Shine: {points: 15, upgrade: true}, Call: {points: 5, leads: [Terns], supports: [Crabs]}}}\n"
    ).detachments
    assert (found.name, found.points, found.disposition, found.tag) == ("Flock", 2, "Take and Hold", "Wings")
    beak, shine, call = found.enhancements
    assert (beak.name, beak.points, beak.upgrade, beak.leads) == ("Beak", 10, False, Joins())
    assert (shine.points, shine.upgrade) == (15, True)
    assert (call.points, call.upgrade, call.leads, call.supports) == (
        5,
        False,
        Joins(names=("Terns",)),
        Joins(names=("Crabs",)),
    )


def test_the_folder_says_the_version():
    head = HEAD.replace("1.0", "1.10")
    assert mistakes("", head=head) == ["2:10: version: 1.10 differs from the folder's name 1.0"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("parent: bards\n", "4:9: unknown page: bards (did you mean birds?)"),
        ("parent: tin-gulls\n", "4:9: tin-gulls is this page itself (known: birds)"),
        ("allied: {Crab: {points: {1: 5}}}\n", "4:10: unknown datasheet: Crab"),
        (
            "units: {Crab: {points: {1: 5}}}\ngroups: {Shore: {crab: {points: {1: 5}}}}\n",
            "5:18: crab is there twice",
        ),
        ("units: {Gull: {points: {1: 5}, leads: [Tern, Crab, tern]}}\n", "4:52: tern is there twice"),
        (
            "groups: {A: {Gull: {points: {1: 5}, supports: [{keywords: [Tin, Bird]}, {keywords: [Bird, tin]}]}}}\n",
            "4:73: Bird, tin is there twice",
        ),
        (
            "detachments: {A: {points: 1, enhancements: {B: {points: 1, leads: [Tern, Tern]}, C: 1}}}\n",
            "4:74: Tern is there twice",
        ),
        ("units: {Tin-Gull: {points: {1: 5}}, Tingull: {points: {1: 6}}}\n", "4:37: Tingull is there twice"),
        ("detachments: {A: {points: 1, enhancements: {B b: 1, b-b: 2}}}\n", "4:53: b-b is there twice"),
        ("detachments: {A: {points: 1}, a: {points: 2}}\n", "4:31: a is there twice"),
        ("units: {Gull: {points: {}}}\n", "4:24: points: too few entries, expected at least 1"),
        ("units: {Gull: {points: {05: 5}}}\n", "4:25: the key 05 does not look like 10"),
        ("units: {Gull: {points: {5: -1}}}\n", "4:28: points: 5: -1 is too small, it must be at least 0"),
        ("units: {Gull: {points: {5: 1}, again: {1: 5}}}\n", "4:40: the key 1 does not look like 3"),
        ("units: {Gull: {points: {5: 1}, lead: [Tern]}}\n", "4:32: unknown key lead (did you mean leads?)"),
        ("units: {Gull: {points: {5: 1}, leads: Tern}}\n", "4:39: leads: expected a list, found Tern"),
        ("units: {Gull: {legends: true}}\n", "4:15: the key points is missing"),
        ("detachments: {Flock: {points: 1.5}}\n", "4:31: points: expected a whole number, found 1.5"),
        ("units: [Gull]\n", "4:8: units: expected keys and values, found a list"),
        ("units: {Gull: {points: {5: 1}}, Gull: {points: {5: 1}}}\n", "4:33: duplicate key Gull, first in line 4 (keep one of them)"),
    ],
)  # fmt: skip
def test_a_mistake_is_said_with_its_place(text: str, said: str):
    assert mistakes(text, birds="") == [said]


def test_a_part_of_a_page_has_no_parts_of_its_own():
    said = "4:9: chapter is itself a part of another page (known: birds)"
    assert mistakes("parent: chapter\n", birds="", chapter="parent: birds\n") == [said]


def test_a_page_with_mistakes_hides_no_other():
    found, problems = read("units: {Gull: {}}\n", HEAD, birds="", crabs="parent: birds\n", broken="{")
    assert [one.id for one in found] == ["birds", "crabs"]
    assert {Path(one.file).stem for one in problems} == {"tin-gulls", "broken"}


def test_a_page_whose_parent_has_mistakes_is_read():
    found, problems = read("parent: birds\n", HEAD, birds="units: []\n")
    assert [one.id for one in found] == ["tin-gulls"]
    assert [Path(one.file).stem for one in problems] == ["birds"]


@pytest.mark.parametrize("name", ["tin gulls", "TIN-GULLS", "Tin\u00a0Gulls"])
def test_two_pages_of_one_name_are_both_refused(name: str):
    """Which of them decided depended on who asked."""
    others = [
        (Path(f"points/1.0/{one}.yaml"), HEAD.replace("Tin Gulls", called).encode())
        for one, called in (("a", name), ("b", "B"))
    ]
    found, problems = reading.read([(Path("points/1.0/tin-gulls.yaml"), HEAD.encode()), *others])
    assert [one.id for one in found] == ["b"]
    assert [(Path(one.file).stem, one.line, "is there twice" in str(one)) for one in problems] == [
        ("tin-gulls", 1, True),
        ("a", 1, True),
    ]


def test_a_day_that_no_calendar_has_is_no_date():
    assert mistakes("", head=HEAD.replace("2026-03-01", "2026-02-30")) == ["3:7: 2026-02-30 is not a date"]


def test_a_name_of_any_length_is_refused():
    (found,) = mistakes(f"units: {{Gull: {{points: {{1: 1}}, leads: [{'x' * 300}]}}}}\n")
    assert "4:39" in found or "4:40" in found


def test_mistakes_without_end_are_cut_short():
    allied = ", ".join(f"Gull {number}: {{points: {{1: 1}}}}" for number in range(200))
    assert len(mistakes(f"allied: {{{allied}}}\n")) == 50


def test_lists_without_end_are_read_in_time():
    keywords = ", ".join(f"{{keywords: [k{number}]}}" for number in range(5000))
    (unit,) = page(f"units: {{Gull: {{points: {{1: 1}}, leads: [{keywords}]}}}}\n").units
    assert len(unit.leads.keywords) == 5000
