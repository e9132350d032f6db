"""Rosters in JSON: with ids they are read as the same roster in XML, without ids by their names."""

from __future__ import annotations

import copy
import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from listbuilder.engine import Engine
from listbuilder.errors import InputError
from listbuilder.exchange import formats
from listbuilder.exchange.reading import roster_json
from listbuilder.exchange.reading.record import Part
from listbuilder.exchange.ros import write
from listbuilder.validation import validate_bytes
from tests.conftest import ROOT

SAVED = ROOT / "tests" / "data" / "bsdata" / "legal.ros"


def as_json(element: ET.Element) -> dict[str, Any]:
    """A roster's element as New Recruit writes it in JSON."""
    node: dict[str, Any] = {key: int(value) if key == "number" else value for key, value in element.attrib.items()}
    for child in element:
        tag = child.tag.split("}")[-1]
        if tag in {"forces", "selections", "costLimits", "costs", "categories"}:
            node[tag] = [as_json(item) for item in child]
    return node


BOSS = {
    "name": "Warboss",
    "type": "model",
    "number": 1,
    "costs": [{"name": "pts", "value": "65.0"}],
    "selections": [
        {"name": "Warlord", "type": "upgrade", "number": 1},
        {"name": "Power klaw", "type": "upgrade", "number": 1},
        {"name": "Attack squig", "type": "upgrade", "number": 1},
        {
            "name": "Follow Me Ladz",
            "number": 1,
            "group": "War Horde Enhancements",
            "costs": [{"name": "pts", "value": 25}],
        },
    ],
}
NAMED: dict[str, Any] = {
    "generatedBy": "List Forge",
    "roster": {
        "name": "Green Afternoon",
        "costs": [{"name": "pts", "value": 90}],
        "costLimits": [{"name": "pts", "value": 2000}],
        "forces": [
            {
                "catalogueName": "Xenos - Orks",
                "selections": [
                    {
                        "name": "Detachment",
                        "categories": [{"name": "Configuration"}],
                        "selections": [{"name": "War Horde", "number": 1}],
                    },
                    BOSS,
                ],
            }
        ],
    },
}
ROSTERIZER = {
    "rulebook": {"name": "x"},
    "snapshot": {
        "name": "Green Afternoon",
        "stats": {"Points": {"value": 75}},
        "assets": {
            "included": [
                {"item": "Faction§Orks"},
                {"item": "Detachment§War Horde"},
                {"item": "Battle Size§Strike Force (2000 Point limit)"},
                {
                    "item": "Unit§Warboss",
                    "stats": {"Points": {"value": 75}},
                    "assets": {
                        "included": [{"item": "Weapon§Power klaw", "quantity": 1}],
                        "traits": [{"item": "Trait§Warlord", "quantity": 1}],
                    },
                },
            ]
        },
    },
}


class TestWithIds:
    def test_is_the_same_roster_as_in_xml(self, small_sets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(small_sets))
        text = json.dumps({"roster": as_json(ET.fromstring(SAVED.read_text("utf-8")))})
        bound = formats.read_bytes(text.encode())
        expected = formats.read_bytes(SAVED.read_bytes())
        assert not bound.problems
        assert names(bound) == names(expected)
        assert bound.roster.cost_limits == expected.roster.cost_limits
        assert write(Engine(bound.roster)).count("<selection ") == write(Engine(expected.roster)).count("<selection ")


@pytest.mark.parametrize(
    ("forces", "found"),
    [
        ([{"entryId": "a", "catalogueId": "b"}], True),
        ([{"name": "drawn by hand"}, {"entryId": "a", "catalogueId": "b"}], True),
        ([{"entryId": "a", "catalogueId": "b"}, {"name": "drawn by hand"}], True),
        ([{"entryId": "a"}, {"catalogueId": "b"}], False),
        ([], False),
    ],
)
def test_one_force_that_names_entries_of_the_data_is_enough(forces: list[Any], found: bool) -> None:
    assert roster_json.has_ids({"forces": forces}) is found


def names(bound: Any) -> list[tuple[str, int]]:
    return [(node.option.id, node.amount) for node in bound.roster.walk()]


class TestByNames:
    def test_a_tree_becomes_a_record(self) -> None:
        record = roster_json.read(NAMED)
        assert (record.format, record.name, record.total, record.limit) == (
            "listforge-json",
            "Green Afternoon",
            90,
            2000,
        )
        assert record.faction is not None
        assert (record.faction.text, [word.text for word in record.detachments]) == ("Xenos - Orks", ["War Horde"])
        (boss,) = record.units
        assert (boss.points, boss.warlord, [word.text for word in boss.enhancements]) == (90, True, ["Follow Me Ladz"])
        assert boss.parts == [Part("Power klaw", 1), Part("Attack squig", 1)]

    @pytest.mark.parametrize(
        ("size", "limit"), [("Incursion (1000 Point limit)", 1000), ("Incursion", 2000), ("Incursion ()", 2000)]
    )
    def test_a_battle_size_states_the_limit_where_it_has_a_number(self, size: str, limit: int) -> None:
        data = copy.deepcopy(NAMED)
        chosen = {"name": "Battle Size", "selections": [{"name": size, "number": 1}]}
        data["roster"]["forces"][0]["selections"].insert(0, chosen)
        record = roster_json.read(data)
        assert (record.size.text if record.size else "", record.limit) == (size, limit)

    @pytest.mark.parametrize(
        ("value", "points"), [("90.0", 90), (10**9, None), (-(10**9), None), ("NaN", None), ("many", None)]
    )
    def test_a_total_that_is_no_number_of_points_is_none(self, value: object, points: int | None) -> None:
        data = copy.deepcopy(NAMED)
        data["roster"]["costs"][0]["value"] = value
        assert roster_json.read(data).total == points

    def test_the_models_of_a_unit_are_counted_at_any_depth(self) -> None:
        def some(number: int | None, *below: dict[str, Any], type: str = "model") -> dict[str, Any]:
            return {"name": "Boy", "type": type, "selections": list(below)} | ({"number": number} if number else {})

        data = copy.deepcopy(NAMED)
        mob = some(1, some(9), some(1, some(None), some(2), type="upgrade"), some(5, type="upgrade"), type="unit")
        data["roster"]["forces"][0]["selections"].append(mob)
        assert [unit.models for unit in roster_json.read(data).units] == [0, 12]

    def test_it_is_bound_to_the_data(self) -> None:
        army = validate_bytes(json.dumps(NAMED).encode()).army
        assert [(unit.name, unit.warlord, [one.name for one in unit.enhancements]) for unit in army.units] == [
            ("Warboss", True, ["Follow Me Ladz"])
        ]
        assert [one.id for one in army.detachments] == ["war-horde"]

    def test_rosterizer(self) -> None:
        record = roster_json.read_rosterizer(ROSTERIZER)
        assert (record.total, record.limit, record.faction.text if record.faction else "") == (75, 2000, "Orks")
        (boss,) = record.units
        assert (boss.points, boss.warlord, boss.parts) == (75, True, [Part("Power klaw", 1)])
        assert validate_bytes(json.dumps(ROSTERIZER).encode()).army.units[0].warlord

    @pytest.mark.parametrize(("key", "item"), [("traits", "Trait§Warlord"), ("included", "Upgrade§Warlord")])
    def test_the_warlord_of_a_rosterizer_list_is_a_trait_or_an_upgrade(self, key: str, item: str) -> None:
        unit = {"item": "Unit§Warboss", "assets": {key: [{"item": item}]}}
        record = roster_json.read_rosterizer({"snapshot": {"assets": {"included": [unit]}}})
        assert (record.units[0].warlord, record.units[0].parts) == (True, [])

    @pytest.mark.parametrize(
        "where", ["units", "Included", "above", "beside", "below a setting", "in a unit", "second", "text"]
    )
    def test_what_stands_elsewhere_in_a_rosterizer_list_is_not_understood(self, where: str) -> None:
        """Lists were legal without it."""
        data = json.loads(json.dumps(ROSTERIZER))
        hidden, snapshot = {"item": "Unit§Ghazghkull Thraka"}, data["snapshot"]
        holders = {
            "above": (data, "assets", {"included": [hidden]}),
            "beside": (snapshot, "more", [[hidden]]),
            "below a setting": (snapshot["assets"]["included"][1], "assets", {"traits": [hidden]}),
            "in a unit": (snapshot["assets"]["included"][3]["assets"], "units", [{"name": "Ghazghkull Thraka"}]),
            "second": (data, "snapshots", [{"assets": {"included": [hidden]}}]),
            "text": (snapshot["assets"], "extra", ["Ghazghkull Thraka"]),
        }
        holder, key, value = holders.get(where, (snapshot["assets"], where, [hidden]))
        holder[key] = value
        assert [one.text for one in roster_json.read_rosterizer(data).unplaced] == ["Ghazghkull Thraka"]

    def test_the_rulebook_of_a_rosterizer_list_is_no_part_of_the_army(self) -> None:
        data = ROSTERIZER | {"rulebook": {"assets": {"units": [{"item": "Unit§Ghazghkull Thraka"}]}}}
        assert not roster_json.read_rosterizer(data).unplaced


class TestBadInput:
    @pytest.mark.parametrize(
        "text",
        [
            '{"forces":',
            '{"forces": 3, "roster": []}',
            '{"snapshot": 1}',
            json.dumps(NAMED)[:-1] + ', "roster": {"forces": []}}',
            '{"roster": {"forces": [[]]}}',
            '{"roster": {"forces": ["Orks"]}}',
            '{"roster": {"forces": ' + "[" * 5000 + "]" * 5000 + "}}",
            '{"roster": {"forces": [{"entryId": "a", "catalogueId": "b", "selections": '
            + '[{"selections": ' * 200
            + "[]"
            + "}]" * 200
            + "}]}}",
            '{"roster": {"forces": [{"catalogueName": NaN, "selections": [{"number": NaN, "costs": [{"name": "pts", "value": Infinity}]}]}]}}',
        ],
    )
    def test_is_refused(self, text: str) -> None:
        with pytest.raises(InputError):
            validate_bytes(text.encode())

    @pytest.mark.parametrize("text", ["[]", "3", '"roster"', "null"])
    def test_what_is_no_object_is_refused(self, text: str) -> None:
        with pytest.raises(InputError, match="this JSON is no list of an army"):
            roster_json.parse(text, "list.json")

    def test_a_key_that_occurs_twice_is_named(self) -> None:
        text = "{" + ",".join(f'"a{number}": 1' for number in range(50_000)) + ',\n "b": "“", "a49999": 2}'
        with pytest.raises(InputError, match="duplicate key a49999") as caught:
            roster_json.parse(text, "list.json")
        (problem,) = caught.value.problems
        assert (problem.file, problem.line, problem.column, problem.rule) == ("list.json", 2, 12, "duplicate-key")


class TestWhatIsNotReadAsPartOfTheArmy:
    """Nothing that stands in the place of a force, unit or number is left out in silence."""

    def roster(self, **force: Any) -> dict[str, Any]:
        return {
            "name": "X",
            "forces": [{"name": "Army", "catalogueName": "Xenos - Orks", "selections": [BOSS], **force}],
        }

    @pytest.mark.parametrize("more", ["Boyz (85 points)", [BOSS], None, 5])
    def test_selections_that_are_no_objects(self, more: Any) -> None:
        with pytest.raises(InputError, match="selections: expected a list of objects"):
            roster_json.read(self.roster(selections=[BOSS, more]))
        with pytest.raises(InputError, match="forces: expected a list of objects"):
            roster_json.read({"forces": {"a": more or 1}})

    def test_selections_by_their_numbers(self) -> None:
        with pytest.raises(InputError, match="selections: expected a list of objects"):
            roster_json.read(self.roster(selections={"0": BOSS, "1": BOSS}))

    def test_the_only_one_as_xml_is_put_into_json(self) -> None:
        found = roster_json.read({"forces": {"force": self.roster(selections={"selection": BOSS})["forces"][0]}})
        assert [unit.name for unit in found.units] == ["Warboss"]

    def test_forces_inside_forces(self) -> None:
        found = roster_json.read(self.roster(forces=[{"name": "Inner", "selections": [BOSS | {"name": "Beastboss"}]}]))
        assert [(unit.name, unit.force) for unit in found.units] == [("Warboss", 0), ("Beastboss", 1)]

    @pytest.mark.parametrize("key", ["forces", "selections"])
    def test_two_lists_in_one(self, key: str) -> None:
        roster = self.roster()
        with pytest.raises(InputError, match="this JSON states two lists"):
            roster_json.read({"roster": roster, key: roster["forces"]})

    @pytest.mark.parametrize("number", [2, "2", 0, -1, 1.5, True, [3], "1 model"])
    def test_a_unit_that_is_stated_several_times(self, number: Any) -> None:
        found = roster_json.read(self.roster(selections=[BOSS | {"number": number}]))
        assert [word.text.partition("x ")[2] for word in found.unplaced] == ["Warboss"]
        for one in (1, "1", "1.0", None):
            assert roster_json.read(self.roster(selections=[BOSS | {"number": one}])).unplaced == []

    @pytest.mark.parametrize("number", ["2O", [20], 1.5, True])
    def test_counts_that_are_no_whole_numbers(self, number: Any) -> None:
        with pytest.raises(InputError, match="expected a whole number"):
            roster_json.read(self.roster(selections=[BOSS | {"selections": [{"name": "Boy", "number": number}]}]))

    @pytest.mark.parametrize("assets", [["unit§Boyz"], {"included": ["unit§Boyz"]}, {"traits": {"a": 1}}, "Boyz"])
    def test_assets_of_rosterizer_that_are_no_objects(self, assets: Any) -> None:
        with pytest.raises(InputError, match="expected"):
            roster_json.read_rosterizer({"snapshot": {"assets": assets}})

    def test_what_rosterizer_states_twice(self) -> None:
        assets = [
            {"item": item, "quantity": quantity}
            for item, quantity in (
                ("Faction§Orks", 1),
                ("Faction§Necrons", 1),
                ("Battle Size§Incursion (1000 points)", 1),
                ("Battle Size§Onslaught (3000 points)", 1),
                ("Unit§Boyz", 3),
                ("Unit§Gretchin", 1),
            )
        ]
        found = roster_json.read_rosterizer({"snapshot": {"assets": {"included": assets}}})
        assert [word.text for word in found.contrary] == ["Necrons", "Onslaught (3000 points)"]
        assert [(unit.name, unit.models) for unit in found.units] == [("Boyz", 3), ("Gretchin", 0)]
        assert found.limit == 3000

    def test_what_stands_in_several_groups_of_one_element(self) -> None:
        text = """<roster><forces><force name="Army" catalogueName="Xenos - Orks" selections="none">
            <selections><selection name="Warboss" type="model" number="1"/></selections>
            <selections><selection name="Boyz" type="unit" number="1"/></selections>
            </force></forces></roster>"""
        found = roster_json.read(roster_json.node_of(ET.fromstring(text)))
        assert [unit.name for unit in found.units] == ["Warboss", "Boyz"]
