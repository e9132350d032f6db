"""Compares the datasheets of native factions with the community data: two descriptions of one game.

    python -m tools.native_data.compare wh40k-10e ../shared/bsdata/wh40k-10e necrons

Random units are judged by both, legal and illegal ones: those that the community data may build, and those that the native
options may build. Each must be legal in both, at the same price, or illegal in both.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from listbuilder import strictyaml
from listbuilder.army import roles
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Option
from listbuilder.listfile import bound, document
from listbuilder.replacing import replace
from listbuilder.roster.tree import Selection
from listbuilder.sources.native.dataset import NativeSet
from listbuilder.sources.native.locate import FACTION_FILE, folders
from listbuilder.sources.store.dataset import FileSet
from listbuilder.validation import Validated, validate
from tools.native_data import overlay
from tools.native_data.bench import Pick, open_set
from tools.native_data.composition import Composition, singular, slug
from tools.native_data.contingents import maker_of
from tools.native_data.faction import ROOT, FactionMaker
from tools.native_data.loadouts import Alternative, Inexpressible, Items
from tools.native_data.samples import Sample, Sampler, as_list, english, names_of
from tools.native_data.shipped import sheet_files

UNIT_RULES = frozenset({"unit-composition", "wargear-options"})
READING = frozenset({"unknown-name", "roster-file"})  # what is found when a list is read
UNMARKED = ["Drop Pod"]  # datasheets of factions kept by hand to which the data give no faction keyword
BATCH = 60  # units in one list


@dataclass(frozen=True, slots=True)
class Difference:
    """A unit that the two judge differently."""

    datasheet: str
    sample: str
    native: str
    community: str

    def __str__(self) -> str:
        return f"{self.datasheet}: {self.sample}: native {self.native}, community {self.community}"


class Comparer:
    """Compares the datasheets of one faction. ``folder``: its native files."""

    def __init__(self, maker: FactionMaker, folder: Path, seed: int = 1) -> None:
        self.maker = maker
        self.folder = folder
        self.seed = seed
        self.sampler = Sampler(seed)
        self.system = maker.bench.loaded.system.id
        self.expected = overlay.differences(self.system, folder.name)
        self.known: Counter[str] = Counter()  # reasons of known differences -> how many were found
        self.host = folder.name  # the faction of the lists that are judged
        self.around: dict[str, Any] = {}  # the force in which their units stand
        if maker.given.get("contingents"):
            hosts = overlay.names(self.system)
            self.host = next(name for name in hosts if "contingents" not in overlay.load(self.system, name))
            kinds = strictyaml.load((folder / FACTION_FILE).read_bytes(), str(folder)).value["contingents"]
            self.around = {"force": next(iter(kinds))}
        self.native = NativeSet([*folders(), folder.parent.parent]).load(self.system, self.host)

    def sheets(self) -> Iterator[tuple[Option, dict[str, Any]]]:
        """The entries of the community data that have a native datasheet of this faction itself."""
        return self._sheets(
            (*self.maker.own, *self.maker.twins), {path.stem: path for path in self.folder.glob("*.yaml")}
        )

    def all_sheets(self) -> Iterator[tuple[Option, dict[str, Any]]]:
        """The same with those of the faction that it extends."""
        return self._sheets(self.maker.offered, sheet_files(self.folder)) if self.maker.extends else self.sheets()

    @staticmethod
    def _sheets(options: Iterable[Option], files: dict[str, Path]) -> Iterator[tuple[Option, dict[str, Any]]]:
        for option in options:
            name = slug(roles.plain_name(option.name))
            for known in (name, name.replace("armor", "armour"), f"{name}-legends"):
                path = files.get(known)
                sheet = strictyaml.load(path.read_bytes(), str(path)).value if path is not None else {}
                is_legends = sheet.get("status") == "legends"  # two of one name are told apart by it
                if sheet and is_legends == roles.is_legends(option):
                    yield option, sheet
                    break

    def differences(self, samples: int) -> Iterator[Difference]:
        """What differs among so many random units of each datasheet, apart from what is known; that is counted in ``known``."""
        for one in self._differences(samples):
            why = overlay.reason(self.expected, str(one))
            if why:
                self.known[why] += 1
            else:
                yield one

    def _differences(self, samples: int) -> Iterator[Difference]:
        for option, sheet in self.sheets():
            try:
                found = aligned(self.maker.units.read(option), sheet)
            except Inexpressible as reason:
                yield Difference(english(sheet["name"]), "", "has it", str(reason))
                continue
            wanted = list(dict.fromkeys(self.sampler.samples(found, sheet, samples)))
            native = self._native(sheet, found, wanted)
            for sample, judged in zip(wanted, native, strict=True):
                other = self._community(found, sample)
                if judged != other:
                    yield Difference(english(sheet["name"]), str(sample), _verdict(judged), _verdict(other))

    def agreed(self, found: Composition, sheet: dict[str, Any], samples: int) -> Iterator[Sample]:
        """Random units of a datasheet that both descriptions allow, at the same price."""
        wanted = list(dict.fromkeys(self.sampler.samples(found, sheet, samples)))
        for sample, price in zip(wanted, self._native(sheet, found, wanted), strict=True):
            if price is not None and price == self._community(found, sample):
                yield sample

    # --- judging ----------------------------------------------------------------------------------------------------------------

    def _community(self, found: Composition, sample: Sample) -> Number | None:
        """The price by the community data; None when the unit is illegal or cannot be built."""
        pick = self.pick(found, sample)
        return self.maker.units.price(found, pick) if pick is not None else None

    def pick(self, found: Composition, sample: Sample) -> Pick | None:
        if found.kinds[0].base.entry is found.root:
            if sum(number for _, number in sample.models[0]) != 1:
                return None
            ways = self._ways(found, 0, sample.models[0][0][0])
            return self.maker.units.unit(found, (1,), [ways[0]]) if ways else None
        counts = tuple(sum(number for _, number in loadouts) for loadouts in sample.models)
        tried = [self._below(found, bundle, sample) for bundle in found.bundles_for(counts)]
        possible = [pick for pick in tried if pick is not None]
        if len(possible) > 1:
            possible.sort(key=lambda pick: not self.maker.units.is_legal(pick))
        return next(iter(possible), None)

    def _below(self, found: Composition, bundle: Option | None, sample: Sample) -> Pick | None:
        """The unit, its models those of a bundle where it has bundles."""
        picks = [*found.fixed]
        rest: Counter[str] = Counter()
        found = replace(found, kinds=[replace(kind, variants=kind.below(bundle)) for kind in found.kinds])
        for place, loadouts in enumerate(sample.models):
            room = {variant.entry.id: variant.high for variant in found.kinds[place].variants}
            needs = {variant.entry.id: variant.low for variant in found.kinds[place].variants}
            for items, number in sorted(loadouts, key=lambda one: len(self._ways(found, place, one[0]))):
                exact = self._ways(found, place, items)
                if not exact:
                    own, unit = self._apart(found, items)
                    exact = self._ways(found, place, own)
                    rest.update({name: count * number for name, count in Counter(unit).items()})
                if not exact:
                    return None
                exact.sort(key=lambda way: (-needs[way.option.id], -room[way.option.id]))
                left = number
                for way in exact:
                    take = min(left, room[way.option.id]) if way is not exact[-1] else left
                    take = max(take, 0)
                    if take:
                        picks.append(Pick(way.option, take, way.below))
                        room[way.option.id] -= take
                        needs[way.option.id] -= take
                        left -= take
        unit_picks = self._unit_picks(found, rest)
        return None if unit_picks is None else found.rooted((*picks, *unit_picks))

    @staticmethod
    def _apart(found: Composition, items: Items) -> tuple[Items, Items]:
        """The items of a model, and those among them that the unit as a whole has in the community data."""
        of_unit = {name for site in found.unit_sites for alternative in site for name in alternative.items}
        return tuple(i for i in items if i not in of_unit), tuple(i for i in items if i in of_unit)

    @staticmethod
    def _unit_picks(found: Composition, rest: Counter[str]) -> list[Pick] | None:
        picks: list[Pick] = []
        left = Counter(rest)
        for site, default in zip(found.unit_sites, found.unit_default, strict=True):
            fitting = [a for a in site if not Counter(a.items) - left]
            best = max(fitting or [default], key=lambda a: len(a.items))
            if default.items and not best.items:
                best = default
            left -= Counter(best.items)
            picks += best.picks
        return None if left else picks

    def _ways(self, found: Composition, place: int, items: Items) -> list[Pick]:
        """The entries, with choices, that give a model exactly these items."""
        wanted = Counter(items)
        ways = []
        for variant in found.kinds[place].variants:
            parts = _parts(variant.sites, wanted)
            if parts is not None:
                ways.append(variant.pick(parts))
        return ways

    def _native(self, sheet: dict[str, Any], made: Composition, samples: Sequence[Sample]) -> list[Number | None]:
        """The prices by the native data; None for illegal units."""
        found: list[Number | None] = []
        batch = 1 if any("per_army" in model for model in sheet["models"].values()) else BATCH
        for start in range(0, len(samples), batch):
            found += self._batch(sheet, made, samples[start : start + batch])
        return found

    def judged(self, units: Sequence[dict[str, Any]], **more: str) -> Validated:
        """A native list of these units, judged; ``more``: other facts of the list, such as its detachment."""
        stated = {"name": "x", "system": self.system, "data": {"set": "native"}, "faction": self.host, **more}
        held = {"units": list(units)}
        text = json.dumps(stated | ({"forces": [self.around | held]} if self.around else held))
        return validate(bound.bind_to(document.load(text.encode(), "-"), self.native))

    def _batch(self, sheet: dict[str, Any], made: Composition, samples: Sequence[Sample]) -> list[Number | None]:
        units = [self.entry(sheet, made, f"u{number}", sample) for number, sample in enumerate(samples)]
        judged = self.judged(units)
        bad = {finding.unit for finding in judged.findings if finding.rule in READING and finding.severity != "info"}
        for item in judged.engine.violations():
            rule = item.constraint.rule if item.constraint is not None else ""
            if isinstance(item.node, Selection) and rule in UNIT_RULES:
                bad.add(item.node.root.id)
        prices = {unit.id: unit.points for unit in judged.army.units}
        return [None if f"u{n}" in bad else prices.get(f"u{n}") for n in range(len(samples))]

    def entry(self, sheet: dict[str, Any], found: Composition, unit_id: str, sample: Sample) -> dict[str, Any]:
        """The unit for a native roster."""
        names = names_of(sheet, found)
        models, wargear = {}, {}
        for (model, facts), loadouts in zip(sheet["models"].items(), sample.models, strict=True):
            ids = {
                names[item]: item for item in (*names, *_open_to(sheet, model), *facts["wargear"])
            }  # its own of one name
            models[model] = sum(number for _, number in loadouts)
            wargear[model] = [{"count": n, "items": [ids.get(i, i) for i in items]} for items, n in loadouts]
        return {
            "id": unit_id,
            "datasheet": sheet["id"],
            "models": models,
            "wargear": {k: v for k, v in wargear.items() if v},
        }


def aligned(found: Composition, sheet: dict[str, Any]) -> Composition:
    """The composition with its kinds of models in the order of the native datasheet. Raises `Inexpressible` where the two
    divide the models differently."""
    names = [_compared(english(model["name"])) for model in sheet["models"].values()]
    kinds = list(range(len(found.kinds)))
    order: list[int | None] = [None] * len(names)
    for same in (str.__eq__, lambda mine, other: mine.startswith(f"{other} "), lambda _mine, _other: len(kinds) == 1):
        for place, name in enumerate(names):
            fitting = [n for n in kinds if same(name, _compared(found.kinds[n].name))]
            if order[place] is None and fitting:
                best = max(fitting, key=lambda n: len(found.kinds[n].name))
                order[place] = best
                kinds.remove(best)
    places = [place for place in order if place is not None]
    if kinds or len(places) < len(names):
        raise Inexpressible(f"kinds of models: {', '.join(kind.name for kind in found.kinds)}")
    prices = {tuple(counts[place] for place in places): price for counts, price in found.prices.items()}
    bundles = {tuple(counts[place] for place in places): bundle for counts, bundle in found.bundles.items()}
    return replace(found, kinds=[found.kinds[place] for place in places], prices=prices, bundles=bundles)


def _open_to(sheet: dict[str, Any], model: str) -> Iterator[str]:
    """The items that options give a model."""
    for option in sheet.get("options") or ():
        if model in as_list(option.get("model") or model):
            for items in option.get("with") or option["add"]:
                yield from as_list(items)


def _compared(name: str) -> str:
    """The name of a kind of models as it is compared."""
    return singular(name.replace(" w/ ", " with ")).casefold()


def _parts(sites: Sequence[Sequence[Alternative]], wanted: Counter[str]) -> list[Alternative] | None:
    """Alternatives of all sites that give exactly these items."""
    if not sites:
        return None if wanted else []
    for item in sites[0]:
        if not Counter(item.items) - wanted:
            rest = _parts(sites[1:], wanted - Counter(item.items))
            if rest is not None:
                return [item, *rest]
    return None


def given_for(data: FileSet, system: str, facts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The catalogues of the set that hold armies of a native faction, each as an overlay would name it."""
    if facts["id"] in overlay.names(system):
        yield overlay.load(system, facts["id"])
        return
    main = next(item.header for item in data.indexed if item.header and item.file.name == facts["source"]["file"])
    apart = [given["catalogue"] for name in overlay.names(system) if "extends" in (given := overlay.load(system, name))]
    words = set(facts.get("exclusive_keywords") or ())
    for item in data.indexed:
        if item.header is None or item.header.name in apart:
            continue
        if item.header.id == main.id or item.header.name.rsplit(" - ", 1)[-1] in words:
            keywords = [facts["keyword"], *words]
            yield {"catalogue": item.header.name, "keyword": facts["keyword"], "keywords": keywords, "also": UNMARKED}


def _verdict(price: Number | None) -> str:
    return "illegal" if price is None else f"{price} points"


def comparers(data: FileSet, arguments: argparse.Namespace) -> Iterator[tuple[str, Comparer]]:
    """The overlays and factions kept by hand that are asked for, all of them if none is named, with what compares their units."""
    system = arguments.system
    made = overlay.names(system)
    shipped = {path.parent.name for path in (arguments.of / system).glob(f"*/{FACTION_FILE}")}
    for name in arguments.factions or sorted({*made, *shipped}):
        into = overlay.load(system, name).get("into") if name in made else None
        folder = arguments.of / system / (into or name)
        facts = strictyaml.load((folder / FACTION_FILE).read_bytes(), name).value
        for given in [overlay.load(system, name)] if name in made else given_for(data, system, facts):
            maker = maker_of(data, given, facts["points_date"], "")
            title = name if name in made else f"{name} ({given['catalogue']})"
            yield title, Comparer(maker, folder, arguments.seed)


def common_arguments(program: str) -> argparse.ArgumentParser:
    """The arguments that `comparers` takes."""
    parser = argparse.ArgumentParser(prog=f"python -m tools.native_data.{program}")
    parser.add_argument("system")
    parser.add_argument("data", type=Path)
    parser.add_argument("factions", nargs="*")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--of", type=Path, default=ROOT / "factions")
    return parser


def main() -> int:
    parser = common_arguments("compare")
    parser.add_argument("--samples", type=int, default=60)
    arguments = parser.parse_intermixed_args()
    data, bad = open_set(arguments.data), 0
    for name, comparer in comparers(data, arguments):
        found = list(comparer.differences(arguments.samples))
        print(f"{name}: {len(found)} differences")
        print(*(f"  {item}" for item in found), sep="\n")
        for why, number in comparer.known.items():
            print(f"  known ({number}): {why}")
        bad += len(found)
    return bool(bad)


if __name__ == "__main__":
    raise SystemExit(main())
