"""Names as people write them: compared without regard to case or punctuation, and the nearest one when none matches."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile

from listbuilder.expressions import expression
from listbuilder.i18n import Text, _

MAX_GUESSED = 200  # characters; longer texts are no names
NEAR = 60  # similarity from 0 to 100 from which a name is proposed
TRIED = 5  # names that are most similar, of which one may share only words that many names have
PART = 85  # similarity of a name to a part of another from which it is proposed
WORD = 70  # similarity of each of its words, of which one may be short
LAST_LATIN = "\u024f"
MOST_BYTES = 200  # of a file name; file systems take 255, endings and numbers included
MIN_PARTIAL = 4  # shorter words are part of too many names
_DEVICE = re.compile("con|prn|aux|nul|com[0-9]|lpt[0-9]")  # no names of files on Windows
_STATUS = expression(r"(?<!\s)\s*+\[(?:legends|legendary)\]\s*+$", re.IGNORECASE)
INVISIBLE = dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff")
SEPARATORS = str.maketrans(  # the hyphen that does not break is U+2010 once it is normalised
    {**INVISIBLE, "’": "'", "‘": "'", "`": "'", **dict.fromkeys("-_\u2010\u2011\u2012–—\u2015\u2212", " ")}
)


@lru_cache(maxsize=8192)
def fold(name: str) -> str:
    """The form in which two spellings of one name are equal: "Intercessor Squad" and "intercessor-squad"."""
    text = name if name.isascii() else unicodedata.normalize("NFKC", name)
    return " ".join(text.casefold().translate(SEPARATORS).split())


def unmarked(name: str) -> str:
    """A datasheet's name without the status that data add to it, such as [Legends]."""
    return _STATUS.sub("", name)


def nearest(word: str, candidates: Iterable[str], at_least: float = NEAR) -> str:
    """The candidate most similar to the word; empty when none is similar enough, as a whole and in the words that are not
    common to both: "Headhunter Task Force" is not near "Gladius Task Force". ``at_least``: similarity from 0 to 100."""
    names = list(dict.fromkeys(name for name in candidates if name and (not word.isascii() or _is_latin(name))))
    if not names or not word or len(word) > MAX_GUESSED:
        return ""
    from rapidfuzz import fuzz, process

    found = process.extract(word, names, scorer=fuzz.ratio, processor=fold, score_cutoff=at_least, limit=TRIED)
    near = next((name for name, *_ in found if fuzz.ratio(*_differing(word, name)) >= at_least), "")
    if not near and len(word) >= MIN_PARTIAL:
        parts = process.extract(word, names, scorer=fuzz.partial_ratio, processor=fold, score_cutoff=PART, limit=TRIED)
        near = next((name for name, *_ in parts if _contains(word, name)), "")
    return near


def _is_latin(name: str) -> bool:
    """Whether all letters are Latin ones: whoever writes these does not mean a name in another script."""
    return name.isascii() or not any(letter > LAST_LATIN and letter.isalpha() for letter in name)


def _contains(word: str, name: str) -> bool:
    """Whether each word of the shorter name is much like one of the longer, or a part of one: a beginning in common is not
    enough."""
    from rapidfuzz import fuzz

    short, long = sorted((fold(word), fold(name)), key=len)
    return all(any(one in other or fuzz.ratio(one, other) >= WORD for other in long.split()) for one in short.split())


def _differing(word: str, name: str) -> tuple[str, str]:
    """What is left of both without the words that they have in common; the same twice where one of them has no others."""
    first, second = fold(word).split(), fold(name).split()
    left = [part for part in first if part not in second]
    right = [part for part in second if part not in first]
    return (" ".join(left), " ".join(right)) if left and right else ("", "")


def suggestion(word: str, candidates: Iterable[str]) -> Text | str:
    """ "Did you mean …?" with the nearest candidate; empty when none is near."""
    found = nearest(word, candidates)
    return Text("did you mean {name}?", {"name": found}) if found else ""


def listing(names: Iterable[str], limit: int = 12) -> str:
    """Names for a message, the first few of many."""
    found = list(names)
    shown = ", ".join(found[:limit])
    return shown if len(found) <= limit else shown + ", " + _("…")


def file_name(name: str) -> str:
    """A name that every file system takes, made from a list's name."""
    found = re.sub(r"[^\w]+", "-", name.casefold()).strip("-")[:80]
    found = found.encode()[:MOST_BYTES].decode(errors="ignore") or "list"
    return f"{found}-list" if _DEVICE.fullmatch(found) else found


def file_names(paths: Sequence[str]) -> list[str]:
    """A name for each path that every file system takes: all that differ, also where it does not tell capitals. Names of folders
    are in it where not all are in the same one."""
    parts = [re.split(r"[\\/]+", path) for path in paths]
    levels = zip(*(one[:-1] for one in parts), strict=False)
    common = sum(1 for _names in takewhile(lambda names: len(set(names)) == 1, levels))
    distinct = Distinct()
    names = []
    for one in parts:
        *folders, last = one[common:]
        names.append(distinct.name(file_name("-".join((*folders, re.sub(r"(?<=.)\.\w{1,5}$", "", last))))))
    return names


class Distinct:
    """Gives names that all differ, also where capitals, or accents in one character or two, are not told apart: with a number
    behind those that are there already."""

    def __init__(self) -> None:
        self._used: set[str] = set()
        self._next: dict[str, int] = {}  # of names that were given more than once: the number to go on with

    def name(self, stem: str) -> str:
        """The name, or with the first number behind it that no other has."""
        key = _on_disk(stem)
        name, number = stem, self._next.get(key, 2)
        while _on_disk(name) in self._used:
            name, number = f"{stem}-{number}", number + 1
        self._next[key] = number
        self._used.add(_on_disk(name))
        return name


def _on_disk(name: str) -> str:
    """What file systems such as those of macOS compare of a name."""
    return name if name.isascii() and name.islower() else unicodedata.normalize("NFC", name.casefold())
