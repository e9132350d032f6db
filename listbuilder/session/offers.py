"""Which fixes are offered: those that were carried out on a trial and found to remove their finding and to add none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from listbuilder import budget
from listbuilder.army import Army, TreeFinding, effects
from listbuilder.catalogue.base import Number
from listbuilder.errors import InputError
from listbuilder.i18n import Text
from listbuilder.replacing import replace
from listbuilder.roster.declarations import Declarations
from listbuilder.rules.diagnostic import (
    ADDED,
    Action,
    AddForce,
    AddUnit,
    Declaring,
    Diagnostic,
    Fix,
    GiveUpDetachment,
    Proposal,
    RemoveUnit,
    SetBattleSize,
    SetDetachment,
    SetLimit,
    Several,
    Want,
)
from listbuilder.session import declaring
from listbuilder.session.additions import expanded
from listbuilder.session.comparing import identity, of_army, worse
from listbuilder.session.fix_titles import FixTitles
from listbuilder.session.made import Made, made, named_in, same_steps
from listbuilder.session.repairs import Repairs
from listbuilder.session.views import Effect, Offer

if TYPE_CHECKING:
    from listbuilder.session.edits import Edits

MOST_OFFERED = 3  # fixes for one finding, besides another size of the game: each costs as much as judging the list
MOST_TRIED = 24  # trials for one finding
MOST_RAISED = 2  # findings that a fix raises and a second one resolves together
MOST_PAIRED = 6  # fixes that are tried together with a second one, and second ones for each
ENOUGH_TRIED = 120  # trials for one list; after so many, one fix for each finding is enough

AGREED = (SetBattleSize, SetLimit, SetDetachment, GiveUpDetachment)


class Tried(NamedTuple):
    """What an action leaves, its title (None: it changes nothing), and what it adds to the points. ``made``: the list that it
    comes to, where it resolves something."""

    after: Findings
    title: Text | None
    points: Number
    made: Made


class Findings:
    """The findings of a list, to be compared with those after a fix."""

    def __init__(self, found: Iterable[Diagnostic]) -> None:
        self.found = [(identity(one), one) for one in found]
        self.counts = Counter(key for key, _ in self.found)
        self.errors = sum(one.severity == "error" for _, one in self.found)


class Search:
    """The search for the fixes of one finding: what was ``found`` so far, and what it may cost. ``unfinished``: it ended because
    its share of the list's budget was spent."""

    def __init__(self, finding: Diagnostic) -> None:
        self.finding = finding
        self.waiting: Iterator[Offer] = iter(())
        self.found: list[Offer] = []
        self.share = budget.share()
        self.unfinished = False
        self._begun = False

    def may_try(self) -> bool:
        """Whether another change may be tried."""
        self.unfinished = self.unfinished or self.share.spent
        return not self.unfinished

    def next(self) -> Offer | None:
        # What rules propose takes time as well: of thousands of findings, only those are asked for which a change may be tried.
        if not self._begun and not self.may_try():
            return None
        self._begun = True
        with self.share.counting():
            return next(self.waiting, None)


class Offers:
    """The fixes of a session's findings. They are tested when they are asked for, and kept until the list changes."""

    def __init__(self, session: Edits) -> None:
        self.session = session
        self.repairs = Repairs(session.engine, session.builder.points_type)
        self._revision = -1
        self._kept: dict[int, Search] = {}
        self._outcomes: dict[Action, Tried | None] = {}
        self._now = Findings(())
        self._tried = 0

    def of(self, finding: Diagnostic) -> Iterator[Offer]:
        """The fixes of a finding, those that change what was agreed on last; each is tested when it is asked for."""
        search = self._known(finding)
        place = 0
        while True:
            if place == len(search.found):
                offer = search.next()
                if offer is None:
                    return
                search.found.append(offer)
            yield search.found[place]
            place += 1

    def unsought(self, finding: Diagnostic) -> bool:
        """Whether no fix of a finding is known because the search had cost its share."""
        search = self._known(finding)
        return search.unfinished and not search.found

    def counted(self, cause: TreeFinding) -> set[str]:
        """The ids of the selections that a finding of the data counts; none where it counts none."""
        return {part.id for part in self.repairs.counted(cause)}

    def _known(self, finding: Diagnostic) -> Search:
        if self._revision != self.session.revision:
            self._kept.clear()
            self._outcomes.clear()
            self._now = Findings(self.session.now.findings)
            self._revision, self._tried = self.session.revision, 0
        search = self._kept.get(id(finding))
        if search is None:
            search = self._kept[id(finding)] = Search(finding)
            search.waiting = self._tested(search)
        return search

    def _tested(self, search: Search) -> Iterator[Offer]:
        finding = search.finding
        titles: set[str] = set()
        lists: set[Made] = set()  # that those offered come to
        known: set[Hashable] = set()  # the steps of those tried
        roster, named = self.session.roster, named_in(self.session.roster.declarations)
        offered: list[frozenset[Action]] = []
        for fix in self._proposed(search, offered):
            enough = len(titles) >= MOST_OFFERED or (titles and self._tried > ENOUGH_TRIED)
            steps = frozenset(_steps(fix.action))
            if (enough and not _is_agreed(fix)) or any(steps > less for less in offered):
                continue
            same = same_steps(steps, roster, named)
            if same in known:
                continue
            if not search.may_try():
                return
            known.add(same)
            offer = self._test(finding, fix, lists)
            if offer is not None and str(offer.title) not in titles:
                titles.add(str(offer.title))
                offered.append(steps)
                yield offer

    def _proposed(self, search: Search, offered: Sequence[frozenset[Action]]) -> Iterator[Fix]:
        """What the rule proposes and small changes of the roster; when none of these is ``offered``, two steps together, then
        greater changes; at last what changes the size of the game and the like. Where only removals are offered, two steps that
        begin with one more unit or a declaration are tried as well."""
        finding = search.finding
        cause = finding.cause if finding.severity == "error" else None
        stated = list(expanded(self.session, finding.fixes))
        small = [fix for fix in stated if not _is_agreed(fix)][:MOST_TRIED]
        if cause is not None:
            small += islice(expanded(self.session, self.repairs.of(cause, self.session.army)), MOST_TRIED)
        yield from small[:MOST_TRIED]
        if not offered:
            yield from self._several(search, small, offered)
        elif all(isinstance(step, RemoveUnit) for steps in offered for step in steps):
            yield from self._pairs(search, (fix for fix in small if isinstance(fix.action, AddUnit | Declaring)))
        if not offered and cause is not None:
            greater = list(self.repairs.fallback(cause))
            yield from greater
            if not offered:
                yield from self._pairs(search, greater)
        yield from filter(_is_agreed, stated)

    def _several(self, search: Search, small: Iterable[Fix], offered: Sequence[object]) -> Iterator[Fix]:
        """Two steps together; where none of these is ``offered``, three that begin with a new force: it may need a leader, and
        the leader a mark."""
        pairs = []
        for fix in self._pairs(search, small):
            pairs.append(fix)
            yield fix
        if not offered:
            yield from self._pairs(search, (fix for fix in pairs if isinstance(_steps(fix.action)[0], AddForce)))

    def _pairs(self, search: Search, small: Iterable[Fix]) -> Iterator[Fix]:
        """Fixes that resolve the finding but raise one other, each with what resolves that."""
        for fix in islice(small, MOST_PAIRED):
            for second in self._second(search.finding, fix) if search.may_try() else ():
                if self._is_undone(fix.action, second.action):
                    continue
                yield Fix(Several((*_steps(fix.action), *_steps(second.action))))

    def _is_undone(self, first: Action, second: Action) -> bool:
        """Whether the second step adds a unit such as the first removed."""
        gone = self.session.army.unit(first.unit) if isinstance(first, RemoveUnit) else None
        return gone is not None and isinstance(second, AddUnit) and second.name == gone.datasheet

    def _second(self, finding: Diagnostic, fix: Fix) -> list[Fix]:
        outcome = self._outcome(fix.action)
        if outcome is None:
            return []
        after = outcome.after
        raised = [one for key, one in after.found if key not in self._now.counts]
        if not 1 <= len(raised) <= MOST_RAISED or identity(finding) in after.counts:
            return []
        one = max(raised, key=_missing)  # what mends the greater lack may mend the other, too
        session, army = self.session, self.session.now.army
        self._tried += 1
        try:
            with session.trial():
                session.act(fix.action)
                found = [*islice(expanded(session, _of_added(one.fixes, army)), MOST_PAIRED)]
                if one.cause is not None:
                    found += islice(expanded(session, self.repairs.of(one.cause, army)), MOST_PAIRED)
                return found
        except LookupError:  # it is about a force or unit that the first step made, which has another id each time
            return []

    def _outcome(self, action: Action) -> Tried | None:
        """What an action leaves, and its title; None when it cannot be carried out. Several findings may propose it: it is
        tried once."""
        if action not in self._outcomes:
            self._tried += 1
            self._outcomes[action] = self._try(action)
        return self._outcomes[action]

    def _try(self, action: Action) -> Tried | None:
        session, now = self.session, self.session.now
        titles = FixTitles(now.army, session.system, session.engine)
        before = titles.contents(action)
        try:
            steps = [one for one in _steps(action) if isinstance(one, Declaring)]
            if len(steps) == len(_steps(action)):  # the roster stays as it is
                declared = reduce(declaring.after, steps, now.army.declarations)
                after = Findings(now.judge(effects.declaring(now.army, declared)))
                return Tried(after, titles.of(action, before), 0, self._made(after, declared))
            points = now.army.points
            with session.trial():
                session.act(action)
                army = now.builder.build()
                title, after = titles.of(action, before), Findings(now.judge(army))
                return Tried(after, title, army.points - points, self._made(after, session.roster.declarations))
        except (LookupError, InputError):
            return None

    def _made(self, after: Findings, declared: Declarations) -> Made:
        """The list after a change that resolves something; of any other nobody asks, and it takes its time."""
        return made(self.session.roster, declared) if self._now.counts - after.counts else ()

    def _test(self, finding: Diagnostic, fix: Fix, lists: set[Made]) -> Offer | None:
        """The fix, if it helps and comes to none of these lists, which it is added to."""
        outcome = self._outcome(fix.action)
        if outcome is None:
            return None
        after, title, points, made_of = outcome
        if title is None or not _is_better(self._now, after, finding) or made_of in lists:
            return None
        lists.add(made_of)
        return Offer(title, fix.action, fix.safe, Effect(points, after.errors), _is_agreed(fix))


def _of_added(proposed: Iterable[Proposal], army: Army) -> Iterator[Proposal]:
    """The proposals; those for a force that the army does not have yet, for the one that is added last."""
    known = {force.id for force in army.forces}
    for one in proposed:
        added = isinstance(one, Want) and one.force and one.force not in known
        yield replace(one, force=ADDED) if added else one


def _is_agreed(fix: Fix) -> bool:
    """Whether it changes what was agreed on or what the list is built around."""
    return any(isinstance(step, AGREED) for step in _steps(fix.action))


def _steps(action: Action) -> tuple[Action, ...]:
    return action.actions if isinstance(action, Several) else (action,)


def _missing(one: Diagnostic) -> Number:
    """What a finding that counts lacks, 0 where it does not."""
    return one.bound - one.found if one.found is not None and one.bound is not None else 0


def improves(before: Iterable[Diagnostic], after: Iterable[Diagnostic], finding: Diagnostic) -> bool:
    """Whether the finding is gone, no other came, and none that stays got worse."""
    return _is_better(Findings(before), Findings(after), finding)


def _is_better(before: Findings, after: Findings, finding: Diagnostic) -> bool:
    old, new, this = before.counts, after.counts, identity(finding)
    if new[this] >= old[this]:
        return False
    gone = old - new - Counter([this])
    if Counter(map(of_army, (new - old).elements())) - Counter(map(of_army, gone.elements())):
        return False
    excess = dict(before.found)
    return not any(worse(excess[key], one) for key, one in after.found if new[key] == old[key] == 1)
