"""The autosave journal: unsaved work survives a crash, a kill and a closed window; the last seconds at most are lost."""

from __future__ import annotations

import hashlib
import json
import os
import threading
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

from listbuilder.files import write
from listbuilder.listfile.saving import Snapshot
from listbuilder.sources.places import state_dir


@dataclass(frozen=True, slots=True)
class Recovered:
    """Unsaved changes of a run that ended. ``path`` is the list's own file, None for one that was never saved; ``digest`` is the
    sha256 that this file had when the run opened it."""

    file: Path
    text: str
    name: str
    path: Path | None
    digest: str
    saved_at: float

    @property
    def when(self) -> str:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.saved_at))

    def discard(self) -> None:
        self.file.unlink(missing_ok=True)


class Journal:
    """The journal of one session: one small file, replaced as a whole by every write.

    The UI hands over states with `submit`; a thread makes their text and writes it with `run`. There is at most one such
    thread, and a state that is still waiting when a newer one comes is never written.
    """

    def __init__(self, path: Path | None, folder: Path | None = None) -> None:
        stem = hashlib.sha256(str(path.absolute()).encode()).hexdigest()[:16] if path else uuid.uuid4().hex[:16]
        self.path = path
        self.file = (folder or journal_folder()) / f"{stem}-{os.getpid()}.json"
        self._waiting: tuple[Snapshot, str] | None = None
        self._running = False
        self._lock = threading.Lock()  # of the two above
        self._file_lock = threading.Lock()  # the thread may still be writing when the journal is discarded
        self._discarded = False

    def submit(self, state: Snapshot, digest: str) -> bool:
        """Takes the state to be written next. True when no thread is writing, so that the caller must start `run`."""
        with self._lock:
            self._waiting = (state, digest)
            start, self._running = not self._running, True
        return start

    def run(self) -> None:
        """Writes until nothing is waiting. Raises `InputError` or `OSError` when it cannot."""
        while (waiting := self._take()) is not None:
            state, digest = waiting
            try:
                self.write(state.text(), state.name, digest)
            except BaseException:
                with self._lock:
                    self._running = False
                raise

    def _take(self) -> tuple[Snapshot, str] | None:
        with self._lock:
            waiting, self._waiting = self._waiting, None
            self._running = waiting is not None
        return waiting

    def write(self, text: str, name: str, digest: str) -> None:
        """Writes the roster's text. Raises `InputError` or `OSError` when it cannot."""
        entry = {
            "name": name,
            "path": str(self.path.absolute()) if self.path else "",
            "digest": digest,
            "pid": os.getpid(),
            "saved_at": time.time(),
            "text": text,
        }
        with self._file_lock:
            if not self._discarded:
                self.file.parent.mkdir(parents=True, exist_ok=True)
                write(self.file, json.dumps(entry, ensure_ascii=False))

    def discard(self) -> None:
        """The work is saved or given up: removes the file and writes nothing from now on."""
        with self._file_lock:
            self._discarded = True
            self.file.unlink(missing_ok=True)


def journal_folder() -> Path:
    return state_dir() / "journal"


def recoverable(path: Path | None = None) -> list[Recovered]:
    """Journals that dead runs left behind, newest first; only those of the file when one is given."""
    found = [entry for file in sorted(journal_folder().glob("*.json")) if (entry := _read(file)) is not None]
    if path is not None:
        found = [entry for entry in found if entry.path == path.absolute()]
    return sorted(found, key=lambda entry: -entry.saved_at)


def _read(file: Path) -> Recovered | None:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        if _is_running(int(data["pid"])):
            return None
        path = Path(data["path"]) if data["path"] else None
        return Recovered(file, data["text"], data["name"], path, data["digest"], float(data["saved_at"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _is_running(pid: int) -> bool:
    """Whether another process still works on it. Windows has no harmless way to ask; there the user is."""
    if os.name != "posix" or pid == os.getpid():
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
