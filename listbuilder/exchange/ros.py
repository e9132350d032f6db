"""Writes and reads BattleScribe's roster file (``.ros``), in the form New Recruit writes today.

Reading resolves every force and selection against the catalogues by id and computes everything else anew; what cannot be
found is left out and named.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from listbuilder.engine.numbers import parse, show
from listbuilder.exchange.order import NO_CATEGORY, force_categories, in_order
from listbuilder.roster.edits import Insert
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.library import Library, Option
    from listbuilder.engine import Category, Engine, ProfileState, RuleState

NAMESPACE = "http://www.battlescribe.net/schema/rosterSchema"
HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
MAX_SIZE = 32 * 1024 * 1024
MAX_DEPTH = 64


class RosError(ValueError):
    """The text is no roster that can be read."""


# --- writing ---------------------------------------------------------------------------------------------------------------


class Node:
    """An XML element on its way out: attributes in the order given, None left out."""

    def __init__(self, tag: str, *, text: str | None = None, closed: bool = True, **attributes: object) -> None:
        self.tag = tag
        self.text = text
        self.closed = closed
        self.attributes = {name.rstrip("_"): value for name, value in attributes.items() if value is not None}
        self.children: list[Node] = []

    def add(self, tag: str, children: Iterable[Node]) -> None:
        """A wrapper with children, unless there are none."""
        items = list(children)
        if items:
            wrapper = Node(tag)
            wrapper.children = items
            self.children.append(wrapper)

    def lines(self, depth: int = 0) -> Iterator[str]:
        indent = "  " * depth
        start = f"{indent}<{self.tag}" + "".join(f" {n}={quoteattr(_text(v))}" for n, v in self.attributes.items())
        if self.children:
            yield f"{start}>"
            for child in self.children:
                yield from child.lines(depth + 1)
            yield f"{indent}</{self.tag}>"
        elif self.text is not None:
            yield f"{start}>{escape(self.text)}</{self.tag}>"
        else:
            yield f"{start} />" if self.closed else f"{start}></{self.tag}>"


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Writer:
    """Writes one roster."""

    def __init__(self, engine: Engine, generator: str, *, notes: bool) -> None:
        self.engine = engine
        self.library = engine.roster.library
        self.generator = generator
        self.notes = notes

    def roster(self) -> str:
        roster, system = self.engine.roster, self.library.game_system
        root = Node(
            "roster",
            id=_roster_id(roster),
            name=roster.name,
            battleScribeVersion="2.03",
            generatedBy=self.generator,
            gameSystemId=system.id,
            gameSystemName=system.name,
            gameSystemRevision=max(system.revision, 1),
            xmlns=NAMESPACE,
        )
        types = self.library.cost_types
        shown = {key: value for key, value in self.engine.totals().items() if not types[key].hidden}
        root.add("costs", self._costs(shown))
        root.add("costLimits", (self._cost(key, value, "costLimit") for key, value in roster.cost_limits.items()))
        root.add("forces", (self._force(force) for force in roster.forces))
        return "\n".join([HEADER, *root.lines(), ""])

    def _costs(self, costs: dict[str, Number]) -> list[Node]:
        return [self._cost(key, value) for key, value in costs.items() if value]

    def _cost(self, type_id: str, value: Number, tag: str = "cost") -> Node:
        known = self.library.cost_types.get(type_id)
        return Node(tag, name=known.name if known else type_id, typeId=type_id, value=show(value))

    def _force(self, force: Force) -> Node:
        catalogue = self.library.catalogue(force.catalogue_id)
        state = self.engine.state(force)
        node = Node(
            "force",
            id=force.id,
            name=state.name,
            entryId=force.entry.id,
            catalogueId=force.catalogue_id,
            catalogueRevision=max(catalogue.revision, 1) if catalogue else 1,
            catalogueName=catalogue.name if catalogue else "",
            customName=force.custom_name or None,
        )
        self._add_notes(node, force)
        node.add("rules", map(_rule, _by_name(state.rules)))
        node.add("profiles", map(_profile, _by_name(state.profiles)))
        node.add("selections", (self._selection(item) for item in in_order(self.engine, force)))
        node.add("forces", (self._force(child) for child in force.forces))
        links = force_categories(self.engine, force)
        node.add(
            "categories", (Node("category", name=n, id=f"{force.id}-{i}", primary=False, entryId=i) for i, n in links)
        )
        return node

    def _add_notes(self, node: Node, item: Force | Selection) -> None:
        if self.notes and item.custom_notes:
            node.children.append(Node("customNotes", text=item.custom_notes))

    def _selection(self, item: Selection) -> Node:
        state, option = self.engine.state(item), item.option
        node = Node(
            "selection",
            closed=False,
            id=item.id,
            name=state.name,
            entryId=option.id,
            entryGroupId=option.group.id if option.group else None,
            number=item.number,
            type=option.type,
            from_="group" if option.group else "entry",
            group=option.group.name if option.group else None,
            customName=item.custom_name or None,
        )
        self._add_notes(node, item)
        node.add("rules", map(_rule, _by_name(state.rules)))
        node.add("profiles", map(_profile, _by_name(state.profiles)))
        node.add("selections", (self._selection(child) for child in in_order(self.engine, item)))
        node.add("costs", self._costs(state.costs))
        node.add("categories", (_category(item, category) for category in shown_categories(item, state.categories)))
        return node


def shown_categories(item: Selection, categories: tuple[Category, ...]) -> list[tuple[str, str, bool]]:
    """Id, name and role of a selection's categories; a unit without any is uncategorised."""
    if not categories and not isinstance(item.parent, Selection):
        return [(NO_CATEGORY, "Uncategorized", True)]
    return [(category.id, category.name, category.primary) for category in categories]


def _category(item: Selection, category: tuple[str, str, bool]) -> Node:
    category_id, name, primary = category
    return Node("category", id=f"{item.id}-{category_id}", entryId=category_id, name=name, primary=primary)


def _by_name(infos: Iterable[ProfileState] | Iterable[RuleState]) -> list[ProfileState | RuleState]:
    return sorted(infos, key=lambda info: info.name)


def _rule(rule: ProfileState | RuleState) -> Node:
    node = Node("rule", id=rule.owner, name=rule.name, hidden=rule.hidden, page=rule.page or None)
    node.children.append(Node("description", text=getattr(rule, "description", "")))
    return node


def _profile(profile: ProfileState | RuleState) -> Node:
    node = Node(
        "profile",
        id=profile.owner,
        name=profile.name,
        hidden=profile.hidden,
        typeId=getattr(profile, "type_id", ""),
        typeName=getattr(profile, "type_name", ""),
        from_="entry",
    )
    characteristics = getattr(profile, "characteristics", ())
    node.add(
        "characteristics",
        (Node("characteristic", text=item.value, name=item.name, typeId=item.type_id) for item in characteristics),
    )
    return node


def _roster_id(roster: Roster) -> str:
    return next((force.id for force in roster.forces), "roster") + "-roster"


def write(engine: Engine, *, generator: str = "listbuilder", notes: bool = True) -> str:
    """The roster as the text of a ``.ros`` file."""
    return Writer(engine, generator, notes=notes).roster()


# --- reading ---------------------------------------------------------------------------------------------------------------


class Reader:
    """Reads one roster over a library."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.problems: list[str] = []

    def roster(self, text: str) -> Roster:
        root = _parse(text)
        roster = Roster(self.library, root.get("name", ""))
        for limit in _all(root, "costLimits", "costLimit"):
            value = parse(limit.get("value", ""))
            if value is not None and value >= 0:
                roster.cost_limits[limit.get("typeId", "")] = value
        for element in _all(root, "forces", "force"):
            force = self._force(element, 0)
            if force is not None:
                Insert(force, roster).apply(roster)
        return roster

    def _force(self, element: ET.Element, depth: int) -> Force | None:
        entry = self.library.force_entry(element.get("entryId", ""))
        catalogue_id = element.get("catalogueId", "")
        if entry is None or self.library.catalogue(catalogue_id) is None or depth > MAX_DEPTH:
            self.problems.append(f"force {element.get('name')!r} is not in the data")
            return None
        force = Force(entry, catalogue_id, element.get("id"))
        _customise(force, element)
        self._fill(force, element, self.library.root_options(catalogue_id), 1, depth)
        for inner in _all(element, "forces", "force"):
            child = self._force(inner, depth + 1)
            if child is not None:
                child.parent = force
                force.forces.append(child)
        return force

    def _fill(
        self,
        parent: Force | Selection,
        element: ET.Element,
        options: Iterable[Option],
        number: int,
        depth: int,
    ) -> None:
        for inner in _all(element, "selections", "selection"):
            option = find(options, inner.get("entryId", ""))
            if option is None or depth > MAX_DEPTH:
                self.problems.append(f"{inner.get('name')!r} ({inner.get('entryId')}) is not in the data")
                continue
            total = parse(inner.get("number", "1")) or 1
            amount = max(1, int(total // number))
            if total != amount * number:
                self.problems.append(f"{inner.get('name')!r}: {show(total)} cannot be shared out among {number}")
            selection = Selection(option, amount, inner.get("id"))
            selection.parent = parent
            _customise(selection, inner)
            parent.selections.append(selection)
            self._fill(selection, inner, option.entries, number * amount, depth + 1)


def find(options: Iterable[Option], entry_id: str) -> Option | None:
    """The option with that id, else the first that has it as a part of its composite id."""
    items = tuple(options)
    for option in items:
        if option.id == entry_id:
            return option
    return next((option for option in items if entry_id in option.id.split("::")), None)


def _customise(node: Force | Selection, element: ET.Element) -> None:
    node.custom_name = element.get("customName", "")
    notes = element.find(f"{{{NAMESPACE}}}customNotes")
    node.custom_notes = (notes.text or "") if notes is not None else ""


def _all(element: ET.Element, wrapper: str, tag: str) -> list[ET.Element]:
    return element.findall(f"{{{NAMESPACE}}}{wrapper}/{{{NAMESPACE}}}{tag}")


def _parse(text: str) -> ET.Element:
    if len(text) > MAX_SIZE:
        raise RosError("the roster is larger than any list can be")
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise RosError("a roster has no document type and no entities")
    try:
        root = ET.fromstring(text.encode())  # noqa: S314 - entities were refused above
    except ET.ParseError as error:
        raise RosError(f"no XML: {error}") from None
    if root.tag != f"{{{NAMESPACE}}}roster":
        raise RosError("this XML is not a BattleScribe roster")
    return root


def read(text: str, library: Library) -> tuple[Roster, list[str]]:
    """The roster of a ``.ros`` text, and what of it could not be found in the data."""
    reader = Reader(library)
    return reader.roster(text), reader.problems
