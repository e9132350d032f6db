"""Damages an input: bytes, characters, lines and members of archives are cut, doubled, moved, exchanged or made huge."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Callable, Sequence
from random import Random

WORDS = [
    "\x00", "\x1b[2J", "\u202e", "\ufeff", "\ud800", "（", "(", "[", "]", "{", "}", "<", ">", "&", "&amp;", "&#0;",
    "<![CDATA[", "<!DOCTYPE x>",
    "\t", "\r", "\r\n", "\n\n", "\x85", "\u2028", ": ", " - ", "- ", "• ", "◦ ", "1x ", "0x ", " with ", ", ", "'",
    '"', '""', "\\", "\\ud800", "\\u0000",
    "0", "1", "-1", "0.1", "1e999", "-1e999", "NaN", "Infinity", "99999999999", "1_000", "0x10", "١", "²", "½",
    "true", "null", "~", "yes", "no", "12:30",
    "2026-02-30", "&a ", "*a", "!!python/object:os.system ", "!!binary ", "|", "|-", ">", "? ", "<<: ", "---\n",
    "...\n", "%YAML 1.1\n", "#", "%s", "{0}",
    "{unit}", "𝔅", "é", "e\u0301", "İ", "ß", "ﬃ", "(10 points)", "(99999999999 points)", "Warlord", "+ DETACHMENT: ",
    "Attached unit 9", "×", "…",
    "../", "/", "C:\\", "=1+1", "set", "increment", "percentValue", "any", "parent", "self", "root-entry", "model",
    "unit",
]  # fmt: skip
NUMBERS = [0, 1, -1, 2, 3, 7, 100, 999, 1_000_000, 2**31, 2**63, -(2**63), 10**20, 10**400]
NAMES = [
    "a.yaml",
    "../a.yaml",
    "/a.yaml",
    "a/b.txt",
    "",
    "a\\b.yaml",
    "C:a.yaml",
    "con",
    "a" * 300,
    "\x7f.yaml",
    ".a.yaml",
    "a.cat",
    "a.zip",
]
MOST = 300_000  # bytes of a mutated input: larger ones only take longer
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_VALUE = re.compile(rb'"[^"\n]{0,200}"|: [^\n]{1,200}|>[^<\n]{1,200}<')
_SCALAR = re.compile(rb'(?<=: )[^\n,{}\[\]]{1,200}|(?<=[\[,])"?[\w. -]{1,60}"?(?=[,\]])|(?<=")[^"\n<>]{1,200}(?=")')
_KINDS = (
    b"[%s]",
    b"[[%s]]",
    b"{a: %s}",
    b'{"a":%s}',
    b"[]",
    b"{}",
    b"null",
    b"true",
    b'"%s"',
    b"[%s, %s]",
    b"'%s'",
    b"-%s",
)
_LETTER = re.compile(rb"[A-Za-z]")
_MASKS = ("\u200b", "\u00ad", "\u2060", "\u0301", "\ufe0f", "\u200d", "\u202e", "\x7f", "\u2007", "\u3000")
_ALIKE = dict(zip("AaBCcEeHIiKMNOoPpSsTXxy", "АаВСсЕеНІіКМΝОоРрЅѕТХху", strict=True))
_LEVELS = (b"[", b"{", b"(", b"<a>", b"- ", b'{"a":')

Change = Callable[[bytes, Random, Sequence[bytes]], bytes]


def mutated(content: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """The content after a few changes; pieces of ``others`` may be put in."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        content = chance.choice(CHANGES)(content, chance, others)[:MOST]
    return content


def archive(members: Sequence[bytes], chance: Random) -> bytes:
    """A zip with some of these contents under any names; its bytes may be damaged, and it may be in another one."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", chance.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED))) as made:
        for content in members:
            member = zipfile.ZipInfo(chance.choice(NAMES) or "a")
            member.external_attr = chance.choice((0, 0, 0o120777 << 16, 0o40755 << 16))
            with warnings.catch_warnings(action="ignore", category=UserWarning):  # about a name twice
                made.writestr(member, content)
    content = packed.getvalue()
    if chance.random() < 0.3:
        content = mutated(content, chance, ())
    return archive([content], chance) if chance.random() < 0.1 else content


def _span(content: bytes, chance: Random) -> tuple[int, int]:
    start = chance.randrange(len(content) + 1)
    return start, min(len(content), start + chance.choice((1, 1, 4, 16, 80, 400, 4000)))


def _cut(content: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    start, end = _span(content, chance)
    return content[:start] + content[end:]


def _double(content: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    start, end = _span(content, chance)
    times = chance.choice((1, 1, 1, 2, 10, 100))
    return content[:end] + content[start:end] * times + content[end:]


def _bytes(content: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    start, end = _span(content, chance)
    return content[:start] + chance.randbytes(min(end - start, 16)) + content[end:]


def _word(content: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    start, end = _span(content, chance)
    word = chance.choice(WORDS).encode("utf-8", "surrogatepass")
    return content[:start] + word + content[chance.choice((start, end)) :]


def _number(content: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    found = list(_NUMBER.finditer(content))
    if not found:
        return content
    place = chance.choice(found)
    return content[: place.start()] + str(chance.choice(NUMBERS)).encode() + content[place.end() :]


def _value(content: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    """One value in the place of another: an id, a type or a name that stands elsewhere."""
    found = list(_VALUE.finditer(content))
    if not found:
        return content
    place, other = chance.choice(found), chance.choice(found)
    return content[: place.start()] + other[0] + content[place.end() :]


def _lines(content: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    rows = content.split(b"\n")
    start = chance.randrange(len(rows))
    end = start + chance.choice((1, 1, 2, 5, 20))
    piece = rows[start:end]
    match chance.randrange(6):
        case 0:
            rows[start:end] = []
        case 1:
            rows[start:end] = piece * chance.choice((2, 2, 3, 50))
        case 2:
            place = chance.randrange(len(rows))
            rows[place:place] = piece
        case 3:
            rows[start:end] = [row.lstrip() for row in piece]
        case 4:
            rows[start:end] = [b"  " + row for row in piece]
        case _:
            rows[start:end] = piece[::-1]
    return b"\n".join(rows)


def _splice(content: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """A piece of another input."""
    if not others:
        return content
    other = chance.choice(others)
    start, end = _span(other, chance)
    place = chance.randrange(len(content) + 1)
    return content[:place] + other[start:end] + content[place:]


def _nest(content: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    place = chance.randrange(len(content) + 1)
    return content[:place] + chance.choice(_LEVELS) * chance.choice((5, 50, 500, 5000)) + content[place:]


def _kind(content: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    """A value becomes one of another kind: a list, a table, nothing, a text."""
    found = list(_SCALAR.finditer(content))
    if not found:
        return content
    place = chance.choice(found)
    return content[: place.start()] + chance.choice(_KINDS).replace(b"%s", place[0]) + content[place.end() :]


def _disguise(content: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    """A letter becomes one that looks alike, or gets one beside it that nobody sees."""
    found = list(_LETTER.finditer(content))
    if not found:
        return content
    place = chance.choice(found)
    letter = place[0].decode()
    sign = chance.choice(
        (_ALIKE.get(letter, letter + chance.choice(_MASKS)), letter + chance.choice(_MASKS), letter.swapcase())
    )
    return content[: place.start()] + sign.encode() + content[place.end() :]


def _long(content: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    """One value becomes as long as a text may be: expressions that look back take the square of that."""
    found = list(_SCALAR.finditer(content))
    if not found:
        return content
    place = chance.choice(found)
    piece = chance.choice(
        (place[0], place[0][:1], place[0][-1:], chance.choice(WORDS).encode("utf-8", "surrogatepass"))
    )
    times = chance.choice((60, 1_900, 19_000, 90_000)) // max(1, len(piece))
    return content[: place.end()] + piece * times + content[place.end() :]


CHANGES: tuple[Change, ...] = (
    _cut,
    _double,
    _bytes,
    _word,
    _word,
    _number,
    _value,
    _value,
    _lines,
    _lines,
    _splice,
    _nest,
    _kind,
    _kind,
    _disguise,
    _long,
)
