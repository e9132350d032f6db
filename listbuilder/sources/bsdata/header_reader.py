"""Reads the head of a data file (what it is, which catalogues it links to) without building its records."""

from __future__ import annotations

from typing import Any
from xml.parsers import expat

import msgspec

from listbuilder.i18n import Text
from listbuilder.sources.bsdata import jsontree, xmltree
from listbuilder.sources.bsdata.builder import exact
from listbuilder.sources.bsdata.header import Header
from listbuilder.sources.bsdata.migration import version_of
from listbuilder.sources.bsdata.reader import is_json, unpack
from listbuilder.sources.errors import NotDataError, SourceError


class _Link(msgspec.Struct, rename="camel"):
    target_id: str = ""
    name: str = ""


class _Root(msgspec.Struct, rename="camel"):
    id: str
    name: str = ""
    revision: int | str = 0
    game_system_id: str = ""
    library: bool = False
    battle_scribe_version: str | int | float = ""
    catalogue_links: list[_Link] = []


class _Document(msgspec.Struct, rename="camel"):
    game_system: _Root | None = None
    catalogue: _Root | None = None


_decoder = msgspec.json.Decoder(_Document)


def read_header(data: bytes, path: str = "") -> Header:
    """The head of a data file. The whole file is parsed: one that is no XML or JSON, unsafe, or of an unknown format is refused.

    Raises `NotDataError` when it is neither a game system nor a catalogue, `SourceError` for other mistakes."""
    data = unpack(data, path)
    return _of_json(data, path) if is_json(data) else _of_xml(data, path)


def _of_json(data: bytes, path: str) -> Header:
    jsontree.check_size(data, path)
    document = jsontree.decode(_decoder, data, path)
    root = document.game_system or document.catalogue
    if root is None:
        raise NotDataError(jsontree.NO_ROOT, path, 1)
    version_of(root.battle_scribe_version, path)
    return Header(
        id=root.id,
        name=root.name or root.id,
        revision=str(root.revision),
        is_game_system=document.game_system is not None,
        game_system_id=root.game_system_id,
        library=root.library,
        links=tuple((link.target_id, link.name) for link in root.catalogue_links),
    )


def _of_xml(data: bytes, path: str) -> Header:
    roots: list[tuple[str, dict[str, Any]]] = []
    links: list[tuple[str, str]] = []

    def start(name: str, attributes: dict[str, Any]) -> None:
        if name == "catalogueLink":
            links.append((attributes.get("targetId", ""), attributes.get("name", "")))
        elif not roots:
            if name not in xmltree.ROOTS:
                raise xmltree.wrong_root(name, path, parser)
            roots.append((name, attributes))

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = lambda *_: xmltree.refuse_doctype(parser, path)
    xmltree.run(parser, data, path)
    kind, root = roots[0]
    if not root.get("id"):
        raise SourceError(Text("{kind} without {key}", {"kind": kind, "key": "'id'"}), path, 1)
    version_of(root.get("battleScribeVersion"), path)
    return Header(
        id=root["id"],
        name=root.get("name") or root["id"],
        revision=_revision(root.get("revision", "")),
        is_game_system=kind == "gameSystem",
        game_system_id=root.get("gameSystemId", ""),
        library=root.get("library") == "true",
        links=tuple(links),
    )


def _revision(text: str) -> str:
    try:
        return str(exact(text))
    except ValueError:
        return ""
