"""Prices that nothing calls points: "Name - 75", "Name (80)", and tables as spreadsheet programs copy them.

One such line says nothing, a number behind a name may count models; several of one shape, with numbers that no unit has as many
models, are prices. They are brought into the spelling that the readers know. What stays doubtful stays as it is, and no reader
takes it for a unit. The lines keep their places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from listbuilder.exchange.reading.spelling import MOST_MODELS, SUMS, usual
from listbuilder.exchange.reading.text import BULLETS, cleaned
from listbuilder.expressions import expression

FEWEST = 2  # lines of one shape
SHARE = 3  # one of so many lines has that shape, where nothing else makes the text a list
MOST_PRICE = 999  # of a unit; higher numbers are years, sums and sizes
_WORDED = expression(r"[(\[]\s*+\d[\d.,\s]*+(?:points?|pts)[)\],]", re.IGNORECASE)
_MARK = r"(?P<behind>(?:\s*+[,:–—-]?\s*+[(\[]?(?:warlord|wl|военачальник|полководец|主将|主將)[)\]]?)?)$"
_SHAPES = tuple(  # of the ends of lines
    expression(rf"{between}{_MARK}", re.IGNORECASE)
    for between in (
        r"(?<!\s)\s++[-–—]++\s*+(?P<points>\d{2,4})",
        r"(?<![\s.…])\s*+(?:\.{3,}+|…)[\s.…]*+(?P<points>\d{2,4})",
        r"(?<!\s)\s*+[:=]\s++(?P<points>\d{2,4})",
        r"(?<!\s)\s*+,\s++(?P<points>\d{2,4})",
        r"(?<!\s)\s*+\((?P<points>\d{2,4})\)",
    )
)
_STARTS = (*BULLETS, *"-–—+#&[")  # of lines that are no units
_SIZES = ("combat patrol", "incursion", "strike force", "onslaught")
_UNITS = frozenset(("unit", "units", "name", "datasheet", "datasheets", "entry", "отряд", "название", "单位", "名称"))
_POINTS = frozenset(("points", "point", "pts", "pts.", "cost", "price", "очки", "очков", "分", "分数"))
_MODELS = frozenset(("models", "model", "size", "моделей", "модели", "模型"))
_LABELS = expression(r"^(?:(?:army |battle |game )?(?:faction|size|detachments?)|(?:points )?limit)$", re.IGNORECASE)
_TOTAL = expression(r"^(?:army |grand )?(?:total|sum|итого|всего|总计|合计)(?: points)?:?$", re.IGNORECASE)


class _Columns(NamedTuple):
    """Where what stands in a table; nothing but the names is needed."""

    name: int
    points: int | None = None
    models: int | None = None


def worded(text: str, *, is_list: bool = True) -> str:
    """The text with the word for points behind prices that have none; ``is_list``: something else makes it a list."""
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    names = (row[: found.start()].strip() for row in map(usual, map(cleaned, rows)) if (found := _WORDED.search(row)))
    if sum(map(_is_unit, names)) > 1:  # one may be the title
        return text
    filled = sum(1 for row in rows if row.strip())
    for rewritten, count in (_table(rows), *(_shaped(rows, shape) for shape in _SHAPES)):
        if count >= FEWEST and (is_list or count * SHARE >= filled):
            return "\n".join(rewritten)
    return text


def _shaped(rows: Sequence[str], shape: re.Pattern[str]) -> tuple[list[str], int]:
    """The rows, those of the shape with their prices in words, and how many these are."""
    found: list[str] = []
    count = 0
    for row in rows:
        line = cleaned(row).strip()
        match = None if line.startswith(_STARTS) else shape.search(line)
        name = line[: match.start()].strip() if match else ""
        if match and _TOTAL.match(name):
            row = f"Total: {match['points']} points"
        elif match and _is_price(match["points"]) and _is_unit(name):
            row = f"{name} ({match['points']} points){match['behind']}"
            count += 1
        found.append(row)
    return found, count


def _table(rows: Sequence[str]) -> tuple[list[str], int]:
    """The rows, those of a table as lines of text, and how many of them are units with prices."""
    split = [_cells(row) for row in rows]
    columns = next((head for cells in split if (head := _columns(cells))), None) or _Columns(0)
    found: list[str] = []
    count = 0
    for row, cells in zip(rows, split, strict=True):
        if len(cells) == 1:
            found.append(row)
            continue
        unit = _unit(cells, columns)
        count += unit is not None
        said = unit if unit is not None else "" if _columns(cells) else _labelled(cells)
        found.append(row if said is None else said)
    return found, count


def _cells(row: str) -> list[str]:
    """The cells of a row of a table; one for any other row. Tabs before a text are its indentation."""
    body = row.strip(" ")
    if "\t" not in body or body[:1] in ("\t", *BULLETS, "-"):
        return [row]
    return [cleaned(cell.strip().strip('"')).strip() for cell in body.split("\t")]


def _columns(cells: Sequence[str]) -> _Columns | None:
    """The columns that the head of a table names."""
    names = [cell.casefold() for cell in cells]

    def place(of: frozenset[str]) -> int | None:
        return next((n for n, name in enumerate(names) if name in of), None)

    name, points = place(_UNITS), place(_POINTS)
    return None if name is None or points is None else _Columns(name, points, place(_MODELS))


def _unit(cells: Sequence[str], columns: _Columns) -> str | None:
    """The line of a unit; None where the row is none, or has numbers of which nothing says what they are."""
    name = cells[columns.name] if columns.name < len(cells) else ""
    if not _is_unit(name):
        return None
    numbers = {n: cell for n, cell in enumerate(cells) if n != columns.name and cell.isdecimal()}
    points = numbers.pop(columns.points, "") if columns.points is not None else ""
    if columns.points is None:
        prices = [n for n, number in numbers.items() if _is_price(number)]
        points = numbers.pop(prices[0]) if len(prices) == 1 else ""
    models = numbers.pop(columns.models, "") if columns.models is not None else ""
    if not points or len(points) > len(str(MOST_PRICE)) or any(number != "1" for number in numbers.values()):
        return None
    known = (columns.name, columns.points, columns.models)
    rest = ", ".join(_words(cells, lambda n, cell: n not in known and not cell.isdecimal()))
    before = f"{models}x " if models else ""
    return f"{before}{name} ({points} points){': ' if rest else ''}{rest}"


def _labelled(cells: Sequence[str]) -> str | None:
    """A row that names something of the army, as such a line; None for any other."""
    said = list(_words(cells[1:], lambda _n, _cell: True))
    if said and _TOTAL.match(cells[0]):
        return f"Total: {said[0]} points" if len(said) == 1 and said[0].isdecimal() else None
    return f"{cells[0].rstrip(':')}: {' '.join(said)}" if said and _LABELS.match(cells[0].rstrip(":")) else None


def _words(cells: Sequence[str], wanted: Callable[[int, str], bool]) -> Iterator[str]:
    return (cell for n, cell in enumerate(cells) if cell and wanted(n, cell))


def _is_price(number: str) -> bool:
    return MOST_MODELS < int(number) <= MOST_PRICE


def _is_unit(name: str) -> bool:
    """Whether a name may be a unit's, and not that of a sum, a size or a column."""
    return any(char.isalpha() for char in name) and not SUMS.search(name) and not name.casefold().startswith(_SIZES)
