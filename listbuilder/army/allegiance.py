"""Whose an army is, by all that says so: its faction, and a part of it that it belongs to, such as a Chapter."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.army.faction import SEPARATOR
from listbuilder.army.model import Army, Detachment


def allegiance(army: Army) -> tuple[str, ...]:
    """Keywords and names, the army's own faction keyword first where the data have one: the name that the data have for the
    faction, without its headings, the faction keywords of its own units, and what its detachments are for."""
    return tuple(dict.fromkeys(word for word in _words(army) if word))


def _words(army: Army) -> Iterator[str]:
    yield army.faction_keyword
    yield army.faction_name.split(SEPARATOR)[-1]
    own = {army.faction_keyword, *army.other_keywords}
    for unit in army.units:
        if not own.isdisjoint(unit.faction_keywords):
            yield from unit.faction_keywords
    for detachment in army.detachments:
        yield detachment.faction
        yield _only(army, detachment)


def _only(army: Army, detachment: Detachment) -> str:
    """The one of the keywords that exclude each other which the detachment does not forbid; empty where it leaves a choice."""
    forbidden = {match.keywords for match in detachment.forbids if not match.excludes}
    left = [word for word in army.exclusive_keywords if (word,) not in forbidden]
    return left[0] if len(left) == 1 else ""
