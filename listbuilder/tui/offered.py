"""Which actions a list has: those for what its game and its data have."""

from __future__ import annotations

from listbuilder.session import Session
from listbuilder.tui.usable import has_forces_below, has_forces_to_add
from listbuilder.tui.wording import not_offered


class Offered:
    """What the game and the data of a list offered when it was last looked at; not asked for later, when another screen may be
    reading the session in a thread."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.look()

    def look(self) -> None:
        below = has_forces_below(self._session)
        self._lacking = not_offered(self._session)
        self._may_add_forces = below or has_forces_to_add(self._session)
        # ids of the actions that have no place in the key bar, such as adding a force where armies are one force
        self.unneeded = frozenset(self._lacking if below else {*self._lacking, "add-force"})

    def has(self, action: str) -> bool:
        """Whether there may be something for the action to act on."""
        return action not in self._lacking and (action != "add-force" or self._may_add_forces)
