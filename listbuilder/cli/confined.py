"""Keeps this process within a folder: a builder that is served to a browser reads and writes no other file of the user.

An audit hook sees every file that Python opens, lists, moves or removes, whatever part of the program asks for it, and cannot be
taken out again. What the program needs of its own may be used as well: its code and data may be read, its data, cache and state
written.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import sysconfig
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from listbuilder.i18n import _
from listbuilder.resources import shipped
from listbuilder.sources import places

FOLDER = "LISTBUILDER_SERVED"  # the environment variable that names the folder
READ = "LISTBUILDER_SERVED_READ"  # further paths that may be read, as PATH has them
SYSTEM = (
    *(
        "/dev/null",
        "/dev/urandom",
        "/dev/tty",
        "/proc/self",
        "/proc/sys/kernel/random",
        "/proc/meminfo",
        "/sys/fs/cgroup",
    ),
    *(
        "/etc/localtime",
        "/etc/mime.types",
        "/etc/terminfo",
        "/usr/share/zoneinfo",
        "/usr/share/terminfo",
        "/lib/terminfo",
    ),
)  # what Python and its libraries read of a Unix system
PATHS = {
    "open": 1,
    "os.listdir": 1,
    "os.scandir": 1,
    "os.mkdir": 1,
    "os.remove": 1,
    "os.rmdir": 1,
    "os.chmod": 1,
    "os.chown": 1,
    "os.truncate": 1,
    "os.utime": 1,
    "os.rename": 2,
    "os.link": 2,
    "os.symlink": 2,
    "os.chdir": 1,
}  # audit events -> how many paths their arguments begin with
READ_ONLY = frozenset({"os.listdir", "os.scandir", "os.chdir"})
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def confine(folder: Path) -> None:
    """From now on this process opens files in the folder only, and those that it needs of its own. What these stand in is made
    before, because nothing can be made there afterwards."""
    kept = places.cache_dir(), places.state_dir()
    for one in kept:
        with contextlib.suppress(OSError):  # who needs it says that it cannot be written
            one.parent.mkdir(parents=True, exist_ok=True)
    own = (
        places.data_dir(),
        *kept,
        Path(tempfile.gettempdir(), f"listbuilder-{os.getpid()}"),
    )
    writable = _real((folder, *own))
    code = (
        str(places.config_dir()),
        sys.prefix,
        sys.base_prefix,
        *sys.path,
        *sysconfig.get_paths().values(),
        str(shipped("factions").parent),
    )
    read = os.environ.get(READ, "").split(os.pathsep)
    readable = (*writable, *_real(filter(None, (*code, *read, os.environ.get("LISTBUILDER_FACTIONS", ""), *SYSTEM))))

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        count = PATHS.get(event)
        if count is None:
            return
        allowed = readable if event in READ_ONLY or (event == "open" and not _writes(arguments)) else writable
        for path in arguments[:count]:
            if isinstance(path, str | bytes | os.PathLike) and not _is_within(path, allowed):
                raise PermissionError(errno.EACCES, _("outside of the folder that is served"), os.fsdecode(path))

    sys.addaudithook(hook)


def _writes(arguments: tuple[Any, ...]) -> bool:
    """Whether a file is opened for writing: by its mode, or by its flags where there is none."""
    mode, flags = arguments[1], arguments[2]
    return any(sign in mode for sign in "wax+") if isinstance(mode, str) else bool(flags & WRITING)


def _real(paths: Iterable[str | Path]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(os.path.realpath(path) for path in paths))


def _is_within(path: str | bytes | os.PathLike[Any], folders: Iterable[str]) -> bool:
    real = os.path.realpath(os.fsdecode(path))
    if real == os.devnull:
        return True
    return any(real == folder or real.startswith(folder.rstrip(os.sep) + os.sep) for folder in folders)
