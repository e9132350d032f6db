"""The state and the errors of a roster in the terms of the adapter protocol, as New Recruit gives them."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from listbuilder.exchange.order import force_categories, in_order
from listbuilder.exchange.ros import shown_categories
from listbuilder.roster.tree import Force, Selection
from listbuilder.roster.tree import in_order as forces_in_order

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.engine import Engine, ProfileState, RuleState, State, Violation

Json = dict[str, Any]


def state(engine: Engine, seen: dict[str, None]) -> Json:
    """The whole roster. ``seen``: the cost types that it ever had, which stay listed."""
    roster, system = engine.roster, engine.roster.library.game_system
    return {
        "name": roster.name,
        "gameSystemId": system.id,
        "gameSystemName": system.name,
        "forces": [_force(engine, force) for force in forces_in_order(roster)],
        "costs": _costs(engine, roster_costs(engine, seen)),
        "costLimits": _costs(engine, roster.cost_limits),
        "validationErrors": [],
    }


def roster_costs(engine: Engine, seen: dict[str, None]) -> dict[str, Number]:
    """The totals of every cost type that an entry of the roster has or had."""
    totals: dict[str, Number] = dict.fromkeys(seen, 0)
    for selection in engine.roster.walk():
        for type_id, value in engine.state(selection).costs.items():
            totals[type_id] = totals.get(type_id, 0) + value
    seen.update(dict.fromkeys(totals))
    return totals


def number(value: Number) -> int | float:
    """A JSON number with the fifteen digits that all readers keep."""
    return float(f"{value:.15g}") if isinstance(value, Decimal) else value


def _costs(engine: Engine, costs: dict[str, Number]) -> list[Json]:
    types = engine.roster.library.cost_types
    return [
        {
            "name": types[type_id].name if type_id in types else type_id,
            "typeId": type_id,
            "value": number(value),
            "hidden": engine.cost_type(type_id).hidden if type_id in types else False,
        }
        for type_id, value in costs.items()
    ]


def _force(engine: Engine, force: Force) -> Json:
    current = engine.state(force)
    catalogue = engine.roster.library.catalogue(force.catalogue_id)
    return {
        "id": force.id,
        "name": current.name,
        "entryId": force.entry.id,
        "catalogueId": force.catalogue_id,
        "catalogueName": catalogue.name if catalogue else "",
        "selections": [_selection(engine, node) for node in in_order(engine, force)],
        "childForces": [_force(engine, child) for child in forces_in_order(force)],
        "hidden": current.hidden,
        "categories": [
            {"name": name, "entryId": entry_id, "primary": False, "profiles": [], "rules": []}
            for entry_id, name in force_categories(engine, force)
        ],
        "publications": [],
        "customName": force.custom_name,
        **_cited(engine, current),
    }


def _selection(engine: Engine, node: Selection) -> Json:
    current, option = engine.state(node), node.option
    return {
        "id": node.id,
        "name": current.name,
        "entryId": option.id,
        "entryGroupId": option.group.id if option.group else None,
        "type": option.type,
        "number": node.number,
        "costs": _costs(engine, current.costs),
        "children": [_selection(engine, child) for child in in_order(engine, node)],
        "hidden": current.hidden,
        "categories": [
            {"name": name, "entryId": entry_id, "primary": primary, "profiles": [], "rules": []}
            for entry_id, name, primary in shown_categories(node, current.categories)
        ],
        "customName": node.custom_name,
        "customNotes": node.custom_notes,
        **_cited(engine, current),
    }


def _cited(engine: Engine, current: State) -> Json:
    publication = engine.roster.library.publications.get(current.publication_id)
    return {
        "page": current.page,
        "publicationId": current.publication_id,
        "publicationName": publication.name if publication else "",
        "profiles": [_profile(item) for item in current.profiles],
        "rules": [_rule(item) for item in current.rules],
    }


def _profile(profile: ProfileState) -> Json:
    return {
        "name": profile.name,
        "typeId": profile.type_id,
        "typeName": profile.type_name,
        "hidden": False,
        "page": profile.page,
        "publicationId": profile.publication_id,
        "characteristics": [
            {"name": item.name, "typeId": item.type_id, "value": item.value} for item in profile.characteristics
        ],
    }


def _rule(rule: RuleState) -> Json:
    return {
        "name": rule.name,
        "description": rule.description,
        "hidden": False,
        "page": rule.page,
        "publicationId": rule.publication_id,
    }


def errors(engine: Engine) -> list[Json]:
    """The violated constraints, each with the node that the protocol assigns it to."""
    return [_error(item) for item in engine.violations() if item.kind not in ("warning", "info")]


def _error(item: Violation) -> Json:
    return {
        "message": item.message,
        "ownerType": item.owner_type,
        "ownerId": item.node.id if item.node is not None else None,
        "ownerEntryId": item.owner_entry_id or None,
        "entryId": item.entry_id or None,
        "constraintId": item.constraint_id or None,
    }
