"""The forces of a roster as the army lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.army import roles
from listbuilder.army.model import ForceView, SubfactionView
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.roster.tree import Force

if TYPE_CHECKING:
    from listbuilder.engine import Engine


def force_views(engine: Engine, points_type: str = "") -> tuple[ForceView, ...]:
    """All forces, in the order of the list. ``points_type``: id of the cost that is points."""
    return tuple(_view(engine, force, points_type) for force in engine.roster.forces_in_order())


def _view(engine: Engine, force: Force, points_type: str) -> ForceView:
    above = force.parent if isinstance(force.parent, Force) else None
    entry, inside = force.entry, force.entry.purpose is EntryPurpose.FORCE
    other = engine.roster.library.catalogue(force.catalogue_id) if inside and _is_foreign(force) else None
    return ForceView(
        id=force.id,
        name=force_title(engine, force),
        kind=roles.plain_title(entry.name),
        parent=above.id if above is not None else "",
        kind_id=entry.local_id or entry.id,
        faction=other.name if other is not None else "",
        faction_id=(other.local_id or other.id) if other is not None else "",
        faction_keyword=other.faction_keyword if other is not None else "",
        inside=inside,
        frame=entry.purpose is EntryPurpose.FRAME,
        subfaction=_subfaction(force) if inside else None,
        subfactions=engine.roster.library.kept_of(_subfactions, force.catalogue_id) if inside else (),
        points=engine.state(force).costs.get(points_type, 0) if points_type else 0,
        place=force.place,
    )


def _subfactions(library: Library, catalogue_id: str) -> tuple[SubfactionView, ...]:
    """Those that a faction has."""
    roots = (one for one in library.root_options(catalogue_id) if one.purpose is EntryPurpose.SUBFACTION)
    return tuple(_shown(option) for root in roots for option in root.entries)


def _subfaction(force: Force) -> SubfactionView | None:
    """The one that the force has; the first where it states several."""
    roots = (node for node in force.selections if node.option.purpose is EntryPurpose.SUBFACTION)
    return next((_shown(node.option) for root in roots for node in root.selections), None)


def _shown(option: Option) -> SubfactionView:
    return SubfactionView(option.local_id, option.name)


def _is_foreign(force: Force) -> bool:
    """Whether the force has another faction than the army that it stands in."""
    army = force
    while isinstance(army.parent, Force):
        army = army.parent
    return army.catalogue_id != force.catalogue_id


def force_title(engine: Engine, force: Force) -> str:
    """The title of a force, numbered where several are of the same kind."""
    name = force.custom_name or roles.plain_title(engine.state(force).name)
    siblings = force.parent.forces if force.parent is not None else [force]
    alike = [other for other in siblings if other.entry.id == force.entry.id]
    return f"{name} {alike.index(force) + 1}" if len(alike) > 1 and not force.custom_name else name
