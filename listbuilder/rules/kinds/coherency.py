"""From how many models on a unit must keep together with two others instead of one. A fact for the printed sheet; nothing is
checked.

Parameters: ``from_models``.

Passes: nothing can fail.
Fails: never.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.kind import Bound
from listbuilder.rules.muster import Muster

KIND = "coherency"


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of models."""

    from_models: int


def check(rule: Bound[Params], muster: Muster) -> Iterator[Diagnostic]:
    return iter(())
