"""Names of items that were wrapped in the middle, put together again where the unit knows only the whole."""

from __future__ import annotations

from collections.abc import Container, Iterator

from listbuilder.exchange.binding.names import stem
from listbuilder.exchange.reading.record import Part


def rejoin(parts: list[Part], known: Container[str]) -> None:
    """Adds a part without a count to the one that stands in the line above it, where the data know neither, but both together.
    ``known``: the stems of the unit's items."""
    above: Part | None = None
    for part, holder in list(_in_order(parts)):
        if above is not None and _goes_on(above, part, known):
            above.name, above.line = f"{above.name} {part.name}", part.line  # which may go on in the next line, too
            holder[:] = [one for one in holder if one is not part]
        else:
            above = part


def _goes_on(above: Part, part: Part, known: Container[str]) -> bool:
    if part.stated or part.parts or above.parts or above.line != part.line - 1:
        return False
    apart = any(stem(one.name) in known for one in (above, part))
    return not apart and stem(f"{above.name} {part.name}") in known


def _in_order(parts: list[Part]) -> Iterator[tuple[Part, list[Part]]]:
    """All parts in the order of their lines, each with the list that it stands in."""
    found: list[tuple[Part, list[Part]]] = []
    waiting = [parts]
    for holder in waiting:  # grows during the loop
        found += ((part, holder) for part in holder)
        waiting += (part.parts for part in holder if part.parts)
    return iter(sorted(found, key=lambda one: one[0].line))
