"""The autosave journal: unsaved work survives a crash, a kill and a closed window; the last seconds at most are lost."""

from __future__ import annotations

import json
import os
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from listbuilder.errors import InputError
from listbuilder.files import read, write
from listbuilder.hashing import sha256
from listbuilder.listfile.saving import Snapshot
from listbuilder.sources.places import state_dir
from listbuilder.sources.signing import is_own

LARGEST = 32 << 20  # bytes of a journal
CLOCKS_DIFFER = 24 * 3600  # seconds that a journal may be ahead
START_FIELD = 19  # of /proc/PID/stat, counted after the name


class Recovered(Struct, frozen=True):
    """Unsaved changes of a run that ended. ``path`` is the list's own file, None for one that was never saved; ``digest`` is the
    sha256 that this file had when the run opened it; ``about``: what tells the list from others of its name."""

    file: Path
    text: str
    name: str
    path: Path | None
    digest: str
    saved_at: float
    about: str = ""

    @property
    def when(self) -> str:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.saved_at))

    def discard(self) -> None:
        self.file.unlink(missing_ok=True)

    def give_up(self) -> Callable[[], object]:
        """Discards them; returns what brings them back. Raises `InputError` or `OSError` when that could not be."""
        content = read(self.file, LARGEST, named=False)
        self.discard()
        return lambda: write(self.file, content)


class Journal:
    """The journal of one session: one small file, replaced as a whole by every write.

    The UI hands over states with `submit`; a thread makes their text and writes it with `run`. There is at most one such
    thread, and a state that is still waiting when a newer one comes is never written.
    """

    def __init__(self, path: Path | None, folder: Path | None = None) -> None:
        stem = sha256(os.fsencode(path.absolute()))[:16] if path else uuid.uuid4().hex[:16]
        self.path = path
        self.file = (folder or journal_folder()) / f"{stem}-{os.getpid()}.json"
        self._waiting: tuple[Snapshot, str, str] | None = None
        self._running = False
        self._lock = threading.Lock()  # of the two above
        self._file_lock = threading.Lock()  # the thread may still be writing when the journal is discarded
        self._discarded = False

    def submit(self, state: Snapshot, digest: str, about: str = "") -> bool:
        """Takes the state to be written next. True when no thread is writing, so that the caller must start `run`."""
        with self._lock:
            self._waiting = (state, digest, about)
            start, self._running = not self._running, True
        return start

    def run(self) -> None:
        """Writes until nothing is waiting. Raises `InputError` or `OSError` when it cannot."""
        while (waiting := self._take()) is not None:
            state, digest, about = waiting
            try:
                self.write(state.text(), state.name, digest, about)
            except BaseException:
                with self._lock:
                    self._running = False
                raise

    def _take(self) -> tuple[Snapshot, str, str] | None:
        with self._lock:
            waiting, self._waiting = self._waiting, None
            self._running = waiting is not None
        return waiting

    def write(self, text: str, name: str, digest: str, about: str = "") -> None:
        """Writes the roster's text. Raises `InputError` or `OSError` when it cannot."""
        entry = {
            "name": name,
            "about": about,
            "path": str(self.path.absolute()) if self.path else "",
            "digest": digest,
            "pid": os.getpid(),
            "started": started(os.getpid()),
            "saved_at": time.time(),
            "text": text,
        }
        with self._file_lock:
            if not self._discarded:
                self.file.parent.mkdir(parents=True, exist_ok=True)
                write(self.file, json.dumps(entry))  # in ASCII: not every path is UTF-8

    def discard(self) -> None:
        """The work is saved or given up: removes the file and writes nothing from now on."""
        with self._file_lock:
            self._discarded = True
            self.file.unlink(missing_ok=True)


def journal_folder() -> Path:
    return state_dir() / "journal"


def recoverable(path: Path | None = None) -> list[Recovered]:
    """Journals that dead runs left behind, newest first; only those of the file when one is given. What the file holds is saved:
    its run was killed before it could remove the journal."""
    found = [entry for file in sorted(journal_folder().glob("*.json")) if (entry := _read(file)) is not None]
    found = [entry for entry in found if not _is_saved(entry)]
    if path is not None:
        found = [entry for entry in found if entry.path == path.absolute()]
    return sorted(found, key=lambda entry: -entry.saved_at)


def _read(file: Path) -> Recovered | None:
    """What a journal holds; None for one that another process still writes, or that is damaged or another user's."""
    try:
        if not is_own(file.lstat()):
            return None
        data = json.loads(read(file, LARGEST, named=False))
        if _is_running(int(data["pid"]), str(data.get("started", ""))):
            return None
        text, name, path, digest = (str(data[key]) for key in ("text", "name", "path", "digest"))
        moment, about = _moment(data["saved_at"], file), str(data.get("about", ""))
        return Recovered(file, text, name, Path(path) if path else None, digest, moment, about)
    except (OSError, ValueError, KeyError, TypeError, ArithmeticError, AttributeError, RecursionError, InputError):
        return None


def _is_saved(entry: Recovered) -> bool:
    """Whether the list's own file holds what the journal does."""
    if entry.path is None:
        return False
    try:
        return read(entry.path, LARGEST, named=False) == entry.text.encode("utf-8", "surrogatepass")
    except InputError:
        return False


def _moment(stated: object, file: Path) -> float:
    """When a journal was saved, in seconds since 1970: as it says, else as its file says."""
    try:
        moment = float(str(stated))
        time.localtime(moment)
    except (ValueError, OverflowError, OSError):
        return file.stat().st_mtime
    return moment if 0 < moment <= time.time() + CLOCKS_DIFFER else file.stat().st_mtime


def started(pid: int) -> str:
    """What tells a process from a later one with its number: when it started, and in which run of the system. Empty where the
    system does not say."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
        return f"{boot}/{fields[START_FIELD].decode('ascii')}"
    except (OSError, ValueError, IndexError):
        return ""


def _is_running(pid: int, then: str) -> bool:
    """Whether another process still works on it, not a later one that got its number. ``then``: what `started` said of it.
    Windows has no harmless way to ask; there the user is."""
    if os.name != "posix" or pid == os.getpid() or pid <= 0:
        return False
    now = started(pid)
    if then and now and then != now:
        return False
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):  # a number that no process has
        return False
    except PermissionError:
        return True
    return True
