"""What changed from one version of a points document to another: each fact that differs, by page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from listbuilder.catalogue.base import Number
from listbuilder.naming import fold
from listbuilder.sources.points.documents import Document
from listbuilder.sources.points.record import DetachmentLine, EnhancementLine, Joins, Page, UnitLine

ADDED, REMOVED, CHANGED = "added", "removed", "changed"
PAGE, DETACHMENT, ENHANCEMENT, UNIT, ALLIED = "page", "detachment", "enhancement", "unit", "allied"

Value = Number | str | bool
Facts = dict[tuple[str, str], Value]  # what a fact is, and of what -> its value


class Fact(Struct, frozen=True):
    """A fact that differs. ``what`` it is and ``of`` what: `points` of a number of models, or of what has one price (empty);
    `composition`, the points of these models; `again`, those that copies from a number on cost more; `addition` of a kind of
    model; `item` of wargear; `leads` and `supports` of the unit to join; of nothing else `name`, `legends`, `group`,
    `disposition`, `tag`, `upgrade` and `parent`. None: there is none."""

    what: str
    of: str
    before: Value | None
    after: Value | None


class Change(Struct, frozen=True):
    """Something on a page that came, went or changed. ``within``: the detachment of an enhancement. Of what came or went, every
    fact is among ``facts``."""

    page: str
    what: str
    name: str
    change: str
    within: str = ""
    facts: tuple[Fact, ...] = ()

    def is_like(self, other: Change) -> bool:
        """Whether it is the same on another page."""
        here, there = ((one.what, one.name, one.within, one.change, _comparable(one)) for one in (self, other))
        return here == there


def difference(before: Document, after: Document) -> Iterator[Change]:
    """Every change, in the order of the later document's pages; what went comes last."""
    pages = {page.id: page for page in after.pages}
    old = {page.id: page for page in before.pages}
    for page_id in (*pages, *(name for name in old if name not in pages)):
        yield from of_page(page_id, old.get(page_id), pages.get(page_id))


def of_page(page_id: str, before: Page | None, after: Page | None) -> Iterator[Change]:
    """What changed on one page; only the page itself where it came or went."""
    known = after or before
    if known is None:
        return
    change = _change(page_id, PAGE, known.name, before, after, (_of_page(before), _of_page(after)))
    if change is not None:
        yield change
    if before is None or after is None:
        return
    yield from _detachments(page_id, before.detachments, after.detachments)
    yield from _each(page_id, UNIT, before.units, after.units, _of_unit)
    yield from _each(page_id, ALLIED, before.allied, after.allied, _of_unit)


def _detachments(page: str, before: Sequence[DetachmentLine], after: Sequence[DetachmentLine]) -> Iterator[Change]:
    """Each detachment, followed by its enhancements."""
    for name, (old, new) in _pairs(before, after).items():
        change = _change(page, DETACHMENT, name, old, new, (_of_detachment(old), _of_detachment(new)))
        if change is not None:
            yield change
        was, now = (one.enhancements if one else () for one in (old, new))
        yield from _each(page, ENHANCEMENT, was, now, _of_enhancement, name)


def _each(page: str, what: str, before: Any, after: Any, facts: Any, within: str = "") -> Iterator[Change]:
    """Each record of a kind that differs."""
    for name, (old, new) in _pairs(before, after).items():
        change = _change(page, what, name, old, new, tuple(map(facts, (old, new))), within)
        if change is not None:
            yield change


def _pairs(before: Iterable[Any], after: Iterable[Any]) -> dict[str, tuple[Any, Any]]:
    """Records by their names: as they were and as they are."""
    old = {fold(one.name): one for one in before}
    new = {fold(one.name): one for one in after}
    order = (*new, *(name for name in old if name not in new))
    return {(new.get(name) or old[name]).name: (old.get(name), new.get(name)) for name in order}


def _change(
    page: str, what: str, name: str, old: object, new: object, facts: Sequence[Facts], within: str = ""
) -> Change | None:
    """The change; None where there is none. ``facts``: before and after."""
    before, after = facts
    keys = (*after, *(key for key in before if key not in after))
    found = tuple(Fact(*key, before.get(key), after.get(key)) for key in keys if before.get(key) != after.get(key))
    if old is None or new is None:
        named = tuple(one for one in found if one.what != "name")
        return Change(page, what, name, ADDED if old is None else REMOVED, within, named)
    return Change(page, what, name, CHANGED, within, found) if found else None


# --- facts ------------------------------------------------------------------------------------------------------------------


def _of_page(page: Page | None) -> Facts:
    return _stated(name=page.name, parent=page.parent) if page else {}


def _of_unit(unit: UnitLine | None) -> Facts:
    if unit is None:
        return {}
    found = _stated(name=unit.name)
    for price in unit.prices:
        parts = ", ".join(f"{number} {name}" for name, number in price.of.items())
        found["composition" if parts else "points", parts or str(price.models)] = price.points
    found |= {("again", str(copy)): points for copy, points in unit.again.items()}
    found |= _named("addition", unit.additions) | _named("item", unit.items)
    return found | _joins(unit.leads, unit.supports) | _stated(legends=unit.legends, group=unit.group)


def _of_enhancement(enhancement: EnhancementLine | None) -> Facts:
    if enhancement is None:
        return {}
    found: Facts = {**_stated(name=enhancement.name), ("points", ""): enhancement.points}
    return found | _stated(upgrade=enhancement.upgrade) | _joins(enhancement.leads, enhancement.supports)


def _of_detachment(detachment: DetachmentLine | None) -> Facts:
    if detachment is None:
        return {}
    found: Facts = {**_stated(name=detachment.name), ("points", ""): detachment.points}
    return found | _stated(disposition=detachment.disposition, tag=detachment.tag)


def _named(what: str, points: Mapping[str, Number]) -> Facts:
    return {(what, name): one for name, one in points.items()}


def _stated(**values: str | bool) -> Facts:
    """Those that say something."""
    return {(what, ""): value for what, value in values.items() if value}


def _joins(leads: Joins, supports: Joins) -> Facts:
    return {
        (what, name): True
        for what, joins in (("leads", leads), ("supports", supports))
        for name in (*joins.names, *(" + ".join(words) for words in joins.keywords))
    }


def _comparable(change: Change) -> list[Fact]:
    """The facts of a change without the part of the page that a unit stands in."""
    return [one for one in change.facts if one.what != "group"]
