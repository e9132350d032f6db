"""The list has chosen none of some settings of community data: those that make it something else than the game's rules judge, as
a collection that armies are drawn from.

Parameters: ``of``: names of the settings, case ignored.

Passes: ``{of: [Command Roster]}`` for a list whose type is another one.
Fails: the same for a command roster.
"""

from listbuilder.i18n import Text
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster


class Params(Parameters, frozen=True):
    of: tuple[str, ...]


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    for name in rule.params.of:
        if name.casefold() in muster.army.settings:
            yield rule.finding(Text("{rule}: {setting}", {"setting": name}))
