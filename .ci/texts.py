"""Collects the program's texts for the translators, brings their catalogues up to date, and compiles them.

Reads the code as a syntax tree, because texts stand inside f-strings too. A new language: ``python .ci/texts.py CODE``.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).resolve().parent.parent / "listbuilder"
LOCALE = PACKAGE / "locale"
NAME = "listbuilder"
MARKERS = {"_": 1, "N_": 1, "Text": 1, "ngettext": 2}  # function -> how many of its first arguments are texts


def texts(path: Path) -> Iterator[tuple[int, str | tuple[str, ...]]]:
    """The marked texts of a module with their lines; one of several forms is a tuple."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or getattr(node.func, "id", "") not in MARKERS:
            continue
        count = MARKERS[node.func.id]
        for found in product(*([*literals(one)] for one in node.args[:count])):
            if len(found) == count and all(found):
                yield node.lineno, found[0] if count == 1 else found


def literals(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may be: one, or those of ``one if condition else other``."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=other):
            yield from literals(body)
            yield from literals(other)


def collect() -> Catalog:
    """All texts, module by module."""
    template = Catalog(project=NAME, charset="utf-8")
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE.parent).as_posix()
        for _line, text in sorted(texts(path), key=lambda found: found[0]):
            template.add(text, locations=[(place, 0)])
    return template


def update(folder: Path, template: Catalog) -> None:
    """Brings one language up to date and compiles it."""
    path = folder / "LC_MESSAGES" / f"{NAME}.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    catalogue = Catalog(locale=folder.name, project=NAME, charset="utf-8")
    if path.exists():
        with path.open("rb") as stream:
            catalogue = read_po(stream, locale=folder.name)
    template.creation_date = catalogue.creation_date
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    with path.open("wb") as stream:
        write_po(stream, catalogue, width=0, include_lineno=False)
    with path.with_suffix(".mo").open("wb") as stream:
        write_mo(stream, catalogue)
    missing = sum(1 for message in catalogue if message.id and not (message.string and all(message.string)))
    print(f"{folder.name}: {len(catalogue)} texts, {missing} to translate")


def main() -> None:
    """Does it all."""
    template = collect()
    with (LOCALE / f"{NAME}.pot").open("wb") as stream:
        write_po(stream, template, width=0, omit_header=True, include_lineno=False)
    known = {path.name for path in LOCALE.iterdir() if path.is_dir()}
    for code in sorted({*known, *sys.argv[1:]}):
        update(LOCALE / code, template)


if __name__ == "__main__":
    main()
