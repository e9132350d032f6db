"""One datasheet as native data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, permutations, product
from typing import Any

from listbuilder.army import Unit, roles
from listbuilder.army.records import Profile
from listbuilder.catalogue.library import Option
from tools.native_data import granted, overlay, profiles
from tools.native_data.composition import Composition, Counts, Kind, slug
from tools.native_data.facts import FactWriter
from tools.native_data.followers import FollowerReader
from tools.native_data.items import ItemWriter, OptionWriter, in_order
from tools.native_data.loadouts import Inexpressible
from tools.native_data.units import UnitReader
from tools.native_data.wargear import Wargear, WargearReader

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
DEGRADED = re.compile(r"\s*(\[\d\])?\s*\(\s*(\d+)[^)]*\)\s*$")  # the wounds left at which a statline holds
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
AND = re.compile(r" (?:&|and) ")  # "Farstalkers & Kill-broker": one line for two kinds of models
Sheet = dict[str, Any]


class SheetWriter:
    """Writes the datasheets of one catalogue. ``core``: patterns of the game's core abilities."""

    def __init__(self, units: UnitReader, core: Iterable[str], names: Mapping[str, str]) -> None:
        self.units = units
        self.bench = units.bench
        self.names = names  # datasheet name, case-folded -> id
        self.facts = FactWriter(units, core, names)
        self.followers = FollowerReader(self.bench, names)
        self.columns = self.bench.loaded.system.vocabulary.statline
        self.roles = overlay.common(self.bench.loaded.system.id).get("roles") or dict(ROLES)

    def write(self, root: Option, options: Sequence[Mapping[str, Any]] = ()) -> Sheet:
        """The datasheet. ``options``: stated by an overlay; they are not looked for then. Raises `Inexpressible`."""
        found = self.units.read(root)
        wargear = stated_wargear(found, options) if options else WargearReader(self.units, found).read()
        with self.bench.placed(self.units.unit(found, self._smallest(found)).build()) as node:
            unit = self.bench.read(node)
            lines = self._lines(found, unit, node)
            own = self._own_keywords(found, node)
            hero = self.facts.hero(found, node)
            role = self._role(node, list(unit.keywords))
        name = unit.datasheet
        things = ItemWriter(self.units, found, wargear).read()
        models, ids = self._models(found, wargear, lines, own, things.ids)
        sheet: Sheet = {"id": slug(name), "name": name}
        if self.bench.is_legends(root):
            sheet["status"] = "legends"
        keywords = self._keywords(unit, own)
        sheet["role"] = role
        sheet["faction_keywords"] = list(unit.faction_keywords)
        sheet["keywords"] = keywords
        sheet["profiles"] = _distinct(lines.values())
        sheet["models"] = models
        sheet |= self._sizes(found)
        every = for_every(found, set(_by_range(found, sorted({sum(counts) for counts in found.prices}))))
        if every is not None:
            models[ids[every[0]]]["for_every"] = {ids[every[1]]: every[2]}
        sheet["weapons"] = {item.id: item.record for item in things.items if item.is_weapon}
        sheet["gear"] = {item.id: item.record for item in things.items if not item.is_weapon}
        sheet["options"] = list(OptionWriter(things.ids, ids).write(wargear.options))
        sheet["abilities"] = self.facts.abilities(unit)
        sheet |= self.facts.write(unit, hero)
        sheet |= self.followers.read(root)
        if self.bench.unique and self.bench.is_unique(root):
            sheet["known_as"] = [*sheet.get("known_as", ()), self.bench.unique]
        sheet["effects"] = [*self._effects(unit), *(effect for item in things.items for effect in item.effects)]
        return {key: value for key, value in sheet.items() if value not in ([], {}) or key == "abilities"}

    def _effects(self, unit: Unit) -> Iterable[dict[str, Any]]:
        """What the unit's abilities give before the battle."""
        for ability in unit.abilities:
            if ability.kind == "unit":
                for effect in granted.effects(ability.text, self.names):
                    yield {"ability": ability.name.replace("’", "'"), **effect}

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
        stated = [_stated(kind) for kind in found.kinds]
        for place, kind in enumerate(found.kinds):
            fitting = [line for line in lines if line.name in stated[place]]
            if not fitting:
                fitting = [line for line in lines if any(_alike(name, kind.name) for name in AND.split(line.name))]
                others = {other.name for other in found.kinds if other is not kind}
                fitting = [line for line in fitting if line.name not in others] or fitting
            if not fitting:  # those that no kind of model states for itself
                fitting = [line for line in lines if not any(line.name in names for names in stated)]
            chosen = _undamaged(fitting or lines)
            if (
                len({line.values for line in chosen}) > 1
            ):  # else the line of its name, which another one may replace in play
                chosen = [line for line in chosen if line.name == kind.name]
            if len({line.values for line in chosen}) != 1:
                raise Inexpressible(f"which statline {kind.name} has")
            result[place] = profiles.statline(chosen[0].name, self._values(chosen[0]))
            if any(save.against for save in chosen[0].saves):
                result[place]["INV"] = profiles.conditional(chosen[0].saves)
        return result

    def _values(self, line: Profile) -> list[tuple[str, str]]:
        """The values with the names of native columns."""
        known = {word.casefold(): one.key for one in self.columns for word in (*one.aliases, one.key)}
        return [(known.get(name.casefold(), name.upper()), text) for name, text in line.values if text]

    def _role(self, node: Any, keywords: list[str]) -> str:
        """The id of the role that the unit's keywords say, else, where the game has none such, of its primary category."""
        known = self.bench.loaded.system.vocabulary
        found = next((role for word, role in self.roles.items() if word in keywords), "other")
        if known.role(found) is not None:
            return found
        primary = next((c.name for c in self.bench.engine.state(node).categories if c.primary), "")
        role = known.role(primary)
        return role.id if role is not None else found

    def _own_keywords(self, found: Composition, node: Any) -> dict[int, list[str]]:
        """Keywords that only some kinds of models have."""
        if found.kinds[0].base.entry is found.root:
            return {}
        unit = {category.name for category in self.bench.engine.state(node).categories}
        having: dict[int, set[str]] = {}
        for place, kind in enumerate(found.kinds):
            ids = {variant.entry.id for variant in kind.variants}
            model = next((child for child in node.walk() if child.option.id in ids), None)
            if model is not None:
                words = {category.name for category in self.bench.engine.state(model).categories}
                words = {self.bench.printed(word) for word in words - unit if self.bench.is_keyword(word)}
                having[place] = {word for word in words if not roles.faction_of(word)}
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
        items: Sequence[dict[str, str]],
    ) -> tuple[dict[str, Any], list[str]]:
        models: dict[str, Any] = {}
        ids: list[str] = []
        several = len(_distinct(lines.values())) > 1
        for place, kind in enumerate(found.kinds):
            model_id = slug(kind.name)
            if model_id in models:
                raise Inexpressible(f"two kinds of models of one name: {kind.name}")
            counts = sorted({counts[place] for counts in found.prices})
            alone = len(found.kinds) == 1  # then the sizes of the unit say which numbers there are
            record: dict[str, Any] = {"name": kind.name, "count": (_range if alone else numbers_of)(counts)}
            if several:
                record["profile"] = lines[place]["name"]
            if own.get(place):
                record["keywords"] = own[place]
            record["wargear"] = in_order(wargear.defaults[place], items[place])
            models[model_id] = record
            ids.append(model_id)
        return models, ids

    def _sizes(self, found: Composition) -> dict[str, Any]:
        """`size` and `points`. Raises where the legal numbers of models are no range of sizes, or the price no function of it."""
        prices: dict[int, Any] = {}
        for counts, price in found.prices.items():
            if prices.setdefault(sum(counts), price) != price:
                return {"points": list(rows_of(found))}
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
        result["points"] = rows
        return result

    @staticmethod
    def _check_counts(found: Composition, sizes: list[int]) -> None:
        allowed = set(_by_range(found, sizes))
        if allowed != set(found.prices) and for_every(found, allowed) is None:
            raise Inexpressible("numbers of models that depend on one another")


def stated_wargear(found: Composition, options: Iterable[Mapping[str, Any]]) -> Wargear:
    """The default loadouts, and the items of options that an overlay states."""
    taken = (items for option in options for items in option.get("with") or option["add"])
    items = frozenset(item for some in taken for item in (some if isinstance(some, list) else [some]))
    return Wargear([kind.base.items for kind in found.kinds], [], items)


def _stated(kind: Kind) -> set[str]:
    """Names of the statlines that the entries of a kind state for themselves, or share with others."""
    parts = [part for variant in kind.variants for part in variant.entry.parts]
    own = {roles.profile_name(p.name) for part in parts for p in part.profiles if p.type_name == "Unit"}
    return own | {roles.profile_name(link.name) for part in parts for link in part.info_links if link.type == "profile"}


def _by_range(found: Composition, sizes: Iterable[int]) -> Iterator[Counts]:
    """What the numbers of the kinds allow in units of these sizes."""
    ranges = [sorted({counts[place] for counts in found.prices}) for place in range(len(found.kinds))]
    return (counts for counts in product(*ranges) if sum(counts) in sizes)


def for_every(found: Composition, allowed: set[Counts]) -> tuple[int, int, int] | None:
    """A kind of model of which there may be one for every so many of another kind, where that and nothing else makes the
    legal numbers of models out of those that are allowed otherwise."""
    if allowed == set(found.prices):
        return None
    for kind, other in permutations(range(len(found.kinds)), 2):
        for number in range(max(counts[other] for counts in found.prices), 0, -1):
            if {counts for counts in allowed if counts[kind] <= counts[other] // number} == set(found.prices):
                return kind, other, number
    return None


def _undamaged(lines: list[Profile]) -> list[Profile]:
    """The statline of a model without wounds lost, where the others are those that it has with fewer: "Tank [1] (8+ wounds)"."""
    stems = {DEGRADED.sub("", line.name) for line in lines}
    left = [int(found[2]) for line in lines if (found := DEGRADED.search(line.name))]
    if len(stems) > 1 or len(left) < len(lines):
        return lines
    return [lines[left.index(max(left))]]


def rows_of(found: Composition) -> Iterator[dict[str, Any]]:
    """Prices by numbers of models of each kind: a row for each run of the most variable kind. Raises `Inexpressible`."""
    ranges = [sorted({counts[place] for counts in found.prices}) for place in range(len(found.kinds))]
    main = max(range(len(ranges)), key=lambda place: len(ranges[place]))
    others = [numbers if place != main else [0] for place, numbers in enumerate(ranges)]
    if set(product(*ranges)) != set(found.prices):
        raise Inexpressible("numbers of models that depend on one another")
    if any(one[-1] - one[0] >= len(one) for one in ranges):
        raise Inexpressible("numbers of models with gaps")
    if sum(len(numbers) > 1 for numbers in others) > 1:
        raise Inexpressible("a price by several kinds of models")
    for rest in product(*others):
        of = {number: found.prices[(*rest[:main], number, *rest[main + 1 :])] for number in ranges[main]}
        for price, run in groupby(ranges[main], key=of.__getitem__):
            numbers = {place: [number] for place, number in enumerate(rest)} | {main: list(run)}
            models = {slug(kind.name): _range(numbers[place]) for place, kind in enumerate(found.kinds)}
            yield {"models": models, "price": price}


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


def numbers_of(numbers: list[int]) -> Any:
    """A range, or the list of the numbers where it has gaps."""
    return _range(numbers) if len(numbers) == numbers[-1] - numbers[0] + 1 else numbers


def _range(numbers: list[int]) -> Any:
    return numbers[0] if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def _sum_of(found: Composition) -> list[int]:
    low = sum(min(counts[place] for counts in found.prices) for place in range(len(found.kinds)))
    high = sum(max(counts[place] for counts in found.prices) for place in range(len(found.kinds)))
    return list(range(low, high + 1))
