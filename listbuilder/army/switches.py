"""Settings of an army by which its authors let players allow or show some units ("Allow Legends")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from listbuilder.army import roles
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.model import Condition, Container, EntryGroup, Modifier

if TYPE_CHECKING:
    from listbuilder.engine import Engine
    from listbuilder.roster.tree import Selection

WHOLE = frozenset({"roster", "force"})


def lacking_switch(engine: Engine, option: Option) -> str:
    """The name of a setting that is not chosen and without which the data hide the option; empty where it is hidden for other
    reasons."""
    return _switches(option.library).get(lacking_switch_id(engine, option), "")


def lacking_switch_id(engine: Engine, option: Option) -> str:
    """The same by an id that the setting or a link to it has."""
    for modifier in option.merged.modifiers:
        if modifier.field == "hidden" and modifier.type == "set" and modifier.value == "true" and not modifier.repeats:
            for condition in _enough(modifier):
                if condition.child_id in _switches(option.library) and not engine.has_chosen(condition.child_id):
                    return condition.child_id
    return ""


def _enough(modifier: Modifier) -> Iterator[Condition]:
    """The conditions one of which is enough for the modifier, as far as they ask for none of something in the army."""
    if len(modifier.conditions) + len(modifier.condition_groups) != 1:
        return
    either = (one for group in modifier.condition_groups if group.type == "or" for one in group.conditions)
    for one in (*modifier.conditions, *either):
        if (one.type, one.value, one.field) == ("lessThan", 1, "selections") and one.scope in WHOLE:
            yield one


def chosen_switches(settings: Iterable[Selection]) -> frozenset[str]:
    """The ids of those of these settings that are chosen. ``settings``: what is at the root of an army besides its units."""
    chosen = (root for root in settings if not roles.is_unit(root.option))
    return frozenset(name for root in chosen for node in (root, *root.selections) for name in node.option.ids)


def _switches(library: Library) -> dict[str, str]:
    return library.kept(_names)


def _names(library: Library) -> dict[str, str]:
    """Id -> name of the settings at the root of armies, and of the entries directly below them."""
    found: dict[str, str] = {}
    for catalogue in library.files:
        for option in library.root_options(catalogue.id):
            if not roles.is_unit(option) and not roles.is_detachment(option):
                for parts in (option.parts, *_written_below(library, option.parts)):
                    name = next((part.name for part in reversed(parts) if part.name), "")
                    found.update(dict.fromkeys((part.id for part in parts), name))
    return found


def _written_below(library: Library, holders: Iterable[Container]) -> Iterator[tuple[Container, ...]]:
    """The entries below, those in groups included, each with the links that lead to it: as they are written, since binding what
    all settings hold would take longer than most lists."""
    waiting, seen = list(holders), set[int]()
    while waiting:
        holder = waiting.pop()
        if id(holder) in seen:
            continue
        seen.add(id(holder))
        for record in (*holder.entries, *holder.groups, *holder.links):
            parts = library.parts(record)
            if isinstance(parts[-1], EntryGroup):
                waiting += parts
            else:
                yield parts
