"""`check --limit`, `--size`, `--system` and `--faction`: what lists are judged by, whatever they say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from listbuilder.exchange import formats
from listbuilder.exchange.formats import read_file, written
from tests.cli.conftest import Call
from tests.conftest import ROOT

RAISED = "army.yaml"
TERMS = "limit of its own: Strike Force has 2000"


@pytest.fixture
def raised(lists: Path) -> Path:
    """The working directory, with an illegal list that set its limit to 9,999 points and asks for a reading."""
    text = (lists / "illegal.yaml").read_text("utf-8")
    own = "limits: {pts: 9999}\nrules: [sr-quarter=battle-size-limit]\nunits:"
    (lists / RAISED).write_text(text.replace("units:", own, 1), "utf-8")
    return lists


def checked(call: Call, *options: str, file: str = RAISED) -> dict[str, object]:
    (found,) = json.loads(call("check", "--format", "json", file, *options).out)["lists"]
    return dict(found)


def rules(found: dict[str, object]) -> list[tuple[str, str]]:
    return [(one["rule"], one["severity"]) for one in found["findings"]]  # type: ignore[attr-defined]


@pytest.mark.parametrize("form", ["text", "line", "table", "json", "csv", "html"])
@pytest.mark.usefixtures("raised")
def test_every_report_says_what_the_list_sets_itself(call: Call, form: str) -> None:
    assert TERMS in call("check", "--format", form, RAISED).out


@pytest.mark.parametrize("form", ["text", "json", "csv", "junit", "sarif", "github", "html"])
@pytest.mark.usefixtures("raised")
def test_every_report_with_findings_has_them(call: Call, form: str) -> None:
    out = call("check", "--format", form, RAISED).out
    assert "own-limit" in out
    assert "own-rules" in out
    assert "9999" in out


@pytest.mark.usefixtures("raised")
def test_the_letter_and_the_shown_roster_say_it(call: Call, tmp_path: Path) -> None:
    call("check", "--per-list", "letters", RAISED)
    assert TERMS in (tmp_path / "letters" / "army-yaml.txt").read_text("utf-8")
    assert TERMS in " ".join(call("show", RAISED).out.split())


@pytest.mark.parametrize("option", [("--limit", "2000"), ("--size", "strike-force"), ("--size", "Strike Force")])
@pytest.mark.usefixtures("raised")
def test_the_limit_that_is_asked_for_holds(call: Call, option: tuple[str, str]) -> None:
    found = checked(call, *option)
    assert found["limit"] == "2000"
    assert "terms" not in found
    assert {("event-size", "info"), ("event-rules", "info"), ("points-limit", "error")} <= set(rules(found))


@pytest.mark.usefixtures("raised")
def test_rules_that_are_asked_for_apply_besides(call: Call) -> None:
    found = checked(call, "--limit", "2000", "--rules", "sr-quarter=battle-size-limit")
    assert ("event-rules", "info") not in rules(found)


def test_a_list_that_says_nothing_else_is_judged_as_without(call: Call, lists: Path) -> None:
    plain = checked(call, file="legal.yaml")
    asked = ("--limit", "2000", "--system", "wh40k-10e", "--faction", "Space Marines")
    assert plain == checked(call, *asked, file="legal.yaml")


@pytest.mark.parametrize(("system", "said"), [("kill-team-2024", True), ("kill-team-2021", True), ("whfb-8e", False)])
def test_a_limit_says_where_the_game_has_no_points(call: Call, system: str, *, said: bool) -> None:
    file = str(ROOT / "factions" / system / "examples" / "legal.yaml")
    assert (("event-size", "warning") in rules(checked(call, "--limit", "3000", file=file))) is said


@pytest.mark.parametrize(
    ("option", "rule"), [(("--system", "wh40k-11e"), "event-system"), (("--faction", "Orks"), "event-factions")]
)
def test_another_game_or_faction_is_an_error(call: Call, lists: Path, option: tuple[str, str], rule: str) -> None:
    assert rules(checked(call, *option, file="legal.yaml")) == [(rule, "error")]


def test_one_of_several_factions(call: Call, lists: Path) -> None:
    assert checked(call, "--faction", "orks", "--faction", "space-marines", file="legal.yaml")["verdict"] == "legal"


def test_a_text_is_judged_by_it_as_well(call: Call, lists: Path) -> None:
    text = written(read_file(lists / "legal.yaml"), "gw-app").decode().replace("(2000 Points)", "(9999 Points)")
    (lists / "list.txt").write_text(text, "utf-8")
    assert formats.recognise(text.encode()).name == "gw-app"
    assert checked(call, file="list.txt")["terms"]
    found = checked(call, "--size", "incursion", file="list.txt")
    assert found["limit"] == "1000"
    assert {("points-limit", "error"), ("event-size", "info")} <= set(rules(found))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--size", "strik-force"), "did you mean strike-force?"),
        (("--system", "wh40k-10"), "did you mean wh40k-10e?"),
        (("--system", "wh40k-9e", "--faction", "Necron"), "did you mean Necrons?"),
        (("--system", "wh40k-10e", "--size", "skirmish"), "known: incursion"),
        (("--limit", "0"), "0 is not in the range"),
        (("--limit", "2000", "--pack", "wh40k-10e-singles"), "do not go with --pack"),
    ],
)
def test_wrong_options_are_one_message(call: Call, lists: Path, options: tuple[str, ...], said: str) -> None:
    result = call("check", "legal.yaml", "illegal.yaml", *options)
    assert result.status == 2
    assert result.out == ""
    assert said in result.err


def test_they_stand_in_the_settings_of_a_folder(call: Call, lists: Path) -> None:
    (lists / "listbuilder.toml").write_text('limit = 1000\nfaction = ["orks"]\n', "utf-8")
    assert rules(checked(call, file="legal.yaml"))[:1] == [("event-size", "info")]
    assert checked(call, "--limit", "2000", file="legal.yaml")["limit"] == "2000"


@pytest.mark.parametrize("command", ["print", "show", "seal"])
def test_every_command_with_a_verdict_takes_them(call: Call, lists: Path, command: str) -> None:
    output = ("-o", "out.pdf") if command == "print" else ()
    plain = call(command, "legal.yaml", *output)
    asked = call(command, "legal.yaml", *output, "--limit", "500")
    assert plain.status == 0
    if command == "print":
        assert asked.status == 0
    else:
        assert "500" in asked.out
        assert "500" not in plain.out.replace(".500", "")
    wrong = call(command, "legal.yaml", "--size", "strik-force")
    assert (wrong.status, "did you mean strike-force?" in wrong.err) == (2, True)
    assert "do not go with --pack" in call(command, "legal.yaml", "--limit", "500", "--pack", "wh40k-10e-singles").err


def test_a_seal_is_bound_to_what_was_asked(call: Call, lists: Path) -> None:
    call("seal", "legal.yaml", "--faction", "orks", "--faction", "space-marines", "-o", "a.seal")
    same = call("verify", "legal.yaml", "a.seal", "--faction", "orks", "--faction", "space-marines")
    assert same.status == 0
    assert call("verify", "legal.yaml", "a.seal").status == 1
    assert call("verify", "legal.yaml", "a.seal", "--faction", "orks").status != 0


def test_a_limit_that_is_none_of_the_size_that_a_list_plays_is_told(call: Call, lists: Path) -> None:
    """The list plays the 2000 points of its size, which may be the size that fits another limit, too."""
    told = ("event-size", "info")
    for limit in ("500", "1999"):
        assert told in rules(checked(call, "--limit", limit, file="legal.yaml"))
    assert told not in rules(checked(call, "--limit", "2000", file="legal.yaml"))
    assert told not in rules(checked(call, "--limit", "1995", "--size", "strike-force", file="legal.yaml"))
