"""Reads how a battle of a game goes: the section ``battle`` of `system.yaml`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from listbuilder.catalogue.battle import ROUND, TURN, Act, BattleRules, Condition, Pool, Score
from listbuilder.i18n import Text
from listbuilder.sources.native.parse import DataFile, typed

RECORDS = {"pools": Pool, "scores": Score, "states": Condition, "acts": Act}


def read_battle(file: DataFile, facts: dict[str, Any], check_pattern: Callable[[Any, Any, str], None]) -> BattleRules:
    """The section; phases and currencies that the game does not have are noted, as are ids and letters that stand for two."""
    battle = facts["battle"]
    phases, currencies = list(facts.get("phases") or ()), [str(one["id"]) for one in facts.get("currencies") or ()]
    for place, phase in enumerate(battle.get("phases") or ()):
        _known(file, battle["phases"], place, "phase", phase, phases)
    own = list(battle.get("phases") or ())
    for record in battle.get("pools") or ():
        _known(file, record, "at", "phase", record.get("at", ROUND), (*own, ROUND, TURN))
        if "currency" in record:
            _known(file, record, "currency", "currency", record["currency"], currencies)
    for record in battle.get("states") or ():
        if record.get("ends") == "own-phase":
            _known(file, record, "phase", "phase", str(record.get("phase", "")), own)
    for phase in battle.get("sorts") or ():
        _known(file, battle["sorts"], phase, "phase", phase, own)
    for record in battle.get("acts") or ():
        _known(file, record, "phase", "phase", record["phase"], own)
    for key in ("once", "once_of_army"):
        for place, pattern in enumerate(battle.get(key) or ()):
            check_pattern(battle[key], place, str(pattern))
    found = {key: _records(file, kind, battle[key]) for key, kind in RECORDS.items() if key in battle}
    return typed(BattleRules, battle, **found)


def _records(file: DataFile, kind: type[Any], records: list[dict[str, Any]]) -> tuple[Any, ...]:
    for name in ("id", "key"):
        seen: set[str] = set()
        for record in records:
            if record.get(name) in seen:
                file.problem(record, name, Text("duplicate {key}: {name}", {"key": name, "name": record[name]}))
            seen.update(filter(None, [record.get(name)]))
    return tuple(typed(kind, record) for record in records)


def _known(file: DataFile, container: Any, key: Any, what: str, word: str, known: Iterable[str]) -> None:
    if word not in known:
        file.unknown(container, key, what, word, known)
