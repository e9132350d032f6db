"""What all records of the catalogue are made of: their base class, exact numbers, names by language.

Modules of records do not postpone their annotations (`from __future__ import annotations`): they would be compiled one by one
on every start, when records are read from the cache.
"""

from decimal import Decimal

from msgspec import Struct

Number = int | Decimal
Names = dict[str, str]  # language code -> text


class Record(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Base of all catalogue records."""
