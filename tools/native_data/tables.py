"""Tables of enhancements that a faction has at all times: heroic traits, artefacts of power.

The overlay of a system says under `tables` which groups of choices of a unit are such tables, and which type of items each holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from listbuilder.catalogue.library import Option
from listbuilder.roster.tree import Selection
from tools.native_data.bench import Bench
from tools.native_data.composition import slug
from tools.native_data.spelling import plain


class TableReader:
    """``units``: the entries of the faction's datasheets."""

    def __init__(self, bench: Bench, units: Iterable[Option]) -> None:
        self.bench = bench
        self.units = list(units)

    def items(self) -> dict[str, Any]:
        """`items` of the faction's file: every enhancement that one of its units may have."""
        found: dict[str, Any] = {}
        for unit in self.units:
            for kind, entry in self._offered(unit):
                price = next((cost.value for cost in entry.merged.costs if cost.type_id == self.bench.points_type), 0)
                found.setdefault(slug(entry.name), {"name": plain(entry.name), "type": kind, "points": price})
        return dict(sorted(found.items(), key=lambda pair: (pair[1]["type"], pair[1]["name"])))

    def allowances(self, unit: Option) -> list[dict[str, Any]]:
        """`allowances` of a datasheet: the types of items that its tables hold."""
        types = list(dict.fromkeys(kind for kind, _ in self._offered(unit)))
        return [{"types": sorted(types)}] if types else []

    def _offered(self, unit: Option) -> Iterator[tuple[str, Option]]:
        """Each enhancement that an entry offers, with its type of items."""
        tables = [(self.bench.tables.get(group.name, ""), group) for group in unit.options]
        with self.bench.placed(self.bench.default(unit)) as root:
            for kind, group in tables:
                for entry in _entries(group) if kind else ():
                    if not self._is_hidden(root, entry):
                        yield kind, entry

    def _is_hidden(self, root: Selection, entry: Option) -> bool:
        engine = self.bench.engine
        return any(engine.choice(root, option).hidden for option in (entry, *entry.group_chain))


def _entries(group: Option) -> Iterator[Option]:
    for option in group.options:
        if option.is_group:
            yield from _entries(option)
        else:
            yield option
