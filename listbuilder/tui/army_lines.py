"""The lines of the units of an army."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content

from listbuilder.army import Army, Unit
from listbuilder.army.alike import letters_of
from listbuilder.army.prices import price_of, price_word
from listbuilder.i18n import language
from listbuilder.rules.formation_tree import Branch, counts_passengers
from listbuilder.session import Session
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.told_apart import endings, shortened, told_name
from listbuilder.tui.widgets.list_pane import ListLine
from listbuilder.tui.wording import (
    SEVERITY_STYLES,
    bare_price,
    both_ends,
    leaders_of,
    local,
    reserves_state,
    unit_name,
)


class Seen(NamedTuple):
    """What the line of a unit shows besides the unit itself."""

    indent: str
    path: tuple[bool, ...]
    leading: str
    severity: str
    price: str
    total: str
    tail: tuple[str, ...]
    ending: str
    letter: str


class Room(NamedTuple):
    """``width``: cells of a line, ``prices``: those of the widest price; ``known``: whether the widget has a size by now."""

    width: int
    prices: int
    known: bool


class UnitLines:
    """Lines as they were drawn, until what they show changes: an edit touches few units."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._carries = counts_passengers(session.system)
        self._cut: dict[str, str] = {}  # id of a unit -> its name, where the line does not show it whole
        self._drawn: dict[str, tuple[Unit, tuple[object, ...], ListLine]] = {}
        self._army: Army | None = None
        self._endings: dict[str, str] = {}  # of those of its units whose names begin alike
        self._letters: dict[str, str] = {}  # of those of one name

    def cut_name(self, unit_id: str) -> str:
        """The name of the unit, where its line does not show it whole."""
        return self._cut.get(unit_id, "")

    def line(self, army: Army, branch: Branch, severity: str, indent: str, room: Room, *, flat: bool) -> ListLine:
        unit = branch.unit
        if army is not self._army:
            names = {one.id: unit_name(army, one) for one in army.units}
            found, self._army = endings(names.values()), army
            self._endings = {one: found[name] for one, name in names.items() if name in found}
            self._letters = letters_of(army)
        tail = _tail(army, branch, flat=flat, carries=self._carries) + (
            [glyphs().noted] if self._session.notes(unit.id) else []
        )
        price = bare_price(army, price_of(army, unit))
        sign = leading_sign(army, unit)
        ending, letter = self._endings.get(unit.id, ""), self._letters.get(unit.id, "")
        seen = Seen(indent, branch.path, sign, severity, price, _total(army, branch), tuple(tail), ending, letter)
        stand = (seen, room, language(), glyphs().warlord)
        known = self._drawn.get(unit.id)
        if known is None or known[0] is not unit or known[1] != stand:
            known = self._drawn[unit.id] = (unit, stand, self._draw(army, unit, seen, room))
        return known[2]

    def _draw(self, army: Army, unit: Unit, seen: Seen, space: Room) -> ListLine:
        """Sign, name and number of models, what else there is to say of it, mark of its worst finding, points. Where there is no
        room for all, the sum of the formation goes first, then what else there is to say, then the end of the name."""
        whole, sign = Content(unit_name(army, unit)), glyphs()
        number = f"{sign.times}{unit.model_count}" if unit.model_count > 1 else ""
        models = "".join(f" {one}" for one in (seen.letter, number) if one)
        leading = (seen.leading, "bold $accent" if unit.warlord else "$dim")
        start = Content.assemble(seen.indent, leading, " ", (drawn(seen.path), "$dim"))
        mark = (sign.severity(seen.severity) if seen.severity else " ", SEVERITY_STYLES.get(seen.severity, ""))
        right = Content.assemble(mark, " ", seen.price.rjust(space.prices))
        room = space.width - start.cell_length - right.cell_length - 1
        name = Content(shortened(str(whole), seen.ending, max(4, room - len(models))))
        left = Content.assemble(start, name, (models, "$dim"))
        spare = room - name.cell_length - len(models)
        for words in (seen.tail, [one for one in seen.tail if len(one) == 1]):
            beside = " ".join(words)
            if beside and cell_len(beside) < spare:
                left = Content.assemble(left, (f" {beside}", "$dim"))
                spare -= cell_len(beside) + 1
                break
        if seen.total and len(seen.total) < spare:
            right = Content.assemble((f"{seen.total} ", "$dim"), right)
        is_cut = space.known and name.cell_length < whole.cell_length  # before it has a size, no line has room
        self._cut[unit.id] = str(whole) if is_cut else ""
        return ListLine(unit.id, both_ends(left, right, space.width))


def _total(army: Army, branch: Branch) -> str:
    """The points of a formation of several units, at its first one."""
    if len(branch.units) < 2 or not price_word(army):
        return ""
    return glyphs().sum + bare_price(army, sum(price_of(army, unit) or 0 for unit in branch.units))


def drawn(path: tuple[bool, ...]) -> str:
    """The lines of a branch, as those of a directory are drawn."""
    sign = glyphs()
    if not path:
        return ""
    above = "".join("  " if last else f"{sign.trunk} " for last in path[:-1])
    return above + (f"{sign.last_branch} " if path[-1] else f"{sign.branch} ")


def leading_sign(army: Army, unit: Unit) -> str:
    """What the unit is first of all: the Warlord, a transport, off the table; a blank for any other."""
    sign = glyphs()
    if unit.warlord:
        return sign.warlord
    held = reserves_state(army, unit.id)
    if held:
        state = army.vocabulary.state(held)
        return sign.deep_strike if state is not None and state.ability else sign.reserves
    return sign.embarked if unit.transport else " "


def _tail(army: Army, branch: Branch, *, flat: bool, carries: bool) -> list[str]:
    """What else there is to say of a unit: places taken in it, enhancements, where it starts; whom it leads and where it rides,
    unless the tree says so. A single sign stays where there is no room for words. ``carries``: whether the game's rules count who
    is in a transport, so that an empty one tells its places, too."""
    unit, sign = branch.unit, glyphs()
    words: list[str] = []
    if branch.load is not None and branch.load.is_told(counted=carries):
        words.append("{}/{}".format(*branch.load.places))
    for one in unit.enhancements:
        words += [sign.enhancement, local(army, one.name)]
    words += [
        text
        for there, text in ((unit.id in army.declarations.hover, sign.hover), (unit.legends, sign.legends))
        if there
    ]
    held = reserves_state(army, unit.id)
    if held:
        words.append(army.vocabulary.state_title(held).lower())
    if flat and (beside := relation(army, unit)):
        words.append(beside)
    elif flat and leaders_of(army, unit.id):
        words.append(sign.led)
    return words


def relation(army: Army, unit: Unit) -> str:
    """Whom it leads, or where it rides, by name."""
    declared = army.declarations
    leads, rides = (army.unit(there.get(unit.id, "")) for there in (declared.attach, declared.embark))
    if leads is not None:
        return f"{glyphs().attached} {told_name(army, leads)}"
    return f"{glyphs().embarked} {told_name(army, rides)}" if rides is not None else ""
