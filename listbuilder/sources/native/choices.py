"""What an army chooses besides its size and detachment, such as lores: kinds that the system states, with entries of the system
and of the faction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from listbuilder.catalogue.facts import Facts
from listbuilder.catalogue.model import Constraint, Entry, EntryGroup, Modifier
from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.catalogue.system import ChoiceKind, Choosable
from listbuilder.i18n import Text
from listbuilder.sources.native.costs import Currencies
from listbuilder.sources.native.parse import DataFile, names_of, typed

RULE = "army-choices"  # of the finding about too many of a kind
PREFIX = "choice/"  # of ids, which datasheets and other entries share

Entries = Mapping[str, tuple[Choosable, ...]]  # by the id of their kind


def read_kinds(file: DataFile, facts: Mapping[str, Any], currencies: Currencies) -> tuple[ChoiceKind, ...]:
    """The kinds that a system's ``choices`` state, each once."""
    found: dict[str, ChoiceKind] = {}
    for record in facts.get("choices") or ():
        name = str(record["id"])
        if name in found:
            file.problem(record, "id", Text("duplicate choice: {name}", {"name": name}))
            continue
        file.name(record["name"])
        entries = tuple(_entries(file, record.get("entries") or {}, currencies))
        found[name] = typed(ChoiceKind, record, entries=entries)
    return tuple(found.values())


def read_choices(
    file: DataFile, facts: Mapping[str, Any], kinds: Sequence[ChoiceKind], currencies: Currencies
) -> Entries:
    """What a faction's ``choices`` add to these kinds."""
    stated = facts.get("choices") or {}
    known = [kind.id for kind in kinds]
    for name in stated:
        if name not in known:
            file.unknown(stated, name, "choice", str(name), known, at_key=True)
    return {str(name): tuple(_entries(file, records, currencies)) for name, records in stated.items()}


def _entries(file: DataFile, records: dict[str, dict[str, Any]], currencies: Currencies) -> Iterator[Choosable]:
    for name, record in records.items():
        file.name(record["name"])
        costs = dict(currencies.known(file, record))
        yield typed(Choosable, record, id=str(name), name=names_of(record["name"]), costs=costs)


def choice_entries(
    kinds: Iterable[ChoiceKind], factions: Sequence[Entries], currencies: Currencies, modifiers: tuple[Modifier, ...]
) -> Iterator[Entry]:
    """A root entry for each kind that has entries: those of the system, then of these factions; of one id the first counts.
    ``modifiers``: what hides it."""
    for kind in kinds:
        every = [*kind.entries, *(one for of in factions for one in of.get(kind.id, ()))]
        entries = {one.id: one for one in reversed(every)}
        if not entries:
            continue
        key, name = PREFIX + kind.id, kind.name["en"]
        most = Constraint(id=f"{key}/most", type="max", value=kind.at_most, rule=RULE)
        group = EntryGroup(
            id=f"{key}/group",
            name=name,
            entries=tuple(_entry(key, one, currencies, alone=kind.at_most == 1) for one in reversed(entries.values())),
            constraints=(most,),
        )
        bounds = (Constraint(id=f"{key}:min", type="min", value=1), Constraint(id=f"{key}:max", type="max", value=1))
        yield Entry(
            id=key,
            local_id=kind.id,
            name=name,
            purpose=EntryPurpose.CHOICE,
            groups=(group,),
            constraints=bounds,
            modifiers=modifiers,
        )


def _entry(key: str, one: Choosable, currencies: Currencies, *, alone: bool) -> Entry:
    """``alone``: the group allows one choice, so that nobody need say that none is chosen twice."""
    once = Constraint(id=f"{key}/{one.id}/once", type="max", value=1, rule=RULE)
    return Entry(
        id=f"{key}/{one.id}",
        local_id=one.id,
        name=one.name["en"],
        costs=currencies.prices(one.points, one.costs.items()),
        facts=Facts(unlimited=True) if one.unlimited else None,
        constraints=() if alone else (once,),
    )
