"""Says how something is counted; other rules enforce it. Nothing is checked by itself.

Parameters: ``enforced_by``: ids of the rules that count this way.

Passes: nothing can fail here.
Fails: the example fails the rules named in ``enforced_by``.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.kind import Bound
from listbuilder.rules.muster import Muster

KIND = "definition"


class Params(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who enforces it."""

    enforced_by: tuple[str, ...] = ()


def check(rule: Bound[Params], muster: Muster) -> Iterator[Diagnostic]:
    return iter(())
