"""Clones repositories of data with the user's own git: shallow, without hooks, submodules or prompts.

Git has a keeper: a small process which ends it, with all that it started, when this process has ended in any way, also by
``kill -9``. The keeper notices that by a pipe of which this process has the only other end.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from listbuilder import stopping
from listbuilder.files import reason, walk
from listbuilder.i18n import Text
from listbuilder.sources.errors import SourceError

if TYPE_CHECKING:
    import subprocess

TIMEOUT = 900  # seconds
LARGEST = 2 << 30  # bytes of a clone, with what git keeps beside the files
LEAST_OF_FILE = 4096  # bytes that each file takes of that
MEMORY = 1 << 30  # bytes that git may take: a few hundred bytes can be folders in folders without end
SLOWEST = 1000  # bytes a second that a server of the web must send on average ...
SLOW_FOR = 60  # ... over so many seconds
STILL_FOR = 120  # seconds in which a clone of any kind must grow by ...
LEAST_GROWN = 4096  # ... so many bytes
LOOK_EVERY = 1.0  # seconds between two looks at the size of a clone
PROTOCOLS = "file:git:http:https:ssh"  # not ext::, which runs commands
NOT_STARTED = 127  # exit status
KEEPER = f"""
NOT_STARTED = {NOT_STARTED}
import os, subprocess, sys, threading
try:
    import resource
    _least, most = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_DATA, (wanted if most == resource.RLIM_INFINITY else min(most, wanted), most))
except (ImportError, OSError, ValueError):
    pass  # a system that has no such limit
def keep():
    os.read(0, 1)
    if os.name == "posix":
        os.killpg(0, 9)
    running.kill()
    os._exit(1)
try:
    running = subprocess.Popen(sys.argv[2:], stdin=subprocess.DEVNULL)
except OSError as error:
    print(error.strerror, file=sys.stderr)
    sys.exit(NOT_STARTED)
threading.Thread(target=keep, daemon=True).start()
os._exit(running.wait() & 255)
"""

_URL = re.compile(r"(https?|git|ssh|file)://|[\w.-]+@[\w.-]+:|.+\.git/?$")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SECONDS = re.compile(r"[0-9]{1,12}")  # git takes any number for the time of a commit
_INHERITED = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_NAMESPACE",
    "GIT_CEILING_DIRECTORIES",
)


class Commit(NamedTuple):
    """The commit that was checked out, and its day; none and 0 where the commit states a time that no calendar has."""

    id: str
    date: str
    time: int  # nanoseconds


def is_repository(source: str) -> bool:
    """Whether this is a URL that git clones, or a folder that is a repository (bare or not)."""
    path = Path(source)
    if path.is_dir():
        return (path / ".git").exists() or all((path / part).exists() for part in ("HEAD", "objects", "refs"))
    return not path.exists() and bool(_URL.match(source))


def clone(source: str, target: Path) -> Commit:
    """Clones the newest commit of the default branch into a new folder."""
    path = Path(source)
    url = path.resolve().as_uri() if path.is_dir() else source
    options = ["--depth=1", "--single-branch", "--no-tags", "--no-recurse-submodules", "--template=", "--quiet"]
    _git(source, "clone", *options, "--", url, str(target), target=target)
    if _size(target) > LARGEST:
        raise SourceError(Text("the repository has more than {size} MB", {"size": LARGEST >> 20}), source)
    found = _git(source, "-C", str(target), "log", "-1", "--format=%H %cs %ct").split()
    if not found:
        raise SourceError(Text("the repository has no commit"), source)
    if len(found) != 3 or not _DAY.fullmatch(found[1]) or not _SECONDS.fullmatch(found[2]):
        return Commit(found[0], "", 0)
    return Commit(found[0], found[1], int(found[2]) * 10**9)


def _git(source: str, *arguments: str, target: Path | None = None) -> str:
    """Runs git without hooks; when it fails, its error line is the message. ``target``: the folder that it fills."""
    import subprocess  # slow to import, needed for cloning only

    settings = {
        "core.hooksPath": os.devnull,
        "core.symlinks": "false",
        "core.autocrlf": "false",
        "core.fsmonitor": "false",
        "http.lowSpeedLimit": str(SLOWEST),
        "http.lowSpeedTime": str(SLOW_FOR),
    }
    if shutil.which("git") is None:
        raise SourceError(Text("git is not installed; it is needed to clone a repository"), source)
    command = [sys.executable, "-I", "-S", "-c", KEEPER, str(MEMORY), "git"]
    for name, value in settings.items():
        command += ["-c", f"{name}={value}"]
    environment = {name: value for name, value in os.environ.items() if name not in _INHERITED}
    environment |= {"GIT_TERMINAL_PROMPT": "0", "GIT_ALLOW_PROTOCOL": PROTOCOLS}
    try:
        with (
            stopping.noticed(),
            _pipe() as kept,
            subprocess.Popen(
                [*command, *arguments],
                env=environment,
                stdin=kept,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that all that it starts can be ended with it
            ) as running,
        ):
            try:
                out, err = _watched(running, source, target)
            except BaseException:
                _end(running)
                raise
    except OSError as error:
        raise SourceError(Text("git cannot be started: {reason}", {"reason": reason(error)}), source) from None
    if running.returncode == NOT_STARTED:
        why = err.decode(errors="replace").strip()
        raise SourceError(Text("git cannot be started: {reason}", {"reason": why}), source)
    if running.returncode:
        lines = err.decode(errors="replace").strip().splitlines()
        why = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[-1] if lines else "")
        raise SourceError(Text("git failed: {why}", {"why": why or running.returncode}), source)
    return out.decode(errors="replace")


@contextmanager
def _pipe() -> Iterator[int]:
    """The end of a pipe that others read from. This process alone holds the other end, which closes when it ends."""
    read, write = os.pipe()
    try:
        yield read
    finally:
        os.close(read)
        os.close(write)


def _watched(running: subprocess.Popen[bytes], source: str, target: Path | None) -> tuple[bytes, bytes]:
    """What git says. It is ended when it takes too long, or when the folder that it fills becomes too large or does not grow."""
    import subprocess

    begun = grown = time.monotonic()
    size = 0
    while True:
        try:
            return running.communicate(timeout=LOOK_EVERY)
        except subprocess.TimeoutExpired:
            now, found = time.monotonic(), _size(target) if target is not None else 0
        if found >= size + LEAST_GROWN:
            size, grown = found, now
        if found > LARGEST:
            raise SourceError(Text("the repository has more than {size} MB", {"size": LARGEST >> 20}), source)
        if now > grown + STILL_FOR:
            raise SourceError(Text("nothing has arrived for {seconds} seconds", {"seconds": STILL_FOR}), source)
        if now > begun + TIMEOUT:
            raise SourceError(Text("git did not finish within {seconds} seconds", {"seconds": TIMEOUT}), source)


def _end(running: subprocess.Popen[bytes]) -> None:
    """Kills git and what it started, which would keep its pipes open."""
    with suppress(OSError):
        if os.name == "nt":
            running.kill()
        else:
            os.killpg(running.pid, signal.SIGKILL)
    running.communicate()


def _size(folder: Path) -> int:
    """The bytes of all files below a folder, which may change meanwhile; the smallest takes a block of the disk."""
    total = 0
    for place, _folders, names in walk(folder):
        for name in names:
            with suppress(OSError):
                total += max(Path(place, name).lstat().st_size, LEAST_OF_FILE)
    return total
