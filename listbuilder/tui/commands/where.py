"""Which force of a list units go into."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.session import Session

FEW = 8  # a force with forces below it that takes no more datasheets than this is not where units are meant to go


def first_force(session: Session) -> str:
    """Of the list; empty where it has none."""
    return next((line.id for line in session.forces.lines()), "")


def is_only_a_frame(session: Session, force_id: str) -> bool:
    """Whether units go into the forces below this one rather than into itself. ``force_id``: empty for the first."""
    stated = session.forces.is_frame(force_id or first_force(session))
    if stated is not None:
        return stated
    if not session.forces.choices(force_id or first_force(session)):
        return False
    return sum(not choice.hidden for choice in session.datasheets(force_id)) <= FEW


def where_units_go(session: Session, force_id: str) -> str | None:
    """This force, or the first below it that units go into; None where there is none. ``force_id``: empty for the first."""
    parents = {force.id: force.parent for force in session.army.forces}

    def within(one: str) -> Iterator[str]:
        yield one
        for child in (child for child, parent in parents.items() if parent == one):
            yield from within(child)

    there = within(force_id or first_force(session))
    return next((one for one in there if not is_only_a_frame(session, one)), None)
