"""Proves by the engine that a data set says what a points document states, once the document lies over it.

    python -m tools.points_document.proof ../shared/bsdata/wh40k-11e --version 1.1 -o docs/proofs/wh40k-11e.md

Prints a table with a row for each page of the document, and below it every difference with its reason.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from listbuilder.errors import InputError
from listbuilder.sources import registry
from listbuilder.sources.store import FileSet
from tools.points_document.proof.pages import prove
from tools.points_document.proof.table import markdown


def text(folder: Path, version: str = "", page: str = "") -> str:
    """The proof over the set in a folder, by the newest version when none is named. Raises `InputError`."""
    native = registry.native()
    data = FileSet(folder, folder.name, rules=native.rules_for, documents=native.documents).at(version)
    rules = data.system("")
    document = data.document(rules)
    if document is None or rules.points_document is None:
        raise InputError(f"{folder}: no points document goes over this set")
    if page and document.page(page) is None:
        raise InputError(f"{page}: no page of the document")
    title = f"{rules.id}, points document {document.version} ({document.date}) over {data.name}"
    return markdown(title, prove(data, document, rules.points_document, page))


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.points_document.proof", description=(__doc__ or "").split("\n", 1)[0]
    )
    parser.add_argument("set", type=Path, help="folder of the data set")
    parser.add_argument("--version", default="", help="version of the document; the newest when not named")
    parser.add_argument("--page", default="", help="id or name of the only page")
    parser.add_argument("-o", "--output", type=Path, help="file to write; else it is printed")
    arguments = parser.parse_args()
    try:
        found = text(arguments.set, arguments.version, arguments.page)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    if arguments.output is None:
        print(found, end="")
    else:
        arguments.output.parent.mkdir(parents=True, exist_ok=True)
        arguments.output.write_text(found, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
