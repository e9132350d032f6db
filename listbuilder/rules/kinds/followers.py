"""A force holds only units that the unit which leads it may lead, those that it must, and no more of them than it may.

Whom a unit may lead is data of its datasheet, and so is whether a unit may only lead, or only follow a leader that names it.
Forces of which the data do not say it, and those without a leader, are not checked.

Parameters: ``of``: the kind or name of force; ``leader``: filters of units; the first unit that matches the first filter that any
unit of the force matches leads it.

Passes: a hero who may lead Warriors and one champion, with two units of Warriors and a champion.
Fails: the same with a unit of Riders; with two champions.
"""

from collections.abc import Iterator
from functools import partial

from listbuilder.army import Unit
from listbuilder.catalogue.facts import FOLLOWER, LEADER, Match
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Fix, Proposals
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.leading import led
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import ForceName
from listbuilder.rules.where import Where


class Params(Parameters, frozen=True):
    of: ForceName
    leader: tuple[Where, ...]


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    yield from _bound_to_role(rule, muster)
    for force, units, leader in led(rule.params.of, rule.params.leader, muster):
        if leader is None or leader.followers is None:
            continue
        others = [unit for unit in units if unit is not leader]
        names: dict[str, object] = {"force": force.name, "leader": muster.called(leader)}
        for unit in others:
            if not _meets(unit, leader.followers.units, muster):
                text = Text("{unit}: {leader} cannot have it in {force}", names)
                yield rule.finding(text, unit, fixes=Proposals(partial(_elsewhere, rule.params, unit)))
        for need in leader.followers.needs:
            if not any(muster.fits(unit, need) for unit in others):
                text = Text("{force}: {leader} needs {which}", {**names, "which": " + ".join(need.keywords)})
                where = Where(keywords=need.keywords, not_keywords=need.excludes)
                added, removed = fixes.more(where, 1, "units", force.id), fixes.remove((leader,))
                yield rule.finding(text, leader, found=0, bound=1, fixes=(*added, *removed))
        for limit in leader.followers.at_most:
            found = [unit for unit in others if _meets(unit, limit.units, muster)]
            if len(found) > limit.number:
                which = " / ".join(" + ".join(match.keywords) for match in limit.units)
                text = Text(
                    "{force}: {leader} can have at most {bound} of {which}, found {found}", {**names, "which": which}
                )
                offered = fixes.remove_some(found, len(found) - limit.number)
                unit = found[limit.number]
                yield rule.finding(text, unit, found=len(found), bound=limit.number, fixes=offered)


def _has_role(unit: Unit) -> bool:
    return bool(unit.force_role)


def _bound_to_role(rule: BoundRule[Params], muster: Muster) -> Findings:
    """Units that only lead, or only follow, and do not."""
    bound = muster.those(_has_role)
    forces = list(led(rule.params.of, rule.params.leader, muster)) if bound else []
    for unit in bound:
        leader = next((leader for _, units, leader in forces if unit in units), None)
        if unit.force_role == LEADER and leader is not unit:
            text = Text("{unit}: only stands in a {force} that it leads", {"force": muster.vocabulary.terms.force})
            yield rule.finding(text, unit, fixes=fixes.remove((unit,)))
        elif unit.force_role == FOLLOWER and not (leader is not None and _names(leader, unit)):
            text = Text(
                "{unit}: only stands in a {force} of a leader that names it", {"force": muster.vocabulary.terms.force}
            )
            yield rule.finding(text, unit, fixes=Proposals(partial(_elsewhere, rule.params, unit)))


def _names(leader: Unit, unit: Unit) -> bool:
    """Whether the leader may have the unit by its name."""
    name = (unit.datasheet.casefold(),)
    filters = leader.followers.units if leader.followers is not None else ()
    return any(tuple(map(str.casefold, match.keywords)) == name for match in filters)


def _elsewhere(params: Params, unit: Unit, muster: Muster) -> Iterator[Fix]:
    """Move the unit to a leader that may have it, or remove it."""
    able = [
        force
        for force, _, leader in led(params.of, params.leader, muster)
        if leader is not None and leader.followers is not None and _meets(unit, leader.followers.units, muster)
    ]
    yield from fixes.transfer(unit, able)
    yield from fixes.remove((unit,))


def _meets(unit: Unit, filters: tuple[Match, ...], muster: Muster) -> bool:
    return any(muster.fits(unit, match) for match in filters)
