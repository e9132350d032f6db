"""A battle size, or at least a points limit, is chosen.

Without a limit the size of the army cannot be checked, so the rule usually has severity ``unjudged``. In a game without battle
sizes the players agree on a limit: the next round number that the army fits in is proposed.

Parameters: none.

Passes: a list with ``battle_size: strike-force``.
Fails: a list that names neither a battle size nor a limit.
"""

from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster

ROUND = 100  # what limits that players agree on are multiples of


def check(rule: BoundRule[Parameters], muster: Muster) -> Findings:
    if muster.limit is not None:
        return
    if not muster.system.battle_sizes:
        text = Text("no points limit is set, so whether the list keeps to one cannot be checked")
        limit = max(1, int(-(-muster.army.points // ROUND))) * ROUND
        yield rule.finding(text, place=muster.place("limits"), fixes=fixes.set_limit(limit))
        return
    fitting = [size for size in muster.system.battle_sizes if size.points >= muster.army.points]
    terms = muster.vocabulary.terms
    names = {"battle_size": terms.battle_size}
    text = Text("no {battle_size} is chosen, so there is no points limit to check against", names)
    yield rule.finding(text, place=muster.place("battle_size"), fixes=fixes.change_size(fitting[:1]))
