"""Whose a rule is: the game's own, shared by the units of a faction, or the unit's."""

from __future__ import annotations

from functools import lru_cache

from listbuilder.catalogue.library import Library


@lru_cache(maxsize=16)
def _owners(library: Library) -> dict[str, str]:
    found: dict[str, str] = {}
    for file in library.files:
        kind = "core" if file.is_game_system else "faction"
        found.update((rule.id, kind) for rule in (*file.shared_rules, *file.rules))
    return found


def rule_kind(library: Library, owner: str) -> str:
    """``core``, ``faction`` or ``unit``, by the file that a rule is shared in."""
    return _owners(library).get(owner, "unit")
