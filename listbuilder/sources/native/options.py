"""A datasheet's wargear options, read from the file and applied to each model.

A `Use` is one way for a model to change its loadout: usually one alternative of one option; with `after`, a chain of
alternatives where the later option gives up what the earlier one gained.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from listbuilder.catalogue.base import Number, Record
from listbuilder.i18n import Text
from listbuilder.sources.native.parse import DataFile, as_list, texts, typed

MAX_USES = 4000  # per model; more means a cycle of options


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
    """The options of a datasheet; unknown names become problems."""
    found: list[WargearOption] = []
    entries = sheet.get("options") or []
    ids = [str(entry["id"]) for entry in entries]
    for place, entry in enumerate(entries):
        if entry["id"] in ids[:place]:
            file.problem(entry, "id", Text("duplicate option: {name}", {"name": entry["id"]}))
            continue
        _check_names(file, sheet, entry, ids)
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
    return found


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


def _check_names(file: DataFile, sheet: dict[str, Any], entry: dict[str, Any], ids: list[str]) -> None:
    items = [*(sheet.get("weapons") or ()), *(sheet.get("gear") or ())]
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
        if entry.get(key):
            _check_one(file, entry, key, "option", [name for name in ids if name != entry["id"]])


def _check_list(file: DataFile, container: Any, key: Any, known: list[str], what: str = "item") -> None:
    value = container.get(key) if isinstance(container, dict) else container[key]
    if isinstance(value, list):
        for place in range(len(value)):
            _check_one(file, value, place, what, known)
    elif value is not None:
        _check_one(file, container, key, what, known)


def _check_one(file: DataFile, container: Any, key: Any, what: str, known: list[str]) -> None:
    if str(container[key]) not in known:
        file.unknown(container, key, what, str(container[key]), known)


def uses_of(model: str, wargear: tuple[str, ...], options: list[WargearOption]) -> list[Use]:
    """Every way in which the options change the default loadout of a model, in the order of the options."""
    mine = [option for option in options if model in option.models]
    default = Counter(wargear)
    found: list[Use] = []
    for option in mine:
        if not option.after and not Counter(option.replace) - default:
            found.extend(Use(((option, item),), option.replace, item.items) for item in option.alternatives)
    seen = {frozenset(use.steps) for use in found}
    for use in found:  # grows during the loop: chains of `after` come after their first steps
        for option in mine:
            if option.after not in (step[0].id for step in use.steps):
                continue
            for longer in _continued(use, option, default):
                if frozenset(longer.steps) not in seen and len(found) < MAX_USES:
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
