"""Chooses between options with the same result so that the models of a unit use the same one.

Two options may replace the same item by the same item. Which one a list means matters where all models of the unit must use
an option or none, and shows only in what the other models use.
"""

from __future__ import annotations

from collections import Counter

from listbuilder.catalogue.library import Option
from listbuilder.catalogue.loadout import ItemChoice
from listbuilder.listfile.sheet import DatasheetSheet, equal_choices
from listbuilder.roster.tree import Selection


def agree(unit: Selection, sheet: DatasheetSheet) -> None:
    """Replaces choices by those with the same result that the other models use."""
    taken: Counter[str] = Counter()
    doubtful: list[tuple[Selection, list[Option]]] = []
    for model in unit.selections:
        for node in model.selections:
            equal = equal_choices(node, sheet)
            if len(equal) > 1:
                doubtful.append((node, equal))
            else:
                taken.update(_alternatives(node.option))
    for node, equal in doubtful:
        known = {option.id: sum(1 if taken[name] else -1 for name in _alternatives(option)) for option in equal}
        best = max(equal, key=lambda option: known[option.id])
        if known[best.id] > known[node.option.id] and isinstance(node.parent, Selection):
            node.option, node.id = best, f"{node.parent.id}/{best.parts[0].local_id}"


def _alternatives(option: Option) -> tuple[str, ...]:
    return option.loadout.alternatives if isinstance(option.loadout, ItemChoice) else ()
