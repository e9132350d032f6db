"""Who may join whom, as a points document lists it, in the form of facts of the data's units and enhancements."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from listbuilder.catalogue.facts import Effect, Facts, Leader, Match
from listbuilder.catalogue.model import Entry
from listbuilder.naming import unmarked
from listbuilder.sources.points.army import ArmyPages, plain
from listbuilder.sources.points.record import EnhancementLine, Joins, UnitLine


class Attachments:
    """The attachments of one army. ``units``: what the data call their units."""

    def __init__(self, pages: ArmyPages, units: Iterable[str]) -> None:
        self._pages = pages
        self._names: dict[str, dict[str, None]] = {}
        for name in units:
            for key in {plain(name), plain(pages.names.bare(name))}:
                self._names.setdefault(key, {})[name] = None

    def unit(self, entry: Entry, line: UnitLine) -> Entry:
        """The unit with whom it may join; with nobody where the document lists none."""
        joins = line.supports or line.leads
        terms = Leader(
            leads=self._called(joins), leads_keywords=joins.keywords, support=bool(line.supports), whole=True
        )
        facts = entry.facts or Facts(partial=True)
        return replace(entry, facts=replace(facts, leader=terms))

    def enhancement(self, entry: Entry, line: EnhancementLine) -> Entry:
        """The enhancement with the further units that its bearer may join; itself where it gives none."""
        joins = (line.leads, line.supports)
        leads = tuple(
            Match(keywords=words)
            for one in joins
            for words in (*((name,) for name in self._called(one)), *one.keywords)
        )
        if not leads:
            return entry
        facts = entry.facts or Facts(partial=True)
        return replace(entry, facts=replace(facts, effects=(Effect(ability=entry.name, leads=leads),)))

    def _called(self, joins: Joins) -> tuple[str, ...]:
        """What armies call the units of the data; the document's own names where these have none."""
        found: dict[str, None] = {}
        for name in joins.names:
            known = [self._names[key] for key in sorted(self._pages.names_of(name)) if key in self._names]
            found |= {unmarked(one): None for names in known for one in names} or {name: None}
        return tuple(found)
