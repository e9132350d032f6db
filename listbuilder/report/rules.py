"""What a rule says, as text: the long form behind a finding's rule id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.catalogue.system import System
from listbuilder.i18n import N_, _, in_language
from listbuilder.rules.explain import Explanation
from listbuilder.terminal import PLAIN, Terminal, table, wrap

# Findings that are about the file, not about a rule of the game
OWN = {
    "unreadable": N_(
        "The file cannot be read as a list: it is not there, not text, not YAML, or larger than any list is."
    ),
    "duplicate-key": N_("A key stands twice in the same place; which of the two is meant cannot be told."),
    "schema": N_("The file is YAML but not of the shape that its schema asks for: a wrong type, a missing key."),
    "unknown-key": N_("The list has a key that no list has. Near a known one it is taken for a slip of the pen."),
    "unknown-name": N_(
        "The list names something that the data do not have. It is not judged: neither legal nor illegal."
    ),
    "duplicate-id": N_("Two units of the list have the same id; declarations could mean either."),
    "roster-file": N_("The list says of its own units what cannot be, such as wargear for more models than there are."),
    "unknown-rule": N_("A rule or reading was asked for (--rules) that the list's game system does not have."),
    "data": N_("The game data say something that cannot be right; the list is not judged by it."),
    "data-changed": N_(
        "The list was made with another state of the game data; points and options may have changed since."
    ),
    "data-min": N_("The list has less of something than the data set asks for."),
    "data-max": N_("The list has more of something than the data set allows."),
    "data-exactly": N_("The list has not the number of something that the data set asks for."),
    "data-hidden": N_("The list holds something that the data set does not offer to this army."),
    "data-cost-limit": N_("The list costs more than the limit it was given."),
    "data-error": N_("The authors of the data set say that this is an error."),
    "data-warning": N_("The authors of the data set warn of this."),
    "data-info": N_("The authors of the data set remark on this."),
    "bug": N_("The program failed on this list. That is never the list's fault; please report it."),
}


def rule_text(rule: Explanation, systems: Iterable[System], terminal: Terminal = PLAIN) -> str:
    """One rule: what it says, where it stands, examples, and how it is switched."""
    parts = [
        f"{terminal.paint(rule.id, 'bold')}: {rule.name}",
        ", ".join(in_language(system.name) for system in systems),
    ]
    if str(rule.help):
        parts += ["", *wrap(str(rule.help), terminal.width)]
    parts.append("\n" + table(_facts(rule)).rstrip("\n"))
    if rule.notes:
        parts.append("")
        parts.extend(map(str, rule.notes))
    return "\n".join(parts) + "\n"


def _facts(rule: Explanation) -> Iterator[tuple[str, str]]:
    severities = {"error": _("error"), "warning": _("warning"), "info": _("note"), "unjudged": _("not judged")}
    facts = {
        _("source"): str(rule.source),
        _("legal"): str(rule.legal),
        _("illegal"): str(rule.illegal),
        _("when broken"): severities.get(rule.severity, rule.severity),
        _("kind"): rule.kind,
    }
    facts |= {key: _value(value) for key, value in rule.params.items()}
    return ((f"{label}:", text) for label, text in facts.items() if text)


def _value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_value(one)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_value, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def rules_text(system: System, terminal: Terminal = PLAIN) -> str:
    """All rules of a system, one a line; the optional ones and the readings last."""
    rows = [(rule.id, in_language(rule.name)) for rule in system.rules if rule.enabled]
    optional = [(rule.id, in_language(rule.name)) for rule in system.rules if not rule.enabled]
    optional += [(f"{rule.id}={reading}", in_language(rule.name)) for rule in system.rules for reading in rule.readings]
    parts = [terminal.paint(f"{in_language(system.name)} ({system.id})", "bold") + "\n", table(rows, "  ")]
    if optional:
        parts += [_("On request (check --rules NAME):") + "\n", table(sorted(optional), "  ")]
    return "".join(parts)
