"""Every unit is in exactly one state, and the declarations name only units of the army.

A unit that is not declared is deployed, unless the declarations list the deployed units: then every unit needs a state. A
leader has the state of the unit that it joined; each half of a split unit has a state of its own. Which transport an
attached unit is in is checked by kind ``together``.

Parameters: none.

Passes: Terminators in reserves by Deep Strike.
Fails: the same Terminators in Strategic Reserves as well.
"""

from collections.abc import Iterator

from listbuilder.army import Unit
from listbuilder.catalogue.states import DEPLOYED, EMBARKED
from listbuilder.i18n import Text
from listbuilder.naming import nearest
from listbuilder.rules import fixes
from listbuilder.rules.formation import stated_places
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.kinds.together import apart
from listbuilder.rules.muster import Muster


def check(rule: BoundRule[Parameters], muster: Muster) -> Findings:
    yield from _unknown(rule, muster)
    yield from _nowhere(rule, muster)
    for unit in _elsewhere(muster):
        yield from _exactly_one(rule, muster, unit)
    for group in muster.formation.attached:
        for leader in group.units[1:]:
            yield from _apart(rule, muster, leader, group.units[0])


def _unknown(rule: BoundRule[Parameters], muster: Muster) -> Findings:
    for unit_id, key in _named(muster):
        if muster.army.unit(unit_id) is not None:
            continue
        close = nearest(unit_id, [unit.id for unit in muster.army.fielded])
        names = {"id": unit_id, "nearest": close}
        text = Text("the declarations name {id}, which is not a unit of the army", names)
        if close:
            text = Text("the declarations name {id}, which is not a unit of the army; did you mean {nearest}?", names)
        offered = (*((fixes.correct(unit_id, close),) if close else ()), fixes.forget(unit_id))
        yield rule.finding(text, fixes=offered, place=muster.place(f"declarations.{key}"))


def _named(muster: Muster) -> dict[tuple[str, str], None]:
    """Every (unit id, key of its place) in the declarations, once."""
    declared = muster.declarations
    named: dict[tuple[str, str], None] = {}
    for what, ids in (
        ("hover", declared.hover),
        ("attach", declared.attach),
        ("embark", declared.embark),
        ("reserves", declared.reserves),
        ("strategic_reserves", declared.strategic_reserves),
        ("split", declared.split),
        ("deployed", declared.deployed),
        *((f"marks.{mark}", units) for mark, units in declared.marks.items()),
    ):
        for unit_id in ids:
            named[unit_id, f"{what}.{unit_id}"] = None
    for what, pairs in (("attach", declared.attach), ("embark", declared.embark)):
        for unit_id, target in pairs.items():
            named[target, f"{what}.{unit_id}"] = None
    return named


def _nowhere(rule: BoundRule[Parameters], muster: Muster) -> Findings:
    declared = muster.declarations
    for unit_id in dict.fromkeys(
        one for one, target in (*declared.attach.items(), *declared.embark.items()) if one == target
    ):
        unit = muster.army.unit(unit_id)
        if unit is not None:
            if declared.attach.get(unit_id) == unit_id:
                yield rule.finding(Text("{unit}: is declared to join itself"), unit, fixes=fixes.detach((unit,)))
            else:
                yield rule.finding(Text("{unit}: is declared to embark in itself"), unit, fixes=(fixes.deploy(unit),))
    for unit, text in muster.unknown_reserves():
        known = muster.vocabulary.reserves
        meant = muster.vocabulary.state(nearest(declared.reserves[unit.id], known))
        offered = (*((fixes.move(unit, meant),) if meant is not None else ()), fixes.deploy(unit))
        yield rule.finding(text, unit, fixes=offered)


def _elsewhere(muster: Muster) -> Iterator[Unit]:
    """The units of which something is declared besides that they are deployed; all where something is for halves, or where the
    declarations list what is deployed."""
    declared = muster.declarations
    if declared.split or declared.deployed:
        yield from muster.army.fielded
        return
    for unit_id in dict.fromkeys((*declared.embark, *declared.reserves, *declared.strategic_reserves)):
        unit = muster.army.unit(unit_id)
        if unit is not None:
            yield unit


def _exactly_one(rule: BoundRule[Parameters], muster: Muster, unit: Unit) -> Findings:
    declared = muster.declarations
    places = stated_places(declared, unit.id)
    if len(places) > 1:
        known = [(state, muster.vocabulary.state(state)) for state, _ in places]
        states = [str(state.where) if state else name for name, state in known]
        inside = (muster.army.unit(transport) for state, transport in places if state == EMBARKED)
        moves = (fixes.move(unit, state) for _, state in known if state is not None and state.id != EMBARKED)
        offered = (*moves, *(fixes.embark(unit, transport) for transport in inside if transport is not None))
        text = Text("{unit}: is declared in several states ({states})", {"states": states})
        yield rule.finding(text, unit, found=len(places), bound=1, fixes=offered)
    elif not places and declared.deployed and unit.id not in declared.attach:
        text = Text("{unit}: has no declared state, although the declarations list the deployed units")
        yield rule.finding(text, unit, found=0, bound=1, fixes=(fixes.deploy(unit),))


def _apart(rule: BoundRule[Parameters], muster: Muster, leader: Unit, body: Unit) -> Findings:
    declared = muster.declarations
    mine, theirs = set(stated_places(declared, leader.id)), set(stated_places(declared, body.id))
    if not mine or mine <= (theirs or {(DEPLOYED, "")}) or apart(muster, leader, body):
        return
    names = {"leader": leader.name, "unit": muster.called(body)}
    text = Text("{leader}: has joined {unit} and starts the battle in the same state", names)
    yield rule.finding(text, leader, fixes=fixes.detach((leader,)))
