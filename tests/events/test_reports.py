"""The formats of a report: what each says, and that no name of a player breaks out of it."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ET

import pytest
from jsonschema import Draft4Validator
from msgspec.structs import replace
from xmlschema import XMLSchema

from listbuilder.cli.list_options import FORMATS
from listbuilder.events.gathered import LeftOut, Reason
from listbuilder.events.reports import by_suffix, reports
from listbuilder.validation.pack.reading import read
from tests.conftest import ROOT
from tests.events.factory import ALL, BROKEN, EVIL, ILLEGAL, LEGAL, NASTY, PACKED, WARNED, finding, record, rendered


def test_the_command_offers_every_format():
    assert set(FORMATS) == set(reports())
    assert all(one.name == name for name, one in reports().items())
    assert next(iter(reports())) == FORMATS[0] == "text"


def test_names_of_files_mean_formats():
    assert {suffix: by_suffix(suffix) and by_suffix(suffix).name for suffix in (".txt", ".JSON", ".csv", ".xml", ".sarif", ".pdf", "")} == {
        ".txt": "text", ".JSON": "json", ".csv": "csv", ".xml": "junit", ".sarif": "sarif", ".pdf": None, "": None,
    }  # fmt: skip


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_records_give_the_same_bytes(form: str):
    assert rendered(form) == rendered(form)


@pytest.mark.parametrize("form", FORMATS)
def test_no_control_character_reaches_a_report(form: str):
    text = rendered(form, [NASTY])

    for char in "\x1b\x00\u202e":
        assert char not in text, form


@pytest.mark.parametrize("form", FORMATS)
def test_no_list_at_all(form: str):
    assert isinstance(rendered(form, []), str)


def test_one_line_a_list():
    assert rendered("line").splitlines() == [
        "a.yaml: Gladius, 160/1000 points: legal",
        "b.txt: Gladius, 160/1000 points: legal (1 warning)",
        "c d/é.txt: Gladius, 160/1000 points: illegal (1 error)",
        "e.txt: not judged: empty (1 open question)",
        "in.zip/f.txt: Gladius, 160/1000 points: illegal (1 error)",
        "5 lists: 2 legal, 2 illegal, 1 not judged",
    ]


@pytest.mark.parametrize("form", ["text", "line", "table"])
def test_quiet_leaves_out_what_is_right(form: str):
    noted = record("noted.yaml", "legal", finding("data-changed", "info", "older"))
    text = rendered(form, [*ALL, noted], quiet=True)

    assert "a.yaml" not in text
    assert "noted.yaml" not in text
    for one in (WARNED, ILLEGAL, BROKEN, PACKED):
        assert one.file in text
    assert text.endswith("6 lists: 3 legal, 2 illegal, 1 not judged\n")


def test_programs_get_all_lists_even_when_quiet():
    for form in ("json", "csv", "junit"):
        assert rendered(form, quiet=True) == rendered(form)


def test_table_has_totals_by_rule():
    lines = rendered("table").splitlines()

    assert lines[0].split() == ["List", "Name", "Faction", "Detachment", "Points", "Verdict", "Errors", "Warnings"]
    assert lines[1].split() == ["a.yaml", "Gladius", "Orks", "War", "Horde", "160/1000", "legal"]
    start = next(place for place, line in enumerate(lines) if line.startswith("Rule"))
    assert [line.split() for line in lines[start + 1 : start + 4]] == [
        ["points-limit", "error", "2", "2"],
        ["empty-file", "not", "judged", "1", "1"],
        ["points-drift", "warning", "1", "1"],
    ]


def test_numbers_stand_at_the_right_of_their_columns():
    """Names of lists, teams and rules stand at the left."""
    for text, of, numbers in (
        (rendered("table"), "List", {"Points", "Errors", "Warnings"}),
        (of_teams("table"), "Team", {"Lists"}),
        (rendered("table"), "Rule", {"Findings", "Lists"}),
    ):
        head, *rows = next(part for part in text.split("\n\n") if part.startswith(of)).splitlines()
        found = {
            word[0]
            for word in re.finditer(r"\S+", head)
            if any(re.match(rf".{{{word.end() - 1}}}\d( |$)", row) for row in rows)
        }
        assert found == numbers


def test_csv_has_one_row_a_list():
    text = rendered("csv")
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))

    assert text.startswith("\ufefffile,")
    assert [row["file"] for row in rows] == [one.file for one in ALL]
    assert [row["verdict"] for row in rows] == ["legal", "legal", "illegal", "unjudged", "illegal"]
    assert (rows[4]["player"], rows[4]["team"], rows[4]["points"], rows[4]["errors"]) == ("Ann", "Reds", "160", "1")
    assert rows[3]["state"] == "empty"


@pytest.mark.parametrize("start", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\n=1", "＝1"])
def test_no_cell_is_a_formula(start: str):
    text = rendered("csv", [record(start, name=start, player=start)])
    (row,) = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""))

    assert all(not cell.lstrip().startswith(("=", "+", "-", "@", "＝")) for cell in row.values())
    assert row["name"].startswith("'")


def test_junit_is_xml_with_right_counts():
    root = ET.fromstring(rendered("junit", strict=False))
    suite = root[0]

    assert (root.tag, suite.tag) == ("testsuites", "testsuite")
    for one in (root, suite):
        assert (one.get("tests"), one.get("failures"), one.get("errors")) == ("5", "2", "1")
    assert [case.get("name") for case in suite] == [one.file for one in ALL]
    assert [case.get("classname") for case in suite] == [*["wh40k-10e/orks"] * 3, "listbuilder", "wh40k-10e/orks"]
    assert [[child.tag for child in case] for case in suite] == [
        [],
        ["system-out"],
        ["failure"],
        ["error"],
        ["failure"],
    ]
    failure = suite[2][0]
    assert (failure.get("type"), failure.get("message")) == ("points-limit", "too many")
    assert "error[points-limit] (line 7): too many" in (failure.text or "")
    assert "fix: remove Boyz" in (failure.text or "")
    assert ET.fromstring(rendered("junit", strict=True)).get("failures") == "3"


def test_junit_survives_nasty_names():
    root = ET.fromstring(rendered("junit", [NASTY]))

    assert "<script>" in (root[0][0].get("name") or "")
    assert not list(root.iter("script"))


def test_sarif_is_what_its_schema_asks_for():
    log = json.loads(rendered("sarif"))
    (run,) = log["runs"]
    driver = run["tool"]["driver"]

    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-schema-2.1.0.json")
    assert driver["name"] == "listbuilder"
    assert len({rule["id"] for rule in driver["rules"]}) == len(driver["rules"]) == 3
    assert [(one["ruleId"], one["level"]) for one in run["results"]] == [
        ("points-drift", "warning"), ("points-limit", "error"), ("empty-file", "error"), ("points-limit", "error"),
    ]  # fmt: skip
    for one in run["results"]:
        assert driver["rules"][one["ruleIndex"]]["id"] == one["ruleId"]
        assert one["message"]["text"]
    place = run["results"][1]["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "c%20d/%C3%A9.txt"}, "region": {"startLine": 7, "startColumn": 3}}
    packed = run["results"][3]["locations"][0]
    assert packed["physicalLocation"] == {"artifactLocation": {"uri": "in.zip"}}
    assert packed["logicalLocations"] == [{"name": "in.zip/f.txt"}]
    files = ["a.yaml", "b.txt", "c%20d/%C3%A9.txt", "e.txt", "in.zip"]
    assert run["artifacts"] == [{"location": {"uri": uri}} for uri in files]
    assert run["invocations"] == [{"executionSuccessful": False}]
    prints = [one["partialFingerprints"]["finding/v1"] for one in run["results"]]
    (twice,) = json.loads(rendered("sarif", [record("a", "illegal", finding(line=1), finding(line=2))]))["runs"]
    prints += [one["partialFingerprints"]["finding/v1"] for one in twice["results"]]
    assert len(set(prints)) == len(prints)


def test_sarif_names_an_archive_of_several_lists_once():
    other = record("in.zip/g.txt", "legal", container="in.zip")
    (run,) = json.loads(rendered("sarif", [PACKED, other]))["runs"]
    assert run["artifacts"] == [{"location": {"uri": "in.zip"}}]


def test_strict_makes_warnings_errors():
    (run,) = json.loads(rendered("sarif", strict=True))["runs"]
    assert run["results"][0]["level"] == "error"
    assert rendered("github", strict=True).startswith("::error file=b.txt")


def test_github_commands_are_one_line_each_and_escaped():
    lines = rendered("github").splitlines()

    assert lines == [
        "::warning file=b.txt,line=6,col=1,title=points-drift::the list says 80",
        "::error file=c d/é.txt,line=7,col=3,title=points-limit::too many%0Afix: remove Boyz",
        "::error file=e.txt,title=empty-file::the file is empty",
        "::error file=in.zip,title=points-limit%3A in.zip/f.txt::too many",
        "5 lists: 2 legal, 2 illegal, 1 not judged",
    ]
    nasty = record("a,b:c%0A.txt", "illegal", finding(message="x\n::set-output name=a::b\r\n100%"))
    first, second = rendered("github", [nasty]).splitlines()
    assert (
        first
        == "::error file=a%2Cb%3Ac%250A.txt,title=points-limit::x%0A\N{REPLACEMENT CHARACTER}::set-output name=a::b�%0A100%25"
    )
    assert second.startswith("1 list")


def test_json_names_what_was_left_out():
    left_out = (LeftOut("x/ci.yml", Reason.OTHER),)

    assert json.loads(rendered("json", [LEGAL], left_out=left_out))["left_out"] == [
        {"file": "x/ci.yml", "reason": "other"}
    ]
    assert EVIL.partition("\x1b")[0] in json.loads(rendered("json", [NASTY]))["lists"][0]["name"]


# --- teams --------------------------------------------------------------------------------------------------------------

PACK = read(
    b"name: Team Cup\nsystem: wh40k-10e\nteam: {players: 2, factions_once: true}\nsources: {event-team-factions: page 7}\n",
    "cup.yaml",
)
TWO = (record("a.txt", team="Reds"), record("in.zip/b.txt", team="Reds", container="in.zip"))
TEAMS = (
    *TWO,
    record("c.txt", team="Blues"),
    record("d.txt", team="Blues", faction="necrons", faction_name="Necrons"),
    record("e.txt"),
)
SAME = "team Reds has Orks 2 times, at most once: a.txt, in.zip/b.txt"


def of_teams(form: str, **settings: object) -> str:
    return rendered(form, TEAMS, pack=PACK, teams=True, **settings)


def test_csv_has_one_row_a_team_after_the_lists():
    rows = list(csv.DictReader(io.StringIO(of_teams("csv").removeprefix("\ufeff"), newline="")))

    assert [row["state"] for row in rows] == ["judged"] * 5 + ["team"] * 3
    assert [(row["team"], row["verdict"], row["errors"], row["open"], row["rules"]) for row in rows[5:]] == [
        ("Reds", "illegal", "1", "0", "event-team-factions"),
        ("Blues", "legal", "0", "0", ""),
        ("", "unjudged", "0", "1", "event-team-players"),
    ]
    assert rows[5]["messages"] == SAME


def test_junit_has_a_suite_of_teams():
    root = ET.fromstring(of_teams("junit", title="Cup"))
    lists, teams = root

    assert [suite.get("name") for suite in root] == ["Cup", "Cup: teams"]
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("8", "1", "1")
    assert (teams.get("tests"), teams.get("failures"), teams.get("errors")) == ("3", "1", "1")
    assert (lists.get("tests"), lists.get("failures")) == ("5", "0")
    assert [(case.get("name"), [child.tag for child in case]) for case in teams] == [
        ("team Reds", ["failure"]), ("team Blues", []), ("no team", ["error"]),
    ]  # fmt: skip
    assert teams[0][0].get("message") == SAME


def test_sarif_shows_a_team_at_its_first_list():
    (run,) = json.loads(of_teams("sarif"))["runs"]
    first, alone = run["results"]

    assert (first["ruleId"], first["level"]) == ("event-team-factions", "error")
    assert first["message"]["text"].startswith(SAME)
    (place,) = first["locations"]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == "a.txt"
    assert place["logicalLocations"] == [{"name": "team Reds"}]
    (other,) = first["relatedLocations"]
    assert other["physicalLocation"]["artifactLocation"]["uri"] == "in.zip"
    same = [record("in.zip/b.txt", team="Reds", container="in.zip")] * 3
    (again,) = json.loads(rendered("sarif", same, pack=PACK, teams=True))["runs"]
    assert [len(one["relatedLocations"]) for one in again["results"]] == [1, 1]  # too many players, one faction twice
    assert (alone["ruleId"], alone["level"]) == ("event-team-players", "warning")
    assert "relatedLocations" not in alone
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["event-team-factions", "event-team-players"]


def test_github_shows_a_team_at_its_first_list():
    first, alone, _summary = of_teams("github").splitlines()

    assert first == f"::error file=a.txt,title=event-team-factions%3A team Reds::{SAME}"
    assert alone.startswith("::warning file=e.txt,title=event-team-players%3A no team::")


def test_a_line_a_finding_of_a_team():
    assert of_teams("line").splitlines()[5:8] == [
        f"team Reds: illegal: {SAME}",
        "team Blues: legal",
        "no team: not judged: these lists belong to no team: e.txt",
    ]
    assert "team Blues" not in of_teams("line", quiet=True)


def test_the_table_has_a_table_of_teams():
    table = of_teams("table").split("\n\n")[1].splitlines()

    assert [line.split() for line in table] == [
        ["Team", "Lists", "Verdict", "Findings"],
        ["Reds", "2", "illegal", "event-team-factions"],
        ["Blues", "2", "legal"],
        ["no", "team", "1", "not", "judged", "event-team-players"],
    ]
    assert "Blues" not in of_teams("table", quiet=True)


# --- schemas of others --------------------------------------------------------------------------------------------------

SCHEMAS = ROOT / "tests" / "data" / "formats"  # of SARIF, from OASIS; of JUnit, from the xunit plugin of Jenkins
REPORTS = {
    "all": rendered,
    "none": lambda form: rendered(form, []),
    "nasty names": lambda form: rendered(form, [NASTY, replace(NASTY, container="")], title=EVIL),
    "strict": lambda form: rendered(form, strict=True),
    "teams": of_teams,
}


@pytest.mark.parametrize("which", REPORTS)
def test_sarif_is_valid_by_its_schema(which: str):
    schema = Draft4Validator(json.loads((SCHEMAS / "sarif-2.1.0.json").read_text("utf-8")))
    log = json.loads(REPORTS[which]("sarif"))

    assert [error.message for error in schema.iter_errors(log)] == []
    log["runs"][0]["tool"]["driver"]["rules"].append({"id": 1})
    assert not schema.is_valid(log)


@pytest.mark.parametrize("which", REPORTS)
def test_junit_is_valid_by_its_schema(which: str):
    schema = XMLSchema(SCHEMAS / "junit-10.xsd")
    text = REPORTS[which]("junit")

    assert [error.reason for error in schema.iter_errors(text)] == []
    assert not schema.is_valid(text.replace("<testsuite name=", "<testsuite nome=", 1))
