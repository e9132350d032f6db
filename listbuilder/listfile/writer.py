"""Writes a roster back into the text it was read from; comments, order and unknown keys stay.

The roster's plain values are compared with those of the file as it was read. The differences are applied to ruamel's tree of
the file, and the lines that change are merged into the user's text. What a file says is decided by `strictyaml` alone: where
ruamel does not read it, the differences are applied to the plain values, and only comments and layout are lost.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from ruamel.yaml.comments import CommentedMap, CommentedSeq

from listbuilder.listfile import shape
from listbuilder.listfile.layout import Layout
from listbuilder.listfile.merge import merged
from listbuilder.listfile.records import FORCES, UNITS, unit_lists, units_in
from listbuilder.naming import fold

LINE = 110  # a unit that fits is written on one line
KEY_ORDER = {"roster": tuple(shape.ROSTER), "units": tuple(shape.UNIT), "forces": tuple(shape.FORCE)}
HELD = (UNITS, FORCES)
Plain = dict[str, Any]


class ListWriter:
    """Makes the text of one file. ``facts``: its plain values; units in ``bare`` need no id."""

    def __init__(self, layout: Layout, bare: set[str], facts: Plain | None = None) -> None:
        self.layout = layout
        self.bare = bare
        self.facts = facts or {}

    def write(self, before: Plain, after: Plain, entries: list[str | None], *, coarse: bool = False) -> str:
        """The text with the differences between two states. ``entries``: the ids of the file's units, in order; None for
        units that the data do not know, which stay unchanged. ``coarse`` replaces mappings that differ as a whole."""
        new = self._patched(self._tree, before, after, entries, coarse=coarse)
        layout = self.layout
        return self._finish(merged(layout.text, layout.written, new) if layout.written else new)

    def rewrite(self, before: Plain, after: Plain, entries: list[str | None]) -> str:
        """The same in ruamel's layout, for texts that cannot be merged."""
        return self._finish(self._patched(self._tree, before, after, entries, coarse=True))

    def restate(self, before: Plain, after: Plain, entries: list[str | None]) -> str:
        """The same from the plain values of the file, without its comments."""
        return self._finish(self._patched(self._stated, before, after, entries, coarse=True))

    def anew(self) -> str:
        """The plain values of the file, without its comments."""
        return self.layout.dump(self._stated)

    def _patched(
        self, tree: CommentedMap, before: Plain, after: Plain, entries: list[str | None], *, coarse: bool
    ) -> str:
        Patch(tree, before, after, entries, self.bare, coarse).apply()
        return self.layout.dump(tree)

    @property
    def _tree(self) -> CommentedMap:
        return self.layout.tree if self.layout.written else self._stated

    @property
    def _stated(self) -> CommentedMap:
        found = styled(self.facts, short=False)
        assert isinstance(found, CommentedMap)
        return found

    def _finish(self, text: str) -> str:
        return text.replace("\n", "\r\n") if self.layout.crlf else text


@dataclass(frozen=True, slots=True)
class Patch:
    """Applies the differences between two plain states to ruamel's tree of the file."""

    tree: CommentedMap
    before: Plain
    after: Plain
    entries: list[str | None]
    bare: set[str]
    coarse: bool
    orders: dict[int, list[str | None]] = field(default_factory=dict)  # ids of the units of a list, by its identity
    items: dict[str, CommentedMap] = field(default_factory=dict)  # units of the file by their ids
    old: dict[str, Plain] = field(default_factory=dict)  # the same as they were, as plain values

    def apply(self) -> None:
        names = iter(self.entries)
        for units in unit_lists(self.tree):
            order = list(islice(names, len(units)))
            self.orders[id(units)] = order
            self.items.update((name, item) for name, item in zip(order, units, strict=True) if name is not None)
        self.old.update((unit["id"], unit) for unit in units_in(self.before))
        for key in changed_keys(self.before, self.after):
            if key in HELD:
                self._held(self.tree, "roster", key, self.before.get(key), self.after.get(key))
            else:
                self._set(self.tree, "roster", key, self.before.get(key), self.after.get(key))
        if any(self.before.get(key) != self.after.get(key) for key in HELD):
            self._name_units()

    def _name_units(self) -> None:
        """Writes the ids of units that would get another one without it."""
        for unit in units_in(self.after):
            item = self.items.get(unit["id"])
            if item is not None and "id" not in item and unit["id"] not in self.bare:
                item.insert(0, "id", unit["id"])

    # --- mappings ---------------------------------------------------------------------------------------------------------

    def _set(self, target: CommentedMap, kind: str, key: str, before: Any, after: Any) -> None:
        """Changes one key; of a mapping only the keys that differ."""
        key = spelled(target, key)
        if after is None or (after in ({}, []) and key != "units"):
            if key in target:
                del target[key]
            return
        current = target.get(key)
        if isinstance(current, CommentedMap) and isinstance(after, dict) and self._patchable(current, before, after):
            for inner in changed_keys(before, after):
                self._set(current, "", inner, before.get(inner), after.get(inner))
            return
        value = styled(after, self._is_short(key, after))
        if key in target:
            target[key] = value
        else:
            self._insert(target, kind, key, value)

    def _patchable(self, current: CommentedMap, before: Any, after: dict[str, Any]) -> bool:
        """Whether the file has the keys that change in our spelling, so that they can be changed one by one."""
        if self.coarse or not current or not isinstance(before, dict):
            return False
        changed = changed_keys(before, after)
        return all(spelled(current, key) in current or key not in before for key in changed)

    @staticmethod
    def _is_short(key: str, value: Any) -> bool:
        return key not in ("units", "forces", "declarations") and len(flow(value)) <= LINE

    @staticmethod
    def _insert(target: CommentedMap, kind: str, key: str, value: Any) -> None:
        """Inserts a new key after the last key that usually comes before it."""
        order = KEY_ORDER.get(kind, ())
        if key not in order:
            target[key] = value
            return
        earlier = set(order[: order.index(key)])
        places = [place for place, name in enumerate(target) if name in earlier]
        position = places[-1] + 1 if places else 0
        if position >= len(target):
            target[key] = value
        else:
            target.insert(position, key, value)

    # --- lists of units and forces ----------------------------------------------------------------------------------------

    def _held(self, holder: CommentedMap, kind: str, key: str, before: Any, after: Any) -> None:
        """Changes the units or the forces of a list or of a force."""
        target = holder.get(key)
        known = isinstance(target, CommentedSeq) and bool(target)
        if known and (after or (key == "units" and None in self.orders[id(target)])):
            change = self._units if key == "units" else self._forces
            change(target, before or [], after or [])
        elif after:
            new = CommentedSeq(map(self._item if key == "units" else self._new_force, after))
            if key in holder:
                holder[key] = new
            else:
                self._insert(holder, kind, key, new)
        else:
            self._set(holder, kind, key, before, after)

    def _units(self, target: CommentedSeq, before: list[Plain], after: list[Plain]) -> None:
        order = self.orders[id(target)]
        self._remove(target, order, {unit["id"] for unit in after})
        items = {unit["id"]: self._item(unit) for unit in after}
        self._arrange(target, order, [*items], items)

    def _item(self, unit: Plain) -> CommentedMap:
        """The unit as the file has it, with what differs, wherever it stood; a new one where the file has none."""
        name = unit["id"]
        item = self.items.get(name)
        if item is None:
            entry = self._entry(unit)
            return styled(entry, len(flow(entry)) <= LINE)  # type: ignore[no-any-return]
        if name in self.old and self.old[name] != unit:
            self._unit(item, self.old[name], unit)
        return item

    @staticmethod
    def _remove(target: CommentedSeq, order: list[str | None], wanted: set[str]) -> None:
        for place in range(len(order) - 1, -1, -1):
            name = order[place]
            if name is not None and name not in wanted:
                del target[place]
                del order[place]

    @staticmethod
    def _arrange(target: CommentedSeq, order: list[str | None], wanted: list[str], items: dict[str, Any]) -> None:
        """Brings the known units into the wanted order and adds the new ones; unknown entries stay after their
        predecessor."""
        present = [name for name in order if name is not None]
        if [name for name in wanted if name in present] == present:
            for place, name in enumerate(wanted):
                if name not in present:
                    position = order.index(wanted[place - 1]) + 1 if place else 0
                    target.insert(position, items[name])
                    order.insert(position, name)
                    present.insert(place, name)
            return
        while order:
            target.pop()
            order.pop()
        for name in wanted:
            target.append(items[name])

    def _unit(self, target: CommentedMap, before: Plain, after: Plain) -> None:
        for key in changed_keys(before, after):
            self._set(target, "units", key, before.get(key), after.get(key))

    def _entry(self, unit: Plain) -> Plain:
        """A unit as it is written: without the id that it gets by default."""
        return {key: value for key, value in unit.items() if key != "id"} if unit["id"] in self.bare else unit

    def _forces(self, target: CommentedSeq, before: list[Plain], after: list[Plain]) -> None:
        places = matched(before, after) if len(target) == len(before) else [None] * len(after)
        items = [
            self._new_force(force) if place is None else self._force(target[place], before[place], force)
            for place, force in zip(places, after, strict=True)
        ]
        kept = [place for place in places if place is not None]
        if kept == sorted(kept):  # comments stay with what they stand beside
            for place in reversed([place for place in range(len(target)) if place not in kept]):
                del target[place]
            for place, old in enumerate(places):
                if old is None:
                    target.insert(place, items[place])
        else:
            while target:
                target.pop()
            target.extend(items)

    def _force(self, target: CommentedMap, before: Plain, after: Plain) -> CommentedMap:
        for key in changed_keys(before, after):
            old, new, known = before.get(key), after.get(key), target.get(key)
            in_step = isinstance(known, CommentedSeq) and isinstance(old, list) and len(known) == len(old)
            if key == "selections" and in_step:
                self._selections(known, old or [], new or [])
            elif key in HELD and "units" in after:
                self._held(target, "forces", key, old, new)
            else:
                self._set(target, "forces", key, old, new)
        return target

    def _new_force(self, force: Plain) -> CommentedMap:
        """A force that the file does not have; units that it has elsewhere move into it."""
        if "units" not in force:
            tree: CommentedMap = styled(force, short=False)
            return tree
        new: CommentedMap = styled({key: value for key, value in force.items() if key not in HELD}, short=False)
        for key in HELD:
            if force.get(key):
                self._held(new, "forces", key, None, force[key])
        return new

    @staticmethod
    def _selections(target: CommentedSeq, before: list[Any], after: list[Any]) -> None:
        """Replaces what differs, item by item, from the first difference to the last."""
        start = 0
        while start < min(len(before), len(after)) and before[start] == after[start]:
            start += 1
        tail = 0
        while tail < min(len(before), len(after)) - start and before[-1 - tail] == after[-1 - tail]:
            tail += 1
        for _ in range(len(before) - tail - start):
            del target[start]
        for place, item in enumerate(after[start : len(after) - tail]):
            target.insert(start + place, styled(item, len(flow(item)) <= LINE))


def matched(before: list[Plain], after: list[Plain]) -> list[int | None]:
    """For each force the place of the one that it was: of its kind, with the most of its units; None for a new one."""
    held = [{unit["id"] for unit in units_in(force)} for force in before]
    left = dict.fromkeys(range(len(before)))
    found: list[int | None] = [None] * len(after)
    for shared in (True, False):  # first those that have units to be known by
        for number, force in enumerate(after):
            own = {unit["id"] for unit in units_in(force)}
            alike = [place for place in left if before[place].get("force") == force.get("force")]
            place = max(alike, key=lambda place: len(own & held[place]), default=None)
            if found[number] is None and place is not None and (own & held[place] or not shared):
                found[number] = place
                del left[place]
    return found


def changed_keys(before: Plain, after: Plain) -> list[str]:
    """The keys with different values, in their order."""
    return [key for key in dict.fromkeys((*before, *after)) if before.get(key) != after.get(key)]


def spelled(target: CommentedMap, key: str) -> str:
    """The key in the file's spelling, where the file has it."""
    if key in target:
        return key
    return next((own for own in target if fold(str(own)) == fold(key)), key)


def styled(value: Any, short: bool) -> Any:
    """A value for ruamel: in one line where it is short, else one line per entry."""
    if isinstance(value, dict):
        mapping = CommentedMap(
            (key, styled(item, short or len(flow(item)) <= LINE - 20)) for key, item in value.items()
        )
        if short:
            mapping.fa.set_flow_style()
        return mapping
    if isinstance(value, list):
        sequence = CommentedSeq(styled(item, short or len(flow(item)) <= LINE - 10) for item in value)
        if short or all(not isinstance(item, dict | list) for item in value):
            sequence.fa.set_flow_style()
        return sequence
    return value


def flow(value: Any) -> str:
    """Roughly a value in one line; used for its length."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return str(value)
