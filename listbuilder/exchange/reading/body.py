"""Reads the units of a list, line by line: a unit's line, then its models, wargear and marks.

The programs differ in bullets, indentation and punctuation, but share these kinds of lines; what a line is follows from its
shape. The column where a line's text starts says what it stands below.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Sequence

from listbuilder import budget
from listbuilder.catalogue.base import Number
from listbuilder.engine.numbers import parse
from listbuilder.exchange.reading.record import ListRecord, Part, UnitRecord, Word
from listbuilder.exchange.reading.shapes import (
    BEFORE_ITEMS,
    CATEGORIES,
    COUNTED,
    DECLARED,
    ENHANCEMENT,
    GROUP,
    LABELLED,
    LEADS,
    OWN_UNIT,
    PRICED,
    ROLE,
    SECTIONS,
    STRAY,
    UPGRADE,
    WITH,
    is_allied,
    is_marked,
    is_warlord,
    unbulleted,
    unit_line,
    unmarked,
    whole_lines,
)
from listbuilder.exchange.reading.spelling import count_first, heading
from listbuilder.exchange.reading.text import LINE_STEPS, Line, count_of, number_in, split_items
from listbuilder.naming import fold


class BodyReader:
    """Reads units into a record. ``per_model``: counts of wargear listed behind a model's name are those of each model. ``own``:
    a text of this program, where forces and roles have headings and declarations stand below units. ``inline``: items may stand
    behind the models that carry them; else a colon is a part of a name."""

    def __init__(self, record: ListRecord, *, per_model: bool = False, own: bool = False, inline: bool = True) -> None:
        self.record = record
        self.per_model = per_model
        self.own = own
        self.inline = inline
        self.under: Word | None = None
        self.section = ""
        self.group = 0
        self.unit: UnitRecord | None = None
        self.continues = False  # the line above ends in the middle of a list of enhancements
        self._stack: list[tuple[int, Part]] = []  # parts that a line may stand below, with the columns of their texts
        self._bare = False  # nothing stands below the unit's line yet
        self._loose = False  # something below it has neither a bullet nor an indentation, as in texts that lost both
        self._flat = False  # the text has no levels
        self._beside = False  # the line above is the player's, below a unit that has its items already

    def read(self, lines: Iterable[Line]) -> None:
        """Reads all lines; the levels of units that lost them are marked."""
        rows = list(lines) if self.own else unbulleted(list(whole_lines(lines)))
        self._flat = flat = not any(line.indent for line in rows)
        marked = any(line.bullet in "◦▪" for line in rows if line.bullet)
        for line in rows:
            self._line(line, self._column(line, flat))
        for unit in self.record.units:
            unit.flat = flat and not marked and not any(part.parts for part in unit.parts)

    @staticmethod
    def _column(line: Line, flat: bool) -> int:
        if flat:
            return 6 if WITH.match(line.text) else 4 if line.bullet and line.bullet in "◦▪" else 2
        return line.indent + (2 if line.bullet else 0)

    def _line(self, line: Line, column: int) -> None:
        budget.step(LINE_STEPS)
        unit = unit_line(line) or (
            OWN_UNIT.match(line.text) if self.own and not line.bullet and not line.indent else None
        )
        if self._own_heading(line, unit) if self.own else self._heading(line):
            return
        if unit is not None and (self.unit is None or not (line.indent and WITH.match(line.text))):
            self._start(line, unit)
        elif self.unit is None or (LABELLED.match(line.text) and not self.own):
            self.unit = None
            self.record.unread.append(Word(line.text, line.number))
        else:
            self._below(self.unit, line, column)

    def _own_heading(self, line: Line, unit: re.Match[str] | None) -> bool:
        """Whether it is the heading of a force or a role."""
        if unit or line.bullet or line.indent or not line.after_blank:
            return False
        self.under, self.unit = Word(line.text, line.number), None
        self.record.headings.append(self.under)
        return True

    def _heading(self, line: Line) -> bool:
        """Whether it is the heading of a section or of an attached unit."""
        word = heading(line.text)
        group = GROUP.match(line.text)
        if line.bullet or not (group or word in SECTIONS or (line.text.endswith(":") and word in CATEGORIES)):
            return False
        if group:
            self.group = int(next(digits for digits in group.groups() if digits))
        else:
            self.section, self.group = SECTIONS.get(word, word), 0
        self.unit = None
        return True

    def _start(self, line: Line, found: re.Match[str]) -> None:
        name, count = found["name"].strip(), found["count"]
        behind = None if count or self.own else COUNTED.match(count_first(name))
        marked = None if self.own else unmarked(behind["name"] if behind else name)
        self.unit = UnitRecord(
            marked or (behind["name"] if behind else name),
            line.number,
            self._points(found),
            count_of(count or (behind["count"] if behind else "")) if count or behind else 0,
            allied=self.section == "allied",
            group=self.group,
            section=self.section,
            heading=self.under,
            label=found.groupdict().get("label") or "",
            warlord=marked is not None,
        )
        self.record.units.append(self.unit)
        self._stack, self._bare, self._loose, self.continues = [], True, False, False
        rest = found["rest"].strip()
        if is_warlord(rest) or (rest[:1] in "([" and is_marked(rest)):
            self.unit.warlord = True
        elif rest.startswith(":" if self.own else BEFORE_ITEMS):
            self._inline(self.unit, None, rest[1:], line.number)
        elif rest:
            self.record.unread.append(Word(rest, line.number))

    def _points(self, found: re.Match[str]) -> Number | None:
        """The points of a unit; only texts of this program have parts of a point, and no separators of thousands."""
        stated = found.groupdict().get("points")
        return None if stated is None else parse(stated.strip()) if self.own else number_in(stated)

    # --- lines below a unit ---------------------------------------------------------------------------------------------------

    def _below(self, unit: UnitRecord, line: Line, column: int) -> None:
        bare, self._bare = self._bare, False
        beside, self._beside = self._beside, False
        text = line.text
        declared = DECLARED.match(text) if self.own and not ENHANCEMENT.match(text) else None
        if declared:
            unit.declared.append((declared["label"], Word(declared["value"], line.number)))
        elif self.continues:
            self._enhancements(unit, text, line.number)
        elif self._mark(unit, text, line.number):
            return
        elif self._is_another(unit, line):
            self.record.unread.append(Word(text, line.number))
            self.unit = None
        elif (bare or beside or line.after_blank) and self._is_prose(line):
            self.record.unread.append(
                Word(text, line.number)
            )  # a name of the player's own, or something below the list
            self.unit = unit if bare or beside else None
            self._beside = bool(unit.parts)
        else:
            self._loose |= not (line.bullet or line.indent or WITH.match(text))
            self._part(unit, line, column)

    def _is_another(self, unit: UnitRecord, line: Line) -> bool:
        """Whether a line names the unit once more, without a price, where what the unit has stands on its line or is marked:
        models of that name are marked, too."""
        if line.bullet or line.indent or self.own or self._loose or not unit.parts:
            return False
        counted = COUNTED.match(count_first(line.text))
        return fold(counted["name"] if counted else line.text) == fold(unit.name)

    @staticmethod
    def _is_prose(line: Line) -> bool:
        """Whether a line below a unit has nothing that models and wargear have: a bullet, an indentation, a number."""
        return not (line.bullet or line.indent or COUNTED.match(line.text) or WITH.match(line.text))

    def _mark(self, unit: UnitRecord, text: str, line: int) -> bool:
        """Whether the line marks the unit: the Warlord, an enhancement, an attachment."""
        priced, enhancement = PRICED.match(text), ENHANCEMENT.match(text)
        role, leads = ROLE.match(text), LEADS.match(text)
        if is_warlord(text):
            unit.warlord = True
        elif enhancement:
            self._enhancements(unit, enhancement["names"], line)
        elif priced and not COUNTED.match(text):
            unit.enhancements.append(Word(priced["name"], line))
        elif role:
            unit.role = role["role"]
        elif leads:
            target = leads["name"].strip(), int(leads["number"] or 1)
            if leads["kind"].casefold() == "attached to":
                unit.joined = target
            else:
                unit.leads = target
        else:
            return STRAY.match(text) is not None
        return True

    def _enhancements(self, unit: UnitRecord, text: str, line: int) -> None:
        """Notes the enhancements of a line; their names may hold commas, so that only the data can tell them apart."""
        before = unit.enhancements.pop() if self.continues and unit.enhancements else None
        self.continues = text.rstrip().endswith(",")
        priced = PRICED.match(text)
        name = UPGRADE.sub("", priced["name"] if priced else text)
        unit.enhancements.append(Word(f"{before.text} {name}" if before else name, before.line if before else line))

    def _part(self, unit: UnitRecord, line: Line, column: int) -> None:
        """Models or wargear, below what its column says. Words of the player's between the lines of a unit with levels stand at
        none of these: what is below goes on as before."""
        if unit.parts and not self._flat and self._is_prose(line):
            self._add(unit, None, line.text, 1, line.number, stated=False)
            return
        while self._stack and self._stack[-1][0] >= column:
            self._stack.pop()
        holder = self._stack[-1][1] if self._stack else None
        text = line.text
        loadout = WITH.match(text)
        if loadout:
            self._loadout(unit, holder, loadout, line, column)
            return
        name, separator, items = text.partition(": ")
        counted = COUNTED.match(self._counted(name))
        if separator and counted and self.inline:
            part = self._add(unit, holder, counted["name"].strip(), count_of(counted["count"]), line.number)
            self._inline(unit, part, items, line.number)
            self._stack.append((column, part))
            return
        for item in self._items(text, holder):
            self._item(unit, holder, item, line, column)

    def _counted(self, name: str) -> str:
        """A name with its count before it; texts of this program have it there."""
        return name if self.own else count_first(name)

    def _items(self, text: str, holder: Part | None) -> list[str]:
        """The items of one line: several where they are enumerated without counts, or where the Warlord is among them."""
        text = self._counted(text.rstrip(":"))
        items = list(map(self._counted, split_items(text)))
        several = (holder is not None and not holder.named) or not COUNTED.match(text)
        return items if several or any(map(is_warlord, items)) else [text]

    def _item(self, unit: UnitRecord, holder: Part | None, item: str, line: Line, column: int) -> None:
        if is_warlord(item):
            unit.warlord = True
            return
        counted = COUNTED.match(item)
        each = holder.count if holder is not None and not holder.named else 1
        if counted:
            part = self._add(unit, holder, counted["name"].strip(), each * count_of(counted["count"]), line.number)
        else:
            part = self._add(unit, holder, item, each, line.number, stated=False)
        self._stack.append((column, part))

    def _loadout(self, unit: UnitRecord, holder: Part | None, found: re.Match[str], line: Line, column: int) -> None:
        """ "5 with A, B": that many models, each with these items. Those of a named model become parts of that name."""
        count = count_of(found["count"])
        if holder is None and unit.models == 1 and count == 1:
            self._inline(unit, None, found["items"], line.number)
            return
        part = Part(holder.name if holder else "", count, line.number, named=holder is not None)
        beside = None if holder is None else _list_with(unit.parts, holder)
        if holder is None or beside is None:  # ``holder`` may be a loadout itself, where lines are out of order
            unit.parts.append(part)
        else:
            place = next(n for n, other in enumerate(beside) if other is holder)
            beside.insert(place, part) if holder.count > count else beside.__setitem__(place, part)
            holder.count -= count
        self._fill(unit, part, found["items"], line.number, count, each=True)
        inner = Part(
            part.name, count, line.number, part.parts, named=False
        )  # what is enumerated below is more of the same
        if holder is not None and holder.count <= 0:
            self._stack = [entry for entry in self._stack if entry[1] is not holder]
        self._stack.append((column, inner))

    def _inline(self, unit: UnitRecord, part: Part | None, text: str, line: int) -> None:
        """What stands behind the colon of a unit or model."""
        loadout = WITH.match(text.strip())
        if loadout:
            self._all_with(unit, part, loadout, line)
        else:
            self._fill(unit, part, text, line, part.count if part is not None else 1)

    def _all_with(self, unit: UnitRecord, part: Part | None, loadout: re.Match[str], line: int) -> None:
        count = count_of(loadout["count"])
        if part is None and count == 1 and unit.models <= 1:
            self._fill(unit, None, loadout["items"], line, 1)
            return
        if part is None:
            part = Part("", count, line, named=False)
            unit.parts.append(part)
        self._fill(unit, part, loadout["items"], line, count, each=True)

    def _fill(
        self, unit: UnitRecord, part: Part | None, text: str, line: int, count: int, *, each: bool = False
    ) -> None:
        """Adds enumerated items. A count stands for the whole unit unless the items are those of ``each`` model."""
        for item in map(self._counted, split_items(text)):
            if is_warlord(item):
                unit.warlord = True
                continue
            priced = PRICED.match(item)
            if priced:
                unit.enhancements.append(Word(priced["name"], line))
                continue
            counted = COUNTED.match(item)
            number = count_of(counted["count"]) if counted else 1
            total = number if counted and not (each or self.per_model) else number * count
            name = counted["name"].strip() if counted else item
            target = unit.parts if part is None else part.parts
            target.append(Part(name, total, line, stated=counted is not None))

    @staticmethod
    def _add(unit: UnitRecord, holder: Part | None, name: str, count: int, line: int, *, stated: bool = True) -> Part:
        part = Part(name, count, line, stated=stated)
        (unit.parts if holder is None else holder.parts).append(part)
        return part


def mark_allied(units: Iterable[UnitRecord], headings: Sequence[Word]) -> None:
    """Marks the units of which the nearest of these headings above is that of allies."""
    lines = [one.line for one in headings]
    for unit in units:
        above = bisect(lines, unit.line)
        unit.allied = above > 0 and is_allied(headings[above - 1].text)


def _list_with(parts: list[Part], wanted: Part) -> list[Part] | None:
    """The list that a part stands in, at any depth; None where it stands in none."""
    if any(part is wanted for part in parts):
        return parts
    return next((found for part in parts if (found := _list_with(part.parts, wanted)) is not None), None)
