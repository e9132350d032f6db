"""An army as a PDF: summary, datasheet cards, reference; or all of it on two pages."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.army.model import Army
from listbuilder.catalogue.system import System
from listbuilder.i18n import _, in_language
from listbuilder.print.blocks import Scaled
from listbuilder.print.brief import brief
from listbuilder.print.briefing import Briefing
from listbuilder.print.card import card, card_name
from listbuilder.print.compact import compact_flow
from listbuilder.print.datasheet import distinct
from listbuilder.print.options import PrintOptions
from listbuilder.print.pages import SIZES, Bookmark, Flow, Frame, Imprint, render
from listbuilder.print.reference import add_reference
from listbuilder.print.summary import add_summary
from listbuilder.print.theme import NOTE, prose
from listbuilder.rules.diagnostic import Diagnostic

_SIZES = (1.0, 0.96, 0.92)  # cards may be a little smaller where that saves a page


def compose(army: Army, findings: Sequence[Diagnostic], system: System | None, options: PrintOptions) -> bytes:
    """The PDF of an army in the language in use. The same input gives the same bytes."""
    briefing = brief(army, findings, system, options.enabled)
    frame = Frame(SIZES[options.paper])
    flow = compact_flow(briefing, frame) if options.compact else full_flow(briefing, frame)
    pages = [page for page in flow.pages if page] or [[]]
    return render(pages, flow.frame, _imprint(briefing))


def full_flow(briefing: Briefing, frame: Frame) -> Flow:
    """Summary, one card for each distinct unit, reference."""
    flows = [_flow_at(briefing, frame, factor) for factor in _SIZES]
    return min(flows, key=lambda flow: len(flow.pages))  # the first, which is the largest, of equal ones


def _flow_at(briefing: Briefing, frame: Frame, factor: float) -> Flow:
    flow = Flow(frame)
    add_summary(flow, briefing)
    groups = distinct(briefing.army.units)
    if groups:
        rule = briefing.vocabulary.half_strength
        if hint := in_language(rule.boxes) if rule else "":
            flow.add(prose(hint, NOTE))
        flow.turn_page()
    for index, copies in enumerate(groups):
        chapter = () if index else (Bookmark(_("Units")),)
        flow.add(Scaled(card(briefing, copies), factor), *chapter, Bookmark(card_name(briefing, copies), 1))
    add_reference(flow, briefing)
    return flow


def _imprint(briefing: Briefing) -> Imprint:
    army = briefing.army
    words = " ".join(filter(None, (briefing.verdict_words, briefing.points_line)))
    verdict = f"{words}  ·  {briefing.fingerprint}" if briefing.fingerprint else words
    subject = " · ".join(filter(None, (briefing.faction, briefing.detachments, briefing.points_line)))
    keywords = ", ".join(filter(None, (army.system, army.faction_keyword)))
    return Imprint(briefing.title, subject, keywords, verdict, briefing.language)
