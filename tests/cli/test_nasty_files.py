"""Names of files, of members of archives, of events and of data sets that would be commands or colours, in what the program says
of them."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from listbuilder.resources import shipped
from tests.cli.conftest import Call
from tests.conftest import ROOT
from tests.nasty import BREAKING, COMMANDS, FORGED, IN_YAML, NASTY, forges

pytestmark = pytest.mark.covered

LEGAL = shipped("factions") / "wh40k-10e" / "examples" / "legal.yaml"


@pytest.mark.parametrize(
    "name", ["::error::pwned.yaml", "##[error]x.yaml", "a\n::error::pwned.yaml", "\x1b[31m.yaml", "[b].yaml"]
)
def test_names_of_files(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    for one in (name, f".{name}", name.replace(".yaml", ".py")):
        (tmp_path / one).write_text("system: x\nunits: [\n", "utf-8")
    for form in ("text", "line", "table"):
        result = call("check", "--format", form, ".")
        assert forges(result.out + result.err) == []
        assert not BREAKING & set(result.out + result.err)
    assert forges(call("check", name, "--pack", name).err) == []


def test_members_of_an_archive(call: Call, tmp_path: Path) -> None:
    archive = tmp_path / "lists.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for number, name in enumerate(NASTY):
            file.writestr(f"{name}{number}.yaml".replace("\ud800", ""), LEGAL.read_bytes())
    for form in ("text", "line", "table", "github"):
        result = call("check", "--format", form, archive)
        own = [line for line in result.out.splitlines() if line.startswith("::error file=")]
        assert len(own) == (3 if form == "github" else 0)  # paths that lead out of the archive
        assert forges("\n".join(line for line in result.out.splitlines() if line not in own) + result.err) == []
        assert not BREAKING & set(result.out + result.err)


@pytest.mark.parametrize("name", IN_YAML)
def test_names_of_events(call: Call, tmp_path: Path, name: str) -> None:
    pack = tmp_path / "pack.yaml"
    pack.write_text(json.dumps({"name": name, "system": "wh40k-10e", "points": 1000}), "utf-8")
    for form in ("text", "github"):
        result = call("check", "--pack", pack, "--format", form, LEGAL)
        written = [line for line in result.out.splitlines() if not line.startswith(("::error file=", "::notice file="))]
        assert "1990" in result.out
        assert forges("\n".join(written) + result.err) == []
        assert not BREAKING & set(result.out + result.err)


@pytest.mark.parametrize("name", sorted({*NASTY} - {"\ud800"}))
def test_names_of_data_sets_are_refused(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path))
    result = call("data", "add", ROOT / "tests" / "data" / "bsdata" / "lantern-coast", "--name", name)
    assert result.status == 2
    assert forges(result.out + result.err) == []
    assert not BREAKING & set(result.out + result.err)
    assert not [path for path in tmp_path.iterdir() if path.is_dir() and not path.name.startswith(".")]


@pytest.mark.parametrize("name", IN_YAML)
def test_names_that_are_not_found(call: Call, tmp_path: Path, name: str) -> None:
    """What is wrong with a list is one line, whatever the list says."""
    path = tmp_path / "a.yaml"
    path.write_text(json.dumps({"system": "wh40k-10e", "faction": name, "units": []}), "utf-8")
    for command in (["show"], ["print", "-o", tmp_path / "a.pdf"], ["convert", "--to", "text"]):
        result = call(command[0], path, *command[1:])
        assert result.status == 2
        assert forges(result.out + result.err) == []
        assert not BREAKING & set(result.out + result.err)


@pytest.mark.parametrize("name", [*FORGED, *COMMANDS])
def test_names_in_a_data_set(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "installed"))
    game = {"id": "s", "name": name, "type": "gameSystem", "forceEntries": [{"id": "f", "name": name}]}
    lost = {"id": f"{name}1", "name": name, "targetId": name, "type": "selectionEntry"}
    away = {"id": f"{name}2", "name": name, "targetId": f"{name}3"}
    data = {"id": name, "name": name, "gameSystemId": "s", "entryLinks": [lost], "catalogueLinks": [away]}
    (tmp_path / "set").mkdir()
    for kind, value in (("gameSystem", game), ("catalogue", data)):
        (tmp_path / "set" / f"{kind}.json").write_text(json.dumps({kind: value}), "utf-8")
    results = [call("data", *words) for words in (("add", tmp_path / "set", "--name", "x"), ("show", "x"), ("list",))]
    assert "is missing" in results[0].err
    for result in results:
        assert forges(result.out + result.err) == []
        assert not BREAKING & set(result.out + result.err)


@pytest.mark.parametrize("name", ["\x1b[31mred", "x\n::error::pwned", "##vso[task.complete]"])
def test_names_of_files_of_a_data_set(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "installed"))
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "game.gst").write_text('<gameSystem id="s" name="Game"/>', "utf-8")
    for number in range(2):
        (tmp_path / "set" / f"{name}{number}.cat").write_text('<catalogue id="c" name="C" gameSystemId="s"/>', "utf-8")
    results = [call("data", *words) for words in (("add", tmp_path / "set", "--name", "x"), ("show", "x"))]
    for result in results:
        assert "has the same id as" in result.out + result.err
        assert forges(result.out + result.err) == []
        assert not BREAKING & set(result.out + result.err)
