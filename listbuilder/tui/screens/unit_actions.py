"""What the keys do to the unit under the cursor, and to the lines of its editor."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import work

from listbuilder.army import Unit
from listbuilder.army.prices import price_of
from listbuilder.catalogue.states import DEPLOYED
from listbuilder.i18n import Text, _
from listbuilder.session import Row, Target
from listbuilder.tui.screens.dialogs import Pick, Prompt, marked
from listbuilder.tui.screens.force_actions import ForceActions
from listbuilder.tui.search import Item
from listbuilder.tui.widgets.army_pane import grouped, marks
from listbuilder.tui.widgets.unit_pane import UnitPane
from listbuilder.tui.wording import bare_price, in_game, local, reserves_state, role_name, unit_name

NONE = "-"  # id of the line that clears a choice


class UnitActions(ForceActions):
    """Duplicate, remove, move, rename; warlord, enhancement, declarations; counts and options."""

    # --- the army's units -----------------------------------------------------------------------------------------------

    def role_order(self) -> list[str]:
        """Roles of the army, in the order of the browser."""
        rank = self.vocabulary.role_rank
        return sorted({unit.role for unit in self.session.army.units}, key=lambda role: (rank(role), role))

    def action_duplicate_unit(self) -> None:
        if (unit := self.need_unit()) is not None:
            copy = self.edit(lambda: self.session.duplicate_unit(unit.id))
            if copy:
                self.select_unit(copy)

    def action_remove_unit(self) -> None:
        if self.unit is None and self.force_id:
            self.action_remove_force()
            return
        if (unit := self.need_unit()) is not None:
            name = unit_name(self.session.army, unit)
            self.edit(lambda: self.session.remove_unit(unit.id))
            self.tell(_("{unit} removed. Press u to undo.").format(unit=name))

    def action_move_up(self) -> None:
        self._move(-1)

    def action_move_down(self) -> None:
        self._move(1)

    def _move(self, step: int) -> None:
        """Moves the unit past its neighbour on the screen, which may be further away in the list."""
        if (unit := self.need_unit()) is None:
            return
        army = self.session.army
        mates = [other for other in army.units if other.force == unit.force]
        beside = mates if len(army.forces) > 1 else [other for other in mates if other.role == unit.role]
        place = beside.index(unit) + step
        if 0 <= place < len(beside):
            offset = mates.index(beside[place]) - mates.index(unit)
            self.edit(lambda: self.session.move_unit(unit.id, offset))

    @work
    async def action_rename_unit(self) -> None:
        if (unit := self.need_unit()) is None:
            return
        own = "" if unit.name == unit.datasheet else unit.name
        hint = _("Leave empty for {name}").format(name=local(self.session.army, unit.datasheet))
        name = await self.app.push_screen_wait(
            Prompt(in_game(Text("Name of the {unit}"), self.vocabulary), own, hint=hint)
        )
        if name is not None and name.strip() != own:
            self.edit(lambda: self.session.rename_unit(unit.id, name.strip()))

    @work
    async def action_find_unit(self) -> None:
        army = self.session.army
        items = [
            Item(
                unit.id,
                unit_name(army, unit),
                f"{marks(army, unit)} {bare_price(army, price_of(army, unit))}".strip(),
                more=" ".join((unit.datasheet, role_name(army, role), *unit.keywords)),
            )
            for role, units in grouped(army, self.role_order())
            for unit in units
        ]
        found = await self.app.push_screen_wait(
            Pick(in_game(Text("Find one of the {units}"), self.vocabulary), items, current=self.unit_id)
        )
        if found:
            self.select_unit(found)

    # --- marks ----------------------------------------------------------------------------------------------------------

    def action_toggle_warlord(self) -> None:
        if (unit := self.need_unit()) is not None:
            self.edit(lambda: self.session.set_warlord(unit.id, not unit.warlord))

    @work
    async def action_choose_enhancement(self) -> None:
        if (unit := self.need_unit()) is None:
            return
        taken = [one.id for one in unit.enhancements]
        choices = self.session.enhancements(unit.id)
        terms = self.vocabulary.terms
        words = terms.words()
        empty = (
            _("This {unit} cannot have {enhancements}.")
            if self.session.army.detachments or self.vocabulary.item_types
            else _("Choose a {detachment} first (press D).")
        ).format(**words)
        none = _("No {enhancement}").format(**words)
        again = bool(self.vocabulary.item_types)
        title, choose = terms.enhancement.title, self.session.set_enhancement
        await self._pick(title, unit, choices, taken, none, empty, choose, again=again)

    # --- declarations ---------------------------------------------------------------------------------------------------

    @work
    async def action_attach_leader(self) -> None:
        if (unit := self.need_unit()) is None:
            return
        current = self.session.army.declarations.attach.get(unit.id, "")
        targets = self.session.leader_targets(unit.id)
        none, empty = _("Not attached"), _("The army has no unit that it can be attached to.")
        await self._pick(_("Attach to a unit"), unit, targets, [current], none, empty, self.session.attach)

    @work
    async def action_embark(self) -> None:
        if (unit := self.need_unit()) is None:
            return
        current = self.session.army.declarations.embark.get(unit.id, "")
        targets = self.session.transport_targets(unit.id)
        none, empty = _("Not embarked"), _("The army has no transport.")
        await self._pick(_("Embark in a transport"), unit, targets, [current], none, empty, self.session.embark)

    @work
    async def action_choose_reserves(self) -> None:
        if (unit := self.need_unit()) is None:
            return
        current = reserves_state(self.session.army, unit.id)
        words = self.vocabulary
        offered = [state for state in words.states if state.id == current or (state.reserves and unit.may_start(state))]
        items = [Item(NONE, words.state_title(DEPLOYED)), *(Item(state.id, state.title) for state in offered)]
        title = _("Where {unit} starts").format(unit=unit_name(self.session.army, unit))
        chosen = await self.app.push_screen_wait(Pick(title, marked(items, current or NONE), current=current or NONE))
        if chosen is not None:
            self.edit(lambda: self.session.set_reserves(unit.id, "" if chosen == NONE else chosen))

    def action_toggle_hover(self) -> None:
        if (unit := self.need_unit()) is None:
            return
        hovers = unit.id in self.session.army.declarations.hover
        if unit.hover or hovers:
            self.edit(lambda: self.session.set_hover(unit.id, not hovers))
        else:
            self.tell(_("Not possible for this unit: {name}.").format(name=self.vocabulary.declaration("hover")))

    async def _pick(
        self,
        title: str,
        unit: Unit,
        targets: Sequence[Target],
        taken: Sequence[str],
        none: str,
        empty: str,
        choose: Callable[[str, str], object],
        *,
        again: bool = False,
    ) -> None:
        """Offers the targets, with the reasons against each. ``choose`` gets the unit's id and the target's, empty for none;
        it is not called when nothing changes, which choosing what is ``taken`` does only ``again`` and again."""
        current = [one for one in taken if one] or [NONE]
        if not targets and current == [NONE]:
            self.tell(empty)
            return
        army = self.session.army
        items = [Item(NONE, none), *(Item(t.id, local(army, t.name), reason=t.reason) for t in targets)]
        heading = f"{title} · {unit_name(army, unit)}"
        chosen = await self.app.push_screen_wait(Pick(heading, marked(items, *current), current=current[0]))
        if chosen is not None and (chosen not in current or (again and chosen != NONE)):
            self.edit(lambda: choose(unit.id, "" if chosen == NONE else str(chosen)))

    # --- the lines of the unit editor ---------------------------------------------------------------------------------

    @property
    def unit_pane(self) -> UnitPane:
        return self.query_one(UnitPane)

    async def action_row_pick(self) -> None:
        """Picks or toggles the row; runs the action of a line that is no row."""
        pane = self.unit_pane
        if pane.asked:
            await self.run_action(pane.asked.replace("-", "_"))
        elif pane.row is not None and pane.row.kind == "count":
            self.set_count(pane.row, pane.row.count + 1)
        elif pane.row is not None:
            row = pane.row
            self.edit(lambda: self.session.pick(self.holder_id, row.key))

    async def action_row_more(self) -> None:
        row = self.unit_pane.row
        if row is None or (row.kind != "count" and not row.chosen):
            await self.action_row_pick()
        elif row.kind == "count":
            self.set_count(row, row.count + 1)

    async def action_row_less(self) -> None:
        row = self.unit_pane.row
        if row is not None and row.chosen and row.kind != "pick":
            self.set_count(row, row.count - 1)

    def action_row_clear(self) -> None:
        """Takes back what the line under the cursor says: as few of it as the data allow, or no mark or declaration."""
        pane = self.unit_pane
        row, unit = pane.row, self.unit
        if row is not None and row.kind == "count":
            self.set_count(row, 0)
        elif row is not None and row.chosen:
            self.edit(lambda: self.session.pick(self.holder_id, row.key))
        elif unit is not None and pane.asked in self._clearing:
            clear = self._clearing[pane.asked]
            self.edit(lambda: clear(unit.id))

    @property
    def _clearing(self) -> dict[str, Callable[[str], object]]:
        """What takes back the choice of a line that opens a dialog, by its action."""
        session = self.session
        return {
            "toggle-warlord": lambda unit: session.set_warlord(unit, False),
            "choose-enhancement": lambda unit: session.set_enhancement(unit, ""),
            "attach-leader": lambda unit: session.attach(unit, ""),
            "embark": lambda unit: session.embark(unit, ""),
            "choose-reserves": lambda unit: session.set_reserves(unit, ""),
            "toggle-hover": lambda unit: session.set_hover(unit, False),
        }

    def action_row_split(self) -> None:
        pane = self.unit_pane
        row = pane.row
        if row is not None and row.split:
            self.edit(lambda: self.session.split(self.holder_id, row.key))
        elif pane.has_squads:
            pane.take_apart()
        else:
            self.tell(_("There are no models to split off here."))

    def set_count(self, row: Row, count: int) -> None:
        """Sets the row's count, or the nearest one that the data allow."""
        low = row.minimum or 0
        high = count if row.maximum is None else row.maximum
        wanted = max(low, min(count, high))
        if wanted != row.count:
            self.edit(lambda: self.session.set_count(self.holder_id, row.key, wanted))
        elif count != wanted:
            self.app.bell()
