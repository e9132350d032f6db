"""A whole event in one command: where the report goes, what fails, and what it is called."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys

import pytest

from listbuilder.cli import console
from listbuilder.cli.list_options import FORMATS

pytestmark = pytest.mark.covered


def drifting(lists):
    """A legal list with a warning."""
    from tests.exchange import lists as texts

    (lists / "drift.txt").write_text(texts.GW_B.replace("Boyz (170", "Boyz (165"), "utf-8")


def test_warnings_fail_when_strict(call, lists):
    drifting(lists)

    assert call("check", "drift.txt").status == 0
    result = call("check", "--strict", "drift.txt", "legal.yaml")
    assert result.status == 1
    assert result.err == "1 legal list fails because of warnings\n"
    assert call("check", "--strict", "legal.yaml").status == 0
    (lists / "empty.txt").write_text("")
    assert call("check", "--strict", "drift.txt", "empty.txt").status == 2


@pytest.mark.parametrize(
    ("name", "start"),
    [("r.json", "{"), ("r.csv", "\ufefffile"), ("r.xml", "<?xml"), ("r.sarif", "{"), ("r.txt", "legal")],
)
def test_the_report_goes_into_a_file(call, lists, name: str, start: str):
    result = call("check", "-o", name, "legal.yaml")

    assert (result.status, result.out) == (0, "")
    assert (lists / name).read_text("utf-8").startswith(start)
    again = call("check", "-o", name, ".")
    assert again.err == f"left out: 1 file of other data ({name})\n"
    assert again.status == 1


def test_output_that_means_no_format_is_wrong_usage(call, lists):
    result = call("check", "-o", "report.pdf", "legal.yaml")
    assert result.status == 2
    assert "report.pdf means no format" in result.err
    assert call("check", "-o", "report.pdf", "--format", "json", "legal.yaml").status == 0
    assert call("check", "-o", "no/such/folder/r.json", "legal.yaml").status == 2


def test_a_file_that_cannot_be_written_keeps_what_it_was(call, lists, monkeypatch):
    (lists / "r.json").write_text("old")

    def failing(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", failing)
    assert call("check", "-o", "r.json", "legal.yaml").status == 2
    assert (lists / "r.json").read_text() == "old"


def test_one_text_a_list(call, lists):
    assert call("check", "--per-list", "out/results", "-q", ".").status == 1

    assert sorted(path.name for path in (lists / "out" / "results").iterdir()) == ["illegal-yaml.txt", "legal-yaml.txt"]
    assert "Nothing has to be changed." in (lists / "out/results/legal-yaml.txt").read_text("utf-8")
    assert "2 lists" in call("check", "--per-list", "out/results", ".").out


def test_a_folder_for_texts_that_cannot_be_made_is_wrong_usage(call, lists):
    result = call("check", "--per-list", "legal.yaml/x", "illegal.yaml")
    assert result.status == 2
    assert "legal.yaml/x: " in result.err


def test_the_text_of_a_list_says_the_same_in_every_format(call, lists):
    """With the fixes, though a table shows none."""
    written = []
    for form in ("text", "table"):
        call("check", "--per-list", form, "--format", form, "illegal.yaml")
        written.append((lists / form / "illegal-yaml.txt").read_text("utf-8"))
    assert written[0] == written[1]


@pytest.mark.parametrize("form", FORMATS)
def test_order_and_bytes_do_not_depend_on_the_number_of_jobs(call, lists, form: str):
    (lists / "broken.yaml").write_text("name: [")
    with (lists / "form.csv").open("w", newline="") as stream:
        rows = [("Name", "List"), *((f"P{n}", (lists / "legal.yaml").read_text("utf-8")) for n in range(3))]
        csv.writer(stream).writerows(rows)

    one, two = (call("check", "--format", form, "--jobs", jobs, ".") for jobs in ("1", "2"))

    assert one.out_bytes == two.out_bytes
    assert one.status == two.status == 2


def test_anonymous_reports_have_no_names_of_files(call, lists):
    (lists / "legal.yaml").rename(lists / "Jane Doe.yaml")

    for form in FORMATS:
        result = call("check", "--anonymous", "--format", form, "Jane Doe.yaml", "illegal.yaml")
        assert "Jane" not in result.out + result.err, form
        assert "Gladius, round 1" not in result.out, form


@pytest.mark.parametrize("option", ["--fix", "--diff"])
def test_lists_themselves_are_never_anonymous(call, lists, option: str):
    before = {path: path.read_bytes() for path in lists.rglob("*") if path.is_file()}
    result = call("check", "--anonymous", option, str(lists))

    assert (result.status, result.out) == (2, "")
    assert "which --anonymous hides" in result.err
    assert before == {path: path.read_bytes() for path in before}


def test_reports_for_programs_are_in_english(call, lists, monkeypatch):
    def output(*arguments: str) -> str:
        environment = os.environ | {"LANG": "ru_RU.UTF-8"}
        run = "import sys; from listbuilder.cli.main import run; sys.exit(run(sys.argv[1:]))"
        done = subprocess.run(
            [sys.executable, "-c", run, *arguments], capture_output=True, env=environment, check=False
        )
        return done.stdout.decode("utf-8")

    assert "too many" in output("check", "--format", "junit", "illegal.yaml")
    assert "too many" not in output("check", "--format", "table", "illegal.yaml")
    assert json.loads(output("check", "--format", "json", "legal.yaml"))["summary"]["legal"] == 1


@pytest.mark.parametrize("command", ["check", "print"])
def test_only_left_out_files_are_wrong_usage(call, tmp_path, command):
    (tmp_path / "README.md").write_text("hello")

    result = call(command, tmp_path)

    assert result.status == 2
    assert "there are no lists here; left out: 1 text or program (" in result.err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "shown", "total", "seen"),
    [(Terminal, True, 3, True), (Terminal, False, 3, False), (io.StringIO, True, 3, False), (Terminal, True, 1, False)],
)
def test_progress_is_for_terminals_and_leaves_nothing_behind(monkeypatch, stream, shown: bool, total: int, seen: bool):
    monkeypatch.setattr(sys, "stderr", stream())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(console, "PROGRESS_EVERY", 0)

    with console.progress(total, shown=shown) as step:
        for number in range(1, total + 1):
            step(number)

    text = sys.stderr.getvalue()
    assert ("2 of 3 lists" in text) is seen
    assert text.endswith("\r\x1b[K") is seen
    assert "\n" not in text


def test_no_progress_and_no_colour_in_pipes(call, lists):
    result = call("check", "-o", "r.json", ".")

    assert result.err == ""
    assert "\x1b" not in call("check", ".").out
