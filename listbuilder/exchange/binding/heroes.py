"""Units that become Characters by a choice of theirs, which lists of other programs need not name.

Some detachments let units that are no Characters have enhancements, or be the Warlord. Community data have a choice for that, and
hide what needs it until it is made.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine
from listbuilder.engine.actions import select
from listbuilder.exchange.binding.trees import is_model
from listbuilder.naming import fold
from listbuilder.roster.edits import Remove
from listbuilder.roster.tree import Roster, Selection

MOST_TRIED = 40  # choices of a unit


def promote(roster: Roster, heroes: Collection[str]) -> None:
    """Makes those units Characters that a list gives what only these may have, and that have one such choice. ``heroes``: what
    data call Characters."""
    words = frozenset(map(fold, heroes))
    units = [unit for force in roster.walk_forces() for unit in force.selections if roles.is_unit(unit.option)]
    for unit in units if words else ():
        marks = [
            node for node in unit.walk() if roles.is_enhancement(node.option) or roles.is_warlord_mark(node.option)
        ]
        if marks:
            _promote(Engine.of(roster), unit, marks, words)


def _promote(engine: Engine, unit: Selection, marks: Collection[Selection], words: frozenset[str]) -> None:
    if not any(engine.state(node).hidden for node in marks) or _is_hero(engine, unit, words):
        return
    chosen = {node.option for node in unit.selections}
    plain = (one for one in unit.option.entries if one not in chosen and _is_plain(one))
    shown = (one for one in plain if not any(engine.choice(unit, part).hidden for part in (one, *one.group_chain)))
    for option in islice(shown, MOST_TRIED):
        edit, node = select(engine, unit, option)
        edit.apply(engine.roster)
        if _is_hero(engine, unit, words):
            return
        Remove(node).apply(engine.roster)


def _is_plain(option: Option) -> bool:
    """Whether it is a choice that is neither a model nor a mark, and that holds nothing."""
    return not (is_model(option) or option.options or roles.is_enhancement(option) or roles.is_warlord_mark(option))


def _is_hero(engine: Engine, unit: Selection, words: frozenset[str]) -> bool:
    return any(fold(one.name) in words for one in engine.state(unit).categories)
