"""Units that a list has although only the catalogues of other factions offer them: findings of the rule `not-offered`."""

from __future__ import annotations

from listbuilder.catalogue.library import Library
from listbuilder.i18n import Text
from listbuilder.naming import listing


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
