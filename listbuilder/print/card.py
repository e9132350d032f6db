"""The datasheet card of a unit: statlines, weapons, abilities, keywords, wound boxes."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.army.model import ModelLine, Unit
from listbuilder.i18n import _, ngettext
from listbuilder.print.armoury import weapons
from listbuilder.print.blocks import Beside, Block, Gap, HairRule, Padded, Prose, Stack
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import (
    abilities_by_kind,
    ability_headings,
    control,
    heading,
    invulnerable_saves,
    save_heading,
    statline_columns,
    transport_capacity,
    weapon_tables,
    wound_tracks,
)
from listbuilder.print.grid import Column, Grid, Row
from listbuilder.print.statline import Figures, Statlines
from listbuilder.print.theme import BAND, CELL, FRAME, HAIR, NAME, NOTE, SMALL, labelled, prose
from listbuilder.print.tracks import WoundBoxes
from listbuilder.print.typeset import Span, text_width

_PAD = 7.0


def card(briefing: Briefing, copies: Sequence[Unit]) -> Block:
    """The card of units that share a datasheet, a loadout and a price."""
    unit = copies[0]
    parts: list[Block] = [_title(briefing, copies)]
    body: list[Block] = [_figures(briefing, unit), Gap(4)]
    tables = weapon_tables(unit)
    if tables:
        body += [weapons(briefing, tables), Gap(2)]
    body.append(Beside([Prose(abilities(briefing, unit)), Prose(keywords(briefing, unit))], [0, 0], 14))
    parts.append(Padded(Stack(body), _PAD, 5, _PAD, 4))
    parts.append(HairRule(HAIR))
    parts.append(Padded(_copies(briefing, copies), _PAD, 4, _PAD, 5))
    return Padded(Stack(parts), frame=FRAME)


def card_name(briefing: Briefing, copies: Sequence[Unit]) -> str:
    """The card's title in the outline."""
    if len(copies) > 1:
        return f"{len(copies)}× {briefing.local(copies[0].datasheet)}"
    return briefing.label(copies[0])


def _title(briefing: Briefing, copies: Sequence[Unit]) -> Block:
    unit = copies[0]
    own = len(copies) == 1 and unit.name != unit.datasheet
    name = [Span(briefing.label(unit) if len(copies) == 1 else briefing.local(unit.datasheet), NAME)]
    if len(copies) > 1:
        name.insert(0, Span(f"{len(copies)}×  ", NAME))
    if own:
        name.append(Span("  " + briefing.local(unit.datasheet), NOTE))
    if unit.role:
        name.append(Span("   " + briefing.role_of(unit), NOTE))
    models = ngettext("{count} model", "{count} models", unit.model_count).format(count=unit.model_count)
    each = _("{points} each") if len(copies) > 1 else "{points}"
    price = [Span(models + "   ", CELL), Span(each.format(points=briefing.points(unit.points)), CELL.bold())]
    width = sum(text_width(piece.text, piece.style) for piece in price) + 4
    row = Beside([Prose(name), Prose(price, "right")], [0, width], 8, middle=True)
    return Padded(row, _PAD, 3, _PAD, 3, ground=BAND)


def _figures(briefing: Briefing, unit: Unit) -> Block:
    """Statlines on the left, models and their wargear on the right."""
    makeup = Prose(composition(briefing, unit), leading=1.25)
    if not unit.profiles:
        return makeup
    words = briefing.vocabulary
    columns = statline_columns(unit, words)
    lines = [Figures(briefing.local(p.name), [p.value(name) or "–" for name in columns]) for p in unit.profiles]
    heads = [heading(words, name, briefing.local) for name in columns]
    stats = Statlines(heads, lines, invulnerable_saves(unit, words), save_heading(words))
    return Beside([stats, makeup], [min(stats.natural_width, 340.0), 0], 12, middle=True)


def composition(briefing: Briefing, unit: Unit) -> list[Span]:
    """Models with what they carry, then what the unit carries as such, enhancements and totals."""
    spans: list[Span] = []
    for line in unit.models:
        spans += [Span(f"{line.count} {briefing.local(line.name)}", SMALL.bold())]
        spans += [Span((": " + _carried(briefing, line) if line.wargear else "") + ".  ", SMALL)]
    if unit.wargear:
        items = ", ".join(_counted(briefing.local(item.name), item.count) for item in unit.wargear)
        spans += [Span(_("Unit") + ": ", SMALL.bold()), Span(items + ".  ", SMALL)]
    total = control(unit, briefing.vocabulary)
    if total is not None and unit.model_count > 1:
        names = {"control": briefing.vocabulary.terms.control.title, "total": total}
        spans += [Span(_("{control} in all: {total}").format(**names), NOTE)]
    return spans


def _carried(briefing: Briefing, line: ModelLine) -> str:
    """Wargear of a line of models, with a number where not every model has exactly one."""
    return ", ".join(
        _counted(briefing.local(item.name), 1 if item.count == line.count else item.count) for item in line.wargear
    )


def _counted(name: str, count: int) -> str:
    return f"{count}× {name}" if count > 1 else name


def abilities(briefing: Briefing, unit: Unit) -> list[Span]:
    """Enhancements, abilities and transport capacity, each behind its small heading."""
    terms = briefing.vocabulary.terms
    kinds = ability_headings(terms)
    pairs = [
        (terms.enhancement.title, f"{briefing.local(taken.name)} (+{briefing.points(taken.points)})")
        for taken in unit.enhancements
    ]
    for kind, group in abilities_by_kind(unit, briefing.vocabulary):
        pairs.append((kinds.get(kind, kind), briefing.locals([ability.name for ability in group])))
    for places, riders in transport_capacity(unit, briefing.local):
        pairs.append((_("Transport"), f"{places} {riders}".strip()))
    return labelled(pairs)


def keywords(briefing: Briefing, unit: Unit) -> list[Span]:
    """Keywords and faction keywords."""
    pairs = []
    if unit.keywords:
        pairs.append((_("Keywords"), briefing.locals(unit.keywords)))
    if unit.faction_keywords:
        pairs.append((_("Faction keywords"), briefing.locals(unit.faction_keywords)))
    return labelled(pairs)


def _copies(briefing: Briefing, copies: Sequence[Unit]) -> Grid:
    rows = [
        Row([_who(briefing, unit, len(copies) > 1), shaded_boxes(briefing, unit), _strength(briefing, unit)], pad=1.6)
        for unit in copies
    ]
    return Grid([Column(width=108.0), Column(share=1.0), Column(width=150.0)], rows, gutter=8.0)


def _who(briefing: Briefing, unit: Unit, several: bool) -> Block:
    facts = [word[:1].upper() + word[1:] for word in (*briefing.marks(unit), *briefing.whereabouts(unit))]
    lines: list[Block] = [prose(briefing.label(unit), SMALL.bold())] if several else []
    if facts:
        lines.append(prose(" · ".join(facts), SMALL))
    return Stack(lines)


def shaded_boxes(briefing: Briefing, unit: Unit, size: float = 8.6) -> Block:
    """Wound boxes; those below half strength are grey unless the unit is attached or split."""
    group = briefing.formation.group_of(unit.id)
    alone = group is not None and len(group.units) == 1 and not group.half
    shaded = group.below_half if group and alone and briefing.vocabulary.half_strength else 0
    return WoundBoxes(wound_tracks(unit, briefing.vocabulary), shaded, size)


def _strength(briefing: Briefing, unit: Unit) -> Block:
    lines: list[Block] = []
    for group in briefing.formation.halves_of(unit.id):
        start, half = briefing.strength_words(group)
        if group.counted_by == "wounds":
            lines += [prose(words, style) for words, style in ((start, SMALL.bold()), (half, SMALL)) if words]
        elif start:
            lines.append(Prose([Span(start, SMALL.bold()), Span(" · " + half if half else "", SMALL)]))
        attached = _("as attached unit") if len(group.units) > 1 else ""
        together = briefing.coherency_words(group)
        if attached or together:
            lines.append(prose(" · ".join(filter(None, (attached, together))), SMALL))
    return Stack(lines)
