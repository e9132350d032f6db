"""One page that needs nothing else: the event at a glance, a table to sort, a sheet to print, and each list's text to send back.

Everything in it is escaped, its policy forbids every other resource, and its few lines of script only sort the table.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files as resources

from listbuilder.events import totals
from listbuilder.events.letters import letter
from listbuilder.events.reports import Report, Settings
from listbuilder.events.reports._charts import chart
from listbuilder.events.reports._markup import attributes, xml
from listbuilder.events.teams import TeamReport
from listbuilder.i18n import _, ngettext
from listbuilder.report.record import FindingRecord, ListReport, Summary
from listbuilder.report.text import beside, verdict_name
from listbuilder.rules.diagnostic import SEVERITIES
from listbuilder.terminal import clip, one_line

ONE_COLUMN = 50  # lists of a sheet in one column; more are set in two
LONGEST = 100  # columns of a title
PER_COLUMN = 60  # rows of a printed column
ORDER = {"illegal": 0, "unjudged": 1, "legal": 2}  # of verdicts that are sorted
MARKS = {"legal": "\N{CHECK MARK}", "illegal": "\N{BALLOT X}", "unjudged": "?"}


def render(records: Iterable[ListReport], settings: Settings) -> Iterator[str]:
    found = list(records)
    title = settings.title or next((record.event for record in found if record.event), "") or _("Army lists")
    yield from _head(title, settings)
    teams = settings.judged_teams(found)
    yield _header(title, found, teams)
    yield "<main>\n"
    yield from _sheets(found)
    yield _glance(found)
    yield from _table(found)
    yield from _teams(teams)
    yield from _letters(found)
    yield f"</main>\n<script>{_asset('_page.js')}</script>\n</body>\n</html>\n"


@cache
def _asset(name: str) -> str:
    text = resources("listbuilder.events.reports").joinpath(name).read_text("utf-8")
    assert "</" not in text
    return text


def _head(title: str, settings: Settings) -> Iterator[str]:
    """The start of the page. Only the style and the script of this program may apply, by their hashes."""
    style, script = (_hash(_asset(name)) for name in ("_page.css", "_page.js"))
    policy = f"default-src 'none'; style-src '{style}'; script-src '{script}'; base-uri 'none'; form-action 'none'"
    yield f'<!DOCTYPE html>\n<html{attributes(lang=settings.language)}>\n<head>\n<meta charset="utf-8">\n'
    yield f'<meta http-equiv="Content-Security-Policy"{attributes(content=policy)}>\n'
    yield '<meta name="generator" content="listbuilder">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="referrer" content="no-referrer">\n'
    yield f"<title>{xml(one_line(title))}</title>\n<style>{_asset('_page.css')}</style>\n</head>\n<body>\n"


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _header(title: str, found: Sequence[ListReport], teams: Sequence[TeamReport]) -> str:
    """The title, what was judged by which data, and how many lists got which verdict."""
    summary = Summary.of(record.verdict for record in found)
    sets = dict.fromkeys(f"{one.data.set} {one.data.date or one.data.revision}".strip() for one in found if one.data)
    parts = [ngettext("{number} list", "{number} lists", summary.lists).format(number=summary.lists)]
    parts += [_in_teams(teams)] if teams else []
    parts += [_("data: {names}").format(names=", ".join(sets))] if sets else []
    tally = [(summary.legal, _("legal")), (summary.illegal, _("illegal")), (summary.unjudged, _("not judged"))]
    items = "".join(f"<li><b>{number}</b><span>{xml(word)}</span></li>" for number, word in tally)
    return (
        f"<header><div><h1>{xml(one_line(title))}</h1><p>{xml(' · '.join(map(one_line, parts)))}</p>"
        f'<ul class="tally">{items}</ul>{_share(summary)}</div></header>\n'
    )


def _in_teams(teams: Sequence[TeamReport]) -> str:
    """How many teams there are, and how many of them break a rule for teams."""
    number = sum(bool(team.team) for team in teams)
    text = ngettext("{number} team ({illegal} illegal)", "{number} teams ({illegal} illegal)", number)
    return text.format(number=number, illegal=sum(team.verdict == "illegal" for team in teams))


def _share(summary: Summary) -> str:
    """The verdicts as parts of one bar."""
    bars, start = [], 0
    for name, number in (("legal", summary.legal), ("illegal", summary.illegal), ("unjudged", summary.unjudged)):
        if number:
            bars.append(f'<rect{attributes(x=start, y=0, width=number, height=1)} class="{name}"/>')
        start += number
    view = attributes(viewBox=f"0 0 {max(1, start)} 1", preserveAspectRatio="none")
    return f'<svg class="share"{view} aria-hidden="true">{"".join(bars)}</svg>'


def _glance(found: Sequence[ListReport]) -> str:
    """The event in four charts."""
    rules = totals.by_rule(found)
    charts = "".join(
        (
            chart(_("Factions"), totals.factions(found)),
            chart(_("Detachments"), totals.detachments(found)),
            chart(_("Most taken units"), totals.units(found)),
            chart(
                _("Findings, by the lists that have them"),
                [(one.rule, one.lists) for one in rules],
                {one.rule: one.severity for one in rules},
            ),
        )
    )
    return f'<h2>{xml(_("At a glance"))}</h2>\n<section class="charts">\n{charts}</section>\n' if charts else ""


# --- the table ----------------------------------------------------------------------------------------------------------


def _table(found: Sequence[ListReport]) -> Iterator[str]:
    """All lists, one a row, with what can be sorted by."""
    heads = [("", "#"), ("", _("List")), ("", _("Faction")), ("", _("Detachment")), (' class="n"', _("Points"))]
    heads += [("", _("Verdict")), ("", _("Findings"))]
    yield f'<section class="screen">\n<h2>{xml(_("Lists"))}</h2>\n<div class="wide"><table class="lists sortable"><thead><tr>'
    yield "".join(f'<th{kind} scope="col">{xml(text)}</th>' for kind, text in heads)
    yield "</tr></thead><tbody>\n"
    for number, record in enumerate(found, 1):
        yield _row(number, record)
    yield "</tbody></table></div>\n</section>\n"


def _row(number: int, record: ListReport) -> str:
    under = ", ".join(part for part in (one_line(record.team), one_line(record.name) if record.player else "") if part)
    title = f'<a href="#list-{number}">{xml(_title(record))}</a>'
    terms = f"<br><span class=rules>{xml(_terms(record))}</span>" if record.terms else ""
    cells = (
        f'<td class="n">{number}</td>',
        f"<td>{title}{f'<br><span class=rules>{xml(under)}</span>' if under else ''}</td>",
        f"<td>{xml(one_line(record.faction_name or record.faction))}</td>",
        f"<td>{xml(one_line(', '.join(record.detachments)))}</td>",
        f'<td class="n"{attributes(**{"data-key": record.points or "0"})}>{xml(_points(record))}</td>',
        f'<td class="v"{attributes(**{"data-key": ORDER[record.verdict]})}>{_badge(record.verdict)}{terms}</td>',
        f'<td class="rules"{attributes(**{"data-key": len(record.findings)})}>{xml(_rules(record))}</td>',
    )
    return f"<tr>{''.join(cells)}</tr>\n"


def _title(record: ListReport) -> str:
    return clip(one_line(record.player or record.name or record.file), LONGEST)


def _points(record: ListReport) -> str:
    return (record.points or "") if record.limit is None else f"{record.points} / {record.limit}"


def _badge(verdict: str) -> str:
    """The verdict alone; why there is none stands among the findings."""
    return f'<span class="verdict {verdict}">{MARKS[verdict]} {xml(verdict_name(verdict))}</span>'


def _terms(record: ListReport) -> str:
    """What the list was judged by otherwise than lists usually are."""
    return one_line("; ".join(record.terms))


def _rules(record: ListReport) -> str:
    """The rules that have findings, errors first."""
    ranked = sorted(record.findings, key=lambda one: SEVERITIES.index(one.severity))
    return one_line(", ".join(dict.fromkeys(one.rule for one in ranked)))


# --- teams --------------------------------------------------------------------------------------------------------------


def _teams(teams: Sequence[TeamReport]) -> Iterator[str]:
    """All teams, one a row, with what is wrong with their lists together."""
    if not teams:
        return
    heads = (_("Team"), _("Lists"), _("Verdict"), _("Findings"))
    yield f'<section class="teams">\n<h2>{xml(_("Teams"))}</h2>\n<div class="wide"><table class="sortable"><thead><tr>'
    yield "".join(f'<th scope="col">{xml(text)}</th>' for text in heads)
    yield "</tr></thead><tbody>\n"
    for team in teams:
        yield _team_row(team)
    yield "</tbody></table></div>\n</section>\n"


def _team_row(team: TeamReport) -> str:
    lists = xml(", ".join(map(_title, team.members)))
    texts = ((xml(one_line(one.message)), xml(_cited(one))) for one in team.findings)
    found = "".join(f"<p>{message}<br><span class=rules>{cited}</span></p>" for message, cited in texts)
    cells = (
        f"<td>{xml(one_line(team.team) or _('no team'))}</td>",
        f"<td{attributes(**{'data-key': len(team.members)})}><b>{len(team.members)}</b> <span class=rules>{lists}</span></td>",
        f"<td{attributes(**{'data-key': ORDER[team.verdict]})}>{_badge(team.verdict)}</td>",
        f"<td{attributes(**{'data-key': len(team.findings)})}>{found}</td>",
    )
    return f'<tr class="{team.verdict}">{"".join(cells)}</tr>\n'


def _cited(one: FindingRecord) -> str:
    return ": ".join(part for part in (one.rule, one_line(one.source)) if part)


# --- the printed sheet --------------------------------------------------------------------------------------------------


def _sheets(found: Sequence[ListReport]) -> Iterator[str]:
    """The judge's table, which is shown on paper only: all lists of a page in one column, or in two."""
    rows = list(enumerate(found, 1))
    if len(rows) <= ONE_COLUMN:
        yield f'<section class="sheet one">{_column(rows, wide=True)}</section>\n'
        return
    for start in range(0, len(rows), 2 * PER_COLUMN):
        page = rows[start : start + 2 * PER_COLUMN]
        half = min(PER_COLUMN, -(-len(page) // 2)) if start == 0 and len(page) <= 2 * PER_COLUMN else PER_COLUMN
        columns = "".join(_column(part, wide=False) for part in (page[:half], page[half:]) if part)
        yield f'<section class="sheet two">{columns}</section>\n'


def _column(rows: Sequence[tuple[int, ListReport]], *, wide: bool) -> str:
    heads = [("c-n", "#"), ("", _("List")), ("c-f", _("Faction")), ("c-p", _("Points")), ("c-v", _("Verdict"))]
    heads += [("c-r", _("Findings"))] if wide else []
    head = "".join(f'<th class="{kind}">{xml(text)}</th>' for kind, text in heads)
    body = "".join(_sheet_row(number, record, wide=wide) for number, record in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _sheet_row(number: int, record: ListReport, *, wide: bool) -> str:
    name = ", ".join(part for part in (_title(record), one_line(record.team)) if part)
    cells = [str(number), name, one_line(record.faction_name or record.faction), record.points or ""]
    cells.append(f"{MARKS[record.verdict]} {verdict_name(record.verdict)}{beside(record)}")
    cells += [_rules(record)] if wide else []
    return f'<tr class="{record.verdict}">{"".join(f"<td>{xml(cell)}</td>" for cell in cells)}</tr>'


# --- what is sent back --------------------------------------------------------------------------------------------------


def _letters(found: Sequence[ListReport]) -> Iterator[str]:
    """The text of each list; those that somebody has to look at are open."""
    yield f"<h2>{xml(_('List by list'))}</h2>\n"
    yield f'<p class="hint">{xml(_("A click selects the text of a list, which can be sent to its player as it is."))}</p>\n'
    for number, record in enumerate(found, 1):
        opened = "" if record.verdict == "legal" else " open"
        what = " · ".join(part for part in (one_line(record.faction_name), _points(record), _terms(record)) if part)
        yield (
            f'<details id="list-{number}" class="{record.verdict}"{opened}><summary><span class="n">{number}</span>'
            f'<b>{xml(_title(record))}</b><span class="what">{xml(what)}</span>{_badge(record.verdict)}</summary>'
            f"<pre>{xml(letter(record))}</pre></details>\n"
        )


REPORT = Report("html", (".html", ".htm"), render)
