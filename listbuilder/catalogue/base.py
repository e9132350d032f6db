"""What all records of the catalogue are made of: their base class, exact numbers, names by language."""

from __future__ import annotations

from decimal import Decimal

from msgspec import Struct

Number = int | Decimal
Names = dict[str, str]  # language code -> text


class Record(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Base of all catalogue records."""
