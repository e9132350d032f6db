"""A list as its opponent may see it before the battle: without what players write down for themselves and reveal later."""

from __future__ import annotations

from listbuilder.army.records import Unit
from listbuilder.listfile.reminders import NONE
from listbuilder.print.briefing import Briefing
from listbuilder.replacing import replace
from listbuilder.roster.declarations import Declarations
from listbuilder.rules.checker import Ruleset
from listbuilder.rules.formation import formation


def opened(briefing: Briefing) -> Briefing:
    """The briefing without declarations, reserves and notes, and without what was found in declarations. Parts of units stay with
    them and marks that rules require stay, because the list is not complete without them. The seal is left out where it covers
    more than is shown."""
    army = briefing.army
    declared = army.declarations
    parts = {one.id for one in army.units if one.is_part}
    attach = {unit: other for unit, other in declared.attach.items() if unit in parts}
    units = tuple(_without_notes(one) for one in army.units)
    open_army = replace(army, notes="", units=units, declarations=Declarations(attach=attach, marks=declared.marks))
    later = _judged_when_declared(briefing)
    findings = tuple(one for one in briefing.findings if one.rule not in later)
    whole = len(findings) == len(briefing.findings)
    system = briefing.system
    arranged = Ruleset.from_system(system).formation(open_army) if system is not None else formation(open_army)
    return replace(
        briefing,
        army=open_army,
        findings=findings,
        formation=arranged,
        seal=briefing.seal if whole else None,
        reminders=NONE,
    )


def _without_notes(unit: Unit) -> Unit:
    models = tuple(replace(line, notes="") for line in unit.models)
    return replace(unit, notes="", models=models)


def _judged_when_declared(briefing: Briefing) -> frozenset[str]:
    """Ids of the rules that judge declarations."""
    rules = briefing.system.rules if briefing.system is not None else ()
    return frozenset(rule.id for rule in rules if rule.stage == "declaration")
