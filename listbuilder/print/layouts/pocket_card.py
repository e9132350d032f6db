"""A unit on pocket cards: what does not fit on the front stands on the back, and what does not fit there on another card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from listbuilder.army.prices import price_of, price_word
from listbuilder.army.records import Profile, Unit
from listbuilder.catalogue.marked import paragraphs
from listbuilder.i18n import _, clauses, listed, number
from listbuilder.print.bearers import models_of, with_alike_weapons
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import (
    WeaponTable,
    alternative,
    keyword_facts,
    meaning_heading,
    models_words,
    role_of_one,
    said_of,
    statlines,
    weapon_heading,
    weapon_tables,
)
from listbuilder.print.groups import in_order, unit_parts
from listbuilder.print.kit.blocks import Block, Gap
from listbuilder.print.kit.forms import MOST_SIGNS, Ticks
from listbuilder.print.kit.icons import IconName
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.style import Style
from listbuilder.print.kit.theme import POCKET_KEYWORDS, POCKET_RULES, POCKET_WEAPON_FIGURE, prose
from listbuilder.print.kit.track import Track
from listbuilder.print.kit.tracked import TrackGroup
from listbuilder.print.kit.typeset import Span, text_width
from listbuilder.print.layouts.armoury import figure
from listbuilder.print.layouts.pocket_parts import (
    PocketBar,
    PocketStat,
    PocketStats,
    WeaponColumns,
    WeaponHead,
    WeaponRow,
    ability,
    high,
    label_width,
)
from listbuilder.print.layouts.pocket_sides import APART, LEAST_PARTS, SAFE, Card, Face, Room, cards_of
from listbuilder.print.layouts.unit_tracks import half_words
from listbuilder.print.layouts.units import full_stop
from listbuilder.print.options import TextLevel
from listbuilder.print.rules_text import SHARED, RulesText, unit_rules
from listbuilder.print.turn_sheet import once_weapons
from listbuilder.print.whereabouts import unit_facts
from listbuilder.replacing import replace

_DASH = " – "  # between a weapon's name and that of its mode
_LEAST_COLUMN = 4.4 * mm  # of figures
_MOST_WORDS = 120  # letters of what is said of a weapon in its row
_ICONS: dict[str, IconName] = {"ranged": "target", "melee": "swords"}
_FIGURE = replace(POCKET_WEAPON_FIGURE, strong=True)


def pocket_cards(briefing: Briefing, unit: Unit, look: Look, text: TextLevel, size: tuple[float, float]) -> list[Card]:
    """The cards of a unit; more than one only where its weapons and texts need it."""
    unit = with_alike_weapons(unit)
    width, height = size[0] - 2 * SAFE, size[1] - 2 * SAFE
    bar, more = _bar(briefing, unit, look, width)
    second: list[Block] = [prose(more, POCKET_KEYWORDS), Gap(APART / 2)] if more else []
    top: list[Block] = [bar, Gap(APART), *second, *_stats(briefing, unit)]
    arms, rules = (
        _weapons(briefing, unit),
        (*unit_rules(briefing, unit, text, alone=True), *_long_words(briefing, unit, text)),
    )
    foot = _track(briefing, unit, look, rules)
    feet = (foot, replace(foot, small=True))  # its boxes grow where there is room
    rooms = [height - high(top, width) - one.height(width) for one in feet]
    title = briefing.label(unit)
    words = _keywords(briefing, unit)
    for some, way, (one, room) in product(([*words], []), POCKET_RULES, [*zip(feet, rooms, strict=True)]):
        body = [*arms, Gap(APART), *_texts(rules, way), *some]  # all of it on the front
        if high(body, width) <= room + APART:  # which is free below the last text, and above the track
            return [(Face(top, body, one, title), None)]
    behind: list[Block] = [_bar(briefing, unit, look, width)[0], Gap(APART)]
    back_room = height - high(behind, width)
    for way, (one, room) in product(POCKET_RULES, [*zip(feet, rooms, strict=True)]):
        front = [*arms, Gap(APART), *_names(rules, way)]  # names on the front, their texts on the back
        back = [*_texts(rules, way), *words]
        if high(front, width) <= room and high(back, width) <= back_room + 0.01:
            return [(Face(top, front, one, title), Face(behind, back))]
    again: list[Block] = [_bar(briefing, unit, look, width, _("continued"))[0], Gap(APART)]
    sides, blocks = Room(width, height, top, again), [*arms, Gap(APART), *_names_first(rules, POCKET_RULES[-1])]
    fitting: list[Block] = [one for one, room in zip(feet, rooms, strict=True) if room >= 0]
    if not fitting:  # the boxes begin the next side
        fitting, blocks = [Gap(0)], [feet[-1], Gap(APART), *blocks]
    tries = [
        cards_of(sides.faces([*blocks, *some], one, title, least))
        for some, least, one in product((words, []), LEAST_PARTS, fitting)
    ]
    return min(tries, key=len)  # the first of those that need the fewest cards


# --- the parts --------------------------------------------------------------------------------------------------------------


def _bar(briefing: Briefing, unit: Unit, look: Look, width: float, more: str = "") -> tuple[PocketBar, str]:
    """The bar, and the facts about the unit that it has no room for."""
    sheet = "" if unit.name == unit.datasheet else briefing.local(unit.datasheet)
    models = models_of(unit, briefing.vocabulary)
    many = models_words(models) if models > 1 else ""
    facts = [*filter(None, (more, sheet, many, *unit_facts(briefing, unit), "" if more else _together(briefing, unit)))]
    amount = price_of(briefing.army, unit)
    cost = ("", "") if amount is None else (number(amount, grouped=True), price_word(briefing.army))
    bar, rest = PocketBar(look, briefing.label(unit), "", *cost).parted(facts, width)
    if not bar.second and unit.role and not bar.is_long(width):
        bar = replace(bar, second=role_of_one(briefing.vocabulary, unit.role, briefing.local))
    return bar, rest


def _together(briefing: Briefing, unit: Unit) -> str:
    """When the units that a unit has joined, or that joined it, are together below half of their strength."""
    group = briefing.formation.group_of(unit.id)
    words = half_words(briefing, group) if group is not None and len(group.units) > 1 else ""
    return _("together {below_half}").format(below_half=words) if words else ""


def _stats(briefing: Briefing, unit: Unit) -> Iterator[Block]:
    headings, stated = statlines(unit, briefing.vocabulary, briefing.local, "–")
    lines = in_order(briefing, unit, stated)
    if not headings:
        return
    several = len(lines) > 1
    rows = [PocketStat(line.values, line.save, line.condition, line.name if several else "") for line in lines]
    yield PocketStats(headings, rows, meaning_heading(briefing.vocabulary, "invulnerable"))
    yield Gap(APART)


def _weapons(briefing: Briefing, unit: Unit) -> list[Block]:
    """The weapons of all types, those whose columns are alike below one head."""
    tables = weapon_tables(unit, briefing.vocabulary)
    columns = _columns(briefing, tables) if tables else WeaponColumns(())
    found: list[Block] = []
    for together in _below_one_head(briefing, tables):
        title = weapon_heading(briefing.vocabulary, together[0].title, briefing.local)
        found.append(
            WeaponHead(columns, title if len(together) == 1 else _("Weapon"), _headings(briefing, together[0]))
        )
        for place, table in enumerate(together):
            found += _rows(briefing, columns, table, "strong" if place else "")
    return found


def _below_one_head(briefing: Briefing, tables: Sequence[WeaponTable]) -> list[list[WeaponTable]]:
    """Tables behind each other that differ in one heading at most, as that of the skill."""
    found: list[list[WeaponTable]] = []
    before: list[str] = []
    for table in tables:
        headings = _headings(briefing, table)
        same = sum(1 for one, other in zip(reversed(headings), reversed(before), strict=False) if one == other)
        if not found or same < len(headings) - 1:
            found.append([])
        found[-1].append(table)
        before = headings
    return found


def _headings(briefing: Briefing, table: WeaponTable) -> list[str]:
    return [weapon_heading(briefing.vocabulary, name, briefing.local) for name in _figures(table)]


def _rows(briefing: Briefing, columns: WeaponColumns, table: WeaponTable, rule: str) -> Iterator[WeaponRow]:
    """The weapons of a type; ``rule``: what parts the first from what is above it."""
    kind = briefing.vocabulary.weapon_type(table.title)
    for index, weapon in enumerate(table.weapons):
        mode = alternative(table.weapons, index)
        name = _mode(briefing, table, index) if mode else _shown(briefing, weapon)
        count = "" if mode else f"{weapon.count}× " if weapon.count else ""
        words = clauses(one for one in _words(briefing, table, weapon) if len(one) <= _MOST_WORDS)
        yield WeaponRow(
            columns,
            (_("or") + " " if mode else count) + name,
            [figure(weapon.value(column)) for column in _figures(table)],
            words,
            _ICONS.get(kind.reach) if kind is not None and index == 0 else None,
            "dotted" if index else rule,
            mode,
        )


def _words(briefing: Briefing, table: WeaponTable, weapon: Profile) -> Iterator[str]:
    """What is said of a weapon besides its figures."""
    yield from said_of(weapon, table.prose, briefing.local)


def _long_words(briefing: Briefing, unit: Unit, text: TextLevel) -> Iterator[RulesText]:
    """Words of weapons that are texts and have no room in a row: they stand with the abilities, behind the weapon's name."""
    if text == "names":
        return
    for table in weapon_tables(unit, briefing.vocabulary):
        for weapon in table.weapons:
            for words in _words(briefing, table, weapon):
                if len(words) > _MOST_WORDS:
                    yield RulesText(_shown(briefing, weapon), "weapon", paragraphs(words))


def _figures(table: WeaponTable) -> tuple[str, ...]:
    """The columns of figures, without a first one that says the same word of all weapons, as melee weapons have for a range."""
    others = table.figures[1:]
    if others and not any(char.isdigit() for weapon in table.weapons for char in weapon.value(table.figures[0])):
        return others
    return table.figures


def _shown(briefing: Briefing, weapon: Profile) -> str:
    """A weapon's name with a true dash, without the sign that data put before one of its modes."""
    return briefing.local(weapon.name).lstrip("➤ ").replace(" - ", _DASH)


def _mode(briefing: Briefing, table: WeaponTable, index: int) -> str:
    """The name of another mode of the weapon above, without what both names begin with."""
    above, name = (_shown(briefing, table.weapons[at]) for at in (index - 1, index))
    base, dash, mode = name.partition(_DASH)
    return mode if dash and above.partition(_DASH)[0] == base else name


def _columns(briefing: Briefing, tables: Sequence[WeaponTable]) -> WeaponColumns:
    """The widths of the figures, those of all tables aligned at the right."""
    count = max(len(_figures(table)) for table in tables)
    widths = [_LEAST_COLUMN] * count
    for table in tables:
        shown = _figures(table)
        for index, name in enumerate(shown, count - len(shown)):
            heading = weapon_heading(briefing.vocabulary, name, briefing.local)
            values = [text_width(figure(weapon.value(name)), _FIGURE) for weapon in table.weapons]
            widths[index] = max(widths[index], label_width(heading) + 1.6, *(value + 1.8 for value in values))
    return WeaponColumns(tuple(widths))


def _texts(rules: Sequence[RulesText], way: tuple[float, float]) -> list[Block]:
    """The abilities with their texts; those without one together in the last paragraph."""
    size, leading = way
    plain, strong = Style(size), Style(size, strong=True)
    found: list[Block] = []
    for rule in rules:
        if not rule.paragraphs:
            continue
        paragraphs: list[list[Span]] = []
        for at, paragraph in enumerate(rule.paragraphs):
            spans = _title(rule, plain, strong) if at == 0 else []
            spans += [Span(f"{paragraph.bullet} ", plain)] if paragraph.bullet else []
            spans += [
                Span(run.text.upper() if run.caps else run.text, strong if run.strong else plain)
                for run in paragraph.runs
            ]
            paragraphs.append([span for span in spans if span.text])
        found.append(ability(paragraphs, leading))
    return [*found, *_names([rule for rule in rules if not rule.paragraphs], way)]


def _title(rule: RulesText, plain: Style, strong: Style) -> list[Span]:
    """What stands before a text: its name, and behind it its facts, such as when a spell is cast and at which value."""
    if not rule.note:
        return [Span(f"{rule.title}{full_stop(rule.title)} ", strong)]
    return [Span(f"{rule.title} ", strong), Span(f"({rule.note}). ", plain)]


def _names_first(rules: Sequence[RulesText], way: tuple[float, float]) -> list[Block]:
    """The same with the names before the texts, which may be parted."""
    named = [rule for rule in rules if not rule.paragraphs]
    return [*_names(named, way), *_texts([rule for rule in rules if rule.paragraphs], way)]


def _names(rules: Sequence[RulesText], way: tuple[float, float]) -> list[Block]:
    """The names of abilities, one behind the other; of those without a text their facts, and where they stand in books, but for
    what is of every army."""
    size, leading = way
    said = [
        listed(filter(None, ("" if rule.paragraphs else rule.note, rule.page if rule.kind not in SHARED else "")))
        for rule in rules
    ]
    named = [f"{rule.title} ({more})" if more else rule.title for rule, more in zip(rules, said, strict=True)]
    return [ability([[Span(" · ".join(named), Style(size, strong=True))]], leading)] if named else []


def _keywords(briefing: Briefing, unit: Unit) -> list[Block]:
    words = listed(words for _title, words in keyword_facts(unit, briefing.local))
    return [prose(words, POCKET_KEYWORDS)] if words else []


def _track(briefing: Briefing, unit: Unit, look: Look, rules: Sequence[RulesText]) -> Track:
    """Boxes for wounds and circles for models, the few of a kind last; without labels, for which a card is too narrow. Circles
    for what is used once in a battle."""
    groups: dict[int, int] = {}
    for wounds in (one for part in unit_parts(briefing, unit, "") for one in part.wounds):
        groups[wounds] = groups.get(wounds, 0) + 1
    half = _half(briefing, unit)
    large = max(groups, default=0)
    damaged = next((one for one in unit.damaged if one < large), 0)
    used = {rule.title: 1 for rule in rules if rule.once_by_unit}
    used |= {briefing.local(one.name): max(one.count, 1) for one in once_weapons(unit, briefing.vocabulary.battle)}
    named = [f"{count}× {name}" if count > MOST_SIGNS else name for name, count in used.items()]
    once = Ticks("", named, "circle", 1, POCKET_KEYWORDS, times=[*used.values()])
    words = _("Damaged: {count} or fewer").format(count=damaged)
    boxes = [
        TrackGroup("", models, wounds, damaged=damaged * (wounds == large), damaged_label=words)
        for wounds, models in groups.items()
    ]
    return Track(look, boxes, half, notes=once if once.words else None)


def _half(briefing: Briefing, unit: Unit) -> int:
    """How many models of a unit, or wounds of one, are left when the unit, with the leaders that are lost after it, is below half
    of its strength; 0 where that happens later, or the game has no such thing."""
    group = briefing.formation.group_of(unit.id)
    if group is None or not briefing.vocabulary.half_strength or any(one.half_of for one in group.units):
        return 0
    first, *others = group.units
    if others and unit.model_count == 1:  # whose boxes are wounds, while the group counts models
        return 0
    return group.below_half - sum(one.model_count for one in others) if first.id == unit.id else 0
