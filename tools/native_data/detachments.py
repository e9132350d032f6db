"""Detachments and enhancements of one catalogue, found by choosing each detachment and looking at what the data then offer."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from listbuilder.army import Unit, roles
from listbuilder.catalogue.library import Option
from listbuilder.roster.edits import Insert, Remove
from listbuilder.roster.tree import Selection
from tools.native_data.bench import Bench
from tools.native_data.composition import slug
from tools.native_data.granted import effects, profile_text
from tools.native_data.loadouts import is_gift_group
from tools.native_data.reach import Reach

ONLY = re.compile(r"^(?P<who>[^.]*?)\s+(?:models?|units?)(?: only)?[.,]?(?:\s|$)")


@dataclass
class Gift:
    """An enhancement: its points, and the datasheets that may bear it."""

    name: str
    points: Any
    bearers: set[str] = field(default_factory=set)


class DetachmentReader:
    """``units``: the records of the shipped datasheets with the entries they are made of. ``allies``: faction keywords of those
    that ally rules allow in some detachments; no detachment forbids them."""

    def __init__(
        self, bench: Bench, reach: Reach, units: Iterable[tuple[Option, Unit]], allies: Iterable[str] = ()
    ) -> None:
        self.bench = bench
        self.reach = reach
        self.units = list(units)
        self.allies = frozenset(allies)
        self.names = {unit.datasheet.casefold(): slug(unit.datasheet) for _, unit in self.units}
        self.notes: list[str] = []

    def read(self) -> dict[str, Any]:
        """`detachments` of the faction's file."""
        found: dict[str, Any] = {}
        bare = self._keywords()
        hidden = {unit.datasheet for _, unit in self.units}.intersection(*self._hidden_by_detachment())
        for holder, option in self._options():
            with self._chosen(holder, option):
                if self._is_hidden(holder, option):
                    continue
                name = roles.plain_title(option.name)
                record: dict[str, Any] = {"name": name}
                rule = self._rule(option)
                if rule:
                    record["rule"] = rule
                gained = [*self._gains(bare), *self._stated()]
                if gained:
                    record["effects"] = gained
                forbidden = self._hidden() - hidden
                own = {one.datasheet for _, one in self.units if self.allies.isdisjoint(one.faction_keywords)}
                if forbidden & own:
                    record["forbids"] = self._words_of(forbidden & own)
                offered = [pair for pair in self.units if pair[1].datasheet not in forbidden]
                record["enhancements"] = self._enhancements(offered)
                found[slug(name)] = record
        return found

    # --- choosing -----------------------------------------------------------------------------------------------------------

    def _options(self) -> Iterator[tuple[Option, Option]]:
        for root in self.bench.library.root_options(self.bench.force.catalogue_id):
            if roles.is_detachment(root):
                for option in root.entries:
                    if not self.reach.is_dead(option):
                        yield root, option

    @contextmanager
    def _chosen(self, holder: Option, option: Option) -> Iterator[None]:
        selection = Selection(holder)
        child = Selection(option)
        child.parent = selection
        selection.selections.append(child)
        old = [node for node in self.bench.force.selections if roles.is_detachment(node.option)]
        for node in old:
            Remove(node).apply(self.bench.roster)
        Insert(selection, self.bench.force).apply(self.bench.roster)
        self._detachment = child
        try:
            yield
        finally:
            Remove(selection).apply(self.bench.roster)
            for node in old:
                Insert(node, self.bench.force).apply(self.bench.roster)

    def _is_hidden(self, holder: Option, option: Option) -> bool:
        return self.bench.engine.state(self._detachment).hidden

    def _rule(self, option: Option) -> str:
        """The name of the detachment rule."""
        state = self.bench.engine.state(self._detachment)
        names = [rule.name for rule in state.rules] + [profile.name for profile in state.profiles]
        return names[0] if names else ""

    def _hidden_by_detachment(self) -> Iterator[set[str]]:
        for holder, option in self._options():
            with self._chosen(holder, option):
                if not self._is_hidden(holder, option):
                    yield self._hidden()

    def _words_of(self, names: set[str]) -> list[str]:
        """The faction keyword that exactly these datasheets have, else the datasheets."""
        having: dict[str, set[str]] = {}
        for _, unit in self.units:
            for word in unit.faction_keywords:
                having.setdefault(word, set()).add(unit.datasheet)
        return next(([word] for word, some in having.items() if some == names), sorted(map(slug, names)))

    def _hidden(self) -> set[str]:
        """Names of the datasheets that the data do not offer to the army as it stands."""
        return {unit.datasheet for option, unit in self.units if self.bench.is_hidden(option)}

    # --- what it changes ----------------------------------------------------------------------------------------------------

    def _keywords(self) -> dict[str, frozenset[str]]:
        found = {}
        for option, unit in self.units:
            with self.bench.placed(self.bench.default(option)) as root:
                found[unit.datasheet] = frozenset(self.bench.read(root).keywords)
        return found

    def _gains(self, bare: dict[str, frozenset[str]]) -> Iterator[dict[str, Any]]:
        """Keywords that datasheets have in the detachment."""
        now = self._keywords()
        by_words: dict[tuple[str, ...], list[str]] = {}
        for name, words in now.items():
            new = tuple(sorted(words - bare[name]))
            if new:
                by_words.setdefault(new, []).append(slug(name))
        for new, names in sorted(by_words.items()):
            yield {"units": sorted(names), "keywords": list(new)}

    def _stated(self) -> Iterator[dict[str, Any]]:
        """What the texts of the detachment's rules give to units of the army."""
        state = self.bench.engine.state(self._detachment)
        texts = [rule.description for rule in state.rules] + [profile_text(profile) for profile in state.profiles]
        for effect in (one for text in texts for one in effects(text, self.names)):
            if "units" in effect and "abilities" in effect:
                yield effect

    # --- enhancements -------------------------------------------------------------------------------------------------------

    def _enhancements(self, units: list[tuple[Option, Unit]]) -> dict[str, Any]:
        """The enhancements that some of the datasheets may bear."""
        gifts, texts, offered = self._offered(units)
        return {
            slug(gift.name): self._record(gift, texts, offered, [unit for _, unit in units]) for gift in gifts.values()
        }

    def bearers(self, detachments: Container[str]) -> Iterator[tuple[str, set[str], dict[str, set[str]]]]:
        """Each of the detachments by its id, the datasheets that the data show in it, and who is offered which enhancement."""
        for holder, option in self._options():
            if slug(roles.plain_title(option.name)) not in detachments:
                continue
            with self._chosen(holder, option):
                if not self._is_hidden(holder, option):
                    hidden = self._hidden()
                    shown = [pair for pair in self.units if pair[1].datasheet not in hidden]
                    gifts = self._offered(shown)[0].values()
                    names = {unit.datasheet for _, unit in shown}
                    yield slug(roles.plain_title(option.name)), names, {one.name: one.bearers for one in gifts}

    def _offered(self, units: list[tuple[Option, Unit]]) -> tuple[dict[str, Gift], dict[str, str], set[str]]:
        """The enhancements by name, their texts, and the datasheets that have a choice of enhancements at all."""
        gifts: dict[str, Gift] = {}
        texts: dict[str, str] = {}
        offered: set[str] = set()
        for option, unit in units:
            with self.bench.placed(self.bench.default(option)) as root:
                for holder in self._holders(root):
                    for group in holder.option.groups:
                        if is_gift_group(group):
                            offered.add(unit.datasheet)
                            self._gifts(holder, group, unit, gifts, texts)
        return gifts, texts, offered

    @staticmethod
    def _holders(root: Selection) -> Iterator[Selection]:
        yield root
        for node in root.selections:
            if roles.is_model(node):
                yield node

    def _gifts(
        self, holder: Selection, group: Option, unit: Unit, gifts: dict[str, Gift], texts: dict[str, str]
    ) -> None:
        engine = self.bench.engine
        if self.reach.is_dead(group) or engine.choice(holder, group).hidden:
            return
        for option in group.entries:
            if self.reach.is_dead(option):
                continue
            choice = engine.choice(holder, option)
            if choice.hidden or choice.maximum == 0 or any(engine.choice(holder, g).hidden for g in option.group_chain):
                continue
            gift = gifts.setdefault(choice.name, Gift(choice.name, choice.own_cost.get(self.bench.points_type, 0)))
            gift.bearers.add(unit.datasheet)
            texts.setdefault(choice.name, _text(option))

    def _record(self, gift: Gift, texts: dict[str, str], offered: set[str], units: list[Unit]) -> dict[str, Any]:
        record: dict[str, Any] = {"name": gift.name, "points": gift.points}
        plain = {unit.datasheet for unit in units if not unit.has("Epic Hero")}
        gift.bearers = gift.bearers & plain or gift.bearers  # Epic Heroes have none, whatever the data offer them
        heroes = {u.datasheet: u for u in units if u.has("Character") and not u.has("Epic Hero")}
        others = gift.bearers - heroes.keys()
        pool = {name: unit for name, unit in heroes.items() if name in offered}
        if others:
            record["any_unit"] = True
            pool = {unit.datasheet: unit for unit in units if not unit.has("Epic Hero")}
        if gift.bearers != set(pool):
            record |= self._bearers(gift, pool, texts.get(gift.name, ""))
        given = effects(texts.get(gift.name, ""), self.names)
        if given:
            record["effects"] = given
        return record

    def _bearers(self, gift: Gift, pool: dict[str, Unit], text: str) -> dict[str, Any]:
        """Keywords that exactly the bearers among the datasheets have; those that the text names are tried first."""
        words = _words(gift.bearers, pool)
        stated = ONLY.match(text.lstrip("*^ "))
        said = stated["who"].casefold() if stated else ""
        order = sorted(words, key=lambda word: (word.casefold() not in said, word))

        def having(*asked: str) -> set[str]:
            return {name for name, unit in pool.items() if unit.has_all(asked)}

        common = [word for word in order if gift.bearers <= having(word)]
        named = [word for word in common if word.casefold() in said]
        if named and having(*named) == gift.bearers:
            for size in range(1, len(named) + 1):
                for some in combinations(named, size):
                    if having(*some) == gift.bearers:
                        return {"requires": [list(some)]}
        for size in (1, 2):
            for some in combinations(common, size):
                if having(*some) == gift.bearers:
                    return {"requires": [list(some)]}
        others = _all_but(gift.bearers, pool, common, text)
        if others:
            return others
        parts = [word for word in order if having(word) and having(word) <= gift.bearers]
        for one, two in combinations(parts, 2):
            if having(one) | having(two) == gift.bearers:
                return {"requires": [[one], [two]]}
        return {"requires": _by_faction(gift.bearers, pool) or [[name] for name in sorted(gift.bearers)]}


def _by_faction(bearers: set[str], pool: dict[str, Unit]) -> list[list[str]]:
    """The faction keyword that exactly the bearers have."""
    words = sorted({word for unit in pool.values() for word in unit.faction_keywords})
    return [[w] for w in words if bearers == {name for name, unit in pool.items() if unit.has(w)}][:1]


def _all_but(bearers: set[str], pool: dict[str, Unit], common: list[str], text: str) -> dict[str, Any] | None:
    """The bearers as all of the datasheets, or all with a keyword, but those with one that the text names."""
    named = dict.fromkeys(w for unit in pool.values() for w in unit.keywords if w.casefold() in text.casefold())
    for some in ((), *((word,) for word in common)):
        for word in named:
            if bearers == {name for name, unit in pool.items() if unit.has_all(some) and not unit.has(word)}:
                return {**({"requires": [list(some)]} if some else {}), "excludes": [word]}
    return None


def _words(bearers: set[str], pool: dict[str, Unit]) -> list[str]:
    found: dict[str, None] = {}
    for name in sorted(bearers):
        unit = pool.get(name)
        if unit is not None:
            found |= dict.fromkeys(word for word in unit.keywords if word != "Character")
    return list(found)


def _text(option: Option) -> str:
    """The text of an enhancement."""
    profiles = [profile for part in option.parts for profile in part.profiles]
    return next((c.value for profile in profiles for c in profile.characteristics if c.value), "")
