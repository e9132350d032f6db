"""Names in several languages inside messages."""

from __future__ import annotations

from dataclasses import dataclass

from listbuilder.catalogue.model import Names
from listbuilder.i18n import language


@dataclass(frozen=True, slots=True)
class Named:
    """A name in all its languages, or a plain English one; shown in the language in use."""

    names: Names | str

    def __str__(self) -> str:
        if isinstance(self.names, str):
            return self.names
        return self.names.get(language()) or self.names.get("en") or next(iter(self.names.values()), "")
