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
from tests.nasty import BREAKING, IN_YAML, NASTY, forges

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
