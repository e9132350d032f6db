"""What a list is made of, to tell whether two changes come to the same list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable
from itertools import chain

from msgspec import json

from listbuilder.roster.declarations import Declarations
from listbuilder.roster.tree import Force, Roster, Selection
from listbuilder.rules.diagnostic import Action, RemoveUnit

Made = tuple[Hashable, ...]


def made(roster: Roster, declared: Declarations) -> Made:
    """What is chosen, in whatever order, with these declarations: two units are the same where these name neither."""
    named, limits = named_in(declared), frozenset(roster.limits.items())
    return (limits, json.encode(declared, order="sorted"), _several(_force(force, named) for force in roster.forces))


def same_steps(steps: Iterable[Action], roster: Roster, named: Collection[str]) -> Hashable:
    """Steps, of which those that remove a unit are the same where the units are."""
    return _several((_removed(step, roster, named),) for step in steps)


def named_in(declared: Declarations) -> frozenset[str]:
    """The ids of the units that declarations name."""
    pairs = (declared.attach, declared.embark, declared.reserves)
    single = (declared.hover, declared.strategic_reserves, declared.deployed, declared.split, *declared.marks.values())
    return frozenset(chain(*pairs, declared.attach.values(), declared.embark.values(), *single))


def _removed(step: Action, roster: Roster, named: Collection[str]) -> Hashable:
    unit = roster.nodes.get(step.unit) if isinstance(step, RemoveUnit) else None
    if not isinstance(unit, Selection) or unit.parent is None:
        return step
    return (unit.parent.id, *_selection(unit, named))


def _force(force: Force, named: Collection[str]) -> Made:
    kind = (force.entry.id, force.catalogue_id, force.custom_name, force.custom_notes)
    inside = _several(_force(one, named) for one in force.forces)
    return (*kind, inside, _several(_selection(one, named) for one in force.selections))


def _selection(node: Selection, named: Collection[str]) -> Made:
    inside = _several(_selection(one, named) for one in node.selections)
    known = node.id if node.id in named else ""
    return (known, node.option.id, node.amount, node.custom_name, node.custom_notes, inside)


def _several(parts: Iterable[Made]) -> frozenset[tuple[Made, int]]:
    return frozenset(Counter(parts).items())
