"""Checks data files against their system: columns of statlines, roles, core abilities, types and phases of stratagems."""

from __future__ import annotations

import re
from typing import Any

from listbuilder.catalogue.vocabulary import NEUTRAL, Column, Vocabulary
from listbuilder.i18n import Text
from listbuilder.sources.native.parse import DataFile, as_list, texts


def check_sheet(file: DataFile, vocabulary: Vocabulary) -> None:
    """Notes unknown, missing and malformed columns and an unknown role. A system that states no columns or no roles accepts
    any."""
    sheet = file.source.value
    role = sheet.get("role")
    if role and vocabulary.roles and vocabulary.role(role) is None:
        file.unknown(sheet, "role", "role", role, [known.id for known in vocabulary.roles])
    _check_abilities(file, sheet, vocabulary)
    if vocabulary.statline != NEUTRAL.statline:
        _check_statlines(file, sheet, vocabulary)


def check_stratagem(file: DataFile, record: dict[str, Any], vocabulary: Vocabulary) -> None:
    """Notes a type or phase of a stratagem that the game does not have."""
    kind = record.get("type")
    if kind and vocabulary.stratagem_types and kind not in vocabulary.stratagem_types:
        file.unknown(record, "type", "type", str(kind), vocabulary.stratagem_types)
    for when in as_list(record.get("when")):
        for phase in texts(when.get("phase")) if vocabulary.phases else ():
            if phase not in vocabulary.phases:
                file.unknown(when, "phase", "phase", phase, vocabulary.phases)


def _check_abilities(file: DataFile, sheet: dict[str, Any], vocabulary: Vocabulary) -> None:
    found = (sheet.get("abilities") or {}).get("core") or []
    for place, ability in enumerate(found):
        patterns = vocabulary.core_abilities
        if patterns and not any(re.fullmatch(pattern, str(ability)) for pattern in patterns):
            file.unknown(found, place, "core ability", str(ability), patterns)


def _check_statlines(file: DataFile, sheet: dict[str, Any], vocabulary: Vocabulary) -> None:
    columns = {column.key: column for column in vocabulary.statline}
    for line in sheet["profiles"]:
        for key in line:
            if key != "name" and key not in columns:
                file.unknown(line, key, "column", key, columns, at_key=True)
        for column in columns.values():
            if column.key in line:
                _check_value(file, line, column.key, column)
            elif column.required:
                file.problem(line, "name", Text("the column {key} is missing", {"key": column.key}))
    for gear in (sheet.get("gear") or {}).values():
        for key in gear.get("sets") or ():
            if key not in columns:
                file.unknown(gear["sets"], key, "column", key, columns, at_key=True)
            else:
                _check_value(file, gear["sets"], key, columns[key])


def _check_value(file: DataFile, line: dict[str, Any], key: str, column: Column) -> None:
    found = str(line[key])
    if column.pattern and not re.fullmatch(column.pattern, found):
        names: dict[str, object] = {"key": key, "found": found, "expected": column.example or column.pattern}
        file.problem(line, key, Text("{key}: {found} is not written like {expected}", names))
