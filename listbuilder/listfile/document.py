"""The list file: plain YAML that people keep in git.

`load` reads it and checks its shape, `bind` turns it into a selection tree over a library; `saving.save` writes a changed
tree back into the user's text.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

from msgspec import Struct, field

from listbuilder import files, strictyaml
from listbuilder.catalogue.library import Library
from listbuilder.catalogue.terms import Terms
from listbuilder.errors import InputError, Place, Problem
from listbuilder.i18n import Text
from listbuilder.listfile import shape
from listbuilder.listfile.context import BindingContext
from listbuilder.listfile.declared import bind_declarations
from listbuilder.listfile.records import forces_in, units_in
from listbuilder.roster.declarations import Declarations
from listbuilder.roster.tree import Roster
from listbuilder.strictyaml import Limits, Source

LIMITS = Limits(size=4_000_000, nodes=200_000)


class Document(Struct, dict=True):
    """A list file, or a declaration file, as it was read. ``places`` (filled by `bind`): "battle_size", "units.<id>",
    "declarations.attach.<id>" … -> where the file states it."""

    source: Source
    data: bytes = b""
    sha256: str = files.ABSENT
    path: Path | None = None
    places: dict[str, Place] = field(default_factory=dict)
    # id of a unit added since -> its id in the file; filled when saving
    ids: dict[str, str] = field(default_factory=dict)

    @property
    def facts(self) -> dict[str, Any]:
        """The file's content as plain values."""
        found: dict[str, Any] = self.source.value
        return found

    @property
    def file(self) -> str:
        return self.source.file

    @property
    def text(self) -> str:
        return self.source.text

    @property
    def name(self) -> str:
        return str(self.facts.get("name") or "")

    @property
    def system(self) -> str:
        """The id or name of the game system."""
        return str(self.facts["system"])

    @property
    def faction(self) -> str:
        """The id or name of the faction; empty when the file names none."""
        return str(self.facts.get("faction") or "")

    @property
    def held(self) -> tuple[str, ...]:
        """Ids or names of the datasheets and detachments of a file that lists units."""
        stated = self.facts.get("detachment") or []
        detachments = stated if isinstance(stated, list) else [stated]
        return (*map(str, detachments), *(str(unit["datasheet"]) for unit in units_in(self.facts)))

    @property
    def catalogues(self) -> tuple[str, ...]:
        """Ids or names of all catalogues that the file's forces name."""
        found = dict.fromkeys([self.faction] if self.faction else [])
        found.update((str(force["catalogue"]), None) for force in forces_in(self.facts) if force.get("catalogue"))
        return tuple(found)

    @property
    def rules(self) -> tuple[str, ...]:
        """The optional rules and readings that the list's event plays."""
        return tuple(map(str, self.facts.get("rules") or ()))

    @property
    def data_pin(self) -> dict[str, str]:
        """The data set that the list was written for: those of set, date, revision and sha256 that the file states."""
        return {key: str(value) for key, value in (self.facts.get("data") or {}).items()}

    @property
    def roster(self) -> str:
        """Of a declaration file: the path of the list that it belongs to, empty when not stated."""
        return str(self.facts.get("roster") or "")

    @property
    def roster_path(self) -> Path | None:
        """Where that list is; None when not stated, or when the declarations are in no file."""
        return self.path.parent / self.roster if self.roster and self.path is not None else None

    def place(self, key: str) -> Place:
        """The place of a key of the top level."""
        return self.source.place(self.facts, key)


def load(origin: Path | str | bytes | BinaryIO, name: str = "") -> Document:
    """Reads a list file from a path, from bytes or from a stream; ``name`` is what messages call it.

    Raises `InputError` with everything that is wrong with its shape.
    """
    return _read("roster", origin, name, shape.is_roster)


def load_declarations(origin: Path | str | bytes | BinaryIO, name: str = "") -> Document:
    """Reads a file of declarations alone, as `load` does."""
    return _read("declaration", origin, name, shape.is_declaration_file)


def _read(kind: str, origin: Path | str | bytes | BinaryIO, name: str, fits: shape.Test) -> Document:
    path = Path(origin) if isinstance(origin, str | os.PathLike) else None
    if path is not None:
        data = files.read(path, LIMITS.size)
    else:
        data = origin if isinstance(origin, bytes) else origin.read(LIMITS.size + 1)  # type: ignore[union-attr]
    source = strictyaml.load(data, name or str(path or "-"), LIMITS)
    if not fits(source.value):
        from listbuilder import schemas

        problems = schemas.check(kind, source)
        raise InputError(Text("not a {kind} file", {"kind": kind}), source.file, *source.start, problems=problems)
    return Document(source, data, files.digest(data), path)


def new(system: str, faction: str = "", name: str = "") -> Document:
    """A document without a file."""
    facts = {"name": name, "system": system, **({"faction": faction} if faction else {})}
    return Document(Source(facts, ""))


def bind(document: Document, library: Library, terms: Terms | None = None) -> tuple[Roster, list[Problem]]:
    """The selection tree that a document states, and what in it the data do not know. ``terms``: the game's words."""
    from listbuilder.listfile.bind import Binder  # lists of other programs are bound otherwise

    binder = Binder(document.source, library, terms)
    roster = binder.bind()
    document.places = binder.context.places
    return roster, binder.context.problems


def bind_around(document: Document, roster: Roster, terms: Terms | None, skipped: Iterable[str]) -> list[Problem]:
    """Gives a roster that was bound otherwise what a list file states besides its army: limits, notes and declarations of units
    by their ids. ``skipped``: ids of the units that the roster lacks. Returns what the data do not know."""
    from listbuilder.listfile.bind import Binder

    binder = Binder(document.source, roster.library, terms, roster)
    binder.context.skipped |= {*skipped}
    binder.bind_around()
    document.places = binder.context.places
    return binder.context.problems


def bind_declaration_file(document: Document, roster: Roster) -> tuple[Declarations, list[Problem]]:
    """The declarations of a file of their own, for the units of a roster."""
    context = BindingContext(document.source, roster.library, roster)
    context.check_keys(document.facts, shape.DECLARATION_FILE)
    declared = bind_declarations(context, document.facts)
    document.places = context.places
    return declared, context.problems
