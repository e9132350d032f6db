"""What the rulebook says: rules over an army of units.

The rules of a system are listed in its ``system.yaml``; each is an instance of a rule kind (`listbuilder.rules.kinds`) with
parameters. `checker` binds them and checks an army, `formation` derives attached units, passengers and reserves from the
declarations.
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
