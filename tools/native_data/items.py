"""The weapons, gear and wargear options of a datasheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from listbuilder.engine.state import ProfileState
from tools.native_data import granted, profiles
from tools.native_data.bench import Pick
from tools.native_data.composition import Composition, slug
from tools.native_data.limits import Option
from tools.native_data.loadouts import Inexpressible
from tools.native_data.units import UnitReader
from tools.native_data.wargear import Wargear

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


class ItemWriter:
    """Writes the items of one datasheet. Raises `Inexpressible`."""

    def __init__(self, units: UnitReader, found: Composition, wargear: Wargear) -> None:
        self.units = units
        self.bench = units.bench
        self.found = found
        self.wargear = wargear

    def read(self) -> dict[str, Item]:
        """The items by name, ranged weapons first, each sort by name."""
        states = self._states()
        used = {n for default in self.wargear.defaults for n in default}
        used |= {n for option in self.wargear.options for take in option.change.take for n in take}
        missing = used - states.keys()
        if missing:
            raise Inexpressible(f"items that were not found: {sorted(missing)}")
        records = {name: self._record(name, states[name]) for name in used}
        order = sorted(records, key=lambda name: (_sort(records[name]), name.casefold(), name))
        return {name: self._item(name, records[name], states[name][0]) for name in order}

    # --- values ---------------------------------------------------------------------------------------------------------------

    def _states(self) -> dict[str, list[list[ProfileState]]]:
        """The profiles of each item, wherever it occurs."""
        seen: dict[str, list[list[ProfileState]]] = {}
        for pick in self._units_with_items():
            with self.bench.placed(pick.build()) as root:
                for node in root.walk():
                    if node.option.id in self.units.loadouts.items:
                        name = self.units.loadouts.name_of(node.option)
                        seen.setdefault(name, []).append(list(self.bench.engine.state(node).profiles))
        return seen

    def _record(self, name: str, states: list[list[ProfileState]]) -> dict[str, Any]:
        """The values of an item. Where other wargear of the unit changes them, those without it: what a datasheet prints."""
        records = {str(one): one for one in (profiles.weapon(name, state) for state in states) if one is not None}
        if len(records) > 1:
            plain = [state for state in states if all(map(self.bench.is_unchanged, state))]
            records = {str(one): one for one in (profiles.weapon(name, state) for state in plain) if one is not None}
            if len(records) != 1:
                raise Inexpressible(f"{name} with different values")
        gear = {"name": name, "gains": [name]} if name in self.bench.allegiances else {"name": name}
        return next(iter(records.values()), gear)

    def _item(self, name: str, record: dict[str, Any], state: list[ProfileState]) -> Item:
        item = slug(name)
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
    """Writes the options of one datasheet. ``items``: ids by name, in order; ``models``: ids of the kinds."""

    def __init__(self, items: dict[str, str], models: list[str]) -> None:
        self.items = items
        self.models = models

    def write(self, options: Iterable[Option]) -> Iterator[dict[str, Any]]:
        known: Counter[str] = Counter()
        written: dict[int, str] = {}
        for option in options:
            if not option.change.take:
                continue
            record = self._record(option)
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
        change = option.change
        if len(self.models) > 1:
            record["model"] = self.models[option.kind]
        if change.replace:
            record["replace"] = _single(in_order(change.replace, self.items))
        takes = [in_order(take, self.items) for take in change.take]
        record["with" if change.replace else "add"] = [_single(take) for take in sorted(takes)]
        if change.requires:
            record["requires"] = _single(in_order(change.requires, self.items))
        if change.excludes:
            record["excludes"] = _single(in_order(change.excludes, self.items))
        if not change.replace and change.times > 1:
            record["times"] = change.times
        if change.distinct:
            record["distinct"] = in_order(change.distinct, self.items)
        return record

    def _id(self, option: Option, record: dict[str, Any]) -> str:
        takes = record.get("with") or record["add"]
        first = takes[0][0] if isinstance(takes[0], list) and takes[0] else takes[0]
        if len(takes) == 1 and first:
            stem = first
        elif option.change.replace:
            stem = in_order(option.change.replace, self.items)[0]
        else:
            stem = "wargear"
        return f"{self.models[option.kind].rsplit('-', 1)[-1]}-{stem}" if len(self.models) > 1 else stem


def in_order(names: Iterable[str], items: dict[str, str]) -> list[str]:
    """Ids of items, in the order of the datasheet."""
    order = {item: place for place, item in enumerate(items.values())}
    return sorted((items[name] for name in names), key=lambda item: order[item])


def _single(items: list[str]) -> Any:
    return items[0] if len(items) == 1 else items


def _sort(record: dict[str, Any]) -> int:
    kind = record.get("type") or ("mixed" if "profiles" in record else "gear")
    return {"ranged": 0, "mixed": 1, "melee": 2}.get(kind, 3)
