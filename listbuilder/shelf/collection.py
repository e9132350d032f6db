"""What a user owns and likes: favourite datasheets, and how many models of each they have, by game. One file in the state folder.

Datasheets stand by their names, so that the file outlives new data and another data set of the same game.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from listbuilder.army import Unit
from listbuilder.errors import ChangedOnDisk, InputError
from listbuilder.files import ABSENT, digest, digest_of, read, reason, set_aside, write
from listbuilder.i18n import Text
from listbuilder.naming import fold
from listbuilder.sources.places import state_dir

FILE = "collection.json"
MOST_BYTES = 4_000_000
MOST_NAME = 200  # characters
MOST_MODELS = 9999
ATTEMPTS = 20  # at a change, while other builders change the file


class Holding(Struct, frozen=True):
    """One datasheet: whether it is a favourite, and how many of its models the user has; None where they entered nothing."""

    name: str
    favourite: bool = False
    owned: int | None = None


class Lacking(NamedTuple):
    """A datasheet of a list that the user has too few models of."""

    name: str
    needed: int
    owned: int

    @property
    def missing(self) -> int:
        return self.needed - self.owned


Game = dict[str, Holding]  # by the folded name of the datasheet


class Collection:
    """Read once and after every change. ``problem``: why the file was not read, or not as a whole; None where it was."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or state_dir() / FILE
        self.problem: Text | None = None
        self._games: dict[str, Game] = {}
        self.reread()

    def reread(self) -> None:
        """Takes what the file says by now."""
        self._games, self.problem, _digest = _load(self.path)

    def of(self, system: str, name: str) -> Holding:
        """A datasheet of a game, by its English name."""
        return self._games.get(system, {}).get(fold(name)) or Holding(name)

    def is_empty(self, system: str) -> bool:
        """Whether nothing was entered as owned for a game."""
        return all(one.owned is None for one in self._games.get(system, {}).values())

    def favourite(self, system: str, name: str, *, on: bool) -> None:
        """Raises `InputError` when the file cannot be written, as all changes do."""
        self._change(system, name, lambda one: Holding(one.name, on, one.owned))

    def own(self, system: str, name: str, models: int | None) -> None:
        """The user has so many models; None: nothing is known of it."""
        kept = None if models is None else max(0, min(models, MOST_MODELS))
        self._change(system, name, lambda one: Holding(one.name, one.favourite, kept))

    def lacking(self, system: str, units: Iterable[Unit]) -> list[Lacking]:
        """What an army needs more of than the user has, in its order; what was never entered counts as none."""
        needed: Counter[str] = Counter()
        for unit in units:
            if not unit.half_of:
                needed[unit.datasheet] += max(1, unit.model_count)
        found = (Lacking(name, number, self.of(system, name).owned or 0) for name, number in needed.items())
        return [one for one in found if one.missing > 0]

    def _change(self, system: str, name: str, change: Callable[[Holding], Holding]) -> None:
        """Changes one datasheet in the file as it is now: another builder may have changed others."""
        _make(self.path.parent)
        for attempt in range(ATTEMPTS):
            games, problem, before = _load(self.path)
            game = games.setdefault(system, {})
            game[fold(name)] = change(game.get(fold(name)) or Holding(name[:MOST_NAME]))
            try:
                if problem is not None:
                    set_aside(self.path, before or digest_of(self.path))
                    before = digest_of(self.path)
                write(self.path, _written(games), before)
            except ChangedOnDisk:
                if attempt == ATTEMPTS - 1:
                    raise
                continue
            self._games, self.problem = games, None
            return


def _make(folder: Path) -> None:
    """Raises `InputError` where it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(Text("cannot be written: {reason}", {"reason": reason(error)}), str(folder)) from None


def _load(path: Path) -> tuple[dict[str, Game], Text | None, str]:
    """What the file says, what is wrong with it, and its digest."""
    if not path.exists():
        return {}, None, ABSENT
    try:
        content = read(path, MOST_BYTES, named=False)
    except InputError as error:
        return {}, Text("{file} was not read: {reason}", {"file": path.name, "reason": str(error)}), ABSENT
    try:
        stated = json.loads(content)
    except (ValueError, RecursionError):
        return {}, Text("{file} was not read: it is no JSON", {"file": path.name}), digest(content)
    games, whole = _understood(stated)
    problem = None if whole else Text("parts of {file} were not understood and are ignored", {"file": path.name})
    return games, problem, digest(content)


def _understood(stated: Any) -> tuple[dict[str, Game], bool]:
    """The datasheets that make sense, and whether all did."""
    if not isinstance(stated, dict) or not isinstance(stated.get("games"), dict):
        return {}, False
    games: dict[str, Game] = {}
    whole = True
    for system, sheets in stated["games"].items():
        if not isinstance(sheets, dict) or not _is_text(system):
            whole = False
            continue
        for name, facts in sheets.items():
            holding = _holding(name, facts)
            whole = whole and holding is not None
            if holding is not None:
                games.setdefault(system, {})[fold(name)] = holding
    return games, whole


def _holding(name: str, facts: Any) -> Holding | None:
    if not isinstance(facts, dict) or not _is_text(name):
        return None
    favourite, owned = facts.get("favourite", False), facts.get("owned")
    counts = owned is None or (type(owned) is int and 0 <= owned <= MOST_MODELS)
    return Holding(name, favourite, owned) if type(favourite) is bool and counts else None


def _is_text(name: str) -> bool:
    """Whether it can be written again: JSON may state halves of characters."""
    return 0 < len(name) <= MOST_NAME and name.encode("utf-8", "ignore").decode() == name


def _written(games: dict[str, Game]) -> str:
    """The file: what says nothing is left out."""
    said = {
        system: {one.name: facts for one in game.values() if (facts := _facts(one))} for system, game in games.items()
    }
    return json.dumps({"games": said}, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _facts(one: Holding) -> dict[str, object]:
    return ({"favourite": True} if one.favourite else {}) | ({} if one.owned is None else {"owned": one.owned})
