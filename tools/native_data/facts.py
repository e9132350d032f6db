"""What a datasheet states besides its models and wargear: its abilities, whom it leads or joins, who may embark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from listbuilder.army import Unit, roles
from listbuilder.catalogue.facts import Bodyguard, Leader, Passenger, TransportBay
from tools.native_data.composition import Composition, slug
from tools.native_data.loadouts import Inexpressible
from tools.native_data.units import UnitReader

NOT_ABILITIES = re.compile(
    r"damaged\b|leader$|support$|transport$|attached unit|unit composition$|invulnerable save|detachment rules",
    re.IGNORECASE,
)


class FactWriter:
    """``core``: patterns of the game's core abilities; ``names``: datasheet name, case-folded -> id."""

    def __init__(self, units: UnitReader, core: Iterable[str], names: Mapping[str, str]) -> None:
        self.units = units
        self.core = [re.compile(pattern) for pattern in core]
        self.names = names

    def abilities(self, unit: Unit) -> dict[str, list[str]]:
        """Names by kind: core, faction, unit."""
        found: dict[str, list[str]] = {"core": [], "faction": [], "unit": []}
        if unit.leader is not None and any(a.name.casefold() == "leader" for a in unit.abilities):
            found["core"].append("Leader")
        for ability in unit.abilities:
            told = ability.kind in {"wargear", "enhancement", "transport"} or ability.sort
            if told or NOT_ABILITIES.match(ability.name):
                continue
            name = ability.name.replace("’", "'")
            stripped = re.sub(r"\s*\([^)]*\bmodels? only\)$", "", name)
            kind = ability.kind
            if any(pattern.fullmatch(stripped) for pattern in self.core):
                kind, name = "core", stripped
            elif kind in {"core", "glossary"}:
                if self.units.bench.is_weapon_rule(name):
                    continue  # the data name it for what an ability gives to weapons
                kind = "unit"
            if name not in found[kind]:
                found[kind].append(name)
        found["core"].sort()
        return {kind: names for kind, names in found.items() if names}

    def hero(self, found: Composition, node: Any) -> tuple[bool, bool, bool]:
        """Whether the data offer the Warlord's mark and enhancements, and whether they set the mark."""
        offers = {"warlord": False, "enhancement": False}
        waiting = [found.root]
        while waiting:
            option = waiting.pop()
            if self.units.reach.is_dead(option):
                continue
            if roles.is_warlord_mark(option):
                offers["warlord"] = True
            elif roles.is_enhancement_group(option):
                offers["enhancement"] = bool(option.entries)
            else:
                waiting.extend(
                    o for o in option.options if o.is_group or o.type in roles.UNIT_TYPES or roles.is_warlord_mark(o)
                )
        forced = any(roles.is_warlord_mark(pick.option) for pick in found.fixed)
        return offers["warlord"], offers["enhancement"], forced

    def write(self, unit: Unit, hero: tuple[bool, bool, bool]) -> dict[str, Any]:
        """The fields of a datasheet; ``unread``: printed texts that the program does not read."""
        warlord, enhancement, forced = hero
        facts: dict[str, Any] = {}
        if unit.leader_unread:
            facts["unread"] = ["leader"]
        elif unit.leader is not None and unit.leader.retinue:
            facts["joins"] = self._joins(unit.leader)
        elif unit.leader is not None:
            facts["leader"] = self._leader(unit.leader)
        if unit.bodyguard is not None:
            facts["bodyguard"] = self._bodyguard(unit.bodyguard)
        if unit.transport_unread and not self._is_known(unit.transport):
            facts.setdefault("unread", []).append("transport")
        elif unit.transport:
            facts["transport"] = [self._bay(self._spelled(bay)) for bay in unit.transport]
        facts |= self._passenger(unit.passenger)
        facts |= _of_models(unit)
        if "Character" in unit.keywords:
            if not warlord:
                facts["never_warlord"] = True
            if not enhancement and "Epic Hero" not in unit.keywords:
                facts["never_enhanced"] = True
        if unit.must_be_warlord or forced:
            facts["must_be_warlord"] = True
        return facts

    def _name(self, word: str) -> str:
        """The id of a datasheet of the faction, else the word."""
        return self.names.get(word.casefold(), word)

    def _leader(self, leader: Leader) -> dict[str, Any]:
        found: dict[str, Any] = {}
        targets: list[Any] = sorted(self._name(name) for name in leader.leads)
        targets += [list(words) for words in leader.leads_keywords]
        if targets:
            found["leads"] = targets
        for key in ("beside", "beside_at", "not_beside"):
            words = getattr(leader, key)
            if words:
                found[key] = [self._name(word) if key != "beside" else word for word in words]
        if found.get("beside") == ["any"]:
            found["beside"] = ["Character"]  # every leader is one
        if leader.beside_many:
            found["beside_many"] = True
        for key in ("must", "unique"):
            if getattr(leader, key):
                found[key] = True
        if leader.requires:
            found["requires"] = {self._name(name): slug(item) for name, item in leader.requires.items()}
        return found

    def _bodyguard(self, bodyguard: Bodyguard) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if bodyguard.needs:
            found["needs"] = list(bodyguard.needs)
        if bodyguard.leaders:
            found["leaders"] = dict(bodyguard.leaders)
        if bodyguard.one_of:
            found["one_of"] = list(bodyguard.one_of)
        if bodyguard.once:
            found["once"] = list(bodyguard.once)
        if bodyguard.distinct:
            found["distinct"] = True
        if bodyguard.stand_in:
            found["stand_in"] = [
                {
                    key: [self._name(word) if key == "instead_of" else word for word in getattr(one, key)]
                    for key in ("who", "excludes", "instead_of")
                    if getattr(one, key)
                }
                | ({} if one.who else {"who": ["Character"]})  # any leader
                for one in bodyguard.stand_in
            ]
        return found

    @staticmethod
    def _passenger(passenger: Passenger | None) -> dict[str, Any]:
        """How it rides, where its texts say so."""
        if passenger is None:
            return {}
        found: dict[str, Any] = {}
        for key in ("places", "counts_as"):
            by_model = dict(getattr(passenger, key))
            if by_model:
                found[key] = by_model[""] if list(by_model) == [""] else by_model
        if passenger.with_unit:
            found["with_unit"] = True
        if passenger.never:
            found["never"] = list(passenger.never)
        return {"passenger": found}

    def _joins(self, leader: Leader) -> dict[str, Any]:
        """What joins a unit as a part of it."""
        found: dict[str, Any] = {
            "units": [
                *sorted(map(self._name, leader.leads)),
                *(list(words) for words in leader.leads_keywords if words),
            ]
            or "any"
        }
        if any(target.excludes for target in leader.led_by):
            raise Inexpressible("whom it may join")
        if leader.led_by:
            found["led_by"] = [t.keywords[0] if len(t.keywords) == 1 else list(t.keywords) for t in leader.led_by]
        for key in ("only_with", "not_beside"):
            if getattr(leader, key):
                found[key] = [self._name(word) for word in getattr(leader, key)]
        for key in ("must", "unique"):
            if getattr(leader, key):
                found[key] = True
        if not leader.rides:
            found["rides"] = False
        return found

    def _bay(self, bay: TransportBay) -> dict[str, Any]:
        found: dict[str, Any] = {
            "capacity": bay.capacity,
            "allow": [list(words) for words in bay.allow],
            "deny": list(bay.deny),
            "attached": [list(words) for words in bay.attached],
            "weights": dict(bay.weights),
            "capacity_with": {slug(name): number for name, number in bay.capacity_with.items()},
            "splits": [self._name(word) for word in bay.splits],
            "per_unit": bay.per_unit,
            "weights_by_wounds": dict(bay.weights_by_wounds),
            "by_wounds": list(bay.by_wounds),
            "most_wounds": dict(bay.most_wounds),
            "deny_wounds": bay.deny_wounds,
            "large": list(bay.large),
            "deny_unless": {word: list(others) for word, others in bay.deny_unless.items()},
            "limits": [{"names": list(one.names), "models": one.models} for one in bay.limits],
        }
        return {key: value for key, value in found.items() if value}

    def _is_known(self, bays: tuple[TransportBay, ...]) -> bool:
        """Whether what the program does not know in a transport's text are only keywords of other factions."""
        known = self.units.bench.keywords.keys() | self.names.keys()
        return bool(bays) and all({word.casefold(), f"{word.casefold()}s"} & known for word in _words(bays))

    def _spelled(self, bay: TransportBay) -> TransportBay:
        """The bay with keywords that printed texts write in capitals as the data spell them."""
        keywords = self.units.bench.keywords
        capitals = [word for word in _words((bay,)) if word.isupper()]
        known = {word: keywords.get(word.casefold()) or keywords.get(f"{word.casefold()}s", word) for word in capitals}
        deny = tuple(known.get(word, word) for word in bay.deny)
        attached = tuple(tuple(known.get(word, word) for word in words) for words in bay.attached)
        return replace(
            bay,
            deny=deny,
            attached=attached,
            weights={known.get(word, word): places for word, places in bay.weights.items()},
        )


def _words(bays: Iterable[TransportBay]) -> Iterator[str]:
    """The keywords and names in bays."""
    for bay in bays:
        for words in (*bay.allow, *bay.attached, bay.deny, bay.splits, bay.by_wounds, *bay.deny_unless.values()):
            yield from words
        for table in (bay.weights, bay.most_wounds, bay.deny_unless):
            yield from table
        for limit in bay.limits:
            yield from limit.names


def _of_models(unit: Unit) -> dict[str, Any]:
    """Whether it may hover, and from how many wounds left on it is worse."""
    facts: dict[str, Any] = {"hover": True} if unit.hover else {}
    if unit.damaged:
        facts["damaged"] = unit.damaged[0] if len(unit.damaged) == 1 else list(unit.damaged)
    return facts
