"""Which units may start the battle embarked in certain transports.

Parameters: ``transport``: the transports; ``needs``: filters, one of which every passenger must match.

Passes: Intercessors in a Stormraven Gunship; they could be in reserves themselves.
Fails: a unit that can never be in reserves in it.
"""

from __future__ import annotations

from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.where import Where


class Params(Parameters, frozen=True):
    transport: Where
    needs: tuple[Where, ...]


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    for load in muster.formation.loads.values():
        transport = muster.army.unit(load.transport)
        if not load.groups or transport is None or not rule.params.transport.matches(transport, muster):
            continue
        for group in load.groups:
            for unit in group.units:
                if unit in load.refused or any(need.matches(unit, muster) for need in rule.params.needs):
                    continue
                names = {"transport": transport.name}
                offered = (fixes.deploy(group.units[0]),)
                text = Text("{unit}: cannot start the battle in {transport}, it could not be in reserves itself", names)
                place = muster.place(f"declarations.embark.{group.bodyguard}")
                yield rule.finding(text, unit, fixes=offered, place=place)
