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

_COUNT, _NAME, _FIGURE = 20.0, 132.0, 26.0
_MINUS = re.compile(r"(?<![A-Za-z])-(?=\d)")
_SMALL_COUNT, _SMALL_FIGURE = 14.0, 15.0


def weapons(briefing: Briefing, tables: Sequence[WeaponTable]) -> Block:
    """The weapon tables of a card; their columns are aligned."""
    figures = _figure_widths(briefing, tables, _FIGURE)
    return Stack([Padded(_table(briefing, table, figures), bottom=1) for table in tables])


def small_weapons(briefing: Briefing, tables: Sequence[WeaponTable]) -> Block:
    """The weapon tables of a small card; keywords follow the weapon's name to save a column."""
    figures = _figure_widths(briefing, tables, _SMALL_FIGURE)
    return Stack([_small_table(briefing, table, figures) for table in tables])


def title(briefing: Briefing, table: WeaponTable) -> str:
    """The heading of a table: the type of its weapons."""
    known = {"ranged weapons": _("Ranged weapons"), "melee weapons": _("Melee weapons")}
    return known.get(table.title.casefold()) or briefing.local(table.title)


def column_name(briefing: Briefing, name: str) -> str:
    """The heading of a column."""
    known = {"range": _("Range"), "keywords": _("Keywords")}
    return known.get(name.casefold()) or briefing.local(name)


def _figure_widths(briefing: Briefing, tables: Sequence[WeaponTable], least: float) -> list[float]:
    """Widths of the columns of figures. The tables of a card share them, aligned at the right: melee weapons may lack a range."""
    count = max(len(table.figures) for table in tables)
    widths = [least] * count
    for table in tables:
        for index, name in enumerate(table.figures, count - len(table.figures)):
            values = (text_width(figure(weapon.value(name)), CELL) for weapon in table.weapons)
            widths[index] = max(widths[index], text_width(column_name(briefing, name).upper(), LABEL), *values)
    return widths


def _table(briefing: Briefing, table: WeaponTable, figures: Sequence[float]) -> Grid:
    empty: Block = Gap(0)
    lead = [empty] * (len(figures) - len(table.figures))
    last = [] if table.prose else [empty]
    shares = [Column(share=1.0) for _word in table.prose] or [Column(share=1.0)]
    columns = [Column(width=_COUNT), Column(width=_NAME), *(Column(width=width) for width in figures), *shares]
    heads = [empty, label(title(briefing, table)), *lead, *_figure_heads(briefing, table)]
    heads += [label(column_name(briefing, name)) for name in table.prose]
    rows = []
    for index, weapon in enumerate(table.weapons):
        words = [prose(_list(briefing, weapon.value(name)), SMALL) for name in table.prose]
        name = prose(_name(briefing, weapon.name), CELL)
        cells = [_count(table, index), name, *lead, *_figures(table, index), *words, *last]
        rows.append(Row(cells, rule=0.25))
    head = Row([*heads, *last], heading=True, rule=HAIR, rule_ink=0.0, pad=0.8)
    return Grid(columns, rows, [head], gutter=4.0, pad=0.8)


def _small_table(briefing: Briefing, table: WeaponTable, figures: Sequence[float]) -> Grid:
    empty: Block = Gap(0)
    lead = [empty] * (len(figures) - len(table.figures))
    columns = [Column(width=_SMALL_COUNT), Column(share=1.0), *(Column(width=width) for width in figures)]
    heads = [empty, label(title(briefing, table)), *lead, *_figure_heads(briefing, table)]
    rows = []
    for index, weapon in enumerate(table.weapons):
        words = "; ".join(filter(None, (_list(briefing, weapon.value(column)) for column in table.prose)))
        name = [Span(_name(briefing, weapon.name), CELL), *([Span("  " + words, NOTE)] if words else [])]
        rows.append(Row([_count(table, index), Prose(name), *lead, *_figures(table, index)], rule=0.25))
    return Grid(columns, rows, [Row(heads, heading=True, rule=HAIR, rule_ink=0.0, pad=0.2)], gutter=3.0, pad=0.2)


def _figure_heads(briefing: Briefing, table: WeaponTable) -> list[Block]:
    return [label(column_name(briefing, name), "centre") for name in table.figures]


def _figures(table: WeaponTable, index: int) -> list[Block]:
    return [prose(figure(table.weapons[index].value(name)), CELL, "centre") for name in table.figures]


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
