"""Compiles the detachments of a faction's file, with their enhancements and stratagems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from listbuilder.catalogue.facts import BearerRule, Facts, Needed, Stratagem
from listbuilder.catalogue.model import Entry
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.sources.native.costs import Currencies
from listbuilder.sources.native.effects import FilterReader, of_detachment
from listbuilder.sources.native.parse import DataFile, as_list, keyword_lists, texts, typed
from listbuilder.sources.native.statlines import check_stratagem


class DetachmentCompiler:
    """``records``: the detachments of a file by id. ``keyword``: the faction's; ``currencies``: what prices are in."""

    def __init__(
        self, filters: FilterReader, records: Mapping[str, dict[str, Any]], keyword: str, currencies: Currencies
    ) -> None:
        self.file = filters.file
        self.filters = filters
        self.records = records
        self.keyword = keyword
        self.currencies = currencies

    def detachments(self, vocabulary: Vocabulary) -> Iterator[Entry]:
        for name, record in self.records.items():
            yield Entry(
                id=name,
                local_id=name,
                name=self.file.name(record["name"]),
                costs=self.currencies.stated(self.file, record),
                facts=Facts(
                    detachment=name,
                    faction=self.keyword,
                    rule_name=str(record.get("rule") or ""),
                    requires=tuple(self._needed(record)),
                    forbids=self.filters.matches(record, "forbids"),
                    warlord=self.filters.matches(record, "warlord"),
                    never_warlords=self.filters.matches(record, "never_warlords"),
                    effects=of_detachment(self.filters, record),
                    stratagems=tuple(self._stratagems(name, record, vocabulary)),
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

    def enhancements(self) -> Iterator[Entry]:
        for detachment, record in self.records.items():
            for name, enhancement in (record.get("enhancements") or {}).items():
                yield Entry(
                    id=f"{detachment}/{name}",
                    local_id=name,
                    name=self.file.name(enhancement["name"]),
                    costs=self.currencies.stated(self.file, enhancement),
                    facts=Facts(
                        detachment=detachment,
                        bearer=typed(BearerRule, enhancement),
                        effects=self.filters.effects(enhancement, self.file.name(enhancement["name"])),
                    ),
                )

    def _stratagems(self, detachment: str, record: dict[str, Any], vocabulary: Vocabulary) -> Iterator[Stratagem]:
        for place, stratagem in enumerate(record.get("stratagems") or ()):
            check_stratagem(self.file, stratagem, vocabulary)
            yield read_stratagem(self.file, f"{detachment}/stratagem/{place + 1}", stratagem)


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
