"""Binds a list file of ours whose data set is not installed to a points document, by the names in it."""

from __future__ import annotations

from listbuilder.catalogue.pin import dated
from listbuilder.catalogue.system import System
from listbuilder.errors import INFO, Problem
from listbuilder.exchange.binding import army
from listbuilder.exchange.reading.list_file import record_of
from listbuilder.i18n import Text
from listbuilder.listfile import bound, document
from listbuilder.listfile.bound import BoundList
from listbuilder.listfile.declared import unused
from listbuilder.listfile.document import Document
from listbuilder.listfile.records import selections_in
from listbuilder.replacing import replace
from listbuilder.roster.tree import Roster
from listbuilder.sources.dataset import Loaded
from listbuilder.sources.registry import Sets
from listbuilder.strictyaml import Source

KEPT = ("rules",)  # keys of the file that mean the same over every data set


def bind(read: Document, system: System, documents: Sets) -> BoundList:
    """The list of a file over one of these points documents. It is no longer the list of its file, which states wargear that a
    document does not know, so that it is saved as a new one. Raises `InputError` where none of them has its faction."""
    record = record_of(read, system.id)
    found = army.bind(record, read.file, documents)
    _label(read, found.roster)
    skipped = {unit.id for unit in record.units if unit.id not in found.roster.nodes}
    problems = document.bind_around(read, found.roster, found.data.system.vocabulary.terms, skipped)
    stated = read.data_pin.get("set", "")
    declared = read.facts.get("declarations") or {}
    return replace(
        found,
        document=_renewed(read, found.data),
        problems=[
            *found.problems,
            *problems,
            *unused(read.source, declared, found.data.system.vocabulary),
            *_since(read, found.data),
        ],
        places=read.places | found.places,
        absent="" if stated == found.data.pin.set else stated,
        others=(),
        systems=(),
    )


def _label(read: Document, roster: Roster) -> None:
    """Gives the units the names and notes that the file has for them."""
    for record in selections_in(read.facts):
        node = roster.nodes.get(str(record.get("id")))
        if node is not None:
            node.custom_name, node.custom_notes = str(record.get("name") or ""), str(record.get("notes") or "")


def _renewed(read: Document, data: Loaded) -> Document:
    """A document without a text, whose facts stand where the file has them."""
    new = bound.new_document(data, read.name)
    facts = new.facts | {key: read.facts[key] for key in KEPT if key in read.facts}
    marks = read.source.marks
    places = {id(facts): marks[id(read.facts)]} if id(read.facts) in marks else {}
    return Document(Source(facts, "", read.file, {**marks, **places}, read.source.start))


def _since(read: Document, data: Loaded) -> list[Problem]:
    """A note where the list was made with another version of the document."""
    then, now = read.data_pin.get("points", ""), data.pin.document
    if then in {"", now}:
        return []
    names: dict[str, object] = {"then": dated(read.data_pin.get("date"), then), "now": data.pin.dated}
    text = Text("made with the data of {then}, checked with those of {now}", names)
    return [Problem(text, *read.place("data"), rule="data-changed", severity=INFO)]
