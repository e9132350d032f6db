"""The points documents of a game, and what changed from one version to another: as text for people, as a record for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from msgspec.structs import asdict

from listbuilder.i18n import N_, Text, _, in_language, ngettext, number
from listbuilder.report import record
from listbuilder.sources.points.difference import ADDED, ALLIED, CHANGED, DETACHMENT, PAGE, REMOVED, Change, Fact, Value
from listbuilder.sources.points.documents import Document
from listbuilder.terminal import PLAIN, Terminal, one_line, table

VERSION = 1
SIGNS = {ADDED: "+", REMOVED: "-", CHANGED: "~"}
COLOURS = {ADDED: "legal", REMOVED: "error"}
Game = tuple[str, Mapping[str, str], Sequence[Document]]  # its id, its names and its documents


# --- which documents there are --------------------------------------------------------------------------------------------


def listed(games: Iterable[Game], terminal: Terminal = PLAIN) -> str:
    """A heading for each game, and a line for each version of its document."""
    blocks = []
    for system, names, documents in games:
        head = terminal.paint(f"{one_line(in_language(names))} ({one_line(system)})", "bold")
        rows = [(one.version, one.date, _pages(len(one.lines))) for one in documents]
        blocks.append(f"{head}\n{table(rows, '  ')}")
    return "".join(blocks)


def contents(document: Document) -> str:
    """A line for each page of a document."""
    return table([(line.id, one_line(line.name), line.date, line.parent) for line in document.lines])


def _pages(count: int) -> str:
    return ngettext("{number} page", "{number} pages", count).format(number=count)


# --- what changed -----------------------------------------------------------------------------------------------------------


def changed(changes: Iterable[Change], before: Document, after: Document, terminal: Terminal = PLAIN) -> str:
    """A heading for each page, and a line for each thing that changed on it. What changed in the same way on the page of the
    faction that a page is a part of is only counted."""
    pages = {page: list(found) for page, found in groupby(changes, lambda change: change.page)}
    lines = {line.id: line for document in (before, after) for line in document.lines}
    blocks = []
    for page, found in pages.items():
        line = lines[page]
        above = pages.get(line.parent, [])
        own = [one for one in found if not any(one.is_like(other) for other in above)]
        gone = {one.name for one in own if one.what == DETACHMENT and one.change == REMOVED}
        text = [terminal.paint(one_line(line.name), "bold")]
        text += [f"  {_line(one, terminal)}" for one in own if one.within not in gone]
        if len(own) < len(found):
            count = len(found) - len(own)
            words = ngettext("and {number} change as of {name}", "and {number} changes as of {name}", count)
            text.append("  " + words.format(number=count, name=one_line(lines[line.parent].name)))
        blocks.append("\n".join(text) + "\n")
    return "\n".join(blocks)


def _line(change: Change, terminal: Terminal) -> str:
    name = ", ".join(one_line(word) for word in (change.within, change.name) if word)
    if change.what == ALLIED:
        name = _("{unit} in other armies").format(unit=name)
    elif change.what == PAGE:
        name = {ADDED: _("the page is new"), REMOVED: _("the page is gone")}.get(change.change, "")
    phrases = [] if change.change == REMOVED else [one_line(one) for one in _phrases(change)]
    text = f"{SIGNS[change.change]} {': '.join(filter(None, (name, '; '.join(phrases))))}"
    return terminal.paint(text, COLOURS[change.change]) if change.change in COLOURS else text


def _phrases(change: Change) -> Iterator[str]:
    """What is said of a change: one phrase for each sort of fact."""
    sorts: dict[str, list[Fact]] = {}
    for fact in change.facts:
        sorts.setdefault("points" if fact.what == "composition" else fact.what, []).append(fact)
    for what, facts in sorts.items():
        if what == "again":
            yield _again(facts)
        elif what in JOINS:
            for text, joined in zip(JOINS[what], (True, False), strict=True):
                names = tuple(fact.of for fact in facts if (fact.after is not None) is joined)
                if names:
                    yield str(Text(text, {"names": names}))
        elif what in FLAGS:
            yield _(FLAGS[what][facts[0].after is None])
        else:
            yield ", ".join(_value(fact, change, alone=len(facts) == 1) for fact in facts)


def _again(facts: Sequence[Fact]) -> str:
    """What copies cost more, before and after."""
    both = [fact for fact in facts if fact.before is not None and fact.after is not None]
    before = [_surcharge(fact, fact.before) for fact in facts if fact.after is None]
    after = [_surcharge(fact, fact.after) for fact in facts if fact.before is None]
    moved = _arrow(", ".join(before), ", ".join(after))
    return ", ".join(filter(None, (*(_surcharge(fact, fact.before, fact.after) for fact in both), moved)))


def _surcharge(fact: Fact, *values: Value | None) -> str:
    points = " → ".join(f"{'' if str(value).startswith('-') else '+'}{_number(value)}" for value in values)
    return str(Text("from copy {number}: {points}", {"number": fact.of, "points": points}))


def _value(fact: Fact, change: Change, *, alone: bool) -> str:
    """One fact: what it is about, and its value before and after."""
    label = _(LABELS[fact.what]) if fact.what in LABELS else fact.of
    if fact.what == "points" and fact.of:
        size = int(fact.of)
        label = "" if alone and size == 1 else ngettext("{number} model", "{number} models", size).format(number=size)
    values = [_number(one) for one in (fact.before, fact.after)]
    if change.change == CHANGED and not values[0]:
        values[0] = _("none")
    return " ".join(filter(None, (label, _arrow(*values))))


def _arrow(before: str, after: str) -> str:
    return f"{before} → {after or _('none')}" if before else after


def _number(value: Value | None) -> str:
    """A value in the language in use; empty where there is none."""
    if value is None or isinstance(value, str):
        return value or ""
    return number(value)


JOINS = {
    "leads": (N_("may lead {names}"), N_("may no longer lead {names}")),
    "supports": (N_("may support {names}"), N_("may no longer support {names}")),
}
FLAGS = {
    "legends": (N_("no longer supported"), N_("supported again")),
    "upgrade": (N_("an upgrade"), N_("no longer an upgrade")),
}
LABELS = {"tag": N_("tag"), "group": N_("part of the page"), "parent": N_("part of")}


# --- for programs -----------------------------------------------------------------------------------------------------------


def as_json(documents: Iterable[Document], changes: Iterable[Change] | None = None) -> str:
    """The contract of ``schemas/points-report.schema.json``; always in English. ``changes``: from the first of two documents to
    the second."""
    found: dict[str, Any] = {"version": VERSION, "documents": [_document(one) for one in documents]}
    if changes is not None:
        found["changes"] = [{**asdict(one), "facts": [_fact(fact) for fact in one.facts]} for one in changes]
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


def _document(document: Document) -> dict[str, Any]:
    return {
        "system": document.system,
        "version": document.version,
        "date": document.date,
        "sha256": document.sha256,
        "pages": [asdict(line) for line in document.lines],
    }


def _fact(fact: Fact) -> dict[str, Any]:
    """A fact with exact numbers as text."""
    values = {key: getattr(fact, key) for key in ("before", "after")}
    exact = {key: value if isinstance(value, bool | str) else record.number(value) for key, value in values.items()}
    return {"what": fact.what, "of": fact.of, **exact}
