"""How many leaders one unit may have.

Leaders whose datasheet lets them join beside certain others (names or keywords) may exceed the limit, in any order of joining.
So may the leaders of a unit whose own datasheet allows several from a number of models on. What joins a unit as a part of it is
no leader.

Parameters: ``at_most`` (default 1); ``with_leave`` (default 2): the most when datasheets allow further leaders; ``supports``
(default 0): how many with Support may stand beside the leaders. In a game that has no Support nothing joins with it.

Passes: a Captain and a Lieutenant whose datasheet lets it join beside a Captain; a Leader and one with Support.
Fails: two Captains in one unit; a Leader and two with Support.
"""

from listbuilder import budget
from listbuilder.army import Unit
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster

STEP = 10  # leaders of one unit that are looked at in one step of the budget


class Params(Parameters, frozen=True):
    at_most: int = 1
    with_leave: int = 2
    supports: int = 0


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    joined: dict[str, list[Unit]] = {}
    for leader, body in muster.joined:
        if not (leader.leader and leader.leader.retinue):
            joined.setdefault(body.id, []).append(leader)
    for target, found in joined.items():
        bodyguard = muster.army.unit(target)
        assert bodyguard is not None
        supports = [one for one in found if one.leader is not None and one.leader.support]
        leaders = [one for one in found if one not in supports]
        yield from _too_many(rule, muster, bodyguard, leaders, _most(rule.params, bodyguard, leaders))
        yield from _too_many(rule, muster, bodyguard, supports, rule.params.supports)


def _most(params: Params, bodyguard: Unit, leaders: list[Unit]) -> int:
    """How many of its leaders the unit may have, if so many."""
    bound = params.at_most
    if len(leaders) > bound:
        bound = max(bound, _of_unit(bodyguard, leaders))
    if len(leaders) > bound and stand_together(leaders, bound, bodyguard):
        bound = max(bound, params.with_leave)
    return bound


def _too_many(rule: BoundRule[Params], muster: Muster, bodyguard: Unit, joined: list[Unit], bound: int) -> Findings:
    if len(joined) <= bound:
        return
    names = {"leaders": [muster.called(one) for one in joined]}
    text = Text("{unit}: {found} leaders ({leaders}), at most {bound}", names)
    if joined[0].leader is not None and joined[0].leader.support:
        text = Text("{unit}: {found} join beside its leader ({leaders}), at most {bound}", names)
    unread = any(one.leader is None and one.leader_unread for one in joined)
    yield rule.finding(
        text,
        bodyguard,
        found=len(joined),
        bound=bound,
        fixes=fixes.detach_some(joined, len(joined) - bound),
        place=muster.place(f"declarations.attach.{joined[-1].id}"),
        severity="unjudged" if unread else "",
    )


def _of_unit(bodyguard: Unit, leaders: list[Unit]) -> int:
    """How many leaders the unit's own datasheet allows at its size; 0 when it says nothing about that."""
    rule = bodyguard.bodyguard
    if rule is None or (rule.one_of and not any(leader.has(word) for leader in leaders for word in rule.one_of)):
        return 0
    if sum(any(leader.has(word) for word in rule.once) for leader in leaders) > 1:
        return 0
    if rule.distinct and len({leader.datasheet for leader in leaders}) < len(leaders):
        return 0
    return max((number for models, number in rule.leaders.items() if bodyguard.model_count >= models), default=0)


def stand_together(leaders: list[Unit], alone: int, bodyguard: Unit) -> bool:
    """Whether there is an order of joining in which every leader after the first ``alone`` may join beside those before it."""
    left = list(leaders)
    while len(left) > alone:
        budget.step(1 + len(left) // STEP)
        last = next(
            (one for one in left if _beside(one, [other for other in left if other is not one], bodyguard)), None
        )
        if last is None:
            return False
        left.remove(last)
    return True


def _beside(leader: Unit, others: list[Unit], bodyguard: Unit) -> bool:
    terms = leader.leader
    if terms is None or (terms.beside_at and not any(bodyguard.has(name) for name in terms.beside_at)):
        return False
    if len(others) > 1 and not terms.beside_many:
        return False
    if terms.unique and any(other.datasheet == leader.datasheet for other in others):
        return False
    if any(other.has(word) for other in others for word in terms.not_beside):
        return False
    return all(_named(terms.beside, other) for other in others)


def _named(words: tuple[str, ...], unit: Unit) -> bool:
    return any(word == "any" or unit.has(word) or word == unit.datasheet_id for word in words)
