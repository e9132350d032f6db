"""The printed roster: a PDF for the table and plain text for the terminal.

`print_army` and `Collection` load reportlab, and what makes the pages, only when they are called; `text.show_army` never does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from listbuilder.army.model import Army
from listbuilder.catalogue.system import System
from listbuilder.rules.diagnostic import Diagnostic

if TYPE_CHECKING:
    from listbuilder.print.briefing import Briefing
    from listbuilder.print.options import PrintOptions

__all__ = ["Collection", "PrintOptions", "print_army"]


def __getattr__(name: str) -> object:
    """The options, which nobody needs who reads a datasheet."""
    if name == "PrintOptions":
        from listbuilder.print.options import PrintOptions

        return PrintOptions
    raise AttributeError(name)


def print_army(
    army: Army, findings: Sequence[Diagnostic], system: System | None, options: PrintOptions | None = None
) -> bytes:
    """The PDF of an army in the language in use. The same input gives the same bytes."""
    from listbuilder.print.layouts import registry
    from listbuilder.print.layouts.rendering import render
    from listbuilder.print.options import PrintOptions

    options = options or PrintOptions()
    briefing = _sealed(army, findings, system, options)
    layout = registry.LAYOUTS[options.layout]
    return render(layout.flow(briefing, options), briefing, layout)


class Collection:
    """One PDF of several armies, all in one layout. ``title``: of the document."""

    def __init__(self, layout: str, title: str) -> None:
        from listbuilder.print.layouts import registry
        from listbuilder.print.layouts.rendering import Document

        self._layout = registry.LAYOUTS[layout]
        self._document = Document(self._layout, title)

    def add(self, army: Army, findings: Sequence[Diagnostic], system: System | None, options: PrintOptions) -> None:
        """Adds an army, which is a chapter of the document."""
        briefing = _sealed(army, findings, system, options)
        self._document.add(self._layout.flow(briefing, options), briefing)

    def content(self) -> bytes:
        """The finished PDF."""
        return self._document.content()


def _sealed(army: Army, findings: Sequence[Diagnostic], system: System | None, options: PrintOptions) -> Briefing:
    """The army in words, with its seal where its data are known."""
    from listbuilder.print.briefing import brief
    from listbuilder.validation.seal import seal

    sealed = seal(army, findings, options.enabled, file=options.file, pack=options.pack)
    return brief(army, findings, system, options.enabled, sealed if army.data else None)
