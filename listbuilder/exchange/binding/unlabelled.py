"""Choices of an army that a list names without saying what each is: a lore, a tactic card. The data tell, by the name alone."""

from __future__ import annotations

from listbuilder.army import roles
from listbuilder.exchange.binding.names import Names
from listbuilder.exchange.reading.record import ListRecord, Word
from listbuilder.sources.dataset import Loaded


def label(record: ListRecord, data: Loaded) -> None:
    """Gives such choices the label of the setting that alone has one of that name, those of one setting together. What none or
    several have is left as a line of the header."""
    loose = [word for name, word in record.choices if not name]
    if not loose:
        return
    roots = [
        root
        for root in data.library.root_options(data.faction.id)
        if root.entries and not roles.is_unit(root) and not roles.is_detachment(root)
    ]
    known = Names((entry.name, root) for root in roots for entry in root.entries)
    found: dict[str, list[Word]] = {}
    for word in loose:
        titles = {root.name for root in known.find(word.text)}
        if len(titles) == 1:
            found.setdefault(titles.pop(), []).append(word)
        else:
            record.header.append(word)
    record.choices = [one for one in record.choices if one[0]]
    record.choices += [
        (title, Word(", ".join(word.text for word in words), words[0].line)) for title, words in found.items()
    ]
