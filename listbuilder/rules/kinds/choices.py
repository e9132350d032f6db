"""How many an army has of a kind of what it chooses besides size and detachment, such as equipment or lores.

What of it there is, is data of the system and the faction. The data bound it themselves; this is for a rule that bounds it more
narrowly, or on request only.

Parameters: ``of``: the kind of choice; ``at_least`` (default 0); ``at_most``: no limit when left out.

Passes: ``{of: equipment, at_most: 4}`` with four pieces of equipment.
Fails: the same with five.
"""

from collections.abc import Sequence

from listbuilder.army import Chosen
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Fix
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import ChoiceName


class Params(Parameters, frozen=True):
    of: ChoiceName
    at_least: int = 0
    at_most: int | None = None


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    params = rule.params
    chosen = [one for one in muster.army.choices if one.kind == params.of]
    if len(chosen) < params.at_least:
        text = Text("{rule}: {found} found, at least {bound} needed")
        yield rule.finding(text, found=len(chosen), bound=params.at_least)
    elif params.at_most is not None and len(chosen) > params.at_most:
        offered = _without(chosen, len(chosen) - params.at_most)
        place = chosen[params.at_most].place
        text = Text("{rule}: {found} found, at most {bound}")
        yield rule.finding(text, place=place, found=len(chosen), bound=params.at_most, fixes=offered)


def _without(chosen: Sequence[Chosen], number: int) -> tuple[Fix, ...]:
    """Without any single one, the last first; of several without the last."""
    if number == 1:
        return tuple(fixes.drop_choices([one]) for one in reversed(chosen))
    return (fixes.drop_choices(chosen[-number:]),)
