"""The stratagems that an army can use."""

from __future__ import annotations

from listbuilder.catalogue.facts import Stratagem
from listbuilder.catalogue.states import RESERVES
from listbuilder.print.briefing import Briefing
from listbuilder.print.whereabouts import reserves


def usable_stratagems(briefing: Briefing) -> tuple[tuple[str, tuple[Stratagem, ...]], ...]:
    """Stratagems under the name of their source: the detachments first, then the game's own (no name)."""
    sources = [(detachment.name, detachment.stratagems) for detachment in briefing.army.detachments]
    sources.append(("", briefing.system.stratagems if briefing.system else ()))
    found = ((name, tuple(one for one in stratagems if _usable(briefing, one))) for name, stratagems in sources)
    return tuple((name, stratagems) for name, stratagems in found if stratagems)


def unstated_stratagems(briefing: Briefing) -> tuple[str, ...]:
    """The names of the army's detachments of which the data have no stratagems, as if they had none."""
    return tuple(briefing.local(one.name) for one in briefing.army.detachments if not one.stratagems)


def _usable(briefing: Briefing, stratagem: Stratagem) -> bool:
    units = briefing.army.units
    if stratagem.target and not any(unit.has_all(words) for words in stratagem.target for unit in units):
        return False
    state = briefing.vocabulary.state(stratagem.target_state)
    if (stratagem.target_state == RESERVES or (state is not None and state.reserves)) and briefing.declared:
        return bool(reserves(briefing))
    return bool(units)
