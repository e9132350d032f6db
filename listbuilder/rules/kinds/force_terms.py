"""Each force stands where its kind may, and has units of a faction that its kind may have; a contingent is in an army of one of
its hosts.

What a kind of force may be in, and whose units it may have, is stated with the kinds of force of the system (``forces``); the
hosts of a contingent are stated with it.

Parameters:

- ``never``: faction -> factions that never stand beside it, whichever of the two the army is of; ids or names. Factions that are
  not named may be combined.
- ``one_way``: true: only an army of the first has no force of the others, so that each faction has a say of its own.
- ``of``: the kinds of force that are judged, all when left out.

Passes: an allied detachment of Orks in an army of Imperial Guard.
Fails: an allied detachment of Imperial Guard in an army of Imperial Guard.
"""

from listbuilder.army import ForceView
from listbuilder.catalogue.system import ForceKind
from listbuilder.i18n import Localised, Text
from listbuilder.naming import fold
from listbuilder.rules import fixes
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import FactionName, ForceName


class Params(Parameters, frozen=True):
    never: dict[FactionName, tuple[FactionName, ...]] = {}
    one_way: bool = False
    of: tuple[ForceName, ...] = ()


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    of = rule.params.of
    forces = muster.army.forces if not of else [force for kind in of for force in muster.forces(kind)]
    for force in forces:
        kind = muster.kind_of(force) if force.inside else None
        if kind is None:
            continue
        text = _wrong_place(force, kind, muster) or _wrong_faction(force, kind, rule.params, muster)
        text = text or _wrong_host(force, kind, muster)
        if text is not None:
            yield rule.finding(text, place=force.place, fixes=fixes.remove_forces((force,)))


def _wrong_place(force: ForceView, kind: ForceKind, muster: Muster) -> Text | None:
    around = next((other for other in muster.army.forces if other.id == force.parent), None)
    held = muster.kind_of(around) if around is not None and around.inside else None
    if kind.inside and (held is None or held.id not in kind.inside):
        known = (muster.system.force_kind(name) for name in kind.inside)
        names = {"force": force.name, "kinds": tuple(Localised(one.name) for one in known if one is not None)}
        return Text("{force}: may only stand in {kinds}", names)
    if held is not None and held.id not in kind.inside:
        return Text("{force}: may not stand in {around}", {"force": force.name, "around": Localised(held.name)})
    return None


def _wrong_faction(force: ForceView, kind: ForceKind, params: Params, muster: Muster) -> Text | None:
    army = muster.army
    names = {"force": force.name, "faction": force.faction, "army": army.faction_name}
    if force.faction and kind.faction == "own":
        return Text("{force}: has units of the army's own faction only, not of {faction}", names)
    if not force.faction and kind.faction == "other":
        return Text("{force}: must be of another faction than {army}", names)
    if force.faction and is_barred(params, {army.faction, army.faction_name}, force):
        return Text("{force}: {army} never fights beside {faction}", names)
    return None


def _wrong_host(force: ForceView, kind: ForceKind, muster: Muster) -> Text | None:
    army = muster.army
    own = (army.faction, army.faction_name, army.faction_keyword)
    if kind.contingent is None or kind.contingent.joins(own):
        return None
    return Text("{force}: may not be in an army of {army}", {"force": force.name, "army": army.faction_name})


def is_barred(params: Params, own: set[str], force: ForceView) -> bool:
    """Whether the table has the pair, in either direction unless it is one-way."""
    mine, theirs = set(map(fold, own)), {fold(force.faction), fold(force.faction_id)}
    for faction, barred in params.never.items():
        one, others = fold(faction), set(map(fold, barred))
        if (one in mine and theirs & others) or (not params.one_way and one in theirs and mine & others):
            return True
    return False
