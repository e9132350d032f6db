"""Game data as text: a system, a faction, an installed data set."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from listbuilder.army import roles
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.system import System
from listbuilder.i18n import _, in_language, language, ngettext
from listbuilder.print.datasheet import role_heading
from listbuilder.report.record import number
from listbuilder.session.session import Session
from listbuilder.session.views import DatasheetChoice, Named
from listbuilder.terminal import PLAIN, Terminal, one_line, table

if TYPE_CHECKING:
    from listbuilder.sources.store.installed import Description


def system_text(system: System, factions: list[Named], terminal: Terminal = PLAIN) -> str:
    """Battle sizes, factions, and the number of rules."""
    sizes = [(one.id, in_language(one.name), number(one.points) or "") for one in system.battle_sizes]
    return "".join(
        [
            terminal.paint(f"{in_language(system.name)} ({system.id})", "bold") + "\n",
            f"\n{system.vocabulary.terms.battle_size.many.title}\n" + table(sizes, "  ") if sizes else "",
            f"\n{_('Factions')}\n" + table([(one.id, one.name, one.note) for one in factions], "  "),
            "\n" + _("{number} rules; list them with: listbuilder explain").format(number=len(system.rules)) + "\n",
        ]
    )


def installed_system_text(name: str, factions: list[Named], terminal: Terminal = PLAIN) -> str:
    """The factions of a game system of which only an installed set has data."""
    rows = table([(one.name, one.note) for one in factions], "  ")
    return terminal.paint(name, "bold") + f"\n\n{_('Factions')}\n{rows}"


def places_of_units(session: Session) -> Iterator[str]:
    """Ids of the forces that datasheets may be offered to: those that the list begins with, then one of each kind that may be
    added to these, which is there until the next one is asked for."""
    begun = [line.id for line in session.forces.lines()]
    yield from (force for force in begun if session.forces.is_frame(force) is not True)
    for parent in begun:
        for kind in session.forces.choices(parent, to_fill=True):
            yield session.add_force(kind.id, parent)
            session.undo()


def _units(session: Session) -> list[DatasheetChoice]:
    """The datasheets that the forces of the list are offered, and those of the first kind of force that may be added to them, by
    role and name."""
    begun = {line.id for line in session.forces.lines()}
    found: dict[str, DatasheetChoice] = {}
    for place in places_of_units(session):
        found = {line.id: line for line in session.datasheets(place)} | found
        if place not in begun:
            break
    rank = session.system.vocabulary.role_rank
    return sorted(found.values(), key=lambda line: (rank(line.role), line.role, line.name))


def contingents(session: Session) -> list[Named]:
    """The fixed groups of units that the army may have."""
    army = session.forces.get("").id
    return [one for one in session.forces.choices(army) if one not in session.forces.choices(army, to_fill=True)]


def faction_text(session: Session, terminal: Terminal = PLAIN) -> str:
    """Detachments, what else armies choose, and datasheets, with points."""
    army, words = session.army, session.system.vocabulary

    def name(text: str) -> str:
        return army.localise(text, language())

    def priced(points: Number | None) -> str:
        return (number(points) or "") if army.has_points else ""

    title = name(army.faction_name) or army.faction
    date = str(army.data.dated) if army.data else ""
    parts = [terminal.paint(f"{title} ({army.system})", "bold") + (f", {date}" if date else "") + "\n"]
    detachments = [(one.id, one.name, one.note) for one in session.detachments()]
    if detachments:
        parts.append(f"\n{words.terms.detachment.many.title}\n" + table(detachments, "  "))
    for heading, rows in _choosable(session):
        parts.append(f"\n{heading}\n" + table(rows, "  "))
    legends = words.terms.legends.title
    lent = [(name(one.name), priced(one.points), one.note) for one in contingents(session)]
    for role, lines in groupby(_units(session), key=lambda line: line.role):
        rows = [(name(line.name), priced(line.points), legends if line.legends else "") for line in lines]
        parts.append(f"\n{role_heading(words, role, name) or _('Others')}\n" + table(rows, "  "))
    if lent:
        kinds = (in_language(kind.name) for kind in session.system.forces if kind.contingents)
        parts.append(f"\n{', '.join(kinds)}\n" + table(lent, "  "))
    return "".join(parts)


def _choosable(session: Session) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """What armies choose besides size and detachment: the heading of each kind that the system states, and its entries with what
    they cost."""
    words, currency = str(session.system.vocabulary.terms.points), session.builder.points_type
    for kind in session.system.choices:
        rows = []
        for option in session.choices.choices(lambda root, kind=kind: kind.has_name(root.name)):  # type: ignore[misc]
            price = {cost.type_id: cost.value for cost in option.merged.costs}.get(currency)
            name = roles.plain_title(session.localise(option.name))
            rows.append((option.local_id, name, f"{price} {words}" if price else ""))
        if rows:
            yield in_language(kind.plural or kind.name), rows


def set_text(description: Description, terminal: Terminal = PLAIN) -> str:
    """Where a data set is from, its catalogues, and what is wrong with it."""
    item = description.installed
    facts = [
        (_("game system") + ":", ", ".join(name for _word, name in item.systems)),
        (_("origin") + ":", f"{item.origin} ({item.kind})"),
        (_("date") + ":", item.date),
        (_("revision") + ":", item.revision),
        ("sha256:", item.sha256),
    ]
    parts = [terminal.paint(item.name, "bold") + "\n", table([fact for fact in facts if fact[1]], "  ")]
    for game in description.games:
        catalogues = [(one.name, _("library") if one.library else "", one.revision) for one in game.catalogues]
        title = _("Catalogues") if len(description.games) == 1 else game.header.name
        parts.append(f"\n{title}\n" + table(catalogues, "  "))
    problems = [*description.missing, *description.problems]
    if problems:
        count = ngettext("{number} problem", "{number} problems", len(problems)).format(number=len(problems))
        parts.append(f"\n{count}\n" + "".join(f"  {one_line(str(problem))}\n" for problem in problems))
    if description.unknown:
        words = ", ".join(f"{name} ({count})" for name, count in description.unknown.items())
        parts.append("\n" + _("Unknown vocabulary: {words}").format(words=words) + "\n")
    return "".join(parts)
