"""What an entry and the links that lead to it carry together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from listbuilder.catalogue import model
from listbuilder.catalogue.model import Container


class Merged:
    """A record and the links that lead to it: what any of them carries, the target's first. Options with the same parts share
    one."""

    def __init__(self, parts: tuple[Container, ...]) -> None:
        self.parts = parts
        gather = self._gather
        self.constraints: tuple[model.Constraint, ...] = gather("constraints")
        self.modifiers: tuple[model.Modifier, ...] = gather("modifiers")
        self.modifier_groups: tuple[model.ModifierGroup, ...] = gather("modifier_groups")
        self.costs: tuple[model.Cost, ...] = gather("costs")
        self.category_links: tuple[model.CategoryLink, ...] = gather("category_links")
        self.associations: tuple[model.Association, ...] = gather("associations")
        self.profiles: tuple[model.Profile, ...] = gather("profiles")
        self.rules: tuple[model.Rule, ...] = gather("rules")
        self.info_groups: tuple[model.InfoGroup, ...] = gather("info_groups")
        self.info_links: tuple[model.InfoLink, ...] = gather("info_links")
        self.hidden = any(part.hidden for part in parts)
        self.collective = any(part.collective for part in parts)

    @property
    def name(self) -> str:
        return name_of(self.parts)

    def _gather(self, field: str) -> tuple[Any, ...]:
        found: tuple[Any, ...] = getattr(self.parts[-1], field)
        for part in self.parts[-2::-1]:
            found += getattr(part, field)
        return found


def name_of(parts: Sequence[Container]) -> str:
    """The name of a record behind its links: its own, since authors rename an entry and leave the links to it as they were ("New
    EntryLink"); that of the innermost link which has one where the record has none."""
    return next((part.name for part in reversed(parts) if part.name), "")
