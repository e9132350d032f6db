"""Closed and full standard streams, file names that are no UTF-8: a clear end, never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.resources import shipped
from tests.cli.conftest import Call

EXAMPLES = shipped("factions") / "wh40k-10e" / "examples"
LEGAL, ILLEGAL = (str(EXAMPLES / f"{name}.yaml") for name in ("legal", "illegal"))
pytestmark = pytest.mark.skipif(os.name != "posix", reason="streams are closed by the shell")


def shell(arguments: str, redirect: str) -> tuple[int, str]:
    """The status of a command and what it wrote to the streams that are left."""
    command = f"{sys.executable} -m listbuilder {arguments} {redirect}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False, stdin=subprocess.DEVNULL)
    text = (done.stdout + done.stderr).decode()
    assert "Traceback" not in text
    assert "bug" not in text
    return done.returncode, text


@pytest.mark.parametrize(
    "arguments",
    [f"check {ILLEGAL}", f"check --format json {ILLEGAL}", f"show {LEGAL}", f"print {LEGAL} -o -", f"seal {LEGAL}",
     f"convert {LEGAL} --to text", "explain points-limit", "--help", "--version"],
)  # fmt: skip
def test_closed_output_is_an_error(arguments: str) -> None:
    status, text = shell(arguments, ">&-")
    assert status == 2
    assert "the output could not be written" in text


def test_full_output_is_an_error() -> None:
    assert shell(f"check {ILLEGAL}", ">/dev/full 2>/dev/full")[0] == 2


@pytest.mark.parametrize("redirect", ["2>&-", "2>/dev/full"])
def test_messages_that_nobody_can_get_change_nothing(redirect: str) -> None:
    assert shell(f"check {LEGAL}", redirect)[0] == 0
    assert shell("check missing.yaml", redirect)[0] == 2
    assert shell("check --no-such-option", redirect)[0] == 2


@pytest.mark.parametrize("arguments", ["check -", "show -", "convert - --to text", "import -", "print - -o -"])
def test_closed_input_is_an_empty_list(arguments: str) -> None:
    status, text = shell(arguments, "<&-")
    assert status == 2
    assert "empty" in text


def test_the_engine_and_the_builder_end_on_closed_streams() -> None:
    assert shell("engine --stdio", "<&-") == (0, "")
    assert shell("build", "<&- >&-")[0] == 2
    assert shell(f"check {LEGAL}", "<&- >&- 2>&-")[0] == 2


@pytest.fixture
def oddly_named(tmp_path: Path) -> Path:
    """A list whose name is no UTF-8."""
    path = tmp_path / os.fsdecode(b"b\xff\xe9.yaml")
    try:
        path.write_bytes(Path(ILLEGAL).read_bytes())
    except OSError:
        pytest.skip("the file system takes only UTF-8")
    return path


@pytest.mark.parametrize("form", ["json", "csv", "junit", "sarif", "github", "html", "table", "line", "text"])
def test_names_that_are_no_utf8(call: Call, tmp_path: Path, oddly_named: Path, form: str) -> None:
    output = tmp_path / "report"
    done = call("check", "--format", form, "-o", output, oddly_named)
    assert (done.status, done.err.count("Traceback")) == (1, 0)
    text = output.read_bytes().decode("utf-8")
    if form == "json":
        assert Path(json.loads(text)["lists"][0]["file"]).name == r"b\xff\xe9.yaml"
        assert "udc" not in text


@pytest.mark.parametrize("command", ["check", "recheck --data native"])
def test_names_that_are_no_utf8_on_standard_output(oddly_named: Path, command: str) -> None:
    program = [sys.executable, "-m", "listbuilder", *command.split(), "--format", "json"]
    done = subprocess.run([*program, oddly_named], check=False, capture_output=True)
    assert (done.returncode, done.stderr.count(b"Traceback")) == (1, 0)
    json.loads(done.stdout)
