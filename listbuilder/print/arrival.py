"""When and where reserves arrive, as the game's vocabulary says it."""

from __future__ import annotations

from listbuilder.i18n import in_language
from listbuilder.print.briefing import Briefing

Facts = tuple[tuple[str, str], ...]


def arrival(briefing: Briefing) -> Facts:
    """What and when, in words; without the lines about abilities that no unit has. Empty for an army without units."""
    units = briefing.army.units
    return tuple(
        (in_language(line.what), in_language(line.how))
        for line in briefing.vocabulary.arrival
        if units and (not line.ability or any(unit.has_ability(line.ability) for unit in units))
    )
