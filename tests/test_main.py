"""The process ends with the status of its command, with all that it wrote, and after what asked to be called at its end."""

from __future__ import annotations

import subprocess
import sys

import pytest

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
