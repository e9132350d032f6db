"""The number of models from which on a model must be in coherency with two others instead of one. Printed on the sheet;
nothing is checked.

Parameters: ``from_models``.

Passes: every army.
Fails: no army.
"""

from listbuilder.rules.kind import Parameters


class Params(Parameters, frozen=True):
    from_models: int
