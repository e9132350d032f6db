"""The forces of a roster as the army lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.army import roles
from listbuilder.army.model import ForceView
from listbuilder.roster.tree import Force

if TYPE_CHECKING:
    from listbuilder.engine import Engine


def force_views(engine: Engine) -> tuple[ForceView, ...]:
    """All forces, in the order of the list."""
    return tuple(_view(engine, force) for force in engine.roster.forces_in_order())


def _view(engine: Engine, force: Force) -> ForceView:
    parent = force.parent.id if isinstance(force.parent, Force) else ""
    return ForceView(force.id, force_title(engine, force), roles.plain_title(force.entry.name), parent)


def force_title(engine: Engine, force: Force) -> str:
    """The title of a force, numbered where several are of the same kind."""
    name = force.custom_name or roles.plain_title(engine.state(force).name)
    siblings = force.parent.forces if force.parent is not None else [force]
    alike = [other for other in siblings if other.entry.id == force.entry.id]
    return f"{name} {alike.index(force) + 1}" if len(alike) > 1 and not force.custom_name else name
