"""The headings that the units of an army stand under: their roles, or the forces that they are of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.army.model import ForceView
from listbuilder.army.prices import priced
from listbuilder.army.records import Unit
from listbuilder.catalogue.base import Number
from listbuilder.i18n import _, listed, number
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import role_heading


def roles(briefing: Briefing) -> Iterator[tuple[str, list[Unit]]]:
    """Units under the heading of their role (empty without a role), in the order of the army; in an army that consists of
    several forces, under that of their force: of native data by role, else as the list has them."""
    inside = _headed(briefing)
    for force in inside:
        members = [unit for unit in briefing.army.units if unit.force == force.id]
        if members:
            rank = briefing.vocabulary.role_rank
            order = sorted(members, key=lambda unit: rank(unit.role)) if force.inside else members
            yield _force_heading(briefing, force), order
    held = {force.id for force in inside}
    others = [unit for unit in briefing.army.units if unit.force not in held]
    for role in dict.fromkeys(unit.role for unit in others):
        heading = role_heading(briefing.vocabulary, role, briefing.local) if role else ""
        yield heading, [unit for unit in others if unit.role == role]


def force_points(briefing: Briefing, members: Sequence[Unit]) -> Number:
    """What the force costs by itself that the units stand under; 0 where they stand under that of their role."""
    held = {force.id: force.points for force in _headed(briefing)}
    return held.get(members[0].force, 0) if members else 0


def share_of(briefing: Briefing, members: Sequence[Unit]) -> tuple[str, str]:
    """What the units under the heading of a role cost, and between which points that has to lie; empty where no rule bounds
    it."""
    found = briefing.shares.get(members[0].role) if members and not _headed(briefing) else None
    if found is None:
        return "", ""
    words = []
    if found.at_least is not None:
        words.append(_("at least {points}").format(points=briefing.points(found.at_least)))
    if found.at_most is not None:
        words.append(_("at most {points}").format(points=briefing.points(found.at_most)))
    return number(found.found), listed(words)


def _force_heading(briefing: Briefing, force: ForceView) -> str:
    """The name of a force, with its kind where the player has given it another name, its faction where it has one, and its
    own price."""
    kind = briefing.local(force.kind)
    name = force.name if force.name.startswith(force.kind) else f"{force.name} ({kind})"
    name = name.replace(force.kind, kind, 1)
    said = (force.faction, force.subfaction.name if force.subfaction else "")
    price = (priced(briefing.army, force.points),) if force.points else ()
    return " · ".join((name, *(briefing.faction_title(word) for word in said if word), *price))


def _headed(briefing: Briefing) -> tuple[ForceView, ...]:
    """The forces that units stand under: those of native data, else those within the army's, or several of the army."""
    holding = {unit.force for unit in briefing.army.units}
    forces = [force for force in briefing.army.forces if force.id in holding]
    if any(force.inside for force in briefing.army.forces):
        return tuple(force for force in forces if force.inside)
    outer = [force for force in forces if not force.parent]
    return tuple(force for force in forces if force.parent or len(outer) > 1)
