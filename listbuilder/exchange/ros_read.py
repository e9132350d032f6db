"""Reads BattleScribe's roster file (``.ros``, and ``.rosz``: the same in a ZIP archive).

Forces and selections are found in the catalogues by id, selections by name where the id is gone, and everything else is computed
anew. What the data do not have is left out and becomes a problem of the list.
"""

from __future__ import annotations

import contextlib
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from functools import cached_property

from listbuilder import budget
from listbuilder.army.currencies import points_type
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.lookup import entry_below
from listbuilder.catalogue.model import ForceEntry
from listbuilder.engine.numbers import parse, show, tidy
from listbuilder.errors import INFO, InputError, Place, Problem
from listbuilder.exchange.binding.names import Names
from listbuilder.exchange.binding.trees import bounds
from listbuilder.exchange.ros_xml import parse_roster, unpacked
from listbuilder.i18n import Text
from listbuilder.listfile import bound
from listbuilder.listfile.bound import BoundList, Claim
from listbuilder.listfile.foreign import not_offered
from listbuilder.listfile.names import free_name
from listbuilder.naming import fold
from listbuilder.roster.edits import Insert
from listbuilder.roster.tree import Force, Roster, Selection
from listbuilder.sources import registry
from listbuilder.sources.dataset import Loaded
from listbuilder.sources.registry import Sets

MAX_DEPTH = 64  # selections inside selections, and forces inside forces
MAX_NUMBER = 1_000_000  # of one selection


def read_list(content: bytes, name: str, limit: int, among: Sets = ()) -> BoundList:
    """The list of a file over the data set that it was made with, one of those given or installed.
    ``limit``: bytes of XML. Raises `InputError`."""
    return read_root(parse_roster(unpacked(content, name, limit), name), name, among)


def read_root(root: ET.Element, name: str, among: Sets = ()) -> BoundList:
    """The list of a roster's elements, as `read_list`. Where no set has the entries that it names, but another has the rules of
    its game, the list is bound by the names that it states."""
    system = _by_names(root, among)
    if system:
        return _bound_by_names(root, name, system, among)
    if system := _by_document(root, among):
        with contextlib.suppress(InputError):  # what is missing is said better by its data set
            return _bound_by_names(root, name, system, among)
    data, others = _data_of(root, name, among)
    reader = RosReader(data.library)
    roster = reader.roster(root)
    edition = list(_of_another_edition(root, data, asked_for=bool(among)))
    problems = [*edition, *(() if edition else _of_other_revisions(root, data)), *reader.problems]
    found = BoundList(bound.new_document(data, roster.name), data, roster, problems, others=() if among else others)
    points = points_type(roster, data.system)
    found.total = _cost(root, points)
    for unit, element in reader.roots.items():
        costs = [cost for one in element.iter("selection") if (cost := _cost(one, points)) is not None]
        if costs:
            found.claims.append(Claim(unit, tidy(sum(costs)), Place(name, 0, 0)))
    return found


def _bound_by_names(root: ET.Element, name: str, system: str, among: Sets) -> BoundList:
    from listbuilder.exchange.binding.army import bind
    from listbuilder.exchange.reading import roster_json

    return bind(roster_json.read(roster_json.node_of(root), name, (system,)), name, among)


def _cost(element: ET.Element, points: str) -> Number | None:
    """What the file says that an element costs, without what is below it. ``points``: id of the type of cost."""
    return next(
        (parse(cost.get("value", "")) for cost in _all(element, "costs", "cost") if cost.get("typeId") == points), None
    )


def _by_names(root: ET.Element, among: Sets) -> str:
    """The game system that the list is read for by names alone; empty where a set has its entries, or none has its game."""
    system_id = root.get("gameSystemId", "")
    native = registry.native()
    rules = native.rules_for(system_id)
    if rules is None or not (rules.binds_names and rules.binds_saved) or registry.of_game_system(system_id, among):
        return ""
    return rules.id if any(data.has_system(rules.id) for data in among or (native,)) else ""


def _by_document(root: ET.Element, among: Sets) -> str:
    """The game system whose points document may judge the list, as no set has the catalogue that it names; empty where the game
    has none."""
    system_id = root.get("gameSystemId", "")
    rules = registry.native().rules_for(system_id)
    if rules is None or rules.points_document is None:
        return ""
    catalogues = {force.get("catalogueId", "") for force in _all(root, "forces", "force")}
    sets = registry.of_game_system(system_id, among)
    known = {offer.id for one in sets for offer in one.factions(system_id)}
    return rules.id if catalogues and catalogues.isdisjoint(known) else ""


def _of_another_edition(root: ET.Element, data: Loaded, *, asked_for: bool) -> Iterator[Problem]:
    """A problem where the game system has got another name since: authors go on with the id in the next edition of a game. The
    list is judged by that edition only where the user asks for its data."""
    then, now = root.get("gameSystemName", ""), data.library.game_system.name
    if not then or fold(then) == fold(now):
        return
    names = {"then": then, "now": now, "set": data.pin.set}
    if asked_for:
        yield Problem(
            Text("made for {then}; judged by the data of {now}", names), rule="data-changed", severity="warning"
        )
    else:
        hint = Text("--data {set} judges it as a list of that", names)
        text = Text("made for {then}; the installed data are those of {now}", names)
        yield Problem(text, hint=hint, rule="data-changed", of_game=True)


def _of_other_revisions(root: ET.Element, data: Loaded) -> Iterator[Problem]:
    """A note where the file states other revisions of the game system or of its catalogue than these data have: what the list
    lacks, or has too much of, may not have been so then."""
    force = next(_all(root, "forces", "force"))
    stated = (
        (root.get("gameSystemRevision", ""), data.library.game_system),
        (force.get("catalogueRevision", ""), data.faction),
    )
    known = [(then, file) for text, file in stated if (then := parse(text)) and file.revision]
    changed = [(then, file) for then, file in known if then != file.revision]
    if changed:
        names: dict[str, object] = {
            "then": [f"{file.name} ({then})" for then, file in changed],
            "now": [f"{file.name} ({file.revision})" for _, file in changed],
        }
        text = Text("made with the data of {then}, checked with those of {now}", names)
        yield Problem(text, rule="data-changed", severity=INFO)


def _data_of(root: ET.Element, name: str, among: Sets) -> tuple[Loaded, tuple[str, ...]]:
    """The data that a roster was made with, and the names of other sets that have its catalogue."""
    system_id = root.get("gameSystemId", "")
    system = root.get("gameSystemName", "") or system_id
    sets = registry.of_game_system(system_id, among)
    if among and not sets:
        names = {"set": ", ".join(one.name for one in among), "system": system}
        raise InputError(Text("the data set {set} has no game system {system}", names), name, rule="no-data")
    if not sets:
        raise InputError(
            Text("no installed data set is for the game system {system}", {"system": system}),
            name,
            hint=Text("listbuilder data add installs a community data set"),
            rule="no-data",
        )
    force = next(_all(root, "forces", "force"), None)
    if force is None:
        raise InputError(Text("the list has no force"), name)
    catalogue = force.get("catalogueId", "")
    having = [one for one in sets if any(offer.id == catalogue for offer in one.factions(system_id))]
    if not having:
        names = {
            "set": ", ".join(one.name for one in sets),
            "name": force.get("catalogueName", "") or catalogue,
        }
        raise InputError(Text("the data set {set} has no catalogue {name}", names), name, rule="no-data")
    return having[0].load(system_id, catalogue), tuple(one.name for one in having[1:])


class _Choices:
    """Some options, by what a file may call them; of several with one id the first."""

    def __init__(self, options: Iterable[Option]) -> None:
        self.by_id: dict[str, Option] = {}
        self.by_part: dict[str, Option] = {}
        self.by_record: dict[str, list[Option]] = {}
        self._names: Names[Option] | None = None
        self.options = list(options)
        for option in self.options:
            self.by_id.setdefault(option.id, option)
            for part in option.id.split("::"):
                self.by_part.setdefault(part, option)
            for record in option.parts:
                self.by_record.setdefault(record.id, []).append(option)

    def find(self, entry_id: str) -> Option | None:
        """The option with that id, else the first that has it as a part of its composite id.

        A composite id that the data no longer have names the only option with the same record, or the same link to it."""
        found = self.by_id.get(entry_id) or self.by_part.get(entry_id)
        if found is not None:
            return found
        named = (self.by_record.get(part, []) for part in reversed(entry_id.split("::")))
        return next((options[0] for options in named if len(options) == 1), None)

    def named(self, name: str, kind: str) -> Option | None:
        """The only option of that name, if it holds nothing or is of this kind: unit, model or upgrade."""
        if self._names is None:
            self._names = Names((option.name, option) for option in self.options)
        found = self._names.find(name)
        return found[0] if len(found) == 1 and (found[0].type == kind or not found[0].options) else None


class _ChoicesBelow:
    """The options below one, by what a file may call them. As long as files have the ids of the data, no others are bound."""

    def __init__(self, option: Option) -> None:
        self.option = option
        self._found: dict[str, Option] = {}  # by ids that the data have: a file may name any number of others

    @cached_property
    def _all(self) -> _Choices:
        return _Choices(self.option.entries)

    def find(self, entry_id: str) -> Option | None:
        """As `_Choices.find`."""
        found = self._found.get(entry_id) or entry_below(self.option, entry_id)
        if found is None:
            return self._all.find(entry_id)
        self._found[entry_id] = found
        return found

    def named(self, name: str, kind: str) -> Option | None:
        """As `_Choices.named`."""
        return self._all.named(name, kind)


class RosReader:
    """Reads one roster over a library. ``keep_ids``: nodes keep the ids of the file; else units get readable ones."""

    def __init__(self, library: Library, *, keep_ids: bool = False) -> None:
        self.library = library
        self.keep_ids = keep_ids
        self.problems: list[Problem] = []
        self.roots: dict[str, ET.Element] = {}  # the selections of the forces, by their new ids
        self._taken: set[str] = set()
        self._selections = 0
        self._forces = 0

    def roster(self, root: ET.Element) -> Roster:
        roster = Roster(self.library, root.get("name", ""))
        for limit in _all(root, "costLimits", "costLimit"):
            value = parse(limit.get("value", ""))
            if value is not None and (value > 0 or (self.keep_ids and value == 0)):  # 0 is how a save says "none"
                roster.cost_limits[limit.get("typeId", "")] = value
        for element in _all(root, "forces", "force"):
            force = self._force(element, None, 0)
            if force is not None:
                Insert(force, roster).apply(roster)
        return roster

    def _force(self, element: ET.Element, parent: ForceEntry | None, depth: int) -> Force | None:
        self._forces += 1
        budget.allow("forces", self._forces)
        catalogue_id = element.get("catalogueId", "")
        catalogue = self.library.include(catalogue_id)
        entry = self.library.forces.offered(element.get("entryId", ""), catalogue_id, parent)
        if entry is None or catalogue is None or depth > MAX_DEPTH:
            self._unknown(Text("force"), element)
            return None
        force = Force(entry, catalogue_id, element.get("id") if self.keep_ids else None)
        _customise(force, element)
        for inner in _all(element, "selections", "selection"):
            self._selection(inner, force, self._below(force), 1, 0, "")
        for inner in _all(element, "forces", "force"):
            child = self._force(inner, entry, depth + 1)
            if child is not None:
                child.parent = force
                force.forces.append(child)
        return force

    def _selection(
        self,
        element: ET.Element,
        parent: Force | Selection,
        choices: _Choices | _ChoicesBelow,
        number: int,
        depth: int,
        unit: str,
    ) -> None:
        """Adds a selection to its parent, of which there are ``number`` in all. ``unit``: the id of the unit around it."""
        self._selections += 1
        budget.allow("selections", self._selections)
        known = choices.find(element.get("entryId", ""))
        option = known or self._by_name(choices, element)
        if option is None or depth > MAX_DEPTH:
            if not (isinstance(parent, Force) and self._is_foreign(parent, element)):
                self._unknown(Text("entry"), element, unit)
            return
        selection = Selection(option, self._amount(element, number, unit), self._id(element, parent))
        selection.parent = parent
        _customise(selection, element)
        parent.selections.append(selection)
        if isinstance(parent, Force):
            self.roots[selection.id] = element
        for inner in _all(element, "selections", "selection"):
            total = number * selection.amount
            self._selection(inner, selection, self._below(selection), total, depth + 1, unit or selection.id)
        if known is None and element.find("selections/selection") is None:
            _complete(selection)
        if known is None and _lacks(selection):
            self._unknown(Text("entry"), element, unit or selection.id)  # of another structure by that name

    def _below(self, parent: Force | Selection) -> _Choices | _ChoicesBelow:
        if isinstance(parent, Selection):
            return self.library.kept_of(_choices_below, parent.option)
        return self.library.kept_of(_root_choices, parent.catalogue_id)

    def _by_name(self, choices: _Choices | _ChoicesBelow, element: ET.Element) -> Option | None:
        """The choice of that name: new versions of the data change ids, seldom names. Something that holds other things, in the
        file or the data, must be of the same kind; what of these the choice does not have is reported."""
        if self.keep_ids:
            return None
        return choices.named(element.get("name", ""), element.get("type", ""))

    def _amount(self, element: ET.Element, number: int, unit: str) -> int:
        total = parse(element.get("number", "1"))
        if total is None or not 0 < total <= MAX_NUMBER:
            text = Text("{name}: not a number of selections", {"name": element.get("name", "")})
            self.problems.append(Problem(text, rule="schema", unit=unit))
            return 1
        amount = max(1, int(total // number))
        if total != amount * number:
            names = {"name": element.get("name", ""), "total": show(total), "count": number}
            text = Text("{name}: {total} cannot be divided evenly among {count}", names)
            self.problems.append(Problem(text, rule="schema", unit=unit))
        return amount

    def _id(self, element: ET.Element, parent: Force | Selection) -> str | None:
        if self.keep_ids:
            return element.get("id")
        if isinstance(parent, Selection):
            return None
        slug = "-".join(re.findall(r"[a-z0-9]+", element.get("name", "").casefold())) or "unit"
        found = free_name(slug, self._taken)
        self._taken.add(found)
        return found

    def _is_foreign(self, force: Force, element: ET.Element) -> bool:
        """Notes a unit that only other factions are offered."""
        name = element.get("name", "")
        wrong = not_offered(self.library, force.catalogue_id, *element.get("entryId", "").split("::"), name, name=name)
        if wrong is not None:
            self.problems.append(Problem(wrong, rule="not-offered", severity="error"))
        return wrong is not None

    def _unknown(self, what: Text, element: ET.Element, unit: str = "") -> None:
        name = element.get("name", "") or element.get("entryId", "")
        text = Text("unknown {what}: {name}", {"what": what, "name": name})
        self.problems.append(Problem(text, rule="unknown-name", unit=unit))


def _choices_below(_library: Library, option: Option) -> _ChoicesBelow:
    return _ChoicesBelow(option)


def _root_choices(library: Library, catalogue_id: str) -> _Choices:
    return _Choices(library.root_options(catalogue_id))


def _complete(selection: Selection) -> None:
    """Adds what the data require below a choice that once held nothing, where they leave no choice of it."""
    for entry in selection.option.entries:
        least = bounds(entry).least
        if least > 0:
            child = Selection(entry, least)
            child.parent = selection
            selection.selections.append(child)
            _complete(child)


def _lacks(selection: Selection) -> bool:
    """Whether something is not selected that the data require below it."""
    chosen = [child.option for child in selection.selections]
    around = {group for option in chosen for group in option.group_chain}
    required = (one for one in (*selection.option.entries, *selection.option.groups) if bounds(one).least > 0)
    return any(one not in chosen and one not in around for one in required)


def find(options: Iterable[Option], entry_id: str) -> Option | None:
    """The option that an id names, as `_Choices.find`."""
    return _Choices(options).find(entry_id)


def _customise(node: Force | Selection, element: ET.Element) -> None:
    node.custom_name = element.get("customName", "")
    node.custom_notes = element.findtext("customNotes", "")


def _all(element: ET.Element, wrapper: str, tag: str) -> Iterator[ET.Element]:
    return element.iterfind(f"{wrapper}/{tag}")


# --- the file --------------------------------------------------------------------------------------------------------------
