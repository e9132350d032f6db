"""What installed data say otherwise than the points document that goes over them, as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from listbuilder.i18n import N_, Localised, Text, ngettext
from listbuilder.terminal import PLAIN, Terminal

if TYPE_CHECKING:
    from listbuilder.catalogue.system import System
    from listbuilder.sources.points.deviation import Deviation, DeviationKind
    from listbuilder.sources.points.documents import Document

_SAID: dict[DeviationKind, str] = {
    "item": N_("{of}, {name}: {said} → {stated}"),
    "enhancement": N_("{of}, {name}: {said} → {stated}"),
    "detachment-points": N_("{of}, {word}: {said} → {stated}"),
    "disposition": N_("{of}, disposition: {said} → {stated}"),
    "optional": N_("{of}: the set demands {name}, the document has the unit without"),
    "hidden": N_("{of}: the set has it, but offers it to nobody"),
    "tag": N_("{of}, tag: {said} → {stated}"),
    "later-copies": N_("{of}, from copy {name} on: +{said} → +{stated}"),
    "enhancement-kind": N_("{of}, {name}: the set does not count it as an enhancement"),
    "unnamed": N_("{of}: the document has no price of {name} ({said})"),
    "unread": N_("{of}: how the set prices it cannot be read; the document's prices hold"),
    "kept": N_("{of}: what the document states does not fit the set; the set's prices hold"),
}


def deviations_text(document: Document, found: Sequence[Deviation], rules: System, terminal: Terminal = PLAIN) -> str:
    """The version of the document, and each deviation under the name of its page."""
    names = {"version": document.version, "date": document.date, "number": len(found)}
    if not found:
        return str(Text("Points document {version} ({date}): the set says the same", names)) + "\n"
    title = ngettext(
        "Points document {version} ({date}): {number} deviation of the set",
        "Points document {version} ({date}): {number} deviations of the set",
        len(found),
    ).format(**names)
    parts = [terminal.paint(title, "bold") + "\n"]
    for page in dict.fromkeys(one.page for one in found):
        parts.append(f"  {page}\n")
        parts += [f"    {said(one, rules)}\n" for one in found if one.page == page]
    return "".join(parts)


def said(one: Deviation, rules: System) -> Text:
    """A deviation in one line: what the set says, and what the document states. ``rules``: of the game, for its words."""
    currency = rules.points_document.detachment_points if rules.points_document else ""
    word = next((Localised(known.name) for known in rules.currencies if known.id == currency), "")
    nothing = "–"
    names = {
        "of": one.of,
        "name": one.name,
        "models": one.models,
        "said": one.said or nothing,
        "stated": one.stated or nothing,
        "word": word,
    }
    if one.kind == "price":
        return Text(
            ngettext("{of}, {models} model: {said} → {stated}", "{of}, {models} models: {said} → {stated}", one.models),
            names,
        )
    if one.kind == "absent":
        if not one.name:
            return Text("{of}: the set has nothing of this name", names)
        return Text("{of}: the set has nothing that is called {name} ({stated})", names)
    return Text(_SAID[one.kind], names)
