"""The order in which lists are shown and exported: by role as the force orders them, then by name, numbers as numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from listbuilder.roster.tree import Force, Selection

if TYPE_CHECKING:
    from listbuilder.engine import Engine

NO_CATEGORY = "(No Category)"


def force_categories(engine: Engine, force: Force) -> list[tuple[str, str]]:
    """Id and name of a force's categories; that of uncategorised units comes first, if there may be any."""
    named = [(item.id, item.name) for item in engine.state(force).categories]
    options = engine.roster.library.root_options(force.catalogue_id)
    if all(option.merged.category_links for option in options):
        return named
    return [(NO_CATEGORY, "Uncategorized"), *named]


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A sorting key in which "Unit 2" comes before "Unit 10"."""
    parts = re.findall(r"\d+|\D+", text.casefold())
    return tuple(_number(part) if part.isdecimal() else (1, 0, part) for part in parts)


def _number(digits: str) -> tuple[int, int, str]:
    """Its key: of numbers the longer one is the larger one."""
    digits = digits.lstrip("0")
    return 0, len(digits), digits


def in_order(engine: Engine, parent: Force | Selection) -> list[Selection]:
    """The selections of a node in the order of display, by the names they have without modifiers."""
    if isinstance(parent, Selection):
        return sorted(parent.selections, key=lambda node: natural(node.option.name))
    roles = {link.target_id: number for number, link in enumerate(parent.entry.category_links)}

    def key(node: Selection) -> tuple[int, tuple[tuple[int, int, str], ...]]:
        primary = engine.state(node).primary_category
        return roles.get(primary.id, len(roles)) if primary else -1, natural(node.option.name)

    return sorted(parent.selections, key=key)
