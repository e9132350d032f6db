"""Where the cursor was before each step, so that undo and redo bring it back to what they change."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """The unit or force under the cursor, the pane with the focus, and the line of the unit editor."""

    holder: str
    pane: str
    line: str


class Places:
    """By the number of steps that can be undone."""

    def __init__(self) -> None:
        self._before: dict[int, Place] = {}

    def note(self, step: int, place: Place) -> None:
        """The place before the step of that number, which is the last one now."""
        self._before = {number: known for number, known in self._before.items() if number < step}
        self._before[step] = place

    def before(self, step: int) -> Place | None:
        return self._before.get(step)
