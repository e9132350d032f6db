"""What the benchmarks aim at, in one place, and whether it was reached: a benchmark that misses an aim leaves with status 1.

Aims are ratios measured in one run wherever possible, since these compare between machines. Milliseconds are of processor time,
on an idle machine where bare Python takes about 15 ms.
"""

from __future__ import annotations

import sys
from typing import NamedTuple, NoReturn


class Aim(NamedTuple):
    """What is measured, in which unit, and the bound: ``most`` or ``least``."""

    what: str
    unit: str
    most: float | None = None
    least: float | None = None

    def is_met(self, value: float) -> bool:
        return (self.most is None or value <= self.most) and (self.least is None or value >= self.least)

    @property
    def bound(self) -> str:
        return f"at most {self.most:g}" if self.most is not None else f"at least {self.least:g}"


AIMS = {
    "cold": Aim("a cold check of one native list", "x bare Python", most=14),
    "illegal": Aim("an illegal list with its fixes", "x a legal one", most=2),
    "native-list": Aim("a further native list of a folder", "ms", most=2.5),
    "event-list": Aim("a further list of a native event in four formats", "ms", most=13),
    "community-list": Aim("a further list of an event over community data", "ms", most=15),
    "memory": Aim("peak memory of ten times as many lists", "x", most=1.2),
    "two-cores": Aim("lists a second on two cores, by the processor time that both take", "x one core", least=1.8),
    "peer-cold": Aim("a cold check beside wh40kdc", "x", most=0.35),
    "builder-move": Aim("a key that moves the cursor in the builder", "x that in a bare list", most=3),
    "builder-edit": Aim("a key that edits a list of 20 units", "x a key that moves in a bare list", most=5),
    "builder-move-large": Aim("a key that moves the cursor at 100 units", "x that at 20", most=1.3),
    "builder-edit-large": Aim("a key that edits at 100 units", "x that at 20", most=1.3),
    "builder-first": Aim("the first picture of a native list", "x an empty Textual app", most=2),
    "builder-first-community": Aim("the first picture of a list over community data", "x an empty Textual app", most=3),
    "print": Aim("printing a list", "x a bare reportlab document of the same pages and words", most=3),
    "print-many": Aim("printing 150 units", "x printing 15", most=20),
    "peer-warm": Aim("a further check beside wh40kdc, in all", "x", most=1),
}


class Results:
    """What was measured; `leave` says which aims were missed."""

    def __init__(self) -> None:
        self.missed: list[str] = []

    def add(self, name: str, value: float) -> None:
        """Prints a value beside its aim."""
        aim = AIMS[name]
        met = aim.is_met(value)
        print(f"{'ok    ' if met else 'MISSED'} {aim.what}: {value:.2f} {aim.unit} (aim: {aim.bound})")
        if not met:
            self.missed.append(name)

    def leave(self) -> NoReturn:
        """Ends the benchmark with status 0, or 1 where an aim was missed."""
        if self.missed:
            print(f"missed: {', '.join(self.missed)}")
        sys.exit(1 if self.missed else 0)
