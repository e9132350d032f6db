"""Every unit is in exactly one state, and the declarations name only units that exist.

A unit that is not mentioned stands on the table. Where the declarations list what is deployed, they say where every unit is,
and one in no state is a mistake. A leader follows the unit it joined; the halves of a split unit have a state each. What an
attached unit rides in is left to the rule of kind ``together``.

Parameters: none.

Passes: Terminators in reserves by Deep Strike.
Fails: the same Terminators in Strategic Reserves as well.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from listbuilder.army import Unit
from listbuilder.i18n import Localised, Text
from listbuilder.naming import nearest
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.fixes import STATE_NAMES
from listbuilder.rules.formation import DEPLOYED, EMBARKED, RESERVES, stated_places
from listbuilder.rules.kind import Bound
from listbuilder.rules.kinds.together import apart
from listbuilder.rules.muster import Muster

KIND = "states"


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


def check(rule: Bound[Params], muster: Muster) -> Iterator[Diagnostic]:
    yield from _unknown(rule, muster)
    yield from _nowhere(rule, muster)
    for unit in muster.units:
        yield from _exactly_one(rule, muster, unit)
    for group in muster.formation.groups:
        for leader in group.units[1:] if group.half < 2 else ():
            yield from _apart(rule, muster, leader, group.units[0])


def _unknown(rule: Bound[Params], muster: Muster) -> Iterator[Diagnostic]:
    known = [unit.id for unit in muster.units]
    for unit_id, key in _named(muster):
        if muster.army.unit(unit_id) is not None:
            continue
        close = nearest(unit_id, known)
        names: dict[str, object] = {"id": unit_id, "nearest": close}
        text = Text("the declarations name {id}, which is no unit of the army", names)
        if close:
            text = Text("the declarations name {id}, which is no unit of the army; {nearest} is", names)
        yield rule.finding(text, fixes=(fixes.forget(unit_id),), place=muster.place(f"declarations.{key}"))


def _named(muster: Muster) -> dict[tuple[str, str], None]:
    """Every (id, key of its place) that the declarations name, once."""
    said = muster.army.declarations
    named: dict[tuple[str, str], None] = {}
    for what, ids in (
        ("hover", said.hover),
        ("attach", said.attach),
        ("embark", said.embark),
        ("reserves", said.reserves),
        ("strategic_reserves", said.strategic_reserves),
        ("split", said.split),
        ("deployed", said.deployed),
        *((f"marks.{mark}", units) for mark, units in said.marks.items()),
    ):
        for unit_id in ids:
            named[unit_id, f"{what}.{unit_id}"] = None
    for what, pairs in (("attach", said.attach), ("embark", said.embark)):
        for unit_id, target in pairs.items():
            named[target, f"{what}.{unit_id}"] = None
    return named


def _nowhere(rule: Bound[Params], muster: Muster) -> Iterator[Diagnostic]:
    said = muster.army.declarations
    for unit_id in dict.fromkeys(one for one, target in (*said.attach.items(), *said.embark.items()) if one == target):
        unit = muster.army.unit(unit_id)
        if unit is not None:
            yield rule.finding(Text("{unit}: is declared to join or to ride in itself", {"unit": unit.name}), unit)
    for unit_id, state in said.reserves.items():
        unit = muster.army.unit(unit_id)
        if unit is not None and state not in RESERVES:
            names: dict[str, object] = {"unit": unit.name, "state": state, "known": RESERVES}
            yield rule.finding(Text("{unit}: {state} is no kind of reserves; there are {known}", names), unit)


def _exactly_one(rule: Bound[Params], muster: Muster, unit: Unit) -> Iterator[Diagnostic]:
    said = muster.army.declarations
    places = stated_places(said, unit.id)
    if len(places) > (2 if unit.id in said.split else 1):
        states = [str(Localised(STATE_NAMES[state])) if state in STATE_NAMES else state for state, _ in places]
        names: dict[str, object] = {"unit": unit.name, "states": states}
        offered = tuple(fixes.move(unit, state) for state, _ in places if state in STATE_NAMES and state != EMBARKED)
        text = Text("{unit}: is declared in several states ({states})", names)
        yield rule.finding(text, unit, found=len(places), bound=1, fixes=offered)
    elif not places and said.deployed and unit.id not in said.attach:
        text = Text(
            "{unit}: is declared in no state, although the declarations list what is deployed", {"unit": unit.name}
        )
        yield rule.finding(text, unit, found=0, bound=1, fixes=(fixes.move(unit, DEPLOYED),))


def _apart(rule: Bound[Params], muster: Muster, leader: Unit, body: Unit) -> Iterator[Diagnostic]:
    said = muster.army.declarations
    mine, theirs = set(stated_places(said, leader.id)), set(stated_places(said, body.id))
    if not mine or mine <= (theirs or {(DEPLOYED, "")}) or apart(muster, leader, body):
        return
    names: dict[str, object] = {"leader": leader.name, "unit": body.name}
    text = Text("{leader}: has joined {unit} and starts the battle where that does", names)
    yield rule.finding(text, leader, fixes=fixes.detach((leader,)))
