"""Each enhancement belongs to a chosen detachment.

Not checked while no detachment is chosen (another rule requires one), or when the data do not name the enhancement's
detachment.

Parameters: none.

Passes: an enhancement of the Gladius Task Force in a Gladius Task Force.
Fails: the same in a Firestorm Assault Force.
"""

from listbuilder.army import Unit
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.where import ENHANCED, Where


def judged(_params: Parameters) -> Where:
    return ENHANCED


def check_unit(rule: BoundRule[Parameters], muster: Muster, unit: Unit) -> Findings:
    chosen = muster.detachment_names
    for one in unit.enhancements if chosen else ():
        if one.detachment and one.detachment.casefold() not in chosen:
            detachments = [detachment.name for detachment in muster.army.detachments]
            names = {"enhancement": one.name, "detachments": detachments}
            text = Text("{unit}: {enhancement} does not belong to {detachments}", names)
            yield rule.finding(text, unit, fixes=fixes.clear(unit, one))
