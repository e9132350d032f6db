"""Binds one unit of a list file to a selection of its datasheet with its models, wargear, enhancements and Warlord mark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct, field

from listbuilder import budget
from listbuilder.catalogue.library import Option
from listbuilder.errors import Place
from listbuilder.i18n import Text
from listbuilder.listfile.arming import Arming, Change, equip_as_usual, missing
from listbuilder.listfile.context import BindingContext, label, put
from listbuilder.listfile.shape import LOADOUT
from listbuilder.listfile.sheet import DatasheetSheet, ModelSheet, full_id, sheet_of
from listbuilder.roster.tree import Selection


class StatedLoadout(Struct):
    """``count`` models with these changes to the default loadout; None stands for all models that are left."""

    count: int | None
    changes: list[Change]
    place: Place
    items: tuple[str, ...] | None = None  # all that they carry, instead of changes
    entry: dict[str, Any] = field(default_factory=dict)  # its record in the file


class UnitBinder:
    """See the module. ``entry`` is the unit's record in the file."""

    def __init__(self, context: BindingContext, entry: dict[str, Any], option: Option, unit_id: str) -> None:
        self.context = context
        self.entry = entry
        self.sheet: DatasheetSheet = sheet_of(context.library, option)
        self.unit = Selection(option, 1, unit_id)
        self.place: Place = context.source.key_place(entry, "datasheet")

    def bind(self) -> Selection:
        entry, unit = self.entry, self.unit
        unit.place = self.place
        label(unit, entry)
        loadouts = self._loadouts()
        for name, number in self._counts(loadouts).items():
            self._models(self.sheet.models[name], number, loadouts.get(name, []))
        if self.sheet.is_doubtful:
            from listbuilder.listfile.agree import agree  # what few datasheets need
            from listbuilder.listfile.overlapping import share

            agree(unit, self.sheet)
            share(unit, self.sheet)
        self._warlord()
        self._enhancements()
        return unit

    # --- models -----------------------------------------------------------------------------------------------------------

    def _counts(self, loadouts: dict[str, list[StatedLoadout]]) -> dict[str, int]:
        """How many models of each kind: as stated, else the fewest; without any statement, those of the smallest unit."""
        stated = self.entry.get("models")
        if not stated:
            counts = self.sheet.default_counts()
        else:
            counts = {name: model.least for name, model in self.sheet.models.items()}
            for word, number in stated.items():
                model = self._model(stated, word)
                if model is not None:
                    counts[model.id] = number
        budget.allow("unit_models", sum(counts.values()), self.place, self.unit.id)
        budget.allow("unit_selections", sum(map(len, loadouts.values())), self.place, self.unit.id)
        named = {model.id for word in stated or () if (model := self.sheet.model_names.find(word)) is not None}
        for name, found in loadouts.items():
            armed = sum(loadout.count or 0 for loadout in found)
            if armed > counts[name]:
                if name in named:
                    params = {"model": self._title(name), "found": armed, "bound": counts[name]}
                    message = Text("{model}: wargear is given for {found} models, but there are only {bound}", params)
                    self.context.problem(message, found[-1].place, unit=self.unit.id, rule="roster-file")
                else:
                    counts[name] = armed
            elif not counts[name] and any(loadout.changes or loadout.items for loadout in found):
                message = Text("{model}: wargear is given for it, but the unit has none", {"model": self._title(name)})
                self.context.problem(message, found[0].place, unit=self.unit.id, rule="roster-file")
        return counts

    def _title(self, name: str) -> str:
        return self.sheet.models[name].option.name

    def _model(self, container: dict[str, Any], word: str) -> ModelSheet | None:
        found = self.sheet.model_names.find(word)
        if found is None:
            place = self.context.source.key_place(container, word)
            self.context.unknown("model", word, place, self.sheet.model_names.words, self.unit.id)
        return found

    def _models(self, sheet: ModelSheet, number: int, loadouts: list[StatedLoadout]) -> None:
        """Selections for the models of one kind: one for each loadout; models that are left get the default loadout."""
        rest = [loadout for loadout in loadouts if loadout.count is None]
        for extra in rest[1:]:
            message = Text("{model}: only one loadout may leave out its count", {"model": sheet.option.name})
            self.context.problem(message, extra.place, unit=self.unit.id, rule="roster-file")
        counted = sum(loadout.count or 0 for loadout in loadouts)
        left, index = number, 0
        for loadout in (*loadouts, StatedLoadout(None, [], self.place)):
            if loadout.count is not None:
                amount = min(loadout.count, left)
            elif loadout in rest:
                amount = max(0, number - counted) if loadout is rest[0] else 0
            else:
                amount = left
            if amount:
                index += 1
                left -= amount
                self._model_selection(sheet, amount, loadout, index)

    def _model_selection(self, sheet: ModelSheet, amount: int, loadout: StatedLoadout, index: int) -> None:
        model = put(self.unit, sheet.option, amount, f"{self.unit.id}/{sheet.id}/{index}", loadout.place)
        label(model, loadout.entry)
        if loadout.items is None and not loadout.changes:
            equip_as_usual(model, sheet)
            return
        arming = Arming(sheet)
        if loadout.items is not None:
            arming.carry(loadout.items, loadout.place)
        else:
            arming.apply(loadout.changes)
            self._report_missing(sheet, loadout)
        arming.equip(model)

    def _report_missing(self, sheet: ModelSheet, loadout: StatedLoadout) -> None:
        """What the model would give up and does not have."""
        for item, place in missing(sheet, loadout.changes).items():
            params = {"model": sheet.option.name, "item": self.sheet.item_title(item)}
            hint = Text("what a model has besides its own is stated under add")
            message = Text("{model}: has no {item} that it could give up", params)
            self.context.problem(message, place or loadout.place, hint, unit=self.unit.id, rule="roster-file")

    # --- wargear ----------------------------------------------------------------------------------------------------------

    def _loadouts(self) -> dict[str, list[StatedLoadout]]:
        stated = self.entry.get("wargear") or {}
        found: dict[str, list[StatedLoadout]] = {}
        for word, value in stated.items():
            model = self._model(stated, word)
            if model is not None:
                place = self.context.source.key_place(stated, word)
                entries = value if isinstance(value, list) else [value]
                holder = value if isinstance(value, list) else None
                found[model.id] = [
                    self._loadout(model, item, self.context.source.place(holder, n) if holder is not None else place)
                    for n, item in enumerate(entries)
                ]
        return found

    def _loadout(self, model: ModelSheet, entry: dict[str, Any], place: Place) -> StatedLoadout:
        changes = list(self._exchanges(model, entry, reserved=True))
        replaced = entry.get("replace")
        for exchange in replaced if isinstance(replaced, list) else [replaced or {}]:
            changes.extend(self._exchanges(model, exchange))
        changes.extend(self._additions(model, entry))
        items = self._items(model, entry, "items") if "items" in entry else None
        return StatedLoadout(entry.get("count"), changes, place, items, entry)

    def _additions(self, model: ModelSheet, entry: dict[str, Any]) -> Iterator[Change]:
        """Items added: one, or several; a list within the list is one choice of several items."""
        value = entry.get("add")
        if isinstance(value, list) and any(isinstance(item, list) for item in value):
            parts: list[tuple[Any, Any]] = [(value, place) for place in range(len(value))]
        else:
            parts = [(entry, "add")] if value is not None else []
        for container, key in parts:
            items = self._items(model, container, key)
            if items:
                yield Change((), items, self.context.source.place(container, key))

    def _exchanges(self, model: ModelSheet, entry: dict[str, Any], *, reserved: bool = False) -> Iterator[Change]:
        for key in entry:
            if reserved and key in LOADOUT:
                continue
            place = self.context.source.key_place(entry, key)
            given = self._given_up(model, key, place)
            taken = self._items(model, entry, key)
            if given is not None and taken is not None:
                yield Change(given, taken, place)

    def _given_up(self, model: ModelSheet, key: str, place: Place) -> tuple[str, ...] | None:
        """The items that a key names, joined by + where they are several."""
        names = self.sheet.item_names(model)
        whole = names.find(key)
        if whole is not None:
            return (whole,)
        found = [(word.strip(), names.find(word.strip())) for word in key.split("+")]
        for word, item in found:
            if item is None:
                self.context.unknown("item", word, place, names.words, self.unit.id)
        items = tuple(item for _, item in found if item is not None)
        return items if len(items) == len(found) else None

    def _items(self, model: ModelSheet, entry: Any, key: Any) -> tuple[str, ...] | None:
        """The items stated under a key. None when one is unknown; the change is then left out."""
        value = entry[key]
        words = [str(word) for word in (value if isinstance(value, list) else [value])]
        names, found = self.sheet.item_names(model), []
        for place, word in enumerate(words):
            item = names.find(word)
            if item is None:
                container, at = (value, place) if isinstance(value, list) else (entry, key)
                self.context.unknown("item", word, self.context.source.place(container, at), names.words, self.unit.id)
            else:
                found.append(item)
        return tuple(found) if len(found) == len(words) else None

    # --- marks ------------------------------------------------------------------------------------------------------------

    def _warlord(self) -> None:
        if self.entry.get("warlord") and self.sheet.warlord is not None:
            place = self.context.source.key_place(self.entry, "warlord")
            put(self.unit, self.sheet.warlord, 1, f"{self.unit.id}/warlord", place)

    def _enhancements(self) -> None:
        used: Counter[str] = Counter()
        for word, at in self.context.each(self.entry, "enhancement"):
            option = self._enhancement(str(word))
            if option is None:
                self._not_found(str(word), at)
                continue
            node_id = f"{self.unit.id}/enhancement/{full_id(option)}"
            used[node_id] += 1
            put(self.unit, option, 1, node_id if used[node_id] == 1 else f"{node_id}'{used[node_id]}", at)

    def _not_found(self, word: str, at: Place) -> None:
        """Notes an enhancement that the unit's faction does not have; one of the army's own is for that faction's units only."""
        library = self.context.library
        army = library.catalogue(next((force.catalogue_id for force in self.context.roster.forces), ""))
        if army is not None and army.id != self.unit.option.catalogue.id:
            units = (option for option in library.root_options(army.id) if option.type == "unit")
            found = next((sheet_of(library, option).enhancement_names.find(word) for option in units), None)
            if found is not None:
                names = {"unit": self.unit.option.name, "enhancement": found.name, "faction": army.name}
                text = Text("{unit}: {enhancement} is only for units of {faction}", names)
                self.context.problem(text, at, rule="not-offered", unit=self.unit.id, severity="error")
                return
        self.context.unknown("enhancement", word, at, self.sheet.enhancement_names.words, self.unit.id)

    def _enhancement(self, word: str) -> Option | None:
        """The enhancement of that name: that of the chosen detachment where several have one."""
        exact = self.sheet.enhancement_ids.get(word)
        if exact is not None:
            return exact
        found = self.sheet.enhancement_names.find(word)
        if found is None:
            return None
        wanted = {f"{detachment}/{found.local_id}" for detachment in self.context.detachments}
        return next((option for name, option in self.sheet.enhancement_ids.items() if name in wanted), found)
