"""Random edits of a roster, chosen by numbers, and the comparison of incremental evaluation with evaluation from scratch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from listbuilder.catalogue.library import Option
from listbuilder.catalogue.model import ForceEntry
from listbuilder.engine import Engine
from listbuilder.engine import actions as act
from listbuilder.roster.edits import Edit, Move, Remove, SetAmount, SetCostLimit
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force, Roster, Selection

Numbers = tuple[int, int, int]  # what to do, and two numbers to choose with


def pick(items: Sequence[Any], number: int) -> Any:
    return items[number % len(items)] if items else None


class Player:
    """Edits a roster through a history, as numbers choose."""

    def __init__(self, roster: Roster, entries: Sequence[ForceEntry], catalogue_id: str) -> None:
        self.roster = roster
        self.engine = Engine(roster)
        self.history = History(roster)
        self.entries = entries
        self.catalogue_id = catalogue_id
        self.log: list[str] = []

    def play(self, numbers: Numbers) -> None:
        kind, first, second = numbers
        if kind % 20 == 0:
            self.log.append(f"undo {self.history.undo()}")
        elif kind % 20 == 1:
            self.log.append(f"redo {self.history.redo()}")
        else:
            edit = self._edit(kind % 20, first, second)
            if edit is not None:
                self.history.do(edit)

    def _edit(self, kind: int, first: int, second: int) -> Edit | None:
        roster, forces, nodes = self.roster, list(self.roster.walk_forces()), list(self.roster.walk())
        force: Force | None = pick(forces, first)
        node: Selection | None = pick(nodes, first)
        if force is None or (kind == 2 and len(forces) < 4):
            return self._force(pick(self.entries, first), None)
        if kind == 3 and len(forces) < 4 and force.entry.force_entries:
            return self._force(pick(force.entry.force_entries, second), force)
        if kind <= 8 or node is None:
            return self._choose(force, roster.library.root_options(force.catalogue_id), second)
        if kind <= 12:
            return self._choose(node, node.option.entries, second)
        self.log.append(f"{kind} {node.option.name} {second % 4}")
        if kind <= 14:
            return SetAmount(node, second % 4 + 1)
        if kind == 15:
            return act.duplicate(node)[0]
        if kind == 16:
            return SetCostLimit(pick(tuple(roster.library.cost_types), first), pick((None, 0, 50, 500), second))
        if kind == 17 and node.parent is not None and not isinstance(node.parent, Roster):
            return Move(node, second % len(node.parent.selections))
        return Remove(force) if kind == 18 and len(forces) > 1 else Remove(node)

    def _force(self, entry: ForceEntry, parent: Force | None) -> Edit:
        self.log.append(f"force {entry.name}")
        return act.add_force(self.engine, entry, self.catalogue_id, parent)[0]

    def _choose(self, parent: Selection | Force, options: Sequence[Option], number: int) -> Edit | None:
        option = pick(options, number)
        if option is None:
            return None
        self.log.append(f"choose {option.name}")
        return act.select(self.engine, parent, option)[0]


def snapshot(engine: Engine) -> dict[str, Any]:
    """All answers that an engine gives about a roster."""
    roster = engine.roster
    nodes: Iterable[Selection | Force] = (*roster.walk_forces(), *roster.walk())
    found: dict[str, Any] = {}
    for node in nodes:
        state = engine.state(node)
        found.update({f"{node.id} {name}": getattr(state, name) for name in state.__struct_fields__})
        for option in _some_choices(roster, node):
            found[f"{node.id} {option.id}"] = engine.choice(node, option)
    found["totals"] = engine.totals()
    found["violations"] = [
        (
            item.kind,
            item.node.id if item.node else "",
            item.entry_id,
            item.constraint_id,
            item.found,
            item.bound,
            item.message,
        )
        for item in engine.violations()
    ]
    return found


def _some_choices(roster: Roster, node: Selection | Force) -> Sequence[Option]:
    if isinstance(node, Force):
        options = roster.library.root_options(node.catalogue_id)
        return options[:: len(options) // 10 + 1]
    return (*node.option.entries, *node.option.groups)[:12]


def differences(engine: Engine) -> dict[str, tuple[Any, Any]]:
    """Where an engine that followed the edits differs from one that evaluates the roster from scratch."""
    fresh = Engine(engine.roster)
    try:
        followed, seen = snapshot(engine), snapshot(fresh)
    finally:
        fresh.close()
    return {
        key: (followed.get(key), seen.get(key)) for key in {**followed, **seen} if followed.get(key) != seen.get(key)
    }
