"""What is declared of the unit under the cursor: whom it leads, where it rides and starts, whether it hovers."""

from __future__ import annotations

from listbuilder.army import Unit
from listbuilder.catalogue.states import DEPLOYED
from listbuilder.i18n import _
from listbuilder.session import Target
from listbuilder.tui.commands.picking import NONE, Offer, pick
from listbuilder.tui.desk import Desk, Handlers
from listbuilder.tui.joining import joined_title, nobody_joins
from listbuilder.tui.screens.dialogs import Pick, marked
from listbuilder.tui.search import Item
from listbuilder.tui.told_apart import told_name
from listbuilder.tui.unit_marks import may_lead_others, moves_with
from listbuilder.tui.wording import leaders_of, reserves_state


class DeclarationCommands:
    """Attach, embark, reserves, hover."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._session = desk.session

    def handlers(self) -> Handlers:
        return {
            "attach-leader": self.attach,
            "embark": self.embark,
            "choose-reserves": self.choose_reserves,
            "toggle-hover": self.toggle_hover,
        }

    async def attach(self) -> None:
        if (unit := self._desk.need_unit()) is None:
            return
        current = self._session.army.declarations.attach.get(unit.id, "")
        if not current and not may_lead_others(unit) and (leaders := self._session.leaders_for(unit.id)):
            await self._choose_leader(unit, leaders)
            return
        targets = list(self._session.leader_targets(unit.id))
        may_lead = may_lead_others(unit) or bool(current)
        nobody = nobody_joins(self._desk.vocabulary)
        empty = _("The army has no unit that it can be attached to.") if may_lead else nobody
        none = _("Not attached")
        offer = Offer(_("Attach to a unit"), targets, [current], none, empty, self._session.attach)
        await pick(self._desk, unit, offer)

    async def _choose_leader(self, unit: Unit, leaders: list[Target]) -> None:
        """The same from the side of the unit that is led."""
        army = self._session.army
        current = [leader.id for leader in leaders_of(army, unit.id)]

        def choose(unit_id: str, leader_id: str) -> None:
            for one in [leader_id] if leader_id else current:
                self._session.attach(one, unit_id if leader_id else "")

        able = (army.unit(one.id) for one in leaders)
        title = joined_title(self._desk.vocabulary, parts=all(one.is_part for one in able if one is not None))
        await pick(self._desk, unit, Offer(title, leaders, current, _("Nobody"), "", choose))

    async def embark(self) -> None:
        if (pointed := self._desk.need_unit()) is None:
            return
        unit = moves_with(self._session.army, pointed)
        current = self._session.army.declarations.embark.get(unit.id, "")
        targets = list(self._session.transport_targets(unit.id))
        none, empty = _("Not embarked"), _("No other unit of the army is a transport.")
        offer = Offer(_("Embark in a transport"), targets, [current], none, empty, self._session.embark)
        await pick(self._desk, unit, offer)

    async def choose_reserves(self) -> None:
        if (pointed := self._desk.need_unit()) is None:
            return
        unit = moves_with(self._session.army, pointed)
        current = reserves_state(self._session.army, unit.id)
        words = self._desk.vocabulary
        offered = [state for state in words.states if state.id == current or (state.reserves and unit.may_start(state))]
        items = [Item(NONE, words.state_title(DEPLOYED)), *(Item(state.id, state.title) for state in offered)]
        title = f"{words.declaration('reserves') or _('Starts')} · {told_name(self._session.army, unit)}"
        able = [state for state in offered if state.ability or state.keyword]  # what not every unit can
        first = current or next((state.id for state in (*able, *offered)), NONE)
        chosen = await self._desk.ask(Pick(title, marked(items, current or NONE), current=first))
        if chosen is not None:
            self._desk.edit(lambda: self._session.set_reserves(unit.id, "" if chosen == NONE else chosen))

    def toggle_hover(self) -> None:
        if (unit := self._desk.need_unit()) is None:
            return
        hovers = unit.id in self._session.army.declarations.hover
        if unit.hover or hovers:
            self._desk.edit(lambda: self._session.set_hover(unit.id, not hovers))
        else:
            self._desk.tell(
                _("Not possible for this unit: {name}.").format(name=self._desk.vocabulary.declaration("hover"))
            )
