"""Writes pages as `factions/` have them: a unit on one line where it fits, else a line for each thing that is said of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tools.native_data.yaml import WIDTH, flow, scalar, wrapped

SCHEMA = "# yaml-language-server: $schema=../../../../schemas/points.schema.json"
NESTED = {"detachments": 1, "units": 1, "groups": 2, "allied": 1}  # levels of names above the records


def document(page: Mapping[str, Any]) -> str:
    """The text of a page's file."""
    lines = [SCHEMA]
    for key, value in page.items():
        if key not in NESTED:
            lines.append(f"{key}: {flow(value)}")
        else:
            lines.append(f"{key}:")
            lines += _records(value, NESTED[key], 2)
    return "\n".join(lines) + "\n"


def _records(value: Mapping[str, Any], levels: int, depth: int) -> Iterator[str]:
    for name, record in value.items():
        if levels > 1:
            yield f"{' ' * depth}{scalar(name)}:"
            yield from _records(record, levels - 1, depth + 2)
        else:
            yield from _record(name, record, depth)


def _record(name: str, record: Any, depth: int) -> Iterator[str]:
    indent = " " * depth
    flat = f"{indent}{scalar(name)}: {flow(record)}"
    if len(flat) <= WIDTH:
        yield flat
        return
    if isinstance(record, list) and all(isinstance(one, Mapping) for one in record):
        yield f"{indent}{scalar(name)}:"
        yield from (f"{indent}  - {flow(one)}" for one in record)
        return
    if isinstance(record, list):
        yield from wrapped(f"{indent}{scalar(name)}: ", record, depth)
        return
    yield f"{indent}{scalar(name)}:"
    for key, value in record.items():
        yield from _record(key, value, depth + 2)
