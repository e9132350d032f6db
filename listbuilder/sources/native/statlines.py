"""Checks data files against their system: columns of statlines and weapons, roles, core abilities, types and phases of
stratagems."""

from __future__ import annotations

import re
from typing import Any

from listbuilder.catalogue.columns import Column
from listbuilder.catalogue.states import RESERVES
from listbuilder.catalogue.vocabulary import NEUTRAL, Vocabulary
from listbuilder.expressions import LONGEST_MATCHED
from listbuilder.i18n import Text
from listbuilder.sources.native.parse import DataFile, as_list, texts
from listbuilder.sources.native.profiles import NOT_COLUMNS


def check_sheet(file: DataFile, vocabulary: Vocabulary) -> None:
    """Notes unknown, missing and malformed columns and an unknown role or type of weapons. A system that states no columns or
    no roles accepts any."""
    sheet = file.source.value
    role, roles = sheet.get("role"), [known.id for known in vocabulary.roles]
    if role and roles and role not in roles:  # rules and slots name it by its id
        file.unknown(sheet, "role", "role", role, roles)
    _check_abilities(file, sheet, vocabulary)
    if vocabulary.statline != NEUTRAL.statline:
        _check_statlines(file, sheet, vocabulary)
    for weapon in (sheet.get("weapons") or {}).values():
        check_weapon(file, weapon, vocabulary)


def check_stratagem(file: DataFile, record: dict[str, Any], vocabulary: Vocabulary) -> None:
    """Notes a type or phase of a stratagem that the game does not have. Without ``when`` the record itself is its occasion."""
    kind = record.get("type")
    if kind and vocabulary.stratagem_types and kind not in vocabulary.stratagem_types:
        file.unknown(record, "type", "type", str(kind), vocabulary.stratagem_types)
    state = record.get("target_state")
    if state and state != RESERVES and vocabulary.state(state) is None:
        file.unknown(record, "target_state", "state", str(state), [RESERVES, *(one.id for one in vocabulary.states)])
    for when in as_list(record.get("when")) or [record]:
        for phase in texts(when.get("phase")) if vocabulary.phases else ():
            if phase not in vocabulary.phases:
                file.unknown(when, "phase", "phase", phase, vocabulary.phases)


def _check_abilities(file: DataFile, sheet: dict[str, Any], vocabulary: Vocabulary) -> None:
    found = (sheet.get("abilities") or {}).get("core") or []
    for place, ability in enumerate(found):
        patterns = vocabulary.core_abilities
        if patterns and not any(_is_written(str(ability), pattern) for pattern in patterns):
            file.unknown(found, place, "core ability", str(ability), patterns)


def _is_written(text: str, pattern: str) -> bool:
    return len(text) <= LONGEST_MATCHED and re.fullmatch(pattern, text) is not None


def _check_statlines(file: DataFile, sheet: dict[str, Any], vocabulary: Vocabulary) -> None:
    columns = {column.key: column for column in vocabulary.statline}
    for line in sheet["profiles"]:
        _check_row(file, line, columns)
    for gear in (sheet.get("gear") or {}).values():
        for line in gear.get("profiles") or ():
            _check_row(file, line, columns)
        for key in gear.get("sets") or ():
            if key not in columns:
                file.unknown(gear["sets"], key, "column", key, columns, at_key=True)
            else:
                _check_value(file, gear["sets"], key, columns[key])


def check_weapon(file: DataFile, weapon: dict[str, Any], vocabulary: Vocabulary) -> None:
    """Notes an unknown or missing type, and columns that weapons of that type do not have, of each profile of a weapon."""
    for row in weapon.get("profiles") or [weapon]:
        _check_profile(file, weapon, row, vocabulary)


def _check_profile(file: DataFile, weapon: dict[str, Any], row: dict[str, Any], vocabulary: Vocabulary) -> None:
    owner = row if "type" in row else weapon
    word = str(owner.get("type") or "")
    kind = vocabulary.weapon_type(word)
    if not word:
        file.problem(row, _first(row), Text("the type of the weapon is missing"))
    elif kind is None:
        file.unknown(owner, "type", "type", word, [known.id for known in vocabulary.weapons])
    elif vocabulary.weapons != NEUTRAL.weapons:
        _check_row(file, row, {column.key: column for column in kind.columns})


def _check_row(file: DataFile, row: dict[str, Any], columns: dict[str, Column]) -> None:
    """Notes unknown, missing and malformed columns of a row."""
    for key in row:
        if key not in NOT_COLUMNS and key not in columns:
            file.unknown(row, key, "column", key, columns, at_key=True)
    for column in columns.values():
        if column.key in row:
            _check_value(file, row, column.key, column)
        elif column.required:
            file.problem(row, _first(row), Text("the column {key} is missing", {"key": column.key}))


def _first(row: dict[str, Any]) -> str:
    """The key of a row at which it is told what it lacks."""
    return "name" if "name" in row else next(iter(row))


def _check_value(file: DataFile, line: dict[str, Any], key: str, column: Column) -> None:
    if isinstance(line[key], list) != column.words:
        text = Text("{key}: a list of words is expected") if column.words else Text("{key}: a single value is expected")
        file.problem(line, key, Text(text.template, {"key": key}))
        return
    found = "" if column.words else str(line[key])
    if found and column.pattern and not _is_written(found, column.pattern):
        names: dict[str, object] = {"key": key, "found": found, "expected": column.example or column.pattern}
        file.problem(line, key, Text("{key}: {found} is not written like {expected}", names))
