"""The army and its datasheets as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.army.model import Army
from listbuilder.army.prices import price_of
from listbuilder.army.records import Unit
from listbuilder.catalogue.system import System
from listbuilder.catalogue.vocabulary import NEUTRAL, Vocabulary
from listbuilder.i18n import _, listed, number
from listbuilder.print import declared
from listbuilder.print.bearers import models_of
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import (
    Translate,
    WeaponTable,
    ability_facts,
    alternative,
    enhancement_title,
    keyword_facts,
    loadout,
    meaning_heading,
    models_words,
    part_of,
    role_of_one,
    statlines,
    weapon_heading,
    weapon_tables,
    weapon_words,
)
from listbuilder.print.headings import roles, share_of
from listbuilder.print.quota import reserves_quota
from listbuilder.print.verdicts import message, ranked_findings, severity_words, verdict_words
from listbuilder.print.whereabouts import unit_facts
from listbuilder.rules.checker import Ruleset
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.figures import figures
from listbuilder.rules.formation import Formation
from listbuilder.rules.shares import role_shares, unit_marks
from listbuilder.rules.spending import spending
from listbuilder.terminal import columns, one_line, pad, table, wrap
from listbuilder.validation.seal import seal


def show_army(
    army: Army,
    findings: Sequence[Diagnostic],
    formation: Formation,
    language: str = "en",
    width: int = 80,
    system: System | None = None,
    enabled: Sequence[str] = (),
) -> str:
    """The army as text: units with points and wargear, declarations, findings. ``system`` adds the limit on reserves;
    ``enabled`` are the optional rules and readings in use."""
    ruleset = Ruleset.from_system(system, enabled) if system else None
    quota = reserves_quota(army, ruleset) if ruleset else None
    spent = tuple(map(str, (*spending(army, ruleset), *figures(army, ruleset.system)))) if ruleset else ()
    sealed = seal(army, findings, enabled) if army.data else None
    shares, markers = (role_shares(army, ruleset), unit_marks(ruleset)) if ruleset else ({}, {})
    briefing = Briefing(
        army, findings, formation, language, system, quota, sealed, spent, shares=shares, markers=markers
    )
    parts = [list(part(briefing, width)) for part in (_head, _units, _declarations, _findings)]
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def _head(briefing: Briefing, width: int) -> Iterator[str]:
    yield from wrap(briefing.title, width)
    if line := " · ".join(briefing.facts_below_title):
        yield from wrap(line, width)
    yield from wrap(" · ".join(filter(None, (briefing.points_line, *briefing.totals()))), width)
    yield from _notes(briefing.army.notes, width, "")
    verdict = (verdict_words(briefing), briefing.data_line, briefing.code)
    yield from wrap(" · ".join(filter(None, verdict)), width)


def _units(briefing: Briefing, width: int) -> Iterator[str]:
    for index, (role, units) in enumerate(roles(briefing)):
        if index:
            yield ""
        points, bounds = share_of(briefing, units)
        heading = one_line(role).upper() if role else _("Units").upper()
        yield from wrap(f"{heading} · {points} ({bounds})" if bounds else heading, width)
        for unit in units:
            yield from _unit(briefing, unit, width)


def _unit(briefing: Briefing, unit: Unit, width: int) -> Iterator[str]:
    name = briefing.label(unit)
    if unit.name != unit.datasheet:
        name += f" ({briefing.local(unit.datasheet)})"
    amount = price_of(briefing.army, unit)
    points = "" if amount is None else number(amount)
    lines = wrap(name, width - columns(points) - 2, "  ", "    ")
    yield pad(lines[0], width - columns(points)) + points
    yield from lines[1:]
    if facts := " · ".join(unit_facts(briefing, unit)):
        yield from wrap(facts, width, "    ", "      ")
    for carrier, wargear in loadout(unit, briefing.local):
        yield from wrap(carrier + wargear, width, "    ", "      ")
    yield from _notes(unit.notes, width, "    ")
    for line in unit.models:
        yield from _notes(line.notes, width, "    ", briefing.local(line.name))


def _notes(notes: str, width: int, indent: str, of: str = "") -> Iterator[str]:
    """What the player has noted, about a kind of models where one is named."""
    if text := " ".join(notes.split()):
        title = f"{_('Notes')} ({of})" if of else _("Notes")
        yield from wrap(f"{title}: {text}", width, indent, f"{indent}  ")


def _declarations(briefing: Briefing, width: int) -> Iterator[str]:
    found = declared.sections(briefing)
    if not briefing.declared or not (found or declared.reserves_line(briefing)):
        return
    yield _("Declared before the battle").upper()
    for _declarations, title, entries in found:
        if not entries:
            continue
        yield "  " + title
        for name, facts in entries:
            yield from wrap(f"{name}: {facts}", width, "    ", "      ")
    if line := declared.reserves_line(briefing):
        yield from wrap(line, width, "  ", "    ")


def _findings(briefing: Briefing, width: int) -> Iterator[str]:
    if not briefing.findings:
        return
    yield _("Findings").upper()
    for finding in ranked_findings(briefing):
        severity = severity_words(finding.severity)
        yield from wrap(f"{severity}[{finding.rule}] {message(briefing, finding)}", width, "  ", "    ")


def show_unit(
    unit: Unit, width: int = 80, names: Translate = str, vocabulary: Vocabulary = NEUTRAL, cost: str | None = None
) -> str:
    """A datasheet as text; ``names`` translates a name of the data. ``cost``: what it costs, its points where not given."""
    if cost is None:
        cost = f"{number(unit.points)} {vocabulary.terms.points}"
    blocks = (
        list(_sheet_head(unit, width, names, vocabulary, cost)),
        _statlines(unit, names, vocabulary),
        *(_weapons(weapons, names, vocabulary) for weapons in weapon_tables(unit, vocabulary)),
        list(_sheet_words(unit, width, names, vocabulary)),
    )
    return "\n\n".join("\n".join(lines) for lines in blocks if lines) + "\n"


def _sheet_head(unit: Unit, width: int, names: Translate, vocabulary: Vocabulary, cost: str) -> Iterator[str]:
    role = role_of_one(vocabulary, unit.role, names) if unit.role else ""
    yield from wrap(names(unit.name), width)
    facts = (role, models_words(models_of(unit, vocabulary)), cost)
    yield from wrap(" · ".join(filter(None, facts)), width)
    for carrier, wargear in loadout(unit, names):
        yield from wrap(carrier + wargear, width, "  ", "    ")


def _statlines(unit: Unit, names: Translate, vocabulary: Vocabulary) -> list[str]:
    heads, lines = statlines(unit, vocabulary, names, "-")
    if any(line.save for line in lines):
        heads.append(meaning_heading(vocabulary, "invulnerable").upper())
    rows = [(line.name, *line.values, line.save_words or "-")[: len(heads) + 1] for line in lines]
    return table([("", *heads), *rows], "  ", range(1, len(heads) + 1)).splitlines() if rows else []


def _weapons(weapons: WeaponTable, names: Translate, vocabulary: Vocabulary) -> list[str]:
    columns = (weapons.title, *weapons.figures, *weapons.prose)
    rows = [["", *(weapon_heading(vocabulary, name, names) for name in columns)]]
    for index, weapon in enumerate(weapons.weapons):
        words = [weapon_words(weapon.value(name), names) for name in weapons.prose]
        count = _("or") if alternative(weapons.weapons, index) else f"{weapon.count}×" if weapon.count else ""
        rows.append([count, names(weapon.name), *(weapon.value(name) or "-" for name in weapons.figures), *words])
    return table(rows, "  ", (0, *range(2, 2 + len(weapons.figures)))).splitlines()


def _sheet_words(unit: Unit, width: int, names: Translate, vocabulary: Vocabulary) -> Iterator[str]:
    pairs = [(enhancement_title(taken, vocabulary), names(taken.name)) for taken in unit.enhancements]
    pairs += ability_facts(unit, vocabulary, names)
    if unit.leader:
        leads = (part_of(vocabulary) or _("Joins")) if unit.is_part else _("Leads")
        pairs.append((leads, listed(map(names, unit.leader.leads))))
        pairs.append((_("Beside"), listed(map(names, unit.leader.beside))))
    pairs += keyword_facts(unit, names)
    for title, words in pairs:
        if words:
            yield from wrap(f"{title}: {words}", width, "  ", "    ")
