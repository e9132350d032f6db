"""`check --fix`, `--unsafe` and `--diff`: what is mended, what is left and why, and where the result goes."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.nasty import BREAKING, forges

LEADERLESS = """\
# my list
name: Mine  # a name
system: wh40k-10e
faction: space-marines
detachment: gladius-task-force
battle_size: strike-force

units:
  - {id: boss, datasheet: captain} # the boss
  - id: squad
    datasheet: intercessor-squad
    notes: "two of them"
"""
DREADNOUGHTS = "".join(f"  - {{id: red-{n}, datasheet: redemptor-dreadnought}}\n" for n in range(4))
UNKNOWN = "  - {id: odd, datasheet: intercessor-squad, wargear: {intercessor: {bolt-rifle: blunderbuss}}}\n"
BAD_SERGEANT = """\
  - id: sarge
    datasheet: intercessor-squad
    wargear:
      intercessor-sergeant: {bolt-rifle: thunder-hammer}
      intercessor: {bolt-rifle: blunderbuss}
"""


@pytest.fixture
def lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(text: str, name: str = "list.yaml") -> Path:
    path = Path(name)
    path.write_text(text, "utf-8")
    return path


def test_fix_keeps_comments_and_layout_and_says_what_it_did(call, lists):
    path = write(LEADERLESS)

    result = call("check", "--fix", "list.yaml")

    assert (result.status, result.err) == (0, "")
    assert result.out.startswith("fixed: make Captain the Warlord (list.yaml)\n")
    assert path.read_text("utf-8") == LEADERLESS.replace("datasheet: captain}", "datasheet: captain, warlord: true}")


def test_fix_says_what_it_left_and_why(call, lists):
    path = write(LEADERLESS + DREADNOUGHTS)

    result = call("check", "--fix", "list.yaml")

    assert result.status == 1
    assert "fixed: make Captain the Warlord" in result.out
    assert "  = left: no fix of it is safe; --unsafe applies one\n" in result.out
    assert path.read_text("utf-8").endswith(DREADNOUGHTS)


def test_unsafe_may_remove(call, lists):
    path = write(LEADERLESS + DREADNOUGHTS)

    result = call("check", "--fix", "--unsafe", "list.yaml")

    assert result.status == 0
    assert "fixed: remove Redemptor Dreadnought D (line 16) (list.yaml)\n" in result.out
    text = path.read_text("utf-8")
    assert text.count("redemptor-dreadnought") == 3
    assert "red-3" not in text


def test_the_size_of_the_game_is_never_changed(call, lists):
    write(LEADERLESS.replace("strike-force", "incursion").replace("battle_size: incursion\n", "") + DREADNOUGHTS)
    before = Path("list.yaml").read_text("utf-8")

    call("check", "--fix", "--unsafe", "list.yaml")

    assert "battle_size" not in before
    assert "battle_size" not in Path("list.yaml").read_text("utf-8")


@pytest.mark.parametrize("options", [(), ("--unsafe",)])
def test_a_second_run_changes_nothing(call, lists, options):
    path = write(LEADERLESS + DREADNOUGHTS)
    call("check", "--fix", *options, "list.yaml")
    text = path.read_bytes()

    again = call("check", "--fix", *options, "list.yaml")

    assert "fixed:" not in again.out
    assert path.read_bytes() == text
    assert call("check", "--diff", *options, "list.yaml").status == 0


@pytest.mark.parametrize("options", [("--fix",), ("--fix", "--unsafe"), ("--diff", "--unsafe")])
def test_a_legal_list_is_not_touched(call, lists, options):
    text = LEADERLESS.replace("datasheet: captain}", "datasheet: captain, warlord: true}")
    path = write(text)
    path.chmod(0o400)

    assert call("check", *options, "list.yaml").status == 0
    assert path.read_text("utf-8") == text


def test_names_that_the_data_do_not_know_are_not_lost(call, lists):
    path = write(LEADERLESS + UNKNOWN + BAD_SERGEANT + DREADNOUGHTS)

    result = call("check", "--fix", "--unsafe", "list.yaml")

    text = path.read_text("utf-8")
    assert UNKNOWN in text
    assert BAD_SERGEANT in text
    assert "red-3" not in text
    assert "= left: the file cannot state the result" in result.out


def test_several_lists_and_folders(call, lists):
    Path("more").mkdir()
    write(LEADERLESS, "more/a.yaml")
    write(LEADERLESS + DREADNOUGHTS, "more/b.yaml")
    write("units: [", "more/c.yaml")

    result = call("check", "--fix", "more")

    assert result.status == 2
    assert "warlord: true" in Path("more/a.yaml").read_text("utf-8")
    assert "warlord: true" in Path("more/b.yaml").read_text("utf-8")
    assert Path("more/c.yaml").read_text("utf-8") == "units: ["
    assert result.out.rstrip().endswith("3 lists: 1 legal, 1 illegal, 1 not judged")


# --- standard input ----------------------------------------------------------------------------------------------------------


def test_standard_input_is_written_fixed_to_standard_output(call, lists):
    result = call("check", "--fix", "-", stdin=LEADERLESS.encode())

    assert result.status == 0
    assert result.out == LEADERLESS.replace("datasheet: captain}", "datasheet: captain, warlord: true}")
    assert result.err.startswith("fixed: make Captain the Warlord (-)\n")


@pytest.mark.parametrize(
    "content", [b"units: [", b"\xff\xfe\x00", LEADERLESS.replace("captain}", "captain, warlord: true}").encode()]
)
def test_what_cannot_be_read_or_needs_nothing_is_passed_on(call, lists, content):
    result = call("check", "--fix", "-", stdin=content)

    assert result.out_bytes == content
    assert result.err


def test_the_report_goes_to_standard_error_in_json_too(call, lists):
    result = call("check", "--fix", "--format", "json", "-", stdin=(LEADERLESS + DREADNOUGHTS).encode())

    assert "warlord: true" in result.out
    (only,) = json.loads(result.err)["lists"]
    assert only["fixed"] == ["make Captain the Warlord"]
    assert [(one["rule"], one["left"]) for one in only["findings"]] == [
        ("datasheet-cap", "no fix of it is safe; --unsafe applies one")
    ]


# --- diff --------------------------------------------------------------------------------------------------------------------


def test_diff_shows_what_fix_would_write_and_writes_nothing(call, lists):
    path = write(LEADERLESS)

    result = call("check", "--diff", "list.yaml")

    assert result.status == 1
    assert path.read_text("utf-8") == LEADERLESS
    assert result.out.splitlines()[:2] == ["--- list.yaml", "+++ list.yaml"]
    assert "-  - {id: boss, datasheet: captain} # the boss\n" in result.out
    assert "+  - {id: boss, datasheet: captain, warlord: true} # the boss\n" in result.out
    assert result.err == "1 list would change\n"


@pytest.mark.parametrize(
    "text", [LEADERLESS, (LEADERLESS + DREADNOUGHTS).rstrip("\n"), LEADERLESS.replace("\n", "\r\n")]
)
def test_patch_applies_the_diff(call, lists, text):
    if shutil.which("patch") is None:
        pytest.skip("needs patch")
    Path("list.yaml").write_bytes(text.encode())
    Path("change.diff").write_bytes(call("check", "--diff", "--unsafe", "list.yaml").out_bytes)
    subprocess.run(["patch", "--binary", "-s", "-p0", "-i", "change.diff"], check=True)
    patched = Path("list.yaml").read_bytes()

    Path("list.yaml").write_bytes(text.encode())
    call("check", "--fix", "--unsafe", "list.yaml")

    assert Path("list.yaml").read_bytes() == patched


@pytest.mark.parametrize("line", ["::error::pwned", "x \u202e y", "##vso[task.complete]"])
def test_no_line_of_a_diff_commands_a_service_or_reorders_itself(call, lists, line):
    write(LEADERLESS.replace("\n\nunits:", f"\nnotes: |\n  {line}\nunits:"))

    out = call("check", "--diff", "list.yaml").out

    assert "notes: |\n" in out
    assert forges(out) == []
    assert not BREAKING & set(out)


def test_the_status_of_diff(call, lists):
    write(LEADERLESS.replace("captain}", "captain, warlord: true}"), "legal.yaml")
    write((LEADERLESS + DREADNOUGHTS).replace("captain}", "captain, warlord: true}"), "left.yaml")
    write(LEADERLESS, "changed.yaml")
    write("units: [", "broken.yaml")

    assert call("check", "--diff", "legal.yaml", "left.yaml").status == 0
    assert call("check", "--diff", "legal.yaml", "changed.yaml").status == 1
    both = call("check", "--diff", "broken.yaml", "changed.yaml")
    assert both.status == 2
    assert both.out.startswith("--- changed.yaml\n")
    assert "broken.yaml" in both.err
    assert call("check", "--diff", "-", stdin=LEADERLESS.encode()).out.startswith("--- -\n+++ -\n")


@pytest.mark.parametrize(
    "options", [("--unsafe",), ("--diff", "--format", "json"), ("--fix", "--declaration", "today.yaml", "-")]
)
def test_options_that_do_not_go_together(call, lists, options):
    write(LEADERLESS)

    assert call("check", *options, "list.yaml").status == 2


def test_declarations_of_another_file_stay_there(call, lists):
    path = write(LEADERLESS.replace("captain}", "captain, warlord: true}") + DREADNOUGHTS.replace("red-3", "bunker", 0))
    write("attach: {boss: red-0}\n", "today.yaml")
    before = path.read_text("utf-8")

    result = call("check", "--fix", "--unsafe", "--declaration", "today.yaml", "list.yaml")

    assert "declarations are in another file" in result.out
    assert Path("today.yaml").read_text("utf-8") == "attach: {boss: red-0}\n"
    assert path.read_text("utf-8") == before.replace("  - {id: red-3, datasheet: redemptor-dreadnought}\n", "")
