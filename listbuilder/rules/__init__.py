"""What the rulebook says: rules over an army of units.

A system's ``system.yaml`` names its rules; each is an instance of a rule kind (`listbuilder.rules.kinds`) with parameters.
`checker` binds them and judges an army, `formation` works out what the declarations make of it, `explain` tells the long form.
"""

from __future__ import annotations

from listbuilder.rules.checker import Ruleset, check, verdict
from listbuilder.rules.diagnostic import Diagnostic, Fix
from listbuilder.rules.formation import Formation, FormationOptions, Group, formation

__all__ = [
    "Diagnostic",
    "Fix",
    "Formation",
    "FormationOptions",
    "Group",
    "Ruleset",
    "check",
    "formation",
    "verdict",
]
