"""The number of models from which on a model must be in coherency with two others instead of one. Printed on the sheet;
nothing is checked.

Parameters: ``from_models``.

Passes: every army.
Fails: no army.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.kind import BoundRule
from listbuilder.rules.muster import Muster

KIND = "coherency"


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of models."""

    from_models: int


def check(rule: BoundRule[Params], muster: Muster) -> Iterator[Diagnostic]:
    return iter(())
