"""Names of the data in other languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

PARTED = " - "  # between the name of a weapon and that of its mode

Glossary = Mapping[str, Mapping[str, str]]  # language -> English name -> name


def translated(text: str, language: str, glossaries: Sequence[Glossary]) -> str:
    """The name in that language where one of the glossaries has it, or its parts ("Plasma pistol - standard"), else the text."""
    for glossary in glossaries:
        found = glossary.get(language, {}).get(text)
        if found:
            return found
    parts = text.split(PARTED)
    return PARTED.join(translated(part, language, glossaries) for part in parts) if len(parts) > 1 else text
