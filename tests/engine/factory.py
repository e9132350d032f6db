"""Small catalogues and rosters for the tests of the engine, built as records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.model import (
    Catalogue,
    CategoryEntry,
    CategoryLink,
    Condition,
    Constraint,
    Cost,
    CostType,
    Entry,
    EntryGroup,
    ForceEntry,
    Modifier,
)
from listbuilder.engine import Engine, Violation
from listbuilder.engine.actions import add_force, select
from listbuilder.roster.tree import Force, Roster, Selection

PTS = CostType(id="pts", name="pts")
CATEGORIES = tuple(CategoryEntry(id=name, name=name.upper()) for name in ("hq", "troops", "elite"))
FORCE = ForceEntry(
    id="army",
    name="Army",
    category_links=tuple(CategoryLink(id=f"army-{item.id}", target_id=item.id) for item in CATEGORIES),
    force_entries=(ForceEntry(id="detachment", name="Detachment"),),
)


def costing(points: int) -> tuple[Cost, ...]:
    return (Cost(type_id="pts", value=points),)


def least(value: Any, **fields: Any) -> Constraint:
    return Constraint(id=fields.pop("id", "least"), type="min", value=value, **fields)


def most(value: Any, **fields: Any) -> Constraint:
    return Constraint(id=fields.pop("id", "most"), type="max", value=value, **fields)


def when(type: str, value: Any, child_id: str, **fields: Any) -> Condition:
    return Condition(type=type, value=value, child_id=child_id, **fields)


def role(category: str) -> tuple[CategoryLink, ...]:
    return (CategoryLink(id=f"role-{category}", target_id=category, primary=True),)


def unit(id: str, **fields: Any) -> Entry:
    return Entry(id=id, name=fields.pop("name", id.title()), type=fields.pop("type", "unit"), **fields)


def system(**fields: Any) -> Catalogue:
    fields = {"cost_types": (PTS,), "category_entries": CATEGORIES, "force_entries": (FORCE,), **fields}
    return Catalogue(id="system", name="System", is_game_system=True, **fields)


def library(*entries: Entry, of_system: dict[str, Any] | None = None, **fields: Any) -> Library:
    """A library of one catalogue with these root entries."""
    return Library(system(**(of_system or {})), [Catalogue(id="cat", name="Cat", entries=entries, **fields)])


class Table:
    """A roster with its engine and one force, and short methods for what tests do."""

    def __init__(self, bound: Library, *, force: bool = True) -> None:
        self.library = bound
        self.roster = Roster(bound, "test")
        self.engine = Engine(self.roster)
        self.force: Force = self.add_force() if force else Force(FORCE, "cat")

    def add_force(self, entry: str = "army", parent: Force | None = None) -> Force:
        record = self.library.forces.entry(entry)
        assert record is not None
        edit, force = add_force(self.engine, record, "cat", parent)
        edit.apply(self.roster)
        return force

    def option(self, entry: str, parent: Selection | Force | None = None) -> Option:
        options: Iterable[Option] = self.library.root_options("cat")
        if isinstance(parent, Selection):
            options = (*parent.option.entries, *parent.option.groups)
        return next(option for option in options if entry in option.ids)

    def take(self, entry: str, parent: Selection | Force | None = None, amount: int = 1) -> Selection:
        parent = parent if parent is not None else self.force
        edit, selection = select(self.engine, parent, self.option(entry, parent), amount)
        edit.apply(self.roster)
        return selection

    def name(self, node: Selection | Force) -> str:
        return self.engine.state(node).name

    def points(self, node: Selection | Force) -> Any:
        return self.engine.state(node).costs.get("pts", 0)

    @property
    def wrong(self) -> list[tuple[str, str]]:
        """Kind and constraint of all violations."""
        return [(item.kind, item.constraint_id) for item in self.engine.violations()]

    def violation(self) -> Violation:
        (found,) = self.engine.violations()
        return found


def table(*entries: Entry, **fields: Any) -> Table:
    return Table(library(*entries, **fields))


def renamed_when(*conditions: Condition, **fields: Any) -> tuple[Modifier, ...]:
    """A modifier that sets the name to "yes" where the conditions hold."""
    return (Modifier(type="set", field="name", value="yes", conditions=conditions, **fields),)


def group(id: str, *entries: Entry, **fields: Any) -> EntryGroup:
    return EntryGroup(id=id, name=id.title(), entries=entries, **fields)
