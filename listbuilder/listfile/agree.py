"""Chooses between options that come to the same loadout so that the models of a unit agree.

Two options may give the same item for the same item; which one a list means shows only in what the other models took, where
every model of the unit must use an option or none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from listbuilder.catalogue.library import Option
from listbuilder.listfile.sheet import DatasheetSheet, WargearChoice
from listbuilder.roster.tree import Selection

ALTERNATIVE = 3  # parts of the category of one alternative: option:<datasheet>/<option>/<alternative>


def agree(unit: Selection, sheet: DatasheetSheet) -> None:
    """Swaps choices for equal ones of options that the other models use."""
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
            owner = next(model for model in sheet.models.values() if model.option is node.parent.option)
            node.option, node.id = best, f"{node.parent.id}/{owner.local_id(best)}"


def _alternatives(option: Option) -> list[str]:
    names = (link.target_id for link in option.category_links)
    return [name for name in names if name.startswith("option:") and name.count("/") == ALTERNATIVE - 1]


def _equal(node: Selection, sheet: DatasheetSheet) -> Iterator[Option]:
    """The choices that may stand in the place of a selection without changing what the model carries, itself included."""
    for model in sheet.models.values():
        for slots in model.slots.values():
            for slot in slots:
                mine = next((choice for choice in slot.choices if choice.option.id == node.option.id), None)
                if mine is not None:
                    yield from (choice.option for choice in slot.choices if _same(choice, mine))


def _same(one: WargearChoice, other: WargearChoice) -> bool:
    return one.given_up == other.given_up and Counter(one.taken) == Counter(other.taken)
