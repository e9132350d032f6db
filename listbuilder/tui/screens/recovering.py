"""The question what becomes of changes that a run of the builder could not save."""

from __future__ import annotations

from listbuilder.i18n import _
from listbuilder.terminal import one_line
from listbuilder.tui.journal import Recovered
from listbuilder.tui.screens.dialogs import Ask

RECOVER, DISCARD = "recover", "discard"  # answers; any other leaves them for later


def what_becomes_of(entry: Recovered) -> Ask:
    """Asks about one list."""
    text = _("{name} has changes of {when} that were not saved before the program ended.").format(
        name=one_line(str(entry.path or entry.name)), when=entry.when
    )
    if entry.about:
        text = f"{text}\n{one_line(entry.about)}"
    answers = [(RECOVER, "r", _("Recover them")), (DISCARD, "d", _("Discard them")), ("", "l", _("Decide later"))]
    return Ask(_("Unsaved changes"), text, answers)
