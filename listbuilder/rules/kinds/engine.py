"""Constraints of the data: unit sizes, wargear, points. The engine checks them; its findings carry the id of this rule.

Parameters: none; the constraints are in the datasheets.

Passes: five Intercessors.
Fails: four Intercessors.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.kind import BoundRule
from listbuilder.rules.muster import Muster

KIND = "engine"


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


def check(rule: BoundRule[Params], muster: Muster) -> Iterator[Diagnostic]:
    return iter(())
