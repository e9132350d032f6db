"""Rules as text: the explanation behind a finding's rule id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.catalogue.system import RuleSpec, System
from listbuilder.i18n import Text, _, in_language
from listbuilder.report.text import severity_word
from listbuilder.terminal import PLAIN, Terminal, table, wrap

DEFINITION = "definition"  # the kind of rules that find nothing themselves


def rule_text(rule: RuleSpec, systems: Iterable[System], terminal: Terminal = PLAIN) -> str:
    """One rule: what it says, its source, examples, and how to enable it."""
    parts = [
        f"{terminal.paint(rule.id, 'bold')}: {in_language(rule.name or rule.id)}",
        ", ".join(in_language(system.name) for system in systems),
    ]
    if rule.help:
        parts += ["", *wrap(in_language(rule.help), terminal.width)]
    parts.append("\n" + table(_facts(rule)).rstrip("\n"))
    notes = list(map(str, _notes(rule)))
    if notes:
        parts += ["", *notes]
    return "\n".join(parts) + "\n"


def _notes(rule: RuleSpec) -> Iterator[Text]:
    """When the rule applies, and how to enable it or its readings."""
    if not rule.enabled:
        yield Text("Off by default; enable it with --rules {rule}", {"rule": rule.id})
    if rule.sizes:
        yield Text("Only in these battle sizes: {sizes}", {"sizes": rule.sizes})
    if rule.unless:
        yield Text("Not for lists that have chosen one of these: {settings}", {"settings": rule.unless})
    if rule.replaces:
        yield Text("Replaces: {rules}", {"rules": rule.replaces})
    if rule.stage == "declaration":
        yield Text("Checked only when the list has declarations.")
    if rule.readings and "default" in rule.meanings:
        yield Text("Read as: {meaning}", {"meaning": in_language(rule.meanings["default"])})
    for reading in rule.readings:
        names = {"rule": rule.id, "reading": reading, "meaning": in_language(rule.meanings.get(reading, ""))}
        if names["meaning"]:
            yield Text("Another reading: {meaning} (--rules {rule}={reading}, or rules: in the list)", names)
        else:
            yield Text("Another reading: --rules {rule}={reading}", names)


def _facts(rule: RuleSpec) -> Iterator[tuple[str, str]]:
    facts = {
        _("source"): in_language(rule.source),
        _("legal"): in_language(rule.examples.get("legal", "")),
        _("illegal"): in_language(rule.examples.get("illegal", "")),
        _("severity"): severity_word(rule.severity) if rule.kind != DEFINITION else "",
        _("kind"): rule.kind,
    }
    facts |= {key: _value(value) for key, value in rule.params.items()}
    return ((f"{label}:", text) for label, text in facts.items() if text)


def _value(value: object, inside: bool = False) -> str:
    """A parameter as ``system.yaml`` writes it, without the outermost brackets."""
    if isinstance(value, dict):
        text = ", ".join(f"{key}: {_value(one, True)}" for key, one in value.items())
        return f"{{{text}}}" if inside else text
    if isinstance(value, list | tuple):
        text = ", ".join(_value(one, True) for one in value)
        return f"[{text}]" if inside else text
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def rules_text(system: System, terminal: Terminal = PLAIN) -> str:
    """All rules of a system, one a line; the optional ones and the readings last."""
    rows = [(rule.id, in_language(rule.name)) for rule in system.rules if rule.enabled]
    optional = [(rule.id, in_language(rule.name)) for rule in system.rules if not rule.enabled]
    optional += [(f"{rule.id}={reading}", in_language(rule.name)) for rule in system.rules for reading in rule.readings]
    parts = [terminal.paint(f"{in_language(system.name)} ({system.id})", "bold") + "\n", table(rows, "  ")]
    if optional:
        parts += [_("Optional (enable with check --rules NAME):") + "\n", table(sorted(optional), "  ")]
    return "".join(parts)
