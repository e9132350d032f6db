"""Rings of references: data in which something refers, through others, to itself."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

LONGEST = 8  # names that a message shows of a ring


def find_cycles(below: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Of each knot, whose members all lead to each other, a shortest ring through its least member. All rings are not asked for:
    a file of some megabytes can have more of them than any memory holds."""
    rings = (_ring(below, min(knot), knot) for knot in _knots(below))
    return [ring for ring in rings if ring]


def _knots(below: Mapping[str, Iterable[str]]) -> Iterator[set[str]]:
    """The strongly connected components, also those of one member (Tarjan's walk, without recursion)."""
    met: dict[str, int] = {}  # when each was met
    first: dict[str, int] = {}  # the earliest of those without a knot that one leads to
    loose: dict[str, None] = {}  # those without a knot yet, as they were met
    for start in below:
        trail: list[tuple[str, Iterator[str]]] = [] if start in met else [("", iter([start]))]
        while trail:
            node, waiting = trail[-1]
            other = next(waiting, None)
            if other is None:
                trail.pop()
                if not trail:
                    break
                if first[node] == met[node]:
                    yield _taken(loose, node)
                elif len(trail) > 1:
                    above = trail[-1][0]
                    first[above] = min(first[above], first[node])
            elif other not in met and other in below:
                met[other] = first[other] = len(met)
                loose[other] = None
                trail.append((other, iter(below[other])))
            elif other in loose:
                first[node] = min(first[node], met[other])


def _taken(loose: dict[str, None], first: str) -> set[str]:
    """Those that were met since the first of a knot, which have theirs now."""
    knot = {last := loose.popitem()[0]}
    while last != first:
        knot.add(last := loose.popitem()[0])
    return knot


def _ring(below: Mapping[str, Iterable[str]], start: str, knot: Collection[str]) -> list[str]:
    """The shortest way from one back to itself within a knot; empty where there is none."""
    came: dict[str, str] = {}  # from where each was reached first
    waiting = deque([start])
    while waiting and start not in came:
        node = waiting.popleft()
        for other in below[node]:
            if other in knot and other not in came:
                came[other] = node
                waiting.append(other)
    ring: list[str] = []
    node = came.get(start, "")
    while start in came and (not ring or ring[-1] != start):
        ring.append(node)
        node = came[node]
    return ring[::-1]


def shown(ring: Sequence[str], names: Mapping[str, str]) -> str:
    """A ring for a message: its names in order, the first once more at the end; of a long one the middle is left out."""
    words = [names.get(key, key) for key in ring]
    if len(words) > LONGEST:
        words[LONGEST:] = ["…"]
    return " → ".join((*words, words[0]))
