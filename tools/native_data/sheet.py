"""One datasheet as native data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from listbuilder.army import Unit, roles
from listbuilder.army.model import Profile
from listbuilder.catalogue.facts import Bodyguard, Leader, TransportBay
from listbuilder.catalogue.library import Option
from listbuilder.engine.state import ProfileState
from tools.native_data import profiles
from tools.native_data.bench import Pick
from tools.native_data.loadouts import Inexpressible
from tools.native_data.units import Composition, Counts, UnitReader
from tools.native_data.wargear import Option as WargearOption
from tools.native_data.wargear import Wargear, WargearReader, slug

FIRST_KEYWORDS = ("Infantry", "Mounted", "Beast", "Swarm", "Monster", "Vehicle", "Fortification")
THEN = (
    "Epic Hero",
    "Character",
    "Battleline",
    "Walker",
    "Aircraft",
    "Titanic",
    "Towering",
    "Transport",
    "Dedicated Transport",
)
ROLES = (
    ("Character", "character"),
    ("Epic Hero", "character"),
    ("Battleline", "battleline"),
    ("Dedicated Transport", "transport"),
    ("Aircraft", "aircraft"),
    ("Fortification", "fortification"),
    ("Monster", "monster"),
    ("Vehicle", "vehicle"),
    ("Mounted", "mounted"),
    ("Beast", "beast"),
    ("Swarm", "swarm"),
    ("Infantry", "infantry"),
)
NOT_ABILITIES = re.compile(
    r"damaged\b|leader$|support$|transport$|attached unit|invulnerable save|detachment rules", re.IGNORECASE
)

Sheet = dict[str, Any]


class SheetWriter:
    """Writes the datasheets of one catalogue. ``core``: patterns of the game's core abilities."""

    def __init__(self, units: UnitReader, core: Iterable[str], names: Mapping[str, str]) -> None:
        self.units = units
        self.bench = units.bench
        self.core = [re.compile(pattern) for pattern in core]
        self.names = names  # datasheet name, case-folded -> id
        self.notes: list[str] = []

    def write(self, root: Option) -> Sheet:
        """The datasheet. Raises `Inexpressible`."""
        self.notes = []
        found = self.units.read(root)
        wargear = WargearReader(self.units, found).read()
        with self.bench.placed(self.units.unit(found, self._smallest(found)).build()) as node:
            unit = self.bench.read(node)
            lines = self._lines(found, unit, node)
            own = self._own_keywords(found, node)
            saves = [ability for ability in unit.abilities if ability.name.casefold().startswith("invulnerable save")]
            hero = self._hero(found, node)
        name = unit.datasheet
        items, things = self._items(found, wargear)
        save = profiles.invulnerable(ability.text for ability in saves)
        for line in lines.values():
            if save and "INV" not in line:
                line["INV"] = save
        models, ids = self._models(found, wargear, lines, own, items)
        sheet: Sheet = {"id": slug(name), "name": name}
        if roles.is_legends(root):
            sheet["status"] = "legends"
        keywords = self._keywords(unit, own)
        sheet["role"] = next((role for word, role in ROLES if word in keywords), "other")
        sheet["faction_keywords"] = list(unit.faction_keywords)
        sheet["keywords"] = keywords
        sheet["profiles"] = _distinct(lines.values())
        sheet["models"] = models
        sheet |= self._sizes(found)
        sheet["weapons"] = {items[n]: w for n, w in things.items() if "type" in w or "profiles" in w}
        sheet["gear"] = {items[n]: w for n, w in things.items() if not ("type" in w or "profiles" in w)}
        sheet["options"] = list(self._options(found, wargear, items, ids))
        sheet["abilities"] = self._abilities(unit)
        sheet |= self._facts(unit, hero)
        return {key: value for key, value in sheet.items() if value not in ([], {}) or key == "abilities"}

    @staticmethod
    def _smallest(found: Composition) -> Counts:
        return min(found.prices, key=lambda counts: (sum(counts), counts))

    # --- statlines and keywords ---------------------------------------------------------------------------------------------

    def _lines(self, found: Composition, unit: Unit, node: Any) -> dict[int, dict[str, Any]]:
        """The statline of each kind of model."""
        lines = [line for line in unit.profiles if line.type == "Unit"]
        if not lines:
            raise Inexpressible("no statline")
        result: dict[int, dict[str, Any]] = {}
        for place, kind in enumerate(found.kinds):
            own = {
                p.name for v in kind.variants for part in v.entry.parts for p in part.profiles if p.type_name == "Unit"
            }
            fitting = [line for line in lines if line.name in {roles.profile_name(name) for name in own}]
            if not fitting:
                fitting = [line for line in lines if _alike(line.name, kind.name)]
            chosen = fitting or lines
            if len({line.values for line in chosen}) > 1:
                raise Inexpressible(f"which statline {kind.name} has")
            result[place] = profiles.statline(chosen[0].name, _upper(chosen[0]))
        return result

    def _own_keywords(self, found: Composition, node: Any) -> dict[int, list[str]]:
        """Keywords that only some kinds of models have."""
        if found.kinds[0].base.entry is found.root:
            return {}
        unit = {category.name for category in self.bench.engine.state(node).categories}
        having: dict[int, set[str]] = {}
        for place, kind in enumerate(found.kinds):
            ids = {variant.entry.id for variant in kind.variants}
            model = next((child for child in node.selections if child.option.id in ids), None)
            if model is not None:
                words = {category.name for category in self.bench.engine.state(model).categories}
                having[place] = {word for word in words - unit if not roles.faction_of(word)}
        everywhere = set.intersection(*having.values()) if len(having) == len(found.kinds) else set()
        name = roles.plain_name(found.root.name)
        own = {place: sorted(words - everywhere - {name}) for place, words in having.items()}
        return {place: words for place, words in own.items() if words}

    @staticmethod
    def _keywords(unit: Unit, own: dict[int, list[str]]) -> list[str]:
        """Keywords in the order of a datasheet: what it is, what it is for, all others."""
        words = [word for word in unit.keywords if word.casefold() != unit.datasheet.casefold()]
        for extra in own.values():
            words += extra
        words = list(dict.fromkeys(words))
        order = {word: place for place, word in enumerate((*FIRST_KEYWORDS, *THEN))}
        return sorted(words, key=lambda word: order.get(word, len(order)))

    # --- models -------------------------------------------------------------------------------------------------------------

    def _models(
        self,
        found: Composition,
        wargear: Wargear,
        lines: dict[int, dict[str, Any]],
        own: dict[int, list[str]],
        items: dict[str, str],
    ) -> tuple[dict[str, Any], list[str]]:
        models: dict[str, Any] = {}
        ids: list[str] = []
        several = len(_distinct(lines.values())) > 1
        for place, kind in enumerate(found.kinds):
            model_id = slug(kind.name)
            if model_id in models:
                raise Inexpressible(f"two kinds of models of one name: {kind.name}")
            counts = sorted({counts[place] for counts in found.prices})
            record: dict[str, Any] = {"name": kind.name, "count": _range(counts)}
            if several:
                record["profile"] = lines[place]["name"]
            if own.get(place):
                record["keywords"] = own[place]
            record["wargear"] = self._in_order(wargear.defaults[place], items)
            models[model_id] = record
            ids.append(model_id)
        return models, ids

    @staticmethod
    def _in_order(names: Iterable[str], items: dict[str, str]) -> list[str]:
        order = {item: place for place, item in enumerate(items.values())}
        return sorted((items[name] for name in names), key=lambda item: order[item])

    def _sizes(self, found: Composition) -> dict[str, Any]:
        """`size` and `points`. Raises where the legal numbers of models are no range of sizes, or the price no function of it."""
        prices: dict[int, Any] = {}
        for counts, price in found.prices.items():
            if prices.setdefault(sum(counts), price) != price:
                return self._priced_by_kind()
        sizes = sorted(prices)
        self._check_counts(found, sizes)
        rows: dict[str, Any] = {}
        start = sizes[0]
        for size, following in zip(sizes, [*sizes[1:], None], strict=True):
            if following is None or prices[following] != prices[size] or following != size + 1:
                rows[_range(list(range(start, size + 1)))] = prices[size]
                start = following if following is not None else size
        result: dict[str, Any] = {}
        possible = _sum_of(found)
        if sizes != possible:
            result["size"] = _range(sizes) if sizes == list(range(sizes[0], sizes[-1] + 1)) else sizes
        elif len(sizes) > 1:
            result["size"] = _range(sizes)
        result["points"] = {_number(key): price for key, price in rows.items()}
        return result

    @staticmethod
    def _priced_by_kind() -> dict[str, Any]:
        raise Inexpressible("a price by several kinds of models")

    @staticmethod
    def _check_counts(found: Composition, sizes: list[int]) -> None:
        from itertools import product

        ranges = [sorted({counts[place] for counts in found.prices}) for place in range(len(found.kinds))]
        if any(one != list(range(one[0], one[-1] + 1)) for one in ranges) and len(found.kinds) > 1:
            raise Inexpressible("numbers of models with gaps")
        allowed = {counts for counts in product(*ranges) if sum(counts) in sizes}
        if allowed != set(found.prices):
            raise Inexpressible("numbers of models that depend on one another")

    # --- items ----------------------------------------------------------------------------------------------------------------

    def _items(self, found: Composition, wargear: Wargear) -> tuple[dict[str, str], dict[str, dict[str, Any]]]:
        """Ids of the items by name, and their records, ranged weapons first, each sort by name."""
        seen: dict[str, list[ProfileState]] = {}
        for pick in self._units_with_items(found):
            with self.bench.placed(pick.build()) as root:
                self._collect(root, seen)
        records: dict[str, dict[str, Any]] = {}
        for name, states in seen.items():
            records[name] = profiles.weapon(name, states) or {"name": name}
        used = {n for default in wargear.defaults for n in default}
        used |= {n for option in wargear.options for take in option.change.take for n in take}
        missing = used - records.keys()
        if missing:
            raise Inexpressible(f"items that were not found: {sorted(missing)}")
        records = {name: record for name, record in records.items() if name in used}
        order = sorted(records, key=lambda n: (_sort(records[n]), n.casefold()))
        ids: dict[str, str] = {}
        for name in order:
            item = slug(name)
            if item in ids.values():
                raise Inexpressible(f"two items of one name: {name}")
            ids[name] = item
        return ids, {name: records[name] for name in order}

    def _collect(self, root: Any, seen: dict[str, list[ProfileState]]) -> None:
        for node in root.walk():
            if node.option.id not in self.units.loadouts.items:
                continue
            name = node.option.name
            states = list(self.bench.engine.state(node).profiles)
            if name in seen and profiles.weapon(name, states) != profiles.weapon(name, seen[name]):
                raise Inexpressible(f"{name} with different values")
            seen.setdefault(name, states)

    def _units_with_items(self, found: Composition) -> Iterator[Pick]:
        """Units in which each item occurs at every kind of model that may have it."""
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

    # --- options --------------------------------------------------------------------------------------------------------------

    def _options(
        self, found: Composition, wargear: Wargear, items: dict[str, str], models: list[str]
    ) -> Iterator[dict[str, Any]]:
        known: Counter[str] = Counter()
        written: dict[int, str] = {}
        several = len(found.kinds) > 1
        for option in wargear.options:
            if not option.change.take:
                continue
            record: dict[str, Any] = {"id": ""}
            change = option.change
            if several:
                record["model"] = models[option.kind]
            if change.replace:
                given = self._in_order(change.replace, items)
                record["replace"] = given[0] if len(given) == 1 else given
            takes = [self._in_order(take, items) for take in change.take]
            record["with" if change.replace else "add"] = [t[0] if len(t) == 1 else t for t in sorted(takes)]
            if change.requires:
                required = self._in_order(change.requires, items)
                record["requires"] = required[0] if len(required) == 1 else required
            if not change.replace and change.times > 1:
                record["times"] = change.times
            if option.shares is None:
                record |= dict(option.limits)
            else:
                record["shared_limit"] = written[id(option.shares)]
            if option.all:
                record["all"] = True
            stem = self._option_id(option, takes, items, models, several)
            known[stem] += 1
            record["id"] = stem if known[stem] == 1 else f"{stem}-{known[stem]}"
            written[id(option)] = record["id"]
            yield record

    def _option_id(
        self, option: WargearOption, takes: list[list[str]], items: dict[str, str], models: list[str], several: bool
    ) -> str:
        if len(takes) == 1 and takes[0]:
            stem = takes[0][0]
        elif option.change.replace:
            stem = self._in_order(option.change.replace, items)[0]
        else:
            stem = "wargear"
        return f"{models[option.kind].rsplit('-', 1)[-1]}-{stem}" if several else stem

    # --- facts ----------------------------------------------------------------------------------------------------------------

    def _abilities(self, unit: Unit) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {"core": [], "faction": [], "unit": []}
        if unit.leader is not None and any(a.name.casefold() == "leader" for a in unit.abilities):
            found["core"].append("Leader")
        for ability in unit.abilities:
            if ability.kind == "wargear" or NOT_ABILITIES.match(ability.name):
                continue
            name = ability.name.replace("’", "'")
            stripped = re.sub(r"\s*\([^)]*\bmodels? only\)$", "", name)
            kind = ability.kind
            if any(pattern.fullmatch(stripped) for pattern in self.core):
                kind, name = "core", stripped
            elif kind == "core":
                kind = "unit"
            if name not in found[kind]:
                found[kind].append(name)
        found["core"].sort()
        return {kind: names for kind, names in found.items() if names}

    def _hero(self, found: Composition, node: Any) -> tuple[bool, bool, bool]:
        """Whether the data offer the Warlord's mark and enhancements, and whether they set the mark."""
        offers = {"warlord": False, "enhancement": False}
        waiting = [found.root]
        while waiting:
            option = waiting.pop()
            if self.units.reach.is_dead(option):
                continue
            if roles.is_warlord_mark(option):
                offers["warlord"] = True
            elif roles.is_enhancement_group(option):
                offers["enhancement"] = bool(option.entries)
            else:
                waiting.extend(
                    o for o in option.options if o.is_group or o.type in roles.UNIT_TYPES or roles.is_warlord_mark(o)
                )
        forced = any(roles.is_warlord_mark(pick.option) for pick in found.fixed)
        return offers["warlord"], offers["enhancement"], forced

    def _facts(self, unit: Unit, hero: tuple[bool, bool, bool]) -> dict[str, Any]:
        warlord, enhancement, forced = hero
        facts: dict[str, Any] = {}
        if unit.leader_unread:
            self.notes.append("its Leader text")
            facts["unread"] = ["leader"]
        elif unit.leader is not None and unit.leader.retinue:
            facts["joins"] = self._joins(unit.leader)
        elif unit.leader is not None:
            facts["leader"] = self._leader(unit.leader)
        if unit.bodyguard is not None:
            facts["bodyguard"] = self._bodyguard(unit.bodyguard)
        if unit.transport_unread:
            self.notes.append("its Transport text")
            facts.setdefault("unread", []).append("transport")
        elif unit.transport:
            facts["transport"] = [self._bay(bay) for bay in unit.transport]
        if unit.hover:
            facts["hover"] = True
        if "Character" in unit.keywords:
            if not warlord:
                facts["never_warlord"] = True
            if not enhancement and "Epic Hero" not in unit.keywords:
                facts["never_enhanced"] = True
        if unit.must_be_warlord or forced:
            facts["must_be_warlord"] = True
        return facts

    def _name(self, word: str) -> str:
        """The id of a datasheet of the faction, else the word."""
        return self.names.get(word.casefold(), word)

    def _leader(self, leader: Leader) -> dict[str, Any]:
        found: dict[str, Any] = {}
        targets: list[Any] = sorted(self._name(name) for name in leader.leads)
        targets += [list(words) for words in leader.leads_keywords]
        if targets:
            found["leads"] = targets
        for key in ("beside", "beside_at", "not_beside"):
            words = getattr(leader, key)
            if words:
                found[key] = [self._name(word) if key != "beside" else word for word in words]
        if found.get("beside") == ["any"]:
            found["beside"] = ["Character"]  # every leader is one
        if leader.beside_many:
            found["beside_many"] = True
        for key in ("must", "unique"):
            if getattr(leader, key):
                found[key] = True
        if leader.requires:
            found["requires"] = {self._name(name): slug(item) for name, item in leader.requires.items()}
        return found

    def _bodyguard(self, bodyguard: Bodyguard) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if bodyguard.needs:
            found["needs"] = list(bodyguard.needs)
        if bodyguard.leaders:
            found["leaders"] = dict(bodyguard.leaders)
        if bodyguard.one_of:
            found["one_of"] = list(bodyguard.one_of)
        if bodyguard.stand_in:
            found["stand_in"] = [
                {
                    key: [self._name(word) if key == "instead_of" else word for word in getattr(one, key)]
                    for key in ("who", "excludes", "instead_of")
                    if getattr(one, key)
                }
                for one in bodyguard.stand_in
            ]
        return found

    def _joins(self, leader: Leader) -> dict[str, Any]:
        """What joins a unit as a part of it."""
        found: dict[str, Any] = {
            "units": [
                *sorted(map(self._name, leader.leads)),
                *(list(words) for words in leader.leads_keywords if words),
            ]
            or "any"
        }
        if any(target.excludes for target in leader.led_by):
            raise Inexpressible("whom it may join")
        if leader.led_by:
            found["led_by"] = [t.keywords[0] if len(t.keywords) == 1 else list(t.keywords) for t in leader.led_by]
        for key in ("only_with", "not_beside"):
            if getattr(leader, key):
                found[key] = [self._name(word) for word in getattr(leader, key)]
        for key in ("must", "unique"):
            if getattr(leader, key):
                found[key] = True
        if not leader.rides:
            found["rides"] = False
        return found

    def _bay(self, bay: TransportBay) -> dict[str, Any]:
        found: dict[str, Any] = {"capacity": bay.capacity}
        if bay.allow:
            found["allow"] = [list(words) for words in bay.allow]
        if bay.deny:
            found["deny"] = list(bay.deny)
        if bay.attached:
            found["attached"] = [list(words) for words in bay.attached]
        if bay.weights:
            found["weights"] = dict(bay.weights)
        if bay.capacity_with:
            found["capacity_with"] = {slug(name): number for name, number in bay.capacity_with.items()}
        if bay.splits:
            found["splits"] = [self._name(word) for word in bay.splits]
        if bay.per_unit:
            found["per_unit"] = True
        if bay.weights_by_wounds or bay.deny_unless or bay.deny_wounds:
            raise Inexpressible("who may embark")
        return found


def _upper(line: Profile) -> list[tuple[str, str]]:
    """The values with the names of native columns."""
    return [(name.upper() if name != "InSv" else "INV", value) for name, value in line.values]


def _alike(one: str, two: str) -> bool:
    """Whether two names mean the same models."""
    short, long = sorted((one.casefold().rstrip("s"), two.casefold().rstrip("s")), key=len)
    return short == long or long.endswith(short) or long.startswith(short)


def _distinct(lines: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for line in lines:
        if line not in found:
            found.append(line)
    return found


def _range(numbers: list[int]) -> Any:
    return numbers[0] if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def _number(key: Any) -> Any:
    return key


def _sum_of(found: Composition) -> list[int]:
    low = sum(min(counts[place] for counts in found.prices) for place in range(len(found.kinds)))
    high = sum(max(counts[place] for counts in found.prices) for place in range(len(found.kinds)))
    return list(range(low, high + 1))


def _sort(record: dict[str, Any]) -> int:
    kind = record.get("type") or ("mixed" if "profiles" in record else "gear")
    return {"ranged": 0, "mixed": 1, "melee": 2}.get(kind, 3)
