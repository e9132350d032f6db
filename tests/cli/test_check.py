"""`check`: verdicts, exit statuses, both formats, folders, standard input, declarations and fixes."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from listbuilder.i18n import LANGUAGES

CAPTAIN_ONLY = """\
name: A start
system: wh40k-10e
faction: space-marines
detachment: gladius-task-force
battle_size: incursion
units:
  - {id: captain, datasheet: captain%s}
"""


def test_legal_list(call, lists):
    result = call("check", "legal.yaml")

    assert (result.status, result.err) == (0, "")
    assert result.out == "legal.yaml: Gladius, round 1, 1990/2000 points: legal\n"


def test_illegal_list_says_what_where_why_and_how(call, lists):
    result = call("check", "illegal.yaml")

    assert result.status == 1
    for rule in (
        "points-limit",
        "datasheet-cap",
        "enh-unique",
        "leader-target",
        "transport-capacity",
        "wargear-options",
    ):
        assert f"error[{rule}]: " in result.out, rule
    assert " --> illegal.yaml:" in result.out
    assert "= source: " in result.out
    assert "= fix: " in result.out


def test_finding_shows_its_line(call, lists):
    result = call("check", "illegal.yaml")

    source = (lists / "illegal.yaml").read_text("utf-8").splitlines()
    shown = [
        line.split(" | ", 1) for line in result.out.splitlines() if " | " in line and line.split(" | ")[0].isdigit()
    ]
    assert shown
    assert all(source[int(number) - 1] == text for number, text in shown)


def test_all_lists_get_a_summary(call, lists):
    result = call("check", ".")

    assert result.status == 1
    assert result.out.splitlines()[-1] == "2 lists: 1 legal, 1 illegal"


def test_folders_are_searched_in_order_and_deeply(call, lists):
    (lists / "b" / "c").mkdir(parents=True)
    (lists / "b" / "c" / "deep.yml").write_bytes((lists / "legal.yaml").read_bytes())
    (lists / "b" / "notes.txt").write_text("not a list")

    report = json.loads(call("check", "--format", "json", ".").out)

    assert [(one["file"], one["state"]) for one in report["lists"]] == [
        ("b/c/deep.yml", "judged"),
        ("b/notes.txt", "unknown-format"),
        ("illegal.yaml", "judged"),
        ("legal.yaml", "judged"),
    ]


def test_files_of_other_kinds_in_a_folder_are_no_lists(call, lists):
    (lists / "today.yaml").write_text("# yaml-language-server: $schema=x/declaration.schema.json\nhover: []\n")

    assert call("check", ".").err == "left out: 1 file of other data (today.yaml)\n"
    assert "today.yaml" not in call("check", ".").out
    assert call("check", "today.yaml").status == 2


def test_an_empty_folder_is_wrong_usage(call, tmp_path):
    result = call("check", tmp_path)

    assert result.status == 2
    assert "there is nothing in this folder" in result.out


def test_json_is_what_the_schema_says(call, lists, root: Path):
    schema = json.loads((root / "schemas/report.schema.json").read_text("utf-8"))
    (lists / "broken.yaml").write_text("name: [")

    result = call("check", "--format", "json", ".")

    report = json.loads(result.out)
    jsonschema.Draft202012Validator(schema).validate(report)
    assert report["summary"] == {"lists": 3, "legal": 1, "illegal": 1, "unjudged": 1}
    assert result.status == 2
    legal = next(one for one in report["lists"] if one["file"] == "legal.yaml")
    assert (legal["points"], legal["limit"], legal["faction"]) == ("1990", "2000", "space-marines")
    assert legal["data"]["set"] == "native"


def test_why_a_list_is_not_judged_is_told_apart(call, lists):
    (lists / "broken.yaml").write_text("name: [")
    (lists / "empty.txt").write_text("\n \n")
    (lists / "letter.txt").write_text("it comes tomorrow")
    (lists / "future.yaml").write_text("system: wh40k-99e\nfaction: orks\nunits: []\n")
    (lists / "open.yaml").write_text(
        "system: wh40k-10e\nfaction: orks\nbattle_size: incursion\nunits: [{datasheet: no-such-thing-at-all}]\n"
    )

    result = call("check", "--format", "json", ".")

    assert {one["file"]: one["state"] for one in json.loads(result.out)["lists"]} == {
        "broken.yaml": "broken",
        "empty.txt": "empty",
        "future.yaml": "no-data",
        "illegal.yaml": "judged",
        "legal.yaml": "judged",
        "letter.txt": "unknown-format",
        "open.yaml": "open",
    }
    assert result.status == 2
    text = call("check", ".").out
    for line in (
        "broken.yaml: not judged: broken",
        "empty.txt: not judged: empty",
        "letter.txt: not judged: unknown format",
        "future.yaml: not judged: no data",
    ):
        assert line in text


def test_archives_and_tables_are_lists_by_name(call, lists):
    import csv
    import zipfile

    with zipfile.ZipFile(lists / "event.zip", "w") as packed:
        packed.write("legal.yaml", "in/legal.yaml")
    with (lists / "form.csv").open("w", newline="") as stream:
        csv.writer(stream).writerows([("Name", "List"), ("Ann", (lists / "legal.yaml").read_text("utf-8"))])

    report = json.loads(call("check", "--format", "json", "event.zip", "form.csv").out)

    assert [(one["file"], one["verdict"]) for one in report["lists"]] == [
        ("event.zip/in/legal.yaml", "legal"),
        ("form.csv:2 (Ann)", "legal"),
    ]
    assert report["lists"][1]["player"] == "Ann"
    assert call("check", "--fix", "event.zip").status == 2
    assert call("check", "--columns", "list=Lists", "form.csv").out.count("did you mean List?") == 1
    assert "--columns needs one of" in call("check", "--columns", "liste=List", "form.csv").err
    assert "does not name the column of the lists" in call("check", "--columns", "name=Name", "form.csv").err


def test_findings_show_lines_of_lists_that_are_in_no_file_of_their_own(call, lists):
    content = (lists / "illegal.yaml").read_bytes()

    result = call("check", "-", stdin=content)

    assert "7 | battle_size: strike-force" in result.out


def test_json_is_the_same_bytes_on_any_number_of_cores_and_in_any_locale(call, lists, monkeypatch):
    first = call("check", "--format", "json", "legal.yaml", "illegal.yaml", "legal.yaml").out_bytes
    monkeypatch.setenv("LANG", "ru_RU.UTF-8")

    assert (
        call("check", "--format", "json", "--jobs", "2", "legal.yaml", "illegal.yaml", "legal.yaml").out_bytes == first
    )


def test_standard_input(call, lists):
    result = call("check", "-", stdin=(lists / "legal.yaml").read_bytes())

    assert result.status == 0
    assert result.out.startswith("-: Gladius, round 1")


def test_a_failing_file_never_stops_the_others(call, lists):
    result = call("check", "missing.yaml", "legal.yaml")

    assert result.status == 2
    assert "missing.yaml" in result.out
    assert "legal.yaml: Gladius, round 1, 1990/2000 points: legal" in result.out
    assert result.out.splitlines()[-1] == "2 lists: 1 legal, 1 not judged"


def test_unjudged_wins_over_illegal(call, lists):
    assert call("check", "illegal.yaml", "missing.yaml").status == 2


def test_optional_rules_can_be_switched_on(call, lists):
    assert call("check", "--rules", "reserves-half", "legal.yaml").status == 0


def test_unknown_rules_are_wrong_usage(call, lists):
    result = call("check", "--rules", "reserves-haf", "legal.yaml")

    assert result.status == 2
    assert "reserves-half" in result.out + result.err


def test_declaration_file(call, lists):
    (lists / "today.yaml").write_text("strategic_reserves: [redemptor, ballistus, lancer, bladeguard]\n")

    result = call("check", "legal.yaml", "--declaration", "today.yaml")

    assert result.status == 1
    assert "error[sr-quarter]" in result.out


def test_declaration_file_of_the_wrong_shape_is_not_ignored(call, lists):
    (lists / "today.yaml").write_text("strategic_reserves: redemptor\n")

    result = call("check", "legal.yaml", "--declaration", "today.yaml")

    assert result.status == 2
    assert " --> today.yaml:1:21" in result.out


def test_standard_input_has_its_declarations_itself(call):
    result = call("check", "--declaration", "a.yaml", "-")

    assert result.status == 2
    assert "standard input" in result.err


def test_one_declaration_belongs_to_one_list(call, lists):
    found = call("check", "--declaration", "a.yaml", "legal.yaml", "illegal.yaml")
    assert (found.status, "applies to one list, but 2 were given" in found.err) == (2, True)


def test_fix_mends_what_is_safe_and_tells(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("list.yaml").write_text("# mine\n" + CAPTAIN_ONLY % "", "utf-8")
    assert call("check", "list.yaml").status == 1

    result = call("check", "--fix", "list.yaml")

    assert result.status == 0
    assert result.out.startswith("fixed: ")
    text = Path("list.yaml").read_text("utf-8")
    assert "warlord: true" in text
    assert text.startswith("# mine\n")


def test_fix_leaves_a_legal_list_alone(call, lists):
    before = (lists / "legal.yaml").read_bytes()

    assert call("check", "--fix", "legal.yaml").status == 0
    assert (lists / "legal.yaml").read_bytes() == before


@pytest.mark.parametrize("lang", sorted(set(LANGUAGES) - {"en"}))
def test_messages_are_in_the_users_language(call, lists, lang):
    english, other = call("check", "illegal.yaml"), call("--lang", lang, "check", "illegal.yaml")

    assert other.status == 1
    assert other.out != english.out
    assert "[points-limit]" in other.out


@pytest.mark.parametrize("content", [b"units: [\x80\x81secret]\n", b"units: [\x00secret]\n", b"units: \x01 secret\n"])
def test_what_is_no_text_is_never_quoted(call, lists, content: bytes):
    (lists / "list.yaml").write_bytes(b"system: wh40k-10e\n" + content)

    result = call("check", "list.yaml")

    assert result.status == 2
    assert "secret" not in result.out


@pytest.mark.parametrize(
    ("system", "said", "points", "spent"),
    [
        ("kill-team-2021", ": Breach, 9 / 10 EP: legal", None, {"ep": "9"}),
        ("kill-team-2024", ": First watch: legal", None, None),
        ("wh40k-9e", ": Awakening, 1215/2000 points, 9 CP: legal", "1215", {"cp": "9"}),
    ],
)
def test_what_is_spent_is_told_in_the_currencies_of_the_game(call, root: Path, system, said, points, spent):
    example = root / "factions" / system / "examples" / "legal.yaml"
    assert said in call("check", str(example)).out
    [entry] = json.loads(call("check", str(example), "--format", "json").out)["lists"]
    assert (entry["points"], entry.get("spent")) == (points, spent)
