"""Binds a text that states all that is selected, over community data: its forces become those of our own list file, with the
lines of the text."""

from __future__ import annotations

from listbuilder import budget
from listbuilder.army.roles import plain_title
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.model import ForceEntry
from listbuilder.errors import InputError, Place
from listbuilder.exchange.binding import unread
from listbuilder.exchange.binding.declared import NAME, declared
from listbuilder.exchange.binding.names import Names
from listbuilder.exchange.binding.native_marks import Facts, Marks
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.reading.record import ListRecord, Outlined, Part, UnitRecord, Word, walk
from listbuilder.expressions import expression
from listbuilder.i18n import Text
from listbuilder.listfile import bound
from listbuilder.listfile.bound import BoundList, Claim
from listbuilder.listfile.document import Document
from listbuilder.listfile.generic import Choices, choices_below, paths_of, root_choices
from listbuilder.listfile.names import free_name, readable
from listbuilder.sources import registry
from listbuilder.sources.dataset import Loaded
from listbuilder.sources.registry import Sets
from listbuilder.strictyaml import Source

WITH_ID = expression(r"^.*\S \{(?P<id>[^{}\s]+)\}$")


def bind(record: ListRecord, file: str, among: Sets = ()) -> BoundList:
    """The list over the data of the game and faction that it names, one of the sets given (all by default). Raises `InputError`
    where there are none."""
    for unit in record.units:
        budget.allow("unit_selections", sum(1 for _ in walk(unit.parts)), Place(file, unit.line, 1))
    budget.allow("units", len(record.units))
    return _Outline(record, file, among).bind()


class _Outline:
    def __init__(self, record: ListRecord, file: str, among: Sets) -> None:
        game, faction = (word.text if word is not None else "" for word in (record.game, record.faction))
        self.record = record
        self.file = file
        self.facts: Facts = {"name": record.name, "system": game, "faction": faction}
        self.data = _load(game, faction, among, file)
        self.library = self.data.library
        self.marks = Marks()
        self.problems = Problems(file)
        self.ids = [""] * len(record.units)  # of those that have points
        self.places = {id(unit): place for place, unit in enumerate(record.units)}
        self.forces = 0
        self.taken: set[str] = set()
        self.unit_id = ""  # of the unit that is bound

    def bind(self) -> BoundList:
        record, facts, problems = self.record, self.facts, self.problems
        self._name_units()
        facts["forces"] = [self._force(force, self.data.faction.id, None) for force in record.outline]
        self.marks.lines(facts["forces"], [force.kind.line for force in record.outline])
        if record.limits:
            facts["limits"] = dict(record.limits)
        if declarations := declared(record, self.ids, self.data.system.vocabulary, problems):
            facts["declarations"] = declarations
        self.marks.set(facts, record.game.line if record.game is not None else 1)
        unread.note(record, self.data, problems)
        read = Document(Source(facts, "", self.file, self.marks.found))
        found = bound.bind_to(read, self.data)
        found.document = bound.new_document(self.data, record.name)
        found.document.places, found.document.source.file = read.places, self.file
        found.problems += problems.found
        found.claims = [
            Claim(unit_id, unit.points, Place(self.file, unit.line, 1))
            for unit_id, unit in zip(self.ids, record.units, strict=True)
            if unit.points is not None
        ]
        found.total = record.total
        return found

    def _name_units(self) -> None:
        """Gives an id to each unit: what has points, as settings have none."""
        for place, unit in enumerate(self.record.units):
            if unit.points is not None:
                self.ids[place] = free_name(_slug(unit.name), self.taken)
                self.taken.add(self.ids[place])

    def _force(self, force: Outlined, around: str, parent: ForceEntry | None) -> Facts:
        """The record of a force for the list file. ``around``: id of the catalogue of what it stands in, ``parent``: its kind."""
        self.forces += 1
        budget.allow("forces", self.forces, Place(self.problems.file, force.kind.line, 1))
        catalogue = self.library.include(force.catalogue.text) if force.catalogue is not None else None
        inside = catalogue.id if catalogue is not None else around
        forces = self.library.forces
        known = list(forces.below(parent) if parent is not None else forces.at_root(inside))
        entry = _kind(force, known)
        facts: Facts = {"force": entry.id if entry is not None else force.kind.text}
        facts["catalogue"] = force.catalogue.text if force.catalogue is not None and catalogue is None else inside
        if force.title:
            facts["name"] = force.title
        choices = root_choices(self.library, inside)
        roots = [root for root in force.roots if not self._is_remark(root, choices)]
        facts["selections"] = [self._selection(root, root.models, choices) for root in roots]
        self.marks.lines(facts["selections"], [root.line for root in roots])
        if force.forces and entry is not None:
            facts["forces"] = [self._force(inner, inside, entry) for inner in force.forces]
            self.marks.lines(facts["forces"], [inner.kind.line for inner in force.forces])
        self.marks.set(facts, force.kind.line)
        return facts

    def _is_remark(self, root: UnitRecord, choices: Choices) -> bool:
        """Whether a line that stands for itself is none of the list, but what somebody wrote between its lines."""
        is_bare = root.points is None and not root.parts and root.models == 1
        if not is_bare or _meant(root.name, choices) is not None:
            return False
        self.record.unread.append(Word(root.name, root.line))
        return True

    def _selection(self, node: UnitRecord | Part, amount: int, choices: Choices) -> Facts:
        """The record of a selection, of which there are ``amount`` for each one of what it stands below."""
        option = _meant(node.name, choices)
        facts: Facts = {"entry": option.id if option is not None else node.name, "amount": amount}
        total = node.models if isinstance(node, UnitRecord) else node.count
        if isinstance(node, UnitRecord):
            self.unit_id = self.ids[self.places[id(node)]]
            facts |= {"id": self.unit_id} if self.unit_id else {}
            own = next((word.text for label, word in node.declared if label.casefold() == NAME.casefold()), "")
            facts |= {"name": own} if own else {}
            if option is not None and node.flat:
                node.parts = _levelled(node.parts, option)
        inside = choices_below(option) if option is not None else Choices(())
        facts["selections"] = [self._selection(part, self._each(part, total), inside) for part in node.parts]
        self.marks.lines(facts["selections"], [part.line for part in node.parts])
        self.marks.set(facts, node.line)
        return facts

    def _each(self, part: Part, total: int) -> int:
        """How many of something each one of what it stands below has; a number that does not go around is noted."""
        each, rest = divmod(part.count, total)
        if rest:
            names = {"name": part.name, "count": part.count, "total": total}
            text = Text("{name}: {count} for {total}: the list does not say which of them have it", names)
            self.problems.note(text, part.line, "incomplete", self.unit_id)
        return max(1, each)


def _meant(word: str, choices: Choices) -> Option | None:
    """The choice that a word means: by the id behind it, exactly, else as names of other programs are compared."""
    named = WITH_ID.match(word)
    found = choices.find(named["id"].casefold() if named else word)
    if not found:
        found = Names((path, option) for option in choices.options for path in paths_of(option)).find(word)
    return found[0] if len(found) == 1 else None


def _levelled(parts: list[Part], unit: Option) -> list[Part]:
    """Parts that have lost their levels: each stands below the last one above it that may have it, the innermost first."""
    found: list[Part] = []
    open_: list[tuple[Option, list[Part]]] = [(unit, found)]
    for part in parts:
        held = None
        while open_:
            held = _meant(part.name, choices_below(open_[-1][0]))
            if held is not None or len(open_) == 1:
                break
            open_.pop()
        open_[-1][1].append(part)
        if held is not None:
            open_.append((held, part.parts))
    return found


def _load(game: str, faction: str, among: Sets, file: str) -> Loaded:
    """The data of a faction in a set whose lists are trees of selections."""
    own = registry.native()
    sets = tuple(one for one in among or registry.system_of(game)[1] if one is not own)
    if not sets:
        text = Text("no installed data set is for the game system {system}", {"system": game})
        hint = Text("listbuilder data add installs a community data set")
        raise InputError(text, file, hint=hint, rule="no-data")
    return registry.load(game, faction, "", sets)


def _kind(force: Outlined, known: list[ForceEntry]) -> ForceEntry | None:
    """The kind of force that a heading names, by its id or its title; None where there is none, or several of that title."""
    named = WITH_ID.match(force.kind.text)
    found = [entry for entry in known if named and entry.id == named["id"]]
    found = found or Names((plain_title(entry.name), entry) for entry in known).find(plain_title(force.kind.text))
    return found[0] if len(found) == 1 else None


def _slug(name: str) -> str:
    return readable(WITH_ID.sub("", name))
