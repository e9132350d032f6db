"""The records of a set's files by their ids: what links and queries refer to. Of equal ids the first one counts."""

from __future__ import annotations

from typing import Any

from listbuilder.catalogue.model import (
    Catalogue,
    CategoryEntry,
    Container,
    CostType,
    ForceEntry,
    InfoGroup,
    Profile,
    ProfileType,
    Publication,
    Rule,
)

Info = Profile | Rule | InfoGroup


class Records:
    """Grows by one file at a time."""

    def __init__(self) -> None:
        self.categories: dict[str, CategoryEntry] = {}
        self.publications: dict[str, Publication] = {}
        self.profile_types: dict[str, ProfileType] = {}
        self.cost_types: dict[str, CostType] = {}
        self.force_entries: dict[str, ForceEntry] = {}
        self._files: list[Catalogue] = []
        self._targets: dict[str, Container] = {}
        self._infos: dict[str, Info] = {}
        self._nested: tuple[dict[str, Container], dict[str, Info]] | None = None

    def add(self, catalogue: Catalogue) -> None:
        """Takes in the records of one more file."""
        self._files.append(catalogue)
        self._nested = None
        for container in (*catalogue.shared_entries, *catalogue.shared_groups, *catalogue.entries, *catalogue.groups):
            self._targets.setdefault(container.id, container)
        infos: tuple[Info, ...] = (*catalogue.shared_profiles, *catalogue.shared_rules, *catalogue.shared_info_groups)
        for info in (*infos, *catalogue.profiles, *catalogue.rules):
            self._infos.setdefault(info.id, info)
        for name in ("publications", "profile_types", "cost_types"):
            known: dict[str, Any] = getattr(self, name)
            for record in getattr(catalogue, name):
                known.setdefault(record.id, record)
        for category in catalogue.category_entries:
            self.categories.setdefault(category.id, category)
        for force in (*catalogue.force_entries, *catalogue.shared_force_entries):
            self._add_force(force)

    def _add_force(self, force: ForceEntry) -> None:
        self.force_entries.setdefault(force.id, force)
        for child in force.force_entries:
            self._add_force(child)

    def target(self, entry_id: str) -> Container | None:
        """The entry or group of that id."""
        return self._targets.get(entry_id) or self._inner()[0].get(entry_id)

    def info(self, info_id: str) -> Info | None:
        """The profile, rule or group of such of that id."""
        return self._infos.get(info_id) or self._inner()[1].get(info_id)

    def _inner(self) -> tuple[dict[str, Container], dict[str, Info]]:
        """Targets of links that are not shared: entries, groups, profiles and rules inside others. Community data have some."""
        if self._nested is None:
            self._nested = self._find_inner()
        return self._nested

    def _find_inner(self) -> tuple[dict[str, Container], dict[str, Info]]:
        targets: dict[str, Container] = {}
        infos: dict[str, Info] = {}
        waiting: list[Container | InfoGroup] = [*self._targets.values()]
        waiting += [link for catalogue in self._files for link in catalogue.links]
        while waiting:
            holder = waiting.pop()
            inside: tuple[Info, ...] = (*holder.profiles, *holder.rules, *holder.info_groups)
            for info in inside:
                infos.setdefault(info.id, info)
            waiting.extend(holder.info_groups)
            if isinstance(holder, Container):
                for container in (*holder.entries, *holder.groups):
                    targets.setdefault(container.id, container)
                waiting.extend((*holder.entries, *holder.groups, *holder.links))
        return targets, infos
