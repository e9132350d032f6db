"""Hints for units of a list file that lack a datasheet, or whose models or wargear have the wrong shape, with the names that the
data have."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from listbuilder import strictyaml
from listbuilder.catalogue.library import Option
from listbuilder.errors import InputError, Place
from listbuilder.i18n import Text
from listbuilder.listfile import records
from listbuilder.listfile.document import LIMITS
from listbuilder.listfile.offered import datasheets
from listbuilder.listfile.sheet import DatasheetSheet, sheet_of
from listbuilder.naming import listing
from listbuilder.sources import registry
from listbuilder.sources.dataset import Loaded
from listbuilder.sources.registry import Sets
from listbuilder.strictyaml import Source


def hinted(error: InputError, content: bytes, name: str, among: Sets = ()) -> InputError:
    """The error about a list file with hints at the places that its units' datasheets can tell of; the same where none can."""
    hints: dict[Place, Text] = {}
    with contextlib.suppress(InputError, AttributeError, TypeError):  # the file has no shape at all
        source = strictyaml.load(content, name, LIMITS)
        hints = dict(_hints(source, among))
    told = [one if one.hint else one._replace(hint=hints.get(Place(*one[1:4]), "")) for one in error.problems]
    return InputError(problems=told)


def _hints(source: Source, among: Sets) -> Iterator[tuple[Place, Text]]:
    facts = source.value
    wrong = [unit for unit in records.units_in(facts) if _wrong_keys(unit)]
    lacking = [
        (source.place(units, place), unit)
        for units in records.unit_lists(facts)
        for place, unit in enumerate(units)
        if isinstance(unit, str) or (isinstance(unit, dict) and "datasheet" not in unit)
    ]
    if not wrong and not lacking:
        return
    data = registry.load(str(facts.get("system") or ""), str(facts.get("faction") or ""), _set_of(facts), among)
    if data.form != "units":
        return
    for at, unit in lacking:
        if named := next((text for text in _texts(unit) if _option(data, text) is not None), ""):
            yield at, Text("did you mean {name}?", {"name": f"datasheet: {named}"})
    for unit in wrong:
        sheet = _sheet(data, str(unit.get("datasheet") or ""))
        if sheet is not None and sheet.models:
            for key in _wrong_keys(unit):
                yield source.place(unit, key), _meant(sheet, key, unit[key])


def _texts(unit: str | dict[str, Any]) -> list[str]:
    return [unit] if isinstance(unit, str) else [text for text in unit.values() if isinstance(text, str)]


def _wrong_keys(unit: Any) -> list[str]:
    return (
        []
        if not isinstance(unit, dict)
        else [key for key in ("models", "wargear") if key in unit and not isinstance(unit[key], dict)]
    )


def _set_of(facts: dict[str, Any]) -> str:
    stated = facts.get("data")
    return str(stated.get("set") or "") if isinstance(stated, dict) else ""


def _option(data: Loaded, word: str) -> Option | None:
    return data.library.kept_of(datasheets, data.faction.id).find(word)


def _sheet(data: Loaded, word: str) -> DatasheetSheet | None:
    option = _option(data, word)
    return sheet_of(data.library, option) if option is not None else None


def _meant(sheet: DatasheetSheet, key: str, value: Any) -> Text:
    """How a datasheet has it stated: how many models of each kind, or what the models of a kind carry."""
    if key == "wargear":
        return Text(
            "what models of a kind carry is stated under its name: {names}", {"names": listing(list(sheet.models))}
        )
    counts = sheet.default_counts()
    if isinstance(value, int) and not isinstance(value, bool):
        room = max(sheet.models.values(), key=lambda model: model.most - model.least)
        counts[room.id] = max(0, counts[room.id] + value - sum(counts.values()))
    stated = ", ".join(f"{model}: {number}" for model, number in counts.items() if number)
    return Text("models of each kind have a number of their own: {models}", {"models": f"{{{stated}}}"})
