"""What the file of a pack or of a game says, with the place of everything, and the problems that are found in it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

from msgspec import Struct, field

from listbuilder.catalogue.base import Names
from listbuilder.errors import Problem
from listbuilder.i18n import Text
from listbuilder.naming import listing, suggestion
from listbuilder.strictyaml import Source

RULE = "event-pack"  # of problems in a pack
MAX_PROBLEMS = 50  # of one file; what is near a name that is not known takes milliseconds
# rules about the list's file or about several lists, which no ruleset has: id -> the keys that state them
OF_KEYS = {
    "event-system": ("system",),
    "event-data": ("data",),
    "event-size": ("points", "battle_size"),
    "event-rules": ("rules",),
    "event-format": ("formats",),
    "event-deadline": ("deadline",),
    "event-team-players": ("team", "players"),
    "event-team-factions": ("team", "factions_once"),
    "event-team-datasheets": ("team", "datasheets"),
}


class Notes(Struct, dict=True):
    """See the module."""

    source: Source
    problems: list[Problem] = field(default_factory=list)
    rule: str = RULE

    @property
    def facts(self) -> dict[str, Any]:
        found: dict[str, Any] = self.source.value
        return found

    @property
    def is_full(self) -> bool:
        """Whether no more problems are noted."""
        return len(self.problems) >= MAX_PROBLEMS

    def part(self, *keys: str) -> dict[str, Any]:
        """The mapping below these keys; empty where the file has none."""
        found: Any = self.facts
        for key in keys:
            found = found.get(key) or {}
        return found if isinstance(found, dict) else {}

    def problem(self, container: Any, key: Any, message: Text, hint: Text | str = "", *, at_key: bool = False) -> None:
        """Notes what is wrong with a value of the file, or with its key; the first of very many."""
        if self.is_full:
            return
        place = self.source.key_place(container, key) if at_key else self.source.place(container, key)
        self.problems.append(Problem(message, *place, hint, self.rule))

    def unknown(
        self, container: Any, key: Any, message: Text, word: str, known: Iterable[str], *, at_key: bool = False
    ) -> None:
        """The same of a name that is not known, with the nearest one that is."""
        if self.is_full:
            return
        names = list(dict.fromkeys(known))
        hint: Text | str = suggestion(word, names)
        if not hint and names:
            hint = Text("known: {names}", {"names": listing(names)})
        self.problem(container, key, message, hint, at_key=at_key)

    def cited(self, rule: str, container: Any, key: Any, page: Any = None) -> Names:
        """What findings of a rule cite: the pack, its page for the rule, and the line that states it. ``page``: where the rule
        says itself where it is from."""
        page = page if page is not None else self.part("sources").get(rule)
        pack = self.facts.get("source") or self.facts["name"]
        line = self.source.key_place(container, key).line
        place = f" ({PurePath(self.source.file).name}:{line})" if self.source.file else ""
        return {
            code: ", ".join(filter(None, (_in(pack, code), _in(page, code)))) + place
            for code in sorted({"en", *_codes(pack), *_codes(page)})
        }


def _codes(value: Any) -> Iterable[str]:
    return value if isinstance(value, dict) else ()


def _in(value: Any, code: str) -> str:
    """A text in a language, else in English."""
    if isinstance(value, dict):
        return str(value.get(code) or value.get("en") or "")
    return str(value) if value is not None else ""
