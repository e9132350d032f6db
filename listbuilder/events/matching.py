"""What a pattern of files means, as `glob` says it, in folders of strangers: links in a circle end nothing."""

from __future__ import annotations

import fnmatch
import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

MAGIC = frozenset("*?[")  # characters of patterns
DEEP = "**"  # a part of a pattern: folders at any depth


def is_pattern(name: str) -> bool:
    """Whether a name stands for several files."""
    return not MAGIC.isdisjoint(name)


def top(pattern: str) -> str:
    """The folder that a pattern looks into: its parts before the first that stands for several names; empty for the current
    folder."""
    fixed = tuple(itertools.takewhile(lambda part: not is_pattern(part), Path(pattern).parts))
    return str(Path(*fixed)) if fixed else ""


def matches(pattern: str, onerror: Callable[[OSError], object]) -> Iterator[str]:
    """The files and folders that a pattern means, some twice, without hidden ones. ``onerror`` is told of folders that cannot be
    read. ``**`` follows no links: two in a circle would lead to more paths than anybody can look at."""
    parts = Path(pattern).parts
    found = top(pattern)
    parts = parts[len(Path(found).parts) :]
    parts = tuple(part for place, part in enumerate(parts) if part != DEEP or parts[place - 1 : place] != (DEEP,))
    told: set[str] = set()

    def tell(error: OSError) -> None:
        if error.filename not in told:  # a folder is looked at once for each part that goes on there
            told.add(error.filename)
            onerror(error)

    waiting = [(found, 0)]
    while waiting:
        place, at = waiting.pop()
        if at == len(parts):
            yield place
        elif is_pattern(parts[at]):
            waiting += _inside(place, at, parts[at], at + 1 == len(parts), tell)
        elif os.path.lexists(inner := _join(place, parts[at])):
            waiting.append((inner, at + 1))


def _inside(
    place: str, at: int, part: str, last: bool, onerror: Callable[[OSError], object]
) -> Iterator[tuple[str, int]]:
    """The paths in a folder that a part means, and the number of the part that goes on there. ``last``: there is none."""
    if part == DEEP and not last:
        yield place, at + 1
    for item in _items(place, onerror):
        if item.name.startswith(".") and not part.startswith("."):
            continue
        if part == DEEP:
            enters = item.is_dir(follow_symlinks=False)
            if enters or last:
                yield _join(place, item.name), at + (not enters)
        elif fnmatch.fnmatch(item.name, part) and (last or _is_folder(item)):
            yield _join(place, item.name), at + 1


def _items(folder: str, onerror: Callable[[OSError], object]) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder or os.curdir) as found:
            return list(found)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        onerror(error)
        return []


def _is_folder(item: os.DirEntry[str]) -> bool:
    try:
        return item.is_dir()
    except OSError:
        return False


def _join(folder: str, name: str) -> str:
    return os.path.join(folder, name)  # noqa: PTH118 - it keeps names as they were written
