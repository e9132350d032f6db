"""Keeps the journal of a list: soon after a change, and with the slow part of it in a thread."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path

from textual.timer import Timer

from listbuilder.errors import InputError
from listbuilder.session import Session
from listbuilder.tui.desk import Desk
from listbuilder.tui.journal import Journal, Recovered
from listbuilder.tui.wording import local, points

DELAY = 1.0  # seconds from a change until it is written


class Autosave:
    """The journal of the list on a desk. ``wait`` calls something after so many seconds."""

    def __init__(self, desk: Desk, wait: Callable[[float, Callable[[], None]], Timer]) -> None:
        self._desk = desk
        self._wait = wait
        self._timer: Timer | None = None
        self.journal = Journal(desk.session.path)

    def keep(self) -> None:
        """Writes the journal soon; changes until then are written together."""
        if self._timer is None:
            self._timer = self._wait(DELAY, self.write)

    def write(self) -> None:
        """Takes a snapshot; a thread makes its text, which takes much longer, and writes it."""
        if self._submit():
            self._desk.host.start(self._run(self.journal), group="journal")

    def _submit(self) -> bool:
        """Hands a snapshot to the journal; whether its thread has to be started."""
        session = self._desk.session
        self._stop_timer()
        return session.dirty and self.journal.submit(session.snapshot(), session.digest, _about(session))

    async def _run(self, journal: Journal) -> None:
        try:
            await asyncio.to_thread(journal.run)
        except (InputError, OSError) as error:
            self._desk.host.complain(error)

    def flush(self) -> None:
        """Writes what is waiting for the timer, on leaving without having been asked."""
        if self._timer is not None and self._submit():
            with contextlib.suppress(InputError, OSError):
                self.journal.run()

    def forget(self) -> None:
        """The work is saved or given up."""
        self._stop_timer()
        self.journal.discard()

    def saved_as(self, path: Path) -> None:
        """The list was saved to this file: changes from now on are that file's."""
        self.forget()
        self.journal = Journal(path)

    def take_over(self, entry: Recovered) -> None:
        """The session was recovered from this journal; replaces it by this run's own."""
        self.write()
        if entry.file != self.journal.file:
            entry.discard()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


def _about(session: Session) -> str:
    """What tells the list from another unsaved one: its faction and its points."""
    army = session.army
    return " · ".join(filter(None, (local(army, army.faction_name), points(army, session.points))))
