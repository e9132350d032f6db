"""The printed roster: a PDF for the table and plain text for the terminal.

`print_army` loads reportlab only when it is called; `show_army` never does.
"""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.army.model import Army
from listbuilder.catalogue.system import System
from listbuilder.print.options import PAPERS, PrintOptions
from listbuilder.print.text import show_army, show_unit
from listbuilder.rules.diagnostic import Diagnostic

__all__ = ["PAPERS", "PrintOptions", "print_army", "show_army", "show_unit"]


def print_army(
    army: Army, findings: Sequence[Diagnostic], system: System | None, options: PrintOptions | None = None
) -> bytes:
    """The PDF of an army in the language in use. The same input gives the same bytes."""
    from listbuilder.print.pdf import compose

    return compose(army, findings, system, options or PrintOptions())
