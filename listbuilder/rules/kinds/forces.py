"""How many forces of one kind the army may have: regiments, detachments, allied contingents.

Parameters: ``of``: the kind or name of force, or a list of them, which are counted together, or ``*`` for all; ``at_least``
(default 0); ``at_most``: no limit when left out; both are numbers, or battle size -> number. ``at_most_from``: a list of points
limits (``limit``) with the ``number`` that replaces ``at_most`` from there on, whatever the size of game is called. ``besides``:
kinds of force that count against ``at_most``, too. ``per``: kinds of force; ``at_most`` holds for each force of these that the
army has.

Passes: ``{of: Regiment, at_least: 1, at_most: 5}`` with three regiments.
Fails: the same with none, or with six.
"""

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from listbuilder.army import ForceView
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Fix, Proposals
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import ForceName, SizeName

ANY = "*"


class FromLimit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A number that holds from a points limit on."""

    limit: int
    number: int


class Params(Parameters, frozen=True):
    of: ForceName | tuple[ForceName, ...]
    at_least: int | dict[SizeName, int] = 0
    at_most: int | dict[SizeName, int] | None = None
    at_most_from: tuple[FromLimit, ...] = ()
    besides: tuple[ForceName, ...] = ()
    per: tuple[ForceName, ...] = ()


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    params = rule.params
    kinds = (params.of,) if isinstance(params.of, str) else params.of
    forces = _of(kinds, muster)
    found = len(forces)
    counted = _of((*kinds, *params.besides), muster)
    least, most = muster.by_size(params.at_least) or 0, _most(params, muster)
    if most is not None and params.per:
        most *= len(_of(params.per, muster))
    if found < least:
        text = Text("{rule}: {found} found, at least {bound} needed")
        yield rule.finding(text, found=found, bound=least, fixes=Proposals(partial(_more, kinds)))
    elif most is not None and len(counted) > most:
        text = Text("{rule}: {found} found, at most {bound}")
        offered = fixes.remove_all_forces(_spare(counted, len(counted) - most, muster))
        if rule.spec.severity != "error":  # a force of which something is said, not one too many
            text, offered = Text("{rule}: {force}", {"force": counted[most].name}), ()
        yield rule.finding(text, found=len(counted), bound=most, place=counted[most].place, fixes=offered)


def _most(params: Params, muster: Muster) -> int | None:
    """The most for the size of game, or for its points limit."""
    limit = muster.limit if params.at_most_from else None
    reached = [one for one in params.at_most_from if limit is not None and limit >= one.limit]
    most: int | None = muster.by_size(params.at_most)
    return max(reached, key=lambda one: one.limit).number if reached else most


def _of(kinds: tuple[str, ...], muster: Muster) -> list[ForceView]:
    """The forces of these kinds, each once, in the order of the list."""
    if ANY in kinds:
        return list(muster.army.forces)
    known = {force.id for kind in kinds for force in muster.forces(kind)}
    return [force for force in muster.army.forces if force.id in known]


def _more(kinds: tuple[str, ...], muster: Muster) -> Iterator[Fix]:
    """Add such a force, empty or with a unit that stands in no force or in one of another kind."""
    named = map(muster.system.force_kind, kinds)
    known = [kind for kind in named if kind is not None and not kind.inside and not kind.contingents]
    yield from fixes.add_force(known)
    for unit in muster.units:
        force = muster.force_of(unit)
        if force is None or muster.kind_of(force) not in known:
            yield from fixes.transfer_to_new(unit, known)


def _spare(forces: list[ForceView], number: int, muster: Muster) -> list[ForceView]:
    """So many of the forces, the last first, those before all others that nothing stands in."""
    held = {unit.force for unit in muster.units} | {force.parent for force in muster.army.forces}
    last_first = forces[::-1]
    return sorted(last_first, key=lambda force: force.id in held)[:number]
