"""The units marked on the roster are the most expensive ones.

Exactly ``count`` units with the highest points must be marked, or all when there are fewer; among units of equal points the
player chooses.

Parameters: ``mark``: the name of the mark in the declarations; ``count``; ``where``: the units that can be marked.

Passes: 240, 205 and 205 marked of 240, 205, 205, 205 and 110, with ``count: 3``.
Fails: 240, 205 and 110 marked.
"""

from __future__ import annotations

from listbuilder.i18n import Text
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.where import Where


class Params(Parameters, frozen=True):
    mark: str
    count: int
    where: Where = Where()


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    params = rule.params
    if params.mark not in muster.declarations.marks:
        return
    able = sorted(muster.matching(params.where), key=lambda unit: -unit.points)
    wanted = min(params.count, len(able))
    marked = set(muster.declarations.marks[params.mark])
    place = muster.place(f"declarations.marks.{params.mark}")
    if len(marked) != wanted:
        text = Text("{rule}: {found} marked, exactly {bound} needed")
        yield rule.finding(text, found=len(marked), bound=wanted, place=place)
        return
    best = sum(unit.points for unit in able[:wanted])
    found = sum(unit.points for unit in able if unit.id in marked)
    if found < best:
        names = {"units": [unit.name for unit in able[:wanted]]}
        text = Text("{rule}: the marked units cost {found} points, the most expensive {bound} ({units})", names)
        yield rule.finding(text, found=found, bound=best, place=place)
