"""Findings in the style of a compiler: message, place, source line, source of the rule, fixes."""

from __future__ import annotations

from listbuilder.errors import TOO_LARGE
from listbuilder.expressions import expression
from listbuilder.i18n import _, ngettext
from listbuilder.report.record import BROKEN, EMPTY, NO_DATA, UNKNOWN, FindingRecord, ListReport, Summary
from listbuilder.terminal import PLAIN, Terminal, clean, clip, columns, one_line, wrap
from listbuilder.validation.problems import VERDICTS

_TOKEN = expression(r"\"[^\"]*\"|'[^']*'|[\w.+-]+|\S")
_ORDER = ("error", "unjudged", "warning", "info")
LONGEST_LINE = 1000  # characters of a line that are looked at, before and after the place
LONGEST_EXCERPT = 200  # columns of a line of the list, where there is no terminal that says how wide it is


def list_text(record: ListReport, terminal: Terminal = PLAIN) -> str:
    """One list: its findings, the fixes applied, and the verdict."""
    blocks = [finding_text(entry, record.file, terminal) for entry in record.findings]
    blocks.extend(
        f"{terminal.paint(_('fixed'), 'legal')}: {one_line(title)} ({one_line(record.file)})" for title in record.fixed
    )
    blocks.append(verdict_line(record, terminal) + _choice_line(record))
    return "\n\n".join(blocks) + "\n"


def summary_text(summary: Summary, terminal: Terminal = PLAIN) -> str:
    """All lists in one line."""
    lists = ngettext("{number} list", "{number} lists", summary.lists).format(number=summary.lists)
    counts = [
        (summary.legal, "legal", _("{number} legal")),
        (summary.illegal, "illegal", _("{number} illegal")),
        (summary.unjudged, "unjudged", _("{number} not judged")),
    ]
    parts = [terminal.paint(text.format(number=count), name) for count, name, text in counts if count]
    return f"{lists}: {', '.join(parts)}\n"


def finding_text(entry: FindingRecord, file: str, terminal: Terminal = PLAIN) -> str:
    head = one_line(f"{severity_word(entry.severity)}[{entry.rule}]")
    message = _wrapped(entry.message, terminal, columns(head) + 2, " " * 4)
    lines = [f"{terminal.paint(head, entry.severity)}: {message}"]
    gutter = " " * (len(str(entry.line)) if entry.line else 1)
    lines.append(f"{gutter}{terminal.paint('-->', 'frame')} {one_line(_where(entry, file))}")
    if entry.excerpt.strip():
        lines.extend(_excerpt(entry, gutter, terminal))
    notes = [(_("source"), entry.source)] if entry.source else []
    notes.extend((_("fix"), fix) for fix in entry.hints)
    if entry.severity == "error" and not entry.hints:
        notes.append((_("fix"), _("none known")))
    if entry.left and entry.fixes:
        notes.append((_("left"), entry.left))
    for label, text in notes:
        start = f"{gutter} = {label}: "
        body = _wrapped(text, terminal, columns(start), " " * columns(start))
        lines.append(f"{gutter} {terminal.paint('=', 'frame')} {terminal.paint(label, 'bold')}: {body}")
    return "\n".join(lines)


def verdict_line(record: ListReport, terminal: Terminal) -> str:
    """File, name, points and verdict of a list."""
    parts = [one_line(record.name)] if record.name else []
    if record.points is not None:
        number = record.points if record.limit is None else f"{record.points}/{record.limit}"
        parts.append(_("{number} points").format(number=number))
    parts.extend(map(one_line, (*(one.text for one in record.spent), *(one.text for one in record.figures))))
    if record.event:
        parts.append(one_line(record.event))
    title = f"{', '.join(parts)}: " if parts else ""
    verdict = terminal.paint(verdict_word(record), record.verdict)
    counts = _counts(record)
    return f"{one_line(record.file)}: {title}{verdict}{f' ({counts})' if counts else ''}{beside(record)}"


def beside(record: ListReport) -> str:
    """What is said beside the verdict; empty where the list is judged as lists usually are."""
    return f" [{one_line('; '.join(record.terms))}]" if record.terms else ""


def _choice_line(record: ListReport) -> str:
    """Which data judged a list that names none, where several could have; empty otherwise."""
    if not (record.others and record.data):
        return ""
    names = {
        "set": record.data.set,
        "date": record.data.dated,
        "others": ", ".join(record.others),
    }
    return "\n  " + one_line(_("data: {set} ({date}); {others} would do, too (--data)").format(**names))


def verdict_word(record: ListReport) -> str:
    """The verdict, or why there is none, in the language in use."""
    words = {
        NO_DATA: _("not judged: no data"),
        BROKEN: _("not judged: broken"),
        EMPTY: _("not judged: empty"),
        UNKNOWN: _("not judged: unknown format"),
        TOO_LARGE: _("not judged: too large"),
    }
    known = verdict_name(record.verdict)
    return known if record.verdict in {"legal", "illegal"} else words.get(record.state, known)


def verdict_name(verdict: str) -> str:
    """The verdict alone, in the language in use."""
    return _(VERDICTS.get(verdict, VERDICTS["unjudged"]))


def severity_word(severity: str) -> str:
    """The severity in the language in use."""
    words = {"error": _("error"), "warning": _("warning"), "info": _("note"), "unjudged": _("not judged")}
    return words.get(severity, severity)


def _counts(record: ListReport) -> str:
    found = [entry.severity for entry in record.findings]
    errors, open_ones, warnings, notes = map(found.count, _ORDER)
    parts = [
        (errors, ngettext("{number} error", "{number} errors", errors)),
        (open_ones, ngettext("{number} open question", "{number} open questions", open_ones)),
        (warnings, ngettext("{number} warning", "{number} warnings", warnings)),
        (notes, ngettext("{number} note", "{number} notes", notes)),
    ]
    return ", ".join(text.format(number=number) for number, text in parts if number)


def _where(entry: FindingRecord, file: str) -> str:
    place = entry.file or file
    if entry.line:
        place += f":{entry.line}:{entry.column}"
    return f"{place} ({entry.unit_name})" if entry.unit_name else place


def _wrapped(text: str, terminal: Terminal, used: int, indent: str) -> str:
    """The text after a head of ``used`` columns."""
    if not terminal.width:
        return one_line(text)
    return "\n".join(wrap(one_line(text), terminal.width, " " * used, indent))[used:]


def _excerpt(entry: FindingRecord, gutter: str, terminal: Terminal) -> list[str]:
    bar = terminal.paint("|", "frame")
    skip = max(0, entry.column - 1 - LONGEST_LINE)
    text = clean(entry.excerpt[skip : entry.column + LONGEST_LINE].replace("\t", " "))
    before, rest = text[: entry.column - 1 - skip], text[entry.column - 1 - skip :]
    found = _TOKEN.match(rest)
    length = columns(found.group()) if found else 1
    start = columns(before)
    room = terminal.width - len(gutter) - 3 if terminal.width else LONGEST_EXCERPT
    if room > 0:
        text, start, length = _window(text, start, length, room)
    caret = terminal.paint("^" * max(1, length), entry.severity)
    return [
        f"{gutter} {bar}",
        f"{terminal.paint(str(entry.line), 'frame')} {bar} {text}",
        f"{gutter} {bar} {' ' * start}{caret}",
    ]


def _window(text: str, start: int, length: int, room: int) -> tuple[str, int, int]:
    """The part of a long line around what the caret points at."""
    if columns(text) <= room:
        return text, start, length
    skip = before = max(0, start - room // 3)  # columns, at most so many characters
    while columns(text[:skip]) > before:
        skip -= 1
    if skip:
        start -= columns(text[:skip]) - 1
        text = "\N{HORIZONTAL ELLIPSIS}" + text[skip:]
    return clip(text, room), start, max(1, min(length, room - start))
