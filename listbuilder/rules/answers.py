"""What rules ask about an army: each question is answered once, recorded, and after an edit only asked again where it may differ.

The questions that a rule can ask are those of a `Muster`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, cast

from listbuilder.army import Army, ForceView, Unit, fits
from listbuilder.army.alike import letters_of
from listbuilder.army.surcharges import saved
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.facts import Match
from listbuilder.catalogue.system import ForceKind, System
from listbuilder.rules.formation import Formation, FormationOptions, formation
from listbuilder.rules.quotas import AllyRule
from listbuilder.rules.reading import NONE, Chosen, Delta, Items, Key, difference, is_same, others
from listbuilder.rules.reformed import reformed
from listbuilder.rules.where import ANY, Where

FORMATION: Key = ("formation",)


class _ArmyRead:
    """An army of which is recorded what is read. It does not refer to the `Answers` that it is a part of: cycles are dear."""

    __slots__ = ("_keys", "_values", "_whole")

    def __init__(self, whole: Army, keys: set[Key], values: dict[Key, Any]) -> None:
        self._whole = whole
        self._keys = keys
        self._values = values

    def __getattr__(self, name: str) -> Any:
        key = ("army", name)
        self._keys.add(key)
        if key not in self._values:
            self._values[key] = getattr(self._whole, name)
        return self._values[key]

    def unit(self, unit_id: str) -> Unit | None:
        """As `Army.unit`."""
        key = ("unit", unit_id)
        self._keys.add(key)
        if key not in self._values:
            self._values[key] = self._whole.unit(unit_id)
        found: Unit | None = self._values[key]
        return found


class _Kind(NamedTuple):
    """What a system says of a force, and every word for it: of its kind, and of the kind that this is one of."""

    kind: ForceKind | None
    words: frozenset[str]


class Answers:
    """The answers to questions about one army under one system. Each that is `read` is recorded. ``before``: the same for the
    army before an edit, of which what still holds is taken."""

    def __init__(
        self,
        army: Army,
        system: System,
        options: FormationOptions,
        allies: Iterable[AllyRule] = (),
        before: Answers | None = None,
    ) -> None:
        self.whole = army
        self.system = system
        self.vocabulary = system.vocabulary
        self.options = options
        self.keys: set[Key] = set()  # of what was read since this was cleared
        self._all_allies = tuple(allies)
        self._hover_removes = frozenset(word.casefold() for word in options.hover_removes)
        self._hovering = frozenset(army.declarations.hover)
        self._own = {word.casefold() for word in (army.faction_keyword, *army.other_keywords) if word}
        self._faction = {word.casefold() for word in (army.faction_keyword, army.faction, army.faction_name) if word}
        self._values: dict[Key, Any] = {}
        self.army = cast("Army", _ArmyRead(army, self.keys, self._values))  # of which is recorded what is read
        self._chosen: dict[Key, Chosen] = {}
        self._alike: dict[str, tuple[Unit, ...]] | None = None
        self._changed: dict[str, frozenset[str]] | None = None  # sort of part -> keys; None where nothing is known
        self._host_counts: Counter[str] | None = None
        known = before._kinds if before is not None and before.system is system else {}
        self._kinds: dict[str, _Kind] = known  # by what data call the force
        if before is not None and self._is_like(before):
            self._follow(before)

    # --- what was read ----------------------------------------------------------------------------------------------------

    def read(self, *key: Hashable) -> Any:
        """The answer to a question, which is recorded."""
        self.keys.add(key)
        try:
            return self._values[key]
        except KeyError:
            return self.value(key)

    def value(self, key: Key) -> Any:
        """The answer to a question: the same object as before the edit, where it may be; equal where it is the same."""
        try:
            return self._values[key]
        except KeyError:
            found = self._values[key] = getattr(self, f"_read_{key[0]}")(*key[1:])
            return found

    def answers(self) -> dict[Key, Any]:
        """What was read since the last call, by its key."""
        found = {key: self._values[key] for key in self.keys}
        self.keys.clear()
        return found

    def holds(self, answers: Mapping[Key, Any]) -> bool:
        """Whether every question has the answer that it had."""
        for key, known in answers.items():
            now = self.value(key)
            if now is not known and not is_same(key, now, known):
                return False
        return True

    @property
    def follows(self) -> bool:
        """Whether it is known by which units the army differs from the one before, and that nothing else tells for the others."""
        return self._changed is not None

    def _is_like(self, before: Answers) -> bool:
        """Whether a unit that stayed the same is judged the same in both."""
        mine, theirs = self.whole, before.whole
        return (
            (self._own, self._faction) == (before._own, before._faction)
            and mine.faction_keyword == theirs.faction_keyword
            and mine.places is theirs.places
            and not any(mine.unit(one) and theirs.unit(one) for one in mine.unmarked ^ theirs.unmarked)
        )

    def _follow(self, before: Answers) -> None:
        """Takes from the answers before an edit what still holds, and changes what follows from the units that changed."""
        delta = difference(before.whole.units, self.whole.units)
        self.whole.follow(before.whole, delta.gone, delta.come, moved=delta.moved)
        hovering = self._hovering.symmetric_difference(before._hovering)
        delta = delta.with_changed(hovering, before.whole, self.whole)
        self._changed = {"unit": delta.touched}
        for key, chosen in before._chosen.items():
            self._chosen[key] = chosen.after(delta, self._test(key), self.whole)
        if before._alike is not None:
            self._alike = _regrouped(before._alike, delta, self.whole)
            self._changed["datasheet"] = others(before._alike, self._alike)
        if before._host_counts is not None:
            self._host_counts = before._host_counts.copy()
            self._host_counts.subtract(word for unit in delta.gone.values() for word in before._host_words_of(unit))
            self._host_counts.update(word for unit in delta.come.values() for word in self._host_words_of(unit))
        known = before._values.get(FORMATION)
        again = None
        if known is not None:
            again = reformed(self.whole, self.options, known, before.whole, delta.touched, moved=delta.moved)
        if again is not None:
            self._values[FORMATION] = again.found
            self._changed |= {"group": again.groups, "load": again.loads}

    # --- questions --------------------------------------------------------------------------------------------------------

    def _read_army(self, name: str) -> Any:
        return getattr(self.whole, name)

    def _read_unit(self, unit_id: str) -> Unit | None:
        return self.whole.unit(unit_id)

    def _read_letter(self, unit_id: str) -> str:
        return self._letters.get(unit_id, "")

    @cached_property
    def _letters(self) -> dict[str, str]:
        return letters_of(self.whole)

    def _read_by_id(self, judged: Where) -> dict[str, Unit]:
        if judged == ANY and not self.whole.declarations.split:
            return self.whole._by_id
        if judged == ANY:
            return {unit.id: unit for unit in self.whole.units}
        return self._those("where", judged).by_id

    def _read_declared(self) -> bool:
        return not self.whole.declarations.is_empty()

    def _read_formation(self) -> Formation:
        return formation(self.whole, self.options)

    def _read_size(self) -> str:
        sizes = self.system.battle_sizes
        chosen = self.whole.battle_size
        if chosen and any(size.id == chosen.id for size in sizes):
            return chosen.id
        limit = self._read_limit()
        found = self.system.size_for(limit) if limit is not None else None
        return found.id if found is not None else ""

    def _read_limit(self) -> Number | None:
        if self.whole.limit is not None:
            return self.whole.limit
        size = self.whole.battle_size
        return size.points if size is not None and not self.whole.unlimited else None

    def _read_inside(self) -> dict[str, ForceView]:
        return {force.id: force for force in reversed(self.whole.forces) if force.inside}

    def _read_forces(self, kind: str) -> tuple[ForceView, ...]:
        return tuple(force for force in self.whole.forces if self.is_of(force, kind))

    def _read_savings(self) -> dict[str, Number]:
        return saved(self.whole.forces, self.whole.units, self.system)

    def _read_detachment_names(self) -> frozenset[str]:
        return frozenset(name.casefold() for one in self.whole.detachments for name in (one.id, one.name))

    def _read_allies(self) -> tuple[AllyRule, ...]:
        return tuple(rule for rule in self._all_allies if self._hosts(rule))

    def _read_joined(self) -> tuple[tuple[Unit, Unit], ...]:
        places = self.whole.positions
        pairs = [(one, self.whole.unit(other)) for one, other in self.whole.declarations.attach.items()]
        found = [(self.whole.unit(one), other) for one, other in pairs if one in places and other is not None]
        return tuple(sorted(((a, b) for a, b in found if a is not None), key=lambda pair: places[pair[0].id]))

    def _read_boarded(self) -> frozenset[str]:
        embark = self.whole.declarations.embark
        return frozenset(there for who, there in embark.items() if self.whole.unit(who) is not None)

    def _read_units(self, *what: Hashable) -> tuple[Unit, ...]:
        return self._those(*what).units

    def _those(self, *what: Hashable) -> Chosen:
        if what not in self._chosen:
            candidates = self._candidates(what)
            self._chosen[what] = Chosen.of(filter(self._test(what), candidates)) if candidates else NONE
        return self._chosen[what]

    def _candidates(self, what: Key) -> Sequence[Unit]:
        """The units that may be among those asked for, as far as one word tells, in the order of the army."""
        match what:
            case ("where", Where(keywords=(word, *_))) | ("word", str() as word):
                return self._by_word.get(word, ())
            case ("where", Where() as where) if where.any_keywords and self._by_word.keys().isdisjoint(
                where.any_keywords
            ):
                return ()
        return self.whole.units

    @cached_property
    def _by_word(self) -> dict[str, list[Unit]]:
        """The units that have each word, those that lose it by hovering among them."""
        found: dict[str, list[Unit]] = {}
        for unit in self.whole.units:
            for word in unit.words:
                found.setdefault(word, []).append(unit)
        return found

    def _test(self, what: Key) -> Callable[[Unit], bool]:
        """The test of a question about units."""
        match what:
            case ("where", Where() as where):
                return lambda unit: where.matches(unit, self)
            case ("word", str() as folded):
                return lambda unit: folded in self.words(unit)
            case ("match", Match() as match):
                return lambda unit: fits(self.words(unit), match)
            case ("test", test):
                return cast("Callable[[Unit], bool]", test)
        raise KeyError(what)

    def parts(self, sort: str, judged: Where = ANY) -> Items:
        """The parts of the army that rules judge one by one; of the units those that match. They are not recorded: whoever asks
        judges those that changed."""
        if sort == "unit":
            parts: dict[str, Any] = self.value(("by_id", judged))
        elif sort == "datasheet":
            if self._alike is None:
                self._alike = _grouped(self.whole.units)
            parts = self._alike
        else:
            arranged: Formation = self.value(FORMATION)
            parts = arranged.by_lead if sort == "group" else arranged.loads
        return Items(parts, self._changed.get(sort) if self._changed is not None else None)

    # --- of one unit ------------------------------------------------------------------------------------------------------

    def words(self, unit: Unit) -> frozenset[str]:
        """The unit's keywords, datasheet name and role, case-folded, without the keywords that hovering removes."""
        if unit.hover and unit.id in self._hovering:
            return unit.words - self._hover_removes
        return unit.words

    def of_faction(self, unit: Unit) -> bool:
        """Whether the unit is one of the army's own, or of the faction that its force has: it has the faction keyword or another
        one that such units may have instead, or it has none in data that define it for this faction."""
        force = self.force_of(unit) if self.system.forces else None
        if force is not None and force.faction:
            return force.faction_keyword.casefold() in unit.faction_words
        return not self._own.isdisjoint(unit.faction_words) or unit.id in self.whole.unmarked

    def is_allied(self, unit: Unit) -> bool:
        """Whether the unit is an ally: the data mark it as one, or it lacks the army's faction keyword."""
        return unit.allied or (bool(self.whole.faction_keyword) and not self.of_faction(unit))

    def kind_of(self, force: ForceView) -> ForceKind | None:
        """What the system says of the force."""
        return self._kind(force).kind

    def _kind(self, force: ForceView) -> _Kind:
        name = force.kind_id if force.inside else force.kind
        if name not in self._kinds:
            kind = self.system.force_kind(name)
            meant = () if kind is None else (kind, *(one for one in self.system.forces if one.id == kind.of))
            self._kinds[name] = _Kind(kind, frozenset[str]().union(*(one.words for one in meant)))
        return self._kinds[name]

    def force_of(self, unit: Unit) -> ForceView | None:
        """The force that the unit stands in, where native data have forces inside the army; None where it stands in none."""
        found: ForceView | None = self.read("inside").get(unit.force)
        return found

    def stands_in(self, unit: Unit, kinds: tuple[str, ...]) -> bool:
        """Whether the unit stands in a force of one of these kinds."""
        force = next((one for one in self.whole.forces if one.id == unit.force), None)
        return force is not None and any(self.is_of(force, kind) for kind in kinds)

    def is_of(self, force: ForceView, kind: str) -> bool:
        """Whether a force is of that kind, or has that name."""
        folded = kind.casefold()
        return folded in self._kind(force).words or folded in (force.kind.casefold(), force.name.casefold())

    def _hosts(self, rule: AllyRule) -> bool:
        """Whether the army may have the allies. An order of battle, which has no detachment, collects them for any."""
        allowed = bool(self.whole.hides_detachments) or rule.allowed_with(self._read_detachment_names())
        return allowed and rule.hosted_by(self._faction, self._host_words)

    @cached_property
    def _host_words(self) -> set[str]:
        """The names of the army's faction and the keywords of its own units, case-folded."""
        if self._host_counts is None:
            self._host_counts = Counter(word for unit in self.whole.units for word in self._host_words_of(unit))
        return self._faction.union(word for word, count in self._host_counts.items() if count)

    def _host_words_of(self, unit: Unit) -> frozenset[str]:
        return self.words(unit) if self.of_faction(unit) else frozenset()


def _grouped(units: Iterable[Unit]) -> dict[str, tuple[Unit, ...]]:
    """The units of each datasheet, by its name, case-folded."""
    found: dict[str, list[Unit]] = {}
    for unit in units:
        found.setdefault(unit.datasheet.casefold(), []).append(unit)
    return {name: tuple(some) for name, some in found.items()}


def _regrouped(known: dict[str, tuple[Unit, ...]], delta: Delta, army: Army) -> dict[str, tuple[Unit, ...]]:
    """The same for an army that differs so much."""
    if delta.moved:
        return _grouped(army.units)
    found, place = dict(known), army.positions
    for name in {unit.datasheet.casefold() for unit in (*delta.gone.values(), *delta.come.values())}:
        units = [unit for unit in found.pop(name, ()) if unit.id not in delta.gone]
        units += [unit for unit in delta.come.values() if unit.datasheet.casefold() == name]
        if units:
            found[name] = tuple(sorted(units, key=lambda unit: place[unit.id]))
    return dict(sorted(found.items(), key=lambda item: place[item[1][0].id]))
