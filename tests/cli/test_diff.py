"""`listbuilder diff`: two lists of any formats, what changed, and the exit status."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from listbuilder import schemas
from listbuilder.resources import shipped
from tests.cli.conftest import EXAMPLES, Call
from tests.exchange import lists as texts


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory with two states of one list."""
    shutil.copy(EXAMPLES / "legal.yaml", tmp_path / "a.yaml")
    text = (tmp_path / "a.yaml").read_text("utf-8")
    text = text.replace("enhancement: fire-discipline", "enhancement: artificer-armour")
    text = text.replace("  - {id: scouts, datasheet: scout-squad}\n", "").replace("strategic_reserves: [scouts]", "")
    text = text.replace("    name: Second Squad\n    models: {intercessor: 9}", "    name: Second Squad")
    (tmp_path / "b.yaml").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_a_player_reads(call: Call, folder: Path) -> None:
    result = call("diff", "a.yaml", "b.yaml")
    assert result.status == 1
    assert result.out == (
        "--- a.yaml: Gladius, round 1, 1990/2000 points, legal\n"
        "+++ b.yaml: Gladius, round 1, 1825/2000 points, legal\n"
        "\n"
        "~ Lieutenant, 80 → 65 pts\n"
        "    - enhancement: Fire Discipline\n"
        "    + enhancement: Artificer Armour\n"
        "~ Second Squad, 160 → 80 pts\n"
        "    Intercessor: 9 → 4\n"
        "- Scout Squad (5 models), 70 pts\n"
        "\n"
        "= 1,990 → 1,825 pts (-165)\n"
    )


def test_games_are_named_as_players_name_them(call: Call, folder: Path) -> None:
    shutil.copy(EXAMPLES.parents[1] / "aos-4e" / "examples" / "legal.yaml", folder / "c.yaml")
    told = call("diff", "a.yaml", "c.yaml").out
    assert "game system: Warhammer 40,000 10th edition → Age of Sigmar 4th edition\n" in told


def test_choices_of_the_army_are_told_with_what_they_are(call: Call, folder: Path) -> None:
    text = (EXAMPLES.parents[1] / "aos-4e" / "examples" / "legal.yaml").read_text("utf-8")
    (folder / "c.yaml").write_text(text, "utf-8")
    other = text.replace("primal-energy", "twilit-sorceries").replace("prayer-lore: prayers-of-the-stormhosts, ", "")
    (folder / "d.yaml").write_text(other, "utf-8")
    told = call("diff", "c.yaml", "d.yaml").out.split("\n\n")[1]
    assert "Manifestation Lore: Primal Energy → Twilit Sorceries" in told.splitlines()
    assert "- Prayer Lore: Prayers of the Stormhosts" in told.splitlines()


def test_nothing_changed(call: Call, folder: Path) -> None:
    result = call("diff", "a.yaml", "a.yaml")
    assert (result.status, result.out, result.err) == (0, "", "")


def test_lists_of_other_programs_and_standard_input(call: Call, folder: Path) -> None:
    (folder / "app.txt").write_text(texts.GW_B, "utf-8")
    bigger = texts.GW_B.replace("Warboss (75 points)\n  • Warlord\n", "Warboss (75 points)\n")
    result = call("diff", "app.txt", "-", stdin=bigger.encode())
    assert result.status == 1
    assert "~ Warboss, 75 pts\n    - Warlord\n" in result.out


def test_programs_read_json(call: Call, folder: Path) -> None:
    result = call("diff", "--format", "json", "a.yaml", "b.yaml")
    found = json.loads(result.out)
    Draft202012Validator(schemas.read("difference")).validate(found)
    assert [(one["change"], one["unit"], one["points"]) for one in found["units"]] == [
        ("changed", "Lieutenant", {"before": "80", "after": "65"}),
        ("changed", "Second Squad", {"before": "160", "after": "80"}),
        ("removed", "Scout Squad", {"before": "70", "after": None}),
    ]
    assert found["units"][1]["changes"] == [{"what": "model", "of": "Intercessor", "before": 9, "after": 4}]


def test_words_of_the_game_in_the_language_in_use(call: Call, folder: Path) -> None:
    assert "    + 强化: Artificer Armour\n" in call("--lang", "zh", "diff", "a.yaml", "b.yaml").out


def test_names_do_not_control_the_terminal(call: Call, folder: Path) -> None:
    text = (folder / "b.yaml").read_text("utf-8").replace("name: Second Squad", 'name: "\\e[31mRed\\n+ Forged"')
    (folder / "b.yaml").write_text(text, "utf-8")
    result = call("diff", "a.yaml", "b.yaml")
    assert "Red" in result.out
    assert "\x1b" not in result.out
    assert not [line for line in result.out.splitlines() if line.startswith("+ Forged")]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a.yaml", "missing.yaml"), "missing.yaml: cannot be read"),
        (("-", "-"), "only one of the lists can come from standard input"),
        (("a.yaml",), "AFTER"),
    ],
)
def test_what_cannot_be_compared(call: Call, folder: Path, arguments, message: str) -> None:
    result = call("diff", *arguments)
    assert (result.status, result.out) == (2, "")
    assert message in result.err


@pytest.mark.parametrize(
    ("example", "old", "new", "expected"),
    [
        (
            "kill-team-2021/examples/legal.yaml",
            ", combat-blade]",
            "]",
            [
                "--- before.yaml: Breach, 9 / 10 EP, legal",
                "~ Assault Intercessor Sergeant, 9 → 8 EP",
                "    - 1 Combat Blade",
            ],
        ),
        (
            "kill-team-2024/examples/legal.yaml",
            "- {datasheet: intercessor-warrior}",
            "- {datasheet: assault-intercessor-warrior}",
            [
                "--- before.yaml: First watch, legal",
                "+ Assault Intercessor Warrior (1 model)",
                "- Intercessor Warrior (1 model)",
            ],
        ),
    ],
)
def test_prices_are_those_of_the_game(call, tmp_path, monkeypatch, example, old, new, expected):
    monkeypatch.chdir(tmp_path)
    text = (shipped("factions") / example).read_text("utf-8")
    Path("before.yaml").write_text(text, "utf-8")
    Path("after.yaml").write_text(text.replace(old, new), "utf-8")
    said = call("diff", "before.yaml", "after.yaml").out
    assert set(expected) <= set(said.splitlines())
    assert "point" not in said
    assert "pts" not in said
