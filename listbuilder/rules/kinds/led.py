"""A unit that needs a leader has one, and a unit that must join another has joined one.

Checked against the declarations. Without declarations each such unit needs a leader, or a unit to join, of its own that it could
have; a lack is ``unjudged`` where the text of a leader could not be read.

Parameters: none; both requirements are data of the datasheets.

Passes: a Captain joins the Company Heroes.
Fails: Company Heroes without a leader; two units of them in an army with one Captain.
"""

from collections.abc import Iterator
from functools import partial

from listbuilder.army import Unit
from listbuilder.i18n import Text
from listbuilder.matching import assign
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Fix, Proposal, Proposals
from listbuilder.rules.formation import Group
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.kinds.relation import may_lead
from listbuilder.rules.muster import Muster
from listbuilder.rules.where import Where


def check(rule: BoundRule[Parameters], muster: Muster) -> Findings:
    """Without declarations."""
    if not muster.declared:
        yield from _possible(rule, muster)


def check_group(rule: BoundRule[Parameters], muster: Muster, group: Group) -> Findings:
    """With declarations."""
    unit, *leaders = group.units
    needs = _needs(unit)
    if not (needs or _must_join(unit)) or not muster.declared:
        return
    if needs and not any(leader.has(word) for leader in leaders for word in needs):
        text = Text("{unit}: must be joined by a leader: {needs}", {"needs": ", ".join(needs)})
        yield rule.finding(text, unit, fixes=Proposals(partial(_leaders, unit)))
    if _must_join(unit):
        yield rule.finding(Text("{unit}: must join another unit"), unit, fixes=Proposals(partial(_bodies, unit)))


def _leaders(unit: Unit, muster: Muster) -> tuple[Fix, ...]:
    """Declare that a leader of the army joins it; or remove it."""
    able = (one for one in muster.units if _could_lead(one, unit))
    return (*fixes.attach((one, unit) for one in able), *fixes.remove((unit,)))


def _bodies(unit: Unit, muster: Muster) -> tuple[Fix, ...]:
    """Declare that it joins a unit of the army; or remove it."""
    able = (one for one in muster.units if one is not unit and may_lead(unit, one))
    return (*fixes.attach((unit, one) for one in able), *fixes.remove((unit,)))


def _possible(rule: BoundRule[Parameters], muster: Muster) -> Findings:
    """Units for which the army has too few leaders, or too few units to join."""
    needing, joining = muster.those(_is_needing), muster.those(_must_join)
    if not needing and not joining:
        return
    severity = "unjudged" if any(unit.leader_unread for unit in muster.units) else ""
    wishes = [[one.id for one in muster.units if _could_lead(one, unit)] for unit in needing]
    given = assign(wishes, {one.id: 1 for one in muster.units}) if needing else []
    for unit, leader in zip(needing, given, strict=True):
        if leader is None:
            names = {"needs": ", ".join(_needs(unit))}
            text = Text("{unit}: the army has no leader left that could join it: {needs}", names)
            wanted = fixes.more(Where(any_keywords=_needs(unit)), 1, "units", unit.force)
            offered: tuple[Proposal, ...] = (*wanted, *fixes.remove((unit,)))
            yield rule.finding(text, unit, fixes=offered, severity=severity)
    bodies = [
        [(one.id, _kind(unit)) for one in muster.units if one is not unit and may_lead(unit, one)] for unit in joining
    ]
    room = {home: 1 if home[1] else len(joining) for wish in bodies for home in wish}
    homes = assign(bodies, room)
    for unit, body in zip(joining, homes, strict=True):
        if body is None:
            text = Text("{unit}: the army has no unit left that it could join, which it must")
            yield rule.finding(text, unit, fixes=Proposals(partial(_hosts, unit)), severity=severity)


def _hosts(unit: Unit, _muster: Muster) -> Iterator[Proposal]:
    """Add a unit that it could join where it stands, a small one or one of twice as many models, as games ask for that bound the
    part by it; or remove it."""
    leader = unit.leader
    wanted = [Where(keywords=words, not_keywords=leader.excludes) for words in leader.leads_keywords] if leader else []
    if leader and leader.leads:
        wanted.insert(0, Where(any_keywords=leader.leads))
    for where in wanted:
        yield from fixes.more(where, 1, "units", unit.force)
        yield from fixes.more(where, 2 * unit.model_count, "models", unit.force)
    yield from fixes.remove((unit,))


def _needs(unit: Unit) -> tuple[str, ...]:
    return unit.bodyguard.needs if unit.bodyguard else ()


def _is_needing(unit: Unit) -> bool:
    return bool(_needs(unit))


def _must_join(unit: Unit) -> bool:
    return unit.leader is not None and unit.leader.must


def _could_lead(leader: Unit, unit: Unit) -> bool:
    return any(leader.has(word) for word in _needs(unit)) and may_lead(leader, unit)


def _kind(unit: Unit) -> str:
    """The datasheet of a unit of which another may be joined by one only; empty for others."""
    return unit.datasheet if unit.leader is not None and unit.leader.unique else ""
