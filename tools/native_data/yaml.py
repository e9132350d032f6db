"""Writes native data as the files of `factions/` are written: short maps on one line, the rest as blocks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

WIDTH = 120
PLAIN = re.compile(r"[\w/(\u0080-\uffff.+<'’-][^\n]*")
SPECIAL = re.compile(r"^(?:true|false|null|yes|no|on|off|~|[-+]?[\d_.]+(?:[eE][-+]?\d+)?|0x[\da-f]+)$", re.IGNORECASE)
LINES = frozenset(("weapons", "gear"))  # each entry on one line, however long, unless it has several profiles
Value = Any


def document(value: Mapping[str, Value], schema: str) -> str:
    """The text of a file."""
    lines = [f"# yaml-language-server: $schema=../../../schemas/{schema}.schema.json"]
    for key, item in value.items():
        lines += _entry(key, item, 0, long=key in LINES)
    return "\n".join(lines) + "\n"


def _entry(key: str, item: Value, depth: int, *, long: bool = False) -> list[str]:
    """``key: value`` at an indentation; ``long``: the entries below stay on one line each."""
    indent = " " * depth
    flat = f"{indent}{scalar(key)}: {flow(item)}"
    if not isinstance(item, Mapping | list | tuple) or not item:
        return [flat]
    if (
        depth
        and key != "profiles"
        and (len(flat) <= WIDTH or long)
        and not (isinstance(item, Mapping) and "profiles" in item)
    ):
        return [flat]
    if not depth and len(flat) <= WIDTH and key not in BLOCKS:
        return [flat]
    if isinstance(item, Mapping):
        lines = [f"{indent}{scalar(key)}:"]
        for inner, value in item.items():
            lines += _entry(inner, value, depth + 2, long=long)
        return lines
    if key != "profiles" and all(not isinstance(part, Mapping) for part in item):
        return wrapped(f"{indent}{scalar(key)}: ", item, depth)
    lines = [f"{indent}{scalar(key)}:"]
    for part in item:
        lines += _item(part, depth + 2, long=key == "profiles")
    return lines


BLOCKS = frozenset(
    ("models", "profiles", "weapons", "gear", "options", "abilities", "leader", "detachments", "transport", "effects")
)


def _item(part: Value, depth: int, *, long: bool = False) -> list[str]:
    flat = f"{' ' * depth}- {flow(part)}"
    if len(flat) <= WIDTH or not isinstance(part, Mapping) or long:
        return [flat]
    lines: list[str] = []
    for key, value in part.items():
        lines += _entry(key, value, depth + 2)
    lines[0] = f"{' ' * depth}- {lines[0].lstrip()}"
    return lines


def wrapped(start: str, items: Sequence[Value], depth: int) -> list[str]:
    """A list that fills several lines."""
    lines = [start + "["]
    for number, item in enumerate(items):
        text = flow(item) + ("]" if number == len(items) - 1 else ",")
        space = "" if lines[-1].endswith("[") else " "
        if len(lines[-1]) + len(space) + len(text) > WIDTH and not lines[-1].endswith("["):
            lines.append(" " * (depth + 2) + text)
        else:
            lines[-1] += space + text
    return lines


def flow(value: Value) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key, flow_context=True)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return scalar(value, flow_context=True)


def scalar(value: Value, *, flow_context: bool = True) -> str:
    """A plain scalar where YAML allows it, else a quoted one."""
    if value is True or value is False:
        return "true" if value else "false"
    if value is None:
        return "null"
    if not isinstance(value, str):
        return str(value)
    text = value
    plain = bool(text) and bool(PLAIN.fullmatch(text)) and text.strip() == text
    if (
        text.startswith(("'", "- ", "? ", ": "))
        or text in {"-", "?"}
        or ": " in text
        or " #" in text
        or text.endswith(":")
    ):
        plain = False
    if flow_context and (any(mark in text for mark in ",[]{}") or ":?" in text):
        plain = False
    if SPECIAL.match(text):
        plain = False
    if plain:
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
