"""The composition of a unit of community data: its kinds of models, sizes, prices, and how often each loadout may occur.

What the entries say by themselves (bounds below one parent) is read from them. Everything else -- limits that depend on the
number of models, on other choices, on messages of the data -- is found by trying: the engine says whether a unit is legal.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from listbuilder.army import roles
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Option
from listbuilder.replacing import replace
from listbuilder.roster.tree import Selection
from tools.native_data.bench import Bench, Pick
from tools.native_data.composition import Composition, Counts, Kind, Variant, bundles_of, joined, plain, singular
from tools.native_data.loadouts import Alternative, Inexpressible, LoadoutReader, Site, is_gift_group
from tools.native_data.reach import NO_LIMIT, Reach

MOST_MODELS = 40
MOST_UNITS = 3000  # compositions that are tried
MOST_LOADOUTS = 1200  # of one model, where its choices depend on one another
LISTED = re.compile(r",| and | & ")
GROUP_NUMBERS = re.compile(r"^\d+(?:\s*[-–]\s*\d+)?x?\s+|\s*\(\d+.*\)$")


class UnitReader:
    """Reads the composition of datasheets of one catalogue. ``without``: ids of entries that are left aside, see `Reach`."""

    def __init__(self, bench: Bench, without: Iterable[str] = ()) -> None:
        self.bench = bench
        force = bench.force
        self._judged: dict[Pick, bool] = {}
        aside = (*without, *bench.left_aside)
        self.reach = Reach(bench.library, force.catalogue_id, force.entry.id, bench.points_type, aside, bench.inside)

    def read(self, root: Option) -> Composition:
        """Raises `Inexpressible`."""
        self.loadouts = LoadoutReader(self.reach, self.bench.growth | self.bench.tables.keys())
        self._judged = {}
        proposed = self.bench.default(root)
        entries = list(self.models(root)) or [root]  # some models have no entry of their own
        sites: list[Site] = [] if entries == [root] else self.loadouts.sites(root)
        shared = [site for site in sites if len(site) > 1 and self._default(site, proposed).items]
        sites = [site for site in sites if site not in shared]
        variants = self._variants(entries, proposed, shared)
        kinds = self._kinds(root, variants)
        if self._many(kinds) > MOST_UNITS:
            kinds = self._kinds(root, variants, by_group=True)
        fixed = tuple(_picked(node) for node in proposed.selections if self._is_given(node.option))
        depending = self._conditions(root) | {p.option.id for site in shared for item in site for p in item.picks}
        found = Composition(root, kinds, sites, self._chosen(sites, proposed), fixed, depending)
        self._compose(found)
        return found

    def _is_given(self, option: Option) -> bool:
        """Whether it is a mark, or what no list chooses but the data ask for."""
        return (
            roles.is_warlord_mark(option)
            or roles.is_enhancement(option)
            or not self.bench.left_aside.isdisjoint(option.ids)
        )

    def models(self, root: Option) -> Iterator[Option]:
        """The model entries of a datasheet; a datasheet that is one model has itself."""
        if root.type in roles.MODEL_TYPES:
            yield root
            return
        for child in root.options:
            if self.reach.is_dead(child):
                continue
            if child.is_group or child.type in roles.UNIT_TYPES or self.loadouts.is_bundle(child):
                yield from self.models(child)

    def _conditions(self, root: Option) -> frozenset[str]:
        """What below a datasheet depends on more than the bounds below one parent."""
        found: set[str] = set()
        waiting = [root]
        while waiting:
            option = waiting.pop()
            if self.reach.is_dead(option) or is_gift_group(option) or roles.is_warlord_mark(option):
                continue
            if option.name in self.bench.tables:
                continue
            if self.reach.is_conditional(option):
                found.add(option.id)
            waiting.extend(option.options)
        return frozenset(found)

    # --- defaults -----------------------------------------------------------------------------------------------------------

    def _variants(self, entries: Sequence[Option], proposed: Selection, shared: list[Site]) -> list[Variant]:
        """The entries with their defaults. Those of a bundle that is not proposed have the defaults of the one that is.
        ``shared``: choices that the unit makes once for all its models; each of them carries what is chosen."""
        found = [self._variant(entry, proposed, shared) for entry in entries]
        defaults = {variant.entry.name: variant.items for variant in found if variant.proposed}
        for variant in found:
            if variant.bundle is not None and not variant.proposed and variant.size <= MOST_LOADOUTS:
                wanted = defaults.get(variant.entry.name)
                variant.default = next((p for p in variant.loadouts() if joined(p) == wanted), variant.default)
        return found

    def _variant(self, entry: Option, proposed: Selection, shared: list[Site]) -> Variant:
        sites = self.loadouts.sites(entry)
        nodes = [node for node in proposed.walk() if node.option.id == entry.id]
        node = self._commonest(nodes) if self.bench.extras and nodes else next(iter(nodes), None)
        low, high = self.reach.bounds(entry)
        high = min(high, *(self.reach.bounds(group)[1] for group in entry.group_chain), NO_LIMIT)
        default = (*self._chosen(sites, node), *self._chosen(shared, proposed))
        return Variant(entry, [*sites, *shared], default, low, high, proposed=node is not None)

    def _chosen(self, sites: list[Site], node: Selection | None) -> tuple[Alternative, ...]:
        """The alternatives that a proposed selection has; where it has none of a site, the first."""
        return tuple(self._default(site, node) for site in sites)

    def _commonest(self, nodes: Sequence[Selection]) -> Selection:
        """The proposed models that carry what most of them do, extras apart."""
        amounts: Counter[tuple[str, ...]] = Counter()
        carried = {
            node: tuple(sorted(b.option.name for b in node.walk() if b.option.name not in self.bench.extras))
            for node in nodes
        }
        for node, items in carried.items():
            amounts[items] += node.amount
        return max(nodes, key=lambda node: amounts[carried[node]])

    def _default(self, site: Site, node: Selection | None) -> Alternative:
        """Without extras, which no model has by itself, wherever a site has such an alternative."""
        plain = [item for item in site if self.bench.extras.isdisjoint(item.items)] or site
        return next((item for item in plain if _has(node, item)), plain[0])

    # --- kinds --------------------------------------------------------------------------------------------------------------

    @staticmethod
    def _many(kinds: list[Kind]) -> int:
        """How many compositions the bounds of the kinds allow."""
        size = 1
        for kind in kinds:
            size *= kind.high - kind.low + 1
        return size

    def _kinds(self, root: Option, variants: list[Variant], *, by_group: bool = False) -> list[Kind]:
        """Kinds of models by their names; or, where the names only tell their wargear, by the groups that hold them."""
        kinds: dict[object, Kind] = {}
        titled = {v.entry.group_chain[-1] for v in variants if v.entry.group is not None and _is_titled_by_items(v)}
        helpers = {key for key, item in self.bench.library.categories.items() if item.name in self.bench.helpers}
        for variant in sorted(variants, key=lambda variant: not variant.low):  # those that there have to be come first
            entry = variant.entry
            name = _of_statline(entry, variants)
            group = entry.group_chain[-1] if entry.group is not None else None
            if group is not None and (by_group or group in titled) and (variant.high > 1 or not variant.low):
                name = GROUP_NUMBERS.sub("", group.name).strip() or name
            lines = tuple(p.name for part in entry.parts for p in part.profiles if p.type_name == "Unit")
            words = frozenset(link.target_id for link in entry.merged.category_links) - helpers
            key: object = (singular(name).casefold(), lines, words)
            if variant.low and key in kinds and not self._is_alternative(variant, kinds[key].base, variants):
                key = entry.id  # there has to be one of it: a kind of its own
            kinds.setdefault(key, Kind(name, [])).variants.append(variant)
        order = {variant.entry.id: place for place, variant in enumerate(variants)}
        found = sorted(kinds.values(), key=lambda kind: min(order[variant.entry.id] for variant in kind.variants))
        for kind in found:
            self._bound(kind, root, found)
            if kind.high > 1:
                kind.name = singular(kind.name)
        known = Counter(kind.name for kind in found)
        for kind in found:
            if known[kind.name] > 1:
                kind.name = roles.plain_name(kind.base.entry.name)
        for name in [name for name, count in Counter(kind.name for kind in found).items() if count > 1]:
            _tell_apart([kind for kind in found if kind.name == name])
        return found

    @staticmethod
    def _is_alternative(variant: Variant, base: Variant, variants: Sequence[Variant]) -> bool:
        """Whether a model of which there has to be one is like the first of its kind, or missing beside it in other bundles."""
        alike = [one for one in variants if plain(one.entry.name) == plain(variant.entry.name)]
        having = {one.bundle for one in alike if one.items == variant.items}
        around = {one.bundle for one in alike if one.items == base.items}
        return variant.items == base.items or (variant.bundle is not None and not around <= having)

    def _bound(self, kind: Kind, root: Option, kinds: list[Kind]) -> None:
        """How many models of a kind there may be, by the bounds of its entries and of the groups around them."""
        if kind.base.entry is root:
            kind.low = kind.high = 1
            kind.name = roles.plain_name(root.name)
            return
        kind.variants.sort(key=lambda variant: (not variant.proposed, -variant.high))
        bounds = [self._bounds(kind, kinds, bundle) for bundle in bundles_of(kinds)]
        kind.low = min(low for low, _ in bounds)
        kind.high = max(high for _, high in bounds)
        if kind.high >= MOST_MODELS and NO_LIMIT in (variant.high for variant in kind.variants):
            raise Inexpressible(f"no maximum of models: {kind.name}")

    def _bounds(self, kind: Kind, kinds: list[Kind], bundle: Option | None) -> tuple[int, int]:
        """How many models of a kind there may be where the models are those of this bundle."""
        variants = [variant for variant in kind.variants if variant.bundle in (None, bundle)]
        if not variants:
            return 0, 0
        lowest = sum(variant.low for variant in variants)
        highest = sum(min(variant.high, MOST_MODELS) for variant in variants)
        mine = {variant.entry.id for variant in variants}
        for group in variants[0].entry.group_chain:
            low, high = self.reach.bounds(group)
            inside = {
                variant.entry.id for other in kinds for variant in other.variants if group in variant.entry.group_chain
            }
            if mine <= inside:
                highest = min(highest, high)
            if inside <= mine:
                lowest = max(lowest, low)
        return lowest, highest

    # --- sizes and prices ---------------------------------------------------------------------------------------------------

    def _compose(self, found: Composition) -> None:
        """Tries every number of models of each kind."""
        ranges = [range(kind.low, kind.high + 1) for kind in found.kinds]
        size = 1
        for one in ranges:
            size *= len(one)
        if size > MOST_UNITS:
            raise Inexpressible(
                f"too many compositions: {', '.join(f'{k.name} {k.low}-{k.high}' for k in found.kinds)}"
            )
        bundles = self._exclusive(found)
        growths = self._growths(found.root)
        for counts in product(*ranges):
            for bundle, growth in product(bundles, growths) if sum(counts) else ():
                trial = replace(found, bundles={counts: [bundle]}, growth={counts: growth})
                if (price := self.price(trial, self.unit(trial, counts))) is None:
                    continue
                if found.prices.setdefault(counts, price) != price:
                    raise Inexpressible("two bundles of the same numbers of models with different prices")
                found.bundles.setdefault(counts, []).append(bundle)
                found.growth.setdefault(counts, growth)
        if not found.prices:
            raise Inexpressible("no legal unit was found")

    def _growths(self, root: Option) -> list[tuple[Pick, ...]]:
        """What may be chosen beside the models: nothing, or a choice that gives the unit more of them."""
        growing = [one for one in root.options if one.name in self.bench.growth and not self.reach.is_dead(one)]
        return [(), *((Pick(one),) for one in growing)]

    def _exclusive(self, found: Composition) -> list[Option | None]:
        """The bundles, exactly one of which a unit has; None where it has none. Raises where it may have several."""
        bundles = bundles_of(found.kinds)
        groups = {bundle.group for bundle in bundles if bundle is not None}
        if len(groups) > 1 or any(group is None or self.reach.bounds(group) != (1, 1) for group in groups):
            raise Inexpressible("bundles of models that can be taken together")
        return bundles

    def unit(self, found: Composition, counts: Counts, chosen: Sequence[Pick] = (), kind: int = 0) -> Pick:
        """A unit of so many models: those of one kind as ``chosen``, all others with their defaults."""
        return self.unit_with(found, counts, {kind: chosen} if chosen else {})

    @staticmethod
    def unit_with(found: Composition, counts: Counts, chosen: Mapping[int, Sequence[Pick]]) -> Pick:
        """A unit of so many models: some of each kind as ``chosen``, all others with their defaults."""
        if found.kinds[0].base.entry is found.root:
            base = found.kinds[0].base
            pick = chosen[0][0] if 0 in chosen else base.pick(base.default)
            return Pick(pick.option, pick.amount, (*pick.below, *found.fixed))
        bundles = found.bundles_for(counts)
        tried = (_below(found, bundle, counts, chosen, exactly=len(bundles) > 1) for bundle in bundles)
        picks = next((models for models in tried if models is not None), None)
        if picks is None:
            picks = _below(found, bundles[0], counts, chosen) or []
        return found.rooted((*found.fixed, *(pick for part in found.unit_default for pick in part.picks), *picks))

    def price(self, found: Composition, pick: Pick) -> Number | None:
        """The points of a unit; None when it is illegal."""
        with self.bench.placed(pick.build()) as root:
            return None if self.bench.violations(root) else self.bench.cost(root)

    def is_legal(self, pick: Pick) -> bool:
        """Whether a unit is legal; judged once."""
        if pick not in self._judged:
            self._judged[pick] = self.bench.is_legal(pick.build())
        return self._judged[pick]


def _of_statline(entry: Option, variants: Iterable[Variant]) -> str:
    """The name of a model's kind: that of its statline, which models of this name have as well, where its own name is only the
    end of it ("Novitiate with banner" is a Sister Novitiate)."""
    name, line = plain(entry.name), _line_of(entry)
    if entry.group is None or not line.endswith(f" {name}"):
        return name
    group = entry.group_chain[-1].id
    around = [other.entry for other in variants if group in {one.id for one in other.entry.group_chain}]
    return line if any(plain(one.name) == _line_of(one) == line for one in around) else name


def _line_of(entry: Option) -> str:
    """The name of the statline that an entry has; empty where it has none, or several."""
    lines = {link.name for part in entry.parts for link in part.info_links if link.type == "profile"}
    lines |= {profile.name for part in entry.parts for profile in part.profiles if profile.type_name == "Unit"}
    return lines.pop() if len(lines) == 1 else ""


def _is_titled_by_items(variant: Variant) -> bool:
    """Whether the name of an entry is nothing but its wargear: "Combi-bolter, accursed weapon"."""
    words = [word.strip().casefold() for word in LISTED.split(variant.entry.name)]
    return len(words) > 1 and set(words) <= {item.casefold() for item in variant.items}


def _tell_apart(kinds: list[Kind]) -> None:
    """Names kinds of models of one name by an item that only one of them has."""
    for kind in kinds[1:]:
        others = {item for other in kinds if other is not kind for item in other.base.items}
        own = next((item for item in kind.base.items if item not in others), "")
        if own:
            kind.name = f"{kind.name} with {own[:1].lower()}{own[1:]}"


def _below(
    found: Composition,
    bundle: Option | None,
    counts: Counts,
    chosen: Mapping[int, Sequence[Pick]],
    *,
    exactly: bool = False,
) -> list[Pick] | None:
    """The models of a unit with this bundle. ``exactly``: None where it has no such models, or not so many with the default."""
    picks: list[Pick] = []
    for place, number in enumerate(counts):
        kind = found.kinds[place]
        moved = [(pick, kind.moved(pick, bundle)) for pick in chosen.get(place, ())]
        given = [pick if there is None else there for pick, there in moved]
        filled = list(_filled(kind.below(bundle), number, given))
        if exactly:
            items = {variant.entry.id: variant for variant in kind.variants}
            high = Counter[str]()
            for pick in (*given, *filled):
                high[pick.option.id] += pick.amount
            if (
                any(there is None for _, there in moved)
                or any(items[pick.option.id].items != kind.base.items for pick in filled)
                or any(amount > items[entry].high for entry, amount in high.items())
            ):
                return None
        picks += [*given, *filled]
    return picks


def _filled(variants: Sequence[Variant], number: int, given: Sequence[Pick]) -> Iterator[Pick]:
    """Models with their defaults, so many in all with those given: first those that there have to be."""
    if not variants:
        return
    base = variants[0]
    rest = number - sum(pick.amount for pick in given)
    chosen = Counter[str]()
    for pick in given:
        chosen[pick.option.id] += pick.amount
    filled = Counter[str]()
    for variant in variants:
        filled[variant.entry.id] = max(0, min(rest, variant.low - chosen[variant.entry.id]))
        rest -= filled[variant.entry.id]
    for variant in variants:
        if variant.items == base.items:
            more = max(0, min(rest, variant.high - chosen[variant.entry.id] - filled[variant.entry.id]))
            filled[variant.entry.id] += more
            rest -= more
    filled[base.entry.id] += rest
    for variant in variants:
        if filled[variant.entry.id]:
            yield variant.pick(variant.default, filled[variant.entry.id])


def _picked(node: Selection) -> Pick:
    return Pick(node.option, node.amount, tuple(_picked(child) for child in node.selections))


def _has(node: Selection | None, wanted: Alternative) -> bool:
    """Whether a selection has the picks of an alternative, and nothing else of their kind."""
    if node is None or not wanted.picks:
        return False
    return all(_matches(node, pick) for pick in wanted.picks)


def _matches(node: Selection, pick: Pick) -> bool:
    return any(
        child.option.id == pick.option.id
        and child.amount == pick.amount
        and all(_matches(child, below) for below in pick.below)
        for child in node.selections
    )
