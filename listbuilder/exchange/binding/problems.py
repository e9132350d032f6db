"""What could not be bound, as problems with the lines of the text."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.catalogue.terms import Terms
from listbuilder.errors import INFO, UNJUDGED, WARNING, Problem
from listbuilder.i18n import Text
from listbuilder.naming import nearest

NEAR = 80  # similarity from 0 to 100 from which a name is proposed
MOST_GUESSES = 100


class Problems:
    """Collects the problems of one list. ``file``: what messages call it."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Problem] = []
        self.items: dict[int, str] = {}  # names of items that units lack, by the places of their problems

    def unknown(
        self,
        what: str,
        name: str,
        line: int,
        known: Iterable[str] = (),
        unit: str = "",
        *,
        of_army: bool = False,
        shown: str = "",
    ) -> None:
        """Notes a name that the data do not have. ``what`` is one of the nouns of `listfile.context`, ``of_army`` that of a
        `Problem`; ``shown``: the name with more around it, as the list has it."""
        near = nearest(name, known, NEAR) if len(self.found) < MOST_GUESSES else ""
        hint = Text("did you mean {name}?", {"name": near}) if near else ""
        text = Text("unknown {what}: {name}", {"what": Text(what), "name": shown or name})
        if what == "item" and unit:
            self.items[len(self.found)] = name
        self.note(text, line, "unknown-name", unit, hint, of_army=of_army)

    def no_place(self, name: str, line: int, unit: str) -> None:
        """Notes an item of a unit that the data have, but not for those models, or not so many."""
        self.items[len(self.found)] = name
        text = Text("{name}: the data have no place for it in this unit", {"name": name})
        self.note(text, line, "unknown-name", unit)

    def note(
        self,
        message: Text,
        line: int,
        rule: str,
        unit: str = "",
        hint: Text | str = "",
        severity: str = UNJUDGED,
        *,
        of_army: bool = False,
        of_game: bool = False,
        beside: Text | None = None,
    ) -> None:
        """Notes anything else that keeps the list from being judged, or with another severity does not."""
        column = 1 if line else 0
        problem = Problem(
            message, self.file, line, column, hint, rule, severity, unit, of_army, beside, of_game=of_game
        )
        self.found.append(problem)

    def assume_warlord(self, terms: Terms, unit: str, unit_id: str, line: int) -> None:
        """Notes that a list names no Warlord, by the word of its game, so that a unit was taken for it."""
        names = {"warlord": terms.warlord, "unit": unit}
        text = Text("the list names no {warlord}: {unit} is taken for it", names)
        self.note(text, line, "assumed-commander", unit_id, severity=INFO, beside=Text("{warlord} assumed", names))

    def warn(self, message: Text, line: int, rule: str, unit: str = "", *, beside: Text | None = None) -> None:
        self.note(message, line, rule, unit, severity=WARNING, beside=beside)
