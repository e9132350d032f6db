"""Writes the pages of a points document that its publisher made.

    python -m tools.points_document wh40k-11e ../shared/points-11e/v1.1

Writes `factions/<system>/points/<version>/<page>.yaml` and prints what changed from the version before. What our pages cannot
state, and names that could mean anything, are refused with a message: `corrections/<system>.yaml` says what is meant.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from listbuilder.errors import InputError
from listbuilder.report.points import changed
from listbuilder.sources.native import locate
from listbuilder.sources.points.difference import difference
from listbuilder.sources.points.documents import documents
from tools.native_data.faction import ROOT
from tools.points_document import source
from tools.points_document.names import Names, corrections
from tools.points_document.page import convert
from tools.points_document.writing import document


def pages_of(system: str, folder: Path) -> dict[str, str]:
    """The texts of the pages by the names of their files, in the folder of their version. Raises `InputError`."""
    given = source.load(folder)
    units = (unit["name"] for page in given.values() for unit in page["units"])
    names = Names(units, corrections(system))
    versions = {page["version"] for page in given.values()}
    if len(versions) != 1:
        raise InputError(f"{folder}: pages of several versions: {', '.join(sorted(versions))}")
    version = versions.pop()
    return {f"{version}/{page_id}.yaml": document(convert(page, given, names)) for page_id, page in given.items()}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.points_document", description=__doc__.split("\n", 1)[0])
    parser.add_argument("system", help="id of the game system, such as wh40k-11e")
    parser.add_argument("folder", type=Path, help="folder of the document's pages")
    parser.add_argument("--to", type=Path, default=ROOT / "factions", help="folder of the systems")
    arguments = parser.parse_args()
    try:
        pages = pages_of(arguments.system, arguments.folder)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    folder = arguments.to / arguments.system
    written = write(folder, pages)
    print(news(arguments.system, folder, written.name), end="")
    return 0


def write(folder: Path, pages: Mapping[str, str]) -> Path:
    """Writes the pages of a version and takes away what else is in its folder, which is returned."""
    paths = {folder / locate.POINTS / name: text for name, text in pages.items()}
    (version,) = {path.parent for path in paths}
    version.mkdir(parents=True, exist_ok=True)
    for path in version.glob("*.yaml"):
        path.unlink()
    for path, text in paths.items():
        path.write_text(text, "utf-8")
    return version


def news(system: str, folder: Path, version: str) -> str:
    """What changed in a version from the one before it; empty where it is the first."""
    found = documents(system, [folder])
    place = next(place for place, one in enumerate(found) if one.version == version)
    if place + 1 == len(found):
        return ""
    after, before = found[place : place + 2]
    return changed(difference(before, after), before, after)


if __name__ == "__main__":
    sys.exit(main())
