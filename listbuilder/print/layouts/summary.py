"""The first page: the army, its verdict, findings, the table of units, rules, enhancements, reserves and notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from listbuilder.army.prices import enhancement_prices, price_of, price_word
from listbuilder.army.records import Profile, Unit
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.columns import Column
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.i18n import _, listed, number
from listbuilder.print.bearers import is_added, kinds, models_of, with_wounds
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import Statline, control, statline_of, statlines, unit_title
from listbuilder.print.glance import Marks
from listbuilder.print.groups import Section, sections
from listbuilder.print.kit import measures, theme
from listbuilder.print.kit.blocks import EMPTY, Beside, Block, Gap, Padded, Stack
from listbuilder.print.kit.forms import SectionHead, WriteLines
from listbuilder.print.kit.icons import Icon, IconName
from listbuilder.print.kit.inline import Piece
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.pages import Bookmark, Flow
from listbuilder.print.kit.theme import prose
from listbuilder.print.kit.typeset import Span
from listbuilder.print.layouts.columns import Columns, Entry, Paragraph
from listbuilder.print.layouts.findings import FEW, FindingRows
from listbuilder.print.layouts.masthead import banner, facts
from listbuilder.print.layouts.places import places
from listbuilder.print.layouts.unit_table import HeadRow, Row, TotalRow, UnitRow, UnitTable
from listbuilder.print.layouts.units import card_key, rule_entry
from listbuilder.print.layouts.waiting import waiting_section
from listbuilder.print.options import TextLevel
from listbuilder.print.rules_text import RulesText, army_rules, shared_rules, unit_rules
from listbuilder.replacing import replace
from listbuilder.rules.formation import Group

GLANCE = (
    "toughness",
    "armour",
    "save",
    "invulnerable",
    "wounds",
    "control",
)  # meanings of the columns that players ask for
_NOTE_ICON = 3 * mm
_NARROW = 160 * mm
_LEAST_NOTES = 13 * mm  # of room for lines to write on: two
_NONE = "–"
_APART = 4 * mm  # between the sections below the table
_DETAILS: tuple[TextLevel, ...] = ("short", "names")


def add_summary(flow: Flow, briefing: Briefing, look: Look, pages: Mapping[str, int]) -> None:
    """Adds the summary; a long list continues on the next page. ``pages``: the page of each card, known later."""
    flow.add(banner(briefing, look, flow.frame.width), Bookmark(_("Summary")))
    flow.add(facts(briefing, look, flow.frame.width))
    if briefing.findings:
        flow.add(FindingRows(briefing, look, FEW, pages=pages))
    if briefing.army.units:
        add_table(flow, unit_table(briefing, look, pages))
    else:
        none = _("There are no {units} in this list yet.").format(units=briefing.vocabulary.terms.unit.many)
        flow.add(prose(none, theme.RULES))
    below = _sections_that_fit(briefing, flow)
    notes_first = any(block.height(flow.frame.width) > flow.room for block in below) and _has_room_for_notes(
        flow, briefing
    )
    if notes_first:
        _add_notes(flow, briefing)
    for block in below:
        flow.add(block)
    if not notes_first and (briefing.army.units or briefing.army.notes):
        _add_notes(flow, briefing)


def add_table(flow: Flow, table: UnitTable) -> None:
    """Places the table of units; rows that do not fit go to the next page."""
    rest: UnitTable | None = table
    while rest is not None:
        first, others = rest.split(flow.frame.width, flow.room)
        if first is None and flow.pages[-1]:
            flow.turn_page()
            continue
        flow.add(first if first is not None else rest)
        rest = others if first is not None else None


# --- the table -----------------------------------------------------------------------------------------------------------------


def unit_table(briefing: Briefing, look: Look, pages: Mapping[str, int]) -> UnitTable:
    """All units by role or force."""
    columns = glance_columns(briefing)
    marks = Marks()
    rows: list[Row] = []
    cost = price_word(briefing.army) and (_("Points") if briefing.army.has_points else price_word(briefing.army))
    for section in sections(briefing):
        if section.heading:
            rows.append(_head(section, priced=bool(cost)))
        for group in section.groups:
            rows += [_unit_row(briefing, group, unit, columns, marks) for unit in group.units]
    if cost:
        rows.append(TotalRow(_left_over(briefing), number(_total(briefing), grouped=True)))
    headings = tuple(column.heading for column in columns)
    return UnitTable(look, unit_title(briefing.vocabulary), headings, cost, rows, pages, notes=marks.notes)


def _head(section: Section, *, priced: bool) -> HeadRow:
    return HeadRow(section.heading, number(section.points, grouped=True) if priced else "", section.bounds)


def _left_over(briefing: Briefing) -> str:
    """How many points are left of the limit."""
    army = briefing.army
    if not army.has_points or army.limit is None:
        return ""
    rest = army.limit - army.points
    words = _("{points} left of {limit}") if rest >= 0 else _("{points} over {limit}")
    return words.format(
        points=f"{number(max(rest, -rest), grouped=True)} {price_word(army)}", limit=number(army.limit, grouped=True)
    )


def _total(briefing: Briefing) -> Number:
    army = briefing.army
    return army.points if army.has_points else dict(army.spent).get(army.currencies[0].id, 0)


def glance_columns(briefing: Briefing) -> tuple[Column, ...]:
    """The columns of the statline that players ask for, of those that units of the army have."""
    units = briefing.army.units
    names = {name for unit in units for profile in unit.profiles for name, value in profile.values if value}
    known = [column for column in briefing.vocabulary.statline if column.meaning in GLANCE]
    shown = [
        column
        for column in known
        if any(map(column.has_name, names)) or (column.meaning == "invulnerable" and _has_saves(briefing))
    ]
    return tuple(sorted(shown, key=lambda column: GLANCE.index(column.meaning)))


def _has_saves(briefing: Briefing) -> bool:
    lines = (line for unit in briefing.army.units for line in statlines(unit, briefing.vocabulary, str, "")[1])
    return any(line.save for line in lines)


def _unit_row(briefing: Briefing, group: Group, unit: Unit, columns: Sequence[Column], marks: Marks) -> UnitRow:
    amount = price_of(briefing.army, unit)
    named = unit.name != unit.datasheet and not unit.half_of
    return UnitRow(
        card_key(unit),
        str(models_of(unit, briefing.vocabulary) or ""),
        briefing.label(unit),
        briefing.local(unit.datasheet) if named else "",
        tuple(_notes(briefing, group, unit)),
        tuple(_figures(briefing, unit, columns, marks)),
        "" if amount is None else number(amount, grouped=True),
        joined=unit.id != group.units[0].id,
    )


def _save(briefing: Briefing, unit: Unit, profile: Profile | None) -> Statline | None:
    """One statline of a unit as shown, with its invulnerable save."""
    if profile is None:
        return None
    return statlines(replace(unit, profiles=(profile,)), briefing.vocabulary, str, "")[1][0]


def _main_profile(unit: Unit, vocabulary: Vocabulary) -> Profile | None:
    """Of the statlines that state wounds that with the unit's name, else that of most models, the first of several."""
    known = with_wounds(unit, vocabulary, sorted(kinds(unit), key=lambda kind: -kind.count))
    stated = [found for kind in known if (found := statline_of(unit, kind.lines[0])) is not None]
    own = next((one for one in stated if one.name.casefold() == unit.datasheet.casefold()), None)
    return own or next(iter(stated or unit.profiles), None)


def _figures(briefing: Briefing, unit: Unit, columns: Sequence[Column], marks: Marks) -> Iterator[str]:
    """The values of the statline that most of its models have; of control the sum of all models."""
    profile = _main_profile(unit, briefing.vocabulary)
    save = _save(briefing, unit, profile)
    for column in columns:
        if column.meaning == "control":
            held = control(unit, briefing.vocabulary)
            yield _NONE if held is None else str(held)
        elif column.meaning == "invulnerable":
            yield f"{save.save}{marks.of(save.condition)}" if save and save.save else _NONE
        else:
            found = _value(profile, column).replace("-", _NONE) or _NONE
            yield found + _added(unit, profile, column)


def _value(profile: Profile | None, column: Column) -> str:
    found = (value for name, value in (profile.values if profile else ()) if column.has_name(name))
    return next(filter(None, found), "")


def _added(unit: Unit, main: Profile | None, column: Column) -> str:
    """What a mount adds to a figure of its rider, as its statline says: (+3)."""
    others = (_value(profile, column) for profile in unit.profiles if profile is not main)
    return next((value for value in others if is_added(value)), "")


def _notes(briefing: Briefing, group: Group, unit: Unit) -> Iterator[tuple[Piece, ...]]:
    """Marks of the unit, and where the group starts, which stands with its first unit."""
    taken = {briefing.local(one.name): one for one in unit.enhancements}
    for index, words in enumerate(briefing.marks(unit)):
        of = next((one for name, one in taken.items() if words.startswith(name)), None)
        if unit.warlord and index == 0:
            yield _note("star", words)
        elif of is not None:
            price = listed(enhancement_prices(briefing.army, unit, of))
            yield _note("diamond", f"{briefing.local(of.name)}\u00a0{price}" if price else briefing.local(of.name))
        else:
            yield _note(None, words)
    if unit.id == group.units[0].id:
        for icon, words in places(briefing, group):
            yield _note(icon, words)


def _note(icon: IconName | None, words: str) -> tuple[Piece, ...]:
    span = Span(words, theme.ROW_TEXT)
    return (Icon(icon, _NOTE_ICON), span) if icon else (span,)


# --- below the table ---------------------------------------------------------------------------------------------------------


def _sections_that_fit(briefing: Briefing, flow: Flow) -> list[Block]:
    """The sections below the table side by side: with the beginnings of rules where there is room for them, else their names."""
    width = flow.frame.width
    for detail in _DETAILS:
        others = _other_sections(briefing, detail)
        rules = _rules_section(briefing, detail, 3 - len(others) if width > _NARROW else 1)
        found = [*rules, *others]
        if not found:
            return []
        each = (width - 2 * _APART) / 3
        widths = (
            [each * (3 - len(others)) + _APART * (2 - len(others)), *([0.0] * len(others))]
            if rules
            else [0.0] * len(found)
        )
        below = [block if not index else Padded(block, top=2 * mm) for index, block in enumerate(found)]
        whole_block: Block = Beside(found, widths, _APART) if width > _NARROW and len(found) > 1 else Stack(below)
        if whole_block.height(width) <= flow.room:
            break
    return [whole_block]


def _rules_section(briefing: Briefing, detail: TextLevel, columns: int) -> list[Block]:
    """Rules of the army: one by one, or only their names, those of a group together."""
    rules = [rule for rule in army_level(briefing, detail) if rule.kind != "choice"]
    entries = [rule_entry(rule, rule.group) for rule in rules]
    if detail == "names":
        groups: dict[str, list[str]] = {}
        for rule in rules:
            groups.setdefault(rule.group, []).append(rule.title)
        entries = [_named(group, titles) for group, titles in groups.items()]
    return [_section(_("Rules of the army"), "crown", Columns(entries, columns))] if entries else []


def _named(group: str, titles: Sequence[str]) -> Entry:
    """Names of rules behind the name of what has them."""
    if not group:
        return (Paragraph((Span(listed(titles), theme.RULES_NAME),)),)
    return (Paragraph((Span(f"{group}: ", theme.RULES_NAME), Span(listed(titles), theme.RULES))),)


def _other_sections(briefing: Briefing, detail: TextLevel) -> list[Block]:
    """Enhancements, and what is not on the table at the start."""
    found: list[Block] = []
    units = briefing.army.units
    borne = [block for unit in units for block in _borne(briefing, unit, detail)]
    if borne:
        found.append(_section(briefing.vocabulary.terms.enhancement.many.title, "diamond", Stack(borne)))
    if waiting := waiting_section(briefing):
        found.append(waiting)
    return found


def army_level(briefing: Briefing, detail: TextLevel) -> list[RulesText]:
    """Rules of the detachments and of the faction."""
    rules = [rule for rule in army_rules(briefing, detail) if rule.kind != "stratagem"]
    known = {(rule.title.casefold(), rule.text) for rule in rules}  # an army may state what its units have
    shared = (rule for rule in briefing.once(shared_rules, detail) if rule.kind == "faction")
    rules += [rule for rule in shared if (rule.title.casefold(), rule.text) not in known]
    return sorted(rules, key=_level)


def _level(rule: RulesText) -> int:
    """Rules of the faction and the whole army stand before those of detachments, and these before other ones."""
    return 0 if rule.kind == "faction" or (rule.kind == "army" and not rule.group) else 1 + (rule.kind != "detachment")


def _section(title: str, icon: IconName | None, *blocks: Block) -> Block:
    return Stack([SectionHead(title, icon), Gap(0.8 * mm), *blocks])


def _borne(briefing: Briefing, unit: Unit, detail: TextLevel) -> Iterator[Block]:
    """The enhancements of a unit with what they cost, who bears them and what they do."""
    told = [rule for rule in unit_rules(briefing, unit, detail) if rule.kind == "enhancement"]
    for one, rule in zip(unit.enhancements, told, strict=True):
        price = "\u00a0".join(["", listed(enhancement_prices(briefing.army, unit, one))]).rstrip("\u00a0")
        words = [
            Span(f"{briefing.local(one.name)}{price}", theme.RULES_NAME),
            Span(f", {briefing.label(unit)}" + (f". {rule.text}" if rule.text else ""), theme.RULES),
        ]
        yield Padded(theme.rules_text(words), bottom=measures.ABILITY_GAP)


def _add_notes(flow: Flow, briefing: Briefing) -> None:
    """The player's notes, and lines to write on to the foot of the first page, where there is room for some."""
    head, written = _noted(briefing)
    room = flow.room - head.height(flow.frame.width) - 1
    if _has_room_for_notes(flow, briefing):
        flow.add(Stack([head, WriteLines(room)]))
    elif written:
        flow.add(head)


def _has_room_for_notes(flow: Flow, briefing: Briefing) -> bool:
    """Whether the notes and some lines to write on stand on the first page."""
    return len(flow.pages) == 1 and flow.room - _noted(briefing)[0].height(flow.frame.width) - 1 >= _LEAST_NOTES


def _noted(briefing: Briefing) -> tuple[Block, bool]:
    """The player's notes below their head, and whether there are any."""
    written = [theme.rules_text([Span(line, theme.RULES)]) for line in briefing.army.notes.splitlines() if line.strip()]
    return Stack([SectionHead(_("Notes"), "flag"), *written]), bool(written)


def fill_with_lines(flow: Flow, briefing: Briefing) -> None:
    """Lines to write on to the foot of a page that nothing else goes on, below the player's notes where these stand last."""
    head = EMPTY if briefing.army.notes.strip() else SectionHead(_("Notes"), "flag")
    room = flow.room - head.height(flow.frame.width) - 1
    if room >= _LEAST_NOTES:
        flow.add(Stack([head, WriteLines(room)]))


def noted_lines(width: float, high: float) -> Block:
    """Lines to write on below the word for them, no higher than so many points."""
    head = SectionHead(_("Notes"), "flag")
    return Stack([head, WriteLines(high - head.height(width) - 1)])
