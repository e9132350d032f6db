"""Units that cannot be in one army.

Parameters: ``pairs``: lists of two (or more) datasheets or keywords of which the army holds at most one.

Passes: Commander Farsight without Ethereals.
Fails: Commander Farsight and an Ethereal, where ``pairs`` has ``[Commander Farsight, Ethereal]``.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from listbuilder.army import Unit
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.kind import Bound
from listbuilder.rules.muster import Muster

KIND = "exclusive"


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """Which exclude each other."""

    pairs: tuple[tuple[str, ...], ...]


def check(rule: Bound[Params], muster: Muster) -> Iterator[Diagnostic]:
    for words in rule.params.pairs:
        present: dict[str, Unit] = {}
        for word in words:
            unit = next((one for one in muster.units if muster.has(one, word)), None)
            if unit is not None:
                present[word] = unit
        units = list(dict.fromkeys(unit.id for unit in present.values()))
        if len(present) < 2 or len(units) < 2:
            continue
        first, second = list(present.values())[:2]
        names: dict[str, object] = {"unit": first.name, "other": second.name}
        text = Text("{unit} and {other} cannot be in one army", names)
        yield rule.finding(text, second, fixes=fixes.remove((first, second)))
