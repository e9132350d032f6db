"""Output: results to standard output, messages to standard error."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TextIO

from listbuilder.i18n import _, ngettext
from listbuilder.terminal import Terminal, clean, shielded

if TYPE_CHECKING:
    from listbuilder.report.entry import Entry

PROGRESS_EVERY = 0.1  # seconds between two updates
MOST_STDIN = 64 << 20  # bytes read from standard input; the limit of one list is lower
PIPE_WIDTH = 100  # columns of a page that is not shown on a terminal


class CutOff(Exception):
    """The reader of the output closed the pipe. Not an OSError, because click ends the program on those itself."""


def prepare() -> None:
    """Makes the streams accept any character: one that the terminal cannot encode is replaced. Streams that were closed are
    opened again: nothing can be read, writing results fails, and messages are lost."""
    _reopen()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _reopen() -> None:
    for name, flags, mode in (("stdin", os.O_RDONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w")):
        if getattr(sys, name) is None:
            handle = os.open(os.devnull, flags)  # the lowest free number, as a rule that of the stream
            setattr(sys, name, os.fdopen(handle, mode, encoding="utf-8", closefd=False))


def terminal(stream: TextIO | None = None) -> Terminal:
    """Colours and width that suit the stream."""
    stream = stream or sys.stdout
    if not stream.isatty():
        return Terminal(colour=_colour(default=False))
    import shutil  # slow to import

    return Terminal(_colour(default=os.environ.get("TERM") != "dumb"), shutil.get_terminal_size((80, 24)).columns)


def page_width() -> int:
    """Columns of a page on standard output."""
    return terminal().width or PIPE_WIDTH


def out(text: str) -> None:
    """Writes a result for people, in which names of others may stand."""
    with _reader():
        sys.stdout.write(shielded(text))


def out_bytes(data: bytes) -> None:
    """Writes a result whose bytes do not depend on the terminal."""
    with _reader():
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def out_text(text: str) -> None:
    """Writes a text whose bytes do not depend on the terminal."""
    out_bytes(text.encode("utf-8", "backslashreplace"))


def err(text: str) -> None:
    """Writes a report to standard error, where standard output holds another result."""
    sys.stderr.write(shielded(text))


def say(text: str) -> None:
    """Writes a message to standard error, where that can be written to."""
    with contextlib.suppress(OSError):
        sys.stderr.write(clean(text) + "\n")


def complain(text: str) -> None:
    """Writes an error message to standard error, where that can be written to."""
    _labelled(_("error"), "error", text)


def warn(text: str) -> None:
    """Writes a warning to standard error, where that can be written to."""
    _labelled(_("warning"), "warning", text)


def _labelled(label: str, style: str, text: str) -> None:
    painted = terminal(sys.stderr).paint(label, style)
    with contextlib.suppress(OSError):
        sys.stderr.write(f"{painted}: {clean(text)}\n")


def finish() -> None:
    """Flushes standard output, so that a write error is reported here and not at exit."""
    with _reader():
        sys.stdout.flush()


@contextlib.contextmanager
def _reader() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise CutOff from None


def hang_up() -> None:
    """Lets the interpreter exit quietly although standard output is closed."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # a test's stream has no file descriptor
        return


def _colour(*, default: bool) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or default


def entry(name: str) -> Entry:
    """The list of a name on the command line: a file, or ``-`` for standard input."""
    from listbuilder.report.entry import STDIN, Entry

    if name != STDIN:
        return Entry.of_file(name)
    return Entry(STDIN, content=sys.stdin.buffer.read(MOST_STDIN))


@contextlib.contextmanager
def progress(total: int, *, shown: bool) -> Iterator[Callable[[int], None]]:
    """Shows on standard error, where that is a terminal, how many of so many lists are done; leaves nothing behind."""
    visible = shown and total > 1 and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    last = 0.0

    def step(done: int) -> None:
        nonlocal last
        now = time.monotonic()
        if visible and now - last >= PROGRESS_EVERY:
            last = now
            text = ngettext("{done} of {number} list", "{done} of {number} lists", total).format(
                done=done, number=total
            )
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()

    try:
        yield step
    finally:
        if visible and last:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
