"""Versions of what makes compiled records: the code of the modules that take part, without comments and docstrings.

A record is compiled anew when this code has changed, and only then: other modules of the program, and comments in any, do not
count. What each module holds is remembered by size and time of its file, as Python does it for its own compiled modules.
"""

import sys
import time
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from listbuilder import __version__, resources
from listbuilder.hashing import sha256
from listbuilder.sources.cache import Cache, digest

OURS = "listbuilder."
MIN_AGE = (
    2_000_000_000  # nanoseconds; a file that changed just before it was read may change again within its time stamp
)


class Compiler(Struct, frozen=True):
    """What makes records of one kind: the modules that it begins with, which import the others, and schemas."""

    modules: tuple[str, ...]
    schemas: tuple[str, ...] = ()


NATIVE = Compiler(
    ("sources.native.compiling", "sources.native.system", "sources.native.faction", "schemas", "strictyaml"),
    ("system", "faction", "datasheet"),
)
BSDATA = Compiler(
    ("sources.bsdata.reader", "sources.bsdata.header_reader", "sources.store.index", "sources.store.game")
)
POINTS = Compiler(("sources.points.reading", "sources.points.record", "schemas", "strictyaml"), ("points",))
OVERLAY = Compiler(("sources.points.overlay", *BSDATA.modules, *POINTS.modules), POINTS.schemas)
APART = ("cache", "compilers", "places", "signing")  # modules in sources/ that decide nothing of what is in a record


class Module(msgspec.Struct, frozen=True):
    """A source file: its size and time of change (nanoseconds), the hash of its code, and the files of ours that it imports."""

    size: int
    changed: int
    code: str
    imports: tuple[str, ...] = ()


class Modules(msgspec.Struct, frozen=True):
    """Source files by their names in the package, and when they were read (nanoseconds)."""

    written: int = 0
    by_name: dict[str, Module] = {}


_versions: dict[tuple[Compiler, Path, Path], str] = {}  # by compiler, cache and package


def version_of(compiler: Compiler, cache: Cache) -> str:
    """The version of a compiler, for the keys of its records; empty where nothing is cached."""
    if not cache.is_on:
        return ""
    key = (compiler, cache.folder, resources.PACKAGE)
    if key not in _versions:
        _versions[key] = _found(compiler, cache)
    return _versions[key]


def _found(compiler: Compiler, cache: Cache) -> str:
    record, key = record_name(), digest(__version__, sys.version)
    known = cache.get(record, key, Modules) or Modules()
    modules = {name: _current(resources.PACKAGE / name, name, known) for name in map(_file_of, compiler.modules)}
    waiting = list(modules)
    for name in waiting:  # grows during the loop
        for other in modules[name].imports:
            if other not in modules:
                modules[other] = _current(resources.PACKAGE / other, other, known)
                waiting.append(other)
    for kind in compiler.schemas:
        name = f"{kind}.schema.json"
        modules[name] = _current(resources.shipped("schemas") / name, name, known)
    if any(known.by_name.get(name) is not module for name, module in modules.items()):  # what was read anew
        cache.put(record, key, Modules(time.time_ns(), known.by_name | modules))
    return digest(__version__, msgspec.__version__, *(f"{name}:{modules[name].code}" for name in sorted(modules)))


def record_name() -> str:
    """What the cache calls the modules of this installation; others of the same user have records of their own."""
    return f"modules-{digest(resources.PACKAGE)[:8]}"


def _current(path: Path, name: str, known: Modules) -> Module:
    """A file as it is now; read only where it is not the one that is known."""
    try:
        status = path.stat()
        old = known.by_name.get(name)
        is_same = old is not None and (old.size, old.changed) == (status.st_size, status.st_mtime_ns)
        if old is not None and is_same and old.changed + MIN_AGE < known.written:
            return old
        data = path.read_bytes()
    except OSError:  # installed without sources: the version of the program decides
        return Module(0, 0, "")
    if path.suffix != ".py":
        return Module(status.st_size, status.st_mtime_ns, sha256(data))
    import ast  # only where code has changed

    tree = ast.parse(data)
    named, documented = set[str](), (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(tree):
        if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:]
        elif isinstance(node, ast.Import):
            named.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            named.update((node.module, *(f"{node.module}.{alias.name}" for alias in node.names)))
    code = sha256(ast.dump(tree).encode())
    return Module(status.st_size, status.st_mtime_ns, code, tuple(sorted(_files_of(named))))


def _files_of(modules: Iterable[str]) -> set[str]:
    """The files of those modules that are ours and may decide what is in a record."""
    files = {_file_of(name.removeprefix(OURS)) for name in modules if name.startswith(OURS)}
    apart = {_file_of(f"sources.{name}") for name in APART}
    return {name for name in files - apart if (resources.PACKAGE / name).is_file()}


def _file_of(module: str) -> str:
    """The name of the file of a module, or of a package."""
    name = module.replace(".", "/")
    return f"{name}/__init__.py" if (resources.PACKAGE / name).is_dir() else f"{name}.py"
