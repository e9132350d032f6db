"""What the words in the parameters of rules name, as types: whoever reads a rule can look them up in the data.

They are texts to the kinds themselves. `Named` stands in the metadata of the type, where `sort_of` finds it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, inspect


class Named(StrEnum):
    """What a word in the parameters of a rule is the name of."""

    WORD = "word"  # a keyword, datasheet or role; `*` and `default` stand for any
    MARKER = "marker"  # a keyword, or `warlord`
    ABILITY = "ability"
    SIZE = "size"  # of battles
    STATE = "state"  # in which units start
    FORCE = "force"  # a kind of force
    CURRENCY = "currency"  # of the system, besides points
    CHOICE = "choice"  # a kind of what an army chooses besides its size and detachment
    FACTION = "faction"
    COLUMN = "column"  # of the statline
    ITEM_TYPE = "item-type"  # of items that units share


Word = Annotated[str, Meta(extra={"named": Named.WORD})]
Marker = Annotated[str, Meta(extra={"named": Named.MARKER})]
AbilityName = Annotated[str, Meta(extra={"named": Named.ABILITY})]
SizeName = Annotated[str, Meta(extra={"named": Named.SIZE})]
StateName = Annotated[str, Meta(extra={"named": Named.STATE})]
CurrencyName = Annotated[str, Meta(extra={"named": Named.CURRENCY})]
ChoiceName = Annotated[str, Meta(extra={"named": Named.CHOICE})]
ItemTypeName = Annotated[str, Meta(extra={"named": Named.ITEM_TYPE})]
ForceName = Annotated[str, Meta(extra={"named": Named.FORCE})]
FactionName = Annotated[str, Meta(extra={"named": Named.FACTION})]
ColumnName = Annotated[str, Meta(extra={"named": Named.COLUMN})]


def sort_of(kind: inspect.Type) -> Named | None:
    """What a text of this type is the name of; None where it names nothing."""
    found = kind.extra.get("named") if isinstance(kind, inspect.Metadata) and kind.extra else None
    return Named(found) if found else None
