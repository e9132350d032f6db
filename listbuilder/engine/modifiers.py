"""Modifiers: sorted into a plan once per owner, checked at a position, applied to numbers, texts and categories.

Like in New Recruit, ``set`` is applied before everything else, and text is appended once, however often the modifier repeats.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from msgspec import Struct, field

from listbuilder import budget
from listbuilder.engine.conditions import times
from listbuilder.engine.numbers import modify, modify_number_in, parse
from listbuilder.engine.queries import QueryContext
from listbuilder.engine.state import Category, Message
from listbuilder.engine.tallies import primary_key

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.library import Library
    from listbuilder.catalogue.merged import Merged
    from listbuilder.catalogue.model import CostType, Gate, Informed, Modifier, ModifierGroup, NamedRecord

MESSAGES = frozenset({"error", "warning", "info"})
TEXT_FIELDS = frozenset({"name", "page", "description", "annotation", "defaultAmount", "readme"})
CORE_FIELDS = TEXT_FIELDS | {"hidden", "category", *MESSAGES}
ARITHMETIC = frozenset({"increment", "decrement", "multiply", "divide", "modulo", "power", "exponent", "triangular"})
MANY = 200  # modifiers of one owner, which cost more than the one step of evaluating it
A_STEP = 20  # modifiers that are looked at in the time of a step


class GatedModifier(Struct, frozen=True):
    """A modifier with everything that has conditions for it: its groups, outermost first, and itself."""

    gates: tuple[Gate, ...]
    modifier: Modifier


class Applied(NamedTuple):
    """A modifier whose conditions hold, and how often it applies."""

    modifier: Modifier
    times: int


AnyModifier = TypeVar("AnyModifier", GatedModifier, Applied)


class Plan(Struct, frozen=True):
    """The modifiers of an owner by what they change: its values, its constraints (by id), its profiles and rules, other nodes."""

    core: tuple[GatedModifier, ...] = ()
    bounds: dict[str, tuple[GatedModifier, ...]] = field(default_factory=dict)
    infos: tuple[GatedModifier, ...] = ()
    scoped: tuple[GatedModifier, ...] = ()
    fields: frozenset[str] = frozenset()  # those that `core` modifies


NO_MODIFIERS = Plan()


def set_first(items: Iterable[AnyModifier]) -> list[AnyModifier]:
    """Modifiers in the order of application."""
    return sorted(items, key=lambda item: item.modifier.type != "set")


def flatten(records: Sequence[Merged | NamedRecord | CostType]) -> list[GatedModifier]:
    """The modifiers of an owner, which may be written on several records, in the order of application."""
    modifiers = [modifier for record in records for modifier in record.modifiers]
    groups = [group for record in records for group in record.modifier_groups]
    return set_first(_walk(modifiers, groups, ()))


def _walk(
    modifiers: Iterable[Modifier], groups: Iterable[ModifierGroup], gates: tuple[Gate, ...]
) -> Iterator[GatedModifier]:
    for modifier in modifiers:
        yield GatedModifier((*gates, modifier), modifier)
    for group in groups:
        yield from _walk(group.modifiers, group.groups, (*gates, group))


def plan(library: Library, *records: Merged | Informed) -> Plan:
    """Sorts the modifiers of an owner by what they change."""
    if not any(record.modifiers or record.modifier_groups for record in records):
        return NO_MODIFIERS
    bounded = {constraint.id for record in records for constraint in record.constraints}
    core, infos, scoped, bounds = [], [], [], dict[str, list[GatedModifier]]()
    for step in flatten(records):
        modifier = step.modifier
        if modifier.scope not in ("", "self") or modifier.affects not in ("", "self"):
            scoped.append(step)
        elif modifier.field in bounded:
            bounds.setdefault(modifier.field, []).append(step)
        elif modifier.field in CORE_FIELDS or modifier.field in library.cost_types:
            core.append(step)
        else:
            infos.append(step)
    return Plan(
        tuple(core),
        {key: tuple(value) for key, value in bounds.items()},
        tuple(infos),
        tuple(scoped),
        frozenset(step.modifier.field for step in core),
    )


def has_conditions(gate: Gate) -> bool:
    return bool(gate.conditions or gate.condition_groups or gate.local_condition_groups or gate.repeats)


def applying(steps: Sequence[GatedModifier], context: QueryContext, known: dict[int, int]) -> list[Applied]:
    """The modifiers whose conditions hold. ``known`` remembers results, by identity, within one evaluation."""
    if len(steps) > MANY:
        budget.step(len(steps) // A_STEP)
    found = []
    for step in steps:
        total = 1
        for gate in step.gates:
            number = known.get(id(gate))
            if number is None:
                number = known[id(gate)] = times(gate, context)
            total *= number
            if not total:
                break
        if total:
            found.append(Applied(step.modifier, total))
    return found


# --- applying --------------------------------------------------------------------------------------------------------------


class Changes:
    """Modifiers that apply to something, by the field that they change: they give its values after modifiers. Names and texts
    raise `TooLarge` where they are longer than any data need."""

    def __init__(self, applied: Iterable[Applied]) -> None:
        self.by_field: defaultdict[str, list[Applied]] = defaultdict(list)
        for item in set_first(applied):
            self.by_field[item.modifier.field].append(item)

    def number(self, field: str, value: Number) -> Number:
        for modifier, count in self.by_field.get(field, ()):
            value = modify(value, modifier, count)
        return value

    def flag(self, field: str, value: bool) -> bool:
        for modifier, _ in self.by_field.get(field, ()):
            if modifier.type == "set":
                value = modifier.value.strip().lower() in ("true", "1", "yes")
        return value

    def text(self, field: str, text: str) -> str:
        budget.allow("text", len(text))
        for modifier, count in self.by_field.get(field, ()):
            text = _text(text, modifier, count)
        return text

    def name(self, name: str) -> str:
        """A name after modifiers. Like in New Recruit, a name that was set to a number is lost when text is appended."""
        is_number = False
        for modifier, count in self.by_field.get("name", ()):
            if modifier.type in ("append", "prepend") and is_number:
                name = ""
            if modifier.type not in ARITHMETIC or modifier.position is not None or parse(name) is not None:
                name = _text(name, modifier, count)
            is_number = modifier.type == "set" and parse(modifier.value) is not None
        budget.allow("name", len(name))
        return name


def _text(text: str, modifier: Modifier, count: int) -> str:
    found = _changed(text, modifier, count)
    budget.allow("text", len(found))
    return found


def _changed(text: str, modifier: Modifier, count: int) -> str:
    join = " " if modifier.join is None else modifier.join
    match modifier.type:
        case "set" | "add":
            return modifier.value
        case "append":
            return f"{text}{join}{modifier.value}" if text else modifier.value
        case "prepend":
            return f"{modifier.value}{join}{text}" if text else modifier.value
        case "replace":
            return _replace(text, modifier)
    return modify_number_in(text, modifier, count)


def _replace(text: str, modifier: Modifier) -> str:
    if not modifier.arg:
        return modifier.value
    if modifier.position is None:
        budget.allow("text", len(text) + text.count(modifier.arg) * (len(modifier.value) - len(modifier.arg)))
        return text.replace(modifier.arg, modifier.value)
    places = [match.span() for match in re.finditer(re.escape(modifier.arg), text)]
    if not -len(places) <= modifier.position < len(places):
        return text
    start, end = places[modifier.position]
    return text[:start] + modifier.value + text[end:]


class Categories(Struct):
    """The categories of a node while modifiers change them. ``lost_role`` is true when the primary category was removed and no
    other set: New Recruit then hides the node."""

    library: Library
    items: dict[str, Category] = field(default_factory=dict)
    lost_role: bool = False

    def give(self, category_id: str, name: str = "", *, primary: bool = False) -> None:
        known = self.library.categories.get(category_id)
        had = self.items.get(category_id)
        title = known.name if known is not None else name or category_id
        self.items[category_id] = Category(category_id, title, primary or (had is not None and had.primary))

    def change(self, applied: Iterable[Applied]) -> None:
        unset = ""
        for modifier, _ in applied:
            target = modifier.value
            match modifier.type:
                case "add":
                    self.give(target)
                case "remove":
                    self.items.pop(target, None)
                case "set" | "set-primary":
                    self._set_primary(target)
                    unset = ""
                case "unset-primary":
                    unset = target if target in self.items and self.items[target].primary else unset
        self.lost_role = bool(unset)

    def _set_primary(self, target: str) -> None:
        for item in tuple(self.items.values()):
            if item.primary:
                self.items[item.id] = Category(item.id, item.name)
        self.give(target, primary=True)

    def result(self) -> tuple[Category, ...]:
        return tuple(self.items.values())

    def keys(self) -> Iterator[str]:
        """What the node counts as by its categories."""
        return category_keys(self.items.values())


def category_keys(categories: Iterable[Category]) -> Iterator[str]:
    """What a node of these categories counts as by them."""
    for category in categories:
        yield category.id
        if category.primary:
            yield primary_key(category.id)


def messages_of(applied: Iterable[Applied]) -> tuple[Message, ...]:
    """The messages that modifiers put on a node, each once."""
    found: dict[Message, None] = {}
    for modifier, _ in applied:
        if modifier.field in MESSAGES and modifier.value:
            found[Message(modifier.field, modifier.value)] = None  # type: ignore[arg-type]
    return tuple(found)
