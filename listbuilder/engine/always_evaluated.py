"""Options that are evaluated even where they are not chosen, because they may report something when they are missing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from listbuilder.engine.core import Plans, default_amount
from listbuilder.engine.modifiers import MESSAGES

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Library, Option
    from listbuilder.catalogue.model import CategoryEntry, CategoryLink, ForceEntry

CategoryRecords = tuple["CategoryEntry | None", "CategoryLink | None"]


class AlwaysEvaluated:
    """Which options these are; computed once per library."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.plans = library.kept(Plans)
        self._categories: dict[int, tuple[ForceEntry, tuple[CategoryRecords, ...]]] = {}  # by identity of the entry
        self.below = cache(self._below)
        self.roots = cache(self._roots)
        self.automatic_roots = cache(self._automatic_roots)

    def _below(self, option: Option) -> tuple[Option, ...]:
        """The entries and groups below an option that are always evaluated."""
        return tuple(item for item in (*option.entries, *option.groups) if self.includes(item))

    def _roots(self, catalogue_id: str) -> tuple[Option, ...]:
        """The root options of a catalogue's forces that are always evaluated."""
        return tuple(item for item in self.library.root_options(catalogue_id) if self.includes(item))

    def _automatic_roots(self, catalogue_id: str) -> tuple[Option, ...]:
        """The root options that a new force may start with."""
        return tuple(item for item in self.library.root_options(catalogue_id) if self.may_be_automatic(item))

    def categories(self, entry: ForceEntry) -> tuple[CategoryRecords, ...]:
        """The categories of a force, its own and those of the library, that have constraints or modifiers."""
        if id(entry) not in self._categories:
            self._categories[id(entry)] = (entry, tuple(self._evaluated_categories(entry)))
        return self._categories[id(entry)][1]

    def _evaluated_categories(self, entry: ForceEntry) -> Iterator[CategoryRecords]:
        links = {link.target_id: link for link in entry.category_links}
        for category_id in dict.fromkeys([*links, *self.library.categories]):
            category, link = self.library.categories.get(category_id), links.get(category_id)
            if any(
                part is not None and (part.constraints or part.modifiers or part.modifier_groups)
                for part in (category, link)
            ):
                yield category, link

    def may_be_automatic(self, option: Option) -> bool:
        """Whether a new parent may start with an option."""
        return self.includes(option) or bool(default_amount(option)) or "defaultAmount" in self.plans.of(option).fields

    def includes(self, option: Option) -> bool:
        """Whether an option may report something even when it is not chosen."""
        plan = self.plans.of(option)
        if option.is_group:
            return bool(option.merged.constraints) or bool(plan.fields & MESSAGES.keys())
        return any(
            constraint.type in ("min", "exactly")
            and constraint.scope != "self"
            and (constraint.value > 0 or constraint.id in plan.bounds or constraint.type == "exactly")
            for constraint in option.merged.constraints
        )
