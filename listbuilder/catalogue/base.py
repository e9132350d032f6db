"""What all records of the catalogue are made of: their base class, exact numbers, names by language.

Modules of records, and of what is converted on every start (parameters of rules), do not postpone their annotations
(`from __future__ import annotations`): msgspec would compile them one by one.
"""

from decimal import Decimal

from msgspec import Struct

Number = int | Decimal
Names = dict[str, str]  # language code -> text


class Record(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Base of all catalogue records."""
