"""The stratagems that an army can use: those of its detachments and of the game for which it has a target."""

from __future__ import annotations

import re
from collections.abc import Iterable

from listbuilder.catalogue.base import Names
from listbuilder.catalogue.facts import Stratagem
from listbuilder.i18n import _, in_language
from listbuilder.print.briefing import Briefing


def title(briefing: Briefing) -> str:
    """The heading of the stratagems."""
    return _("{stratagems} this army can use").format(stratagems=briefing.vocabulary.terms.stratagem.many.title)


def usable(briefing: Briefing) -> tuple[tuple[str, tuple[Stratagem, ...]], ...]:
    """Stratagems under the name of their source: the detachments first, then the game's own (no name)."""
    found = [(detachment.name, _for_army(briefing, detachment.stratagems)) for detachment in briefing.army.detachments]
    core = briefing.system.stratagems if briefing.system else ()
    found.append(("", _for_army(briefing, core)))
    return tuple((name, stratagems) for name, stratagems in found if stratagems)


def _for_army(briefing: Briefing, stratagems: Iterable[Stratagem]) -> tuple[Stratagem, ...]:
    return tuple(stratagem for stratagem in stratagems if _usable(briefing, stratagem))


def _usable(briefing: Briefing, stratagem: Stratagem) -> bool:
    units = briefing.army.units
    if stratagem.target and not any(unit.has_all(words) for words in stratagem.target for unit in units):
        return False
    if "reserve" in stratagem.target_state and briefing.declared:
        return bool(briefing.reserves())
    return bool(units)


def when(briefing: Briefing, stratagem: Stratagem) -> str:
    """Turn and phase in words: Opponent's turn, shooting phase."""

    def words(text: str, known: dict[str, Names]) -> list[str]:
        parts = (part.strip() for part in re.split(r"[,/;|]| or ", text))
        return [in_language(known.get(part.casefold(), {})) or briefing.local(part) for part in parts if part]

    turn, phase = words(stratagem.turn, briefing.vocabulary.turns), words(stratagem.phase, briefing.vocabulary.phases)
    if len(turn) == len(phase):  # each turn has its phase
        return "; ".join(dict.fromkeys(f"{one}, {other}" for one, other in zip(turn, phase, strict=True)))
    return ", ".join(" / ".join(dict.fromkeys(part)) for part in (turn, phase) if part)


def target(briefing: Briefing, stratagem: Stratagem) -> str:
    """The keywords that the target needs."""
    groups = (" ".join(map(briefing.local, words)) for words in stratagem.target)
    return _(" or ").join(groups) or _("any unit")
