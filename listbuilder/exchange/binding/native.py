"""Binds a read list over native data: its units become records as in our own list file, with the lines of the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from listbuilder.catalogue.library import Option
from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.errors import Place
from listbuilder.exchange.binding.attached import declare
from listbuilder.exchange.binding.choice import Choice, detachments_of, find_unit, units_of
from listbuilder.exchange.binding.cover import LEFT_OVER, Cover, Covering, Loadout
from listbuilder.exchange.binding.declared import NAME, declared
from listbuilder.exchange.binding.header import find_detachments
from listbuilder.exchange.binding.items import Bag, bag_of
from listbuilder.exchange.binding.names import Names, split_names, stem
from listbuilder.exchange.binding.native_forces import below_contingents, place, place_saved
from listbuilder.exchange.binding.native_sheet import Sheet, lacking, loadouts_of, native_sheet
from listbuilder.exchange.binding.native_sparse import armed, without_doubling
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.binding.size import limit_of
from listbuilder.exchange.reading.record import ListRecord, Part, UnitRecord, Word, walk
from listbuilder.i18n import Text
from listbuilder.listfile import bound, document
from listbuilder.listfile.bound import BoundList, Claim
from listbuilder.listfile.document import Document
from listbuilder.listfile.names import free_name
from listbuilder.listfile.sheet import ModelSheet, full_id
from listbuilder.replacing import replace
from listbuilder.strictyaml import Source

if TYPE_CHECKING:
    from listbuilder.sources.dataset import Loaded

Facts = dict[str, Any]


class _Mark(NamedTuple):
    """Where a value stands, counted from 0, as YAML's marks do."""

    line: int
    column: int = 0


class _Marks:
    """The lines of the values that are made here, by the identity of their containers."""

    def __init__(self) -> None:
        self.found: dict[int, Any] = {}

    def set(self, container: Facts | list[Any], line: int) -> None:
        """Says that a container and all it holds stand in that line."""
        mark = _Mark(max(0, line - 1))
        pair = (mark, mark)
        if isinstance(container, list):
            self.found[id(container)] = [mark] * len(container)
        else:
            self.found[id(container)] = dict.fromkeys(container, pair)

    def lines(self, container: list[Any], lines: Iterable[int]) -> None:
        """Says in which lines the items of a list stand."""
        self.found[id(container)] = [_Mark(max(0, line - 1)) for line in lines]


def bind(record: ListRecord, choice: Choice, problems: Problems) -> BoundList:
    """The list over native data."""
    return _Army(record, choice, problems).bind()


class _Army:
    def __init__(self, record: ListRecord, choice: Choice, problems: Problems) -> None:
        self.record = record
        self.choice = choice
        self.data: Loaded = choice.data
        self.problems = problems
        self.marks = _Marks()
        self.taken: set[str] = set()
        self.claims: list[Claim] = []
        self.ids: list[str] = []
        self.lines: dict[str, int] = {}  # of the units, by their ids
        self._heroes = frozenset(map(str.casefold, choice.data.system.vocabulary.heroes))
        self.heroes: set[str] = set()  # ids of the units that are offered the Warlord's mark

    def bind(self) -> BoundList:
        data = self.data
        known = detachments_of(data.library, data.faction.id)
        detachments = [option for _, option in find_detachments(self.record, self.choice, known, self.problems)]
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
        found = self._bound(facts)
        if self.record.limit is None and self.record.game is None:
            found.places.pop("battle_size", None)  # the list does not state it
        found.claims = [claim for claim in self.claims if claim.points >= 0]
        declare(self.record, self.ids, found.roster)
        return found

    def _choices(self, facts: Facts) -> None:
        """What the list has chosen of the kinds that the game states."""
        roots = self.data.library.root_options(self.data.faction.id)
        kinds = [option for option in roots if option.purpose is EntryPurpose.CHOICE]
        known = Names((option.name, option) for option in kinds)
        chosen: Facts = {}
        for label, word in self.record.choices:
            kind = next(iter(known.find(label)), None)
            if kind is None:
                self.problems.unknown("choice", label, word.line, known.words, of_army=True)
                continue
            names = Names((option.name, option) for option in kind.entries)
            found, lost = split_names(word.text, names)
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
        """Gives the mark in a list that gives it to none to the first of those who are offered it in the force with the most
        units, as a Warlord's force may hold more than others."""
        if not any(unit.get("warlord") for units in forces for unit in units):
            able = [(len(units), unit) for units in forces for unit in units if unit["id"] in self.heroes]
            for _, unit in sorted(able, key=lambda one: -one[0])[:1]:
                unit["warlord"] = True
                self.marks.set(unit, self.lines[unit["id"]])

    def _unit(self, record: UnitRecord, detachments: Sequence[Option]) -> Iterator[Facts]:
        """The record of a unit for the list file; nothing when the data do not know it."""
        library, faction = self.data.library, self.data.faction.id
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
        points = record.points if record.points is not None else -1
        self.claims.append(Claim(unit_id, points, Place(self.problems.file, record.line, 1)))
        sheet = self.data.library.kept_of(native_sheet, option)
        facts: Facts = {"id": unit_id, "datasheet": option.local_id}
        own_name = next((word.text for label, word in record.declared if label == NAME), "")
        if own_name:
            facts["name"] = own_name
        if record.warlord:
            facts["warlord"] = True
        if not self._heroes or not self._heroes.isdisjoint(_keywords(option)):
            self.heroes.add(unit_id)
        binder = _Unit(record, sheet, unit_id, self.problems, self.marks, whole=self.record.game is not None)
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
        for name in lost:
            self.problems.unknown("enhancement", name, word.line, known.words, unit_id)


def _keywords(option: Option) -> Iterator[str]:
    """The keywords of a datasheet, case-folded."""
    known = option.library.categories
    return (known[link.target_id].name.casefold() for link in option.merged.category_links if link.target_id in known)


class _Unit:
    """The models and wargear of one unit. ``whole``: the text states all of them."""

    def __init__(
        self, record: UnitRecord, sheet: Sheet, unit_id: str, problems: Problems, marks: _Marks, *, whole: bool
    ) -> None:
        self.whole = whole
        self.record = record
        self.sheet = sheet
        self.unit_id = unit_id
        self.problems = problems
        self.marks = marks
        self.gifts = list(record.enhancements)
        self.strange = False  # the list names items that the data do not know

    def facts(self) -> Facts:
        parts = self._levelled() if self.record.flat else self.record.parts
        models = [self._named(part) for part in parts if self._is_model(part)]
        loose = [part for part in parts if not self._is_model(part)]
        bag = self._bag(loose)
        if not models:
            models = [Part("", self._size(), self.record.line, named=False)]
            self._unstated()
        counts: Counter[str] = Counter()
        loadouts: dict[str, list[Facts]] = {}
        bags = [(part, self._bag(part.parts)) for part in models]
        self._moved(bags)
        for part, inner in bags:
            if bag.counts:
                inner.counts += bag.counts
                inner.parts |= bag.parts
                inner.inside += bag.inside
                bag = Bag()
            self._arm(part, inner, counts, loadouts)
        return self._stated(counts, loadouts)

    def _stated(self, counts: Counter[str], loadouts: dict[str, list[Facts]]) -> Facts:
        """The models and wargear as the list file states them."""
        wargear = {model: (found[0] if len(found) == 1 else found) for model, found in loadouts.items() if found}
        for held in wargear.values():
            if isinstance(held, list):
                self.marks.found[id(held)] = [self.marks.found[id(one)]["items"][0] for one in held]
        stated: Facts = {"models": {model: counts.get(model, 0) for model in self.sheet.sheet.models}}
        self.marks.set(stated["models"], self.record.line)
        if wargear:
            stated["wargear"] = wargear
            self.marks.set(wargear, self.record.line)
        return stated if counts else {}

    def sparse(self, doubling: Sequence[str]) -> Facts:
        """The unit of a text that lists only what was chosen. ``doubling``: words that double its models."""
        parts, factor = without_doubling(self.record.parts, doubling)
        bag = self._bag(parts)
        found = armed(self.sheet, factor, bag.counts)
        counts: Counter[str] = Counter()
        loadouts: dict[str, list[Facts]] = {}
        for loadout, number in found.chosen:
            counts[loadout.owner] += number
            items = sorted(loadout.tree.elements()) if isinstance(loadout.tree, Counter) else []
            self._note(loadouts, loadout.owner, number, items, self.record.line)
        self._excess(found, bag, loadouts, Part("", counts.total(), self.record.line, named=False))
        return self._stated(counts, loadouts)

    def _moved(self, bags: Sequence[tuple[Part, Bag]]) -> None:
        """Moves gear that the models of a part can never have to the part whose models can: lists write icons and instruments
        under any model of the unit."""
        known = [
            {item for model in self.sheet.named(part.name) for item in self.sheet.shared(Counter(model.carried))}
            for part, _ in bags
        ]
        for at, (_, bag) in enumerate(bags):
            for item in [item for item in bag.counts if item in self.sheet.gear and item not in known[at]]:
                target = next((other for number, (_, other) in enumerate(bags) if item in known[number]), None)
                if target is not None:
                    target.counts[item] += bag.counts.pop(item)
                    target.parts.setdefault(item, bag.parts[item])

    def _levelled(self) -> list[Part]:
        found: list[Part] = []
        for part in self.record.parts:
            if self._is_model(part):
                found.append(replace(part, parts=list(part.parts)))
            elif found and self._is_model(found[-1]):
                found[-1].parts.append(part)
            else:
                found.append(part)
        return found

    def _named(self, part: Part) -> Part:
        """Models by the name of their unit are models of any of its kinds, unless one has that name."""
        if not part.named or self.sheet.named(part.name) or not self.sheet.is_called(part.name):
            return part
        return Part("", part.count, part.line, part.parts, part.stated, named=False)

    def _is_model(self, part: Part) -> bool:
        if not part.named:
            return True
        if self.sheet.is_called(part.name) and part.stated and stem(part.name) not in self.sheet.known:
            return True
        is_item = stem(part.name) in self.sheet.known
        return (bool(self.sheet.named(part.name)) and not (is_item and not part.parts)) or (
            bool(part.parts) and not is_item
        )

    def _bag(self, parts: Iterable[Part]) -> Bag:
        bag = bag_of(parts, self.sheet.known.union(self.sheet.gifts))
        for part in bag.unknown:
            self.strange = True
            self.problems.unknown("item", part.name, part.line, self.sheet.names, self.unit_id)
        items: Counter[str] = Counter()
        for key, number in bag.counts.items():
            if key in self.sheet.items:
                items[self.sheet.items[key]] += number
            else:
                self.gifts.append(Word(self.sheet.gifts[key], bag.parts[key].line))
        held = {self.sheet.items[key]: part for key, part in bag.parts.items() if key in self.sheet.items}
        inside = Counter(
            {self.sheet.items[key]: number for key, number in bag.inside.items() if key in self.sheet.items}
        )
        return Bag(items, held, inside=inside)

    def _unstated(self) -> None:
        """Notes a unit of several models that lists neither these nor wargear, though it may choose."""
        sheets = self.sheet.sheet.models.values()
        chooses = any(sheet.additions or any(slots[0].choices for slots in sheet.slots.values()) for sheet in sheets)
        if not self.whole and not self.record.parts and chooses:
            text = Text("the list does not state the models and wargear of {unit}", {"unit": self.record.name})
            self.problems.note(text, self.record.line, "incomplete", self.unit_id)

    def _size(self) -> int:
        return self.record.models or sum(self.sheet.sheet.default_counts().values())

    def _arm(self, part: Part, bag: Bag, counts: Counter[str], loadouts: dict[str, list[Facts]]) -> None:
        """Adds the models of a part with what they carry."""
        models = self.sheet.named(part.name) if part.name else list(self.sheet.sheet.models.values())
        if not models:
            rest = [model for model in self.sheet.sheet.models.values() if model.id not in counts]
            models = rest if len(rest) == 1 else []
        if not models:
            self.problems.unknown("model", part.name, part.line, self.sheet.models.words, self.unit_id)
            return
        found = (
            self._cover(models, part.count, bag.counts) if part.name else self._squad(models, part.count, bag.counts)
        )
        for loadout, number in found.chosen:
            counts[loadout.owner] += number
            items = sorted(loadout.tree.elements()) if isinstance(loadout.tree, Counter) else []
            self._note(loadouts, loadout.owner, number, items, part.line)
        lost = part.count - sum(number for _, number in found.chosen)
        if lost > 0:
            counts[models[0].id] += lost
        self._excess(found, bag, loadouts, part)

    def _squad(self, models: Sequence[ModelSheet], count: int, wanted: Counter[str]) -> Covering[str]:
        """Models of any kind: each kind as often as the smallest unit has it, when nothing is stated."""
        if wanted:
            return self._cover(models, count, wanted)
        counts = self.sheet.sheet.default_counts()
        missing = count - sum(counts.values())
        for model in models:
            added = max(0, min(missing, model.most - counts[model.id]))
            counts[model.id] += added
            missing -= added
        chosen = [(Loadout(model.id, Counter(), tree=Counter(model.default)), counts[model.id]) for model in models]
        return Covering([(loadout, number) for loadout, number in chosen if number], Counter(), 0)

    def _cover(self, models: Sequence[ModelSheet], count: int, wanted: Counter[str]) -> Covering[str]:
        wanted = self.sheet.completed(models, wanted)
        found: list[Loadout[str]] = []
        for model in models:
            mine = self.sheet.own(model, wanted)
            for loadout in loadouts_of(model, mine):
                used = loadout & mine
                found.append(Loadout(model.id, self.sheet.shared(used), (loadout - used).total(), model.most, loadout))
        best = Cover(found, count, wanted).solve()
        if best.cost >= LEFT_OVER:  # the list states fewer items than its models carry
            again = Cover([*found, *lacking(found)], count, wanted).solve()
            best = min(best, again, key=lambda covering: covering.cost)
        return best

    def _note(self, loadouts: dict[str, list[Facts]], model: str, number: int, items: list[str], line: int) -> None:
        if Counter(items) == self.sheet.sheet.models[model].default:
            loadouts.setdefault(model, [])
            return
        facts: Facts = {"count": number, "items": items}
        self.marks.set(items, line)
        self.marks.set(facts, line)
        loadouts.setdefault(model, []).append(facts)

    def _excess(self, found: Covering[str], bag: Bag, loadouts: dict[str, list[Facts]], part: Part) -> None:
        """Items that no allowed loadout takes are given to one model of the part, for the data to judge; but not in a unit that
        has other items the data do not know: they describe it differently."""
        left = bag.without_echoes(found.left)
        if found.cost < LEFT_OVER or not left or not found.chosen:
            return
        if self.strange:
            for key in left:
                held = bag.parts.get(key, part)
                text = Text("{name}: the data have no place for it in this unit", {"name": held.name})
                self.problems.note(text, held.line, "unknown-name", self.unit_id)
            return
        loadout, number = found.chosen[-1]
        items = sorted(
            [
                *(loadout.tree.elements() if isinstance(loadout.tree, Counter) else ()),
                *self.sheet.own(self.sheet.sheet.models[loadout.owner], left).elements(),
            ]
        )
        line = next((bag.parts[key].line for key in left if key in bag.parts), part.line)
        given = loadouts.setdefault(loadout.owner, [])
        plain = sorted(loadout.tree.elements()) if isinstance(loadout.tree, Counter) else []
        same = next((facts for facts in given if facts["items"] == plain and facts["count"] == number), None)
        if same is not None and number > 1:
            same["count"] -= 1
        elif same is not None:
            given.remove(same)
        self._note(loadouts, loadout.owner, 1, items, line)
