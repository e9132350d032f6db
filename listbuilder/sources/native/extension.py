"""What a faction that extends another one has of it: its datasheets and detachments, as far as it has none of the same id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from listbuilder.catalogue.facts import Match
from listbuilder.naming import fold
from listbuilder.sources.native.parse import DataFile, as_list, texts

Facts = Mapping[str, Any]


class Extension:
    """``own``: the faction that extends another one; ``host``: the extended one."""

    def __init__(self, own: Facts, host: Facts) -> None:
        self.own = own
        self.host = host
        self.subfaction = str(own.get("subfaction") or "")
        others = (word for word in texts(host.get("exclusive_keywords")) if word != self.subfaction)
        self._others = frozenset(others) if self.subfaction else frozenset[str]()

    def detachments(self) -> dict[str, Any]:
        """Those of the host that its armies may have: none of the same id, and none that forbids its subfaction."""
        own = self.own.get("detachments") or {}
        found = (self.host.get("detachments") or {}).items()
        return {name: record for name, record in found if name not in own and not self._is_barred(record)}

    def _is_barred(self, record: Facts) -> bool:
        return bool(self.subfaction) and self.subfaction in as_list(record.get("forbids"))

    def sheets(self, files: Sequence[DataFile], forbids: Sequence[Match]) -> Iterator[DataFile]:
        """Of the host's datasheets those that its armies may have: none of another subfaction, and none that it forbids."""
        for file in files:
            sheet = file.source.value
            words = _words(file, sheet)
            if self._others.isdisjoint(texts(sheet["faction_keywords"])) and not any(
                _fits(words, one) for one in forbids
            ):
                yield file


def _words(file: DataFile, sheet: Facts) -> frozenset[str]:
    """The keywords and the name of a datasheet, as they are compared."""
    return frozenset(
        map(fold, (file.name(sheet["name"]), *texts(sheet["keywords"]), *texts(sheet["faction_keywords"])))
    )


def _fits(words: frozenset[str], match: Match) -> bool:
    return words.issuperset(map(fold, match.keywords)) and words.isdisjoint(map(fold, match.excludes))
