"""Rings of references: data in which something refers, through others, to itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

LONGEST = 8  # names that a message shows of a ring


def find_cycles(below: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """The cycles that a depth-first walk closes; without recursion, and each node is visited once."""
    cycles: list[list[str]] = []
    done: set[str] = set()
    for start in below:
        path: dict[str, None] = {}
        trail = [iter([start])]
        while trail:
            node = next(trail[-1], None)
            if node is None:
                trail.pop()
                if path:
                    done.add(path.popitem()[0])
            elif node in path:
                steps = list(path)
                cycle = steps[steps.index(node) :]
                first = cycle.index(min(cycle))
                cycles.append(cycle[first:] + cycle[:first])
            elif node not in done and node in below:
                path[node] = None
                trail.append(iter(below[node]))
    return cycles


def shown(ring: Sequence[str], names: Mapping[str, str]) -> str:
    """A ring for a message: its names in order, the first once more at the end; of a long one the middle is left out."""
    words = [names.get(key, key) for key in ring]
    if len(words) > LONGEST:
        words[LONGEST:] = ["…"]
    return " → ".join((*words, words[0]))
