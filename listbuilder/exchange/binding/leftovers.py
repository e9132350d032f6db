"""What no allowed arrangement of a unit takes: it is selected where the unit has it, for the engine to judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from listbuilder.errors import Place
from listbuilder.exchange.binding.items import Bag
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.binding.selecting import grow, put
from listbuilder.exchange.binding.spelled import item_of
from listbuilder.exchange.binding.trees import Ways, is_model
from listbuilder.roster.tree import Selection


class Leftovers:
    """Those of one unit. ``line``: of the list, where it stands."""

    def __init__(self, unit: Selection, problems: Problems, line: int) -> None:
        self._unit = unit
        self._problems = problems
        self._line = line

    def select(self, bag: Bag, left: Counter[str], nodes: Sequence[Selection], *, strange: bool) -> None:
        """Selects what is left of a bag, first in the nodes that state it. Nothing in a unit that is ``strange``, which has other
        items that the data do not know: they describe it differently."""
        for key, number in bag.without_echoes(left).items():
            part = bag.parts.get(key)
            line = part.line if part else self._line
            around = [
                node for node in (self._unit, *self._unit.selections) if node not in nodes
            ]  # none that the list means
            if strange or not (self._force_in(key, number, nodes, line) or self._force_in(key, number, around, line)):
                name = part.name if part else key
                self._problems.no_place(name, line, self._unit.id)

    def _force_in(self, key: str, number: int, nodes: Sequence[Selection], line: int) -> bool:
        for node in nodes:
            for entry in node.option.entries:
                if is_model(entry) or Counter((key,)) not in item_of(self._unit.option.library, entry).spellings:
                    continue
                known = next((child for child in node.selections if child.option is entry), None)
                if known is not None and node.amount == 1:
                    known.amount += number
                else:
                    target = node if node.amount <= number else self._split(node)
                    way = Ways(self._unit.option.library, Counter()).of_entry(entry)[0]
                    extra = put(target, entry, max(1, number // target.amount), self._place(line))
                    grow(extra, way.chosen[0].below)
                return True
        return False

    def _split(self, node: Selection) -> Selection:
        """One model of several, apart."""
        assert isinstance(node.parent, Selection)
        node.amount -= 1
        one = put(node.parent, node.option)
        one.place = node.place
        self._copy(node, one)
        return one

    def _copy(self, source: Selection, target: Selection) -> None:
        for child in source.selections:
            self._copy(child, put(target, child.option, child.amount))

    def _place(self, line: int) -> Place | None:
        return Place(self._problems.file, line, 1) if line else None
