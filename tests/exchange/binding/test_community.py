"""Units of read lists over community data: which entries of the tree a list means, when it counts items only."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from listbuilder.catalogue.library import Library
from listbuilder.errors import Place
from listbuilder.exchange.binding.community import UnitBinder
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.reading.body import BodyReader
from listbuilder.exchange.reading.record import ListRecord, Part, UnitRecord
from listbuilder.exchange.reading.text import lines_of
from listbuilder.roster.tree import Selection
from listbuilder.sources.bsdata.reader import read_bytes


def bound(kind: str, value: int, holder: str) -> dict[str, Any]:
    return {
        "id": f"{holder}-{kind}",
        "type": kind,
        "value": value,
        "field": "selections",
        "scope": "parent",
        "shared": True,
    }


def entry(name: str, kind: str = "upgrade", least: int = 0, most: int = -1, **inside: Any) -> dict[str, Any]:
    """An entry or, with ``kind`` group, a group."""
    key = f"{name}-{kind}-{len(json.dumps(inside))}-{least}-{most}".lower().replace(" ", "-")
    found: dict[str, Any] = {"id": key, "name": name, "constraints": []}
    if kind != "group":
        found["type"] = kind
    if least:
        found["constraints"].append(bound("min", least, key))
    if most >= 0:
        found["constraints"].append(bound("max", most, key))
    default = inside.pop("default", "")
    found |= {
        {"entries": "selectionEntries", "groups": "selectionEntryGroups"}[key]: value for key, value in inside.items()
    }
    if default:
        found["defaultSelectionEntryId"] = next(
            one["id"] for one in found["selectionEntries"] if one["name"] == default
        )
    return found


def fixed(name: str) -> dict[str, Any]:
    return entry(name, least=1, most=1)


ROWERS = entry(
    "Rowing Crew",
    "unit",
    groups=[
        entry(
            "4-8 Rowers",
            "group",
            4,
            8,
            default="Rower",
            entries=[
                entry("Rower", "model", entries=[fixed("Oar"), fixed("Knife")]),
                entry("Rower w/ net", "model", most=2, entries=[fixed("Net"), fixed("Knife")]),
                entry("Rower (Drum)", "model", most=1, entries=[fixed("Drum"), fixed("Knife")]),
            ],
        )
    ],
    entries=[
        entry(
            "Bosun",
            "model",
            1,
            1,
            groups=[
                entry(
                    "Sidearm",
                    "group",
                    1,
                    1,
                    default="Knife",
                    entries=[entry("Knife"), entry("Pistol and hook", entries=[fixed("Pistol"), fixed("Hook")])],
                )
            ],
        ),
        entry("Lucky Flag", most=1),
    ],
)
PAINTED = {
    "type": "set", "field": "name", "value": "Painted in Rust",
    "conditions": [{"type": "atLeast", "field": "selections", "scope": "parent", "childId": "any", "value": 1, "shared": True}],
}  # fmt: skip
TOWER = entry(
    "Gun Tower",
    "model",
    groups=[
        entry(
            "Hardpoints",
            "group",
            2,
            2,
            entries=[
                entry("Cannon", most=2, entries=[entry("Tracer Shot", most=1)]),
                entry("Harpoon Gun", most=2, entries=[entry("Tracer Shot", most=1)]),
            ],
        ),
        entry("Colours", "group", 1, 1, entries=[{**entry("Red Paint"), "modifiers": [PAINTED]}, entry("Blue Paint")]),
    ],
)
GANG = entry(
    "Dock Gang",
    "unit",
    groups=[
        entry(
            "Gang",
            "group",
            1,
            1,
            entries=[
                entry("Four ganger", entries=[entry("Ganger", "model", 4, 4, entries=[fixed("Club")])]),
                entry(
                    "One hauler, three gangers",
                    entries=[
                        entry("Ganger", "model", 3, 3, entries=[fixed("Club")]),
                        entry("Ganger w/ chain", "model", 1, 1, entries=[fixed("Chain")]),
                    ],
                ),
            ],
        )
    ],
)


def fiend(*weapons: str) -> dict[str, Any]:
    """One of several models of a name; a reinforced unit has each twice, a small one ("Small Fiends") none of the last."""
    found = entry("Fiend", "model", 1, 1, groups=[entry("Arms", "group", 1, 1, entries=[entry(w) for w in weapons])])
    again = {"field": "selections", "scope": "root-entry", "childId": "again", "value": 1, "repeats": 1, "shared": True}
    none = {
        "field": "selections",
        "scope": "parent",
        "childId": "small",
        "type": "instanceOf",
        "value": 1,
        "shared": True,
    }
    for one in found["constraints"]:
        found.setdefault("modifiers", []).append(
            {"type": "increment", "field": one["id"], "value": 1, "repeats": [again]}
        )
        if "Horn" in weapons:
            found["modifiers"].append({"type": "set", "field": one["id"], "value": 0, "conditions": [none]})
    return found


FIENDS = entry(
    "Fiends", "unit", entries=[fiend("Claw", "Drill"), fiend("Flame and Fist", "Gun and Fist"), fiend("Horn", "Whip")]
)
SMALL = {
    "id": "link", "name": "Small Fiends", "type": "selectionEntry", "targetId": FIENDS["id"],
    "categoryLinks": [{"id": "of-small", "name": "Small", "targetId": "small", "primary": True}],
}  # fmt: skip
FIENDS["selectionEntries"].append({**entry("Reinforced", most=1), "id": "again"})


DIVERS = entry(
    "Divers",
    "unit",
    entries=[
        entry("Diver", "model", 2, 2, entries=[fixed("Knife")]),
        entry(
            "Diver",
            "model",
            most=1,
            groups=[entry("Tool", "group", 1, 1, default="Knife", entries=[entry("Knife"), entry("Bell")])],
        ),
    ],
)
CHIEF = entry(
    "River Chief",
    "unit",
    entries=[fixed("Staff"), entry("Warlord", most=1)],
    groups=[entry("Enhancements", "group", most=1, entries=[entry("Coin, the Old", most=1)])],
)
GUARD = entry(  # whose model has the marks
    "River Guard",
    "unit",
    entries=[
        entry("Champion", "model", 1, 1, entries=[entry("Warlord", most=1), entry("Bell", most=1)]),
        entry("Watcher", "model", 0, 4),
    ],
)
GUARD["selectionEntries"][0]["selectionEntryGroups"] = [
    entry(
        "Enhancements",
        "group",
        most=1,
        entries=[entry("Silver Bell", most=1), entry("Net of Reeds", most=1)],
        groups=[
            entry(f"{name} Enhancements", "group", most=1, entries=[entry("Old Coin", most=most)])
            for name, most in (("Vale", 1), ("Hill", 2))
        ],
    )
]


LOOKOUTS = entry(  # one of them may have a horn; where it has none, it is called like the others
    "Lookouts",
    "unit",
    groups=[
        entry(
            "Watch",
            "group",
            4,
            4,
            entries=[entry("Lookout", "model", 3, 3, entries=[fixed("Hook")])],
            groups=[
                entry(
                    "Odd one",
                    "group",
                    1,
                    1,
                    entries=[
                        entry("Lookout w/ horn", "model", entries=[fixed("Horn")]),
                        entry("Lookout", "model", entries=[fixed("Hook")]),
                    ],
                )
            ],
        )
    ],
)


@pytest.fixture(scope="module")
def library() -> Library:
    return library_of(ROWERS, TOWER, GANG, FIENDS, DIVERS, CHIEF, GUARD, LOOKOUTS)


def library_of(*units: dict[str, Any]) -> Library:
    system = {
        "gameSystem": {"id": "s", "name": "Oars", "revision": 1, "battleScribeVersion": "2.03", "type": "gameSystem"}
    }
    catalogue = {
        "catalogue": {
            "id": "c", "name": "River Folk", "revision": 1, "battleScribeVersion": "2.03", "type": "catalogue",
            "library": False, "gameSystemId": "s", "gameSystemRevision": 1, "selectionEntries": list(units),
            "entryLinks": [SMALL], "categoryEntries": [{"id": "small", "name": "Small"}],
        }
    }  # fmt: skip
    files = [read_bytes(json.dumps(one).encode(), f"{name}.json") for name, one in (("s", system), ("c", catalogue))]
    return Library(files[0], files[1:])


def bind(library: Library, text: str, detachments: list[str] | None = None) -> tuple[Selection, Problems]:
    record = ListRecord("x")
    BodyReader(record).read(lines_of(text))
    (unit,) = record.units
    problems = Problems("list.txt")
    option = next(one for one in library.root_options("c") if one.name == unit.name)
    return UnitBinder(unit, option, "unit", problems, detachments, catalogue_id="c").bind(), problems


def chosen(node: Selection) -> Counter[str]:
    """How many of everything the unit has in all."""
    return Counter({one.option.name: 0 for one in node.walk() if one is not node}) + sum(
        (Counter({one.option.name: one.number}) for one in node.walk() if one is not node), Counter()
    )


def said(problems: Problems) -> list[str]:
    return [str(one) for one in problems.found]


class TestSquads:
    def test_counted_wargear_says_which_models(self, library: Library) -> None:
        unit, problems = bind(
            library,
            "Rowing Crew (90 points)\n  • 1x Bosun\n    • 1x Knife\n  • 6x Rower\n    • 1x Drum\n      6x Knife\n      2x Net\n      3x Oar\n",
        )
        assert not said(problems)
        assert chosen(unit) == {
            "Bosun": 1, "Rower": 3, "Rower w/ net": 2, "Rower (Drum)": 1, "Knife": 7, "Net": 2, "Oar": 3, "Drum": 1,
        }  # fmt: skip

    def test_a_bundle_is_recognised_by_its_parts(self, library: Library) -> None:
        text = "Rowing Crew (90 points)\n  • 1x Bosun\n    • 1x Hook\n      1x Pistol\n  • 4x Rower\n    • 4x Knife\n      4x Oar\n"
        unit, problems = bind(library, text)
        assert not said(problems)
        assert chosen(unit)["Pistol and hook"] == 1
        assert chosen(unit)["Knife"] == 4

    def test_a_unit_item_listed_under_a_model(self, library: Library) -> None:
        text = "Rowing Crew (90 points)\n  • 1x Bosun\n    • 1x Knife\n  • 4x Rower\n    • 4x Knife\n      4x Oar\n      1x Lucky flag\n"
        unit, problems = bind(library, text)
        assert not said(problems)
        assert [child.option.name for child in unit.selections if child.option.type == "upgrade"] == ["Lucky Flag"]

    def test_levels_that_were_lost(self, library: Library) -> None:
        text = "Rowing Crew (90 points)\n• 1x Bosun\n• 1x Knife\n• 4x Rowers\n• 4x Knife\n4x Oar\n"
        unit, problems = bind(library, text)
        assert not said(problems)
        assert chosen(unit) == {"Bosun": 1, "Rower": 4, "Knife": 5, "Oar": 4}

    def test_models_called_like_their_unit(self, library: Library) -> None:
        unit, problems = bind(library, "Dock Gang (40 points)\n• 4x Dock Gangs\n4x Club\n")
        assert not said(problems)
        assert chosen(unit) == {"Four ganger": 1, "Ganger": 4, "Club": 4}

    def test_too_many_of_what_the_data_know_are_kept_for_the_engine(self, library: Library) -> None:
        text = "Rowing Crew (90 points)\n  • 1x Bosun\n    • 1x Knife\n  • 4x Rower\n    • 4x Knife\n      4x Net\n"
        unit, _problems = bind(library, text)
        assert chosen(unit)["Net"] >= 2
        assert sum(chosen(unit)[name] for name in ("Rower", "Rower w/ net", "Rower (Drum)")) == 4

    def test_more_models_of_a_kind_than_usual_carry_what_they_carry(self, library: Library) -> None:
        text = "Rowing Crew (90 points)\n  • 2x Bosun\n    • 2x Knife\n  • 4x Rower\n    • 4x Knife\n      4x Oar\n"
        unit, problems = bind(library, text)
        assert not said(problems)
        assert chosen(unit) == {"Bosun": 2, "Rower": 4, "Knife": 6, "Oar": 4}
        bosun = next(node for node in unit.selections if node.option.name == "Bosun")
        assert (bosun.amount, [(one.option.name, one.amount) for one in bosun.selections]) == (2, [("Knife", 1)])

    def test_an_unknown_item_is_reported_and_nothing_is_guessed(self, library: Library) -> None:
        text = "Rowing Crew (90 points)\n  • 1x Bosun\n    • 1x Knive\n  • 4x Rower\n    • 4x Knife\n      4x Oar\n"
        _unit, problems = bind(library, text)
        assert said(problems) == ["list.txt:3:1: unknown item: Knive (did you mean Knife?)"]

    def test_no_models_stated(self, library: Library) -> None:
        unit, problems = bind(library, "5x Rowing Crew (90 points)\n")
        assert chosen(unit)["Bosun"] == 1
        assert chosen(unit)["Rower"] == 4
        assert [one.rule for one in problems.found] == ["incomplete"]

    @pytest.mark.parametrize("order", [("Whip", "Drill", "Fist and Gun"), ("Gun and Fist", "Whip", "Drill")])
    def test_models_of_one_name_share_what_the_unit_lists(self, library: Library, order: tuple[str, ...]) -> None:
        unit, problems = bind(library, "Fiends (240 points)\n" + "".join(f"• 1x {name}\n" for name in order))
        assert not said(problems)
        armed = [[item.option.name for item in model.selections] for model in unit.selections]
        assert sorted(armed) == [["Drill"], ["Gun and Fist"], ["Whip"]]
        assert len({model.option.id for model in unit.selections}) == 3

    def test_a_reinforced_unit_has_its_models_twice(self, library: Library) -> None:
        text = "Fiends (480 points)\n• Reinforced\n• 2x Whip\n• 2x Claw\n• 2x Flame and Fist\n"
        unit, problems = bind(library, text)
        assert not said(problems)
        counts = {model.selections[0].option.name: model.amount for model in unit.selections if model.selections}
        assert counts == {"Whip": 2, "Claw": 2, "Flame and Fist": 2}

    def test_what_a_unit_is_may_change_its_models(self, library: Library) -> None:
        units = {len(one.ids): one for one in library.root_options("c") if one.target.id == FIENDS["id"]}
        record = UnitRecord("Fiends", parts=[Part("Drill", 1), Part("Gun and Fist", 1)])
        small = UnitBinder(record, units[max(units)], "unit", Problems("list.txt")).bind()
        assert [model.selections[0].option.name for model in small.selections] == ["Drill", "Gun and Fist"]

    def test_entries_around_the_models_are_chosen_by_the_models(self, library: Library) -> None:
        with_chain = "Dock Gang (40 points)\n  • 4x Ganger\n    • 1x Chain\n      3x Club\n"
        unit, problems = bind(library, with_chain)
        assert not said(problems)
        assert chosen(unit) == {
            "One hauler, three gangers": 1,
            "Ganger": 3,
            "Ganger w/ chain": 1,
            "Club": 3,
            "Chain": 1,
        }
        unit, problems = bind(library, "Dock Gang (40 points)\n  • 4x Ganger\n    • 4x Club\n")
        assert chosen(unit) == {"Four ganger": 1, "Ganger": 4, "Club": 4}


class TestOneModel:
    def test_choices_of_a_group(self, library: Library) -> None:
        unit, problems = bind(library, "Gun Tower (50 points)\n  • 1x Cannon\n    1x Harpoon gun\n    1x Red paint\n")
        assert not said(problems)
        assert chosen(unit) == {"Cannon": 1, "Harpoon Gun": 1, "Red Paint": 1}

    @pytest.mark.parametrize(("first", "second"), [("Cannon", "Harpoon Gun"), ("Harpoon Gun", "Cannon")])
    def test_an_upgrade_belongs_to_what_it_is_listed_behind(self, library: Library, first: str, second: str) -> None:
        text = f"Gun Tower (50 points)\n• 1x {second}\n• 1x {first}\n• Tracer Shot\n• 1x Blue Paint\n"
        unit, problems = bind(library, text)
        assert not said(problems)
        holder = next(node.parent for node in unit.walk() if node.option.name == "Tracer Shot")
        assert isinstance(holder, Selection)
        assert holder.option.name == first

    def test_a_bracket_names_what_is_inside(self, library: Library) -> None:
        unit, problems = bind(library, "Gun Tower [50 pts]: 1x Cannon (Tracer Shot), Cannon, Blue Paint\n")
        assert not said(problems)
        assert chosen(unit) == {"Cannon": 2, "Tracer Shot": 1, "Blue Paint": 1}

    def test_a_choice_that_the_data_rename_once_it_is_made(self, library: Library) -> None:
        unit, problems = bind(library, "Gun Tower (50 points)\n• 2x Cannon\n• Painted in Rust\n")
        assert not said(problems)
        assert chosen(unit) == {"Cannon": 2, "Red Paint": 1}

    def test_a_required_choice_that_is_not_stated(self, library: Library) -> None:
        _unit, problems = bind(library, "Gun Tower (50 points)\n  • 2x Cannon\n")
        assert [one.rule for one in problems.found] == ["incomplete"]

    def test_names_without_a_space_between_them(self, library: Library) -> None:
        unit, problems = bind(library, "Gun Tower (50 points)\n• Tracer ShotCannon\n• 1x Cannon\n• 1x Red Paint\n")
        assert not said(problems)
        assert chosen(unit) == {"Cannon": 2, "Tracer Shot": 1, "Red Paint": 1}


def test_parts_of_one_name_are_different_models(library: Library) -> None:
    """Both carry the same, and there are only so many of the first."""
    text = "Divers (30 points)\n  • 2x Diver\n    • 2x Knife\n  • 1x Diver\n    • 1x Knife\n"
    unit, problems = bind(library, text)
    assert not said(problems)
    assert sorted(node.amount for node in unit.selections) == [1, 2]
    assert len({node.option.id for node in unit.selections}) == 2


def test_more_models_of_one_name_than_there_may_be_stay_too_many(library: Library) -> None:
    text = "Divers (30 points)\n  • 2x Diver\n    • 2x Knife\n  • 3x Diver\n    • 3x Knife\n"
    unit, _ = bind(library, text)
    assert sum(node.amount for node in unit.selections) == 5


def test_a_group_bounds_the_models_in_it(library: Library) -> None:
    """Models of one name stand inside of it and beside it; nothing bounds those inside by themselves."""
    unit, problems = bind(library, "Lookouts (30 points)\n  • 4x Lookout\n    • 4x Hook\n")
    assert not said(problems)
    assert sorted((node.amount, len(node.option.group_chain)) for node in unit.selections) == [(1, 2), (3, 1)]


def test_an_item_that_other_models_of_the_unit_have_is_one_too_many_of_theirs(library: Library) -> None:
    text = "Divers (30 points)\n  • 2x Diver\n    • 2x Knife\n    • 1x Bell\n  • 1x Diver\n    • 1x Bell\n"
    unit, problems = bind(library, text)
    assert not said(problems)
    assert chosen(unit)["Bell"] == 2


class TestMarks:
    def test_whoever_has_no_mark_of_the_warlord_is_refused(self, library: Library) -> None:
        unit, problems = bind(library, "Gun Tower (90 points)\n  • Warlord\n  • 2x Cannon\n  • 1x Red Paint\n")
        (found,) = problems.found
        assert (found.rule, found.severity, found.unit) == ("not-offered", "error", unit.id)
        assert str(found.message) == "Gun Tower: the data do not offer it Warlord"

    @pytest.mark.parametrize("name", ["Coin, the Old", "coin the old"])
    def test_an_enhancement_of_other_units_is_refused(self, library: Library, name: str) -> None:
        text = f"Gun Tower (90 points)\n  • Enhancements: {name}\n  • 2x Cannon\n  • 1x Red Paint\n"
        _, problems = bind(library, text)
        (found,) = problems.found
        assert (found.rule, found.severity, found.line) == ("not-offered", "error", 2)

    def test_what_nobody_has_is_unknown(self, library: Library) -> None:
        text = "Gun Tower (90 points)\n  • Enhancements: Halo\n  • 2x Cannon\n  • 1x Red Paint\n"
        _, problems = bind(library, text)
        assert [(one.rule, one.severity) for one in problems.found] == [("unknown-name", "unjudged")]

    def test_whoever_may_have_them_has_them(self, library: Library) -> None:
        text = (
            "River Chief (90 points)\n  • Warlord\n  • 1x River Chief\n  • 1x Staff\n  • Enhancements: Coin, the Old\n"
        )
        unit, problems = bind(library, text)
        assert not said(problems)
        assert chosen(unit) == {"Warlord": 1, "Staff": 1, "Coin, the Old": 1}
        assert {node.option.name: node.place for node in unit.selections}["Coin, the Old"] == Place("list.txt", 5, 1)

    def test_the_model_that_may_have_them_has_them(self, library: Library) -> None:
        text = "River Guard (90 points)\n  • Warlord\n  • 1x Champion\n  • 2x Watcher\n  • Enhancements: Silver Bell\n"
        unit, problems = bind(library, text)
        assert not said(problems)
        held = {model.option.name: [item.option.name for item in model.selections] for model in unit.selections}
        assert held == {"Champion": ["Warlord", "Silver Bell"], "Watcher": []}

    @pytest.mark.parametrize("detachment", ["Vale", "Hill"])
    def test_of_one_name_that_of_the_chosen_detachment_is_taken(self, library: Library, detachment: str) -> None:
        text = "River Guard (90 points)\n  • 1x Champion\n  • 2x Watcher\n  • Enhancements: Old Coin\n"
        unit, problems = bind(library, text, ["River", detachment])
        assert not said(problems)
        coins = [node for node in unit.walk() if node.option.name == "Old Coin"]
        assert [one.name for node in coins for one in node.option.group_chain] == [
            f"{detachment} Enhancements",
            "Enhancements",
        ]

    def test_of_several_each_is_told(self, library: Library) -> None:
        text = "Gun Tower (90 points)\n  • Enhancements: Silver Bell, Halo\n  • 2x Cannon\n  • 1x Red Paint\n"
        _, problems = bind(library, text)
        assert [(one.rule, one.line) for one in problems.found] == [("not-offered", 2), ("unknown-name", 2)]

    @pytest.mark.parametrize("line", ["Enhancements: Silver Bell", "Silver Bell", "Silver Bell (Aura)"])
    def test_without_a_known_detachment_none_can_be_judged(self, library: Library, line: str) -> None:
        """Nor what is called after one, as its upgrades are; an item that is called like a part of it is an item."""
        text = f"River Guard (90 points)\n  • 1x Champion\n    • 1x Bell\n  • 2x Watcher\n  • {line}\n"
        unit, problems = bind(library, text, [])
        assert [(one.rule, one.severity, one.line, one.unit) for one in problems.found] == [
            ("incomplete", "unjudged", 5, "unit")
        ]
        assert said(problems)[0].endswith("names no detachment that the data know, so it cannot be judged")
        assert chosen(unit) == {"Champion": 1, "Watcher": 2, "Bell": 1}

    def test_data_without_any_mark_of_the_warlord_leave_it_open(self) -> None:
        unit, problems = bind(
            library_of(TOWER), "Gun Tower (90 points)\n  • Warlord\n  • 2x Cannon\n  • 1x Red Paint\n"
        )
        assert said(problems) == ["list.txt:1:1: Gun Tower: the data have no mark of the Warlord for it"]
        assert (problems.found[0].rule, problems.found[0].unit) == ("unknown-name", unit.id)
