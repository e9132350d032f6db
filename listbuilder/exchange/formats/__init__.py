"""The formats that lists are read from and written to.

Each module in here is one format, or a family of formats that are told apart together, found by being here: its ``FORMATS``
say how to recognise a file and how to read it, its ``OUTPUTS`` how a list is written. What a format needs beyond that is imported
when it is used.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType

from msgspec import Struct

from listbuilder import budget, files
from listbuilder.errors import TOO_LARGE, InputError
from listbuilder.expressions import expression
from listbuilder.i18n import Text
from listbuilder.listfile.bound import BoundList
from listbuilder.sources.registry import Sets
from listbuilder.terminal import shielded

OWN = "yaml"
TEXT = "text"  # a file of any text
HEAD = 1 << 16  # bytes from the start of a file that a format is recognised by
OWN_KEY = expression(
    rb"^[ \t{\"']*+(?:name|system|units|forces|detachment|battle_size|faction|data|declarations)[\"']?[ \t]*+:",
    re.MULTILINE,
)
BEFORE = b"\xef\xbb\xbf\xff\xfe \t\r\n"  # marks of encodings and white space
MARKUP = expression(rb"<(?:[?!]|[A-Za-z_:][\w.:-]*(?:\s+[\w.:-]+\s*=|\s*/?>|\s*\Z))")
LIMIT = 32 << 20  # bytes of a file, and of what is packed in it; formats may take less


class Format(Struct, frozen=True):
    """One format. ``suffixes``: of its files, in lower case.

    ``fits`` tells from the start of a file whether it is in this format. ``read`` takes a file's bytes, what messages call it
    and the data sets to judge it by (none: all that the user has). It raises `InputError`; names that the data do not have
    become problems of the list.
    """

    name: str
    suffixes: tuple[str, ...]
    fits: Callable[[bytes], bool]
    read: Callable[[bytes, str, Sets], BoundList]


class Output(Struct, frozen=True):
    """One format that lists are written in. ``suffixes``: names of files that mean it, in lower case. ``by_id``: it names the
    entries of a data set in the BattleScribe format, so that it cannot hold a list over native data, or over a points document
    alone. ``is_text``: it can be pasted somewhere."""

    name: str
    suffixes: tuple[str, ...]
    write: Callable[[BoundList], bytes]
    by_id: bool = False
    is_text: bool = True


@cache
def _modules() -> tuple[ModuleType, ...]:
    found = (importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    return tuple(found)


@cache
def formats() -> dict[str, Format]:
    """Every format that is read, by its name."""
    return {one.name: one for module in _modules() for one in module.FORMATS}


@cache
def outputs() -> dict[str, Output]:
    """Every format that is written, by its name."""
    return {one.name: one for module in _modules() for one in getattr(module, "OUTPUTS", ())}


def written(bound: BoundList, name: str) -> bytes:
    """The list in a format. Raises `InputError` where the format cannot hold it."""
    output = outputs()[name]
    if output.by_id and bound.data.form == "units":
        text = Text("{format} names the entries of community data; this list uses native data", {"format": name})
        raise InputError(text, bound.document.file)
    if output.by_id and bound.data.alone:
        text = Text(
            "{format} names the entries of community data; this list is judged by a points document alone",
            {"format": name},
        )
        raise InputError(text, bound.document.file, hint=Text("listbuilder data add installs a community data set"))
    return output.write(bound)


def harmless(content: bytes) -> bytes:
    """A list in some text such that it can be shown where nobody knows whether a terminal or a CI service reads it: a list of
    ours keeps all that it says, in any other text what gives commands is replaced. What is no text stays as it is."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return content
    if content.startswith(b"PK") or shielded(text) == text:
        return content
    from listbuilder.exchange.formats.texts import is_own
    from listbuilder.listfile import saving

    with suppress(InputError):
        if recognise(content[:HEAD]).name == OWN or is_own(content):
            return saving.harmless(text).encode()
    return shielded(text).encode()


def suffixes() -> frozenset[str]:
    """The suffixes of files that hold lists."""
    return frozenset(suffix for one in formats().values() for suffix in one.suffixes)


def is_foreign(path: Path) -> bool:
    """Whether a file of this name is in the format of another program."""
    mine = (*formats()[OWN].suffixes, *formats()[TEXT].suffixes)
    return path.suffix.lower() in suffixes() - frozenset(mine)


def is_text(path: Path) -> bool:
    """Whether a file's name is that of any text, so that only its content tells whether it holds a list."""
    return path.suffix.lower() in formats()[TEXT].suffixes


def recognise(head: bytes, suffix: str = "") -> Format:
    """The format of a file that starts like this: by its content, else by its suffix, else our own where it has a key of ours.
    Else it is some text."""
    found = known(head) or next((one for one in formats().values() if suffix.lower() in one.suffixes), None)
    return found or formats()[OWN if not suffix and _may_be_own(head) else TEXT]


def _may_be_own(head: bytes) -> bool:
    """Whether it may be a list of ours, also as JSON, which other programs write, too, with keys that are called as ours."""
    if head.lstrip().startswith(b"{"):
        from listbuilder.exchange.reading.others import known_other

        if known_other(head.decode("utf-8", "replace")):
            return False
    return not head.strip() or OWN_KEY.search(head) is not None


def known(head: bytes) -> Format | None:
    """The format of a file that starts like this, where its content alone tells; None for a list of ours and for all else."""
    return next((one for one in formats().values() if one.fits(head)), None)


def is_markup(head: bytes) -> bool:
    """Whether a file that starts like this is XML or HTML, and not a text with an angle bracket as its first sign."""
    return MARKUP.match(head[:1000].replace(b"\0", b"").lstrip(BEFORE)) is not None


def called(content: bytes, suffix: str = "") -> tuple[str, ...]:
    """What the format of a list is called: its name, and that of its style where the format has several. Raises `InputError`
    when the list cannot be read."""
    from listbuilder.exchange.formats.texts import is_own, style_of

    form = recognise(content[:HEAD], suffix)
    if form.name == TEXT and is_own(content):
        return (OWN,)
    style = style_of(form.name, content)
    return (form.name, style) if style else (form.name,)


def required() -> list[str]:
    """The names by which somebody may ask for a format."""
    from listbuilder.exchange.formats.texts import STYLES

    return [*formats(), *STYLES.values()]


def read_file(path: Path, among: Sets = ()) -> BoundList:
    """The list in a file, over one of the data sets given (all by default). Raises `InputError` when it cannot be read."""
    content = _not_empty(files.read(path, LIMIT), str(path))
    form = recognise(content[:HEAD], path.suffix)
    with budget.metered(str(path)):
        bound = form.read(content, str(path), among)
    if form.name == OWN and bound.document.text:
        bound.document.path = path
    return bound


def read_bytes(content: bytes, name: str = "-", suffix: str = "", among: Sets = ()) -> BoundList:
    """The list in some bytes, as `read_file`; ``name`` is what messages call it, ``suffix`` that of the file's name, if it had
    one. Raises `InputError` when it cannot be read."""
    if len(content) > LIMIT:
        text = Text("the file is larger than {limit} bytes", {"limit": LIMIT})
        raise InputError(text, name, rule=TOO_LARGE)
    form = recognise(_not_empty(content, name)[:HEAD], suffix)
    with budget.metered(name):
        return form.read(content, name, among)


def _not_empty(content: bytes, name: str) -> bytes:
    if not content.strip(b" \t\r\n\0\xef\xbb\xbf\xff\xfe"):
        raise InputError(Text("the file is empty"), name, rule="empty-file")
    return content
