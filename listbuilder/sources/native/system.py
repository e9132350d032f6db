"""Reads `system.yaml`: the system's facts and rules, and the catalogue records that every list of it needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from listbuilder.catalogue.base import Record
from listbuilder.catalogue.columns import BareWeapon, Column, WeaponType
from listbuilder.catalogue.facts import Facts
from listbuilder.catalogue.model import Catalogue, Cost, CostType, Entry, EntryGroup
from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.catalogue.states import STATES, State
from listbuilder.catalogue.system import (
    BattleSize,
    Cover,
    Currency,
    DocumentNames,
    FactionKeywords,
    Figure,
    ListWords,
    RuleSpec,
    System,
)
from listbuilder.catalogue.terms import Term, Terms
from listbuilder.catalogue.vocabulary import Arrival, HalfStrength, ItemType, Reminder, Role, Vocabulary
from listbuilder.expressions import is_cheap
from listbuilder.i18n import Text
from listbuilder.naming import listing, suggestion
from listbuilder.sources.native import choices
from listbuilder.sources.native.battle import read_battle
from listbuilder.sources.native.contingents import with_contingents
from listbuilder.sources.native.costs import Currencies
from listbuilder.sources.native.datasheet import WARLORD
from listbuilder.sources.native.detachments import read_stratagem
from listbuilder.sources.native.effects import FilterReader
from listbuilder.sources.native.forces import force_entry, in_army_only, read_kinds
from listbuilder.sources.native.items import read_items
from listbuilder.sources.native.parse import DataFile, texts, typed
from listbuilder.sources.native.statlines import check_stratagem
from listbuilder.strictyaml import Source

BATTLE_SIZE = "battle-size"
LISTS: dict[str, type[Record]] = {  # keys of the vocabulary that hold lists -> what of
    "statline": Column,
    "roles": Role,
    "item_types": ItemType,
    "states": State,
    "arrival": Arrival,
    "reference": Arrival,
    "reminders": Reminder,
}


class SystemReader:
    """See the module. ``lent``: id of a faction -> the contingents that it states."""

    def __init__(self, source: Source, lent: Mapping[str, Any] | None = None) -> None:
        self.file = DataFile(source)
        self.facts: dict[str, Any] = source.value
        self.lent = lent or {}

    def system(self) -> System:
        facts, file, vocabulary = self.facts, self.file, self._vocabulary()
        sizes = tuple(
            typed(BattleSize, record, table=tuple(record["table"]) if record.get("table") else None)
            for record in facts.get("battle_sizes") or ()
        )
        for record in facts.get("stratagems") or ():
            check_stratagem(file, record, vocabulary)
        stratagems = enumerate(facts.get("stratagems") or ())
        points, currencies = str(facts.get("points_name", "pts")), self._currencies()
        read = typed(
            System,
            facts,
            battle_sizes=sizes,
            default_size=str(facts.get("default_size") or (sizes[0].id if sizes else "")),
            forces=with_contingents(read_kinds(file, facts), self.lent),
            choices=choices.read_kinds(file, facts, Currencies(points, tuple(one.id for one in currencies))),
            rules=tuple(self._rules()),
            stratagems=tuple(read_stratagem(file, f"stratagem/{n + 1}", record) for n, record in stratagems),
            covers=tuple(self._covers()),
            faction_keywords=tuple(typed(FactionKeywords, record) for record in facts.get("faction_keywords") or ()),
            glossary=self._glossary(vocabulary),
            list_words=typed(ListWords, facts.get("list_words") or {}),
            points_name=points,
            currencies=currencies,
            figures=self._figures(),
            points_document=typed(DocumentNames, facts["points_document"]) if "points_document" in facts else None,
            vocabulary=vocabulary,
            items=tuple(read_items(FilterReader(file, {}), vocabulary)),
        )
        self._check_default(sizes)
        return read

    def _check_default(self, sizes: tuple[BattleSize, ...]) -> None:
        ids = [size.id for size in sizes]
        if self.facts.get("default_size") and self.facts["default_size"] not in ids:
            self.file.unknown(self.facts, "default_size", "battle size", str(self.facts["default_size"]), ids)

    def _rules(self) -> Iterator[RuleSpec]:
        seen: set[str] = set()
        for record in self.facts.get("rules") or ():
            if record["id"] in seen:
                self.file.problem(record, "id", Text("duplicate rule: {name}", {"name": record["id"]}))
            else:
                seen.add(record["id"])
                yield typed(RuleSpec, record)

    def _currencies(self) -> tuple[Currency, ...]:
        records = self.facts.get("currencies") or []
        self._check_records(records)
        for record in records:
            self.file.name(record["name"])
        return tuple(typed(Currency, record) for record in records)

    def _figures(self) -> tuple[Figure, ...]:
        records = self.facts.get("figures") or []
        self._check_records(records)
        known = [str(record["id"]) for record in self.facts.get("forces") or ()]
        for record in records:
            self.file.name(record["name"])
            for key in ("forces", "units_of"):
                for place, word in enumerate(record.get(key) or ()):
                    if word not in known:
                        self.file.unknown(record[key], place, "force", str(word), known)
        return tuple(typed(Figure, record) for record in records)

    def _covers(self) -> Iterator[Cover]:
        known = [str(record["id"]) for record in self.facts.get("rules") or ()]
        for record in self.facts.get("covers") or ():
            for name in texts(record["rules"]):
                if name not in known:
                    self.file.unknown(record, "rules", "rule", name, known)
            yield typed(Cover, record)

    def _glossary(self, vocabulary: Vocabulary) -> dict[str, dict[str, str]]:
        """Translations of plain texts, as ``glossary`` (language -> text -> translation) states them, and the other languages'
        names met so far."""
        found = self.file.glossary
        for language, words in (self.facts.get("glossary") or {}).items():
            found.setdefault(language, {}).update({str(word): str(text) for word, text in words.items()})
        named = (*(self.facts.get("battle_sizes") or ()), *(self.facts.get("forces") or ()))
        for record in (*named, self.facts):
            self.file.name(record["name"])
            for alias in texts(record.get("aliases")) if isinstance(record["name"], dict) else ():
                self.file.name({**record["name"], "en": alias})
        self.file.name(vocabulary.terms.army.titles)  # heads the forces
        return found

    # --- vocabulary -------------------------------------------------------------------------------------------------------

    def _vocabulary(self) -> Vocabulary:
        """The game's words; what the file leaves out keeps its neutral default."""
        facts = self.facts
        patterns = facts.get("core_abilities") or ()
        for number, pattern in enumerate(patterns):
            self._check_pattern(patterns, number, str(pattern))
        found: dict[str, Any] = {"terms": self._terms(), "heroes": texts(facts.get("heroes"))}
        self._check_prices(facts.get("item_types") or ())
        for key, record in LISTS.items():
            if key in facts:
                self._check_records(facts[key])
                if record is State:
                    self._check_states(facts[key])
                found[key] = tuple(typed(record, one) for one in facts[key])
        if "weapons" in facts:
            found["weapons"] = tuple(self._weapon_types())
        if "half_strength" in facts:
            found["half_strength"] = typed(HalfStrength, facts["half_strength"])
        if "battle" in facts:
            found["battle"] = read_battle(self.file, facts, self._check_pattern)
        return typed(Vocabulary, facts, **found)

    def _check_states(self, records: list[dict[str, Any]]) -> None:
        """That states other than those of every game are reserves."""
        for record in records:
            if record["id"] not in STATES and not record.get("reserves"):
                message = Text(
                    "the state {name} needs reserves: true; only {names} do not",
                    {"name": record["id"], "names": listing(STATES)},
                )
                self.file.problem(record, "id", message, suggestion(record["id"], STATES))

    def _check_prices(self, records: Iterable[dict[str, Any]]) -> None:
        """Notes currencies that types of items cost and that the game does not have."""
        known = [str(one["id"]) for one in self.facts.get("currencies") or ()]
        for record in records:
            for currency in record.get("costs") or ():
                if currency not in known:
                    self.file.unknown(record["costs"], currency, "currency", str(currency), known, at_key=True)

    def _weapon_types(self) -> Iterator[WeaponType]:
        self._check_records(self.facts["weapons"])
        for record in self.facts["weapons"]:
            self._check_records(record.get("columns") or [])
            columns = tuple(typed(Column, one) for one in record.get("columns") or ())
            yield typed(WeaponType, record, columns=columns, bare=self._bare(record, columns))

    def _bare(self, record: dict[str, Any], columns: tuple[Column, ...]) -> BareWeapon | None:
        if not record.get("bare"):
            return None
        self.file.name(record["bare"]["name"])
        values = record["bare"].get("values") or {}
        known = {column.key: column for column in columns}
        for key in values:
            if key not in known:
                self.file.unknown(values, key, "column", str(key), known, at_key=True)
        return typed(BareWeapon, record["bare"], values={key: str(value) for key, value in values.items()})

    def _terms(self) -> Terms:
        points = self.facts.get("points_name")
        found = {"points": Term(name={"en": str(points)})} if points and points != "pts" else {}
        for key, word in (self.facts.get("terms") or {}).items():
            full = isinstance(word, dict) and "name" in word
            found[key] = typed(Term, word if full else {"name": word})
        return Terms(**found)

    def _check_pattern(self, container: Any, key: Any, pattern: str) -> None:
        try:
            if not is_cheap(pattern):
                self.file.problem(container, key, Text("{pattern} may take very long to match", {"pattern": pattern}))
        except (re.error, OverflowError, RecursionError) as error:
            text = Text("{pattern} is not a regular expression: {error}", {"pattern": pattern, "error": str(error)})
            self.file.problem(container, key, text)

    def _check_records(self, records: list[dict[str, Any]]) -> None:
        """That no column, role, state or type of weapons is there twice, and that patterns are regular expressions."""
        seen: set[tuple[str, str]] = set()
        for record in records:
            self._check_pattern(record, "pattern", record.get("pattern", ""))
            name = next((key for key in ("key", "id", "name") if isinstance(record.get(key), str)), "")
            if not name:
                continue
            known = (record.get("of", ""), record[name])
            if known in seen:
                self.file.problem(record, name, Text("duplicate {key}: {name}", {"key": name, "name": record[name]}))
            seen.add(known)

    def catalogue(self, system: System) -> Catalogue:
        """The game system itself: the points, the force of a list with those inside it, its size, and the warlord's mark."""
        sizes = tuple(
            Entry(
                id=size.id,
                local_id=size.id,
                name=size.name.get("en", size.id),
                facts=Facts(size=size.points),
                costs=tuple(Cost(type_id=k, value=v) for k, v in size.costs.items()),
            )
            for size in system.battle_sizes
        )
        group = EntryGroup(id=f"{BATTLE_SIZE}/sizes", name="Battle Size", entries=sizes, default_id=system.default_size)
        root = Entry(
            id=BATTLE_SIZE,
            local_id=BATTLE_SIZE,
            name="Battle Size",
            purpose=EntryPurpose.BATTLE_SIZE,
            groups=(group,),
            modifiers=in_army_only(system),
        )
        return Catalogue(
            id=system.id,
            local_id=system.id,
            name=system.name.get("en", system.id),
            names=system.name,
            is_game_system=True,
            game_system_id=system.id,
            cost_types=tuple(_cost_types(system)),
            force_entries=(force_entry(system.forces, system.points_name, system.vocabulary.terms.army.titles["en"]),),
            entries=(root,) if sizes else (),
            shared_entries=(Entry(id=WARLORD, local_id=WARLORD, name="Warlord", purpose=EntryPurpose.WARLORD),),
            glossary=system.glossary,
        )


def _cost_types(system: System) -> Iterator[CostType]:
    """The points, where the game has any, and the other currencies."""
    if system.points_name:
        yield CostType(id=system.points_name, name=system.points_name)
    for currency in system.currencies:
        yield CostType(id=currency.id, name=currency.name.get("en", currency.id))
