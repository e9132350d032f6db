"""Finds the lists in the folders of the shelf: by their names first, by what is in them where a name does not tell.

A link never leads out of its folder, what is no plain file is not opened, and a folder that holds very much costs no more than
one that holds much.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from msgspec import Struct

from listbuilder import files
from listbuilder.errors import InputError, Problem
from listbuilder.events import kinds
from listbuilder.events.gathered import Gathered
from listbuilder.events.kinds import Kind
from listbuilder.events.patterns import Patterns
from listbuilder.exchange import formats
from listbuilder.i18n import Text
from listbuilder.report.entry import Entry

MOST_FILES = 3000  # of one folder and those below it
DEEPEST = 4  # folders below the one that the user names
LARGEST = 8 << 20  # bytes; a list has thousands
ARCHIVE = ".zip"


class Found(Struct, frozen=True):
    """A list, or a file that cannot be one although it is called so. ``folder``: where it stands on the shelf, that of its
    archive with the archive's name; ``changed``: seconds since 1970; ``digest``: of its content, empty where unread."""

    entry: Entry
    folder: str
    changed: float
    digest: str = ""

    @property
    def path(self) -> Path | None:
        """Its file; None of a list in an archive."""
        return self.entry.path

    @property
    def id(self) -> str:
        """What tells it from all others."""
        return self.entry.name

    @property
    def stem(self) -> str:
        """What its file is called, without what tells the format."""
        return Path(self.entry.name).stem


class Scanned(Struct):
    """What was found in the folders, in their order. ``gone``: folders that are not there; ``full``: those that hold more than is
    looked at."""

    lists: list[Found]
    gone: list[str]
    full: list[str]


def scan(start: Path | None, named: Iterable[str], recent: Iterable[str]) -> Scanned:
    """The lists of the folder where the program was started (without those below it), of the folders that the user names (with
    those below them), and the recent files elsewhere."""
    found = Scanned([], [], [])
    seen: set[str] = set()
    tops = [(Path(name), DEEPEST) for name in named]
    for top, depth in [*([(start, 0)] if start is not None else []), *tops]:
        if not files.is_folder(top):
            found.gone.append(str(top))
            continue
        for number, (path, problem) in enumerate(_below(top, depth)):
            if number >= MOST_FILES:
                found.full.append(str(top))
                break
            _add(found, path, problem, seen)
    for name in recent:
        if os.path.isfile(name):  # noqa: PTH113 - Path raises where a folder above may not be entered
            _add(found, Path(name), None, seen, known=True)
    return found


def stamp(start: Path | None, named: Iterable[str]) -> int:
    """A number that is another one once a file that `scan` looks at came, went or changed. Opens no file."""
    found: list[tuple[str, int, int]] = []
    tops = [*([(start, 0)] if start is not None else []), *((Path(name), DEEPEST) for name in named)]
    for top, depth in tops:
        for path, _problem in islice(_below(top, depth), MOST_FILES):
            with contextlib.suppress(OSError):
                status = path.stat()
                found.append((str(path), status.st_mtime_ns, status.st_size))
    return hash(tuple(found))


def _below(top: Path, depth: int) -> Iterator[tuple[Path, Text | None]]:
    """The files in a folder and in those below it that may hold lists, and why one of them is not opened."""
    real = Path(os.path.realpath(top))
    waiting = [(top, 0)]
    while waiting:
        folder, level = waiting.pop()
        inside: list[tuple[Path, int]] = []
        for item in _items(folder):
            if item.name.startswith((".", "~$")) or item.name in kinds.TOOLS:
                continue
            path = Path(folder, item.name)
            if item.is_dir(follow_symlinks=False):
                inside += [(path, level + 1)] if level < depth else []
            elif path.suffix.lower() in wanted():
                yield path, _refused(item, path, real)
        waiting += reversed(inside)


def _items(folder: Path) -> list[os.DirEntry[str]]:
    with contextlib.suppress(OSError), os.scandir(folder) as found:
        return sorted(found, key=lambda item: item.name)
    return []


def wanted() -> frozenset[str]:
    """The suffixes of files that are looked at."""
    return formats.suffixes() | {ARCHIVE}


def _refused(item: os.DirEntry[str], path: Path, top: Path) -> Text | None:
    if item.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(top):
        return Text("this is a link that leads out of the folder")
    with contextlib.suppress(OSError):
        return None if stat.S_ISREG(item.stat().st_mode) else Text("this is no regular file")
    return Text("this is no regular file")


def _add(found: Scanned, path: Path, problem: Text | None, seen: set[str], *, known: bool = False) -> None:
    """Adds a file once. ``known``: it was opened or saved as a list before."""
    real = os.path.normcase(os.path.realpath(path))
    if real in seen:
        return
    seen.add(real)
    name, folder = str(path), str(path.parent)
    changed = _changed(path)
    if problem is not None:
        found.lists.append(_unread(name, folder, problem, changed))
        return
    try:
        content = files.read(path, LARGEST)
    except InputError as error:
        found.lists.append(_unread(name, folder, error.problems[0].message, changed, error.problems[0].rule))
        return
    match Kind.LIST if known else kinds.kind_of(name, content[: formats.HEAD], lambda: content):
        case Kind.LIST:
            found.lists.append(Found(Entry(name, path), folder, changed, files.digest(content)))
        case Kind.ARCHIVE:
            found.lists += _members(path, content, changed)


def _unread(name: str, folder: str, message: Text | str, changed: float, rule: str = "unreadable") -> Found:
    return Found(Entry(name, Path(name), problem=Problem(message, name, rule=rule)), folder, changed)


def _members(path: Path, content: bytes, changed: float) -> Iterator[Found]:
    """The lists in an archive, which stand on the shelf as in a folder."""
    from listbuilder.events import archive  # few folders hold one

    packed = Gathered()
    archive.gather(packed, str(path), content, Patterns(()), {})
    for entry in packed.entries:
        digest = files.digest(entry.content) if entry.problem is None else ""
        yield Found(entry, str(path), changed, digest)


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
