"""A datasheet as text: statlines, what models are built as, abilities, keywords, in the width there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct
from textual.content import Content

from listbuilder.army import Ability, Army, ModelLine, Unit, WargearItem
from listbuilder.army.prices import price_of, priced
from listbuilder.i18n import Text, _
from listbuilder.print.datasheet import (
    Statline,
    abilities_by_kind,
    joined_words,
    joins_words,
    meaning_heading,
    statlines,
    with_figure,
)
from listbuilder.session.wargear import carried_by
from listbuilder.terminal import columns, one_line, packed_lines, pad, wrap
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.joining import could_lead_title
from listbuilder.tui.rules_text import INDENT, explained
from listbuilder.tui.told_apart import told_name
from listbuilder.tui.typed_number import TypedNumber
from listbuilder.tui.unit_rows import SheetRows
from listbuilder.tui.wargear_lines import WargearDrawing
from listbuilder.tui.wording import both_ends, in_game, leaders_of, local, reserves_state, role_of_one

WIDEST = 12  # cells of a figure of a statline; a longer value has a line of its own
HEAD, DIM = "bold $head", "$dim"
KINDS = {
    "core": Text("Core"),
    "faction": Text("Faction"),
    "unit": Text("Abilities"),
    "wargear": Text("Abilities of {wargear}"),
}
SHARED = ("core", "faction")  # kinds of abilities that many units have: their texts come last


class Section(Struct, frozen=True):
    """A heading and paragraphs below it. ``figure``: what the figures at the right are."""

    title: str
    paragraphs: tuple[Content, ...]
    figure: str = ""

    def heading(self, width: int) -> Content:
        """The line above the paragraphs."""
        title = Content.styled(self.title, HEAD)
        fits = self.figure and columns(self.title) + columns(self.figure) < width
        return both_ends(title, Content.styled(self.figure, DIM), width) if fits else title


def datasheet(army: Army, unit: Unit, width: int, *, taken: bool = True) -> Content:
    """The whole sheet of a unit, to read. ``taken``: it is in the army, so its state is shown too."""
    states = state_words(army, unit) if taken else []
    carried, dropped = _carried(army, unit, width)
    blocks = [
        [*_head(army, unit)],
        [Content.styled(word, "$head") for word in states],
        [*stat_lines(army, unit, width), *keyword_lines(army, unit, width)],
        carried,
        *([one.heading(width), *one.paragraphs] for one in sections(army, unit, width, dropped)),
    ]
    return Content("\n\n").join(Content("\n").join(block) for block in blocks if block)


def _carried(army: Army, unit: Unit, width: int) -> tuple[list[Content], dict[str, str]]:
    """What it carries, without anything to choose; and the keywords for which there is no room."""
    shared, own = headings_of(army)
    lines = list(SheetRows((), carried_by(unit), lambda _row: (), opened="", shared=shared, own=own).lines())
    if not lines:
        return [], {}
    drawing = WargearDrawing(army, lines, width, {})
    texts = [drawing.heading(wargear_title(army))]
    for line in lines:
        texts.append(drawing.text(line, TypedNumber()))
        if line.profile is not None and drawing.columns is None:
            figures = drawing.told(line, [line.profile], 0)  # to read them, there is no cursor to move
            indented = Content.assemble("  " * line.depth, figures)
            texts.append(indented if indented.cell_length <= width else figures)
    return texts, drawing.dropped


def headings_of(army: Army) -> tuple[str, str]:
    """The headings of what all models of a unit carry, and of what the unit itself does."""
    return _("Everyone"), army.vocabulary.terms.unit.title


def wargear_title(army: Army) -> str:
    return in_game(Text("Models and {wargear}"), army.vocabulary)


def _head(army: Army, unit: Unit) -> Iterator[Content]:
    name = Content.styled(told_name(army, unit), "bold $strong")
    sheet = local(army, unit.datasheet)
    if unit.name not in {unit.datasheet, sheet}:
        name = Content.assemble(name, (f"  {sheet}", "dim"))
    yield name
    facts = [role_of_one(army, unit.role), priced(army, price_of(army, unit))]
    if unit.model_count > 1:
        facts.append(_("{n} models").format(n=unit.model_count))
    yield Content.styled(" · ".join(filter(None, (*facts, *remarks(army, unit)))), DIM)


def remarks(army: Army, unit: Unit) -> Iterator[str]:
    """What else is said of a datasheet as a whole."""
    if unit.legends:
        yield f"{glyphs().legends} {army.vocabulary.terms.legends.title}"
    if unit.allied:
        yield _("allied")


def state_words(army: Army, unit: Unit) -> list[str]:
    """Warlord, enhancements, whom it leads, where it rides and starts: in words, each with its sign."""
    sign, declared = glyphs(), army.declarations

    def named(unit_id: str) -> str:
        other = army.unit(unit_id)
        return told_name(army, other) if other else unit_id

    words = [f"{sign.warlord} {army.vocabulary.terms.warlord.title}"] if unit.warlord else []
    words += [f"{sign.enhancement} {local(army, taken.name)}" for taken in unit.enhancements]
    if unit.id in declared.attach:
        words.append(f"{sign.attached} {joins_words(unit, named(declared.attach[unit.id]), army.vocabulary)}")
    for other in leaders_of(army, unit.id):
        joined = joined_words(told_name(army, other), army.vocabulary, parts=other.is_part)
        words.append(f"{sign.led} {joined}")
    if unit.id in declared.embark:
        words.append(f"{sign.embarked} {_('in {unit}').format(unit=named(declared.embark[unit.id]))}")
    reserves = reserves_state(army, unit.id)
    if reserves:
        words.append(f"{sign.reserves} {army.vocabulary.state_title(reserves)}")
    if unit.id in declared.hover:
        words.append(f"{sign.hover} {army.vocabulary.declaration('hover') or _('hovers')}")
    return words


# --- statlines ----------------------------------------------------------------------------------------------------------


def stat_lines(army: Army, unit: Unit, width: int) -> list[Content]:
    """The statlines: one where all are alike, else one for each name. A line that is too long goes on below."""
    if not unit.profiles:
        return []
    headings, lines = statlines(unit, army.vocabulary, partial(local, army), glyphs().dash)
    named = len(lines) > 1
    first = max((columns(one_line(line.name)) for line in lines), default=0) + 2 if named else 0
    if first > width // 3:
        first = 2
    found: list[Content] = []
    for line in lines:
        found += _statline(army, headings, line, width, one_line(line.name) if named else "", first)
    return found


def _statline(
    army: Army, headings: Sequence[str], line: Statline, width: int, name: str, first: int
) -> Iterator[Content]:
    values = (one_line(value) for value in line.values)
    pairs = [(head, value) for head, value in zip(headings, values, strict=True) if value != glyphs().dash]
    if line.save:
        pairs.append((meaning_heading(army.vocabulary, "invulnerable"), line.save_words))
    short = [(head, value) for head, value in pairs if columns(value) <= WIDEST]
    needed = sum(columns(head) + columns(value) + 1 for head, value in short)
    gap = "   " if first + needed + 3 * len(short) <= width else " " if first + needed + len(short) > width else "  "
    start = Content.styled(pad(name, first), DIM)
    if name and columns(name) > first - 1:
        yield Content.styled(name, DIM)
        start = Content(" " * first)
    current = start
    for place, (head, value) in enumerate(short):
        part = Content.assemble((head, DIM), " ", (value, "bold $strong"))
        if place and current.cell_length + len(gap) + part.cell_length > width:
            yield current
            current = Content(" " * first)
        current = Content.assemble(current, gap if current.cell_length > first else "", part)
    yield current
    for head, value in pairs:
        if columns(value) > WIDEST:
            yield from (Content.styled(text, DIM) for text in wrap(f"{head}: {value}", width, " " * first, " " * first))


def keyword_lines(army: Army, unit: Unit, width: int) -> list[Content]:
    """Keywords and faction keywords, and what else is said of the datasheet."""
    words = dict.fromkeys(
        local(army, word) for word in (*remarks(army, unit), *unit.shown_keywords, *unit.faction_keywords)
    )
    return [Content.styled(text, DIM) for text in packed_lines(words, width)]


# --- texts --------------------------------------------------------------------------------------------------------------


def sections(army: Army, unit: Unit, width: int, dropped: Mapping[str, str]) -> list[Section]:
    """What stands below the wargear, the most wanted first. ``dropped``: keywords of weapons that had no room there."""
    words = (named(name, text, width) for name, text in dropped.items())
    found = [
        Section(in_game(Text("Keywords of {wargear}"), army.vocabulary), tuple(words)),
        Section(_("As built"), packed(as_built(army, unit), width)),
        Section(_("Abilities"), tuple(_abilities(army, unit, width))),
        Section(could_lead_title(part=unit.is_part), wrapped(_led(army, unit), width)),
        Section(_("Transport"), wrapped("; ".join(_bays(army, unit)), width)),
        Section(_("Rules"), tuple(_explained(army, unit, width, *SHARED))),
    ]
    return [section for section in found if section.paragraphs]


def wrapped(text: str, width: int) -> tuple[Content, ...]:
    """A text as a paragraph; nothing for none."""
    return (Content("\n".join(wrap(text, width))),) if text else ()


def packed(parts: Sequence[str], width: int) -> tuple[Content, ...]:
    """Parts beside one another, each on one line where that is long enough for it."""
    return (Content("\n".join(packed_lines(parts, width, "  "))),) if parts else ()


def as_built(army: Army, unit: Unit) -> list[str]:
    """The loadouts the other way: how many models carry what, without what all of them do. Empty where all are alike."""
    lines = [line for line in unit.models if line.count]
    sets = [{(item.name, item.count // line.count) for item in _evenly(line)} for line in lines]
    common = {name for name, _each in set.intersection(*sets)} if len(sets) > 1 else set()
    counts: Counter[str] = Counter()
    built = [_built(army, line, common) for line in lines]
    for line, what in zip(lines, built, strict=True):
        counts[what or local(army, line.name)] += line.count
    if len(counts) < 2 or not any(built):
        return []
    return [f"{count}{glyphs().times} {what}" for what, count in counts.most_common()]


def _built(army: Army, line: ModelLine, common: set[str]) -> str:
    """What one of these models carries."""
    evenly = {item.name: item.count // line.count for item in _evenly(line)}
    items = [item for item in line.wargear if item.name not in common]
    each = ((local(army, item.name), evenly.get(item.name, item.count)) for item in items)
    return ", ".join(name if count == 1 else f"{count}{glyphs().times} {name}" for name, count in each)


def _evenly(line: ModelLine) -> list[WargearItem]:
    """What all models of a line carry as many of."""
    return [item for item in line.wargear if item.count % line.count == 0]


def _abilities(army: Army, unit: Unit, width: int) -> Iterator[Content]:
    """Names of those that many units share and of those without a text, then those with their texts."""
    kinds = abilities_by_kind(unit)
    for kind, abilities in kinds:
        short = [_titled(army, ability) for ability in abilities if kind in SHARED or not ability.text]
        if short:
            title = in_game(KINDS[kind], army.vocabulary) if kind in KINDS and kind != "unit" else ""
            text = "\n".join(wrap(", ".join(short), width, f"{title}  " if title else ""))
            yield Content(text).stylize(DIM, 0, len(title)) if title else Content(text)
    yield from _explained(army, unit, width, *(kind for kind, _ in kinds if kind not in SHARED))


def _explained(army: Army, unit: Unit, width: int, *wanted: str) -> Iterator[Content]:
    """Abilities of these kinds with their texts."""
    for kind, abilities in abilities_by_kind(unit):
        for ability in abilities:
            if ability.text and kind in wanted:
                yield explained(_titled(army, ability), ability.text, width)


def _titled(army: Army, ability: Ability) -> str:
    """The name of an ability in the reader's language."""
    return with_figure(ability.name, partial(local, army))


def named(name: str, text: str, width: int) -> Content:
    """A text behind its name."""
    return Content("\n".join(wrap(text, width, f"{name}  ", INDENT))).stylize(DIM, len(name))


def _led(army: Army, unit: Unit) -> str:
    if unit.leader is None:
        return ""
    keywords = [" ".join(local(army, word) for word in words) for words in unit.leader.leads_keywords]
    return ", ".join((*(local(army, name) for name in unit.leader.leads), *keywords))


def _bays(army: Army, unit: Unit) -> Iterator[str]:
    for bay in unit.transport:
        allowed = _(" or ").join(" ".join(local(army, word) for word in words) for words in bay.allow)
        text = _("{n} places").format(n=bay.capacity) + (f": {allowed}" if allowed else "")
        if bay.deny:
            text += "; " + _("not {keywords}").format(keywords=", ".join(local(army, word) for word in bay.deny))
        yield text
