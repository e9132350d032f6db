"""A list bound to the game data it is judged by: the result of reading any format, which is judged and edited."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct, field

from listbuilder.catalogue.base import Number
from listbuilder.errors import WARNING, InputError, Place, Problem
from listbuilder.i18n import Text
from listbuilder.listfile import document, records
from listbuilder.listfile.declared import unused
from listbuilder.listfile.document import Document
from listbuilder.roster.declarations import Declarations
from listbuilder.roster.edits import SetDeclarations
from listbuilder.roster.tree import Roster
from listbuilder.sources import registry
from listbuilder.sources.dataset import Loaded
from listbuilder.sources.registry import Sets


class Claim(Struct, frozen=True):
    """The points that a list of another program states for a unit, and where."""

    unit: str
    points: Number
    place: Place


class BoundList(Struct):
    """A roster over the data it is judged by. ``document``: the file of ours that it is saved into, an empty one when it came
    in another format. ``problems``: what could not be bound. ``places``: key -> where the list states it. ``claims``: points that
    it states of its units, ``total``: of the whole army, ``bundled``: of bundles, for the units in them. ``others``: names of
    other data sets that could have judged it, where neither it nor the user names one."""

    document: Document
    data: Loaded
    roster: Roster
    problems: list[Problem]
    places: dict[str, Place] = field(default_factory=dict)
    claims: list[Claim] = field(default_factory=list)
    total: Number | None = None
    bundled: Number = 0
    others: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()  # ids of those that it may be for, where its text does not say
    absent: str = ""  # the name of the data set that it was made with, where a points document stands in for that
    set_aside: Declarations | None = None  # the list's own declarations, while those of another file apply

    def declare(self, path: Path) -> None:
        """Applies the declarations of another file in place of the list's own. Raises `InputError` when it cannot be read."""
        declared = document.load_declarations(path)
        self.set_aside = self.roster.declarations
        declarations, problems = document.bind_declaration_file(declared, self.roster)
        SetDeclarations(declarations).apply(self.roster)
        self.places.update(declared.places)
        self.problems += (*problems, *unused(declared.source, declared.facts, self.data.system.vocabulary))
        self.problems += self._of_another(declared)

    def _of_another(self, declared: Document) -> Iterator[Problem]:
        """A declaration file may name the list that it is for: units of another list may have the same names."""
        own, said = self.document.path, declared.roster_path
        if own is not None and said is not None and said.resolve() != own.resolve():
            text = Text("this declaration is for {file}", {"file": declared.roster})
            hint = Text("name {file} in it, or leave that out", {"file": own.name})
            yield Problem(text, *declared.place("roster"), hint, "roster-file", WARNING)


def bind(read: Document, among: Sets = ()) -> BoundList:
    """The list of a document over the data that it names, or over one of the sets given. Raises `InputError` when they are not
    there, and when the list names units where the data have a tree of entries, or the other way round."""
    stated = read.data_pin.get("set", "")
    try:
        data = registry.load(read.system, read.faction, stated, among, read.held)
    except InputError as error:
        raise _placed(error, read, stated) from error
    if among and records.form(read.facts) not in ("", data.form):
        text = Text("this list file is not laid out for the data set {set}", {"set": data.pin.set})
        hint = Text("listbuilder convert writes it as a text that every data set can be asked about")
        raise InputError(text, read.file, hint=hint, rule="no-data")
    return bind_to(read, data)


def _placed(error: InputError, read: Document, stated: str) -> InputError:
    """The error at what the file asks for that is not there. Errors in data files have their own places."""
    if any(problem.file for problem in error.problems):
        return error
    place = read.place("data")
    with contextlib.suppress(InputError):  # the first of these that is not there
        if stated:
            registry.named(stated)
        place = read.place("system")
        registry.factions(read.system)
        place = read.place("faction")
    return InputError(problems=[one._replace(**place._asdict()) for one in error.problems])


def bind_to(read: Document, data: Loaded) -> BoundList:
    """The list of a document over these data."""
    roster, problems = document.bind(read, data.library, data.system.vocabulary.terms)
    declared = read.facts.get("declarations") or {}
    return BoundList(
        read, data, roster, [*problems, *unused(read.source, declared, data.system.vocabulary)], read.places
    )


def empty(data: Loaded, name: str) -> BoundList:
    """A list with nothing in it yet."""
    return bind_to(new_document(data, name), data)


def new_document(data: Loaded, name: str) -> Document:
    """The document of a list over these data that no file holds yet."""
    new = document.new(data.system.id, data.faction_word, name)
    new.facts["data"] = data.stated
    if data.form == "forces":
        new.facts["forces"] = []
    return new
