"""Choosing a file: to open, to save to."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.widgets import DirectoryTree, Input, Static

from listbuilder.i18n import _
from listbuilder.tui.screens.dialogs import Dialog

ENDINGS = {".yaml", ".yml"}


class Lists(DirectoryTree):
    """Folders and roster files only."""

    def filter_paths(self, paths: Iterable[Path]) -> Iterable[Path]:
        return [path for path in paths if not path.name.startswith(".") and (path.suffix in ENDINGS or path.is_dir())]


class ChooseFile(Dialog[Path]):
    """Base: a path to type, a tree to pick it from."""

    def __init__(self, title: str, start: Path) -> None:
        super().__init__(title, _("enter: accept · tab: folders · esc: cancel"), classes="dialog tall")
        self._start = start

    def problem(self, path: Path) -> str:
        """Why the path cannot be used, empty when it can."""
        raise NotImplementedError

    def content(self) -> ComposeResult:
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
            self.refuse(problem)
        else:
            self.dismiss(path)

    @on(DirectoryTree.FileSelected)
    def _picked(self, event: DirectoryTree.FileSelected) -> None:
        self.query_one(Input).value = str(event.path)
        self.query_one(Input).focus()


class OpenFile(ChooseFile):
    def __init__(self) -> None:
        super().__init__(_("Open a list"), Path())

    def problem(self, path: Path) -> str:
        return "" if path.is_file() else _("There is no such file.")

    @on(DirectoryTree.FileSelected)
    def _open(self, event: DirectoryTree.FileSelected) -> None:
        self.dismiss(event.path)


class SaveAs(ChooseFile):
    def __init__(self, start: Path) -> None:
        super().__init__(_("Save as"), start)

    def problem(self, path: Path) -> str:
        return "" if path.parent.is_dir() else _("There is no such folder.")
