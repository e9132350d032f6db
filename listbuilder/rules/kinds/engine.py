"""Bounds of the data: sizes of units, wargear, prices. The engine finds what violates them and names this rule.

Parameters: none; the bounds are in the datasheets.

Passes: five Intercessors.
Fails: four Intercessors.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.kind import Bound
from listbuilder.rules.muster import Muster

KIND = "engine"


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


def check(rule: Bound[Params], muster: Muster) -> Iterator[Diagnostic]:
    return iter(())
