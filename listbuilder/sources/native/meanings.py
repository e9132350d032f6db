"""Files that mean the same as others that were compiled: they differ in comments, line breaks and notation only.

What a faction compiles to holds no places in its files, so that it is the same for the same values.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.hashing import sha256
from listbuilder.sources.cache import Cache
from listbuilder.sources.native import stamps

Contents = Sequence[tuple[Path, bytes]]
MOST_ALIKE = 50  # hashes of files with one meaning that are remembered


class Meanings(msgspec.Struct, frozen=True):
    """The files of a faction as they were compiled. ``compiled``: their hash; ``alike``: those of files with the same meaning;
    ``files``: for each file its name, and hashes of its content and of its value."""

    compiled: str
    alike: tuple[str, ...]
    files: tuple[tuple[str, str, str], ...]


def remember(cache: Cache, name: str, key: str, sha256: str, contents: Contents, values: Iterable[Any]) -> None:
    """Notes under a name what files mean that are compiled now. ``sha256``: of all of them; ``values``: what each holds."""
    files = tuple(
        (_called(path), _hash(data), of_value(value)) for (path, data), value in zip(contents, values, strict=True)
    )
    cache.put(name, key, Meanings(sha256, (), files))


def compiled(cache: Cache, name: str, key: str, sha256: str, read: Callable[[], Contents]) -> str:
    """The hash of the files with this meaning that were compiled; that of the files themselves where there are none. ``read``:
    gives the files, where their hash alone does not tell."""
    known = cache.get(name, key, Meanings)
    if known is None or sha256 == known.compiled:
        return sha256
    if sha256 in known.alike:
        return known.compiled
    contents = read()
    sha256 = stamps.of_contents(contents)  # they may have changed since they were hashed
    if not _is_alike(known, contents):
        return sha256
    cache.put(name, key, msgspec.structs.replace(known, alike=(*known.alike[1 - MOST_ALIKE :], sha256)))
    return known.compiled


def of_value(value: Any) -> str:
    """A hash of the value of a file: the order of its keys and the kinds of its values count."""
    return sha256(repr(value).encode("utf-8", "surrogatepass"))


def _is_alike(known: Meanings, contents: Contents) -> bool:
    """Whether the files have the names and the values of those that are known; only those that differ are read as YAML."""
    if [_called(path) for path, _ in contents] != [name for name, *_ in known.files]:
        return False
    changed = [
        (path, data, meaning)
        for (path, data), (_name, content, meaning) in zip(contents, known.files, strict=True)
        if _hash(data) != content
    ]
    return all(_meaning(path, data) == meaning for path, data, meaning in changed)


def _meaning(path: Path, data: bytes) -> str:
    """The hash of the value of a file; empty for one that has none."""
    from listbuilder import strictyaml
    from listbuilder.errors import InputError

    try:
        return of_value(strictyaml.load(data, str(path)).value)
    except InputError:
        return ""


def _called(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def _hash(data: bytes) -> str:
    return sha256(data)
