"""What is said of units that join others: as leaders, or as parts of them, for which some games have a word."""

from __future__ import annotations

from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.i18n import Text, _
from listbuilder.print.datasheet import part_of
from listbuilder.tui.wording import in_game


def could_lead_title(*, part: bool) -> str:
    """Before the names of units that one could join."""
    return _("Can join") if part else _("Can lead")


def leads_title(words: Vocabulary, *, part: bool) -> str:
    """Before the name of the unit that one has joined."""
    return part_of(words) or _("Joins") if part else words.declaration("attach") or _("Leads")


def joined_title(words: Vocabulary, *, parts: bool) -> str:
    """Before the names of those that have joined a unit."""
    if not parts:
        return _("Led by")
    return words.terms.part.title if words.terms.part is not None else _("Joined by")


def could_join_title(words: Vocabulary, *, parts: bool) -> str:
    """Before the names of those that could join a unit."""
    if not parts:
        return _("Can be led by")
    return in_game(Text("Possible {parts}"), words) if words.terms.part is not None else _("Can be joined by")


def has_joined_title(words: Vocabulary) -> str:
    """The sign of a unit that others have joined."""
    return in_game(Text("Has a {part}"), words) if words.terms.part is not None else _("Has a leader")


def nobody_joins(words: Vocabulary) -> str:
    """Nothing in the army could join a unit."""
    none = Text("The army has no {part} for it.")
    return in_game(none, words) if words.terms.part is not None else _("The army has no leader for it.")
