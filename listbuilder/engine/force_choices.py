"""Forces that may be added to a roster or below another force, with name and visibility after modifiers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from listbuilder.engine.modifiers import Changes, applying, plan
from listbuilder.engine.queries import QueryContext
from listbuilder.engine.scopes import TreePosition
from listbuilder.roster.tree import Force, Roster

if TYPE_CHECKING:
    from listbuilder.catalogue.model import ForceEntry
    from listbuilder.engine.engine import Engine


@dataclass(frozen=True, slots=True)
class ForceChoice:
    """A force entry of one catalogue that may be chosen under a parent."""

    entry: ForceEntry
    catalogue_id: str
    name: str
    hidden: bool


def force_choice(engine: Engine, parent: Force | Roster, entry: ForceEntry, catalogue_id: str) -> ForceChoice:
    """The name of a new force of that entry under a parent, and whether it is hidden."""
    store = engine.refreshed()
    force = Force(entry, catalogue_id)  # not in the roster: everything that it counts in itself is 0
    force.parent = parent
    keys = frozenset({entry.id, catalogue_id, "force"})
    context = QueryContext(store.index, TreePosition(parent, force), keys, None)
    changes = Changes(applying(plan(store.plans.library, entry).core, context, {}))
    return ForceChoice(entry, catalogue_id, changes.name(entry.name), changes.flag("hidden", entry.hidden))
