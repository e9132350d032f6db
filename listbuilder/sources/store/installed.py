"""The data sets that a user has installed.

Each has a folder in the data directory: ``set.json`` describes it and names the folder beside it that holds the files. An
update first writes the new files and then replaces ``set.json``, so that an interrupted update leaves the old set intact.
What an interrupted command has left is removed by the next one that changes the sets (`Store._sweep`).
"""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from listbuilder.catalogue.model import Catalogue
from listbuilder.catalogue.system import System
from listbuilder.errors import Problem
from listbuilder.files import reason, remove_folder
from listbuilder.i18n import Text
from listbuilder.sources.bsdata.header import Header
from listbuilder.sources.cache import Cache
from listbuilder.sources.errors import SourceError
from listbuilder.sources.places import data_dir
from listbuilder.sources.store.dataset import FileSet
from listbuilder.sources.store.files import files_at
from listbuilder.sources.store.listing import refuse_twins

if TYPE_CHECKING:
    from listbuilder.sources.points.documents import Document
    from listbuilder.sources.store.git import Commit

LOCK_SECONDS = 60
SCRATCH = ".new-"
KEPT = "kept"
FILES = "files-"
SUCCESSOR = "successor"  # file in a copy that is about to be kept: the name of the set that replaces it
MOST_NAME = 64  # characters
_FILES = re.compile(FILES + "[0-9a-f]{8}")
_NAME = re.compile(r"[^\W_][\w.-]{0,63}")


class Installed(msgspec.Struct, frozen=True, kw_only=True):
    """The description of an installed set, known without opening it. ``kind``: folder, zip, git, or kept (never
    updated); ``revision``: the commit, or the revision of its only game system; ``date``: of the commit, or of the newest file;
    ``systems``: what lists call its game systems, and their names; ``games``: the ids of these, none where it was installed by a
    version that did not write them; ``added``: when it was installed or updated."""

    name: str
    origin: str
    kind: str
    folder: str
    revision: str
    date: str
    sha256: str
    systems: tuple[tuple[str, str], ...] = ()
    games: tuple[str, ...] = ()
    added: str


class GameDescription(msgspec.Struct, frozen=True, kw_only=True):
    """A game system of a set: its head, and those of its catalogues by name."""

    header: Header
    catalogues: list[Header]


class Description(msgspec.Struct, frozen=True, kw_only=True):
    """An installed set and everything found in it. ``unknown``: vocabulary that the reader does not know, with counts."""

    installed: Installed
    games: list[GameDescription]
    missing: list[Problem]
    problems: list[Problem]
    unknown: dict[str, int]


class Store:
    """The installed sets. Every method raises `SourceError` with a message for the user when it fails."""

    def __init__(
        self,
        folder: Path | None = None,
        cache: Cache | None = None,
        rules: Callable[[str], System | None] | None = None,
        documents: Callable[[str], tuple[Document, ...]] | None = None,
        changed_in: Callable[[str], tuple[str, ...]] | None = None,
    ) -> None:
        """``rules`` finds the rules that apply to a game system, by its id; ``documents`` the points documents of a system;
        ``changed_in`` the user's folders that change what is shipped of both."""
        self.folder = (folder or data_dir()) / "sets"
        self.cache = cache or Cache()
        self._rules = rules
        self._documents = documents
        self._changed_in = changed_in

    def add(self, source: str | Path, name: str | None = None) -> Installed:
        """Installs a folder (copied), a .zip (unpacked) or a repository (cloned). ``name``: made from the source by default."""
        source = str(source)
        name = _checked(name if name is not None else _default_name(source))
        with self._locked():
            if self.find(name):
                raise SourceError(
                    Text("there is a data set {name} already; update or remove it", {"name": name}), source
                )
            return self._install(name, source)

    def list(self) -> list[Installed]:
        """The installed sets, by name."""
        if not self.folder.is_dir():
            return []
        found = (self._read(path) for path in self.folder.iterdir() if not path.name.startswith("."))
        return sorted((item for item in found if item), key=lambda item: item.name.casefold())

    def get(self, name: str) -> Installed:
        """The installed set of that name, regardless of case."""
        found = self.find(name)
        if found is None:
            names = ", ".join(item.name for item in self.list()) or "-"
            raise SourceError(Text("there is no data set {name}; installed: {names}", {"name": name, "names": names}))
        return found

    def find(self, name: str) -> Installed | None:
        """The same; None where there is none."""
        exact = self._read(self.folder / name) if _NAME.fullmatch(name) else None
        return exact or next((item for item in self.list() if item.name.casefold() == name.casefold()), None)

    def open(self, name: str) -> FileSet:
        """The set itself; its catalogues are loaded when needed."""
        item = self.get(name)
        folder = self.folder / item.name / item.folder
        return FileSet(
            folder,
            item.name,
            revision=item.revision,
            date=item.date,
            cache=self.cache,
            rules=self._rules,
            documents=self._documents,
            changed_in=self._changed_in,
        )

    def opened(self, name: str) -> tuple[tuple[Catalogue, ...], tuple[Problem, ...]]:
        """Opens every catalogue of a set, and each of its game systems; returns what opens and what is wrong with the files."""
        from listbuilder.sources.store import audit  # a check reads what was added, and looks for no mistakes in it

        data = self.open(name)
        loaded = [game.all() for game in data.games]
        endless = [problem for catalogues in loaded for problem in audit.endless(catalogues)]
        return tuple(one for catalogues in loaded for one in catalogues), (*data.problems, *endless)

    def show(self, name: str) -> Description:
        """Everything known about a set; reads all its files and checks them."""
        from listbuilder.sources.store import audit

        data = self.open(name)
        loaded = [game.all() for game in data.games]
        problems = data.problems
        unknown = Counter[str]()
        for catalogues in loaded:
            problems += audit.audit(catalogues)
            unknown.update(audit.unknown(catalogues))
        return Description(
            installed=self.get(name),
            games=[GameDescription(header=game.header, catalogues=game.catalogues()) for game in data.games],
            missing=[problem for problem in problems if problem.rule == "missing-catalogue"],
            problems=[problem for problem in problems if problem.rule != "missing-catalogue"],
            unknown=dict(sorted(unknown.items())),
        )

    def update(self, name: str, *, keep: bool = False) -> tuple[Installed, Installed]:
        """Fetches a set again from its origin; returns the old and the new description. ``keep``: the old one stays installed,
        under its name and date, where the new one differs."""
        with self._locked():
            before = self.get(name)
            if before.kind == KEPT:
                return before, before
            if not keep:
                return before, self._install(before.name, before.origin)
            copy, kept = self._copy(before)
            after = before
            try:
                after = self._install(before.name, before.origin)
            finally:
                is_kept = self._keep(copy)
            return (kept if is_kept else before), after

    def _copy(self, item: Installed) -> tuple[Path, Installed]:
        """Copies a set, to be kept under its name and date once it is replaced (`_keep`); the folder and its description."""
        name = _checked(f"{item.name[: MOST_NAME - len(item.date) - 1]}-{item.date or item.revision}")
        if self.find(name):
            raise SourceError(Text("there is a data set {name} already; update or remove it", {"name": name}))
        fresh = self.folder / f"{SCRATCH}{os.urandom(4).hex()}"
        shutil.copytree(self.folder / item.name / item.folder, fresh / item.folder)
        systems = _systems(FileSet(fresh / item.folder, name, cache=self.cache))
        kept = msgspec.structs.replace(item, name=name, kind=KEPT, systems=systems)
        (fresh / SUCCESSOR).write_text(item.name, encoding="utf-8")
        written = fresh / ".set.json"
        written.write_bytes(msgspec.json.format(msgspec.json.encode(kept)))
        written.replace(fresh / "set.json")
        return fresh, kept

    def _keep(self, copy: Path) -> bool:
        """Keeps a copy whose set has other data by now; removes any other one. Whether it is kept."""
        with contextlib.suppress(OSError, msgspec.MsgspecError, SourceError):
            kept = msgspec.json.decode((copy / "set.json").read_bytes(), type=Installed)
            successor = self.find((copy / SUCCESSOR).read_text(encoding="utf-8"))
            if successor is not None and successor.sha256 != kept.sha256 and self.find(_checked(kept.name)) is None:
                copy.replace(self.folder / kept.name)
                (self.folder / kept.name / SUCCESSOR).unlink()
                return True
        remove_folder(copy)
        return False

    def remove(self, name: str) -> Installed:
        """Removes an installed set; its origin is not touched."""
        with self._locked():
            item = self.get(name)
            removed = self.folder / f"{SCRATCH}{os.urandom(4).hex()}"
            (self.folder / item.name).replace(removed)
            remove_folder(removed)
            return item

    # --- on disk -----------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        from filelock import FileLock, Timeout  # slow to import, needed for writing only

        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with FileLock(self.folder / ".lock", timeout=LOCK_SECONDS):
                self._sweep()
                yield
        except Timeout:
            raise SourceError(Text("another program is changing the data sets"), str(self.folder)) from None
        except OSError as error:
            raise SourceError(
                Text("cannot be written: {reason}", {"reason": reason(error)}), str(self.folder)
            ) from None

    def _sweep(self) -> None:
        """Removes what interrupted commands have left: those that run have the lock."""
        for leftover in self.folder.glob(f"{SCRATCH}*"):
            self._keep(leftover)
        for home in self.folder.iterdir():
            if home.is_dir() and not home.is_symlink() and not home.name.startswith("."):
                self._sweep_set(home)

    def _sweep_set(self, home: Path) -> None:
        """Removes the files of a set that its description does not name; all of them where an installation did not get as far as
        the description."""
        item = self._read(home)
        if item is None and (home / "set.json").exists():
            return  # of a newer version, or changed by hand
        for old in home.iterdir():
            if _FILES.fullmatch(old.name) and old.is_dir() and (item is None or old.name != item.folder):
                remove_folder(old)
        with contextlib.suppress(OSError):
            if item is not None:
                (home / SUCCESSOR).unlink(missing_ok=True)
            else:
                home.rmdir()  # where nothing of the user's is in it

    def _read(self, folder: Path) -> Installed | None:
        try:
            written = folder / "set.json"
            status = written.stat()
            item = _description(written, status.st_mtime_ns, status.st_size, status.st_ino)
        except (OSError, msgspec.MsgspecError):
            return None
        # The file names a folder that an update removes: it must not be a path to elsewhere.
        if item.name != folder.name or not _NAME.fullmatch(item.folder):
            return None
        if not item.systems:  # installed by a version that knew one game system a set
            with contextlib.suppress(SourceError):
                found = _systems(FileSet(folder / item.folder, item.name, cache=self.cache))
                item = msgspec.structs.replace(item, systems=found)
        return item

    @contextlib.contextmanager
    def _scratch(self) -> Iterator[Path]:
        """A folder for what is being installed. It is removed afterwards, whatever a repository has put into it."""
        scratch = self.folder / f"{SCRATCH}{os.urandom(4).hex()}"
        scratch.mkdir(mode=0o700)
        try:
            yield scratch
        finally:
            remove_folder(scratch)

    def _install(self, name: str, source: str) -> Installed:
        from listbuilder.sources.store import git

        with self._scratch() as scratch:
            fresh = scratch / "files"
            kind, commit = _fetch(source, scratch, fresh)
            data = FileSet(fresh, name, cache=self.cache)
            _refuse_without_system(data, source)
            is_remote = git.is_repository(source) and not Path(source).exists()
            item = Installed(
                name=name,
                origin=_readable(source if is_remote else str(Path(source).resolve())),
                kind=kind,
                folder=f"{FILES}{os.urandom(4).hex()}",
                revision=commit.id if commit else data.revision,
                date=(commit.date if commit else "") or data.date,
                sha256=data.sha256,
                systems=_systems(data),
                games=tuple(game.header.id for game in data.games),
                added=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
            )
            home = self.folder / name
            home.mkdir(exist_ok=True)
            fresh.replace(home / item.folder)
            written = scratch / "set.json"
            written.write_bytes(msgspec.json.format(msgspec.json.encode(item)))
            written.replace(home / "set.json")
        self._sweep_set(home)
        self.cache.prune()
        self.open(name).problems  # noqa: B018 - indexes the files at their new place
        return item


@lru_cache(maxsize=64)
def _description(path: Path, _changed: int, _size: int, _inode: int) -> Installed:
    """The description in a file, which is replaced as a whole. Raises `OSError` and `MsgspecError`."""
    return msgspec.json.decode(path.read_bytes(), type=Installed)


def _fetch(source: str, scratch: Path, target: Path) -> tuple[str, Commit | None]:
    """Copies the data files of a source into the target folder; returns the kind of source, and the commit if it has one."""
    from listbuilder.sources.store import git

    if git.is_repository(source):
        cloned = scratch / "clone"
        commit = git.clone(source, cloned)
        try:
            copy_data(cloned, target, commit.time)
        except SourceError as error:
            # its place in the repository: the clone is gone when this is read
            inside = Path(error.path)
            at = f"{source.rstrip('/')}/{inside.relative_to(cloned).as_posix()}" if cloned in inside.parents else source
            raise SourceError(error.text, at, error.line, error.column) from None
        return "git", commit
    copy_data(Path(source), target)
    return "folder" if Path(source).is_dir() else "zip", None


def copy_data(source: Path, target: Path, changed: int = 0) -> None:
    """Copies the data files, and nothing else, of a folder or .zip. ``changed``: their new time stamp (nanoseconds); 0 keeps
    their own."""
    files = files_at(source)
    found = files.list()
    if not found:
        raise SourceError(Text("there are no data files (.gst, .cat, .gstz, .catz, .json)"), str(source))
    refuse_twins(found, str(source))
    for file in found:
        path = target / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(files.read(file.name))
        os.utime(path, ns=(changed or file.changed, changed or file.changed))


def _systems(data: FileSet) -> tuple[tuple[str, str], ...]:
    return tuple((offer.id, offer.names["en"]) for offer in data.systems())


def _refuse_without_system(data: FileSet, source: str) -> None:
    """Refuses a set none of whose game systems opens."""
    try:
        if not any(game.opens() for game in data.games):
            data.games[0].game_system()
    except SourceError as error:
        reasons = [str(problem) for problem in data.problems if problem.rule == "broken-file"][:1]
        message = Text("{why} {first}", {"why": error.text, "first": reasons[0] if reasons else ""})
        raise SourceError(message, source) from None


def _default_name(source: str) -> str:
    last = source.rstrip("/\\").replace("\\", "/").rpartition("/")[2].rpartition(":")[2]
    for suffix in (".git", ".zip"):
        last = last.removesuffix(suffix)
    if last in ("", ".", ".."):
        last = Path(source).resolve().name
    return re.sub(r"[^\w.-]+", "-", last).strip("-._") or "data"


def _readable(path: str) -> str:
    """A path as text: bytes of it that are not UTF-8 are written as their numbers."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name) or name.endswith("."):
        raise SourceError(
            Text(
                "{name} cannot be the name of a data set: letters, digits, '.', '-' and '_', at most 64",
                {"name": repr(name)},
            )
        )
    return name
