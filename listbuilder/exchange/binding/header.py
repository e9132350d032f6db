"""The detachments that a read list names, where it labels them or among the lines of its header."""

from __future__ import annotations

from listbuilder.catalogue.library import Option
from listbuilder.exchange.binding.choice import RULE, Choice, is_native
from listbuilder.exchange.binding.names import Names, split_names, stem
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.reading.record import ListRecord, Word
from listbuilder.i18n import Text


def find_detachments(
    record: ListRecord, choice: Choice, known: Names[tuple[Option, Option]], problems: Problems
) -> list[tuple[Option, Option]]:
    """The detachments that a list names, where it labels them or among the lines of its header."""
    found: list[tuple[Option, Option]] = []
    for word in record.detachments:
        things, lost = split_names(word.text, known)
        if lost:
            things, lost = split_names(RULE.sub("", word.text), known)
        found += things
        for name in lost:
            problems.unknown("detachment", name, word.line, known.words, of_army=True)
    stray: list[Word] = []
    seasons = set(map(stem, choice.data.system.list_words.seasons)) if is_native(choice.data) else set()
    for word in record.header:
        if stem(word.text) in seasons:
            continue
        things, lost = split_names(word.text, known)
        if lost:
            things, lost = split_names(RULE.sub("", word.text), known)
        if things and not lost:
            found += things if not record.detachments else ()
        elif word.text not in choice.said and word.text.rsplit(" - ", 1)[-1] != record.name:
            stray.append(word)
    for word in stray:
        if found or record.detachments:
            problems.warn(Text("this line was not understood: {line}", {"line": word.text}), word.line, "unread-line")
        else:
            problems.unknown("detachment", word.text, word.line, known.words, of_army=True)
    return list(dict.fromkeys(found))
