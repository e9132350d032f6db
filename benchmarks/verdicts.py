"""Writes the tables of docs/community-data.md that say, for each set and faction, what verdicts it was seen to give.

    python benchmarks/verdicts.py SET ... [--factions WORD ...] > table.md

The sets are installed ones (`listbuilder data list`). Of each faction one unit of each kind is tried: an own one beside nothing,
then others beside it; then an army is built as `tests/play` builds one, and one step too many is taken from it. The columns:

- keyword: what tells the army's own units; where nothing does there is a dash, and nothing else of the faction is known
- own: an own unit raises no finding about the faction; "no rule" where the rules of the game have none about it, so that no ally
  is refused either
- allies: kinds of units that are offered to the army, are allies, and are allowed as such
- refused: kinds of units that are offered and refused, and whether a unit that only other factions have is (✓; open where the
  set lacks a catalogue that could offer it)
- limit: the own unit is within a limit of its own points (✓) and an error when that is one point less (✓)
- army: the points of an army of the usual size that was built and is legal; else its verdict
- one too many: of that army, what is an error: one point over its limit; so many copies of one unit; a second Warlord; an
  enhancement twice; so many of an ally. What is not refused is named with a cross, what could not be tried is left out
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from listbuilder.army import Army, Unit, roles
from listbuilder.catalogue.library import Option
from listbuilder.engine.actions import copied, duplicate, select
from listbuilder.listfile.foreign import not_offered
from listbuilder.roster.edits import Edit, Insert, SetCostLimit
from listbuilder.roster.tree import Selection
from listbuilder.rules.checker import check
from listbuilder.session import Session
from listbuilder.sources import registry
from listbuilder.sources.dataset import Offer
from listbuilder.validation import Validated, validate_bytes
from tests.play.building import best
from tests.play.trial import FACTION, Trial

LIMITS = ("points-limit", "data-cost-limit")
SHOWN = 3  # keywords
TRIED = 12  # units of one kind, until one is visible
COPIES = 13  # of one unit
UNLIMITED = 100_000
USUAL = {
    "Kill Team": 125,
    "": 2000,
}  # part of the name of a system -> points, where neither the game nor the data state a size
ALLY_CAP = "ally-cap"
HEAD = """| faction | keyword | own | allies | refused | limit | army | one too many |
| --- | --- | --- | --- | --- | --- | --- | --- |"""


def mark(good: bool) -> str:
    return "✓" if good else "✗"


def limited(trial: Trial) -> str:
    """Whether the army is within a limit of its own points, and an error one point above the limit."""
    army = trial.builder.build()
    answers = []
    for limit in (army.points, army.points - 1):
        SetCostLimit(trial.builder.points_type, limit).apply(trial.roster)
        found = check(trial.builder.build(), trial.ruleset)
        answers.append(any(one.rule in LIMITS and one.severity == "error" for one in found))
    SetCostLimit(trial.builder.points_type, None).apply(trial.roster)
    return mark(not answers[0]) + mark(answers[1])


def row(trial: Trial, foreign: str) -> Iterator[str]:
    """The cells of a faction about single units. ``foreign``: the name of a unit of another one."""
    keywords = trial.keywords
    yield " / ".join(keywords if len(keywords) <= SHOWN else (keywords[0], "…")) or "—"
    found = trial.first((trial.own or [option for options in trial.kinds.values() for option in options])[:TRIED])
    if found is None:
        yield from ("no unit", "", "", "")
        return
    first, army = found
    limits = limited(trial)
    ruled = any(rule.id == FACTION for rule in trial.ruleset.rules)
    yield mark(not _refused(trial, army)) if ruled else "no rule"
    allies: list[str] = []
    refused: list[str] = []
    for words, options in sorted(trial.others.items(), key=lambda kind: sorted(kind[0])) if keywords else ():
        pair = trial.first(options[:TRIED], first)
        if pair is not None:
            (refused if _refused(trial, pair[1]) else allies).append(", ".join(sorted(words)))
    yield "; ".join(allies)
    library = trial.data.library
    outside = "open" if library.missing_links() else mark(bool(not_offered(library, trial.data.faction.id, foreign)))
    yield "; ".join([*refused, outside])
    yield limits


def _refused(trial: Trial, army: Army) -> bool:
    return any(one.severity == "error" for one in trial.about_faction(army))


# --- armies -----------------------------------------------------------------------------------------------------------------


class Excess:
    """Takes one step too many from a legal army, which stays as it is."""

    def __init__(self, validated: Validated, trial: Trial) -> None:
        self.validated = validated
        self.roster = validated.bound.roster
        self.points_type = validated.builder.points_type
        self.trial = trial
        self.force = self.roster.forces[0]
        self.heroes = {unit.id for unit in validated.army.units if unit.warlord or unit.enhancements}

    def cells(self) -> Iterator[str]:
        points = self.validated.army.points
        yield f"points {mark(self._wrong(SetCostLimit(self.points_type, points - 1)))}"
        before = SetCostLimit(self.points_type, UNLIMITED).apply(self.roster)
        nodes = {
            node.id: node for force in self.roster.forces for one in force.walk_forces() for node in one.selections
        }
        units = [(unit, nodes[unit.id]) for unit in self.validated.army.units if unit.id in nodes]
        plain = [node for unit, node in units if not (unit.warlord or unit.enhancements)]
        if plain:
            have = sum(node.option is plain[0].option for node in nodes.values())
            yield self._number("copies", lambda: duplicate(plain[0])[0], have=have)
        yield from self._warlords(units)
        gifted = next((node for unit, node in units if unit.enhancements), None)
        if gifted is not None and gifted.parent is not None:
            twin = copied(gifted)
            for one in list(twin.walk()):
                if roles.is_warlord_mark(one.option) and isinstance(one.parent, Selection):
                    one.parent.selections.remove(one)
            yield f"enhancement {mark(self._wrong(Insert(twin, gifted.parent)))}"
        others = self.trial.others if self.trial.keywords else {}
        for words, options in sorted(others.items(), key=lambda kind: sorted(kind[0])):
            ally = self._visible(options)
            if ally is not None:
                yield self._number(", ".join(sorted(words)), partial(self._selected, ally), ally=True)
        before.apply(self.roster)

    def _warlords(self, units: Sequence[tuple[Unit, Selection]]) -> Iterator[str]:
        for unit, node in units:
            marks = [one for one in node.option.entries if roles.is_warlord_mark(one)]
            if unit.warlord or not marks:
                continue
            edit, _ = select(self.validated.engine, node, marks[0], 1)
            yield f"Warlord {mark(self._wrong(edit))}"
            return

    def _visible(self, options: Iterable[Option]) -> Option | None:
        for option in list(options)[:TRIED]:
            if not self.validated.engine.choice(self.force, option).hidden:
                return option
        return None

    def _selected(self, option: Option) -> Edit:
        return select(self.validated.engine, self.force, option, 1)[0]

    def _errors(self) -> set[tuple[str, str, str]]:
        found = self.validated.again().findings
        return {(one.severity, one.rule, str(one.message)) for one in found if one.severity in {"error", "unjudged"}}

    def _wrong(self, edit: Edit) -> bool:
        before = self._errors()
        undo = edit.apply(self.roster)
        found = self._errors() - before
        undo.apply(self.roster)
        return any(severity == "error" for severity, *_ in found)

    def _number(self, name: str, another: Callable[[], Edit], *, ally: bool = False, have: int = 0) -> str:
        """From which number on, with those that the army has, one of them is too many. What is wrong with an ``ally`` by itself
        does not count."""
        undone: list[Edit] = []
        own: set[tuple[str, str]] = set()
        answer = f"{name} ✗"
        for number in range(1, COPIES):
            before = self._errors()
            undone.append(another().apply(self.roster))
            found = {(severity, rule) for severity, rule, _ in self._errors() - before}
            if ally and number == 1:
                own = {(severity, rule) for severity, rule in found if rule != ALLY_CAP}
            severities = {severity for severity, _ in found - own}
            if severities:
                answer = f"{name} {have + number} ✓" if "error" in severities else f"{name} unjudged"
                break
        for edit in reversed(undone):
            edit.apply(self.roster)
        return answer


def begun(trial: Trial, word: str) -> Session:
    """An empty list with a limit, where the faction has units that cost points."""
    session = Session.new(word, trial.data.faction.id)
    if session.limit is None and any(line.points for line in session.datasheets()):
        usual = next((points for name, points in USUAL.items() if name in word), USUAL[""])
        session.history.do(SetCostLimit(session.builder.points_type, usual))
    return session


def army_cells(trial: Trial, word: str) -> tuple[str, str]:
    """The points or the verdict of an army of the usual size, and what is refused when it is one too many."""
    session = best(lambda: begun(trial, word))
    wrong = [
        str(one.message) for one in session.findings if one.severity == session.verdict.replace("illegal", "error")
    ]
    shortest = min(wrong, key=len, default="")
    if session.verdict != "legal" or not session.army.units:
        return f"{session.verdict}: {shortest}".rstrip(": "), ""
    validated = validate_bytes(session.text().encode(), "army.yaml")
    found = f"{session.points}/{session.limit}" if session.limit is not None else f"{len(session.army.units)} units"
    if validated.verdict != "legal":
        return f"{found}, {validated.verdict} when saved", ""
    return found, ", ".join(Excess(validated, trial).cells())


def foreigners(offers: Iterable[tuple[str, set[str]]]) -> dict[str, str]:
    """For each faction a unit that is only offered to others. ``offers``: faction -> units that it is offered."""
    offered = dict(offers)
    return {
        name: next((one for other in offered.values() for one in sorted(other) if one not in mine), "")
        for name, mine in offered.items()
    }


def table(name: str, wanted: Iterable[str]) -> Iterator[str]:
    data = registry.named(name)
    for system in data.systems():
        word = system.id or name
        factions = data.factions(word)
        foreign = foreigners((offer.id, set(_offered(word, offer))) for offer in factions)
        yield f"\n### {system.names['en']}\n\n{HEAD}"
        for offer in factions:
            title = offer.names["en"]
            if all(one in title for one in wanted):
                yield f"| {' | '.join((title, *_cells(word, offer, foreign[offer.id])))} |"


def _offered(word: str, offer: Offer) -> Iterator[str]:
    library = registry.load(word, offer.id).library
    return (option.name for option in library.root_options(offer.id) if roles.is_unit(option))


def _cells(word: str, offer: Offer, foreign: str) -> Iterator[str]:
    try:
        trial = Trial(registry.load(word, offer.id))
    except StopIteration:
        yield "no force"
        return
    single = list(row(trial, foreign))
    yield from single
    if single[1] == "no unit":
        yield from ("", "")
        return
    try:
        yield from army_cells(trial, word)
    except Exception as error:
        traceback.print_exc()
        yield from (f"✗ {type(error).__name__}", "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", metavar="SET")
    parser.add_argument("--factions", nargs="*", default=[], help="only those with these words in their names")
    arguments = parser.parse_args()
    for name in arguments.sets:
        for line in table(name, arguments.factions):
            print(line, flush=True)


if __name__ == "__main__":
    main()
