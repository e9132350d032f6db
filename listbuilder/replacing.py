"""Copies of records with some fields changed."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct, structs

R = TypeVar("R")


def replace(record: R, /, **changes: Any) -> R:
    """A copy of a struct or dataclass with these fields changed. Raises `TypeError` for fields that it does not have."""
    if isinstance(record, Struct):
        return structs.replace(record, **changes)
    import dataclasses  # slow to import

    return dataclasses.replace(record, **changes)  # type: ignore[type-var]  # noqa: TID251
