"""The keywords that units have of the subfaction of their force: a dynasty, a clan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from listbuilder.catalogue.model import Modifier
from listbuilder.sources.native.parse import DataFile, counted, texts

SUBFACTION = "subfaction"


class Subfactions(NamedTuple):
    """Those of a faction. ``keywords``: id -> the keyword that units have in a force of it, empty for none; ``of``: the keyword
    that stands for that of any, by which units are known that have it."""

    keywords: Mapping[str, str] = {}
    of: str = ""

    @classmethod
    def read(cls, records: Mapping[str, dict[str, Any]] | None, of: Any) -> Subfactions:
        """``records``: the `subfactions` of a faction's file; ``of``: its `subfaction_keyword`."""
        return cls({name: str(one.get("keyword") or "") for name, one in (records or {}).items()}, str(of or ""))

    def gained(self, file: DataFile) -> Iterator[Modifier]:
        """What gives the unit of a datasheet the keyword of its force."""
        sheet = file.source.value
        words = (*texts(sheet["faction_keywords"]), *texts(sheet["keywords"]))
        for name, word in self.keywords.items() if self.of in words else ():
            if word:
                chosen = counted("atLeast", 1, f"{SUBFACTION}/{name}", scope="force")
                yield Modifier(type="add", field="category", value=file.keyword(word), conditions=(chosen,))
