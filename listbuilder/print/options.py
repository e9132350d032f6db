"""How a roster is printed."""

from __future__ import annotations

from dataclasses import dataclass

PAPERS = ("a4", "letter")


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """``paper``: a4 or letter. ``compact``: two pages for an ordinary army. ``enabled``: optional rules and readings that the
    list is judged by, as `check --rules` takes them; they decide how much may wait in reserve."""

    paper: str = "a4"
    compact: bool = False
    enabled: tuple[str, ...] = ()
