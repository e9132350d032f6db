"""What several parts of the compiler read: names, counts, item lists; and the problems found, with their place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import fields

from listbuilder.catalogue.base import Names, Record
from listbuilder.catalogue.model import CategoryEntry, Condition
from listbuilder.errors import TOO_LARGE, Problem
from listbuilder.i18n import Text
from listbuilder.naming import listing, suggestion
from listbuilder.strictyaml import Source

R = TypeVar("R", bound=Record)

MANY = 1_000_000  # above every bracket


class DataFile(Struct, dict=True):
    """The state of compiling one file: its source, its problems, and what its records refer to.

    ``glossary``: language -> English name -> name. ``categories``: by id. ``columns``: the characteristics of each kind of
    profile, in the order of their first use.
    """

    source: Source
    problems: list[Problem] = field(default_factory=list)
    glossary: dict[str, dict[str, str]] = field(default_factory=dict)
    categories: dict[str, CategoryEntry] = field(default_factory=dict)
    columns: dict[str, dict[str, None]] = field(default_factory=dict)

    def name(self, value: Any) -> str:
        """The English name; the others go into the glossary."""
        if isinstance(value, dict):
            english = str(value.get("en", ""))
            for language, text in value.items():
                if language != "en":
                    self.glossary.setdefault(language, {})[english] = str(text)
            return english
        return str(value)

    def problem(self, container: Any, key: Any, message: Text, hint: Text | str = "", *, at_key: bool = False) -> None:
        """Notes a problem of the value (or of the key itself) that the container holds."""
        place = self.source.key_place(container, key) if at_key else self.source.place(container, key)
        self.problems.append(Problem(message, *place, hint, "data"))

    def too_large(self, container: Any, key: Any, found: int, what: Text, limit: int) -> None:
        """Notes what exceeds a limit, once for a value."""
        params = {"found": found, "what": what, "limit": limit}
        message = Text("too large: {found} {what}, at most {limit}", params)
        problem = Problem(message, *self.source.place(container, key), rule=TOO_LARGE, found=found, bound=limit)
        place = (problem.rule, problem.line, problem.column)
        if not any((one.rule, one.line, one.column) == place for one in self.problems):
            self.problems.append(problem)

    def unknown(
        self, container: Any, key: Any, what: str, word: str, known: Iterable[str], *, at_key: bool = False
    ) -> None:
        """Notes an unknown name, with the nearest known one."""
        names = list(known)
        hint = suggestion(word, names) or Text("known: {names}", {"names": listing(names)})
        self.problem(
            container, key, Text("unknown {what}: {name}", {"what": Text(what), "name": word}), hint, at_key=at_key
        )

    def category(self, category_id: str, name: str) -> str:
        """Defines a category, a keyword or one that counts choices, and returns its id."""
        if category_id not in self.categories:
            self.categories[category_id] = CategoryEntry(id=category_id, name=name)
        return category_id

    def keyword(self, word: str) -> str:
        return self.category(f"keyword:{word.casefold()}", word)


class Count(Struct, frozen=True):
    """How many are allowed: a range, or (``only``) a list of numbers."""

    min: int
    max: int
    only: tuple[int, ...] = ()


def count(value: Any) -> Count:
    """Reads ``1``, ``4-9``, ``10+`` or ``[5, 10]``."""
    if isinstance(value, list):
        numbers = tuple(sorted(value))
        return Count(numbers[0], numbers[-1], numbers)
    low, high = bracket(value)
    return Count(low, high)


def counted(type: str, value: int, child_id: str, scope: str = "self") -> Condition:
    """A condition on how many of something there are, at any depth."""
    return Condition(type=type, value=value, scope=scope, child_id=child_id, include_child_selections=True)


def bracket(value: Any) -> tuple[int, int]:
    """Both ends of ``5``, ``6-10`` or ``10+``, which has no upper end."""
    text = str(value)
    if text.endswith("+"):
        return int(text[:-1]), MANY
    low, _, high = text.partition("-")
    return int(low), int(high or low)


def as_list(value: Any) -> list[Any]:
    """A single value or a list, as a list; nothing as an empty one."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def texts(value: Any) -> tuple[str, ...]:
    """A list of texts (or one text), as texts."""
    return tuple(str(item) for item in as_list(value))


def names_of(value: Any) -> Names:
    """A name in all its languages."""
    return {str(key): str(text) for key, text in value.items()} if isinstance(value, dict) else {"en": str(value)}


def keyword_lists(value: Any) -> tuple[tuple[str, ...], ...]:
    """Alternatives: keyword lists of which one must match whole; a bare keyword is a list of one."""
    return tuple(texts(item) for item in as_list(value))


READERS: dict[Any, Callable[[Any], Any]] = {
    str: str,
    bool: bool,
    Names: names_of,
    dict[str, Names]: lambda value: {str(key): names_of(names) for key, names in value.items()},
    tuple[str, ...]: texts,
    tuple[tuple[str, ...], ...]: keyword_lists,
    tuple[dict[str, Any], ...]: tuple,
}


def typed(kind: type[R], facts: dict[str, Any], **own: Any) -> R:
    """A record whose fields are the facts of the same names, each read by its type. ``own``: fields that are read otherwise.
    Facts that are null or that the record has no field for are left out."""
    types = _field_types(kind)
    wanted = {key: value for key, value in facts.items() if key in types and key not in own and value is not None}
    return kind(**{key: READERS.get(types[key], _as_it_is)(value) for key, value in wanted.items()}, **own)


@lru_cache
def _field_types(kind: type[Record]) -> dict[str, Any]:
    return {one.name: one.type for one in fields(kind)}


def _as_it_is(value: Any) -> Any:
    return value
