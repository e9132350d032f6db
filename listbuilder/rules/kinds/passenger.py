"""Which units may start the battle embarked in certain transports.

Parameters: ``transport``: the transports; ``needs``: filters, one of which every passenger must match.

Passes: Intercessors in a Stormraven Gunship; they could be in reserves themselves.
Fails: a unit that can never be in reserves in it.
"""

from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.formation import Load
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.where import Where


class Params(Parameters, frozen=True):
    transport: Where
    needs: tuple[Where, ...]


def check_load(rule: BoundRule[Params], muster: Muster, load: Load) -> Findings:
    if not load.groups or not rule.params.transport.matches(load.carrier, muster):
        return
    for group in load.groups:
        for unit in group.units:
            if unit in load.refused or any(need.matches(unit, muster) for need in rule.params.needs):
                continue
            names = {"transport": load.carrier.name}
            offered = (fixes.deploy(group.units[0]),)
            text = Text("{unit}: cannot start the battle in {transport}, it could not be in reserves itself", names)
            place = muster.place(f"declarations.embark.{group.bodyguard}")
            yield rule.finding(text, unit, fixes=offered, place=place)
