"""What has to hold for every printed page, whatever army and layout it is of.

``python -m tests.print.proof [-l LAYOUT]... [-n EVERY] [--first N] [-o FOLDER] PATH...`` prints the lists of these files and folders,
or every so manieth of them from one on, says what does not hold, and keeps the PDFs where a folder is given; ``--paper``, ``--ink``,
``--text``, ``--card-size`` and ``--lang`` as of `print`. Lists that cannot be read are counted, not printed, and layouts that the
paper has no room for are left out.
"""

from __future__ import annotations

import argparse
import re
import sys
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import inf
from pathlib import Path

import pymupdf

from listbuilder.army.model import Army
from listbuilder.army.prices import price_of
from listbuilder.army.roles import model_names
from listbuilder.catalogue.marked import paragraphs
from listbuilder.i18n import language, number, set_language
from listbuilder.print import PrintOptions, print_army
from listbuilder.print.bearers import models_of, split_mode, weapons
from listbuilder.print.datasheet import ABILITY_KINDS, heading, statline_columns, weapon_table, with_figure
from listbuilder.print.kit import typefaces
from listbuilder.print.options import CARD_SIZES, INKS, PAPERS, TEXT_LEVELS, Submission
from listbuilder.replacing import replace
from tests.print import scanning

MARGIN = 8.0  # points at the edge of the paper that no word may reach
FLOORS = {"compact": 6.0, "large": 12.0}  # points of the smallest type, by layout; of all others 7
FLOOR = 7.0
LEAST_OF_A_NAME = 16  # letters of a name that are printed before it is cut
NEAR = 400  # characters of a page between the name of a weapon and its figures
Point = tuple[float, float]


@dataclass(frozen=True)
class Word:
    """A word where it stands: its corners in order, and those of the part that its letters fill."""

    text: str
    corners: tuple[Point, Point, Point, Point]
    size: float

    @cached_property
    def middle(self) -> tuple[Point, ...]:
        """The corners without the air above, below and beside the letters."""
        (a, b, c, d) = self.corners

        def between(one: Point, other: Point, part: float) -> Point:
            return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part

        upper_left, upper_right = between(a, d, 0.33), between(b, c, 0.33)
        lower_left, lower_right = between(a, d, 0.75), between(b, c, 0.75)
        return (
            between(upper_left, upper_right, 0.04), between(upper_left, upper_right, 0.96),
            between(lower_left, lower_right, 0.96), between(lower_left, lower_right, 0.04),
        )  # fmt: skip


def words_of(page: pymupdf.Page) -> Iterator[Word]:
    """The words of a page, each once: white words have an outline below them, which is the same word again."""
    seen = set()
    for block in page.get_text("rawdict", flags=pymupdf.TEXTFLAGS_RAWDICT & ~pymupdf.TEXT_PRESERVE_IMAGES)["blocks"]:
        for line in block.get("lines", ()):
            for span in line["spans"]:
                for word in _cut(span, line["dir"]):
                    key = (word.text, *(round(value) for corner in word.corners for value in corner))
                    if key not in seen:
                        seen.add(key)
                        yield word


def _cut(span: dict, direction: Point) -> Iterator[Word]:
    letters: list[dict] = []
    for char in [*span["chars"], None]:
        is_letter = char is not None and not char["c"].isspace()
        if letters and not (is_letter and _adjoins(letters[-1], char, span["size"])):
            yield Word("".join(one["c"] for one in letters), _around(letters, span, direction), span["size"])
            letters = []
        if is_letter:
            letters.append(char)


def _adjoins(one: dict, other: dict, size: float) -> bool:
    """Whether a letter stands beside another one: words of Chinese in columns have no space between them."""
    return abs(other["bbox"][0] - one["bbox"][2]) < _APART * size or other["bbox"][1] != one["bbox"][1]


_APART = 0.2  # of the size of the type: so far apart are letters of two words


def _around(letters: Sequence[dict], span: dict, direction: Point) -> tuple[Point, ...]:
    """The corners of letters that stand beside each other."""
    if direction == (1.0, 0.0):
        (left, top, _x, bottom), right = letters[0]["bbox"], letters[-1]["bbox"][2]
        return (left, top), (right, top), (right, bottom), (left, bottom)
    first, last = (pymupdf.Quad(pymupdf.recover_char_quad(direction, span, one)) for one in (letters[0], letters[-1]))
    return tuple((point.x, point.y) for point in (first.ul, last.ur, last.lr, first.ll))


def overlap(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two convex figures share more than a hair: there is no line between them."""
    for shape in (one, other):
        for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True):
            normal = (by - ay, ax - bx)
            length = (normal[0] ** 2 + normal[1] ** 2) ** 0.5 or 1.0
            first = [(x * normal[0] + y * normal[1]) / length for x, y in one]
            second = [(x * normal[0] + y * normal[1]) / length for x, y in other]
            if min(max(first), max(second)) - max(min(first), min(second)) < 0.4:
                return False
    return True


Words = Sequence[Sequence[Word]]  # of each page


def words_of_all(document: pymupdf.Document) -> Words:
    """The words of each page."""
    return [list(words_of(page)) for page in document]


def page_faults(document: pymupdf.Document, floor: float = FLOOR, found: Words | None = None) -> Iterator[str]:
    """What is wrong with where words stand and how large they are. ``found``: the words, where they are known."""
    found = words_of_all(document) if found is None else found
    for at, (page, on_page) in enumerate(zip(document, found, strict=True), 1):
        words = sorted(on_page, key=lambda word: min(y for _x, y in word.corners))
        right, lowest = page.rect.width - MARGIN, page.rect.height - MARGIN
        for word in words:
            if not all(MARGIN <= x <= right and MARGIN <= y <= lowest for x, y in word.middle):
                yield f"page {at}: {word.text!r} leaves the page"
        small = {f"{word.size:.1f}": word.text for word in words if word.size < floor - 0.05}
        for size, example in small.items():
            yield f"page {at}: type of {size} points, such as {example!r}"
        reach = [_reach(word) for word in words]
        for index, word in enumerate(words):
            left, right, _top, lowest = reach[index]
            for later in range(index + 1, len(words)):
                x0, x1, highest, _bottom = reach[later]
                if highest > lowest:
                    break
                if x0 < right and x1 > left and overlap(word.middle, words[later].middle):
                    yield f"page {at}: {word.text!r} and {words[later].text!r} overlap"


def _reach(word: Word) -> tuple[float, float, float, float]:
    """From where to where a word reaches from left to right, and from its top to its bottom."""
    xs, ys = zip(*word.corners, strict=True)
    return min(xs), max(xs), min(ys), max(ys)


def crossed_words(document: pymupdf.Document, found: Words | None = None) -> Iterator[str]:
    """Words that a line runs through, or the edge of a box or ground."""
    found = words_of_all(document) if found is None else found
    for at, (page, on_page) in enumerate(zip(document, found, strict=True), 1):
        words = [(word.text, *_letters(word)) for word in on_page if _stands_upright(word)]
        edges = list(_edges(page))
        level = sorted((y0, x0, x1) for x0, y0, x1, y1 in edges if y0 == y1)
        upright = sorted((x0, y0, y1) for x0, y0, x1, y1 in edges if x0 == x1)
        for text, left, top, right, bottom in words:
            if _is_crossed(level, top, bottom, left, right) or _is_crossed(upright, left, right, top, bottom):
                yield f"page {at}: a line runs through {text!r}"


Line = tuple[float, float, float]  # where it lies, and from where to where it goes


def _is_crossed(lines: Sequence[Line], low: float, high: float, start: float, end: float) -> bool:
    """Whether one of these lines, by where they lie, lies between ``low`` and ``high`` and runs more than a hair from ``start`` to
    ``end``."""
    near = lines[bisect_right(lines, (low, inf, inf)) : bisect_left(lines, (high, -inf, -inf))]
    return any(min(last, end) - max(first, start) > _HAIR for _at, first, last in near)


_HAIR = 0.5  # points


def _stands_upright(word: Word) -> bool:
    (_ax, ay), (_bx, by), _c, _d = word.corners
    return abs(ay - by) < 0.1


def _letters(word: Word) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what the letters of an upright word surely fill."""
    xs, ys = zip(*word.middle, strict=True)
    return min(xs) + 0.3, min(ys) + 0.3, max(xs) - 0.3, max(ys) - 0.3


def _edges(page: pymupdf.Page) -> Iterator[tuple[float, float, float, float]]:
    """The upright and level lines of a page, those of boxes among them, from their upper left end."""
    for shape in page.get_drawings():
        for kind, *points in shape["items"]:
            if kind == "l":
                (one, other) = points[:2]
                ends = sorted([(one.x, one.y), (other.x, other.y)])
                lines = [(*ends[0], *ends[1])]
            elif kind == "re":
                box = points[0]
                (a, b, c, d) = (box.x0, box.y0, box.x1, box.y1)
                lines = [(a, b, c, b), (a, d, c, d), (a, b, a, d), (c, b, c, d)]
            else:
                continue
            for x0, y0, x1, y1 in lines:
                if abs(x0 - x1) < 0.1:
                    yield x0, min(y0, y1), x0, max(y0, y1)
                elif abs(y0 - y1) < 0.1:
                    yield x0, y0, x1, y0


LEFTOVERS = re.compile(r"\*\*|\^\^|&(?:amp|lt|gt|nbsp|#\d+);|</?(?:b|i|u|br|p|li|ul|strong|em)\b[^>]*>|\{\w+\}|\ufffd")


def leftovers(document: pymupdf.Document, own: str = "") -> Iterator[str]:
    """Marks of data and of programs that no reader should see. ``own``: the player's words, which may have any."""
    for at, page in enumerate(document, 1):
        text = page.get_text()
        alone = [line.strip() for line in text.splitlines() if line.strip() in {"None", "nan", "null"}]
        for found in dict.fromkeys([*LEFTOVERS.findall(text), *alone]):
            if found not in own:
                yield f"page {at}: {found!r} is left over"


def stream(document: pymupdf.Document) -> str:
    """Everything that is written, in the order of drawing, without spaces and capitals."""
    return squeezed("".join(_written(document)))


def texts(document: pymupdf.Document) -> list[str]:
    """Each text that is written, in the order of drawing, without spaces and capitals."""
    return [squeezed(words) for words in _written(document)]


def _written(document: pymupdf.Document) -> Iterator[str]:
    for page in document:
        last = None
        for span in page.get_texttrace():
            words = "".join(chr(char[0]) for char in span["chars"])
            place = (words, *(round(value) for value in span["bbox"]))
            if place != last:  # the outline of white words
                yield words
            last = place


def squeezed(text: str) -> str:
    """A text as it can be compared: what is printed of it, without spaces, capitals and kinds of dashes."""
    runs = typefaces.runs(typefaces.clean(unicodedata.normalize("NFC", text)))
    text = "".join(run.text for run in runs).casefold()
    return re.sub(r"[\s\u00a0]+", "", text).translate(_DASHES)


_DASHES = str.maketrans({"–": "-", "—": "-", "\u2212": "-", "\u2011": "-", "’": "'", "‘": "'"})


def missing_names(
    army: Army, words: str, names: Iterable[str] = ("units", "models", "weapons", "wargear"), lines: Sequence[str] = ()
) -> Iterator[str]:
    """Names of the army that are not among the words, as `stream` gives them, nor go on on the next page: ``lines`` as `texts`
    gives them."""
    wanted = set(names)
    for unit in army.units:
        found: list[tuple[str, str]] = []
        if "units" in wanted:
            found.append(("unit", unit.datasheet))
        if "own names" in wanted:
            found.append(("unit", unit.name))
        if "models" in wanted:
            kinds = dict.fromkeys(
                model_names(line.name)[1] for line in unit.models
            )  # without what data add of their weapons
            found += [("model", name) for name in kinds if len(kinds) > 1]  # those of one kind are the unit
        if "weapons" in wanted:
            found += [("weapon", _mode(weapon.name)) for weapon in unit.weapons]
        if "abilities" in wanted:
            own = [one for one in unit.abilities if one.kind in ABILITY_KINDS]
            found += [("ability", one.name) for one in own if not (one.damaged and _lacks(one.text, words))]
            found += [("enhancement", one.name) for one in unit.enhancements]
        if "keywords" in wanted:
            found += [("keyword", word) for word in (*unit.shown_keywords, *unit.faction_keywords)]
        if "wargear" in wanted:
            found += [("item", item.name) for line in unit.models for item in line.wargear]
            found += [("item", item.name) for item in unit.wargear]
        for kind, name in found:
            known = partial(army.localise, language=language())
            shown = (name, known(name), with_figure(name, known))
            if not any(_named(squeezed(one), words) or _goes_on(one, lines) for one in shown):
                yield f"{unit.datasheet}: {kind} {name!r} is not on the pages"


def _lacks(text: str, words: str) -> bool:
    """Whether the text about a damaged model stands on the pages, as it does beside its wounds, where its name is shortened."""
    return bool(text) and squeezed(" ".join(one.text for one in paragraphs(text))) in words


def _goes_on(name: str, lines: Sequence[str]) -> bool:
    """Whether a name begins at the end of a line and goes on at the beginning of another one, further on."""
    words = name.split()
    for count in range(1, len(words)):
        start, rest = squeezed(" ".join(words[:count])), squeezed(" ".join(words[count:]))
        first = next((at for at, line in enumerate(lines) if line.endswith(start)), len(lines))
        if any(line.startswith(rest) for line in lines[first + 1 :]):
            return True
    return False


def _named(name: str, words: str) -> bool:
    """Whether a name is among the words, perhaps cut where it is very long."""
    return name in words or any(f"{name[:end]}…" in words for end in range(LEAST_OF_A_NAME, len(name)))


def wrong_figures(army: Army, words: str) -> Iterator[str]:
    """Statlines and weapons whose figures do not stand on the pages as the data have them."""
    for unit in army.units:
        for profile in unit.profiles:
            figures = [
                (heading(army.vocabulary, name, str), profile.value(name))
                for name in statline_columns(unit, army.vocabulary)
            ]
            if figures and not _stands(figures, words):
                yield f"{unit.datasheet}: statline of {profile.name!r}: {' '.join(value for _name, value in figures)}"
        for weapon in unit.weapons:
            columns = weapon_table(weapon.type, (weapon,), army.vocabulary).figures
            figures = [("", weapon.value(name)) for name in columns]
            names = {squeezed(_mode(one)) for one in (weapon.name, army.localise(weapon.name, language()))}
            places = [at for name in names for at in _places(name, words)]
            if figures and not any(_stands(figures, words[at : at + NEAR]) for at in places):
                yield f"{unit.datasheet}: {weapon.name!r}: {' '.join(value for _name, value in figures)}"


def wrong_counts(army: Army, words: str) -> Iterator[str]:
    """Weapons before whose name their number does not stand."""
    for unit in army.units:
        for weapon in weapons(unit):
            names = (weapon.modes[0].name, army.localise(weapon.modes[0].name, language()))
            shown = [f"{weapon.count}×{squeezed(one)}" for name in names for one in (_plain(name), split_mode(name)[0])]
            if weapon.count and not any(_named(one, words) for one in shown):
                yield f"{unit.datasheet}: no {weapon.count}× {weapon.modes[0].name!r}"


def _stands(figures: Sequence[tuple[str, str]], words: str) -> bool:
    """Whether these figures follow each other, perhaps behind their headings; dashes stand for empty ones."""
    pattern = "".join(f"(?:{re.escape(squeezed(name))})?{_figure(value)}" for name, value in figures)
    return re.search(pattern, words) is not None


def _figure(value: str) -> str:
    """A pattern for a figure; a word in the place of one, as melee weapons have for a range, need not be printed."""
    if any(char.isdigit() for char in value):
        return re.escape(squeezed(value))
    return f"(?:{re.escape(squeezed(value))}|-)?"


def _places(name: str, words: str) -> Iterator[int]:
    at = words.find(name)
    while at >= 0:
        yield at + len(name)
        at = words.find(name, at + 1)


def _plain(name: str) -> str:
    """A weapon's name without the sign that data put before one of its modes."""
    return name.lstrip("➤ ").strip()


def _mode(name: str) -> str:
    """The last part of a weapon's name: what stands before it may be printed once for all its modes."""
    return re.split(r" [-–—] ", _plain(name))[-1]


# --- amounts ----------------------------------------------------------------------------------------------------------------


def wrong_amounts(army: Army, found: Sequence[str]) -> Iterator[str]:
    """Units whose number of models or price does not stand in their row; the total where it stands nowhere. ``found``: all
    texts, as `texts` gives them."""
    for unit in army.units:
        names = {squeezed(army.localise(name, language())) for name in (unit.name, unit.datasheet)}
        amount = price_of(army, unit)
        price = "" if amount is None else squeezed(number(amount, grouped=True))
        models = models_of(unit, army.vocabulary)  # mounts with their riders
        if not any(_in_row(found, at, name, models, price) for name in names for at in _rows(found, name)):
            yield f"{unit.name}: no row with {models} models and {price or 'no price'}"
    if army.has_points and squeezed(number(army.points, grouped=True)) not in found:
        yield f"the total of {army.points} is not on the pages"


def _rows(found: Sequence[str], name: str) -> Iterator[int]:
    """Where a text begins as the name does, or is its first line."""
    for at, text in enumerate(found):
        plain = _COUNTED.sub("", text)
        if plain and (plain.startswith(name) or name.startswith(plain.rstrip("…"))):
            yield at


_COUNTED = re.compile(r"^\d+[×x]")


def _in_row(found: Sequence[str], at: int, name: str, models: int, price: str) -> bool:
    before = found[at - 1] if at else ""
    counted = models == 1 or str(models) in (before, before.rstrip("×")) or found[at].startswith(f"{models}×")
    return counted and (not price or price in found[at + 1 : at + ROW])


# --- codes ------------------------------------------------------------------------------------------------------------------


def wrong_codes(document: pymupdf.Document, submission: Submission | None) -> Iterator[str]:
    """QR codes that cannot be read, or have another text than the submission has, or the seal in other layouts."""
    found = list(scanning.codes(document))
    yield from (f"page {page}: a code that cannot be read" for page, text in found if not text)
    read = [text for _page, text in found]
    if submission is not None:
        if not found:
            yield "the submission has no code"
        elif scanning.joined(read) != submission.text:
            yield f"the code has another text: {scanning.joined(read)[:80]!r}"
        return
    keywords = (document.metadata or {}).get("keywords", "")
    yield from (f"page {page}: a code that is no seal: {text[:80]!r}" for page, text in found if text not in keywords)


def faults(army: Army, data: bytes, options: PrintOptions) -> list[str]:
    """All that does not hold for the PDF of an army."""
    with pymupdf.open(stream=data, filetype="pdf") as document:
        placed = words_of_all(document)
        found = list(page_faults(document, FLOORS.get(options.layout, FLOOR), placed))
        words, lines = stream(document), texts(document)
        found += wrong_codes(document, options.submission)
        found += crossed_words(document, placed)
        found += leftovers(
            document, " ".join((army.name, army.notes, *(f"{one.name} {one.notes}" for one in army.units)))
        )
        if options.layout in WITH_AMOUNTS and not (options.submission and options.submission.shown):
            found += wrong_amounts(army, lines)
    if options.layout in SHOWN:
        found += missing_names(army, words, SHOWN[options.layout], lines)
    if options.layout in WITH_FIGURES:
        found += wrong_figures(army, words)
        found += wrong_counts(army, words)
    return found


SHOWN = {
    "roster": ("units", "models", "weapons", "abilities", "keywords"),
    "compact": ("units", "models", "weapons", "abilities"),
    "booklet": ("units", "models", "weapons", "abilities", "keywords"),
    "large": ("units", "models", "weapons", "abilities", "keywords"),
    "cards": ("units", "weapons", "abilities"),  # keywords give way where they would take a back
    "submission": ("units", "models", "wargear"),
    "turn": ("own names",),
    "open": ("units", "models", "weapons", "abilities", "keywords"),
    "tokens": ("own names",),
}
WITH_FIGURES = frozenset(("roster", "compact", "booklet", "large", "cards"))
WITH_AMOUNTS = frozenset(("roster", "booklet", "large", "open", "submission"))
ROW = 24  # texts of a row behind its name


# --- the command ------------------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str]) -> int:
    """Goes over all lists; the exit status tells whether anything is wrong."""
    from listbuilder.cli.printed import PrintJob
    from listbuilder.errors import InputError
    from listbuilder.events.gathering import gather
    from listbuilder.naming import file_names
    from listbuilder.print.layouts.registry import LAYOUTS
    from listbuilder.report.checking import Job, open_list

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-l", "--layout", action="append", choices=list(LAYOUTS))
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("-n", "--every", type=int, default=1, help="print every so manieth list")
    parser.add_argument("--first", type=int, default=1, help="the first list of these, from 1")
    parser.add_argument("--paper", default="a4", choices=PAPERS)
    parser.add_argument("--ink", default="full", choices=INKS)
    parser.add_argument("--text", default="full", choices=TEXT_LEVELS)
    parser.add_argument("--card-size", default=CARD_SIZES[0], choices=CARD_SIZES)
    parser.add_argument("--lang", default="en")
    parser.add_argument("paths", nargs="+")
    stated = parser.parse_args(arguments)
    set_language(stated.lang)
    entries = gather(stated.paths).entries[stated.first - 1 :: stated.every]
    chosen = PrintOptions(paper=stated.paper, ink=stated.ink, text=stated.text, card_size=stated.card_size)
    unread = wrong = 0
    for entry, name in zip(entries, file_names([one.name for one in entries]), strict=True):
        try:
            validated = open_list(entry, Job())
        except InputError:
            unread += 1
            continue
        for layout in stated.layout or LAYOUTS:
            if stated.paper not in LAYOUTS[layout].papers:
                continue
            job = PrintJob(options=replace(chosen, layout=layout))
            options = job.options_for(entry, validated)
            try:
                data = print_army(validated.army, validated.findings, validated.system, options)
                found = faults(validated.army, data, options)
            except Exception as error:
                data, found = b"", [f"{type(error).__name__}: {error}"]
            if stated.output and data:
                stated.output.mkdir(exist_ok=True)
                (stated.output / f"{name}-{layout}.pdf").write_bytes(data)
            for fault in found:
                sys.stdout.write(f"{entry.name}\t{layout}\t{fault}\n")
                sys.stdout.flush()
            wrong += bool(found)
        validated.close()
    sys.stderr.write(f"{len(entries) - unread} lists read, {unread} cannot be, {wrong} PDFs with faults\n")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
