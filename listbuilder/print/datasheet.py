"""The content of a datasheet card, read from the army view; used for PDF and plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from unicodedata import east_asian_width

from msgspec import Struct

from listbuilder.army.records import Ability, Enhancement, ModelLine, Profile, Unit, WargearItem
from listbuilder.catalogue.base import Names
from listbuilder.catalogue.facts import Stratagem
from listbuilder.catalogue.printed import CONDITIONAL, MELEE, RANGED, PrintedSave, stated_saves
from listbuilder.catalogue.vocabulary import NEUTRAL, Vocabulary
from listbuilder.expressions import expression
from listbuilder.i18n import _, clauses, in_language, listed, ngettext
from listbuilder.replacing import replace
from listbuilder.rules.transport import capacity

Translate = Callable[[str], str]  # a name of the data -> the name in the reader's language

ABILITY_KINDS = ("core", "faction", "unit", "wargear")
MOST_COPIES = 40  # of a unit on one card: a page has room for them
_RULE_FIGURE = expression(r"\s\(?\+?(?:\d*D)?\d+(?:\+\d+)?\+?[\"”″]?\)?$", re.IGNORECASE)  # behind the name of a rule
_EFFECT = expression(r"\((\+\d{1,3}) (\w{1,40})\)$")  # of a keyword of weapons, behind its name
_HARD_DASH = "\u2011"  # which no line breaks at
_PROSE_COLUMN = 8  # a column with a longer value is wrapped text; others are centred figures


class WeaponTable(Struct, frozen=True):
    """Weapons of one type with common columns; ``prose``: the columns of text; ``figures``: the others."""

    title: str
    figures: tuple[str, ...]
    prose: tuple[str, ...]
    weapons: tuple[Profile, ...]


def _figure(text: str) -> int:
    found = re.match(r"\s*(?:\(\s*\+\s*)?(\d+)", text)  # (+6) is what a mount adds
    return int(found[1]) if found else 0


def _stem(name: str) -> str:
    return name.casefold().removesuffix("s")


def statline_of(unit: Unit, line: ModelLine) -> Profile | None:
    """The statline of these models: by their name when the unit has several. One that is named like other models of the unit is
    theirs alone."""
    profiles = unit.profiles
    if len(profiles) < 2:
        return profiles[0] if profiles else None
    name = _stem(line.name)
    others = {_stem(one.name) for one in unit.models} - {name}
    free = [profile for profile in profiles if _stem(profile.name) not in others] or [*profiles]
    exact = (profile for profile in free if _stem(profile.name) == name)
    part = (profile for profile in free if _stem(profile.name) in name)
    whole = (profile for profile in free if name in _stem(profile.name))
    of_sheet = (profile for profile in free if _stem(profile.name) == _stem(unit.datasheet))
    return next(chain(exact, part, whole, of_sheet), free[0])


def _values(unit: Unit, vocabulary: Vocabulary, meaning: str) -> list[tuple[str, int]]:
    """The value of a characteristic (empty without one) for each line of models, and the number of models."""
    lines = ((statline_of(unit, line), line.count) for line in unit.models)
    return [(vocabulary.value(statline.values, meaning) if statline else "", count) for statline, count in lines]


def wounds(unit: Unit, vocabulary: Vocabulary) -> list[int]:
    """The wounds of each model, in the order of the datasheet."""
    return [_figure(value) for value, count in _values(unit, vocabulary, "wounds") for _model in range(count)]


def control(unit: Unit, vocabulary: Vocabulary) -> int | None:
    """The sum of the control characteristic over all models; None when the statlines state no figure."""
    values = _values(unit, vocabulary, "control")
    stated = any(char.isdigit() for value, _count in values for char in value)
    return sum(_figure(value) * count for value, count in values) if stated else None


class Statline(Struct, frozen=True):
    """A statline as shown: its name, its values in the order of the headings, its invulnerable save or nothing.
    ``condition``: what the save counts against, where that is not every attack, and further saves: never show the save
    without it."""

    name: str
    values: tuple[str, ...]
    save: str = ""
    condition: str = ""

    @property
    def save_words(self) -> str:
        """The save with its condition: 5+ (ranged only)."""
        return f"{self.save} ({self.condition})" if self.condition else self.save


def statlines(unit: Unit, vocabulary: Vocabulary, names: Translate, empty: str) -> tuple[list[str], list[Statline]]:
    """The headings of the characteristics, and the statlines, equal ones once with all their names; ``empty`` is shown for a
    missing value and a dash."""
    columns = statline_columns(unit, vocabulary)
    alike: dict[tuple[tuple[str, ...], str, str], dict[str, None]] = {}
    for profile in unit.profiles:
        stated = (profile.value(name).strip() for name in columns)
        figures = (tuple(empty if value in {"", "-"} else value for value in stated), *save_of(profile, vocabulary))
        alike.setdefault(figures, {})[names(profile.name)] = None
    lines = [Statline(listed(called), *figures) for figures, called in alike.items()]
    return [heading(vocabulary, name, names) for name in columns], lines


def save_of(line: Profile, vocabulary: Vocabulary) -> tuple[str, str]:
    """The figure of a statline's invulnerable save, and its condition."""
    saves = line.saves or stated_saves(vocabulary.value(line.values, "invulnerable"))
    if not saves:
        return "", ""
    first, *others = saves
    return first.value, listed(filter(None, (_against(first), *(f"{one.value} {_against(one)}" for one in others))))


def _against(save: PrintedSave) -> str:
    """What an invulnerable save counts against, empty where it does against everything."""
    known = {"": "", RANGED: _("ranged only"), MELEE: _("melee only"), CONDITIONAL: _("conditional")}
    words = known.get(save.against)
    return _("only against {attacks}").format(attacks=save.against) if words is None else words


def statline_columns(unit: Unit, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The characteristics of the statlines, without the invulnerable save, which is shown separately. The columns that the game
    knows are in its order, others stay where the data have them."""
    names = dict.fromkeys(name for profile in unit.profiles for name, _value in profile.values)
    columns = {name: vocabulary.column(name) for name in names}
    shown = [name for name, column in columns.items() if column is None or column.meaning != "invulnerable"]
    known = iter(sorted((name for name in shown if columns[name]), key=vocabulary.column_rank))
    return tuple(next(known) if columns[name] else name for name in shown)


def meaning_heading(vocabulary: Vocabulary, meaning: str) -> str:
    """The heading of the column with that meaning, empty when the game has none."""
    column = vocabulary.meaning(meaning)
    return column.heading if column else ""


def figure_word(vocabulary: Vocabulary, meaning: str) -> str:
    """The heading of the column with that meaning where it is a word; empty where it is an abbreviation, or there is none."""
    word = meaning_heading(vocabulary, meaning)
    return word if len(word) > 2 or east_asian_width(word[:1] or "-") == "W" else ""


def role_title(role: str, translate: Translate) -> str:
    """The data's name of a role as a title; the data write it in small letters, their glossary perhaps not."""
    known = translate(role)
    return (known if known != role else translate(role.capitalize())).capitalize()


def role_of_one(vocabulary: Vocabulary, role: str, translate: Translate) -> str:
    """What the game calls one unit of a role, else the data."""
    return vocabulary.role_of_one(role) or role_title(role, translate)


def role_heading(vocabulary: Vocabulary, role: str, translate: Translate) -> str:
    """The game's name for the units of a role, else the data's."""
    return vocabulary.role_name(role) or role_title(role, translate)


def heading(vocabulary: Vocabulary, name: str, translate: Translate) -> str:
    """The heading of a column: the game's name for it, else the data's own."""
    column = vocabulary.column(name)
    return column.heading if column and column.name else translate(name)


def weapon_heading(vocabulary: Vocabulary, name: str, translate: Translate) -> str:
    """The heading of a type or column of weapons: the game's name for it, else the data's own."""
    return vocabulary.weapon_heading(name) or translate(name)


def weapon_words(value: str, translate: Translate) -> str:
    """A value that lists words, each of them translated; empty where it stands for nothing."""
    empty = value.strip() in {"", "-", "–"}
    return "" if empty else listed(with_figure(word.strip(), translate) for word in value.split(","))


def said_of(weapon: Profile, prose: Iterable[str], translate: Translate) -> list[str]:
    """What a weapon's values in words say, each once: some data say of each figure that an ability tells it."""
    said = (weapon_words(weapon.value(name), translate) for name in prose)
    return list(dict.fromkeys(filter(None, said)))


def with_figure(name: str, translate: Translate) -> str:
    """The name of a rule, whose figure, keyword and effect stand behind it and are no part of the name that is translated:
    Sustained Hits 2, Anti-Infantry 4+, Anti-Hero (+1 Rend)."""
    known = in_spelling(name, translate)
    if known != name:
        return known
    if effect := _EFFECT.search(name):
        return f"{with_figure(name[: effect.start()].rstrip(), translate)} ({effect[1]} {translate(effect[2])})"
    figure = _RULE_FIGURE.search(name)
    bare = name[: figure.start()] if figure else name
    rule, dash, keyword = bare.replace(_HARD_DASH, "-").partition("-")
    known = in_spelling(bare, translate)
    if known == bare and dash and (first := translate(rule)) != rule:
        known = f"{first}-{in_spelling(keyword, translate)}"
    return f"{known}{figure[0] if figure else ''}"


def in_spelling(word: str, translate: Translate) -> str:
    """A word that data may write in capitals or small letters, in the reader's language; as it is where that has none."""
    spellings = (word, word.capitalize(), word.title())
    return next((known for one in spellings if (known := translate(one)) != one), word)


def weapon_tables(unit: Unit, vocabulary: Vocabulary) -> tuple[WeaponTable, ...]:
    """The unit's weapons by type, in the order of the unit."""
    types = dict.fromkeys(weapon.type for weapon in unit.weapons)
    by_type = (tuple(weapon for weapon in unit.weapons if weapon.type == kind) for kind in types)
    return tuple(weapon_table(kind, weapons, vocabulary) for kind, weapons in zip(types, by_type, strict=True))


def weapon_table(kind: str, weapons: tuple[Profile, ...], vocabulary: Vocabulary) -> WeaponTable:
    """Weapons of one type as a table."""
    names = _weapon_columns(kind, weapons, vocabulary)
    prose = tuple(name for name in names if _is_prose(name, weapons, vocabulary))
    return WeaponTable(kind, tuple(name for name in names if name not in prose), prose, weapons)


def _weapon_columns(kind: str, weapons: Sequence[Profile], vocabulary: Vocabulary) -> list[str]:
    """The columns of weapons of a type. Those that the game has are in its order, others stay where the data have them, if
    anything stands in them."""
    stated = {name: False for weapon in weapons for name, _ in weapon.values}
    for weapon in weapons:
        stated.update((name, True) for name, value in weapon.values if value.strip() not in {"", "-", "–"})
    names = [name for name in stated if stated[name] or vocabulary.weapon_column(name) is not None]
    ranks = {name: vocabulary.weapon_column_rank(kind, name) for name in names}
    known = iter(sorted((name for name in names if ranks[name] is not None), key=lambda name: ranks[name] or 0))
    return [name if ranks[name] is None else next(known) for name in names]


def _is_prose(name: str, weapons: Iterable[Profile], vocabulary: Vocabulary) -> bool:
    column = vocabulary.weapon_column(name)
    stated = column is not None and (column.words or column.prose)
    return stated or any(len(weapon.value(name)) > _PROSE_COLUMN for weapon in weapons)


def abilities_by_kind(unit: Unit) -> tuple[tuple[str, tuple[Ability, ...]], ...]:
    """Abilities by kind: core, faction, unit, wargear. Those of enhancements are theirs, and what data only explain is none."""
    kinds = ((kind, tuple(one for one in unit.abilities if one.kind == kind)) for kind in ABILITY_KINDS)
    return tuple((kind, abilities) for kind, abilities in kinds if abilities)


def ability_facts(unit: Unit, vocabulary: Vocabulary, names: Translate) -> list[tuple[str, str]]:
    """Heading and text of each kind of ability, and of the transport capacity with the current wargear."""
    wargear = vocabulary.terms.wargear.title
    headings = {"core": _("Core"), "faction": _("Faction"), "unit": _("Abilities"), "wargear": wargear}
    facts = [
        (headings.get(kind, kind), listed(with_figure(ability.name, names) for ability in group))
        for kind, group in abilities_by_kind(unit)
    ]
    for bay in unit.transport:
        riders = " / ".join(" ".join(map(names, words)) for words in bay.allow)
        facts.append((_("Transport"), f"{capacity(bay, unit)} {riders}".strip()))
    return facts


def stratagem_time(stratagem: Stratagem, vocabulary: Vocabulary, translate: Translate) -> str:
    """Turn and phase in words: Opponent's turn, shooting phase. Only the first turn begins with a capital."""

    def words(text: str, known: dict[str, Names]) -> list[str]:
        parts = (part.strip() for part in re.split(r"[,/;|]| or ", text))
        return [in_language(known.get(part.casefold(), {})) or translate(part) for part in parts if part]

    turn, phase = words(stratagem.turn, vocabulary.turns), words(stratagem.phase, vocabulary.phases)
    turn[1:] = [one if one == turn[0] else one[:1].lower() + one[1:] for one in turn[1:]]
    if len(turn) == len(phase):  # each turn has its phase
        return clauses(dict.fromkeys(listed(pair) for pair in zip(turn, phase, strict=True)))
    return listed(" / ".join(dict.fromkeys(part)) for part in (turn, phase) if part)


def keyword_facts(unit: Unit, names: Translate) -> list[tuple[str, str]]:
    """Heading and text of the keywords and the faction keywords."""
    return [(title, listed(words)) for title, words in keyword_names(unit, names)]


def keyword_names(unit: Unit, names: Translate) -> list[tuple[str, list[str]]]:
    """Heading and names of the keywords and the faction keywords."""
    groups = ((_("Keywords"), unit.shown_keywords), (_("Faction keywords"), unit.faction_keywords))
    return [(title, [with_figure(word, names) for word in words]) for title, words in groups if words]


def loadout(unit: Unit, names: Translate) -> Iterator[tuple[str, str]]:
    """Each kind of model, then the unit itself, and behind it a colon and the wargear; items have a number where not every
    model has exactly one."""
    for line in unit.models:
        carried = _items(line.wargear, line.count, names)
        yield f"{line.count} {names(line.name)}", f": {carried}" if carried else ""
    if unit.wargear:
        yield _("Unit") + ": ", _items(unit.wargear, 1, names)


def _items(items: Iterable[WargearItem], models: int, names: Translate) -> str:
    return listed(
        names(item.name) if item.count in {1, models} else f"{item.count}× {names(item.name)}" for item in items
    )


def models_words(count: int) -> str:
    """The number of models as a phrase."""
    return ngettext("{count} model", "{count} models", count).format(count=count)


def units_words(count: int, vocabulary: Vocabulary) -> str:
    """The number of units as a phrase, in the game's word for a unit."""
    word = vocabulary.terms.unit
    if word == NEUTRAL.terms.unit:  # languages have more plurals of it than a game states
        return ngettext("{count} unit", "{count} units", count).format(count=count)
    return _("{count} {units}").format(count=count, units=word if count == 1 else word.many)


def unit_title(vocabulary: Vocabulary) -> str:
    """The heading of a column of units."""
    return vocabulary.terms.unit.title


def joins_words(unit: Unit, bodyguard: str, vocabulary: Vocabulary) -> str:
    """That a unit leads another, or is a part of it: as a phrase with the name of the other one."""
    if not unit.is_part:
        return _("leads {unit}").format(unit=bodyguard)
    part = vocabulary.terms.part
    return (_("{part} of {unit}") if part else _("joins {unit}")).format(part=part, unit=bodyguard)


def part_of(vocabulary: Vocabulary) -> str:
    """Before the name of the unit that one is a part of, in the words of the game; empty where it has none for that."""
    return vocabulary.declaration("attach") if vocabulary.terms.part is not None else ""


def joined_words(units: str, vocabulary: Vocabulary, *, parts: bool) -> str:
    """That others lead a unit, or are parts of it: as a phrase with their names."""
    if not parts:
        return _("led by {units}").format(units=units)
    part = vocabulary.terms.part
    return (_("{part}: {units}") if part else _("joined by {units}")).format(part=part, units=units)


def _plain_wargear(items: Iterable[WargearItem]) -> tuple[WargearItem, ...]:
    return tuple(replace(item, id="") for item in items)


def card_facts(unit: Unit) -> tuple[object, ...]:
    """Everything that a card shows except the unit's own name, Warlord mark and declarations."""
    models = tuple(replace(line, id="", kind="", wargear=_plain_wargear(line.wargear)) for line in unit.models)
    enhancements = tuple((taken.name, taken.points) for taken in unit.enhancements)
    carried = (models, _plain_wargear(unit.wargear), enhancements)
    words = (unit.datasheet, unit.keywords, unit.faction_keywords, unit.points)
    return (*words, *carried, unit.profiles, unit.weapons, unit.abilities, unit.transport, unit.hover, unit.legends)


def enhancement_title(one: Enhancement, vocabulary: Vocabulary) -> str:
    """What sort of enhancement it is: its type of items, where the game has such."""
    kind = vocabulary.item_type(one.type)
    return kind.title if kind is not None else vocabulary.terms.enhancement.title


def alternative(weapons: Sequence[Profile], index: int) -> bool:
    """Whether the profile is an alternative mode of the weapon before it, not an additional weapon: modes are of one item, as
    many as each other, and have names of their own."""
    start = index
    while start and weapons[start].item and weapons[start - 1].item == weapons[start].item:
        start -= 1
    names: set[str] = set()
    for before, weapon in zip([None, *weapons[start:index]], weapons[start : index + 1], strict=True):
        if before is None or weapon.count != before.count or weapon.name in names:
            names = set()
        names.add(weapon.name)
    return len(names) > 1
