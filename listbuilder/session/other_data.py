"""A list over other data than those it is judged by: which there are, and the same list judged by them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from listbuilder.session.views import Named
from listbuilder.sources import registry

if TYPE_CHECKING:
    from listbuilder.session.session import Session

# `validation.succession` is what only a list needs that goes on over other data


def choices(session: Session) -> list[Named]:
    """The data sets of its game, the newest first; none where it is settled by which it is judged."""
    from listbuilder.validation import succession

    settled = session.among or (session.pack is not None and session.pack.data.set)
    return [] if settled else [Named(one.name, one.name, one.date) for one in succession.choices(session.now.bound)]


def made_with(session: Session) -> str:
    """The name of the older set that it was made with, as far as that is installed; empty where it is judged by that."""
    from listbuilder.validation import succession

    older = None if session.among else succession.older(session.now.bound)
    return older.name if older is not None else ""


def over(session: Session, data: str) -> Callable[[], Session]:
    """See `Session.over`."""
    from listbuilder.validation import succession

    snapshot, bound = session.snapshot(), session.now.bound
    older = None if data else succession.older(bound)

    def judged() -> Session:
        other = older or registry.named(data)
        text = snapshot.text(succession.stated_by(other, bound))
        return session.recover(text.encode(), session.path, session.digest, among=() if older is None else (older,))

    return judged
