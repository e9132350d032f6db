"""How many units each force of a kind holds, the one that leads it among them.

Parameters:

- ``of``: the kind or name of force.
- ``at_least`` (default 0), ``at_most``: no limit when left out.
- ``at_most_with``: other limits for a force with a certain unit: a list of ``{where: …, at_most: …}``; the highest that applies
  counts.
- ``uncounted``: units that take no place of the force, by default none.

Passes: ``{of: Regiment, at_most: 4, at_most_with: [{where: {warlord: true}, at_most: 5}]}`` with five units, one the Warlord.
Passes: ``{of: Regiment, at_most: 4, uncounted: {any_keywords: [Whisperblade]}}`` with five units, one a Whisperblade.
Fails: the same with five units, none of them the Warlord or a Whisperblade.
"""

from msgspec import Struct

from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.leading import units_of
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import ForceName
from listbuilder.rules.where import Where


class Raised(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The limit of a force that has such a unit."""

    where: Where
    at_most: int


class Params(Parameters, frozen=True):
    of: ForceName
    at_least: int = 0
    at_most: int | None = None
    at_most_with: tuple[Raised, ...] = ()
    uncounted: Where | None = None


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    params = rule.params
    for force in muster.forces(params.of):
        standing = units_of(force, muster)
        units = [u for u in standing if params.uncounted is None or not params.uncounted.matches(u, muster)]
        names = {"force": force.name}
        applying = [one.at_most for one in params.at_most_with if any(one.where.matches(u, muster) for u in standing)]
        most = max([params.at_most, *applying]) if params.at_most is not None else None
        if len(units) < params.at_least:
            text = Text("{force}: {found} units, at least {bound} needed", names)
            yield rule.finding(text, found=len(units), bound=params.at_least)
        elif most is not None and len(units) > most:
            text = Text("{force}: {found} units, at most {bound}", names)
            offered = fixes.remove_some(units, len(units) - most)
            yield rule.finding(text, units[most], found=len(units), bound=most, fixes=offered)
