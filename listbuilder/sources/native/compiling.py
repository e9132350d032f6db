"""Compiles the files of a native system, and those of a faction, to the records that lists are judged by."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from listbuilder.catalogue.system import System
from listbuilder.errors import TOO_LARGE, InputError, Problem
from listbuilder.i18n import Text
from listbuilder.sources.dataset import Offer
from listbuilder.sources.native import locate
from listbuilder.sources.native.contents import Contents
from listbuilder.sources.native.record import SystemRecord

if TYPE_CHECKING:
    from listbuilder.catalogue.model import Catalogue
    from listbuilder.strictyaml import Source


Facts = dict[str, Any]

LONGEST = 2_000  # characters of a name or another text


def compile_system(contents: Contents) -> SystemRecord:
    """Compiles a system's file, which is the first one, and the files of its factions. Raises `InputError` with every mistake in
    the system's file."""
    from listbuilder.sources.native.system import SystemReader

    (path, data), *others = contents
    source = _read("system", path, data)
    stated = [_value(*one) for one in others]
    reader = SystemReader(source, _lent(others, stated))
    system = reader.system()
    lines = _lines(others, stated)
    if reader.file.problems:
        raise InputError(problems=reader.file.problems)
    return SystemRecord(system, reader.catalogue(system), lines)


def compile_faction(
    system: System, contents: Contents, inherited: Contents, read: Callable[[Sequence[Source]], None]
) -> Catalogue:
    """Compiles a faction's file, which is the first one, and its datasheets. ``inherited``: the files of the faction that it
    extends; of those with the name of one of its own none is read. ``read``: is told what its own files hold. Raises `InputError`
    with every mistake in them."""
    from listbuilder.sources.native.faction import FactionCompiler

    (faction, *sheets) = _sources(contents)
    read((faction, *sheets))
    own = {path.name for path, _ in contents if path.name != locate.FACTION_FILE}
    host = _sources([(path, data) for path, data in inherited if path.name not in own])
    _check_host(faction, [host[0]] if host else [])
    compiler = FactionCompiler(faction, sheets, system, (host[0], host[1:]) if host else None)
    compiled = compiler.compile()
    if compiler.file.problems:
        raise InputError(problems=compiler.file.problems)
    return compiled


def _lent(contents: Contents, stated: Sequence[Facts]) -> dict[str, Facts]:
    """The contingents that factions lend to others, by the faction's id; none of a file with mistakes."""
    found: dict[str, Facts] = {}
    for (path, data), value in zip(contents, stated, strict=True):
        if "contingents" in value:
            with contextlib.suppress(InputError):
                found[path.parent.name] = _read("faction", path, data).value["contingents"]
    return found


def _lines(contents: Contents, stated: Sequence[Facts]) -> tuple[Offer, ...]:
    """The factions. One that extends another has the keyword that is its name to itself."""
    lines = [_line(path, value) for (path, _), value in zip(contents, stated, strict=True)]
    extending = [line for line in lines if line.extends]
    for place, line in enumerate(lines):
        taken = [one for one in extending if one.extends == line.id]
        free = (word for word in line.keywords if not any(one.is_called(word) for one in taken))
        lines[place] = replace(line, keywords=tuple(free))
    return tuple(lines)


def _value(path: Path, data: bytes) -> Facts:
    """What a faction's file states. It is checked when the faction is loaded, so that a broken one does not hide the others."""
    from listbuilder import strictyaml

    with contextlib.suppress(InputError):
        loaded = strictyaml.load(data, str(path)).value
        return loaded if isinstance(loaded, dict) else {}
    return {}


def _line(path: Path, value: Facts) -> Offer:
    """A faction's names."""
    from listbuilder.sources.native.parse import names_of, texts

    names = names_of(value.get("name") or path.parent.name)
    date, extends = str(value.get("points_date") or ""), str(value.get("extends") or "")
    keywords = (*texts(value.get("keyword")), *texts(value.get("exclusive_keywords")))
    if not extends:
        return Offer(path.parent.name, names, date, keywords, has_armies=value.get("armies", True) is not False)
    detachments = value.get("detachments")
    own = tuple(map(str, detachments)) if isinstance(detachments, dict) else ()
    return Offer(path.parent.name, names, date, texts(value.get("subfaction")), extends, own)


def _sources(contents: Contents) -> list[Source]:
    """The files of a faction, read. Raises `InputError` with the mistakes of all of them."""
    problems: list[Problem] = []
    sources: list[Source] = []
    for path, data in contents:
        kind = "faction" if path.name == locate.FACTION_FILE else "datasheet"
        try:
            sources.append(_read(kind, path, data))
        except InputError as error:
            problems.extend(error.problems)
    if problems:
        raise InputError(problems=problems)
    return sources


def _check_host(faction: Source, hosts: Sequence[Source]) -> None:
    """Refuses a faction that extends one that is unknown, or that extends another one itself."""
    word = faction.value.get("extends")
    if not word or (hosts and not hosts[0].value.get("extends")):
        return
    message = Text("unknown faction: {name}", {"name": word})
    if hosts:
        message = Text("{name} extends another faction itself", {"name": word})
    raise InputError(problems=[Problem(message, *faction.place(faction.value, "extends"), rule="data")])


def _read(kind: str, path: Path, data: bytes) -> Source:
    """A data file, checked against its schema and its place. Raises `InputError`."""
    from listbuilder import schemas, strictyaml

    source = strictyaml.load(data, str(path))
    problems = _too_long(source, source.value) or schemas.unprintable(source) or schemas.check(kind, source)
    expected = path.stem if kind == "datasheet" else path.parent.name
    if kind == "faction" and not problems and source.value["system"] != path.parent.parent.name:
        params = {"found": source.value["system"], "expected": path.parent.parent.name}
        message = Text("system: {found} differs from the folder's name {expected}", params)
        problems = [Problem(message, *source.place(source.value, "system"), rule="data")]
    if not problems and source.value["id"] != expected:
        params = {"found": source.value["id"], "expected": expected}
        message = Text("id: {found} differs from the name of its file or folder, {expected}", params)
        problems.append(Problem(message, *source.place(source.value, "id"), "", "data"))
    if problems:
        raise InputError(problems=problems)
    return source


def _too_long(source: Source, root: Any) -> list[Problem]:
    """A text in a file that is longer than any name is; keys are bounded by the reader."""
    values = [root] if isinstance(root, dict | list) else []
    while values:
        value = values.pop()
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(inner, str) and len(inner) > LONGEST:
                params = {"found": len(inner), "what": Text("characters in one text"), "limit": LONGEST}
                message = Text("too large: {found} {what}, at most {limit}", params)
                return [Problem(message, *source.place(value, key), rule=TOO_LARGE, found=len(inner), bound=LONGEST)]
            if isinstance(inner, dict | list):
                values.append(inner)
    return []
