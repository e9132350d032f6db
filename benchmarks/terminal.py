"""A program in a terminal of its own, as users run it: keys go in, what it paints comes out, and its processor time is read."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

TICK = 0.005  # seconds between looks at what was painted
QUIET = 0.25  # seconds without output after which a program is taken to have painted everything
PATIENCE = 60.0  # seconds
_CONTROL = re.compile(r"\x1b(?:\[[0-9;?>]*[a-zA-Z$]+|\][^\x1b\x07]*)")


class Terminal:
    """Runs a command in a terminal of so many columns and rows. Needs `/proc` (Linux)."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        size: tuple[int, int] = (120, 40),
        folder: Path | None = None,
    ) -> None:
        """``folder``: where the command is run."""
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        given = {**environment, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        self._process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=given, cwd=folder, start_new_session=True
        )
        os.close(theirs)
        self.painted = bytearray()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        os.close(self._ours)

    def processor(self) -> float:
        """Seconds of processor time that all threads of the program took until now."""
        tasks = Path(f"/proc/{self._process.pid}/task")
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir()) / 1e9

    def press(self, keys: str) -> None:
        """Types, as one write."""
        os.write(self._ours, keys.encode())

    def read(self, seconds: float) -> int:
        """Takes what is painted within so many seconds; the number of bytes."""
        end, before = time.monotonic() + seconds, len(self.painted)
        while (left := end - time.monotonic()) > 0:
            if select.select([self._ours], [], [], min(left, TICK))[0]:
                self.painted += os.read(self._ours, 1 << 16)
        return len(self.painted) - before

    def settle(self) -> None:
        """Waits until the program paints no more. Raises `TimeoutError`."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if not self.read(QUIET):
                return
        raise TimeoutError("it never stops painting")

    def wait_for(self, text: str) -> None:
        """Waits until a text was painted. Raises `TimeoutError` with the words that were."""
        end = time.monotonic() + PATIENCE
        while text.encode() not in self.painted:
            if time.monotonic() > end or self._process.poll() is not None:
                words = _CONTROL.sub(" ", self.painted.decode("utf-8", "replace")).split()
                raise TimeoutError(f"{text!r} is not among: {' '.join(words)}")
            self.read(TICK)
