"""What a unit is in the army, as lines that open a dialog: Warlord, enhancement, whom it leads, where it rides and starts."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from msgspec import Struct
from textual.content import Content

from listbuilder.army import Army, Unit
from listbuilder.army.prices import enhancement_prices
from listbuilder.catalogue.states import DEPLOYED
from listbuilder.i18n import _, listed
from listbuilder.rules.transport import Rider, admits, refuses
from listbuilder.session import Session, Target
from listbuilder.terminal import clip, columns, one_line, pad
from listbuilder.tui.actions import BY_ID, key_names
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.joining import joined_title, leads_title
from listbuilder.tui.told_apart import told_name
from listbuilder.tui.widgets.list_pane import ListLine
from listbuilder.tui.wording import both_ends, leaders_of, local, reserves_state

DECLARED = ("relation", "capacity")  # kinds of rules: a game that has none knows no transports and reserves
ASKS = "!"  # prefix of the ids of lines that run an action
ENHANCE = "choose-enhancement"


class Mark(Struct, frozen=True):
    """One line. ``action``: what it runs, empty where it only tells; ``usual``: what holds where nothing is chosen; ``beside``:
    what stands behind the value, the first of these for which there is room."""

    action: str
    title: str
    value: str = ""
    usual: str = ""
    beside: tuple[str, ...] = ()


Reasons = dict[str, str]  # by the id of an action: why it can do nothing for the unit now


def reasons_against(session: Session, unit: Unit) -> Reasons:
    """Why the unit can lead, ride in or bear nothing now, where it does not. This judges the list once for each possibility, up
    to the first one that nothing speaks against."""
    declared = session.army.declarations
    leads = () if unit.id in declared.attach else session.leader_targets(unit.id)
    placed = moves_with(session.army, unit).id
    rides = () if placed in declared.embark else session.transport_targets(placed)
    bears = () if unit.enhancements or not may_bear(session.army, unit) else session.enhancement_targets(unit.id)
    found = {"attach-leader": _against(leads), "embark": _against(rides), ENHANCE: _against(bears)}
    return {action: reason for action, reason in found.items() if reason}


def unit_marks(
    session: Session, unit: Unit, reasons: Reasons, width: int, faulty: Container[str] = ()
) -> Iterator[ListLine]:
    """The lines of a unit, their values in one column."""
    yield from mark_lines(list(Marks(session, unit).all()), reasons, width, faulty)


def mark_lines(marks: Sequence[Mark], reasons: Reasons, width: int, faulty: Container[str] = ()) -> Iterator[ListLine]:
    """Lines with their values in one column and their keys at the right. ``faulty``: the ids of those that findings are about."""
    first = min(max((columns(mark.title) for mark in marks), default=0) + 3, width // 2)
    for place, mark in enumerate(marks):
        is_faulty = bool(mark.action) and ASKS + mark.action in faulty
        style = "bold $danger" if is_faulty else "" if mark.value else "$faint" if mark.action in reasons else "$dim"
        value = mark.value or reasons.get(mark.action) or mark.usual or glyphs().dash
        value = f"{glyphs().error} {value}" if is_faulty else value
        left = Content.assemble((pad(clip(mark.title, first - 1), first), "$dim"), (value, style))
        if not mark.action:
            yield ListLine(f"#mark-{place}", left.truncate(width, ellipsis=True), heading=True)
            continue
        key = Content.styled(key_names(BY_ID[mark.action].keys)[0], "$accent")
        room = width - left.cell_length - key.cell_length - 1
        fitting = next((f"   {one}" for one in mark.beside if columns(one) + 3 <= room), "")
        left = Content.assemble(left, fitting)
        line = both_ends(left, key, width)
        yield ListLine(ASKS + mark.action, line.stylize_before("on $mark") if is_faulty else line)


def says_something(session: Session, unit: Unit, action: str) -> bool:
    """Whether the line of that action holds something that was chosen."""
    return any(mark.action == action and bool(mark.value) for mark in Marks(session, unit).all())


def _is_heroic(army: Army, unit: Unit) -> bool:
    heroes = army.vocabulary.heroes
    return not heroes or any(map(unit.has, heroes)) or unit.warlord or bool(unit.enhancements)


def may_bear(army: Army, unit: Unit) -> bool:
    """Whether the unit has a line for enhancements."""
    bears = unit.allowances or (_is_heroic(army, unit) and (unit.allowances is None or unit.enhancements))
    return "enhancement" in army.vocabulary.marks and bool(bears)


class Marks:
    """Which lines a unit has."""

    def __init__(self, session: Session, unit: Unit) -> None:
        self._session = session
        self._army = session.army
        self._unit = unit
        self._words = session.army.vocabulary
        self._declares = any(rule.kind in DECLARED for rule in session.system.rules)

    def all(self) -> Iterator[Mark]:
        yield from self._of_the_list()
        yield from self._joined()
        yield from self._placed()
        if notes := self._session.notes(self._unit.id):
            yield Mark("annotate", _("Note"), one_line(notes))

    def _of_the_list(self) -> Iterator[Mark]:
        army, unit, words = self._army, self._unit, self._words
        if "warlord" in words.marks and _is_heroic(army, unit):
            yield Mark("toggle-warlord", words.terms.warlord.title, _("yes") if unit.warlord else "")
        if may_bear(army, unit) and (unit.enhancements or self._session.offers_enhancements(unit.id)):
            taken = ", ".join(
                " ".join((local(army, e.name), *enhancement_prices(army, unit, e))) for e in unit.enhancements
            )
            yield Mark(ENHANCE, words.terms.enhancement.title, taken)

    def _joined(self) -> Iterator[Mark]:
        army, unit, words = self._army, self._unit, self._words
        declared = army.declarations.attach.get(unit.id, "")
        if (may_lead_others(unit) and words.declares("attach")) or declared:
            yield Mark("attach-leader", leads_title(words, part=unit.is_part), self._named(declared))
        asks = "" if may_lead_others(unit) or declared else "attach-leader"
        for parts in (False, True):
            there = [told_name(army, one) for one in leaders_of(army, unit.id) if one.is_part is parts]
            if there or (words.declares("attach") and self._session.could_be_joined(unit.id, parts=parts)):
                yield Mark(asks, joined_title(words, parts=parts), listed(there))
                asks = ""  # one line asks for both

    def _placed(self) -> Iterator[Mark]:
        army, unit, words = self._army, self._unit, self._words
        placed = moves_with(army, unit).id
        declared = army.declarations.embark.get(placed, "")
        can = self._declares and words.declares("embark") and _could_ride(army, army.unit(placed) or unit)
        if can or declared:
            yield Mark("embark", words.declaration("embark") or _("Rides in"), self._named(declared))
        state = reserves_state(army, placed)
        if (self._declares and words.declares("reserves")) or state:
            title = words.declaration("reserves") or _("Starts")
            value = words.state_title(state) if state else ""
            yield Mark("choose-reserves", title, value, words.state_title(DEPLOYED))
        if unit.hover and words.declares("hover"):
            hovers = _("yes") if unit.id in army.declarations.hover else ""
            yield Mark("toggle-hover", words.declaration("hover"), hovers)

    def _named(self, unit_id: str) -> str:
        other = self._session.unit(unit_id) if unit_id else None
        return told_name(self._army, other) if other else unit_id


def _against(targets: Iterable[Target]) -> str:
    """What speaks against the first of the targets, where something speaks against all; of any of them, where it is the same
    for several."""
    found: list[Target] = []
    for target in targets:
        if not target.reason:
            return ""
        found.append(target)
    if not found:
        return ""
    first, of_any = found[0], {one.of_any for one in found}
    said = first.of_any if len(found) > len(of_any) == 1 and first.of_any else first.reason
    return f"{glyphs().dash} {one_line(said)}"


def moves_with(army: Army, unit: Unit) -> Unit:
    """The unit whose place is that of this one: the one that it has joined, unless the list states a place of its own for it."""
    declared = army.declarations
    if unit.id in declared.embark or reserves_state(army, unit.id):
        return unit
    return army.unit(declared.attach.get(unit.id, "")) or unit


def _could_ride(army: Army, unit: Unit) -> bool:
    """Whether a transport of the army takes units of its kind, full or not, or the data do not say which it takes."""
    rider = Rider(unit)
    return not unit.transport and any(
        one.transport_unread or (any(admits(bay, rider) for bay in one.transport) and not refuses(one, rider))
        for one in army.units
    )


def may_lead_others(unit: Unit) -> bool:
    """Whether it may lead another unit, or the data do not say."""
    leader = unit.leader
    return unit.leader_unread or (leader is not None and bool(leader.leads or leader.leads_keywords))
