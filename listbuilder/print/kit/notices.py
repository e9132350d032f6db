"""What the page could not show as it was given: told to the user when the document is finished, each once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_gathered: ContextVar[dict[str, None] | None] = ContextVar("gathered", default=None)


def note(text: str) -> None:
    """Tells something to whoever gathers."""
    found = _gathered.get()
    if found is not None:
        found[text] = None


@contextmanager
def gathering() -> Iterator[dict[str, None]]:
    """Gathers what is noted while something is drawn: the texts are the keys, in their order."""
    found: dict[str, None] = {}
    token = _gathered.set(found)
    try:
        yield found
    finally:
        _gathered.reset(token)
