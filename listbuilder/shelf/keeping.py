"""What the user decides about the shelf: which folders stand on it, and the tags of lists.

Tags stand beside the lists, in the program's state: the formats of other programs have no place for them, and a list that is sent
to somebody should not say what its player files it under.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Self

from msgspec import Struct, field

from listbuilder.errors import ChangedOnDisk, InputError
from listbuilder.files import digest_of, read, set_aside, write
from listbuilder.sources.places import state_dir

FILE = "shelf.json"
MOST_BYTES = 32_000_000
ATTEMPTS = 5
LONGEST_TAG = 40
MOST_TAGS = 20  # of one list
_BETWEEN = re.compile(r"[,;#\s]+")


class Shelf(Struct):
    """``folders``: those that the user names; ``tags``: by the absolute path of the list, with its name in an archive."""

    folders: list[str] = field(default_factory=list)
    tags: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def load(cls) -> Self:
        """As it was left; what cannot be read is ignored."""
        return cls._read()[0]

    @classmethod
    def _read(cls) -> tuple[Self, bool]:
        """The same, and whether all that the file says is in it."""
        path = state_dir() / FILE
        try:
            data: Any = json.loads(read(path, MOST_BYTES, named=False)) if path.exists() else {}
            folders, tags = data.get("folders", []), data.get("tags", {})
            found = cls(
                [str(name) for name in folders if isinstance(name, str)],
                {str(path): [str(tag) for tag in given] for path, given in tags.items() if isinstance(given, list)},
            )
        except (OSError, ValueError, RecursionError, AttributeError, TypeError, InputError):
            return cls(), False
        return found, (found.folders, found.tags) == (folders, tags)

    def tags_of(self, name: str) -> list[str]:
        return self.tags.get(absolute(name), [])

    def tag(self, name: str, tags: Iterable[str]) -> None:
        """Gives a list these tags instead of those that it had, and keeps them. Raises `InputError` where it cannot."""
        given = list(tags)
        _change(lambda shelf: shelf._set_tags(absolute(name), given))
        self._set_tags(absolute(name), given)

    def add_folder(self, folder: Path) -> None:
        """Puts a folder on the shelf. Raises `InputError` as `tag`."""
        name = absolute(str(folder))
        _change(lambda shelf: shelf._with_folder(name))
        self._with_folder(name)

    def forget_folder(self, name: str) -> None:
        """Takes a folder off the shelf; nothing happens to what is in it. Raises `InputError` as `tag`."""
        _change(lambda shelf: shelf._without_folder(name))
        self._without_folder(name)

    def _set_tags(self, name: str, given: list[str]) -> None:
        self.tags.pop(name, None)
        if given:
            self.tags[name] = given

    def _with_folder(self, name: str) -> None:
        if name not in self.folders:
            self.folders.append(name)

    def _without_folder(self, name: str) -> None:
        self.folders = [one for one in self.folders if one != name]


def absolute(name: str) -> str:
    """The path as the shelf knows it, links left as they are."""
    return os.path.abspath(os.path.expanduser(name))  # noqa: PTH100, PTH111 - nothing is looked up


def tags_in(text: str) -> list[str]:
    """The tags that somebody typed, between blanks or commas."""
    found = (word[:LONGEST_TAG] for word in _BETWEEN.split(text) if word)
    return list(dict.fromkeys(found))[:MOST_TAGS]


def _change(change: Callable[[Shelf], None]) -> None:
    """Makes a change to what is stored now: another builder may have changed it since."""
    path = state_dir() / FILE
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
    for attempt in range(ATTEMPTS):
        before = digest_of(path)
        stored, whole = Shelf._read()
        change(stored)
        content = json.dumps({"folders": stored.folders, "tags": stored.tags}, indent=1)
        if not whole:  # so that a change loses nothing
            set_aside(path, before)
            before = digest_of(path)
        try:
            write(path, content, before)
        except ChangedOnDisk:
            if attempt == ATTEMPTS - 1:
                raise
            continue
        return
