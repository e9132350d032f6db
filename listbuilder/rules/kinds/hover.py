"""Only units that can hover do; a hovering unit loses keywords.

Hovering is resolved before other declarations: all rules see the unit without these keywords.

Parameters: ``removes``: the keywords that a hovering unit loses.

Passes: a Stormraven Gunship hovers and starts on the table.
Fails: a Redemptor Dreadnought is declared to hover.
"""

from listbuilder.i18n import Localised, Text
from listbuilder.rules import fixes
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import Word


class Params(Parameters, frozen=True):
    removes: tuple[Word, ...] = ()


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    for unit_id in muster.declarations.hover:
        unit = muster.army.unit(unit_id)
        if unit is not None and not unit.hover:
            hover = Localised(muster.vocabulary.declarations.get("hover", "hover"))
            text = Text("{unit}: {hover} is not possible", {"hover": hover})
            place = muster.place(f"declarations.hover.{unit.id}")
            yield rule.finding(text, unit, fixes=(fixes.hover(unit, False),), place=place)
