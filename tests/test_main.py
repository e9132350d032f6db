"""The process ends with the status of its command, with all that it wrote, and after what asked to be called at its end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

ENDS = """
import atexit, sys, threading, time
from listbuilder.__main__ import leave
atexit.register(lambda: print("called at the end"))
{before}
print("written")
leave(3)
"""
THREAD = "threading.Thread(target=lambda: (time.sleep(0.2), print('thread'))).start()"


@pytest.mark.parametrize(("before", "lines"), [("", 2), (THREAD, 3)])
def test_nothing_is_lost_at_the_end(before: str, lines: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDS.format(before=before)], capture_output=True, text=True, check=False
    )

    assert done.returncode == 3
    assert {"written", "called at the end"} <= set(done.stdout.splitlines())
    assert len(done.stdout.splitlines()) == lines
    assert done.stderr == ""


def test_the_status_is_that_of_the_command() -> None:
    for arguments, status in ((["--version"], 0), (["no-such-command"], 2)):
        done = subprocess.run([sys.executable, "-m", "listbuilder", *arguments], capture_output=True, check=False)
        assert done.returncode == status


def test_an_interrupt_while_modules_are_loaded_shows_no_traceback() -> None:
    code = (
        "import sys, listbuilder.__main__ as program\n"
        "class Interrupts:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'click':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupts())\n"
        "program.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_an_interrupt_meets_no_import_before_it_is_answered() -> None:
    code = (
        "import sys, __future__\n"
        "before = {*sys.modules}\n"
        "import listbuilder.__main__\n"
        "print(sorted({*sys.modules} - before))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['listbuilder', 'listbuilder.__main__']"


def test_python_m_runs_no_module_of_the_working_directory(tmp_path: Path) -> None:
    for name in ("csv", "json", "gc", "click", "msgspec", "reportlab_settings", "reportlab_mods", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text(f"open('pwned-{name}', 'w')\n")
    example = ROOT / "factions" / "wh40k-10e" / "examples" / "legal.yaml"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    for arguments in (
        ["check", "--format", "csv", "--jobs", "2", example, example],
        ["print", example, "-o", "army.pdf"],
    ):
        command = [sys.executable, "-m", "listbuilder", *map(str, arguments)]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert list(tmp_path.glob("pwned*")) == []


def test_python_m_finds_the_program_in_the_working_directory() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [
        sys.executable,
        "-m",
        "listbuilder",
        "check",
        "--jobs",
        "2",
        *["factions/wh40k-10e/examples/legal.yaml"] * 2,
    ]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
