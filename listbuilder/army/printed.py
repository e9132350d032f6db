"""Rules as data print them: an ability with its text, what it is of, and where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from listbuilder.army.abilities import unnumbered
from listbuilder.army.records import Ability
from listbuilder.army.rows import TRANSPORT, is_weapon, parts_of, text_of
from listbuilder.catalogue.inside import is_ability, texts_of
from listbuilder.catalogue.library import Library
from listbuilder.catalogue.marked import plain_name
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.expressions import expression

if TYPE_CHECKING:
    from listbuilder.engine import ProfileState, RuleState, State

_PLACEHOLDER = expression(r"(?: [xX]\+?\"?|-)$")  # "Lethal x+", "Anti-"


def ability(library: Library, stated: ProfileState | RuleState, kind: str) -> Ability:
    """A rule or a profile as an ability."""
    page = cited(library, stated.page, stated.publication_id)
    name = plain_name(stated.name)
    if hasattr(stated, "description"):
        return Ability(name, kind, stated.description, page=page)
    sort = "" if is_ability(stated.type_name) else stated.type_name
    if stated.type_name.casefold() == TRANSPORT:
        kind = TRANSPORT
    parts = parts_of(stated) if len(stated.characteristics) > 1 else ()
    return Ability(name, kind, text_of(stated), parts, sort, page)


def cited(library: Library, page: str, publication: str) -> str:
    """Book and page; empty where the data state no page."""
    if not page.strip():
        return ""
    book = library.kept(_books).get(publication, "")
    return f"{book} {page}".strip()


def _books(library: Library) -> dict[str, str]:
    """The names of the publications, by their ids."""
    return {one.id: plain_name(one.short_name or one.name) for file in library.files for one in file.publications}


def told(library: Library, states: Iterable[State], kind: str, vocabulary: Vocabulary) -> Iterator[Ability]:
    """All that these selections or forces have to read, each once. What they only explain of the game is ``glossary``."""
    infos: Iterator[ProfileState | RuleState] = chain.from_iterable((*one.rules, *one.profiles) for one in states)
    return told_by(library, infos, kind, vocabulary)


def told_by(
    library: Library, infos: Iterable[ProfileState | RuleState], kind: str, vocabulary: Vocabulary
) -> Iterator[Ability]:
    """The same of rules and profiles."""
    found: dict[str, Ability] = {}
    for one in infos:
        type_name = getattr(one, "type_name", None)
        if type_name is not None and (not type_name or is_weapon(type_name, vocabulary)):
            continue
        read = ability(library, one, "glossary" if _is_of_the_game(library, one, vocabulary) else kind)
        if read.name:
            found.setdefault(read.name.casefold(), read)
    yield from found.values()


# --- what a rule is ------------------------------------------------------------------------------------------------------


def kind_of_rule(library: Library, rule: RuleState, vocabulary: Vocabulary) -> str:
    """``core`` for those of the game, ``faction`` for those that the units of a faction share, ``glossary`` for what is only
    explained: keywords of weapons, and core abilities whose number is missing; ``unit`` for others."""
    kind = library.kept(_kinds_of_shared_rules).get(rule.owner, "unit")
    if kind == "unit":
        return kind
    name = plain_name(rule.name)
    patterns = vocabulary.core_abilities
    if any(expression(pattern).fullmatch(name) for pattern in patterns):
        return kind
    bare = any(pattern.startswith(f"{name} ") for pattern in patterns)
    if bare or vocabulary.reminded(name, "weapon") or _is_keyword(library, name, vocabulary):
        return "glossary"
    return kind


def _is_of_the_game(library: Library, stated: ProfileState | RuleState, vocabulary: Vocabulary) -> bool:
    """Whether it is a rule of the game that the game has words of its own for."""
    if hasattr(stated, "type_name"):
        return False
    kind = kind_of_rule(library, stated, vocabulary)
    name = plain_name(stated.name)
    return kind in {"core", "glossary"} and any(vocabulary.reminded(name, of) for of in ("core", "weapon"))


def _kinds_of_shared_rules(library: Library) -> dict[str, str]:
    """Rule id -> ``core`` for those of the game, ``faction`` for those that the units of a faction share."""
    found: dict[str, str] = {}
    for file in library.files:
        kind = "core" if file.is_game_system else "faction"
        found.update((rule.id, kind) for rule in (*file.shared_rules, *file.rules))
    return found


def _is_keyword(library: Library, name: str, vocabulary: Vocabulary) -> bool:
    """Whether weapons of the data have a keyword of this name, with whatever stands behind it."""
    wanted = _PLACEHOLDER.sub("", name).casefold()
    return wanted in library.kept_of(_keywords_of_weapons, _columns_of_words(vocabulary))


def _columns_of_words(vocabulary: Vocabulary) -> frozenset[str]:
    """What the columns are called, case-folded, in which weapons have keywords."""
    columns = (column for kind in vocabulary.weapons for column in kind.columns if column.words)
    return frozenset(name.casefold() for one in columns for name in (one.key, *one.aliases, *one.name.values()))


def _keywords_of_weapons(library: Library, columns: frozenset[str]) -> frozenset[str]:
    """The keywords of all weapons, case-folded, without numbers behind them and without what they are against."""
    values = {
        value
        for file in library.files
        for column, texts in (file.texts if file.texts is not None else texts_of(file)).items()
        if column.casefold() in columns
        for value in texts
    }
    words = {plain_name(word).casefold() for value in values for word in value.split(",")}
    short = {unnumbered(word) for word in words}
    return frozenset(word for word in words | short | {one.partition("-")[0] for one in short} if word.strip(" -"))
