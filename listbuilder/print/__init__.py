"""The printed roster: a PDF for the table and plain text for the terminal.

`print_army` loads reportlab, and what makes the pages, only when it is called; `text.show_army` never does.
"""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.army.model import Army
from listbuilder.catalogue.system import System
from listbuilder.print.options import PrintOptions
from listbuilder.rules.diagnostic import Diagnostic

__all__ = ["PrintOptions", "print_army"]


def print_army(
    army: Army, findings: Sequence[Diagnostic], system: System | None, options: PrintOptions | None = None
) -> bytes:
    """The PDF of an army in the language in use. The same input gives the same bytes."""
    from listbuilder.print.briefing import brief
    from listbuilder.print.layouts import registry
    from listbuilder.print.layouts.rendering import render
    from listbuilder.validation.seal import seal

    options = options or PrintOptions()
    sealed = seal(army, findings, options.enabled, file=options.file, pack=options.pack)
    briefing = brief(army, findings, system, options.enabled, sealed if army.data else None)
    layout = registry.LAYOUTS[options.layout]
    return render(layout.flow(briefing, options), briefing, layout)
