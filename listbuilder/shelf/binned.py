"""Copies of lists, and lists that were thrown away: they go to a bin in the program's state and come back from there."""

from __future__ import annotations

import contextlib
import errno
import itertools
import json
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from listbuilder import files
from listbuilder.errors import ChangedOnDisk, InputError
from listbuilder.i18n import Text
from listbuilder.shelf.keeping import absolute
from listbuilder.sources.places import state_dir

LABEL = "from.json"  # beside each file in the bin: where it was
MOST_COPIES = 1000
_NO_NAMES = frozenset({"", "..", LABEL})  # of a list in the bin


class Binned(Struct, frozen=True):
    """A list in the bin. ``folder``: its own in the bin; ``origin``: where it was; ``at``: seconds since 1970."""

    folder: Path
    name: str
    origin: Path
    at: float
    tags: tuple[str, ...] = ()

    @property
    def file(self) -> Path:
        return self.folder / self.name

    @property
    def when(self) -> str:
        try:
            return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.at))
        except (OverflowError, ValueError, OSError):  # no moment that there is
            return "-"


def bin_folder() -> Path:
    return state_dir() / "bin"


def throw_away(path: Path, tags: tuple[str, ...] = ()) -> Binned:
    """Moves a file into the bin. Raises `InputError` where it cannot; the file stays where it is then."""
    folder = bin_folder() / f"{time.time_ns()}-{os.urandom(3).hex()}"
    origin = Path(absolute(str(path)))
    found = Binned(folder, path.name, origin, time.time(), tags)
    try:
        folder.mkdir(parents=True)
        label = {"origin": str(origin), "at": found.at, "tags": list(tags)}
        files.write(folder / LABEL, json.dumps(label))
        _move(path, found.file)
    except OSError as error:
        with contextlib.suppress(OSError):
            shutil.rmtree(folder)
        text = Text("cannot be moved to the bin: {reason}", {"reason": files.reason(error)})
        raise InputError(text, str(path)) from None
    return found


def bring_back(found: Binned) -> Path:
    """Moves a list out of the bin to where it was; beside it where there is another one by now. Raises `InputError`."""
    try:
        found.origin.parent.mkdir(parents=True, exist_ok=True)
        target = found.origin if not os.path.lexists(found.origin) else free(found.origin)
        _move(found.file, target)
    except OSError as error:
        text = Text("cannot be brought back: {reason}", {"reason": files.reason(error)})
        raise InputError(text, str(found.origin)) from None
    with contextlib.suppress(OSError):
        (found.folder / LABEL).unlink()
        found.folder.rmdir()
    return target


def in_bin() -> list[Binned]:
    """What is in the bin, the last first."""
    found = (_read(label) for label in bin_folder().glob(f"*/{LABEL}"))
    return sorted((one for one in found if one is not None), key=lambda one: -one.at)


def _read(label: Path) -> Binned | None:
    try:
        data = json.loads(files.read(label, 1 << 16, named=False))
        origin, at, tags = Path(data["origin"]), float(data["at"]), tuple(map(str, data.get("tags", ())))
        found = Binned(label.parent, origin.name, origin, at, tags)
        return found if found.name not in _NO_NAMES and os.path.lexists(found.file) else None
    except (InputError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def duplicate(path: Path) -> Path:
    """A copy of a file beside it, to the byte. Raises `InputError`."""
    content = files.read(path)
    for _attempt in range(3):
        target = free(path)
        with contextlib.suppress(ChangedOnDisk):  # somebody took the name meanwhile
            files.write(target, content, files.ABSENT)
            return target
    raise InputError(Text("the file exists already"), str(target))


def free(path: Path) -> Path:
    """A name beside that of a file that no file has: ``list 2.yaml``."""
    names = _numbered(path)
    return next(one for one in names if not os.path.lexists(one))


def _numbered(path: Path) -> Iterator[Path]:
    stem, number = path.stem, 2
    head, _, tail = stem.rpartition(" ")
    if head and tail.isdecimal() and len(tail) < 4:
        stem, number = head, int(tail) + 1
    for count in itertools.islice(itertools.count(number), MOST_COPIES):
        yield path.with_name(f"{stem} {count}{path.suffix}")
    yield path.with_name(f"{stem} {time.time_ns()}{path.suffix}")


def _move(path: Path, target: Path) -> None:
    """Moves a file, to another file system as well. A link is moved, not what it leads to."""
    try:
        path.rename(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        shutil.copy2(path, target, follow_symlinks=False)
        path.unlink()
