"""Binds a read list over native data: its units become records as in our own list file, with the lines of the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.errors import Place
from listbuilder.exchange.binding import legends
from listbuilder.exchange.binding.agreement import compare
from listbuilder.exchange.binding.attached import declare
from listbuilder.exchange.binding.choice import Choice, detachments_of, find_ally, find_unit, units_of
from listbuilder.exchange.binding.declared import NAME, declared
from listbuilder.exchange.binding.header import find_detachments, line_of
from listbuilder.exchange.binding.names import Names, split_names, stem, with_others
from listbuilder.exchange.binding.native_forces import below_contingents, place, place_saved
from listbuilder.exchange.binding.native_marks import Facts, Marks
from listbuilder.exchange.binding.native_sheet import Sheet, native_sheet
from listbuilder.exchange.binding.native_unit import UnitRecorder
from listbuilder.exchange.binding.numbers import double, number
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.binding.size import limit_of
from listbuilder.exchange.reading.record import ListRecord, UnitRecord, Word, walk
from listbuilder.i18n import Text
from listbuilder.listfile import bound, document
from listbuilder.listfile.bound import BoundList, Claim
from listbuilder.listfile.document import Document
from listbuilder.listfile.names import free_name
from listbuilder.listfile.sheet import full_id
from listbuilder.rules.checker import Ruleset
from listbuilder.rules.kinds.required import demanded_warlords
from listbuilder.strictyaml import Source

if TYPE_CHECKING:
    from listbuilder.sources.dataset import Loaded


def bind(record: ListRecord, choice: Choice, problems: Problems) -> BoundList:
    """The list over native data."""
    return _Army(record, choice, problems).bind()


class _Army:
    def __init__(self, record: ListRecord, choice: Choice, problems: Problems) -> None:
        self.record = record
        self.choice = choice
        self.data: Loaded = choice.data
        self.problems = problems
        self.marks = Marks()
        self.taken: set[str] = set()
        self.claims: list[Claim] = []
        self.ids: list[str] = []
        self.lines: dict[str, int] = {}  # of the units, by their ids
        self._heroes = frozenset(map(str.casefold, choice.data.system.vocabulary.heroes))
        self.names: dict[str, str] = {}  # of the units in the list
        self.heroes: dict[str, frozenset[str]] = {}  # ids of the units that are offered the Warlord's mark -> keywords

    def bind(self) -> BoundList:
        data = self.data
        double(self.record, data)
        known = detachments_of(data.library, data.faction.id)
        named = find_detachments(self.record, self.choice, known, self.problems)
        detachments = [option for _, option in named]
        facts: Facts = {
            "name": self.record.name,
            "system": data.system.id,
            "faction": data.faction_word,
        }
        if detachments:
            facts["detachment"] = [option.local_id for option in detachments]
        self._size(facts)
        lent = below_contingents(self.record, data.system)
        held = [
            (record, unit)
            for number, record in enumerate(self.record.units)
            for unit in (self._unit(record, detachments) if number not in lent else self._none())
        ]
        if self.record.forces and data.system.forces:
            apart, forces = place_saved(self.record, held, data, self.problems)
        else:
            apart, forces = place(self.record, held, data.system, self.problems)
        if self.record.sparse:
            self._assume_warlord([force["units"] for force, _ in forces] or [apart])
        self._choices(facts)
        if apart or not forces:
            facts["units"] = apart
            self.marks.lines(apart, [self.lines[unit["id"]] for unit in apart])
        if forces:
            facts["forces"] = [force for force, _ in forces]
            for force, line in forces:
                self.marks.lines(force["units"], [self.lines[unit["id"]] for unit in force["units"]])
                self.marks.set(force, line)
            self.marks.lines(facts["forces"], [line for _, line in forces])
        declarations = declared(self.record, self.ids, data.system.vocabulary, self.problems)
        if declarations:
            facts["declarations"] = declarations
        self.marks.set(facts, 1)
        if named:
            line = line_of(self.record, named)
            self.marks.set_key(facts, "detachment", line)
            self.marks.set(facts["detachment"], line)
        found = self._bound(facts)
        if self.record.limit is None and self.record.game is None:
            found.places.pop("battle_size", None)  # the list does not state it
        found.claims = [claim for claim in self.claims if claim.points >= 0]
        declare(self.record, self.ids, found.roster)
        compare(self.record, self.ids, found.roster, self.problems)
        legends.compare(self.record, self.ids, found.roster, self.data.system.vocabulary.terms, self.problems)
        return found

    def _choices(self, facts: Facts) -> None:
        """What the list has chosen of the kinds that the game states."""
        roots = self.data.library.root_options(self.data.faction.id)
        kinds = [option for option in roots if option.purpose is EntryPurpose.CHOICE]
        known = Names((option.name, option) for option in kinds)
        chosen: Facts = {}
        foreign = set(map(stem, self.data.system.list_words.settings))
        for label, word in self.record.choices:
            if stem(label) in foreign:
                continue
            kind = next(iter(known.find(label)), None)
            if kind is None:
                shown = f"{label}: {word.text}"
                self.problems.unknown("choice", label, word.line, known.words, of_army=True, shown=shown)
                continue
            names = Names((option.name, option) for option in kind.entries)
            found, lost = split_names(word.text, with_others(names, self.data.system.list_names))
            for name in lost:
                self.problems.unknown("choice", name, word.line, names.words, of_army=True)
            if found:
                held = chosen.setdefault(kind.local_id, [])
                held += [option.local_id for option in found]
                self.marks.set(held, word.line)
        if chosen:
            self.marks.set(chosen, self.record.choices[0][1].line)
            facts["choices"] = chosen

    def _size(self, facts: Facts) -> None:
        """The size or limit of the list. A text of this program states both; in others the limit tells the size."""
        system, record = self.data.system, self.record
        if record.game is None:
            limit = limit_of(record, system, self.problems)
            size = next((size for size in system.battle_sizes if size.points == limit), None)
        else:
            limit, size = record.limit, None
            if record.size is not None:
                sizes = Names((name, size) for size in system.battle_sizes for name in size.name.values())
                size = next(iter(sizes.find(record.size.text)), None)
                if size is None:
                    self.problems.unknown("battle size", record.size.text, record.size.line, sizes.words, of_army=True)
        if size is not None:
            facts["battle_size"] = size.id
        if limit is not None and (size is None or record.game is not None):
            facts["limits"] = {system.points_name: limit}

    def _bound(self, facts: Facts) -> BoundList:
        read = Document(Source(facts, "", self.problems.file, self.marks.found))
        roster, problems = document.bind(read, self.data.library, self.data.system.vocabulary.terms)
        new = bound.new_document(self.data, self.record.name)
        new.places = read.places
        new.source.file = self.problems.file
        return BoundList(new, self.data, roster, list(problems), read.places)

    # --- units ----------------------------------------------------------------------------------------------------------------

    def _none(self) -> Iterator[Facts]:
        """A line of the units that is none."""
        self.ids.append("")
        yield from ()

    def _assume_warlord(self, forces: Sequence[list[Facts]]) -> None:
        """Gives the mark in a list that gives it to none to the first of those who are offered it: who has to have it, or in the
        force with the most units, as a Warlord's force may hold more than others."""
        if any(unit.get("warlord") for units in forces for unit in units):
            return
        wanted = [needs.fits for needs in demanded_warlords(Ruleset.shared(self.data.system).rules)]
        able = [
            (units, unit, self.heroes[unit["id"]]) for units in forces for unit in units if unit["id"] in self.heroes
        ]
        able.sort(key=lambda one: (not any(fits(one[2]) for fits in wanted), -len(one[0])))
        for _, unit, _ in able[:1]:
            unit["warlord"] = True
            self.marks.set(unit, self.lines[unit["id"]])
            names = self.data.system.vocabulary.terms
            line = self.lines[unit["id"]]
            self.problems.assume_warlord(names, self.names[unit["id"]], unit["id"], line)

    def _unit(self, record: UnitRecord, detachments: Sequence[Option]) -> Iterator[Facts]:
        """The record of a unit for the list file; nothing when the data do not know it."""
        library, faction = self.data.library, self.data.faction.id
        found, devoted = find_ally(library, detachments, record) if record.allied else ([], None)
        is_ally = bool(found)
        if not found:
            found, devoted = find_unit(library, faction, record)
        if devoted is not None:
            record.parts.remove(devoted)
        if not found:
            self.ids.append("")
            self.problems.unknown("datasheet", record.name, record.line, units_of(library, faction).words)
            return
        option = self._likeliest(found, record)
        unit_id = free_name(option.local_id, self.taken)
        self.taken.add(unit_id)
        self.ids.append(unit_id)
        self.lines[unit_id] = record.line
        self.names[unit_id] = record.name
        if self.record.game is None:
            number(record, unit_id, option, self.problems)
        points = record.points if record.points is not None else -1
        self.claims.append(Claim(unit_id, points, Place(self.problems.file, record.line, 1)))
        sheet = self.data.library.kept_of(native_sheet, option)
        facts: Facts = {"id": unit_id, "datasheet": option.local_id}
        if is_ally:
            facts["faction"] = option.catalogue.id
        own_name = next((word.text for label, word in record.declared if label == NAME), "")
        if own_name:
            facts["name"] = own_name
        if record.warlord:
            facts["warlord"] = True
        keywords = frozenset(_keywords(option))
        if not self._heroes or not self._heroes.isdisjoint(keywords):
            self.heroes[unit_id] = keywords
        binder = UnitRecorder(record, sheet, unit_id, self.problems, self.marks, whole=self.record.game is not None)
        facts |= binder.sparse(self.data.system.list_words.doubled) if self.record.sparse else binder.facts()
        stated = (gift for word in binder.gifts for gift in self._enhancement(word, sheet, unit_id, detachments))
        gifts = list(dict.fromkeys(stated))
        if gifts:
            facts["enhancement"] = gifts
            self.marks.set(gifts, binder.gifts[0].line)
        self.marks.set(facts, record.line)
        yield facts

    def _likeliest(self, options: Sequence[Option], record: UnitRecord) -> Option:
        """Of datasheets of one name, such as an older one that is played as Legends, the one that knows the most of what the list
        states."""
        if len(options) == 1:
            return options[0]
        sheets = {option: self.data.library.kept_of(native_sheet, option) for option in options}
        names = [part.name for part in walk(record.parts)]
        return max(options, key=lambda option: sum(sheets[option].has(name) for name in names))

    def _enhancement(self, word: Word, sheet: Sheet, unit_id: str, detachments: Sequence[Option]) -> Iterator[str]:
        ids = {option.local_id for option in detachments}
        options = sorted(sheet.sheet.enhancements, key=lambda one: one.facts is None or one.facts.detachment not in ids)
        known = Names((option.name, option) for option in options)
        found, lost = split_names(word.text, known)
        yield from map(full_id, found)
        if lost and stem(word.text) in self._enhancements:  # its name has a comma
            lost = [word.text]
        for name in lost:
            if stem(name) in self._enhancements:
                text = Text("{unit}: the data do not offer it {item}", {"unit": self.names[unit_id], "item": name})
                self.problems.note(text, word.line, "not-offered", unit_id, severity="error")
            else:
                self.problems.unknown("enhancement", name, word.line, known.words, unit_id)

    @property
    def _enhancements(self) -> frozenset[str]:
        """The stems of the names of all enhancements of the faction."""
        return self.data.library.kept_of(_gifts_of, self.data.faction.id)


def _gifts_of(library: Library, faction_id: str) -> frozenset[str]:
    sheets = (library.kept_of(native_sheet, option) for _, option in units_of(library, faction_id).things)
    return frozenset(stem(gift.name) for sheet in sheets for gift in sheet.sheet.enhancements)


def _keywords(option: Option) -> Iterator[str]:
    """The keywords of a datasheet, case-folded."""
    known = option.library.categories
    return (known[link.target_id].name.casefold() for link in option.merged.category_links if link.target_id in known)
