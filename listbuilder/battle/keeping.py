"""Battles on the disk: a file for each, replaced as a whole, so that one can go on after a crash, or tomorrow."""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from listbuilder.battle.fight import Battle, Step
from listbuilder.battle.fighters import Side, read_side
from listbuilder.battle.sound import are_sound
from listbuilder.errors import ChangedOnDisk, InputError
from listbuilder.files import ABSENT, digest, read, write
from listbuilder.i18n import Text, _
from listbuilder.sources.places import state_dir

LARGEST = 32 << 20  # bytes of a battle
Reader = Callable[[str, str], Side]  # text of a list and its path -> who fights
TRIES = 100  # names for a battle; others are taken by those before it


class KeptList(Struct, frozen=True):
    """A list as it was when the battle began."""

    path: str
    text: str


class Kept(Struct, frozen=True):
    """A battle as it is written down. ``lists``: mine and my opponent's, if it is known."""

    system: str
    name: str
    began: float
    saved: float
    lists: tuple[KeptList | None, KeptList | None]
    steps: tuple[Step, ...]
    round: int = 0
    ended: bool = False

    @property
    def is_untouched(self) -> bool:
        """Whether nothing was done in it but to begin it."""
        return len(self.steps) <= 1 and self.lists[1] is None

    @property
    def when(self) -> str:
        """When it was last gone on with."""
        try:
            return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.saved))
        except (OverflowError, ValueError, OSError):  # no moment that there is
            return "-"


class Keeper:
    """Writes one battle down. The screen hands over states with `submit`; a thread writes the newest one with `run`."""

    def __init__(self, file: Path, began: float | None = None, known: str = ABSENT) -> None:
        """``known``: the sha256 of the file as it was read; `ABSENT` for a new one."""
        self.file = file
        self.began = time.time() if began is None else began
        self._known = known
        self._waiting: Kept | None = None
        self._running = False
        self._lock = threading.Lock()

    def state(self, battle: Battle, system: str) -> Kept:
        """The battle as it is now."""
        mine, theirs = (_kept(side) for side in battle.sides)
        name = battle.sides[0].name if battle.sides[0] is not None else ""
        return Kept(
            system,
            name,
            self.began,
            time.time(),
            (mine, theirs),
            tuple(battle.steps),
            battle.now.round,
            battle.has_ended,
        )

    def submit(self, state: Kept) -> bool:
        """Takes the state to be written next. True when no thread is writing, so that the caller must start `run`."""
        with self._lock:
            self._waiting = state
            start, self._running = not self._running, True
        return start

    def run(self) -> None:
        """Writes until nothing is waiting. Raises `InputError` when it cannot."""
        while True:
            with self._lock:
                waiting, self._waiting = self._waiting, None
                self._running = waiting is not None
            if waiting is None:
                return
            try:
                self.write(waiting)
            except BaseException:
                with self._lock:
                    self._running = False
                raise

    def write(self, state: Kept) -> None:
        """Replaces the file; where another window goes on with the same battle, this one goes on in a file of its own."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        content = msgspec.json.encode(state)
        for number in range(2, TRIES):
            try:
                self._known = write(self.file, content, self._known)
            except ChangedOnDisk:
                self.file = self.file.with_name(f"{self.file.stem.split('~')[0]}~{number}.json")
                self._known = ABSENT
                continue
            return


def _kept(side: Side | None) -> KeptList | None:
    return KeptList(side.path, side.text) if side is not None else None


def folder() -> Path:
    """Where battles are kept."""
    return state_dir() / "battles"


def new_keeper(path: Path | None, system: str, name: str) -> Keeper:
    """For a new battle of a list; ``path`` None where it has no file yet."""
    began = time.time()
    return Keeper(folder() / f"{_stem(path, system, name)}-{int(began * 1000):x}.json", began)


def latest_first(path: Path | None, system: str, name: str) -> list[Path]:
    """The files of the battles of a list."""
    found = [file for file in folder().glob(f"{_stem(path, system, name)}-*.json") if file.is_file()]
    return sorted(found, key=lambda file: file.stat().st_mtime_ns, reverse=True)


def _stem(path: Path | None, system: str, name: str) -> str:
    """What tells lists apart: their files, else game and name."""
    known = os.fsencode(path.absolute()) if path is not None else f"{system}\n{name}".encode()
    return hashlib.sha256(known).hexdigest()[:16]


def load(file: Path) -> tuple[Kept, Keeper]:
    """A battle and who writes it on. Raises `InputError` when it cannot be read."""
    content = read(file, LARGEST, named=False)
    try:
        kept = msgspec.json.decode(content, type=Kept)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise InputError(
            Text("this is no battle of this program: {reason}", {"reason": str(error)}), str(file)
        ) from None
    if not are_sound(kept.steps):
        reason = _("its steps are damaged")
        raise InputError(Text("this is no battle of this program: {reason}", {"reason": reason}), str(file))
    return kept, Keeper(file, kept.began, digest(content))


def resume(kept: Kept, reader: Reader = read_side) -> Battle:
    """The battle, with the lists as they were. Raises `InputError` when they cannot be read any more."""
    sides = [reader(one.text, one.path) if one is not None else None for one in kept.lists]
    mine = sides[0]
    if mine is None:
        raise InputError(Text("the battle has no list"))
    return Battle(mine.army.vocabulary.battle, sides, kept.steps)
