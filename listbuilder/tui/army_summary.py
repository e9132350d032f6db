"""What stands below the units of an army where there is room: enhancements, what starts off the table, points by role."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from textual.content import Content

from listbuilder.army import Army, Unit
from listbuilder.army.prices import enhancement_prices, price_of, price_word
from listbuilder.catalogue.terms import capital
from listbuilder.i18n import _, number
from listbuilder.rules.shares import RoleShare
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.told_apart import told_name
from listbuilder.tui.widgets.list_pane import ListLine
from listbuilder.tui.wording import bare_price, both_ends, local, reserves_state, role_name

Rows = list[tuple[Content, Content]]  # the two ends of lines
LEAST_NAME = 12  # cells


def below(
    army: Army, roles: Sequence[tuple[str, list[Unit]]], shares: Mapping[str, RoleShare], width: int, room: int
) -> list[ListLine]:
    """As many of the sections as there is room for, the points by role at the bottom. ``roles``: the units of each."""
    bars = _section("role", _("By role"), _by_role(army, roles, shares, width), width)
    if len(bars) > room:
        return []
    found: list[ListLine] = []
    terms = army.vocabulary.terms
    for name, title, rows in (
        ("enhancement", capital(str(terms.enhancement.many)), list(_enhancements(army))),
        ("off", _("Starts off the table"), list(_off_table(army))),
    ):
        section = _section(name, title, rows, width)
        if rows and len(found) + len(section) + len(bars) < room:
            found += section
    gap = room - len(found) - len(bars)
    padding = [ListLine(f"#pad-{n}", Content(" "), heading=True) for n in range(gap)] if bars else []
    return [*found, *padding, *bars]


def _section(name: str, title: str, rows: Rows, width: int) -> list[ListLine]:
    """A blank line, a heading and its lines; nothing without lines."""
    if not rows:
        return []
    texts = [Content(" "), Content.styled(title, "bold $head"), *(both_ends(*row, width) for row in rows)]
    return [ListLine(f"#{name}-{n}", text, heading=True) for n, text in enumerate(texts)]


def _by_role(army: Army, roles: Sequence[tuple[str, list[Unit]]], shares: Mapping[str, RoleShare], width: int) -> Rows:
    """What is spent on each role, with a bar."""
    sums = {role: sum(price_of(army, unit) or 0 for unit in units) for role, units in roles}
    spent = {role: points for role, points in sums.items() if points}
    most = max(spent.values(), default=0)
    if not most or len(spent) < 2 or not price_word(army):
        return []
    said = {role: " ".join(filter(None, (role_name(army, role), bounds(shares.get(role))))) for role in spent}
    names = {role: Content(text).truncate(width * 3 // 5, ellipsis=True) for role, text in said.items()}
    widest = max(name.cell_length for name in names.values())
    rows: Rows = []
    for role, points in spent.items():
        figure = f"{bare_price(army, points):>6}"
        bar = glyphs().bar * int(max(0, width - widest - len(figure) - 4) * points / most)
        left = Content.assemble(
            (names[role].plain, "$dim"), " " * (widest - names[role].cell_length + 2), (bar, "$line")
        )
        rows.append((left, Content(figure)))
    return rows


def _enhancements(army: Army) -> Iterator[tuple[Content, Content]]:
    """Each that is taken, with its bearer and price."""
    for unit in army.units:
        for one in unit.enhancements:
            name = Content.assemble((f"{glyphs().enhancement} ", "$dim"), local(army, one.name), "  ")
            prices = " ".join(enhancement_prices(army, unit, one))
            yield Content.assemble(name, (told_name(army, unit), "$dim")), Content.styled(prices, "$dim")


def _off_table(army: Army) -> Iterator[tuple[Content, Content]]:
    """Each unit that does, with how, and what it costs with all that starts with it: leaders and passengers."""
    beside = {**army.declarations.attach, **army.declarations.embark}
    for unit in army.units:
        state = reserves_state(army, unit.id)
        if state:
            costs = [price_of(army, one) for one in army.units if unit.id in _on_the_way(one.id, beside)]
            cost = sum(one for one in costs if one is not None) if any(one is not None for one in costs) else None
            title = army.vocabulary.state_title(state).lower()
            left = Content.assemble("  ", told_name(army, unit), "  ", (title, "$dim"))
            yield left, Content.styled(bare_price(army, cost), "$dim")


def _on_the_way(unit_id: str, beside: Mapping[str, str]) -> list[str]:
    """The unit, what it is declared to join or board, and so on."""
    found = [unit_id]
    while (there := beside.get(found[-1])) is not None and there not in found:
        found.append(there)
    return found


def bounds(share: RoleShare | None) -> str:
    """Between which points the units of a role have to cost: ≥ 500; empty where nothing bounds them."""
    if share is None:
        return ""
    stated = ((glyphs().at_least, share.at_least), (glyphs().at_most, share.at_most))
    return " ".join(f"{sign} {number(value, grouped=True)}" for sign, value in stated if value is not None)
