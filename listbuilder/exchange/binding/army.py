"""Binds a whole read list over the data that were chosen for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from listbuilder import budget
from listbuilder.army import roles
from listbuilder.army.roles import plain_title
from listbuilder.errors import InputError, Place
from listbuilder.exchange.binding import alone, demanded, legends, misplaced, run_on, twins, unread
from listbuilder.exchange.binding.agreement import compare
from listbuilder.exchange.binding.attached import declare
from listbuilder.exchange.binding.choice import Choice, choose, detachments_of, find_in, is_native, units_of
from listbuilder.exchange.binding.community import UnitBinder
from listbuilder.exchange.binding.editions import bind_best
from listbuilder.exchange.binding.filling import fill, note_unstated, warlords
from listbuilder.exchange.binding.forces import Forces, army_force, new_army
from listbuilder.exchange.binding.header import find_detachments
from listbuilder.exchange.binding.heroes import promote
from listbuilder.exchange.binding.names import stem
from listbuilder.exchange.binding.numbers import double, number
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.binding.settings import Settings
from listbuilder.exchange.binding.together import together
from listbuilder.exchange.binding.unlabelled import label
from listbuilder.exchange.reading.record import ListRecord, UnitRecord, Word, walk
from listbuilder.i18n import Text
from listbuilder.listfile import bound
from listbuilder.listfile.bound import BoundList, Claim
from listbuilder.listfile.foreign import not_offered
from listbuilder.listfile.names import free_name
from listbuilder.naming import fold
from listbuilder.replacing import replace
from listbuilder.roster.edits import Insert
from listbuilder.roster.tree import Force, Roster
from listbuilder.sources import registry
from listbuilder.sources.registry import Sets

MISSING = ("unknown-name", "not-offered")


def bind(record: ListRecord, file: str, among: Sets = ()) -> BoundList:
    """The list over the data that fit it best, one of the sets given (all by default). Raises `InputError` where no data fit."""
    _allow(record, file)
    among = _of_own_game(record, file, among)
    rename(record)
    return bind_best(record, lambda one: _bind(one, file, among), among)


def _bind(record: ListRecord, file: str, among: Sets) -> BoundList:
    choice = choose(record, file, among)
    problems = Problems(file)
    label(record, choice.data)
    run_on.part(record, choice.data)
    unread.note(record, choice.data, problems)
    if choice.guessed:
        text = Text(
            "the list names no faction: its units are those of {faction}", {"faction": choice.data.faction.name}
        )
        problems.warn(text, 0, "assumed-faction")
    build = _bind_native if is_native(choice.data) else _bind_community
    found = build(record, choice, problems)
    if choice.guessed:
        _doubt(choice, found, problems)
    misplaced.settle(found, problems, len(record.units))
    found.problems += problems.found
    unknown = next((one for one in problems.found if one.of_army), None)
    if unknown is not None:  # that none is chosen, too, is said of the line that names it
        found.places["detachment"] = Place(unknown.file, unknown.line, unknown.column)
    found.total = record.total
    found.bundled = sum(unit.points or 0 for unit in record.units) - sum(claim.points for claim in found.claims)
    found.others = () if among else choice.others
    found.systems = record.systems
    return found


def _doubt(choice: Choice, found: BoundList, problems: Problems) -> None:
    """Notes that the list may be of another game, where nothing but some of its units speaks for the faction: neither all of them
    nor a line above them."""
    lost = [one for one in problems.found if one.rule in MISSING and one.unit not in found.roster.nodes]
    if any(one.of_army for one in lost) and not all(one.of_army for one in lost):
        names = {"faction": choice.data.faction.name}
        text = Text("only some of the units are those of {faction}: the list may be of another faction or game", names)
        problems.note(text, 0, "assumed-faction", of_game=True)


def _of_own_game(record: ListRecord, file: str, among: Sets) -> Sets:
    """The data for a text of this program: native data of the game that it names, which it was written over. Raises `InputError`
    where there are none."""
    if record.game is None:
        return among
    native = registry.native()
    name = fold(record.game.text)
    offers = (*native.named_systems(), *(one for data in among for one in data.systems()))
    named = [
        key for key, names in ((one.id, one.names) for one in offers) if name in {fold(key), *map(fold, names.values())}
    ]
    if not named:
        text = Text("no data for this game: {names}", {"names": (record.game.text,)})
        raise InputError(text, file, record.game.line, 1, rule="no-data")
    record.systems = tuple(dict.fromkeys(named))
    return among or (native,)


def _allow(record: ListRecord, file: str) -> None:
    """Raises `TooLarge` where the text states more than a list may have: before any of it is looked for."""
    budget.allow("units", len(record.units))
    for unit in record.units:
        place = Place(file, unit.line, 1)
        budget.allow("unit_selections", sum(1 for _ in walk(unit.parts)), place)
        budget.allow("unit_models", sum(part.count for part in unit.parts if part.parts), place)


def rename(record: ListRecord) -> None:
    """Notes what the data of the list's game may call its units and what these have."""
    systems = map(registry.native().known_system, record.systems)
    known = {stem(name): other for one in systems if one is not None for name, other in one.list_names.items()}
    for unit in record.units:
        unit.also = known.get(stem(unit.name), "")
        for part in walk(unit.parts) if known else ():
            part.also = known.get(stem(part.name), part.also)


def _bind_native(record: ListRecord, choice: Choice, problems: Problems) -> BoundList:
    from listbuilder.exchange.binding import native  # imports what reads our list files

    return native.bind(record, choice, problems)


def _bind_community(record: ListRecord, choice: Choice, problems: Problems) -> BoundList:
    return _CommunityArmy(record, choice, problems).bind()


class _CommunityArmy:
    def __init__(self, record: ListRecord, choice: Choice, problems: Problems) -> None:
        self.record = record
        self.choice = choice
        self.data = choice.data
        self.problems = problems
        self.library = choice.data.library
        double(record, choice.data)
        names = self.data.system.points_document
        if self.data.alone and names is not None:
            roots = self.library.root_options(self.data.faction.id)
            settings = (option.name for option in roots if not roles.is_unit(option))
            alone.settle(record, (*self.data.system.list_words.settings, *settings))
            alone.rename(record.units, names)
        record.units = together(record.units, self.library, choice.data.faction.id)
        self.roster = Roster(self.library, record.name)
        self.taken: set[str] = set()
        self.claims: list[Claim] = []
        self.ids: list[str] = []  # of the units, by their place in the record

    def bind(self) -> BoundList:
        first = [Word(one.name, one.line) for one in self.record.forces[:1]]
        force, named = self._force([*self.record.header, *first])
        choice = replace(self.choice, said=self.choice.said | {named})
        settings = Settings(self.record, self.data, force, self.roster, self.problems)
        others = [Settings(self.record, self.data, one, self.roster, self.problems) for one in self._further()]
        settings.size()
        known = detachments_of(self.library, self.data.faction.id)
        detachments = find_detachments(self.record, choice, known, self.problems)
        settings.detachments(detachments)
        forces = [Forces(self.roster, one.force) for one in (settings, *others)]
        names = [option.name for _, option in detachments]
        chosen = names if names or any(one.of_army for one in self.problems.found) else None
        for unit in self.record.units:
            place = unit.force if unit.force is not None and unit.force < len(forces) else 0
            self._unit(unit, forces[place], chosen)
        if self.record.sparse:
            self._fill()
        unsure = not detachments and any(one.of_army for one in self.problems.found)
        stated = [one.settings for one in self.record.forces] if others else [self.record.choices]
        for one, choices in zip((settings, *others), stated, strict=True):
            one.labelled(choices, unsure=unsure)  # what is offered depends on the detachment
        legends.allow(self.record, self.ids, settings)
        twins.show(self.roster)
        promote(self.roster, self.data.system.vocabulary.heroes)
        units = dict(zip(self.ids, self.record.units, strict=True))
        demanded.make(self.roster, units, self.problems)
        if self.record.sparse:
            labels = {stem(label) for choices in stated for label, _ in choices}
            note_unstated(self.roster, units, labels, self.problems)
        declare(self.record, self.ids, self.roster)
        compare(self.record, self.ids, self.roster, self.problems)
        legends.compare(self.record, self.ids, self.roster, self.data.system.vocabulary.terms, self.problems)
        found = BoundList(bound.new_document(self.data, self.roster.name), self.data, self.roster, [])
        found.claims = self.claims
        return found

    def _fill(self) -> None:
        """Fills up what a sparse list leaves open, and says so of the Warlord."""
        before = frozenset(warlords(self.roster))
        fill(self.roster, self._stated())
        units = dict(zip(self.ids, self.record.units, strict=True))
        for unit_id in set(warlords(self.roster)) - before:
            unit = units.get(unit_id)
            if unit is not None:
                self.problems.assume_warlord(self.data.system.vocabulary.terms, unit.name, unit_id, unit.line)

    def _stated(self) -> dict[str, set[str]]:
        """The stems of the names that the list states below each unit, by its id."""
        found: dict[str, set[str]] = {}
        for unit_id, unit in zip(self.ids, self.record.units, strict=True):
            waiting, names = list(unit.parts), found.setdefault(unit_id, set())
            for part in waiting:  # grows during the loop
                names.add(stem(part.name))
                waiting.extend(part.parts)
        return found

    def _further(self) -> Iterator[Force]:
        """The forces of a list of several that stand beside the first one."""
        for one in self.record.forces[1:] if self.record.units and self.record.units[0].force is not None else ():
            yield self._force([Word(one.name, one.line)])[0]

    def _force(self, header: Sequence[Word]) -> tuple[Force, str]:
        """A force with the settings that the data require, and the line of the header that names it. A text that names a force
        which the data do not have is not judged."""
        catalogue = self.data.faction.id
        entry, named = army_force(self.library, catalogue, header)
        for word in header if not named else ():
            if any(one.line == word.line and one.name == word.text for one in self.record.forces if one.line):
                known = (plain_title(one.name) for one in self.library.forces.at_root(catalogue))
                self.problems.unknown("force", word.text, word.line, known, of_army=True)
        force = new_army(self.library, entry, catalogue)
        Insert(force, self.roster).apply(self.roster)
        return force, named

    def _unit(self, unit: UnitRecord, forces: Forces, detachments: Sequence[str] | None) -> None:
        if forces.begins_bundle(unit):
            self.ids.append("")
            return
        force = forces.of(unit)
        units = units_of(self.library, force.catalogue_id)
        found, devoted = find_in(units, unit)
        if devoted is not None:
            unit.parts.remove(devoted)
        unit_id = free_name(unit.id or _slug(unit.name), self.taken)
        self.taken.add(unit_id)
        self.ids.append(unit_id if found else "")
        if not found and forces.is_printed(unit):
            return
        if not found:
            foreign = not_offered(self.data.library, self.data.faction.id, unit.name)
            if foreign is not None:
                self.problems.note(foreign, unit.line, "not-offered", unit_id, severity="error")
            else:
                self.problems.unknown("datasheet", unit.name, unit.line, units.words, unit_id)
            return
        option = twins.meant(unit, self.roster, force, found)
        number(unit, unit_id, option, self.problems)
        names = self.data.system.points_document
        binder = UnitBinder(
            unit,
            option,
            unit_id,
            self.problems,
            detachments,
            catalogue_id=force.catalogue_id,
            sparse=self.record.sparse,
            names=names,
        )
        if self.data.alone and names is not None:
            binder.reduce(names)
        bound_unit = binder.bind()
        forces.insert(bound_unit, force)
        if unit.points is not None:
            self.claims.append(Claim(unit_id, unit.points, Place(self.problems.file, unit.line, 1)))


def _slug(name: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", name.casefold()))[:60].strip("-") or "unit"
