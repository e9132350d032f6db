"""Wargear that a list names beside the models of a unit, and models that it calls by less than their names: over native data."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any, cast

import pytest

from listbuilder.exchange.binding.items import Bag
from listbuilder.exchange.binding.native_unit import UnitRecorder
from listbuilder.exchange.reading.record import Part
from listbuilder.validation import Validated, validate_bytes

HEAD = "X ({points} points)\n\n{faction}\n{detachment}\nIncursion (1000 points)\n\nOTHER DATASHEETS\n\n"
SEEKERS = HEAD.format(points=80, faction="Chaos Daemons", detachment="Blood Legion") + "Seekers (80 Points)\n"
MODELS = (
    "  • 4x Seeker\n     ◦ 4x Lashing tongues\n     ◦ 4x Slashing claws\n",
    "  • 1x Heartseeker\n     ◦ 1x Lashing tongues\n     ◦ 1x Slashing claws\n",
)
ICON = "  • 1x Daemonic Icon\n"
MASTER = HEAD.format(points=75, faction="Leagues of Votann", detachment="Needgaârd Oathband")
MASTER += (
    "Brôkhyr Iron-master (75 Points)\n  • 1x Brôkhyr Iron-master\n     ◦ 1x Graviton hammer\n     ◦ 1x Graviton rifle\n"
)
ASSISTANT = "  • 1x Ironkyn Assistant\n     ◦ 1x Las-beam cutter\n     ◦ 1x Close combat weapon\n"
COGS = (
    "  • 1x E-COG\n     ◦ 1x Autoch-pattern bolt pistol\n     ◦ 1x Close combat weapon\n",
    "  • 1x E-COG\n     ◦ 1x Plasma torch\n",
    "  • 1x E-COG\n     ◦ 1x Manipulator arms\n",
)


def judged(text: str) -> Validated:
    return validate_bytes(text.encode(), "list.txt")


def of_wargear(found: Validated) -> list[str]:
    rules = ("wargear-options", "unit-composition", "unknown-name", "not-offered")
    return [str(one.message) for one in found.findings if one.rule in rules]


def held(found: Validated) -> dict[str, Counter[str]]:
    """What the models of each kind carry, all together."""
    carried: dict[str, Counter[str]] = {}
    for line in found.army.units[0].models:
        counts = carried.setdefault(line.name, Counter())
        for item in line.wargear:
            counts[item.name] += item.count
    return carried


@pytest.mark.parametrize(
    "lines", [(ICON, *MODELS), (*MODELS, ICON), (*MODELS[::-1], ICON), (MODELS[0], ICON, MODELS[1])]
)
def test_it_is_given_to_the_models_that_may_have_it(lines: tuple[str, ...]) -> None:
    found = judged(SEEKERS + "".join(lines))
    assert of_wargear(found) == []
    assert [name for name, items in held(found).items() if items["Daemonic Icon"]] == ["Heartseeker"]


def test_what_none_may_have_is_an_error_still() -> None:
    found = judged(SEEKERS + ICON + ICON + "".join(MODELS))
    assert any("Daemonic Icon" in one for one in of_wargear(found))


@pytest.mark.parametrize("cogs", [COGS, COGS[::-1], (COGS[1], COGS[0], COGS[2])])
def test_models_that_differ_by_what_they_carry_may_have_one_name(cogs: tuple[str, ...]) -> None:
    found = judged(MASTER + "".join(cogs) + ASSISTANT)
    assert of_wargear(found) == []
    assert {name: dict(items) for name, items in held(found).items() if "E-COG" in name} == {
        "E-COG": {"Autoch-pattern bolt pistol": 1, "Close combat weapon": 1},
        "E-COG with plasma torch": {"Plasma torch": 1},
        "E-COG with manipulator arms": {"Manipulator arms": 1},
    }


def test_all_of_them_may_stand_on_one_line() -> None:
    line = "  • 3x E-COG\n     ◦ 1x Autoch-pattern bolt pistol\n     ◦ 1x Close combat weapon\n     ◦ 1x Plasma torch\n"
    found = judged(MASTER + line + "     ◦ 1x Manipulator arms\n" + ASSISTANT)
    assert of_wargear(found) == []
    assert {name for name in held(found) if "E-COG" in name} == {
        "E-COG",
        "E-COG with plasma torch",
        "E-COG with manipulator arms",
    }


def test_a_mark_is_found_by_the_name_that_community_data_have() -> None:
    text = HEAD.format(points=180, faction="Chaos Space Marines", detachment="Veterans of the Long War")
    text += (
        "Heretic Astartes Daemon Prince with Wings (180 Points)\n  • 1x Hellforged weapons\n  • 1x Infernal cannon\n"
    )
    found = judged(text + "  • 1x Mark of Tzeentch\n")
    assert of_wargear(found) == []
    assert "Tzeentch" in found.army.units[0].keywords


def bag(number: int = 0, inside: int = 0, part: Part | None = None) -> Bag:
    """What a part of a unit carries: so many icons, of which some stand inside others."""
    return Bag(Counter(icon=number), {"icon": part} if part else {}, inside=Counter(icon=inside))


@pytest.mark.parametrize(
    ("number", "carried", "given"),
    [
        (2, ({"icon"}, {"icon"}), 1),  # there are enough of them
        (1, ({"icon"}, {"icon"}), 0),
        (4, ({"icon"}, {"icon"}), 0),  # of none there are: the first that may
        (4, (set(), {"icon"}), 1),
        (2, (set(), set()), 0),  # the first of all
    ],
)
def test_to_whom_it_is_given(number: int, carried: tuple[set[str], set[str]], given: int) -> None:
    line = Part("Icon", number, 7)
    bags = [(Part("Boy", count, 1), bag()) for count in (1, 3)]
    UnitRecorder._shared_out(bag(number, 1, line), bags, carried)
    for place, (_, held) in enumerate(bags):
        mine = place == given
        assert (held.counts["icon"], held.inside["icon"]) == ((number, 1) if mine else (0, 0))
        assert held.parts == ({"icon": line} if mine else {})


def test_the_line_of_an_item_is_the_first_that_names_it() -> None:
    own = Part("Icon", 1, 3)
    bags = [(Part("Boy", 5, 1), bag(1, 0, own))]
    UnitRecorder._shared_out(bag(1, 0, Part("Icon", 1, 7)), bags, [{"icon"}])
    UnitRecorder._shared_out(bag(1), bags, [{"icon"}])
    assert (bags[0][1].counts["icon"], bags[0][1].parts) == (3, {"icon": own})


@pytest.mark.parametrize(
    ("name", "below", "is_model"),
    [
        ("Boyz", False, True),  # as the unit is called
        ("Nob", False, True),
        ("Squig", False, False),  # both a model and an item
        ("Squig", True, True),
        ("Choppa", False, False),
        ("Choppa", True, False),  # with a sight below it
        ("Stranger", True, True),
        ("Stranger", False, False),
        ("", False, True),  # models without a name
    ],
)
def test_what_is_a_model_and_what_an_item(name: str, below: bool, is_model: bool) -> None:
    sheet = SimpleNamespace(
        known={"squig", "choppa"},
        named=lambda one: [one] if one in ("Nob", "Squig") else [],
        is_called=lambda one: one == "Boyz",
    )
    part = Part(name, 1, 1, [Part("Sight", 1, 2)] if below else [], named=bool(name))
    assert UnitRecorder._is_model(cast(Any, SimpleNamespace(sheet=sheet)), part) is is_model
