"""The detachments that a read list names, where it labels them or among the lines of its header."""

from __future__ import annotations

from listbuilder.catalogue.library import Option
from listbuilder.exchange.binding.choice import RULE, Choice, detachments_of, is_native, parts_of
from listbuilder.exchange.binding.names import Names, split_names, stem
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.binding.unread import note_line
from listbuilder.exchange.reading.record import ListRecord, Word
from listbuilder.i18n import Text

DASH = " - "


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
            if foreign := _of_others(choice, name):
                found += foreign
            else:
                problems.unknown("detachment", name, word.line, known.words, of_army=True)
    headed, stray = _in_header(record, choice, known)
    found += headed if not record.detachments else ()
    if not found and not record.detachments and record.title is not None:
        found += (thing for part in parts_of(record.title.text) for thing in known.find(part))
    own = bool(found)
    if (own or record.detachments) and not (choice.guessed or record.name) and _is_title(stray, record):
        record.name = stray.pop(0).text
    for word in stray:
        if own or record.detachments:
            note_line(word, choice.data, problems)
        elif foreign := _of_others(choice, word.text):
            found += foreign
        else:
            problems.unknown("detachment", word.text, word.line, known.words, of_army=True)
    if not (found or stray) and known.things and _lacks_head(record, choice):
        text = Text(
            "the list has no header: it names no {detachment}",
            {"detachment": choice.data.system.vocabulary.terms.detachment},
        )
        problems.note(text, 0, "incomplete", of_army=True)
    return list(dict.fromkeys(found))


def _is_title(stray: list[Word], record: ListRecord) -> bool:
    """Whether the first line of a header that names nothing, the first of the list, is what the list is called."""
    return bool(stray) and stray[0] is record.header[0] and all(other.line > stray[0].line for other in record.unread)


def line_of(record: ListRecord, detachments: list[tuple[Option, Option]]) -> int:
    """The first line that names one of these detachments; that of the list where none does."""
    names = [stem(option.name) for _, option in detachments]
    words = (word for word in (*record.detachments, *record.header) if any(name in stem(word.text) for name in names))
    return next((word.line for word in words), 1)


def _of_others(choice: Choice, name: str) -> list[tuple[Option, Option]]:
    """The detachment that another faction of the game has by this name, where the list names its own faction: as in a list file,
    it is judged as what it is. Other data keep their factions apart."""
    library = choice.data.library
    if choice.guessed or not is_native(choice.data):
        return []
    others = (detachments_of(library, one.id).find(name) for one in library.other_factions())
    return next((found[:1] for found in others if found), [])


def _lacks_head(record: ListRecord, choice: Choice) -> bool:
    """Whether a text states nothing of the whole army: it is an excerpt, which does not say what the army has not."""
    return choice.guessed and not (record.detachments or record.limit or record.choices or record.sparse)


def _in_header(
    record: ListRecord, choice: Choice, known: Names[tuple[Option, Option]]
) -> tuple[list[tuple[Option, Option]], list[Word]]:
    """The detachments that lines of the header name, and the lines that name nothing."""
    found: list[tuple[Option, Option]] = []
    stray: list[Word] = []
    seasons = set(map(stem, choice.data.system.list_words.seasons)) if is_native(choice.data) else set()
    for word in record.header:
        if stem(word.text) in seasons:
            continue
        things, lost = split_names(word.text, known)
        if lost:
            things, lost = split_names(RULE.sub("", word.text), known)
        if lost and word.text in choice.said:  # faction and detachment on one line
            things = [thing for part in parts_of(word.text) for thing in known.find(part)]
            lost = [] if things else lost
        if things and not lost:
            found += things
        elif word.text not in choice.said and word.text.rsplit(DASH, 1)[-1] != record.name:
            stray.append(word)
    return found, stray
