"""The datasheet card of a unit: statlines, weapons, abilities, keywords, wound boxes."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.army.prices import enhancement_prices, price_of
from listbuilder.army.records import Enhancement, Unit
from listbuilder.i18n import _
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import (
    ability_facts,
    control,
    enhancement_title,
    keyword_facts,
    loadout,
    meaning_heading,
    models_words,
    role_of_one,
    statlines,
    weapon_tables,
    wounds,
)
from listbuilder.print.kit.blocks import Beside, Block, Gap, HairRule, Padded, Prose, Stack
from listbuilder.print.kit.grid import Column, Grid, Row
from listbuilder.print.kit.statline import Statlines
from listbuilder.print.kit.theme import BAND, CELL, FRAME, HAIR, NAME, NOTE, SMALL, labelled, prose
from listbuilder.print.kit.tracks import WoundBoxes
from listbuilder.print.kit.typeset import Span, Style, text_width
from listbuilder.print.layouts.small_armoury import weapons
from listbuilder.rules.formation import Group

_PAD = 7.0


def card(briefing: Briefing, copies: Sequence[Unit]) -> Block:
    """The card of units that share a datasheet, a loadout and a price."""
    unit = copies[0]
    body: list[Block] = [_figures(briefing, unit), Gap(4)]
    tables = weapon_tables(unit, briefing.vocabulary)
    if tables:
        body += [weapons(briefing, tables), Gap(2)]
    body.append(Beside([Prose(abilities(briefing, unit)), Prose(keywords(briefing, unit))], [0, 0], 14))
    parts = [
        _title(briefing, copies),
        Padded(Stack(body), _PAD, 5, _PAD, 4),
        HairRule(HAIR),
        Padded(_copies(briefing, copies), _PAD, 4, _PAD, 5),
    ]
    return Padded(Stack(parts), frame=FRAME)


def card_name(briefing: Briefing, copies: Sequence[Unit]) -> str:
    """The card's title in the outline."""
    if len(copies) > 1:
        return f"{len(copies)}× {briefing.local(copies[0].datasheet)}"
    return briefing.label(copies[0])


def title_words(briefing: Briefing, copies: Sequence[Unit], style: Style) -> list[Span]:
    """The number of units and their datasheet; for a single unit its name, and its datasheet behind a player's own name."""
    unit, sheet = copies[0], briefing.local(copies[0].datasheet)
    if len(copies) > 1:
        return [Span(f"{len(copies)}×  {sheet}", style)]
    words = [Span(briefing.label(unit), style)]
    return words if unit.name == unit.datasheet else [*words, Span("  " + sheet, NOTE)]


def price(briefing: Briefing, copies: Sequence[Unit]) -> str:
    """What each unit costs; empty in a game where nothing has a price."""
    each = _("{points} each") if len(copies) > 1 else "{points}"
    amount = price_of(briefing.army, copies[0])
    return "" if amount is None else each.format(points=briefing.points(amount))


def _title(briefing: Briefing, copies: Sequence[Unit]) -> Block:
    unit = copies[0]
    name = title_words(briefing, copies, NAME)
    if unit.role:
        name.append(Span("   " + role_of_one(briefing.vocabulary, unit.role, briefing.local), NOTE))
    cost = [Span(models_words(unit.model_count) + "   ", CELL), Span(price(briefing, copies), CELL.bold())]
    width = sum(text_width(piece.text, piece.style) for piece in cost) + 4
    row = Beside([Prose(name), Prose(cost, "right")], [0, width], 8, middle=True)
    return Padded(row, _PAD, 3, _PAD, 3, ground=BAND)


def _figures(briefing: Briefing, unit: Unit) -> Block:
    """Statlines on the left, models and their wargear on the right."""
    makeup = Prose(composition(briefing, unit), leading=1.25)
    words = briefing.vocabulary
    stats = Statlines(*statlines(unit, words, briefing.local, "–"), meaning_heading(words, "invulnerable"))
    if not stats.columns:
        return makeup
    return Beside([stats, makeup], [min(stats.natural_width, 340.0), 0], 12, middle=True)


def composition(briefing: Briefing, unit: Unit) -> list[Span]:
    """Models with what they carry, then what the unit carries as such, and the total of objective control."""
    spans: list[Span] = []
    for carrier, wargear in loadout(unit, briefing.local):
        spans += [Span(carrier, SMALL.bold()), Span(wargear + ".  ", SMALL)]
    total = control(unit, briefing.vocabulary)
    if total is not None and unit.model_count > 1:
        names = {"control": briefing.vocabulary.terms.control.title, "total": total}
        spans += [Span(_("{control} in all: {total}").format(**names), NOTE)]
    return spans


def abilities(briefing: Briefing, unit: Unit) -> list[Span]:
    """Enhancements, abilities and transport capacity, each behind its small heading."""
    borne = [_borne(briefing, unit, one) for one in unit.enhancements]
    return labelled([*borne, *ability_facts(unit, briefing.vocabulary, briefing.local)])


def _borne(briefing: Briefing, unit: Unit, one: Enhancement) -> tuple[str, str]:
    """What sort of enhancement it is; its name with what it costs, what it replaces and where it is printed."""
    prices = enhancement_prices(briefing.army, unit, one, worded=True)
    replaced = _("replaces {items}").format(items=briefing.local(one.instead_of)) if one.instead_of else ""
    more = ", ".join(filter(None, (*prices, replaced, one.page)))
    name = briefing.local(one.name)
    return enhancement_title(one, briefing.vocabulary), f"{name} ({more})" if more else name


def keywords(briefing: Briefing, unit: Unit) -> list[Span]:
    """Keywords and faction keywords."""
    return labelled(keyword_facts(unit, briefing.local))


def _copies(briefing: Briefing, copies: Sequence[Unit]) -> Grid:
    rows = [
        Row([_who(briefing, unit, len(copies) > 1), shaded_boxes(briefing, unit), _strength(briefing, unit)], pad=1.6)
        for unit in copies
    ]
    return Grid([Column(width=108.0), Column(share=1.0), Column(width=150.0)], rows, gutter=8.0)


def _who(briefing: Briefing, unit: Unit, several: bool) -> Block:
    facts = [word[:1].upper() + word[1:] for word in briefing.facts(unit)]
    lines: list[Block] = [prose(briefing.label(unit), SMALL.bold())] if several else []
    if facts:
        lines.append(prose(" · ".join(facts), SMALL))
    return Stack(lines)


def shaded_boxes(briefing: Briefing, unit: Unit, size: float = 8.6) -> Block:
    """Wound boxes; those below half strength are grey unless the unit is attached or split."""
    group = briefing.formation.group_of(unit.id)
    alone = group is not None and len(group.units) == 1 and not group.units[0].half_of
    shaded = group.below_half if group and alone and briefing.vocabulary.half_strength else 0
    return WoundBoxes(wounds(unit, briefing.vocabulary), shaded, size)


def _is_attached(briefing: Briefing, group: Group) -> bool:
    """Whether the group is an attached unit; where the game has a word for parts of a unit, these alone make none."""
    named = briefing.vocabulary.terms.part is not None
    return any(not (named and unit.is_part) for unit in group.units[1:])


def _strength(briefing: Briefing, unit: Unit) -> Block:
    lines: list[Block] = []
    for group in briefing.formation.halves_of(unit.id):
        start, half, together = briefing.strength_words(group)
        if group.counted_by == "wounds":
            lines += [prose(words, style) for words, style in ((start, SMALL.bold()), (half, SMALL)) if words]
        elif start:
            lines.append(Prose([Span(start, SMALL.bold()), Span(" · " + half if half else "", SMALL)]))
        attached = _("as attached unit") if _is_attached(briefing, group) else ""
        if attached or together:
            lines.append(prose(" · ".join(filter(None, (attached, together))), SMALL))
    return Stack(lines)
