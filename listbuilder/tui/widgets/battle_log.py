"""What happened in a battle, the last first."""

from __future__ import annotations

from textual.content import Content

from listbuilder.army import Army
from listbuilder.battle import log
from listbuilder.battle.fight import Battle
from listbuilder.battle.fighters import Fighter
from listbuilder.i18n import _, ngettext
from listbuilder.terminal import columns, one_line
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.told_apart import told_name
from listbuilder.tui.widgets.battle_pane import BattlePane, sign
from listbuilder.tui.widgets.list_pane import ListLine
from listbuilder.tui.wording import literal

ROOMY = 70  # cells in which phase and unit have columns of their own


class BattleLog(BattlePane):
    """Lines to read; the cursor only scrolls."""

    def __init__(self, battle: Battle, army: Army) -> None:
        super().__init__(id="battle-log")
        self.battle = battle
        self._army = army

    def show(self) -> None:
        """Shows the log as it is now."""
        count = len(self.battle.steps) - 1
        steps = ngettext("{n} step", "{n} steps", count).format(n=count)
        self.entitle(literal(_("Log")), Content.assemble(steps, "  ", sign("u", "undo-step"), f" {_('undo')}"))
        self.redraw()
        self.highlighted = 0 if self._shown else None
        self.scroll_home(animate=False)

    def unit_name(self, side: int, fighter: Fighter) -> str:
        """A unit as the reader sees it."""
        army = self.battle.sides[side]
        return told_name(army.army, fighter.unit) if army is not None else fighter.unit.name

    def lines(self) -> list[ListLine]:
        found = log.entries(self.battle, self._army.vocabulary, self.unit_name)
        phases = min(20, max((columns(one.phase) for one in found), default=0))
        units = min(max(28, self.line_width // 3), max((columns(one.unit) for one in found), default=0))
        return [
            ListLine(f"{len(found) - place}", self._line(entry, phases, units)) for place, entry in enumerate(found)
        ]

    def _line(self, entry: log.Entry, phases: int, units: int) -> Content:
        when = f"{entry.at.round} {entry.who}" if entry.at.round else glyphs().dash
        text = one_line(entry.text)
        if self.line_width < ROOMY:
            unit = f"{entry.unit}: " if entry.unit else ""
            return Content.assemble((f"{when}  ", "$dim"), unit, text).truncate(self.line_width, ellipsis=True)
        return Content.assemble(
            Content.styled(when, "$dim").truncate(9, pad=True),
            Content.styled(entry.phase, "$dim").truncate(phases, ellipsis=True, pad=True),
            "  ",
            Content(entry.unit).truncate(units, ellipsis=True, pad=True),
            "  ",
            text,
        ).truncate(self.line_width, ellipsis=True)
