"""What changed between two armies: which unit is which, and what of it differs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from listbuilder.army import Army, WargearItem
from listbuilder.army.difference import Change, difference
from listbuilder.catalogue.pin import DataPin
from listbuilder.replacing import replace
from listbuilder.validation import validate_bytes

LIST = """\
name: Waaagh
system: wh40k-10e
faction: orks
detachment: war-horde
battle_size: incursion
units:
- {id: boss, datasheet: warboss, warlord: true, enhancement: follow-me-ladz}
- {id: first, datasheet: boyz}
- {id: second, datasheet: boyz, models: {boy: 19}}
- {id: trukk, datasheet: trukk}
- {id: koptas, datasheet: deffkoptas}
declarations:
  attach: {boss: first}
  embark: {first: trukk}
"""
Edit = tuple[str, str]


@pytest.fixture
def changed() -> Callable[..., tuple[Army, Army]]:
    """The armies of a list before and after some of its text was replaced."""

    def act(*edits: Edit) -> tuple[Army, Army]:
        text = LIST
        for old, new in edits:
            assert old in text
            text = text.replace(old, new, 1)
        return validate_bytes(LIST.encode()).army, validate_bytes(text.encode()).army

    return act


def test_a_list_does_not_differ_from_itself(changed) -> None:
    assert not difference(*changed())


def test_the_data_that_an_army_is_judged_by(changed) -> None:
    before, after = changed()
    other = replace(after, data=DataPin("other-set", "2026-01-02"))
    (change,) = difference(before, other).settings
    assert (change.what, change.after) == ("data", "other-set 2026-01-02")
    (gone,) = difference(other, replace(before, data=None)).settings
    assert (gone.before, gone.after) == ("other-set 2026-01-02", "")


def test_the_settings_of_the_army(changed) -> None:
    found = difference(
        *changed(("name: Waaagh", "name: Big Waaagh"), ("incursion", "strike-force"), ("war-horde", "bully-boyz"))
    )
    assert found.settings == (
        Change("name", "", "Waaagh", "Big Waaagh"),
        Change("battle_size", "", "Incursion", "Strike Force"),
        Change("limit", "", "1000", "2000"),
        Change("detachment", "War Horde", 1, 0),
        Change("detachment", "Bully Boyz", 0, 1),
    )


def test_units_that_came_and_left(changed) -> None:
    found = difference(*changed(("- {id: koptas, datasheet: deffkoptas}", "- {id: dread, datasheet: deff-dread}")))
    assert [(one.before and one.before.name, one.after and one.after.name, one.changes) for one in found.units] == [
        (None, "Deff Dread", ()),
        ("Deffkoptas", None, ()),
    ]


def test_a_copy_is_compared_with_the_one_it_is_most_like(changed) -> None:
    """The ten Boyz leave; the twenty stay as they were although they are the first copy now."""
    found = difference(
        *changed(
            ("- {id: first, datasheet: boyz}\n", ""), ("  attach: {boss: first}\n  embark: {first: trukk}\n", "  {}\n")
        )
    )
    assert [
        (one.after and one.after.name, one.before and one.before.model_count) for one in found.units if not one.after
    ] == [(None, 10)]
    assert all(one.before and one.before.model_count != 20 for one in found.units)


def test_what_all_models_carry_follows_from_the_models(changed) -> None:
    (found,) = difference(*changed(("boy: 19", "boy: 9"))).units
    assert found.changes == (Change("model", "Boy", 19, 9),)
    assert (found.before and found.before.points, found.after and found.after.points) == (170, 80)


def test_items_that_were_chosen(changed) -> None:
    (found,) = difference(
        *changed(("models: {boy: 19}}", "models: {boy: 19}, wargear: {boss-nob: {big-choppa: power-klaw}}}"))
    ).units
    assert found.changes == (Change("item", "Big choppa", 1, 0), Change("item", "Power klaw", 0, 1))


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        ("enhancement: follow-me-ladz", "enhancement: supa-cybork-body", Change("enhancement", "Follow Me Ladz", 1, 0)),
        ("datasheet: warboss, warlord: true", "datasheet: warboss", Change("warlord", "", "yes", "")),
        ("attach: {boss: first}", "attach: {boss: second}", Change("attach", "", "Boyz", "Twenty")),
        ("embark: {first: trukk}", "embark: {}", Change("embark", "", "Trukk", "")),
        ("  embark", "  strategic_reserves: [koptas]\n  embark", Change("state", "", "", "strategic-reserves")),
        ("  embark", "  reserves: {koptas: deep-strike}\n  embark", Change("state", "", "", "deep-strike")),
        ("datasheet: trukk}", "datasheet: trukk, name: Ol' Smoky}", Change("name", "", "Trukk", "Ol' Smoky")),
    ],
)
def test_one_fact_of_a_unit(changed, old: str, new: str, change: Change) -> None:
    named = ("datasheet: boyz, models", "datasheet: boyz, name: Twenty, models")
    before, _ = changed()
    found = difference(changed(named)[1], changed(named, (old, new))[1])
    assert change in [one for unit in found.units for one in unit.changes]
    assert all(unit.before and unit.after for unit in found.units)
    assert not difference(before, before)


def test_a_line_without_models_has_nothing_issued(changed) -> None:
    before, after = changed(("boy: 19", "boy: 9"))
    boyz = after.units[2]
    empty = replace(boyz, models=tuple(replace(line, count=0) for line in boyz.models))
    found = difference(before, replace(after, units=(*after.units[:2], empty, *after.units[3:]))).units
    assert [one.after for one in found] == [empty]


def test_two_spellings_of_an_item_are_counted_together(changed) -> None:
    before, after = changed()
    koptas = after.units[4]
    two = tuple(
        replace(line, wargear=(*line.wargear, WargearItem("Big Stick", 1), WargearItem("big stick", 1)))
        for line in koptas.models
    )
    changed_unit = replace(koptas, models=two)
    (found,) = difference(before, replace(after, units=(*after.units[:4], changed_unit))).units
    assert found.changes == (Change("item", "Big Stick", 0, 2 * len(two)),)


def gone(before: str, after: str) -> list[str]:
    """The ids of the units that left when the units of a list were replaced."""
    head = LIST[: LIST.index("- {")]
    found = difference(*(validate_bytes(f"{head}{units}".encode()).army for units in (before, after)))
    return [one.before.id for one in found.units if one.before and not one.after]


@pytest.mark.parametrize(
    ("after", "left"),
    [
        ("- {id: b, datasheet: boyz, name: Skarz}\n", ["a"]),
        ("- {id: a, datasheet: boyz, name: Ladz}\n", ["b"]),
        ("- {id: b, datasheet: boyz}\n", ["a"]),  # no name of its own: the id tells
        ("- {id: a, datasheet: boyz, name: Skarz}\n", ["a"]),  # a name says more than an id
        ("- {id: a, datasheet: boyz, name: Ladz, models: {boy: 19}}\n", ["b"]),
    ],
)
def test_of_copies_that_are_alike_the_name_and_then_the_id_tell_which_stayed(after: str, left: list[str]) -> None:
    assert gone("- {id: a, datasheet: boyz, name: Ladz}\n- {id: b, datasheet: boyz, name: Skarz}\n", after) == left


FORCES = """\
system: wh40k-9e
faction: necrons
forces:
  - force: patrol
    subfaction: sautekh
    units:
      - {datasheet: plasmancer, warlord: true}
      - {datasheet: necron-warriors}
      - {datasheet: deathmarks}
  - {force: vanguard, subfaction: sautekh, units: [{datasheet: psychomancer}]}
"""


def test_forces_their_subfactions_and_units_that_changed_their_force() -> None:
    before = validate_bytes(FORCES.encode(), "a.yaml").army
    after = FORCES.replace(
        "force: vanguard, subfaction: sautekh, units: [",
        "force: vanguard, subfaction: novokh, units: [{datasheet: deathmarks}, ",
    )
    found = difference(
        before, validate_bytes(after.replace("      - {datasheet: deathmarks}\n", "").encode(), "b.yaml").army
    )
    vanguard = "Vanguard Detachment · "
    assert found.settings == (Change("force", vanguard + "Sautekh", 1, 0), Change("force", vanguard + "Novokh", 0, 1))
    [unit] = found.units
    assert unit.changes == (Change("force", "", "Patrol Detachment", "Vanguard Detachment"),)
