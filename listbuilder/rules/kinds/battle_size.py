"""A size of game, or at least a points limit, is chosen.

Without a limit nobody can say whether the army is too large, so this is usually of severity ``unjudged``.

Parameters: none.

Passes: a list with ``battle_size: strike-force``.
Fails: a list that names neither a battle size nor a limit.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.kind import Bound
from listbuilder.rules.muster import Muster

KIND = "battle-size"


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


def check(rule: Bound[Params], muster: Muster) -> Iterator[Diagnostic]:
    if muster.limit is not None:
        return
    fitting = [size for size in muster.system.battle_sizes if size.points >= muster.army.points]
    text = Text("no battle size is chosen, so there is no points limit to judge by")
    yield rule.finding(text, fixes=fixes.change_size(fitting[:1]))
