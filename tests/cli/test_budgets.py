"""`--budget` and `[budget]` in listbuilder.toml say what each list may cost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder import budget
from listbuilder.cli.main import run
from listbuilder.print.kit import pages
from listbuilder.resources import shipped

LIST = str(shipped("factions") / "wh40k-10e" / "examples" / "legal.yaml")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    budget.use(budget.DEFAULT)


def test_the_option_limits_a_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--budget", "units=5", LIST]) == 2
    assert "not judged[too-large]: too large: 17 units, at most 5" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command",
    [["check"], ["show"], ["print", "-o", "x.pdf"], ["convert", "--to", "text"], ["recheck", "--data", "native"]],
)
@pytest.mark.parametrize("text", ["[budget]\nunits = 5\n", 'budget = ["units=5"]\n'])
def test_a_file_limits_every_command(
    folder: Path, capsys: pytest.CaptureFixture[str], command: list[str], text: str
) -> None:
    (folder / "listbuilder.toml").write_text(text, encoding="utf-8")
    assert run([*command, LIST]) == 2
    shown = capsys.readouterr()
    assert "too large" in shown.out + shown.err
    assert not (folder / "x.pdf").exists()


@pytest.mark.parametrize("layout", ["open", "booklet"])
def test_a_file_limits_the_pages_of_a_list_and_nothing_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str], layout: str
) -> None:
    (folder / "listbuilder.toml").write_text("[budget]\npages = 1\n", encoding="utf-8")
    assert run(["print", "--layout", layout, "-o", "x.pdf", LIST]) == 2
    assert "too large: 2 pages, at most 1 (the budget pages sets this limit)" in capsys.readouterr().err
    assert not list(folder.glob("*.pdf"))


def test_setting_pages_has_a_limit_of_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins when the list has been judged."""
    now = [0.0]

    def drawn(flow: pages.Flow) -> None:
        now[0] += 40
        turn(flow)

    turn = pages.Flow.turn_page
    monkeypatch.setattr("time.thread_time", lambda: now[0])
    monkeypatch.setattr(pages.Flow, "turn_page", drawn)
    assert run(["print", "-o", "x.pdf", LIST]) == 2
    assert not list(folder.glob("*.pdf"))


@pytest.mark.parametrize("command", ["show", "diff"])
def test_a_command_says_that_a_file_decides_its_limits(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder of strangers may bring one along: a list was refused, or took hours, and nobody knew by whose word."""
    lists = [LIST] if command == "show" else [LIST, LIST]
    assert run([command, *lists]) == 0
    assert "decides" not in capsys.readouterr().err
    (folder / "listbuilder.toml").write_text("[budget]\nunits = 50\n", encoding="utf-8")
    assert run([command, *lists]) == 0
    assert "listbuilder.toml decides what lists are judged by: budget" in capsys.readouterr().err


def test_the_option_goes_before_the_file(folder: Path) -> None:
    (folder / "listbuilder.toml").write_text("[budget]\nunits = 5\n", encoding="utf-8")
    assert run(["check", "--budget", "units=50", LIST]) == 0
    assert run(["check", "--no-config", LIST]) == 0


@pytest.mark.parametrize(
    "text", ["unts=5", "units", "units=", "units=-1", "units=1e3", f"units={'9' * 5000}", "units=٣"]
)
def test_what_is_no_limit_is_refused(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--budget", text, LIST]) == 2
    assert "legal" not in capsys.readouterr().out
    (folder / "listbuilder.toml").write_text(f'budget = ["{text}"]\n', encoding="utf-8")
    assert run(["check", LIST]) == 2
    assert "listbuilder.toml:1: budget:" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["check"], ["show"], ["print", "-o", "x.pdf"], ["seal"], ["diff", LIST]])
@pytest.mark.parametrize("name", ["list", "unit"])
def test_names_of_40_kb_are_refused_at_their_place(
    folder: Path, capsys: pytest.CaptureFixture[str], command: list[str], name: str
) -> None:
    names = {"list": "Short", "unit": "Short", name: "x" * 40_000}
    (folder / "long.yaml").write_text(
        f"name: {names['list']}\nsystem: wh40k-10e\nfaction: orks\nbattle_size: incursion\n"
        f"units: [{{datasheet: boyz, name: {names['unit']}}}]\n",
        encoding="utf-8",
    )
    assert run([*command, "long.yaml"]) == 2
    shown = capsys.readouterr()
    text = shown.out + shown.err
    assert "40000 characters in one name, at most 500" in text
    assert f"long.yaml:{1 if name == 'list' else 5}:" in text


def test_a_name_of_500_characters_is_printed(folder: Path) -> None:
    (folder / "long.yaml").write_text(
        f"name: {'x' * 500}\nsystem: wh40k-10e\nfaction: orks\nbattle_size: incursion\nunits: [{{datasheet: boyz, name: {'y' * 500}}}]\n",
        encoding="utf-8",
    )
    assert run(["print", "-o", "x.pdf", "long.yaml"]) == 0
