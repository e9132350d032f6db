"""What printed texts mean where they print something else: misspelt names, and names that the data do not have."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from listbuilder.sources.bsdata.texts.phrases import plain


class Corrections:
    """Puts right what a set's texts print. ``read_as``: what is printed, in any case -> what is meant; the longest first."""

    def __init__(self, read_as: Mapping[str, str]) -> None:
        self._meant = {printed.casefold(): meant for printed, meant in read_as.items()}
        words = "|".join(map(re.escape, sorted(self._meant, key=len, reverse=True)))
        self._pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) if words else None
        self._known = lru_cache(maxsize=8192)(self._corrected)

    def __call__(self, text: str) -> str:
        return text if self._pattern is None else self._known(text)

    def _corrected(self, text: str) -> str:
        assert self._pattern is not None
        return self._pattern.sub(lambda match: self._meant[match[0].casefold()], plain(text))
