"""A roster as the plain values of its file, in the shortest form: defaults are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from listbuilder.catalogue.base import Number
from listbuilder.catalogue.purpose import ARMIES, EntryPurpose
from listbuilder.listfile.generic import Choices, choices_below, root_choices
from listbuilder.listfile.loadout import changes_of, shortest
from listbuilder.listfile.names import free_name, readable
from listbuilder.listfile.offered import stated_faction
from listbuilder.listfile.sheet import DatasheetSheet, ModelSheet, full_id, sheet_of
from listbuilder.roster.declarations import Declarations, half_names
from listbuilder.roster.tree import Force, Roster, Selection

GENERATED = re.compile(r"[0-9a-f]{12}")  # an id from `roster.tree.new_id`
DECLARATION_KEYS = ("hover", "attach", "embark", "reserves", "strategic_reserves", "split", "deployed", "marks")


class Ids:
    """The ids of units in the file, each once: those with a generated id, or with one that another unit has in the file, get a
    readable one, which they keep."""

    def __init__(self, roster: Roster, known: dict[str, str]) -> None:
        self.known = known  # id of the node -> id in the file; grows
        self.library = roster.library
        self.stated = roster.stand_ins
        self.units = [unit for force in roster.walk_forces() for unit in force.selections]
        taken: set[str] = set()
        unnamed: list[Selection] = []
        # What has another id in the file than in the roster has had it for longer.
        for unit in sorted(self.units, key=lambda one: known.get(one.id, one.id) == one.id):
            name = known.get(unit.id, unit.id)
            if name in taken or GENERATED.fullmatch(name):
                unnamed.append(unit)
            else:
                known[unit.id] = name
                taken.add(name)
        for unit in unnamed:
            known[unit.id] = self._readable(unit, taken)
            taken.add(known[unit.id])

    @staticmethod
    def _readable(unit: Selection, taken: set[str]) -> str:
        target = unit.option.local_id
        base = (
            target
            if re.fullmatch(r"[a-z][a-z0-9-]*", target) and not GENERATED.fullmatch(target)
            else readable(unit.option.name)
        )
        return free_name(base, taken)

    def name_halves(self, declared: Declarations) -> None:
        """Halves without a name of their own are called by the id of their unit in the file."""
        for unit, names in declared.split.items():
            if names == half_names(unit):
                self.known.update(zip(names, half_names(self.of(unit)), strict=True))

    def of(self, node_id: str) -> str:
        """The id in the file of a unit."""
        return self.known.get(node_id, node_id)

    def faction(self, catalogue_id: str) -> str:
        """What the file calls a faction."""
        found = self.library.catalogue(catalogue_id)
        return (found.local_id if found is not None else "") or catalogue_id


def is_native(roster: Roster) -> bool:
    """Whether the roster is one army over native data, which a file can state as units."""
    return len(roster.forces) == 1 and roster.forces[0].entry.purpose in ARMIES


def roster_data(roster: Roster, ids: Ids, *, as_tree: bool = False) -> dict[str, Any]:
    """The keys and values of the file that depend on the roster."""
    data: dict[str, Any] = {"name": roster.name} if roster.name else {}
    if is_native(roster) and not as_tree:
        data |= _army_data(roster.forces[0], ids)
    else:
        data["forces"] = [force_data(force, ids) for force in roster.forces]
    limits = {_cost_name(roster, key): _number(value) for key, value in roster.cost_limits.items()}
    if limits:
        data["limits"] = limits
    declared = declarations_data(roster, ids)
    if declared:
        data["declarations"] = declared
    if roster.notes:
        data["notes"] = roster.notes
    return data


def _labels(node: Selection | Force) -> dict[str, str]:
    """The user's name and notes, where there are any."""
    return {key: text for key, text in (("name", node.custom_name), ("notes", node.custom_notes)) if text}


def _cost_name(roster: Roster, type_id: str) -> str:
    found = roster.library.cost_types.get(type_id)
    return found.name if found is not None and found.name else type_id


def _number(value: Number) -> Number:
    """The number in its shortest form; exact."""
    return int(value) if value == int(value) else Decimal(value).normalize()


def declarations_data(roster: Roster, ids: Ids) -> dict[str, Any]:
    """What is declared, by the ids of the file; units that are gone are left out."""
    present = {unit.id for unit in ids.units}
    present |= {half for unit, names in roster.declarations.split.items() if unit in present for half in names}
    ids.name_halves(roster.declarations)
    found: dict[str, Any] = {}
    for key in DECLARATION_KEYS:
        value = getattr(roster.declarations, key)
        if key == "split":
            if split := _split_data(value, ids, present):
                found[key] = split
            continue
        if key in ("attach", "embark"):
            kept: Any = {ids.of(a): ids.of(b) for a, b in value.items() if a in present and b in present}
        elif key == "reserves":
            kept = {ids.of(unit): kind for unit, kind in value.items() if unit in present}
        elif key == "marks":
            marked = {mark: [ids.of(unit) for unit in units if unit in present] for mark, units in value.items()}
            kept = {mark: units for mark, units in marked.items() if units}
        else:
            kept = [ids.of(unit) for unit in value if unit in present]
        if kept:
            found[key] = kept
    return found


def _split_data(split: dict[str, tuple[str, ...]], ids: Ids, present: set[str]) -> Any:
    """Units that are split with the names of their halves; a list where no half has a name of its own."""
    kept = {ids.of(unit): [ids.of(half) for half in names] for unit, names in split.items() if unit in present}
    if all(tuple(names) == half_names(unit) for unit, names in kept.items()):
        return list(kept)
    return kept


# --- native armies ----------------------------------------------------------------------------------------------------------


def _army_data(force: Force, ids: Ids) -> dict[str, Any]:
    data: dict[str, Any] = {}
    detachments = _chosen(force, EntryPurpose.DETACHMENT)
    for key, words in (("detachment", detachments), ("battle_size", _chosen(force, EntryPurpose.BATTLE_SIZE))):
        if words:
            data[key] = shortest(words)
    chosen = {
        root.option.local_id: shortest([child.option.local_id for child in root.selections])
        for root in force.selections
        if root.option.purpose is EntryPurpose.CHOICE and root.selections
    }
    if chosen:
        data["choices"] = chosen
    units = _units_data(force, ids, detachments)
    if units or force.entry.purpose is EntryPurpose.ARMY:
        data["units"] = units
    if force.forces or force.entry.purpose is EntryPurpose.FRAME:
        data["forces"] = [_inner_data(inner, ids, detachments) for inner in force.forces]
    return data


def _inner_data(force: Force, ids: Ids, detachments: list[str]) -> dict[str, Any]:
    """A force inside the army, with its units."""
    data: dict[str, Any] = {"force": force.entry.local_id}
    usual = force.entry.catalogue_id or (force.parent.catalogue_id if isinstance(force.parent, Force) else "")
    if force.catalogue_id != usual:
        data["faction"] = ids.faction(force.catalogue_id)
    if subfaction := _chosen(force, EntryPurpose.SUBFACTION):
        data["subfaction"] = subfaction[0]
    data |= _labels(force)
    data["units"] = _units_data(force, ids, detachments)
    if force.forces:
        data["forces"] = [_inner_data(inner, ids, detachments) for inner in force.forces]
    return data


def _units_data(force: Force, ids: Ids, detachments: list[str]) -> list[dict[str, Any]]:
    return [unit_data(unit, ids, detachments) for unit in force.selections if unit.option.type == "unit"]


def _chosen(force: Force, purpose: EntryPurpose) -> list[str]:
    """The local ids of what is chosen under a root entry."""
    return [
        child.option.local_id
        for root in force.selections
        if root.option.purpose is purpose
        for child in root.selections
    ]


def unit_data(unit: Selection, ids: Ids, detachments: list[str]) -> dict[str, Any]:
    """One unit of a native army."""
    sheet = sheet_of(unit.option.library, unit.option)
    data: dict[str, Any] = {"id": ids.of(unit.id), "datasheet": sheet.id}
    assert isinstance(unit.parent, Force)
    if faction := stated_faction(unit.parent, unit.option):
        data["faction"] = ids.faction(faction)
    if unit.custom_name:
        data["name"] = unit.custom_name
    if any(child.option.purpose is EntryPurpose.WARLORD for child in unit.selections):
        data["warlord"] = True
    enhancements = list(_enhancements(unit, sheet, detachments))
    if enhancements:
        data["enhancement"] = shortest(enhancements)
    models = _models(unit, sheet)
    if models:
        data["models"] = models
    wargear = {name: loadouts for name, model in sheet.models.items() if (loadouts := _wargear(unit, model))}
    if wargear:
        data["wargear"] = wargear
    if unit.custom_notes:
        data["notes"] = unit.custom_notes
    return data


def _enhancements(unit: Selection, sheet: DatasheetSheet, detachments: list[str]) -> Iterator[str]:
    """Enhancements by their own id, with their detachment where that id alone would mean another one."""
    for child in unit.selections:
        option = child.option
        if option.id not in sheet.enhancement_options or option.facts is None:
            continue
        alike = sum(other.local_id == option.local_id for other in sheet.enhancements)
        is_clear = alike == 1 or option.facts.detachment in detachments
        for _ in range(child.amount):
            yield option.local_id if is_clear else full_id(option)


def _of_kind(unit: Selection, model: ModelSheet) -> list[Selection]:
    return [child for child in unit.selections if child.option is model.option or child.option.id == model.option.id]


def _models(unit: Selection, sheet: DatasheetSheet) -> dict[str, int]:
    """How many models of each kind, where they are not those of the smallest unit."""
    counts = {name: sum(child.amount for child in _of_kind(unit, model)) for name, model in sheet.models.items()}
    if counts == sheet.default_counts():
        return {}
    stated = {name: number for name, number in counts.items() if number != sheet.models[name].least}
    return stated or dict(list(counts.items())[:1])


def _wargear(unit: Selection, model: ModelSheet) -> Any:
    """Loadouts of one kind of model that differ from the default: one mapping, or a list with counts."""
    found: list[tuple[int, dict[str, Any]]] = []
    nodes = _of_kind(unit, model)
    for node in nodes:
        loadout = changes_of(node, model) | _labels(node)
        if not loadout:
            continue
        same = next((place for place, (_, other) in enumerate(found) if other == loadout), None)
        if same is None:
            found.append((node.amount, loadout))
        else:
            found[same] = (found[same][0] + node.amount, loadout)
    total = sum(node.amount for node in nodes)
    if len(found) == 1 and found[0][0] == total:
        return _inlined(found[0][1])
    return [{"count": number, **loadout} for number, loadout in found]


def _inlined(loadout: dict[str, Any]) -> dict[str, Any]:
    """A loadout that all models have: its exchanges alone where there is nothing else."""
    return (
        dict(loadout["replace"]) if list(loadout) == ["replace"] and isinstance(loadout["replace"], dict) else loadout
    )


# --- community data ---------------------------------------------------------------------------------------------------------


def force_data(force: Force, ids: Ids) -> dict[str, Any]:
    """A force with its selections, complete."""
    roster = _roster_of(force)
    data: dict[str, Any] = {"force": force.entry.name or force.entry.id}
    catalogue = roster.library.catalogue(force.catalogue_id)
    if catalogue is not None:
        data["catalogue"] = catalogue.name
    data |= _labels(force)
    choices = root_choices(roster.library, force.catalogue_id)
    data["selections"] = [selection_data(child, choices, ids, root=True) for child in force.selections]
    if force.forces:
        data["forces"] = [force_data(child, ids) for child in force.forces]
    return data


def _roster_of(force: Force) -> Roster:
    node: Any = force
    while not isinstance(node, Roster):
        node = node.parent
    return node


def selection_data(node: Selection, choices: Choices, ids: Ids, *, root: bool = False) -> Any:
    """A selection: its name alone where that says all."""
    node = ids.stated.get(node.id, node)
    data: dict[str, Any] = {}
    if root and node.option.type in ("unit", "model", "unit-group"):
        data["id"] = ids.of(node.id)
    data["entry"] = choices.word_for(node.option)
    if node.amount != 1:
        data["amount"] = node.amount
    data |= _labels(node)
    if node.selections:
        below = choices_below(node.option)
        data["selections"] = [selection_data(child, below, ids) for child in node.selections]
    return data["entry"] if list(data) == ["entry"] else data
