"""Reads what this program writes of lists over community data that no imitated format is made for: forces as numbered headings,
what stands in them, and the whole tree below that as bullets with counts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from listbuilder import budget
from listbuilder.engine.numbers import parse
from listbuilder.exchange.reading.record import ListRecord, Outlined, Part, UnitRecord, Word
from listbuilder.exchange.reading.spelling import count_led
from listbuilder.exchange.reading.text import LINE_STEPS, Line, count_of
from listbuilder.expressions import expression

FORCE = "Force"
CATALOGUE = "Catalogue"
LIMIT = "Cost Limit"
HEADING = expression(r"^(?:#+ )?Force (?P<place>\d{1,4}(?:\.\d{1,4}){0,20}): (?P<name>\S.*)$", re.IGNORECASE)
OF_FORCE = expression(r"^(?P<label>Catalogue|Name): (?P<value>.+)$")
NUMBERED = expression(r"^(?P<count>\d{1,6}) ?[xXхХ×] (?P<name>\S.*)$")
PRICE = expression(r"^(?P<name>.*\S) [(\[](?P<points>-?\d[\d.]*+) (?:points|pts)[)\]]$", re.IGNORECASE)
LABEL = expression(r"^(?P<label>[^:]+): (?P<value>.+)$")


def is_outline(lines: Sequence[Line]) -> bool:
    """Whether the lines below the head of a text are such an outline."""
    return any(HEADING.match(line.text) for line in lines if not line.bullet)


class OutlineReader:
    """Reads an outline into a record."""

    def __init__(self, record: ListRecord) -> None:
        self.record = record
        self.force: Outlined | None = None
        self._flat = False
        self._forces: dict[str, Outlined] = {}
        self._stack: list[
            tuple[int, Part | UnitRecord]
        ] = []  # what a line may stand below, with the columns of their lines

    def read(self, lines: Sequence[Line]) -> None:
        """Reads all lines; units are flat where the levels of what stands below them are lost."""
        self._flat = len({line.indent for line in lines if line.bullet}) <= 1
        for line in lines:
            line = line._replace(text=count_led(line.text))
            budget.step(LINE_STEPS)
            heading = HEADING.match(line.text) if not line.bullet else None
            if heading:
                self._begin(heading["place"], Word(heading["name"].strip(), line.number))
            elif self.force is None:
                self.record.unread.append(Word(line.text, line.number))
            elif line.bullet:
                self._below(line)
            else:
                self._root(self.force, line)

    def _begin(self, place: str, name: Word) -> None:
        self.force = Outlined(name)
        self._stack = []
        holder = self._forces.get(place.rpartition(".")[0])
        (self.record.outline if holder is None else holder.forces).append(self.force)
        if "." in place and holder is None:
            self.record.unread.append(name)
        self._forces[place] = self.force

    def _root(self, force: Outlined, line: Line) -> None:
        said = OF_FORCE.match(line.text)
        if said and not force.roots:
            word = Word(said["value"].strip(), line.number)
            if said["label"] == CATALOGUE:
                force.catalogue = word
            else:
                force.title = word.text
            return
        name, points, amount = line.text, None, 1
        priced = PRICE.match(name)
        if priced:
            name, points = priced["name"], parse(priced["points"])
        counted = NUMBERED.match(name)
        if counted:
            name, amount = counted["name"], count_of(counted["count"])
        unit = UnitRecord(name, line.number, points, amount, flat=self._flat)
        force.roots.append(unit)
        self.record.units.append(unit)
        self._stack = [(-1, unit)]

    def _below(self, line: Line) -> None:
        while self._stack and self._stack[-1][0] >= line.indent:
            self._stack.pop()
        counted = NUMBERED.match(line.text)
        if not self._stack:
            self.record.unread.append(Word(line.text, line.number))
            return
        holder = self._stack[-1][1]
        if counted is None and isinstance(holder, UnitRecord) and (said := LABEL.match(line.text)):
            holder.declared.append((said["label"].strip(), Word(said["value"].strip(), line.number)))
            return
        name, count = (counted["name"], count_of(counted["count"])) if counted else (line.text, 1)
        part = Part(name.strip(), count, line.number, stated=counted is not None)
        holder.parts.append(part)
        self._stack.append((line.indent, part))
