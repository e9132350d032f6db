"""The battle screen: the army with what is left of it, one unit, the log. It shows a `Battle` and knows no game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import OptionList

from listbuilder.battle import log
from listbuilder.battle.fight import Battle, Step
from listbuilder.battle.fighters import Fighter, Side
from listbuilder.battle.keeping import Keeper
from listbuilder.battle.moments import ME, THEM
from listbuilder.battle.state import POOL, SCORE
from listbuilder.catalogue.vocabulary import NEUTRAL, Vocabulary
from listbuilder.errors import InputError
from listbuilder.i18n import Text, _
from listbuilder.session import Session
from listbuilder.tui import battle_rows
from listbuilder.tui.actions import bindings
from listbuilder.tui.battle_rows import PLACE, STATE, TICKED, USED, Row
from listbuilder.tui.screens.battle_dialogs import Sheet, Summary, Tally
from listbuilder.tui.screens.dialogs import Pick
from listbuilder.tui.screens.layout import has_one_pane
from listbuilder.tui.screens.paste import Paste, Pasted
from listbuilder.tui.search import Item
from listbuilder.tui.styles import Styled
from listbuilder.tui.told_apart import told_name
from listbuilder.tui.widgets.battle_army import BattleArmy
from listbuilder.tui.widgets.battle_header import BattleHeader
from listbuilder.tui.widgets.battle_log import BattleLog
from listbuilder.tui.widgets.battle_pane import RUN, BattlePane
from listbuilder.tui.widgets.battle_unit import BattleUnit
from listbuilder.tui.widgets.key_bar import KeyBar

PANES = ("army", "unit", "log")
HIGH = 36  # rows from which the log has more


class BattleScreen(Styled, Screen[None]):
    """Every change goes through `_change`, which writes the battle down and shows it."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("game")
    STYLES = ("battle",)

    def __init__(
        self,
        battle: Battle,
        keeper: Keeper,
        system: str,
        recognise: Callable[[bytes], Session],
        opened: Callable[[Pasted], Side],
    ) -> None:
        """``keeper``: writes it down; ``system``: id of the game; ``recognise``: makes a list of a text that is pasted;
        ``opened``: makes a side of my opponent's list."""
        super().__init__()
        self._recognise, self._opened = recognise, opened
        self.battle = battle
        self.side = ME
        self._keeper, self._system = keeper, system
        self._at = {ME: "", THEM: ""}  # the unit under the cursor, of each side

    @property
    def vocabulary(self) -> Vocabulary:
        side = self.battle.sides[self.side]
        return side.army.vocabulary if side is not None else NEUTRAL

    @property
    def lacking(self) -> frozenset[str]:
        """The actions for what the game does not have."""
        has = {"pools": bool(self.battle.rules.pools), "turn": self.battle.rules.turns > 1}
        return frozenset(action for action, there in has.items() if not there)

    @property
    def unneeded(self) -> frozenset[str]:
        """Those that have no place in the key bar."""
        idle = {"undo-step": len(self.battle.steps) < 2, "wound": self._counts_wounds}  # less and more do that as well
        return self.lacking | {action for action, has_no_place in idle.items() if has_no_place}

    @property
    def bar_words(self) -> dict[str, Text]:
        """What the key bar calls actions at the unit under the cursor."""
        return {"count-more": Text("{wounds}")} if self._counts_wounds else {}

    @property
    def _counts_wounds(self) -> bool:
        """Whether the unit under the cursor is a single model."""
        return self.unit is not None and self.unit.is_lone

    def compose(self) -> ComposeResult:
        mine = self.battle.sides[ME]
        assert mine is not None
        yield BattleHeader(self.battle)
        with Vertical(id="battle"):
            with Horizontal(id="battle-panes"):
                yield BattleArmy(self.battle)
                yield BattleUnit(self.battle)
            yield BattleLog(self.battle, mine.army)
        yield KeyBar(["game"])

    def on_mount(self) -> None:
        self._arrange()
        self._show_pane("army")
        self._write()
        self._show()

    # --- showing ----------------------------------------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        self._arrange()
        self._show_header()

    def _arrange(self) -> None:
        self.set_class(has_one_pane(self.app.size), "-tabs")
        self.set_class(self.app.size.height >= HIGH, "-high")

    def _show(self) -> None:
        army = self.query_one(BattleArmy)
        army.show(self.side)
        army.point_at(self._at[self.side] or army.first)
        self._point()
        self.query_one(BattleLog).show()
        self._show_header()
        self.query_one(KeyBar).after_key()

    def _show_header(self) -> None:
        tab = next((name for name in PANES if self.has_class(f"-show-{name}")), "")
        title = self.query_one(BattleUnit).unit_title if tab == "unit" else ""
        self.query_one(BattleHeader).show(self.side, tab if self.has_class("-tabs") else "", title)

    def refresh_texts(self) -> None:
        """The language changed."""
        self._show()
        self.query_one(KeyBar).refresh_keys()

    def _point(self) -> None:
        """Shows the unit under the cursor."""
        self._at[self.side] = self.query_one(BattleArmy).pointed
        self.query_one(BattleUnit).show(self.side, self._at[self.side])

    @on(OptionList.OptionHighlighted, "#battle-army")
    def _pointed(self) -> None:
        self._point()
        self.query_one(KeyBar).refresh_keys()

    def _show_pane(self, name: str) -> None:
        for one in PANES:
            self.set_class(one == name, f"-show-{one}")
        self._show_header()
        self.query_one(f"#battle-{name}", Widget).focus()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A click may have brought the focus into a pane."""
        name = (event.widget.id or "").removeprefix("battle-")
        if name in PANES and not self.has_class(f"-show-{name}"):
            self._show_pane(name)

    def action_battle_pane(self, by: int = 1) -> None:
        shown = next((place for place, name in enumerate(PANES) if self.has_class(f"-show-{name}")), 0)
        self._show_pane(PANES[(shown + by) % len(PANES)])

    def action_battle_pane_back(self) -> None:
        self.action_battle_pane(-1)

    # --- changes ----------------------------------------------------------------------------------------------------------

    @property
    def unit(self) -> Fighter | None:
        """The unit under the cursor."""
        return self.battle.fighter(self.side, self._at[self.side])

    def _change(self, make: Callable[[], object]) -> None:
        """Makes a step, writes it down and shows it; an error is told."""
        try:
            make()
        except InputError as error:
            self.tell(str(error))
            return
        self._write()
        self._show()

    def _write(self) -> None:
        if self._keeper.submit(self._keeper.state(self.battle, self._system)):
            self._run_keeper()

    @work(group="journal")
    async def _run_keeper(self) -> None:
        try:
            await asyncio.to_thread(self._keeper.run)
        except (InputError, OSError) as error:
            self.query_one(KeyBar).complain(_("The battle cannot be written: {reason}").format(reason=error))

    def tell(self, text: str) -> None:
        """In the bottom line, where it covers nothing."""
        self.query_one(KeyBar).say(text)

    @property
    def _row(self) -> Row:
        """The row under the cursor in the pane of the unit; a unit's own count anywhere else."""
        pane = self.query_one(BattleUnit)
        return Row.of_id(pane.pointed if pane.has_focus else "")

    def _to_unit(self, do: Callable[[Fighter], object]) -> None:
        """Makes a step with the unit under the cursor."""
        if (unit := self.unit) is not None:
            self._change(lambda: do(unit))

    def action_count_more(self) -> None:
        self._count(1)

    def action_count_less(self) -> None:
        self._count(-1)

    def _count(self, by: int) -> None:
        self._to_unit(lambda unit: battle_rows.count(self.battle, self.side, unit, self._row, by))

    def action_wound(self) -> None:
        self._to_unit(lambda unit: self.battle.wound(self.side, unit.id))

    def action_heal(self) -> None:
        self._to_unit(lambda unit: self.battle.wound(self.side, unit.id, -1))

    def action_destroyed(self) -> None:
        self._to_unit(lambda unit: self.battle.destroy(self.side, unit.id))

    def action_reserves(self) -> None:
        self._to_unit(lambda unit: self.battle.toggle_reserves(self.side, unit.id))

    @work
    async def action_board(self) -> None:
        """Out of the transport, or into one of several."""
        unit = self.unit
        if unit is None:
            return
        transport = ""
        if not self.battle.transport_of(self.side, unit):
            there = self.battle.transports(self.side, unit.id)
            army = self.battle.sides[self.side]
            if not there or army is None:
                self.tell(_("There is no transport on the table."))
                return
            items = [Item(one.id, told_name(army.army, one.unit)) for one in there]
            chosen = await self.app.push_screen_wait(Pick(_("Board"), items))
            if chosen is None:
                return
            transport = chosen
        self._change(lambda: self.battle.toggle_embarked(self.side, unit.id, transport))

    def action_tick(self) -> None:
        """Ticks the row under the cursor; enter elsewhere opens the datasheet."""
        if (unit := self.unit) is None:
            return
        kind, of = self._row
        if kind == STATE and (state := self.battle.rules.state(of)) is not None:
            self._change(lambda: self.battle.toggle_state(self.side, unit.id, state))
        elif kind == USED:
            self._change(lambda: self.battle.toggle_used(self.side, unit.id, of))
        elif kind == PLACE:
            self.action_reserves() if self.battle.in_reserves(self.side, unit) else self.action_board()

    def on_key(self, event: events.Key) -> None:
        """The letters of the game's states."""
        state = next((one for one in self.battle.rules.states if one.key == event.key), None)
        if state is not None and (unit := self.unit) is not None:
            event.stop()
            self._change(lambda: self.battle.toggle_state(self.side, unit.id, state))

    # --- the course -------------------------------------------------------------------------------------------------------

    def action_next_phase(self) -> None:
        self._change(self.battle.advance)
        if self.battle.has_ended:
            self.action_summary()

    def action_previous_phase(self) -> None:
        self._change(self.battle.go_back)

    def action_turn(self) -> None:
        if self.battle.rules.turns > 1:
            self._change(self.battle.switch_first)

    def action_pools(self) -> None:
        if self.battle.rules.pools:
            self._tally(POOL)
        else:
            self.tell(_("This game has no points to spend."))

    def action_scores(self) -> None:
        self._tally(SCORE)

    @work
    async def _tally(self, what: str) -> None:
        entries = await self.app.push_screen_wait(Tally(self.battle, what))
        if entries:
            self._change(lambda: self.battle.tally(entries))

    def action_end_battle(self) -> None:
        self._change(self.battle.end)
        self.action_summary()

    def action_summary(self) -> None:
        self.app.push_screen(Summary(self.battle))

    def action_undo_step(self) -> None:
        step = self.battle.undo()
        if step is None:
            self.tell(_("Nothing to undo."))
            return
        if step.unit:
            self.side = step.side if self.battle.sides[step.side] is not None else self.side
            self._at[self.side] = step.unit
        self._change(lambda: None)
        self.query_one(KeyBar).say(_("Undone: {title}").format(title=self._titled(step)), "redo-step")

    def action_redo_step(self) -> None:
        step = self.battle.redo()
        if step is None:
            self.tell(_("Nothing to redo."))
            return
        self._change(lambda: None)
        self.query_one(KeyBar).say(_("Redone: {title}").format(title=self._titled(step)), "undo-step")

    def _titled(self, step: Step) -> str:
        """What a step did."""
        found = log.title(self.battle, self.vocabulary, step, self.query_one(BattleLog).unit_name)
        return found or _("phase")

    # --- the lists --------------------------------------------------------------------------------------------------------

    def action_open_sheet(self) -> None:
        army = self.battle.sides[self.side]
        if (unit := self.unit) is not None and army is not None:
            self.app.push_screen(Sheet(army.army, unit.unit))

    @work
    async def action_other_list(self) -> None:
        """My opponent's army, or mine again; asks for the list when it is not known yet."""
        if self.battle.sides[THEM] is None:
            found = await self.app.push_screen_wait(Paste(self._recognise, _("My opponent's list")))
            side = await self._read(found) if found is not None else None
            if side is None:
                return
            self.battle.sides[THEM] = side
            self._write()
        self.side = THEM if self.side == ME else ME
        self._show()

    async def _read(self, found: Pasted) -> Side | None:
        try:
            return await asyncio.to_thread(self._opened, found)
        except InputError as error:
            self.query_one(KeyBar).complain(str(error))
            return None

    def action_leave_battle(self) -> None:
        """Out one level: of an error, or back to the list."""
        if not self.query_one(KeyBar).dismiss():
            self.dismiss(None)

    # --- clicks -----------------------------------------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Signs and words outside of the panes."""
        action = event.style.meta.get(RUN)
        if isinstance(action, str):
            event.stop()
            self._run(action)

    @on(BattlePane.Pressed)
    def _pressed(self, event: BattlePane.Pressed) -> None:
        if event.pane.id == "battle-army":
            self._point()
        self._run(event.action)

    def _run(self, action: str) -> None:
        if action.startswith("tab-"):
            self._show_pane(action.removeprefix("tab-"))
        else:
            getattr(self, f"action_{action.replace('-', '_')}")()

    @on(BattlePane.Entered)
    def _entered(self, event: BattlePane.Entered) -> None:
        if event.pane.id == "battle-unit" and self._row.kind in TICKED:
            self.action_tick()
        elif event.pane.id != "battle-log":
            self.action_open_sheet()

    @on(BattlePane.Typed)
    def _typed(self, event: BattlePane.Typed) -> None:
        if event.pane.id != "battle-log":
            row, number = self._row, event.number
            self._to_unit(lambda unit: battle_rows.set_count(self.battle, self.side, unit, row, number))
