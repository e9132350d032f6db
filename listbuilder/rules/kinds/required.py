"""When certain units are in the army, others must be too.

Parameters:

- ``when``: the units that ask for it.
- ``needs``: what the army must then hold at least one of.
- ``given``: judged only when the army holds such a unit; left out: always.

Passes: ``{when: {must_be_warlord: true}, needs: {must_be_warlord: true, warlord: true}}`` with the Yncarne as Warlord.
Fails: the same with the Yncarne in the army and a Farseer as Warlord.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.kind import Bound
from listbuilder.rules.muster import Muster
from listbuilder.rules.where import Where

KIND = "required"


class Params(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What asks, what is asked for."""

    when: Where
    needs: Where
    given: Where | None = None


def check(rule: Bound[Params], muster: Muster) -> Iterator[Diagnostic]:
    params = rule.params
    asking = list(muster.where(params.when))
    if not asking or any(True for _ in muster.where(params.needs)):
        return
    if params.given is not None and not any(True for _ in muster.where(params.given)):
        return
    names: dict[str, object] = {"rule": rule.name, "units": [unit.name for unit in asking]}
    offered = fixes.make_warlord(asking) if params.needs.warlord else ()
    yield rule.finding(Text("{units}: {rule}", names), asking[0], fixes=offered)
