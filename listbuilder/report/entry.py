"""One list to be checked: where it is, and who sent it in."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from listbuilder import files
from listbuilder.errors import InputError, Problem
from listbuilder.exchange import formats
from listbuilder.listfile.bound import BoundList
from listbuilder.sources.registry import Sets

STDIN = "-"


class Entry(Struct, frozen=True):
    """One list of a check.

    ``name``: what reports call it, unique in a check. ``path``: its file; None where the list is ``content``, as from standard
    input, an archive or a table, and ``suffix`` is that of its name there, ``container``
    the file that it is in. ``problem``: why there is nothing to be read.
    ``player``, ``team``, ``faction`` and ``submitted`` (when it was handed in): as a registration form states them, empty where
    none does.
    """

    name: str
    path: Path | None = None
    content: bytes = b""
    suffix: str = ""
    container: str = ""
    player: str = ""
    team: str = ""
    faction: str = ""
    submitted: str = ""
    problem: Problem | None = None

    @classmethod
    def of_file(cls, name: str) -> Entry:
        """The list in a file, called as it is named."""
        return cls(name, Path(name))

    def text(self, limit: int = formats.LIMIT) -> bytes:
        """The bytes of the list. Raises `InputError` where it cannot be read or is larger than ``limit``."""
        if self.problem is not None:
            raise InputError(problems=(self.problem,))
        return self.content if self.path is None else files.read(self.path, limit)

    def head(self, size: int) -> bytes:
        """Its first bytes; none where they cannot be looked at without being used up."""
        if self.path is None:
            return self.content[:size]
        try:
            if not self.path.is_file():
                return b""
            with self.path.open("rb") as stream:
                return stream.read(size)
        except (OSError, ValueError):
            return b""

    def bound(self, among: Sets = ()) -> BoundList:
        """The list over the data that it is judged by, of the sets given or all of the user's. Raises `InputError`."""
        if self.problem is not None:
            raise InputError(problems=(self.problem,))
        if self.path is None:
            return formats.read_bytes(self.content, self.name, self.suffix, among)
        return formats.read_file(self.path, among)
