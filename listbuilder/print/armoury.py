"""Weapon tables of cards and small cards."""

from __future__ import annotations

import re
from collections.abc import Sequence

from listbuilder.i18n import _
from listbuilder.print.blocks import Block, Gap, Padded, Prose, Stack
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import WeaponTable, alternative
from listbuilder.print.grid import Column, Grid, Row
from listbuilder.print.theme import CELL, HAIR, LABEL, NOTE, SMALL, label, prose
from listbuilder.print.typeset import Span, text_width

_MINUS = re.compile(r"(?<![A-Za-z])-(?=\d)")


def weapons(briefing: Briefing, tables: Sequence[WeaponTable]) -> Block:
    """The weapon tables of a card; their columns are aligned."""
    figures = _figure_widths(briefing, tables, 26.0)
    return Stack([Padded(_table(briefing, table, figures), bottom=1) for table in tables])


def small_weapons(briefing: Briefing, tables: Sequence[WeaponTable]) -> Block:
    """The weapon tables of a small card; keywords follow the weapon's name to save a column."""
    figures = _figure_widths(briefing, tables, 15.0)
    return Stack([_small_table(briefing, table, figures) for table in tables])


def _heading(briefing: Briefing, name: str) -> str:
    """A type of weapons or a characteristic in the language of the page."""
    known = {
        "ranged weapons": _("Ranged weapons"),
        "melee weapons": _("Melee weapons"),
        "range": _("Range"),
        "keywords": _("Keywords"),
    }
    return known.get(name.casefold()) or briefing.local(name)


def _figure_widths(briefing: Briefing, tables: Sequence[WeaponTable], least: float) -> list[float]:
    """Widths of the columns of figures. The tables of a card share them, aligned at the right: melee weapons may lack a range."""
    count = max(len(table.figures) for table in tables)
    widths = [least] * count
    for table in tables:
        for index, name in enumerate(table.figures, count - len(table.figures)):
            values = (text_width(figure(weapon.value(name)), CELL) for weapon in table.weapons)
            widths[index] = max(widths[index], text_width(_heading(briefing, name).upper(), LABEL), *values)
    return widths


def _table(briefing: Briefing, table: WeaponTable, figures: Sequence[float]) -> Grid:
    texts = [Column(share=1.0) for _name in table.prose] or [Column(share=1.0)]
    columns = [Column(width=20.0), Column(width=132.0), *map(Column, figures), *texts]
    rest = [] if table.prose else [Gap(0)]
    heads = [*_heads(briefing, table, figures), *(label(_heading(briefing, name)) for name in table.prose), *rest]
    rows = []
    for index, weapon in enumerate(table.weapons):
        name = prose(_name(briefing, weapon.name), CELL)
        words = [prose(_list(briefing, weapon.value(name)), SMALL) for name in table.prose]
        rows.append(Row([*_cells(table, index, name, figures), *words, *rest], rule=0.25))
    return Grid(columns, rows, [Row(heads, heading=True, rule=HAIR, rule_ink=0.0)], gutter=4.0, pad=0.8)


def _small_table(briefing: Briefing, table: WeaponTable, figures: Sequence[float]) -> Grid:
    columns = [Column(width=14.0), Column(share=1.0), *map(Column, figures)]
    rows = []
    for index, weapon in enumerate(table.weapons):
        words = "; ".join(filter(None, (_list(briefing, weapon.value(name)) for name in table.prose)))
        name = Prose([Span(_name(briefing, weapon.name), CELL), Span("  " + words if words else "", NOTE)])
        rows.append(Row(_cells(table, index, name, figures), rule=0.25))
    head = Row(_heads(briefing, table, figures), heading=True, rule=HAIR, rule_ink=0.0)
    return Grid(columns, rows, [head], gutter=3.0, pad=0.2)


def _heads(briefing: Briefing, table: WeaponTable, widths: Sequence[float]) -> list[Block]:
    figures = [label(_heading(briefing, name), "centre") for name in table.figures]
    return [Gap(0), label(_heading(briefing, table.title)), *_missing(table, widths), *figures]


def _cells(table: WeaponTable, index: int, name: Block, widths: Sequence[float]) -> list[Block]:
    values = map(table.weapons[index].value, table.figures)
    figures = [prose(figure(value), CELL, "centre") for value in values]
    return [_count(table, index), name, *_missing(table, widths), *figures]


def _missing(table: WeaponTable, widths: Sequence[float]) -> list[Block]:
    """Empty cells for the figures that only other tables of the card have."""
    return [Gap(0)] * (len(widths) - len(table.figures))


def figure(value: str) -> str:
    """The value with a true minus sign; a dash when it is empty."""
    return "–" if value in {"", "-"} else _MINUS.sub("\u2212", value)


def _count(table: WeaponTable, index: int) -> Block:
    """The number of weapons; "or" for another profile of the same weapon."""
    if alternative(table.weapons, index):
        return prose(_("or"), NOTE, "right")
    count = table.weapons[index].count
    return prose(f"{count}×" if count else "", CELL.bold(), "right")


def _name(briefing: Briefing, name: str) -> str:
    return briefing.local(name).replace(" - ", " – ")


def _list(briefing: Briefing, words: str) -> str:
    """A list of weapon abilities with each in the language of the page."""
    if words.strip() in {"", "-", "–"}:
        return ""
    return ", ".join(briefing.local(word.strip()) for word in words.split(","))
