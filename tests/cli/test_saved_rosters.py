"""Rosters saved by BattleScribe and New Recruit: checked, shown, printed and opened like lists of our own."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from listbuilder.errors import InputError
from listbuilder.session import Session
from tests.conftest import ROOT

BSDATA = ROOT / "tests" / "data" / "bsdata"


@pytest.fixture(autouse=True)
def _installed(small_sets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(small_sets))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a legal roster as ``.ros`` and an illegal one as ``.rosz``."""
    (tmp_path / "legal.ros").write_bytes((BSDATA / "legal.ros").read_bytes())
    with zipfile.ZipFile(tmp_path / "illegal.rosz", "w") as archive:
        archive.write(BSDATA / "illegal.ros", "any name.ros")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_check(call, folder):
    assert call("check", "legal.ros").status == 0
    result = call("check", "illegal.rosz")

    assert result.status == 1
    assert "illegal (2 errors)" in result.out


def test_check_from_standard_input(call, folder):
    for name, status in (("legal.ros", 0), ("illegal.rosz", 1)):
        assert call("check", "-", stdin=(folder / name).read_bytes()).status == status


def test_a_folder_stands_for_lists_in_all_formats(call, folder):
    (folder / "set.cat").write_text("<catalogue/>", "utf-8")
    result = call("check", "--format", "json", ".")

    assert [one["file"] for one in json.loads(result.out)["lists"]] == ["illegal.rosz", "legal.ros"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_same_report_every_time(call, folder, jobs):
    arguments = ("check", "--format", "json", "--jobs", jobs, "illegal.rosz", "legal.ros")

    assert call(*arguments).out == call(*arguments).out
    assert json.loads(call(*arguments).out)["lists"][0]["findings"][-1]["unit"]


def test_show(call, folder):
    result = call("show", "legal.ros")

    assert result.status == 0
    assert "Night patrol" in result.out
    assert "Watch Captain" in result.out


def test_print(call, folder):
    result = call("print", "legal.ros")

    assert result.status == 0
    assert (folder / "exports" / "legal.pdf").read_bytes().startswith(b"%PDF")


def test_without_its_data_set_a_roster_is_not_judged(call, folder, monkeypatch):
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(folder / "none"))

    for command in ("check", "show", "print"):
        result = call(command, "legal.ros")
        text = result.out + result.err
        assert result.status == 2
        assert "no installed data set is for the game system Lantern Coast" in text
        assert "listbuilder data add" in text


def test_fixes_are_not_written_into_a_foreign_file(call, folder):
    before = (folder / "illegal.rosz").read_bytes()
    result = call("check", "--fix", "--unsafe", "illegal.rosz")

    assert result.status == 1
    assert "= left: lists in this format cannot be changed" in result.out
    assert (folder / "illegal.rosz").read_bytes() == before


def test_a_session_saves_it_as_yaml(folder):
    session = Session.open(folder / "legal.ros")
    before = (folder / "legal.ros").read_bytes()

    assert session.path is None
    assert not session.dirty
    with pytest.raises(InputError, match="name one"):
        session.save()
    for force in (False, True):
        with pytest.raises(InputError, match=r"choose a name that ends in \.yaml"):
            session.save(folder / "legal.ros", force=force)
    assert (folder / "legal.ros").read_bytes() == before
    path = session.save(folder / "legal.yaml")
    again = Session.open(path)
    assert (again.points, again.verdict, again.path) == (session.points, "legal", path)


@pytest.mark.sweep
@pytest.mark.shared
def test_real_rosters(call, shared, tmp_path, monkeypatch):
    """Every roster that players saved over today's data comes to a verdict or to named open questions."""
    sets = tmp_path / "sets"
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(sets))
    assert call("data", "add", shared / "bsdata" / "wh40k-10e", "--name", "ten").status == 0
    files = sorted((shared / "lists" / "wh40k-10e").glob("bs-ros*/*.ros*"))
    found = json.loads(call("check", "--format", "json", "--jobs", "1", *files).out)["lists"]

    assert files
    assert all(one["system"] == "wh40k-10e" and int(one["points"]) > 500 for one in found)
    assert all(finding["rule"] != "bug" for one in found for finding in one["findings"])


@pytest.mark.shared
def test_rosters_of_systems_that_are_not_installed(call, shared):
    files = sorted((shared / "lists").glob("*/bs-ros*/*.ros*"))
    found = json.loads(call("check", "--format", "json", "--jobs", "1", *files).out)["lists"]

    assert len(found) == len(files) > 100
    lacking = [one for one in found if not one["system"]]  # the others are judged by their names and the native data
    assert {(finding["rule"], one["verdict"]) for one in lacking for finding in one["findings"]} == {
        ("no-data", "unjudged")
    }
    said = [one["findings"][0]["message"] for one in lacking]
    assert len(said) > 90  # no set for the game, or no shipped faction of it
    assert all("no installed data set" in text or "no data for the faction" in text for text in said)
