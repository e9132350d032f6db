"""Reads the units of a list, line by line: a unit's line, then its models, wargear and marks.

The programs differ in bullets, indentation and punctuation, but share these kinds of lines; what a line is follows from its
shape. The column where a line's text starts says what it stands below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from listbuilder import budget
from listbuilder.catalogue.base import Number
from listbuilder.engine.numbers import parse
from listbuilder.exchange.reading.record import ListRecord, Part, UnitRecord, Word
from listbuilder.exchange.reading.spelling import count_first, heading
from listbuilder.exchange.reading.text import LINE_STEPS, Line, count_of, number_in, split_items
from listbuilder.expressions import expression

POINTS = r"(?P<points>\d[\d.,\s]*+)(?:points?|pts?)"
UNIT = expression(
    r"^(?:\d{1,2}[.)] )?(?:(?P<label>(?:Char|Batt|Unit)\w*+(?<=\d)): )?(?:(?P<count>\d+)(?:\s?[x×])? (?=\D))?(?P<name>.+?)"
    rf"(?<!\s)\s*+[(\[]{POINTS}(?:, ?[^)\]]*+)?[)\]]\s*+(?P<rest>.*)$",
    re.IGNORECASE,
)
SECTIONS = {
    **dict.fromkeys(("attached units", "unités attachées"), "attached"),
    **dict.fromkeys(("allied units", "unités alliées"), "allied"),
    **dict.fromkeys(("characters", "character", "personnages", "personnage", "epic hero", "epic heroes"), "character"),
    **dict.fromkeys(("battleline", "ligne"), "battleline"),
    **dict.fromkeys(
        ("dedicated transports", "dedicated transport", "transport assigné", "transports assignés"), "transport"
    ),
    **dict.fromkeys(("other datasheets", "autres fiches techniques"), "other"),
}
CATEGORIES = frozenset((
    "beast", "beasts", "cavalry", "fortification", "fortifications", "infantry", "monster", "monsters", "mounted", "swarm",
    "swarms", "vehicle", "vehicles",
))  # fmt: skip
GROUP = expression(r"^(?:Attached unit (\d+)|Unité (\d+) attachée|Unité attachée (\d+))$", re.IGNORECASE)
WARLORD = frozenset((
    "warlord", "seigneur de guerre", "kriegsherr", "señor de la guerra", "signore della guerra", "полководец", "военачальник",
    "主将", "主將", "wl",
))  # fmt: skip
BRIEFLY = "w"  # the same, in brackets behind a unit
BEHIND = expression(
    r"^(?P<name>.+?)(?<!\s)(?:\s*+[(\[](?P<bracketed>[^()\[\]]+)[)\]]|\s++[-–—]\s++(?P<dashed>[^()\[\]]+))$"
)
BEFORE_ITEMS = (":", "- ", "– ", "— ", ",")  # between a unit's points and what it has
_AROUND = " ()[].:!"  # what players put around a mark
ENHANCEMENT = expression(
    r"^(?:e\s?:|(?:enhancements?|optimisations?|verbesserung(?:en)?|mejoras?|miglior(?:ia|ie|amento|amenti)|улучшени[ея]|强化|強化)"
    r"(?:\s?:|\s[-–—]\s))\s*(?P<names>.+)$",
    re.IGNORECASE,
)
UPGRADE = expression(r"(?<!\s)\s*+\((?:upgrade|amélioration)\)\s*$", re.IGNORECASE)
ROLE = expression(r"^(?:attached as|attachée? en tant que)\s?:\s*(?P<role>.+)$", re.IGNORECASE)
LEADS = expression(
    r"^(?P<kind>leading|leader|attached to)\s?:?\s+(?P<name>.+?)(?:\[(?P<number>\d+)\])?$", re.IGNORECASE
)
OWN_UNIT = expression(  # of a game without points
    r"^(?:(?:Char|Batt|Unit)\w*+(?<=\d): )?(?:(?P<count>\d+)x )?(?P<name>.+?) [(\[](?P<models>\d+) models?[)\]](?P<rest>.*)$",
    re.IGNORECASE,
)
DECLARED = expression(r"^(?P<label>[^\d:][^:]*): (?P<value>.+)$")
PRICED = expression(r"^(?P<name>.+?)(?<!\s)\s*+[(\[]\+?\s*+(?P<points>\d++)\s*(?:pts|points)[)\]]$", re.IGNORECASE)
WITH = expression(r"^(?P<count>\d+) with (?P<items>.+)$", re.IGNORECASE)
COUNTED = expression(r"^(?P<count>\d+)\s?(?:[x×]\s\s*|\s\s*(?=\D))(?P<name>\S.*)$", re.IGNORECASE)
STRAY = expression(r"^(?:\d+x )?attached unit$|^\W+$", re.IGNORECASE)  # a keyword that some exporters leak; a ruler
RULER = expression(r"^[-–—_=~.]{2,}$")


def is_warlord(text: str) -> bool:
    """Whether a line or an item marks the Warlord."""
    return text.strip(_AROUND).casefold() in WARLORD


def _marked(name: str) -> str | None:
    """The name of a unit without the mark of the Warlord behind it ("Captain [Warlord]", "Captain - Warlord"); None where it has
    none."""
    found = BEHIND.match(name)
    if found is None:
        return None
    marked = is_warlord(found["dashed"]) if found["dashed"] else _is_marked(found["bracketed"])
    return found["name"] if marked else None


def _is_marked(text: str) -> bool:
    """Whether what stands in brackets behind a unit marks the Warlord."""
    return is_warlord(text) or text.strip(_AROUND).casefold() == BRIEFLY


def unit_line(line: Line) -> re.Match[str] | None:
    """Whether a line starts a unit."""
    return None if line.bullet else UNIT.match(line.text)


def unbulleted(lines: Sequence[Line]) -> list[Line]:
    """The lines; where every unit has a bullet as its wargear has, those of units without."""
    if any(unit_line(line) for line in lines):
        return list(lines)
    units = [line for line in lines if line.bullet and UNIT.match(line.text)]
    column = min((line.indent for line in units), default=-1)
    return [line._replace(bullet="") if line in units and line.indent == column else line for line in lines]


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
        self._flat = False  # the text has no levels

    def read(self, lines: Iterable[Line]) -> None:
        """Reads all lines; the levels of units that lost them are marked."""
        rows = list(lines) if self.own else unbulleted(list(_whole(lines)))
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
        elif self.unit is None:
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
        marked = None if self.own else _marked(behind["name"] if behind else name)
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
        self._stack, self._bare, self.continues = [], True, False
        rest = found["rest"].strip()
        if is_warlord(rest) or (rest[:1] in "([" and _is_marked(rest)):
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
        text = line.text
        declared = DECLARED.match(text) if self.own and not ENHANCEMENT.match(text) else None
        if declared:
            unit.declared.append((declared["label"], Word(declared["value"], line.number)))
        elif self.continues:
            self._enhancements(unit, text, line.number)
        elif self._mark(unit, text, line.number):
            return
        elif (bare or line.after_blank) and self._is_prose(line):
            self.record.unread.append(
                Word(text, line.number)
            )  # a name of the player's own, or something below the list
            self.unit = unit if bare else None
        else:
            self._part(unit, line, column)

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


def _whole(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines, those that were wrapped within an enumeration as one, and without rulers, below which something else begins."""
    above: Line | None = None
    below_ruler = False
    for line in lines:
        if RULER.match(line.text):
            below_ruler = True
            continue
        if above is not None and _is_wrapped(above, line) and not below_ruler:
            above = above._replace(text=f"{above.text} {line.text}")
            continue
        if above is not None:
            yield above
        above = line._replace(after_blank=True) if below_ruler else line
        below_ruler = False
    if above is not None:
        yield above


def _is_wrapped(above: Line, line: Line) -> bool:
    """Whether a line goes on with the enumeration that the one above it breaks off in, or begins with it."""
    if line.bullet or line.after_blank or not above.text.endswith((",", "):", "]:")) or ENHANCEMENT.match(above.text):
        return False
    enumerates = above.bullet or WITH.match(above.text) or "):" in above.text or "]:" in above.text
    return bool(enumerates) and not (UNIT.match(line.text) or COUNTED.match(line.text) or WITH.match(line.text))


def _list_with(parts: list[Part], wanted: Part) -> list[Part] | None:
    """The list that a part stands in, at any depth; None where it stands in none."""
    if any(part is wanted for part in parts):
        return parts
    return next((found for part in parts if (found := _list_with(part.parts, wanted)) is not None), None)
