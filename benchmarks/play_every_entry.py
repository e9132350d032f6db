"""Adds every selectable root entry of every catalogue of an installed data set once, with its defaults.

    python benchmarks/play_every_entry.py SET [-v]

Reports crashes (there must be none), entries whose defaults violate their own constraints (with the reason), how many of
these remain after a session has completed the unit, vocabulary that the reader does not know, and time. Entries go into the
force that has a place for them; in armies made of regiments, into a regiment or else an auxiliary force.
"""

from __future__ import annotations

import statistics
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from listbuilder.catalogue.library import Option
from listbuilder.engine import Violation, actions
from listbuilder.engine.builder import force_accepts
from listbuilder.roster.tree import Force, Selection
from listbuilder.session import Session
from listbuilder.sources.registry import store

WIDER = frozenset({"force", "roster", "primary-catalogue"})  # bounds that are not the entry's own
NO_DEFAULT, NO_CHOICE = "data: no default named", "data: nothing to choose from just now"
MESSAGE, SELF_HIDING, OTHER = "data: message of its own", "data: hides itself", "other"


@dataclass
class Tally:
    """What was seen of a set."""

    catalogues: int = 0
    entries: int = 0
    hidden: int = 0
    seconds: list[float] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)
    broken: dict[str, str] = field(default_factory=dict)  # entry -> reason
    left: dict[str, str] = field(default_factory=dict)  # entry -> what is wrong although completed


def own(session: Session, root: Selection) -> list[Violation]:
    """What is wrong inside a selection by itself, bounds of army and force apart."""
    return [
        item
        for item in session.engine.violations()
        if isinstance(item.node, Selection)
        and item.node.root is root
        and item.kind not in ("warning", "info")
        and not (item.constraint is not None and item.constraint.scope in WIDER)
        and not (item.kind == "hidden" and item.node is root)  # it hides itself once it is there
    ]


def reason(session: Session, item: Violation) -> str:
    """Why defaults break a bound: the data demand a choice and name none, offer none, forbid it in words …"""
    node = item.node
    assert isinstance(node, Selection)
    if item.constraint is None:
        return MESSAGE if item.kind == "error" else OTHER
    group = next((group for group in node.option.groups if item.entry_id in group.ids), None)
    if item.kind not in ("min", "exactly") or group is None:
        return SELF_HIDING if session.engine.state(node.root).hidden else OTHER
    if all(session.engine.choice(node, entry).hidden for entry in group.entries):
        return NO_CHOICE
    return OTHER if any(group.default_id and group.default_id in entry.id for entry in group.entries) else NO_DEFAULT


def forces(session: Session) -> list[Force]:
    """The army, and below it a force of each kind that it may always have."""
    army = session.roster.forces[0]
    for choice in session.forces.choices(army.id):
        if choice.name.startswith(("Regiment", "Aux")):
            session.add_force(choice.id, army.id)
    return list(session.roster.walk_forces())


def offered(session: Session) -> Iterator[tuple[Force, Option, bool]]:
    """Every root entry with a force that has a place for it, and whether the data hide it there."""
    places = forces(session)
    for option in session.roster.library.root_options(places[0].catalogue_id):
        choices = [(force, session.engine.choice(force, option)) for force in places]
        fitting = [(force, choice) for force, choice in choices if force_accepts(force, choice.categories)]
        force, choice = min(fitting, key=lambda pair: pair[1].hidden, default=choices[0])
        yield force, option, choice.hidden or not fitting


def play(session: Session, tally: Tally) -> None:
    """Adds every entry of one catalogue, looks, and takes it away again."""
    for force, option, hidden in list(offered(session)):
        if hidden:
            tally.hidden += 1
            continue
        tally.entries += 1
        name = f"{session.army.faction_name}: {option.name}"
        try:
            add(session, force, option, tally, name)
        except Exception as error:  # the very thing that is looked for
            where = traceback.extract_tb(error.__traceback__)[-1]
            tally.crashes.append(f"{name}: {error!r} at {where.filename}:{where.lineno}")


def add(session: Session, force: Force, option: Option, tally: Tally, name: str) -> None:
    started = time.perf_counter()
    edit, selection = actions.select(session.engine, force, option)
    with session.history.step("add"):
        session.history.do(edit)
        found = own(session, selection)
        tally.seconds.append(time.perf_counter() - started)
        if found:
            tally.broken[name] = reason(session, found[0])
        session.editor.complete(selection)
    try:
        left = own(session, selection)
        if left:
            tally.left[name] = f"{left[0].message} ({reason(session, left[0])})"
        assert session.findings is not None
        assert session.army.points >= 0
        session.rows(selection.id)
    finally:
        session.undo()


def table(tally: Tally, name: str, seconds: float) -> Iterator[str]:
    times = sorted(value * 1000 for value in tally.seconds) or [0.0]
    yield f"{name}: {tally.catalogues} catalogues, {tally.entries} entries added, {tally.hidden} hidden by the data"
    yield f"  crashes                                  {len(tally.crashes)}"
    yield f"  defaults break bounds of their own       {len(tally.broken)}"
    for why, count in Counter(tally.broken.values()).most_common():
        yield f"    {why:<38} {count}"
    yield f"  still broken when completed              {len(tally.left)}"
    for why, count in Counter(text.rsplit(" (", 1)[1].rstrip(")") for text in tally.left.values()).most_common():
        yield f"    {why:<38} {count}"
    unknown = store().show(name).unknown
    yield f"  unknown vocabulary                       {sum(unknown.values())} {unknown or ''}"
    p95 = times[int(len(times) * 0.95)]
    yield f"  one entry with findings of the data      median {statistics.median(times):.1f} ms, p95 {p95:.1f} ms"
    yield f"  in all                                   {seconds:.0f} s"


def main(name: str, verbose: bool) -> int:
    tally, started = Tally(), time.perf_counter()
    for system, _title in store().get(name).systems:
        for faction in Session.factions(system):
            try:
                session = Session.new(system, faction.id)
            except Exception as error:
                tally.crashes.append(f"{faction.name}: {error!r}")
                continue
            tally.catalogues += 1
            play(session, tally)
    print(*table(tally, name, time.perf_counter() - started), sep="\n")
    listed = tally.crashes + [f"{entry}: {message}" for entry, message in tally.left.items()]
    if verbose:
        listed += [f"{entry}: {why}" for entry, why in tally.broken.items()]
    print(*listed, sep="\n")
    return 1 if tally.crashes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "-v" in sys.argv[2:]))
