"""Our own list file (YAML)."""

from __future__ import annotations

from listbuilder.exchange.formats import OWN, Format, Output
from listbuilder.listfile import bound, document
from listbuilder.listfile.bound import BoundList
from listbuilder.sources.registry import Sets


def _fits(_head: bytes) -> bool:
    return False  # any text may be YAML: what no other format recognises is read as a list file


def _read(content: bytes, name: str, among: Sets) -> BoundList:
    return bound.bind(document.load(content, name), among)


def _write(of: BoundList) -> bytes:
    from listbuilder.listfile import saving

    return saving.save(of.document, of.roster).encode()


FORMATS = (Format(OWN, (".yaml", ".yml"), _fits, _read),)
OUTPUTS = (Output(OWN, (".yaml", ".yml"), _write),)
