"""Measures printing: a roster beside a bare reportlab document of the same pages and words, and 150 units beside 15.

    python benchmarks/bench_print.py [--runs N] [--list FILE] [--layout NAME]

All in one process, which has its fonts already: processor time, medians of several runs in turns. Leaves with status 1 where an
aim (`aims.py`) is missed.
"""

from __future__ import annotations

import argparse
import io
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pymupdf
from reportlab.pdfgen.canvas import Canvas

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.aims import Results
from listbuilder.army.model import Army
from listbuilder.print import PrintOptions, print_army
from listbuilder.print.kit import bidi, scripts, typefaces, typeset
from listbuilder.replacing import replace
from listbuilder.report.checking import Job, open_list
from listbuilder.report.entry import Entry
from listbuilder.sources.cache import without_gc

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "exports" / "samples" / "space-marines-gladius.yaml"
FEW, MANY = 15, 150
Words = list[list[tuple[float, float, str, float, str]]]  # of each page: x, baseline, font, size, word


def words_of(data: bytes) -> Words:
    """Every word of a document with its place and type."""
    pages: Words = []
    with pymupdf.open(stream=data, filetype="pdf") as document:
        for page in document:
            height = page.rect.height
            found = []
            for span in page.get_texttrace():
                name = span["font"] if span["font"] in FONTS else typefaces.TEXT
                start, word = None, ""
                for code, _glyph, (x, y), _box in (*span["chars"], (32, 0, (0, 0), None)):
                    if chr(code).isspace():
                        if start is not None:
                            found.append((*start, name, span["size"], word))
                        start, word = None, ""
                    else:
                        start = start or (x, height - y)
                        word += chr(code)
            pages.append(found)
    return pages


FONTS = (typefaces.TEXT, typefaces.STRONG, typefaces.HAN, typefaces.SYMBOLS)


def bare(pages: Words) -> bytes:
    """A document of these words and nothing else, as reportlab makes it."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1, pageCompression=1, initialFontName=typefaces.TEXT)
    for page in pages:
        for x, y, font, size, word in page:
            canvas.setFont(font, size)
            canvas.drawString(x, y, word)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def forget() -> None:
    """Empties what the kit keeps of texts, so that each document is set as the only one of its process."""
    for module in (bidi, scripts, typefaces, typeset):
        for name, kept in vars(module).items():
            if hasattr(kept, "cache_clear") and name != "face":
                kept.cache_clear()


def times(works: dict[str, Callable[[], object]], runs: int) -> dict[str, float]:
    """The median milliseconds of each work, done in turns, as the program does it: without the collector."""
    taken: dict[str, list[float]] = {name: [] for name in works}
    for _run in range(runs):
        for name, work in works.items():
            forget()
            with without_gc():
                start = time.process_time()
                work()
                taken[name].append((time.process_time() - start) * 1000)
    return {name: statistics.median(found) for name, found in taken.items()}


def grown(army: Army, count: int) -> Army:
    """The army with so many units, no two of which are alike."""
    units = [army.units[number % len(army.units)] for number in range(count)]
    unlike = [
        replace(unit, id=f"{unit.id}-{number}", name=f"{unit.name} {number}", datasheet=f"{unit.datasheet} {number}")
        for number, unit in enumerate(units)
    ]
    return replace(army, units=tuple(unlike))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--list", type=Path, default=LIST)
    parser.add_argument("--layout", default="")
    chosen = parser.parse_args()
    validated = open_list(Entry.of_file(str(chosen.list)), Job())
    army, findings, system = validated.army, validated.findings, validated.system
    for name in FONTS:
        typefaces.face(name)
    results = Results()
    print(
        f"{'layout':12}{'pages':>7}{'words':>7}{'print':>10}{'bare':>10}{'x bare':>8}{'15 units':>11}{'150 units':>11}{'x':>7}"
    )
    worst, growth = 0.0, 0.0
    for layout in [chosen.layout] if chosen.layout else ["roster", "compact"]:
        drawn = partial(print_army, findings=findings, system=system, options=PrintOptions(layout))
        words = words_of(drawn(army))
        works = {
            "print": partial(drawn, army),
            "bare": partial(bare, words),
            "few": partial(drawn, grown(army, FEW)),
            "many": partial(drawn, grown(army, MANY)),
        }
        found = times(works, chosen.runs)
        ratio, more = found["print"] / found["bare"], found["many"] / found["few"]
        worst, growth = max(worst, ratio), max(growth, more)
        number = sum(map(len, words))
        print(
            f"{layout:12}{len(words):7}{number:7}{found['print']:7.0f} ms{found['bare']:7.0f} ms{ratio:8.1f}"
            f"{found['few']:8.0f} ms{found['many']:8.0f} ms{more:7.1f}"
        )
    results.add("print", worst)
    results.add("print-many", growth)
    results.leave()


if __name__ == "__main__":
    main()
