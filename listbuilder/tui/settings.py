"""What the UI remembers between runs: theme, language, recent files, the user's own keys."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Self

from listbuilder.errors import ChangedOnDisk, InputError
from listbuilder.files import digest_of, read, set_aside, write
from listbuilder.sources.places import state_dir

FILE = "ui.json"
MOST_RECENT = 12
ATTEMPTS = 5
WIDEST = 10_000  # cells of a window
MOST_BYTES = 4_000_000


@dataclass
class Settings:
    """Read once, written on every change: several builders may do so. ``keys``: action id -> key (or keys with commas) instead of
    the default. ``begun``: system and faction of the last new list. ``order``: of the units of an army. ``widths``: cells of the
    army by the layout. ``copied``: the format that a list was copied in last, ``printed``: the layout that one was printed in;
    ``shelf_order``: how the lists of the library stand. ``browser_in_view``: whether the browser stands beside
    army and unit where a window has room for three."""

    theme: str = "listbuilder-dark"
    language: str = ""
    recent: list[str] = field(default_factory=list)
    keys: dict[str, str] = field(default_factory=dict)
    begun: list[str] = field(default_factory=list)
    order: str = ""
    widths: dict[str, Any] = field(default_factory=dict)
    copied: str = ""
    printed: str = ""
    shelf_order: str = ""
    browser_in_view: bool = True

    @classmethod
    def load(cls) -> Self:
        """The settings of the last run; unreadable ones are ignored."""
        return cls._read()[0]

    @classmethod
    def _read(cls) -> tuple[Self, bool]:
        """The same, and whether all that the file says of them is in it."""
        path = state_dir() / FILE
        try:
            data: Any = json.loads(read(path, MOST_BYTES, named=False)) if os.path.lexists(path) else {}
        except (ValueError, RecursionError, InputError):
            return cls(), False
        if not isinstance(data, dict):
            return cls(), False
        default = cls()
        known = {f.name: data[f.name] for f in fields(cls) if f.name in data}
        fitting = {
            name: _fitting(name, value) for name, value in known.items() if _is_like(value, getattr(default, name))
        }
        return cls(**fitting), fitting == known

    def __post_init__(self) -> None:
        self._known = asdict(self)  # what was read; the rest of the file may be another builder's by now

    def save(self) -> None:
        """Saves what was changed here since it was read or saved; an unwritable folder is ignored."""
        with contextlib.suppress(OSError, InputError):
            state_dir().mkdir(parents=True, exist_ok=True)
            for _attempt in range(ATTEMPTS):
                try:
                    self._save(state_dir() / FILE)
                except ChangedOnDisk:
                    continue
                return

    def _save(self, path: Path) -> None:
        """Raises `ChangedOnDisk` when another builder saves at the same moment."""
        before = digest_of(path)
        found, whole = self._read()
        if not whole:
            set_aside(path, before)
            before = digest_of(path)
        now, stored = asdict(self), asdict(found)
        changed = {name: value for name, value in now.items() if value != self._known[name]}
        if "recent" in changed:
            changed["recent"] = self._recent_with(stored["recent"])
        write(path, json.dumps(stored | changed, indent=1), before)
        self._known = now

    def _recent_with(self, stored: list[str]) -> list[str]:
        """The recent files as they are here and in the file: without those that were removed in either since they were read."""
        known = set(self._known["recent"])
        removed = (known - set(self.recent)) | (known - set(stored))
        return [name for name in dict.fromkeys([*self.recent, *stored]) if name not in removed][:MOST_RECENT]

    def width(self, layout: str) -> int | None:
        """The cells that the user gave the army in this layout; None where the border was never moved."""
        known = self.widths.get(layout)
        return known if isinstance(known, int) and 0 < known < WIDEST else None

    def set_width(self, layout: str, cells: int) -> None:
        self.widths = {**self.widths, layout: cells}

    def forget(self, name: str) -> None:
        self.recent.remove(name)
        self.save()

    def remember(self, path: Path) -> None:
        name = str(path.absolute())
        self.recent = [name, *(other for other in self.recent if other != name)][:MOST_RECENT]
        self.save()


def _is_like(value: object, default: object) -> bool:
    return isinstance(value, type(default))


def _fitting(name: str, value: Any) -> Any:
    """What makes sense of a setting: texts, and keys that have names."""
    if isinstance(value, list):
        return [one for one in value if isinstance(one, str)]
    if name == "keys":
        return {action: keys for action, keys in value.items() if isinstance(keys, str) and all(keys.split(","))}
    return value
