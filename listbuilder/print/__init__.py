"""The printed roster: a PDF for the table and plain text for the terminal.

`print_army` loads reportlab, and what makes the pages, only when it is called; `text.show_army` never does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from listbuilder.army.model import Army
from listbuilder.catalogue.system import System
from listbuilder.rules.diagnostic import Diagnostic


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """``paper``: a4 or letter. ``compact``: two pages for an ordinary army. ``enabled``: optional rules and readings that the
    list is judged by, as `check --rules` takes them; they decide how much may wait in reserve. ``file``: the bytes of the list's
    file; ``pack``: name and hash of the event's pack. Both are sealed."""

    paper: str = "a4"
    compact: bool = False
    enabled: tuple[str, ...] = ()
    file: bytes | None = None
    pack: tuple[str, str] = ("", "")


def print_army(
    army: Army, findings: Sequence[Diagnostic], system: System | None, options: PrintOptions | None = None
) -> bytes:
    """The PDF of an army in the language in use. The same input gives the same bytes."""
    from listbuilder.print.briefing import brief
    from listbuilder.print.layouts.roster import compose
    from listbuilder.validation.seal import seal

    options = options or PrintOptions()
    sealed = seal(army, findings, options.enabled, file=options.file, pack=options.pack)
    briefing = brief(army, findings, system, options.enabled, sealed if army.data else None)
    return compose(briefing, options.paper, compact=options.compact)
