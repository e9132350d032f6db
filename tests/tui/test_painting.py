"""What the driver sends makes the terminal show what Textual painted, and is no more than what changed."""

from __future__ import annotations

import re
import signal
import sys
from random import Random

import pytest
from rich.cells import cell_len

from listbuilder.tui.app import ListbuilderApp
from listbuilder.tui.painting import Cells

if sys.platform != "win32":
    from textual.drivers.linux_driver import LinuxDriver

ROWS, COLUMNS = 6, 20
RED, BOLD = "\x1b[38;2;200;0;0m", "\x1b[1;38;2;9;9;9m"


class Terminal:
    """As much of a terminal as shows texts at places in styles."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], tuple[str, str]] = {}
        self.row, self.column, self.style = 1, 1, ""

    def take(self, data: str) -> None:
        for codes, kind, sign in re.findall(r"\x1b\[([0-9;]*)([mH])|([^\x1b])", data):
            if kind == "m":
                self.style = "" if codes in ("", "0") else f"{self.style}[{codes}]"
            elif kind == "H":
                self.row, self.column = map(int, codes.split(";"))
            elif sign == "\n":
                self.row += 1
            else:
                self.cells[self.row, self.column] = (sign, self.style)
                for more in range(1, cell_len(sign)):
                    self.cells[self.row, self.column + more] = ("", self.style)
                self.column += cell_len(sign)


def at(row: int, column: int, *texts: tuple[str, str]) -> str:
    """Texts with their styles, as Textual paints a strip."""
    return f"\x1b[{row};{column}H" + "".join(f"{style}{text}\x1b[0m" if style else text for style, text in texts)


def painted(chance: Random) -> str:
    """What Textual might send: strips at places, the lines one after the other."""
    strips = []
    for row in sorted(chance.sample(range(1, ROWS + 1), chance.randint(1, ROWS))):
        column = chance.randint(1, 4)
        texts = []
        while (width := chance.randint(1, 6)) and column + sum(cell_len(text) for _, text in texts) + width < COLUMNS:
            kind = chance.choice(("ab ", "  ", "★→", "战队"))
            text = "".join(chance.choice(kind) for _ in range(width))
            texts.append((chance.choice(("", RED, BOLD)), text[: width // max(map(cell_len, kind)) or 1]))
        strips.append(at(row, column, *texts))
    return "\n".join(strips) + at(1, 1)


@pytest.mark.parametrize("seed", range(60))
def test_the_terminal_shows_the_same(seed: int) -> None:
    chance = Random(seed)
    cells, whole, frugal = Cells(), Terminal(), Terminal()
    outputs = [painted(chance) for _ in range(5)]  # few: what was painted comes again, over what came between
    for _ in range(12):
        data = chance.choice(outputs)
        whole.take(data)
        frugal.take(cells.changes(data))
        assert frugal.cells == whole.cells
        assert (frugal.row, frugal.column) == (whole.row, whole.column)


def test_what_is_there_already_is_not_sent_again() -> None:
    cells, data = Cells(), at(2, 3, (RED, "Captain"), ("", "  80"))
    cells.changes(data)
    assert "Captain" not in cells.changes(data)
    assert cells.changes(data + at(3, 1, ("", "x"))).count("\x1b[") <= 2


def test_the_first_picture_is_sent_as_it_is_and_read_with_the_next() -> None:
    """Nobody has to wait until it is known what the terminal shows."""
    cells, data = Cells(), at(2, 3, (RED, "Cap"), (RED, "tain"))
    assert cells.changes(data) == data
    cells.forget()
    assert cells.changes(data) == data
    assert cells.changes(at(2, 3, (RED, "Captain"))) == "\x1b[2;10H"


def test_only_the_piece_that_differs_is_sent() -> None:
    cells = Cells()
    cells.changes(at(2, 3, (RED, "Captain"), ("", "  80")))
    found = cells.changes(at(2, 3, (RED, "Captain"), ("", " 100")))
    assert "Captain" not in found
    assert "\x1b[2;10H 100" in found


def test_another_style_is_sent() -> None:
    cells = Cells()
    cells.changes(at(1, 1, (RED, "Captain")))
    assert cells.changes(at(1, 1, (BOLD, "Captain"))).startswith(f"\x1b[1;1H{BOLD}Captain")
    assert cells.changes(at(1, 1, ("", "Captain"))).startswith("\x1b[1;1HCaptain")


def test_a_style_does_not_leak_into_what_follows() -> None:
    assert Cells().changes(at(1, 1, (RED, "a"), ("", "b"))) == f"\x1b[1;1H{RED}a\x1b[0mb"
    assert Cells().changes(at(1, 1, (RED, "a"))) == f"\x1b[1;1H{RED}a\x1b[0m"


@pytest.mark.parametrize(
    "other", ["\x1b[?1049h", "\x1b[2J", "\x1b]0;title\x07", "plain", "\x1b[1;1Ha\tb", "\x1b[?2048$p"]
)
def test_after_output_of_another_kind_everything_is_sent(other: str) -> None:
    cells, data = Cells(), at(1, 1, (RED, "Captain"))
    cells.changes(data)
    assert cells.changes(other) == other
    assert "Captain" in cells.changes(data)


def test_a_synchronised_update_is_passed_on_and_changes_nothing() -> None:
    cells, data = Cells(), at(1, 1, (RED, "Captain"))
    cells.changes(data)
    assert cells.changes("\x1b[?2026h") == "\x1b[?2026h"
    assert "Captain" not in cells.changes(data)


def test_after_forgetting_everything_is_sent() -> None:
    cells, data = Cells(), at(1, 1, (RED, "Captain"))
    cells.changes(data)
    cells.forget()
    assert "Captain" in cells.changes(data)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
async def test_the_driver_sends_what_changes_and_everything_after_a_resize(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr(LinuxDriver, "write", lambda _driver, data: sent.append(data))
    monkeypatch.setattr(LinuxDriver, "start_application_mode", lambda _driver: None)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGWINCH, signal.SIGTSTP, signal.SIGCONT)}
    app, data = ListbuilderApp(), at(1, 1, (RED, "Captain"))
    resized: list[int] = []
    try:
        signal.signal(signal.SIGWINCH, lambda number, _frame: resized.append(number))
        driver = app.get_driver_class()(app)
        driver.start_application_mode()
        driver.write(data)
        driver.write(data)
        signal.raise_signal(signal.SIGWINCH)
        driver.write(data)
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)

    assert ["Captain" in one for one in sent] == [True, False, True]
    assert resized == [signal.SIGWINCH]
