"""The units marked on the roster are the most expensive ones.

Exactly ``count`` units with the highest points must be marked, or all when there are fewer; among units of equal points the
player chooses. Nothing is checked while no unit has the mark.

Parameters: ``mark``: the name of the mark in the declarations; ``count``; ``where``: the units that can be marked; ``needed``:
true: there have to be marks.

Passes: 240, 205 and 205 marked of 240, 205, 205, 205 and 110, with ``count: 3``.
Fails: 240, 205 and 110 marked.
"""

from listbuilder.army import Unit
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.where import Where


class Params(Parameters, frozen=True):
    mark: str
    count: int
    where: Where = Where()
    needed: bool = False


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    params, marks = rule.params, muster.declarations.marks
    if params.mark not in marks and not params.needed:
        return
    able = sorted(muster.matching(params.where), key=lambda unit: -unit.points)
    wanted = min(params.count, len(able))
    marked = set(marks.get(params.mark, ()))
    place = muster.place(f"declarations.marks.{params.mark}")
    offered = (fixes.mark(params.mark, _nearest(able, wanted, marked)),)
    if len(marked) != wanted:
        text = Text("{rule}: {found} marked, exactly {bound} needed")
        yield rule.finding(text, found=len(marked), bound=wanted, place=place, fixes=offered)
        return
    best = sum(unit.points for unit in able[:wanted])
    found = sum(unit.points for unit in able if unit.id in marked)
    if found < best or not marked <= {unit.id for unit in able}:
        names = {"units": [muster.called(unit) for unit in able[:wanted]]}
        text = Text("{rule}: the marked units cost {found} points, the most expensive {bound} ({units})", names)
        yield rule.finding(text, found=found, bound=best, place=place, fixes=offered)


def _nearest(able: list[Unit], wanted: int, marked: set[str]) -> list[Unit]:
    """The most expensive units; of units of equal points those that are marked already."""
    return sorted(able, key=lambda unit: (-unit.points, unit.id not in marked))[:wanted]
