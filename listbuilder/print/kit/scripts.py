"""The languages that letters tell of."""

from __future__ import annotations

import re
from functools import lru_cache

_LETTERS = (  # the first that a text has
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")),
    ("zh", re.compile("[\u2e80-\u2fff\u3400-\u9fff\uf900-\ufaff]")),
    ("ru", re.compile("[\u0400-\u04ff]")),
    ("he", re.compile("[\u0590-\u05ff\ufb1d-\ufb4f]")),
    ("ar", re.compile("[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
    ("el", re.compile("[\u0370-\u03ff]")),
)
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]{2}")
_OWN_LETTERS = {"zh", "ru", "ja", "ko", "he", "ar", "th", "el"}  # languages that are not written in Latin letters


@lru_cache(maxsize=8192)
def language_of(text: str, usual: str) -> str:
    """The language of a text in a document of a ``usual`` one: that of its letters; names in Latin letters are English where
    the document's own are others."""
    for language, letters in _LETTERS:
        if letters.search(text):
            return usual if usual == language or (usual == "ja" and language == "zh") else language
    return "en" if usual in _OWN_LETTERS and _LATIN.search(text) else usual
