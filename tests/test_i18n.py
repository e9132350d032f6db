"""The list of languages, and names of the data in the language in use."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from listbuilder.i18n import LANGUAGES, Localised, Text, in_language, set_language

ROOT = Path(__file__).parent.parent
OTHERS = set(LANGUAGES) - {"en"}


@pytest.mark.parametrize(
    ("names", "language", "shown"),
    [
        ({"en": "Warlord", "zh": "主将"}, "zh", "主将"),
        ({"en": "Warlord", "zh": "主将"}, "ru", "Warlord"),
        ({"en": "Warlord", "zh": ""}, "zh", "Warlord"),
        ({"zh": "主将"}, "ru", "主将"),
        ({}, "ru", ""),
        ("Warlord", "zh", "Warlord"),
    ],
)
def test_names_fall_back_to_english_and_then_to_any(names: Any, language: str, shown: str):
    set_language(language)

    assert in_language(names) == shown


def test_names_in_a_message_are_looked_up_when_it_is_shown():
    text = Text("{name}", {"name": Localised({"en": "Warlord", "ru": "Военачальник"})})
    set_language("ru")

    assert str(text) == "Военачальник"


def test_every_language_has_a_folder_of_texts():
    folders = {path.parent.parent.name for path in (ROOT / "listbuilder" / "locale").glob("*/LC_MESSAGES/*.po")}

    assert folders == OTHERS


def names_of_languages(schema: Any) -> Iterator[set[str]]:
    """The languages of every object of a schema whose keys are languages."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if isinstance(properties, dict) and OTHERS & set(properties):
        yield set(properties) - {"en"}
    if isinstance(schema, dict | list):
        for inner in schema.values() if isinstance(schema, dict) else schema:
            yield from names_of_languages(inner)


@pytest.mark.parametrize("name", ["datasheet", "faction", "system"])
def test_schemas_offer_every_language(name: str):
    schema = json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text("utf-8"))
    found = list(names_of_languages(schema))

    assert found
    assert all(languages == OTHERS for languages in found)
