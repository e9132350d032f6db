"""The reference: reserves and other reminders, and the stratagems of the detachments and the game that the army has a target
for."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.catalogue.facts import Stratagem
from listbuilder.catalogue.vocabulary import Arrival
from listbuilder.i18n import _, in_language, listed
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import stratagem_time
from listbuilder.print.kit.blocks import EMPTY, Block, Prose
from listbuilder.print.kit.grid import Column, Grid, Row
from listbuilder.print.kit.pages import Bookmark, Flow, heading
from listbuilder.print.kit.theme import BODY, NAME, NOTE, SMALL, prose, small_label
from listbuilder.print.kit.typeset import Span
from listbuilder.print.stratagems import unstated_stratagems, usable_stratagems

_COLUMNS = (Column(width=24.0), Column(share=1.1), Column(share=0.75), Column(share=1.1), Column(share=1.2))


def add_reference(flow: Flow, briefing: Briefing, *, late: bool = False) -> list[Block]:
    """Adds the reference below the last card, as far as there is room, and on new pages; with ``late`` it returns what has none
    instead."""
    blocks: list[Block] = []
    if found := usable_stratagems(briefing):
        blocks.append(heading(stratagems_title(briefing), stratagem_table(briefing, found)))
    words = briefing.vocabulary
    for title, lines in ((_("Arrival of reserves"), words.arrival), (_("At the table"), words.reference)):
        if facts := reminders(briefing, lines):
            table = Grid((Column(width=130.0), Column(share=1.0)), facts, gutter=10.0, pad=2.0)
            blocks.append(heading(title, table))
    width = flow.frame.width
    blocks.sort(key=lambda block: block.height(width) > flow.room)  # what fits below the last card stands there
    rest: list[Block] = []
    for index, block in enumerate(blocks):
        if late and block.height(width) > flow.room:
            rest.append(block)
        else:
            flow.add(block, *(() if index else (Bookmark(_("Reference")),)))
    return rest


def stratagem_table(briefing: Briefing, found: tuple[tuple[str, tuple[Stratagem, ...]], ...]) -> Grid:
    """Cost, name, type, time and target of each, grouped by detachment, then those of the game."""
    terms = briefing.vocabulary.terms
    words = (terms.stratagem.title, _("Type"), _("When"), _("Target"))
    heads = (small_label(terms.command_points.title, "centre"), *map(small_label, words))
    rows: list[Row] = []
    for source, group in found:
        title = briefing.local(source) or _("{stratagems} of the game").format(stratagems=terms.stratagem.many.title)
        rows.append(Row([EMPTY, prose(title, SMALL.bold()), EMPTY, EMPTY, EMPTY], heading=True, rule=0.5, rule_ink=0.0))
        rows += [_row(briefing, stratagem) for stratagem in group]
    return Grid(_COLUMNS, rows, [Row(heads, rule=0.9, rule_ink=0.0)], gutter=8.0, pad=2.2)


def _row(briefing: Briefing, stratagem: Stratagem) -> Row:
    name = [Span(briefing.local(stratagem.name), BODY.bold())]
    if stratagem.once_per_battle:
        name.append(Span("  " + _("once per battle"), NOTE))
    cells: list[Block] = [
        prose(str(stratagem.cp), NAME, "centre", leading=0.95),
        Prose(name),
        prose(briefing.local(stratagem.type) or "–", BODY),
        prose(when(briefing, stratagem) or "–", BODY),
        prose(_target(briefing, stratagem), BODY),
    ]
    return Row(cells, rule=0.25)


def reminders(briefing: Briefing, lines: Sequence[Arrival]) -> list[Row]:
    """Lines as the game says them, without those about abilities that no unit has."""
    units = briefing.army.units
    return [
        Row([prose(in_language(line.what), BODY.bold()), prose(in_language(line.how), BODY)], rule=0.25)
        for line in lines
        if units and (not line.ability or any(unit.has_ability(line.ability) for unit in units))
    ]


def stratagems_title(briefing: Briefing) -> str:
    """The heading of the stratagems, with the detachments whose own the data do not have."""
    words = briefing.vocabulary.terms.stratagem.many.title
    if lacking := listed(unstated_stratagems(briefing)):
        text = _("{stratagems} this army can use (those of {detachments} are not in these data)")
        return text.format(stratagems=words, detachments=lacking)
    return _("{stratagems} this army can use").format(stratagems=words)


def when(briefing: Briefing, stratagem: Stratagem) -> str:
    """Turn and phase in words: Opponent's turn, shooting phase."""
    return stratagem_time(stratagem, briefing.vocabulary, briefing.local)


def _target(briefing: Briefing, stratagem: Stratagem) -> str:
    """The keywords that the target needs."""
    groups = (" ".join(map(briefing.local, words)) for words in stratagem.target)
    return _(" or ").join(groups) or _("any unit")
