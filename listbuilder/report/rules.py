"""Rules as text: the explanation behind a finding's rule id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.catalogue.system import RuleSpec, System
from listbuilder.i18n import N_, Text, _, in_language
from listbuilder.report.text import severity_word
from listbuilder.terminal import PLAIN, Terminal, table, wrap

# Findings that are about the file, not about a rule of the game
OWN = {
    "empty-file": N_("There is nothing in the file, folder or cell of a table."),
    "unknown-format": N_(
        "The file is no list in a format that is read; ask the player for the text that their list builder exports."
    ),
    "no-data": N_("No game data are there for the game or the faction of the list, so that nothing can be judged."),
    "unreadable": N_("The file cannot be read as a list: it is missing, not text, not YAML, or too large."),
    "duplicate-key": N_("A key occurs twice in the same place, so it is unclear which value is meant."),
    "schema": N_("The file is YAML but does not match its schema: for example a wrong type or a missing key."),
    "unknown-key": N_("The list has an unknown key. If it is close to a known one, it is treated as a typo."),
    "unknown-name": N_(
        "The list names something that is not in the game data. It is not judged: neither legal nor illegal."
    ),
    "duplicate-id": N_("Two units of the list have the same id, so declarations could mean either."),
    "roster-file": N_(
        "The list contradicts itself about a unit, for example wargear for more models than the unit has."
    ),
    "unknown-rule": N_(
        "--rules, or rules: in the list, names a rule or reading that the game system of the list does not have."
    ),
    "data": N_("The game data contain an error; the list is not judged by the part concerned."),
    "missing-catalogue": N_(
        "The data set lacks a catalogue that the army's own links to; what may be due to it is not judged."
    ),
    "data-changed": N_(
        "The list was made with another version of the game data; points and options may have changed since."
    ),
    "points-drift": N_(
        "The list of another program states other points than the game data: they are of another date, or it was misread."
    ),
    "total-drift": N_(
        "The list of another program states other points in all than for its units. Where they are more, a unit is missing in it."
    ),
    "data-min": N_("The list has less of something than the game data require."),
    "data-max": N_("The list has more of something than the game data allow."),
    "data-exactly": N_("The list does not have exactly as many of something as the game data require."),
    "data-hidden": N_("The list contains something that the game data do not offer to this army."),
    "data-cost-limit": N_("The list costs more than its limit."),
    "data-error": N_("The authors of the game data marked this as an error."),
    "data-warning": N_("The authors of the game data marked this as a warning."),
    "data-info": N_("The authors of the game data added this note."),
    "event-pack": N_("The event pack contains an error; no list is judged by it."),
    "event-system": N_("The list is for another game than the event."),
    "event-data": N_(
        "The list was judged by other game data than those that the event plays by, so that no verdict can be founded on them."
    ),
    "event-size": N_("The list states another size of game or limit than the event's, which it is judged by."),
    "event-rules": N_("The list asks for an optional rule or reading that the event does not play."),
    "bug": N_("The program failed on this list. This is a bug in the program, not in the list; please report it."),
}

# Findings about what an event pack allows and denies; the words are those of the packs' keys, whatever the game calls them
OF_EVENTS = {
    "event-factions": N_("The event pack does not allow the faction."),
    "event-detachments": N_("The event pack does not allow the detachment."),
    "event-datasheets": N_("The event pack does not allow the datasheet."),
    "event-keywords": N_("The event pack does not allow units with a keyword, or allows only units with others."),
    "event-enhancements": N_("The event pack does not allow the enhancement."),
    "event-legends": N_("The event pack does not allow Legends datasheets."),
    "event-allies": N_("The event pack does not allow allied units."),
}


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
        _("severity"): severity_word(rule.severity),
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
        parts += [_("Optional (enable with check --rules NAME):") + "\n", table(sorted(optional), "  ")]
    return "".join(parts)
