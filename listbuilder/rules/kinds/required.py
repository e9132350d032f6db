"""When the army has certain units, it must have others, too.

Parameters:

- ``when``: the units that trigger the rule.
- ``needs``: the army must then have at least one of these units.
- ``given``: checked only when the army has such a unit; always when left out.

Passes: ``{when: {must_be_warlord: true}, needs: {must_be_warlord: true, warlord: true}}`` with the Yncarne as Warlord.
Fails: the same with the Yncarne in the army and a Farseer as Warlord.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from listbuilder.army import Unit
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Proposal, RemoveUnit
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.where import Where


class Params(Parameters, frozen=True):
    when: Where
    needs: Where
    given: Where | None = None


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    params = rule.params
    triggers = list(muster.matching(params.when))
    if not triggers or any(True for _ in muster.matching(params.needs)):
        return
    if params.given is not None and not any(True for _ in muster.matching(params.given)):
        return
    text = Text("{units}: {rule}", {"units": [muster.called(unit) for unit in triggers]})
    yield rule.finding(text, triggers[0], fixes=tuple(_fixes(params, triggers)))


def demanded_warlords(rules: Iterable[BoundRule[Any]]) -> Iterator[Where]:
    """Those of whom one has to be the Warlord in an army that has them."""
    for params in (rule.params for rule in rules):
        if isinstance(params, Params) and params.needs.warlord:
            yield params.needs


def _fixes(params: Params, triggers: list[Unit]) -> Iterator[Proposal]:
    """Mark one, or have what is needed: chosen by one of the units, or added; else without those that need it."""
    if params.needs.warlord:
        yield from fixes.make_warlord(triggers)
    else:
        yield from fixes.rechoose(triggers[:1])
        yield from fixes.more(params.needs, 1, "units")
    yield fixes.together(RemoveUnit(unit.id) for unit in triggers)
