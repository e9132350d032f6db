"""`listbuilder seal` and `listbuilder verify`: what was changed since a list was judged is found, in any form of the seal."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from listbuilder.validation.seal import Seal
from tests.cli.conftest import EXAMPLES, Call

PACK = "name: Club night\nsystem: wh40k-10e\nbattle_size: strike-force\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory with a list and a pack."""
    shutil.copy(EXAMPLES / "legal.yaml", tmp_path / "a.yaml")
    (tmp_path / "pack.yaml").write_text(PACK, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_the_seal_is_one_line(call: Call, folder: Path) -> None:
    result = call("seal", "a.yaml")
    assert result.status == 0
    assert result.out.startswith("listbuilder-seal:1;verdict=legal;points=1990/2000;army=")
    assert result.out.count("\n") == 1
    assert call("verify", "a.yaml", result.out.strip()).status == 0
    assert call("verify", "a.yaml", "-", stdin=result.out_bytes).status == 0
    assert call("verify", "-", result.out.strip(), stdin=(folder / "a.yaml").read_bytes()).status == 0


@pytest.mark.parametrize("compact", [False, True])
def test_a_printed_list_carries_it(call: Call, folder: Path, compact: bool) -> None:
    call("print", "a.yaml", "-o", "a.pdf", *(["--compact"] if compact else []))
    result = call("verify", "a.yaml", "a.pdf")
    assert (result.status, result.out[:39]) == (0, "the seal holds: legal, 1990/2000 points")
    edit(folder / "a.yaml", "adept-of-the-codex", "artificer-armour")
    result = call("verify", "a.yaml", "a.pdf")
    assert result.status == 1
    assert "the points: sealed 1990/2000, now 1980/2000" in result.out
    assert "what the list states: sealed" in result.out


def test_a_file_that_states_the_same_army_is_another_file(call: Call, folder: Path) -> None:
    call("seal", "a.yaml", "-o", "a.seal")
    edit(folder / "a.yaml", "name: Gladius", "name:  Gladius")
    result = call("verify", "a.yaml", "a.seal")
    assert result.status == 1
    assert [line.partition(":")[0] for line in result.out.splitlines()[1:]] == ["  the file of the list"]


def test_the_event_is_part_of_it(call: Call, folder: Path) -> None:
    line = call("seal", "a.yaml", "--pack", "pack.yaml").out.strip()
    assert call("verify", "a.yaml", line, "--pack", "pack.yaml").status == 0
    assert "the event: sealed Club night@" in call("verify", "a.yaml", line).out
    edit(folder / "pack.yaml", "strike-force", "onslaught")
    assert "the event: sealed Club night@" in call("verify", "a.yaml", line, "--pack", "pack.yaml").out


@pytest.mark.parametrize("name", ["x" * 3000, "赛" * 1500])
def test_an_event_with_a_long_name_can_be_printed_and_verified(call: Call, folder: Path, name: str) -> None:
    edit(folder / "pack.yaml", "Club night", name)
    assert call("print", "a.yaml", "-o", "a.pdf", "--pack", "pack.yaml").status == 0
    assert call("verify", "a.yaml", "a.pdf", "--pack", "pack.yaml").status == 0


def test_a_seal_that_someone_made_up_does_not_control_the_terminal(call: Call, folder: Path) -> None:
    made_up = Seal("legal", "1/1", "0", "", "%1b%5b31mred%0athe%20seal%20holds", "", "", "")
    result = call("verify", "a.yaml", str(made_up))
    assert result.status == 1
    assert "red" in result.out
    assert "\x1b" not in result.out
    assert not [line for line in result.out.splitlines() if line.startswith("the seal holds")]


def test_optional_rules_are_those_of_the_seal(call: Call, folder: Path) -> None:
    line = call("seal", "a.yaml", "--rules", "reserves-half").out.strip()
    assert "rules=reserves-half" in line
    result = call("verify", "a.yaml", line)
    assert result.status == 0
    assert result.out.startswith("the seal holds: legal [with reserves-half], ")  # whoever made the seal chose it


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ("rules: [reserves-half]", "with reserves-half"),
        ("limits: {pts: 9999}", "limit of its own: Strike Force has 2000"),
    ],
)
def test_what_the_list_asks_for_stands_beside_its_sealed_verdict(call: Call, folder: Path, own: str, said: str) -> None:
    path = folder / "a.yaml"
    path.write_text(f"{path.read_text('utf-8')}\n{own}\n", "utf-8")
    line = call("seal", "a.yaml").out.strip()
    assert call("verify", "a.yaml", line).out.startswith(f"the seal holds: legal [{said}], ")


def test_an_illegal_list_is_sealed_as_that(call: Call, folder: Path) -> None:
    edit(folder / "a.yaml", "warlord: true", "warlord: false")
    result = call("seal", "a.yaml")
    assert result.status == 1
    assert "verdict=illegal" in result.out
    assert call("verify", "a.yaml", result.out.strip()).status == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a.yaml", "pack.yaml"), "pack.yaml: there is no seal in it, or it was changed"),
        (("a.yaml", "listbuilder-seal:1;verdict=legal;code=000000000000"), "there is no seal in it, or it was changed"),
        (("a.yaml", "missing"), "missing: cannot be read"),
        (("missing", "listbuilder-seal:1;verdict=legal;points=1;army=1;code=000000000000"), "no seal in it"),
        (("-", "-"), "only one of list and seal can come from standard input"),
    ],
)
def test_what_cannot_be_compared(call: Call, folder: Path, arguments, message: str) -> None:
    result = call("verify", *arguments)
    assert (result.status, result.out) == (2, "")
    assert message in result.err
