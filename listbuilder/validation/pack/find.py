"""Finds a pack: a file, or a shipped one by its short name."""

from __future__ import annotations

from pathlib import Path

from listbuilder import files
from listbuilder.errors import InputError
from listbuilder.i18n import Text
from listbuilder.naming import listing, suggestion
from listbuilder.replacing import replace
from listbuilder.sources.native import locate
from listbuilder.sources.registry import Sets
from listbuilder.validation.pack.reading import read
from listbuilder.validation.pack.record import Pack

LIMIT = 1 << 20  # bytes of a pack


def find() -> dict[str, Path]:
    """Short name -> file, of the packs beside the shipped data and in the user's own folders of data."""
    return locate.packs(locate.folders())


def load(word: str, among: Sets = ()) -> Pack:
    """The pack of that short name, else the one in the file of that path: a file among the lists that is called like a shipped
    pack does not stand in its place. ``among``: the data that lists will be judged by, all that the user has by default. Raises
    `InputError` with everything that is wrong in it, or with the nearest name where there is none."""
    path, known = Path(word), find()
    named = word not in known
    if not named:
        path = known[word]
    elif not files.is_there(path) and path.suffix not in {".yaml", ".yml"}:
        message = Text("there is no event pack called {name}, and no file of that name", {"name": word})
        hint = suggestion(word, known) or Text("known: {names}", {"names": listing(known)})
        raise InputError(message, hint=hint)
    content = files.read(path, LIMIT, named=named)
    pack = read(content, str(path), among)
    shipped = None if named else locate.packs(locate.folders()[:1]).get(word)
    if shipped is not None and shipped != path and files.read(shipped, LIMIT) != content:
        return replace(pack, in_place_of=word)
    return pack
