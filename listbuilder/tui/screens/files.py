"""Choosing a file: to open, to save to."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import DirectoryTree, Input, Static

from listbuilder.i18n import _

ENDINGS = {".yaml", ".yml"}


class Lists(DirectoryTree):
    """Folders and roster files only."""

    def filter_paths(self, paths: Iterable[Path]) -> Iterable[Path]:
        return [path for path in paths if not path.name.startswith(".") and (path.suffix in ENDINGS or path.is_dir())]


class ChooseFile(ModalScreen[Path | None]):
    """Base: a path to type, a tree to pick it from. Dismisses with the path, None for escape."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(self, start: Path) -> None:
        super().__init__(classes="dialog tall")
        self._start = start

    def heading(self) -> str:
        raise NotImplementedError

    def problem(self, path: Path) -> str:
        """Why the path cannot be used, empty when it can."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = self.heading()
            box.border_subtitle = _("enter: accept · tab: folders · esc: cancel")
            yield Input(str(self._start) if self._start.name else "", compact=True, placeholder=_("Path of the file"))
            yield Static(classes="hint", markup=False)
            folder = self._start.parent if self._start.name else self._start
            yield Lists(folder.absolute() if folder.is_dir() else Path.cwd())

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        path = Path(event.value.strip()).expanduser()
        if event.value.strip() and path.is_dir():
            self.query_one(Lists).path = path
            self.query_one(Lists).focus()
            return
        problem = _("Enter a file name.") if not event.value.strip() else self.problem(path)
        if problem:
            self.query_one(".hint", Static).update(Content.styled(problem, "$text-error"))
        else:
            self.dismiss(path)

    @on(DirectoryTree.FileSelected)
    def _picked(self, event: DirectoryTree.FileSelected) -> None:
        self.query_one(Input).value = str(event.path)
        self.query_one(Input).focus()
        if isinstance(self, OpenFile):
            self.dismiss(event.path)

    def action_cancel(self) -> None:
        self.dismiss(None)


class OpenFile(ChooseFile):
    """A list to open."""

    def heading(self) -> str:
        return _("Open a list")

    def problem(self, path: Path) -> str:
        return "" if path.is_file() else _("There is no such file.")


class SaveAs(ChooseFile):
    """A name to save under."""

    def heading(self) -> str:
        return _("Save as")

    def problem(self, path: Path) -> str:
        return "" if path.parent.is_dir() else _("There is no such folder.")
