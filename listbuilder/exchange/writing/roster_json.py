"""Writes a roster as New Recruit's JSON: the tree of a ``.ros`` file with lists for its wrappers."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

import msgspec

from listbuilder.engine import Engine
from listbuilder.exchange.ros import Writer, XmlElement
from listbuilder.listfile.bound import BoundList
from listbuilder.terminal import CONTROL

NUMBERS = frozenset(("number", "value", "gameSystemRevision", "catalogueRevision"))
TEXTS = frozenset(("description", "customNotes"))


def write(bound: BoundList) -> str:
    """The roster as JSON."""
    root = Writer(Engine(bound.roster), "listbuilder", notes=True).tree()
    encoded = msgspec.json.Encoder(decimal_format="number").encode({"roster": _record(root)})
    text = msgspec.json.format(encoded, indent=1).decode()
    return CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"  # which would control a terminal


def _record(element: XmlElement) -> dict[str, Any]:
    found = {name: _value(name, value) for name, value in element.attributes.items()}
    for child in element.children:
        if child.text is not None and not child.children and child.tag in TEXTS:
            found[child.tag] = child.text
        else:
            found[child.tag] = [_item(one) for one in child.children]
    return found


def _item(element: XmlElement) -> dict[str, Any]:
    text = {"$text": element.text} if element.text is not None else {}
    return _record(element) | text


def _value(name: str, value: object) -> object:
    if name not in NUMBERS or isinstance(value, int | bool):
        return value
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return value
    return int(number) if number == int(number) else number
