"""What the page could not show as it was given: told to the user when the document is finished, each once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_gathered: ContextVar[dict[str, str] | None] = ContextVar("gathered", default=None)


def note(text: str, about: str = "") -> None:
    """Tells something to whoever gathers. ``about``: the name that it is told of; what was told of a name is not told again of a
    longer text that has it."""
    found = _gathered.get()
    if found is not None and not any(known and known in about for known in found.values()):
        found[text] = about


@contextmanager
def gathering() -> Iterator[dict[str, str]]:
    """Gathers what is noted while something is drawn: the texts are the keys, in their order."""
    found: dict[str, str] = {}
    token = _gathered.set(found)
    try:
        yield found
    finally:
        _gathered.reset(token)
