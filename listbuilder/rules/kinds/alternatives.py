"""An army uses at most one of several options, each with its own maximum.

Parameters: ``where``: the units to check; ``options``: a list of ``{name, where, at_most}``.

Passes: three Armigers as allies; one Knight Paladin as an ally.
Fails: two Knight Paladins; a Knight Paladin and an Armiger.
"""

from listbuilder.army import Unit
from listbuilder.i18n import Localised, Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Fix, RemoveUnit
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.quotas import Quota
from listbuilder.rules.where import Where


class Params(Parameters, frozen=True):
    where: Where = Where()
    options: tuple[Quota, ...] = ()


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    units = list(muster.matching(rule.params.where))
    taken: list[tuple[Quota, list[Unit]]] = []
    for option in rule.params.options:
        some = [unit for unit in units if option.where.matches(unit, muster)]
        if some:
            taken.append((option, some))
    if len(taken) > 1:
        text = Text("{rule}: only one of {options}", {"options": [str(Localised(option.name)) for option, _ in taken]})
        offered = tuple(_without([others for other, others in taken if other is not option]) for option, _ in taken)
        yield rule.finding(text, taken[1][1][0], fixes=offered)
        return
    for option, some in taken:
        bound = muster.by_size(option.at_most)
        if bound is not None and len(some) > bound:
            text = Text("{rule}, {option}: {found} found, at most {bound}", {"option": Localised(option.name)})
            yield rule.finding(
                text, some[bound], found=len(some), bound=bound, fixes=fixes.remove_some(some, len(some) - bound)
            )


def _without(options: list[list[Unit]]) -> Fix:
    """Remove the units of these options."""
    return fixes.together(RemoveUnit(unit.id) for some in options for unit in some)
