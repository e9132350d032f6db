"""The data sets that a user has installed.

Each has a folder of its own in the data directory: ``set.json`` says what it is and which folder beside it holds the files.
An update writes new files first and then replaces ``set.json``, so that a set is always whole, whatever happens.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from listbuilder.catalogue.system import System
from listbuilder.errors import Problem
from listbuilder.i18n import Text
from listbuilder.sources.cache import Cache
from listbuilder.sources.errors import SourceError
from listbuilder.sources.places import data_dir
from listbuilder.sources.store import audit, git
from listbuilder.sources.store.dataset import CatalogueInfo, FileSet
from listbuilder.sources.store.files import files_at

LOCK_SECONDS = 60
SCRATCH = ".new-"
_NAME = re.compile(r"[^\W_][\w.-]{0,63}")


class Installed(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of an installed set without opening it. ``kind``: folder, zip or git; ``revision``: the commit, or the
    game system's revision; ``date``: of the commit, or of the newest file; ``added``: when it was installed or updated."""

    name: str
    origin: str
    kind: str
    folder: str
    revision: str
    date: str
    sha256: str
    game_system: str
    added: str


class Description(msgspec.Struct, frozen=True, kw_only=True):
    """An installed set looked at closely. ``unknown``: vocabulary that the reader does not know, with counts."""

    installed: Installed
    catalogues: list[CatalogueInfo]
    missing: list[Problem]
    problems: list[Problem]
    unknown: dict[str, int]


class Store:
    """The installed sets. Every method raises `SourceError` with a message for the user when it cannot do its work."""

    def __init__(
        self,
        folder: Path | None = None,
        cache: Cache | None = None,
        rules: Callable[[str], System | None] | None = None,
    ) -> None:
        """``rules`` finds the rules that apply to a game system, by its id."""
        self.folder = (folder or data_dir()) / "sets"
        self.cache = cache or Cache()
        self._rules = rules

    def add(self, source: str | Path, name: str | None = None) -> Installed:
        """Installs a folder (copied), a .zip (unpacked) or a repository (cloned), under a name made of its own."""
        source = str(source)
        name = _checked(name if name is not None else _default_name(source))
        with self._locked():
            if self._find(name):
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
        """The installed set of that name, whatever its case."""
        found = self._find(name)
        if found is None:
            names = ", ".join(item.name for item in self.list()) or "-"
            raise SourceError(Text("there is no data set {name}; installed: {names}", {"name": name, "names": names}))
        return found

    def open(self, name: str) -> FileSet:
        """The set itself; its catalogues are loaded as they are asked for."""
        item = self.get(name)
        folder = self.folder / item.name / item.folder
        return FileSet(folder, item.name, revision=item.revision, date=item.date, cache=self.cache, rules=self._rules)

    def show(self, name: str) -> Description:
        """Everything worth knowing of a set: reads and looks through all its files."""
        data = self.open(name)
        infos = data.catalogues()
        loaded = [data.game_system()]
        for info in infos:
            with contextlib.suppress(SourceError):  # the set's problems tell
                loaded.append(data.catalogue(info.id))
        problems = data.problems + audit.audit(loaded)
        return Description(
            installed=self.get(name),
            catalogues=infos,
            missing=[problem for problem in problems if problem.rule == "missing-catalogue"],
            problems=[problem for problem in problems if problem.rule != "missing-catalogue"],
            unknown=audit.unknown(loaded),
        )

    def update(self, name: str) -> tuple[Installed, Installed]:
        """Fetches a set anew from where it came; gives it as it was and as it is."""
        with self._locked():
            before = self.get(name)
            return before, self._install(before.name, before.origin)

    def remove(self, name: str) -> Installed:
        """Removes an installed set; where it came from is left alone."""
        with self._locked():
            item = self.get(name)
            grave = self.folder / f"{SCRATCH}{secrets.token_hex(4)}"
            (self.folder / item.name).replace(grave)
            shutil.rmtree(grave, ignore_errors=True)
            return item

    # --- on disk -----------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        from filelock import FileLock, Timeout  # only those who write pay for it

        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with FileLock(self.folder / ".lock", timeout=LOCK_SECONDS):
                for left in self.folder.glob(f"{SCRATCH}*"):  # by somebody who was interrupted
                    shutil.rmtree(left, ignore_errors=True)
                yield
        except Timeout:
            raise SourceError("another program is changing the data sets", str(self.folder)) from None
        except OSError as error:
            raise SourceError(
                Text("cannot be written: {why}", {"why": error.strerror or error}), str(self.folder)
            ) from None

    def _read(self, folder: Path) -> Installed | None:
        try:
            item = msgspec.json.decode((folder / "set.json").read_bytes(), type=Installed)
        except (OSError, msgspec.MsgspecError):
            return None
        # The file names folders that are removed later on: it must not lead elsewhere.
        return item if item.name == folder.name and _NAME.fullmatch(item.folder) else None

    def _find(self, name: str) -> Installed | None:
        return next((item for item in self.list() if item.name.casefold() == name.casefold()), None)

    def _install(self, name: str, source: str) -> Installed:
        import tempfile

        with tempfile.TemporaryDirectory(dir=self.folder, prefix=SCRATCH, ignore_cleanup_errors=True) as scratch:
            fresh = Path(scratch) / "files"
            kind, commit = _fetch(source, Path(scratch), fresh)
            data = FileSet(fresh, name, cache=self.cache)
            _refuse_broken_system(data, source)
            item = Installed(
                name=name,
                origin=source
                if git.is_repository(source) and not Path(source).exists()
                else str(Path(source).resolve()),
                kind=kind,
                folder=f"files-{secrets.token_hex(4)}",
                revision=commit.id if commit else data.revision,
                date=commit.date if commit else data.date,
                sha256=data.sha256,
                game_system=data.game_system().name,
                added=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
            )
            home = self.folder / name
            home.mkdir(exist_ok=True)
            fresh.replace(home / item.folder)
            written = Path(scratch) / "set.json"
            written.write_bytes(msgspec.json.format(msgspec.json.encode(item)))
            written.replace(home / "set.json")
        for old in home.iterdir():
            if old.is_dir() and old.name != item.folder:
                shutil.rmtree(old, ignore_errors=True)
        self.cache.prune()
        self.open(name).problems  # noqa: B018 - indexes the files where they now lie
        return item


def _fetch(source: str, scratch: Path, target: Path) -> tuple[str, git.Commit | None]:
    """Puts the data files of a source into the target folder; says what kind of source it was."""
    if git.is_repository(source):
        commit = git.clone(source, scratch / "clone")
        copy_data(scratch / "clone", target, commit.time)
        return "git", commit
    copy_data(Path(source), target)
    return "folder" if Path(source).is_dir() else "zip", None


def copy_data(source: Path, target: Path, changed: int = 0) -> None:
    """Copies the data files of a folder or .zip, and nothing else of it; they keep their time stamps, or get this one."""
    files = files_at(source)
    found = files.list()
    if not found:
        raise SourceError("there are no data files (.gst, .cat, .gstz, .catz, .json)", str(source))
    for file in found:
        path = target / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(files.read(file.name))
        os.utime(path, ns=(changed or file.changed, changed or file.changed))


def _refuse_broken_system(data: FileSet, source: str) -> None:
    try:
        data.game_system()
    except SourceError as error:
        reasons = [str(problem) for problem in data.problems if problem.rule == "broken-file"][:1]
        message = Text("{why} {first}", {"why": error.message, "first": reasons[0] if reasons else ""})
        raise SourceError(message, source) from None


def _default_name(source: str) -> str:
    last = source.rstrip("/\\").replace("\\", "/").rpartition("/")[2].rpartition(":")[2]
    for suffix in (".git", ".zip"):
        last = last.removesuffix(suffix)
    if last in ("", ".", ".."):
        last = Path(source).resolve().name
    return re.sub(r"[^\w.-]+", "-", last).strip("-._") or "data"


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name) or name.endswith("."):
        raise SourceError(
            Text(
                "{name} cannot be the name of a data set: letters, digits, '.', '-' and '_', at most 64",
                {"name": repr(name)},
            )
        )
    return name
