"""How a list comes into a session and leaves it: an empty one, or a file with the data it names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from listbuilder import files
from listbuilder.army.build import ArmyContext
from listbuilder.catalogue.pin import DataPin
from listbuilder.errors import InputError, Place, Problem
from listbuilder.i18n import Text, _
from listbuilder.listfile import document, saving
from listbuilder.listfile.document import Document
from listbuilder.naming import fold, suggestion
from listbuilder.roster.declarations import Declarations
from listbuilder.roster.tree import Roster
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.session.views import Named
from listbuilder.sources import registry
from listbuilder.sources.dataset import Loaded


@dataclass
class Opened:
    """A roster with the data it is judged by, what could not be bound, and the file it came from (``digest``: of the file
    as it was read or saved last)."""

    roster: Roster
    context: ArmyContext
    document: Document
    problems: tuple[Diagnostic, ...] = ()
    path: Path | None = None
    digest: str = ""
    own_declarations: Declarations = field(
        default_factory=Declarations
    )  # those of the file, while others stand for them
    declared_elsewhere: Declarations | None = None  # those of a file of their own


def empty(system: str, faction: str, name: str) -> Opened:
    """A list with nothing in it yet. Raises `InputError` for unknown names."""
    loaded = registry.load(system, faction)
    named = document.new(loaded.system.id, loaded.faction_word, name or _("New list"))
    named.facts["data"] = loaded.stated
    if loaded.form == "forces":
        named.facts["forces"] = []
    return _bound(named, loaded, None)


def open_file(path: Path, declaration: Path | None = None) -> Opened:
    """A roster file, with the declarations of another file in the place of its own where one is given."""
    opened = _open(document.load(path), path)
    if declaration is not None:
        declared = document.load_declarations(declaration)
        opened.own_declarations = opened.roster.declarations
        opened.roster.declarations, problems = document.bind_declaration_file(declared, opened.roster)
        opened.declared_elsewhere = opened.roster.declarations
        opened.context.places.update(declared.places)
        opened.problems += tuple(map(_diagnostic, problems))
    return opened


def open_bytes(content: bytes, name: str) -> Opened:
    """A roster file's content."""
    return _open(document.load(content, name), None)


def _open(read: Document, path: Path | None) -> Opened:
    pin = read.data_pin
    return _bound(read, registry.load(read.system, read.faction, pin.get("set", "")), path)


def _bound(read: Document, loaded: Loaded, path: Path | None) -> Opened:
    roster, problems = document.bind(read, loaded.library)
    context = ArmyContext(loaded.system, loaded.faction, loaded.pin, read.file, read.places)
    digest = read.sha256 if path is not None else ""
    found = (*map(_diagnostic, problems), *_other_data(read, loaded.pin))
    return Opened(roster, context, read, found, path, digest)


def _other_data(read: Document, pin: DataPin) -> Iterator[Diagnostic]:
    """A remark when the list was made with other data than those it is judged by now."""
    stated = read.data_pin
    now = {"date": pin.date, "revision": pin.revision, "sha256": pin.sha256}
    if any(stated[key] != now[key] for key in now if key in stated):
        names: dict[str, object] = {
            "then": stated.get("date") or stated.get("revision"),
            "now": pin.date or pin.revision,
        }
        text = Text("made with the data of {then}, judged by those of {now}", names)
        yield Diagnostic("data-changed", text, "info", place=read.place("data"))


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
    content = _content(opened)
    opened.digest = files.write(path, content, expected)
    opened.path = path
    return path


def _content(opened: Opened) -> str:
    """The file's text; declarations of a file of their own are not written into the list."""
    declared = opened.roster.declarations
    if opened.declared_elsewhere is None:
        return saving.save(opened.document, opened.roster)
    if declared != opened.declared_elsewhere:
        raise InputError(
            Text("the declarations stand in a file of their own: change them there"), str(opened.path or "-")
        )
    try:
        opened.roster.declarations = opened.own_declarations
        return saving.save(opened.document, opened.roster)
    finally:
        opened.roster.declarations = declared


def pick(word: str, choices: list[Named], what: Text) -> str:
    """The id of the choice that an id or name means. Raises `InputError` with the nearest one."""
    found = next((choice.id for choice in choices if fold(word) in (fold(choice.id), fold(choice.name))), None)
    if found is None:
        message = Text("unknown {what}: {name}", {"what": what, "name": word})
        raise InputError(message, hint=suggestion(word, [choice.name for choice in choices]))
    return found
