"""What happened, in words: a line for each step, of several alike one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from listbuilder.battle.fight import Battle, Step, What
from listbuilder.battle.fighters import Fighter
from listbuilder.battle.moments import ME, Moment
from listbuilder.battle.state import GONE, HURT, LOST, POOL, SCORE, STATE, USED, WHERE, Value
from listbuilder.catalogue.terms import Terms
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.i18n import _, ngettext

Name = Callable[[int, Fighter], str]  # of a unit of a side, as the reader sees it


class Entry(Struct, frozen=True):
    """A line of the log. ``steps``: how many steps it is made of."""

    at: Moment
    who: str
    phase: str
    unit: str
    text: str
    steps: int = 1


def entries(battle: Battle, words: Vocabulary, name: Name) -> list[Entry]:
    """The log, the last first. Steps of one kind that follow each other at one moment are one line."""
    found = []
    for run in _runs(battle.steps):
        step = run[-1]
        text = _text(battle, words, run, name)
        if text:
            at = _after(step) if step.what in {What.PHASE, What.BACK} else step.at
            fighter = battle.fighter(step.side, step.unit) if step.unit else None
            unit = name(step.side, fighter) if fighter is not None else ""
            found.append(Entry(at, who(battle, at), phase(battle, words, at), unit, text, len(run)))
    return found[::-1]


def who(battle: Battle, at: Moment) -> str:
    """Whose turn it was."""
    whose = battle.course.whose(at)
    return "" if whose is None else _("you") if whose == ME else _("they")


def phase(battle: Battle, words: Vocabulary, at: Moment) -> str:
    """The name of the phase, empty where the game has none."""
    found = battle.course.phase(at)
    return words.phase_name(found) if found else ""


def title(battle: Battle, words: Vocabulary, step: Step, name: Name) -> str:
    """One step in words, for a message: what was undone."""
    fighter = battle.fighter(step.side, step.unit) if step.unit else None
    text = _text(battle, words, [step], name)
    return f"{name(step.side, fighter)}: {text}" if fighter is not None else text


def _runs(steps: Iterable[Step]) -> Iterator[list[Step]]:
    """Steps that make one line."""
    run: list[Step] = []
    for step in steps:
        if run and _same(run[-1], step):
            run.append(step)
        else:
            if run:
                yield run
            run = [step]
    if run:
        yield run


def _same(one: Step, other: Step) -> bool:
    alike = (one.what, one.at, one.side, one.unit) == (other.what, other.at, other.side, other.unit)
    return alike and one.what in {What.CASUALTIES, What.TALLIED}


def _text(battle: Battle, words: Vocabulary, run: list[Step], name: Name) -> str:
    step = run[-1]
    match step.what:
        case What.CASUALTIES:
            return _casualties(battle, run, words.terms)
        case What.STATE:
            state = battle.rules.state(step.what_of)
            title_of = state.title if state is not None else step.what_of
            return title_of if _new(run, STATE) else _("no longer: {state}").format(state=title_of)
        case What.ABILITY:
            text = _("used: {ability}") if _new(run, USED) else _("not used after all: {ability}")
            return text.format(ability=step.what_of)
        case What.TALLIED:
            return _tallied(battle, run)
        case What.PHASE | What.BACK:
            return _tallied(battle, run)
        case What.WITHDRAWN:
            return words.state_title(str(_new(run, WHERE)))
        case What.EMBARKED:
            carrier = battle.fighter(step.side, step.what_of)
            return _("boarded {unit}").format(unit=name(step.side, carrier)) if carrier is not None else ""
    return {
        What.DESTROYED: _("destroyed"),
        What.RESTORED: _("not destroyed after all"),
        What.ARRIVED: _("arrived"),
        What.DISEMBARKED: _("disembarked"),
        What.ENDED: _("the battle is over"),
    }.get(step.what, "")


def _new(run: list[Step], kind: str) -> Value:
    """What the last entry of this kind became."""
    return next((c.new for step in reversed(run) for c in step.changes if c.key[0] == kind), 0)


def _casualties(battle: Battle, run: list[Step], terms: Terms) -> str:
    """Lost models and wounds on another one: "lost 2 models, 1 wound on the next"."""
    models = wounds = 0
    for step in run:
        for change in step.changes:
            if change.key[0] == LOST:
                models += int(change.new) - int(change.old)
            elif change.key[0] == HURT:
                wounds += int(change.new) - int(change.old)
    fighter = battle.fighter(run[-1].side, run[-1].unit)
    if fighter is not None and fighter.is_lone:
        wounds += models * fighter.lines[0].wounds
        models = 0
    parts = [_lost_models(models)] if models else []
    if fighter is not None and not fighter.is_lone and models > 0:
        hurt = ([int(change.new) for change in step.changes if change.key[0] == HURT] for step in reversed(run))
        wounds = max(next(filter(None, hurt), [0]))  # of one model, whatever its kind
    parts += [_lost_wounds(wounds, terms)] if wounds else []
    if _new(run, GONE):  # it may have come back since
        parts.append(_("destroyed"))
    return ", ".join(parts)


def _lost_models(count: int) -> str:
    if count < 0:
        return ngettext("{n} model is back", "{n} models are back", -count).format(n=-count)
    return ngettext("lost {n} model", "lost {n} models", count).format(n=count)


def _lost_wounds(count: int, terms: Terms) -> str:
    words = {"n": abs(count), "wound": terms.wound, "wounds": terms.wound.many}
    if count < 0:
        return ngettext("regained {n} {wound}", "regained {n} {wounds}", -count).format(**words)
    return ngettext("lost {n} {wound}", "lost {n} {wounds}", count).format(**words)


def _tallied(battle: Battle, run: list[Step]) -> str:
    """What players gained, and what they have then: "Command points +1, 4 : 2"."""
    by: dict[tuple[str, str], list[int]] = {}
    for step in run:
        for change in step.changes:
            if change.key[0] in {POOL, SCORE}:
                gained = by.setdefault((str(change.key[0]), str(change.key[2])), [0, 0])
                gained[int(change.key[1])] += int(change.new) - int(change.old)
    titles = {one.id: one.title for one in battle.rules.pools} | {one.id: one.title for one in battle.rules.scores}
    return " · ".join(
        f"{titles.get(of, of)} {' : '.join(f'{one:+d}' if one else '0' for one in both)}"
        for (_kind, of), both in by.items()
        if any(both)
    )


def _after(step: Step) -> Moment:
    """Where a step led to."""
    then = [step.at.round, step.at.turn, step.at.phase]
    for change in step.changes:
        if change.key[0] == "now":
            then[int(change.key[1])] = int(change.new)
    return Moment(*then)
