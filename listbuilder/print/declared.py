"""The declarations before the battle as text: pairs of a name and its facts."""

from __future__ import annotations

from listbuilder.catalogue.vocabulary import STRATEGIC
from listbuilder.i18n import _, number
from listbuilder.print.briefing import Briefing
from listbuilder.rules.formation import Group

Entries = list[tuple[str, str]]


def attached(briefing: Briefing) -> Entries:
    """Attached units with their strength."""
    return [(briefing.group_label(group), strength(briefing, group)) for group in briefing.attached()]


def strength(briefing: Briefing, group: Group) -> str:
    """Starting strength, threshold and coherency on one line."""
    return "; ".join(filter(None, (*briefing.strength_words(group), briefing.coherency_words(group))))


def transports(briefing: Briefing) -> Entries:
    """Transports with their passengers and used places."""
    entries = []
    for transport in briefing.transports():
        riders = [briefing.group_label(group) for group in briefing.embarked(transport)]
        load = briefing.formation.loads.get(transport)
        room = " + ".join(f"{bay.used}/{bay.capacity}" for bay in load.bays) if load else ""
        entries.append((f"{briefing.label(transport)} {room}".strip(), ", ".join(riders) or _("empty")))
    return entries


def reserves(briefing: Briefing) -> Entries:
    """Units in reserves by kind of reserves."""
    return [
        (briefing.state_words(state), "; ".join(_waiting(briefing, group) for group in groups))
        for state, groups in briefing.reserves()
    ]


def _waiting(briefing: Briefing, group: Group) -> str:
    inside = [rider for unit in group.units for rider in briefing.embarked(unit.id)]
    name = _priced(briefing, group)
    if not inside:
        return name
    return _("{transport} with {riders}").format(
        transport=name, riders=", ".join(_priced(briefing, rider) for rider in inside)
    )


def _priced(briefing: Briefing, group: Group) -> str:
    return f"{briefing.group_label(group)} ({number(group.points)})"


def reserves_line(briefing: Briefing) -> str:
    """Points in strategic reserves and the limit, on one line; empty without declarations or limit."""
    if briefing.quota is None or not briefing.declared:
        return ""
    used, allowed = number(briefing.reserves_used), briefing.points(briefing.quota.allowed)
    held = {group.state for group in briefing.formation.starting_in(briefing.quota.states)}
    states = [state for state in briefing.quota.states if state == STRATEGIC or state in held]
    text = _("{used} of {allowed} allowed").format(used=used, allowed=allowed)
    return f"{' + '.join(map(briefing.state_words, states))}: {text}"
