"""The army in a battle: as a tree of who stands and rides together, what is left of each unit; reserves; the destroyed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from textual.content import Content

from listbuilder.army import Army
from listbuilder.army.prices import price_of
from listbuilder.battle.boarding import places_taken
from listbuilder.battle.fight import Battle
from listbuilder.battle.fighters import Fighter
from listbuilder.i18n import Text, _
from listbuilder.print.datasheet import units_words
from listbuilder.rules.formation_tree import Branch, formations
from listbuilder.terminal import columns
from listbuilder.tui.army_lines import drawn, leading_sign
from listbuilder.tui.battle_words import from_round, in_round, strength_words
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.told_apart import endings, shortened, told_name
from listbuilder.tui.widgets.battle_pane import BAR, BattlePane, bar, figure, sign
from listbuilder.tui.widgets.list_pane import ListLine
from listbuilder.tui.wording import bare_price, both_ends, in_game, literal

FIGURES = 6  # cells
LEAST_NAME = 12
LEAST_WITH_BAR = 40


class Left(NamedTuple):
    """A unit that left the table while the cursor was on it, and those above and below it there, the nearest first."""

    unit: str = ""
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()


class BattleArmy(BattlePane):
    """The units of the side that is shown; the ids of its rows are theirs."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(id="battle-army")
        self.battle = battle
        self.side = 0
        self._has_bars = True  # beside the figures, where all names are whole with them
        self._endings: dict[str, str] = {}  # of names that begin alike
        self._on_table: list[str] = []  # ids of the units there, in their order
        self._left = Left()

    @property
    def army(self) -> Army:
        """The army that is shown."""
        side = self.battle.sides[self.side]
        assert side is not None
        return side.army

    @property
    def first(self) -> str:
        """The id of the first unit on the table."""
        return next(iter(self._on_table), "")

    def show(self, side: int) -> None:
        """Shows a side as it is now."""
        self.side = side
        battle, words = self.battle, self.army.vocabulary
        fighters = battle.fighters(side)
        left = sum(battle.models_left(side, one) for one in fighters if not battle.is_gone(side, one.id))
        whole = sum(one.models for one in fighters)
        title = words.terms.army.title if side == 0 else self.army.name
        self.entitle(literal(title), literal(strength_words(words, left, whole, len(fighters))))
        before, pointed = self._on_table, self.pointed
        self.redraw()
        if pointed in before and pointed not in self._on_table:
            place = before.index(pointed)
            self._left = Left(pointed, tuple(reversed(before[:place])), tuple(before[place + 1 :]))

    def action_cursor_down(self) -> None:
        if not self._go_back_to(self._left.below):
            super().action_cursor_down()

    def action_cursor_up(self) -> None:
        if not self._go_back_to(self._left.above):
            super().action_cursor_up()

    def _go_back_to(self, units: Sequence[str]) -> bool:
        """From the unit that has left the table under the cursor to the first of these that is still there."""
        there = next((one for one in units if one in self._on_table), "")
        left, self._left = self._left, Left()
        if not there or self.pointed != left.unit:
            return False
        self.point_at(there)
        return True

    def lines(self) -> list[ListLine]:
        battle = self.battle
        there = {one.id: one for one in battle.fighters(self.side) if battle.is_there(self.side, one)}
        trees = formations(battle.formation(self.side), [one.unit for one in there.values()])
        trees.sort(key=lambda tree: not any(branch.unit.warlord for branch in tree))
        branches = list(chain.from_iterable(trees))
        self._on_table = [one.unit.id for one in branches]
        below = {one.unit.id for one in branches if one.path}
        said = {one.id: self._said(one, is_below=one.id in below) for one in there.values()}
        widest = max((text.cell_length for text in said.values()), default=0)
        names = max((columns(self._titled(one)) + 2 * len(one.path) + 3 for one in branches), default=0)
        self._has_bars = self.line_width >= LEAST_WITH_BAR and names + FIGURES + BAR + 3 + widest <= self.line_width
        drawn_bar = BAR if self._has_bars else 0
        beside = min(widest, max(4, self.line_width - FIGURES - drawn_bar - LEAST_NAME - 8))
        self._endings = endings(map(self._titled, branches))
        found = [self._unit(one, there[one.unit.id], said[one.unit.id], beside) for one in branches]
        return [*found, *self._reserves(), *self._lost()] or [ListLine("#none", Content(_("No units.")), heading=True)]

    # --- units on the table -----------------------------------------------------------------------------------------------

    def _titled(self, branch: Branch) -> str:
        return told_name(self.army, branch.unit)

    def _unit(self, branch: Branch, fighter: Fighter, said: Content, beside: int) -> ListLine:
        """``said``: its states and the like, in so many cells at the right end."""
        strength = self.battle.strength(self.side, fighter)
        leading = leading_sign(self.army, fighter.unit) if fighter.unit.warlord or fighter.unit.transport else " "
        start = Content.assemble((leading, "bold $accent"), " ", (drawn(branch.path), "$dim"))
        left = figure(strength)
        right = Content.assemble(
            " " * max(0, FIGURES - left.cell_length),
            left,
            Content.assemble(" ", bar(strength)) if self._has_bars else "",
            "  ",
            _right(said, beside),
        )
        title = self._titled(branch)
        room = self.line_width - start.cell_length - right.cell_length - 1
        shown = shortened(title, self._endings.get(title, ""), max(LEAST_NAME, room))
        name = Content.styled(shown, "bold" if strength.below_half else "")
        return ListLine(fighter.id, both_ends(Content.assemble(start, name), right, self.line_width))

    def _said(self, fighter: Fighter, *, is_below: bool) -> Content:
        """Its states, the worst first; where it is, when it came, what is in it. ``is_below``: drawn below what it is in."""
        battle, side = self.battle, self.side
        states = sorted(battle.states(side, fighter.id), key=lambda state: not state.grave)
        parts = [
            Content.styled(f"{glyphs().warning} {state.title.lower()}", "bold $danger")
            if state.grave
            else Content.styled(state.title.lower(), "$dim")
            for state in states
        ]
        if battle.now.round and battle.number("arrived", side, fighter.id) == battle.now.round:
            parts.append(Content.styled(_("arrived"), "$good"))
        if battle.transport_of(side, fighter) and not (parts or is_below):
            parts.append(Content.styled(self.army.vocabulary.state_title("embarked").lower(), "$dim"))
        if fighter.unit.transport and not parts:
            taken, places = places_taken(battle, side, fighter)
            text = f"{taken}/{places}" if battle.passengers(side, fighter.id) else _("empty")
            parts.append(Content.styled(text, "$dim"))
        return Content(", ").join(parts)

    # --- off the table ----------------------------------------------------------------------------------------------------

    def _reserves(self) -> Iterator[ListLine]:
        battle, side = self.battle, self.side
        waiting = [
            one for one in battle.fighters(side) if battle.in_reserves(side, one) and not battle.is_gone(side, one.id)
        ]
        if not waiting:
            return
        yield _heading("#reserves", in_game(Text("Reserves"), self.army.vocabulary))
        there, started = {one.id: one for one in waiting}, battle.sides[side]
        assert started is not None
        trees = formations(started.formation, [one.unit for one in waiting])
        for branch in chain.from_iterable(trees):
            fighter = there[branch.unit.id]
            if battle.may_arrive() and battle.now.round:
                when = Content.styled(_("may arrive now"), "$good")
            elif battle.rules.reserves_from:
                text = from_round(battle.rules, battle.rules.reserves_from)
                when = Content.styled(text, "$dim")
            else:
                when = Content.styled(self.army.vocabulary.state_title(battle.where(side, fighter)).lower(), "$dim")
            strength = battle.strength(side, fighter)
            if strength.left < strength.whole:
                count = Content.assemble(" ", figure(strength))
            else:
                count = Content.styled(f" {glyphs().times}{fighter.models}" if fighter.models > 1 else "", "$dim")
            left = Content.assemble(
                (leading_sign(self.army, fighter.unit), "bold $accent"),
                (f" {drawn(branch.path)}", "$dim"),
                told_name(self.army, fighter.unit),
                count,
            )
            yield ListLine(
                fighter.id, both_ends(left, Content.assemble(when, "  ", sign("r", "reserves")), self.line_width)
            )

    def _lost(self) -> Iterator[ListLine]:
        lost = list(self.battle.lost_units(self.side))
        if not lost:
            return
        points = bare_price(self.army, self.battle.points_lost(self.side))
        count = units_words(len(lost), self.army.vocabulary)
        yield _heading("#lost", _("Destroyed"), f"{count}  {points}".rstrip(), self.line_width)
        for fighter in lost:
            price = bare_price(self.army, price_of(self.army, fighter.unit))
            round_ = in_round(self.battle.rules, self.battle.number("gone", self.side, fighter.id))
            left = Content.styled(f"{glyphs().error} {told_name(self.army, fighter.unit)}", "$dim")
            right = Content.styled(f"{round_}  {price:>5}".rstrip(), "$dim")
            yield ListLine(fighter.id, both_ends(left, right, self.line_width))


def _heading(line_id: str, text: str, right: str = "", width: int = 0) -> ListLine:
    left = Content.styled(text, "bold $head")
    line = both_ends(left, Content.styled(right, "$dim"), width) if right else left
    return ListLine(line_id, Content.assemble("\n", line), heading=True)


def _right(text: Content, width: int) -> Content:
    """The text at the right end of so many cells."""
    cut = text.truncate(width, ellipsis=True)
    return Content.assemble(" " * (width - cut.cell_length), cut)
