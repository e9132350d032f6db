"""No more units of one sort than of another.

Parameters:

- ``limited``: the units that are limited; ``by``: the units that allow them.
- ``times``: how many limited units each of the others allows (default 1).
- ``in_each_force``: true: both sorts are counted in each force by itself.
- ``each``: keywords; both sorts are counted separately for each of them. Left out: counted together.

Passes: ``{limited: {keywords: [Daemon], not_keywords: [Battleline]}, by: {keywords: [Daemon, Battleline]}, each: [Khorne]}``
with Bloodletters (Battleline) and Bloodcrushers, both of Khorne.
Fails: Bloodcrushers without Bloodletters.
"""

from listbuilder.army import Unit
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import Word
from listbuilder.rules.where import Where


class Params(Parameters, frozen=True):
    limited: Where
    by: Where
    times: int = 1
    each: tuple[Word, ...] = ()
    in_each_force: bool = False


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    params = rule.params
    limited = list(muster.matching(params.limited))
    if not limited:
        return
    allowing = list(muster.matching(params.by))
    for force in dict.fromkeys(unit.force for unit in limited) if params.in_each_force else ("",):
        some = [unit for unit in limited if not force or unit.force == force]
        by = [unit for unit in allowing if not force or unit.force == force]
        for word in params.each or ("",):
            yield from _compared(rule, muster, word, some, by)


def _compared(
    rule: BoundRule[Params], muster: Muster, word: str, limited: list[Unit], allowing: list[Unit]
) -> Findings:
    some = [unit for unit in limited if not word or muster.has(unit, word)]
    bound = rule.params.times * sum(1 for unit in allowing if not word or muster.has(unit, word))
    if len(some) > bound:
        text = Text("{rule}: {found} found, at most {bound}")
        if word:
            text = Text("{rule} ({keyword}): {found} found, at most {bound}", {"keyword": word})
        offered = fixes.remove_some(some, len(some) - bound)
        yield rule.finding(text, some[bound], found=len(some), bound=bound, fixes=offered)
