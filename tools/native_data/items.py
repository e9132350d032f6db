"""The weapons, gear and wargear options of a datasheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from listbuilder.catalogue.columns import WeaponType
from listbuilder.engine.state import ProfileState
from listbuilder.roster.tree import Selection
from tools.native_data import granted, profiles
from tools.native_data.bench import Pick
from tools.native_data.composition import Composition, slug
from tools.native_data.limited import Option
from tools.native_data.loadouts import Inexpressible
from tools.native_data.units import UnitReader
from tools.native_data.wargear import Wargear

OF_UNIT = -1  # instead of a kind of models: wargear of the unit as a whole
ABILITY = "Abilities"  # the type of profiles that are texts


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a datasheet: its entry in `weapons` or `gear`, and what its texts give to more than its bearer."""

    id: str
    record: dict[str, Any]
    effects: tuple[granted.Effect, ...] = ()

    @property
    def is_weapon(self) -> bool:
        return "type" in self.record or "profiles" in self.record


@dataclass(frozen=True, slots=True)
class Things:
    """The items of a datasheet in order, and for each kind of models their ids by name: an item whose values differ between
    kinds of models is two items of one name."""

    items: tuple[Item, ...]
    ids: tuple[dict[str, str], ...]


class ItemWriter:
    """Writes the items of one datasheet. Raises `Inexpressible`."""

    def __init__(self, units: UnitReader, found: Composition, wargear: Wargear) -> None:
        self.units = units
        self.bench = units.bench
        self.found = found
        self.wargear = wargear
        self.types = units.bench.loaded.system.vocabulary.weapons

    def read(self) -> Things:
        """The items, ranged weapons first, each sort by name."""
        states = self._states()
        used = {n for default in self.wargear.defaults for n in default}
        used |= {n for option in self.wargear.options for take in option.change.take for n in take}
        used |= {n for n in states if slug(n) in self.wargear.items}
        missing = used - states.keys()
        if missing:
            raise Inexpressible(f"items that were not found: {sorted(missing)}")
        found = [(name, item, places) for name in used for item, places in self._items(name, states[name])]
        found.sort(key=lambda one: (_sort(one[1].record), one[0].casefold(), one[0], one[1].id))
        ids: list[dict[str, str]] = [{} for _ in self.found.kinds]
        for name, item, places in found:
            for place in places:
                ids[place][name] = item.id
        return Things(tuple(item for _, item, _ in found), tuple(ids))

    def _items(self, name: str, states: dict[int, list[list[ProfileState]]]) -> Iterator[tuple[Item, Iterable[int]]]:
        """The items of a name, with the kinds of models that have each: one, or one for each kind where they differ."""
        everywhere = range(len(self.found.kinds))
        known = [state for some in states.values() for state in some]
        record = self._record(name, known)
        if record is not None:
            yield self._item(slug(name), name, record, known[0]), everywhere
            return
        by_kind = {place: self._record(name, some) for place, some in states.items() if place != OF_UNIT}
        records = {place: one for place, one in by_kind.items() if one is not None}
        if len(records) < len(states):
            raise Inexpressible(f"{name} with different values")
        most = max(states, key=lambda place: self.found.kinds[place].high)
        for record in {str(one): one for one in records.values()}.values():
            mine = [place for place in everywhere if records.get(place, records[most]) == record]
            first = next(place for place in mine if place in states)
            item_id = slug(name) if most in mine else slug(f"{self.found.kinds[first].name} {name}")
            yield self._item(item_id, name, record, states[first][0]), mine

    # --- values ---------------------------------------------------------------------------------------------------------------

    def _states(self) -> dict[str, dict[int, list[list[ProfileState]]]]:
        """The profiles of each item at each kind of models, or `OF_UNIT`, wherever it occurs."""
        seen: dict[str, dict[int, list[list[ProfileState]]]] = {}
        kinds = {v.entry.id: place for place, kind in enumerate(self.found.kinds) for v in kind.variants}
        for pick in self._units_with_items():
            with self.bench.placed(pick.build()) as root:
                for node in root.walk():
                    if node.option.id in self.units.loadouts.items:
                        name = self.units.loadouts.name_of(node.option)
                        place = next((kinds[one.option.id] for one in _around(node) if one.option.id in kinds), OF_UNIT)
                        state = list(self.bench.engine.state(node).profiles)
                        seen.setdefault(name, {}).setdefault(place, []).append(state)
        return seen

    def _record(self, name: str, states: list[list[ProfileState]]) -> dict[str, Any] | None:
        """The values of an item. Where other wargear of the unit changes them, those without it: what a datasheet prints. None
        where they differ all the same."""
        records = _different(name, states, self.types)
        if len(records) > 1:
            records = _different(
                name, [state for state in states if all(map(self.bench.is_unchanged, state))], self.types
            )
            if len(records) != 1:
                return None
        gear = {"name": name, "gains": [name]} if name in self.bench.allegiances else {"name": name}
        return next(iter(records), gear)

    def _item(self, item: str, name: str, record: dict[str, Any], state: list[ProfileState]) -> Item:
        effects = []
        for profile in state:
            for effect in granted.effects(granted.profile_text(profile), {}) if profile.type_name == ABILITY else ():
                gained = [*effect.get("keywords", ()), *effect.get("abilities", ())]
                if "type" in record or "profiles" in record or effect.keys() & {"to", "leading"}:
                    effects.append({"ability": profile.name, "item": item, **effect})
                else:
                    record = {**record, "gains": [*record.get("gains", ()), *gained]}
        return Item(item, record, tuple(effects))

    def _units_with_items(self) -> Iterator[Pick]:
        """Units in which each item occurs at every kind of model that may have it."""
        found = self.found
        counts = max(found.prices, key=lambda c: (all(c), sum(c)))
        done: set[tuple[int, str]] = set()
        for place, kind in enumerate(found.kinds):
            for variant in kind.variants:
                for number, site in enumerate(variant.sites):
                    for alternative in site:
                        new = {(place, name) for name in alternative.items} - done
                        if new:
                            done |= new
                            parts = [*variant.default]
                            parts[number] = alternative
                            yield self.units.unit(found, counts, [variant.pick(parts, 1)], place)
        for site in found.unit_sites:
            for alternative in site:
                pick = self.units.unit(found, counts)
                yield Pick(pick.option, 1, (*alternative.picks, *pick.below))


class OptionWriter:
    """Writes the options of one datasheet. ``items``: for each kind of models ids by name, in order; ``models``: their ids."""

    def __init__(self, items: Sequence[dict[str, str]], models: list[str]) -> None:
        self.items = items
        self.models = models

    def write(self, options: Iterable[Option]) -> Iterator[dict[str, Any]]:
        known: Counter[str] = Counter()
        written: dict[int, str] = {}
        for option in options:
            if not option.change.take:
                continue
            record = self._record(option)
            if option.after is not None:
                record["after"] = written[id(option.after)]
            if option.shares is not None:
                record["shared_limit"] = written[id(option.shares)]
            record |= dict(option.limits)
            if option.all:
                record["all"] = True
            stem = self._id(option, record)
            known[stem] += 1
            record["id"] = stem if known[stem] == 1 else f"{stem}-{known[stem]}"
            written[id(option)] = record["id"]
            yield record

    def _record(self, option: Option) -> dict[str, Any]:
        record: dict[str, Any] = {"id": ""}
        change, items = option.change, self.items[option.kind]
        if len(self.models) > 1:
            kinds = [self.models[kind] for kind in option.kinds or (option.kind,)]
            if len(kinds) < len(self.models):
                record["model"] = _single(kinds)
        if change.replace:
            record["replace"] = _single(in_order(change.replace, items))
        takes = [in_order(take, items) for take in change.take]
        record["with" if change.replace else "add"] = [_single(take) for take in sorted(takes)]
        if any(option.prices):
            known = {"+".join(take) or "nothing": price for take, price in zip(takes, option.prices, strict=True)}
            single = len(set(known.values())) == 1
            record["points"] = option.prices[0] if single else {one: known[one] for one in sorted(known) if known[one]}
        if change.requires:
            record["requires"] = _single(in_order(change.requires, items))
        if change.excludes:
            record["excludes"] = _single(in_order(change.excludes, items))
        if not change.replace and change.times > 1:
            record["times"] = change.times
        if change.distinct:
            record["distinct"] = in_order(change.distinct, items)
        return record

    def _id(self, option: Option, record: dict[str, Any]) -> str:
        takes = record.get("with") or record["add"]
        first = takes[0][0] if isinstance(takes[0], list) and takes[0] else takes[0]
        if len(takes) == 1 and first:
            stem = first
        elif option.change.replace:
            stem = in_order(option.change.replace, self.items[option.kind])[0]
        else:
            stem = "wargear"
        return f"{self.models[option.kind].rsplit('-', 1)[-1]}-{stem}" if len(self.models) > 1 else stem


def _around(node: Selection) -> Iterator[Selection]:
    """A selection and those that it stands below."""
    current: Any = node
    while isinstance(current, Selection):
        yield current
        current = current.parent


def _different(name: str, states: Iterable[list[ProfileState]], types: Sequence[WeaponType]) -> list[dict[str, Any]]:
    """The weapons that these profiles state, those apart whose values differ; the order of their profiles does not count."""
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for record in (profiles.weapon(name, state, types) for state in states):
        if record is not None:
            alone = {key: value for key, value in record.items() if key != "profiles"}
            found.setdefault((str(alone), *sorted(map(str, record.get("profiles", ())))), record)
    return list(found.values())


def in_order(names: Iterable[str], items: dict[str, str]) -> list[str]:
    """Ids of items, in the order of the datasheet."""
    order = {item: place for place, item in enumerate(items.values())}
    return sorted((items[name] for name in names), key=lambda item: order[item])


def _single(items: list[str]) -> Any:
    return items[0] if len(items) == 1 else items


def _sort(record: dict[str, Any]) -> int:
    kind = record.get("type") or ("mixed" if "profiles" in record else "gear")
    return {"ranged": 0, "mixed": 1, "melee": 2}.get(kind, 3)
