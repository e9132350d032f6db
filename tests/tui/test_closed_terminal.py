"""The builder in a terminal that is closed without telling it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.cli import status
from listbuilder.cli.main import run
from listbuilder.tui import app
from tests.other_game import LEGAL, SYSTEMS

pty = pytest.importorskip("pty", reason="terminals of Unix")


def test_the_builder_ends(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "LISTBUILDER_FACTIONS": str(SYSTEMS)}
    command = [sys.executable, "-m", "listbuilder", "build", str(LEGAL)]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, cwd=tmp_path, start_new_session=True
    ) as builder:
        os.close(theirs)
        painted = b""
        while b"Sleepy morning" not in painted:
            painted += os.read(ours, 1 << 16)
        os.close(ours)
        try:
            assert builder.wait(timeout=8 * app.LOOKS_FOR_TERMINAL) == 0
        finally:
            builder.kill()


def test_the_builder_ends_when_its_server_was_killed(tmp_path: Path) -> None:
    served = {"TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver", "LISTBUILDER_FACTIONS": str(SYSTEMS)}
    code = (
        "import sys, listbuilder.tui.app as app; from listbuilder.cli.main import run\n"
        "app.LOOKS_FOR_TERMINAL = 0.2\n"
        "sys.exit(run(['build', sys.argv[1]]))\n"
    )
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", code, str(LEGAL)]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=os.environ | served, cwd=tmp_path) as builder:
        assert builder.stdin is not None
        assert builder.stdout is not None
        while b"Sleepy morning" not in builder.stdout.read1():
            pass
        builder.stdout.close()
        builder.stdin.close()
        try:
            assert builder.wait(timeout=40) == 0
        finally:
            builder.kill()


def test_a_builder_that_failed_says_so_by_its_status(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: app.ListbuilderApp) -> None:
        self._return_code = 1

    monkeypatch.setenv("TEXTUAL_DRIVER", "textual.drivers.headless_driver:HeadlessDriver")
    monkeypatch.setattr(app.ListbuilderApp, "run", fail)
    assert run(["build"]) == status.UNJUDGED
