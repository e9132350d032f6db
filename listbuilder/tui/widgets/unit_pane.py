"""The unit editor: what the unit is in the army, then its models and wargear as lines to count, toggle and pick. The
settings of an army are edited in the same way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widgets import OptionList

from listbuilder.army import Army, Unit
from listbuilder.army.prices import enhancement_prices, price_of, priced
from listbuilder.i18n import Text, _
from listbuilder.session import Row, Session
from listbuilder.tui.actions import BY_ID, bindings, key_names
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.widgets.list_pane import ListLine, ListPane
from listbuilder.tui.wording import (
    SETTINGS_OF,
    both_ends,
    in_game,
    leaders_of,
    literal,
    local,
    number,
    points,
    price,
    reserves_state,
    unit_name,
)

DECLARED = ("relation", "capacity")  # kinds of rules: a game that has none knows no transports and reserves
ASKS = "!"  # prefix of the ids of lines that run an action
DIGITS = frozenset("0123456789")
STEP = "step"  # of a sign that is clicked: one less or one more
LESS, MORE = (Style(bold=True) + Style.from_meta({STEP: step}) for step in (-1, 1))


class UnitPane(ListPane):
    """Lines of one unit. Posts `Typed` when a number was typed on a line."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("unit")

    @dataclass
    class Typed(Message):
        """This many of the row."""

        key: str
        count: int

    def __init__(self, session: Session) -> None:
        super().__init__(id="unit")
        self._session = session
        self._unit: Unit | None = None
        self._holder = ""  # id of the unit or force
        self._rows: dict[str, Row] = {}
        self._apart: set[str] = set()  # units whose models are shown by what they carry
        self._typed = ""
        self._typed_on = ""

    def show(self, unit: Unit | None, force_id: str = "") -> None:
        """Shows the lines of the unit, or else of the force, as they are now."""
        holder = unit.id if unit is not None else force_id
        other = holder != self._holder
        session, self._unit, self._holder = self._session, unit, holder
        rows = session.rows(holder, apart=holder in self._apart) if holder else ()
        self._rows = {row.key: row for row in rows if not row.hidden or row.chosen}
        words = session.system.vocabulary
        self.border_title, self.border_subtitle = literal(f"2 {words.terms.unit.title}"), ""
        if unit is not None:
            self.border_title = literal(f"2 {unit_name(session.army, unit)}")
            self.border_subtitle = literal(priced(session.army, price_of(session.army, unit)))
        elif force_id:
            force = next(line for line in session.forces.lines() if line.id == force_id)
            name = local(session.army, force.name)
            self.border_title = literal(f"2 {name if force.depth else in_game(SETTINGS_OF, words)}")
            own = name if session.forces.is_frame(force_id) is None else words.terms.army.title  # of native data
            self.border_subtitle = literal(points(session.army, force.points) if force.depth else own)
        if other:
            self._typed = ""
            self.highlighted = None
        self.redraw()
        if other:
            self.scroll_home(animate=False)

    @property
    def has_squads(self) -> bool:
        """Whether it shows models of one kind together, or would."""
        return self._holder in self._apart or any(row.together for row in self._rows.values())

    def take_apart(self) -> None:
        """Shows models by what they carry, or all of one kind together again. The cursor stays on the models."""
        row = self.row
        label = row.label if row is not None else ""
        self._apart ^= {self._holder}
        self.show(self._unit)
        first = next((one for one in self._rows.values() if one.label == label and one.kind != "heading"), None)
        if first is not None:
            self.point_at(first.key)

    # --- what is under the cursor ---------------------------------------------------------------------------------------

    @property
    def row(self) -> Row | None:
        """The row under the cursor; None on other lines."""
        return self._rows.get(self.pointed)

    def row_of(self, key: str) -> Row | None:
        return self._rows.get(key)

    @property
    def asked(self) -> str:
        """The action of the line under the cursor, empty when the line is a row."""
        return self.pointed.removeprefix(ASKS) if self.pointed.startswith(ASKS) else ""

    async def _on_click(self, event: events.Click) -> None:
        """A click on one of the signs around a count changes it; elsewhere on its line it only moves the cursor there."""
        place, step = event.style.meta.get("option"), event.style.meta.get(STEP)
        line = self._shown[place] if place is not None else None
        row = self._rows.get(line.id) if line is not None else None
        if row is not None and row.kind == "count":
            event.prevent_default()
            self.highlighted = place
            if step:
                await self.run_action(BY_ID["row-more" if step > 0 else "row-less"].handler)

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if not self._commit():
            await self.run_action(BY_ID["row-pick"].handler)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if self._typed_on != self.pointed:
            self._commit()

    # --- typing a number ------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        row = self.row
        if event.key in DIGITS and row is not None and row.kind == "count":
            self._type(event.key, row)
        elif self._typed and event.key == "enter":
            self._commit()
        elif self._typed and event.key in {"escape", "backspace"}:
            self._typed = self._typed[:-1] if event.key == "backspace" else ""
            self.redraw()
        else:
            return
        event.stop()
        event.prevent_default()

    def on_blur(self) -> None:
        self._commit()

    def _type(self, digit: str, row: Row) -> None:
        """Takes a digit. The number is set as soon as no further digit could follow, else on enter or when the cursor leaves."""
        typed = (self._typed if self._typed_on == row.key else "") + digit
        self._typed, self._typed_on = typed, row.key
        most = row.maximum
        if most is not None and int(typed) * 10 > most:
            self._commit()
        else:
            self.redraw()

    def _commit(self) -> bool:
        """Posts the typed number; whether there was one."""
        typed, self._typed = self._typed, ""
        if typed:
            self.post_message(self.Typed(self._typed_on, int(typed)))
            self.redraw()
        return bool(typed)

    # --- drawing --------------------------------------------------------------------------------------------------------

    def lines(self) -> Sequence[ListLine]:
        unit = self._unit
        if unit is None and self._holder:
            text = in_game(Text("There are no settings here. Press a to add {units}."), self._session.system.vocabulary)
            hint = Content.styled(text, "$text-muted")
            return [self._row(row) for row in self._rows.values()] or [ListLine("#none", hint, heading=True)]
        if unit is None:
            text = in_game(Text("Choose one of the {units} on the left."), self._session.system.vocabulary)
            return [ListLine("#none", Content.styled(text, "$text-muted"), heading=True)]
        marks, rows = list(self._marks(self._session.army, unit)), [self._row(row) for row in self._rows.values()]
        rule = ListLine("#rule", Content.styled(glyphs().rule * self.line_width, "$text-disabled"), heading=True)
        return [*marks, rule, *rows] if marks and rows else [*marks, *rows]

    def _marks(self, army: Army, unit: Unit) -> Iterator[ListLine]:
        """The lines for choices that open a dialog."""
        sign, declared = glyphs(), army.declarations
        words = army.vocabulary
        heroic = not words.heroes or any(map(unit.has, words.heroes)) or unit.warlord or bool(unit.enhancements)
        if "warlord" in words.marks and heroic:
            leads_army = _("yes") if unit.warlord else ""
            yield self._mark("toggle-warlord", sign.warlord, words.terms.warlord.title, leads_army)
        bears = unit.allowances or (heroic and (unit.allowances is None or unit.enhancements))
        if "enhancement" in words.marks and bears:
            taken = ", ".join(
                " ".join((local(army, e.name), *enhancement_prices(army, unit, e))) for e in unit.enhancements
            )
            yield self._mark("choose-enhancement", sign.enhancement, words.terms.enhancement.title, taken)
        if (_leads(unit) and words.declares("attach")) or unit.id in declared.attach:
            joined = self._named(declared.attach.get(unit.id, ""))
            yield self._mark("attach-leader", sign.attached, words.declaration("attach") or _("Leads"), joined)
        for title, parts in ((_("Led by"), False), (_("Joined by"), True)):
            joined = ", ".join(unit_name(army, one) for one in leaders_of(army, unit.id) if one.is_part == parts)
            if joined:
                text = Content.assemble((f"{sign.led} ", "bold"), title, "  ", (joined, "$secondary"))
                yield ListLine("#joined" if parts else "#led", text, heading=True)
        declares = any(rule.kind in DECLARED for rule in self._session.system.rules)
        if (declares and words.declares("embark") and not unit.transport) or unit.id in declared.embark:
            ride = self._named(declared.embark.get(unit.id, ""))
            yield self._mark("embark", sign.embarked, words.declaration("embark") or _("Rides in"), ride)
        state = reserves_state(army, unit.id)
        if (declares and words.declares("reserves")) or state:
            value = army.vocabulary.state_title(state) if state else ""
            yield self._mark("choose-reserves", sign.reserves, words.declaration("reserves") or _("Starts"), value)
        if unit.hover and words.declares("hover"):
            hovers = _("yes") if unit.id in declared.hover else ""
            yield self._mark("toggle-hover", sign.hover, words.declaration("hover"), hovers)

    def _named(self, unit_id: str) -> str:
        other = self._session.unit(unit_id) if unit_id else None
        return unit_name(self._session.army, other) if other else unit_id

    def _mark(self, action: str, sign: str, title: str, value: str) -> ListLine:
        shown = (value, "$secondary") if value else (glyphs().dash, "dim")
        left = Content.assemble((f"{sign} ", "bold" if value else "dim"), title, "  ", shown)
        key = Content.styled(key_names(BY_ID[action].keys)[0], "bold $footer-key-foreground")
        return ListLine(ASKS + action, both_ends(left, key, self.line_width))

    def _row(self, row: Row) -> ListLine:
        label = local(self._session.army, row.label)
        indent = "  " * row.depth
        if row.kind == "heading":
            text = Content.assemble(indent, (label, "bold $secondary"), (self._bounds(row), "dim"))
            return ListLine(f"#{row.key}", text.truncate(self.line_width, ellipsis=True), heading=True)
        style = "" if row.chosen else "$text-muted"
        left = Content.assemble(indent, (self._box(row), "bold" if row.chosen else "dim"), (label, style))
        counter = Content.assemble(self._counter(row), self._bounds(row)) if row.kind == "count" else Content()
        tail = Content.assemble(counter, (f"{price(row.points):>6}", "$text-muted"))
        return ListLine(row.key, both_ends(left, tail, self.line_width))

    @staticmethod
    def _box(row: Row) -> str:
        if row.kind == "pick":
            return f"({glyphs().picked if row.chosen else ' '}) "
        return f"[{'x' if row.chosen else ' '}] " if row.kind == "toggle" else ""

    def _counter(self, row: Row) -> Content:
        sign = glyphs()
        typing = bool(self._typed) and self._typed_on == row.key
        lowest = row.minimum is not None and row.count <= row.minimum
        highest = row.maximum is not None and row.count >= row.maximum
        value = f"{self._typed}_" if typing else number(row.count)
        return Content.assemble(
            (sign.less, LESS) if not lowest else (" ", "bold"),
            (f"{value:>3}", "bold"),
            " ",
            (sign.more, MORE) if not highest else (" ", "bold"),
        )

    @staticmethod
    def _bounds(row: Row) -> str:
        low, high = row.minimum, row.maximum
        if row.kind == "heading" and (not high or low == high == 1):
            return ""
        text = f"{low}+" if low else ""
        if high is not None:
            text = str(high) if high == low else f"{low or 0}{glyphs().dash}{high}"
        return f" {text:>5}"


def _leads(unit: Unit) -> bool:
    """Whether it may lead another unit, or the data do not say."""
    leader = unit.leader
    return unit.leader_unread or (leader is not None and bool(leader.leads or leader.leads_keywords))
