"""An army that fights: of each unit what it starts with. What happens to it is in `battle.state`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property

from msgspec import Struct

from listbuilder.army import Army, Profile, Unit
from listbuilder.army.records import ModelLine, WargearItem
from listbuilder.catalogue.states import DEPLOYED
from listbuilder.print.datasheet import wounds
from listbuilder.replacing import replace
from listbuilder.rules.formation import Formation, Group
from listbuilder.sources.registry import Sets
from listbuilder.validation import Pack, validate_bytes


class Line(Struct, frozen=True):
    """Models that nothing tells from each other. ``wounds``: of each, 1 where the data state none; ``also``: ids of further lines
    of the list with such models."""

    id: str
    name: str
    models: int
    wounds: int
    also: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """Those of all lines of the list that it is made of."""
        return self.id, *self.also


class Fighter(Struct, frozen=True, dict=True):
    """A unit as it starts. ``group``: id of the group that it fights in; ``start``: id of its state, ``transport`` that of what
    it starts in."""

    unit: Unit
    lines: tuple[Line, ...]
    group: str
    start: str = DEPLOYED
    transport: str = ""

    @property
    def id(self) -> str:
        return self.unit.id

    @cached_property
    def models(self) -> int:
        """Models at the start."""
        return sum(line.models for line in self.lines)

    @property
    def is_lone(self) -> bool:
        """Whether it is one model with several wounds, of which players count the wounds."""
        return self.models == 1 and self.lines[0].wounds > 1

    def line(self, line_id: str) -> Line | None:
        """The models of that id."""
        return next((line for line in self.lines if line_id in line.ids), None)

    def weapon_count(self, weapon: Profile, left: dict[str, int]) -> int:
        """How many of a weapon the models that are left carry. ``left``: id of a line -> its models."""
        total = counted = 0
        names = {weapon.item.casefold(), weapon.name.casefold()}
        for line in self.lines:
            models = [one for one in self.unit.models if one.id in line.ids]
            items = [item for one in models for item in one.wargear if item.name.casefold() in names]
            for count in _summed(items).values():
                total += count
                counted += count * left.get(line.id, 0) // line.models
        if total:
            return min(counted, weapon.count) if weapon.count == total else weapon.count * counted // total
        return weapon.count if any(left.values()) else 0


class Side(Struct, frozen=True, dict=True):
    """One player's army. ``text``: its list, so that the battle can be gone on with whatever becomes of the file at ``path``."""

    army: Army
    formation: Formation
    text: str
    path: str = ""

    @property
    def name(self) -> str:
        return self.army.name

    @cached_property
    def fighters(self) -> dict[str, Fighter]:
        """All units by their ids, those of a group together; the halves of a split unit are two."""
        words = self.army.vocabulary
        return {
            unit.id: Fighter(unit, _lines(unit, wounds(unit, words)), group.id, group.state, group.transport)
            for group in self.formation.groups
            for unit in group.units
            if unit.model_count
        }

    @cached_property
    def groups(self) -> dict[str, Group]:
        """The groups of units by their ids."""
        return {group.id: group for group in self.formation.groups}


def _lines(unit: Unit, wounds_of_models: Sequence[int]) -> tuple[Line, ...]:
    """``wounds_of_models``: of each model in the order of the lines, 0 where the data state none."""
    lines: dict[tuple[object, ...], Line] = {}
    place = 0
    for line in unit.models:
        if line.count:
            own = max(1, wounds_of_models[place])
            known = lines.get(
                key := (line.name, own, line.notes, frozenset(line.keywords), *carried_by_each(line).items())
            )
            if known is None:
                lines[key] = Line(line.id, line.name, line.count, own)
            else:
                lines[key] = replace(known, models=known.models + line.count, also=(*known.also, line.id))
            place += line.count
    return tuple(lines.values())


def carried_by_each(line: ModelLine) -> dict[str, Fraction]:
    """Names of the wargear of its models in their order -> how many one of these has."""
    counts = _summed(line.wargear)
    return {name: Fraction(counts[name], max(1, line.count)) for name in sorted(counts)}


def _summed(items: Iterable[WargearItem]) -> Counter[str]:
    found: Counter[str] = Counter()
    for item in items:
        found[item.name] += item.count
    return found


def read_side(text: str, path: str = "", among: Sets = (), pack: Pack | None = None) -> Side:
    """The side of a list as a battle keeps it. ``among`` and ``pack``: as of `validate_bytes`. Raises `InputError` when it cannot
    be read."""
    validated = validate_bytes(text.encode(), path or "-", (), among, pack)
    return Side(validated.army, validated.formation, text, path)
