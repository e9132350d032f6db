"""How a list comes into a session and leaves it: an empty one, or a file with the data it names."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from listbuilder.army.build import Context
from listbuilder.errors import InputError
from listbuilder.i18n import Text
from listbuilder.naming import fold, suggestion
from listbuilder.roster.tree import Roster
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.session import data
from listbuilder.session.views import Named


@dataclass(frozen=True)
class Opened:
    """A roster with the data it is judged by, what could not be bound, and the file it came from."""

    roster: Roster
    context: Context
    problems: tuple[Diagnostic, ...] = ()
    path: Path | None = None
    digest: str = ""


def empty(system: str, faction: str, name: str) -> Opened:
    """A list without anything in it yet, not even a force. Raises `InputError` for unknown names."""
    loaded = data.load(system, faction)
    roster = Roster(loaded.library, name or Text("New list").__str__())
    return Opened(roster, Context(loaded.system, loaded.faction, loaded.pin))


def pick(word: str, choices: list[Named], what: Text) -> str:
    """The id of the choice that an id or name means. Raises `InputError` with the nearest one."""
    found = next((choice.id for choice in choices if fold(word) in (fold(choice.id), fold(choice.name))), None)
    if found is None:
        message = Text("unknown {what}: {name}", {"what": what, "name": word})
        raise InputError(message, hint=suggestion(word, [choice.name for choice in choices]))
    return found
