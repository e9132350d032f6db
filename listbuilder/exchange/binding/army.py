"""Binds a whole read list over the data that were chosen for it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine
from listbuilder.engine.actions import add_force
from listbuilder.errors import Place
from listbuilder.exchange.binding import native
from listbuilder.exchange.binding.choice import RULE, Choice, choose, detachments_of, is_native, units_of
from listbuilder.exchange.binding.community import UnitBinder
from listbuilder.exchange.binding.names import Names, split_names
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.reading.record import ListRecord, UnitRecord, Word
from listbuilder.i18n import Text
from listbuilder.listfile import bound
from listbuilder.listfile.bound import BoundList, Claim
from listbuilder.listfile.names import free_name
from listbuilder.roster.declarations import Declarations
from listbuilder.roster.edits import Insert
from listbuilder.roster.tree import Force, Roster, Selection
from listbuilder.sources.dataset import Loaded


def bind(record: ListRecord, file: str) -> BoundList:
    """The list over the data that fit it best. Raises `InputError` where no data fit."""
    choice = choose(record, file)
    problems = Problems(file)
    _unread(record, problems)
    build = native.bind if is_native(choice.data) else _bind_community
    found = build(record, choice, problems)
    found.problems += problems.found
    return found


def _unread(record: ListRecord, problems: Problems) -> None:
    for word in record.unread:
        problems.warn(Text("this line was not understood: {line}", {"line": word.text}), word.line, "unread-line")


def _bind_community(record: ListRecord, choice: Choice, problems: Problems) -> BoundList:
    return _CommunityArmy(record, choice, problems).bind()


class _CommunityArmy:
    def __init__(self, record: ListRecord, choice: Choice, problems: Problems) -> None:
        self.record = record
        self.choice = choice
        self.data: Loaded = choice.data
        self.problems = problems
        self.library = choice.data.library
        self.roster = Roster(self.library, record.name)
        self.taken: set[str] = set()
        self.claims: list[Claim] = []
        self.ids: list[str] = []  # of the units, by their place in the record

    def bind(self) -> BoundList:
        catalogue = self.data.faction.id
        entry = next(iter(self.library.force_entries(catalogue)))
        engine = Engine(self.roster)
        edit, force = add_force(engine, entry, catalogue)  # with the settings that the data require
        engine.close()
        edit.apply(self.roster)
        self._size(force)
        names = self._detachments(force)
        stated = bool(self.record.detachments or self.record.header)
        for label, word in self.record.choices if names or not stated else ():
            self._setting(label, word, force)  # what may be set depends on the detachment
        units = units_of(self.library, catalogue)
        for unit in self.record.units:
            self._unit(unit, units, force, names)
        declare(self.record, self.ids, self.roster)
        found = BoundList(bound.new_document(self.data, self.roster.name), self.data, self.roster, [])
        found.claims = self.claims
        return found

    # --- settings -------------------------------------------------------------------------------------------------------------

    def _detachments(self, force: Force) -> list[str]:
        """Selects the detachments that the list names; returns their names."""
        known = detachments_of(self.library, self.data.faction.id)
        chosen = find_detachments(self.record, self.choice, known, self.problems)
        if not chosen:
            return []
        roots = list(dict.fromkeys(root for root, _ in chosen))
        for root in roots:
            node = next((node for node in force.selections if node.option is root), None)
            if node is None:
                node = Selection(root, 1, f"@{root.target.id}")
                Insert(node, force, 0).apply(self.roster)
            node.selections = [child for child in node.selections if child.option not in root.entries]
            for holder, option in chosen:
                if holder is root:
                    self._choose(node, option)
        return [option.name for _, option in chosen]

    def _choose(self, root: Selection, option: Option) -> None:
        node = Selection(option, 1, f"{root.id}/{option.target.id}")
        if node.id not in self.roster.nodes:
            Insert(node, root).apply(self.roster)

    def _setting(self, label: str, word: Word, force: Force) -> None:
        """Selects a labelled setting of the army, where the data have it and the list names one value."""
        root = Names((option.name, option) for option in self.library.root_options(self.data.faction.id)).find(label)
        values = Names((entry.name, entry) for option in root[:1] for entry in option.entries)
        found, lost = split_names(word.text, values)
        if not root:
            return
        if lost or len(found) != 1:
            text = Text(
                "{label}: the list does not say which one of {values} is chosen", {"label": label, "values": word.text}
            )
            self.problems.note(text, word.line, "incomplete")
            return
        node = next((node for node in force.selections if node.option is root[0]), None)
        if node is None:
            node = Selection(root[0], 1, f"@{root[0].target.id}")
            Insert(node, force, 0).apply(self.roster)
        node.selections = []
        self._choose(node, found[0])

    def _size(self, force: Force) -> None:
        limit = self.record.limit or self._smallest()
        if limit is None:
            return
        for node in list(force.selections):
            if not roles.is_battle_size(node.option):
                continue
            sizes = [option for option in node.option.entries if _points_of(option, self.data) == limit]
            if sizes and all(child.option is not sizes[0] for child in node.selections):
                node.selections = []
                self._choose(node, sizes[0])
            if sizes:
                return
        points = next(
            (key for key, kind in self.library.cost_types.items() if kind.name == self.data.system.points_name), ""
        )
        if points:
            self.roster.cost_limits[points] = limit

    def _smallest(self) -> int | None:
        """The smallest game that the points of a list fit in, when it does not state the size of its game."""
        total = self.record.total or sum(unit.points or 0 for unit in self.record.units)
        sizes = sorted(
            (size for size in self.data.system.battle_sizes if size.points >= total), key=lambda one: one.points
        )
        if not sizes or not total:
            return None
        names = {"size": sizes[0].name["en"], "total": total}
        text = Text("the list states no battle size: {size} is the smallest for its {total} points", names)
        self.problems.warn(text, 0, "assumed-size")
        return int(sizes[0].points)

    # --- units ----------------------------------------------------------------------------------------------------------------

    def _unit(self, unit: UnitRecord, units: Names[Option], force: Force, detachments: Sequence[str]) -> None:
        found = find_unit(unit, units)
        unit_id = free_name(_slug(unit.name), self.taken)
        self.taken.add(unit_id)
        self.ids.append(unit_id if found else "")
        if not found:
            self.problems.unknown("datasheet", unit.name, unit.line, units.words, unit_id)
            return
        bound_unit = UnitBinder(unit, found[0], unit_id, self.problems, detachments).bind()
        Insert(bound_unit, force).apply(self.roster)
        if unit.points is not None:
            self.claims.append(Claim(unit_id, unit.points, Place(self.problems.file, unit.line, 1)))


def find_unit(unit: UnitRecord, units: Names[Option]) -> list[Option]:
    """The datasheets of that name; else of the name with what the unit states that it is devoted to ("Mark: Khorne")."""
    found = units.find(unit.name)
    for part in unit.parts if not found else ():
        label, separator, value = part.name.partition(": ")
        if separator and not part.stated and label:
            names = (f"{value} {unit.name}", f"{unit.name} of {value}", f"{unit.name} ({value})")
            found = next((things for name in names if (things := units.find(name))), [])
        if found:
            unit.parts.remove(part)
            return found
    return found


def _points_of(option: Option, data: Loaded) -> int | None:
    stated = re.search(r"(\d[\d,.]*)\s*(?:point|pts)", option.name, re.IGNORECASE)
    if stated:
        return int(re.sub(r"\D", "", stated[1]))
    sizes = data.system.battle_sizes
    return next((int(size.points) for size in sizes if size.name["en"].casefold() in option.name.casefold()), None)


def _slug(name: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", name.casefold()))[:60].strip("-") or "unit"


def find_detachments(
    record: ListRecord, choice: Choice, known: Names[tuple[Option, Option]], problems: Problems
) -> list[tuple[Option, Option]]:
    """The detachments that a list names, where it labels them or among the lines of its header."""
    found: list[tuple[Option, Option]] = []
    for word in record.detachments:
        things, lost = split_names(word.text, known)
        if lost:
            things, lost = split_names(RULE.sub("", word.text), known)
        found += things
        for name in lost:
            problems.unknown("detachment", name, word.line, known.words)
    stray: list[Word] = []
    for word in record.header if not record.detachments else ():
        things, lost = split_names(word.text, known)
        if things and not lost:
            found += things
        elif word.text not in choice.said and word.text.rsplit(" - ", 1)[-1] != record.name:
            stray.append(word)
    for word in stray:
        if found:
            problems.warn(Text("this line was not understood: {line}", {"line": word.text}), word.line, "unread-line")
        else:
            problems.unknown("detachment", word.text, word.line, known.words)
    return list(dict.fromkeys(found))


def declare(record: ListRecord, ids: Sequence[str], roster: Roster) -> None:
    """Declares the attached units that a list states: its groups of leaders and bodyguards, or whom a unit leads."""
    attach: dict[str, str] = {}
    for place, _unit in enumerate(record.units):
        target = _led(record, place)
        if target is not None and ids[place] and ids[target]:
            attach[ids[place]] = ids[target]
    if attach:
        roster.declarations = Declarations(attach=attach)


def _led(record: ListRecord, place: int) -> int | None:
    """The unit that a unit leads, by its place in the list."""
    unit = record.units[place]
    if unit.leads is not None:
        name, number = unit.leads
        alike = [n for n, other in enumerate(record.units) if other.name == name]
        return alike[number - 1] if number <= len(alike) else None
    if not unit.group or not unit.role or is_bodyguard(unit.role):
        return None
    group = (n for n, other in enumerate(record.units) if other.group == unit.group and is_bodyguard(other.role))
    return next(group, None)


def is_bodyguard(role: str) -> bool:
    return role.casefold().startswith(("bodyguard", "gardes"))
