"""What is declared of single units: whom they join, where they start, who rides in them."""

from __future__ import annotations

from listbuilder.army.records import Unit
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.states import DEPLOYED, EMBARKED, STRATEGIC, UNDECLARED
from listbuilder.i18n import _, listed
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import joined_words, joins_words
from listbuilder.rules.formation import Group


def unit_facts(briefing: Briefing, unit: Unit) -> tuple[str, ...]:
    """Marks, then declarations."""
    return (*briefing.marks(unit), *whereabouts(briefing, unit))


def whereabouts(briefing: Briefing, unit: Unit) -> tuple[str, ...]:
    """The declarations about a unit: which unit it leads, its leaders, its state, its passengers."""
    words = []
    if unit.id in briefing.formation.hovering:
        words.append(briefing.vocabulary.declaration("hover") or _("hovers"))
    group = briefing.formation.group_of(unit.id)
    if group is None:
        return tuple(words)
    if group.bodyguard != unit.id:
        return (*words, joins_words(unit, briefing.label(group.bodyguard), briefing.vocabulary))
    for parts in (False, True):
        joined = [one.id for one in group.units[1:] if one.is_part == parts]
        if joined:
            words.append(joined_words(listed(map(briefing.label, joined)), briefing.vocabulary, parts=parts))
    for half in briefing.formation.halves_of(unit.id):
        words.extend(_place(briefing, half))
    if riders := embarked(briefing, unit.id):
        words.append(_("carries {units}").format(units=listed(map(briefing.group_label, riders))))
    return tuple(words)


def _place(briefing: Briefing, group: Group) -> list[str]:
    if group.state == DEPLOYED:
        return []
    place = state_words(briefing, group.state)
    if group.state == EMBARKED:
        place = _("in {transport}").format(transport=briefing.label(group.transport))
    body = group.units[0]
    return [f"{briefing.local(body.name)}: {place}" if body.half_of else place]


def state_words(briefing: Briefing, state: str) -> str:
    """A state as a title."""
    return _("Not declared") if state == UNDECLARED else briefing.vocabulary.state_title(state)


def embarked(briefing: Briefing, transport: str) -> tuple[Group, ...]:
    """The groups that start in a transport, by its id."""
    groups = briefing.formation.groups
    return tuple(group for group in groups if group.state == EMBARKED and group.transport == transport)


def reserves(briefing: Briefing) -> tuple[tuple[str, tuple[Group, ...]], ...]:
    """Groups in reserves by kind of reserves, without passengers."""
    states = (STRATEGIC, *briefing.vocabulary.reserves)
    found = ((state, tuple(g for g in briefing.formation.groups if g.state == state)) for state in states)
    return tuple((state, groups) for state, groups in found if groups)


def reserves_used(briefing: Briefing) -> Number:
    """Points that count towards the quota."""
    return briefing.formation.points_in(briefing.quota.states, briefing.quota.passengers) if briefing.quota else 0
