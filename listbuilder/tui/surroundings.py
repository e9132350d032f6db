"""What the sheet of a unit tells beyond the unit: why it cannot ride, what other sizes cost, who could lead it, which stratagems
mean it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial

from msgspec import Struct, field
from textual.content import Content

from listbuilder.army import Army, Unit
from listbuilder.catalogue.facts import Stratagem
from listbuilder.i18n import Text, _
from listbuilder.print.datasheet import stratagem_time
from listbuilder.session import Session
from listbuilder.session.surroundings import PossibleLeader, SizePrice
from listbuilder.terminal import columns, wrap
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.joining import could_join_title
from listbuilder.tui.rules_text import INDENT
from listbuilder.tui.sheet import DIM, Section, packed, wrapped
from listbuilder.tui.told_apart import told_name
from listbuilder.tui.unit_marks import Reasons, reasons_against
from listbuilder.tui.unit_rows import SheetLine
from listbuilder.tui.wording import bare_price, both_ends, in_game, local, number, price

BEFORE_COST = 3  # cells at least before what a stratagem costs: "phase 1" is no phase
MOST_TOGGLES = 6  # that are tried out for their prices


class Surroundings(Struct, frozen=True):
    """``reasons``: by the ids of actions; ``prices``: of other sizes and of what is on or off, by the ids of their
    lines."""

    reasons: Reasons = field(default_factory=dict)
    prices: dict[str, str] = field(default_factory=dict)
    leaders: tuple[PossibleLeader, ...] = ()


NOTHING = Surroundings()


def read_surroundings(session: Session, unit: Unit, lines: Collection[SheetLine]) -> Surroundings:
    """Takes some milliseconds."""
    prices = {line.id: told for line in lines if (told := _prices(session, unit, line))}
    toggles = [(line.id, line.row) for line in lines if line.kind == "toggle" and line.row is not None]
    unpriced = [(line_id, row) for line_id, row in toggles if not row.points][:MOST_TOGGLES]
    prices |= {line_id: told for line_id, row in unpriced if (told := price(session.price_of_toggle(unit.id, row)))}
    return Surroundings(reasons_against(session, unit), prices, session.possible_leaders(unit.id))


def _prices(session: Session, unit: Unit, line: SheetLine) -> str:
    row = line.row
    if line.kind != "models" or row is None or row.maximum is None or line.of != unit.model_count:
        return ""
    low, high = (row.minimum or 0) + line.beyond, row.maximum + line.beyond
    return ", ".join(_price(one) for one in session.prices_by_size(unit.id, low, high))


def _price(one: SizePrice) -> str:
    sizes = number(one.least) if one.least == one.most else f"{number(one.least)}{glyphs().to}{number(one.most)}"
    return _("{points} at {sizes}").format(points=number(one.points), sizes=sizes)


def sections_of(army: Army, unit: Unit, around: Surroundings, width: int) -> Iterator[Section]:
    """The sections that stand behind those of the unit."""
    for parts in (False, True):
        able = [one for one in around.leaders if one.part is parts]
        free = [_leader(army, one) for one in able if not one.leads]
        busy = [_busy(army, one, width) for one in able if one.leads]
        if able:
            yield Section(could_join_title(army.vocabulary, parts=parts), (*packed(free, width), *busy))
    yield from stratagems_of(army, width, lambda one: any(unit.has_all(words) for words in one.target))


def _leader(army: Army, one: PossibleLeader) -> str:
    own = army.unit(one.unit) if one.unit else None
    return told_name(army, own) if own else f"{local(army, one.name)} {bare_price(army, one.points)}".strip()


def _busy(army: Army, one: PossibleLeader, width: int) -> Content:
    leader, led = army.unit(one.unit), army.unit(one.leads)
    names = {
        "leader": told_name(army, leader) if leader else one.name,
        "unit": told_name(army, led) if led else one.leads,
    }
    text = (_("{leader}: joins {unit}") if one.part else _("{leader}: leads {unit}")).format(**names)
    return Content("\n").join(wrapped(text, width)).stylize("$faint")


def stratagems_of(army: Army, width: int, wanted: Callable[[Stratagem], bool]) -> Iterator[Section]:
    """Those of the army's detachments: what they cost, and when they are used."""
    found = [one for detachment in army.detachments for one in detachment.stratagems if wanted(one)]
    if found:
        pools = army.vocabulary.battle.pools
        title = in_game(Text("{stratagems} of the {detachment}"), army.vocabulary)
        yield Section(title, tuple(_stratagem(army, one, width) for one in found), pools[0].title if pools else "")


def _stratagem(army: Army, one: Stratagem, width: int) -> Content:
    name = local(army, one.name)
    when = stratagem_time(one, army.vocabulary, partial(local, army))
    first, *rest = wrap(when, width - columns(str(one.cp)) - BEFORE_COST, f"{name}  ", INDENT)
    line = both_ends(Content(first).stylize(DIM, len(name)), Content(str(one.cp)), width)
    return Content("\n").join((line, *(Content.styled(text, DIM) for text in rest)))
