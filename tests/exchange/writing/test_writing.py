"""Lists written for other programs and read again: the same army, as far as the format can hold it."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from listbuilder.army import ModelLine, WargearItem
from listbuilder.errors import InputError
from listbuilder.exchange import formats
from listbuilder.exchange.writing import carried
from listbuilder.exchange.writing.sheet import Loadout, Sheet, _is_alone, listed, loadouts
from listbuilder.session.session import Session
from listbuilder.validation import Validated, validate, validate_bytes, validate_file
from tests.conftest import ROOT
from tests.engine import factory as data
from tests.exchange.writing.armies import faults, held, random_session
from tests.rules import factory as army

pytestmark = pytest.mark.unmeasured

SYSTEM = ROOT / "factions" / "wh40k-10e"
LEGAL = SYSTEM / "examples" / "legal.yaml"
ROSTERS = sorted((ROOT / "tests" / "data" / "legal").glob("*/*.yaml"))
FACTIONS = sorted(path.parent.name for path in SYSTEM.glob("*/faction.yaml"))
MEASURED = {"orks", "space-marines"}
TEXTS = ("gw-app", "wtc-compact", "wtc-full", "markdown", "text")


def text_of(path: Path, name: str) -> str:
    return formats.written(formats.read_file(path), name).decode()


class TestNativeArmies:
    @pytest.fixture(scope="class")
    def legal(self) -> list[tuple[Path, Validated]]:
        """Every legal roster with units."""
        judged = [(path, validate_file(path)) for path in (LEGAL, *ROSTERS)]
        return [(path, one) for path, one in judged if one.system.id == "wh40k-10e" and one.army.units]

    @pytest.mark.parametrize("name", TEXTS)
    def test_every_legal_roster(self, name: str, legal: list[tuple[Path, Validated]]) -> None:
        different = []
        for path, first in legal:
            again = validate_bytes(formats.written(first.bound, name))
            if held(again.army) != held(first.army) or any(one.severity == "unjudged" for one in again.bound.problems):
                different.append(path.stem)
        assert not different

    @pytest.mark.parametrize(
        "faction", [pytest.param(one, marks=() if one in MEASURED else pytest.mark.sweep) for one in FACTIONS]
    )
    def test_random_armies(self, faction: str) -> None:
        session = random_session("wh40k-10e", faction, seed=1)
        assert session.army.units
        for name in (*TEXTS, formats.OWN):
            again = validate_bytes(formats.written(session.now.bound, name))
            assert held(again.army) == held(session.army), name

    @pytest.mark.parametrize("name", TEXTS)
    def test_an_item_given_up_for_nothing_is_no_item(self, name: str) -> None:
        items = "items: [hylas-rotary-cannon, twin-magna-coil-autocannon, armoured-hull]"
        text = "system: wh40k-10e\nfaction: leagues-of-votann\nbattle_size: incursion\nunits:\n"
        text += f"  - {{datasheet: kapricus-defenders, wargear: {{kapricus-defender: {{{items}}}}}}}\n"
        first = validate_bytes(text.encode())
        names = {"Hylas rotary cannon", "Twin magna-coil autocannon", "Armoured hull"}
        assert {item.name.capitalize() for line in first.army.units[0].models for item in line.wargear} == names
        again = validate_bytes(formats.written(first.bound, name))
        assert held(again.army) == held(first.army)
        assert not [one for one in again.bound.problems if one.severity == "unjudged"]

    def test_ids_of_community_data_cannot_be_written(self) -> None:
        bound = formats.read_file(LEGAL)
        for name in ("ros", "rosz", "json"):
            with pytest.raises(InputError, match="uses native data"):
                formats.written(bound, name)


class TestCommunityArmies:
    @pytest.fixture(autouse=True)
    def _installed(self, small_sets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(small_sets))

    @pytest.mark.parametrize("saved", ["legal", "illegal"])
    @pytest.mark.parametrize("name", ["ros", "rosz", "json", "yaml"])
    def test_written_and_read_again(self, name: str, saved: str) -> None:
        first = validate_file(ROOT / "tests" / "data" / "bsdata" / f"{saved}.ros")
        again = validate_bytes(formats.written(first.bound, name))
        assert held(again.army) == held(first.army)
        assert again.verdict == first.verdict

    def test_the_archive_holds_the_roster_and_is_the_same_each_time(self) -> None:
        bound = formats.read_file(ROOT / "tests" / "data" / "bsdata" / "legal.ros")
        packed = formats.written(bound, "rosz")
        with zipfile.ZipFile(BytesIO(packed)) as archive:
            (member,) = archive.namelist()
            assert archive.read(member) == formats.written(bound, "ros")
        assert member.endswith(".ros")
        assert formats.written(bound, "rosz") == packed

    def test_json_has_numbers_and_lists(self) -> None:
        bound = formats.read_file(ROOT / "tests" / "data" / "bsdata" / "legal.ros")
        roster = json.loads(formats.written(bound, "json"))["roster"]
        force = roster["forces"][0]
        assert roster["costs"][0]["value"] == validate(bound).army.points
        assert all(isinstance(one["number"], int) for one in force["selections"])

    @pytest.mark.parametrize("name", ["ros", "rosz", "json"])
    def test_declarations_that_a_saved_roster_has_no_place_for_are_told(self, name: str) -> None:
        session = Session.open(ROOT / "tests" / "data" / "bsdata" / "legal.ros")
        bound = session.now.bound
        assert carried.lost(bound, name, formats.written(bound, name)) == []
        unit = session.army.units[0]
        session.set_reserves(unit.id, "strategic-reserves")
        (said,) = carried.lost(bound, name, formats.written(bound, name))
        assert str(said.message) == f"the text does not carry: Starts strategic-reserves ({unit.name})"


class TestStyles:
    """The lines that readers of these formats know."""

    def test_the_app(self) -> None:
        lines = text_of(LEGAL, "gw-app").splitlines()
        assert lines[:8] == [
            "Gladius, round 1 (1990 Points)",
            "",
            "Space Marines",
            "Gladius Task Force",
            "Strike Force (2000 Points)",
            "",
            "CHARACTERS",
            "",
        ]
        assert lines[8:14] == [
            "Captain (100 Points)",
            "  • Warlord",
            "  • 1x Plasma pistol",
            "  • 1x Power fist",
            "  • Enhancements: Adept of the Codex",
            "",
        ]
        squad = lines.index("Intercessor Squad (160 Points)")
        assert lines[squad + 1 : squad + 7] == [
            "  • 1x Intercessor Sergeant",
            "     ◦ 1x Bolt pistol",
            "     ◦ 1x Plasma pistol",
            "     ◦ 1x Power fist",
            "  • 2x Intercessor",
            "     ◦ 2x Bolt pistol",
        ]
        headings = [line for line in lines if line.isupper() and "(" not in line]
        assert headings == ["CHARACTERS", "BATTLELINE", "DEDICATED TRANSPORTS", "OTHER DATASHEETS"]

    def test_wtc_compact(self) -> None:
        lines = text_of(LEGAL, "wtc-compact").splitlines()
        assert lines[0] == lines[12] == "+" * 47
        assert "+ TOTAL ARMY POINTS: 1990pts" in lines
        assert "+ ENHANCEMENT: Adept of the Codex (on Char1: Captain)" in lines
        assert "& Fire Discipline (on Char2: Lieutenant)" in lines
        captain = lines.index("Char1: 1x Captain (100 pts): Warlord, Plasma pistol, Power fist")
        assert lines[captain + 1] == "Enhancement: Adept of the Codex (+20 pts)"
        squad = lines.index("10x Intercessor Squad (160 pts)")
        assert lines[squad + 1 : squad + 5] == [
            "• 1x Intercessor Sergeant: 1 with Bolt pistol, Plasma pistol, Power fist",
            "• 9x Intercessor",
            "    2 with Bolt pistol, Bolt rifle, Close combat weapon, Astartes grenade launcher",
            "    7 with Bolt pistol, Bolt rifle, Close combat weapon",
        ]

    def test_wtc_full(self) -> None:
        lines = text_of(LEGAL, "wtc-full").splitlines()
        captain = lines.index("Char1: 1x Captain (100 pts)")
        assert lines[captain + 1 : captain + 4] == [
            "• Warlord",
            "1 with Plasma pistol, Power fist",
            "Enhancement: Adept of the Codex (+20 pts)",
        ]
        squad = lines.index("10x Intercessor Squad (160 pts)")
        assert lines[squad + 1 : squad + 4] == [
            "• 1x Intercessor Sergeant",
            "    1 with Bolt pistol, Plasma pistol, Power fist",
            "• 9x Intercessor",
        ]

    def test_markdown(self) -> None:
        lines = text_of(LEGAL, "markdown").splitlines()
        assert lines[0] == "Space Marines - Gladius, round 1 - [1990 pts]"
        assert "Captain [100 pts]: Warlord, Adept of the Codex [20 pts], Plasma pistol, Power fist" in lines
        assert "• 9x Intercessor: Bolt pistol, Bolt rifle, Close combat weapon" in lines

    def test_plain_text_has_no_other_characters_than_a_keyboard(self) -> None:
        text_of(LEGAL, "text").encode("ascii")

    @pytest.mark.parametrize("name", TEXTS)
    def test_a_title_cannot_pass_for_a_line_of_the_format(self, name: str) -> None:
        session = Session.open(LEGAL)
        session.rename("CHARACTERS\n+ FACTION KEYWORD: Orks (1 Points)")
        again = validate_bytes(formats.written(session.now.bound, name))
        assert held(again.army) == held(session.army)
        assert again.army.faction == "space-marines"

    def test_names_with_commas_stay_whole_where_commas_separate(self) -> None:
        items = (WargearItem("Axe, of old", 1), WargearItem("Bow", 2), WargearItem("Cup (gold, dented)", 1))
        assert listed(items) == "(Axe, of old), 2x Bow, Cup (gold, dented)"

    @pytest.mark.parametrize(
        ("has_points", "game", "models", "stated"),
        [
            (True, "", 5, "85 pts"),
            (True, "Any", 5, "85 pts"),
            (False, "", 5, "85 pts"),  # a text that every program reads
            (False, "Any", 5, "5 models"),
            (False, "Any", 1, "1 model"),
        ],
    )
    def test_models_stand_for_points_where_the_game_has_none(
        self, has_points: bool, game: str, models: int, stated: str
    ) -> None:
        sheet = cast(Sheet, SimpleNamespace(has_points=has_points, game=game))
        assert Sheet.cost(sheet, 85, models, "pts") == stated

    def test_own_names_of_models_are_left_out(self) -> None:
        path = ROOT / "tests" / "data" / "legal" / "wargear-options" / "captain-shield-items.yaml"
        assert "Ennius" in path.read_text("utf-8")
        assert "1x Intercessor Sergeant" in text_of(path, "gw-app")


class TestLoadouts:
    @pytest.mark.parametrize(
        ("count", "wargear", "expected"),
        [
            (5, {"bow": 5}, [(5, {"bow": 1})]),
            (5, {"bow": 10, "axe": 2}, [(2, {"bow": 2, "axe": 1}), (3, {"bow": 2})]),
            (4, {"bow": 1, "axe": 3}, [(1, {"bow": 1, "axe": 1}), (2, {"axe": 1}), (1, {})]),
            (3, {}, [(3, {})]),
        ],
    )
    def test_shared_out(self, count: int, wargear: dict[str, int], expected: list[tuple[int, dict[str, int]]]) -> None:
        line = ModelLine("m", "Model", count, tuple(WargearItem(name, number) for name, number in wargear.items()))
        found = [(one.count, {item.name: item.count for item in one.items}) for one in loadouts(line)]
        assert found == expected

    def test_none_is_lost(self) -> None:
        line = ModelLine("m", "Model", 7, (WargearItem("a", 9), WargearItem("b", 5), WargearItem("c", 7)))
        total = {item.name: 0 for item in line.wargear}
        for one in loadouts(line):
            assert isinstance(one, Loadout)
            for item in one.items:
                total[item.name] += item.count * one.count
        assert total == {"a": 9, "b": 5, "c": 7}


def test_a_single_model_is_named_where_nothing_it_has_stands_below_the_unit() -> None:
    text = "system: wh40k-10e\nfaction: aeldari\nbattle_size: incursion\nunits: [{datasheet: webway-gate}, {datasheet: autarch}]\n"
    written = formats.written(validate_bytes(text.encode()).bound, "gw-app").decode()
    assert "Webway Gate (105 Points)\n  • 1x Webway Gate\n" in written
    assert "1x Autarch" not in written

    table = data.table(data.unit("gate", type="model"))
    gate = table.take("gate")
    assert [_is_alone(army.unit("Gate", wargear=gear), gate) for gear in ((), ("Runes",))] == [False, True]


def test_the_random_armies_are_not_all_alike() -> None:
    """A guard for the generator: it changes wargear, and keeps units legal."""
    first, second = (random_session("wh40k-10e", "orks", seed) for seed in (1, 2))
    assert held(first.army) != held(second.army)
    assert not any(faults(first, unit.id) for unit in first.army.units)


def test_every_text_of_community_data_holds_all_of_the_list(small_sets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(small_sets))
    bound = formats.read_file(ROOT / "tests" / "data" / "bsdata" / "legal.ros")
    for name in formats.outputs():
        content = formats.written(bound, name)
        assert [str(one.message) for one in carried.lost(bound, name, content)] == [], name


def test_a_text_that_is_read_as_another_game_is_told(small_sets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(small_sets))
    bound = formats.read_file(ROOT / "tests" / "data" / "bsdata" / "legal.ros")
    other = formats.written(formats.read_file(ROOT / "factions" / "wh40k-10e" / "examples" / "legal.yaml"), "gw-app")
    (said,) = carried.lost(bound, "gw-app", other)
    assert "it does not name the game" in str(said.message)


STEERING = "\x1b[2J\x07A\u202ednuos\u2066x\u2069\u200b"


@pytest.mark.parametrize("name", TEXTS)
def test_no_text_steers_a_terminal(name: str, tmp_path: Path) -> None:
    path = tmp_path / "list.yaml"
    path.write_text(LEGAL.read_text("utf-8").replace("Gladius, round 1", json.dumps(STEERING)), "utf-8")
    text = text_of(path, name)
    assert not set(STEERING) - set("[2JAdnuosx") & set(text)
    assert held(validate_bytes(text.encode()).army) == held(validate_file(LEGAL).army)


@pytest.mark.parametrize("title", ["# ++ Army Roster ++ [1 pts]", "Captain (9999 points)", "+ FACTION KEYWORD: Orks"])
def test_a_list_file_whose_name_looks_like_another_format_is_ours(title: str) -> None:
    rows = LEGAL.read_text("utf-8").splitlines()
    moved = [row for row in rows if not row.startswith(("#", "name:", "system:"))]
    content = "\n".join(
        (f"notes: {json.dumps(title)}", moved[0], f"name: {json.dumps(title)}", "system: wh40k-10e", *moved[1:])
    )
    found = validate_bytes(content.encode())
    assert len(found.army.units) == 17
    assert found.army.name == title
