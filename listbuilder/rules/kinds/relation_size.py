"""Units that join another as a part of it have at most a fraction of its models, rounded up.

Only what joins a unit as a part of it is checked, not its leaders. Without declarations (of a rule whose stage is ``muster``) a
unit that must join another is too large where it is so beside the largest one that it could join, and there are too many of them
where they do not all find one that has room.

Parameters:

- ``at_most``: a fraction as text, such as ``1/2``.
- ``units``: how many such units may join one; no limit when left out.

Passes: ``{at_most: 1/2}`` with a detachment of 5 models of a parent unit of 9.
Fails: the same with a detachment of 6.
"""

from listbuilder.army import Unit
from listbuilder.errors import Place
from listbuilder.i18n import Text
from listbuilder.matching import assign
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Fix, Proposal
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.kinds.relation import may_lead
from listbuilder.rules.kinds.share import Portion, terms
from listbuilder.rules.muster import Muster


class Params(Parameters, frozen=True):
    at_most: Portion | None = None
    units: int | None = None


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    if not muster.declared:
        yield from _possible(rule, muster)
        yield from _crowded(rule, muster)
        return
    params = rule.params
    joined: dict[str, list[Unit]] = {}
    for part, body in muster.joined:
        if part.leader is None or not part.leader.retinue or not may_lead(part, body):
            continue  # the latter is reported by kind ``relation``
        joined.setdefault(body.id, []).append(part)
        others = (one for one in muster.units if one is not body and may_lead(part, one))
        instead = (*fixes.attach((part, one) for one in others if _fits(rule, part, one)), *fixes.detach((part,)))
        yield from _size(rule, muster, part, body, instead, muster.place(f"declarations.attach.{part.id}"))
    for parts in joined.values():
        if params.units is not None and len(parts) > params.units:
            text = Text("{unit}: {rule}: {found} found, at most {bound}")
            offered = fixes.detach_some(parts, len(parts) - params.units)
            yield rule.finding(text, parts[-1], found=len(parts), bound=params.units, fixes=offered)


def _possible(rule: BoundRule[Params], muster: Muster) -> Findings:
    """Units that must join another and are too large for each one that they could join."""
    parts = muster.those(_must_be_part) if rule.params.at_most is not None else ()
    largest_of: dict[frozenset[str], Unit] = {}  # units with the same words can be joined by the same units
    for unit in muster.units if parts else ():
        largest_of[muster.words(unit)] = max(largest_of.get(muster.words(unit), unit), unit, key=_models)
    for part in parts:
        bodies = [one for one in largest_of.values() if one is not part and may_lead(part, one)]
        if bodies:  # kind ``led`` reports that there is none
            yield from _size(rule, muster, part, max(bodies, key=_models), fixes.remove((part,)))


def _crowded(rule: BoundRule[Params], muster: Muster) -> Findings:
    """Units that must join another, of which more could join one than find room."""
    if rule.params.units is None:
        return
    found = [(part, _bodies(part, muster)) for part in muster.those(_must_be_part)]
    parts = [part for part, bodies in found if bodies]  # kind ``led`` reports where there is none
    wishes = [bodies for _, bodies in found if bodies]
    homes = assign(wishes, {body: rule.params.units for bodies in wishes for body in bodies})
    seated = sum(home is not None for home in homes)
    if seated < len(parts):
        text = Text("{unit}: {rule}: {found} found, at most {bound}")
        offered = fixes.remove_some(parts, len(parts) - seated)
        yield rule.finding(text, parts[homes.index(None)], found=len(parts), bound=seated, fixes=offered)


def _bodies(part: Unit, muster: Muster) -> list[str]:
    return [one.id for one in muster.units if one is not part and may_lead(part, one)]


def _size(
    rule: BoundRule[Params],
    muster: Muster,
    part: Unit,
    body: Unit,
    instead: tuple[Fix, ...],
    place: Place | None = None,
) -> Findings:
    if rule.params.at_most is None:
        return
    most = _most(body, rule.params.at_most)
    if part.model_count > most:
        names = {"body": muster.called(body), "models": body.model_count}
        text = Text("{unit}: {found} models, at most {bound} beside the {models} of {body}", names)
        above, below = terms(rule.params.at_most)
        larger = (part.model_count - 1) * below // above + 1
        offered: tuple[Proposal, ...] = (*fixes.resize(part, most), *fixes.resize(body, larger), *instead)
        yield rule.finding(text, part, found=part.model_count, bound=most, fixes=offered, place=place)


def _most(body: Unit, share: str) -> int:
    above, below = terms(share)
    return -(-body.model_count * above // below)


def _fits(rule: BoundRule[Params], part: Unit, body: Unit) -> bool:
    return rule.params.at_most is None or part.model_count <= _most(body, rule.params.at_most)


def _models(unit: Unit) -> int:
    return unit.model_count


def _must_be_part(unit: Unit) -> bool:
    return unit.leader is not None and unit.leader.retinue and unit.leader.must
