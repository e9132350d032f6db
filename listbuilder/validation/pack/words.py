"""Resolves the names in the parameters of rules: keywords, datasheets, roles, abilities, battle sizes, states, kinds of force.

What a text is the name of is said by the types of the kind's parameters (`listbuilder.rules.named`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol

from msgspec import Struct, inspect

from listbuilder.catalogue.system import BattleSize, System
from listbuilder.catalogue.vocabulary import NEUTRAL
from listbuilder.i18n import Text
from listbuilder.naming import fold
from listbuilder.rules.kind import RuleError, load_kind
from listbuilder.rules.named import Named, sort_of
from listbuilder.validation.pack.notes import Notes

ANY_WORD = frozenset({"default", "*"})
ANY_FORCE = "*"
WARLORD = "warlord"  # the marker of the roster itself


class Names(Protocol):
    """The names that the data of a game have (`KnownNames`)."""

    @property
    def has_data(self) -> bool: ...

    def no_data(self, word: str) -> Text: ...

    def factions(self, word: str) -> tuple[str, ...]: ...

    def faction_names(self) -> Sequence[str]: ...

    def word(self, word: str) -> str: ...

    def find(self, what: str, *words: str) -> tuple[str, ...]: ...

    def names(self, *whats: str) -> list[str]: ...


@cache
def _typed(of: type[Struct]) -> inspect.Type:
    return inspect.type_info(of)


class Words:
    """See the module. Unknown names are noted at their places."""

    def __init__(self, notes: Notes, system: System, known: Names) -> None:
        self.notes = notes
        self.system = system
        self.known = known

    def resolved(self, kind: str, params: dict[str, Any]) -> dict[str, Any]:
        """The parameters of a rule of that kind, or some of them, with every name as the data have it. What the kind does not
        know stays as it is."""
        try:
            of = _typed(load_kind(kind).params)
        except RuleError:
            return params
        found: dict[str, Any] = self._value({"params": params}, "params", params, of)
        return found

    def placed(self, record: dict[str, Any], of: type[Struct]) -> None:
        """Looks up the names in a record of another type than parameters."""
        self._value({"record": record}, "record", record, _typed(of))

    def _value(self, container: Any, key: Any, value: Any, of: inspect.Type) -> Any:
        """The value below this key, whose type is known."""
        sort = sort_of(of)
        if isinstance(of, inspect.UnionType):
            fitting = (one for one in of.types if _holds(one, value))
            return self._value(container, key, value, next(fitting, inspect.AnyType()))
        if sort is not None and isinstance(value, str):
            return self._name(container, key, value, sort)
        if isinstance(value, list):
            return [self._value(value, number, one, _item(of, number)) for number, one in enumerate(value)]
        if isinstance(value, dict) and isinstance(of, inspect.DictType):
            named = sort_of(of.key_type)
            return {
                self._name(value, name, name, named, at_key=True) if named else name: self._value(
                    value, name, one, of.value_type
                )
                for name, one in value.items()
            }
        if isinstance(value, dict) and isinstance(of, inspect.StructType):
            fields = {field.encode_name: field.type for field in of.fields}
            return {
                name: self._value(value, name, one, fields[name]) if name in fields else one
                for name, one in value.items()
            }
        return value

    def _name(self, container: Any, key: Any, word: str, sort: Named, *, at_key: bool = False) -> str:
        match sort:
            case Named.WORD:
                return word if word in ANY_WORD else self.word(container, key, word, at_key=at_key)
            case Named.MARKER:
                return word if word == WARLORD else self.word(container, key, word)
            case Named.SIZE:
                size = self.size(container, key, word, at_key=at_key)
                return size.id if size is not None else word
            case Named.STATE:
                known = [state.id for state in self.system.vocabulary.states]
                return self._of_game(container, key, word, Text("unknown state: {name}", {"name": word}), known)
            case Named.ABILITY:
                return self._in_data(container, key, word, "abilities", Text("unknown ability: {name}"))
            case Named.FORCE:
                unknown = Text("unknown kind of force: {name}")
                return word if word == ANY_FORCE else self._in_data(container, key, word, "forces", unknown)
            case Named.CHOICE:
                known = [kind.id for kind in self.system.choices]
                return self._of_game(container, key, word, Text("unknown choice: {name}", {"name": word}), known)
            case Named.CURRENCY:
                return self._currency(container, key, word)
            case Named.FACTION:
                return self.faction(container, key, word, at_key=at_key)
            case Named.COLUMN:
                return self._column(container, key, word)
            case Named.ITEM_TYPE:
                return self._item_type(container, key, word)

    def faction(self, container: Any, key: Any, word: str, *, at_key: bool = False) -> str:
        """A faction, by id or name."""
        if not self.known.factions(word):
            text = Text("unknown faction: {name}", {"name": word})
            self._unknown(container, key, text, word, list(self.known.faction_names()), at_key=at_key)
        return word

    def word(self, container: Any, key: Any, word: Any, *, at_key: bool = False) -> str:
        """A keyword, datasheet or role."""
        found = self.known.word(str(word))
        if not found:
            names = {"name": str(word), "datasheet": self.system.vocabulary.terms.datasheet}
            text = Text("unknown keyword, {datasheet} or role: {name}", names)
            known = [*self.known.names("keywords", "datasheets"), *(role.id for role in self.system.vocabulary.roles)]
            self._unknown(container, key, text, str(word), known, at_key=at_key)
        return found or str(word)

    def _in_data(self, container: Any, key: Any, word: str, what: str, text: Text) -> str:
        """A name that the data have among these (`names.FactionNames`)."""
        found = self.known.find(what, word)
        if not found:
            self._unknown(container, key, Text(text.template, {"name": word}), word, self.known.names(what))
        return found[0] if found else word

    def detachment(self, container: Any, key: Any, word: str) -> str:
        """A detachment of any faction."""
        text = Text("unknown {what}: {name}", {"what": self.system.vocabulary.terms.detachment, "name": word})
        found = self.known.find("detachments", word)
        if not found:
            self._unknown(container, key, text, word, self.known.names("detachments"))
        return found[0] if found else word

    def _unknown(
        self, container: Any, key: Any, text: Text, word: str, known: list[str], *, at_key: bool = False
    ) -> None:
        text = text if self.known.has_data else self.known.no_data(word)
        self.notes.unknown(container, key, text, word, known, at_key=at_key)

    def size(self, container: Any, key: Any, word: Any, *, at_key: bool = False) -> BattleSize | None:
        """A battle size of the system, by id or name."""
        sizes = self.system.battle_sizes
        wanted = fold(str(word))
        found = next((size for size in sizes if wanted in map(fold, (size.id, *size.name.values()))), None)
        if found is None:
            term = self.system.vocabulary.terms.battle_size
            text = Text("unknown {what}: {name}", {"what": term, "name": str(word)})
            self.notes.unknown(container, key, text, str(word), [size.id for size in sizes], at_key=at_key)
        return found

    def _item_type(self, container: Any, key: Any, word: str) -> str:
        """A type of items that units share."""
        known = self.system.vocabulary.item_types
        found = next(
            (one.id for one in known if word.casefold() in map(str.casefold, (one.id, *one.name.values()))), ""
        )
        if not found:
            text = Text("unknown type of items: {name}", {"name": word})
            self.notes.unknown(container, key, text, word, [one.id for one in known])
        return found or word

    def _currency(self, container: Any, key: Any, word: str) -> str:
        currencies = self.system.currencies
        found = next((currency.id for currency in currencies if currency.has_name(word)), "")
        if not found:
            text = Text("unknown currency: {name}", {"name": word})
            self.notes.unknown(container, key, text, word, [currency.id for currency in currencies])
        return found or word

    def _column(self, container: Any, key: Any, word: str) -> str:
        columns = self.system.vocabulary.statline
        if columns != NEUTRAL.statline and not any(column.has_name(word) for column in columns):
            text = Text("unknown {what}: {name}", {"what": Text("column"), "name": word})
            self.notes.unknown(container, key, text, word, [column.key for column in columns])
        return word

    def _of_game(self, container: Any, key: Any, word: str, unknown: Text, known: list[str]) -> str:
        """A word that the game's own file states, such as a state or a column."""
        if word not in known:
            self.notes.unknown(container, key, unknown, word, known)
        return word


def _holds(of: inspect.Type, value: Any) -> bool:
    """Whether the type is one for lists, tables or texts as the value is one."""
    if isinstance(value, dict):
        return isinstance(of, inspect.DictType | inspect.StructType)
    if isinstance(value, list):
        return isinstance(of, inspect.VarTupleType | inspect.TupleType | inspect.ListType)
    return isinstance(value, str) and sort_of(of) is not None


def _item(of: inspect.Type, number: int) -> inspect.Type:
    """The type of an item of a list of this type."""
    if isinstance(of, inspect.VarTupleType | inspect.ListType):
        return of.item_type
    known = of.item_types if isinstance(of, inspect.TupleType) else ()
    return known[number] if number < len(known) else inspect.AnyType()
