"""What the keys do to forces: armies with regiments or detachments below them; and where new units go."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator

from listbuilder.i18n import Text, _
from listbuilder.session import Named
from listbuilder.session.views import ForceLine
from listbuilder.tui.actions import BY_ID
from listbuilder.tui.commands.where import first_force, is_only_a_frame
from listbuilder.tui.desk import Desk, Handlers
from listbuilder.tui.screens.dialogs import Pick
from listbuilder.tui.search import Item
from listbuilder.tui.usable import has_forces_to_add
from listbuilder.tui.wording import bare_price, in_game, local

PLACE = "\t"  # between the ids of a parent and of the force to add below it


class ForceCommands:
    """Adds and removes forces; adds units to the force under the cursor."""

    def __init__(self, desk: Desk, browse: Callable[[str], Awaitable[None]]) -> None:
        """``browse`` shows what may be added to a force."""
        self._desk = desk
        self._session = desk.session
        self._browse = browse

    def handlers(self) -> Handlers:
        return {
            "add-unit": self.add_unit,
            "add-force": self.add_force,
            "remove-force": self.remove_force,
            "transfer-unit": self.transfer_unit,
        }

    async def add_unit(self) -> None:
        here = self._desk.here
        place: str | None = here
        if is_only_a_frame(self._session, here):
            self._desk.tell(_("This army consists of several forces: choose one, or add a new one."))
            place = await self._choose_place(here)
        elif (around := self._around(here)) and self._session.is_full(here):
            full = next(line.name for line in self._session.forces.lines() if line.id == here)
            text = _("{force} takes no more: choose another one, or add a new one.")
            self._desk.tell(text.format(force=local(self._session.army, full)))
            place = await self._choose_place(around)
        if place is None:
            return
        await self._browse(place)

    def _around(self, force_id: str) -> str:
        """The force that this one stands in, where that takes others; else empty."""
        parent = next((force.parent for force in self._session.army.forces if force.id == force_id), "")
        return parent if parent and self._session.forces.choices(parent, to_fill=True) else ""

    async def _choose_place(self, force_id: str) -> str | None:
        """A force below the one given that takes more or is to be added, or that one itself."""
        parent = force_id or first_force(self._session)
        items = [self._item(line) for line in self._below(parent) if not self._session.is_full(line.id)]
        items += [
            self._new(parent, choice, " · ".join(filter(None, (_("new"), choice.note))))
            for choice in self._session.forces.choices(parent, to_fill=True)
        ]
        if any(not choice.hidden for choice in self._session.datasheets(parent)):
            items.append(self._item(next(line for line in self._session.forces.lines() if line.id == parent)))
        title = in_game(Text("Add {units} to which {force}?"), self._desk.vocabulary)
        chosen = await self._desk.ask(Pick(title, items))
        return self._add(chosen) if chosen and PLACE in chosen else chosen

    def _below(self, force_id: str) -> list[ForceLine]:
        parents = {force.id: force.parent for force in self._session.army.forces}
        return [line for line in self._session.forces.lines() if parents.get(line.id) == force_id]

    async def transfer_unit(self) -> None:
        """Moves the unit into another force of the list."""
        if (unit := self._desk.need_unit()) is None:
            return
        forces = self._session.forces
        others = (one for one in forces.lines() if one.id != unit.force and forces.takes(one.id, unit.id))
        items = [self._item(one) for one in others if not is_only_a_frame(self._session, one.id)]
        if not items:
            self._desk.tell(_("There is nowhere else to move it."))
            return
        title = in_game(BY_ID["transfer-unit"].title, self._desk.vocabulary)
        chosen = await self._desk.ask(Pick(title, items))
        if chosen:
            self._desk.edit(lambda: self._session.transfer_unit(unit.id, chosen))
            self._desk.host.select_unit(unit.id)

    # --- forces ---------------------------------------------------------------------------------------------------------

    async def add_force(self) -> None:
        """Below the force under the cursor, below those around it, or next to the army; then the units for it."""
        items = list(self._offered())
        if not items or not has_forces_to_add(self._session):
            self._desk.tell(_("This army is a single force; no other can be added."))
            return
        chosen = await self._desk.ask(Pick(in_game(BY_ID["add-force"].title, self._desk.vocabulary), items))
        added = self._add(chosen) if chosen else None
        if added:
            self._desk.host.select_unit(added)
            if (
                not is_only_a_frame(self._session, added)
                and self._session.datasheets(added)
                and not self._session.is_full(added)
            ):
                await self._browse(added)

    def _offered(self) -> Iterator[Item]:
        """What may be added, what is nearest to the cursor first."""
        army, forces = self._session.army, self._session.forces
        known = {force.id: force for force in army.forces}
        place = self._desk.here or first_force(self._session)
        while place:
            around = _("in {force}").format(force=local(army, known[place].name))
            yield from (self._new(place, choice, choice.note or around) for choice in forces.choices(place))
            place = known[place].parent
        yield from (self._new("", choice, choice.note or _("next to the army")) for choice in forces.choices())

    def _new(self, parent_id: str, choice: Named, said: str) -> Item:
        if choice.points:
            said = f"{bare_price(self._session.army, choice.points)} · {said}"
        return Item(f"{parent_id}{PLACE}{choice.id}", local(self._session.army, choice.name), said)

    def _add(self, chosen: str) -> str | None:
        parent_id, entry_id = chosen.split(PLACE)
        return self._desk.edit(lambda: self._session.add_force(entry_id, parent_id))

    def _item(self, line: ForceLine) -> Item:
        return Item(
            line.id,
            local(self._session.army, line.name),
            bare_price(self._session.army, line.points) if line.points else "",
        )

    def remove_force(self) -> None:
        """With the units in it: undo brings them back."""
        lines = list(self._session.forces.lines())
        line = next((line for line in lines if line.id == self._desk.here), None)
        if line is None or (not line.depth and sum(not other.depth for other in lines) == 1):
            self._desk.tell(_("This army is a single force; it cannot be removed."))
            return
        name = local(self._session.army, line.name)
        self._desk.edit(lambda: self._session.remove_force(line.id))
        self._desk.tell(_("{unit} removed").format(unit=name), "undo")
