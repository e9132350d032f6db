"""The two lines at the top of a battle: lists, round, turn and phase, what players have and have scored."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from listbuilder.army.prices import priced
from listbuilder.battle.fight import Battle
from listbuilder.battle.moments import ME
from listbuilder.catalogue.terms import capital
from listbuilder.i18n import _
from listbuilder.terminal import one_line
from listbuilder.tui.widgets.battle_pane import linked, sign
from listbuilder.tui.wording import both_ends, local

GAP = "   "


class BattleHeader(Widget):
    DEFAULT_CSS = """
    BattleHeader { height: 2; background: $raised; padding: 0 1; dock: top; }
    BattleHeader > Static { height: 1; width: 1fr; text-wrap: nowrap; }
    """

    def __init__(self, battle: Battle) -> None:
        super().__init__()
        self._battle = battle
        self._side = 0
        self._tab = self._title = ""

    def compose(self) -> ComposeResult:
        yield Static(id="battle-names")
        yield Static(id="battle-course")

    def on_resize(self, _: events.Resize) -> None:
        self._draw()

    def show(self, side: int, tab: str = "", title: str = "") -> None:
        """Shows the battle as it is now. ``side``: whose army is shown; ``tab``: the pane that is shown where only one is, with a
        ``title`` when it is that of a unit."""
        self._side, self._tab, self._title = side, tab, title
        self._draw()

    def _draw(self) -> None:
        width = self.size.width
        if self._tab:
            first, second = self._narrow(width)
        else:
            other = self._other()
            first = both_ends(self._names(), other if other.cell_length < width * 2 // 3 else Content(), width)
            points = self._points(width * 3 // 5)
            second = both_ends(self._course(width - points.cell_length - 2), points, width)
        self.query_one("#battle-names", Static).update(first)
        self.query_one("#battle-course", Static).update(second)

    # --- lines ------------------------------------------------------------------------------------------------------------

    def _names(self) -> Content:
        mine, theirs = self._battle.sides
        text = Content.styled(one_line(mine.name) if mine is not None else "", "bold $strong")
        if theirs is not None:
            text = Content.assemble(text, (f"  {_('against')} ", "$dim"), one_line(theirs.name))
        return text

    def _other(self) -> Content:
        words = _("my list") if self._side else _("opponent's list")
        shown = self._battle.sides[self._side]
        army = f"{local(shown.army, shown.army.faction_name)} {priced(shown.army, shown.army.points)}" if shown else ""
        return Content.assemble(
            (army.strip(), "$dim"),
            GAP,
            sign("o", "other-list"),
            linked(f" {words}", "$dim", "other-list"),
        )

    def _course(self, room: int, *, short: bool = False) -> Content:
        """Round, turn, phase, and the key for the next one. Where there is no room, the number of rounds goes first."""
        battle, now = self._battle, self._battle.now
        if battle.has_ended:
            over = Content.styled(_("The battle is over"), "bold")
            return Content.assemble(over, GAP, sign("E", "summary"), (f" {_('summary')}", "$dim"))
        if not now.round:
            begin = _("first {round}").format(round=battle.rules.round_title.lower())
            return Content.assemble(
                _("Not begun."), "  ", sign("]", "next-phase"), linked(f" {begin}", "$dim", "next-phase")
            )
        of = f" {_('of {n}').format(n=battle.rules.rounds)}" if battle.rules.rounds else ""
        phase = self._phase()
        whose = battle.whose
        turn = "" if whose is None else _("your turn") if whose == ME else _("their turn")
        ahead = Content.assemble(GAP, sign("]", "next-phase"), linked(f" {_('next')}", "$dim", "next-phase"))
        round_ = f"{battle.rules.round_title} "
        before, _number, after = _("R{n}").partition("{n}")
        tries = (
            (round_, of, f"{GAP}{turn}", ahead),
            (round_, "", f"{GAP}{turn}", ahead),
            (before, after, f" {turn}", ahead),
            (before, after, f" {turn}", Content()),
            (before, after, "", Content()),
        )
        for name, limit, whose_turn, more in tries[2:] if short else tries:
            line = Content.assemble(
                (name, "$dim"),
                (str(now.round), "bold"),
                (limit, "$dim"),
                linked(whose_turn, "bold", "turn"),
                (" · " if phase and whose_turn.strip() else " " if phase else "", "$dim"),
                (phase, "bold"),
                more,
            )
            if line.cell_length <= room:
                return line
        return line.truncate(room, ellipsis=True)

    def _phase(self) -> str:
        words = self._battle.sides[0]
        phase = self._battle.course.phase(self._battle.now)
        return capital(words.army.vocabulary.phase_name(phase)) if words is not None and phase else ""

    def _points(self, room: int) -> Content:
        """What both players have, mine first. Where there is no room, names become letters."""
        battle = self._battle
        found = [
            (one.title, "C", "pools", [battle.pool(side, one.id) for side in (0, 1)]) for one in battle.rules.pools
        ]
        if battle.rules.scores:
            found.append((_("Victory points"), "V", "scores", [battle.scored(side) for side in (0, 1)]))
        for whole in (True, False):
            parts = [
                Content.assemble(
                    sign(key, action),
                    linked(f" {name} " if whole else " ", "$dim", action),
                    linked(str(mine), "bold", action),
                    linked(f" : {theirs}", "$dim", action),
                )
                for name, key, action, (mine, theirs) in found
            ]
            line = Content(GAP if whole else "  ").join(parts)
            if line.cell_length <= room:
                break
        return line

    def _narrow(self, width: int) -> tuple[Content, Content]:
        """Where one pane is shown: the tabs beside the points, and the course."""
        tabs = Content("  ").join(
            linked(title, "bold underline" if name == self._tab else "$dim", f"tab-{name}")
            for name, title in (("army", _("Army")), ("unit", _("Unit")), ("log", _("Log")))
        )
        points = self._points(width - tabs.cell_length - 1)
        title = Content.styled(self._title, "bold").truncate(width, ellipsis=True)
        return both_ends(tabs, points, width), title or self._course(width, short=True)
