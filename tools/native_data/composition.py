"""What a datasheet of community data is made of: its kinds of models, their entries, and the legal numbers of models."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from listbuilder.army import roles
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Option
from listbuilder.replacing import replace
from tools.native_data.bench import Pick
from tools.native_data.loadouts import Alternative, Items, Site
from tools.native_data.reach import NO_LIMIT

SUFFIX = re.compile(r"(?:\s+(?:w/|with\b|wearing\b|- |– |\().*|,.*)$", re.IGNORECASE)

Counts = tuple[int, ...]  # models of each kind


@dataclass
class Variant:
    """One model entry: its sites, each with its alternatives, and the alternatives that the data propose."""

    entry: Option
    sites: list[Site]
    default: tuple[Alternative, ...]
    low: int = 0
    high: int = NO_LIMIT
    proposed: bool = False  # the data propose it for a new unit

    @property
    def bundle(self) -> Option | None:
        return bundle_of(self.entry)

    @property
    def items(self) -> Items:
        """The default loadout."""
        return joined(self.default)

    def pick(self, chosen: Sequence[Alternative], amount: int = 1) -> Pick:
        """So many of these models with a loadout."""
        return Pick(self.entry, amount, tuple(pick for part in chosen for pick in part.picks))

    @cached_property
    def size(self) -> int:
        """How many loadouts it has."""
        size = 1
        for site in self.sites:
            size *= len(site)
        return size

    def loadouts(self) -> Iterator[tuple[Alternative, ...]]:
        return product(*self.sites)


@dataclass
class Kind:
    """Models that a datasheet treats as one kind: one entry, or several that only differ in wargear."""

    name: str
    variants: list[Variant]
    low: int = 0
    high: int = 0

    @property
    def base(self) -> Variant:
        return self.variants[0]

    def below(self, bundle: Option | None) -> list[Variant]:
        """The entries that a unit with this bundle may have."""
        return [variant for variant in self.variants if variant.bundle in (None, bundle)]

    def moved(self, pick: Pick, bundle: Option | None) -> Pick | None:
        """The same models below another bundle; None where it has none with these items."""
        variant = next(one for one in self.variants if one.entry.id == pick.option.id)
        if variant.bundle in (None, bundle):
            return pick
        items = self._items.get((pick.option.id, pick.below))
        ways = (self._ways.get((one.entry.id, items)) for one in self.below(bundle) if items is not None)
        way = next((way for way in ways if way is not None), None)
        return replace(way, amount=pick.amount) if way is not None else None

    @cached_property
    def _items(self) -> dict[tuple[str, tuple[Pick, ...]], Items]:
        """What models with these choices carry."""
        return {
            (one.entry.id, one.pick(parts).below): joined(parts) for one in self.variants for parts in one.loadouts()
        }

    @cached_property
    def _ways(self) -> dict[tuple[str, Items], Pick]:
        """One model of an entry with these items."""
        return {(one.entry.id, joined(parts)): one.pick(parts) for one in self.variants for parts in one.loadouts()}


@dataclass
class Composition:
    """A datasheet's kinds, the numbers of models that are legal, their prices, and the wargear of the unit as a whole."""

    root: Option
    kinds: list[Kind]
    unit_sites: list[Site]
    unit_default: tuple[Alternative, ...]
    fixed: tuple[Pick, ...]  # what the data select besides models and wargear, such as the Warlord's mark
    conditions: frozenset[str]  # ids of the entries and groups that depend on more than the bounds below one parent
    prices: dict[Counts, Number] = field(default_factory=dict)
    bundles: dict[Counts, list[Option | None]] = field(default_factory=dict)  # one of which its models stand below
    growth: dict[Counts, tuple[Pick, ...]] = field(default_factory=dict)  # what is chosen for so many models

    def bundles_for(self, counts: Counts) -> list[Option | None]:
        """What models of these numbers may stand below."""
        return self.bundles.get(counts) or bundles_of(self.kinds)

    def rooted(self, picks: Iterable[Pick]) -> Pick:
        """The datasheet with these below it, models of a bundle below their bundle, and what so many models ask for."""
        picks = list(picks)
        own: list[Pick] = [*self.growth.get(self.counts(picks), ())]
        below: dict[Option, list[Pick]] = {}
        shared: dict[Pick, None] = {}  # what the unit chooses once for all its models
        for pick in picks:
            bundle = bundle_of(pick.option)
            of_unit = [one for one in pick.below if one.option.parent is self.root]
            shared |= dict.fromkeys(of_unit)
            if of_unit:
                pick = replace(pick, below=tuple(one for one in pick.below if one not in of_unit))
            (own if bundle is None else below.setdefault(bundle, [])).append(pick)
        own += shared
        return Pick(self.root, 1, (*own, *(Pick(bundle, 1, tuple(models)) for bundle, models in below.items())))

    def with_unit_item(self, unit: Pick, site: int, item: Alternative) -> Pick:
        """The unit with another alternative of one of the choices of the unit as a whole."""
        default = self.unit_default[site].picks
        return Pick(unit.option, 1, (*item.picks, *(pick for pick in unit.below if pick not in default)))

    def counts(self, picks: Iterable[Pick]) -> Counts:
        """How many models of each kind these are."""
        places = {variant.entry.id: place for place, kind in enumerate(self.kinds) for variant in kind.variants}
        found = [0] * len(self.kinds)
        for pick in picks:
            if pick.option.id in places:
                found[places[pick.option.id]] += pick.amount
        return tuple(found)

    @property
    def conditional(self) -> bool:
        """Whether anything in the unit depends on other choices."""
        return bool(self.conditions)

    def depends(self, site: Site) -> bool:
        """Whether a choice may depend on others: it has conditions of its own, or the datasheet as a whole has."""
        return self.root.id in self.conditions or any(self._in(pick) for item in site for pick in item.picks)

    def _in(self, pick: Pick) -> bool:
        around = (pick.option, *pick.option.group_chain)
        return any(option.id in self.conditions for option in around) or any(map(self._in, pick.below))


def bundle_of(entry: Option) -> Option | None:
    """The bundle (see `LoadoutReader.is_bundle`) that a model stands in."""
    return entry.parent if entry.parent is not None and entry.parent.type == "upgrade" else None


def bundles_of(kinds: Iterable[Kind]) -> list[Option | None]:
    """The bundles that models stand in; None where none does."""
    found = {variant.bundle: None for kind in kinds for variant in kind.variants}
    return [bundle for bundle in found if bundle is not None] or [None]


def joined(parts: Iterable[Alternative]) -> Items:
    """The items of several alternatives together."""
    return tuple(sorted(item for part in parts for item in part.items))


def plain(name: str) -> str:
    """A model's name without its wargear: "Intercessor w/ grenade launcher" is an Intercessor."""
    return SUFFIX.sub("", roles.plain_name(name)).strip() or name


def singular(name: str) -> str:
    """The name of one model, where the data name several: "Scouts"."""
    return name[:-1] if re.search(r"[^aiousS]s$", name) else name


def slug(name: str) -> str:
    """An id made of a name."""
    plain = name.casefold().replace("’", "'").replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", _ascii(plain)).strip("-")


def _ascii(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
