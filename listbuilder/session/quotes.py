"""What adding a unit would come to: what it costs at each of its sizes beside the present army, and what speaks against it.

Everything is tried out and taken back, so that prices which depend on what else is there, parts that every unit starts with, and
rules of any kind need no code here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from listbuilder.army import roles
from listbuilder.catalogue.base import Number
from listbuilder.i18n import Text
from listbuilder.roster.tree import Selection
from listbuilder.rules.diagnostic import ClearWarlord, Diagnostic, Fix, RemoveUnit
from listbuilder.rules.kind import without_reading
from listbuilder.session.comparing import raised

if TYPE_CHECKING:
    from listbuilder.session.edits import Edits

MOST_SIZES = 4
SAMPLE = 4  # datasheets that tell whether a force is full


class Size(Struct, frozen=True):
    """So many models, and what the army then costs more than now."""

    models: int
    points: Number


class Quote(Struct, frozen=True):
    """``sizes``: the smallest first, never empty; ``open_ended``: the data set no largest. ``against``: errors that come with one
    more of it and that more choices do not mend (it need not lead, ride or be the Warlord yet). Points are no such error."""

    sizes: tuple[Size, ...]
    open_ended: bool = False
    against: tuple[Text, ...] = ()

    @property
    def points(self) -> Number:
        """Of the smallest size."""
        return self.sizes[0].points


def quote(session: Edits, datasheet_id: str, force_id: str) -> Quote:
    """Raises LookupError when the force does not offer the datasheet, `InputError` when the unit would be too large."""
    known, paid, before = session.now.findings, session.army.points, _total(session)
    with session.trial():
        unit_id = session.add_unit(datasheet_id, force_id)
        unit, root = session.army.unit(unit_id), session.root(unit_id)
        against = tuple(
            without_reading(one.message) for one in raised(known, session.now.findings) if _speaks_against(one, session)
        )
        points = session.army.points - paid
        before -= points - (_total(session) - before)  # what it costs beyond prices is the same at each size
        first = Size(unit.model_count if unit is not None else 1, points)
        most = _most(session, root, first.models)
        larger = list(_larger(session, root, first, most, before))
    best = {size.points: size for size in larger}  # of sizes with one price the largest
    return Quote((first, *best.values()), open_ended=most is None, against=tuple(dict.fromkeys(against)))


def goes_apart(session: Edits, unit_id: str) -> bool:
    """Whether a copy of the unit has its place in a new force beside the unit's own: another leader of a regiment."""
    if not any(force.parent for force in session.army.forces):  # nothing has to be tried
        return False
    beside = _against_copy(session, unit_id, apart=False)
    if not beside:
        return False
    try:
        return len(_against_copy(session, unit_id, apart=True)) < len(beside)
    except LookupError:
        return False


def _against_copy(session: Edits, unit_id: str, *, apart: bool) -> list[Diagnostic]:
    known = session.now.findings
    with session.trial():
        session.duplicate_unit(unit_id, apart=apart)
        return [one for one in raised(known, session.now.findings) if _speaks_against(one, session)]


def is_full(session: Edits, force_id: str) -> bool:
    """Whether a force takes no more units, as far as a few of its datasheets tell: the same error comes with each of them."""
    offered = [
        one.id
        for one in session.browser.datasheets(session.forces.get(force_id), session.army)
        if not (one.hidden or one.legends)
    ]
    common: set[str] | None = None
    for datasheet in offered[:: max(1, len(offered) // SAMPLE)][:SAMPLE]:
        against = set(map(str, quote(session, datasheet, force_id).against))
        common = against if common is None else common & against
        if not common:
            return False
    return bool(common) and len(offered) > 1


def _speaks_against(finding: Diagnostic, session: Edits) -> bool:
    """Whether it is an error that more choices do not mend."""
    if finding.severity != "error":
        return False
    found, bound, army = finding.found, finding.bound, session.now.army
    if (found, bound) == (army.points, army.limit):
        return False
    if _is_outgrown(finding, army.points, army.limit):
        return False
    actions = [one.action for one in finding.fixes if isinstance(one, Fix)]
    if found is not None and bound is not None and found != bound:
        return found > bound and not any(isinstance(one, ClearWarlord) for one in actions)
    if finding.cause is not None or not finding.unit:
        return not actions or any(isinstance(one, RemoveUnit) for one in actions)
    return bool(actions) and all(isinstance(one, RemoveUnit) for one in actions)


def _is_outgrown(finding: Diagnostic, points: Number, limit: Number | None) -> bool:
    """Whether what is found is too much of the army as it is, and not of one that has all the points it may have."""
    found, bound, whole = finding.found, finding.bound, finding.whole
    if found is None or bound is None or whole is None or found <= bound:
        return False
    return limit is None or whole != points or found * whole <= bound * limit


# --- sizes ----------------------------------------------------------------------------------------------------------------------


def _total(session: Edits) -> Number:
    return session.engine.totals().get(session.builder.points_type, 0)


def _larger(session: Edits, root: Selection, first: Size, most: int | None, before: Number) -> Iterator[Size]:
    """Sizes that break no bound of the unit."""
    wrong = _wrong(session, root)
    for models in _steps(first.models, most):
        session.set_size(root.id, models)
        if _models(root) != models or _wrong(session, root) > wrong:
            continue
        yield Size(models, _total(session) - before)


def _steps(least: int, most: int | None) -> Iterable[int]:
    """Every size where there are few, else whole multiples of the smallest one, and the largest one."""
    if most is None:
        return [least * times for times in range(2, MOST_SIZES + 1)] if least > 1 else []
    if most - least <= MOST_SIZES:
        return range(least + 1, most + 1)
    multiples = list(range(2 * least, most + 1, max(1, least)))[: MOST_SIZES - 2]
    return dict.fromkeys((*multiples, most)) if most > least else ()


def _most(session: Edits, root: Selection, models: int) -> int | None:
    """The largest size to which the largest group of models may grow; None without a limit."""
    engine = session.engine
    groups = [
        node
        for node in root.walk()
        if roles.is_model(node)
        and node is not root
        and isinstance(node.parent, Selection)
        and roles.whole_of(node) is None
    ]
    most = models
    for node in sorted(groups, key=lambda node: -node.amount):
        assert isinstance(node.parent, Selection)
        choice = engine.choice(node.parent, node.option)
        if choice.maximum is not None and choice.maximum == choice.minimum:
            continue
        left = [
            one
            for one in (engine.room(node.parent, node.option), engine.headroom(node.parent, node.option))
            if one is not None
        ]
        if not left:
            return None
        most = max(most, models + min(left))
        break
    return most


def _models(root: Selection) -> int:
    return sum(node.number for node in root.walk() if roles.is_model(node) and roles.whole_of(node) is None)


def _wrong(session: Edits, root: Selection) -> int:
    """How many bounds inside the unit are broken."""
    return sum(isinstance(one.node, Selection) and one.node.root is root for one in session.engine.violations())
