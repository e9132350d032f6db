"""The army and its datasheets as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.army.model import Army, ModelLine, Unit, WargearItem
from listbuilder.catalogue.system import System
from listbuilder.catalogue.vocabulary import NEUTRAL, Vocabulary
from listbuilder.i18n import _, ngettext, number
from listbuilder.print import declared
from listbuilder.print.briefing import Briefing, reserves_quota
from listbuilder.print.datasheet import (
    Translate,
    WeaponTable,
    abilities_by_kind,
    ability_headings,
    alternative,
    heading,
    invulnerable_saves,
    role_heading,
    save_heading,
    statline_columns,
    transport_capacity,
    weapon_tables,
)
from listbuilder.rules.checker import Ruleset
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.formation import Formation
from listbuilder.terminal import columns, one_line, pad, table, wrap


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
    quota = reserves_quota(army, Ruleset.from_system(system, enabled)) if system else None
    briefing = Briefing(army, findings, formation, language, system, quota)
    parts = (
        _head(briefing, width),
        _units(briefing, width),
        _declarations(briefing, width),
        _findings(briefing, width),
    )
    return "\n\n".join("\n".join(lines) for lines in map(list, parts) if lines) + "\n"


def _head(briefing: Briefing, width: int) -> Iterator[str]:
    army = briefing.army
    size = briefing.local(army.battle_size.name) if army.battle_size else ""
    yield from wrap(briefing.title, width)
    if line := " · ".join(filter(None, (briefing.faction, briefing.detachments, size))):
        yield from wrap(line, width)
    yield from wrap(" · ".join((briefing.points_line, *briefing.totals())), width)
    data = army.data
    pin = _("data: {set} {date}").format(set=data.set, date=data.date or data.revision).strip() if data else ""
    yield from wrap(" · ".join(filter(None, (briefing.verdict_words, pin, briefing.fingerprint))), width)


def _units(briefing: Briefing, width: int) -> Iterator[str]:
    for index, (role, units) in enumerate(briefing.roles()):
        if index:
            yield ""
        yield one_line(briefing.role(role)).upper() if role else _("Units").upper()
        for unit in units:
            yield from _unit(briefing, unit, width)


def _unit(briefing: Briefing, unit: Unit, width: int) -> Iterator[str]:
    name = briefing.label(unit)
    if unit.name != unit.datasheet:
        name += f" ({briefing.local(unit.datasheet)})"
    points = number(unit.points)
    lines = wrap(name, width - columns(points) - 2, "  ", "    ")
    yield pad(lines[0], width - columns(points)) + points
    yield from lines[1:]
    if facts := " · ".join((*briefing.marks(unit), *briefing.whereabouts(unit))):
        yield from wrap(facts, width, "    ", "      ")
    for words in _loadout(unit, briefing.local):
        yield from wrap(words, width, "    ", "      ")


def _loadout(unit: Unit, names: Translate) -> Iterator[str]:
    """A line for each kind of model with its wargear, then the wargear of the unit itself."""
    for line in unit.models:
        carried = ", ".join(_item(item, line.count, names) for item in line.wargear)
        yield f"{_counted_model(line, names)}: {carried}" if carried else _counted_model(line, names)
    if unit.wargear:
        yield _("Unit") + ": " + ", ".join(_item(item, 1, names) for item in unit.wargear)


def _counted_model(line: ModelLine, names: Translate) -> str:
    return f"{line.count} {names(line.name)}"


def _item(item: WargearItem, models: int, names: Translate) -> str:
    return (
        names(item.name) if item.count in {1, models} and models >= item.count else f"{item.count}× {names(item.name)}"
    )


def _declarations(briefing: Briefing, width: int) -> Iterator[str]:
    if not briefing.declared:
        return
    yield _("Declared before the battle").upper()
    sections = (
        (_("Attached units"), declared.attached(briefing)),
        (_("Transports"), declared.transports(briefing)),
        (_("Reserves"), declared.reserves(briefing)),
    )
    for title, entries in sections:
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
    kinds = {"error": _("error"), "warning": _("warning"), "info": _("note"), "unjudged": _("not judged")}
    yield _("Findings").upper()
    for finding in briefing.ranked_findings:
        unit = f"{briefing.label(finding.unit)}: " if finding.unit else ""
        text = str(finding.message)
        about = "" if text.casefold().startswith(unit.removesuffix(": ").casefold()) else unit
        yield from wrap(f"{kinds[finding.severity]}[{finding.rule}] {about}{text}", width, "  ", "    ")


def show_unit(unit: Unit, width: int = 80, names: Translate = str, vocabulary: Vocabulary = NEUTRAL) -> str:
    """A datasheet as text; ``names`` translates a name of the data."""
    blocks = (
        list(_sheet_head(unit, width, names, vocabulary)),
        _statlines(unit, names, vocabulary),
        *(_weapons(weapons, names) for weapons in weapon_tables(unit)),
        list(_sheet_words(unit, width, names, vocabulary)),
    )
    return "\n\n".join("\n".join(lines) for lines in blocks if lines) + "\n"


def _sheet_head(unit: Unit, width: int, names: Translate, vocabulary: Vocabulary) -> Iterator[str]:
    models = ngettext("{count} model", "{count} models", unit.model_count).format(count=unit.model_count)
    role = role_heading(vocabulary, unit.role, names) if unit.role else ""
    yield from wrap(names(unit.name), width)
    yield from wrap(" · ".join(filter(None, (role, models, f"{number(unit.points)} {vocabulary.terms.points}"))), width)
    for words in _loadout(unit, names):
        yield from wrap(words, width, "  ", "    ")


def _statlines(unit: Unit, names: Translate, vocabulary: Vocabulary) -> list[str]:
    if not unit.profiles:
        return []
    shown, saves = statline_columns(unit, vocabulary), invulnerable_saves(unit, vocabulary)
    heads = [heading(vocabulary, name, names) for name in shown]
    rows = [["", *heads, *([save_heading(vocabulary).upper()] if saves else [])]]
    for index, line in enumerate(unit.profiles):
        values = (line.value(name) or "-" for name in shown)
        rows.append([names(line.name), *values, *(save or "-" for save in saves[index : index + 1])])
    return table(rows, "  ", range(1, len(rows[0]))).splitlines()


def _weapons(weapons: WeaponTable, names: Translate) -> list[str]:
    rows = [["", names(weapons.title), *map(names, weapons.figures), *map(names, weapons.prose)]]
    for index, weapon in enumerate(weapons.weapons):
        words = [", ".join(names(word.strip()) for word in weapon.value(name).split(",")) for name in weapons.prose]
        count = _("or") if alternative(weapons.weapons, index) else f"{weapon.count}×" if weapon.count else ""
        rows.append([count, names(weapon.name), *(weapon.value(name) or "-" for name in weapons.figures), *words])
    return table(rows, "  ", (0, *range(2, 2 + len(weapons.figures)))).splitlines()


def _sheet_words(unit: Unit, width: int, names: Translate, vocabulary: Vocabulary) -> Iterator[str]:
    kinds = ability_headings(vocabulary.terms)
    pairs = [(vocabulary.terms.enhancement.title, names(taken.name)) for taken in unit.enhancements]
    for kind, group in abilities_by_kind(unit, vocabulary):
        pairs.append((kinds.get(kind, kind), ", ".join(names(ability.name) for ability in group)))
    pairs += [(_("Transport"), f"{places} {riders}".strip()) for places, riders in transport_capacity(unit, names)]
    if unit.leader and unit.leader.leads:
        pairs.append((_("Leads"), ", ".join(map(names, unit.leader.leads))))
    if unit.leader and unit.leader.beside:
        pairs.append((_("Beside"), ", ".join(map(names, unit.leader.beside))))
    pairs.append((_("Keywords"), ", ".join(map(names, unit.keywords))))
    pairs.append((_("Faction keywords"), ", ".join(map(names, unit.faction_keywords))))
    for title, words in pairs:
        if words:
            yield from wrap(f"{title}: {words}", width, "  ", "    ")
