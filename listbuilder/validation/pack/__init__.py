"""Event packs: what an event plays, laid over a game system (docs/events.md).

A pack is read once, with everything that it names resolved, and then turns the system into the system of the event: rules that
are on, off, changed and added. The rules themselves know nothing of packs.
"""

from listbuilder.validation.pack.record import DataTerms, Pack, TeamTerms

__all__ = ["DataTerms", "Pack", "TeamTerms"]
