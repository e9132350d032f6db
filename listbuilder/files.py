"""Reads and writes files safely: a write is atomic and never overwrites what another program wrote in the meantime."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING

from listbuilder.errors import TOO_LARGE, ChangedOnDisk, InputError
from listbuilder.expressions import expression
from listbuilder.hashing import sha256
from listbuilder.i18n import Text

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

ABSENT = ""  # the sha256 of a file that does not exist
TEMPORARY = (".listbuilder-", ".tmp")  # how the name of a temporary file starts and ends; between them `_TOKEN`
TOGETHER = 500  # files that are synced to the disk together
SYNCED_AT_ONCE = 16
BOUNDED = (0, 8)  # ways of compressing in ZIP archives: stored, deflate
DAMAGED = ".damaged"  # behind the name of a file that was not understood, before another takes its place
MOST_ASIDE = 20  # of these; then the first one is replaced
LOCK_FILE = ".listbuilder.lock"  # only where folders cannot be locked
LOCK_SECONDS = 20  # another writer needs milliseconds
LOCK_PAUSE = 0.002  # seconds between two tries
_BUSY = Text("another program is writing in this folder")
_TOKEN = expression("[0-9a-f]{16}")
_swept: set[Path] = set()  # folders that this process has swept


def read(path: Path | str, limit: int = 64_000_000, *, named: bool = True) -> bytes:
    """The bytes of a file. Raises `InputError` when it cannot be read or is larger than the limit. ``named``: the user named it,
    and it may be a pipe; what the program found itself has to be a regular file, because others say nothing or never end."""
    try:
        with open(path, "rb", opener=None if named else _at_once) as stream:
            mode = os.fstat(stream.fileno()).st_mode
            if stat.S_ISDIR(mode):
                raise InputError(Text("this is a folder, not a file"), str(path))
            if not named and not stat.S_ISREG(mode):
                raise InputError(Text("this is no regular file"), str(path))
            data = stream.read(limit + 1)
    except OSError as error:
        raise InputError(Text("cannot be read: {reason}", {"reason": reason(error)}), str(path)) from None
    except ValueError:  # half of a character, a null
        raise InputError(Text("no file can have this name"), str(path)) from None
    if len(data) > limit:
        raise InputError(Text("the file is larger than {limit} bytes", {"limit": limit}), str(path), rule=TOO_LARGE)
    return data


def _at_once(path: str, flags: int) -> int:
    """Opens a file, and a pipe without waiting for somebody to write into it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def open_member(archive: ZipFile, member: ZipInfo) -> IO[bytes]:
    """Opens a member of a ZIP archive, which then is unpacked no further than it is read. Raises `NotImplementedError` for ways
    of compressing that Python unpacks at once: 800 bytes of bzip2 fill gigabytes."""
    if member.compress_type not in BOUNDED:
        raise NotImplementedError("compressed in another way than deflate")
    return archive.open(member)


def walk(
    top: Path | str, onerror: Callable[[OSError], object] = lambda _error: None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """Each folder from the top downwards, with the names of the folders and of the files in it, as `os.walk` gives them. Folders
    that are nested a thousand deep end in no recursion; links are not followed."""
    waiting = [os.fspath(top)]
    while waiting:
        place = waiting.pop()
        inside: tuple[list[str], list[str]] = ([], [])
        try:
            with os.scandir(place) as found:
                for item in found:
                    inside[not _is_folder(item)].append(item.name)
        except OSError as error:
            onerror(error)
            continue
        yield place, *inside
        below = (os.path.join(place, name) for name in reversed(inside[0]))  # noqa: PTH118 - as quick as os.walk
        waiting += (path for path in below if not os.path.islink(path))  # noqa: PTH114


def remove_folder(top: Path) -> None:
    """Removes a folder with all that is in it; what cannot be removed stays. Folders in it are moved to its top first: nested a
    thousand deep they end in no recursion, and in no path that is too long."""
    waiting, number = [] if top.is_symlink() else [top], 0
    while waiting:
        place = waiting.pop()
        with contextlib.suppress(OSError), os.scandir(place) as found:
            for item in list(found):
                inner = Path(item.path)
                with contextlib.suppress(OSError):
                    if item.is_dir(follow_symlinks=False):
                        if place != top:
                            inner = inner.rename(top / f".{number}-{os.urandom(4).hex()}")
                            number += 1
                        waiting.append(inner)
                    else:
                        _remove_file(inner)
        if place != top:
            with contextlib.suppress(OSError):
                place.rmdir()
    with contextlib.suppress(OSError):
        top.rmdir()  # which a link is not


def _remove_file(path: Path) -> None:
    try:
        path.unlink()
    except PermissionError:  # Windows, where a file is read-only
        path.chmod(stat.S_IWRITE)
        path.unlink()


def _is_folder(item: os.DirEntry[str]) -> bool:
    try:
        return item.is_dir()
    except OSError:
        return False


def typed(text: str) -> Path:
    """The path that somebody typed; ``~`` is their home, ``~name`` is no more than a name where nobody is called so."""
    return Path(os.path.expanduser(text.strip()))  # noqa: PTH111 - that of Path raises then


def is_there(path: Path) -> bool:
    """Whether there is something; not where a name is longer than the system allows, or nobody may look."""
    return os.path.exists(path)  # noqa: PTH110 - that of Path raises then, as the two below do


def is_file(path: Path) -> bool:
    """The same of a file."""
    return os.path.isfile(path)  # noqa: PTH113


def is_folder(path: Path) -> bool:
    """The same of a folder."""
    return os.path.isdir(path)  # noqa: PTH112


def digest(data: bytes) -> str:
    """The sha256 of some bytes, in hexadecimal."""
    return sha256(data)


def digest_of(path: Path | str) -> str:
    """The sha256 of a file; `ABSENT` when there is none."""
    try:
        with open(path, "rb", opener=_at_once) as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise InputError(Text("this is no regular file"), str(path))
            return digest(stream.read())
    except FileNotFoundError:
        return ABSENT
    except OSError as error:
        raise InputError(Text("cannot be read: {reason}", {"reason": reason(error)}), str(path)) from None


def difference(before: str, after: str, name: str) -> str:
    """The change of a text file as a unified diff, as other programs read it; empty when there is none."""
    from difflib import unified_diff

    old, new = (re.findall(r"[^\n]*\n|[^\n]+", text.removeprefix("\ufeff")) for text in (before, after))
    lines = unified_diff(old, new, name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def write(path: Path | str, text: str | bytes, expected_sha256: str | None = None) -> str:
    """Replaces a file atomically; returns the sha256 of what was written.

    ``expected_sha256`` is what the file must still be (`ABSENT`: it must not exist); None overwrites whatever is there.
    Raises `ChangedOnDisk` when it is not, `InputError` when the file cannot be written; the original is untouched then.
    Of several writers that expect the same, one writes and the others are told.
    """
    data = text if isinstance(text, bytes) else text.encode("utf-8")
    target = Path(os.path.realpath(path))  # a symbolic link is kept; its target is replaced
    try:
        if target.exists() and not target.is_file():
            with target.open("wb") as stream:  # a device or a pipe cannot be replaced
                stream.write(data)
            return digest(data)
        with only_writer(target.parent):
            _refuse_changed(target, expected_sha256, path)
            if target.exists() and not os.access(target, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            _replace(target, data)
    except OSError as error:
        raise InputError(Text("cannot be written: {reason}", {"reason": reason(error)}), str(path)) from None
    return digest(data)


def write_all(folder: Path, contents: Iterable[tuple[str, str]]) -> None:
    """Replaces many files of a folder, each whole as `write` does it, whatever is there. They are synced to the disk together,
    which takes a fraction of the time. Raises `InputError` when one cannot be written."""
    waiting = iter(contents)
    while batch := list(islice(waiting, TOGETHER)):
        plain: list[tuple[Path, bytes]] = []
        for name, text in batch:
            if _is_special(folder / name):
                write(folder / name, text)
            else:
                plain.append((folder / name, text.encode("utf-8")))
        try:
            with only_writer(folder):
                _replace_all(plain)
        except OSError as error:
            raise InputError(Text("cannot be written: {reason}", {"reason": reason(error)}), str(folder)) from None


def _is_special(path: Path) -> bool:
    """Whether there is something that is not simply replaced: a link, a folder, a device, a file that nobody may write to."""
    try:
        return not stat.S_ISREG(path.lstat().st_mode) or not os.access(path, os.W_OK)
    except OSError:
        return False


def set_aside(path: Path, expected_sha256: str) -> None:
    """Gives a file that was not understood another name, so that what takes its place loses nothing: ``ui.json.damaged``, with a
    number where there is one. ``expected_sha256``: what it was; one that changed since stays. Raises `InputError`."""
    try:
        if digest_of(path) != expected_sha256:
            return
        names = (path.with_name(f"{path.name}{DAMAGED}{number or ''}") for number in range(MOST_ASIDE))
        free = (name for name in names if not os.path.lexists(name) or digest_of(name) == expected_sha256)
        path.replace(next(free, path.with_name(path.name + DAMAGED)))
    except OSError as error:
        raise InputError(Text("cannot be written: {reason}", {"reason": reason(error)}), str(path)) from None


def _refuse_changed(target: Path, expected: str | None, path: Path | str) -> None:
    if expected is None or digest_of(target) == expected:
        return
    if expected == ABSENT:
        raise ChangedOnDisk(Text("the file exists already"), str(path))
    raise ChangedOnDisk(Text("the file was changed by another program since it was opened"), str(path))


def _replace(target: Path, data: bytes) -> None:
    """Writes a temporary file next to the target, syncs it to the disk and renames it over the target."""
    _replace_all([(target, data)])


def _replace_all(contents: Sequence[tuple[Path, bytes]]) -> None:
    """The same of several files of one folder: all of them are on the disk before the first is renamed."""
    written: list[tuple[Path, Path]] = []
    try:
        for target, data in contents:
            temporary = target.with_name(f"{TEMPORARY[0]}{os.urandom(8).hex()}{TEMPORARY[1]}")
            written.append((temporary, target))
            with temporary.open("xb") as stream:
                stream.write(data)
                if len(contents) == 1:
                    stream.flush()
                    os.fsync(stream.fileno())
            with contextlib.suppress(FileNotFoundError):
                temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        if len(contents) > 1:
            _sync_all([temporary for temporary, _target in written])
        for temporary, target in written:
            temporary.replace(target)
    except BaseException:
        for temporary, _target in written:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
        raise
    for folder in {target.parent for target, _data in contents}:
        _sync_folder(folder)


def _sync_all(paths: Sequence[Path]) -> None:
    """Forces files to the disk, many at once, which the system then does together."""
    from concurrent.futures import ThreadPoolExecutor  # few commands write many files

    def sync(path: Path) -> None:
        with path.open("rb+") as stream:
            os.fsync(stream.fileno())

    with ThreadPoolExecutor(SYNCED_AT_ONCE) as pool:
        list(pool.map(sync, paths))


def _sync_folder(folder: Path) -> None:
    """Forces the folder's entry to the disk, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def only_writer(folder: Path) -> Iterator[None]:
    """Keeps other processes and threads of this program from writing files in a folder. The lock ends with its process, and
    whoever has it may remove what killed writers have left. Raises `InputError` when another process keeps it for long."""
    with _locked(folder):
        if folder not in _swept:
            _swept.add(folder)
            _sweep(folder)
        yield


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    handle = _flock(folder)
    if handle is None:
        from filelock import FileLock, Timeout  # slow to import

        try:
            with FileLock(folder / LOCK_FILE, timeout=LOCK_SECONDS):
                yield
        except Timeout:
            raise InputError(_BUSY, str(folder)) from None
        return
    try:
        yield
    finally:
        os.close(handle)


def _flock(folder: Path) -> int | None:
    """Locks the folder itself, which leaves no file behind; None where the system cannot (Windows, some network drives)."""
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        handle = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return None  # files may be written in it all the same
    until = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                os.close(handle)
                raise InputError(_BUSY, str(folder)) from None
            time.sleep(LOCK_PAUSE)
        except OSError:
            os.close(handle)
            return None
        else:
            return handle


def _sweep(folder: Path) -> None:
    """Removes temporary files of killed writers: those who live have the lock."""
    first, last = TEMPORARY
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            middle = entry.name.removeprefix(first).removesuffix(last)
            if (
                f"{first}{middle}{last}" == entry.name
                and _TOKEN.fullmatch(middle)
                and entry.is_file(follow_symlinks=False)
            ):
                with contextlib.suppress(OSError):
                    Path(entry.path).unlink()


def reason(error: OSError) -> str:
    return error.strerror or str(error)
