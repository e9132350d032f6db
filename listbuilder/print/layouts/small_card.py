"""Small cards, in half the width of a page: an attached unit with its figures, who carries what, abilities by name, boxes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from reportlab.pdfgen.canvas import Canvas

from listbuilder.army.prices import enhancement_prices, price_of, price_word
from listbuilder.army.records import Unit
from listbuilder.i18n import _, clauses, listed, number
from listbuilder.print.bearers import title_of_modes
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import (
    ability_facts,
    enhancement_title,
    keyword_names,
    meaning_heading,
    models_words,
    said_of,
    weapon_heading,
    weapon_table,
)
from listbuilder.print.groups import Arms, arms, figures, models_on_table, parts, sheet_name
from listbuilder.print.kit.bar import Bar
from listbuilder.print.kit.blocks import EMPTY, Block, HairRule, Padded, Prose, Stack
from listbuilder.print.kit.grid import Column, Grid, Row
from listbuilder.print.kit.inline import Piece
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.style import Style
from listbuilder.print.kit.theme import FRAME, HAIR, prose
from listbuilder.print.kit.tracks import WoundBoxes
from listbuilder.print.kit.typeset import Span, text_width
from listbuilder.print.layouts.armoury import figure, weapon_figure
from listbuilder.print.layouts.places import places
from listbuilder.print.layouts.unit_tracks import damaged_words, half_words
from listbuilder.print.layouts.units import makeup
from listbuilder.rules.formation import Group, whole

SMALLEST = 6.6  # points of the smallest type below
_LABEL = Style(SMALLEST, strong=True)
_TEXT, _STRONG = Style(7.4), Style(7.4, strong=True)
_FIGURE = Style(9.4, strong=True)
_CELL, _NAME = Style(8.0), Style(8.0, strong=True)
_TITLE = Style(10.0, strong=True)
_BAR = 5.4 * mm
_BOXES = 46 * mm
_BOX = 7.0
_PAD = 4.0  # beside the text of a card
_LEAST_FIGURE = 15.0


def small_bar(look: Look, left: Sequence[Piece], right: Sequence[Piece]) -> Bar:
    """The title of a small card."""
    return Bar(look, _BAR, left, right, pad=1.6 * mm, least=SMALLEST)


@dataclass(frozen=True, slots=True)
class BelowCut:
    """Words within a card that are shown only where its bar has no room for them."""

    bar: Bar
    words: Block

    def height(self, width: float) -> float:
        return self.words.height(width) if self.bar.is_cut(width + 2 * _PAD) else 0.0

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        if self.bar.is_cut(width + 2 * _PAD):
            self.words.draw(canvas, x, top, width)


@dataclass(frozen=True)
class SmallCards:
    """Makes the cards of an army, the parts of each once: all densities measure the same blocks."""

    briefing: Briefing
    look: Look
    _made: dict[tuple[str, ...], tuple[Block, ...]] = field(default_factory=dict, repr=False)

    def card(self, copies: tuple[Group, ...], *, keywords: bool) -> Block:
        """The card of groups that differ in nothing but their names."""
        key = tuple(group.id for group in copies)
        if key not in self._made:
            self._made[key] = self._parts(copies)
        bar, body, few, full, tracks = self._made[key]
        inner = Padded(Stack([body, full if keywords else few]), _PAD, 2, _PAD, 2)
        whole_card = Stack([bar, inner, HairRule(HAIR), Padded(tracks, _PAD, 2, _PAD, 3)])
        return Padded(whole_card, frame=FRAME)

    def _parts(self, copies: tuple[Group, ...]) -> tuple[Block, ...]:
        """The bar, figures and abilities, models, models with keywords, boxes."""
        models, words = list(self._models(copies[0])), list(self._keywords(copies[0]))
        bar = self._bar(copies)
        body = Stack([self._whole_name(bar, copies), self._body(copies[0])])
        return bar, body, Prose(models) if models else EMPTY, Prose([*models, *words]), self._copies(copies)

    def _bar(self, copies: tuple[Group, ...]) -> Bar:
        briefing, group, several = self.briefing, copies[0], len(copies) > 1
        title, others = self._names(copies)
        left: list[Piece] = [Span(title, _TITLE)]
        if others:
            left.append(Span(others, _TEXT))
        right: list[Piece] = [Span(models_words(models_on_table(briefing, group)), _TEXT)]
        amounts = [price_of(briefing.army, unit) for unit in group.units]
        if any(amount is not None for amount in amounts):
            total = number(whole(sum((amount or 0 for amount in amounts), 0)), grouped=True)
            words = " ".join(filter(None, (total, price_word(briefing.army), _("each") if several else "")))
            right.append(Span(f"   {words}", _STRONG))
        return small_bar(self.look, left, right)

    def _names(self, copies: tuple[Group, ...]) -> tuple[str, str]:
        """What the card is of: the unit, then its datasheet where the player calls it otherwise, and who joined it."""
        first, *joined = copies[0].units
        if len(copies) > 1:
            title, *others = (self.briefing.local(unit.datasheet) for unit in copies[0].units)
            return f"{len(copies)}× {title}", "".join(f"+ {name} " for name in others).rstrip()
        is_renamed = first.name != first.datasheet and not first.half_of
        sheet = f"{self.briefing.local(first.datasheet)} " if is_renamed else ""
        return self.briefing.label(first), (
            sheet + "".join(f"+ {self.briefing.label(one)} " for one in joined)
        ).rstrip()

    def _whole_name(self, bar: Bar, copies: tuple[Group, ...]) -> Block:
        """What the card is of, in words that are shown below a bar that cuts them."""
        return BelowCut(bar, prose(" ".join(filter(None, self._names(copies))), _STRONG))

    def _body(self, group: Group) -> Block:
        blocks: list[Block] = []
        blocks += [Prose(line) for line in self._statlines(group)]
        if found := arms(self.briefing, group):
            blocks.append(Padded(self._weapons(found), top=1.5))
        return Stack([*blocks, Prose(list(self._abilities(group)))])

    def _statlines(self, group: Group) -> Iterator[list[Span]]:
        """Each statline on one line: small headings, strong figures, whose they are."""
        save = meaning_heading(self.briefing.vocabulary, "invulnerable")
        for table in figures(self.briefing, group):
            for name, line in table.rows:
                spans: list[Span] = []
                pairs = (*zip(table.headings, line.values, strict=True), (save, line.save_words))
                for head, value in pairs:
                    if value:
                        shown = Span(value.replace(" ", "\u00a0"), _FIGURE)
                        spans += [Span(head.upper() + "\u00a0", _LABEL), shown, Span("   ", _TEXT)]
                if len(table.rows) > 1 or len(group.units) > 1:
                    spans.append(Span(name, _STRONG))
                yield spans

    # --- weapons -------------------------------------------------------------------------------------------------------------
    def _weapons(self, found: Sequence[Arms]) -> Block:
        """Tables of weapons whose figures stand below each other; the bearer follows the first weapon of theirs."""
        bearers = {bearer for one in found for bearer, _weapon in one.weapons}
        tables = [
            weapon_table(one.type, tuple(mode for _bearer, weapon in one.weapons for mode in weapon.modes), words)
            for words in (self.briefing.vocabulary,)
            for one in found
        ]
        count = max(len(table.figures) for table in tables)
        widths = [_LEAST_FIGURE] * count
        for table in tables:
            for index, name in enumerate(table.figures, count - len(table.figures)):
                values = (text_width(figure(weapon.value(name)), _CELL) for weapon in table.weapons)
                widths[index] = max(widths[index], text_width(self._heading(name).upper(), _LABEL), *values)
        return Stack([
            self._table(one, table.figures, table.prose, widths, named=len(bearers) > 1)
            for one, table in zip(found, tables, strict=True)
        ])  # fmt: skip

    def _heading(self, name: str) -> str:
        return weapon_heading(self.briefing.vocabulary, name, self.briefing.local)

    def _table(
        self, one: Arms, names: Sequence[str], texts: Sequence[str], widths: Sequence[float], *, named: bool
    ) -> Grid:
        lead: list[Block] = [EMPTY] * (len(widths) - len(names))
        heads: list[Block] = [EMPTY, _label(self._heading(one.type)), *lead]
        heads += [_label(self._heading(name), "centre") for name in names]
        rows = []
        for bearer, weapon in one.weapons:
            titles = title_of_modes(weapon.modes, self.briefing.local)
            for index, (profile, (name, mode)) in enumerate(zip(weapon.modes, titles, strict=True)):
                spans = [Span(name, _NAME), Span(f" {mode}" if mode else "", _CELL)]
                if index:
                    spans = [Span(_("or {mode}").format(mode=mode or name), _CELL)]
                if named and index == 0:
                    spans.append(Span(f"  ({bearer})", _TEXT))
                spans.append(Span("  " + clauses(said_of(profile, texts, self.briefing.local)), _TEXT))
                count = f"{weapon.count}×" if index == 0 and weapon.count else ""
                figures_of = (weapon_figure(self.briefing, one.type, profile.value(column)) for column in names)
                values = [prose(value, _CELL, "centre") for value in figures_of]
                rows.append(
                    Row([prose(count, _NAME, "right"), Prose(spans), *lead, *values], rule=0.4, rule_ink=0.5, over=1)
                )
        columns = [Column(width=14.0), Column(share=1.0), *map(Column, widths)]
        return Grid(columns, rows, [Row(heads, rule=HAIR, rule_ink=0.0, over=1)], gutter=3.0, pad=0.2)

    # --- words ---------------------------------------------------------------------------------------------------------------
    def _abilities(self, group: Group) -> Iterator[Span]:
        """Enhancements and abilities by their names, of several units behind theirs."""
        briefing = self.briefing
        for unit in group.units:
            if len(group.units) > 1:
                yield Span(sheet_name(briefing, group, unit) + "  ", _STRONG)
            facts = [*self._borne(unit), *ability_facts(unit, briefing.vocabulary, briefing.local)]
            for heading, words in facts:
                yield from _headed(heading, words)

    def _borne(self, unit: Unit) -> Iterator[tuple[str, str]]:
        briefing = self.briefing
        for one in unit.enhancements:
            prices = enhancement_prices(briefing.army, unit, one, worded=True)
            replaced = _("replaces {items}").format(items=briefing.local(one.instead_of)) if one.instead_of else ""
            more = listed(filter(None, (*prices, replaced, one.page)))
            name = briefing.local(one.name)
            yield enhancement_title(one, briefing.vocabulary), f"{name} ({more})" if more else name

    def _models(self, group: Group) -> Iterator[Span]:
        """Kinds of models, and what they carry besides weapons."""
        if found := tuple(makeup(self.briefing, group)):
            yield from _headed(_("Models"), " · ".join(found))

    def _keywords(self, group: Group) -> Iterator[Span]:
        """Those of all units of the group, each once."""
        found: dict[str, dict[str, None]] = {}
        for unit in group.units:
            for heading, words in keyword_names(unit, self.briefing.local):
                found.setdefault(heading, {}).update(dict.fromkeys(words))
        for heading, each in found.items():
            yield from _headed(heading, listed(each))

    # --- boxes ---------------------------------------------------------------------------------------------------------------
    def _copies(self, copies: tuple[Group, ...]) -> Block:
        rows = []
        for group in copies:
            name = [Span(self.briefing.group_label(group) + "  ", _STRONG)] if len(copies) > 1 else []
            marks = [mark for unit in group.units for mark in self.briefing.marks(unit)]
            told = [words for _icon, words in places(self.briefing, group)]
            notes = [" ".join(unit.notes.split()) for unit in group.units if unit.notes]
            strength = filter(None, (half_words(self.briefing, group), self.briefing.strength_words(group)[2]))
            words = " · ".join((*marks, *told, *strength, *damaged_words(self.briefing, group), *notes))
            rows.append(Row([Prose([*name, Span(words, _TEXT)]), self._boxes(group)], pad=1.0, over=0))
        return Grid([Column(share=1.0), Column(width=_BOXES)], rows, gutter=6.0)

    def _boxes(self, group: Group) -> Block:
        found = [wounds for part in parts(self.briefing, group) for wounds in part.wounds]
        below = group.below_half if self.briefing.vocabulary.half_strength else 0
        return WoundBoxes(found, below, _BOX)


def _headed(heading: str, words: str) -> list[Span]:
    return [Span(heading.upper().replace(" ", "\u00a0") + "\u00a0 ", _LABEL, solid=True), Span(words + "   ", _TEXT)]


def _label(text: str, align: str = "left") -> Prose:
    return Prose([Span(text.upper(), _LABEL)], align, 1.2, whole_words=True)
