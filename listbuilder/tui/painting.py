"""What is sent to the terminal: only the cells that differ from what it shows.

Textual paints a widget anew when anything in it changed: a key that moves the cursor sends 30 KB, which is felt over ssh. A
driver knows what it sent before and leaves out what is there already.
"""

from __future__ import annotations

import re
import signal
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.cells import cell_len

from listbuilder.expressions import expression

if TYPE_CHECKING:
    from textual.driver import Driver

_PLACE = expression(r"\x1b\[(\d+);(\d+)H")
_PART = expression(r"\x1b\[([0-9;]*)m|([^\x00-\x1f\x7f]+)")
_HARMLESS = re.compile(r"(?:\x1b\[\?(?:2026|25)[hl])*")  # a synchronised update, the cursor shown or hidden
_RESET = "\x1b[0m"


class _Strip(NamedTuple):
    """A text with its styles that was sent in one piece to a place of a row. ``end``: the column after it, from 1."""

    data: str
    end: int


class _Row:
    """A row of the terminal: the character and style of each cell, None where they are unknown; a text of other than one cell a
    character is one piece in its first cell. ``strips``: those that it shows whole, by the column where they start."""

    def __init__(self) -> None:
        self.characters: list[str | None] = []
        self.styles: list[str | None] = []
        self.strips: dict[int, _Strip] = {}

    def put(self, column: int, pieces: list[str | None], style: str) -> bool:
        """Shows a text from a column on; whether that changes anything."""
        start, end = column - 1, column - 1 + len(pieces)
        missing = end - len(self.characters)
        if missing > 0:
            self.characters += [None] * missing
            self.styles += [None] * missing
        wanted: list[str | None] = [style] * len(pieces)
        if self.characters[start:end] == pieces and self.styles[start:end] == wanted:
            return False
        self.characters[start:end], self.styles[start:end] = pieces, wanted
        return True

    def keep(self, column: int, strip: _Strip) -> None:
        """Remembers a strip that is shown now, in place of those that it covers in part."""
        covered = [start for start, one in self.strips.items() if start < strip.end and one.end > column]
        for start in covered:
            del self.strips[start]
        self.strips[column] = strip


class Cells:
    """What the terminal shows, as far as it is known."""

    def __init__(self) -> None:
        self._rows: dict[int, _Row] = {}
        self._unread = ""  # output that the terminal has got and that was not read yet

    def forget(self) -> None:
        """Nothing is known of the terminal any more: it was cleared, resized or used by another program."""
        self._rows.clear()
        self._unread = ""

    def changes(self, data: str) -> str:
        """The part of the output that changes what the terminal shows. Output of another kind than texts at places stays as
        it is, and what the terminal shows is unknown after it. Where nothing is known all of it is sent, and read before the
        next: nobody has to wait for that with the first picture."""
        if _HARMLESS.fullmatch(data):
            return data
        if not self._rows and not self._unread:
            self._unread = data
            return data
        unread, self._unread = self._unread, ""
        if unread:
            self._read(unread)
        return self._read(data)

    def _read(self, data: str) -> str:
        before, *parts = _PLACE.split(data)
        painting = _Painting()
        strips = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
        if before or not all(
            painting.take(self._rows.setdefault(int(row), _Row()), int(row), int(column), strip.removesuffix("\n"))
            for row, column, strip in strips
        ):
            self.forget()
            return data
        return painting.finished()


class _Painting:
    """One output while it is read."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.place = (0, 0)  # row and column of the terminal's cursor, by all of the output
        self.sent_place = (0, 0)  # the same by what is sent of it
        self.sent_style = ""

    def take(self, row: _Row, number: int, column: int, data: str) -> bool:
        """A strip at a place; whether it could be read."""
        known = row.strips.get(column)
        if known is not None and known.data == data:
            self.place = (number, known.end)
            return True
        self.place, style, end = (number, column), "", 0
        while end < len(data):
            part = _PART.match(data, end)
            if part is None:
                return False
            end = part.end()
            codes, text = part.groups()
            if text is not None:
                self._text(row, text, style)
            else:
                style = "" if codes in ("", "0") else style + part[0]
        row.keep(column, _Strip(data, self.place[1]))
        return not style

    def _text(self, row: _Row, text: str, style: str) -> None:
        pieces: list[str | None] = list(text)
        if not text.isascii() and any(cell_len(sign) != 1 for sign in text):
            pieces = [text, *[""] * (cell_len(text) - 1)]
        number, column = self.place
        self.place = (number, column + len(pieces))
        if row.put(column, pieces, style):
            if self.sent_place != (number, column):
                self.out.append(f"\x1b[{number};{column}H")
            if self.sent_style != style:
                self.out.append(_RESET + style if self.sent_style else style)
                self.sent_style = style
            self.out.append(text)
            self.sent_place = self.place

    def finished(self) -> str:
        """What is to be sent; the cursor is where the whole output would leave it."""
        if self.sent_style:
            self.out.append(_RESET)
        if self.sent_place != self.place:
            self.out.append("\x1b[{};{}H".format(*self.place))
        return "".join(self.out)


def frugal(driver: type[Driver]) -> type[Driver]:
    """The driver, where it writes to a terminal of Unix, sending only what changes what the terminal shows."""
    if sys.platform == "win32":  # there output comes in arbitrary pieces
        return driver
    from textual.drivers.linux_driver import LinuxDriver

    if driver is not LinuxDriver:
        return driver

    class FrugalDriver(LinuxDriver):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self._cells = Cells()

        def start_application_mode(self) -> None:
            self._cells.forget()
            super().start_application_mode()  # type: ignore[no-untyped-call]
            resized = signal.getsignal(signal.SIGWINCH)

            def forget_first(number: int, frame: Any) -> None:
                self._cells.forget()
                if callable(resized):
                    resized(number, frame)

            signal.signal(signal.SIGWINCH, forget_first)

        @property
        def is_gone(self) -> bool:
            """Whether the terminal was closed without a signal, as one that does not control the program is: reading then gives
            nothing again and again."""
            import termios

            try:
                termios.tcgetattr(self.fileno)
            except (termios.error, OSError):
                return True
            return False

        def write(self, data: str) -> None:
            sent = self._cells.changes(data)
            if sent:
                super().write(sent)

    return FrugalDriver
