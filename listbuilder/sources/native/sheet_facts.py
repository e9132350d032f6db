"""The facts of a datasheet beyond its models and wargear: whom it leads, carries and excludes, and what it changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from listbuilder.catalogue.facts import (
    Bodyguard,
    Effect,
    Facts,
    FollowerLimit,
    Followers,
    Leader,
    Passenger,
    PassengerLimit,
    Split,
    StandIn,
    TransportBay,
)
from listbuilder.sources.native.effects import FilterReader
from listbuilder.sources.native.parse import DataFile, as_list, count, texts, typed


class FactsReader:
    """Reads the facts of one datasheet. ``names``: id -> name of the faction's datasheets; ``items``: those of its items;
    ``subfactions``: ids of those of the faction."""

    def __init__(
        self, file: DataFile, names: Mapping[str, str], items: Mapping[str, str], subfactions: Iterable[str] = ()
    ) -> None:
        self.file = file
        self.sheet: dict[str, Any] = file.source.value
        self.names = names
        self.items = items
        self.subfactions = tuple(subfactions)
        self.filters = FilterReader(file, names)

    def read(self) -> Facts:
        sheet = self.sheet
        abilities = sheet.get("abilities") or {}
        return Facts(
            faction_keywords=texts(sheet["faction_keywords"]),
            role=str(sheet.get("role") or ""),
            legends=sheet.get("status") == "legends",
            leader=self._leader(),
            transport=tuple(self._bays()),
            core_abilities=texts(abilities.get("core")),
            faction_abilities=texts(abilities.get("faction")),
            unit_abilities=texts(abilities.get("unit")),
            passenger=self._passenger(),
            bodyguard=self._bodyguard(),
            followers=self._followers(),
            force_role=str(sheet.get("force_role") or ""),
            known_as=texts(sheet.get("known_as")),
            subfactions=self._subfactions(),
            never_with=self.filters.matches(sheet, "never_with"),
            split=self._split(),
            effects=(*self.filters.effects(sheet, items=self.items), *self._lost_by_gear()),
            hover=bool(sheet.get("hover")),
            damaged=self._damaged(),
            must_be_warlord=bool(sheet.get("must_be_warlord")),
            never_warlord=bool(sheet.get("never_warlord")),
            never_enhanced=bool(sheet.get("never_enhanced")),
            starts_in_reserves=bool(sheet.get("starts_in_reserves")),
            reserves_uncounted=bool(sheet.get("reserves_uncounted")),
        )

    def _lost_by_gear(self) -> Iterator[Effect]:
        """What a unit of one model loses because of its gear. Of several models only the bearer does, who may be one of many."""
        if sum(count(model["count"]).max for model in self.sheet["models"].values()) != 1:
            return
        for item, gear in (self.sheet.get("gear") or {}).items():
            if gear.get("loses"):
                yield Effect(ability=self.items[item], item=self.items[item], loses=texts(gear["loses"]))

    def _damaged(self) -> tuple[int, ...]:
        """From how many wounds left on a model is worse."""
        stated = self.sheet.get("damaged") or ()
        return (stated,) if isinstance(stated, int) else tuple(sorted(stated, reverse=True))

    def _subfactions(self) -> tuple[str, ...]:
        """Those of a force that it may stand in."""
        stated = self.sheet.get("subfactions")
        for place, name in enumerate(stated or ()):
            if name not in self.subfactions:
                self.file.unknown(stated, place, "subfaction", str(name), self.subfactions)
        return texts(stated)

    def _leader(self) -> Leader:
        """Whom it may join: as a leader, or as a part of the unit (``joins``)."""
        key = "joins" if "joins" in self.sheet else "leader"
        record = self.sheet.get(key) or {}
        targets = self.filters.matches(record, "leads" if key == "leader" else "units")
        single = [target for target in targets if len(target.keywords) == 1 and not target.excludes]
        return typed(
            Leader,
            record,
            leads=tuple(target.keywords[0] for target in single),
            leads_keywords=tuple(target.keywords for target in targets if target not in single),
            beside=self.filters.words(record, "beside"),
            not_beside=self.filters.words(record, "not_beside"),
            beside_at=self.filters.words(record, "beside_at"),
            only_with=self.filters.words(record, "only_with"),
            led_by=self.filters.matches(record, "led_by"),
            retinue=key == "joins",
            requires={
                self.names.get(name, name): self.items.get(item, item)
                for name, item in (record.get("requires") or {}).items()
            },
        )

    def _bodyguard(self) -> Bodyguard | None:
        record = self.sheet.get("bodyguard")
        if not record:
            return None
        leaders = {int(models): number for models, number in (record.get("leaders") or {}).items()}
        return typed(Bodyguard, record, leaders=leaders, stand_in=tuple(self._stand_ins(record)))

    def _followers(self) -> Followers | None:
        record = self.sheet.get("followers")
        if not record:
            return None
        limits = (
            FollowerLimit(units=self.filters.matches(one, "units"), number=one["number"])
            for one in record.get("at_most") or ()
        )
        return Followers(
            units=self.filters.matches(record, "units"),
            needs=self.filters.matches(record, "needs"),
            at_most=tuple(limits),
        )

    def _passenger(self) -> Passenger | None:
        record = self.sheet.get("passenger")
        if not record:
            return None
        return Passenger(
            places=_by_model(record.get("places")),
            counts_as=_by_model(record.get("counts_as")),
            with_unit=bool(record.get("with_unit")),
            never=self.filters.words(record, "never"),
        )

    def _stand_ins(self, record: dict[str, Any]) -> Iterator[StandIn]:
        for one in record.get("stand_in") or ():
            yield StandIn(
                who=self.filters.words(one, "who"),
                excludes=self.filters.words(one, "excludes"),
                instead_of=self.filters.words(one, "instead_of"),
            )

    def _split(self) -> Split | None:
        record = self.sheet.get("split")
        if record is None:
            return None
        kinds = []
        for part in record.get("kinds") or ():
            for place, model in enumerate(part):
                if model not in self.sheet["models"]:
                    self.file.unknown(part, place, "model", str(model), self.sheet["models"])
            kinds.append(texts(part))
        return typed(Split, record, kinds=tuple(kinds))

    def _bays(self) -> Iterator[TransportBay]:
        for bay in as_list(self.sheet.get("transport")):
            for item in bay.get("capacity_with") or ():
                if item not in self.items:
                    self.file.unknown(bay["capacity_with"], item, "item", item, self.items, at_key=True)
            capacity_with = {self.items.get(k, k): v for k, v in (bay.get("capacity_with") or {}).items()}
            by_wounds = {int(wounds): places for wounds, places in (bay.get("weights_by_wounds") or {}).items()}
            unless = bay.get("deny_unless") or {}
            yield typed(
                TransportBay,
                bay,
                capacity_with=capacity_with,
                splits=self.filters.words(bay, "splits"),
                weights_by_wounds=by_wounds,
                deny_unless={word: self.filters.words(unless, word) for word in unless},
                limits=tuple(
                    PassengerLimit(names=self.filters.words(one, "names"), models=one["models"])
                    for one in bay.get("limits") or ()
                ),
            )


def _by_model(value: Any) -> dict[str, Any]:
    """By the names of models; what is stated of all of them stands under the empty name."""
    if value is None:
        return {}
    return {str(model): one for model, one in value.items()} if isinstance(value, dict) else {"": value}
