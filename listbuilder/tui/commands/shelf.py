"""What the keys of the library do to files: copies, the bin, tags, folders, recovering; each is taken back by undo."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any, Protocol, TypeVar

from textual.screen import Screen

from listbuilder.errors import InputError
from listbuilder.i18n import _, ngettext
from listbuilder.shelf.binned import Binned, bring_back, duplicate, in_bin, throw_away
from listbuilder.shelf.keeping import Shelf, tags_in
from listbuilder.terminal import one_line
from listbuilder.tui.desk import Handlers
from listbuilder.tui.journal import Recovered, recoverable
from listbuilder.tui.screens.dialogs import ChooseFolder, Pick, Prompt
from listbuilder.tui.screens.recovering import DISCARD, PickLost
from listbuilder.tui.search import Item
from listbuilder.tui.settings import Settings
from listbuilder.tui.shelf_rows import Row, shortened
from listbuilder.tui.widgets.shelf_table import GONE

Result = TypeVar("Result")
ADD = "+"


class Library(Protocol):
    """The screen that shows the shelf."""

    settings: Settings
    shelf: Shelf

    @property
    def pointed(self) -> str:
        """The id of the line under the cursor."""

    @property
    def row(self) -> Row | None:
        """The list under the cursor."""

    @property
    def chosen(self) -> list[Row]:
        """The lists that are marked, else the one under the cursor."""

    def look(self, point_at: str = "") -> None:
        """Looks at the folders again, and puts the cursor on a list."""

    def unmark(self) -> None:
        """No list is marked any more."""

    def tell(self, text: str) -> None: ...

    def complain(self, error: Exception) -> None: ...

    def copy(self, text: str) -> None: ...

    @property
    def in_browser(self) -> bool:
        """Whether a browser shows the builder, whose user has no folders of this machine."""

    def deliver(self, name: str, content: bytes) -> None:
        """Gives a file to that browser."""

    def ask(self, dialog: Screen[Result]) -> Awaitable[Result | None]: ...

    def start(self, work: Coroutine[Any, Any, None], *, group: str = "default", exclusive: bool = False) -> None: ...

    def recover(self, entry: Recovered) -> object:
        """Opens the unsaved changes."""


class ShelfCommands:
    """Remembers what was done in this run, to take it back."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._done: list[tuple[str, Callable[[], str]]] = []  # what it was, and what takes it back

    def handlers(self) -> Handlers:
        return {
            "duplicate-list": self.duplicate,
            "bin-list": self.throw_away,
            "undo-shelf": self.undo,
            "tag-lists": self.tag,
            "choose-folders": self.folders,
            "recover-work": self.recover,
        }

    @property
    def can_undo(self) -> bool:
        return bool(self._done)

    def own_file(self) -> Path | None:
        """The file of the list under the cursor; tells the user where it has none of its own."""
        row = self._library.row
        if row is None:
            return None
        if row.found.path is None:
            self._library.tell(_("It is in an archive: open it and save it first."))
        return row.found.path

    def duplicate(self) -> None:
        path = self.own_file()
        if path is None:
            return
        try:
            copy = duplicate(path)
            self._tag(str(copy), self._library.shelf.tags_of(str(path)))
        except InputError as error:
            self._library.complain(error)
            return
        self._done.append((_("duplicate"), lambda: throw_away(copy).name))
        self._library.look(str(copy))
        self._library.tell(_("Copied to {file}.").format(file=copy.name))

    def throw_away(self) -> None:
        if self._library.pointed.startswith(GONE):
            self._forget(self._library.pointed.removeprefix(GONE))
            return
        rows = self._library.chosen
        paths = [row.found.path for row in rows if row.found.path is not None]
        if not paths:
            if rows:
                self._library.tell(_("It is in an archive: nothing is taken out of it."))
            return
        binned: list[Binned] = []
        try:
            for path in paths:
                binned.append(throw_away(path, tuple(self._library.shelf.tags_of(str(path)))))  # noqa: PERF401 - one may fail
        except InputError as error:
            self._library.complain(error)
        if binned:
            self._done.append((_("to the bin"), lambda: self._bring_back(binned)))
            said = ngettext("{n} list is in the bin.", "{n} lists are in the bin.", len(binned)).format(n=len(binned))
            self._library.tell(f"{said} {_('u brings it back')}")
        self._library.unmark()
        self._library.look()

    def _bring_back(self, binned: list[Binned]) -> str:
        names = []
        for one in reversed(binned):
            path = bring_back(one)
            self._tag(str(path), one.tags)
            names.append(str(path))
        return names[-1]

    def undo(self) -> None:
        if not self._done:
            self._library.tell(_("There is nothing to undo."))
            return
        title, take_back = self._done[-1]
        try:
            point_at = take_back()
        except InputError as error:
            self._library.complain(error)
            return
        self._done.pop()
        self._library.look(point_at)
        self._library.tell(_("Undone: {title}").format(title=title))

    # --- tags -----------------------------------------------------------------------------------------------------------

    async def tag(self) -> None:
        rows = self._library.chosen
        if not rows:
            return
        shared = " ".join(rows[0].tags)
        known = sorted({tag for tags in self._library.shelf.tags.values() for tag in tags})
        hint = _("In use: {tags}").format(tags=one_line(" ".join(known))) if known else _("Words between blanks")
        text = await self._library.ask(Prompt(_("Tags"), shared, hint=hint))
        if text is None:
            return
        before = [(row.id, list(row.tags)) for row in rows]
        tags = tags_in(one_line(text))
        try:
            for row in rows:
                self._tag(row.id, tags)
        except InputError as error:
            self._library.complain(error)
        self._done.append((_("tags"), lambda: self._retag(before)))
        self._library.look(rows[0].id)

    def _retag(self, before: list[tuple[str, list[str]]]) -> str:
        for name, tags in before:
            self._tag(name, tags)
        return before[0][0]

    def _tag(self, name: str, tags: tuple[str, ...] | list[str]) -> None:
        if list(tags) != self._library.shelf.tags_of(name):
            self._library.shelf.tag(name, tags)

    # --- folders --------------------------------------------------------------------------------------------------------

    async def folders(self) -> None:
        """Puts a folder on the shelf, or takes one off."""
        shelf = self._library.shelf
        items = [Item(ADD, _("Add a folder …"))]
        items += [Item(name, one_line(shortened(name)), _("take it off the shelf")) for name in shelf.folders]
        chosen = await self._library.ask(Pick(_("Folders"), items)) if shelf.folders else ADD
        if chosen == ADD:
            folder = await self._library.ask(ChooseFolder())
            if folder is not None:
                self._change(lambda: shelf.add_folder(folder))
        elif chosen:
            self._forget(chosen)

    def _forget(self, name: str) -> None:
        shelf = self._library.shelf
        if name in shelf.folders:
            self._change(lambda: shelf.forget_folder(name))
            self._done.append((_("folder"), lambda: self._put_back(name)))
            self._library.tell(_("{folder} is off the shelf; its files stay.").format(folder=one_line(shortened(name))))

    def _put_back(self, name: str) -> str:
        self._library.shelf.add_folder(Path(name))
        return ""

    def _change(self, change: Callable[[], None]) -> None:
        try:
            change()
        except InputError as error:
            self._library.complain(error)
        self._library.look()

    # --- recovering -----------------------------------------------------------------------------------------------------

    async def recover(self) -> None:
        """Unsaved changes of runs that ended early, and what is in the bin."""
        work, binned = recoverable(), in_bin()
        sign_work, sign_bin = _("unsaved"), _("in the bin")
        items = [
            Item(
                f"w{place}",
                one_line(entry.name) or _("Unnamed list"),
                " · ".join(filter(None, (one_line(entry.about), sign_work, entry.when))),
            )
            for place, entry in enumerate(work)
        ]
        items += [Item(f"b{place}", one_line(one.name), f"{sign_bin} · {one.when}") for place, one in enumerate(binned)]
        if not items:
            self._library.tell(_("There is nothing to recover."))
            return
        answer = await self._library.ask(PickLost(items)) or ""
        chosen = answer.removeprefix(DISCARD)
        if chosen and chosen[0] == "w":
            entry = work[int(chosen[1:])]
            if answer == chosen:
                self._library.recover(entry)
            else:
                self._discard(entry)
        elif answer != chosen:
            self._library.tell(_("The bin is never emptied: it is a folder of files."))
        elif chosen:
            try:
                path = self._bring_back([binned[int(chosen[1:])]])
            except InputError as error:
                self._library.complain(error)
                return
            self._library.look(path)
            self._library.tell(_("{file} is back.").format(file=one_line(path)))

    def _discard(self, entry: Recovered) -> None:
        try:
            take_back = entry.give_up()
        except (InputError, OSError) as error:
            self._library.complain(error)
            return

        def undo() -> str:
            take_back()
            return str(entry.path or "")

        self._done.append((_("discard"), undo))
        self._library.look()
        self._library.tell(f"{_('Discarded.')} {_('u brings it back')}")
