"""What a rule says, as text: the long form behind a finding's rule id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.catalogue.model import Names
from listbuilder.catalogue.system import RuleSpec, System
from listbuilder.i18n import N_, _, language
from listbuilder.report.style import PLAIN, Style, wrap
from listbuilder.report.table import table

# Findings that are about the file, not about a rule of the game
OWN = {
    "unreadable": N_(
        "The file cannot be read as a list: it is not there, not text, not YAML, or larger than any list is."
    ),
    "duplicate-key": N_("A key stands twice in the same place; which of the two is meant cannot be told."),
    "schema": N_("The file is YAML but not of the shape that its schema asks for: an unknown key, a wrong type."),
    "unknown-name": N_(
        "The list names something that the data do not have. It is not judged: neither legal nor illegal."
    ),
    "unknown-rule": N_("A rule or reading was asked for (--rules) that the list's game system does not have."),
    "data": N_("The game data say something that cannot be right; the list is not judged by it."),
    "bug": N_("The program failed on this list. That is never the list's fault; please report it."),
}


def in_language(names: Names) -> str:
    """The text in the language in use, else in English, else in any."""
    return names.get(language()) or names.get("en") or next(iter(names.values()), "")


def rule_text(rule: RuleSpec, systems: Iterable[System], style: Style = PLAIN) -> str:
    """One rule: what it says, where it stands, examples, and how it is switched."""
    title = f"{style.paint(rule.id, 'bold')}: {in_language(rule.name) or rule.id}"
    parts = [title, ", ".join(in_language(system.name) for system in systems)]
    if rule.help:
        parts.append("\n" + wrap(in_language(rule.help), style.width))
    parts.append("\n" + table(_facts(rule)).rstrip("\n"))
    parts.extend("\n" + line for line in _switches(rule))
    return "\n".join(parts) + "\n"


def _facts(rule: RuleSpec) -> Iterator[tuple[str, str]]:
    if rule.source:
        yield _("source") + ":", rule.source
    for key, label in (("legal", _("legal")), ("illegal", _("illegal"))):
        if key in rule.examples:
            yield label + ":", in_language(rule.examples[key])
    severities = {"error": _("error"), "warning": _("warning"), "info": _("note"), "unjudged": _("not judged")}
    yield _("when broken") + ":", severities.get(rule.severity, rule.severity)
    if rule.sizes:
        yield _("only in") + ":", ", ".join(rule.sizes)
    if rule.replaces:
        yield _("in place of") + ":", ", ".join(rule.replaces)


def _switches(rule: RuleSpec) -> Iterator[str]:
    if not rule.enabled:
        yield _("Off unless asked for: check --rules {name}").format(name=rule.id)
    for reading, params in rule.readings.items():
        changed = ", ".join(f"{key}: {value}" for key, value in params.items())
        command = f"check --rules {rule.id}={reading}"
        yield _("Another reading ({changed}): {command}").format(changed=changed, command=command)


def rules_text(system: System, style: Style = PLAIN) -> str:
    """All rules of a system, one a line; the optional ones and the readings last."""
    rows = [(rule.id, in_language(rule.name)) for rule in system.rules if rule.enabled]
    optional = [(rule.id, in_language(rule.name)) for rule in system.rules if not rule.enabled]
    optional += [(f"{rule.id}={reading}", in_language(rule.name)) for rule in system.rules for reading in rule.readings]
    parts = [style.paint(f"{in_language(system.name)} ({system.id})", "bold") + "\n", table(rows, "  ")]
    if optional:
        parts += [_("On request (check --rules NAME):") + "\n", table(sorted(optional), "  ")]
    return "".join(parts)
