"""Gathers the lists that names mean: files, folders, patterns, archives, tables, standard input.

Every file of a folder is accounted for: it is a list, or it is named with the reason why it cannot be read, or it is counted
among those that nobody expects to be a list.
"""

from __future__ import annotations

import itertools
import os
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path

from listbuilder import files
from listbuilder.errors import TOO_LARGE, InputError
from listbuilder.events import kinds, matching
from listbuilder.events.gathered import Gathered, Reason
from listbuilder.events.kinds import Kind
from listbuilder.events.patterns import Patterns
from listbuilder.exchange import formats
from listbuilder.i18n import Text
from listbuilder.report.entry import STDIN, Entry

MOST_FILES = 100_000  # of one folder
MOST_LEVELS = 100  # folders in one another


def gather(
    names: Iterable[str],
    *,
    exclude: Iterable[str] = (),
    columns: Mapping[str, str] | None = None,
    stdin: bytes = b"",
    besides: Iterable[Path] = (),
) -> Gathered:
    """The lists that the names mean. ``exclude``: patterns of `.gitignore` files; ``columns``: the columns of a table by what
    they hold (`registration.COLUMNS`); ``stdin``: what stands for ``-``; ``besides``: files and
    folders that the check itself reads or writes, which are no lists. What cannot be read becomes an entry that says why."""
    return _Gatherer(Patterns(exclude), columns or {}, stdin, besides).gather(names)


class _Gatherer:
    def __init__(self, excluded: Patterns, columns: Mapping[str, str], stdin: bytes, besides: Iterable[Path]) -> None:
        self.found = Gathered()
        self.excluded = excluded
        self.columns = columns
        self.stdin = stdin
        self.besides = {os.path.realpath(path) for path in besides}

    def gather(self, names: Iterable[str]) -> Gathered:
        for name in dict.fromkeys(names):
            if name == STDIN or not matching.is_pattern(name) or os.path.lexists(name):
                self._named(name)
            else:
                self._matching(name)
        return self.found

    def _matching(self, pattern: str) -> None:
        """What a pattern means, where the shell did not replace it: files are held to what holds in folders."""
        found = sorted(set(itertools.islice(matching.matches(pattern, self._unreadable), MOST_FILES + 1)))
        if len(found) > MOST_FILES:
            text = Text("more than {limit} files: name the folder that holds the lists", {"limit": MOST_FILES})
            self.found.refuse(pattern, text, TOO_LARGE)
            return
        for name in found:
            refused = _not_regular(Path(name), Path(matching.top(pattern)), folders=True)
            if refused is None:
                self._named(name)
            elif self.found.is_new(Path(name), name):
                self.found.refuse(name, refused)
        if not found:
            self._named(pattern)  # which names it with the reason

    def _named(self, name: str) -> None:
        """Something that the user named: always a list or full of them."""
        path = Path(name)
        if name == STDIN:
            self._content(STDIN, self.stdin)
        elif self.excluded.exclude_with_parents(os.path.normpath(name).replace(os.sep, "/")):
            self.found.leave_out(name, Reason.EXCLUDED)
        elif os.path.isdir(name):  # noqa: PTH112 - Path raises where a folder above may not be entered
            self._folder(path)
        elif not os.path.isfile(name):  # noqa: PTH113  # missing, or a pipe: reading it says more
            self.found.add(Entry.of_file(name))
        else:
            self._file(path, name, _head(path))

    def _content(self, name: str, content: bytes) -> None:
        """What came through standard input."""
        from listbuilder.events import archive, registration

        if archive.is_archive(content):
            archive.gather(self.found, name, content, self.excluded, self.columns)
        elif self.columns or registration.is_table(content):
            registration.gather(self.found, name, content, self.columns)
        else:
            self.found.add(Entry(name, content=content))

    def _file(self, path: Path, name: str, head: bytes) -> None:
        kind = kinds.kind_of(name, head, lambda: head)
        if kind is Kind.ARCHIVE:
            self._archive(path, name)
        elif kind is Kind.TABLE:
            self._table(path, name)
        else:
            self._list(path, name, head)

    def _list(self, path: Path, name: str, head: bytes) -> None:
        reason = kinds.refusal(head)
        if reason is None:
            self.found.add(Entry(name, path))
        elif self.found.is_new(path, name):
            self.found.refuse(name, reason, "unknown-format", kinds.ASK)

    def _archive(self, path: Path, name: str) -> None:
        from listbuilder.events import archive  # most checks meet none

        if self.found.is_new(path, name):
            archive.gather(self.found, name, path, self.excluded, self.columns)

    def _table(self, path: Path, name: str) -> None:
        from listbuilder.events import registration  # its patterns take a while

        if not self.found.is_new(path, name):
            return
        try:
            registration.gather(self.found, name, files.read(path, registration.LARGEST), self.columns)
        except InputError as error:
            problem = error.problems[0]
            self.found.refuse(name, problem.message, problem.rule, problem.hint)

    # --- folders --------------------------------------------------------------------------------------------------------

    def _folder(self, folder: Path) -> None:
        before = len(self.found.entries) + len(self.found.left_out)
        paths, whole = self._files_below(folder)
        for path in paths:
            self._found_file(path, folder)
        if not whole:
            text = Text("more than {limit} files: name the folder that holds the lists", {"limit": MOST_FILES})
            self.found.refuse(str(folder), text, TOO_LARGE)
        elif len(self.found.entries) + len(self.found.left_out) == before:
            self.found.refuse(str(folder), Text("there is nothing in this folder"), "empty-file")

    def _files_below(self, folder: Path) -> tuple[list[Path], bool]:
        """The files below a folder, sorted by path, without those that are hidden or excluded, and whether they are all: after
        the most that a folder may have no other is looked for. What is left out is met in an order that does not depend on the
        file system."""
        found: list[Path] = []
        left = MOST_FILES
        for top, folders, names in files.walk(folder, self._unreadable):
            inside = Path(top)
            linked = [name for name in folders if (inside / name).is_symlink()]
            folders[:] = [
                name for name in sorted(folders) if name not in linked and self._enters(inside / name, folder)
            ]
            here = sorted((*names, *linked))
            found += (inside / name for name in here[:left] if not self._is_left_out(inside / name, folder))
            left -= len(here)
            if left < 0:
                break
        return sorted(found), left >= 0

    def _unreadable(self, error: OSError) -> None:
        text = Text("cannot be read: {reason}", {"reason": files.reason(error)})
        self.found.refuse(str(error.filename), text)

    def _enters(self, path: Path, top: Path) -> bool:
        if len(path.parts) - len(top.parts) > MOST_LEVELS:
            text = Text(
                "more than {limit} folders in one another: name the one that holds the lists", {"limit": MOST_LEVELS}
            )
            self.found.refuse(str(path), text, TOO_LARGE)
            return False
        if os.path.realpath(path) in self.besides:
            self.found.leave_out(str(path), Reason.OTHER)
            return False
        if path.name.startswith(".") or path.name in kinds.TOOLS or os.path.isfile(path / "pyvenv.cfg"):  # noqa: PTH113
            self.found.leave_out(str(path), Reason.HIDDEN)
            return False
        if self._is_excluded(path, top, folder=True):
            self.found.leave_out(str(path), Reason.EXCLUDED)
            return False
        return True

    def _is_left_out(self, path: Path, top: Path) -> bool:
        reason = None
        if path.name.startswith((".", "~$")) or path.name in kinds.TOOLS:
            reason = Reason.HIDDEN
        elif self._is_excluded(path, top):
            reason = Reason.EXCLUDED
        elif self.besides and os.path.realpath(path) in self.besides:
            reason = Reason.OTHER
        if reason is not None:
            self.found.leave_out(str(path), reason)
        return reason is not None

    def _is_excluded(self, path: Path, top: Path, *, folder: bool = False) -> bool:
        """Whether a pattern names the path as seen from the folder that was named, or as the report calls it."""
        names = (path.relative_to(top).as_posix(), os.path.normpath(path).replace(os.sep, "/"))
        return any(self.excluded.exclude(name, folder=folder) for name in names)

    def _found_file(self, path: Path, top: Path) -> None:
        """A file that was found in a folder: a list, named with what is wrong with it, or left out by its content."""
        name = str(path)
        if path.is_symlink() and path.is_dir() and _is_inside(path, top):  # its files are found without it
            self.found.leave_out(name, Reason.TWICE)
            return
        refused = _not_regular(path, top)
        if refused is not None:
            self.found.refuse(name, refused)
            return
        try:
            head = _read(path)
        except OSError as error:
            self._unreadable(error)
            return
        kind = kinds.kind_of(name, head, lambda: _head(path, kinds.LARGEST))
        match kind:
            case Kind.OTHER | Kind.PROJECT:
                self.found.leave_out(name, Reason(kind.value))
            case Kind.ARCHIVE:
                self._archive(path, name)
            case Kind.TABLE:
                self._table(path, name)
            case Kind.LIST:
                self._list(path, name, head)


def _not_regular(path: Path, top: Path, *, folders: bool = False) -> Text | None:
    """Why a file in a folder is not opened: it is none, or a link to something outside, which a list must not show. ``folders``:
    they will do as well."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        return Text("cannot be read: {reason}", {"reason": files.reason(error)})
    if (folders or path.is_symlink()) and not _is_inside(path, top):
        return Text("this is a link that leads out of the folder")
    if path.is_symlink() and _is_in_hidden(path, top):
        return Text("this is a link into a hidden folder")
    fits = stat.S_ISREG(mode) or (folders and stat.S_ISDIR(mode))
    return None if fits else Text("this is no regular file")


def _is_inside(path: Path, top: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(top))


def _is_in_hidden(path: Path, top: Path) -> bool:
    """Whether a link leads to what is left out where it stands, such as the settings of git."""
    parts = Path(os.path.realpath(path)).relative_to(os.path.realpath(top)).parts
    return any(part.startswith(".") or part in kinds.TOOLS for part in parts)


def _head(path: Path, size: int = formats.HEAD) -> bytes:
    """The first bytes of a file; nothing of one that cannot be opened, which its check will say."""
    try:
        return _read(path, size)
    except OSError:
        return b""


def _read(path: Path, size: int = formats.HEAD) -> bytes:
    with path.open("rb") as stream:
        return stream.read(size)
