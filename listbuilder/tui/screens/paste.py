"""Opens a list of any format: from a text that is pasted, or from a file. Says what was recognised before it is opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

from msgspec import Struct
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static, TextArea

from listbuilder.errors import InputError
from listbuilder.exchange import formats
from listbuilder.files import is_file, typed
from listbuilder.i18n import _
from listbuilder.print.datasheet import units_words
from listbuilder.session import Session
from listbuilder.terminal import one_line, wrap
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.later import later
from listbuilder.tui.reading import read_alone
from listbuilder.tui.screens.dialogs import Dialog, OpenFile
from listbuilder.tui.widgets.hints import Hint
from listbuilder.tui.wording import local, points

PAUSE = 0.4  # seconds without a key until the text is read
LONGEST_PATH = 4096
MOST_PROBLEMS = 6


class Pasted(Struct, frozen=True):
    """What is to be opened: a list that was read from a text, or the path of a file."""

    session: Session | None = None
    path: Path | None = None


class Paste(Dialog[Pasted]):
    """A field for the text; below it what the program makes of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+o", "open_it", show=False, priority=True),
        Binding("ctrl+f", "choose_file", show=False, priority=True),
        Binding("enter", "open_path", show=False, priority=True),
    ]

    def __init__(self, read: Callable[[bytes], Session], title: str = "") -> None:
        """``read``: makes a list that is not saved out of a text. Raises `InputError`."""
        keys = Hint("ctrl+o", _("open")), Hint("ctrl+f", _("a file")), Hint("escape", _("cancel"))
        super().__init__(title or _("Paste or open a list"), *keys, classes="dialog tall wide")
        self._read = read
        self._found: Pasted | None = None
        self._timer: Timer | None = None
        self._length = 0
        self._is_reading = False

    def content(self) -> ComposeResult:
        field = TextArea(id="pasted", tab_behavior="focus")
        field.placeholder = _("Paste a list of any program, or type the path of a file")
        yield field
        yield Static(classes="hint", id="recognised", markup=False)

    def on_mount(self) -> None:
        self.query_one(TextArea).focus()

    # --- reading --------------------------------------------------------------------------------------------------------

    @on(TextArea.Changed)
    def _typed(self) -> None:
        """Waits until the user has finished; a paste comes all at once."""
        text = self._text
        pasted = abs(len(text) - self._length) > 1
        self._found, self._length = None, len(text)
        if self._timer is not None:
            self._timer.stop()
        self._timer = later(self, 0.01 if pasted else PAUSE, self._look)

    @property
    def _text(self) -> str:
        return self.query_one(TextArea).text

    @work(group="open")
    async def _look(self) -> None:
        """Reads what the field holds, and says what it is. One text after the other: what is read shares the game's data."""
        if self._is_reading:
            return
        self._is_reading = True
        try:
            seen = None
            while seen != (seen := self._text) and self.is_mounted:
                await self._read_text(seen)
        finally:
            self._is_reading = False

    async def _read_text(self, text: str) -> None:
        self._found = None
        if not text.strip():
            self._say(Content())
            return
        path = as_path(text)
        if path is not None:
            self._found = Pasted(path=path)
            self._say(_good(_("This is a file. ^o opens it.")))
            return
        self._say(Content.styled(_("Reading …"), "$text-muted"))
        content = text.encode("utf-8", "replace")
        try:
            session = await read_alone(self._read, content)
        except InputError as error:
            self._say(self._refused(error))
            return
        if text == self._text:
            self._found = Pasted(session)
            self._say(Content("\n").join(recognised(session, content, self._width)))

    def _refused(self, error: InputError) -> Content:
        lines = wrap(one_line(str(error.problems[0].message)), self._width)
        return Content.styled("\n".join([f"{glyphs().error} {_('Not recognised as a list.')}", *lines]), "$text-error")

    @property
    def _width(self) -> int:
        return max(20, self.query_one("#recognised", Static).size.width - 2)

    def _say(self, text: Content) -> None:
        self.query_one("#recognised", Static).update(text)

    # --- opening --------------------------------------------------------------------------------------------------------

    def action_open_it(self) -> None:
        if self._found is not None:
            self.dismiss(self._found)
        else:
            self._look()

    def action_open_path(self) -> None:
        """A path is one line: enter ends it. In other texts it begins a new line (`check_action`)."""
        self.dismiss(Pasted(path=as_path(self._text)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        del parameters
        return action != "open_path" or as_path(self._text) is not None

    @work
    async def action_choose_file(self) -> None:
        path = await self.app.push_screen_wait(OpenFile())
        if path is not None:
            self.dismiss(Pasted(path=path))


def as_path(text: str) -> Path | None:
    """The file that a text of one line names, if there is one."""
    line = text.strip().strip("'\"")
    if not line or "\n" in line or len(line) > LONGEST_PATH or "\0" in line:
        return None
    path = typed(line)
    return path if is_file(path) else None


def recognised(session: Session, content: bytes, width: int) -> Iterator[Content]:
    """What was recognised in a text, and below it what was not."""
    army = session.army
    form = formats.called(content)[-1]
    facts = [
        local(army, army.faction_name),
        points(army, army.points),
        units_words(len(army.units), army.vocabulary),
    ]
    words = " · ".join(filter(None, facts))
    yield _good(_("Recognised: {format}. ^o opens it.").format(format=form))
    yield from (Content(line) for line in wrap(words, width))
    open_ = [finding for finding in session.findings if finding.severity == "unjudged"]
    if open_:
        yield Content.styled(f"{glyphs().unjudged} {_('Open questions:')}", "bold $text-warning")
    for finding in open_[:MOST_PROBLEMS]:
        place = (
            _("line {line}: ").format(line=finding.place.line)
            if finding.place is not None and finding.place.line
            else ""
        )
        yield from (Content(line) for line in wrap(place + str(finding.message), width, "  ", "  "))
    if len(open_) > MOST_PROBLEMS:
        yield Content(f"  {_('… and {number} more').format(number=len(open_) - MOST_PROBLEMS)}")


def _good(text: str) -> Content:
    return Content.styled(f"{glyphs().legal} {text}", "bold $text-success")
