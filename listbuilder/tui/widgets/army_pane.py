"""The army: units by role (or by force, where there are several), with points, marks and findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Any, ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Region

from listbuilder.army import Army, Unit
from listbuilder.army.prices import price_of, price_word
from listbuilder.i18n import N_, _, ngettext, number
from listbuilder.print.datasheet import units_words
from listbuilder.rules.formation_tree import Branch, formations
from listbuilder.session import Session
from listbuilder.session.views import ForceLine
from listbuilder.terminal import columns, wrap
from listbuilder.tui.actions import BY_ID, bindings, key_names
from listbuilder.tui.army_lines import Room, UnitLines
from listbuilder.tui.army_summary import below, bounds
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.screens.layout import has_one_pane
from listbuilder.tui.widgets.clicks import clickable
from listbuilder.tui.widgets.header import used
from listbuilder.tui.widgets.list_pane import ListLine, ListPane
from listbuilder.tui.wording import (
    SETTINGS_OF,
    bare_price,
    both_ends,
    in_game,
    leaders_of,
    literal,
    local,
    points,
    reserves_state,
    role_name,
    severities,
    unit_name,
)

GAP = "#gap-"  # prefix of the ids of blank lines
SPACIOUS = 42  # lines from which on there are some
SETTINGS = "#settings"  # suffix of the id of a force


class Order(StrEnum):
    """How the units of an army stand on the screen."""

    FORMATION = "formation"
    ROLE = "role"
    POINTS = "points"
    FILE = "file"

    @classmethod
    def named(cls, name: str) -> Order | None:
        """The order of that name."""
        return cls(name) if name in set(cls) else None

    @property
    def next(self) -> Order:
        every = list(Order)
        return every[(every.index(self) + 1) % len(every)]


ORDERS = {
    Order.FORMATION: N_("by formation"),
    Order.ROLE: N_("by role"),
    Order.POINTS: N_("by points"),
    Order.FILE: N_("as in the file"),
}


class ArmyPane(ListPane):
    """Units to walk through, and the settings of their forces."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("army")

    def __init__(self, session: Session, order: Order = Order.FORMATION) -> None:
        super().__init__(id="army")
        self._session = session
        self._roles: Sequence[str] = ()
        self.order = order
        self._ghost: Unit | None = None
        self._widest = 0  # cells of the points of any unit
        self._width = 0  # cells of a line
        self._unit_lines = UnitLines(session)

    def show(self, roles: Sequence[str]) -> None:
        """Shows the army as it is now; roles in the order given."""
        self._roles = roles
        units = self._session.army.units
        models = sum(unit.model_count for unit in units)
        counters = [units_words(len(units), self._session.army.vocabulary)] if units else []
        if models > len(units):
            counters.append(ngettext("{number} model", "{number} models", models).format(number=number(models)))
        switch = Content.styled(f"{_(ORDERS[self.order])} {glyphs().choice}", "not bold $dim")
        switch = clickable(switch, BY_ID["next-order"].handler)
        title = literal(self._session.system.vocabulary.terms.army.title)
        self.entitle(title, switch if units else None, Content(" · ".join(counters)))
        is_first = not self._shown
        self.redraw()
        if is_first:
            self._point_at_first_unit()

    def show_ghost(self, unit: Unit | None) -> None:
        """Shows a unit that is not in the army at the place that it would have; None for none."""
        if unit != self._ghost:
            self._ghost = unit
            self.redraw()
            self._bring_into_view(unit)

    def _bring_into_view(self, unit: Unit | None) -> None:
        place = next((place for place, line in enumerate(self._shown) if unit is not None and line.id == unit.id), None)
        if place is not None:
            self.scroll_to_region(Region(0, place, 1, 1), animate=False, immediate=True)

    @property
    def cut_name(self) -> str:
        """The whole name on the line under the cursor, where that does not show it."""
        return self._unit_lines.cut_name(self.pointed)

    @property
    def pointed_id(self) -> str:
        """The id of the unit or force under the cursor."""
        return self.pointed.removesuffix(SETTINGS)

    def _point_at_first_unit(self) -> None:
        """Puts the cursor on the first unit on the screen, when there is one."""
        self.point_at(next((line.id for line in self._shown if self._session.army.unit(line.id)), ""))

    def lines(self) -> list[ListLine]:
        army, forces = self._session.army, list(self._session.forces.lines())
        self._width = self.line_width
        worst = severities(self._session.findings)
        self._widest = max((len(bare_price(army, price_of(army, unit))) for unit in army.units), default=0)
        height = self.scrollable_content_region.height
        if len(forces) > 1:
            lines = list(self._by_force(army, forces, worst, spaced=height >= SPACIOUS))
        else:
            lines = [self._settings(line) for line in forces]
            if not army.units and self._ghost is None:
                return [*lines, ListLine("#empty", self._nothing(army), heading=True)]
            lines += self._units(army, worst, spaced=height >= SPACIOUS)
        if len(lines) > height:
            lines = [line for line in lines if not line.id.startswith(GAP)]
        if self.order is not Order.FORMATION:
            return lines
        roles = grouped(army, self._roles)
        return lines + below(army, roles, self._session.shares, self._width, height - len(lines))

    def _nothing(self, army: Army) -> Content:
        """What an empty army says: what there is to spend, and the key."""
        many, limit = army.vocabulary.terms.unit.many, self._session.limit
        text = _("No {units}.").format(units=many)
        if limit and army.has_points:
            text = _("No {units}: {points} to spend.").format(units=many, points=points(army, limit))
        action = BY_ID["add-unit"]
        key = Content.assemble((key_names(action.keys)[0], "bold $accent"), " ", (_("add"), "$dim"))
        lines = wrap(text, self._width)  # Textual would part a number at the space that groups it
        gap = "  " if columns(lines[-1]) + 2 + key.cell_length <= self._width else "\n"
        return Content.assemble(("\n".join(lines), "$dim"), gap, clickable(key, action.handler))

    def _units(self, army: Army, worst: dict[str, str], *, spaced: bool) -> Iterator[ListLine]:
        shares = self._session.shares
        match self.order:
            case Order.FORMATION:
                yield from self._tree(army, self._with_ghost(army.units), worst, sorted_by=self._rank, spaced=spaced)
            case Order.ROLE:
                for role, units in grouped(army, self._roles, self._with_ghost(army.units)):
                    yield self._heading(f"#{role}", role_name(army, role), units, bounds(shares.get(role)))
                    yield from self._tree(army, units, worst, flat=True)
            case Order.POINTS | Order.FILE:
                yield from self._tree(army, self._arranged(army, self._with_ghost(army.units)), worst, flat=True)

    def _with_ghost(self, units: Sequence[Unit]) -> Sequence[Unit]:
        return (*units, self._ghost) if self._ghost is not None else units

    def _arranged(self, army: Army, units: Iterable[Unit]) -> list[Unit]:
        """The units of a force in an order that needs no tree and no headings."""
        match self.order:
            case Order.ROLE:
                roles = {role: place for place, role in enumerate(self._roles)}
                return sorted(units, key=lambda unit: roles.get(unit.role, len(roles)))
            case Order.POINTS:
                return sorted(units, key=lambda unit: -(price_of(army, unit) or 0))
        return list(units)

    def _rank(self, branches: list[Branch]) -> tuple[bool, int]:
        """Warlord's first, then by the role of who stands first."""
        roles, first = list(self._roles), branches[0].unit.role
        led = any(branch.unit.warlord for branch in branches)
        return not led, roles.index(first) if first in roles else len(roles)

    def _by_force(
        self, army: Army, forces: Sequence[ForceLine], worst: dict[str, str], *, spaced: bool
    ) -> Iterator[ListLine]:
        """Forces below those they belong to. Only whole armies have a line for their settings: what else there may be to
        set is shown with the cursor on the heading. ``spaced``: with a blank line between forces."""
        called = {view.id: (view.faction, view.subfaction.name if view.subfaction else "") for view in army.forces}
        for place, force in enumerate(forces):
            if spaced and place:
                yield ListLine(f"{GAP}{force.id}", Content(" "), heading=True)
            indent = "  " * force.depth
            left = Content.styled(indent + local(army, force.name), "bold $head")
            beside = " ".join(local(army, word) for word in called.get(force.id, ()) if word)
            if beside:
                left = Content.assemble(left, (f" {beside}", "$head"))
            amount = bare_price(army, force.points) if force.points else glyphs().dash if price_word(army) else ""
            total = Content.styled(amount, "$dim")
            yield ListLine(force.id, both_ends(left, total, self._width))
            if not force.depth:
                yield self._settings(force)
            units = self._arranged(army, (one for one in self._with_ghost(army.units) if one.force == force.id))
            yield from self._tree(army, units, worst, indent, flat=self.order is not Order.FORMATION)

    def _tree(
        self,
        army: Army,
        units: Sequence[Unit],
        worst: dict[str, str],
        indent: str = "",
        *,
        flat: bool = False,
        sorted_by: Callable[[list[Branch]], Any] | None = None,
        spaced: bool = False,
    ) -> Iterator[ListLine]:
        """The lines of units: as they lead each other and ride, or ``flat``, one below the other; ``spaced``: with a blank line
        around every formation."""
        formation = self._session.formation
        if flat:
            found = [[Branch(unit, load=formation.loads.get(unit.id))] for unit in units]
        else:
            found = formations(formation, units)
            if sorted_by is not None:
                found.sort(key=sorted_by)
        for before, branches in zip([[], *found], found, strict=False):
            if spaced and before and max(len(before), len(branches)) > 1:
                yield ListLine(f"{GAP}{branches[0].unit.id}", Content(" "), heading=True)
            for branch in branches:
                yield self._unit(army, branch, worst.get(branch.unit.id, ""), indent, flat=flat)

    def _settings(self, force: ForceLine) -> ListLine:
        words = self._session.system.vocabulary
        text = Content.assemble(f"{glyphs().settings} ", (in_game(SETTINGS_OF, words), "$dim"))
        if beside := self._budgets(force, self._width - text.cell_length - 2):
            return ListLine(force.id + SETTINGS, both_ends(text, beside, self._width))
        return ListLine(force.id + SETTINGS, text.truncate(self._width, ellipsis=True))

    def _budgets(self, force: ForceLine, room: int) -> Content:
        """What the header tells in larger windows, on the first line."""
        is_first = force.id == next(iter(self._session.forces.lines())).id
        return used(self._session, room) if is_first and has_one_pane(self.app.size) else Content()

    def _heading(self, line_id: str, name: str, units: Sequence[Unit], bounded: str = "") -> ListLine:
        army = self._session.army
        total = bare_price(army, sum(price_of(army, unit) or 0 for unit in units)) if units else ""
        left = Content.assemble((name, "bold $head"), (f"  {bounded}" if bounded else "", "$dim"))
        return ListLine(line_id, both_ends(left, Content.styled(total, "$dim"), self._width), heading=True)

    def _unit(self, army: Army, branch: Branch, severity: str, indent: str, *, flat: bool) -> ListLine:
        if branch.unit is self._ghost:
            return self._would_be(army, branch.unit, indent)
        room = Room(self._width, self._widest, bool(self.size))
        return self._unit_lines.line(army, branch, severity, indent, room, flat=flat)

    def _would_be(self, army: Army, unit: Unit, indent: str) -> ListLine:
        """The line of a unit that is not in the army."""
        models = f" {glyphs().times}{unit.model_count}" if unit.model_count > 1 else ""
        points = bare_price(army, price_of(army, unit)).rjust(self._widest)
        room = max(4, self._width - len(indent) - 2 - len(models) - len(points) - 1)
        name = Content(unit_name(army, unit)).truncate(room, ellipsis=True)
        line = both_ends(Content.assemble(indent, "+ ", name, models), Content(points), self._width)
        return ListLine(unit.id, clickable(line.stylize("$good"), BY_ID["add-and-stay"].handler), heading=True)


def role_order(army: Army) -> list[str]:
    """Roles of the army, in the order of the browser."""
    rank = army.vocabulary.role_rank
    return sorted({unit.role for unit in army.units}, key=lambda role: (rank(role), role))


def grouped(army: Army, order: Sequence[str], units: Sequence[Unit] | None = None) -> list[tuple[str, list[Unit]]]:
    """Units by role: roles in the order given (others last), units in the order of the list. ``units``: other than those of the
    army."""
    groups: dict[str, list[Unit]] = {}
    for unit in army.units if units is None else units:
        groups.setdefault(unit.role, []).append(unit)
    place = {role: index for index, role in enumerate(order)}
    return sorted(groups.items(), key=lambda group: place.get(group[0], len(place)))


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
