"""Saves a roster into the text of its file, so that comments, order and unknown keys survive.

Works out what differs from the file, writes the differences, and reads the result back: a text that does not state the
roster exactly is never returned.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from listbuilder import strictyaml
from listbuilder.errors import InputError
from listbuilder.i18n import Text
from listbuilder.listfile import shape
from listbuilder.listfile.document import Document, load
from listbuilder.listfile.names import free_name
from listbuilder.listfile.original import Original, layout_of, ordered
from listbuilder.listfile.plain import Ids, roster_data
from listbuilder.listfile.records import is_tree, units_in
from listbuilder.naming import fold
from listbuilder.roster.tree import Roster
from listbuilder.terminal import shielded

if TYPE_CHECKING:
    from listbuilder.listfile.layout import Layout
    from listbuilder.listfile.writer import ListWriter

BOM = "\ufeff"
FIXED = ("system", "data", "faction", "rules")  # keys that the roster does not decide
Plain = dict[str, Any]
NOTHING: Mapping[str, str] = MappingProxyType({})


def save(document: Document, roster: Roster) -> str:
    """The text of the file with the roster as it is now. An unchanged roster gives the very text that was read.

    Raises `InputError` when no text states the roster exactly (a bug, but nothing is lost).
    """
    return Snapshot(document, roster).text()


def saved(document: Document, text: str, path: Path | None = None) -> Document:
    """The document of a text that was just written: the start of the next `save`."""
    found = load(text.encode("utf-8"), str(path or document.file))
    found.path = path or document.path
    found.ids = document.ids
    return found


def harmless(text: str) -> str:
    """A file's text such that it can be shown: where it would control a terminal, turn the order of a line or command a CI
    service, the same values written anew, with the characters that do so as their numbers and without comments. Raises
    `InputError` where it is no YAML."""
    if shielded(text) == text:
        return text
    facts = strictyaml.load(text).value
    return _writer(layout_of(""), set(), facts).anew() if isinstance(facts, dict) else shielded(text)


def _writer(layout: Layout, bare: set[str], facts: Plain | None = None) -> ListWriter:
    from listbuilder.listfile.writer import ListWriter  # imports ruamel, which a check does not need

    return ListWriter(layout, bare, facts)


class Snapshot:
    """A roster at one moment as plain values, with the document that it is saved into. Later edits do not change it."""

    def __init__(self, document: Document, roster: Roster, original: Original | None = None) -> None:
        """``original``: what the text is made of; one over the roster's own library when not given. A text that is made in
        another thread needs one with a library of its own."""
        self.document = document
        self.original = original or Original(document, roster.library)
        self.name = roster.name
        ids = Ids(roster, document.ids)
        self.after = ordered(roster_data(roster, ids))
        self.as_tree = ordered(roster_data(roster, ids, as_tree=True))
        self.ids_read: set[str] = set()  # ids of the units in the file as it was read

    def text(self, data: Mapping[str, str] = NOTHING) -> str:
        """The text of the file. ``data``: what it says of its data instead of what it said. Raises `InputError` as `save`
        does."""
        with self.original.lock:
            return self._text(data)

    def _text(self, data: Mapping[str, str]) -> str:
        document, after = self.document, self.after
        restated = self._narrower() | ({"data": dict(data)} if data else {})
        if not document.text:
            return self._fresh(after, restated)
        before, entries = self.original.read()
        if before == after and not data:
            return self._bom() + document.text
        named = {key: document.facts[key] for key in restated if key in document.facts}
        self.ids_read = {name for name in entries if name is not None}
        writer = _writer(self.original.layout, self._bare(after), document.facts)
        # each keeps less of the layout than the one before
        ways = (writer.write, partial(writer.write, coarse=True), writer.rewrite, writer.restate)
        for write in ways:
            text = write(before | named, after | restated, entries)
            if self._states(text, after, self._kept(restated)):
                return self._bom() + text
        return self._fresh(after, restated)

    def _fresh(self, after: Plain, restated: Plain) -> str:
        """The shortest file that states the roster; as a tree of selections where units and wargear cannot state it."""
        for data in (after, self.as_tree):
            text = _writer(layout_of(""), self._bare(data)).write({}, self._fixed() | restated | data, [])
            if self._states(text, data):
                return text
        raise InputError(Text("the list cannot be written to a file without loss"), self.document.file)

    def _bom(self) -> str:
        return BOM if self.document.data.startswith(BOM.encode()) else ""

    def _fixed(self) -> Plain:
        facts = self.document.facts
        fixed = {key: facts[key] for key in FIXED if key in facts}
        return ({"name": self.name} if self.name else {}) | fixed

    def _kept(self, restated: Plain) -> Plain:
        """What the file says that the roster does not decide."""
        facts = self.document.facts
        return {key: facts[key] for key in facts if (key not in shape.ROSTER or key in FIXED) and key not in restated}

    def _narrower(self) -> Plain:
        """The faction, where the file names one that it extends: what told the narrower one may be gone after the next edit."""
        faction = next((one for one in self.original.library.catalogues.values() if not one.library), None)
        word = fold(self.document.faction)
        if faction is None or not faction.extends or not word:
            return {}
        own = map(fold, (faction.local_id, faction.name, *faction.names.values()))
        return {} if word in own else {"faction": faction.local_id}

    # --- ids --------------------------------------------------------------------------------------------------------------

    def _bare(self, after: Plain) -> set[str]:
        """Units that need no id in the file: they have the id that they get by default, and no declaration names them."""
        units: list[Plain] = list(units_in(after))
        stated = {str(unit["id"]) for unit in units_in(self.document.facts) if unit.get("id") is not None}
        read = {str(name) for name in self.ids_read}
        if stated and stated >= read:
            return set()  # a user who gives every unit an id wants ids
        explicit = stated | (self._named(after) - read)
        while True:
            taken = set(explicit)
            wrong = None
            for unit in units:
                if unit["id"] in explicit:
                    continue
                given = free_name(unit["datasheet"], taken)
                taken.add(given)
                if given != unit["id"]:
                    wrong = unit["id"]
                    break
            if wrong is None:
                return {unit["id"] for unit in units} - explicit
            explicit.add(wrong)

    @staticmethod
    def _named(data: Plain) -> set[str]:
        """Ids that the declarations name."""
        found: set[str] = set()
        for value in (data.get("declarations") or {}).values():
            found.update(value)
            for inner in value.values() if isinstance(value, dict) else ():
                found.update(inner if isinstance(inner, list) else [inner])
        return found

    # --- proof ------------------------------------------------------------------------------------------------------------

    def _states(self, text: str, after: Plain, kept: Plain | None = None) -> bool:
        """Whether a text, read again, gives the same roster, and says what is kept."""
        try:
            source = strictyaml.load(text, self.document.file)
        except InputError:
            return False
        value: Any = source.value
        if not isinstance(value, dict) or any(value.get(key) != stated for key, stated in (kept or {}).items()):
            return False
        try:
            _, roster = self.original.bound(source)
        except (KeyError, TypeError, AttributeError, ValueError):
            return False
        return ordered(roster_data(roster, Ids(roster, {}), as_tree=is_tree(after))) == after
