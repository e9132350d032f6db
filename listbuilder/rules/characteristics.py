"""Values of statlines as numbers."""

from __future__ import annotations

from listbuilder.army import Profile
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.i18n import Localised

NONE = frozenset({"", "-", "–", "—"})  # how data write that there is no value


def is_none(value: str) -> bool:
    """Whether the statline has no such value."""
    return value.strip() in NONE


def number(value: str) -> int | None:
    """The number that a value begins with, which only a sign may follow: 2 for `2+`, 6 for `6"`. None for any other."""
    digits = value.strip().rstrip('+"”″')
    return int(digits) if digits.isascii() and digits.isdigit() else None


def sign_of(value: str) -> str:
    """What follows the number that a value begins with: `+` of `2+`."""
    return value.strip().lstrip("0123456789")


def value_of(profile: Profile, name: str, vocabulary: Vocabulary) -> str:
    """What the profile has in the column of that name, as datasheets or community data write it; empty where it has none."""
    column = vocabulary.column(name)
    has = (value for key, value in profile.values if key == name or (column is not None and column.has_name(key)))
    return next(has, "")


def heading(name: str, vocabulary: Vocabulary) -> object:
    """The column as messages show it."""
    column = vocabulary.column(name)
    return Localised(column.name) if column is not None and column.name else name
