"""Statlines, weapons and gear of a datasheet as profiles and items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from listbuilder.catalogue.model import (
    CategoryLink,
    Characteristic,
    Condition,
    Constraint,
    Entry,
    Modifier,
    Profile,
    ProfileType,
    Rule,
)
from listbuilder.catalogue.purpose import ConstraintPurpose
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.sources.native.parse import DataFile, counted, texts
from listbuilder.sources.native.wargear import RULE, item_id

STATLINE = "Unit"
NOTHING = "-"  # a characteristic that the statline lacks until gear sets it
NOT_COLUMNS = frozenset({"name", "type", "profiles", "per_army"})


def characteristic_id(kind: str, name: str) -> str:
    return f"{kind}:{name}"


def profile(
    file: DataFile,
    profile_id: str,
    name: str,
    kind: str,
    values: dict[str, Any],
    modifiers: tuple[Modifier, ...] = (),
    labels: dict[str, str] | None = None,
) -> Profile:
    """A row of a datasheet; every key but its name and type is a characteristic, written as the file has it. ``labels``: key
    -> what the characteristic is called, the key itself when left out."""
    columns = file.columns.setdefault(kind, {})
    found = []
    for key, value in values.items():
        if key in NOT_COLUMNS:
            continue
        label = (labels or {}).get(key, key)
        columns.setdefault(label)
        text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        found.append(Characteristic(type_id=characteristic_id(kind, label), name=label, value=text))
    return Profile(
        id=profile_id, name=name, type_id=kind, type_name=kind, characteristics=tuple(found), modifiers=modifiers
    )


def profile_types(columns: dict[str, dict[str, None]]) -> Iterator[ProfileType]:
    """The kinds of profiles that were used, with their columns."""
    for index, (kind, names) in enumerate(columns.items()):
        characteristics = tuple((characteristic_id(kind, name), name) for name in names)
        yield ProfileType(id=kind, name=kind, characteristics=characteristics, sort_index=index)


def statline(file: DataFile, sheet: dict[str, Any], model: str) -> Profile | None:
    """The statline of a model, changed by the gear that sets characteristics."""
    lines = sheet["profiles"]
    wanted = sheet["models"][model].get("profile")
    line = next((line for line in lines if line.get("name") == wanted), None) if wanted else lines[0]
    if line is None:
        file.unknown(
            sheet["models"][model], "profile", "profile", str(wanted), [str(line.get("name")) for line in lines]
        )
        return None
    name = str(line.get("name") or file.name(sheet["name"]))
    settable = {key: NOTHING for gear in (sheet.get("gear") or {}).values() for key in gear.get("sets") or ()}
    values = {**line, **{key: value for key, value in settable.items() if key not in line}}
    return profile(file, f"{sheet['id']}/profile/{name}", name, STATLINE, values, tuple(_settings(sheet)))


def _settings(sheet: dict[str, Any]) -> Iterator[Modifier]:
    """Characteristics that gear sets on its bearer's statline."""
    for item, gear in (sheet.get("gear") or {}).items():
        for key, value in (gear.get("sets") or {}).items():
            yield Modifier(
                type="set",
                field=characteristic_id(STATLINE, key),
                value=str(value),
                conditions=(bears(sheet["id"], item),),
            )


def bears(sheet: str, item: str) -> Condition:
    """The owner carries the item."""
    return counted("atLeast", 1, item_id(sheet, item))


def items(
    file: DataFile, sheet: dict[str, Any], core_abilities: Iterable[str], vocabulary: Vocabulary
) -> Iterator[Entry]:
    """Every weapon and piece of gear as a shared entry, which the links of the loadouts refer to."""
    sheet_id = sheet["id"]
    for item, weapon in (sheet.get("weapons") or {}).items():
        name = file.name(weapon["name"])
        links, bounds = _per_army(file, item_id(sheet_id, item), item, name, weapon)
        yield Entry(
            id=item_id(sheet_id, item),
            local_id=item,
            name=name,
            profiles=tuple(weapon_rows(file, item_id(sheet_id, item), name, weapon, vocabulary)),
            category_links=links,
            constraints=bounds,
        )
    known = {ability_stem(name) for name in core_abilities}
    for item, gear in (sheet.get("gear") or {}).items():
        gained = [word for word in texts(gear.get("gains")) if ability_stem(word) in known]
        rules = tuple(Rule(id=f"{item_id(sheet_id, item)}/{word}", name=word) for word in gained)
        name = file.name(gear["name"])
        own = tuple(_own_lines(file, item_id(sheet_id, item), gear))
        links, bounds = _per_army(file, item_id(sheet_id, item), item, name, gear)
        yield Entry(
            id=item_id(sheet_id, item),
            local_id=item,
            name=name,
            rules=rules,
            profiles=own,
            category_links=links,
            constraints=bounds,
        )


def _per_army(
    file: DataFile, entry_id: str, item: str, name: str, record: dict[str, Any]
) -> tuple[tuple[CategoryLink, ...], tuple[Constraint, ...]]:
    """How many of an item the whole army may have, whichever datasheets bear it: it is counted by its id."""
    if record.get("per_army") is None:
        return (), ()
    counted_as = file.category(f"item:{item}", name)
    bound = Constraint(
        id=f"{counted_as}:army",
        type="max",
        value=record["per_army"],
        scope="roster",
        child_id=counted_as,
        include_child_selections=True,
        rule=RULE,
        purpose=ConstraintPurpose.ITEM_PER_ARMY,
    )
    return (CategoryLink(id=f"{entry_id}/{counted_as}", target_id=counted_as),), (bound,)


def _own_lines(file: DataFile, gear_id: str, gear: dict[str, Any]) -> Iterator[Profile]:
    """Statlines of what the gear brings: a mount, a crew."""
    for line in gear.get("profiles") or ():
        name = str(line["name"])
        yield profile(file, f"{gear_id}/profile/{name}", name, STATLINE, line)


def weapon_rows(
    file: DataFile, weapon_id: str, name: str, weapon: dict[str, Any], vocabulary: Vocabulary
) -> Iterator[Profile]:
    """The profiles of a weapon; each is of the weapon's type or of its own."""
    rows = weapon.get("profiles") or [weapon]
    for place, row in enumerate(rows):
        word = str(row.get("type") or weapon.get("type") or "")
        kind = vocabulary.weapon_type(word)
        if kind is None:
            continue  # the check of the datasheet has a problem for it
        own = file.name(row["name"]) if row is not weapon and row.get("name") else ""
        profile_id = f"{weapon_id}/profile/{place + 1}" if row is not weapon else f"{weapon_id}/profile"
        labels = {column.key: column.label for column in kind.columns}
        yield profile(file, profile_id, f"{name} - {own}" if own else name, kind.label, row, labels=labels)


def ability_stem(name: str) -> str:
    """An ability's name without its value: "Firing Deck 2" and "Firing Deck 6" are one ability."""
    words = name.split()
    while len(words) > 1 and any(char.isdigit() for char in words[-1]):
        words.pop()
    return " ".join(words).casefold()
