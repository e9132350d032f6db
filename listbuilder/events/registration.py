"""Lists in a table, as a registration form exports it: one row a player, the list in one of the cells.

The columns are found by their headers, the one with the lists by its cells as well, or they are given. Only the columns named
here are ever read, so that e-mail addresses and membership numbers stay where they are.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from listbuilder.errors import TOO_LARGE, InputError
from listbuilder.events.gathered import Gathered
from listbuilder.events.moments import year_first
from listbuilder.exchange import formats
from listbuilder.exchange.reading.text import decoded
from listbuilder.expressions import expression
from listbuilder.i18n import Text
from listbuilder.naming import fold, listing, suggestion
from listbuilder.report.entry import Entry
from listbuilder.terminal import one_line

LARGEST = 64 << 20  # bytes of a table
LARGEST_CELL = 4 << 20  # characters; what a list may have is checked when it is read
MOST_ROWS = 20_000
SEPARATORS = ",;\t"
WHO = ("name", "team", "faction")
COLUMNS = ("list", *WHO, "submitted")  # what a column may hold; the last when the list was handed in
SURNAME = "surname"  # a second column of names


class Words(NamedTuple):
    """Words of a header, as regular expressions: whole words, and Chinese ones, which no spaces part."""

    words: str
    chinese: str

    def pattern(self) -> re.Pattern[str]:
        return expression(rf"(?<!\w)(?:{self.words})(?!\w)|{self.chinese}")


# what a column holds -> words of its header, and those that a header of this kind never has
_HEADERS = {
    "list": (
        Words(
            r"lists?|rosters?|army ?lists?|список|ростер|listes?|armeelisten?|listas?|rozpiska",
            "军表|军队列表|名单|列表",
        ),
        Words(r"name|link|url", "链接"),
    ),
    "name": (
        Words(
            r"(?:first|full|nick)?name|player|имя|фио|игрок|nom|prénom|joueu(?:r|se)|spieler(?:name)?|vorname|nombre|jugadora?|nome"
            r"|giocat(?:ore|rice)|jogadora?|imię|gracz",
            "姓名|选手|玩家|名字",
        ),
        Words(
            r"(?:last|sur|family)[ _-]?name|nom de famille|team|club|lists?|army|faction|file|listes?|listas?|команды"
            r"|equipo|squadra",
            "队|军|列表|名单",
        ),
    ),
    SURNAME: (
        Words(
            r"(?:last|sur|family)[ _-]?name|nachname|familienname|фамилия|nom de famille|apellidos?|cognome|sobrenome|nazwisko",
            "^姓$|姓氏",
        ),
        Words(r"(?:first|full|given)[ _-]?name|vorname|имя|imię|nombre", "姓名"),
    ),
    "team": (
        Words(
            r"team|club|команда|клуб|équipes?|mannschaft|verein|equipo|squadra|equipe|drużyna", "队伍|队名|战队|俱乐部"
        ),
        Words(r"e-?mail", "邮"),
    ),
    "faction": (
        Words(r"faction|army|фракция|армия|fraktion|armée|armee|facción|ejército|fazione|frakcja", "阵营|军队|种族"),
        Words(r"lists?|rosters?|listas?|listes?", "列表"),
    ),
    "submitted": (
        Words(
            r"submitted|submission time|timestamp|handed in|отметка времени|отправлено|horodateur|zeitstempel|marca temporal"
            r"|sygnatura czasowa|informazioni cronologiche|carimbo de data/hora",
            "时间",
        ),
        Words(r"list|roster|name", "名单"),
    ),
}
_PATTERNS = {key: (right.pattern(), wrong.pattern()) for key, (right, wrong) in _HEADERS.items()}


_SEPARATOR_LINE = expression(r"^sep=.\n")  # spreadsheet programs write it first


class Table(NamedTuple):
    """A table: its header, empty texts where it has none, and its rows with their numbers, from 1 with the header."""

    header: list[str]
    rows: list[tuple[int, list[str]]]


def is_table(head: bytes) -> bool:
    """Whether a text that starts like this is a table: its first line names a column of lists and another one of those known,
    and the next row has as many cells."""
    if not re.search(rb"[,;\t]", head[:2000].partition(b"\n")[0]):
        return False
    try:
        table = read(head, "", rows=1)
    except InputError:
        return False
    lists = _named(table.header, "list")
    others = {place for key in WHO for place in _named(table.header, key)}
    return bool(lists and others.difference(lists)) and any(
        len(row) == len(table.header) for _number, row in table.rows
    )


def gather(found: Gathered, file: str, content: bytes, columns: Mapping[str, str] | None = None) -> None:
    """Adds the lists of a table, each called by its row and the player's name. ``columns``: what they hold (`COLUMNS`) -> header
    or number, from 1. Raises `InputError` for columns that are not there; refuses a table that has no lists."""
    if not content.strip():
        found.refuse(file, Text("the file is empty"), "empty-file")
        return
    try:
        table = read(content, file)
    except InputError as error:
        found.refuse(file, error.problems[0].message)
        return
    places = _given(table, columns, file) if columns else _find(table)
    if "list" not in places:
        header = listing(cell for cell in map(one_line, table.header) if cell)
        text = Text("no column of this table holds lists ({names})", {"names": header})
        found.refuse(file, text, "unknown-format", Text("--columns list=NAME names it"))
        return
    rows = [(number, row) for number, row in table.rows if any(cell.strip() for cell in row)]
    if not rows:
        found.refuse(file, Text("this table has no rows"), "empty-file")
    when = places.pop("submitted", None)
    moments = year_first([_cell(row, when) if when is not None else "" for _number, row in rows])
    for (number, row), submitted in zip(rows, moments, strict=True):
        cells = {key: _cell(row, place) for key, place in places.items()}
        found.add(_entry(file, number, cells | {"submitted": submitted}))


def read(content: bytes, file: str, rows: int = MOST_ROWS) -> Table:
    """The table in a text of any known encoding. Raises `InputError`."""
    text = decoded(content, file, LARGEST).replace("\r\n", "\n").replace("\r", "\n").lstrip("\n")
    text = _SEPARATOR_LINE.sub("", text)
    first = text.partition("\n")[0]
    separator = max(SEPARATORS, key=first.count)
    before = csv.field_size_limit(LARGEST_CELL)
    found: list[list[str]] = []
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
            found.append(row)
            if len(found) > rows + 1:
                break
    except csv.Error as error:
        raise InputError(Text("not readable as a table: {error}", {"error": str(error)}), file) from None
    finally:
        csv.field_size_limit(before)
    if len(found) > MOST_ROWS + 1:
        raise InputError(Text("more than {limit} rows in one table", {"limit": MOST_ROWS}), file, rule=TOO_LARGE)
    if found and any(map(_is_list, found[0])):  # a form has a header, but whoever copied its rows may have left it out
        return Table([""] * len(found[0]), list(enumerate(found, 1)))
    return Table(found[0] if found else [], list(enumerate(found[1:], 2)))


def _entry(file: str, row: int, cells: Mapping[str, str]) -> Entry:
    player = " ".join(filter(None, (one_line(cells.get(key, "")).strip() for key in ("name", SURNAME))))
    label = f"{file}:{row} ({player})" if player else f"{file}:{row}"
    text = cells["list"].encode("utf-8", "replace")
    team, faction, submitted = (one_line(cells.get(key, "")) for key in ("team", "faction", "submitted"))
    return Entry(
        label,
        content=text,
        suffix=".txt",
        container=file,
        player=player,
        team=team,
        faction=faction,
        submitted=submitted,
    )


def _cell(row: Sequence[str], place: int) -> str:
    return row[place] if place < len(row) else ""


def _given(table: Table, columns: Mapping[str, str], file: str) -> dict[str, int]:
    """The columns that the user named."""
    known = [fold(cell) for cell in table.header]
    places = {}
    for key, name in columns.items():
        if fold(name) in known:
            places[key] = known.index(fold(name))
        elif name.isdecimal() and 0 < int(name) <= len(known):
            places[key] = int(name) - 1
        else:
            hint = suggestion(name, table.header) or Text("known: {names}", {"names": listing(table.header)})
            raise InputError(Text("no column {name} in this table", {"name": name}), file, 1, hint=hint)
    return places


def _find(table: Table) -> dict[str, int]:
    """The columns by their headers; of lists, the one with the most cells that are some."""
    places = {key: found[0] for key in (*COLUMNS[1:], SURNAME) if (found := _named(table.header, key))}
    if "name" not in places and SURNAME in places:
        places["name"] = places.pop(SURNAME)
    named = _named(table.header, "list")
    lists = {place: _lists_in(table, place) for place in range(len(table.header))}
    best = max(lists, key=lambda place: (lists[place], place in named), default=None)
    if best is not None and (lists[best] or best in named):
        places["list"] = best
    return {key: place for key, place in places.items() if key == "list" or place != places.get("list")}


def _named(header: Iterable[str], key: str) -> list[int]:
    """Places of the columns whose header says that they hold this; those that say only this first."""
    right, wrong = _PATTERNS[key]
    found = [
        (len(cell), place)
        for place, cell in enumerate(map(str.casefold, header))
        if right.search(cell) and not wrong.search(cell)
    ]
    return [place for _length, place in sorted(found)]


def _lists_in(table: Table, place: int) -> int:
    """How many cells of a column are lists by their content."""
    return sum(_is_list(_cell(row, place)) for _number, row in table.rows)


def _is_list(cell: str) -> bool:
    """Whether a cell is a list by its content."""
    return "\n" in cell and formats.known(cell.encode("utf-8", "replace")[: formats.HEAD]) is not None
