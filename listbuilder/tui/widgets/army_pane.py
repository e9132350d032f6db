"""The army: units by role (or by force, where there are several), with points, marks and findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content

from listbuilder.army import Army, Unit
from listbuilder.army.prices import price_of, price_word
from listbuilder.i18n import Text, _, number
from listbuilder.print.datasheet import units_words
from listbuilder.rules.shares import RoleShare
from listbuilder.session import Session
from listbuilder.session.views import ForceLine
from listbuilder.terminal import clip
from listbuilder.tui.actions import bindings
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.widgets.list_pane import ListLine, ListPane
from listbuilder.tui.wording import (
    SEVERITY_STYLES,
    bare_price,
    both_ends,
    in_game,
    leaders_of,
    local,
    reserves_state,
    role_name,
    severities,
    unit_name,
)

SETTINGS = "#settings"  # suffix of the id of a force
ROOM_FOR_WORDS = 12  # columns; with fewer only the sign is shown


class ArmyPane(ListPane):
    """Units to walk through, and the settings of their forces."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("army")

    def __init__(self, session: Session) -> None:
        super().__init__(id="army")
        self._session = session
        self._order: Sequence[str] = ()

    def show(self, order: Sequence[str]) -> None:
        """Shows the army as it is now; roles in the order given."""
        self._order = order
        self.border_title = f"1 {_('Army')}"
        count = len(self._session.army.units)
        self.border_subtitle = units_words(count, self._session.army.vocabulary) if count else ""
        self.redraw()

    @property
    def pointed_id(self) -> str:
        """The id of the unit or force under the cursor."""
        return self.pointed.removesuffix(SETTINGS)

    def point_at_first_unit(self) -> None:
        """Puts the cursor on the first unit on the screen, when there is one."""
        first = next((line.id for line in self.lines() if self._session.army.unit(line.id)), "")
        self.point_at(first)

    def lines(self) -> list[ListLine]:
        army, forces = self._session.army, list(self._session.forces.lines())
        worst = severities(self._session.findings)
        if len(forces) > 1:
            return list(self._by_force(army, forces, worst))
        lines = [self._settings(line) for line in forces]
        if not army.units:
            hint = Content.styled(in_game(Text("No {units} yet. Press a to add some."), army.vocabulary), "$text-muted")
            return [*lines, ListLine("#empty", hint, heading=True)]
        return [*lines, *self._by_role(army, worst)]

    def _by_role(self, army: Army, worst: dict[str, str]) -> Iterator[ListLine]:
        shares = self._session.shares
        for role, units in grouped(army, self._order):
            yield self._heading(f"#{role}", role_name(army, role), units, bounds(shares.get(role)))
            yield from (self._unit(army, unit, worst) for unit in units)

    def _by_force(self, army: Army, forces: Sequence[ForceLine], worst: dict[str, str]) -> Iterator[ListLine]:
        """Forces below those they belong to. Only whole armies have a line for their settings: what else there may be to
        set is shown with the cursor on the heading."""
        called = {view.id: (view.faction, view.subfaction.name if view.subfaction else "") for view in army.forces}
        for force in forces:
            indent = "  " * force.depth
            left = Content.styled(indent + local(army, force.name), "bold $secondary")
            beside = " ".join(local(army, word) for word in called.get(force.id, ()) if word)
            if beside:
                left = Content.assemble(left, (f" {beside}", "$secondary"))
            amount = bare_price(army, force.points) if force.points else glyphs().dash if price_word(army) else ""
            total = Content.styled(amount, "$text-muted")
            yield ListLine(force.id, both_ends(left, total, self.line_width))
            if not force.depth:
                yield self._settings(force)
            units = [unit for unit in army.units if unit.force == force.id]
            yield from (self._unit(army, unit, worst, indent) for unit in units)

    def _settings(self, force: ForceLine) -> ListLine:
        text = Content.assemble((f"{glyphs().settings} ", "bold"), (_("Army settings"), "italic"))
        return ListLine(force.id + SETTINGS, text.truncate(self.line_width, ellipsis=True))

    def _heading(self, line_id: str, name: str, units: Sequence[Unit], bounded: str = "") -> ListLine:
        army = self._session.army
        total = bare_price(army, sum(price_of(army, unit) or 0 for unit in units)) if units else ""
        left = Content.assemble((name, "bold $secondary"), (f"  {bounded}" if bounded else "", "$text-muted"))
        return ListLine(line_id, both_ends(left, Content.styled(total, "$text-muted"), self.line_width), heading=True)

    def _unit(self, army: Army, unit: Unit, worst: dict[str, str], indent: str = "") -> ListLine:
        severity = worst.get(unit.id, "")
        sign = glyphs().severity(severity) if severity else " "
        size = f" {glyphs().times}{unit.model_count}" if unit.model_count > 1 else ""
        right = Content.assemble((marks(army, unit), "bold"), f" {bare_price(army, price_of(army, unit)):>5}")
        room = self.line_width - right.cell_length - 1
        start = Content.assemble(indent, (sign, SEVERITY_STYLES.get(severity, "")), " ")
        name = Content(unit_name(army, unit)).truncate(max(4, room - start.cell_length - len(size)), ellipsis=True)
        left = Content.assemble(start, name, (size, "dim"))
        beside = relation(army, unit)
        spare = room - left.cell_length - 2
        if beside and spare >= ROOM_FOR_WORDS:
            left = Content.assemble(left, ("  " + clip(beside, spare), "dim"))
        return ListLine(unit.id, both_ends(left, right, self.line_width))


def grouped(army: Army, order: Sequence[str]) -> list[tuple[str, list[Unit]]]:
    """Units by role: roles in the order given (others last), units in the order of the list."""
    groups: dict[str, list[Unit]] = {}
    for unit in army.units:
        groups.setdefault(unit.role, []).append(unit)
    place = {role: index for index, role in enumerate(order)}
    return sorted(groups.items(), key=lambda group: place.get(group[0], len(place)))


def relation(army: Army, unit: Unit) -> str:
    """Whom it leads, or where it rides, by name."""
    declared = army.declarations
    leads, rides = (army.unit(there.get(unit.id, "")) for there in (declared.attach, declared.embark))
    if leads is not None:
        return f"{glyphs().attached} {unit_name(army, leads)}"
    return f"{glyphs().embarked} {unit_name(army, rides)}" if rides is not None else ""


def marks(army: Army, unit: Unit) -> str:
    """Warlord, enhancement, attached, led, embarked, reserves, hover, Legends: one sign each."""
    sign, declared = glyphs(), army.declarations
    state = army.vocabulary.state(held) if (held := reserves_state(army, unit.id)) else None
    reserves = sign.deep_strike if state and state.ability else sign.reserves if held else ""
    return "".join(
        (
            sign.warlord if unit.warlord else "",
            sign.enhancement * len(unit.enhancements),
            sign.attached if unit.id in declared.attach else "",
            sign.led if leaders_of(army, unit.id) else "",
            sign.embarked if unit.id in declared.embark else "",
            reserves,
            sign.hover if unit.id in declared.hover else "",
            sign.legends if unit.legends else "",
        )
    )


def bounds(share: RoleShare | None) -> str:
    """Between which points the units of a role have to cost: ≥ 500; empty where nothing bounds them."""
    if share is None:
        return ""
    stated = ((glyphs().at_least, share.at_least), (glyphs().at_most, share.at_most))
    return " ".join(f"{sign} {number(value)}" for sign, value in stated if value is not None)
