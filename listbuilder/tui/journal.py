"""The autosave journal: unsaved work survives a crash, a kill and a closed window."""

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
from listbuilder.tui.settings import state_folder


@dataclass(frozen=True, slots=True)
class Recovered:
    """Work that a run left behind. ``path`` is the list's own file, None for one that was never saved; ``digest`` is the
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
    """The journal of one session: one small file, replaced whole with every write."""

    def __init__(self, path: Path | None, folder: Path | None = None) -> None:
        stem = hashlib.sha256(str(path.absolute()).encode()).hexdigest()[:16] if path else uuid.uuid4().hex[:16]
        self.path = path
        self.file = (folder or journal_folder()) / f"{stem}-{os.getpid()}.json"
        self._lock = threading.Lock()  # a worker may still be writing when the work is saved
        self._over = False

    def write(self, text: str, name: str, digest: str) -> None:
        """Keeps the roster's text. Raises `InputError` when it cannot."""
        entry = {
            "name": name,
            "path": str(self.path.absolute()) if self.path else "",
            "digest": digest,
            "pid": os.getpid(),
            "saved_at": time.time(),
            "text": text,
        }
        with self._lock:
            if not self._over:
                self.file.parent.mkdir(parents=True, exist_ok=True)
                write(self.file, json.dumps(entry, ensure_ascii=False))

    def discard(self) -> None:
        """The work is safe or given up: nothing is written any more."""
        with self._lock:
            self._over = True
            self.file.unlink(missing_ok=True)


def journal_folder() -> Path:
    return state_folder() / "journal"


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
