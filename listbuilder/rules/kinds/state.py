"""Where units may start the battle: some must start in certain states, some must not, some states ask for something.

States: ``deployed``, ``embarked``, ``deep-strike``, ``aircraft``, ``other`` (these three are reserves) and
``strategic-reserves``.

Parameters:

- ``where``: the units that ``must`` and ``never`` are about. An attached unit counts when one of its parts does.
- ``must``: the states one of which they must start in.
- ``never``: the states that they must not start in.
- ``states`` and ``needs``: who starts in one of these states must be so; every part of an attached unit.

Passes: ``{where: {keywords: [Fortification]}, never: [strategic-reserves]}`` with a deployed bunker.
Fails: the same with the bunker in Strategic Reserves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from listbuilder.army import Place, Unit
from listbuilder.i18n import Text
from listbuilder.rules.diagnostic import Diagnostic, Fix
from listbuilder.rules.formation import Group
from listbuilder.rules.kind import Bound, Named
from listbuilder.rules.muster import Muster
from listbuilder.rules.where import Where

KIND = "state"

State = Literal["deployed", "embarked", "deep-strike", "aircraft", "other", "strategic-reserves"]
STATE_NAMES = {
    "deployed": {"en": "on the table", "zh": "战场上", "ru": "на столе"},
    "embarked": {"en": "in a transport", "zh": "运输工具中", "ru": "в транспорте"},
    "deep-strike": {"en": "in reserves (Deep Strike)", "zh": "预备队（深入打击）", "ru": "в резерве (глубокий удар)"},
    "aircraft": {"en": "in reserves (Aircraft)", "zh": "预备队（飞行器）", "ru": "в резерве (авиация)"},
    "other": {"en": "in reserves", "zh": "预备队", "ru": "в резерве"},
    "strategic-reserves": {"en": "in Strategic Reserves", "zh": "战略预备队", "ru": "в стратегическом резерве"},
}


class Params(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which units, which states."""

    where: Where = Where()
    must: tuple[State, ...] = ()
    never: tuple[State, ...] = ()
    states: tuple[State, ...] = ()
    needs: Where | None = None


def check(rule: Bound[Params], muster: Muster) -> Iterator[Diagnostic]:
    params = rule.params
    for group in muster.formation.groups:
        if group.state not in STATE_NAMES:
            continue
        unit = next((part for part in group.units if params.where.matches(part, muster)), None)
        if unit is not None and (group.state in params.never or (params.must and group.state not in params.must)):
            yield _misplaced(rule, muster, unit, group)
        elif params.needs is not None and group.state in params.states:
            for part in group.units:
                if not params.needs.matches(part, muster):
                    yield _unable(rule, muster, part, group)


def _misplaced(rule: Bound[Params], muster: Muster, unit: Unit, group: Group) -> Diagnostic:
    names = {"unit": unit.name, "state": Named(STATE_NAMES[group.state])}
    allowed = rule.params.must or tuple(state for state in ("deployed",) if state not in rule.params.never)
    text = Text("{unit}: must not start the battle {state}", names)
    fixes = tuple(move(unit.name, group.bodyguard, state) for state in allowed[:2] if state != "embarked")
    if unit.hover and group.state == "deployed":
        fixes = (*fixes, Fix(Text("{unit} hovers", names), "set-hover", (unit.id, True)))
    return rule.finding(text, unit, fixes=fixes, place=_place(muster, group))


def _unable(rule: Bound[Params], muster: Muster, part: Unit, group: Group) -> Diagnostic:
    names = {"unit": part.name, "state": Named(STATE_NAMES[group.state]), "rule": rule.name}
    text = Text("{unit}: cannot start the battle {state}, it lacks what {rule} asks for", names)
    fixes = (move(group.units[0].name, group.bodyguard, "deployed"), move(group.units[0].name, group.bodyguard, "strategic-reserves"))
    return rule.finding(text, part, fixes=fixes, place=_place(muster, group))


def move(name: str, unit_id: str, state: str) -> Fix:
    """The edit that puts a unit into the state."""
    if state == "deployed":
        return Fix(Text("deploy {unit}", {"unit": name}), "deploy", (unit_id,))
    if state == "strategic-reserves":
        return Fix(Text("{unit} starts in Strategic Reserves", {"unit": name}), "set-strategic-reserves", (unit_id,))
    names = {"unit": name, "state": Named(STATE_NAMES[state])}
    return Fix(Text("{unit} starts {state}", names), "set-reserves", (unit_id, state))


def _place(muster: Muster, group: Group) -> Place | None:
    key = group.bodyguard
    return muster.place(f"declarations.reserves.{key}", f"declarations.strategic_reserves.{key}", f"declarations.deployed.{key}")
