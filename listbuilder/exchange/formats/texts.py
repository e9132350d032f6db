"""The texts that other list builders export: told apart by their content, read into one record and bound to the data."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial
from importlib import import_module
from typing import TYPE_CHECKING

from listbuilder.errors import InputError
from listbuilder.exchange.formats import HEAD, OWN, TEXT, Format, Output, formats, is_markup
from listbuilder.expressions import expression
from listbuilder.files import digest
from listbuilder.i18n import Text
from listbuilder.listfile.bound import BoundList
from listbuilder.sources.registry import Sets
from listbuilder.terminal import shielded

if TYPE_CHECKING:
    from listbuilder.exchange.reading.record import ListRecord

    Reader = Callable[[str, str], ListRecord]

SUFFIXES = (".txt", ".json", ".md")  # of any text; what is in it decides
OWN_START = expression(rb"(?:\xef\xbb\xbf)?(?:[^\S\n]*(?:#[^\n]*+)?\n|name:[^\n]*+\n)*+system\s*:")
OWN_LIST = expression(rb"^system\s*:", re.MULTILINE)
OWN_UNITS = expression(rb"^(?:units|forces)\s*:", re.MULTILINE)  # which no text of another program has beside that
OWN_JSON = expression(rb"(?:\xef\xbb\xbf)?\s*+\{(?s:.*?)[\"']system[\"']\s*+:")
READERS = {  # the format's name -> the module of its reader, and the function in there
    "listbuilder": ("own", "read"),
    "gw-app": ("gw_app", "read"),
    "new-recruit": ("new_recruit", "read"),
    "battlescribe": ("battlescribe", "read"),
    "nr-markdown": ("nr_markdown", "read"),
    "nr-simple": ("nr_markdown", "read_simple"),
    "listforge": ("listforge", "read"),
    "aos-app": ("aos", "read"),
    "listbot": ("aos", "read_listbot"),
}
MOST_RECOGNISED = 200_000  # texts of which is kept what they are, some hundred bytes each
_recognised: dict[str, str] = {}  # sha256 of their start -> name of the format
WRITERS = {  # the format's name -> the suffixes of its files, the module of its writer, and the function in there
    "gw-app": ((), "gw_app", "write"),
    "wtc-compact": ((), "wtc", "write_compact"),
    "wtc-full": ((), "wtc", "write_full"),
    "markdown": ((".md",), "markdown", "write"),
    "text": ((".txt",), "gw_app", "write_plain"),
}


STYLES = {
    "nr-wtc-compact": "wtc-compact",
    "nr-wtc-full": "wtc-full",
}  # of New Recruit's texts -> what organisers call it


def style_of(name: str, content: bytes) -> str:
    """The style of a text in the format of this name; empty where it has one style only. Raises `InputError`."""
    return STYLES.get(record_of(name, content, "").format, "") if name == "new-recruit" else ""


def is_own(content: bytes) -> bool:
    """Whether a file of any text holds a list of ours, as YAML or as JSON: the game stands at its top."""
    if OWN_LIST.search(content[:HEAD]):
        return True
    if not OWN_JSON.match(content[:HEAD]):
        return False
    import json  # few lists come as JSON

    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return True  # the reader of lists says where it is broken
    return isinstance(value, dict) and isinstance(value.get("system"), str)


@lru_cache(maxsize=4)
def recognised(head: bytes) -> str:
    """The name of the format of a text that starts like this; empty for any other file. The files of a folder are recognised when
    they are gathered, and again when they are read."""
    key = digest(head)
    known = _recognised.get(key)
    if known is None:
        if len(_recognised) >= MOST_RECOGNISED:
            _recognised.clear()
        known = _recognised[key] = _recognise(head)
    return known


def _recognise(head: bytes) -> str:
    if head.startswith(b"PK") or is_markup(head) or OWN_START.match(head):
        return ""
    if OWN_LIST.search(head) and OWN_UNITS.search(head):  # whatever its names look like
        return ""
    from listbuilder.exchange.reading.recognise import recognise

    return recognise(head.decode("utf-8", "replace"))


def _fits(name: str, head: bytes) -> bool:
    return recognised(head) == name


def record_of(name: str, content: bytes, file: str) -> ListRecord:
    """What a text of that format states. Raises `InputError` where it is absurdly large."""
    from listbuilder.exchange.reading.recognise import before_another_game
    from listbuilder.exchange.reading.record import Word
    from listbuilder.exchange.reading.text import decoded

    module, function = READERS[name]
    reader: Reader = getattr(import_module(f"listbuilder.exchange.reading.{module}"), function)
    text = decoded(content, file)
    first, line = before_another_game(text)
    record = reader(first, file)
    if line and record.another is None:
        record.another = Word(text.splitlines()[line - 1].strip(), line)
    return record


def _read(name: str, content: bytes, file: str, among: Sets) -> BoundList:
    record = record_of(name, content, file)
    if record.outline:
        from listbuilder.exchange.binding import outline

        return outline.bind(record, file, among)
    from listbuilder.exchange.binding.army import bind

    return bind(record, file, among)


def _write(name: str, module: str, function: str, of: BoundList) -> bytes:
    from listbuilder.exchange.reading.text import seen
    from listbuilder.exchange.writing import tree

    if tree.applies(of):
        return shielded(seen(tree.write(of, name))).encode()
    writer: Callable[[BoundList], str] = getattr(import_module(f"listbuilder.exchange.writing.{module}"), function)
    return shielded(seen(writer(of))).encode()


def _read_other(content: bytes, file: str, among: Sets) -> BoundList:
    """Our own list under the name of a text; anything else is refused."""
    if is_own(content):
        return formats()[OWN].read(content, file, among)
    _refuse_other(content, file)
    names = ", ".join(formats())
    raise InputError(
        Text("this is no list in a format that is read ({names})", {"names": names}), file, rule="unknown-format"
    )


def _refuse_other(content: bytes, file: str) -> None:
    """Raises `InputError` where it is known what list it is, and that such lists are not read."""
    from listbuilder.exchange.reading.others import known_other, typed_other
    from listbuilder.exchange.reading.text import decoded

    text = decoded(content, file)
    what = known_other(text) or typed_other(text)
    if what:
        message = Text("this is {what}", {"what": Text(what)})
        hint = Text(
            "a saved roster of the program that made it (.ros, .rosz) is read, and a list file: listbuilder new"
        )
        raise InputError(message, file, hint=hint, rule="unknown-format")


FORMATS = (
    *(Format(name, (), partial(_fits, name), partial(_read, name)) for name in READERS),
    Format(TEXT, SUFFIXES, lambda _head: False, _read_other),
)
OUTPUTS = tuple(
    Output(name, suffixes, partial(_write, name, module, function))
    for name, (suffixes, module, function) in WRITERS.items()
)
