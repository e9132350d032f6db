"""The unit with the Warlord's mark has the highest value of a characteristic among those that could have the mark.

Units whose value is no number are not compared. Of several equal ones the player chooses.

Parameters: ``characteristic``: a column of the statline; ``among``: filters; units that match one are compared.

Passes: ``{characteristic: Ld, among: [{keywords: [Character]}]}`` with the mark on a Character with Ld 9 beside one with 8.
Fails: the same with the mark on the other.
"""

from listbuilder.army import Unit
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.characteristics import number
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import ColumnName
from listbuilder.rules.where import Where


class Params(Parameters, frozen=True):
    characteristic: ColumnName
    among: tuple[Where, ...] = (Where(),)


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    params = rule.params
    among = {unit.id: unit for where in params.among for unit in muster.matching(where) if not unit.never_warlord}
    values = [(value, unit) for unit in among.values() if (value := value_of(unit, params.characteristic)) is not None]
    marked = [(value, unit) for value, unit in values if unit.warlord]
    best = max((value for value, _ in values), default=0)
    if len(marked) != 1 or marked[0][0] == best:
        return
    value, unit = marked[0]
    text = Text(
        "{unit}: {rule}: {characteristic} {found}, another has {bound}", {"characteristic": params.characteristic}
    )
    able = [one for other, one in values if other == best]
    yield rule.finding(text, unit, found=value, bound=best, fixes=fixes.make_warlord(able, safe=len(able) == 1))


def value_of(unit: Unit, characteristic: str) -> int | None:
    """The number in the first statline of the unit; None where it is none."""
    return number(unit.profiles[0].value(characteristic)) if unit.profiles else None
