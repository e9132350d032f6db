"""What a text of this program declares of its units, as the declarations of our own list file."""

from __future__ import annotations

from typing import Any

from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.reading.record import ListRecord, Word
from listbuilder.expressions import expression
from listbuilder.i18n import Text
from listbuilder.naming import fold

Facts = dict[str, Any]
NUMBERED = expression(r"^(?P<name>.+?)(?:\[(?P<number>\d+)\])?$")
NAME = "Name"  # the label of the player's own name of a unit


def declared(record: ListRecord, ids: list[str], vocabulary: Vocabulary, problems: Problems) -> Facts:
    """The declarations, by the ids of the units. A label that the game does not have is named, and the list is not judged."""
    labels = {name.casefold(): key for key, names in vocabulary.declarations.items() for name in names.values()}
    found: Facts = {}
    for unit, unit_id in zip(record.units, ids, strict=True):
        for label, word in unit.declared if unit_id else ():
            key = labels.get(label.casefold(), "")
            target = _unit(record, ids, word)
            if key in {"attach", "embark"} and target:
                found.setdefault(key, {})[unit_id] = target
            elif key == "marks":
                found.setdefault(key, {}).setdefault(word.text, []).append(unit_id)
            elif label.casefold() != NAME.casefold():
                text = Text("this line was not understood: {line}", {"line": f"{label}: {word.text}"})
                problems.note(text, word.line, "unread-line", unit_id)
    return found


def _unit(record: ListRecord, ids: list[str], word: Word) -> str:
    """The id of the unit of a name, or of the one of several with that number; empty where there is none."""
    match = NUMBERED.match(word.text)
    if match is None:
        return ""
    alike = [unit_id for unit, unit_id in zip(record.units, ids, strict=True) if fold(unit.name) == fold(match["name"])]
    number = int(match["number"] or 1)
    return alike[number - 1] if 0 < number <= len(alike) else ""
