"""A table of the lists, and the findings of all of them by rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.events.reports import Report, Settings, shown
from listbuilder.events.teams import TeamReport
from listbuilder.events.totals import by_rule
from listbuilder.i18n import _
from listbuilder.report.record import ListReport, Summary
from listbuilder.report.text import beside, severity_word, summary_text, verdict_name, verdict_word
from listbuilder.terminal import table


def render(records: Iterable[ListReport], settings: Settings) -> Iterator[str]:
    found = list(records)
    lists = [record for record in found if shown(record, settings)]
    if lists:
        head = (
            _("List"),
            _("Name"),
            _("Faction"),
            _("Detachment"),
            _("Points"),
            _("Verdict"),
            _("Errors"),
            _("Warnings"),
        )
        yield table([head, *map(_row, lists)], right={4, 6, 7}) + "\n"
    teams = [team for team in settings.judged_teams(found) if team.findings or not settings.quiet]
    if teams:
        rows = [(t.team or _("no team"), str(len(t.members)), verdict_name(t.verdict), _rules(t)) for t in teams]
        yield table([(_("Team"), _("Lists"), _("Verdict"), _("Findings")), *rows], right={1}) + "\n"
    totals = by_rule(found)
    if totals:
        rows = [(one.rule, severity_word(one.severity), str(one.findings), str(one.lists)) for one in totals]
        yield table([(_("Rule"), "", _("Findings"), _("Lists")), *rows], right={2, 3}) + "\n"
    yield summary_text(Summary.of(record.verdict for record in found), settings.terminal)


def _rules(team: TeamReport) -> str:
    return ", ".join(dict.fromkeys(one.rule for one in team.findings))


def _row(record: ListReport) -> tuple[str, ...]:
    severities = [one.severity for one in record.findings]
    points = record.points if record.limit is None else f"{record.points}/{record.limit}"
    return (
        record.file,
        record.name,
        record.faction_name,
        ", ".join(record.detachments),
        points or "",
        verdict_word(record) + beside(record),
        str(severities.count("error") or ""),
        str(severities.count("warning") or ""),
    )


REPORT = Report("table", (), render, fixes=False)
