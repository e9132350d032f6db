"""What the choices of the wizard give, each worked out once: factions of a system, what a size allows, what a detachment has."""

from __future__ import annotations

from textual.content import Content

from listbuilder.errors import InputError
from listbuilder.session import Named, Session
from listbuilder.tui.screens.detachments import page_text
from listbuilder.tui.screens.wizard_pages import factions_text, origin_text, size_text

SYSTEM, SIZE = 0, 2  # steps


class Pages:
    """The pages beside the choices. Each may be worked out in a thread before it is shown."""

    def __init__(self, backend: type[Session]) -> None:
        self._backend = backend
        self._factions: dict[str, list[str]] = {}  # names of those of a system
        self._session: Session | None = None
        self._known: dict[tuple[int, str], Content] = {}  # of that session, by step and choice

    def of_data(self, step: int, choice: Named) -> Content:
        """Where a system or faction is from, and the factions of a system once they are read."""
        found = factions_text(self._factions.get(choice.id, [])) if step == SYSTEM else None
        return Content("\n\n").join(filter(None, (origin_text(choice), found)))

    def of(self, step: int, choice: str, session: Session) -> Content:
        """What a size or a detachment gives."""
        if session is not self._session:
            self._session, self._known = session, {}
        if (step, choice) not in self._known:
            page = size_text(session, choice) if step == SIZE else page_text(session, session.detachment_page(choice))
            self._known[step, choice] = page
        return self._known[step, choice]

    def lacks_factions(self, system: str) -> bool:
        """Whether they have not been read yet."""
        return system not in self._factions

    def read_factions(self, system: str) -> None:
        try:
            self._factions[system] = [one.name for one in self._backend.factions(system)]
        except (InputError, LookupError):
            self._factions[system] = []  # whoever chooses it is told
