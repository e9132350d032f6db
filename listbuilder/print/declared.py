"""The declarations before the battle as text: pairs of a name and its facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from listbuilder.catalogue.states import STRATEGIC
from listbuilder.i18n import _, clauses, listed, number
from listbuilder.print.briefing import Briefing
from listbuilder.print.whereabouts import embarked, reserves, reserves_used, state_words
from listbuilder.rules.formation import Group
from listbuilder.rules.transport import BayLoad

Entries = list[tuple[str, str]]
RESERVES = ("reserves", "strategic_reserves")


class Section(NamedTuple):
    """What is declared of one sort, behind its heading. ``declarations``: those of the game that it is about."""

    declarations: tuple[str, ...]
    title: str
    entries: Entries


class Arrival(NamedTuple):
    """A group in reserves. ``name``: with what rides in it; ``points``: what it costs; ``state``: how it waits."""

    name: str
    points: str
    state: str


class Carrier(NamedTuple):
    """A transport with its passengers. ``room``: how many of its places are taken, in words."""

    name: str
    room: str
    riders: str


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
    return [(briefing.group_label(group), clauses(filter(None, briefing.strength_words(group)))) for group in led]


def _transports(briefing: Briefing) -> Entries:
    """Transports, and whatever else is declared to carry a unit, with passengers and used places."""
    found = []
    for name, bays, riders in _carrying(briefing):
        room = " + ".join(f"{bay.used}/{bay.capacity}" for bay in bays)
        found.append((f"{name} {room}".strip(), riders))
    return found


def carriers(briefing: Briefing) -> tuple[Carrier, ...]:
    """The same, with the places in words."""
    found = []
    for name, bays, riders in _carrying(briefing):
        room = " + ".join(_("{used} of {places}").format(used=bay.used, places=bay.capacity) for bay in bays)
        found.append(Carrier(name, _("{room} places").format(room=room) if room else "", riders))
    return tuple(found)


def _carrying(briefing: Briefing) -> Iterator[tuple[str, Sequence[BayLoad], str]]:
    """Each transport with its bays and its passengers in words."""
    loads = briefing.formation.loads
    others = (group.transport for group in briefing.formation.groups if group.transport)
    able = loads if briefing.vocabulary.declares("embark") else ()
    for transport in dict.fromkeys((*able, *others)):
        riders = listed(map(briefing.group_label, embarked(briefing, transport)))
        bays = loads[transport].bays if transport in loads else ()
        yield briefing.label(transport), bays, riders or _("empty")


def _reserves(briefing: Briefing) -> Entries:
    """Units in reserves by kind of reserves."""
    return [
        (state_words(briefing, state), clauses(_waiting(briefing, group) for group in groups))
        for state, groups in reserves(briefing)
    ]


def arriving(briefing: Briefing) -> tuple[Arrival, ...]:
    """The groups in reserves, by kind of reserves."""
    return tuple(
        Arrival(
            _loaded(briefing, group, briefing.group_label(group)),
            number(group.points, grouped=True) if briefing.army.has_points else "",
            state,
        )
        for state, groups in reserves(briefing)
        for group in groups
    )


def _waiting(briefing: Briefing, group: Group) -> str:
    return _loaded(briefing, group, _priced(briefing, group))


def _loaded(briefing: Briefing, group: Group, name: str) -> str:
    """The name of a group with what rides in it."""
    inside = [rider for unit in group.units for rider in embarked(briefing, unit.id)]
    riders = listed(_priced(briefing, rider) for rider in inside)
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
