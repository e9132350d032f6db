"""Weapon tables of cards and small cards."""

from __future__ import annotations

import re
from collections.abc import Sequence

from listbuilder.i18n import _
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import WeaponTable, alternative, weapon_heading, weapon_words
from listbuilder.print.kit.blocks import EMPTY, Block, Padded, Prose, Stack
from listbuilder.print.kit.grid import Column, Grid, Row
from listbuilder.print.kit.theme import CELL, HAIR, LABEL, NOTE, SMALL, label, prose
from listbuilder.print.kit.typeset import Span, text_width

_MINUS = re.compile(r"(?<![A-Za-z])-(?=\d)")


def weapons(briefing: Briefing, tables: Sequence[WeaponTable]) -> Block:
    """The weapon tables of a card; their columns are aligned."""
    widths = _figure_widths(briefing, tables, 26.0)
    return Stack([Padded(_table(briefing, table, widths, small=False), bottom=1) for table in tables])


def small_weapons(briefing: Briefing, tables: Sequence[WeaponTable]) -> Block:
    """The weapon tables of a small card; keywords follow the weapon's name to save a column."""
    widths = _figure_widths(briefing, tables, 15.0)
    return Stack([_table(briefing, table, widths, small=True) for table in tables])


def _heading(briefing: Briefing, name: str) -> str:
    return weapon_heading(briefing.vocabulary, name, briefing.local)


def _figure_widths(briefing: Briefing, tables: Sequence[WeaponTable], least: float) -> list[float]:
    """Widths of the columns of figures. The tables of a card share them, aligned at the right: melee weapons may lack a range."""
    count = max(len(table.figures) for table in tables)
    widths = [least] * count
    for table in tables:
        for index, name in enumerate(table.figures, count - len(table.figures)):
            values = (text_width(figure(weapon.value(name)), CELL) for weapon in table.weapons)
            widths[index] = max(widths[index], text_width(_heading(briefing, name).upper(), LABEL), *values)
    return widths


def _table(briefing: Briefing, table: WeaponTable, widths: Sequence[float], *, small: bool) -> Grid:
    lead = [EMPTY] * (len(widths) - len(table.figures))  # figures that only other tables of the card have
    heads: list[Block] = [EMPTY, label(_heading(briefing, table.title)), *lead]
    heads += [label(_heading(briefing, name), "centre") for name in table.figures]
    columns = [Column(width=14.0 if small else 20.0), Column(share=1.0) if small else Column(width=132.0)]
    columns += map(Column, widths)
    if not small:
        heads += [label(_heading(briefing, name)) for name in table.prose] or [EMPTY]
        columns += [Column(share=1.0)] * (len(table.prose) or 1)
    rows = []
    for index, weapon in enumerate(table.weapons):
        name = briefing.local(weapon.name).replace(" - ", " – ")
        figures = [prose(figure(weapon.value(column)), CELL, "centre") for column in table.figures]
        texts = [weapon_words(weapon.value(column), briefing.local) for column in table.prose]
        if small:
            words = [Span("  " + "; ".join(filter(None, texts)), NOTE)] if any(texts) else []
            cells: list[Block] = [Prose([Span(name, CELL), *words]), *lead, *figures]
        else:
            cells = [prose(name, CELL), *lead, *figures]
            cells += [prose(text, SMALL) for text in texts] or [EMPTY]
        rows.append(Row([_count(table, index), *cells], rule=0.25))
    head = Row(heads, rule=HAIR, rule_ink=0.0)
    return Grid(columns, rows, [head], gutter=3.0 if small else 4.0, pad=0.2 if small else 0.8)


def figure(value: str) -> str:
    """The value with a true minus sign; a dash when it is empty."""
    return "–" if value in {"", "-"} else _MINUS.sub("\u2212", value)


def _count(table: WeaponTable, index: int) -> Block:
    """The number of weapons; "or" for another profile of the same weapon."""
    if alternative(table.weapons, index):
        return prose(_("or"), NOTE, "right")
    count = table.weapons[index].count
    return prose(f"{count}×" if count else "", CELL.bold(), "right")
