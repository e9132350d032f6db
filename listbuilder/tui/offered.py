"""Which actions a list has: those for what its game and its data have."""

from __future__ import annotations

from listbuilder.session import Session
from listbuilder.tui.usable import has_forces_below, has_forces_to_add
from listbuilder.tui.wording import not_offered

SEVERAL = 2  # forces, of which one may go, or a unit change between them
OF_SEVERAL_FORCES = frozenset({"remove-force", "transfer-unit"})


class Offered:
    """What the game and the data of a list offered when it was last looked at; not asked for later, when another screen may be
    reading the session in a thread."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._revision: int | None = None  # of the list when it was looked at
        self.look()

    def look(self) -> None:
        if self._revision == self._session.revision:
            return
        self._revision = self._session.revision
        below = has_forces_below(self._session)
        one_force = len(list(self._session.forces.lines())) < SEVERAL
        # ids of the actions for what the game or the data do not have
        self.lacking = frozenset(not_offered(self._session)).union(OF_SEVERAL_FORCES if one_force else ())
        self._may_add_forces = below or has_forces_to_add(self._session)
        # ids of the actions that have no place in the key bar, such as adding a force where armies are one force
        self.unneeded = self.lacking.union(() if below else {"add-force"})

    def has(self, action: str) -> bool:
        """Whether there may be something for the action to act on."""
        return action not in self.lacking and (action != "add-force" or self._may_add_forces)
