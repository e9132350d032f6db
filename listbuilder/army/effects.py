"""Applies the effects of abilities, enhancements and detachments: keywords, abilities and leader targets that units gain.

Which units a player chose for an effect on "up to so many units" the list does not say. It is inferred from what the player
declared: a unit that starts in Deep Strike without having it, or bears the Warlord's mark without being a Character, has been
chosen. Where more units claim an effect than it allows, as many as possible get it; the rules report the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from itertools import chain, groupby

from msgspec import Struct
from msgspec.structs import replace as replaced

from listbuilder.army.keeping import Kept
from listbuilder.army.model import Army
from listbuilder.army.records import Ability, Unit, fits
from listbuilder.catalogue.facts import ARMY, BEARER, LEADERS, UNIT, Effect, Leader, Match
from listbuilder.matching import assign
from listbuilder.replacing import replace
from listbuilder.roster.declarations import Declarations


class Source(Struct, frozen=True):
    """An effect and the id of the unit that has it; empty for a detachment."""

    effect: Effect
    bearer: str = ""


def applied(army: Army, before: Applied | None = None) -> Army:
    """The army with all effects. ``before``: what is known of the army before an edit."""
    sources = tuple(before.sources(army) if before is not None else _sources(army))
    if not sources:
        return army
    plain = [one.effect for one in sources if _is_plain(one.effect)]
    if before is not None and len(plain) == len(sources):
        return replace(army, units=before.units(army.units, plain), mustered=army.units)
    return replace(army, units=Effects(army).apply(sources), mustered=army.units)


class Applied:
    """The effects of an army as they were before an edit."""

    def __init__(self) -> None:
        self._of_units = Kept()
        self._units = Kept()
        self._effects: list[Effect] = []

    def sources(self, army: Army) -> Iterator[Source]:
        """All effects of the army and where they come from."""
        for detachment in army.detachments:
            yield from map(Source, detachment.effects)
        yield from chain.from_iterable(filter(None, self._of_units.of(army.units, _of_unit)))

    def units(self, units: tuple[Unit, ...], effects: list[Effect]) -> tuple[Unit, ...]:
        """The units with effects on every unit that meets a filter, which no other unit has to do with."""
        repeats = any(one.leads for one in effects)  # others add nothing a second time
        once = effects if repeats else [effect for effect, _ in groupby(effects)]
        if once != self._effects:
            self._units.forget()
        self._effects = once
        return tuple(self._units.of(units, partial(_with_all, once)))


def _with_all(effects: Iterable[Effect], unit: Unit) -> Unit:
    for effect in effects:
        if not effect.units or _meets(unit.words, effect.units):
            unit = changed(unit, effect)
    return unit


def _is_plain(effect: Effect) -> bool:
    """Whether it depends on nothing but the unit that it is on, which may be any."""
    whole = effect.to == ARMY and effect.up_to is None
    return whole and not (effect.item or effect.warlord or effect.present or effect.leading or effect.embarked)


def declaring(army: Army, declarations: Declarations) -> Army:
    """The army with other declarations, on which some effects depend."""
    return applied(replace(army, units=army.mustered or army.units, mustered=None, declarations=declarations))


def _sources(army: Army) -> Iterator[Source]:
    for detachment in army.detachments:
        yield from map(Source, detachment.effects)
    yield from chain.from_iterable(map(_of_unit, army.units))


def _of_unit(unit: Unit) -> tuple[Source, ...]:
    if not (unit.effects or unit.enhancements):
        return ()
    effects = (*unit.effects, *(effect for one in unit.enhancements for effect in one.effects))
    return tuple(Source(effect, unit.id) for effect in effects)


class Effects:
    """The units of an army while effects are applied to them, one after the other."""

    def __init__(self, army: Army) -> None:
        self.army = army
        self.units = {unit.id: unit for unit in army.units}

    def apply(self, sources: tuple[Source, ...]) -> tuple[Unit, ...]:
        """Effects on all units first, since they may give keywords that others ask for; choices last."""
        done: list[Effect] = []  # on all units, since another one changed what they ask for: a second time adds nothing
        for source in sorted(sources, key=lambda one: (one.effect.up_to is not None, one.effect.to != ARMY)):
            effect = source.effect
            if effect.up_to is not None or effect in done:
                continue
            if self._holds(source):
                if effect.keywords or effect.loses:
                    done.clear()
                if effect.to == ARMY and not effect.leads:
                    done.append(effect)
                for unit in self._targets(source):
                    self.units[unit.id] = changed(unit, effect)
        chosen = [one for one in sources if one.effect.up_to is not None and self._holds(one)]
        if chosen:
            self._choose(chosen)
        return tuple(self.units.values())

    # --- conditions -------------------------------------------------------------------------------------------------------

    def _holds(self, source: Source) -> bool:
        effect, units = source.effect, self.units.values()
        if effect.item and effect.item.casefold() not in self.units[source.bearer].held:
            return False
        if effect.warlord and not any(unit.warlord and _meets(unit.words, effect.warlord) for unit in units):
            return False
        if any(not any(fits(unit.words, match) for unit in units) for match in effect.present):
            return False
        if not effect.leading:
            return True
        led = self.units.get(self._joined.get(source.bearer, ""))
        return led is not None and _meets(led.words, effect.leading)

    @cached_property
    def _joined(self) -> dict[str, str]:
        """Unit -> the unit that it joined; a half stands for the unit that was split."""
        declared = self.army.declarations
        whole = {half: unit for unit, names in declared.split.items() for half in names}
        pairs = ((one, whole.get(target, target)) for one, target in declared.attach.items())
        return {one: target for one, target in pairs if one in self.units and target in self.units and one != target}

    @cached_property
    def _joining(self) -> dict[str, list[str]]:
        """Unit -> those that joined it."""
        found: dict[str, list[str]] = {}
        for one, target in self._joined.items():
            found.setdefault(target, []).append(one)
        return found

    # --- who is changed ---------------------------------------------------------------------------------------------------

    def _targets(self, source: Source) -> list[Unit]:
        effect = source.effect
        found = self._named(source)
        if effect.to in {ARMY, LEADERS} and effect.units:
            found = _meeting(found, effect.units)
        return [unit for unit in found if self._rides(unit)] if effect.embarked else found

    def _named(self, source: Source) -> list[Unit]:
        effect = source.effect
        if effect.to == ARMY:
            return list(self.units.values())
        if effect.to == BEARER:
            return [self.units[source.bearer]]
        if effect.to == LEADERS:
            return [self.units[one] for one in self._joining.get(source.bearer, ())]
        assert effect.to == UNIT
        return self._with(source.bearer)

    def _rides(self, unit: Unit) -> bool:
        """Whether it starts the battle in a transport: by itself, or with the unit or the half of one that it joined."""
        declared = self.army.declarations
        body = declared.attach.get(unit.id, unit.id)
        return not {unit.id, body, *declared.split.get(body, ())}.isdisjoint(declared.embark)

    def _with(self, unit: str) -> list[Unit]:
        """The unit on the table that the unit is a part of."""
        body = self._joined.get(unit, unit)
        return [self.units[one] for one in (body, *self._joining.get(body, ()))]

    # --- choices ----------------------------------------------------------------------------------------------------------

    def _choose(self, sources: list[Source]) -> None:
        """Gives each choice to the units that need it. Those that count an attached unit as one come first, since they give
        more."""
        room = {number: self._up_to(source.effect) for number, source in enumerate(sources)}
        for whole in (True, False):
            fitting = {number: one.effect for number, one in enumerate(sources) if one.effect.whole is whole}
            claims = self._claims(whole) if fitting else []
            wishes = [
                [number for number, effect in fitting.items() if _suits(effect, claim, lacks)]
                for claim, lacks in claims
            ]
            given = assign(wishes, room)
            for (claim, _), number in zip(claims, given, strict=True):
                if number is not None:
                    for unit in claim:
                        self.units[unit.id] = changed(self.units[unit.id], fitting[number])

    def _up_to(self, effect: Effect) -> int:
        size = self.army.battle_size.id if self.army.battle_size else ""
        if isinstance(effect.up_to, dict):
            return effect.up_to.get(size, max(effect.up_to.values(), default=0))
        return effect.up_to or 0

    def _claims(self, whole: bool) -> list[tuple[list[Unit], frozenset[str]]]:
        """Units (``whole``: with what joined them) and what they lack for what the list states of them; those that lack the most
        first."""
        found = []
        for unit in self.units.values():
            if whole and unit.id in self._joined:
                continue
            parts = self._with(unit.id) if whole else [unit]
            lacking = [(part, lacks) for part in parts if (lacks := self._lacks(part))]
            if lacking:
                found.append(([part for part, _ in lacking], frozenset[str]().union(*(lacks for _, lacks in lacking))))
        return sorted(found, key=lambda claim: -len(claim[0]))

    def _lacks(self, unit: Unit) -> frozenset[str]:
        """Abilities and keywords (case-folded) that the unit needs for what the list states of it, and does not have."""
        lacks = set()
        for one in self._declared_as(unit):
            state = self.army.vocabulary.state(self.army.declarations.reserves.get(one, ""))
            if state is not None and state.ability and not unit.has_ability(state.ability):
                lacks.add(state.ability.casefold())
        heroes = self.army.vocabulary.heroes
        if (unit.warlord or unit.enhancements) and not any(unit.has(word) for word in heroes):
            lacks.update(word.casefold() for word in heroes)
        return frozenset(lacks)

    def _declared_as(self, unit: Unit) -> Iterator[str]:
        """The ids by which declarations name what the unit is a part of."""
        body = self._joined.get(unit.id, unit.id)
        yield from (unit.id, body, *self.army.declarations.split.get(body, ()))


def _suits(effect: Effect, claim: Iterable[Unit], lacks: frozenset[str]) -> bool:
    """Whether the effect may be given to these units and is of use to them."""
    words = frozenset[str]().union(*(unit.words for unit in claim))
    gains = {word.casefold() for word in (*effect.abilities, *effect.keywords)}
    return not lacks.isdisjoint(gains) and (not effect.units or _meets(words, effect.units))


def _meeting(units: Iterable[Unit], filters: tuple[Match, ...]) -> list[Unit]:
    """The units that meet any of the filters."""
    folded = [(_folded(one.keywords), _folded(one.excludes)) for one in filters]
    if len(folded) == 1:
        ((wanted, barred),) = folded
        return [unit for unit in units if wanted <= unit.words and barred.isdisjoint(unit.words)]
    return [
        unit
        for unit in units
        if any(wanted <= unit.words and barred.isdisjoint(unit.words) for wanted, barred in folded)
    ]


def _folded(words: Iterable[str]) -> frozenset[str]:
    return frozenset(map(str.casefold, words))


def _meets(words: frozenset[str], filters: tuple[Match, ...]) -> bool:
    return any(fits(words, match) for match in filters)


def changed(unit: Unit, effect: Effect) -> Unit:
    """The unit with what the effect gives and takes: the same record each time, so that one sees what an edit changed."""
    known = unit.changes.get(id(effect))
    if known is None or known[0] is not effect:  # an id can be reused after its object is freed
        known = unit.changes[id(effect)] = (effect, _changed(unit, effect))
    return known[1]


def _changed(unit: Unit, effect: Effect) -> Unit:
    lost = {word.casefold() for word in effect.loses}
    keywords = _with(unit.keywords, effect.keywords, lost)
    models = tuple(replace(line, keywords=_with(line.keywords, effect.keywords, lost)) for line in unit.models)
    kept = [one for one in unit.abilities if one.name.casefold() not in lost]
    known = {one.name.casefold() for one in kept}
    gained = [Ability(name, "core") for name in effect.abilities if name.casefold() not in known]
    leader = _leading(unit.leader, effect.leads)
    return replace(unit, keywords=keywords, models=models, abilities=(*kept, *gained), leader=leader)


def _with(words: tuple[str, ...], gained: tuple[str, ...], lost: set[str]) -> tuple[str, ...]:
    return tuple(word for word in dict.fromkeys((*words, *gained)) if word.casefold() not in lost)


def _leading(leader: Leader | None, targets: tuple[Match, ...]) -> Leader | None:
    """The leader's terms with further units that it may join."""
    if not targets:
        return leader
    terms = leader or Leader()
    return replaced(terms, leads_keywords=(*terms.leads_keywords, *(target.keywords for target in targets)))
