"""No regular expression of the program takes more than linear time on what strangers write: names of 40 KB in data, lines of texts."""

from __future__ import annotations

import importlib
import pkgutil
import re
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import listbuilder
from listbuilder.expressions import Expression

SHORT, LONG = 1_500, 40_000  # characters
MOST = 0.4  # seconds for the long text: what is linear takes a few milliseconds, what is quadratic a second and more
SUSPICIOUS = 0.0004  # seconds for the short text
NEVER = float("inf")
# fmt: off
BEFORE = ("", "(", "1x ", "a (", '"')
REPEATED = (
    "a", "1", " ", "\t", "\n", "(", "[", "-", "+", ".", ",", ":", "x", "1x ", "a ", "1 ", "• ", "* ", "a, ", "(a", "a)", "[1",
    "pts ", "1pts", "#", "_", '"', "/", "\\", "=", "&", "<", "| ", "|a", "a-", "-a", "a.", "1.", "1,", "and ", "with ", "D6",
    "**", "__", "a: ", "a (", "(1 ", "(1 pts", "■ ", "\n\n", "\n ", "a\n", "++", "::", "\u00a0", "\r\n", "1/", " - ", "<a ",
)
# fmt: on
AFTER = ("\n!",)


Pattern = re.Pattern[str] | re.Pattern[bytes]
Use = str  # the method of a pattern that looks at most


class Slow(Exception):
    """A match that takes longer than is waited for."""


def patterns() -> dict[str, Pattern]:
    """The compiled patterns of all modules, by where they are."""
    found: dict[str, Pattern] = {}
    for one in pkgutil.walk_packages(listbuilder.__path__, "listbuilder."):
        if one.name.endswith("__main__"):
            continue
        module = importlib.import_module(one.name)
        for name, value in vars(module).items():
            for number, pattern in enumerate(_within(value)):
                if pattern not in found.values():
                    found[f"{one.name}.{name}" + (f"[{number}]" if number else "")] = pattern
    return found


def _within(value: object, depth: int = 0) -> Iterator[Pattern]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, Expression):
        yield value.compiled()
    elif depth < 2 and isinstance(value, tuple | list | set | frozenset | dict):
        for item in list(value.values() if isinstance(value, dict) else value):
            yield from _within(item, depth + 1)


def uses() -> dict[str, Use]:
    """How the patterns of a name are used: only for a whole text, only from its start on, or anywhere in it."""
    package = Path(listbuilder.__file__).parent
    code = "\n".join(path.read_text("utf-8") for path in package.rglob("*.py"))
    found: dict[str, set[str]] = {}
    for name, method in re.findall(r"\b(\w+)\.(fullmatch|match|search|sub|subn|split|findall|finditer)\b", code):
        found.setdefault(name, set()).add(method)
    for name in re.findall(r"\bre\.fullmatch\((\w+),", code):
        found.setdefault(name, set()).add("fullmatch")
    order = ("fullmatch", "match")
    return {
        name: next((one for one in order if methods <= set(order[: order.index(one) + 1])), "search")
        for name, methods in found.items()
    }


def seconds(pattern: re.Pattern, parts: tuple[str, str, str], length: int, use: Use) -> float:
    """Processor time of one search."""
    before, repeated, after = parts
    text = before + repeated * (length // len(repeated)) + after
    subject = text.encode() if isinstance(pattern.pattern, bytes) else text
    started = time.process_time()
    getattr(pattern, use)(subject)
    return time.process_time() - started


def waited(pattern: re.Pattern, parts: tuple[str, str, str], length: int, use: Use) -> float:
    """The same, `NEVER` where it takes longer than is waited for."""
    signal.setitimer(signal.ITIMER_VIRTUAL, 4 * MOST)
    try:
        return seconds(pattern, parts, length, use)
    except Slow:
        return NEVER
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def slowest(pattern: re.Pattern, use: Use) -> list[tuple[str, str, str]]:
    """The texts that take longest, of those that take suspiciously long."""
    found = []
    for before in BEFORE:
        for repeated in REPEATED:
            for after in AFTER:
                parts = (before, repeated, after)
                took = waited(pattern, parts, SHORT, use)
                if took == NEVER:
                    return [parts]
                if took > SUSPICIOUS:
                    found.append((took, parts))
    return [parts for _, parts in sorted(found, reverse=True)[:3]]


def too_slow(pattern: re.Pattern, use: Use = "search") -> tuple[str, str, str] | None:
    """A text of `LONG` characters for which the pattern takes too long; None where there is none."""
    for parts in slowest(pattern, use):
        if all(waited(pattern, parts, LONG, use) > MOST for _ in range(2)):  # the machine may have been busy once
            return parts
    return None


@pytest.fixture
def impatient() -> Iterator[None]:
    def stop(*_args: object) -> None:
        raise Slow

    before = signal.signal(signal.SIGVTALRM, stop)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


@pytest.mark.unmeasured
@pytest.mark.skipif(sys.platform == "win32", reason="there are no alarms")
@pytest.mark.usefixtures("impatient")
def test_no_pattern_takes_long() -> None:
    found = patterns()
    assert len(found) > 200
    used = uses()
    slow = {
        name: too_slow(pattern, used.get(name.rpartition(".")[2].partition("[")[0], "search"))
        for name, pattern in found.items()
    }
    assert {name: parts for name, parts in slow.items() if parts} == {}


@pytest.mark.unmeasured
@pytest.mark.skipif(sys.platform == "win32", reason="there are no alarms")
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("text", [r"\s*\[[^\]]*\]\s*$", r"^(?P<name>.+?)\s*\((?P<inner>.+)\)$", r"(a+)+$"])
def test_what_is_quadratic_is_found(text: str) -> None:
    assert too_slow(re.compile(text)) is not None
