"""Units of a force as a whole: adding, copying and moving them. Every edit goes through the history."""

from __future__ import annotations

import re

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine, actions
from listbuilder.roster.edits import Group, Insert, Move, Remove
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force, Roster, Selection

ARMY = ("roster", "force")  # scopes


class Units:
    def __init__(self, engine: Engine, history: History) -> None:
        self.engine = engine
        self.history = history

    def add(self, force: Force, option: Option) -> Selection:
        """Adds a unit with its defaults after the others of the force."""
        node_id = free_id(self.engine.roster, option.name)
        edit, selection = actions.select(self.engine, force, option, node_id=node_id)
        self.history.do(edit)
        return selection

    def duplicate(self, unit: Selection) -> Selection:
        """Inserts a copy after the unit, without what the army has not once more: the Warlord's mark, most enhancements."""
        copy = actions.copied(unit)
        copy.id = free_id(self.engine.roster, unit.option.name)
        for node in [node for node in copy.walk() if node is not copy and roles.is_warlord_mark(node.option)]:
            assert isinstance(node.parent, Selection)
            node.parent.selections.remove(node)
        assert isinstance(unit.parent, Force)
        self.history.do(Insert(copy, unit.parent, unit.parent.selections.index(unit) + 1))
        for node in [node for node in copy.walk() if node is not copy and roles.is_enhancement(node.option)]:
            if not self._may_have(node):
                self.history.do(Remove(node))
        return copy

    def _may_have(self, node: Selection) -> bool:
        """Whether the data bound how often the army has it, and allow as many as it has now."""
        assert isinstance(node.parent, Selection)
        is_bound = any(one.type == "max" and one.scope in ARMY for one in node.option.merged.constraints)
        found = self.engine.choice(node.parent, node.option)
        return is_bound and found.maximum is not None and found.count <= found.maximum

    def move(self, unit: Selection, offset: int) -> None:
        """Moves the unit up (negative) or down among the units of its force, at most to either end."""
        assert isinstance(unit.parent, Force)
        siblings = unit.parent.selections
        places = [place for place, node in enumerate(siblings) if roles.is_unit(node.option)]
        here = places.index(siblings.index(unit))
        there = max(0, min(len(places) - 1, here + offset))
        if there != here:
            self.history.do(Move(unit, places[there]))

    def transfer(self, unit: Selection, force: Force) -> None:
        """Moves the unit into another force, after the others there."""
        if unit.parent is not force:
            self.history.do(Group((Remove(unit), Insert(unit, force))))


def free_id(roster: Roster, name: str) -> str:
    """An id for files that no node has: the name in kebab-case, numbered from the second on."""
    stem = re.sub(r"[^a-z0-9]+", "-", roles.plain_name(name).casefold()).strip("-") or "unit"
    number = 1
    while (found := stem if number == 1 else f"{stem}-{number}") in roster.nodes:
        number += 1
    return found
