"""`listbuilder event`, and what `--pack` does to other commands."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from listbuilder.cli.list_options import FORMATS
from listbuilder.validation.pack.reading import read
from tests.conftest import ROOT

EXAMPLES = ROOT / "factions" / "wh40k-10e" / "examples"
LEGAL, ILLEGAL = str(EXAMPLES / "legal.yaml"), str(EXAMPLES / "illegal.yaml")
DENIED = "name: Steel City Open\nsystem: wh40k-10e\ndeny: {datasheets: [Redemptor Dreadnought]}\n"


@pytest.fixture
def denied(tmp_path: Path) -> str:
    path = tmp_path / "steel.yaml"
    path.write_text(DENIED)
    return str(path)


def test_a_new_pack_can_be_used_as_it_is(call, tmp_path):
    path = tmp_path / "my-event.yaml"
    result = call("event", "new", str(path.with_suffix("")))

    assert (result.status, result.err) == (0, f"wrote {path}\n")
    event = read(path.read_bytes(), str(path))
    assert (str(event.name), event.system.id, event.limit) == ("my-event", "wh40k-10e", 2000)
    assert call("check", "--pack", str(path), LEGAL).status == 0


def test_every_key_of_a_new_pack_is_one(call, tmp_path):
    """With the # taken away, and names of the game in place of those that stand for any."""
    path = tmp_path / "my-event.yaml"
    call("event", "new", str(path))
    text = re.sub(r"(?m)^# (?!yaml-language)", "", path.read_text())
    text = text.replace("[name, name]", "[Orks, Necrons]").replace("{name: reason}", "{Boyz: green}")
    text = text.replace("[name]", "[Titanic]")
    event = read(text.encode(), "my-event.yaml")

    assert (event.limit, event.team.players, event.formats) == (1750, 5, ("gw-app", "yaml"))
    assert event.deadline is not None
    assert {"event-factions", "event-legends", "at-most-ten-units"} <= {spec.id for spec in event.system.rules}


def test_settings_for_other_commands_are_passed_over_where_the_pack_states_them(call, denied, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "listbuilder.toml").write_text("limit = 500\npack = 'other.yaml'\nformat = 'line'\n")
    found = call("event", "check", denied, LEGAL)
    assert (found.status, found.out.count("\n")) == (1, 1)


def test_a_new_pack_overwrites_nothing(call, tmp_path):
    path = tmp_path / "my-event.yaml"
    path.write_text("mine")
    result = call("event", "new", str(path))

    assert (result.status, path.read_text()) == (2, "mine")
    assert "exists already" in result.err
    assert call("event", "new", str(path), "--force").status == 0
    assert path.read_text() != "mine"


def test_a_new_pack_is_for_a_game_that_exists(call, tmp_path):
    result = call("event", "new", str(tmp_path / "a.yaml"), "--system", "wh40k-10f")

    assert result.status == 2
    assert "wh40k-10e" in result.err


def test_check_judges_for_the_event(call, denied):
    assert call("check", LEGAL).status == 0
    result = call("check", "--pack", denied, LEGAL)

    assert result.status == 1
    assert "error[event-datasheets]: Redemptor Dreadnought: not allowed" in result.out
    assert "= source: Steel City Open (steel.yaml:3)" in result.out
    assert "= fix: remove Redemptor Dreadnought" in result.out
    assert result.out.endswith("1990/2000 points, Steel City Open: illegal (1 error)\n")


def test_a_pack_is_checked_without_lists(call, denied, tmp_path):
    result = call("event", "check", denied)
    assert (result.status, result.out, result.err) == (0, "", "nothing is wrong with the pack Steel City Open\n")
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(DENIED.replace("Redemptor", "Redemtor"))
    assert (call("event", "check", str(wrong)).status) == 2


def test_a_pack_that_is_wrong_judges_nothing(call, tmp_path):
    path = tmp_path / "steel.yaml"
    path.write_text(DENIED.replace("Redemptor", "Redemtor"))
    result = call("check", "--pack", str(path), LEGAL)

    assert (result.status, result.out) == (2, "")
    assert f"{path}:3:21: unknown datasheet: Redemtor Dreadnought (did you mean Redemptor Dreadnought?)" in result.err


def test_many_lists_are_judged_alike_on_several_cores(call, denied):
    one, two = (call("check", "--pack", denied, "--format", "json", "--jobs", n, LEGAL, ILLEGAL) for n in "12")

    assert one.out == two.out
    rules = [[finding["rule"] for finding in item["findings"]] for item in json.loads(one.out)["lists"]]
    assert rules[0] == ["event-datasheets"]
    assert rules[1].count("event-datasheets") == 4


def test_show_and_print_judge_for_the_event(call, denied, tmp_path):
    assert "event-datasheets" in call("show", "--pack", denied, LEGAL).out
    assert call("print", "--pack", denied, LEGAL, "-o", str(tmp_path / "a.pdf")).status == 0


def test_a_fix_removes_what_the_event_denies(call, denied, tmp_path):
    path = tmp_path / "a.yaml"
    path.write_bytes(Path(LEGAL).read_bytes())
    result = call("check", "--pack", denied, "--fix", "--unsafe", str(path))

    assert result.status == 0, result.out
    assert "redemptor" not in path.read_text()


def test_explain_shows_a_rule_as_the_event_plays_it(call, tmp_path, denied):
    path = tmp_path / "two.yaml"
    path.write_text("name: Two\nsystem: wh40k-10e\nrules: {change: {datasheet-cap: {max: {default: 2}}}}\n")

    assert "default: 3" in call("explain", "datasheet-cap").out
    assert "default: 2" in call("explain", "--pack", str(path), "datasheet-cap").out
    assert "Redemptor Dreadnought" in call("explain", "--pack", denied, "event-datasheets").out
    assert "event pack" in call("explain", "event-datasheets").out
    assert call("explain", "event-datasheet").status == 2


def test_the_schema_of_packs_is_printed(call):
    assert json.loads(call("schema", "event").out)["title"] == "Event pack"


def test_a_pack_in_the_folder_of_lists_is_no_list(call, denied, tmp_path):
    (tmp_path / "a.yaml").write_bytes(Path(LEGAL).read_bytes())
    (tmp_path / "small.yaml").write_text("name: Small\nsystem: wh40k-10e\nrules: {on: [reserves-half]}\n")
    result = call("check", "--pack", denied, str(tmp_path))

    assert result.status == 1
    assert result.out.count("Gladius, round 1") == 1


# --- event check --------------------------------------------------------------------------------------------------------

TEAMS = "name: Team Cup\nsystem: wh40k-10e\nteam: {players: 2, factions_once: true}\nsources: {event-team-factions: page 7}\n"
ORKS = """\
name: {name}
system: wh40k-10e
faction: orks
detachment: war-horde
units:
  - {{id: boss, datasheet: warboss, warlord: true}}
  - {{id: boyz, datasheet: boyz}}
"""


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A team of a marine and an ork, and one of two orks."""
    monkeypatch.chdir(tmp_path)
    for team, player, content in (
        ("Reds", "ann", Path(LEGAL).read_text("utf-8")),
        ("Reds", "bob", ORKS.format(name="Bob")),
        ("Blues", "cid", ORKS.format(name="Cid")),
        ("Blues", "dan", ORKS.format(name="Dan")),
    ):
        (tmp_path / "lists" / team).mkdir(parents=True, exist_ok=True)
        (tmp_path / "lists" / team / f"{player}.yaml").write_text(content, "utf-8")
    (tmp_path / "cup.yaml").write_text(TEAMS)
    return tmp_path


@pytest.mark.usefixtures("cup")
def test_the_folders_of_an_event_are_its_teams(call):
    assert call("check", "--pack", "cup.yaml", "lists").status == 0
    result = call("event", "check", "cup.yaml", "lists")

    assert result.status == 1
    assert (
        "error[event-team-factions]: team Blues has Orks 2 times, at most once: lists/Blues/cid.yaml, lists/Blues/dan.yaml\n"
        " --> team Blues\n"
        "  = source: Team Cup, page 7 (cup.yaml:3)\n"
    ) in result.out
    assert "Reds" not in result.out.partition("error[")[2].partition("4 lists")[0]
    assert result.out.endswith("4 lists: 4 legal\n")
    assert call("event", "check", "cup.yaml", "lists/Reds/ann.yaml", "lists/Reds").status == 2  # lists of no team


def test_an_archive_is_read_like_a_folder(call, cup):
    with zipfile.ZipFile(cup / "cup.zip", "w") as packed:
        for path in sorted((cup / "lists").rglob("*.yaml")):
            packed.write(path, str(path.relative_to(cup / "lists")))
    result = call("event", "check", "cup.yaml", "cup.zip")

    assert result.status == 1
    assert result.out.count("event-team") == 1


@pytest.mark.usefixtures("cup")
def test_programs_read_the_pack_and_the_teams(call):
    found = json.loads(call("event", "check", "cup.yaml", "--format", "json", "lists").out)

    assert found["pack"]["name"] == "Team Cup"
    assert re.fullmatch("[0-9a-f]{64}", found["pack"]["sha256"])
    assert [(team["team"], team["verdict"], len(team["lists"])) for team in found["teams"]] == [
        ("Blues", "illegal", 2),
        ("Reds", "legal", 2),
    ]
    assert [one["rule"] for one in found["teams"][0]["findings"]] == ["event-team-factions"]
    assert [item["team"] for item in found["lists"]] == ["Blues", "Blues", "Reds", "Reds"]
    schema = json.loads(call("schema", "report").out)
    assert list(Draft202012Validator(schema).iter_errors(found)) == []
    plain = json.loads(call("check", "--format", "json", "lists").out)
    assert plain.keys().isdisjoint({"pack", "teams"})


@pytest.mark.usefixtures("cup")
@pytest.mark.parametrize("form", FORMATS)
def test_every_format_tells_of_teams(call, form):
    result = call("event", "check", "cup.yaml", "--format", form, "lists")

    assert (result.status, result.err) == (1, "")
    assert "Blues" in result.out
    assert "event-team-factions" in result.out or form == "line"
    assert "Orks 2 times" in result.out or form == "table"
    assert "event-team" not in call("check", "--pack", "cup.yaml", "--format", form, "lists").out
    hidden = call("event", "check", "cup.yaml", "--anonymous", "--format", form, "lists").out
    assert "Blues" not in hidden
    assert "cid" not in hidden
    assert "team 1" in hidden


@pytest.mark.usefixtures("cup")
def test_teams_without_names(call):
    result = call("event", "check", "cup.yaml", "--anonymous", "lists")

    assert result.status == 1
    assert "Blues" not in result.out
    assert "cid" not in result.out.lower()
    assert "event-team-factions" in result.out


def test_a_table_says_teams_and_when_lists_were_handed_in(call, cup):
    (cup / "cup.yaml").write_text(TEAMS + "deadline: 2026-11-20 20:00 +01:00\nformats: [yaml]\n")
    rows = ["Timestamp,Player,Team,List"]
    for moment, player, team in (("2026-11-20 19:00", "bob", "Reds"), ("2026-11-20 21:00", "cid", "Greens")):
        rows.append(f'{moment},{player},{team},"{ORKS.format(name=player)}"')
    (cup / "form.csv").write_text("\n".join(rows) + "\n")
    result = call("event", "check", "cup.yaml", "form.csv")

    assert result.status == 1
    assert result.out.count("error[event-deadline]") == 1
    assert "handed in at 2026-11-20 21:00" in result.out
    assert result.out.count("error[event-team-players]") == 2
    assert "event-format" not in result.out
    assert result.err == ""


def test_a_deadline_that_cannot_be_checked_is_said(call, cup):
    (cup / "cup.yaml").write_text(
        "name: Cup\nsystem: wh40k-10e\ndeadline: 2026-11-20 20:00 +01:00\nformats: [gw-app]\n"
    )
    result = call("event", "check", "cup.yaml", "lists")

    assert result.status == 1
    assert result.out.count("error[event-format]") == 4
    assert "of 4 lists it is not known when they were handed in" in result.err
