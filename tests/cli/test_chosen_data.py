"""`--data`: the data sets that lists are judged by in place of those that they name."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from listbuilder.resources import shipped
from listbuilder.session import Session
from listbuilder.sources import registry
from listbuilder.sources.store.installed import Store
from tests.cli.conftest import EXAMPLES, Call
from tests.conftest import ROOT
from tests.exchange import lists as texts

pytestmark = pytest.mark.covered

BSDATA = ROOT / "tests" / "data" / "bsdata"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory: an exported list, a saved roster, a folder of older prices, and one set installed twice."""
    (tmp_path / "app.txt").write_text(texts.GW_B, "utf-8")
    shutil.copy(BSDATA / "legal.ros", tmp_path)
    older = tmp_path / "older" / "wh40k-10e"
    shutil.copytree(shipped("factions") / "wh40k-10e" / "orks", older / "orks")
    shutil.copy(shipped("factions") / "wh40k-10e" / "system.yaml", older)
    sheet = older / "orks" / "warboss.yaml"
    sheet.write_text(sheet.read_text("utf-8").replace("points: {1: 75}", "points: {1: 65}"), "utf-8")
    for name in ("first", "second"):
        Store(tmp_path / "data").add(BSDATA / "lantern-coast", name)
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def points(call: Call, *arguments: str) -> str:
    (found,) = json.loads(call("check", "--format", "json", *arguments).out)["lists"]
    return str(found["points"])


def test_prices_are_those_of_the_data_named(call: Call, folder: Path) -> None:
    assert (points(call, "app.txt"), points(call, "app.txt", "--data", "older")) == ("245", "235")
    assert call("check", "app.txt", "--data", "older").out.count("points-drift") == 1


def test_every_command_that_reads_a_list_takes_it(call: Call, folder: Path) -> None:
    assert "235" in call("show", "app.txt", "--data", "older").out
    assert call("print", "app.txt", "--data", "older", "-o", "a.pdf").status == 0
    assert "Warboss (65 Points)" in call("convert", "app.txt", "--data", "older", "--to", "gw-app").out
    assert call("import", "app.txt", "--data", "older", "-o", "a.yaml").status == 0


def test_names_of_a_pack_are_looked_up_in_it(call: Call, folder: Path) -> None:
    """`older` has Orks only: a pack that denies a datasheet of others has no name for it."""
    (folder / "pack.yaml").write_text("name: Cup\nsystem: wh40k-10e\ndeny: {datasheets: [Land Raider]}\n", "utf-8")
    assert call("event", "check", "pack.yaml").status == 0
    sealed = call("seal", "app.txt", "--pack", "pack.yaml").out.strip()
    for command in (
        ("event", "check", "pack.yaml"),
        ("check", "app.txt", "--pack", "pack.yaml"),
        ("show", "app.txt", "--pack", "pack.yaml"),
        ("print", "app.txt", "--pack", "pack.yaml"),
        ("seal", "app.txt", "--pack", "pack.yaml"),
        ("verify", "app.txt", sealed, "--pack", "pack.yaml"),
        ("explain", "datasheet-cap", "--pack", "pack.yaml"),
    ):
        result = call(*command, "--data", "older")
        assert (result.status, "unknown datasheet: Land Raider" in result.err) == (2, True), command


def test_the_builder_opens_lists_over_it(folder: Path) -> None:
    sessions = Session.for_event(None, registry.given(("older",)))
    path = folder / "app.txt"
    opened = (sessions.open(path), sessions.from_text(path.read_bytes()), sessions.recover(path.read_bytes(), path, ""))
    assert [session.points for session in opened] == [235] * 3
    assert Session.open(path).points == 245


def test_of_several_the_first_that_has_the_game(call: Call, folder: Path) -> None:
    result = call("check", "--format", "json", "--data", "second", "--data", "older", "app.txt", "legal.ros")
    app, saved = json.loads(result.out)["lists"]
    assert (app["data"]["set"], app["points"], saved["data"]["set"]) == ("native", "235", "second")


def test_the_choice_is_said_where_several_sets_would_do(call: Call, folder: Path) -> None:
    assert "data: first (" in call("check", "legal.ros").out
    assert "second would do, too (--data)" in call("check", "legal.ros").out
    assert "--data" not in call("check", "legal.ros", "--data", "second").out
    assert "--data" not in call("check", "app.txt").out


def test_a_wrong_name_is_one_message(call: Call, folder: Path) -> None:
    result = call("check", "--data", "frist", "app.txt", "legal.ros")
    assert (result.status, result.out) == (2, "")
    assert result.err.splitlines() == ["error: there is no data set frist; installed: first, second"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("legal.ros", "--data", "native"), "the data set native has no game system"),
        (("app.txt", "--data", "first"), "no data for the faction of this list"),
        (("legal.yaml", "--data", "first"), "the data set first has no game system wh40k-10e"),
    ],
)
def test_a_list_that_the_data_cannot_judge_says_so(call: Call, folder: Path, arguments, message: str) -> None:
    shutil.copy(EXAMPLES / "legal.yaml", folder)
    result = call("check", *arguments)
    assert result.status == 2
    assert message in result.out


def test_a_list_file_that_is_laid_out_for_other_data_says_how_to_go_on(call: Call, folder: Path) -> None:
    text = "name: Crew\nsystem: first\nfaction: Harbour Watch\nunits:\n- datasheet: Ferry Crab\n"
    (folder / "units.yaml").write_text(text, "utf-8")
    result = call("check", "units.yaml", "--data", "first")
    assert result.status == 2
    assert "is not laid out for the data set first" in result.out


def test_data_that_only_the_list_asks_for_are_told(call: Call, folder: Path) -> None:
    """Whoever sends a list in could choose the data by which it is legal."""
    text = "system: first\nfaction: Harbour Watch\ndata: {set: SET}\nforces: []\n"
    for name in ("first", "second"):
        (folder / f"{name}.yaml").write_text(text.replace("SET", name), "utf-8")

    def own(*arguments: str) -> list[str]:
        (found,) = json.loads(call("check", "--format", "json", *arguments).out)["lists"]
        return [one["message"] for one in found["findings"] if one["rule"] == "own-data"] + found.get("terms", [])

    assert own("first.yaml") == []
    said = "the list asks for the data second; without that, first would judge it"
    assert own("second.yaml") == [said, "by the data second"]
    assert own("second.yaml", "--data", "first") == ["the list asks for the data second; it is judged by first"]
    assert own("second.yaml", "--data", "second") == []


@pytest.mark.parametrize("word", ["~nobody-is-called-so", "x" * 300], ids=["home", "long"])
def test_a_folder_that_there_cannot_be_is_no_data_set(call, word, tmp_path, monkeypatch):
    (tmp_path / "list.yaml").write_text("system: wh40k-10e\nfaction: orks\nunits: []\n", "utf-8")
    refused = call("check", str(tmp_path / "list.yaml"), "--data", word)
    assert (refused.status, f"there is no data set {word}" in refused.err) == (2, True)

    monkeypatch.setenv("LISTBUILDER_FACTIONS", word)
    assert "illegal" in call("check", str(tmp_path / "list.yaml")).out
