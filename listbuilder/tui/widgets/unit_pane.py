"""The unit: its datasheet and its choices as one sheet. The settings of an army are edited in the same way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import OptionList

from listbuilder.army import Army, Profile, Unit
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.i18n import Text
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.session import Row, Session
from listbuilder.tui import sheet
from listbuilder.tui.actions import BY_ID, bindings
from listbuilder.tui.army_marks import ArmySheet, left_to_rows, rows_without
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.later import later
from listbuilder.tui.refusals import Refusals
from listbuilder.tui.surroundings import NOTHING, read_surroundings, sections_of
from listbuilder.tui.typed_number import TypedNumber
from listbuilder.tui.unit_faults import faults, line_at_fault
from listbuilder.tui.unit_marks import ASKS, may_bear, unit_marks
from listbuilder.tui.unit_rows import SheetLine, SheetRows, line_of, profiles_of, size_line
from listbuilder.tui.unit_title import force_title, unit_title
from listbuilder.tui.wargear_lines import STEP, Fault, WargearDrawing, least_of, most_of
from listbuilder.tui.widgets.list_pane import ListLine, ListPane
from listbuilder.tui.widgets.text_lines import plain_lines, section_lines, spaced
from listbuilder.tui.wording import in_game, literal

DIGITS = frozenset("0123456789")
REST = 0.25  # seconds without a change
WIDEST = 96  # cells of a line: figures stay near the names that they are of
ROOMY = 30  # lines of the window; with fewer, the wargear comes before what the unit is in the army


class UnitPane(ListPane):
    """Lines of one unit. Posts `Typed` when a number was typed on a line, `Told` when the cursor comes to a line that does not
    say everything."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("unit")

    class Typed(Message):
        """This many of the row."""

        def __init__(self, key: str, count: int) -> None:
            super().__init__()
            self.key = key
            self.count = count

    class Told(Message):
        """What the line under the cursor does not show whole."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, session: Session) -> None:
        super().__init__(id="unit")
        self._session = session
        self._unit: Unit | None = None
        self._holder = ""  # id of the unit or force
        self._rows: dict[str, Row] = {}
        self._every: dict[str, Row] = {}  # also those that other lines stand for
        self._wargear_lines: dict[str, SheetLine] = {}  # those of the wargear, by their ids
        self._faults: dict[str, Fault] = {}  # by the ids of lines
        self._dropped: dict[str, str] = {}  # keywords that have no room beside their weapons
        self._opened = ""  # id of the choice whose alternatives are shown
        self._apart: set[str] = set()  # units whose models are shown by what they carry
        self._typed = TypedNumber()
        self._profile = 0  # which profile of the line under the cursor is told
        self._pointed_last = ""
        self._has_columns = True
        self._is_sized = False
        self._around = NOTHING
        self._army_sheet = ArmySheet(session)
        self._refusals = Refusals(self, session, self.redraw)
        self._later: Timer | None = None  # reads what is around the unit
        self._must_look = False  # as soon as no other screen is on top

    def show(self, unit: Unit | None, force_id: str = "") -> None:
        """Shows the lines of the unit, or else of the force, as they are now."""
        holder = unit.id if unit is not None else force_id
        other = holder != self._holder
        session, self._unit, self._holder = self._session, unit, holder
        rows = session.rows(holder, apart=holder in self._apart) if holder else ()
        self._army_sheet.show(force_id if unit is None else "", is_other=other)
        self._every = {row.key: row for row in rows if not row.hidden or row.chosen}
        if self._army_sheet.is_shown:
            rows = left_to_rows(session, rows)
        elif unit is not None and may_bear(session.army, unit):
            rows = rows_without(rows, {"enhancement"})
        self._rows = {row.key: row for row in rows if row.key in self._every}
        self._show_titles(unit, force_id)
        self._look_around_later(keep=not other)
        if other:
            self._typed.take()
            self._opened = self._pointed_last = ""
            self.highlighted, self._is_sized = None, bool(self.size)
        self._read()
        self.redraw()
        if other:
            self.scroll_home(animate=False)

    def _look_around_later(self, *, keep: bool) -> None:
        """That takes longer than all else, and is of no use while keys come fast. ``keep``: what is known is likely to hold."""
        if self._later is not None:
            self._later.stop()
        self._around = self._around if keep else NOTHING
        self._refusals.drop(keep=keep)
        self._later = later(self, REST, self._look_around)

    @property
    def is_looking(self) -> bool:
        """Whether something of what it shows besides the unit itself is still to be worked out."""
        return self._later is not None or self._refusals.is_working

    def _look_around(self) -> None:
        self._later = None
        self._must_look = self.screen is not self.app.screen  # which may be reading the session in a thread
        if self._must_look:
            return
        if self._unit is not None:
            self._around = read_surroundings(self._session, self._unit, self._wargear_lines.values())
        elif self._army_sheet.is_shown:
            self._army_sheet.read()
        self._refusals.ask(self._holder, self._unit, self._rows.values())
        self.redraw()

    def redraw_late(self) -> None:
        super().redraw_late()
        if self._must_look:
            self._look_around()

    def _show_titles(self, unit: Unit | None, force_id: str) -> None:
        if unit is not None:
            self.entitle(*unit_title(self._session, unit))
        elif force_id:
            self.entitle(*force_title(self._session, force_id))
        else:
            self.entitle(literal(self._words.terms.unit.title))

    # --- what it shows --------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        """Reads what the unit carries and may choose."""
        session, unit, rows = self._session, self._unit, tuple(self._rows.values())
        bearers = session.bearers(unit.id, rows) if unit is not None else ()
        shared, own = sheet.headings_of(session.army)

        def offered(row: Row) -> tuple[Profile, ...]:
            return session.offered(self._holder, row.key) if unit is not None else ()

        found = SheetRows(rows, bearers, offered, opened=self._opened, shared=shared, own=own)
        self._wargear_lines = {line.id: line for line in found.lines()}
        lines = self._wargear_lines.values()
        unit_id, force_id = (unit.id, "") if unit is not None else ("", self._holder)
        self._faults = faults(session, unit_id, self._every, lines, force_id)

    def line_at_fault(self, finding: Diagnostic) -> str:
        """The id of the line that a finding is about, which `point_at` takes; empty for none."""
        if finding.unit != (self._unit.id if self._unit is not None else ""):
            return ""
        force_id = "" if finding.unit else self._holder
        return line_at_fault(self._session, finding, self._every, self._wargear_lines.values(), force_id)

    def _line_of(self, key: str) -> str:
        return line_of(self._wargear_lines.values(), key)

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

    def point_at(self, line_id: str) -> None:
        """Puts the cursor on a line, or on the line that shows the row of that key."""
        super().point_at(line_id if line_id in self._wargear_lines else self._line_of(line_id) or line_id)

    # --- what is under the cursor ---------------------------------------------------------------------------------------

    @property
    def line(self) -> SheetLine | None:
        """The line of the wargear under the cursor."""
        return self._wargear_lines.get(self.pointed)

    @property
    def size_line(self) -> SheetLine | None:
        """The line of the models of which there may be more or fewer; None where there is none."""
        return size_line(self._wargear_lines.values())

    @property
    def row(self) -> Row | None:
        """The row under the cursor; None on other lines."""
        return self.line.row if self.line is not None and self.line.editable else None

    def row_of(self, key: str) -> Row | None:
        return self._rows.get(key)

    @property
    def asked(self) -> str:
        """The action of the line under the cursor, empty when the line is a row."""
        return self.pointed.removeprefix(ASKS) if self.pointed.startswith(ASKS) else ""

    async def _on_click(self, event: events.Click) -> None:
        """A click on one of the signs around a count changes it; elsewhere on its line it only moves the cursor there."""
        place, step = self.line_at(event), event.style.meta.get(STEP)
        line = self._wargear_lines.get(self._shown[place].id) if place is not None else None
        if line is not None and line.kind in ("count", "models"):
            event.prevent_default()
            self.highlighted = place
            if step:
                await self.run_action(BY_ID["row-more" if step > 0 else "row-less"].handler)

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if not self._commit():
            await self.run_action(BY_ID["row-pick"].handler)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if self._typed.line != self.pointed:
            self._commit()
        if self._pointed_last == self.pointed:  # the lines around it have changed
            return
        self._pointed_last, self._profile = self.pointed, 0
        if not self._has_columns:
            self.redraw()
            self.call_after_refresh(self.scroll_to_highlight)  # the line is higher now
        if self.has_focus and (told := self._untold):
            self.post_message(self.Told(told))

    # --- choices --------------------------------------------------------------------------------------------------------

    def open_choice(self) -> bool:
        """Shows the alternatives of the choice under the cursor, or hides them again; whether there is one."""
        line = self.line
        if line is None or line.kind != "choice":
            return False
        self._open("" if self._opened == line.id else line.id)
        taken = next((row.key for row in line.options if row.chosen), line.options[0].key)
        if self._opened:
            super().point_at(taken)
        return True

    def close_choice(self) -> bool:
        """Hides the alternatives; the cursor goes to what they are alternatives of. Whether any were shown."""
        opened = self._opened
        if opened:
            self.highlighted = next((n for n, line in enumerate(self._shown) if line.id == opened), None)
            self._open("")
        return bool(opened)

    def _open(self, line_id: str) -> None:
        self._opened = line_id
        self._read()
        self.redraw()

    @property
    def _untold(self) -> str:
        """What the line under the cursor has no room for, or why there is nothing to do."""
        against = self._around.reasons.get(self.asked, "").removeprefix(f"{glyphs().dash} ")
        return against or ("" if self.row is None or self.row.fixed else self.why_not)

    @property
    def why_not(self) -> str:
        """Why there cannot be more of what is under the cursor; empty where there can."""
        line = self.line
        if line is None or line.row is None or not line.editable:
            return ""
        return most_of(self._session.army, line) or self._refusals.found.get(line.row.key, "")

    @property
    def why_no_fewer(self) -> str:
        """The same of fewer."""
        line = self.line
        return least_of(self._session.army, line) if line is not None else ""

    # --- typing a number ------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        line = self.line
        if event.key in DIGITS and line is not None and line.kind in ("count", "models") and line.row is not None:
            self._type(event.key, line, line.row)
        elif self._typed.digits and event.key == "enter":
            self._commit()
        elif self._typed.digits and event.key in {"escape", "backspace"}:
            (self._typed.shorten if event.key == "backspace" else self._typed.take)()
            self.redraw()
        elif event.key == "right" and self.action_next_profile():
            pass
        elif not (event.key == "escape" and self.close_choice()):
            return
        event.stop()
        event.prevent_default()

    def on_blur(self) -> None:
        self._commit()

    def _type(self, digit: str, line: SheetLine, row: Row) -> None:
        """Takes a digit. The number is set as soon as no further digit could follow, else on enter or when the cursor leaves."""
        if self._typed.type(digit, line.id, row.maximum + line.beyond if row.maximum is not None else None):
            self._commit()
        else:
            self.redraw()

    def _commit(self) -> bool:
        """Posts the typed number; whether there was one."""
        was_typed = bool(self._typed.digits)
        if (typed := self.take_typed()) is not None:
            self.post_message(typed)
        return was_typed

    def take_typed(self) -> Typed | None:
        """The number that was typed and is not set yet: forgotten here, so that whoever asks for it has to set it."""
        typed = self._typed.take()
        if not typed:
            return None
        self.redraw()
        line = self._wargear_lines.get(self._typed.line)
        if line is None or line.row is None:
            return None
        return self.Typed(line.row.key, max(0, int(typed) - line.beyond))

    def action_next_profile(self) -> bool:
        """Tells the next of several profiles where there are no columns for them; whether there is one."""
        line = self.line
        if self._has_columns or line is None or len(self._profiles(line)) < 2:
            return False
        self._profile += 1
        self.redraw()
        return True

    def _profiles(self, line: SheetLine) -> list[Profile]:
        return profiles_of(self._wargear_lines.values(), line)

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        if not self._is_sized:  # what stands first depends on the height
            self._is_sized = True
            self.highlighted = next((place for place, line in enumerate(self._shown) if not line.heading), None)

    # --- drawing --------------------------------------------------------------------------------------------------------

    @property
    def line_width(self) -> int:
        return min(WIDEST, super().line_width)

    @property
    def room(self) -> tuple[int, bool]:
        return self.line_width, self.app.size.height >= ROOMY  # findings come and go, and the lines keep their order

    def lines(self) -> Sequence[ListLine]:
        army, unit = self._session.army, self._unit
        if unit is None:
            return self._settings(army) or [ListLine("#none", Content.styled(self._nothing(), "$dim"), heading=True)]
        width, blank = self.room
        self._dropped = {}
        top = list(plain_lines("top", sheet.stat_lines(army, unit, width)))
        words = list(plain_lines("words", sheet.keyword_lines(army, unit, width)))
        marks = list(unit_marks(self._session, unit, self._around.reasons, width, self._faults))
        wargear = list(self._wargear(army, sheet.wargear_title(army))) if self._wargear_lines else []
        told = (*sheet.sections(army, unit, width, self._dropped), *sections_of(army, unit, self._around, width))
        texts = [list(section_lines(place, one, width)) for place, one in enumerate(told)]
        if blank:
            return list(spaced([top + words, marks, wargear, *texts]))
        return [*top, *wargear, *marks, *(line for text in texts for line in text), *words]

    def _settings(self, army: Army) -> list[ListLine]:
        """What the army or force is besides its units."""
        width, whole = self.line_width, self._army_sheet
        rows = list(self._wargear(army)) if self._wargear_lines else []
        if not whole.is_shown:
            return rows
        told = (list(section_lines(*one, width)) for one in enumerate(whole.sections(width)))
        return list(spaced([whole.marks(width), rows, *told]))

    def _nothing(self) -> str:
        """What there is to do where nothing is shown."""
        none = Text("There are no settings here. Press a to add {units}.")
        return in_game(none if self._holder else Text("Choose one of the {units} on the left."), self._words)

    @property
    def _words(self) -> Vocabulary:
        return self._session.system.vocabulary

    def _wargear(self, army: Army, title: str = "") -> Iterator[ListLine]:
        """What is carried and chosen, below its heading."""
        lines, around = list(self._wargear_lines.values()), self._around
        drawing = WargearDrawing(army, lines, self.line_width, self._faults, around.prices, self._refusals.found)
        self._has_columns = drawing.columns is not None or not drawing.has_profiles
        if title:
            yield ListLine("#wargear", drawing.heading(title), heading=True)
        for line in lines:
            if line.kind == "profile" and not self._has_columns:
                continue
            text = drawing.text(line, self._typed)
            profiles = [] if self._has_columns else self._profiles(line)
            if profiles and line.id == self.pointed:
                text = Content("\n").join((text, drawing.told(line, profiles, self._profile)))
            yield ListLine(line.id, text, heading=not (line.editable or profiles))
        self._dropped = drawing.dropped
