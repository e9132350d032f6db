"""Which units and items a fix takes away: enough, and no more than that."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from listbuilder.army import ForceView
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import ClearEnhancement, Deploy, Fix, RemoveUnit, SetHover, Several
from tests.rules.factory import enhancement, unit

THREE = (unit("Cheap", 50), unit("Middling", 80), unit("Dear", 120))


def removed(proposals: Iterable[Fix]) -> list[list[str]]:
    """The units that each proposal removes."""
    steps = [one.action.actions if isinstance(one.action, Several) else (one.action,) for one in proposals]
    return [[step.unit for step in some if isinstance(step, RemoveUnit)] for some in steps]


@pytest.mark.parametrize(
    ("over", "expected"),
    [
        (50, [["cheap"], ["middling"], ["dear"]]),
        (51, [["middling"], ["dear"]]),
        (120, [["dear"]]),
        (121, [["dear", "middling"]]),
        (200, [["dear", "middling"]]),
        (201, [["dear", "middling", "cheap"]]),
    ],
)
def test_units_are_removed_until_enough_is_saved(over: int, expected: list[list[str]]) -> None:
    assert removed(fixes.remove_worth([(one, one.points) for one in THREE], over)) == expected


@pytest.mark.parametrize(("over", "offered"), [(10, ["ten", "twenty"]), (11, ["twenty"]), (20, ["twenty"]), (21, [])])
def test_an_item_is_given_up_where_it_saves_enough(over: int, offered: list[str]) -> None:
    bearers = (
        unit("Elder", 100, enhancements=(enhancement("Twenty", 20),)),
        unit("Younger", 90, enhancements=(enhancement("Ten", 10),)),
    )
    given_up = [
        one.action for one in fixes.cheapest((), [(one, one.points) for one in bearers], over) if isinstance(one, Fix)
    ]
    bearer = {"ten": "younger", "twenty": "elder"}
    expected = [ClearEnhancement(bearer[name], name) for name in offered]
    assert [one for one in given_up if isinstance(one, ClearEnhancement)] == expected


def test_of_several_units_too_many_the_last_or_the_first_go() -> None:
    assert removed(fixes.remove_some(THREE, 1)) == [["dear"], ["middling"], ["cheap"]]
    assert removed(fixes.remove_some(THREE, 2)) == [["middling", "dear"], ["cheap", "middling"]]
    assert removed(fixes.remove_some(THREE, 3)) == [["cheap", "middling", "dear"]]


def test_to_stop_hovering_is_safe_for_a_unit_that_cannot_hover() -> None:
    able, unable = unit("Gunship", hover=True), unit("Tank")
    assert [fixes.hover(one, on).safe for one in (able, unable) for on in (True, False)] == [False, False, False, True]
    assert fixes.hover(unable, False).action == SetHover("tank", on=False)


FIFTY = tuple(unit(f"Unit {number}", 10, enhancements=(enhancement("Gift", 5),)) for number in range(60))
MANY = {
    "units": lambda number: fixes.remove_some(FIFTY, number),
    "worth": lambda number: fixes.remove_worth([(one, 10) for one in FIFTY], 10 * number),
    "items": lambda number: fixes.clear_some([(one, one.enhancements[0]) for one in FIFTY], number),
    "leaders": lambda number: fixes.detach_some(FIFTY, number),
    "forces": lambda number: fixes.remove_all_forces([ForceView(str(n), str(n), "band") for n in range(number)]),
}


@pytest.mark.parametrize("what", MANY)
def test_a_fix_of_more_than_fifty_steps_is_none(what: str) -> None:
    steps = [one.action for one in MANY[what](50)]
    assert all(isinstance(one, Several) and len(one.actions) == 50 for one in steps)
    assert steps
    assert not MANY[what](51)


def test_a_few_of_the_deployed_units_are_put_on_the_table_together() -> None:
    single = [one.action for one in fixes.deploy_some(THREE)]
    assert single[:3] == [Deploy("dear"), Deploy("middling"), Deploy("cheap")]
    assert [len(one.actions) for one in single[3:] if isinstance(one, Several)] == [2, 3]
    assert len([one for one in fixes.deploy_some(FIFTY) if isinstance(one.action, Several)]) == 49
