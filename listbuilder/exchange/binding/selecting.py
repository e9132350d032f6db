"""Adds selections below others, as a bound list states them."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder import budget
from listbuilder.catalogue.library import Option
from listbuilder.errors import Place
from listbuilder.exchange.binding.trees import Chosen
from listbuilder.roster.tree import Selection


def put(parent: Selection, option: Option, amount: int = 1, place: Place | None = None) -> Selection:
    """Adds a selection below another; it stands where that stands, unless ``place`` is another line."""
    budget.step()
    node = Selection(option, amount, f"{parent.id}/{len(parent.selections) + 1}")
    node.parent, node.place = parent, place or parent.place
    parent.selections.append(node)
    return node


def grow(parent: Selection, chosen: Iterable[Chosen]) -> None:
    """Selects what was chosen below a selection."""
    for one in chosen:
        grow(put(parent, one.option, one.amount), one.below)
