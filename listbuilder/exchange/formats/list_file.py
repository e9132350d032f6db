"""Our own list file (YAML)."""

from __future__ import annotations

from listbuilder.errors import InputError
from listbuilder.exchange.formats import OWN, Format, Output
from listbuilder.listfile import bound, document, records
from listbuilder.listfile.bound import BoundList
from listbuilder.listfile.document import Document
from listbuilder.sources import registry
from listbuilder.sources.registry import Sets


def _fits(_head: bytes) -> bool:
    return False  # any text may be YAML: what no other format recognises is read as a list file


def _read(content: bytes, name: str, among: Sets) -> BoundList:
    try:
        read = document.load(content, name)
    except InputError as error:
        from listbuilder.listfile.meant import hinted  # few lists need it

        raise hinted(error, content, name, among) from error
    try:
        found = bound.bind(read, among)
    except InputError:
        by_names = _by_names(read, () if among else registry.standing_in(read.system, read.data_pin.get("set", "")))
        if by_names is None:
            raise
        return by_names
    used = found.data.pin.set
    if found.data.alone and read.data_pin.get("set", "") != used:
        return _by_names(read, tuple(one for one in among if one.name == used)) or found
    return found


def _by_names(read: Document, documents: Sets) -> BoundList | None:
    """The list over a points document, where it names the entries of a data set that is not there; None where none has its
    faction."""
    system = registry.called(read.system)
    if not documents or system is None or not records.is_tree(read.facts):
        return None
    from listbuilder.exchange.binding import list_file  # few lists need it

    try:
        return list_file.bind(read, system, documents)
    except InputError:
        return None


def _write(of: BoundList) -> bytes:
    from listbuilder.listfile import saving

    return saving.save(of.document, of.roster).encode()


FORMATS = (Format(OWN, (".yaml", ".yml"), _fits, _read),)
OUTPUTS = (Output(OWN, (".yaml", ".yml"), _write),)
