"""Options from a file of the folder: the command line wins, and what is wrong is said with its place."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from listbuilder.cli.list_options import FORMATS
from listbuilder.resources import shipped
from listbuilder.sources import registry

GAME = "douwang"  # a small one


def test_options_stand_in_a_file(call, lists):
    (lists / "listbuilder.toml").write_text('format = "json"\nexclude = ["illegal*"]\n')

    report = json.loads(call("check", ".").out)

    assert [one["file"] for one in report["lists"]] == ["legal.yaml"]
    assert call("check", "--format", "line", ".").out == "legal.yaml: Gladius, round 1, 1990/2000 points: legal\n"
    assert len(json.loads(call("check", "--exclude", "nothing", ".").out)["lists"]) == 2
    assert "illegal.yaml" in call("check", "--no-config", ".").out


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ("limit = 3000", "limit"),
        ('rules = ["sr-quarter=battle-size-limit"]', "rules"),
        ('size = "onslaught"\nfaction = ["orks"]\nquiet = true', "size, faction"),
        ('format = "line"\nexclude = ["x"]\njobs = 1', ""),
    ],
)
def test_what_a_folder_decides_about_verdicts_is_said(call, lists, stated, said):
    """Whoever handed in lists may have handed in the file, too. What the command line says goes before it, and is not the file's."""
    settings = lists / "listbuilder.toml"
    settings.write_text(stated)

    expected = f"{settings} decides what lists are judged by: {said}\n" if said else ""
    assert call("check", "legal.yaml").err == expected
    assert call("check", "--config", "listbuilder.toml", "legal.yaml").err == ""
    assert call("check", "--no-config", "legal.yaml").err == ""
    if said == "limit":
        assert call("check", "--limit", "2000", "legal.yaml").err == ""


@pytest.mark.parametrize("form", FORMATS)
def test_what_a_folder_decides_stands_in_each_report(call, lists, form):
    """Reports are sent on without what standard error said."""
    (lists / "listbuilder.toml").write_text('limit = 3000\nrules = ["sr-quarter=battle-size-limit"]\n')
    said = "by listbuilder.toml: limit, rules"

    report = call("check", "--format", form, "--per-list", "out", "legal.yaml").out

    assert said in report
    assert f"Verdict: legal [{said}]\n" in (lists / "out" / "legal-yaml.txt").read_text("utf-8")
    assert said not in call("check", "--format", form, "--config", "listbuilder.toml", "legal.yaml").out


@pytest.mark.parametrize(
    ("options", "settings", "cached", "own"),
    [
        ([], True, True, True),
        (["--no-cache"], True, False, True),
        (["--no-config"], False, True, True),
        (["--isolated"], False, False, False),
    ],
)
def test_a_check_can_be_kept_apart(call, own_cache, tmp_path, monkeypatch, options, settings, cached, own):
    """From settings of folders, from the cache, and from the user's own data."""
    lists = tmp_path / "lists"
    shutil.copytree(shipped("factions") / GAME / "examples", lists)
    monkeypatch.chdir(lists)
    (lists / "listbuilder.toml").write_text('format = "line"\n')
    (tmp_path / "own" / GAME).mkdir(parents=True)
    system = shipped("factions") / GAME / "system.yaml"
    (tmp_path / "own" / GAME / "system.yaml").write_text(system.read_text("utf-8") + "\nbroken: 1\n", "utf-8")
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(tmp_path / "own"))
    monkeypatch.delenv("LISTBUILDER_NO_CACHE", raising=False)
    registry._native.cache_clear()
    done = call("check", *options, "legal.yaml")
    registry._native.cache_clear()

    assert ("broken" in done.out + done.err) == own
    assert os.environ.get("LISTBUILDER_NO_CACHE") is None
    assert os.environ["LISTBUILDER_FACTIONS"] == str(tmp_path / "own")
    monkeypatch.setenv("LISTBUILDER_FACTIONS", "")
    done = call("check", *options, "illegal-points-limit.yaml")
    assert (done.out.count("\n") == 1) == settings
    registry._native.cache_clear()
    assert any(path.is_file() for path in (own_cache / "compiled" / "native").rglob("*")) == cached


def test_the_nearest_file_above_counts(call, lists, monkeypatch):
    (lists / "pyproject.toml").write_text('[project]\nname = "x"\n[tool.listbuilder]\nformat = "line"\n')
    inner = lists / "a" / "b"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)

    assert call("check", "../../legal.yaml").out.count("\n") == 1
    (lists / "a" / "pyproject.toml").write_text("[tool.other]\n")
    assert call("check", "-q", "../../illegal.yaml").out.count("\n") == 1
    (lists / "a" / "listbuilder.toml").write_text("quiet = true\n")
    assert call("check", "../../illegal.yaml").out.count("\n") > 1


def test_a_project_of_other_programs_is_not_read(call, lists):
    """The folders above are anybody's: what does not name this program may be unfinished or of any encoding."""
    unfinished = b"[project]\ndependencies = ['listbuilder'\n[tool.other]\n"
    for text in (b"[project\n", b"[tool.other]\nname = '\xff'\n", unfinished):
        (lists / "pyproject.toml").write_bytes(text)
        assert call("check", "legal.yaml").status == 0
    (lists / "pyproject.toml").write_text("[tool.listbuilder\n")
    result = call("check", "legal.yaml")
    assert (result.status, "pyproject.toml: not readable as TOML" in result.err) == (2, True)


@pytest.mark.parametrize(
    "text",
    [
        "[tool.listbuilder]\nformat = 'line'\n",
        "[ tool . 'listbuilder' ]\nformat = 'line'\n",
        "[tool]\nother.x = 1\nlistbuilder.format = 'line'\n",
        "tool.listbuilder.format = 'line'\n",
        "tool = {other = {}, listbuilder = {format = 'line'}}\n",
        "[project]\nname = 'x'\n\n  [ \"tool\" ]\n  listbuilder = {format = 'line'}\n",
    ],
)
def test_a_project_states_options_in_each_way_of_its_format(call, lists, text: str):
    (lists / "pyproject.toml").write_text(text)

    assert call("check", "legal.yaml").out.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('formt = "json"\n', "listbuilder.toml:1: unknown option: formt (did you mean format?)"),
        ('# x\nformat = "jsn"\n', "listbuilder.toml:2: format: "),
        ('strict = "yes"\n', "listbuilder.toml:1: strict: true or false is expected"),
        ('exclude = "old"\n', "listbuilder.toml:1: exclude: a list of texts is expected"),
        ('output = "x.json"\n', "listbuilder.toml:1: unknown option: output"),
        ("fix = true\n", "listbuilder.toml:1: unknown option: fix"),
        ("pack = 5\n", "there is no event pack called 5"),
        ("jobs = -1\n", "listbuilder.toml:1: jobs: "),
        ("jobs = [", "not readable as TOML"),
        ("\udcff", "not UTF-8"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(call, lists, text: str, message: str):
    (lists / "listbuilder.toml").write_bytes(text.encode("utf-8", "surrogateescape"))

    result = call("check", "legal.yaml")

    assert result.status == 2
    assert message in result.err
    assert not Path("x.json").exists()


def test_a_file_is_no_list_of_the_folder(call, lists):
    (lists / "listbuilder.toml").write_text("strict = true\n")

    assert call("check", ".").out.splitlines()[-1] == "2 lists: 1 legal, 1 illegal"


def test_settings_of_a_named_file_are_used_instead_of_those_of_the_folder(call, lists, tmp_path):
    """A folder of strangers does not decide how it is judged."""
    (lists / "listbuilder.toml").write_text('format = "line"\nlimit = 9000\n')
    mine = tmp_path / "mine.toml"
    mine.write_text('format = "json"\nlimit = 1000\n')
    for options in (["--config", str(mine)], ["--isolated", "--config", str(mine)]):
        (found,) = json.loads(call("check", *options, "legal.yaml").out)["lists"]
        assert found["limit"] == "1000"
    project = tmp_path / "pyproject.toml"
    project.write_text('[tool.listbuilder]\nformat = "json"\nlimit = 500\n')
    (found,) = json.loads(call("check", "--config", str(project), "legal.yaml").out)["lists"]
    assert found["limit"] == "500"
    assert call("check", "--config", str(tmp_path / "none.toml"), "legal.yaml").status == 2


@pytest.mark.parametrize(
    "text",
    [
        f"limit = {'9' * 5000}",
        f"limit = 0x{'F' * 5000}",
        f"jobs = 0x{'F' * 5000}",
        f"budget = {{units = 0x{'F' * 5000}}}",
        f"budget = {{units = [0x{'F' * 5000}]}}",
    ],
)
def test_numbers_of_thousands_of_digits_are_refused(call, lists, text):
    (lists / "listbuilder.toml").write_text(text, "utf-8")
    result = call("check", "legal.yaml")

    assert result.status == 2
    assert result.err.startswith("error: ")
    assert "bug" not in result.err


def test_packs_and_data_are_those_beside_the_settings(call, lists, tmp_path, monkeypatch):
    """Not what somebody puts into the working directory under the same name."""
    home = tmp_path / "home"
    (home / "ours").mkdir(parents=True)
    settings = home / "settings.toml"
    for folder, limit in ((home, 100), (lists, 9000)):
        (folder / "cup.yaml").write_text(f"name: Cup\nsystem: wh40k-10e\npoints: {limit}\n")
    (lists / "gone.yaml").write_text("name: Gone\nsystem: wh40k-10e\npoints: 9000\n")
    (lists / "ours").mkdir()
    (lists / "theirs").mkdir()
    monkeypatch.chdir(lists)
    check = ("check", "--isolated", "--config", str(settings), "legal.yaml")

    settings.write_text('pack = "cup.yaml"\n')
    assert call(*check).status == 1
    settings.write_text('pack = "gone.yaml"\n')
    assert "gone.yaml: cannot be read" in call(*check).err
    for name in ("ours", "theirs"):
        settings.write_text(f'data = ["{name}"]\n')
        assert str(home / name) in call(*check).err
    (lists / "native").mkdir()
    settings.write_text('data = ["native"]\n')
    assert call(*check).status == 0
    for folder in (home, lists):
        (folder / "wh40k-10e-singles").write_text("name: Cup\nsystem: wh40k-10e\npoints: 9000\n")
    settings.write_text('pack = "wh40k-10e-singles"\n')
    assert "Singles event" in call(*check).out
