"""The other factions of a native system, as the library of one faction asks for them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property

import msgspec

from listbuilder.catalogue.allies import AllyHosts
from listbuilder.catalogue.model import Catalogue
from listbuilder.errors import InputError
from listbuilder.sources.native.locate import FactionFiles, file_name
from listbuilder.sources.native.record import SystemRecord


class Others:
    """Reads only the folders that are asked for. ``faction``: the army's own; ``folders``: of every faction of the system, by
    its id; ``load`` reads the catalogue of one and raises `InputError`."""

    def __init__(
        self,
        record: SystemRecord,
        faction: Catalogue,
        folders: Mapping[str, FactionFiles],
        load: Callable[[str], Catalogue],
    ) -> None:
        self._record = record
        self._faction = faction
        self._folders = folders
        self._load = load

    def every(self) -> Iterator[Catalogue]:
        return self.named(self._order)

    def named(self, ids: Iterable[str]) -> Iterator[Catalogue]:
        for name in ids:
            if name != self._faction.id and name in self._order:
                with contextlib.suppress(InputError):  # reported when that faction is loaded, and by `check`
                    yield self._load(name)

    def allied(self, detachments: Collection[str]) -> Iterator[Catalogue]:
        rules = (rule for rule in self._rules if rule.allowed_with(detachments))
        return self.named(dict.fromkeys(name for rule in rules for name in rule.factions))

    def holding(self, word: str) -> Iterator[Catalogue]:
        datasheet = file_name(word)
        return self.named(name for name in self._order if datasheet in self._folders[name].datasheets)

    @cached_property
    def _rules(self) -> tuple[AllyHosts, ...]:
        """The ally rules for the army, whatever its detachments."""
        own = {self._faction.faction_keyword.casefold(), self._faction.id, self._faction.name.casefold()}
        words = own.union(category.name.casefold() for category in self._faction.category_entries)
        rules = msgspec.convert(self._record.system.ally_rules, tuple[AllyHosts, ...])
        return tuple(rule for rule in rules if rule.hosted_by(own, words))

    @cached_property
    def _order(self) -> tuple[str, ...]:
        """The ids of the factions: those that ally rules name for the army, in the order of the rules, the one that the army's
        extends, which has besides what the army has only what it cannot have, and all others, those last that extend another
        one."""
        allied = [name for rule in self._rules for name in rule.factions]
        known = [line.id for line in sorted(self._record.factions, key=lambda line: bool(line.extends))]
        first = (name for name in (*allied, self._faction.extends) if name in known)
        return tuple(dict.fromkeys((*first, *known)))
