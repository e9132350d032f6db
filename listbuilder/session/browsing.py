"""What may be added to a list, as lines for a browser."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from listbuilder.army import roles
from listbuilder.army.unit import FACTION_PREFIX, NO_FACTS
from listbuilder.catalogue.library import Library, Option
from listbuilder.engine.builder import force_accepts
from listbuilder.naming import fold
from listbuilder.roster.tree import Force, Roster
from listbuilder.session.views import DatasheetChoice

if TYPE_CHECKING:
    from listbuilder.engine import Choice
    from listbuilder.session.session import Session

ROLE_ORDER = (
    "epic hero", "character", "hero", "battleline", "infantry", "mounted", "cavalry", "beast", "swarm", "monster", "vehicle",
    "dedicated transport", "transport", "aircraft", "fortification",
)  # fmt: skip


def datasheets(session: Session, force: Force) -> tuple[DatasheetChoice, ...]:
    """Every unit that the force's catalogue offers, by role and name."""
    taken = Counter(unit.datasheet_id for unit in session.army.units)
    offered = (
        (option, session.engine.choice(force, option))
        for option in session.roster.library.root_options(force.catalogue_id)
        if roles.is_unit(option)
    )
    found = [
        _line(session, force, option, choice, taken[option.id])
        for option, choice in offered
        if force_accepts(force, choice.categories)
    ]
    return tuple(sorted(found, key=lambda line: (_rank(line.role), line.role, line.name)))


def _line(session: Session, force: Force, option: Option, choice: Choice, taken: int) -> DatasheetChoice:
    points_type = session.builder.points_type
    points = choice.own_cost.get(points_type, 0)
    if not points:
        points = session.engine.price(force, option).get(points_type, 0)
    role, keywords = _traits(option)
    return DatasheetChoice(
        id=option.id,
        name=roles.plain_name(option.name),
        role=role,
        points=points,
        keywords=keywords,
        taken=taken,
        legends=roles.is_legends(option),
        hidden=choice.hidden,
        faction="" if option.catalogue.id == force.catalogue_id else option.catalogue.name,
    )


def _traits(option: Option) -> tuple[str, tuple[str, ...]]:
    """Role and keywords as written, before modifiers."""
    known = option.library.kept(_known_traits)
    if option not in known:
        known[option] = _written_traits(option)
    return known[option]


def _known_traits(_library: Library) -> dict[Option, tuple[str, tuple[str, ...]]]:
    return {}


def _written_traits(option: Option) -> tuple[str, tuple[str, ...]]:
    categories = option.library.categories
    links = [
        (link.primary, categories[link.target_id].name)
        for link in option.category_links
        if link.target_id in categories
    ]
    facts = option.facts or NO_FACTS
    role = facts.role or next((name for primary, name in links if primary), "")
    words = dict.fromkeys((*(name.removeprefix(FACTION_PREFIX) for _, name in links), *facts.faction_keywords))
    return role, tuple(words)


def _rank(role: str) -> int:
    folded = fold(role)
    return ROLE_ORDER.index(folded) if folded in ROLE_ORDER else len(ROLE_ORDER)


def free_id(roster: Roster, name: str) -> str:
    """An id for files that no node has: the name in kebab-case, numbered from the second on."""
    stem = re.sub(r"[^a-z0-9]+", "-", roles.plain_name(name).casefold()).strip("-") or "unit"
    number = 1
    while (found := stem if number == 1 else f"{stem}-{number}") in roster.nodes:
        number += 1
    return found
