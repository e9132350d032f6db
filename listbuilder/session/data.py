"""The systems and factions that lists can be built for, with names in the language in use."""

from __future__ import annotations

from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.i18n import in_language
from listbuilder.session.views import Named
from listbuilder.sources import registry
from listbuilder.sources.dataset import Offer


def systems() -> list[Named]:
    """What lists can be built for."""
    return [_named(offer) for offer in registry.systems()]


def factions(system: str) -> list[Named]:
    """The factions of a system."""
    return [_named(offer) for offer in registry.factions(system)]


def vocabulary(system: str) -> Vocabulary:
    """The words of a system."""
    return registry.system_of(system)[0].vocabulary


def _named(offer: Offer) -> Named:
    found = " ".join((*offer.names.values(), offer.source))
    english = offer.names.get("en", "")
    return Named(offer.id, in_language(offer.names), more=found, source=offer.source, date=offer.date, also=english)
