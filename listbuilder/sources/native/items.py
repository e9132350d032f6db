"""Items that units bear within an allowance: those of the system, which every faction has, and those of a faction's own file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from listbuilder.catalogue.facts import Allowance, BearerRule, Facts
from listbuilder.catalogue.model import Cost, Entry
from listbuilder.catalogue.system import Item
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.sources.native.effects import FilterReader
from listbuilder.sources.native.parse import DataFile, as_list, names_of, texts, typed
from listbuilder.sources.native.profiles import weapon_rows
from listbuilder.sources.native.statlines import check_weapon


def read_items(filters: FilterReader, vocabulary: Vocabulary) -> Iterator[Item]:
    """The `items` of a file, by id; an unknown type of items becomes a problem."""
    file, types = filters.file, [one.id for one in vocabulary.item_types]
    for name, record in (file.source.value.get("items") or {}).items():
        if record["type"] not in types:
            file.unknown(record, "type", "type", str(record["type"]), types)
        weapon = record.get("weapon")
        if weapon:
            check_weapon(file, weapon, vocabulary)
        rows = weapon_rows(file, f"items/{name}", file.name(record["name"]), weapon, vocabulary) if weapon else ()
        yield typed(
            Item,
            record,
            id=str(name),
            name=names_of(record["name"]),
            bearer=typed(BearerRule, record, any_unit=True, warlord=filters.matches(record, "warlord")),
            profiles=tuple(rows),
        )


def check_gear(file: DataFile, wargear: Iterable[str]) -> None:
    """Notes wargear that the items of a faction ask for and no datasheet has. ``wargear``: names of what they have."""
    names = list(dict.fromkeys(wargear))
    known = {name.casefold() for name in names}
    for record in (file.source.value.get("items") or {}).values():
        for key in ("gear", "replaces"):
            for place, word in enumerate(as_list(record.get(key))):
                if str(word).casefold() not in known:
                    file.unknown(record[key], place, "item", str(word), names)


def share_columns(items: Iterable[Item], file: DataFile) -> None:
    """Makes the columns of items that another file states known to this one, which offers them, too."""
    for one in (profile for item in items for profile in item.profiles):
        columns = file.columns.setdefault(one.type_id, {})
        columns |= {value.name: None for value in one.characteristics if value.name not in columns}


def item_entries(items: Iterable[Item], points_type: str) -> Iterator[Entry]:
    """The items as entries of a group of enhancements; of one id the first counts."""
    seen: set[str] = set()
    for one in items:
        if one.id not in seen:
            seen.add(one.id)
            yield Entry(
                id=f"items/{one.id}",
                local_id=one.id,
                name=one.name["en"],
                costs=(Cost(type_id=points_type, value=one.points),),
                facts=Facts(bearer=one.bearer, item_type=one.type, page=one.page),
                profiles=one.profiles,
            )


def read_allowances(
    file: DataFile, gear: Mapping[str, str], items: Iterable[str], vocabulary: Vocabulary
) -> tuple[Allowance, ...] | None:
    """The `allowances` of a datasheet; none at all where the game has no items. ``gear``: id -> name of its wargear; ``items``:
    ids of the items of the faction."""
    if not vocabulary.item_types:
        return None
    known = {"types": [one.id for one in vocabulary.item_types], "items": list(items)}
    found = []
    for record in file.source.value.get("allowances") or ():
        for key, words in known.items():
            for place, word in enumerate(texts(record.get(key))):
                if word not in words:
                    file.unknown(record[key], place, "type" if key == "types" else "item", word, words)
        held = str(record.get("gear") or "")
        if held and held not in gear:
            file.unknown(record, "gear", "item", held, gear)
        models = file.source.value["models"]
        model = record.get("model")
        if model and model not in models:
            file.unknown(record, "model", "model", str(model), models)
        found.append(
            typed(
                Allowance,
                record,
                gear=gear.get(held, held),
                model_name=file.name(models[model]["name"]) if model in models else "",
                types_with=dict(_types_with(file, record, gear, known["types"])),
            )
        )
    return tuple(found)


def _types_with(
    file: DataFile, record: Mapping[str, Any], gear: Mapping[str, str], types: list[str]
) -> Iterator[tuple[str, str]]:
    """Types of items, with the name of the wargear that is needed for them."""
    stated = record.get("types_with") or {}
    for kind, held in stated.items():
        if kind not in types:
            file.unknown(stated, kind, "type", str(kind), types, at_key=True)
        if held not in gear:
            file.unknown(stated, kind, "item", str(held), gear)
        yield str(kind), gear.get(held, held)
