"""The kind of a rule: of the game, shared by the units of a faction, or of one unit."""

from __future__ import annotations

from listbuilder.catalogue.library import Library


def _owners(library: Library) -> dict[str, str]:
    """Rule id -> kind, of all shared rules."""
    found: dict[str, str] = {}
    for file in library.files:
        kind = "core" if file.is_game_system else "faction"
        found.update((rule.id, kind) for rule in (*file.shared_rules, *file.rules))
    return found


def rule_kind(library: Library, owner: str) -> str:
    """``core``, ``faction`` or ``unit``, by the kind of file that shares the rule with the id ``owner``."""
    return library.kept(_owners).get(owner, "unit")
