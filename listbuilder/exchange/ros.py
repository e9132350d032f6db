"""Writes BattleScribe's roster file (``.ros``), in the form New Recruit writes today."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from listbuilder.engine.numbers import show
from listbuilder.exchange.order import NO_CATEGORY, force_categories, in_order
from listbuilder.exchange.ros_xml import NAMESPACE
from listbuilder.roster.tree import Force, Roster, Selection
from listbuilder.roster.tree import in_order as forces_in_order
from listbuilder.terminal import CONTROL

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.engine import Category, Engine, ProfileState, RuleState, State

HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'


class XmlElement:
    """An XML element to be written: attributes in the order given, None left out."""

    def __init__(self, tag: str, *, text: str | None = None, closed: bool = True, **attributes: object) -> None:
        self.tag = tag
        self.text = text
        self.closed = closed
        self.attributes = {name.rstrip("_"): value for name, value in attributes.items() if value is not None}
        self.children: list[XmlElement] = []

    def add(self, tag: str, children: Iterable[XmlElement]) -> None:
        """A wrapper with children, unless there are none."""
        items = list(children)
        if items:
            wrapper = XmlElement(tag)
            wrapper.children = items
            self.children.append(wrapper)

    def lines(self, depth: int = 0) -> Iterator[str]:
        indent = "  " * depth
        start = f"{indent}<{self.tag}" + "".join(
            f" {n}={_shown(quoteattr(_text(v)))}" for n, v in self.attributes.items()
        )
        if self.children:
            yield f"{start}>"
            for child in self.children:
                yield from child.lines(depth + 1)
            yield f"{indent}</{self.tag}>"
        elif self.text is not None:
            yield f"{start}>{_shown(escape(self.text))}</{self.tag}>"
        else:
            yield f"{start} />" if self.closed else f"{start}></{self.tag}>"


def _shown(text: str) -> str:
    """The text of a file in which characters that would control a terminal or turn the order of a line stand as their numbers;
    those that no XML can hold are replaced."""
    return text if text.isprintable() else CONTROL.sub(_numbered, text)


def _numbered(found: re.Match[str]) -> str:
    code = ord(found[0])
    is_held = code == ord("\r") or 0x7F <= code < 0xD800 or 0xE000 <= code < 0xFFFE
    return f"&#{code};" if is_held else "\N{REPLACEMENT CHARACTER}"


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
        """The text of the file."""
        return "\n".join([HEADER, *self.tree().lines(), ""])

    def tree(self) -> XmlElement:
        """The element of the roster with everything in it."""
        roster, system = self.engine.roster, self.library.game_system
        root = XmlElement(
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
        shown = {key: value for key, value in self.engine.totals().items() if not self.engine.cost_type(key).hidden}
        root.add("costs", self._costs(shown))
        root.add("costLimits", (self._cost(key, value, "costLimit") for key, value in roster.cost_limits.items()))
        root.add("forces", (self._force(force) for force in forces_in_order(roster)))
        return root

    def _costs(self, costs: dict[str, Number]) -> list[XmlElement]:
        return [self._cost(key, value) for key, value in costs.items() if value]

    def _cost(self, type_id: str, value: Number, tag: str = "cost") -> XmlElement:
        known = self.library.cost_types.get(type_id)
        return XmlElement(tag, name=known.name if known else type_id, typeId=type_id, value=show(value))

    def _force(self, force: Force) -> XmlElement:
        catalogue = self.library.catalogue(force.catalogue_id)
        state = self.engine.state(force)
        node = XmlElement(
            "force",
            id=force.id,
            name=state.name,
            entryId="::".join(filter(None, (force.entry.link_id, force.entry.id))),
            catalogueId=force.catalogue_id,
            catalogueRevision=max(catalogue.revision, 1) if catalogue else 1,
            catalogueName=catalogue.name if catalogue else "",
            customName=force.custom_name or None,
        )
        self._add_state(node, force, state)
        node.add("costs", self._costs(state.costs))
        links = force_categories(self.engine, force)
        node.add(
            "categories",
            (XmlElement("category", name=n, id=f"{force.id}-{i}", primary=False, entryId=i) for i, n in links),
        )
        node.add("forces", (self._force(child) for child in forces_in_order(force)))
        return node

    def _add_state(self, node: XmlElement, item: Force | Selection, state: State) -> None:
        """What forces and selections have in common."""
        if self.notes and item.custom_notes:
            node.children.append(XmlElement("customNotes", text=item.custom_notes))
        by_name = attrgetter("name")
        node.add("rules", map(_rule, sorted(state.rules, key=by_name)))
        node.add("profiles", map(_profile, sorted(state.profiles, key=by_name)))
        node.add("selections", (self._selection(child) for child in in_order(self.engine, item)))

    def _selection(self, item: Selection) -> XmlElement:
        state, option = self.engine.state(item), item.option
        node = XmlElement(
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
        self._add_state(node, item, state)
        node.add("costs", self._costs(state.costs))
        node.add("categories", (_category(item, category) for category in shown_categories(item, state.categories)))
        return node


def shown_categories(item: Selection, categories: tuple[Category, ...]) -> list[tuple[str, str, bool]]:
    """Id, name and role of a selection's categories; a unit without any is uncategorised."""
    if not categories and not isinstance(item.parent, Selection):
        return [(NO_CATEGORY, "Uncategorized", True)]
    return [(category.id, category.name, category.primary) for category in categories]


def _category(item: Selection, category: tuple[str, str, bool]) -> XmlElement:
    category_id, name, primary = category
    return XmlElement("category", id=f"{item.id}-{category_id}", entryId=category_id, name=name, primary=primary)


def _rule(rule: RuleState) -> XmlElement:
    node = XmlElement("rule", id=rule.owner, name=rule.name, hidden=False, page=rule.page or None)
    node.children.append(XmlElement("description", text=rule.description))
    return node


def _profile(profile: ProfileState) -> XmlElement:
    node = XmlElement(
        "profile",
        id=profile.owner,
        name=profile.name,
        hidden=False,
        typeId=profile.type_id,
        typeName=profile.type_name,
        from_="entry",
    )
    values = (
        XmlElement("characteristic", text=one.value, name=one.name, typeId=one.type_id)
        for one in profile.characteristics
    )
    node.add("characteristics", values)
    return node


def _roster_id(roster: Roster) -> str:
    return next((force.id for force in roster.forces), "roster") + "-roster"


def write(engine: Engine, *, generator: str = "listbuilder", notes: bool = True) -> str:
    """The roster as the text of a ``.ros`` file."""
    return Writer(engine, generator, notes=notes).roster()
