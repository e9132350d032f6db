"""Reads entries of community data: prices, bounds, profiles and conditions, as they stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.model import Condition, ConditionGroup, Container, EntryGroup, Gate, Modifier, Profile, Rule

NOTE = re.compile(r"\s*\((?:FAQ'?ed|FAQed|Models on foot only|mounted models only)\)", re.IGNORECASE)
BOOK = re.compile(r"^(?:AB|BRB) - ")


def plain(name: str) -> str:
    """The name without notes of the data's authors and without the book."""
    return BOOK.sub("", NOTE.sub("", name)).strip()


def slug(name: str) -> str:
    """The name as an id."""
    folded = plain(name).casefold().replace("'", "").replace("’", "")
    return re.sub(r"[^a-z0-9]+", "-", folded).strip("-")


@dataclass(frozen=True)
class Book:
    """A catalogue with what it shares. ``points``: id of the cost type."""

    library: Library
    points: str = "points"

    @cached_property
    def _shared(self) -> dict[str, Profile]:
        return {one.id: one for file in self.library.files for one in file.shared_profiles}

    @cached_property
    def _rules(self) -> dict[str, str]:
        return {one.id: one.name for file in self.library.files for one in file.shared_rules}

    @cached_property
    def _texts(self) -> dict[str, Rule]:
        return {one.id: one for file in self.library.files for one in file.shared_rules}

    @cached_property
    def _types(self) -> dict[str, str]:
        return {one.id: one.name for one in self.library.game_system.profile_types}

    def cost(self, option: Option) -> Number:
        return sum((one.value for one in option.merged.costs if one.type_id == self.points), 0)

    def profiles(self, option: Option) -> Iterator[tuple[str, Profile]]:
        """Its own and the linked profiles, with the names of their types."""
        linked = (self._shared[one.target_id] for one in option.merged.info_links if one.target_id in self._shared)
        for profile in (*option.merged.profiles, *linked):
            yield self._types.get(profile.type_id, profile.type_name), profile

    def page(self, entry: Container) -> str:
        """Book and page of an item: those of its first profile or rule that has them; empty where none has."""
        linked = (self._shared.get(one.target_id) or self._texts.get(one.target_id) for one in entry.info_links)
        for one in (entry, *entry.profiles, *entry.rules, *linked):
            if one is not None and one.page.strip("0") and one.publication_id in self.library.publications:
                return f"{self.library.publications[one.publication_id].name} {one.page}"
        return ""

    def rules(self, option: Option) -> Iterator[str]:
        """Names of its special rules."""
        yield from (plain(one.name) for one in option.merged.rules)
        yield from (
            plain(self._rules[one.target_id]) for one in option.merged.info_links if one.target_id in self._rules
        )

    def points_limit(self, option: Option) -> Number | None:
        """What its choices may cost together."""
        found = (one.value for one in option.merged.constraints if one.type == "max" and one.field == self.points)
        return next((value for value in found if value >= 0), None)


def bound(option: Option, kind: str, scope: str = "parent") -> int | None:
    """The least or most of it that the data state; None where they state nothing."""
    found = [
        int(one.value)
        for one in option.merged.constraints
        if one.type == kind and one.field == "selections" and one.scope == scope and one.value >= 0
    ]
    return (max(found) if kind == "min" else min(found)) if found else None


def values(profile: Profile) -> dict[str, str]:
    return {one.name: (one.value or "").strip() for one in profile.characteristics}


def changed(option: Option) -> Iterator[tuple[Modifier, list[Condition]]]:
    """The modifiers of its bounds, with their conditions."""
    for modifier in option.merged.modifiers:
        if modifier.type in {"increment", "decrement", "set"}:
            yield modifier, list(_conditions(modifier))


def _conditions(gate: Gate | ConditionGroup) -> Iterator[Condition]:
    yield from gate.conditions
    for group in gate.groups if isinstance(gate, ConditionGroup) else gate.condition_groups:
        yield from _conditions(group)


def is_group(option: Option) -> bool:
    return isinstance(option.target, EntryGroup)
