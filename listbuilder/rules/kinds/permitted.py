"""What an event or campaign allows and denies by name: factions, detachments, datasheets, keywords or enhancements.

Parameters:

- ``of``: ``faction``, ``detachment``, ``datasheet``, ``keyword`` (of units, their faction keywords among them) or
  ``enhancement``. A faction is known by its faction keyword and by the faction that it extends, too.
- ``only``: nothing but these; everything when left out. With ``keyword``, each unit has one of them.
- ``never``: name -> why, which may be empty: none of these.

Names are compared without regard to case and punctuation.

Passes: ``{of: datasheet, never: {Hammerfall Bunker: ""}}`` with an army of Intercessors.
Fails: the same with a Hammerfall Bunker.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from listbuilder.army import Unit
from listbuilder.errors import Place
from listbuilder.i18n import Text
from listbuilder.naming import fold
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Diagnostic, Fix
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster

MOST_NAMED = 12  # of what is allowed, in a message


class Params(Parameters, frozen=True):
    of: Literal["faction", "detachment", "datasheet", "keyword", "enhancement"]
    only: tuple[str, ...] | None = None
    never: dict[str, str] = {}


class Subject(NamedTuple):
    """Something in the army that may be denied. ``names``: all that it is called; ``has``: whether they are what it has."""

    name: str
    names: tuple[str, ...]
    unit: Unit | None = None
    place: Place | None = None
    fixes: tuple[Fix, ...] = ()
    has: bool = False


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    only = None if rule.params.only is None else set(map(fold, rule.params.only))
    never = {fold(name): (name, reason) for name, reason in rule.params.never.items()}
    for subject in _subjects(rule.params.of, muster):
        found = set(map(fold, subject.names))
        denied = next((entry for name, entry in never.items() if name in found), None)
        if denied is not None:
            yield _finding(rule, subject, _denied(subject, *denied))
        elif only is not None and found.isdisjoint(only):
            yield _finding(rule, subject, _not_named(subject, rule.params.only or ()))


def _subjects(of: str, muster: Muster) -> Iterator[Subject]:
    army = muster.army
    if of == "faction":
        called = (army.faction_name, army.faction, army.extends, army.faction_keyword)
        yield Subject(army.faction_name, tuple(filter(None, called)), place=muster.place("faction"))
    elif of == "detachment":
        for one in army.detachments:
            yield Subject(one.name, (one.name, one.id), place=one.place or muster.place("detachment"))
    elif of == "enhancement":
        for unit in muster.units:
            for borne in unit.enhancements:
                yield Subject(borne.name, (borne.name, borne.id), unit, fixes=fixes.clear(unit, borne))
    else:
        for unit in muster.units:
            words = (*unit.keywords, *unit.faction_keywords)
            if of == "datasheet":
                words = (unit.datasheet, unit.datasheet_id)
            yield Subject(unit.name, words, unit, fixes=fixes.remove((unit,)), has=of == "keyword")


def _denied(subject: Subject, name: str, reason: str) -> Text:
    names = {"name": subject.name, "denied": name, "reason": reason}
    if subject.has:
        if reason:
            return Text("{name}: units with {denied} are not allowed ({reason})", names)
        return Text("{name}: units with {denied} are not allowed", names)
    return Text("{name}: not allowed ({reason})", names) if reason else Text("{name}: not allowed", names)


def _not_named(subject: Subject, only: Iterable[str]) -> Text:
    known = tuple(only)
    names = {"name": subject.name, "allowed": known if len(known) <= MOST_NAMED else (*known[:MOST_NAMED], "…")}
    if subject.has:
        return Text("{name}: has none of the keywords that are allowed: {allowed}", names)
    return Text("{name}: not among what is allowed: {allowed}", names)


def _finding(rule: BoundRule[Params], subject: Subject, message: Text) -> Diagnostic:
    return rule.finding(message, subject.unit, place=subject.place, fixes=subject.fixes)
