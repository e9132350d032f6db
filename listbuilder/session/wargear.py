"""What the models of a unit carry, with the profiles of each thing, and the row of the editor that it belongs to: the datasheet
and its choices are one sheet.

What a row offers has profiles too, those that the data print: what other choices would change in them is not known before it
is taken.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct

from listbuilder.army import Profile, TreeFinding, Unit, roles
from listbuilder.army.rows import is_weapon
from listbuilder.army.sheet import row
from listbuilder.army.unit import UnitReader
from listbuilder.catalogue.library import Option
from listbuilder.engine import ProfileState, actions
from listbuilder.roster.tree import Selection
from listbuilder.session.rows import SEPARATOR, Holder, alike
from listbuilder.session.squad_editor import SquadEditor
from listbuilder.session.squads import MARK, is_squad_key, squad_of


class Carried(Struct, frozen=True):
    """Wargear of one name. ``count``: over all models of the kind; ``row``: the key of the row that chooses it or what holds it,
    empty where there is nothing to choose."""

    name: str
    count: int
    profiles: tuple[Profile, ...] = ()
    row: str = ""


class Bearers(Struct, frozen=True):
    """Models of one kind and what they carry; without a number, the unit itself. ``row``: the key of the row that counts or heads
    them, if there is one; ``inside``: they are parts of other models, such as mounts."""

    name: str
    count: int
    carried: tuple[Carried, ...] = ()
    row: str = ""
    inside: bool = False


class WargearReader:
    """Reads what the units of a session carry."""

    def __init__(self, editor: SquadEditor) -> None:
        self.editor = editor
        self.engine = editor.engine
        self._offered: dict[str, tuple[tuple[str, ProfileState], ...]] = {}  # with the items, by the id of the option

    def bearers(self, unit: UnitReader, rows: Collection[str]) -> tuple[Bearers, ...]:
        """The kinds of models of a unit, then the unit itself where it carries something that no model does. ``rows``: the keys
        of the rows that are shown."""
        kinds: dict[str, list[Selection]] = {}
        for model in unit.models:
            row = next((key for key in _keys(model) if key in rows), model.option.id)
            kinds.setdefault(row, []).append(model)
        found = [self._bearers(unit, models, rows) for models in kinds.values()]
        own = [node for node, _ in unit.nodes if unit.owner(node) is None and node is not unit.root]
        carried = _together(self._carried(unit, own, rows))
        return (*found, Bearers("", 0, carried)) if carried else tuple(found)

    def _bearers(self, unit: UnitReader, models: list[Selection], rows: Collection[str]) -> Bearers:
        inside = [node for model in models for node in model.walk() if node is model or unit.owner(node) is model]
        first = models[0]
        row = next((key for key in _keys(first) if key in rows), "")
        name = first.custom_name or roles.plain_name(self.engine.state(first).name)
        count = sum(model.number for model in models)
        is_part = all(roles.whole_of(model) is not None for model in models)
        return Bearers(name, count, _together(self._carried(unit, inside, rows)), row, is_part)

    def _carried(self, unit: UnitReader, nodes: list[Selection], rows: Collection[str]) -> Iterator[Carried]:
        for node in nodes:
            state = self.engine.state(node)
            weapons = tuple(unit.weapons_of(state))
            is_item = unit.is_item(node)
            number = unit.enhancements.left(node) if weapons else node.number
            if number and (is_item or weapons):
                name = state.name if is_item else weapons[0].name
                yield Carried(name, number, weapons, _row_of(node, rows))

    def offered(self, unit: UnitReader, key: str) -> tuple[Profile, ...]:
        """The weapons that come with what a row offers and is not taken, as the data print them. Raises LookupError when there
        is no such row any more."""
        parent, option = self._choice(unit.root, key)
        known = self._offered.get(option.id)
        if known is None:
            taken = [option]
            if option.options:
                _edit, selection = actions.select(self.engine, parent, option)
                taken = [node.option for node in selection.walk()]
            known = tuple((one.name, profile) for one in taken for profile in self.engine.printed(one))
            self._offered[option.id] = known
        return tuple(row(one, item) for item, one in known if is_weapon(one.type_name, unit.vocabulary))

    def _choice(self, root: Holder, key: str) -> tuple[Holder, Option]:
        """The option of a row, and what would take it."""
        if not is_squad_key(key):
            source = self.editor.find(root, key)
            return source.parent, source.option
        squad = squad_of(self.engine, key)
        bearers = squad.bearers() if squad.way else None
        return (bearers.of[0][0] if bearers else squad.parent), (squad.way or (squad.option,))[-1]

    def at_fault(self, root: Holder, finding: TreeFinding, rows: Collection[str]) -> tuple[str, ...]:
        """The keys of the rows that a finding of the data is about, those of the choice itself before those of its group. A bound
        of the unit may count choices by a category that they have."""
        wanted = {finding.entry} | {
            item.counts
            for item in self.engine.violations()
            if item.constraint_id == finding.constraint and item.node is not None and item.node.id == finding.node
        }
        found: list[str] = []
        around: list[str] = []
        for key in rows:
            try:
                _, option = self._choice(root, key)
            except LookupError:  # a heading of squads names no option
                continue
            meant = [name for one in alike(option) for name in one.ids]
            categories = (link.target_id for one in alike(option) for link in one.merged.category_links)
            if not wanted.isdisjoint((*meant, *categories)):
                found.append(key)
            elif any(not wanted.isdisjoint(group.ids) for group in option.group_chain):
                around.append(key)
        return (*found, *around)


def with_bare(bearers: tuple[Bearers, ...], unit: Unit) -> tuple[Bearers, ...]:
    """Also what models use that have no weapon of some type."""
    bare = tuple(Carried(one.name, one.count, (one,)) for one in unit.weapons if not one.item)
    if not bare:
        return bearers
    known = {one.profiles for each in bearers for one in each.carried}
    missing = tuple(one for one in bare if not any(one.profiles[0] in profiles for profiles in known))
    return (*bearers, Bearers("", 0, missing)) if missing else bearers


def carried_by(unit: Unit) -> tuple[Bearers, ...]:
    """The same of a unit of which only the record is known, such as one that could be added: there is nothing to choose."""
    kinds: dict[str, list[Carried]] = {}
    counts: dict[str, int] = {}
    whole = {line.name for line in unit.models if not line.inside}
    for line in unit.models:
        kinds.setdefault(line.name, []).extend(
            Carried(item.name, item.count, profiles_named(unit, item.name)) for item in line.wargear
        )
        counts[line.name] = counts.get(line.name, 0) + line.count
    found = [
        Bearers(name, counts[name], _together(iter(carried)), inside=name not in whole)
        for name, carried in kinds.items()
    ]
    own = [Carried(item.name, item.count, profiles_named(unit, item.name)) for item in unit.wargear]
    own += [Carried(one.name, one.count, (one,)) for one in unit.weapons if not one.item]
    return (*found, Bearers("", 0, _together(iter(own)))) if own else tuple(found)


def profiles_named(unit: Unit, item: str) -> tuple[Profile, ...]:
    return tuple(weapon for weapon in unit.weapons if weapon.item == item)


def _together(carried: Iterator[Carried]) -> tuple[Carried, ...]:
    """Equal things as one, with their number."""
    found: dict[tuple[object, ...], Carried] = {}
    for one in carried:
        key = one.name, one.profiles, one.row
        known = found.get(key)
        found[key] = Carried(one.name, one.count + (known.count if known else 0), one.profiles, one.row)
    return tuple(found.values())


def _row_of(node: Selection, rows: Collection[str]) -> str:
    """The key of the row of a selection, or of the nearest one around it up to the model; empty for none."""
    current: Selection | None = node
    while current is not None and (current is node or not roles.is_model(current)):
        if not roles.is_model(current):
            found = next((key for key in _keys(current) if key in rows), "")
            if found:
                return found
        current = current.parent if isinstance(current.parent, Selection) else None
    return ""


def _keys(node: Selection) -> Iterator[str]:
    """The keys that rows of a selection may have: its own, and those over all models of a kind."""
    assert node.parent is not None
    yield SEPARATOR.join((node.parent.id, node.option.id, node.id))
    way: list[str] = []
    current = node
    while isinstance(current.parent, Selection):
        yield SEPARATOR.join((current.parent.id, current.option.id, MARK, *way))
        way.insert(0, alike(current.option)[0].id if current is node else current.option.id)
        current = current.parent
