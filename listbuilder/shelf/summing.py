"""From a list to what the shelf shows of it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain

from msgspec import Struct

from listbuilder import budget
from listbuilder.army import Army, Unit
from listbuilder.army.difference import points as sides
from listbuilder.army.prices import price_of, price_word
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.states import STRATEGIC
from listbuilder.errors import UNJUDGED, WARNING, InputError
from listbuilder.exchange import formats
from listbuilder.i18n import Text, in_language, language
from listbuilder.replacing import replace
from listbuilder.report.checking import Job, open_list
from listbuilder.report.entry import Entry
from listbuilder.report.hiding import nothing
from listbuilder.report.record import JUDGED, OPEN, ListReport, failed, number
from listbuilder.rules.formation_tree import Branch, counts_passengers, formations
from listbuilder.rules.gauges import Gauge
from listbuilder.shelf.kept import HELD, STRIKES, TRANSPORT, WARLORD, Gauged, Kept, Newer, TreeLine
from listbuilder.sources.cache import without_gc
from listbuilder.terminal import one_line
from listbuilder.validation import Validated, succession, validate
from listbuilder.validation.problems import other_data
from listbuilder.validation.succession import Succession

MOST_LINES = 200  # of the army, that are kept
MOST_NEWS = 8
LONGEST = 2000  # characters of notes, and of a reason


class Question(Struct, frozen=True):
    """By what the lists are judged."""

    job: Job = Job()


def summed(entry: Entry, question: Question) -> Kept:
    """What the shelf shows of a list; of one that cannot be read, why, without a word of what is in it."""
    with without_gc(), budget.metered():
        try:
            form = _form(entry)
            with closing(open_list(entry, question.job)) as validated:
                return _kept(validated, form)
        except InputError as error:
            return _unread(failed(entry.name, error, nothing))
        except Exception as error:  # a list must not take the others with it
            text = Text("this is a bug in listbuilder: {error}", {"error": type(error).__name__})
            return _unread(failed(entry.name, InputError(text, rule="bug")))


def lost(entry: Entry, _question: Question, reason: Text) -> Kept:
    """What is shown of a list whose process died while it judged it."""
    return _unread(failed(entry.name, InputError(reason, rule="process-ended")))


def systems(kept: Kept) -> tuple[str, ...]:
    """What the game and the faction of a list may be called in it."""
    return kept.system, kept.faction


def _form(entry: Entry) -> str:
    """What the format of the list is called, with its style where it has several."""
    suffix = entry.path.suffix if entry.path is not None else entry.suffix
    with contextlib.suppress(InputError):
        return formats.called(entry.text(), suffix)[-1]
    return ""


def _unread(record: ListReport) -> Kept:
    first = record.findings[0] if record.findings else None
    message = one_line(first.message)[:LONGEST] if first is not None else ""
    return Kept(record.state, message=message, line=first.line if first is not None else 0)


def _kept(validated: Validated, form: str) -> Kept:
    army, system = validated.army, validated.system
    counts = [one.severity for one in validated.findings]
    newer, dearer = _newer(validated)
    return Kept(
        OPEN if validated.verdict == "unjudged" else JUDGED,
        form,
        validated.verdict,
        army.name,
        army.system,
        in_language(system.name) if system.name else army.system,
        _local(army, army.faction_name),
        tuple(_local(army, one.name) for one in army.detachments),
        _local(army, army.battle_size.name) if army.battle_size is not None else "",
        number(army.points) if army.has_points else None,
        number(army.limit) if army.has_points else None,
        str(army.vocabulary.terms.points),
        counts.count("error"),
        counts.count(WARNING),
        counts.count(UNJUDGED),
        tuple(map(_gauged, validated.checked.gauges)) if validated.checked is not None else (),
        newer,
        validated.bound.roster.notes[:LONGEST],
        tuple(_tree(validated, dearer))[:MOST_LINES],
        system_short=in_language(system.short) if system.short else "",
    )


def _local(army: Army, text: str) -> str:
    return one_line(army.localise(text, language()))


def _gauged(one: Gauge) -> Gauged:
    used = one.used
    return Gauged(
        in_language(one.name),
        number(used.found),
        None if used.most is None else number(used.most),
        used.at_least == used.at_most == 1,
        used.is_over or used.is_short,
    )


# --- newer data ---------------------------------------------------------------------------------------------------------


def _newer(validated: Validated) -> tuple[Newer | None, dict[str, Number]]:
    """Whether the data are newer than those that the list was made with, and what each unit costs more since, by its id."""
    bound, pin = validated.bound, validated.bound.data.pin
    if not other_data(bound):
        return None, {}
    date = str(pin.dated)
    older = succession.over_older(bound)
    if older is None:
        return Newer(date), {}
    with closing(validate(older)) as before:
        found = succession.compare(before, validated)
        return _changed(found, date), dict(_dearer(found))


def _changed(found: Succession, date: str) -> Newer:
    news = tuple(one_line(str(one.message)) for one in found.news[:MOST_NEWS])
    return Newer(date, len(found.prices), number(found.before.army.points), found.before.verdict, news)


def _dearer(found: Succession) -> Iterator[tuple[str, Number]]:
    for change in found.prices:
        was, now = sides(change)
        if change.after is not None and was is not None and now is not None:
            yield change.after.id, now - was


# --- the army -----------------------------------------------------------------------------------------------------------


def _tree(validated: Validated, dearer: dict[str, Number]) -> Iterator[TreeLine]:
    """The units as they lead each other and ride, below their forces where there are several."""
    army = validated.army
    held = {unit.force for unit in army.units}
    views = [view for view in army.forces if view.id in held]
    if len(views) < 2:
        yield from _formations(validated, army.units, dearer)
        return
    for view in views:
        units = [unit for unit in army.units if unit.force == view.id]
        inside = _inside(army, view.id)
        total = sum(one.points for one in army.forces if one.id in inside)
        total += sum(price_of(army, unit) or 0 for unit in army.units if unit.force in inside)
        yield TreeLine(_local(army, view.name), points=_price(army, total), heading=True)
        yield from _formations(validated, units, dearer)


def _inside(army: Army, force: str) -> set[str]:
    """The ids of a force and of all forces in it, which come after it in the order of the army."""
    found = {force}
    for view in army.forces:
        if view.parent in found:
            found.add(view.id)
    return found


def _formations(validated: Validated, units: Iterable[Unit], dearer: dict[str, Number]) -> Iterator[TreeLine]:
    found = formations(validated.formation, units)
    found.sort(key=lambda branches: not any(one.unit.warlord for one in branches))
    notes = _notes(validated)
    counted = counts_passengers(validated.system)
    for branch in chain.from_iterable(found):
        line = _line(validated.army, branch, dearer.get(branch.unit.id), notes.get(branch.unit.id, ""))
        load = branch.load
        yield replace(line, places=load.places) if load is not None and load.is_told(counted=counted) else line


def _notes(validated: Validated) -> dict[str, str]:
    """What the player noted on units, by their ids."""
    nodes = validated.bound.roster.nodes
    found = ((unit.id, nodes.get(unit.id)) for unit in validated.army.units)
    return {unit: node.custom_notes[:LONGEST] for unit, node in found if node is not None and node.custom_notes}


def _line(army: Army, branch: Branch, more: Number | None, notes: str) -> TreeLine:
    unit = branch.unit
    name = one_line(unit.name) if unit.name != unit.datasheet else _local(army, unit.datasheet)
    return TreeLine(
        name,
        unit.model_count,
        branch.path,
        _sign(army, unit),
        tuple(_local(army, one.name) for one in unit.enhancements),
        _price(army, price_of(army, unit)),
        number(more) if more else None,
        notes,
    )


def _sign(army: Army, unit: Unit) -> str:
    if unit.warlord:
        return WARLORD
    declared = army.declarations
    held = STRATEGIC if unit.id in declared.strategic_reserves else declared.reserves.get(unit.id, "")
    if held:
        state = army.vocabulary.state(held)
        return STRIKES if state is not None and state.ability else HELD
    return TRANSPORT if unit.transport else ""


def _price(army: Army, value: Number | None) -> str | None:
    return number(value) if value is not None and price_word(army) else None
