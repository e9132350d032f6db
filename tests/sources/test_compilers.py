"""What is compiled is compiled anew when the code that makes it has changed, and not for anything else."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from listbuilder.sources import compilers
from listbuilder.sources.cache import SWITCH, Cache
from listbuilder.sources.compilers import BSDATA, NATIVE, Compiler, version_of

CODE = '''"""Compiles mice."""
from listbuilder.sources import errors  # for all


def compiled(count: int) -> int:
    """The mice."""
    from listbuilder.naming import fold

    return count + 1
'''


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program of a few modules; `mice` is the compiler."""
    package = tmp_path / "program"
    for name in ("sources/mice.py", "sources/cache.py", "naming.py", "engine.py", "mouse.schema.json"):
        write(package / name, "pass" if name.endswith(".py") else "{}")
    write(package / "sources/errors.py", "from listbuilder.sources import cache")
    write(package / "sources/mice.py", CODE)
    monkeypatch.setattr(compilers.resources, "PACKAGE", package)
    monkeypatch.setattr(compilers.resources, "shipped", lambda _name: package)
    return package


def write(path: Path, text: str, age: float = 60) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    changed = time.time() - age
    os.utime(path, (changed, changed))


@pytest.fixture
def version(package: Path, tmp_path: Path):
    """The version as a new process finds it."""

    def found() -> str:
        compilers._versions.clear()
        return version_of(Compiler(("sources.mice",), ("mouse",)), Cache(tmp_path / "cache", tmp_path / "key"))

    yield found
    compilers._versions.clear()


CHANGES = {
    "the code": ("sources/mice.py", CODE.replace("+ 1", "+ 2")),
    "what it imports": ("sources/errors.py", "MOST = 1"),
    "what it imports in a function": ("naming.py", "MOST = 1"),
    "its schema": ("mouse.schema.json", '{"a": 1}'),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_version_follows_the_compiler(package: Path, version, change: str) -> None:
    name, text = CHANGES[change]
    before = version()
    write(package / name, text, age=30)

    assert version() != before


OTHERS = {
    "a comment": ("sources/mice.py", CODE.replace("for all", "for every one")),
    "a docstring": ("sources/mice.py", CODE.replace("The mice.", "All mice.").replace("Compiles", "Makes")),
    "a line": ("sources/mice.py", "\n" + CODE),
    "another module": ("engine.py", "MOST = 1"),
    "a module that decides nothing": ("sources/cache.py", "MOST = 1"),
}


@pytest.mark.parametrize("change", OTHERS)
def test_the_version_follows_nothing_else(package: Path, version, change: str) -> None:
    name, text = OTHERS[change]
    before = version()
    write(package / name, text, age=30)

    assert version() == before


def test_a_change_within_the_resolution_of_time_stamps_is_seen(package: Path, version) -> None:
    path = package / "sources/mice.py"
    write(path, CODE, age=0)
    status = path.stat()
    before = version()
    path.write_text(CODE.replace("+ 1", "+ 2"))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))

    assert version() != before


def test_files_that_are_known_are_not_read(package: Path, version, monkeypatch) -> None:
    before = version()
    monkeypatch.setattr(
        Path, "read_bytes", lambda path: b"" if path.is_relative_to(package) else path.open("rb").read()
    )

    assert version() == before


def test_two_installations_do_not_displace_what_is_known(package: Path, version, monkeypatch, tmp_path: Path) -> None:
    before = version()
    other = tmp_path / "other"
    write(other / "sources/mice.py", CODE)
    write(other / "mouse.schema.json", "{}")
    with monkeypatch.context() as patched:
        patched.setattr(compilers.resources, "PACKAGE", other)
        patched.setattr(compilers.resources, "shipped", lambda _name: other)
        version()
    monkeypatch.setattr(
        Path, "read_bytes", lambda path: b"" if path.is_relative_to(package) else path.open("rb").read()
    )

    assert version() == before


def test_a_file_that_had_just_changed_is_read_once_more_only(package: Path, version, monkeypatch) -> None:
    write(package / "sources/mice.py", CODE, age=1)
    before = version()
    later = time.time_ns() + 60 * 10**9
    monkeypatch.setattr(compilers.time, "time_ns", lambda: later)
    assert version() == before  # reads the file again, and notes when
    monkeypatch.setattr(
        Path, "read_bytes", lambda path: b"" if path.is_relative_to(package) else path.open("rb").read()
    )

    assert version() == before


def test_without_a_cache_there_is_no_version(version, monkeypatch) -> None:
    monkeypatch.setenv(SWITCH, "1")
    assert version() == ""


@pytest.mark.parametrize(
    ("compiler", "needed"),
    [
        (NATIVE, ("catalogue/model.py", "sources/native/options.py", "strictyaml.py", "datasheet.schema.json")),
        (BSDATA, ("catalogue/model.py", "sources/bsdata/builder.py", "sources/bsdata/migration/from_1_15.py")),
    ],
)
def test_the_modules_of_the_program_are_found(tmp_path: Path, compiler: Compiler, needed: tuple[str, ...]) -> None:
    cache = Cache(tmp_path / "cache", tmp_path / "key")
    compilers._versions.clear()
    version_of(compiler, cache)
    key = compilers.digest(compilers.__version__, compilers.sys.version)
    found = cache.get(compilers.record_name(), key, compilers.Modules)
    compilers._versions.clear()

    assert found is not None
    assert set(needed) <= found.by_name.keys()
    assert all(module.code for module in found.by_name.values())
    assert not found.by_name.keys() & {"sources/store/git.py", "engine/engine.py", "cli/main.py"}
