"""In which states units may start the battle.

States: the ids of the system's ``states``, such as ``deployed``, ``embarked`` and ``strategic-reserves``.

Parameters:

- ``where``: the units for ``must`` and ``never``. An attached unit matches when one of its parts does.
- ``must``: they start in one of these states.
- ``never``: they do not start in any of these states.
- ``states`` and ``needs``: units that start in one of these states match this filter; every part of an attached unit does.

Passes: ``{where: {keywords: [Fortification]}, never: [strategic-reserves]}`` with a deployed bunker.
Fails: the same with the bunker in Strategic Reserves.
"""

from collections.abc import Iterable

from listbuilder.army import Unit
from listbuilder.catalogue.states import DEPLOYED, EMBARKED, STRATEGIC, State
from listbuilder.errors import Place
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Diagnostic, Fix
from listbuilder.rules.formation import Group
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import StateName
from listbuilder.rules.where import Where


class Params(Parameters, frozen=True):
    where: Where = Where()
    must: tuple[StateName, ...] = ()
    never: tuple[StateName, ...] = ()
    states: tuple[StateName, ...] = ()
    needs: Where | None = None


def check_group(rule: BoundRule[Params], muster: Muster, group: Group) -> Findings:
    params = rule.params
    barred = group.state in params.never or (params.must and group.state not in params.must)
    asked = params.needs is not None and group.state in params.states
    state = muster.vocabulary.state(group.state) if barred or asked else None
    if state is None:
        return
    unit = next((part for part in group.units if params.where.matches(part, muster)), None) if barred else None
    if unit is not None:
        yield _misplaced(rule, muster, unit, group, state)
    elif params.needs is not None and asked:
        unable = [part for part in group.units if not params.needs.matches(part, muster)]
        if unable:
            yield _unable(rule, muster, unable, group, state)


def _misplaced(rule: BoundRule[Params], muster: Muster, unit: Unit, group: Group, state: State) -> Diagnostic:
    params = rule.params
    allowed: tuple[str, ...] = params.must or ((DEPLOYED,) if DEPLOYED not in params.never else ())
    offered = _moves(muster, group.units[0], (name for name in allowed[:2] if name != EMBARKED))
    if unit.hover and group.state == DEPLOYED:
        offered = (*offered, fixes.hover(unit, True))
    text = Text("{unit}: cannot start the battle {state}", {"state": state.where})
    return rule.finding(text, unit, fixes=offered, place=_place(muster, group))


def _unable(rule: BoundRule[Params], muster: Muster, unable: list[Unit], group: Group, state: State) -> Diagnostic:
    """One finding for all parts of an attached unit: it starts the battle as one."""
    names: dict[str, object] = {"state": state.where, "units": [muster.called(part) for part in unable]}
    text = Text("{unit}: cannot start the battle {state}, it does not meet the requirements of {rule}", names)
    if len(unable) > 1:
        text = Text("{units}: cannot start the battle {state}, they do not meet the requirements of {rule}", names)
    lacking = _lacking(rule, unable)
    if rule.params.needs is not None and lacking and lacking <= _granted(muster, group):
        names["abilities"] = [name for name in rule.params.needs.abilities if name.casefold() in lacking]
        text = Text("{units}: the data give {abilities} in a sentence whose conditions are not read", names)
        return rule.finding(text, unable[0], severity="unjudged", place=_place(muster, group))
    offered = _moves(muster, group.units[0], (DEPLOYED, STRATEGIC))
    return rule.finding(text, unable[0], fixes=offered, place=_place(muster, group))


def _lacking(rule: BoundRule[Params], unable: list[Unit]) -> frozenset[str]:
    """The abilities that all the parts would need to be able to, case-folded; empty where they lack something else, too."""
    needs = rule.params.needs
    if needs is None or needs != Where(abilities=needs.abilities):
        return frozenset()
    return frozenset(name.casefold() for name in needs.abilities if not all(one.has_ability(name) for one in unable))


def _granted(muster: Muster, group: Group) -> frozenset[str]:
    """The abilities that texts may give to the units of a group: their own texts, those of others for the army, and those of its
    detachments."""
    army = muster.army
    own = (unit.granted.own for unit in group.units)
    others = (unit.granted.army for unit in muster.those(_grants))
    ruled = (words for one in army.detachments for words in (one.granted.own, one.granted.army))
    return frozenset[str]().union(*own, *others, *ruled)


def _grants(unit: Unit) -> bool:
    return bool(unit.granted.army)


def _moves(muster: Muster, unit: Unit, states: Iterable[str]) -> tuple[Fix, ...]:
    """Fixes that start the unit in one of the states that the game has."""
    known = map(muster.vocabulary.state, states)
    return tuple(fixes.move(unit, state) for state in known if state is not None)


def _place(muster: Muster, group: Group) -> Place | None:
    ways = ("reserves", "strategic_reserves", "deployed", "embark")
    return muster.place(*(f"declarations.{way}.{group.bodyguard}" for way in ways))
