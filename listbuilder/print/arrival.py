"""When and where reserves arrive: the numbers of the games that have them."""

from __future__ import annotations

from collections.abc import Callable

from listbuilder.i18n import _
from listbuilder.print.briefing import Briefing

Facts = tuple[tuple[str, str], ...]


def arrival(briefing: Briefing) -> Facts:
    """What and when, in words; empty for games whose reserves are not known here."""
    known = _GAMES.get(briefing.army.system)
    return known(briefing) if known and briefing.army.units else ()


def _tenth_edition(briefing: Briefing) -> Facts:
    strategic = (
        (_("Strategic Reserves, round 1"), _("do not arrive")),
        (
            _("Strategic Reserves, round 2"),
            _('within 6" of a battlefield edge, more than 9" from enemies, not in the enemy deployment zone'),
        ),
        (_("Strategic Reserves, round 3 on"), _("the same, also in the enemy deployment zone")),
    )
    deep = ((_("Deep Strike"), _('from round 2, more than 9" from enemies')),)
    ends = ((_("Never arrived"), _("counts as destroyed")),)
    dropping = any(unit.deep_strike for unit in briefing.army.units)
    return (*strategic, *(deep if dropping else ()), *ends)


_GAMES: dict[str, Callable[[Briefing], Facts]] = {"wh40k-10e": _tenth_edition}
