"""How many leaders one unit may have.

A leader whose data say that it may join beside certain others (names or keywords) is let in besides the limit; the order of
joining is free.

Parameters: ``at_most`` (default 1); ``with_leave`` (default 2): the most when data let further leaders in.

Passes: a Captain and a Lieutenant whose datasheet lets it join beside a Captain.
Fails: two Captains in one unit.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from listbuilder.army import Unit
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.kind import Bound
from listbuilder.rules.muster import Muster

KIND = "relation-limit"


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """How many leaders."""

    at_most: int = 1
    with_leave: int = 2


def check(rule: Bound[Params], muster: Muster) -> Iterator[Diagnostic]:
    joined: dict[str, list[Unit]] = {}
    for leader in muster.units:
        target = muster.army.declarations.attach.get(leader.id)
        if target is not None and muster.army.unit(target):
            joined.setdefault(target, []).append(leader)
    for target, leaders in joined.items():
        bound = rule.params.at_most
        if len(leaders) <= bound:
            continue
        if stand_together(leaders, bound):
            bound = rule.params.with_leave
            if len(leaders) <= bound:
                continue
        params: dict[str, object] = {"unit": muster.name(target), "found": len(leaders), "bound": bound}
        params["leaders"] = [leader.name for leader in leaders]
        unread = any(leader.leader is None and leader.leader_unread for leader in leaders)
        text = Text("{unit}: {found} leaders ({leaders}), at most {bound}", params)
        place = muster.place(f"declarations.attach.{leaders[-1].id}")
        severity = "unjudged" if unread else ""
        yield rule.finding(
            text,
            muster.army.unit(target),
            found=len(leaders),
            bound=bound,
            fixes=fixes.detach(leaders),
            place=place,
            severity=severity,
        )


def stand_together(leaders: list[Unit], alone: int) -> bool:
    """Whether there is an order of joining in which everybody after the first ``alone`` may join beside those there."""
    left = list(leaders)
    while len(left) > alone:
        last = next((one for one in left if _beside(one, [other for other in left if other is not one])), None)
        if last is None:
            return False
        left.remove(last)
    return True


def _beside(leader: Unit, others: list[Unit]) -> bool:
    beside = leader.leader.beside if leader.leader else ()
    return all(any(other.has(word) or word == other.datasheet_id for word in beside) for other in others)
