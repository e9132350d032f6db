"""A datasheet's wargear options, read from the file and applied to each model.

A `Use` is one way for a model to change its loadout: usually one alternative of one option; with `after`, a chain of
alternatives where the later option gives up what the earlier one gained.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from listbuilder.budget import DEFAULT
from listbuilder.catalogue.base import Number, Record
from listbuilder.i18n import Text
from listbuilder.sources.native.parse import DataFile, as_list, texts, typed
from listbuilder.sources.rings import find_cycles, shown

MOST_USES = 1000  # per model; the datasheets of real games have up to 63


@dataclass(frozen=True, slots=True)
class Alternative:
    """The items taken, an id made of their ids, and the price where it is not that of the option."""

    id: str
    items: tuple[str, ...]
    points: Number = 0


class WargearOption(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One entry of `options`; see docs/native-data.md for what each part means."""

    id: str
    models: tuple[str, ...]
    alternatives: tuple[Alternative, ...]
    replace: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    times: int | None = None
    distinct: tuple[str, ...] = ()
    limit: int | None = None
    per_models: int | None = None
    per: str = ""
    min_models: int = 0
    max_models: int = 0
    limit_each: int | None = None
    each_per_models: int | None = None
    all: bool = False
    requires_any: tuple[str, ...] = ()
    points: Number = 0
    costs: tuple[tuple[str, Number], ...] = ()  # in other currencies
    paid_once: bool = False
    shared_limit: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Use:
    """Options used together on one model: items of the default loadout given up, items taken for them."""

    steps: tuple[tuple[WargearOption, Alternative], ...]
    given_up: tuple[str, ...]
    taken: tuple[str, ...]

    @property
    def root(self) -> WargearOption:
        return self.steps[0][0]

    @property
    def path(self) -> str:
        return "/".join(f"{option.id}/{alternative.id}" for option, alternative in self.steps)


def read_options(file: DataFile, sheet: dict[str, Any]) -> list[WargearOption]:
    """The options of a datasheet; unknown names become problems, and so do more than a list may choose from."""
    found: list[WargearOption] = []
    entries = sheet.get("options") or []
    tried = len(entries) * len(sheet["models"])
    if tried > DEFAULT.choices:
        file.too_large(sheet, "options", tried, Text("options times kinds of models"), DEFAULT.choices)
        return []
    items = dict.fromkeys([*(sheet.get("weapons") or ()), *(sheet.get("gear") or ())])
    ids = [str(entry["id"]) for entry in entries]
    met: set[str] = set()
    for name, entry in zip(ids, entries, strict=True):
        if name in met:
            file.problem(entry, "id", Text("duplicate option: {name}", {"name": name}))
            continue
        met.add(name)
        _check_names(file, sheet, entry, items, ids)
        models = texts(entry.get("model")) or tuple(sheet["models"])
        stated = entry.get("points") or 0
        prices = {str(item): price for item, price in stated.items()} if isinstance(stated, dict) else {}
        alternatives = tuple(_alternatives(entry.get("with") if "replace" in entry else entry.get("add"), prices))
        _check_prices(file, entry, prices, alternatives)
        found.append(
            typed(
                WargearOption,
                entry,
                models=models,
                alternatives=alternatives,
                points=0 if prices else stated,
                costs=tuple((entry.get("costs") or {}).items()),
            )
        )
    _check_rings(file, entries, "after")
    _check_shared(file, entries)
    return found


def _check_rings(file: DataFile, entries: list[dict[str, Any]], key: str) -> None:
    """Options that follow each other in a ring could never be used."""
    named = {str(entry["id"]): entry for entry in entries}
    for ring in find_cycles({name: texts(entry.get(key)) for name, entry in named.items()}):
        message = Text("{key} in a ring: {names}", {"key": key, "names": shown(ring, {})})
        file.problem(named[ring[0]], key, message)


def _check_shared(file: DataFile, entries: list[dict[str, Any]]) -> None:
    """An option that shares a limit counts against that of an option which has one and shares no other."""
    named = {str(entry["id"]): entry for entry in entries}
    for entry in entries:
        first = named.get(str(entry.get("shared_limit") or ""), {})
        if first and ("shared_limit" in first or not {"limit", "per_models"} & first.keys()):
            file.problem(entry, "shared_limit", Text("{name} has no limit that can be shared", {"name": first["id"]}))


def _check_prices(
    file: DataFile, entry: dict[str, Any], prices: dict[str, Number], alternatives: tuple[Alternative, ...]
) -> None:
    """Prices of single alternatives name alternatives of the option."""
    known = [one.id for one in alternatives]
    for item in prices:
        if item not in known:
            file.unknown(entry["points"], item, "item", item, known, at_key=True)


def _alternatives(value: Any, prices: dict[str, Number]) -> Iterator[Alternative]:
    for item in as_list(value):
        items = texts(item)
        name = "+".join(items) or "nothing"
        yield Alternative(name, items, prices.get(name, 0))


def _check_names(
    file: DataFile, sheet: dict[str, Any], entry: dict[str, Any], items: Collection[str], ids: list[str]
) -> None:
    for key in ("replace", "requires", "requires_any", "excludes", "distinct"):
        _check_list(file, entry, key, items)
    for key in ("with", "add"):
        for place, item in enumerate(entry.get(key) or ()):
            if isinstance(item, list):
                _check_list(file, entry[key], place, items)
            else:
                _check_one(file, entry[key], place, "item", items)
    for key in ("model", "per"):
        _check_list(file, entry, key, list(sheet["models"]), "model")
    for key in ("after", "shared_limit"):
        if entry.get(key) and (entry[key] == entry["id"] or entry[key] not in ids):
            file.unknown(entry, key, "option", str(entry[key]), [name for name in ids if name != entry["id"]])


def _check_list(file: DataFile, container: Any, key: Any, known: Collection[str], what: str = "item") -> None:
    value = container.get(key) if isinstance(container, dict) else container[key]
    if isinstance(value, list):
        for place in range(len(value)):
            _check_one(file, value, place, what, known)
    elif value is not None:
        _check_one(file, container, key, what, known)


def _check_one(file: DataFile, container: Any, key: Any, what: str, known: Collection[str]) -> None:
    if str(container[key]) not in known:
        file.unknown(container, key, what, str(container[key]), known)


def uses_of(model: str, wargear: tuple[str, ...], options: list[WargearOption]) -> list[Use]:
    """Every way in which the options change the default loadout of a model, in the order of the options; more than `MOST_USES`
    where there are too many, of which the rest is not looked for."""
    mine = [option for option in options if model in option.models]
    default = Counter(wargear)
    found: list[Use] = []
    for option in mine:
        if not option.after and not Counter(option.replace) - default:
            found.extend(Use(((option, item),), option.replace, item.items) for item in option.alternatives)
    seen = {frozenset(use.steps) for use in found}
    following = [option for option in mine if option.after]
    for use in found:  # grows during the loop: chains of `after` come after their first steps
        if len(found) > MOST_USES:
            break
        for option in following:
            if option.after not in (step[0].id for step in use.steps):
                continue
            for longer in _continued(use, option, default):
                if frozenset(longer.steps) not in seen:
                    seen.add(frozenset(longer.steps))
                    found.append(longer)
    return found


def _continued(use: Use, option: WargearOption, default: Counter[str]) -> Iterator[Use]:
    """The use with one more option applied, which gives up items that were taken (and default items)."""
    if option in (step[0] for step in use.steps):
        return
    gained = Counter(use.taken)
    wanted = Counter(option.replace)
    from_gained = wanted & gained
    rest = wanted - from_gained
    if not from_gained or (Counter(use.given_up) + rest) - default:
        return
    kept = list((gained - from_gained).elements())
    for alternative in option.alternatives:
        taken = (*kept, *alternative.items)
        yield Use((*use.steps, (option, alternative)), (*use.given_up, *rest.elements()), taken)
