"""Undo and redo without limit: stacks of inverse edits, one step per user action."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from msgspec import Struct, field

from listbuilder.roster.edits import Edit, Group
from listbuilder.roster.tree import Roster


class Step(Struct):
    """One user action: its title, the edit that undoes (or redoes) it, and the state of the roster after that edit."""

    title: str
    edit: Edit
    state: int


class History(Struct):
    """Applies edits to a roster and remembers how to undo them.

    ``revision`` grows with every change, undo and redo included, so that observers know when to look again. ``state``
    identifies the content of the roster: undo and redo return to the same state.
    """

    roster: Roster
    undo_stack: list[Step] = field(default_factory=list)
    redo_stack: list[Step] = field(default_factory=list)
    revision: int = 0
    state: int = 0
    _states: int = 0
    _open: list[Edit] | None = None

    def do(self, edit: Edit, title: str = "") -> None:
        """Applies an edit; inside `step` it becomes part of that step."""
        inverse = edit.apply(self.roster)
        self.revision += 1
        self._keep(title, inverse)

    def _keep(self, title: str, inverse: Edit) -> None:
        if self._open is not None:
            self._open.append(inverse)
        else:
            self._remember(title, inverse)

    def _remember(self, title: str, inverse: Edit) -> None:
        self.undo_stack.append(Step(title, inverse, self.state))
        self.redo_stack.clear()
        self._states += 1
        self.state = self._states

    @contextmanager
    def step(self, title: str) -> Iterator[None]:
        """Makes everything done inside one step; an exception reverts all of it. Inner steps become part of the outermost one."""
        if self._open is not None:
            yield
            return
        self._open = []
        try:
            yield
        except BaseException:
            self._revert()
            self._open = None
            raise
        inverses, self._open = self._open, None
        if inverses:
            self._remember(title, Group(tuple(reversed(inverses))))

    def attempt(self, change: Callable[[], bool]) -> bool:
        """Makes a change and keeps it if it answers True; otherwise takes it back: no step, no new revision."""
        revision, outer, self._open = self.revision, self._open, []
        accepted = False
        try:
            accepted = change()
        finally:
            inverses = self._open
            if not accepted:
                self._revert()
                self.revision = revision
            self._open = outer
        if accepted and inverses:
            self._keep("", Group(tuple(reversed(inverses))))
        return accepted

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Reverts at the end everything done inside: no step, no new revision."""
        revision, outer, self._open = self.revision, self._open, []
        try:
            yield
        finally:
            self._revert()
            self.revision, self._open = revision, outer

    def _revert(self) -> None:
        for inverse in reversed(self._open or []):
            inverse.apply(self.roster)
            self.revision += 1

    def undo(self) -> str | None:
        """Reverts the last step; returns its title, or None when there is none."""
        return self._shift(self.undo_stack, self.redo_stack)

    def redo(self) -> str | None:
        """Repeats the last undone step; returns its title, or None when there is none."""
        return self._shift(self.redo_stack, self.undo_stack)

    def _shift(self, source: list[Step], target: list[Step]) -> str | None:
        if not source:
            return None
        step = source.pop()
        target.append(Step(step.title, step.edit.apply(self.roster), self.state))
        self.state = step.state
        self.revision += 1
        return step.title
