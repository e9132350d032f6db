"""Text that is written from right to left: joined forms of Arabic letters, and the order in which the signs of a line stand.

The order follows the Unicode Bidirectional Algorithm without explicit embeddings, which names and rules do not have.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_ARABIC = re.compile("[\u0600-\u06ff]")
_NEUTRAL = frozenset({"B", "S", "WS", "ON", "BN", "LRI", "RLI", "FSI", "PDI"})
_MIRRORED = dict(zip("()[]{}<>«»‹›", ")(][}{><»«›‹", strict=True))


# --- Arabic ------------------------------------------------------------------------------------------------------------


class _Forms(NamedTuple):
    """The forms of a letter by where it stands in a word; empty ones do not exist."""

    isolated: str = ""
    final: str = ""
    initial: str = ""
    medial: str = ""


@lru_cache(maxsize=1)
def _forms() -> tuple[dict[str, _Forms], dict[str, _Forms]]:
    """Of single letters, and of pairs that are drawn as one."""
    letters: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFD)):
        kind, *parts = unicodedata.decomposition(chr(code)).split()[:3] or [""]
        where = kind.strip("<>")
        if where in _Forms._fields and parts:
            base = "".join(chr(int(part, 16)) for part in parts)
            letters.setdefault(base, {}).setdefault(where, chr(code))
    made = {base: _Forms(**forms) for base, forms in letters.items()}
    pairs = {
        base: forms for base, forms in made.items() if len(base) == 2 and base[0] == "\u0644" and not forms.initial
    }
    return {base: forms for base, forms in made.items() if len(base) == 1}, pairs


def joined(text: str) -> str:
    """The text with each Arabic letter in the form that its neighbours ask for."""
    if not _ARABIC.search(text):
        return text
    letters, pairs = _forms()
    units: list[tuple[str, _Forms | None]] = []
    index = 0
    while index < len(text):
        pair = text[index : index + 2]
        taken = pair if pair in pairs else text[index]
        units.append((taken, pairs.get(pair) or letters.get(taken)))
        index += len(taken)
    return "".join(_form(units, index) for index in range(len(units)))


def _form(units: Sequence[tuple[str, _Forms | None]], index: int) -> str:
    text, forms = units[index]
    if forms is None:
        return text
    before = next((one for one in reversed(units[:index]) if not _is_mark(one[0])), None)
    after = next((one for one in units[index + 1 :] if not _is_mark(one[0])), None)
    leans_back = before is not None and before[1] is not None and bool(before[1].initial) and bool(forms.final)
    leans_on = after is not None and after[1] is not None and bool(after[1].final) and bool(forms.initial)
    wanted = (forms.isolated, forms.final, forms.initial, forms.medial)[leans_back + 2 * leans_on]
    return wanted or forms.isolated or text


def _is_mark(text: str) -> bool:
    return unicodedata.category(text[0]) == "Mn"


# --- order -------------------------------------------------------------------------------------------------------------


class Placed(NamedTuple):
    """A run of signs of one style as they stand from left to right; ``said``: the same in the order of reading, empty when it
    does not differ."""

    text: str
    style: int
    said: str


def ordered(signs: Sequence[tuple[str, int]]) -> list[Placed]:
    """Signs of a line, each with the number of its style, in the order in which they stand."""
    levels = _levels([sign for sign, _style in signs])
    order = list(range(len(signs)))
    for level in range(max(levels, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = max(end, start + 1)
    found = []
    for (style, odd), run in groupby(order, key=lambda at: (signs[at][1], levels[at] % 2)):
        places = list(run)
        shown = "".join(_MIRRORED.get(signs[at][0], signs[at][0]) if odd else signs[at][0] for at in places)
        said = unicodedata.normalize("NFKC", "".join(signs[at][0] for at in sorted(places)))
        found.append(Placed(shown, style, said if odd else ""))
    return found


def _levels(signs: Sequence[str]) -> list[int]:
    kinds = [unicodedata.bidirectional(sign) or "L" for sign in signs]
    base = next((int(kind in {"R", "AL"}) for kind in kinds if kind in {"L", "R", "AL"}), 0)
    kinds = _strong(_brackets(signs, _numbers(kinds, base), base), base)
    return [_level(kind, base) for kind in kinds]


def _level(kind: str, base: int) -> int:
    if kind == "R":
        return base if base % 2 else base + 1
    if kind in {"EN", "AN"}:
        return base + 1 if base % 2 else base + 2
    return base + base % 2


def _numbers(kinds: list[str], base: int) -> list[str]:
    """Weak kinds resolved: marks, numbers with their separators and signs."""
    found = list(kinds)
    strong = "R" if base else "L"
    for index, kind in enumerate(found):
        if kind == "NSM":
            found[index] = found[index - 1] if index else strong
        elif kind in {"L", "R", "AL"}:
            strong = kind
        elif kind == "EN":
            found[index] = {"AL": "AN", "L": "L"}.get(strong, "EN")
    for index, kind in enumerate(found):
        if kind in {"CS", "ES"} and 0 < index < len(found) - 1 and found[index - 1] == found[index + 1]:
            found[index] = found[index - 1] if found[index - 1] in {"EN", "AN", "L"} else "ON"
        elif kind == "ET":
            beside = (found[index - 1] if index else "", found[index + 1] if index + 1 < len(found) else "")
            found[index] = "EN" if "EN" in beside else "ON"
        elif kind in {"CS", "ES"}:
            found[index] = "ON"
        elif kind == "AL":
            found[index] = "R"
    return found


def _brackets(signs: Sequence[str], kinds: list[str], base: int) -> list[str]:
    """Both brackets of a pair take the direction of the line where anything between them has it, else that of what is between
    them where what stands before them has it, too."""
    usual = "R" if base else "L"
    found = list(kinds)
    for start, end in _pairs(signs):
        inside = {_direction(kind) for kind in found[start + 1 : end] if kind not in _NEUTRAL}
        if not inside:
            continue
        before = next((_direction(kind) for kind in reversed(found[:start]) if kind not in _NEUTRAL), usual)
        found[start] = found[end] = usual if usual in inside or before == usual else before
    return found


def _pairs(signs: Sequence[str]) -> list[tuple[int, int]]:
    """Where brackets open and close, in the order in which they open."""
    opened: list[int] = []
    pairs = []
    for index, sign in enumerate(signs):
        if sign in "([{":
            opened.append(index)
        elif sign in ")]}":
            while opened and _MIRRORED[signs[opened[-1]]] != sign:
                opened.pop()
            if opened:
                pairs.append((opened.pop(), index))
    return sorted(pairs)


def _strong(kinds: list[str], base: int) -> list[str]:
    """Neutral signs take the direction of both their neighbours, else that of the line."""
    usual = "R" if base else "L"
    found = list(kinds)
    index = 0
    while index < len(found):
        end = index
        while end < len(found) and found[end] in _NEUTRAL:
            end += 1
        if end > index:
            before = _direction(found[index - 1]) if index else usual
            after = _direction(found[end]) if end < len(found) else usual
            found[index:end] = [before if before == after else usual] * (end - index)
        index = max(end, index + 1)
    return found


def _direction(kind: str) -> str:
    return "L" if kind == "L" else "R"
