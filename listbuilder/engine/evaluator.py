"""Keeps the cells of a roster: creates them as nodes come, drops them as nodes go, evaluates again what was disturbed."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from listbuilder.engine import invalidation
from listbuilder.engine.always_evaluated import Watched
from listbuilder.engine.cells import MAX_RUNS, Cell, SelectionCell, SlotCell
from listbuilder.engine.core import Plans
from listbuilder.engine.cycles import culprits
from listbuilder.engine.force_cells import CategoryCell, ForceCell, LimitCell
from listbuilder.engine.index import Counts, Index
from listbuilder.engine.infos import InfoCell
from listbuilder.engine.scoped_modifiers import Push, PushBook
from listbuilder.engine.scopes import Place
from listbuilder.engine.shape_cache import ShapeCache
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Option

Holder = Selection | Force


class Evaluator:
    """The cells of one roster and the queue of those that must be evaluated again."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self.library = roster.library
        self.index = Index(roster)
        self.plans = roster.library.kept(Plans)
        self.watched = roster.library.kept(Watched)
        self.shapes = ShapeCache(self)
        self.revisions: dict[Selection, int] = {}  # of units, by their roots: see `touch`
        self._revision = 0
        self.book = PushBook()
        self.circles: dict[Cell, tuple[SelectionCell, ...]] = {}  # cells left unmodified because they feed each other
        self.troubled: dict[Cell, None] = {}  # cells with violations
        self.findings = 0  # grows whenever these change
        self.selection_cells: dict[Selection, SelectionCell] = {}
        self.force_cells: dict[Force, ForceCell] = {}
        self.category_cells: dict[Force, list[CategoryCell]] = {}
        self.info_cells: dict[Holder, InfoCell] = {}
        self.slots: dict[Holder, dict[Option, SlotCell]] = {}
        self.limits = LimitCell(self)
        self.slots_by_key: dict[str, dict[SlotCell, None]] = {}
        self._chosen: dict[Holder, dict[Option, list[tuple[str, Selection]]]] = {}
        self._first: dict[Cell, None] = {}  # to evaluate: nodes
        self._then: dict[Cell, None] = {}  # to evaluate: what is said of them
        self._ran: dict[Cell, None] = {}
        self.enqueue(self.limits)

    # --- evaluating -----------------------------------------------------------------------------------------------------

    def enqueue(self, cell: Cell) -> None:
        if cell.runs <= 4 * MAX_RUNS:
            (self._first if isinstance(cell, SelectionCell | ForceCell) else self._then)[cell] = None

    def refresh(self) -> None:
        """Evaluates everything that was disturbed, and what that disturbs, until nothing is."""
        self.index.settle()
        if not self._first and not self._then:
            return
        self._withdraw()
        self._put_roles_in_order()
        while True:
            self.index.settle()
            queue = self._first or self._then
            if not queue:
                break
            cell = next(iter(queue))
            del queue[cell]
            if not cell.valid and not cell.dead:
                self.run(cell)
        self._forget_runs()

    def _forget_runs(self) -> None:
        for cell in self._ran:
            cell.runs = 0
            if isinstance(cell, SelectionCell):
                cell.changed.clear()
        self._ran.clear()

    def _break_circle(self, cell: SelectionCell) -> None:
        """Stops the cells that keep a cell from settling: their modifiers are left out until something about them changes."""
        restless = [item for item in self._ran if isinstance(item, SelectionCell) and item.runs > MAX_RUNS // 2]
        stopped = tuple(item for item in culprits(restless, self.index) if item not in self.circles) or (cell,)
        misled = [item for item in self._ran if isinstance(item, SelectionCell) and item.is_risky and not item.dead]
        self._forget_runs()
        self.findings += 1
        self.circles.update(dict.fromkeys(stopped, stopped))
        for item in misled:  # by numbers that ran away
            item.withdraw()
        for item in dict.fromkeys((*misled, *stopped)):
            if item is not cell:  # which is being evaluated
                item.valid = False
                self.enqueue(item)

    def _start_again(self, cell: Cell) -> None:
        """Something about one of the cells of a circle changed: perhaps it is none any more."""
        self.findings += 1
        for item in self.circles.pop(cell, ()):
            if self.circles.pop(item, None) is not None and not item.dead:
                item.valid = False
                self.enqueue(item)

    def _withdraw(self) -> None:
        """Takes back what disturbed nodes contribute, as far as it depends on modifiers, so that nothing keeps itself
        alive and the outcome does not depend on history."""
        done: set[Cell] = set()
        while True:
            waiting = [cell for cell in self._first if cell not in done]
            if not waiting:
                return
            for cell in waiting:
                done.add(cell)
                if cell in self.circles:
                    self._start_again(cell)
                if isinstance(cell, SelectionCell) and not cell.dead and cell.is_risky:
                    cell.withdraw()
            self.index.settle()

    def _put_roles_in_order(self) -> None:
        """Those that want a role are asked first, and in the order of the roster."""
        wanting = [cell for cell in self._first if isinstance(cell, SelectionCell) and cell.takes_role]
        if len(wanting) > 1:
            order = {node: number for number, node in enumerate(self.roster.walk())}
            wanting.sort(key=lambda cell: order.get(cell.node, len(order)))
        self._first = {**dict.fromkeys(wanting), **self._first}

    def run(self, cell: Cell) -> None:
        """Evaluates one cell now."""
        cell.valid = True
        cell.runs += 1
        self._ran[cell] = None
        if isinstance(cell, SelectionCell) and cell.runs > MAX_RUNS and cell not in self.circles:
            self._break_circle(cell)
        before = cell.violations
        cell.release()
        cell.evaluate()
        if cell.violations != before:
            self.findings += 1
        if isinstance(cell, SlotCell) and cell.parent in self.slots:
            self.register(cell)
        if cell.violations:
            self.troubled[cell] = None
        else:
            self.troubled.pop(cell, None)

    def settle(self, cell: Cell) -> None:
        """What a cell did to the counters is no news to itself."""
        self.index.settle()
        cell.valid = True
        self._first.pop(cell, None)

    # --- finding cells --------------------------------------------------------------------------------------------------

    def cell(self, node: Selection) -> SelectionCell:
        found = self.selection_cells.get(node)
        if found is None:
            self.shapes.evict(node)
            found = self.selection_cells[node]
        return found

    def slot(self, parent: Holder, option: Option) -> SlotCell:
        """The slot of an option under a node, evaluated. Under a node that is not in the roster it is not kept."""
        self.shapes.evict(parent)
        known = self.slots.get(parent)
        slot = known.get(option) if known is not None else None
        if slot is None:
            slot = SlotCell(self, parent, option, live=False)
            if known is None:
                self.run(slot)
                slot.release()
                self._ran.pop(slot, None)
                return slot
            known[option] = slot
        if not slot.valid:
            self.run(slot)
        return slot

    def circular(self) -> list[SelectionCell]:
        """The selections whose modifiers are left out because they depend on themselves."""
        return [cell for cell in self.circles if isinstance(cell, SelectionCell)]

    def info(self, node: Holder) -> InfoCell:
        cell = self.info_cells.get(node)
        if cell is None:
            self.shapes.evict(node)
            cell = self.info_cells[node] = InfoCell(self, node)
        cell.ensure()
        return cell

    def first_chosen(self, parent: Holder, option: Option) -> Selection | None:
        """The selection that stands for all of an option under a node: that with the smallest id, whatever the history."""
        chosen = self._chosen.get(parent, {}).get(option)
        return chosen[0][1] if chosen else None

    def group_hides(self, place: Place, cell: Cell) -> bool:
        """Whether one of the groups around a choice is hidden."""
        option = place.option
        if option is None or not any(self.plans.may_hide(group) for group in option.group_chain):
            return False
        assert option.group is not None
        assert isinstance(place.parent, Selection | Force)
        slot = self.slot(place.parent, option.group)
        slot.watchers[cell] = None
        cell.slots_read[slot] = None
        return slot.core.hidden

    def touch(self, node: Selection) -> None:
        """The state of a selection may be another one: its unit gets a number that it never had."""
        self._revision += 1
        self.revisions[node.root] = self._revision

    def disturb_slot(self, node: Selection) -> None:
        """What a selection is changed: so does what is said of its option, and its profiles."""
        assert node.parent is not None
        slot = self.slots.get(node.parent, {}).get(node.option)
        if slot is not None:
            slot.disturb()
        info = self.info_cells.get(node)
        if info is not None:
            info.disturb()

    # --- coming and going -----------------------------------------------------------------------------------------------

    def insert(self, node: Selection) -> None:
        self.touch(node)
        self.index.insert(node, self._new_cell)
        for item in node.walk():
            assert item.parent is not None
            self.slots.setdefault(item, {})
            self.enqueue(self.selection_cells[item])
            if self.selection_cells[item].takes_role:
                self.ask_rivals(item)
            for option in self.watched.below(item.option):
                self._watch(item, option)
            self.note_chosen(item)

    def ask_rivals(self, node: Selection) -> None:
        """Others that may have taken the role meanwhile are judged again, so that it does not matter who came first."""
        for other in node.force.selections if node.force is not None else ():
            cell = self.selection_cells.get(other)
            if cell is not None and cell.takes_role:
                cell.disturb()

    def reordered(self, node: Selection) -> None:
        """A selection stands elsewhere among its siblings: roles and the prices of further copies go by their order."""
        parent = node.parent
        for other in parent.selections if parent is not None else ():
            cell = self.selection_cells.get(other)
            if cell is not None:
                cell.disturb()

    def _new_cell(self, node: Selection) -> Counts:
        cell = self.selection_cells[node] = SelectionCell(self, node)
        return cell.counts

    def note_chosen(self, node: Selection) -> None:
        """A selection is one more of its option."""
        parent = node.parent
        assert isinstance(parent, Selection | Force)
        chosen = self._chosen.setdefault(parent, {}).setdefault(node.option, [])
        insort(chosen, (node.id, node), key=lambda pair: pair[0])
        if any(constraint.scope != "self" for constraint in node.option.constraints):
            self._watch(parent, node.option)

    def forget_chosen(self, node: Selection) -> bool:
        """A selection is no more; whether others of its option are left."""
        assert isinstance(node.parent, Selection | Force)
        options = self._chosen[node.parent]
        chosen = options[node.option]
        chosen.remove((node.id, node))
        if not chosen:
            del options[node.option]
        return bool(chosen)

    def _watch(self, parent: Holder, option: Option) -> None:
        slots = self.slots[parent]
        slot = slots.get(option)
        if slot is None:
            slot = slots[option] = SlotCell(self, parent, option, live=True)
            self.register(slot)
        slot.live = True
        slot.valid = False
        self.enqueue(slot)

    def remove(self, node: Selection) -> None:
        self.shapes.evict(node)
        parent = node.parent
        assert parent is not None
        if isinstance(parent, Selection):
            self.touch(parent)
        else:
            self.revisions.pop(node, None)
        for item in node.walk():
            self._drop(self.selection_cells.pop(item))
            for slot in self.slots.pop(item, {}).values():
                self._drop(slot)
            info = self.info_cells.pop(item, None)
            if info is not None:
                self._drop(info)
            self._chosen.pop(item, None)
        self.index.remove(node)
        for item in node.walk():
            self.book.drop(item)
        is_chosen = self.forget_chosen(node)
        left = self.slots[parent].get(node.option)
        if left is not None:
            self._unwatch(parent, left, is_chosen)

    def _unwatch(self, parent: Holder, slot: SlotCell, is_chosen: bool) -> None:
        """A slot whose choice was taken away: evaluated again, or dropped when nothing has to be said of it any more."""
        if is_chosen or self.watched.must_watch(slot.option):
            slot.valid = True
            slot.disturb()
        else:
            del self.slots[parent][slot.option]
            self._drop(slot)

    def _drop(self, cell: Cell) -> None:
        cell.dead = True
        cell.release()
        if cell in self.troubled:
            self.findings += 1
        if cell in self.circles:
            self._start_again(cell)
        for queue in (self._first, self._then, self.troubled):
            queue.pop(cell, None)
        if isinstance(cell, SelectionCell | ForceCell):
            cell.pushes = self.exchange_pushes(cell.pushes, {})
        if isinstance(cell, SlotCell):
            for watcher in tuple(cell.watchers):
                watcher.disturb()
            for key in cell.registered:
                self.slots_by_key.get(key, {}).pop(cell, None)

    def insert_force(self, force: Force) -> None:
        self.index.insert_force(force)
        self.slots[force] = {}
        self.force_cells[force] = ForceCell(self, force)
        self.enqueue(self.force_cells[force])
        self.category_cells[force] = [
            CategoryCell(self, force, *parts) for parts in self.watched.categories(force.entry)
        ]
        for cell in self.category_cells[force]:
            self.enqueue(cell)
        for option in self.watched.roots(force.catalogue_id):
            self._watch(force, option)
        for node in force.selections:
            if not self.shapes.insert(node):
                self.insert(node)
        for child in force.forces:
            self.insert_force(child)

    def remove_force(self, force: Force) -> None:
        for child in force.forces:
            self.remove_force(child)
        for node in force.selections:
            self.remove(node)
        self._drop(self.force_cells.pop(force))
        for cell in (*self.category_cells.pop(force), *self.slots.pop(force).values()):
            self._drop(cell)
        info = self.info_cells.pop(force, None)
        if info is not None:
            self._drop(info)
        self._chosen.pop(force, None)
        self.index.remove_force(force)
        self.book.drop(force)

    # --- modifiers on other nodes ---------------------------------------------------------------------------------------

    def register(self, slot: SlotCell) -> None:
        """Lets modifiers that look for an id find the slots that have it."""
        for key in slot.core.keys - slot.registered:
            self.slots_by_key.setdefault(key, {})[slot] = None
        slot.registered = slot.registered | slot.core.keys

    def exchange_pushes(
        self, before: dict[tuple[str, int], Push], after: dict[tuple[str, int], Push]
    ) -> dict[tuple[str, int], Push]:
        """Replaces what an owner puts on other nodes and disturbs what that reaches."""
        return invalidation.exchange(self, before, after)
