"""What a pack allows and denies by name, as rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from listbuilder.catalogue.base import Names
from listbuilder.catalogue.system import RuleSpec, System
from listbuilder.catalogue.terms import Term
from listbuilder.i18n import N_, Text, in_every_language
from listbuilder.naming import fold
from listbuilder.validation.pack.names import KnownNames
from listbuilder.validation.pack.notes import Notes

ALLOW, DENY = "allow", "deny"
PERMITTED, NOTICE = "permitted", "notice"  # kinds


class Sort(NamedTuple):
    """Something that is allowed and denied by name. ``word``: what one of it is called, where the game has no word of its own;
    ``name``: the name of the rule, with the game's words in braces."""

    rule: str
    of: str
    name: str
    word: str = ""

    def called(self, system: System) -> Text | Term:
        """What one of it is called in messages."""
        term: Term = getattr(system.vocabulary.terms, self.of, NO_TERM)
        return Text(self.word) if self.word else term


NO_TERM = Term(name={})
SORTS = {
    "factions": Sort("event-factions", "faction", N_("Factions of the event"), N_("faction")),
    "detachments": Sort("event-detachments", "detachment", N_("{detachments} of the event")),
    "datasheets": Sort("event-datasheets", "datasheet", N_("{datasheets} of the event")),
    "keywords": Sort("event-keywords", "keyword", N_("Keywords of the event"), N_("keyword")),
    "enhancements": Sort("event-enhancements", "enhancement", N_("{enhancements} of the event")),
}
FLAGS = {  # key of ``deny`` -> the rule, and its name as findings say it behind the unit
    "legends": ("event-legends", N_("{legends} is not allowed")),
    "allied": ("event-allies", N_("allied units are not allowed")),
}
OF_PERMITS = (*(sort.rule for sort in SORTS.values()), *(rule for rule, _name in FLAGS.values()))  # their ids


def permits(notes: Notes, known: KnownNames) -> Iterator[RuleSpec]:
    """The rules that follow from ``allow`` and ``deny``; notes names that nobody has, and what contradicts itself."""
    allow, deny = notes.part(ALLOW), notes.part(DENY)
    for key, sort in SORTS.items():
        if key not in allow and key not in deny:
            continue
        only = _named(notes, known, allow, key, sort)
        never = _named(notes, known, deny, key, sort)
        _contradictions(notes, known.system, sort, only, never, deny.get(key))
        params: dict[str, Any] = {"of": sort.of, "never": {name: one.reason for one in never for name in one.names}}
        if key in allow:
            params["only"] = tuple(name for one in only for name in one.names)
        holder = allow if key in allow else deny
        yield RuleSpec(
            id=sort.rule,
            kind=PERMITTED,
            name=_name(sort.name, known.system),
            params=params,
            in_any_detachment=sort.of != "keyword",  # which a detachment may give to units
            source=notes.cited(sort.rule, deny if key in deny else holder, key),
        )
    for key, (rule, name) in FLAGS.items():
        if deny.get(key):
            yield _flag(notes, known.system, deny, key, rule, name)


def _name(text: str, system: System) -> Names:
    """The name of a rule in every language, with the words of the game."""
    terms = system.vocabulary.terms
    words = {"legends": terms.legends}
    words |= {f"{key}s": getattr(terms, key).many for key in ("detachment", "datasheet", "enhancement")}
    return {
        code: name.format(**{key: term.name.get(code) or term.name["en"] for key, term in words.items()})
        for code, name in in_every_language(text).items()
    }


def _flag(notes: Notes, system: System, deny: dict[str, Any], key: str, rule: str, name: str) -> RuleSpec:
    """Units with a mark are not allowed; the system's own rules about the same are replaced."""
    where = {key: True}
    same = tuple(spec.id for spec in system.rules if spec.kind == NOTICE and spec.params.get("where") == where)
    return RuleSpec(
        id=rule,
        kind=NOTICE,
        name=_name(name, system),
        params={"where": where},
        in_any_detachment=True,
        source=notes.cited(rule, deny, key),
        replaces=same,
    )


class Named(NamedTuple):
    """A name in the pack: where it stands, what the data call it, and the reason that is given."""

    word: str
    key: Any
    names: tuple[str, ...]
    reason: str = ""


def _named(notes: Notes, known: KnownNames, holder: dict[str, Any], key: str, sort: Sort) -> list[Named]:
    stated = holder.get(key) or ()
    found = []
    for place, word, reason in _entries(stated):
        names = known.factions(word) if key == "factions" else known.find(key, word)
        if not names:
            text = Text("unknown {what}: {name}", {"what": sort.called(known.system), "name": word})
            text = text if known.has_data else known.no_data(word)
            others = [*(known.faction_names() if key == "factions" else ()), *known.names(key)]
            notes.unknown(stated, place, text, word, others, at_key=isinstance(stated, dict))
        found.append(Named(word, place, names or (word,), reason))
    return found


def _entries(stated: Any) -> Iterator[tuple[Any, str, str]]:
    """Key or index, name, and reason."""
    if isinstance(stated, dict):
        yield from ((word, str(word), str(reason or "")) for word, reason in stated.items())
    else:
        yield from ((number, str(word), "") for number, word in enumerate(stated))


def _contradictions(
    notes: Notes, system: System, sort: Sort, only: Sequence[Named], never: Sequence[Named], denied: Any
) -> None:
    allowed = _folded(only)
    for one in never:
        if allowed & _folded((one,)):
            text = Text("{what} {name} is allowed and denied", {"what": sort.called(system), "name": one.word})
            notes.problem(denied, one.key, text, Text("leave one of both out"), at_key=isinstance(denied, dict))


def _folded(named: Iterable[Named]) -> set[str]:
    return {fold(name) for one in named for name in one.names}
