"""Texts that wait for what stands before them: what a report says first of all its lists is known after the last of them."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

BLOCK = 1 << 20  # bytes that are compressed together
QUICK = 1  # of the levels of zlib


class Spool:
    """Keeps texts, compressed, so that those of a hundred thousand lists take some megabytes."""

    def __init__(self) -> None:
        self._blocks: list[bytes] = []
        self._open = bytearray()

    def __bool__(self) -> bool:
        return bool(self._blocks or self._open)

    def add(self, text: str) -> None:
        """Keeps a text behind those before it."""
        self._open += text.encode("utf-8", "surrogatepass")
        if len(self._open) >= BLOCK:
            self._blocks.append(zlib.compress(self._open, QUICK))
            self._open.clear()

    def texts(self) -> Iterator[str]:
        """Everything that was kept, in its order, in pieces of some length."""
        for block in self._blocks:
            yield zlib.decompress(block).decode("utf-8", "surrogatepass")
        yield self._open.decode("utf-8", "surrogatepass")
