"""A characteristic of each unit, or the sum of several, stays within limits.

Every statline of a unit is compared, by its numbers: 2 for `2+`. A statline that lacks one of the characteristics, or has `-`
there, is not. What is neither a number nor lacking is not judged.

Parameters:

- ``of``: the column of the statline, or a list of columns whose numbers are added.
- ``at_most``, ``at_least``: a number.
- ``where``: the units that are compared; all when left out.

Passes: ``{of: [Front, Side, Rear], at_most: 33}`` with a vehicle of armour 12, 11 and 10.
Fails: the same with one of 12, 12 and 10.
"""

from listbuilder.army import Unit
from listbuilder.errors import UNJUDGED
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.characteristics import heading, is_none, number, sign_of, value_of
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import ColumnName
from listbuilder.rules.where import Where


class Params(Parameters, frozen=True):
    of: ColumnName | tuple[ColumnName, ...]
    at_most: int | None = None
    at_least: int | None = None
    where: Where = Where()

    @property
    def names(self) -> tuple[str, ...]:
        return (self.of,) if isinstance(self.of, str) else self.of


def judged(params: Params) -> Where:
    return params.where


def check_unit(rule: BoundRule[Params], muster: Muster, unit: Unit) -> Findings:
    params = rule.params
    unknown = None
    for profile in unit.profiles:
        values = [value_of(profile, name, muster.vocabulary) for name in params.names]
        if any(map(is_none, values)):
            continue
        known = [one for one in map(number, values) if one is not None]
        if len(known) < len(values):
            unknown = unknown or values
            continue
        found = sum(known)
        if params.at_most is not None and found > params.at_most:
            text, bound = Text("{unit}: {rule}: {of} {found}, at most {bound}"), params.at_most
        elif params.at_least is not None and found < params.at_least:
            text, bound = Text("{unit}: {rule}: {of} {found}, at least {bound}"), params.at_least
        else:
            continue
        sign = sign_of(values[0]) if len(values) == 1 else ""
        said = _said(text, params, muster, found=f"{found}{sign}", bound=f"{bound}{sign}")
        yield rule.finding(said, unit, found=found, bound=bound, fixes=fixes.remove([unit]))
        return
    if unknown:
        text = Text("{unit}: {rule}: {of} is {value}, which is no number")
        yield rule.finding(_said(text, params, muster, value=tuple(unknown)), unit, severity=UNJUDGED)


def _said(text: Text, params: Params, muster: Muster, **names: object) -> Text:
    return Text(text.template, {"of": tuple(heading(name, muster.vocabulary) for name in params.names), **names})
