"""The file that a list is saved in."""

from __future__ import annotations

from pathlib import Path

from listbuilder import files
from listbuilder.errors import UNJUDGED, InputError
from listbuilder.exchange import formats
from listbuilder.i18n import Text
from listbuilder.listfile import saving
from listbuilder.listfile.bound import BoundList


class ListFile:
    """Saves a list. ``path``: its file, None until it has one; ``digest``: sha256 of the file as it was read or last saved,
    empty when there is none."""

    def __init__(self, bound: BoundList, path: Path | None) -> None:
        self.bound = bound
        self.document = bound.document
        self.path = path
        self.digest = bound.document.sha256 if path is not None else ""
        self._declared = bound.roster.declarations  # as the list came

    def save(self, path: Path | None, *, force: bool) -> Path:
        """Writes the list into its file, or into another one. Raises `ChangedOnDisk` when its file is no longer the one that
        was read, or when another one exists, unless ``force``; `InputError` when it cannot be written."""
        path = path or self.path
        if path is None:
            raise InputError(Text("the list has no file yet: name one"))
        if formats.is_foreign(path):
            raise InputError(Text("lists are saved as YAML: choose a name that ends in .yaml"), str(path))
        expected = None if force else self.digest if path == self.path and self.digest else files.ABSENT
        self.digest = files.write(path, self.content(), expected)
        self.path = path
        return path

    @property
    def left_out(self) -> int:
        """How many facts of the text or roster of another program, which were not understood, no file of the list will hold."""
        if self.document.text:
            return 0
        return sum(one.severity in (UNJUDGED, "error") for one in self.bound.problems)

    def content(self) -> str:
        """The file's text, with the list's own declarations where those of another file replace them."""
        roster, own = self.bound.roster, self.bound.set_aside
        if own is None:
            return saving.save(self.document, roster)
        if roster.declarations != self._declared:
            raise InputError(Text("the declarations are in another file: change them there"), str(self.path or "-"))
        try:
            roster.declarations = own
            return saving.save(self.document, roster)
        finally:
            roster.declarations = self._declared
