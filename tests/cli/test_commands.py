"""The other commands, and how the program ends."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder import __version__
from listbuilder.cli import main, status
from listbuilder.report.entry import Entry
from listbuilder.sources.store.installed import Store

ROOT = Path(__file__).resolve().parents[2]

# --- how it ends ---------------------------------------------------------------------------------------------------------


def test_version(call):
    result = call("--version")

    assert (result.status, result.out.strip()) == (0, f"listbuilder {__version__}")


def test_help_lists_every_command(call):
    result = call("--help")

    assert result.status == 0
    assert all(f"  {name} " in result.out for name in main.COMMANDS)


def test_unknown_command_gets_a_hint(call):
    result = call("chekc")

    assert result.status == 2
    assert "check" in result.err


def test_a_list_in_place_of_a_command_gets_one(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "factions" / "wh40k-10e" / "examples" / "legal.yaml", "legal.yaml")

    for words, hint in ((["legal.yaml"], True), (["none.yaml"], False), (["data", "legal.yaml"], False)):
        result = call(*words)
        assert result.status == 2
        assert ("Did you mean build FILE?" in result.err) is hint


@pytest.mark.parametrize(
    "arguments", [("check",), ("check", "--format", "xml", "a"), ("--lang", "xx", "check", "a"), ("new",)]
)
def test_wrong_usage(call, arguments):
    result = call(*arguments)

    assert (result.status, result.out) == (2, "")
    assert "Usage:" in result.err


def test_worst_verdict_decides():
    assert status.of_verdicts([]) == 0
    assert status.of_verdicts(["legal", "legal"]) == 0
    assert status.of_verdicts(["legal", "illegal"]) == 1
    assert status.of_verdicts(["unjudged", "illegal"]) == 2


def test_builder_needs_a_terminal(call, monkeypatch):
    monkeypatch.delenv("TEXTUAL_DRIVER", raising=False)

    for arguments in [(), ("build",), ("build", "a.yaml")]:
        result = call(*arguments)
        assert result.status == 2
        assert "terminal" in result.err


def test_builder_does_not_open_over_the_state_of_somebody_else(call, monkeypatch, tmp_path):
    from listbuilder.sources import signing

    monkeypatch.setenv("TEXTUAL_DRIVER", "none")
    monkeypatch.setenv("LISTBUILDER_STATE_DIR", str(tmp_path))
    monkeypatch.setattr(signing, "is_own", lambda _status: False)
    result = call("build")
    assert result.status == 2
    assert f"{tmp_path} belongs to another user" in result.err


def test_a_bug_ends_without_a_traceback(call, lists, monkeypatch):
    from listbuilder.report import checking

    def broken(*_args: object, **_settings: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(checking, "open_list", broken)
    result = call("show", "legal.yaml")

    assert result.status == 2
    assert "this is a bug in listbuilder: ZeroDivisionError: oops" in result.err
    assert "the command (listbuilder --lang en show legal.yaml), the version (" in result.err
    assert "LISTBUILDER_DEBUG=1" in result.err
    assert "Traceback" not in result.err
    monkeypatch.setenv("LISTBUILDER_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        call("show", "legal.yaml")


def test_a_bug_in_one_list_does_not_stop_the_others(call, lists, monkeypatch):
    from listbuilder.report import checking

    right = checking.open_list

    def broken(entry: Entry, job: object) -> object:
        if entry.name == "illegal.yaml":
            raise ZeroDivisionError("oops")
        return right(entry, job)

    monkeypatch.setattr(checking, "open_list", broken)
    result = call("check", "illegal.yaml", "legal.yaml")

    assert result.status == 2
    assert "bug in listbuilder" in result.out
    assert "legal.yaml: Gladius, round 1" in result.out


def test_interrupt_ends_quietly(call, lists, monkeypatch):
    from listbuilder.report import checking

    def interrupted(*_args: object, **_settings: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(checking, "open_list", interrupted)
    result = call("check", "legal.yaml")

    assert result.status == 130
    assert result.err.strip() == ""


def test_reader_that_goes_away_is_no_error(lists):
    process = subprocess.Popen(
        [sys.executable, "-c", "import time, sys; time.sleep(0.5); from listbuilder.__main__ import main; main()", "explain"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == status.CUT_OFF


def test_odd_terminal_gets_question_marks(lists):
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "listbuilder", "--lang", "zh", "check", "illegal.yaml"],
        capture_output=True, env=environment, check=False,
    )  # fmt: skip

    assert done.returncode == 1
    assert b"[points-limit]" in done.stdout
    assert b"Traceback" not in done.stderr


def test_colour_can_be_forced_and_refused(call, lists, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in call("check", "illegal.yaml").out

    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in call("check", "illegal.yaml").out


# --- new -----------------------------------------------------------------------------------------------------------------


def test_new_list_can_be_checked_and_shown(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    result = call(
        "new",
        "--faction",
        "Space Marines",
        "--detachment",
        "gladius task force",
        "--size",
        "incursion",
        "--name",
        "My First List",
    )

    assert result.status == 0, result.err
    assert Path("my-first-list.yaml").exists()
    assert call("check", "my-first-list.yaml").status == 1
    assert call("show", "my-first-list.yaml").status == 0


def test_new_refuses_to_overwrite(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.yaml").write_text("precious")

    assert call("new", "--faction", "orks", "-o", "a.yaml").status == 2
    assert Path("a.yaml").read_text() == "precious"
    assert call("new", "--faction", "orks", "-o", "a.yaml", "--force").status == 0
    assert "orks" in Path("a.yaml").read_text()


def test_new_tells_what_the_data_lack(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))
    whole = ROOT / "tests" / "data" / "bsdata" / "lantern-coast"
    shutil.copytree(whole, "lantern")
    Path("lantern", "Common Stores.cat").unlink()
    new = ("new", "--system", "lantern-coast", "--faction", "Harbour Watch", "--force", "-o", "watch.yaml")

    Store(tmp_path / "data").add(Path("lantern"), "lantern-coast")
    lacking = call(*new)
    assert lacking.status == 0
    assert (
        "warning: the data set lantern-coast lacks the catalogue Common Stores, which Harbour Watch needs"
        in lacking.err
    )

    Store(tmp_path / "data").remove("lantern-coast")
    Store(tmp_path / "data").add(whole, "lantern-coast")
    assert "lacks" not in call(*new).err


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("--faction", "space-marine"), "space-marines"),
        (("--system", "wh40k-10", "--faction", "orks"), "wh40k-10e"),
        (("--faction", "orks", "--detachment", "war-hord"), "war-horde"),
        (("--faction", "orks", "--size", "onslaugt"), "onslaught"),
    ],
)
def test_new_suggests_the_nearest_name(call, tmp_path, monkeypatch, arguments, hint):
    monkeypatch.chdir(tmp_path)

    result = call("new", *arguments)

    assert result.status == 2
    assert hint in result.err.casefold().replace(" ", "-")
    assert not list(tmp_path.iterdir())


# --- print and show ------------------------------------------------------------------------------------------------------


def test_print_writes_to_exports_by_default(call, lists):
    result = call("print", "legal.yaml")

    assert result.status == 0
    assert (lists / "exports" / "legal.pdf").read_bytes().startswith(b"%PDF-")
    assert "legal.pdf" in result.err


def test_print_to_standard_output_is_the_same_file(call, lists):
    call("print", "legal.yaml", "-o", "army.pdf", "--paper", "letter", "--compact")

    assert (
        call("print", "legal.yaml", "-o", "-", "--paper", "letter", "--compact").out_bytes
        == Path("army.pdf").read_bytes()
    )


def test_an_illegal_list_is_printed_too(call, lists):
    assert call("print", "illegal.yaml", "-o", "army.pdf").status == 0


def test_show(call, lists):
    result = call("show", "legal.yaml")

    assert (result.status, result.err) == (0, "")
    assert "First Squad" in result.out
    assert "1,990" in result.out


def test_show_reads_standard_input(call, lists):
    assert call("show", "-", stdin=(lists / "legal.yaml").read_bytes()).out == call("show", "legal.yaml").out


# --- explain, data, schema, completion -------------------------------------------------------------------------------------


def test_explain_lists_all_rules(call):
    result = call("explain")

    assert result.status == 0
    assert "points-limit" in result.out
    assert "reserves-half" in result.out


def test_explain_one_rule(call):
    result = call("explain", "datasheet-cap")

    assert result.status == 0
    assert result.out.startswith("datasheet-cap: ")
    assert "Redemptor" in result.out


def test_explain_finds_rules_of_a_folder_of_data(call):
    folder = str(Path(__file__).parents[1] / "systems")
    result = call("explain", "--data", folder, "acorn-limit")

    assert result.status == 0
    assert result.out.startswith("acorn-limit: Acorn limit")
    assert "datasheet-cap" not in call("explain", "--data", folder).out
    assert "acorn-limit" in call("explain", "--data", folder, "--system", "hedge-war").out
    assert "unknown game system: wh40k-10e" in call("explain", "--data", folder, "--system", "wh40k-10e").err


def test_explain_names_the_nearest(call):
    result = call("explain", "points-limt")

    assert (result.status, result.out) == (2, "")
    assert "points-limit" in result.err


def test_data_list(call):
    result = call("data", "list")

    assert result.status == 0
    assert "wh40k-10e" in result.out
    assert "space-marines" in result.out


def test_data_show(call):
    result = call("data", "show", "intercessor squad")

    assert result.status == 0
    assert "Bolt rifle" in result.out
    assert "80" in result.out


def test_data_show_names_the_nearest(call):
    result = call("data", "show", "intercesor squad")

    assert result.status == 2
    assert "Intercessor Squad" in result.err


def test_schema(call, root):
    kinds = call("schema").out.split()

    assert {"datasheet", "faction", "report", "roster", "system"} <= set(kinds)
    for kind in kinds:
        assert json.loads(call("schema", kind).out) == json.loads(
            (root / f"schemas/{kind}.schema.json").read_text("utf-8")
        )


def test_unknown_schema(call):
    result = call("schema", "rooster")

    assert result.status == 2
    assert "roster" in result.err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(call, shell):
    result = call("completion", shell)

    assert (result.status, result.err) == (0, "")
    assert "_LISTBUILDER_COMPLETE" in result.out


def test_engine_answers_line_by_line(call):
    result = call(
        "engine", "--stdio", stdin=b'{"id": 1, "type": "describe"}\nnonsense\n{"id": 2, "type": "describe"}\n'
    )

    assert result.status == 0
    answers = [json.loads(line)["type"] for line in result.out.splitlines()]
    assert answers == ["describeResult", "error", "describeResult"]


def test_engine_says_how_it_talks(call):
    assert call("engine").status == 2


def test_new_names_the_systems_that_have_a_faction(call):
    result = call("new", "--faction", "Vampire Counts")

    assert result.status == 2
    assert "the game system wh40k-10e has no faction Vampire Counts" in result.err
    assert "--system whfb-8e" in result.err
    assert "unknown faction" in call("new", "--faction", "Vampire Cuonts").err
