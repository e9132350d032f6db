"""The proof of one page: in an army of each catalogue of the set that the page is for."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.army import Unit
from listbuilder.catalogue.system import DocumentNames
from listbuilder.roster.tree import Selection
from listbuilder.sources.points.army import ArmyPages
from listbuilder.sources.points.documents import Document
from listbuilder.sources.points.record import Page, UnitLine
from listbuilder.sources.store import FileSet
from tools.points_document.proof import attachments
from tools.points_document.proof.army import PageArmy
from tools.points_document.proof.choices import PageChoices, absent
from tools.points_document.proof.findings import Difference, PageProof, Part, Reason
from tools.points_document.proof.prices import UnitPrices


def prove(data: FileSet, document: Document, names: DocumentNames, only: str = "") -> list[PageProof]:
    """The proofs of all pages, or of the page with that id or name. Raises `InputError` where the set cannot be read."""
    wanted = [document.page(only)] if only else list(document.pages)
    proving = Proving(data, document, names)
    return [proving.page(page) for page in wanted if page is not None]


class Proving:
    """The pages of one document over one set."""

    def __init__(self, data: FileSet, document: Document, names: DocumentNames) -> None:
        self._data = data
        self._names = names
        pages = list(document.pages)
        self._document = document
        self._pages: dict[str, str] = {}  # name of a catalogue -> id of its page
        for offer in data.factions(""):
            found = ArmyPages(pages, names, offer.names["en"]).page
            self._pages[offer.names["en"]] = found.id if found is not None else ""

    def page(self, page: Page) -> PageProof:
        """Each unit is measured in the first army that has it; the choices in the army that has most of the units."""
        armies = [PageArmy(self._data, name, page, self._names) for name, of in self._pages.items() if of == page.id]
        lacking = tuple(dict.fromkeys(name for army in armies for name in army.lacking))
        proof = PageProof(page.name, tuple(army.catalogue for army in armies), lacking)
        reason = Reason.MISSING_CATALOGUE if lacking else Reason.MISSING_UNIT
        if not armies:
            reason = Reason.NO_PAGE_CATALOGUE
        for line in page.units:
            _unit(line, armies, reason, proof)
        self._allied(page, proof)
        if armies:
            most = max(armies, key=lambda army: len(army.units))
            _together(most, Reason.MISSING_CATALOGUE if lacking else Reason.MISSING_CHOICE, proof)
        else:
            absent(page.detachments, Reason.NO_PAGE_CATALOGUE, proof)
        return proof

    def _allied(self, page: Page, proof: PageProof) -> None:
        """What units of the page cost in the first army of another faction that is offered them and has no price of its own for
        them."""
        waiting = {line.name: line for line in page.allied}
        for name, of in self._pages.items():
            if not waiting or of == page.id:
                continue
            army = PageArmy(self._data, name, page, self._names)
            other = self._document.page(of) if of else None
            own = {line.name for line in other.units} if other is not None else set()
            for line in [one for one in waiting.values() if one.name not in own and army.offers(one.name)]:
                for option in army.units[line.name]:
                    UnitPrices(army, line, option, proof, Part.ALLIED).measure()
                del waiting[line.name]
        for name in waiting:
            proof.differ(Difference(Part.ALLIED, Reason.HIDDEN, name))


def _unit(line: UnitLine, armies: Iterable[PageArmy], lacking: Reason, proof: PageProof) -> None:
    having = [army for army in armies if line.name in army.units]
    if not having:
        proof.differ(Difference(Part.UNITS, lacking, line.name))
        return
    offering = next((army for army in having if army.offers(line.name)), None)
    if offering is not None:
        proof.agree(Part.UNITS)
    else:
        is_lacking = any(army.lacking for army in having)
        proof.differ(Difference(Part.UNITS, Reason.HIDDEN_LACKING if is_lacking else Reason.HIDDEN, line.name))
    army = offering or having[0]
    for option in army.units[line.name]:
        UnitPrices(army, line, option, proof).measure()


def _together(army: PageArmy, lacking: Reason, proof: PageProof) -> None:
    """What needs one of each unit in one army."""
    with army.trial():
        added: dict[str, list[Selection]] = {}
        for name, options in army.units.items():
            added[name] = [army.add(option) for option in options]
        everything = [unit for units in added.values() for unit in units]
        PageChoices(army, everything, lacking, proof).measure()
        units: dict[str, list[Unit]] = {name: [army.read(unit) for unit in some] for name, some in added.items()}
        attachments.measure(army, units, proof)
