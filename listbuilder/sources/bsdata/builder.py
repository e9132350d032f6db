"""Builds records from the neutral form that the XML, JSON and protocol front ends share.

The neutral form is New Recruit's JSON: an element is a dict of its attributes and child lists, its text is ``$text``. Values
may be texts (XML) or typed (JSON). `vocabulary` says which key becomes what; keys and words that it does not list are counted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any

from listbuilder.catalogue.base import Number
from listbuilder.catalogue.model import Catalogue, Undeclared
from listbuilder.i18n import Text
from listbuilder.sources.bsdata.vocabulary import IGNORED_EVERYWHERE, KINDS, WORDS, ElementKind

MAX_DEPTH = 100  # nested lists; real data has 23
MOST_AT_TOP = 5_000  # in one list of a file; real data has 982
MOST_INSIDE = 1_000  # in one list of a record; real data has 156
MOST_OF = {"costType": 200}  # of a kind, each of which every record may state; real data has 6
LONGEST = 100_000  # characters of one text; real data has 14,411
SHOWN = 40  # characters of a value in a message

ValueReader = Callable[[Any], Any]
Plan = dict[str, tuple[str, ValueReader]]

_FLAGS = {"true": True, "false": False, "1": True, "0": False, True: True, False: False}
_SMALL = 15  # digits of a number that is read directly
LARGEST = 10 ** (_SMALL + 1) - 1  # of a whole number, stated as one or as text
_WORD = re.compile(r"[A-Za-z]+([ -][A-Za-z]+)*")


class BadValueError(Exception):
    """A value of the wrong type; ``id`` is that of the innermost element around it that has one."""

    def __init__(self, message: Text, id: str = "") -> None:
        super().__init__(str(message))
        self.message = message
        self.id = id


def exact(raw: object) -> Number:
    """The number as an int where it is whole, else as a Decimal; ValueError for anything else."""
    if isinstance(raw, int) and not isinstance(raw, bool):
        if abs(raw) > LARGEST:
            raise ValueError(raw)
        return raw
    if isinstance(raw, str):
        text = raw.strip()
        if not text.isascii() or "_" in text:
            raise ValueError(raw)
        if len(text) <= _SMALL and text.removeprefix("-").isdigit():
            return int(text)
        raw = text
    elif not isinstance(raw, float | Decimal):
        raise TypeError(raw)
    try:
        number = Decimal(str(raw))
    except InvalidOperation:
        raise ValueError(raw) from None
    if not number.is_finite() or abs(number.adjusted()) > _SMALL:
        raise ValueError(raw)
    return int(number) if number == number.to_integral_value() else number


class Builder:
    """Builds the records of one file, or of files that refer to each other, and counts unknown vocabulary."""

    def __init__(self, unknown: Counter[str] | None = None) -> None:
        self.unknown: Counter[str] = Counter() if unknown is None else unknown
        self._ids: set[str] = set()
        self._words: Counter[tuple[str, str]] = Counter()  # words that are either ids or unknown
        self._shared: dict[str, str] = {}
        self._numbers: dict[str, Number] = {}
        self._depth = 0
        self._counting = (self._number, self._integer, self._amount, _flag)
        self._plans = {name: self._plan(name, kind) for name, kind in KINDS.items()}

    def catalogue(self, kind: str, node: object) -> Catalogue:
        """The records of a whole file; ``kind``: gameSystem or catalogue."""
        result = self.build(kind, node)
        assert isinstance(result, Catalogue)
        return result

    def finish(self) -> tuple[dict[str, int], tuple[Undeclared, ...]]:
        """The unknown vocabulary ("element@attribute", "element/element" or "element@attribute=value" -> occurrences), and the
        words that are no ids of what was built."""
        words = sorted((*found, count) for found, count in self._words.items() if found[1] not in self._ids)
        undeclared = tuple(Undeclared(place=place, word=word, count=count) for place, word, count in words)
        return dict(sorted(self.unknown.items())), undeclared

    def build(self, kind: str, node: object) -> Any:
        """The record that an element becomes."""
        if not isinstance(node, dict):
            raise BadValueError(Text("expected {kind}, found {found}", {"kind": kind, "found": _described(node)}))
        plan = self._plans[kind]
        values = {}
        key = ""
        try:
            for key, raw in node.items():
                found = plan.get(key)
                if found is None:
                    self._count_unknown(kind, key, raw)
                else:
                    try:
                        values[found[0]] = found[1](raw)
                    except (ValueError, TypeError):
                        counts = found[1] in self._counting  # "none at most" is not what nothing says
                        if raw != "" and (raw is not None or counts):  # an empty value counts as absent
                            params = {"kind": kind, "key": key, "found": _described(raw)}
                            raise BadValueError(Text("{kind}: {key} cannot be {found}", params)) from None
            return KINDS[kind].record(**values)
        except BadValueError as bad:
            bad.id = bad.id or str(node.get("id", ""))
            raise
        except TypeError as error:
            missing = str(error).rpartition("argument")[2].strip(" :")
            message = Text("{kind} without {key}", {"kind": kind, "key": missing})
            raise BadValueError(message, str(node.get("id", ""))) from None

    def _count_unknown(self, kind: str, key: str, raw: object) -> None:
        if key in IGNORED_EVERYWHERE:
            return
        ignored = KINDS[kind].ignored
        if key not in ignored:
            self.unknown[f"{kind}/{key}" if isinstance(raw, list | dict) else f"{kind}@{key}"] += 1
        elif (only := ignored[key]) is not None and raw is not None and str(raw).lower() not in (only, ""):
            self.unknown[f"{kind}@{key}={_shown(raw)}"] += 1

    # --- readers -----------------------------------------------------------------------------------------------------

    def _plan(self, name: str, kind: ElementKind) -> Plan:
        return {key: (field, self._reader(f"{name}@{key}", how)) for key, (field, how) in kind.fields.items()}

    def _reader(self, place: str, how: str) -> ValueReader:
        how, _, what = how.partition(":")
        if how == "many":
            return self._many(what)
        if how in ("one", "open", "path"):
            words: Callable[[str, frozenset[str]], ValueReader] = getattr(self, f"_{how}")
            return words(place, WORDS[what])
        simple: dict[str, ValueReader] = {
            "text": self._text,
            "words": _stripped,
            "id": self._id,
            "flag": _flag,
            "number": self._number,
            "integer": self._integer,
            "amount": self._amount,
            "lines": self._lines,
        }
        return simple[how]

    def _many(self, kind: str) -> ValueReader:
        build = self.build

        def read(raw: object) -> tuple[Any, ...]:
            if not isinstance(raw, list):
                raise TypeError(raw)
            if self._depth >= MAX_DEPTH:
                raise BadValueError(Text("more than {count} levels of nested lists", {"count": MAX_DEPTH}))
            most = MOST_OF.get(kind, MOST_INSIDE if self._depth else MOST_AT_TOP)
            if len(raw) > most:
                raise BadValueError(Text("more than {count} elements in one list", {"count": most}))
            self._depth += 1
            result = tuple([build(kind, item) for item in raw])
            self._depth -= 1
            return result

        return read

    def _text(self, raw: object) -> str:
        if raw.__class__ is not str:
            raw = _as_text(raw)
        return self._shared.setdefault(raw, raw) if len(raw) <= LONGEST else _bounded(raw)

    def _id(self, raw: object) -> str:
        text = self._text(raw)
        self._ids.add(text)
        return text

    def _number(self, raw: object) -> Number:
        if not isinstance(raw, str):
            return exact(raw)
        found = self._numbers.get(raw)
        if found is None:
            found = self._numbers[raw] = exact(raw)
        return found

    def _integer(self, raw: object) -> int:
        number = self._number(raw)
        if number != int(number):
            raise ValueError(raw)
        return int(number)

    def _amount(self, raw: object) -> Number | None:
        number = self._number(raw)
        return None if number < 0 else number

    def _lines(self, raw: object) -> tuple[str, ...]:
        return tuple(self._text(line) for line in (raw if isinstance(raw, list) else [raw]))

    def _one(self, place: str, words: frozenset[str]) -> ValueReader:
        def read(raw: object) -> str:
            text = self._text(raw)
            if text not in words:
                self.unknown[f"{place}={_shown(text)}"] += 1
            return text

        return read

    def _open(self, place: str, words: frozenset[str]) -> ValueReader:
        def read(raw: object) -> str:
            text = self._text(raw)
            if text not in words and _WORD.fullmatch(text):
                self._words[place, text] += 1
            return text

        return read

    def _path(self, place: str, words: frozenset[str]) -> ValueReader:
        def read(raw: object) -> str:
            text = self._text(raw)
            steps = text.split(".")
            for before, step in zip(["", *steps], steps, strict=False):
                if step not in words and before != "profiles" and _WORD.fullmatch(step):
                    self._words[place, step] += 1
            return text

        return read


def _flag(raw: object) -> bool:
    try:
        return _FLAGS[raw]
    except KeyError:
        raise ValueError(raw) from None


def _stripped(raw: object) -> str:
    return _bounded(raw if isinstance(raw, str) else _as_text(raw)).strip()


def _bounded(text: str) -> str:
    if len(text) > LONGEST:
        raise BadValueError(Text("a text has more than {limit} characters", {"limit": LONGEST}))
    return text


def _as_text(raw: object) -> str:
    if isinstance(raw, str):
        return raw
    if isinstance(raw, bool):
        return "true" if raw else "false"
    return str(exact(raw))


def _described(raw: object) -> Text | str:
    """A value for a message."""
    if isinstance(raw, list):
        return Text("a list")
    return Text("an object") if isinstance(raw, dict) else _shown(raw)


def _shown(raw: object) -> str:
    """The beginning of a value."""
    text = str(raw)
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"
