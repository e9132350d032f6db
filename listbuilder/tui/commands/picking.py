"""Choosing for the unit under the cursor: targets with the reasons against each, and what takes the choice back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from textual.content import Content

from listbuilder.army import Army, Unit
from listbuilder.army.prices import price_of
from listbuilder.replacing import replace
from listbuilder.session import Target
from listbuilder.tui.army_lines import relation
from listbuilder.tui.desk import Desk
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.rules_text import flowing, told
from listbuilder.tui.screens.dialogs import Pick, marked
from listbuilder.tui.screens.paged import PickWithPage
from listbuilder.tui.search import Item
from listbuilder.tui.told_apart import told_name
from listbuilder.tui.wording import bare_price, leaders_of, local, number

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
    """Asks, and does what was chosen. Where nothing is chosen so far, the cursor begins on what the user likely came for: the
    first target that nothing speaks against, of units one that nobody leads."""
    current = [one for one in offer.taken if one] or [NONE]
    if not offer.targets and current == [NONE]:
        desk.tell(offer.empty)
        return
    army = desk.session.army
    items = [_item(army, target, unit) for target in offer.targets]
    if len({item.group for item in items}) == 1:
        items = [replace(item, group="") for item in items]
    groups = list(dict.fromkeys(item.group for item in items))
    items.sort(key=lambda item: groups.index(item.group))
    items = [Item(NONE, offer.none), *items]
    heading = f"{offer.title} · {told_name(army, unit)}"
    first = _likely(army, offer.targets) if current == [NONE] else current[0]
    pages = {target.id: _page(army, target) for target in offer.targets if target.rules}
    shown = marked(items, *current)
    blank = {NONE: Content()}
    dialog = (
        PickWithPage(heading, shown, blank | pages, current=first) if pages else Pick(heading, shown, current=first)
    )
    chosen = await desk.ask(dialog)
    if chosen is not None and (chosen not in current or (offer.again and chosen != NONE)):
        desk.edit(lambda: offer.choose(unit.id, "" if chosen == NONE else str(chosen)))


def _likely(army: Army, targets: Sequence[Target]) -> str:
    possible = [one.id for one in targets if not one.reason and not (one.places and one.places[0] > one.places[1])]
    return next((one for one in possible if not leaders_of(army, one)), next(iter(possible), NONE))


def _item(army: Army, target: Target, chooser: Unit) -> Item:
    """A unit with its models and with which others it is together, which tell it from another of its name."""
    unit = army.unit(target.id)
    if unit is None:
        name = local(army, target.name)
        group = _sorted_under(army, target)
        return Item(target.id, name, target.price, more=group, group=group, reason=target.reason)
    models = f" {glyphs().times}{unit.model_count}" if unit.model_count > 1 else ""
    note = "   ".join(filter(None, (_beside(army, unit, chooser), _full(target))))
    return Item(target.id, told_name(army, unit) + models, note, reason=target.reason)


def _sorted_under(army: Army, target: Target) -> str:
    """The heading that the data have above it; a group whose name the one inside it repeats is left out."""
    inner = target.group[-1].casefold() if target.group else ""
    names = [one for one in target.group if one.casefold() == inner or one.casefold() not in inner]
    return " · ".join(local(army, one) for one in names)


def _full(target: Target) -> str:
    """How full a transport would be."""
    if target.places is None:
        return ""
    used, capacity = target.places
    mark = f"{glyphs().error} " if used > capacity else ""
    return f"{mark}{number(used)}/{number(capacity)}"


def _page(army: Army, target: Target) -> Content:
    """What the data say of the target; a name that is the target's own is not said twice."""
    rules = ((local(army, name), text) for name, text in target.rules)
    return Content("\n\n").join(flowing(text) if name == target.name else told(name, text) for name, text in rules)


def _beside(army: Army, unit: Unit, chooser: Unit) -> str:
    """Who leads the unit, whom it leads or where it rides, who rides in it; its points where nobody is with it."""
    sign = glyphs()
    riding = [army.unit(one) for one, transport in army.declarations.embark.items() if transport == unit.id]
    with_it = [(sign.led, leaders_of(army, unit.id)), (sign.embarked, [one for one in riding if one is not None])]
    others = [(mark, [told_name(army, one) for one in units if one.id != chooser.id]) for mark, units in with_it]
    said = [f"{mark} {', '.join(names)}" for mark, names in others if names]
    if army.declarations.attach.get(unit.id) != chooser.id and (joined := relation(army, unit)):
        said.insert(0, joined)
    return "   ".join(said) or bare_price(army, price_of(army, unit))
