"""The pages of a points document that price an army: its own, its parent's, and those of the factions that lend it units."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from listbuilder.expressions import expression
from listbuilder.naming import fold

if TYPE_CHECKING:
    from listbuilder.catalogue.system import DocumentNames
    from listbuilder.sources.points.record import DetachmentLine, EnhancementLine, Page, UnitLine

_SIGNS = expression(r"[^\w]+")


def plain(name: str) -> str:
    """The letters and digits of a name: two data sets that write it with other signs mean the same."""
    return _SIGNS.sub("", fold(name))


class PageLines:
    """The lines of one page by what data call their units."""

    def __init__(self, page: Page, names: DocumentNames) -> None:
        self.page = page
        self._names = names

    @cached_property
    def units(self) -> dict[str, UnitLine]:
        return self._by_name(self.page.units)

    @cached_property
    def allied(self) -> dict[str, UnitLine]:
        return self._by_name(self.page.allied)

    def _by_name(self, lines: Iterable[UnitLine]) -> dict[str, UnitLine]:
        """By its own name, and by those that data give it, as far as no other line of the page has these for its own."""
        own = {plain(self._names.bare(line.name)): line for line in lines}
        return {plain(other): line for line in lines for other in self._names.of(line.name)} | own


class ArmyPages:
    """Prices in armies of one faction. ``faction``: the name of its catalogue. ``page`` is None where the document has none
    for it."""

    def __init__(self, pages: Iterable[Page], names: DocumentNames, faction: str) -> None:
        self.names = names
        self._all = {page.id: PageLines(page, names) for page in pages}
        self._of_catalogue: dict[str, PageLines | None] = {}
        self._own = self._page_of(faction)

    @property
    def page(self) -> Page | None:
        return self._own.page if self._own else None

    @property
    def _parent(self) -> PageLines | None:
        return self._all.get(self._own.page.parent) if self._own else None

    def line(self, unit: str, catalogue: str) -> tuple[Page, UnitLine] | None:
        """What a unit of a catalogue (by their names) costs in the army, and the page that says so."""
        name = plain(self.names.bare(unit))
        for own in (self._own, self._parent):
            if own is not None and name in own.units:
                return own.page, own.units[name]
        lender = self._page_of(catalogue)
        if lender is None:
            return None
        found = lender.allied.get(name) if lender is not self._own else None
        found = found or lender.units.get(name)
        return (lender.page, found) if found is not None else None

    def units(self) -> Iterable[UnitLine]:
        """The units of the army's own page."""
        return self._own.page.units if self._own else ()

    def every_unit(self) -> tuple[UnitLine, ...]:
        """The units of its own page, then those of its parent's that it does not have itself."""
        pages = [own.page for own in (self._own, self._parent) if own is not None]
        found: dict[str, UnitLine] = {}
        for page in pages:
            for line in page.units:
                found.setdefault(plain(line.name), line)
        return tuple(found.values())

    def offers_unit(self, line: UnitLine) -> bool:
        """Whether the army may have a unit of one of its pages: its own has all but those of the parent's that are no longer
        supported."""
        return self._own is None or line.legends or plain(self.names.bare(line.name)) in self._own.units

    def offers_detachment(self, line: DetachmentLine) -> bool:
        """Whether the army may have a detachment of one of its pages: its own has all."""
        return self._own is None or any(plain(line.name) == plain(one.name) for one in self._own.page.detachments)

    def detachments(self) -> tuple[DetachmentLine, ...]:
        """The detachments that the army may have; its own page goes before its parent's."""
        pages = [own.page for own in (self._parent, self._own) if own is not None]
        return tuple({plain(line.name): line for page in pages for line in page.detachments}.values())

    def enhancements(self) -> dict[str, tuple[tuple[DetachmentLine, EnhancementLine], ...]]:
        """The enhancements that it may have, with their detachments, by each of their plain names."""
        found: dict[str, tuple[tuple[DetachmentLine, EnhancementLine], ...]] = {}
        for detachment in self.detachments():
            for line in detachment.enhancements:
                for name in self.names_of(line.name):
                    found[name] = (*found.get(name, ()), (detachment, line))
        return found

    @cached_property
    def all_enhancements(self) -> frozenset[str]:
        """The plain names of the enhancements of every faction: units that allies lend bring theirs."""
        lines = (
            line
            for one in self._all.values()
            for detachment in one.page.detachments
            for line in detachment.enhancements
        )
        return frozenset(name for line in lines for name in self.names_of(line.name))

    def names_of(self, name: str) -> set[str]:
        """The plain names by which data may mean what the document calls so."""
        return {plain(self.names.bare(name)), *map(plain, self.names.of(name))}

    def _page_of(self, catalogue: str) -> PageLines | None:
        """The page of a catalogue: that of its name or of the last part of it that is one ("Imperium - Imperial Knights -
        Library")."""
        if catalogue not in self._of_catalogue:
            parts = (catalogue, *reversed(catalogue.split(" - ")))
            found = (lines for part in parts for lines in self._all.values() if self._is_called(lines.page, part))
            self._of_catalogue[catalogue] = next(found, None)
        return self._of_catalogue[catalogue]

    def _is_called(self, page: Page, word: str) -> bool:
        return plain(word) in map(plain, (page.id, page.name, *self.names.pages.get(page.id, ())))
