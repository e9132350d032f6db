"""Places the units of a read list into forces of native data: by the headings that they stand under, or as a roster does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.exchange.binding.names import stem
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.reading.record import ForceRecord, ListRecord, UnitRecord, Word
from listbuilder.expressions import expression
from listbuilder.naming import fold

if TYPE_CHECKING:
    from listbuilder.catalogue.system import Contingent, ForceKind, System
    from listbuilder.sources.dataset import Loaded

Facts = dict[str, Any]
NUMBER = expression(r"\s\d+$")
PRICE = expression(r"\s-?\d+\s?[A-Z]{1,3}$")  # behind the name of a force: -2CP
SUBFACTION = expression(r"^(?P<kind>[^][]+) \[(?P<subfaction>[^][]+)\]$")
FACTION = expression(r"^(?P<kind>.+?) \((?P<faction>[^()]+(?:\([^()]*\))?)\)$")


def place(
    record: ListRecord, units: Sequence[tuple[UnitRecord, Facts]], system: System, problems: Problems
) -> tuple[list[Facts], list[tuple[Facts, int]]]:
    """The units that stand in no force, and the forces with theirs and their lines. A force's heading that the game does not know
    is named; its units are then in none, and what depends on where they stand is not judged."""
    held: dict[int, list[Facts]] = {}
    for unit, facts in units:
        held.setdefault(unit.heading.line if unit.heading else 0, []).append(facts)
    apart = held.pop(0, [])
    forces: list[tuple[Facts, int]] = []
    for heading in _headings(record):
        mine = held.get(heading.line, [])
        found = _force(heading.text, system)
        if found is not None:
            forces.append((found | {"units": mine}, heading.line))
            continue
        apart += mine
        if system.forces or system.vocabulary.role(heading.text) is None:
            known = (kind.name.get("en", kind.id) for kind in system.forces)
            name = SUBFACTION.sub(r"\g<kind>", heading.text)
            problems.unknown("force", name, heading.line, known, of_army=True)
    return apart, forces


def place_saved(
    record: ListRecord, units: Sequence[tuple[UnitRecord, Facts]], data: Loaded, problems: Problems
) -> tuple[list[Facts], list[tuple[Facts, int]]]:
    """The same for the forces of a saved roster. The settings of a force that name its subfaction are no choices of the army."""
    apart: list[Facts] = []
    forces: list[tuple[Facts, int]] = []
    for number, force in enumerate(record.forces):
        mine = [facts for unit, facts in units if unit.force == number]
        kind = data.system.force_kind(force.name, PRICE.sub("", force.name))
        if kind is None:
            apart += mine
            known = (one.name.get("en", one.id) for one in data.system.forces)
            problems.unknown("force", force.name, force.line, known, of_army=True)
            continue
        facts: Facts = {"force": kind.id, "units": mine}
        if force.catalogue and force.catalogue != record.forces[0].catalogue:
            facts["faction"] = force.catalogue
        named = _subfaction(force, data)
        if named is not None:
            facts["subfaction"] = named[0]
            record.choices.remove(named[1])
        forces.append((facts, force.line))
    return apart, forces


def _subfaction(force: ForceRecord, data: Loaded) -> tuple[str, tuple[str, Word]] | None:
    """The subfaction that a setting names, by its id, and that setting; data may write its sort before it: Dynasty: Novokh."""
    known = {
        fold(option.name): option.local_id
        for root in data.library.root_options(data.faction.id)
        if root.purpose is EntryPurpose.SUBFACTION
        for option in root.entries
    }
    meant = {fold(name): fold(other) for name, other in data.system.list_names.items()}
    for label, word in force.settings:
        names = [fold(word.text), fold(word.text.rpartition(": ")[2])]
        found = next((known[name] for one in names for name in (one, meant.get(one, one)) if name in known), "")
        if found:
            return found, (label, word)
    return None


def below_contingents(record: ListRecord, system: System) -> frozenset[int]:
    """Makes the lines that name contingents the headings of the units below them, where units stand under a heading that means
    contingents, and returns the places of what is then no unit: these lines, and what contingents bring besides units. A
    contingent may be called like its only unit: it has the price."""
    apart: set[int] = set()
    holder: Word | None = None
    kind: ForceKind | None = None
    for number, unit in enumerate(record.units):
        around = system.force_kind(unit.heading.text) if unit.heading is not None else None
        if around is None or not around.contingents:
            continue
        if unit.points is not None or holder is None:
            holder, kind = Word(unit.name, unit.line), system.force_kind(unit.name, unit.also)
            apart.add(number)
        elif kind is not None and kind.contingent is not None and _is_brought(unit, kind.contingent):
            apart.add(number)
        unit.heading = holder
    return frozenset(apart)


def _is_brought(unit: UnitRecord, contingent: Contingent) -> bool:
    return stem(unit.name) in map(stem, contingent.brings)


def _headings(record: ListRecord) -> Iterable[Word]:
    """All headings, also those that no unit stands under."""
    stated = [*record.headings, *(unit.heading for unit in record.units if unit.heading)]
    return list({one.line: one for one in stated}.values())


def _force(heading: str, system: System) -> Facts | None:
    """The kind of force that a heading names, which may end in a number, behind it the faction that the force has in round
    brackets and the subfaction in square ones, and the player's own name for it behind a colon."""
    title, _, own = heading.replace("’", "'").partition(": ")
    part = SUBFACTION.match(title)
    title = part["kind"] if part else title
    named = FACTION.match(title)
    for text, faction in ((title, ""), *([(named["kind"], named["faction"])] if named else ())):
        kind: ForceKind | None = system.force_kind(text, NUMBER.sub("", text))
        if kind is not None:
            said = {"name": own, "faction": faction, "subfaction": part["subfaction"] if part else ""}
            return {"force": kind.id, **{key: value for key, value in said.items() if value}}
    return None
