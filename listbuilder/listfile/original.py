"""What the file of a list says, worked out once for all the texts that are made of it while the list is edited."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from listbuilder.catalogue.library import Library
from listbuilder.listfile.bind import Binder
from listbuilder.listfile.document import Document
from listbuilder.listfile.plain import Ids, roster_data
from listbuilder.listfile.records import units_in
from listbuilder.roster.tree import Roster
from listbuilder.strictyaml import Source

if TYPE_CHECKING:
    from listbuilder.listfile.layout import Layout

Plain = dict[str, Any]


class Original:
    """A document and the library that its texts are read back over. One thread at a time may use it: it holds ``lock``. A library
    binds lazily, so that an original which another thread uses needs one of its own."""

    def __init__(self, document: Document, library: Library) -> None:
        self.document = document
        self.library = library
        self.lock = threading.RLock()
        self._catalogues = tuple(library.catalogues.values())
        self._read: tuple[Plain, list[str | None]] | None = None
        self._layout: Layout | None = None

    @classmethod
    def apart(cls, document: Document, library: Library) -> Original:
        """One with a library of its own over the same catalogues, for another thread."""
        return cls(document, library.apart())

    def is_of(self, document: Document, library: Library) -> bool:
        """Whether it is of this very document, over the catalogues that this library has now."""
        known = tuple(library.catalogues.values())
        return self.document is document and list(map(id, known)) == list(map(id, self._catalogues))

    def read(self) -> tuple[Plain, list[str | None]]:
        """The plain values of the file as it was read, and the ids of its units in the order of the file, None for those that the
        data do not know. Nobody may change them."""
        if self._read is None:
            entries, roster = self.bound(self.document.source)
            units = units_in(self.document.facts)
            self._read = ordered(roster_data(roster, Ids(roster, {}))), [entries.get(id(unit)) for unit in units]
        return self._read

    def bound(self, source: Source) -> tuple[dict[int, str], Roster]:
        """A file's roster, and the ids of its units by the identity of their records."""
        binder = Binder(source, self.library)
        roster = binder.bind()
        return binder.context.entries, roster

    @property
    def layout(self) -> Layout:
        """How the file is laid out."""
        if self._layout is None:
            self._layout = layout_of(self.document.text)
        return self._layout


def layout_of(text: str) -> Layout:
    """The layout of a text."""
    from listbuilder.listfile.layout import Layout  # imports ruamel, which a check does not need

    return Layout(text)


def ordered(data: Plain) -> Plain:
    """The data with the declarations last, where people write them."""
    declared = data.pop("declarations", None)
    return data | ({"declarations": declared} if declared else {})
