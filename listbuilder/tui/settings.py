"""What the UI remembers between runs: theme, language, recent files, the user's own keys."""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Self

from listbuilder.errors import InputError
from listbuilder.files import write
from listbuilder.sources.places import state_dir

FILE = "ui.json"
MOST_RECENT = 12


@dataclass
class Settings:
    """Read once, written on every change. ``keys``: action id -> key (or keys with commas) instead of the default.
    ``begun``: system and faction of the last new list."""

    theme: str = "listbuilder-dark"
    language: str = ""
    recent: list[str] = field(default_factory=list)
    keys: dict[str, str] = field(default_factory=dict)
    begun: list[str] = field(default_factory=list)

    @classmethod
    def load(cls) -> Self:
        """The settings of the last run; unreadable ones are ignored."""
        try:
            data: Any = json.loads((state_dir() / FILE).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return cls()
        default = cls()
        known = {f.name: data[f.name] for f in fields(cls) if isinstance(data, dict) and f.name in data}
        fitting = {name: value for name, value in known.items() if isinstance(value, type(getattr(default, name)))}
        return cls(**fitting)

    def save(self) -> None:
        """Saves them; an unwritable folder is ignored."""
        with contextlib.suppress(OSError, InputError):
            state_dir().mkdir(parents=True, exist_ok=True)
            write(state_dir() / FILE, json.dumps(asdict(self), indent=1))

    def forget(self, name: str) -> None:
        self.recent.remove(name)
        self.save()

    def remember(self, path: Path) -> None:
        name = str(path.absolute())
        self.recent = [name, *(other for other in self.recent if other != name)][:MOST_RECENT]
        self.save()
