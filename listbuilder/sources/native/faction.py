"""Compiles one faction: its datasheets, detachments and enhancements as a catalogue of the game system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from listbuilder.catalogue.model import Catalogue, Entry, EntryGroup
from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.catalogue.system import ENGINE, System
from listbuilder.i18n import Text
from listbuilder.sources.native import contingents
from listbuilder.sources.native.choices import choice_entries, read_choices
from listbuilder.sources.native.costs import Currencies
from listbuilder.sources.native.datasheet import DatasheetCompiler, Surroundings
from listbuilder.sources.native.detachments import DetachmentCompiler
from listbuilder.sources.native.effects import FilterReader
from listbuilder.sources.native.extension import Extension
from listbuilder.sources.native.forces import in_army_only, subfaction_entry
from listbuilder.sources.native.items import check_gear, item_entries, read_items, share_columns
from listbuilder.sources.native.parse import DataFile, names_of, texts
from listbuilder.sources.native.profiles import profile_types
from listbuilder.sources.native.statlines import check_sheet
from listbuilder.sources.native.subfactions import Subfactions
from listbuilder.strictyaml import Source

DETACHMENT = "detachment"


class FactionCompiler:
    """See the module. ``host``: the file and the datasheets of the faction that this one extends, without those of the same id.
    ``problems`` lists what is wrong in the files, those of the datasheets included."""

    def __init__(
        self,
        faction: Source,
        sheets: Sequence[Source],
        system: System,
        host: tuple[Source, Sequence[Source]] | None = None,
    ) -> None:
        self.file = DataFile(faction)
        self.facts: dict[str, Any] = faction.value
        self.id = str(self.facts["id"])
        self.system_id = system.id
        self.system = system
        self.vocabulary = system.vocabulary
        self.currencies = Currencies.of(system)
        self.in_army_only = in_army_only(system)
        self.host = self._shared(host[0]) if host else None
        files = [file for file in (self.file, self.host) if file]
        stated = [read_choices(file, file.source.value, system.choices, self.currencies) for file in files]
        self.choices = tuple(choice_entries(system.choices, stated, self.currencies, self.in_army_only))
        self.extension = Extension(self.facts, self.host.source.value if self.host else {})
        own = [self._shared(sheet) for sheet in sheets]
        inherited = [self._shared(sheet) for sheet in host[1]] if host else []
        every = [*own, *inherited]
        names = {str(file.source.value["id"]): file.name(file.source.value["name"]) for file in every}
        self.filters = FilterReader(self.file, names)
        self.host_filters = FilterReader(self.host, names) if self.host else self.filters
        self.forbids = self.filters.matches(self.facts, "forbids")
        self.files = [*own, *self.extension.sheets(inherited, self.forbids)]
        readers = dict.fromkeys((self.filters, self.host_filters))
        self.items = (*chain(*(read_items(reader, self.vocabulary) for reader in readers)), *system.items)
        share_columns(system.items, self.file)
        detachments = chain(*(facts.get("detachments") or () for facts in (self.facts, self.extension.host)))
        self.around = Surroundings(
            currencies=self.currencies,
            enhancements=f"{self.id}/enhancements",
            subfactions=Subfactions.read(self._stated("subfactions"), self._stated("subfaction_keyword")),
            detachments=frozenset(detachments),
            names=names,
            core_abilities=frozenset(core_abilities(every)),
            items=frozenset(item.id for item in self.items),
            vocabulary=self.vocabulary,
            rules=tuple(one.id for one in self.system.rules if one.kind == ENGINE),
            faction=self.id,
            paid_for=lambda name: contingents.paid_for(system.forces, self.id, name, self.currencies.points),
        )

    def _shared(self, source: Source) -> DataFile:
        """A further file of the faction, which defines the same names."""
        own = self.file
        return DataFile(source, glossary=own.glossary, categories=own.categories, columns=own.columns)

    def compile(self) -> Catalogue:
        for file in self.files:
            check_sheet(file, self.vocabulary)
        compiled = [DatasheetCompiler(file, self.around).compile() for file in self.files]
        of_files = tuple(self._detachments())
        detachments = tuple(entry for one in of_files for entry in one.detachments(self.vocabulary))
        enhancements = (
            *(entry for one in of_files for entry in one.enhancements()),
            *item_entries(self.items, self.currencies.points),
        )
        self._check_ids()
        check_gear(self.file, (record.name for item in compiled for record in item.items))
        contingents.check(self.file, self.system.forces, self.around.names.values())
        for file in (*self.files, *([self.host] if self.host else [])):
            self.file.problems.extend(file.problems)
        self._terms()
        facts = self.facts
        return Catalogue(
            id=self.id,
            local_id=self.id,
            name=self.file.name(facts["name"]),
            names=names_of(facts["name"]),
            game_system_id=self.system_id,
            faction_keyword=str(facts.get("keyword") or ""),
            date=str(facts.get("points_date") or ""),
            profile_types=tuple(profile_types(self.file.columns)),
            entries=(
                Entry(
                    id=DETACHMENT,
                    local_id=DETACHMENT,
                    name="Detachment",
                    purpose=EntryPurpose.DETACHMENT,
                    entries=detachments,
                    modifiers=self.in_army_only,
                ),
                *subfaction_entry(self.file, self._stated("subfactions") or {}, self.system),
                *self.choices,
                *(item.entry for item in compiled),
            ),
            shared_entries=tuple(record for item in compiled for record in item.items),
            shared_groups=(
                EntryGroup(
                    id=self.around.enhancements,
                    name="Enhancements",
                    purpose=EntryPurpose.ENHANCEMENTS,
                    entries=enhancements,
                ),
                *(group for item in compiled for group in item.groups),
            ),
            category_entries=tuple(self.file.categories.values()),
            glossary=self.file.glossary,
            slots={str(word): (bounds[0], bounds[1]) for word, bounds in (facts.get("slots") or {}).items()},
            slot_places={
                str(word): {str(key): int(number) for key, number in places.items()}
                for word, places in (facts.get("slot_places") or {}).items()
            },
            exclusive_keywords=texts(self._stated("exclusive_keywords")),
            extends=str(facts.get("extends") or ""),
            has_armies=bool(facts.get("armies", True)),
            subfaction=self._subfaction(),
            forbids=self.forbids,
            lacks=texts(self._stated("lacks")),
        )

    def _detachments(self) -> Iterator[DetachmentCompiler]:
        """Its own, and those that it has of the faction that it extends."""
        keyword = str(self.facts.get("keyword") or "")
        for filters, records in (
            (self.filters, self.facts.get("detachments") or {}),
            (self.host_filters, self.extension.detachments()),
        ):
            yield DetachmentCompiler(filters, records, keyword, self.currencies)

    # --- the whole --------------------------------------------------------------------------------------------------------

    def _stated(self, key: str) -> Any:
        """What the file says, else that of the faction that it extends."""
        return self.facts.get(key, self.extension.host.get(key))

    def _subfaction(self) -> str:
        """The one of the exclusive keywords that its armies have."""
        known, word = texts(self._stated("exclusive_keywords")), self.extension.subfaction
        if word and word not in known:
            self.file.unknown(self.facts, "subfaction", "faction keyword", word, known)
        return word

    def _check_ids(self) -> None:
        detachments = self.facts.get("detachments") or {}
        for name in detachments:
            if name in self.around.names:
                self.file.problem(detachments, name, Text("{name} is also a datasheet", {"name": name}), at_key=True)

    def _terms(self) -> None:
        """Adds the translations of plain texts to the glossary."""
        terms = (self.facts.get("terms") or {}).items(), (self.extension.host.get("terms") or {}).items()
        for word, translations in chain(*terms):
            for language, text in translations.items():
                self.file.glossary.setdefault(language, {}).setdefault(word, str(text))


def core_abilities(files: Iterable[DataFile]) -> Iterator[str]:
    """Those of all datasheets."""
    for file in files:
        yield from texts((file.source.value.get("abilities") or {}).get("core"))
