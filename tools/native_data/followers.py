"""Whom a hero's force may hold: read from what the data show once that hero leads a force.

A leader gives a category (``option`` or ``hero`` of the overlay's `followers`) to entries of its force; entries without it are
hidden there. How many units of a category the force of a leader may hold is bounded by messages at the units, by bounds of the
units that some leaders set, and by the bounds of the categories themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.model import Condition, ConditionGroup, Gate, LocalConditionGroup
from tools.native_data import overlay
from tools.native_data.bench import Bench
from tools.native_data.reach import modifiers_of

BUT_SOME = re.compile(
    r"more than (?P<number>\d+) (?P<of>.+) in a regiment led by a non-"
)  # at a unit: leaders but some
MOST = re.compile(r"too many selections of (?P<of>.+) \(max (?P<number>\d+)\)")


class FollowerReader:
    """``names``: datasheet name, case-folded -> id. Nothing is read where the overlay of the system has no `followers`."""

    def __init__(self, bench: Bench, names: Mapping[str, str]) -> None:
        self.bench = bench
        self.names = names
        stated = overlay.common(bench.loaded.system.id).get("followers") or {}
        self.marks = {stated.get("option"): False, stated.get("hero"): True}  # category -> whether heroes are meant
        self.titles = frozenset(stated.get("titles") or ())
        self.excludes = list(stated.get("excludes") or ())

    def read(self, option: Option) -> dict[str, Any]:
        """`followers` and `known_as` of a datasheet."""
        found: dict[str, Any] = {}
        units = list(dict.fromkeys(map(_frozen, self._units(option))))
        if units:
            found["followers"] = {"units": [_thawed(one) for one in units]}
            limits = list(self._limits(option))
            if limits:
                found["followers"]["at_most"] = limits
        known = [self._category(m.value) for m, _ in modifiers_of(option) if m.type == "add" and m.field == "category"]
        titles = sorted({name for name in known if name in self.titles})
        if titles:
            found["known_as"] = titles
        return found

    def _category(self, category_id: str) -> str:
        found = self.bench.library.categories.get(category_id)
        return found.name if found is not None else ""

    def _units(self, option: Option) -> Iterator[Any]:
        """Filters of the units that a leader's force may hold, those that are no heroes first."""
        given: list[tuple[bool, str]] = []
        for modifier, _ in modifiers_of(option):
            mark = self._category(modifier.value) if modifier.type == "add" and modifier.field == "category" else ""
            if mark in self.marks and modifier.affects:
                given.append((self.marks[mark], modifier.affects.rsplit(".", 1)[-1]))
        for heroes, target in sorted(given, key=lambda pair: pair[0]):
            name = self._category(target)
            if not name:
                yield self._datasheet(target)
            elif name in self.titles:
                yield name
            else:
                words = self._words(name)
                yield {"keywords": words, **({} if heroes else {"excludes": self.excludes})}

    def _datasheet(self, entry_id: str) -> str:
        """The id of a datasheet, by that of its entry or link."""
        found = next((one for one in self.bench.units() if entry_id in one.keys), None)
        name = roles.plain_name(found.name) if found is not None else entry_id
        return self.names.get(name.casefold(), name)

    def _words(self, category: str) -> list[str]:
        """The keywords that a category stands for: itself, or those that its name is made of."""
        if self.bench.is_keyword(category):
            return [self.bench.printed(category)]
        known = {self.bench.printed(word) for word in self.bench.keywords.values() if self.bench.is_keyword(word)}
        for cut in range(len(category), 0, -1):
            if category[:cut].strip() in known and (rest := category[cut:].strip()):
                return (
                    [category[:cut].strip(), *self._words(rest)]
                    if rest not in known
                    else [category[:cut].strip(), rest]
                )
        return [category]

    def _spoken(self, words: str) -> list[str]:
        """The keywords of which a message speaks: "SKRYRE WEAPON TEAM" are two."""
        single, known = words.split(), self.bench.keywords
        for cut in range(1, len(single)):
            parts = " ".join(single[:cut]), " ".join(single[cut:])
            if words.casefold() not in known and all(part.casefold() in known for part in parts):
                return [self.bench.printed(part) for part in parts]
        return [self.bench.printed(words)]

    # --- how many ---------------------------------------------------------------------------------------------------------

    def _limits(self, option: Option) -> Iterator[dict[str, Any]]:
        for (leader, category), number in sorted(self._bounds.items()):
            if leader in option.keys:
                plain = category in self.titles or category in self.names.values()
                units: Any = [category] if plain else [self._words(category)]
                if isinstance(units[0], list) and len(units[0]) == 1:
                    units = units[0]
                yield {"units": units, "number": number}
        for category, (number, exempt) in sorted(self._of_all_but.items()):
            if exempt.isdisjoint(option.keys) and self._may_hold(option, words := self._spoken(category)):
                yield {"units": [words], "number": number}

    @cached_property
    def _of_all_but(self) -> dict[str, tuple[int, frozenset[str]]]:
        """Category -> how many units of it a force holds, and the ids of the leaders whose forces may hold more."""
        found: dict[str, tuple[int, frozenset[str]]] = {}
        for option in self.bench.units():
            for modifier, gates in modifiers_of(option):
                stated = BUT_SOME.search(modifier.value) if modifier.field == "error" else None
                if stated is not None:
                    conditions = (one for gate in gates for one in _conditions(gate))
                    exempt = frozenset(one.child_id for one in conditions if one.type == "lessThan")
                    found[stated["of"]] = int(stated["number"]), exempt
        return found

    def _may_hold(self, leader: Option, words: Iterable[str]) -> bool:
        """Whether a leader's force may hold a unit with all of these keywords."""
        wanted = {word.casefold() for word in words}
        bearers = [known for known in self._words_of.values() if wanted <= known]
        return any(_meets(known, one) for known in bearers for one in self._units(leader))

    @cached_property
    def _words_of(self) -> dict[str, frozenset[str]]:
        """Id of a datasheet -> what filters may mean it by, case-folded: its keywords and its id."""
        found = {}
        for option in self.bench.units():
            name = self._datasheet(option.id)
            keywords = (self._category(link.target_id) for link in option.merged.category_links)
            found[name] = frozenset(word.casefold() for word in (*keywords, name))
        return found

    @cached_property
    def _bounds(self) -> dict[tuple[str, str], int]:
        """(id of a leader, category) -> how many units of the category its force may hold."""
        found: dict[tuple[str, str], int] = {}
        for option in self.bench.units():
            for modifier, gates in modifiers_of(option):
                stated = MOST.search(modifier.value) if modifier.field == "error" else None
                if stated is not None:
                    found |= {(one, stated["of"]): int(stated["number"]) for one in self._leaders(gates)}
            found |= self._of_datasheet(option)
        for category in self.bench.library.categories.values():
            for modifier in category.modifiers if category.name in self.titles else ():
                found |= {(one, category.name): int(modifier.value) for one in self._leaders((modifier,))}
        return found

    def _of_datasheet(self, option: Option) -> dict[tuple[str, str], int]:
        """The same of one datasheet, by its id: bounds in a force that some leaders set."""
        if any(m.field == "error" for m, _ in modifiers_of(option)):
            return {}  # the messages say more
        scopes = {"force", "parent"}  # a unit stands in the force itself
        bounds = {c.id for part in option.parts for c in part.constraints if c.scope in scopes and c.type == "max"}
        return {
            (leader, self._datasheet(option.id)): int(modifier.value)
            for modifier, gates in modifiers_of(option)
            if modifier.field in bounds and modifier.type == "set"
            for leader in self._leaders(gates)
        }

    def _leaders(self, gates: Iterable[Gate | ConditionGroup]) -> Iterator[str]:
        """The ids that conditions ask the leader of the force to have."""
        for condition in (one for gate in gates for one in _conditions(gate)):
            if condition.type == "instanceOf" and not self._category(condition.child_id):
                yield condition.child_id


def _conditions(group: Gate | ConditionGroup | LocalConditionGroup) -> Iterator[Condition]:
    """Every condition of a gate, those about other entries of the force among them."""
    yield from group.conditions
    below: list[ConditionGroup | LocalConditionGroup] = []
    below += group.condition_groups if isinstance(group, Gate) else group.groups
    below += group.local_condition_groups if isinstance(group, Gate) else group.local_groups
    for one in below:
        yield from _conditions(one)


def _meets(words: frozenset[str], units: Any) -> bool:
    """Whether a datasheet with these words matches a filter."""
    if not isinstance(units, dict):
        return str(units).casefold() in words
    return words.issuperset(map(str.casefold, units["keywords"])) and words.isdisjoint(
        map(str.casefold, units.get("excludes", ()))
    )


def _frozen(units: Any) -> Any:
    """A filter that can be compared."""
    if not isinstance(units, dict):
        return units
    return tuple((key, tuple(words)) for key, words in units.items())


def _thawed(units: Any) -> Any:
    return {key: list(words) for key, words in units} if isinstance(units, tuple) else units
