"""Profiles of weapons of all types in common columns: one table for what a unit carries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from functools import partial
from itertools import takewhile, zip_longest

from msgspec import Struct

from listbuilder.army import Army, Profile
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.i18n import _
from listbuilder.print.datasheet import WeaponTable, said_of, weapon_heading, weapon_table
from listbuilder.terminal import clip, columns, one_line, pad
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.wording import local

LONGEST_TYPE = 8  # cells of a type of weapons in the place of a figure that it has none of
NARROWEST = 2  # cells of a column
SHORT = 3  # cells of a heading that stands before its figure


class Columns(Struct, frozen=True):
    """``names``: for each column, by type of weapons, what its data call it. ``sizes``: cells of each; ``gap``: between them.
    ``shorts``: what stands above columns that are narrower than their headings."""

    headings: tuple[str, ...]
    shorts: tuple[str, ...]
    names: tuple[dict[str, str], ...]
    sizes: tuple[int, ...]
    gap: int
    types: dict[str, str]  # of weapons -> the short word for one
    stated: dict[str, str]  # of weapons -> that word as the data have it, which may stand in the place of a figure

    @property
    def width(self) -> int:
        return sum(self.sizes) + self.gap * len(self.sizes)

    def line(self, cells: Iterable[str]) -> str:
        space = " " * self.gap
        shown = zip(cells, self.sizes, strict=True)
        return "".join(space + pad(clip(cell, size), size, right=True) for cell, size in shown)

    @property
    def heading(self) -> str:
        """The headings in their columns, short ones or the first signs of these where there is no room for more."""
        initials = [short[:1] for short in self.shorts]
        sized = zip(self.headings, self.shorts, initials, self.sizes, strict=True)
        return self.line(
            next(
                (one for one in (title, short) if columns(one) <= size),
                initial if initials.count(initial) == 1 else head(short, size),
            )
            for title, short, initial, size in sized
        )

    def cells(self, profile: Profile) -> list[str]:
        """The figures of a profile; in the place of the first that its type has none of, the type."""
        known = [self._value(profile, names) for names in self.names]
        lacking = next((place for place, names in enumerate(self.names) if profile.type not in names), None)
        if lacking is not None:
            word = self.types.get(profile.type, "")
            known[lacking] = word if columns(word) <= self.sizes[lacking] else ""
        return [cell or glyphs().dash for cell in known]

    def _value(self, profile: Profile, names: dict[str, str]) -> str:
        value = one_line(profile.value(names.get(profile.type, "")))
        return self.types.get(profile.type, "") if value.lower() == self.stated.get(profile.type) else value

    def told(self, profile: Profile) -> str:
        """The figures in one line, each behind its heading where that is short, or behind the first sign of one that says as
        much as a word."""
        initials = [title[:1] for title in self.headings]
        signs = (
            title
            if columns(title) <= SHORT
            else initial
            if columns(initial) > 1 and initials.count(initial) == 1
            else ""
            for title, initial in zip(self.headings, initials, strict=True)
        )
        shown = ((sign, self._value(profile, names)) for sign, names in zip(signs, self.names, strict=True))
        return " ".join(_headed(sign, value) for sign, value in shown if value)


def _headed(sign: str, value: str) -> str:
    """A figure behind its sign; a word or dice apart from it: "D D3"."""
    return f"{sign}{value}" if not sign or value.lstrip("-+")[:1].isdigit() else f"{sign} {value}"


Tables = dict[str, WeaponTable]  # by the type of weapons


def tables_of(army: Army, profiles: Sequence[Profile]) -> Tables:
    """The profiles by type, each profile once, in the order of the game."""
    words = army.vocabulary
    types = sorted(dict.fromkeys(one.type for one in profiles), key=words.weapon_rank)
    by_type = ((kind, tuple(dict.fromkeys(one for one in profiles if one.type == kind))) for kind in types)
    return {kind: weapon_table(kind, weapons, words) for kind, weapons in by_type}


def weapon_columns(army: Army, tables: Tables, room: int) -> Columns | None:
    """The columns of these profiles, at most so many cells wide with their full headings, else with short ones; None where they
    would be wider even then, or where there are none."""
    words, name = army.vocabulary, partial(local, army)
    merged: list[dict[str, str]] = []
    for kind, table in tables.items():
        merged = _merged(merged, {kind: table.figures}, partial(weapon_heading, words, translate=name))
    if not merged:
        return None
    short, stated = short_types(words, tables, name), stated_types(words, tables)
    profiles = [one for table in tables.values() for one in table.weapons]
    headings = tuple(
        "/".join(dict.fromkeys(weapon_heading(words, one, name) for one in names.values())) for names in merged
    )
    shorts = tuple(_short(words, title, names) for title, names in zip(headings, merged, strict=True))
    for gap, shown in ((2, headings), (1, shorts), (1, ("",) * len(merged))):
        size = LONGEST_TYPE if shown is headings else 0
        rough = Columns(headings, shorts, tuple(merged), (size,) * len(merged), gap, short, stated)
        rows = [rough.cells(one) for one in profiles]
        widest = [max(NARROWEST, *(columns(row[place]) for row in rows)) for place in range(len(merged))]
        widest = [max(size, columns(title)) for size, title in zip(widest, shown, strict=True)]
        found = Columns(headings, shorts, tuple(merged), tuple(widest), gap, short, stated)
        if found.width <= room:
            return found
    return None


def _short(vocabulary: Vocabulary, heading: str, names: dict[str, str]) -> str:
    """A heading in a few signs: the first of several, and that of the range as it is usually shortened."""
    known = vocabulary.weapon_column(next(iter(names.values())))
    first = heading.partition("/")[0]
    usual = _("Rng") if known is not None and known.key == "range" else first
    return usual if columns(usual) < columns(first) else first


def _merged(
    known: list[dict[str, str]], more: dict[str, tuple[str, ...]], heading: Callable[[str], str]
) -> list[dict[str, str]]:
    """The columns with those of another type: what has the same heading stands in one column, and what stands alone between the
    same neighbours does, as skills of different names do."""
    ((kind, names),) = more.items()
    if not known:
        return [{kind: name} for name in names]
    titles = [heading(next(iter(column.values()))).casefold() for column in known]
    others = [heading(name).casefold() for name in names]
    found: list[dict[str, str]] = []
    for step, a, b, c, d in SequenceMatcher(None, titles, others, autojunk=False).get_opcodes():
        if step in ("equal", "replace"):
            pairs = zip_longest(known[a:b], names[c:d])
            found += [{**(column or {}), **({kind: name} if name else {})} for column, name in pairs]
        else:
            found += known[a:b] + [{kind: name} for name in names[c:d]]
    return found


def short_types(vocabulary: Vocabulary, types: Iterable[str], translate: Callable[[str], str]) -> dict[str, str]:
    """Each type of weapons in a word: its heading without what the headings of the game's types have in common."""
    end = _common_end([kind.heading for kind in vocabulary.weapons])
    found = {kind: weapon_heading(vocabulary, kind, translate).removesuffix(end).strip().lower() for kind in types}
    return {kind: word for kind, word in found.items() if columns(word) <= LONGEST_TYPE}


def stated_types(vocabulary: Vocabulary, types: Iterable[str]) -> dict[str, str]:
    """The same words as data write them."""
    end = _common_end([kind.label for kind in vocabulary.weapons])
    known = {kind: next((one.label for one in vocabulary.weapons if one.has_name(kind)), kind) for kind in types}
    return {kind: label.removesuffix(end).strip().lower() for kind, label in known.items()}


def _common_end(titles: Sequence[str]) -> str:
    same = takewhile(lambda signs: len(set(signs)) == 1, zip(*(title[::-1] for title in titles), strict=False))
    return "".join(signs[0] for signs in same)[::-1] if len(titles) > 1 else ""


def keywords_of(army: Army, tables: Tables, profile: Profile) -> str:
    """What a profile says in words: its keywords and whatever is no figure."""
    prose = tables[profile.type].prose if profile.type in tables else ()
    return ", ".join(map(one_line, said_of(profile, prose, partial(local, army))))


def head(text: str, width: int) -> str:
    """As much of a text as there is room for, without a sign that something is missing."""
    while columns(text) > width:
        text = text[:-1]
    return text
