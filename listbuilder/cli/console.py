"""Where output goes: results to standard output, the tool's own messages to standard error."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sys
from collections.abc import Iterator
from typing import TextIO

from listbuilder.i18n import _
from listbuilder.terminal import Terminal, clean


class CutOff(Exception):
    """Whoever reads the output went away. Not an OSError, which click would end the program for by itself."""


def prepare() -> None:
    """Makes the streams take any character: one that the terminal does not know is replaced, never an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def terminal(stream: TextIO | None = None) -> Terminal:
    """Colours and width that suit the stream."""
    stream = stream or sys.stdout
    if not stream.isatty():
        return Terminal(colour=_colour(default=False))
    return Terminal(_colour(default=os.environ.get("TERM") != "dumb"), shutil.get_terminal_size((80, 24)).columns)


def out(text: str) -> None:
    """Writes a result."""
    with _reader():
        sys.stdout.write(text)


def out_bytes(data: bytes) -> None:
    """Writes a result whose bytes do not depend on the terminal."""
    with _reader():
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def say(text: str) -> None:
    """Tells the user something about what the tool does."""
    sys.stderr.write(clean(text) + "\n")


def complain(text: str) -> None:
    """Tells the user why the tool did not do it."""
    label = terminal(sys.stderr).paint(_("error"), "error")
    sys.stderr.write(f"{label}: {clean(text)}\n")


def finish() -> None:
    """Sends what is still waiting; what cannot be sent fails here and not behind our back."""
    with _reader():
        sys.stdout.flush()


@contextlib.contextmanager
def _reader() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise CutOff from None


def hang_up() -> None:
    """Lets the interpreter end quietly although standard output takes nothing more."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # a test's stream has no number
        return


def _colour(*, default: bool) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or default
