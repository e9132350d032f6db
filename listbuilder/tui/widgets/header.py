"""The two lines at the top: name and facts of the list, points and verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from listbuilder.catalogue.base import Number
from listbuilder.catalogue.terms import capital
from listbuilder.i18n import _, in_language
from listbuilder.rules.diagnostic import SEVERITIES
from listbuilder.rules.gauges import Used
from listbuilder.session import Session
from listbuilder.terminal import clip, one_line
from listbuilder.tui.actions import BY_ID, key_names
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.widgets.clicks import Clicked, clickable
from listbuilder.tui.wording import SEVERITY_STYLES, both_ends, local, number, severity_count

MOST_BAR, LEAST_BAR = 24, 8
LEAST_FACTS = 12  # cells beside the name
LEAST_TERMS = 12  # cells of what stands beside the verdict
GAP = "   "


class ArmyHeader(Clicked):
    DEFAULT_CSS = """
    ArmyHeader { height: 2; background: $raised; padding: 0 1; dock: top; }
    ArmyHeader > Static {
        height: 1; width: 1fr; text-wrap: nowrap;
    }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._planned: Number | None = None  # points of what may be added next
        self._drawn_width = -1

    def plan(self, points: Number | None) -> None:
        """Shows what would be left with so many points more; None for what is left now."""
        if points != self._planned:
            self._planned = points
            self.show()

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        yield Static(id="gauges")

    def on_resize(self, _: events.Resize) -> None:
        if self._drawn_width not in (-1, self.size.width):  # the screen draws it first
            self.show()

    def show(self) -> None:
        session, width = self._session, self.size.width
        self._drawn_width = width
        room = max(width // 2, width - used(session, width).cell_length - 2)  # what the budgets leave
        found = judged(session, room, width - over(session).cell_length - len(GAP))
        gauges = both_ends(used(session, width - found.cell_length - 2), found, width)
        self.query_one("#title", Static).update(title_line(session, width, self._planned), layout=False)
        self.query_one("#gauges", Static).update(gauges, layout=False)


def title_line(session: Session, width: int, planned: Number | None = None) -> Content:
    """Name and file state, faction, detachment and size; at the right the points. Where there is no room for all, the size goes
    first, then the bar, then the end of what stands between."""
    army = session.army
    name = _named(session)
    points, rest = spent(session)
    if rest and planned is not None and session.limit is not None:
        then = session.limit - session.points - planned
        bare = then >= 0 and session.limit >= session.points  # "left" is not said twice
        rest = Content.assemble(rest, (f" {glyphs().becomes} ", "$dim"), remaining(then, bare=bare))
    parts = [local(army, army.faction_name), *(local(army, detachment.name) for detachment in army.detachments)]
    if not army.detachments and army.offers_detachments:
        parts.append(_("no {detachment}").format(detachment=army.vocabulary.terms.detachment))
    size = local(army, army.battle_size.name) if army.battle_size is not None else ""
    room = max(0, width - points.cell_length - rest.cell_length - 3)
    name = name.truncate(max(10, room - LEAST_FACTS), ellipsis=True)
    room -= name.cell_length + len(GAP)
    whole = " · ".join(filter(None, (*parts, size)))
    facts = whole if cell_len(whole) + LEAST_BAR <= room else clip(" · ".join(parts), max(0, room))
    line = bar(session, min(MOST_BAR, room - cell_len(facts) - len(GAP)))
    right = Content(" ").join(one for one in (points, line, rest) if one)
    return both_ends(Content.assemble(name, (f"{GAP}{facts}" if facts else "", "$dim")), right, width)


def _named(session: Session) -> Content:
    """The list's name, and a sign where there is something to save; clicks name it and save it."""
    name = Content.styled(one_line(session.name) or _("Unnamed list"), "bold $strong")
    unsaved = Content.styled(f" {glyphs().modified}" if session.dirty else "", "bold $accent")
    return clickable(name, BY_ID["rename-list"].handler) + clickable(unsaved, BY_ID["save"].handler)


def spent(session: Session) -> tuple[Content, Content]:
    """The points with their limit, and what is left or too much; nothing in a game without."""
    total, limit, unit = session.points, session.limit, session.system.vocabulary.terms.points
    if not session.army.has_points:
        return Content(), Content()
    if limit is None or limit <= 0:
        return Content.styled(f"{number(total)} {unit}", "bold $strong"), Content()
    text = Content.assemble((number(total), "bold $strong"), (f" / {number(limit)} {unit}", "$dim"))
    return text, left_over(session)


def left_over(session: Session, *, bare: bool = False) -> Content:
    """What is left of the points, or what is too much; nothing without a limit. ``bare``: the number alone."""
    total, limit = session.points, session.limit
    if not session.army.has_points or limit is None or limit <= 0:
        return Content()
    return remaining(limit - total, bare=bare)


def remaining(left: Number, *, bare: bool = False) -> Content:
    """So many points left, or too many."""
    if bare:
        return Content.styled(number(left), "bold $danger" if left < 0 else "bold $good")
    if left < 0:
        return Content.styled(f"{glyphs().error} {_('{n} over').format(n=number(-left))}", "bold $danger")
    return Content.styled(_("{n} left").format(n=number(left)), "bold $good")


def bar(session: Session, room: int) -> Content:
    """The points as a bar; over the limit it ends in another sign."""
    total, limit, sign = session.points, session.limit, glyphs()
    if room < LEAST_BAR or not session.army.has_points or limit is None or limit <= 0:
        return Content()
    full = int(room * min(total, limit) / max(total, limit))
    rest = (sign.bar * (room - full), "$danger") if total > limit else (sign.rule * (room - full), "$line")
    return Content.assemble((sign.bar * full, "$good"), rest)


class Budget(NamedTuple):
    """Something that players plan by. ``full``: how near it is to its limit, 1 where it is reached; ``is_over``: it breaks it."""

    full: Fraction
    is_over: bool
    sign: str
    name: str
    amount: Content

    def drawn(self, *, named: bool, room: int | None = None) -> Content:
        """``named``: also where its sign says what it is; ``room``: cells for a name without a sign."""
        name = self.name if room is None else clip(self.name, room)
        words = [self.sign, name] if named or not self.sign else [self.sign]
        said = " ".join(filter(None, words))
        return Content.assemble((f"{said} " if said else "", "$dim"), self.amount)


def used(session: Session, width: int) -> Content:
    """What else players plan by: what rules allow and how much of it is used, other currencies, what the game counts. Where
    there is no room for all, the names of those with a sign are left out, and then what is farthest from its limit; what is
    over it stays, if need be with a shorter name."""
    budgets = list(_budgets(session))
    line = Content(GAP).join(one.drawn(named=True) for one in budgets)
    if line.cell_length <= width:
        return line
    found = [one.drawn(named=False) for one in budgets]
    kept = sorted(range(len(found)), key=lambda place: (not budgets[place].is_over, -budgets[place].full))
    while kept and not budgets[kept[-1]].is_over and _cells([found[place] for place in kept]) > width:
        kept.pop()
    shown = [budgets[place] for place in sorted(kept)]
    line = Content(GAP).join([found[place] for place in sorted(kept)])
    return line if line.cell_length <= width else _shortened(shown, width)


def over(session: Session) -> Content:
    """What is over its limit, with whole names where no sign stands for them."""
    return Content(GAP).join(one.drawn(named=False) for one in _budgets(session) if one.is_over)


def _cells(parts: Sequence[Content]) -> int:
    return sum(part.cell_length + len(GAP) for part in parts) - len(GAP)


def _shortened(shown: Sequence[Budget], width: int) -> Content:
    """What is over its limit, with shorter names: each is told, however little room there is."""
    longest = max((cell_len(one.name) for one in shown), default=0)
    lines = (Content(GAP).join(one.drawn(named=False, room=room) for one in shown) for room in range(longest, -1, -1))
    return next((line for line in lines if line.cell_length <= width), Content())


def _budgets(session: Session) -> Iterator[Budget]:
    sign = glyphs()
    signs = {"leader": sign.warlord, "upgrades": sign.enhancement, "reserves": sign.reserves}
    for gauge in session.gauges:
        yield Budget(
            _fullness(gauge.used),
            gauge.used.is_over,
            signs.get(gauge.sign, ""),
            in_language(gauge.name),
            _gauge(gauge.used),
        )
    shown = {gauge.currency for gauge in session.gauges}
    for one in session.spending:
        if one.currency in shown:
            continue
        spent = Used(one.spent, one.limit)
        amount = _gauge(spent)
        yield Budget(_part(one.spent, one.limit), spent.is_over, "", capital(in_language(one.name)), amount)
    for figure in session.figures:
        amount = Content.styled(number(figure.number), "$strong")
        yield Budget(Fraction(0), False, sign.counted, capital(in_language(figure.name)), amount)


def _gauge(found: Used) -> Content:
    sign = glyphs()
    if found.at_least == found.at_most == 1:
        given = sign.legal if found.found == 1 else sign.error if found.is_over else sign.dash
        return Content.styled(given, _style(found))
    least = f"{sign.at_least}{number(found.at_least)} " if found.at_least is not None and found.is_short else ""
    most = f"/{number(found.most)}" if found.most is not None else ""
    mark = f" {sign.error}" if found.is_over else ""
    return Content.styled(f"{least}{number(found.found)}{most}{mark}", _style(found))


def _style(found: Used) -> str:
    return "bold $danger" if found.is_over else "$accent" if found.is_short else "$strong"


def _fullness(found: Used) -> Fraction:
    """How near it is to a bound: 1 where it is reached, more where it is broken."""
    if found.is_short or found.is_over:
        return Fraction(2)
    return _part(found.found, found.at_most)


def _part(found: Number, limit: Number | None) -> Fraction:
    return Fraction(found) / Fraction(limit) if limit else Fraction(0)


def judged(session: Session, width: int, most: int) -> Content:
    """The verdict, and beside it what was judged otherwise than lists usually are: a limit of the list's own, optional rules.
    ``width``: cells that it has; ``most``: what it takes at most, also with errors of many kinds."""
    terms = dict.fromkeys(one.beside.render(session.localise) for one in session.findings if one.beside is not None)
    frame = len(GAP) + len("[]")
    found = verdict(session, most - (LEAST_TERMS + frame if terms else 0))
    room = min(max(LEAST_TERMS, width - found.cell_length - len(GAP)), most - found.cell_length - frame)
    if not terms or room < LEAST_TERMS // 2:
        return found
    return Content.assemble((f"[{clip(one_line('; '.join(terms)), room)}]", "$accent"), GAP, found)


def verdict(session: Session, most: int) -> Content:
    """Legal, or how many findings of each severity there are; a click goes to the first of them. Where there is no room for all,
    the key goes first, then what weighs least."""
    sign, findings = glyphs(), session.findings
    parts = []
    if session.verdict == "legal":
        parts.append(Content.styled(f"{sign.legal} {_('legal')}", "bold $good"))
    elif not findings:
        parts.append(Content.styled(f"{sign.unjudged} {_('unjudged')}", "bold $accent"))
    for severity in SEVERITIES:
        if text := severity_count(findings, severity):
            style = f"bold {SEVERITY_STYLES[severity]}" if severity == "error" else SEVERITY_STYLES[severity]
            part = Content.styled(f"{sign.severity(severity)} {text}", style)
            parts.append(clickable(part, f"screen.go_to_first({severity!r})"))
    if any(one.unit for one in findings):
        action = BY_ID["next-finding"]
        hint = Content.assemble((key_names(action.keys)[0], "bold $accent"), " ", (_("next"), "$dim"))
        parts.append(clickable(hint, action.handler))
    while len(parts) > 1 and _cells(parts) > most:
        parts.pop()
    return Content(GAP).join(parts)


def wrong(session: Session) -> Content:
    """The number of errors, as short as can be; nothing when there are none."""
    errors = sum(one.severity == "error" for one in session.findings)
    return Content.styled(f"{glyphs().error}{errors}", "bold $danger") if errors else Content()
