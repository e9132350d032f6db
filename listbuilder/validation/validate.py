"""From a bound list to its army, findings and verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from listbuilder import budget
from listbuilder.army import Army
from listbuilder.army.build import ArmyBuilder, ArmyContext
from listbuilder.catalogue.system import System
from listbuilder.engine import Engine
from listbuilder.errors import ASSUMED_SIZE, UNJUDGED
from listbuilder.exchange import formats
from listbuilder.i18n import Text
from listbuilder.listfile.bound import BoundList
from listbuilder.rules.checker import Checked, Ruleset, verdict
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.formation import Formation
from listbuilder.rules.kind import UNKNOWN, RuleError
from listbuilder.sources.registry import Sets
from listbuilder.validation import extent, own_terms
from listbuilder.validation.grounds import lacking
from listbuilder.validation.problems import (
    drifts,
    finding_of,
    firm_rules,
    lacks_units,
    other_data,
    problems_of,
    soften,
    totals,
)

if TYPE_CHECKING:
    from listbuilder.validation.pack import Pack
    from listbuilder.validation.succession import Judged

MOST_UNKNOWN = 50  # rules that a list names and its system does not have, that are reported one by one


class Validated(Struct, frozen=True):
    """A list that was judged. ``problems``: findings about its file and data, which no edit of the list changes; they are
    part of ``findings``. ``engine`` and ``builder`` evaluate its roster, for an editor that goes on from here."""

    bound: BoundList
    ruleset: Ruleset
    engine: Engine
    builder: ArmyBuilder
    problems: tuple[Diagnostic, ...]
    army: Army
    findings: tuple[Diagnostic, ...]
    checked: Checked | None = None  # by its rules
    pack: Pack | None = None  # the event that it was judged for

    @property
    def system(self) -> System:
        return self.ruleset.system

    @property
    def formation(self) -> Formation:
        """The army as its declarations arrange it."""
        return self.checked.formation if self.checked is not None else self.ruleset.formation(self.army)

    @property
    def verdict(self) -> str:
        """legal, illegal or unjudged."""
        return verdict(self.findings)

    def judge(self, army: Army) -> tuple[Diagnostic, ...]:
        """What the findings would be if this were the army of the list."""
        return self._findings(army, Checked(army, self.ruleset, self.checked))

    def of(self, army: Army) -> Validated:
        """The list with this army, judged."""
        checked = Checked(army, self.ruleset, self.checked)
        return replace(self, army=army, checked=checked, findings=self._findings(army, checked))

    def _findings(self, army: Army, checked: Checked) -> tuple[Diagnostic, ...]:
        found = (
            *self._before_event(army, checked),
            *own_terms.limits(army, self.builder),
            *own_terms.unlimited(army, self.builder),
            *own_terms.sizes(self.builder),
        )
        if self.pack is None:
            return found
        from listbuilder.validation.pack import terms  # most lists are for no event

        if not terms.applies(self.pack, self.bound):
            return found
        own = terms.own_size(self.pack, army, by_data=self.bound.data.form == "forces")
        return terms.founded((*own, *found))

    def _before_event(self, army: Army, checked: Checked) -> tuple[Diagnostic, ...]:
        """The findings before those of the event."""
        ruleset = self.ruleset
        firm = firm_rules(self.bound, ruleset)
        absent = lacks_units(self.problems, army)
        softened = soften(checked.findings, self.problems, firm, lacks_units=absent)
        if any(problem.rule == ASSUMED_SIZE for problem in self.problems):
            from listbuilder.validation.assumed import undecided  # most lists state their size

            softened = undecided(softened, army, ruleset)
        found = (*self.problems, *softened)
        return (*lacking(army, ruleset, found), *found)

    def noting(self, problems: Iterable[Diagnostic]) -> Validated:
        """The same with more findings about its file and data."""
        more = tuple(problems)
        return replace(self, problems=(*self.problems, *more), findings=(*self.findings, *more)) if more else self

    def close(self) -> None:
        """Gives back what evaluated the list, where nothing goes on from here; army and findings remain."""
        self.engine.close()
        self.bound.roster.close()

    def again(self) -> Validated:
        """The list judged anew, after edits of its roster. Raises `TooLarge` where that takes more than its budget."""
        with budget.metered(self.bound.document.file):
            return self.of(self.builder.build())


def validate(bound: BoundList, rules: Iterable[str] = (), pack: Pack | None = None) -> Validated:
    """Judges a list. ``rules``: optional rules and readings that apply besides those that the list names. ``pack``: the event
    that it is for, which goes before what the list says. Raises `RuleError` for unknown rules, those of the list become
    findings, and `TooLarge` for a list that exceeds its budget."""
    with budget.metered(bound.document.file):
        extent.allow(bound)
        return _validated(bound, rules, pack)


def _validated(bound: BoundList, rules: Iterable[str], pack: Pack | None) -> Validated:
    stated = list(own_terms.changed_data(bound.data))
    asked, event = tuple(rules), None
    if pack is not None:
        from listbuilder.validation.pack import size, terms

        stated += terms.problems(pack, bound)
        event = pack if terms.applies(pack, bound) else None
    if event is not None:
        stated += terms.own_rules(event, bound, asked)
        bound, ruleset = terms.applied(event, bound), terms.ruleset(event, asked)
    else:
        named, unknown = _named_rules(bound)
        stated += [*unknown, *own_terms.rules(bound, named, asked)]
        ruleset = Ruleset.shared(bound.data.system, (*named, *asked))
    data = bound.data
    engine = Engine.of(bound.roster)
    agreed = event.size if event is not None else None
    context = ArmyContext(data.system, data.faction, data.pin, bound.document.file, bound.places, agreed_size=agreed)
    builder = ArmyBuilder(engine, context)
    if event is not None:
        stated += size.played(event, bound, builder)
    army = builder.build()
    problems = (
        *stated,
        *problems_of(bound),
        *(_since(bound, army, lambda older: validate(older, asked, pack)) if other_data(bound) else ()),
        *drifts(bound, army),
        *totals(bound, army),
    )
    return Validated(bound, ruleset, engine, builder, problems, army, (), pack=pack).of(army)


def _since(bound: BoundList, army: Army, judge: Callable[[BoundList], Judged]) -> Iterator[Diagnostic]:
    """What changed since the list was made with other data."""
    from listbuilder.validation.changed_data import data_changed  # imports what most lists do not need

    yield from data_changed(bound, army, judge)


def _named_rules(bound: BoundList) -> tuple[list[str], list[Diagnostic]]:
    """The optional rules and readings that the list names, and findings about those that the system does not have."""
    named: list[str] = []
    unknown: list[Diagnostic] = []
    facts = bound.document.facts.get("rules") or ()
    for number, name in enumerate(bound.document.rules):
        place = bound.document.source.place(facts, number)
        if len(unknown) >= MOST_UNKNOWN:  # looking for likely names takes its time
            text = Text("{number} more rules or readings were not looked for", {"number": len(facts) - number})
            unknown.append(Diagnostic(UNKNOWN, text, UNJUDGED, place=place))
            break
        try:
            Ruleset.shared(bound.data.system, (name,))
            named.append(name)
        except RuleError as error:
            unknown += [replace(finding_of(one), place=place) for one in error.problems]
    return list(dict.fromkeys(named)), unknown


def validate_file(
    path: Path,
    rules: Iterable[str] = (),
    declaration: Path | None = None,
    among: Sets = (),
    pack: Pack | None = None,
) -> Validated:
    """Judges a list in a file of any format. ``declaration``: a file whose declarations replace the list's own. ``among``: the
    data sets to judge it by, the first that fits; by default those that it names, else all that the user has.
    Raises `InputError` when a file cannot be read; unknown names in it become findings."""
    bound = formats.read_file(path, among)
    if declaration is not None:
        bound.declare(declaration)
    return validate(bound, rules, pack)


def validate_bytes(
    content: bytes, name: str = "-", rules: Iterable[str] = (), among: Sets = (), pack: Pack | None = None
) -> Validated:
    """Judges a list of any format, as `validate_file`; ``name`` is what messages call it. Raises `InputError`."""
    return validate(formats.read_bytes(content, name, among=among), rules, pack)
