"""Choosing for the unit under the cursor: targets with the reasons against each, and what takes the choice back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from listbuilder.army import Unit
from listbuilder.session import Target
from listbuilder.tui.desk import Desk
from listbuilder.tui.screens.dialogs import Pick, marked
from listbuilder.tui.search import Item
from listbuilder.tui.wording import local, unit_name

NONE = "-"  # id of the line that clears a choice


class Offer(Struct, frozen=True):
    """What a unit may be given. ``choose`` gets the unit's id and the target's, empty for none; it is not called when nothing
    changes, which choosing what is ``taken`` does only ``again`` and again. ``none`` names the line that takes it back, ``empty``
    says why there is nothing."""

    title: str
    targets: Sequence[Target]
    taken: Sequence[str]
    none: str
    empty: str
    choose: Callable[[str, str], object]
    again: bool = False


async def pick(desk: Desk, unit: Unit, offer: Offer) -> None:
    """Asks, and does what was chosen."""
    current = [one for one in offer.taken if one] or [NONE]
    if not offer.targets and current == [NONE]:
        desk.tell(offer.empty)
        return
    army = desk.session.army
    items = [Item(NONE, offer.none), *(Item(t.id, local(army, t.name), reason=t.reason) for t in offer.targets)]
    heading = f"{offer.title} · {unit_name(army, unit)}"
    chosen = await desk.ask(Pick(heading, marked(items, *current), current=current[0]))
    if chosen is not None and (chosen not in current or (offer.again and chosen != NONE)):
        desk.edit(lambda: offer.choose(unit.id, "" if chosen == NONE else str(chosen)))
