"""Writes the table of docs/community-data.md that says, for each set and faction, what verdicts it was seen to give.

    python benchmarks/verdicts.py SET ... > table.md

The sets are installed ones (`listbuilder data list`). Of each faction one unit of each kind is tried: an own one beside nothing,
then others beside it. The columns:

- keyword: what tells the army's own units; where nothing does there is a dash, and nothing else of the faction is known
- own: an own unit raises no finding about the faction; "no rule" where the rules of the game have none about it, so that no ally
  is refused either
- allies: kinds of units that are offered to the army, are allies, and are allowed as such
- refused: kinds of units that are offered and refused, and whether a unit that only other factions have is (✓; open where the
  set lacks a catalogue that could offer it)
- limit: the own unit is within a limit of its own points (✓) and an error when that is one point less (✓)
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from listbuilder.army import Army, roles
from listbuilder.army.build import ArmyBuilder, ArmyContext
from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine
from listbuilder.engine.actions import add_force, select
from listbuilder.errors import InputError
from listbuilder.listfile.foreign import not_offered
from listbuilder.roster.edits import Remove, SetCostLimit
from listbuilder.roster.tree import Roster
from listbuilder.rules.checker import Ruleset, check
from listbuilder.rules.muster import Muster
from listbuilder.sources import registry
from listbuilder.sources.dataset import Loaded, Offer

FACTION, LIMITS = "army-faction", ("points-limit", "data-cost-limit")
SHOWN = 3  # keywords
TRIED = 12  # units of one kind, until one is visible
HEAD = "| faction | keyword | own | allies | refused | limit |\n| --- | --- | --- | --- | --- | --- |"


class Trial:
    """A force of a faction in which units are tried."""

    def __init__(self, data: Loaded) -> None:
        self.data = data
        self.roster = Roster(data.library, "trial")
        self.engine = Engine(self.roster)
        entry = next(entry for entry in data.library.force_entries(data.faction.id) if not entry.hidden)
        edit, self.force = add_force(self.engine, entry, data.faction.id, None)
        edit.apply(self.roster)
        self.builder = ArmyBuilder(self.engine, ArmyContext(data.system, data.faction))
        self.ruleset = Ruleset.shared(data.system)

    def kinds(self) -> dict[frozenset[str], list[Option]]:
        """The units that are offered, by their faction keywords."""
        found: dict[frozenset[str], list[Option]] = {}
        categories = self.data.library.categories
        for option in self.data.library.root_options(self.data.faction.id):
            if roles.is_unit(option) and not option.merged.hidden:
                links = (categories.get(link.target_id) for link in option.merged.category_links)
                words = frozenset(filter(None, (roles.faction_of(one.name) for one in links if one is not None)))
                found.setdefault(words, []).append(option)
        return found

    def army(self, *options: Option) -> Army | None:
        """The army of these units alone; None if one of them is hidden from it."""
        for root in [root for root in self.force.selections if roles.is_unit(root.option)]:
            Remove(root).apply(self.roster)
        for option in options:
            edit, taken = select(self.engine, self.force, option, 1)
            edit.apply(self.roster)
            if self.engine.state(taken).hidden:
                return None
        return self.builder.build()

    def first(self, options: list[Option], *beside: Option) -> tuple[Option, Army] | None:
        """The first of the units that is visible, with the army that it is in."""
        return next(((one, army) for one in options[:TRIED] if (army := self.army(*beside, one)) is not None), None)

    def broken(self, army: Army, *rules: str) -> bool:
        return any(one.rule in rules and one.severity == "error" for one in check(army, self.ruleset))

    def limited(self, army: Army) -> tuple[bool, bool]:
        """Whether the army is within a limit of its own points, and an error one point above the limit."""
        answers = []
        for limit in (army.points, army.points - 1):
            SetCostLimit(self.builder.points_type, limit).apply(self.roster)
            answers.append(self.broken(self.builder.build(), *LIMITS))
        SetCostLimit(self.builder.points_type, None).apply(self.roster)
        return not answers[0], answers[1]


def mark(good: bool) -> str:
    return "✓" if good else "✗"


def row(trial: Trial, foreign: str) -> Iterator[str]:
    """The cells of a faction. ``foreign``: the name of a unit of another one."""
    keywords = trial.builder.identity.keywords
    yield " / ".join(keywords if len(keywords) <= SHOWN else (keywords[0], "…")) or "—"
    kinds = trial.kinds()
    own = [option for words, options in kinds.items() if not words.isdisjoint(keywords) for option in options]
    found = trial.first(own or [option for options in kinds.values() for option in options])
    if found is None:
        yield from ("no unit", "", "", "")
        return
    first, army = found
    limits = trial.limited(trial.builder.build())
    ruled = any(rule.id == FACTION for rule in trial.ruleset.rules)
    yield mark(not trial.broken(army, FACTION)) if ruled else "no rule"
    allies: list[str] = []
    refused: list[str] = []
    for words, options in sorted(kinds.items(), key=lambda kind: sorted(kind[0])):
        pair = trial.first(options, first) if keywords and words and words.isdisjoint(keywords) else None
        if pair is not None:
            (refused if trial.broken(pair[1], FACTION) else allies).append(", ".join(sorted(words)))
            muster = Muster(pair[1], trial.data.system, trial.ruleset.options, trial.ruleset.allies)
            assert muster.is_allied(pair[1].units[-1])
    yield "; ".join(allies)
    library = trial.data.library
    outside = "open" if library.missing_links() else mark(bool(not_offered(library, trial.data.faction.id, foreign)))
    yield "; ".join([*refused, outside])
    yield "".join(map(mark, limits))


def foreigners(trials: list[tuple[Offer, Trial]]) -> dict[str, str]:
    """For each faction a unit that is only offered to others."""
    offered = {offer.id: {o.name for o in t.data.library.root_options(offer.id)} for offer, t in trials}
    found = {}
    for offer, _ in trials:
        others = (
            option.name
            for other, trial in trials
            if other.id != offer.id
            for option in trial.data.library.root_options(other.id)
            if roles.is_unit(option) and option.name not in offered[offer.id]
        )
        found[offer.id] = next(others, "")
    return found


def table(name: str) -> Iterator[str]:
    data = registry.named(name)
    for system in data.systems():
        word = system.id or name
        trials = []
        for offer in data.factions(word):
            try:
                trials.append((offer, Trial(data.load(word, offer.id))))
            except (InputError, StopIteration) as error:
                print(f"{offer.names['en']}: {error}", file=sys.stderr)
        foreign = foreigners(trials)
        yield f"\n### {system.names['en']}\n\n{HEAD}"
        for offer, trial in trials:
            yield f"| {' | '.join((offer.names['en'], *row(trial, foreign[offer.id])))} |"


if __name__ == "__main__":
    for set_name in sys.argv[1:]:
        for line in table(set_name):
            print(line, flush=True)
