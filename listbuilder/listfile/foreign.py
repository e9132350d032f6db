"""Units that a list has and the data of its faction do not: those that only others have (the rule `not-offered`), and those that
are missing."""

from __future__ import annotations

from listbuilder.catalogue.library import Library
from listbuilder.i18n import Text
from listbuilder.naming import fold, listing


def lacks(library: Library, catalogue_id: str, word: str) -> bool:
    """Whether the faction has a unit of this name which its data do not have: one of another faction is not the one meant."""
    army = library.catalogue(catalogue_id)
    return army is not None and fold(word) in map(fold, army.lacks)


def not_offered(library: Library, catalogue_id: str, *words: str, name: str = "") -> Text | None:
    """What is wrong with a unit that the army's catalogue does not offer, if other catalogues of the game do; None if nobody
    knows it. ``words``: its id and name, as far as known; ``name``: what the list calls it, else the last word."""
    found = next((offers for word in words if word and (offers := library.offered_only_by(word))), ())
    army = library.catalogue(catalogue_id)
    others = [other for other in found if army is None or other != army.name]
    if not others:
        return None
    params = {"unit": name or words[-1], "faction": army.name if army else catalogue_id, "others": listing(others)}
    return Text("{unit} is not offered to {faction}; it is a unit of {others}", params)
