"""The steps that change a list: each has a title, can be undone, and is told to whoever shows the list."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from listbuilder.army import Army
from listbuilder.catalogue.system import System
from listbuilder.i18n import _, language
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force, Selection
from listbuilder.validation import Validated


class Steps:
    """A judged list and the history of what was done to it. Unknown ids raise LookupError."""

    def __init__(self, validated: Validated) -> None:
        self.system: System = validated.system
        self.roster = validated.bound.roster
        self.engine = validated.engine
        self.builder = validated.builder
        self.history = History(self.roster)
        self._judged = (self.revision, validated)
        self._trying = False

    @property
    def _words(self) -> dict[str, object]:
        """The game's terms, for the titles of steps."""
        return self.system.vocabulary.terms.words()

    def _called(self, name: str) -> str:
        """A name of the data in the language in use, for the titles of steps; nothing is judged for it."""
        return self._judged[1].army.localise(name, language())

    def _about(self, done: str, node_id: str) -> str:
        """The title of a step that says what it is done to."""
        node = self.roster.nodes.get(node_id)
        if not isinstance(node, Selection):
            return done
        return _("{done}: {name}").format(done=done, name=node.custom_name or self._called(node.option.name))

    @property
    def revision(self) -> int:
        """Grows with every change."""
        return self.history.revision

    @property
    def now(self) -> Validated:
        """The list as it is now, judged."""
        revision, validated = self._judged
        if revision != self.revision:
            self._judged = (self.revision, validated.again())
        return self._judged[1]

    @property
    def army(self) -> Army:
        return self.now.army

    @contextmanager
    def _step(self, title: str) -> Iterator[None]:
        before = self.revision
        with self.history.step(title):
            yield
        if self.revision != before and not self._trying:
            self._announce()

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Reverts at the end everything done inside: no step, no new revision, and nobody is told."""
        judged, self._trying = self._judged, True
        try:
            with self.builder.excursion(), self.history.trial():
                yield
        finally:
            self._judged, self._trying = judged, False

    def _announced(self, title: str | None) -> str | None:
        if title is not None:
            self._announce()
        return title

    def _announce(self) -> None:
        """Called after every change."""

    def _holder(self, node_id: str) -> Selection | Force:
        node = self.roster.nodes.get(node_id)
        return node if isinstance(node, Force) else self.root(node_id)

    def root(self, unit_id: str) -> Selection:
        """The selection of the unit in the roster."""
        node = self.roster.nodes.get(unit_id)
        if isinstance(node, Selection):
            return node
        raise LookupError(unit_id)

    # --- undo -----------------------------------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """How many steps can be undone."""
        return len(self.history.undo_stack)

    @property
    def undone(self) -> int:
        """How many steps can be redone."""
        return len(self.history.redo_stack)

    def undo(self) -> str | None:
        """Undoes the last step; returns its title, None when there is none."""
        return self._announced(self.history.undo())

    def redo(self) -> str | None:
        """Redoes the last step that was undone; returns its title, None when there is none."""
        return self._announced(self.history.redo())
