"""A player's own words for abilities: ``reminders.yaml``, kept beside the lists, and one among the user's settings.

    reminders:
      Storm Shield: Ask before every save.

Words of the file nearest to a list, upwards from its folder, go before those of the user. They are printed in the place of the
texts that data have, or do not have.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from listbuilder import files, strictyaml
from listbuilder.errors import InputError, Problem
from listbuilder.i18n import Text
from listbuilder.naming import fold
from listbuilder.sources.places import config_dir
from listbuilder.strictyaml import Limits, Source

FILE = "reminders.yaml"
KEY = "reminders"
HEAD = "# yaml-language-server: $schema=https://listbuilder.invalid/schemas/reminders.schema.json\n"
LIMITS = Limits(size=1_000_000, nodes=20_000, depth=4)
LONGEST = 4_000  # characters of one reminder
LONGEST_NAME = 200


class Reminders(Struct, frozen=True):
    """``words``: folded name -> what the player wrote; ``files``: where from, the nearest first."""

    words: Mapping[str, str] = {}
    files: tuple[Path, ...] = ()

    def of(self, name: str) -> str:
        """The words for an ability, empty where there are none; for one with a number behind it ("Scouts 6") also those for the
        name without the number."""
        if not self.words:
            return ""
        folded = fold(name)
        stem, _space, number = folded.rpartition(" ")
        numbered = any(map(str.isdigit, number))
        return self.words.get(folded) or (self.words.get(stem, "") if numbered else "")


NONE = Reminders()


def near(folder: Path | None) -> Reminders:
    """Those for lists in a folder, and the user's own. Raises `InputError` for a file that is none."""
    words: dict[str, str] = {}
    found = [path for path in (nearest(folder) if folder is not None else None, users()) if path is not None]
    read = []
    for path in found:
        try:
            stated = load(path)
        except PermissionError:
            continue  # this process may not look there
        read.append(path)
        for name, text in stated.items():
            words.setdefault(fold(name), text)
    return Reminders(words, tuple(read))


def nearest(folder: Path) -> Path | None:
    """The file in a folder or in the nearest one above it."""
    start = folder.absolute()
    return next((path for above in (start, *start.parents) if _is_file(path := above / FILE)), None)


def users() -> Path | None:
    """The file among the user's settings."""
    path = config_dir() / FILE
    return path if _is_file(path) else None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def load(path: Path) -> dict[str, str]:
    """Name -> words, in the order of the file. Raises `InputError` with every mistake, `PermissionError` where this process is
    kept away from the file."""
    with path.open("rb"):
        pass  # `files.read` tells people why it cannot read
    return stated(files.read(path, LIMITS.size, named=False), str(path))


def stated(data: bytes, file: str) -> dict[str, str]:
    """The reminders that a text states. Raises `InputError`."""
    source = strictyaml.load(data, file, LIMITS)
    facts = source.value
    if not isinstance(facts, dict) or not isinstance(facts.get(KEY), dict):
        hint = Text("write {key}: and below it NAME: WORDS, a line each", {"key": KEY})
        raise InputError(Text("this is no file of reminders"), file, 1, 1, hint)
    problems = [
        _problem(source, facts, key, Text("unknown key: {key}", {"key": key}), at_key=True)
        for key in facts
        if key != KEY
    ]
    written: dict[str, Any] = facts[KEY]
    seen: dict[str, str] = {}
    for name, words in written.items():
        if not name.strip() or len(name) > LONGEST_NAME:
            text = Text("a name has 1 to {most} characters", {"most": LONGEST_NAME})
            problems.append(_problem(source, written, name, text, at_key=True))
        elif (folded := fold(name)) in seen:
            text = Text("{name} is there twice", {"name": name})
            problems.append(_problem(source, written, name, text, at_key=True))
        elif isinstance(words, bool | dict | list) or words is None or not str(words).strip():
            problems.append(_problem(source, written, name, Text("these are no words")))
        elif len(str(words)) > LONGEST:
            text = Text("too long: {found} characters, at most {most}", {"found": len(str(words)), "most": LONGEST})
            problems.append(_problem(source, written, name, text))
        else:
            seen[folded] = name
    if problems:
        raise InputError(problems=problems)
    return {name: str(words) for name, words in written.items()}


def _problem(source: Source, container: Any, key: Any, text: Text, *, at_key: bool = False) -> Problem:
    place = source.key_place(container, key) if at_key else source.place(container, key)
    return Problem(text, place.file, place.line, place.column)


# --- writing -------------------------------------------------------------------------------------------------------------


def change(path: Path, name: str, words: str) -> bool:
    """Writes the words for an ability into a file, or takes them out where they are empty; comments and order stay. Returns
    whether anything was changed. Raises `InputError`."""
    exists = _is_file(path)
    data = files.read(path, LIMITS.size, named=False) if exists else b""
    known = stated(data, str(path)) if exists else {}
    own = next((one for one in known if fold(one) == fold(name)), name.strip())
    if known.get(own, "") == words.strip():
        return False
    text = _changed(data.decode("utf-8-sig"), own, words.strip(), str(path))
    stated(text.encode(), str(path))  # what is too long or no name is refused before it is written
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write(path, text, files.digest(data) if exists else files.ABSENT)
    return True


def _changed(text: str, name: str, words: str, file: str) -> str:
    from ruamel.yaml import YAML  # slow to import

    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 110
    for source in dict.fromkeys((text, text.replace("\t", " "))):  # ruamel refuses tabs that YAML allows
        with contextlib.suppress(Exception):  # whatever it is that ruamel does not like: it raises errors of many kinds
            tree = yaml.load(source) if text.strip() else {KEY: {}}
            if words:
                tree[KEY][name] = words
            else:
                del tree[KEY][name]
            stream = io.StringIO()
            yaml.dump(tree, stream)
            return stream.getvalue() if text.strip() else HEAD + stream.getvalue()
    raise InputError(Text("this file is written in a way that cannot be changed here; change it in an editor"), file)
