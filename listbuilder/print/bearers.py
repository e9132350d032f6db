"""Who of a unit carries what: its kinds of models, and its weapons by those who bear them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from listbuilder.army.records import ModelLine, Profile, Unit
from listbuilder.army.roles import model_names
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.print.datasheet import Translate, statline_of
from listbuilder.replacing import replace

_ADDED = re.compile(r"\(\s*\+\s*(\d{1,3})\s*\)")  # of a mount: what it adds to its rider
_MODE = re.compile(r"(?<!\s)\s++[-–—]\s++")  # between a weapon's name and that of its mode


@dataclass(frozen=True, slots=True)
class Kind:
    """Models of one kind, with whatever they carry."""

    name: str
    lines: tuple[ModelLine, ...]

    @property
    def count(self) -> int:
        """How many models."""
        return sum(line.count for line in self.lines)

    def carried(self, item: str) -> int:
        """How many of an item all of them carry together."""
        return sum(one.count for line in self.lines for one in line.wargear if one.name == item)


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon as a table shows it. ``bearer``: the kind of models that alone has it, empty where that is the unit as a whole;
    ``modes``: its profiles, of which one is used at a time; ``count``: how many there are."""

    bearer: str
    count: int
    modes: tuple[Profile, ...]

    @property
    def type(self) -> str:
        """Its type of weapons, as the data call it."""
        return self.modes[0].type


def kinds(unit: Unit) -> tuple[Kind, ...]:
    """The kinds of models of a unit, in the order of its datasheet. Data that name models by what they carry mean one kind by
    names that begin alike."""
    models = _on_table(unit.models)
    names = [model_names(line.name) for line in models]
    bare = Counter(_stem(name) for _plain, name in names)
    others = {_stem(name) for name in (unit.datasheet, *(profile.name for profile in unit.profiles))}
    shown: dict[str, str] = {}
    lines: dict[str, list[ModelLine]] = {}
    for line, (plain, short) in zip(models, names, strict=True):
        name = short if bare[_stem(short)] > 1 or _stem(short) in others else plain
        key = _stem(name)
        shown.setdefault(key, name)
        lines.setdefault(key, []).append(line)
    return tuple(Kind(shown[key], tuple(found)) for key, found in lines.items())


def _on_table(lines: tuple[ModelLine, ...]) -> tuple[ModelLine, ...]:
    """The lines of models with those who are promoted taken off the one that most models are of, with what each of it carries."""
    promoted = sum(line.count for line in lines if line.promoted)
    of = max((line for line in lines if not line.promoted), key=lambda line: line.count, default=None)
    if of is None or not 0 < promoted < of.count:
        return lines
    left = of.count - promoted
    every = [item for item in of.wargear if item.count == of.count]
    kept = tuple(replace(item, count=left) if item in every else item for item in of.wargear)
    return tuple(
        replace(line, count=left, wargear=kept)
        if line is of
        else replace(line, wargear=(*(replace(item, count=line.count) for item in every), *line.wargear))
        if line.promoted
        else line
        for line in lines
    )


def falling(unit: Unit) -> tuple[Kind, ...]:
    """The kinds of models in the order in which a player takes them off the table: the many first, the one that the datasheet
    names first, which leads them, last."""
    named = list(enumerate(kinds(unit)))
    return tuple(kind for number, kind in sorted(named, key=lambda one: (-one[1].count, -one[0])))


def with_wounds(unit: Unit, vocabulary: Vocabulary, among: Sequence[Kind]) -> tuple[Kind, ...]:
    """Those of the kinds whose statlines state wounds of their own, where any does: mounts go with their riders."""
    kept = tuple(kind for kind in among if has_digits(_stated_wounds(unit, vocabulary, kind)))
    return kept or tuple(among)


def has_digits(wounds: str) -> bool:
    """Whether wounds are a figure that is not only added to that of a rider."""
    return any(map(str.isdigit, wounds)) and not is_added(wounds)


def is_added(figure: str) -> bool:
    """Whether a figure is what a mount adds to that of its rider: (+3)."""
    return _ADDED.fullmatch(figure.strip()) is not None


def added_wounds(unit: Unit, vocabulary: Vocabulary) -> int:
    """How many wounds a mount adds to those of each rider, as its statline says: (+6); 0 where it is not one mount a rider."""
    known = kinds(unit)
    riders = sum(kind.count for kind in with_wounds(unit, vocabulary, known))
    found = ((_ADDED.fullmatch(_stated_wounds(unit, vocabulary, kind).strip()), kind.count) for kind in known)
    return sum(int(added[1]) for added, count in found if added is not None and count == riders)


def _stated_wounds(unit: Unit, vocabulary: Vocabulary, kind: Kind) -> str:
    line = statline_of(unit, kind.lines[0])
    return vocabulary.value(line.values, "wounds") if line is not None else ""


def models_of(unit: Unit, vocabulary: Vocabulary) -> int:
    """How many models a unit has on the table, whatever the data count: a mount without wounds of its own is one with its rider,
    and who is promoted is one of the others."""
    if len(unit.models) < 2 or (len(unit.profiles) < 2 and not any(line.promoted for line in unit.models)):
        return unit.model_count
    return sum(kind.count for kind in with_wounds(unit, vocabulary, kinds(unit)))


def weapons(unit: Unit) -> tuple[Weapon, ...]:
    """The weapons of a unit in the order of its datasheet, those of the unit as a whole before those of single kinds of models;
    rows that would be the same are one."""
    known = kinds(unit)
    main = _main(unit, known)
    found: list[Weapon] = []
    for _type, group in groupby(unit.weapons, key=lambda profile: profile.type):
        found += _of_type(tuple(group), known, main)
    return tuple(found)


def _main(unit: Unit, known: Sequence[Kind]) -> str:
    """The kind that most models are of, whose weapons are the unit's; none where kinds have statlines of their own, by which
    they are known."""
    stated = (statline_of(unit, kind.lines[0]) for kind in known)
    lines = {(line.values, line.saves) if line is not None else None for line in stated}
    return max(known, key=lambda kind: kind.count).name if known and len(lines) == 1 else ""


def split_mode(name: str) -> tuple[str, str]:
    """The name of a weapon without that of its mode, and the mode; empty without one."""
    base, *mode = _MODE.split(name, maxsplit=1)
    return base, mode[0] if mode else ""


def title_of_modes(modes: Sequence[Profile], names: Translate) -> list[tuple[str, str]]:
    """For each mode what is written of the weapon's name and the mode: the name with the first mode alone where all share
    it, else every name as it is."""
    parts = [split_mode(names(profile.name)) for profile in modes]
    if len(modes) > 1 and len({base for base, _mode in parts}) == 1 and all(mode for _base, mode in parts):
        return [(base if number == 0 else "", mode) for number, (base, mode) in enumerate(parts)]
    return [(names(profile.name).replace(" - ", " – "), "") for profile in modes]


def _of_type(profiles: Iterable[Profile], known: Sequence[Kind], main: str) -> list[Weapon]:
    """The weapons of one type, by bearers: the unit first, then the many, and what most of them have."""
    items: dict[str, list[Profile]] = {}
    for profile in _merged(profiles):
        items.setdefault(profile.item or split_mode(profile.name)[0], []).append(profile)
    found = [weapon for item, group in items.items() for weapon in _of_item(item, group, known, main)]
    ranks = {
        name: rank
        for rank, name in enumerate(["", *(kind.name for kind in sorted(known, key=lambda kind: -kind.count))])
    }
    return sorted(_joined(found), key=lambda weapon: (ranks[weapon.bearer], -weapon.count))


def _joined(found: Iterable[Weapon]) -> list[Weapon]:
    """Weapons of the same bearers that read alike as one, whatever items they are: a rider and a mount may have the same."""
    rows: dict[tuple[object, ...], Weapon] = {}
    for weapon in found:
        key = (weapon.bearer, *map(_reading, weapon.modes))
        known = rows.get(key)
        rows[key] = replace(weapon, count=weapon.count + known.count) if known else weapon
    return list(rows.values())


def with_alike_weapons(unit: Unit) -> Unit:
    """The unit with weapons that read alike as one, whatever items they are; the modes of an item stay together."""
    alone = Counter(profile.item for profile in unit.weapons)
    rows: dict[tuple[object, ...], Profile] = {}
    for number, profile in enumerate(unit.weapons):
        is_whole = not profile.item or alone[profile.item] == 1
        key = (profile.type, *_reading(profile)) if is_whole else (number,)
        known = rows.get(key)
        rows[key] = replace(known, count=known.count + profile.count) if known else profile
    return replace(unit, weapons=tuple(rows.values())) if len(rows) < len(unit.weapons) else unit


def _merged(profiles: Iterable[Profile]) -> list[Profile]:
    """Profiles that read alike as one, with the sum of their numbers."""
    found: dict[tuple[object, ...], Profile] = {}
    for profile in profiles:
        key = (profile.item, _reading(profile))
        known = found.get(key)
        found[key] = replace(profile, count=profile.count + known.count) if known else profile
    return list(found.values())


def _reading(profile: Profile) -> tuple[object, ...]:
    """What a row of a profile says, however it is spelled."""
    values = tuple((name, " ".join(value.split()).casefold()) for name, value in profile.values)
    return profile.name.casefold(), values


def _of_item(item: str, profiles: Sequence[Profile], known: Sequence[Kind], main: str) -> list[Weapon]:
    """The weapons that one item is. Several profiles of one name are so many sorts of it, of different names its modes."""
    by_name: dict[str, list[Profile]] = {}
    for profile in profiles:
        by_name.setdefault(profile.name, []).append(profile)
    even = len({tuple(one.count for one in sorts) for sorts in by_name.values()}) == 1
    sorts = list(zip(*by_name.values(), strict=True)) if even else [(profile,) for profile in profiles]
    carriers = {kind.name: kind.carried(item) for kind in known if kind.carried(item)}
    found = []
    for modes in sorts:
        count = modes[0].count
        bearer = (
            _bearer(count, carriers, main if len(known) > 1 else known[0].name, alone=len(sorts) == 1) if known else ""
        )
        found.append(Weapon(bearer, count, tuple(modes)))
    return found


def _bearer(count: int, carriers: dict[str, int], main: str, *, alone: bool) -> str:
    """The kind that bears so many; empty for the unit, and for its ``main`` kind."""
    names = list(carriers)
    if not alone:  # which sort is whose the data do not say, where not the number does
        names = [name for name in names if carriers[name] == count] or names
    return names[0] if len(names) == 1 and names[0] != main else ""


def _stem(name: str) -> str:
    return name.casefold().removesuffix("s")
