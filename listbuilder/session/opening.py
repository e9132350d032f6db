"""How a list comes into a session and leaves it: an empty one, or a file with the data it names."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from listbuilder import files
from listbuilder.army import Place
from listbuilder.army.build import Context
from listbuilder.errors import InputError, Problem
from listbuilder.i18n import Text, _
from listbuilder.naming import fold, suggestion
from listbuilder.roster import document
from listbuilder.roster.document import Document
from listbuilder.roster.tree import Roster
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.session import data
from listbuilder.session.views import Named


@dataclass
class Opened:
    """A roster with the data it is judged by, what could not be bound, and the file it came from (``digest``: of the file
    as it was read or saved last)."""

    roster: Roster
    context: Context
    document: Document
    problems: tuple[Diagnostic, ...] = ()
    path: Path | None = None
    digest: str = ""
    declared_elsewhere: bool = field(default=False)  # the declarations came from a file of their own


def empty(system: str, faction: str, name: str) -> Opened:
    """A list with nothing in it yet. Raises `InputError` for unknown names."""
    loaded = data.load(system, faction)
    native = loaded.pin.set == data.NATIVE
    faction_name = loaded.faction.id if native else loaded.faction.name  # community ids say nothing to a reader
    named = document.new(loaded.system.id, faction_name, name or _("New list"))
    if not native:
        named.facts.update(data={"set": loaded.pin.set}, forces=[])
    return _bound(named, loaded, None)


def open_file(path: Path, declaration: Path | None = None) -> Opened:
    """A roster file, with the declarations of another file in the place of its own where one is given."""
    opened = _open(document.load(path), path)
    if declaration is not None:
        declared = document.load_declarations(declaration)
        opened.roster.declarations, problems = document.bind_declaration_file(declared, opened.roster)
        opened.context.places.update(_places(declared.places))
        opened.problems += tuple(map(_diagnostic, problems))
        opened.declared_elsewhere = True
    return opened


def open_bytes(content: bytes, name: str) -> Opened:
    """A roster file's content."""
    return _open(document.load(content, name), None)


def _open(read: Document, path: Path | None) -> Opened:
    pin = read.data_pin
    return _bound(read, data.load(read.system, read.faction, pin.get("set", "")), path)


def _bound(read: Document, loaded: data.Loaded, path: Path | None) -> Opened:
    roster, problems = document.bind(read, loaded.library, loaded.system)
    context = Context(loaded.system, loaded.faction, loaded.pin, read.file, _places(read.places))
    digest = read.sha256 if path is not None else ""
    return Opened(roster, context, read, tuple(map(_diagnostic, problems)), path, digest)


def _places(places: dict[str, document.Place]) -> dict[str, Place]:
    return {key: Place(*place) for key, place in places.items()}


def _diagnostic(problem: Problem) -> Diagnostic:
    message = problem.message if isinstance(problem.message, Text) else Text("{text}", {"text": problem.message})
    if str(problem.hint):
        message = Text("{message} ({hint})", {"message": message, "hint": problem.hint})
    place = Place(problem.file, problem.line, problem.column) if problem.file else None
    return Diagnostic(problem.rule, message, problem.severity, problem.unit, place)


def save(opened: Opened, path: Path | None, *, force: bool) -> Path:
    """Writes the roster into its file, or another one. Raises `ChangedOnDisk` when the file is no longer the one opened,
    or already there in the case of another one, unless ``force``."""
    if path is None:
        raise InputError(Text("the list has no file yet: name one"))
    expected = None if force else opened.digest if path == opened.path and opened.digest else files.ABSENT
    content = document.save(opened.document, opened.roster)
    opened.digest = files.write(path, content, expected)
    opened.path = path
    return path


def pick(word: str, choices: list[Named], what: Text) -> str:
    """The id of the choice that an id or name means. Raises `InputError` with the nearest one."""
    found = next((choice.id for choice in choices if fold(word) in (fold(choice.id), fold(choice.name))), None)
    if found is None:
        message = Text("unknown {what}: {name}", {"what": what, "name": word})
        raise InputError(message, hint=suggestion(word, [choice.name for choice in choices]))
    return found
