"""Checks a datasheet against its system: the columns of its statlines and its role are the game's own."""

from __future__ import annotations

import re
from typing import Any

from listbuilder.catalogue.vocabulary import NEUTRAL, Column, Vocabulary
from listbuilder.i18n import Text
from listbuilder.sources.native.parse import DataFile


def check_sheet(file: DataFile, vocabulary: Vocabulary) -> None:
    """Notes unknown, missing and malformed columns and an unknown role. A system that states no columns or no roles accepts
    any."""
    sheet = file.source.value
    role = sheet.get("role")
    if role and vocabulary.roles and vocabulary.role(role) is None:
        file.unknown(sheet, "role", "role", role, [known.id for known in vocabulary.roles])
    if vocabulary.statline == NEUTRAL.statline:
        return
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
