"""All parts of an attached unit are in the same transport, or none is embarked.

The bodyguard's declaration counts for the whole attached unit. A finding is made only when a leader's declaration differs.

Parameters: none.

Passes: Hellblasters are embarked in an Impulsor; the Lieutenant that joined them has no declaration and is embarked with
them.
Fails: the Lieutenant is embarked in the Impulsor, the Hellblasters that it joined are not.
"""

from listbuilder.army import Unit
from listbuilder.catalogue.states import EMBARKED
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.formation import stated_places
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster


def check(rule: BoundRule[Parameters], muster: Muster) -> Findings:
    for group in muster.formation.attached:
        for leader in group.units[1:]:
            if apart(muster, leader, group.units[0]):
                yield _finding(rule, muster, leader, group.units[0])


def apart(muster: Muster, leader: Unit, body: Unit) -> bool:
    """Whether one of the two is embarked where the other is not."""
    declared = muster.declarations
    mine, theirs = stated_places(declared, leader.id), stated_places(declared, body.id)
    rides = any(state == EMBARKED for state, _ in (*mine, *theirs))
    return rides and bool(mine) and not set(mine) <= set(theirs)


def _transport_of(muster: Muster, unit: Unit) -> str:
    """The id of the transport that the unit is declared to be in; empty when there is none."""
    places = stated_places(muster.declarations, unit.id)
    return next((transport for state, transport in places if state == EMBARKED), "")


def _finding(rule: BoundRule[Parameters], muster: Muster, leader: Unit, body: Unit) -> Diagnostic:
    theirs, mine = _transport_of(muster, body), _transport_of(muster, leader)
    transport = muster.army.unit(theirs or mine)
    offered = fixes.detach((leader,))
    if transport is not None:
        offered = (fixes.embark(leader if theirs else body, transport), *offered)
    names = {"leader": leader.name, "unit": muster.called(body)}
    text = Text("{leader}: has joined {unit}; both must be in the same transport or in none", names)
    return rule.finding(text, leader, fixes=offered, place=muster.place(f"declarations.embark.{leader.id}"))
