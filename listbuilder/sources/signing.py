"""Signatures of what the program keeps for itself: a keyed hash with a random key that only this user can read.

Whoever can write a file but not read the key cannot make one that is taken for ours.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from pathlib import Path
from typing import BinaryIO

from listbuilder.expressions import expression
from listbuilder.hashing import SIZE, keyed

NEW = ".new-"  # how the name of a file starts that is being written
WRITING = 3600  # seconds that this takes at most
_WRITTEN = expression(r"\.new-[0-9a-f]{16}")


def signature(key: bytes, *parts: bytes | memoryview) -> bytes:
    """A keyed hash over parts; the same bytes parted elsewhere have another one."""
    return keyed(key, parts)


def key_of(path: Path) -> bytes | None:
    """The key in a file, which is made where there is none, and anew where it is damaged or others may read it. None where the
    file is not the user's own, or cannot be written."""
    with contextlib.suppress(OSError):
        try:
            return _read(path) or _make(path, instead=True)
        except FileNotFoundError:
            return _make(path, instead=False)
    return None


def is_own(status: os.stat_result) -> bool:
    """Whether a file belongs to the user; true where files have no such owners (Windows)."""
    return not hasattr(os, "getuid") or status.st_uid == os.getuid()


def foreign(folder: Path) -> Path | None:
    """The first of a folder and what is directly in it that belongs to someone else. Folders of the user that others may write to
    are closed to them now: what lies there is offered as the user's own work."""
    inside: list[Path] = []
    with contextlib.suppress(OSError):  # there is no such folder yet
        inside = sorted(folder.iterdir())
    for one in (folder, *inside):
        with contextlib.suppress(OSError):  # gone meanwhile; what is said of the others holds
            status = one.stat() if one is folder else one.lstat()
            if not is_own(status):
                return one
            if hasattr(os, "getuid") and stat.S_ISDIR(status.st_mode) and status.st_mode & 0o022:
                one.chmod(stat.S_IMODE(status.st_mode) & ~0o022)
    return None


def opened(path: Path) -> BinaryIO:
    """A file of the user's own, to read. Raises `OSError` where there is none, and for one of someone else, a link, a pipe or a
    device, which could say anything or nothing for ever."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    file = os.fdopen(os.open(path, flags), "rb")
    status = os.fstat(file.fileno())
    if not stat.S_ISREG(status.st_mode) or not is_own(status):
        file.close()
        raise PermissionError(str(path))
    return file


def _read(path: Path) -> bytes | None:
    """The key; None where it is damaged or others may read it. Raises `OSError` where there is no file, or one that is not to be
    used or replaced."""
    with opened(path) as file:
        if hasattr(os, "getuid") and os.fstat(file.fileno()).st_mode & 0o077:
            return None
        key = file.read(SIZE + 1)
    return key if len(key) == SIZE else None


def _make(path: Path, *, instead: bool) -> bytes | None:
    """A new key in the file, ``instead`` of the one there. Several programs that make the first one at once get the same."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = path.with_name(f"{NEW}{os.urandom(8).hex()}")
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(os.urandom(SIZE))
        if instead:
            new.replace(path)
        else:
            _link(new, path)
    finally:
        with contextlib.suppress(OSError):
            new.unlink()
    return _read(path)


def sweep(folder: Path) -> None:
    """Removes the files of a folder that programs were writing when they were killed."""
    oldest = time.time() - WRITING
    with contextlib.suppress(OSError), os.scandir(folder) as found:
        for item in found:
            if _WRITTEN.fullmatch(item.name) and item.stat(follow_symlinks=False).st_mtime < oldest:
                with contextlib.suppress(OSError):
                    Path(item.path).unlink()


def _link(new: Path, path: Path) -> None:
    """Gives a file its name, unless there is one of that name by now."""
    try:
        os.link(new, path)
    except FileExistsError:
        return
    except OSError:  # a file system without links
        new.replace(path)
