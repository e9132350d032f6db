"""Defines how something is counted for other rules. Nothing is checked here.

Parameters: ``enforced_by``: ids of the rules that count this way.

Passes: every army.
Fails: no army; its example fails the rules in ``enforced_by``.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.kind import BoundRule
from listbuilder.rules.muster import Muster

KIND = "definition"


class Params(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which rules enforce it."""

    enforced_by: tuple[str, ...] = ()


def check(rule: BoundRule[Params], muster: Muster) -> Iterator[Diagnostic]:
    return iter(())
