"""The store of a roster's cells: creates, finds, invalidates and drops them."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from typing import TYPE_CHECKING

from listbuilder.engine.cells import GateCell, SelectionCell, SlotCell
from listbuilder.engine.cost_types import CostTypesCell
from listbuilder.engine.count_index import CountIndex
from listbuilder.engine.force_cells import CategoryCell, ForceCell, LimitCell
from listbuilder.engine.infos import InfoCell
from listbuilder.engine.plans import Plans
from listbuilder.engine.queries import LIMIT
from listbuilder.engine.scheduler import Cell, Scheduler
from listbuilder.engine.scoped_modifiers import Origin, ScopedModifier, ScopedModifiers, affected_nodes
from listbuilder.engine.scopes import is_within
from listbuilder.engine.tallies import OWN, Counts
from listbuilder.roster.tree import Force, Node, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Option


class CellStore:
    """The cells of one roster. ``revisions`` gives each unit, by its root, a number that changes with any state in it."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self.index = CountIndex(roster)
        self.scheduler = Scheduler(roster, self.index)
        self.plans = roster.library.kept(Plans)
        self.scoped_modifiers = ScopedModifiers()
        self.revisions: dict[Selection, int] = {}
        self._revision = 0
        self.selections: dict[Selection, SelectionCell] = {}
        self.forces: dict[Force, ForceCell] = {}
        self.slots: dict[Node, dict[Option, SlotCell]] = {}
        self._gates: dict[Node, list[GateCell]] = {}
        self._categories: dict[Force, list[CategoryCell]] = {}
        self._known_categories = len(roster.library.categories)
        self._infos: dict[Node, InfoCell] = {}
        self._slots_by_id: dict[str, dict[SlotCell, None]] = {}
        self._chosen: dict[Node, dict[Option, list[tuple[str, Selection]]]] = {}
        self.limits = LimitCell(self)
        self.cost_types = CostTypesCell(self, self.set_limit)
        for cell in (self.limits, self.cost_types):
            self.scheduler.enqueue(cell)

    def close(self) -> None:
        """Takes everything apart: cells and what they read refer to each other, which is dear to collect."""
        categories = (cell for cells in self._categories.values() for cell in cells)
        slots = (slot for known in self.slots.values() for slot in known.values())
        gates = (gate for known in self._gates.values() for gate in known)
        owned = (
            self.selections,
            self.forces,
            self.slots,
            self._gates,
            self._categories,
            self._infos,
            self._slots_by_id,
            self._chosen,
        )
        nodes = (*self.selections.values(), *self.forces.values(), *self._infos.values())
        for cell in (*nodes, *slots, *gates, *categories, self.limits, self.cost_types):
            cell.forget()
        for known in owned:
            known.clear()
        del self.limits, self.cost_types
        self.scheduler.close()
        self.index.close()

    # --- lookup -----------------------------------------------------------------------------------------------------------

    def cell(self, node: Node) -> SelectionCell | ForceCell:
        return self.selections[node] if isinstance(node, Selection) else self.forces[node]

    def slot(self, parent: Node, option: Option) -> SlotCell:
        """The slot of an option under a node, evaluated. Under a node that is not in the roster it is not kept."""
        known = self.slots.get(parent)
        slot = known.get(option) if known is not None else None
        if slot is None:
            slot = SlotCell(self, parent, option)
            if known is None:
                self.scheduler.run_once(slot, lambda: slot.bounds)
                return slot
            known[option] = slot
        slot.ensure()
        return slot

    def info(self, node: Node) -> InfoCell:
        """The profiles and rules of a node, evaluated."""
        cell = self._infos.get(node)
        if cell is None:
            plan = self.plans.of(node.option) if isinstance(node, Selection) else self.forces[node].plan
            cell = self._infos[node] = InfoCell(self, node, plan)
        cell.ensure()
        return cell

    def first_chosen(self, parent: Node, option: Option) -> Selection | None:
        """The selection that represents an option under a node: the one with the smallest id, whatever the history."""
        chosen = self._chosen.get(parent, {}).get(option)
        return chosen[0][1] if chosen else None

    def chosen_options(self, parent: Node) -> Iterable[Option]:
        """The different options that are chosen directly under a node."""
        return self._chosen.get(parent, {})

    # --- creation ---------------------------------------------------------------------------------------------------------

    def add(self, node: Selection) -> None:
        """Creates the cells of a selection and of everything below it, and counts them."""
        self.touch(node)
        self.index.insert(node, self._new_cell)
        for item in node.walk():
            self.slots.setdefault(item, {})
            cell = self.selections[item]
            self.scheduler.enqueue(cell)
            if cell.takes_role:
                self._invalidate_role_takers(item)
            self.watch_below(item, item.option)
            self.note_chosen(item)

    def watch_below(self, parent: Node, option: Option) -> None:
        """Creates the cells of what is always evaluated below an option, or within a group, under a node."""
        below = self.plans.always_below(option)
        for one in below.always:
            self._make_live(parent, one)
        for group in below.gates:
            gate = GateCell(self, parent, group)
            self._gates.setdefault(parent, []).append(gate)
            self.scheduler.enqueue(gate)

    def _new_cell(self, node: Selection) -> Counts:
        cell = self.selections[node] = SelectionCell(self, node)
        return cell.counts

    def add_force(self, force: Force) -> None:
        """Creates the cells of a force without its selections and child forces."""
        self._renew_categories()
        self.forces[force] = ForceCell(self, force)
        self.index.insert_force(force, self.forces[force].costs)
        self.slots[force] = {}
        self._categories[force] = [CategoryCell(self, force, *parts) for parts in self.plans.categories(force.entry)]
        for cell in (self.forces[force], *self._categories[force]):
            self.scheduler.enqueue(cell)
        for option in self.plans.always_in(force.catalogue_id):
            self._make_live(force, option)

    def _renew_categories(self) -> None:
        """Creates the cells of categories anew where the library has got more, as with the first force of another catalogue."""
        known = len(self.plans.library.categories)
        if known == self._known_categories:
            return
        self._known_categories = known
        self.plans.forget_categories()
        for force, cells in self._categories.items():
            for cell in cells:
                self.scheduler.drop(cell)
            self._categories[force] = [
                CategoryCell(self, force, *parts) for parts in self.plans.categories(force.entry)
            ]
            for cell in self._categories[force]:
                self.scheduler.enqueue(cell)

    def note_chosen(self, node: Selection) -> None:
        """Adds a selection to those of its option."""
        parent = node.parent
        assert parent is not None
        chosen = self._chosen.setdefault(parent, {}).setdefault(node.option, [])
        insort(chosen, (node.id, node), key=lambda pair: pair[0])
        if self.plans.is_bound_outside(node.option):
            self._make_live(parent, node.option)
        for group in self.plans.bounding_groups(node.option):
            slot = self.slots[parent].get(group)
            if slot is None or not slot.live:
                self._make_live(parent, group)

    def forget_chosen(self, node: Selection) -> bool:
        """Removes a selection from those of its option; returns whether any are left."""
        assert node.parent is not None
        options = self._chosen[node.parent]
        chosen = options[node.option]
        chosen.remove((node.id, node))
        if not chosen:
            del options[node.option]
        return bool(chosen)

    def _make_live(self, parent: Node, option: Option) -> None:
        slots = self.slots[parent]
        slot = slots.get(option)
        if slot is None:
            slot = slots[option] = SlotCell(self, parent, option)
            self.register(slot)
        slot.live = True
        slot.valid = False
        self.scheduler.enqueue(slot)

    # --- dropping ---------------------------------------------------------------------------------------------------------

    def drop(self, node: Selection) -> None:
        """Drops the cells of a selection and of everything below it, and their counts."""
        parent = node.parent
        assert parent is not None
        if isinstance(parent, Selection):
            self.touch(parent)
        else:
            self.revisions.pop(node, None)
        for item in node.walk():
            self.scheduler.drop(self.selections.pop(item))
            self._drop_holder(item)
        self.index.remove(node)
        for item in node.walk():
            self.scoped_modifiers.drop(item)
        self._update_slot(parent, node)

    def drop_whole(self, root: Selection, direct: Counts, deep: Counts) -> None:
        """Drops a unit that has no cells below its root; ``direct`` and ``deep`` are what it added to its force."""
        assert root.parent is not None
        self.revisions.pop(root, None)
        del self.selections[root]
        self._drop_holder(root)
        self.index.remove_whole(root, direct, deep)
        self._update_slot(root.parent, root)

    def _update_slot(self, parent: Node, removed: Selection) -> None:
        """Evaluates the slot of a removed selection again, or drops it when it has nothing to report any more; those of groups
        around it as well."""
        any_left = self.forget_chosen(removed)
        slot = self.slots[parent].get(removed.option)
        if slot is not None and (any_left or self.plans.is_always_evaluated(slot.option)):
            slot.valid = True
            slot.invalidate()
        elif slot is not None:
            self._drop_slot(slot)
        for group in self.plans.bounding_groups(removed.option):
            slot = self.slots[parent].get(group)
            if slot is not None and not any(group in one.group_chain for one in self.chosen_options(parent)):
                self._drop_slot(slot)

    def _drop_slot(self, slot: SlotCell) -> None:
        del self.slots[slot.parent][slot.option]
        self.scheduler.drop(slot)

    def drop_force(self, force: Force) -> None:
        """Drops the cells of a force whose selections and child forces are dropped already."""
        self.scheduler.drop(self.forces.pop(force))
        for cell in self._categories.pop(force):
            self.scheduler.drop(cell)
        self._drop_holder(force)
        self.index.remove_force(force)
        self.scoped_modifiers.drop(force)

    def _drop_holder(self, node: Node) -> None:
        for cell in (*self.slots.pop(node, {}).values(), *self._gates.pop(node, ())):
            self.scheduler.drop(cell)
        info = self._infos.pop(node, None)
        if info is not None:
            self.scheduler.drop(info)
        self._chosen.pop(node, None)

    def set_limit(self, type_id: str) -> None:
        """Lets queries and violations see the limit of a cost type that holds now."""
        limit, tally, field = self.roster.limit_of(type_id), self.index.tallies[self.roster], f"{LIMIT}{type_id}"
        wanted = {(field, "present"): int(limit is not None), (field, "value"): limit or 0}
        known = tally.counts[OWN]
        self.index.add(tally, OWN, {key: value - known.get(key, 0) for key, value in wanted.items()})
        self.limits.invalidate()

    # --- invalidation -----------------------------------------------------------------------------------------------------

    def touch(self, node: Selection) -> None:
        """Gives the unit of a selection, whose state may have changed, a revision that it never had."""
        self._revision += 1
        self.revisions[node.root] = self._revision

    def invalidate_slot(self, node: Selection) -> None:
        """Invalidates what depends on the values of a selection: the slot of its option, and its profiles and rules."""
        assert node.parent is not None
        _invalidate(self.slots.get(node.parent, {}).get(node.option), self._infos.get(node))

    def invalidate_siblings(self, node: Selection) -> None:
        """Invalidates the selections beside a node that may take a role: who has it depends on their order."""
        assert node.parent is not None
        cells = (self.selections.get(other) for other in node.parent.selections)
        _invalidate(*(cell for cell in cells if cell is not None and cell.takes_role))

    def _invalidate_role_takers(self, node: Selection) -> None:
        """Lets all candidates for a role compete again, so that the order of insertion does not matter."""
        for other in node.force.selections if node.force is not None else ():
            cell = self.selections.get(other)
            if cell is not None and cell.takes_role:
                cell.invalidate()

    # --- scoped modifiers -------------------------------------------------------------------------------------------------

    def register(self, slot: SlotCell) -> None:
        """Lets scoped modifiers that name an id find the slots that have it."""
        keys = slot.core.keys
        if keys is slot.registered or slot.parent not in self.slots:
            return
        for key in keys - slot.registered:
            self._slots_by_id.setdefault(key, {})[slot] = None
        slot.registered = keys if slot.registered <= keys else slot.registered | keys

    def unregister(self, slot: SlotCell) -> None:
        for key in slot.registered:
            self._slots_by_id.get(key, {}).pop(slot, None)

    def replace_scoped(self, before: dict[Origin, ScopedModifier], after: dict[Origin, ScopedModifier]) -> None:
        """Replaces the modifiers that an owner puts on other nodes; invalidates what they affect."""
        for origin, item in before.items():
            if after.get(origin) != item:
                self.scoped_modifiers.remove(item)
                self._invalidate_affected(item)
        for origin, item in after.items():
            if before.get(origin) != item:
                self.scoped_modifiers.add(item)
                self._invalidate_affected(item)

    def _invalidate_affected(self, item: ScopedModifier) -> None:
        target, selector = item.target, item.selector
        if not isinstance(target, Selection):
            self.index.evaluate_affected_units(selector.only)
        if isinstance(target, Roster) and selector.itself:
            self.limits.invalidate()
        if selector.only:
            nodes: Iterable[Node] = self.index.holders_of(selector.only)
            forces = [force for force, cell in self.forces.items() if selector.only in cell.core.keys]
            self._invalidate_nodes([node for node in (*nodes, *forces) if is_within(node, target)])
            slots = self._slots_by_id.get(selector.only, {})
            _invalidate(*(slot for slot in slots if is_within(slot.parent, target)))
            return
        nodes = list(affected_nodes(item))
        pending = self.index.pending
        if pending is not None and is_within(pending, target):
            nodes += pending.walk()
        self._invalidate_nodes(nodes)
        if selector.entries:  # also what may be chosen directly in the forces of the roster
            around = target.walk_forces() if isinstance(target, Roster) else ()
            for node in (target, *nodes, *around):
                if not isinstance(node, Roster):
                    _invalidate(*self.slots.get(node, {}).values())

    def _invalidate_nodes(self, nodes: Iterable[Node]) -> None:
        for node in nodes:
            cell = self.selections.get(node) if isinstance(node, Selection) else self.forces.get(node)
            _invalidate(cell, self._infos.get(node))
            if isinstance(node, Selection):
                self.invalidate_slot(node)


def _invalidate(*cells: Cell | None) -> None:
    for cell in cells:
        if cell is not None:
            cell.invalidate()
