"""Lists in a ZIP archive. They are read in memory within a budget; nothing is ever unpacked to the disk."""

from __future__ import annotations

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from listbuilder.errors import TOO_LARGE
from listbuilder.events import kinds, registration
from listbuilder.events.gathered import Gathered, Reason
from listbuilder.events.kinds import Kind
from listbuilder.events.member_names import names_of
from listbuilder.events.patterns import Patterns
from listbuilder.exchange import formats
from listbuilder.expressions import expression
from listbuilder.files import open_member
from listbuilder.i18n import Text
from listbuilder.report.entry import Entry
from listbuilder.terminal import one_line

MOST_MEMBERS = 10_000
LARGEST_MEMBER = formats.LIMIT  # bytes
LARGEST = 256 << 20  # bytes of all members together
RATIO = 200  # bytes out of one byte in; lists give at most 20
HEAD = 1 << 12  # bytes of game data before the name of its root element
FREE = 1 << 20  # bytes that a member may have at any ratio
ENCRYPTED = 0x1  # flag of a member
OFFICE_MEMBERS = frozenset(("[Content_Types].xml", "mimetype"))
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)
_STEPS = expression(r"(?:(?<=/)|^)(?:\./+)+|(?<=/)/+")  # into the folder itself, as some programs write them
BOMB = Text("this archive unpacks to more than {limit} bytes; it was not read")


def is_archive(content: bytes) -> bool:
    """Whether the bytes are an archive of lists, not one saved roster."""
    if not content.startswith(kinds.ZIPS):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            return not _is_roster(packed.namelist())
    except DAMAGED:
        return False


def gather(found: Gathered, name: str, source: Path | bytes, excluded: Patterns, columns: Mapping[str, str]) -> None:
    """Adds the lists of an archive, called by its name and theirs."""
    try:
        with zipfile.ZipFile(io.BytesIO(source) if isinstance(source, bytes) else source) as packed:
            members = [
                one for one in packed.infolist() if not one.filename.endswith("/")
            ]  # `is_dir` fails on an empty name
            names = [one.filename for one in members]
            if _is_roster(names):
                found.entries.append(Entry(name, source if isinstance(source, Path) else None, _content(source)))
            elif OFFICE_MEMBERS & set(names):
                found.refuse(name, kinds.OFFICE, "unknown-format", kinds.EXPORT)
            elif 0 < len(members) <= MOST_MEMBERS and all(_is_game_data(packed, one) for one in members):
                found.leave_out(name, Reason.OTHER)
            else:
                _Members(found, name, packed, excluded, columns).add(members)
    except DAMAGED as error:
        found.refuse(name, Text("not a readable ZIP archive: {error}", {"error": one_line(str(error))}))


def _content(source: Path | bytes) -> bytes:
    return source if isinstance(source, bytes) else b""


def _is_game_data(packed: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
    """Whether a member is a file of game data, by its name and its first bytes."""
    if PurePosixPath(member.filename).suffix.lower() not in kinds.GAME_DATA or member.flag_bits & ENCRYPTED:
        return False
    with open_member(packed, member) as stream:
        return kinds.is_game_data(stream.read(HEAD))


def _is_roster(names: list[str]) -> bool:
    """Whether an archive is a saved roster (`.rosz`)."""
    return len(names) == 1 and names[0].lower().endswith(".ros")


class _Members:
    def __init__(
        self, found: Gathered, name: str, packed: zipfile.ZipFile, excluded: Patterns, columns: Mapping[str, str]
    ) -> None:
        self.found = found
        self.columns = columns
        self.name = name
        self.packed = packed
        self.excluded = excluded
        self._called: dict[str, int] = {}  # name -> how many members of that path have one

    def add(self, members: list[zipfile.ZipInfo]) -> None:
        if not members:
            self.found.refuse(self.name, Text("there is nothing in this archive"), "empty-file")
        elif len(members) > MOST_MEMBERS:
            text = Text("more than {limit} files in one archive; it was not read", {"limit": MOST_MEMBERS})
            self.found.refuse(self.name, text, TOO_LARGE)
        elif sum(one.file_size for one in members) > LARGEST:
            self.found.refuse(self.name, Text(BOMB.template, {"limit": LARGEST}), TOO_LARGE)
        else:
            paths = [_STEPS.sub("", name.replace("\\", "/")) for name in names_of(members)]
            for path, member in sorted(zip(paths, members, strict=True), key=lambda one: one[0].split("/")):
                self._member(path, member)

    def _member(self, inside: str, member: zipfile.ZipInfo) -> None:
        name = self._name(inside)
        parts = inside.split("/")
        if any((part.startswith((".", "~$")) and part != "..") or part in kinds.TOOLS for part in parts):
            self.found.leave_out(name, Reason.HIDDEN)
        elif self.excluded.exclude_with_parents(inside):
            self.found.leave_out(name, Reason.EXCLUDED)
        elif ".." in parts or inside.startswith("/") or re.match(r"[A-Za-z]:", inside):
            self.found.refuse(name, Text("this path leads out of the archive; the file was not read"))
        elif stat.S_ISLNK(member.external_attr >> 16):  # what it holds is where it leads
            self.found.refuse(name, Text("this is no regular file"))
        elif member.flag_bits & ENCRYPTED:
            self.found.refuse(name, Text("this is encrypted"))
        else:
            self._read(member, inside, name)

    def _name(self, inside: str) -> str:
        """What reports call a member. An archive may have several of one path: each is a list, and has a name of its own."""
        name = path = f"{self.name}/{one_line(inside)}"
        while name in self._called:
            self._called[path] += 1
            name = f"{path} ({self._called[path]})"
        self._called[name] = 1
        return name

    def _read(self, member: zipfile.ZipInfo, inside: str, name: str) -> None:
        limit = min(LARGEST_MEMBER, max(FREE, member.compress_size * RATIO))
        try:
            with open_member(self.packed, member) as stream:
                content = stream.read(limit + 1)  # never more than the archive says of its size, which `add` sums up
        except DAMAGED as error:
            self.found.refuse(name, Text("cannot be unpacked: {error}", {"error": one_line(str(error))}))
            return
        if len(content) > limit:
            text = Text(
                "this unpacks to more than {limit} bytes, far more than a list; it was not read", {"limit": limit}
            )
            self.found.refuse(name, text, TOO_LARGE)
            return
        self._unpacked(inside, name, content)

    def _unpacked(self, inside: str, name: str, content: bytes) -> None:
        head = content[: formats.HEAD]
        match kinds.kind_of(inside, head, lambda: content[: kinds.LARGEST]):
            case Kind.OTHER:
                self.found.leave_out(name, Reason.OTHER)
            case Kind.PROJECT:
                self.found.leave_out(name, Reason.PROJECT)
            case Kind.TABLE:
                registration.gather(self.found, name, content, self.columns)
            case Kind.ARCHIVE if is_archive(content):
                self.found.refuse(name, Text("an archive in an archive is not read"))
            case _:
                refused = kinds.refusal(head)
                if refused is not None:
                    self.found.refuse(name, refused, "unknown-format", kinds.ASK)
                else:
                    self.found.add(
                        Entry(name, content=content, suffix=PurePosixPath(inside).suffix, container=self.name)
                    )
