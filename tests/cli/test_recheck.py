"""`listbuilder recheck`: lists under older and newer data."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from listbuilder import schemas
from listbuilder.resources import shipped
from tests.cli.conftest import EXAMPLES, Call
from tests.exchange import lists as texts

pytestmark = pytest.mark.covered


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Newer data, in which a Captain costs 20 points more and Ballistus Dreadnoughts do not exist."""
    newer = tmp_path_factory.mktemp("newer") / "wh40k-10e"
    for faction in ("space-marines", "orks"):
        shutil.copytree(shipped("factions") / "wh40k-10e" / faction, newer / faction)
    shutil.copy(shipped("factions") / "wh40k-10e" / "system.yaml", newer)
    sheet = newer / "space-marines" / "captain.yaml"
    sheet.write_text(sheet.read_text("utf-8").replace("points: {1: 80}", "points: {1: 100}"), "utf-8")
    (newer / "space-marines" / "ballistus-dreadnought.yaml").unlink()
    return newer.parent


@pytest.fixture
def folder(tmp_path: Path, newer: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory: three lists, and the newer data."""
    lists = tmp_path / "lists"
    lists.mkdir()
    shutil.copy(EXAMPLES / "legal.yaml", lists / "a.yaml")
    text = (EXAMPLES / "legal.yaml").read_text("utf-8")
    text = text.replace("  - {id: ballistus, datasheet: ballistus-dreadnought}\n", "")
    (lists / "b.yaml").write_text(text, "utf-8")
    (lists / "c.txt").write_text(texts.GW_B, "utf-8")
    (tmp_path / "newer").symlink_to(newer)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def without_folder(text: str) -> str:
    """Without what stands beside each verdict: the folder whose data changed those of the program."""
    return re.sub(r" \[with data of [^]]*\]", "", text)


def test_which_lists_break_and_why(call: Call, folder: Path) -> None:
    result = call("recheck", "lists", "--data", "native", "--data", "newer")
    assert " legal → not judged [with data of " in result.out
    shown = without_folder(result.out)
    first, second, third = (shown.split(name)[1] for name in ("lists/", "lists/b.yaml: ", "c.txt: "))
    assert result.status == 2
    assert first.startswith(
        "a.yaml: Gladius, round 1, 1990 → 1860/2000 points, legal → not judged\n  Captain: 100 → 120\n"
    )
    assert "Ballistus Dreadnought: 150 → –" in first
    assert "not judged[unknown-name]: unknown datasheet: ballistus-dreadnought" in first
    assert second.startswith("Gladius, round 1, 1840 → 1860/2000 points, legal\n  Captain: 100 → 120\n")
    assert third.startswith("Green Afternoon, 245/2000 points, legal (unchanged)\n")
    assert result.out.endswith("\n3 lists: 1 breaks, 2 cost something else, 1 unchanged\n")


def test_one_set_is_the_newer_one(call: Call, folder: Path) -> None:
    both = call("recheck", "lists", "--data", "native", "--data", "newer")
    assert call("recheck", "lists", "--data", "newer").out == both.out
    back = call("recheck", "lists", "--data", "newer", "--data", "native")
    assert back.status == 0
    assert "not judged → legal\n  Captain: 120 → 100" in back.out


def test_only_what_is_new_is_shown(call: Call, folder: Path) -> None:
    list_file = folder / "lists" / "b.yaml"
    list_file.write_text(list_file.read_text("utf-8").replace("warlord: true", "warlord: false"), "utf-8")
    result = call("recheck", str(list_file), "--data", "newer")
    assert result.status == 1
    expected = ": Gladius, round 1, 1840 → 1860/2000 points, illegal\n  Captain: 100 → 120\n"
    assert expected in without_folder(result.out)
    assert "[warlord]" not in result.out


def test_programs_read_json_that_does_not_depend_on_the_jobs(call: Call, folder: Path) -> None:
    one = call("recheck", "lists", "--data", "newer", "--format", "json", "--jobs", "1").out
    assert call("recheck", "lists", "--data", "newer", "--format", "json", "--jobs", "2").out == one
    found = json.loads(one)
    Draft202012Validator(schemas.read("recheck")).validate(found)
    assert found["summary"] == {"lists": 3, "broken": 1, "unchanged": 1}
    assert found["lists"][1]["prices"] == [{"unit": "Captain", "before": "100", "after": "120"}]
    assert [one["rule"] for one in found["lists"][0]["news"]] == ["unknown-name"] * len(found["lists"][0]["news"])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ((), "Missing option '--data'"),
        (("native", "newer", "native"), "the older set and the newer one, not more"),
        (("nwer",), "there is no data set nwer"),
    ],
)
def test_wrong_data(call: Call, folder: Path, data: tuple[str, ...], message: str) -> None:
    result = call("recheck", "lists", *(word for name in data for word in ("--data", name)))
    assert (result.status, result.out) == (2, "")
    assert message in result.err
