"""Undo and redo without limit: a stack of inverse edits, one step per user action."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from listbuilder.roster.edits import Edit, Group
from listbuilder.roster.tree import Roster


@dataclass(slots=True)
class Step:
    """One user action: its title and the edit that takes it back (or does it again)."""

    title: str
    edit: Edit


@dataclass(slots=True)
class History:
    """Applies edits to a roster and remembers how to take them back.

    ``revision`` grows with every change, undo and redo included, so that observers can tell states apart.
    """

    roster: Roster
    undo_stack: list[Step] = field(default_factory=list)
    redo_stack: list[Step] = field(default_factory=list)
    revision: int = 0
    _open: list[Edit] | None = None

    def do(self, edit: Edit, title: str = "") -> None:
        """Applies an edit; inside `step` it becomes part of that step."""
        inverse = edit.apply(self.roster)
        self.revision += 1
        if self._open is not None:
            self._open.append(inverse)
            return
        self.undo_stack.append(Step(title, inverse))
        self.redo_stack.clear()

    @contextmanager
    def step(self, title: str) -> Iterator[None]:
        """Everything done inside is one step; an exception takes it all back. Steps nest into the outermost one."""
        if self._open is not None:
            yield
            return
        self._open = []
        try:
            yield
        except BaseException:
            for inverse in reversed(self._open):
                inverse.apply(self.roster)
            self._open = None
            self.revision += 1
            raise
        inverses, self._open = self._open, None
        if inverses:
            self.undo_stack.append(Step(title, Group(tuple(reversed(inverses)))))
            self.redo_stack.clear()

    def undo(self) -> str | None:
        """Takes the last step back; returns its title, or None when there is nothing to take back."""
        return self._shift(self.undo_stack, self.redo_stack)

    def redo(self) -> str | None:
        """Does the last undone step again; returns its title, or None."""
        return self._shift(self.redo_stack, self.undo_stack)

    def _shift(self, source: list[Step], target: list[Step]) -> str | None:
        if not source:
            return None
        step = source.pop()
        target.append(Step(step.title, step.edit.apply(self.roster)))
        self.revision += 1
        return step.title
