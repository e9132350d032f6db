"""The cards of an army: one for each attached unit, or for several that differ in nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from listbuilder.army.prices import enhancement_prices, price_of, price_word
from listbuilder.army.records import Enhancement, Unit
from listbuilder.i18n import _, listed, number
from listbuilder.print.bearers import kinds, split_mode
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import enhancement_title, meaning_heading, models_words, role_of_one
from listbuilder.print.groups import Figures, arms, cards, figures, models_on_table, sheet_name
from listbuilder.print.kit import measures, theme
from listbuilder.print.kit.bar import Bar
from listbuilder.print.kit.blocks import Block, Padded, Prose
from listbuilder.print.kit.forms import MOST_SIGNS, Ticks
from listbuilder.print.kit.icons import Icon, IconName
from listbuilder.print.kit.inline import Piece
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.statboxes import StatBoxes, StatRow
from listbuilder.print.kit.typeset import Span
from listbuilder.print.layouts.armoury import weapon_rows
from listbuilder.print.layouts.card import Card
from listbuilder.print.layouts.columns import Columns, Entry, Paragraph
from listbuilder.print.layouts.figures import FiguresBlock
from listbuilder.print.layouts.named import marked_name
from listbuilder.print.layouts.places import places
from listbuilder.print.layouts.unit_tracks import beside_track, track_row
from listbuilder.print.options import TextLevel
from listbuilder.print.rules_text import SHARED, RulesText, shared_rules, unit_rules
from listbuilder.print.turn_sheet import once_weapons
from listbuilder.replacing import replace
from listbuilder.rules.formation import Group, whole
from listbuilder.rules.transport import capacity

_BAR_ICON = 3.4 * mm
_MOST_TRACKS = 110 * mm  # of one card: more copies have another
_MOST_STATES = 4
_MOST_TICKED = 4  # copies on a card with boxes of their own for states
_STAT_NAME = replace(theme.ROW_NAME, size=8.5)  # the smallest of a statline
_STAT_LINES = 2
_ABOVE_SMALL = 0.7 * mm
_FIGURE = re.compile(r" (?=D?\d\S*$)")  # the space before the figure of a rule, which stays on its line
Copies = tuple[Group, ...]


def army_cards(briefing: Briefing, look: Look, detail: TextLevel, width: float) -> tuple[tuple[Copies, Card], ...]:
    """The cards in the order of the list, each with the groups that it shows."""
    shared = (some for copies in cards(briefing) for some in _with_room(briefing, look, copies, width))
    told = tuple(one.title.casefold() for one in briefing.once(shared_rules, detail) if one.paragraphs)
    return tuple((some, card(briefing, look, some, detail, told)) for some in shared)


def _with_room(briefing: Briefing, look: Look, copies: Copies, width: float) -> Iterator[Copies]:
    """So many copies that their tracks leave room for the rest of a card."""
    each = track_row(briefing, look, copies[0], several=len(copies) > 1).height(width)
    most = max(int(_MOST_TRACKS // each), 1)
    for start in range(0, len(copies), most):
        yield copies[start : start + most]


def card(briefing: Briefing, look: Look, copies: Copies, detail: TextLevel, told: tuple[str, ...] = ()) -> Card:
    """The card of groups that differ in nothing but their names. ``told``: how rules begin whose page stands elsewhere."""
    group = copies[0]
    rules = [rule for unit in group.units for rule in _rules(briefing, group, unit, detail)]
    beside = [rule for _bearer, rule in rules if beside_track(rule, len(copies))]
    rules = [rule for rule in rules if rule[1] not in beside]
    return Card(
        _bar(briefing, look, copies),
        _figures(briefing, copies, rules),
        weapon_rows(briefing, arms(briefing, group)),
        Columns(entries) if (entries := _entries(briefing, group, rules, told)) else None,
        _small(briefing, group),
        [track_row(briefing, look, one, several=len(copies) > 1, rules=beside) for one in copies],
        [card_key(unit) for one in copies for unit in one.units],
    )


def card_key(unit: Unit) -> str:
    """The name of the place in the document where the card of a unit begins."""
    return f"card {unit.id}"


def card_title(briefing: Briefing, copies: Copies) -> str:
    """The card's title in the outline: the bodyguard and its leaders, or how many share it."""
    if len(copies) > 1:
        return f"{len(copies)}× {' + '.join(briefing.local(unit.datasheet) for unit in copies[0].units)}"
    return briefing.group_label(copies[0])


# --- the bar -----------------------------------------------------------------------------------------------------------------


def _bar(briefing: Briefing, look: Look, copies: Copies) -> Bar:
    group, several = copies[0], len(copies) > 1
    first, *others = group.units
    name = f"{len(copies)}× {briefing.local(first.datasheet)}" if several else briefing.label(first)
    second: list[str] = []
    if not several and first.name != first.datasheet and not first.half_of:
        second.append(briefing.local(first.datasheet))
    joined = [briefing.local(unit.datasheet) if several else briefing.label(unit) for unit in others]
    words = " + ".join((*second, *joined)) if second or not joined else "+ " + " + ".join(joined)
    if not words and first.role:
        words = role_of_one(briefing.vocabulary, first.role, briefing.local)
    pieces: list[Piece] = [Span(name, theme.CARD_TITLE)]
    for icon, text in ((None, words), *_marks(briefing, group), *(() if several else places(briefing, group))):
        if text:
            pieces += [Span("   ", theme.BAR_SECOND)] if len(pieces) > 1 else []
            pieces += [Icon(icon, _BAR_ICON)] if icon else []
            pieces.append(Span(text, theme.BAR_SECOND))
    return Bar(look, measures.CARD_BAR, pieces, _cost(briefing, copies))


def _cost(briefing: Briefing, copies: Copies) -> list[Piece]:
    """Models and points on the right of the bar."""
    group = copies[0]
    models: list[Piece] = [Span(models_words(models_on_table(briefing, group)), theme.BAR_SECOND)]
    amounts = [price_of(briefing.army, unit) for unit in group.units]
    if all(amount is None for amount in amounts):
        return models
    figure = number(whole(sum((amount or 0 for amount in amounts), 0)), grouped=True)
    word = price_word(briefing.army)
    each = _("each") if len(copies) > 1 else ""
    after = " ".join(filter(None, (word, each)))
    return [
        *models,
        Span("    ", theme.BAR_SECOND),
        Span(figure, theme.CARD_POINTS),
        Span(f" {after}", theme.BAR_SECOND),
    ]


def _marks(briefing: Briefing, group: Group) -> Iterator[tuple[IconName | None, str]]:
    """Which marks the units bear besides enhancements, which stand with the text."""
    for unit in group.units:
        taken = {briefing.local(one.name) for one in unit.enhancements}
        for index, words in enumerate(briefing.marks(unit)):
            if unit.warlord and index == 0:
                yield "star", words
            elif not any(words.startswith(name) for name in taken):
                yield None, words


# --- figures -----------------------------------------------------------------------------------------------------------------


def _figures(briefing: Briefing, copies: Copies, rules: Sequence[tuple[str, RulesText]]) -> Block | None:
    """Statlines, and what to tick: of copies one box for each, while they are few."""
    group, battle = copies[0], briefing.vocabulary.battle
    tables = figures(briefing, group)
    each = len(copies) if len(copies) <= _MOST_TICKED else 1
    states = [one.title for one in battle.states if one.ends or one.grave][:_MOST_STATES]
    once = {rule.title: each for _bearer, rule in rules if rule.once_by_unit}
    for weapon in (one for unit in group.units for one in once_weapons(unit, battle)):
        times = max(weapon.count, 1) * each
        name = briefing.local(weapon.name)
        once[f"{times}× {name}" if times > MOST_SIGNS else name] = times
    ticks = [Ticks(_("States"), states, times=[each] * len(states))] if states else []
    ticks += [Ticks(_("Once per battle"), [*once], "circle", times=[*once.values()])] if once else []
    if not tables and not ticks:
        return None
    return FiguresBlock([_stat_boxes(briefing, table) for table in tables], ticks)


def _stat_boxes(briefing: Briefing, table: Figures) -> StatBoxes:
    rows = [StatRow(_two_lines(name), line.values, line.save, line.condition) for name, line in table.rows]
    return StatBoxes(table.headings, rows, meaning_heading(briefing.vocabulary, "invulnerable"))


def _two_lines(name: str) -> str:
    """A name that fits on two lines beside statlines; a longer one is cut."""
    room = measures.BOXES_AT - measures.CARD_PAD - 3 * mm
    short = name
    while len(Prose([Span(short, _STAT_NAME)]).lines(room)) > _STAT_LINES:
        short = short[: max(len(short) - max(len(short) // 10, 2), 0)].rstrip("… ") + "…"
    return short


# --- text --------------------------------------------------------------------------------------------------------------------


def _rules(briefing: Briefing, group: Group, unit: Unit, detail: TextLevel) -> Iterator[tuple[str, RulesText]]:
    """The rules of a unit behind its name, where the group has several units."""
    bearer = sheet_name(briefing, group, unit) if len(group.units) > 1 else ""
    for rule in unit_rules(briefing, unit, detail):
        if rule.kind != "enhancement":
            yield bearer, rule
    texts = [rule for rule in unit_rules(briefing, unit, detail) if rule.kind == "enhancement"]
    for taken, rule in zip(unit.enhancements, texts, strict=True):
        yield bearer, _of_enhancement(briefing, unit, taken, rule)


def _of_enhancement(briefing: Briefing, unit: Unit, taken: Enhancement, rule: RulesText) -> RulesText:
    """What an enhancement is, what it costs and what it replaces, as a note."""
    prices = enhancement_prices(briefing.army, unit, taken, worded=True)
    replaced = _("replaces {items}").format(items=briefing.local(taken.instead_of)) if taken.instead_of else ""
    note = listed(filter(None, (enhancement_title(taken, briefing.vocabulary), *prices, replaced)))
    return replace(rule, note=note)


def _entries(
    briefing: Briefing, group: Group, rules: Sequence[tuple[str, RulesText]], told: tuple[str, ...]
) -> tuple[Entry, ...]:
    """Rules with a text one by one, each once; those of one bearer that are only named in one paragraph; what a transport
    carries."""
    named: dict[str, list[str]] = {}
    told_of: dict[RulesText, list[str]] = {}
    for bearer, rule in rules:
        if rule.paragraphs:
            told_of.setdefault(rule, []).append(bearer)
        else:
            is_told = rule.kind in SHARED and rule.title.casefold().startswith(told)
            more = listed(filter(None, (rule.note, "" if is_told else _whole(rule.page))))
            title = _FIGURE.sub("\u00a0", rule.title)
            named.setdefault(bearer, []).append(f"{title} ({more})" if more else title)
    names = [_named(bearer or _("Abilities"), words) for bearer, words in named.items()]
    bays = [_named(_("Transport"), [words]) for unit in group.units for words in _bays(briefing, unit)]
    texts = [rule_entry(rule, _bearers(group, of)) for rule, of in told_of.items()]
    return (*names, *bays, *texts)


def _bearers(group: Group, bearers: Sequence[str]) -> str:
    """Who of a group has a rule, each once; nothing where all of its units have it."""
    each = dict.fromkeys(bearers)
    return "" if len(each) == len(group.units) else listed(each)


def _named(title: str, words: Sequence[str]) -> Entry:
    name = marked_name(title)
    spans = (Span(f"{name} " if name != title else f"{title}: ", theme.RULES_NAME), Span(listed(words), theme.RULES))
    return (Paragraph(spans),)


def _bays(briefing: Briefing, unit: Unit) -> Iterator[str]:
    for bay in unit.transport:
        riders = " / ".join(" ".join(map(briefing.local, words)) for words in bay.allow)
        yield f"{capacity(bay, unit)} {riders}".strip()


def _whole(page: str) -> str:
    """A page whose number stays with its book."""
    return "\u00a0".join(page.rsplit(" ", 1))


def full_stop(title: str) -> str:
    """The stop behind a title that begins a text; a sign that ends a sentence is one."""
    return "" if title.rstrip("\"'”’»」").endswith((".", "!", "?", "…", "。", "！", "？")) else "."


def rule_entry(rule: RulesText, bearer: str = "") -> Entry:
    """A rule behind its name, and behind who has it and what else there is to say."""
    notes = listed(filter(None, (bearer, rule.note, _whole(rule.page))))
    title = Span(marked_name(rule.title), theme.RULES_NAME)
    dot = "" if title.text != rule.title else full_stop(rule.title)
    note = Span(f" ({notes}). " if notes else f"{dot} ", theme.RULES if notes else theme.RULES_NAME)
    found = []
    for index, paragraph in enumerate(rule.paragraphs):
        spans = tuple(
            Span(run.text.upper() if run.caps else run.text, theme.RULES_NAME if run.strong else theme.RULES)
            for run in paragraph.runs
        )
        if index == 0 and not paragraph.bullet:
            found.append(Paragraph((title, note, *spans)))
            continue
        if index == 0:
            found.append(Paragraph((title, Span(note.text.rstrip(), note.style))))
        found.append(Paragraph(spans, paragraph.bullet, paragraph.level))
    return tuple(found) or (Paragraph((title, Span(f" ({notes})" if notes else "", theme.RULES))),)


def _small(briefing: Briefing, group: Group) -> Block | None:
    """Models with what they carry besides weapons, and the keywords of all."""
    spans: list[Span] = []
    if found := tuple(makeup(briefing, group)):
        spans += [_head(_("Models")), Span(" · ".join(found) + "   ", theme.KEYWORDS)]
    words = dict.fromkeys(word for unit in group.units for word in (*unit.shown_keywords, *unit.faction_keywords))
    if words:
        spans += [
            _head(_("Keywords")),
            Span(" · ".join(map(briefing.keyword, words)), theme.KEYWORDS),
        ]
    return Padded(Prose(spans, leading=1.25), top=_ABOVE_SMALL) if spans else None


def _head(text: str) -> Span:
    return Span(text.upper() + "\u00a0 ", theme.SMALL_LABEL)


def makeup(briefing: Briefing, group: Group) -> Iterator[str]:
    """Kinds of models with their number where a unit has several, and what they carry that is no weapon."""
    for unit in group.units:
        armed = {name for weapon in unit.weapons for name in (weapon.item, weapon.name, split_mode(weapon.name)[0])}
        several = len(kinds(unit)) > 1
        for kind in kinds(unit):
            found: dict[str, int] = {}
            for line in kind.lines:
                for item in line.wargear:
                    if item.name not in armed and item.name != kind.name:
                        found[item.name] = found.get(item.name, 0) + item.count
            items = [
                briefing.local(name) if count == kind.count else f"{count}× {briefing.local(name)}"
                for name, count in found.items()
            ]
            if several or items:
                carried = f" ({listed(items)})" if items else ""
                yield f"{kind.count} {briefing.local(kind.name)}{carried}"
        loose = [one for one in unit.wargear if one.name not in armed]
        if loose:
            names = listed(
                f"{one.count}× {briefing.local(one.name)}" if one.count > 1 else briefing.local(one.name)
                for one in loose
            )
            yield f"{sheet_name(briefing, group, unit)}: {names}"
