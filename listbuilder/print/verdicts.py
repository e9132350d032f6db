"""The verdict on an army and its findings, in words."""

from __future__ import annotations

from listbuilder.catalogue.marked import plain_name
from listbuilder.i18n import _, clauses, ngettext
from listbuilder.print.briefing import Briefing
from listbuilder.rules.diagnostic import SEVERITIES, Diagnostic

MOST_PRINTED = 250  # findings


def severity_words(severity: str) -> str:
    """The severity of a finding as a word."""
    return {"error": _("error"), "warning": _("warning"), "info": _("note"), "unjudged": _("not judged")}[severity]


def verdict_word(briefing: Briefing) -> str:
    """The verdict alone."""
    return {"legal": _("Legal"), "illegal": _("Not legal"), "unjudged": _("Not judged")}[briefing.verdict]


def verdict_words(briefing: Briefing) -> str:
    """The verdict, and what was judged otherwise than lists usually are."""
    word, more = verdict_word(briefing), clauses(beside(briefing))
    return f"{word} [{more}]" if more else word


def beside(briefing: Briefing) -> tuple[str, ...]:
    """What was judged otherwise than lists usually are."""
    return tuple(
        dict.fromkeys(one.beside.render(briefing.local) for one in briefing.findings if one.beside is not None)
    )


def verdict_lines(briefing: Briefing, between: str) -> tuple[str, ...]:
    """The verdict and the points: with all that is said beside them, and in fewer words."""
    kinds = (
        (verdict_words(briefing), briefing.points_line),
        (verdict_word(briefing), briefing.points_line),
        (verdict_word(briefing), briefing.points_of_limit),
    )
    return tuple(between.join(filter(None, words)) for words in kinds)


def ranked_findings(briefing: Briefing) -> tuple[Diagnostic, ...]:
    """Sorted by severity, then in the order found."""
    return tuple(sorted(briefing.findings, key=lambda finding: SEVERITIES.index(finding.severity)))


def printed_findings(briefing: Briefing) -> tuple[Diagnostic, ...]:
    """Those that pages show: data of strangers make thousands of them, which nobody reads on paper."""
    return briefing.once(ranked_findings)[:MOST_PRINTED]


def unprinted_words(briefing: Briefing) -> str:
    """How many findings stand on no page; empty where all do."""
    rest = len(briefing.findings) - MOST_PRINTED
    text = ngettext(
        "{count} more finding is not printed: listbuilder check shows it",
        "{count} more findings are not printed: listbuilder check shows them",
        rest,
    )
    return text.format(count=rest) if rest > 0 else ""


def message(briefing: Briefing, finding: Diagnostic) -> str:
    """The message of a finding behind the name of its unit, which stands there once."""
    unit, text = briefing.label(finding.unit), plain_name(str(finding.message))  # names in it may have marks of authors
    if text.casefold().startswith(unit.casefold()):
        return text
    plain = briefing.plain_labels.get(finding.unit, "")
    if plain and text.startswith(f"{plain} "):  # the label has a letter besides
        return f"{unit}{text.removeprefix(plain)}"
    return f"{unit}: {text.removeprefix(f'{plain}: ') if plain else text}"
