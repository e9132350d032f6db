"""How many units have a marker, and which may have it: Warlord, General, Leader, Battle Standard Bearer.

Parameters:

- ``marker``: ``warlord`` (default; the roster's own mark), or a keyword.
- ``at_least``, ``at_most``: both 1 by default.
- ``bearer``: the units that may have it; all when left out.
- ``in_forces``: true: ``bearer`` is about units that stand in forces of native data only; community data offer the mark to those
  that may have it.
- ``demanded``: true: where no unit matches ``bearer``, the mark is missing, too. Left out, nothing is reported then: the rule
  that requires such a unit reports it.

Datasheets that can never be Warlord are respected.

Passes: one Captain is Warlord.
Fails: none, two, or a Sergeant is; the only Character can never be Warlord.
"""

from functools import partial

from listbuilder.army import Unit
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Fix, Proposal, Proposals
from listbuilder.rules.kind import BoundRule, Findings, Gauged, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import Marker
from listbuilder.rules.where import Where

WARLORD = "warlord"


class Params(Parameters, frozen=True):
    marker: Marker = WARLORD
    at_least: int = 1
    at_most: int = 1
    bearer: Where = Where()
    in_forces: bool = False
    demanded: bool = False


def gauge(rule: BoundRule[Params], muster: Muster) -> Gauged | None:
    """None in an army of which nobody may have the mark, unless somebody has to: nothing is missing there."""
    params = rule.params
    marked = len(_marked(params, muster))
    is_missed = marked or not muster.army.units or _is_due(params, muster)
    return (marked, params.at_most, params.at_least) if is_missed else None


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    params = rule.params
    marked = _marked(params, muster)
    wrong = [unit for unit in marked if not _may_have(params, unit, muster)]
    for unit in wrong:
        offered = Proposals(partial(_replaced, params, unit))
        yield rule.finding(Text("{unit}: cannot be {rule}"), unit, fixes=offered)
    if wrong:
        return
    if len(marked) > params.at_most:
        text = Text(
            "{rule}: {found} found, at most {bound} ({units})", {"units": [muster.called(unit) for unit in marked]}
        )
        first = marked[params.at_most]
        some = (*_clear(params, marked[::-1]), *_set(params, marked))
        yield rule.finding(text, first, found=len(marked), bound=params.at_most, fixes=some)
    elif len(marked) < params.at_least and _is_due(params, muster):
        text = Text("{rule}: {found} found, at least {bound} needed")
        offered = Proposals(partial(_given, params))
        yield rule.finding(text, found=len(marked), bound=params.at_least, fixes=offered)


def _is_due(params: Params, muster: Muster) -> bool:
    """Whether the mark is missing where nobody has it. What has to have it in community data, these judge."""
    if next(muster.matching(params.bearer), None) is not None:
        return True
    return params.demanded and any(not _by_data(params, unit, muster) for unit in muster.units)


def _by_data(params: Params, unit: Unit, muster: Muster) -> bool:
    return params.in_forces and muster.force_of(unit) is None


def _marked(params: Params, muster: Muster) -> list[Unit]:
    return list(muster.warlords if params.marker == WARLORD else muster.bearers(params.marker))


def _may_have(params: Params, unit: Unit, muster: Muster) -> bool:
    barred = params.marker == WARLORD and unit.never_warlord
    return not barred and (_by_data(params, unit, muster) or params.bearer.matches(unit, muster))


def _given(params: Params, muster: Muster) -> tuple[Fix, ...]:
    """Mark a unit that may have the mark, one of the army's own where there is one; first who costs most, as players do."""
    possible = [unit for unit in muster.matching(params.bearer) if _may_have(params, unit, muster)]
    possible.sort(key=lambda unit: -unit.points)
    return _set(params, [unit for unit in possible if not muster.is_allied(unit)] or possible)


def _replaced(params: Params, unit: Unit, muster: Muster) -> tuple[Proposal, ...]:
    return (*_given(params, muster), *_clear(params, [unit]))


def _set(params: Params, able: list[Unit]) -> tuple[Fix, ...]:
    if params.marker != WARLORD:
        return ()
    chosen = [unit for unit in able if unit.must_be_warlord] or able
    return fixes.make_warlord(chosen, safe=len(chosen) == 1)


def _clear(params: Params, units: list[Unit]) -> tuple[Proposal, ...]:
    """Take the mark from any of the units: another choice, or no such unit, where an option gives it."""
    if params.marker == WARLORD:
        return fixes.clear_warlord(units)
    return (*fixes.rechoose(units), *fixes.remove(units))
