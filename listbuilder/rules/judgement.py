"""What the rules find in an army, and after an edit only what those find anew that read something that changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from listbuilder import budget
from listbuilder.catalogue.base import Names
from listbuilder.errors import UNJUDGED
from listbuilder.i18n import Localised, Text
from listbuilder.rules.diagnostic import Diagnostic, Proposals
from listbuilder.rules.kind import BoundRule
from listbuilder.rules.muster import Muster
from listbuilder.rules.reading import Key

WHOLE = ""  # the key of what was found in the army as a whole
Found = dict[str, tuple[Diagnostic, ...]]  # by the part of the army; parts without findings are left out


class Kept(Struct, frozen=True, dict=True):
    """What one function of a rule found, and the answers that it got from the muster."""

    found: Found
    answers: dict[Key, Any]

    @cached_property
    def _every(self) -> list[Diagnostic]:
        return list(chain.from_iterable(self.found.values()))

    @cached_property
    def _proposing(self) -> list[int]:
        """The indexes of the findings whose fixes look at the army."""
        return [number for number, one in enumerate(self._every) if type(one.fixes) is Proposals]

    def under(self, muster: Muster) -> list[Diagnostic]:
        """The findings, whose fixes look at this army."""
        if not self.found:
            return []
        found = self._every
        if self._proposing:
            found = found.copy()
            for number in self._proposing:
                found[number] = found[number].under(muster)
        return found

    def reading(self, answers: dict[Key, Any]) -> Kept:
        """The same findings, which follow from these answers, too."""
        return self if answers.keys() <= self.answers.keys() else Kept(self.found, self.answers | answers)


Known = dict[tuple[str, str], Kept]  # by rule and sort of part


class Judgement:
    """The findings of rules in one army. ``before``: those in the army before an edit."""

    def __init__(self, muster: Muster, rules: Iterable[BoundRule[Any]], before: Judgement | None = None) -> None:
        self.muster = muster
        self._before = before._kept if before is not None and muster.follows else {}
        self._kept: Known = {}
        self.found = [one for rule in rules for kept in self._judged(rule) for one in kept.under(muster)]
        self._before = {}

    def _judged(self, rule: BoundRule[Any]) -> Iterator[Kept]:
        kind = rule.kind
        if kind.whole is not None:
            yield self._keep(rule, "", self._whole(rule, kind.whole, self._before.get((rule.id, ""))))
        for sort, check in kind.apart:
            yield self._keep(rule, sort, self._apart(rule, sort, check, self._before.get((rule.id, sort))))

    def _keep(self, rule: BoundRule[Any], sort: str, kept: Kept) -> Kept:
        self._kept[rule.id, sort] = kept
        return kept

    def _whole(self, rule: BoundRule[Any], check: Callable[..., Iterable[Diagnostic]], known: Kept | None) -> Kept:
        muster = self.muster
        if known is not None and muster.holds(known.answers):
            return known
        muster.keys.clear()
        budget.step()
        said = [*check(rule, muster)]
        return Kept({WHOLE: self._said(rule, said)} if said else {}, muster.answers())

    def _apart(
        self, rule: BoundRule[Any], sort: str, check: Callable[..., Iterable[Diagnostic]], known: Kept | None
    ) -> Kept:
        """Each part of a sort is judged alone; again, when it changed."""
        muster, items = self.muster, self.muster.parts(sort, rule.judged)
        parts, again = items.parts, items.changed
        if known is None or again is None or not muster.holds(known.answers):
            known, again = Kept({}, {}), None
        elif not again:
            return known
        muster.keys.clear()
        keys = parts if again is None else [key for key in again if key in parts]
        budget.step(len(keys))
        new = {key: self._said(rule, said) for key in keys if (said := [*check(rule, muster, parts[key])])}
        if again is not None and not new and known.found.keys().isdisjoint(again):
            return known.reading(muster.answers())
        both = known.found | new
        for key in (again or known.found.keys()) - new.keys():
            both.pop(key, None)
        added = new.keys() - known.found.keys()
        if added and not (len(added) == 1 and next(reversed(parts)) in added):  # in the order of the parts
            both = {key: both[key] for key in parts if key in both}
        return Kept(both, known.answers | muster.answers())

    def _said(self, rule: BoundRule[Any], found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """The findings to keep: unjudged where sources contradict the rule for the army's faction, and without the army."""
        army = self.muster.whole
        why = rule.spec.doubted.get(army.faction_keyword or army.faction_name)
        return tuple(one.under(None) if why is None else _doubted(one, why) for one in found)


def _doubted(one: Diagnostic, why: Names) -> Diagnostic:
    text = Text("{message}; not judged: {why}", {"message": one.message, "why": Localised(why)})
    return replace(one.under(None), severity=UNJUDGED, message=text)
