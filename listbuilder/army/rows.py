"""What a profile of a datasheet is: a statline, a weapon, an ability or something else that data print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.catalogue.inside import is_ability
from listbuilder.catalogue.vocabulary import Vocabulary

if TYPE_CHECKING:
    from listbuilder.engine import ProfileState

TRANSPORT = "transport"  # type of the profiles that state who may embark
ASIDE = frozenset(("color", "type", "parent node"))  # characteristics that only affect how a page looks
_FIGURE = 12  # characters; a longer value is no figure of a statline


def is_weapon(type_name: str, vocabulary: Vocabulary) -> bool:
    """Whether profiles of this type are weapons: a type that the game names, or that the data call so."""
    return vocabulary.weapon_type(type_name) is not None or "weapon" in type_name.casefold()


def is_statline(profile: ProfileState, vocabulary: Vocabulary) -> bool:
    """Whether the profile may be a statline: not a weapon, ability or transport text, and several characteristics, none of
    them a text."""
    kind = profile.type_name.casefold()
    if is_weapon(kind, vocabulary) or is_ability(kind) or kind == TRANSPORT or len(profile.characteristics) < 2:
        return False
    if states_a_model(profile, vocabulary):
        return True
    return all(len(one.value) <= _FIGURE for one in profile.characteristics)


def states_a_model(profile: ProfileState, vocabulary: Vocabulary) -> bool:
    """Whether it has a column for the wounds of a model."""
    columns = [column for column in vocabulary.statline if column.meaning == "wounds"]
    return any(column.has_name(one.name) for one in profile.characteristics for column in columns)


def text_of(profile: ProfileState) -> str:
    """The text of an ability; several characteristics are joined, each with its name."""
    if len(profile.characteristics) == 1:
        return profile.characteristics[0].value
    return "\n".join(f"{name}: {value}" for name, value in parts_of(profile))


def parts_of(profile: ProfileState) -> tuple[tuple[str, str], ...]:
    """The characteristics that say something, by their names."""
    return tuple(
        (one.name, one.value)
        for one in profile.characteristics
        if one.value.strip() and one.name.casefold() not in ASIDE
    )
