"""What findings of two states of a list have in common: which came, and which got worse."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction

from listbuilder.army.alike import without_letters
from listbuilder.i18n import Localised, Text
from listbuilder.rules.diagnostic import Diagnostic

Identity = tuple[Hashable, ...]


def identity(finding: Diagnostic) -> Identity:
    """What stays the same of a finding while its numbers change."""
    counts = finding.found is not None and finding.bound is not None
    return finding.rule, finding.severity, _said(without_letters(finding.message)), finding.unit, counts


def of_army(one: Identity) -> Identity:
    """The same without the unit, for a finding that counts: it names one of those counted, which may be another now."""
    *said, unit, counts = one
    return (*said, "" if counts is True else unit)


def _said(text: Text) -> Hashable:
    """The template of a message with the single names in it; lists of names and numbers change with other units."""
    names = (_said(value) if isinstance(value, Text) else str(value) for value in _single(text))
    return text.template, tuple(names)


def _single(text: Text) -> Iterator[object]:
    return (value for value in text.params.values() if isinstance(value, str | Text | Localised))


def worse(was: Diagnostic, now: Diagnostic) -> bool:
    """Whether the number found is farther from an unchanged bound."""
    return now.bound == was.bound and _distance(now) > _distance(was)


def raised(before: Iterable[Diagnostic], after: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """The findings that came, and those that were there and are farther from their bound, whether or not it changed."""
    known: dict[Identity, list[Diagnostic]] = {}
    for one in before:
        known.setdefault(_key(one), []).append(one)
    for one in after:
        same = known.get(_key(one))
        if not same or _distance(one) > _distance(same.pop(0)):
            yield one


def _key(one: Diagnostic) -> Identity:
    """What a finding is known again by: of one that does not count, every name in it."""
    known = of_army(identity(one))
    return known if one.found is not None and one.bound is not None else (*known, str(without_letters(one.message)))


def _distance(one: Diagnostic) -> Fraction:
    """How far what was found is from the bound; 0 where nothing is counted."""
    if one.found is None or one.bound is None:
        return Fraction(0)
    return abs(Fraction(one.found) - Fraction(one.bound))
