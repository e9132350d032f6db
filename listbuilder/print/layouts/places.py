"""Where groups are at the start, with the icons of it."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue.states import DEPLOYED, EMBARKED, STRATEGIC
from listbuilder.i18n import _, listed
from listbuilder.print.briefing import Briefing
from listbuilder.print.kit.icons import IconName
from listbuilder.print.whereabouts import embarked, state_words
from listbuilder.rules.formation import Group


def places(briefing: Briefing, group: Group) -> Iterator[tuple[IconName | None, str]]:
    """Where the group starts, unless on the table, and what rides in it."""
    if group.state == EMBARKED:
        yield "transport", _("in {transport}").format(transport=briefing.label(group.transport))
    elif group.state not in {DEPLOYED, ""} and briefing.declared:
        yield state_icon(briefing, group.state), state_words(briefing, group.state)
    for unit in group.units:
        if unit.id in briefing.formation.hovering:
            yield None, briefing.vocabulary.declaration("hover") or _("hovers")
        if riders := embarked(briefing, unit.id):
            yield "transport", _("carries {units}").format(units=listed(map(briefing.group_label, riders)))


def state_icon(briefing: Briefing, state: str) -> IconName | None:
    """How units in reserves come: over the edge of the table, or from above; None for another state."""
    known = briefing.vocabulary.state(state)
    if known is None or not known.reserves:
        return None
    return "table-edge" if state == STRATEGIC or known.keyword else "deep-strike"
