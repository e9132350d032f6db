"""What the battle screen asks and shows on top of itself: points of both players, a datasheet, the summary."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from listbuilder.army import Army, Unit
from listbuilder.army.prices import priced
from listbuilder.battle.fight import Battle
from listbuilder.battle.state import POOL, SCORE, Key
from listbuilder.battle.summary import SideSummary, summarise
from listbuilder.i18n import _
from listbuilder.terminal import clip, columns, one_line, pad
from listbuilder.tui.battle_words import in_round, losses_words, points_by_round, strength_words
from listbuilder.tui.screens.dialogs import Dialog
from listbuilder.tui.told_apart import told_name
from listbuilder.tui.widgets.battle_pane import BattlePane, stepper
from listbuilder.tui.widgets.hints import Hint
from listbuilder.tui.widgets.list_pane import ListLine
from listbuilder.tui.widgets.sheet_pane import SheetPane
from listbuilder.tui.wording import both_ends

TOTAL = 7  # cells of the sum of victory points
LEAST_NAME = 6  # cells


@dataclass
class Tallied:
    """A number of a player: ``was`` before the dialog, ``total`` of the rounds before."""

    key: Key
    title: str
    was: int
    now: int
    total: int = 0


class TallyPane(BattlePane):
    """The numbers, first mine, then my opponent's."""

    def __init__(self, rows: dict[str, Tallied], names: tuple[str, str]) -> None:
        super().__init__(id="tally")
        self.rows = rows
        self._names = names

    def lines(self) -> list[ListLine]:
        found, side = list[ListLine](), -1
        for row, one in self.rows.items():
            if one.key[1] != side:
                side = int(one.key[1])
                name = Content.styled(one_line(self._names[side]), "bold $head")
                found.append(ListLine(f"#{side}", Content.assemble("\n" if side else "", name), heading=True))
            total = f"{one.total + one.now:>5}" if one.key[0] == SCORE else ""
            right = Content.assemble(stepper(one.now), (total, "$dim"))
            found.append(ListLine(row, both_ends(Content(one.title), right, self.line_width)))
        return found


class Tally(Dialog[dict[Key, int]]):
    """Pools, or scores of this round, of both players. Dismisses with what they are then; escape keeps what was typed as well,
    because the step can be undone."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,equals_sign,right", "step(1)", show=False),
        Binding("minus,left", "step(-1)", show=False),
        Binding("enter,escape,C,V", "done", show=False, priority=True),
    ]

    def __init__(self, battle: Battle, what: str) -> None:
        title = _("Victory points, {round} {n}").format(
            round=battle.rules.round_title.lower(), n=max(1, battle.now.round)
        )
        super().__init__(
            title if what == SCORE else _("Points to spend"), Hint("", _("+ - or a number")), Hint("enter", _("done"))
        )
        self._battle = battle
        self._rows = {str(place): row for place, row in enumerate(self._found(what))}

    def _found(self, what: str) -> Iterator[Tallied]:
        battle = self._battle
        for side in (0, 1):
            if what == POOL:
                for pool in battle.rules.pools:
                    has = battle.pool(side, pool.id)
                    yield Tallied((POOL, side, pool.id), pool.title, has, has)
                continue
            for score in battle.rules.scores:
                key = battle.score_key(side, score)
                has = battle.number(*key)
                title = f"{score.title} ({_('once per battle')})" if score.once else score.title
                yield Tallied(key, title, has, has, battle.scored(side, score.id) - has)

    def content(self) -> ComposeResult:
        sides = self._battle.sides
        theirs = sides[1].name if sides[1] is not None else _("Opponent")
        yield TallyPane(self._rows, (sides[0].name if sides[0] is not None else "", theirs))

    def on_mount(self) -> None:
        pane = self.query_one(TallyPane)
        pane.redraw()
        pane.point_at("0")
        pane.focus()

    def action_step(self, by: int) -> None:
        pane = self.query_one(TallyPane)
        self._set(pane.pointed, self._rows[pane.pointed].now + by)

    @on(BattlePane.Pressed)
    def _pressed(self, event: BattlePane.Pressed) -> None:
        event.stop()
        self._set(event.row, self._rows[event.row].now + (1 if event.action == "count-more" else -1))

    @on(BattlePane.Typed)
    def _typed(self, event: BattlePane.Typed) -> None:
        event.stop()
        self._set(event.row, event.number)

    def _set(self, row: str, number: int) -> None:
        self._rows[row].now = max(0, min(number, 999))
        self.query_one(TallyPane).redraw()

    def action_done(self) -> None:
        self.dismiss({row.key: row.now for row in self._rows.values() if row.now != row.was})


class Sheet(Dialog[None]):
    """The whole datasheet of a unit."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,q", "dismiss(None)", show=False)]

    def __init__(self, army: Army, unit: Unit) -> None:
        super().__init__(army.vocabulary.terms.datasheet.title, Hint("escape", _("close")), classes="dialog tall wide")
        self._army, self._unit = army, unit

    def content(self) -> ComposeResult:
        yield SheetPane(id="battle-sheet")

    def on_mount(self) -> None:
        pane = self.query_one(SheetPane)
        pane.show(self._army, self._unit)
        pane.focus()


class Summary(Dialog[None]):
    """How it stands, or ended."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,q,E", "dismiss(None)", show=False)]

    def __init__(self, battle: Battle) -> None:
        title = _("The battle is over") if battle.has_ended else _("How it stands")
        super().__init__(title, Hint("escape", _("close")), classes="dialog wide")
        self._battle = battle

    def content(self) -> ComposeResult:
        with VerticalScroll() as scroll:
            scroll.styles.height = "auto"
            yield SummaryText(self._battle)


class SummaryText(Static):
    """The text in the width that it has."""

    def __init__(self, battle: Battle) -> None:
        super().__init__()
        self._battle = battle

    def on_resize(self, event: events.Resize) -> None:
        self.update(summary_text(self._battle, event.size.width))


def summary_text(battle: Battle, width: int) -> Content:
    """Victory points by round, units lost, what is left."""
    mine, theirs = summarise(battle)
    result = Content.styled(f"{mine.points} : {theirs.points}", "bold")
    if battle.has_ended:
        words = _("won") if mine.points > theirs.points else _("lost") if mine.points < theirs.points else _("a draw")
        result = Content.assemble(result, f"  {words}")
    names = [one_line(mine.name), one_line(theirs.name) or _("Opponent")]
    widest = max(LEAST_NAME, min(32, max(map(columns, names)), width - 5 * len(mine.rounds) - TOTAL))
    numbers = "".join(f"{place + 1:>5}" for place in range(len(mine.rounds)))
    heading = Content.styled(points_by_round(battle.rules), "bold $head")
    lines = [result, Content(), heading, Content.styled(f"{'':{widest}}{numbers}", "$dim")][: 4 if numbers else 3]
    for name, one in zip(names, (mine, theirs), strict=True):
        rounds = "".join(f"{points:>5}" for points in one.rounds)
        lines.append(Content.assemble(pad(clip(name, widest), widest), rounds, (f"{one.points:>{TOTAL}}", "bold")))
        scored = ", ".join(f"{title} {points}" for title, points in one.by_score if points)
        if len(one.by_score) > 1 and scored:
            lines.append(Content.styled(f"  {scored}", "$dim"))
    for side, (name, one) in enumerate(zip(names, (mine, theirs), strict=True)):
        if one.units:
            lines += [Content(), *_losses(battle, side, name, one)]
    return Content("\n").join(lines)


def _losses(battle: Battle, side: int, name: str, one: SideSummary) -> Iterator[Content]:
    army = battle.sides[side]
    assert army is not None
    words = army.army.vocabulary
    lost = losses_words(words, len(one.lost))
    left = strength_words(words, one.models_left, one.models, one.units)
    points = priced(army.army, one.points_lost) if one.lost else ""
    yield Content.assemble((name, "bold $head"), "  ", " · ".join(filter(None, (lost, points, left))))
    for fighter in battle.lost_units(side):
        round_ = in_round(battle.rules, battle.number("gone", side, fighter.id))
        yield Content.assemble(f"  {told_name(army.army, fighter.unit)}", (f"  {round_}", "$dim"))
