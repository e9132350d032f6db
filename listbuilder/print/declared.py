"""The declarations before the battle as text: pairs of a name and its facts."""

from __future__ import annotations

from typing import NamedTuple

from listbuilder.catalogue.states import STRATEGIC
from listbuilder.i18n import _, number
from listbuilder.print.briefing import Briefing
from listbuilder.print.whereabouts import embarked, reserves, reserves_used, state_words
from listbuilder.rules.formation import Group

Entries = list[tuple[str, str]]
RESERVES = ("reserves", "strategic_reserves")


class Section(NamedTuple):
    """What is declared of one sort, behind its heading. ``declarations``: those of the game that it is about."""

    declarations: tuple[str, ...]
    title: str
    entries: Entries


def sections(briefing: Briefing) -> tuple[Section, ...]:
    """Attached units, transports and reserves, those that the game has."""
    part = briefing.vocabulary.terms.part
    found = (
        Section(("attach",), part.many.title if part else _("Attached units"), _attached(briefing)),
        Section(("embark",), _("Transports"), _transports(briefing)),
        Section(RESERVES, _("Reserves"), _reserves(briefing)),
    )
    return tuple(one for one in found if one.entries or any(map(briefing.vocabulary.declares, one.declarations)))


def _attached(briefing: Briefing) -> Entries:
    """Attached units with starting strength, threshold and coherency."""
    led = (group for group in briefing.formation.groups if group.leaders)
    return [(briefing.group_label(group), "; ".join(filter(None, briefing.strength_words(group)))) for group in led]


def _transports(briefing: Briefing) -> Entries:
    """Transports, and whatever else is declared to carry a unit, with passengers and used places."""
    loads = briefing.formation.loads
    carriers = (group.transport for group in briefing.formation.groups if group.transport)
    entries = []
    able = loads if briefing.vocabulary.declares("embark") else ()
    for transport in dict.fromkeys((*able, *carriers)):
        riders = ", ".join(map(briefing.group_label, embarked(briefing, transport)))
        bays = loads[transport].bays if transport in loads else ()
        room = " + ".join(f"{bay.used}/{bay.capacity}" for bay in bays)
        entries.append((f"{briefing.label(transport)} {room}".strip(), riders or _("empty")))
    return entries


def _reserves(briefing: Briefing) -> Entries:
    """Units in reserves by kind of reserves."""
    return [
        (state_words(briefing, state), "; ".join(_waiting(briefing, group) for group in groups))
        for state, groups in reserves(briefing)
    ]


def _waiting(briefing: Briefing, group: Group) -> str:
    inside = [rider for unit in group.units for rider in embarked(briefing, unit.id)]
    name, riders = _priced(briefing, group), ", ".join(_priced(briefing, rider) for rider in inside)
    return _("{transport} with {riders}").format(transport=name, riders=riders) if inside else name


def _priced(briefing: Briefing, group: Group) -> str:
    return f"{briefing.group_label(group)} ({number(group.points)})"


def reserves_line(briefing: Briefing) -> str:
    """Points in strategic reserves and the limit, on one line; empty without declarations or limit."""
    if briefing.quota is None or not briefing.declared:
        return ""
    used, allowed = number(reserves_used(briefing)), briefing.points(briefing.quota.allowed)
    held = {group.state for group in briefing.formation.starting_in(briefing.quota.states)}
    states = [state for state in briefing.quota.states if state == STRATEGIC or state in held]
    text = _("{used} of {allowed} allowed").format(used=used, allowed=allowed)
    return f"{' + '.join(state_words(briefing, state) for state in states)}: {text}"
