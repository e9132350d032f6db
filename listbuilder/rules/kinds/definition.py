"""Defines how something is counted for other rules. Nothing is checked here.

Parameters: ``enforced_by``: ids of the rules that count this way.

Passes: every army.
Fails: no army; its example fails the rules in ``enforced_by``.
"""

from listbuilder.rules.kind import Parameters


class Params(Parameters, frozen=True):
    enforced_by: tuple[str, ...] = ()
