"""Reports each matching unit with the severity of the rule: a warning, or an error when such units are forbidden.

Parameters: ``where``: the units to report.

Passes: an army without Legends datasheets, with ``{where: {legends: true}}``.
Fails: an army with one.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.kind import BoundRule
from listbuilder.rules.muster import Muster
from listbuilder.rules.where import Where

KIND = "notice"


class Params(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which units."""

    where: Where


def check(rule: BoundRule[Params], muster: Muster) -> Iterator[Diagnostic]:
    for unit in muster.matching(rule.params.where):
        names: dict[str, object] = {"unit": unit.name, "rule": rule.name}
        offered = fixes.remove((unit,)) if rule.spec.severity == "error" else ()
        yield rule.finding(Text("{unit}: {rule}", names), unit, fixes=offered)
