"""The proof of one page: in an army of each catalogue of the set that the page is for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from listbuilder.army import Unit
from listbuilder.catalogue.system import DocumentNames
from listbuilder.roster.tree import Selection
from listbuilder.sources.points.army import ArmyPages
from listbuilder.sources.points.documents import Document
from listbuilder.sources.points.record import Page, UnitLine
from listbuilder.sources.store import FileSet
from tools.points_document.proof import attachments
from tools.points_document.proof.army import PageArmy
from tools.points_document.proof.choices import PageChoices
from tools.points_document.proof.findings import Difference, PageProof, Part, Reason
from tools.points_document.proof.prices import UnitPrices


def prove(data: FileSet, document: Document, names: DocumentNames, only: str = "") -> list[PageProof]:
    """The proofs of all pages, or of the page with that id or name. Raises `InputError` where the set cannot be read."""
    pages = list(document.pages)
    wanted = [document.page(only)] if only else pages
    of_page: dict[str, list[str]] = {}
    for offer in data.factions(""):
        found = ArmyPages(pages, names, offer.names["en"]).page
        if found is not None:
            of_page.setdefault(found.id, []).append(offer.names["en"])
    return [_page(data, page, names, of_page.get(page.id, [])) for page in wanted if page is not None]


def _page(data: FileSet, page: Page, names: DocumentNames, catalogues: Sequence[str]) -> PageProof:
    """Each unit is measured in the first army that has it; the choices in the army that has most of the units."""
    proof = PageProof(page.name, tuple(catalogues))
    armies = [PageArmy(data, name, page, names) for name in catalogues]
    proof.lacking = tuple(dict.fromkeys(name for army in armies for name in army.lacking))
    lacking = Reason.MISSING_CATALOGUE if proof.lacking else Reason.MISSING_UNIT
    if not armies:
        lacking = Reason.NO_PAGE_CATALOGUE
    for line in page.units:
        _unit(line, armies, lacking, proof)
    if armies:
        most = max(armies, key=lambda army: len(army.units))
        _together(most, Reason.MISSING_CATALOGUE if proof.lacking else Reason.MISSING_CHOICE, proof)
    return proof


def _unit(line: UnitLine, armies: Iterable[PageArmy], lacking: Reason, proof: PageProof) -> None:
    having = [army for army in armies if line.name in army.units]
    if not having:
        proof.differ(Difference(Part.UNITS, lacking, line.name))
        return
    offering = next((army for army in having if not army.is_hidden(army.units[line.name][0])), None)
    if offering is not None:
        proof.agree(Part.UNITS)
    else:
        proof.differ(Difference(Part.UNITS, Reason.HIDDEN, line.name))
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
