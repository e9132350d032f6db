"""What the keys do to the unit under the cursor."""

from __future__ import annotations

from functools import partial

from listbuilder.army import Unit
from listbuilder.army.prices import price_of
from listbuilder.i18n import Text, _
from listbuilder.session.quotes import goes_apart
from listbuilder.tui.commands.picking import Offer, pick
from listbuilder.tui.desk import Desk, Handlers
from listbuilder.tui.screens.dialogs import Pick, Prompt, name_problem
from listbuilder.tui.search import Item
from listbuilder.tui.told_apart import told_name
from listbuilder.tui.widgets.army_pane import grouped, marks, role_order
from listbuilder.tui.wording import bare_price, in_game, local, role_name, unit_name


class UnitCommands:
    """Duplicate, remove, move, rename, find; warlord, enhancement."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._session = desk.session

    def handlers(self) -> Handlers:
        return {
            "duplicate-unit": self.duplicate,
            "remove-unit": self.remove,
            "move-up": self.move_up,
            "move-down": self.move_down,
            "rename-unit": self.rename,
            "find-unit": self.find,
            "toggle-warlord": self.toggle_warlord,
            "choose-enhancement": self.choose_enhancement,
        }

    def duplicate(self) -> None:
        if (unit := self._desk.need_unit()) is not None:
            apart = goes_apart(self._session, unit.id)
            copy = self._desk.edit(lambda: self._session.duplicate_unit(unit.id, apart=apart))
            if copy:
                self._desk.host.select_unit(copy)

    def remove(self) -> None:
        if self._desk.unit is None and self._desk.force_id:
            self._desk.host.do("remove-force")
            return
        if (unit := self._desk.need_unit()) is not None:
            name = unit_name(self._session.army, unit)
            self._desk.edit(lambda: self._session.remove_unit(unit.id))
            self._desk.tell(_("{unit} removed").format(unit=name), "undo")

    def move_up(self) -> None:
        self._move(-1)

    def move_down(self) -> None:
        self._move(1)

    def _move(self, step: int) -> None:
        """Moves the unit past its neighbour on the screen, which may be further away in the list."""
        if (unit := self._desk.need_unit()) is None:
            return
        army = self._session.army
        mates = [other for other in army.units if other.force == unit.force]
        beside = mates if len(army.forces) > 1 else [other for other in mates if other.role == unit.role]
        place = beside.index(unit) + step
        if 0 <= place < len(beside):
            offset = mates.index(beside[place]) - mates.index(unit)
            self._desk.edit(lambda: self._session.move_unit(unit.id, offset))

    async def rename(self) -> None:
        if (unit := self._desk.need_unit()) is None:
            return
        own = "" if unit.name == unit.datasheet else unit.name
        hint = _("Leave empty for {name}").format(name=local(self._session.army, unit.datasheet))
        title = in_game(Text("Name of the {unit}"), self._desk.vocabulary)
        name = await self._desk.ask(Prompt(title, own, hint=hint, check=name_problem))
        if name is not None and name.strip() != own:
            self._desk.edit(lambda: self._session.rename_unit(unit.id, name.strip()))

    async def find(self) -> None:
        army = self._session.army
        items = [
            Item(
                unit.id,
                told_name(army, unit),
                f"{marks(army, unit)} {bare_price(army, price_of(army, unit))}".strip(),
                more=" ".join((unit.datasheet, role_name(army, role), *unit.keywords)),
            )
            for role, units in grouped(army, role_order(army))
            for unit in units
        ]
        found = await self._desk.ask(
            Pick(in_game(Text("Find one of the {units}"), self._desk.vocabulary), items, current=self._desk.unit_id)
        )
        if found:
            self._desk.host.select_unit(found)

    # --- marks ----------------------------------------------------------------------------------------------------------

    def toggle_warlord(self) -> None:
        if (unit := self._desk.need_unit()) is not None and self._desk.edit(partial(self._mark, unit)) is False:
            words = {"name": unit_name(self._session.army, unit), **self._desk.vocabulary.terms.words()}
            self._desk.tell(_("{name} cannot be the {warlord}.").format(**words))

    def _mark(self, unit: Unit) -> bool:
        """Whether the data have the mark for it."""
        try:
            self._session.set_warlord(unit.id, not unit.warlord)
        except LookupError:
            return False
        return True

    async def choose_enhancement(self) -> None:
        if (unit := self._desk.need_unit()) is None:
            return
        army, taken = self._session.army, [one.id for one in unit.enhancements]
        choices = self._session.enhancements(unit.id)
        terms = self._desk.vocabulary.terms
        words = terms.words()
        empty = (
            _("This {unit} cannot have {enhancements}.")
            if army.detachments or self._desk.vocabulary.item_types or not army.offers_detachments
            else _("Choose a {detachment} first (press D).")
        ).format(**words)
        none = _("No {enhancement}").format(**words)
        again = bool(self._desk.vocabulary.item_types) or len(taken) > 1  # which takes one of several back
        title = terms.enhancement.title

        def choose(unit_id: str, chosen: str) -> None:
            if chosen in taken:
                self._session.clear_enhancement(unit_id, chosen)
            else:
                self._session.set_enhancement(unit_id, chosen)

        await pick(self._desk, unit, Offer(title, choices, taken, none, empty, choose, again))
