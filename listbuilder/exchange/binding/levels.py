"""Parts of a unit in texts that have lost their levels."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from listbuilder.exchange.reading.record import Part
from listbuilder.replacing import replace


def levelled(parts: Iterable[Part], is_model: Callable[[Part], bool]) -> list[Part]:
    """Parts whose levels were lost: what follows a model's name is what it carries."""
    found: list[Part] = []
    for part in parts:
        if is_model(part):
            found.append(replace(part, parts=list(part.parts)))
        elif found and is_model(found[-1]):
            found[-1].parts.append(part)
        else:
            found.append(part)
    return found
