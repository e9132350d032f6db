"""Chooses between options with the same result so that the models of a unit use the same one.

Two options may replace the same item by the same item. Which one a list means matters where all models of the unit must use
an option or none, and shows only in what the other models use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from listbuilder.catalogue.library import Option
from listbuilder.catalogue.loadout import ItemChoice
from listbuilder.listfile.sheet import DatasheetSheet, WargearChoice
from listbuilder.roster.tree import Selection


def agree(unit: Selection, sheet: DatasheetSheet) -> None:
    """Replaces choices by those with the same result that the other models use."""
    taken: Counter[str] = Counter()
    doubtful: list[tuple[Selection, list[Option]]] = []
    for model in unit.selections:
        for node in model.selections:
            equal = list(_equal(node, sheet))
            if len(equal) > 1:
                doubtful.append((node, equal))
            else:
                taken.update(_alternatives(node.option))
    for node, equal in doubtful:
        best = max(equal, key=lambda option: sum(1 if taken[name] else -1 for name in _alternatives(option)))
        if best is not node.option and isinstance(node.parent, Selection):
            node.option, node.id = best, f"{node.parent.id}/{best.parts[0].local_id}"


def _alternatives(option: Option) -> tuple[str, ...]:
    return option.loadout.alternatives if isinstance(option.loadout, ItemChoice) else ()


def _equal(node: Selection, sheet: DatasheetSheet) -> Iterator[Option]:
    """The choices with the same result as a selection, itself included."""
    for model in sheet.models.values():
        for slots in model.slots.values():
            for slot in slots:
                mine = next((choice for choice in slot.choices if choice.option.id == node.option.id), None)
                if mine is not None:
                    yield from (choice.option for choice in slot.choices if _same(choice, mine))


def _same(one: WargearChoice, other: WargearChoice) -> bool:
    return one.given_up == other.given_up and Counter(one.taken) == Counter(other.taken)
