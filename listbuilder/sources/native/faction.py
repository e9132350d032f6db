"""Compiles one faction: its datasheets, detachments and enhancements as a catalogue of the game system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from listbuilder.catalogue.facts import BearerRule, Facts, Needed, Stratagem
from listbuilder.catalogue.model import Catalogue, Cost, Entry, EntryGroup
from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.catalogue.system import System
from listbuilder.i18n import Text
from listbuilder.sources.native.datasheet import DatasheetCompiler, Surroundings
from listbuilder.sources.native.effects import FilterReader, of_detachment
from listbuilder.sources.native.parse import DataFile, as_list, keyword_lists, names_of, texts, typed
from listbuilder.sources.native.profiles import profile_types
from listbuilder.sources.native.statlines import check_sheet, check_stratagem
from listbuilder.strictyaml import Source

DETACHMENT = "detachment"


class FactionCompiler:
    """See the module. ``problems`` lists what is wrong in the files, those of the datasheets included."""

    def __init__(self, faction: Source, sheets: Sequence[Source], system: System) -> None:
        self.file = DataFile(faction)
        self.facts: dict[str, Any] = faction.value
        self.id = str(self.facts["id"])
        self.system_id = system.id
        self.vocabulary = system.vocabulary
        self.points_type = points_type = system.points_name
        self.files = [
            DataFile(sheet, glossary=self.file.glossary, categories=self.file.categories, columns=self.file.columns)
            for sheet in sheets
        ]
        names = {str(file.source.value["id"]): file.name(file.source.value["name"]) for file in self.files}
        self.around = Surroundings(
            points_type=points_type,
            enhancements=f"{self.id}/enhancements",
            detachments=frozenset(self.facts.get("detachments") or ()),
            names=names,
            core_abilities=frozenset(self._core_abilities()),
            vocabulary=self.vocabulary,
        )
        self.filters = FilterReader(self.file, names)

    def _core_abilities(self) -> Iterator[str]:
        for file in self.files:
            yield from texts((file.source.value.get("abilities") or {}).get("core"))

    def compile(self) -> Catalogue:
        for file in self.files:
            check_sheet(file, self.vocabulary)
        compiled = [DatasheetCompiler(file, self.around).compile() for file in self.files]
        detachments = tuple(self._detachments())
        enhancements = tuple(self._enhancements())
        self._check_ids()
        for file in self.files:
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
                ),
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
            exclusive_keywords=texts(self.facts.get("exclusive_keywords")),
        )

    # --- detachments ------------------------------------------------------------------------------------------------------

    def _detachments(self) -> Iterator[Entry]:
        for name, record in (self.facts.get("detachments") or {}).items():
            yield Entry(
                id=name,
                local_id=name,
                name=self.file.name(record["name"]),
                facts=Facts(
                    detachment=name,
                    faction=str(self.facts.get("keyword") or ""),
                    rule_name=str(record.get("rule") or ""),
                    requires=tuple(self._needed(record)),
                    forbids=self.filters.matches(record, "forbids"),
                    warlord=self.filters.matches(record, "warlord"),
                    never_warlords=self.filters.matches(record, "never_warlords"),
                    effects=of_detachment(self.filters, record),
                    stratagems=tuple(self._stratagems(name, record)),
                ),
            )

    def _needed(self, record: dict[str, Any]) -> Iterator[Needed]:
        """Units that the army must hold: of each entry one, or so many as it says."""
        needs = record.get("requires") or ()
        for place, need in enumerate(needs):
            if isinstance(need, dict):
                yield Needed(any=self.filters.words(need, "any"), at_least=need.get("at_least") or 1)
            else:
                yield Needed(any=self.filters.words(needs, place))

    def _enhancements(self) -> Iterator[Entry]:
        for detachment, record in (self.facts.get("detachments") or {}).items():
            for name, enhancement in (record.get("enhancements") or {}).items():
                yield Entry(
                    id=f"{detachment}/{name}",
                    local_id=name,
                    name=self.file.name(enhancement["name"]),
                    costs=(Cost(type_id=self.points_type, value=enhancement.get("points") or 0),),
                    facts=Facts(
                        detachment=detachment,
                        bearer=typed(BearerRule, enhancement),
                        effects=self.filters.effects(enhancement, self.file.name(enhancement["name"])),
                    ),
                )

    def _stratagems(self, detachment: str, record: dict[str, Any]) -> Iterator[Stratagem]:
        for place, stratagem in enumerate(record.get("stratagems") or ()):
            check_stratagem(self.file, stratagem, self.vocabulary)
            yield read_stratagem(self.file, f"{detachment}/stratagem/{place + 1}", stratagem)

    # --- the whole --------------------------------------------------------------------------------------------------------

    def _check_ids(self) -> None:
        detachments = self.facts.get("detachments") or {}
        for name in detachments:
            if name in self.around.names:
                self.file.problem(detachments, name, Text("{name} is also a datasheet", {"name": name}), at_key=True)

    def _terms(self) -> None:
        """Adds the translations of plain texts to the glossary."""
        for word, translations in (self.facts.get("terms") or {}).items():
            for language, text in translations.items():
                self.file.glossary.setdefault(language, {}).setdefault(word, str(text))


def read_stratagem(file: DataFile, default_id: str, record: dict[str, Any]) -> Stratagem:
    """A stratagem's facts. ``when`` holds one or several occasions, which are joined; without it the record itself is one."""
    occasions = [occasion for occasion in as_list(record.get("when")) if isinstance(occasion, dict)] or [record]
    target = record.get("target")
    target = target if isinstance(target, dict) else {"keywords": target, "state": record.get("target_state")}
    return typed(
        Stratagem,
        record,
        id=str(record.get("id") or default_id),
        name=file.name(record["name"]),
        turn=" / ".join(dict.fromkeys(str(occasion.get("turn") or "") for occasion in occasions)),
        phase=" / ".join(dict.fromkeys(word for occasion in occasions for word in texts(occasion.get("phase")))),
        target=keyword_lists(target.get("keywords")),
        target_state=str(target.get("state") or ""),
    )
