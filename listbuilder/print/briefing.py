"""The content of a printed or displayed roster: names, verdict, formation, reserves, totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from listbuilder.army.model import Army, Chosen, ForceView
from listbuilder.army.prices import enhancement_prices, price_word, priced
from listbuilder.army.records import Unit
from listbuilder.catalogue.base import Names, Number
from listbuilder.catalogue.states import DEPLOYED, EMBARKED, STRATEGIC, UNDECLARED
from listbuilder.catalogue.system import System
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.i18n import _, in_language, language, number
from listbuilder.listfile import reminders
from listbuilder.listfile.reminders import NONE, Reminders
from listbuilder.print.bearers import models_of
from listbuilder.print.datasheet import control, joined_words, joins_words, models_words, role_heading, units_words
from listbuilder.rules.checker import Ruleset, verdict
from listbuilder.rules.diagnostic import SEVERITIES, Diagnostic
from listbuilder.rules.figures import figures
from listbuilder.rules.formation import Formation, Group, formation
from listbuilder.rules.kinds import share
from listbuilder.rules.shares import RoleShare, role_shares, unit_marks
from listbuilder.rules.spending import spending
from listbuilder.validation.seal import Seal

_LONG, _MANY_SHEETS = 250, 3  # letters of a text, and datasheets that state it


@dataclass(frozen=True, slots=True)
class ReservesQuota:
    """How many points may start the battle in these states."""

    allowed: Number
    states: tuple[str, ...]
    passengers: bool


def severity_words(severity: str) -> str:
    """The severity of a finding as a word."""
    return {"error": _("error"), "warning": _("warning"), "info": _("note"), "unjudged": _("not judged")}[severity]


@dataclass(frozen=True)
class Briefing:
    """An army with its findings and its formation, worded in one language."""

    army: Army
    findings: Sequence[Diagnostic]
    formation: Formation
    language: str = "en"
    system: System | None = None
    quota: ReservesQuota | None = None  # of strategic reserves
    seal: Seal | None = None
    spent: tuple[str, ...] = ()  # in the currencies besides points, with their limits: 3 / 12 CP
    shares: Mapping[str, RoleShare] = field(default_factory=dict)  # of the points, by role
    markers: Mapping[str, Names] = field(
        default_factory=dict
    )  # keywords that a rule makes the mark of a unit -> their names
    reminders: Reminders = NONE  # the player's own words

    def local(self, text: str) -> str:
        """A name of the data in the briefing's language."""
        return self.army.localise(text, self.language)

    @property
    def vocabulary(self) -> Vocabulary:
        """What the game calls things."""
        return self.army.vocabulary

    def points(self, value: Number) -> str:
        """An amount with its unit: 80 pts."""
        return f"{number(value, grouped=True)} {price_word(self.army)}".strip()

    # --- names -------------------------------------------------------------------------------------------------------

    @cached_property
    def _labels(self) -> dict[str, str]:
        shown = {unit.id: self.local(unit.name) for unit in self.army.units}
        often = Counter(shown.values())
        met: Counter[str] = Counter()
        labels = {}
        for unit in self.army.units:
            name = shown[unit.id]
            met[name] += 1
            labels[unit.id] = f"{name} {letters(met[name])}" if often[name] > 1 else name
        for half in self.army.fielded:
            if half.half_of:
                labels[half.id] = f"{labels[half.half_of]} ({half.id.removeprefix(half.half_of + '/')})"
        return labels

    def label(self, unit: Unit | str) -> str:
        """The unit's name, with a letter when several units share it; an unknown id is returned as it is."""
        key = unit if isinstance(unit, str) else unit.id
        return self._labels.get(key, key)

    def group_label(self, group: Group) -> str:
        """The bodyguard and its leaders: Intercessor Squad A + Captain."""
        return " + ".join(self.label(unit) for unit in group.units)

    # --- verdict -----------------------------------------------------------------------------------------------------

    @cached_property
    def verdict(self) -> str:
        """legal, illegal or unjudged."""
        return verdict(self.findings)

    @property
    def verdict_word(self) -> str:
        """The verdict alone."""
        return {"legal": _("Legal"), "illegal": _("Not legal"), "unjudged": _("Not judged")}[self.verdict]

    @property
    def verdict_words(self) -> str:
        """The verdict, and what was judged otherwise than lists usually are."""
        return f"{self.verdict_word} [{'; '.join(self.beside)}]" if self.beside else self.verdict_word

    @property
    def beside(self) -> tuple[str, ...]:
        """What was judged otherwise than lists usually are."""
        return tuple(dict.fromkeys(one.beside.render(self.local) for one in self.findings if one.beside is not None))

    @cached_property
    def ranked_findings(self) -> tuple[Diagnostic, ...]:
        """Sorted by severity, then in the order found."""
        return tuple(sorted(self.findings, key=lambda finding: SEVERITIES.index(finding.severity)))

    def message(self, finding: Diagnostic) -> str:
        """The message of a finding behind the name of its unit, which stands there once."""
        unit, text = self.label(finding.unit), str(finding.message)
        if text.casefold().startswith(unit.casefold()):
            return text
        plain = self._plain_labels.get(finding.unit, "")
        if plain and text.startswith(f"{plain} "):  # the label has a letter besides
            return f"{unit}{text.removeprefix(plain)}"
        return f"{unit}: {text.removeprefix(f'{plain}: ') if plain else text}"

    @cached_property
    def _plain_labels(self) -> dict[str, str]:
        return {unit.id: self.local(unit.name) for unit in self.army.units}

    @property
    def code(self) -> str:
        """The few digits of the seal; empty without one."""
        return self.seal.code if self.seal is not None else ""

    # --- the army ----------------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.army.name or _("Untitled army")

    @property
    def faction(self) -> str:
        return self.local(self.army.faction_name or self.army.faction)

    @property
    def detachments(self) -> str:
        return ", ".join(self.local(detachment.name) for detachment in self.army.detachments)

    @property
    def facts_of_army(self) -> tuple[str, ...]:
        """Faction, detachments, battle size and what else the army has chosen."""
        size = self.local(self.army.battle_size.name) if self.army.battle_size else ""
        return tuple(filter(None, (self.faction, self.detachments, size, *self.choices)))

    @property
    def choices(self) -> tuple[str, ...]:
        """What is chosen of each kind that the game states, with its price where it has one: Spell Lore: Lore of Ruin (10)."""
        chosen: dict[str, dict[str, None]] = {}
        for one in self.army.choices:
            price = f" ({number(one.points)})" if one.points else ""
            chosen.setdefault(one.label, {})[f"{self.chosen_name(one)}{price}"] = None
        return tuple(f"{self.local(label)}: {', '.join(names)}" for label, names in chosen.items())

    def chosen_name(self, one: Chosen) -> str:
        """The name of what is chosen, without that of its kind, which some data write before it."""
        name, kind = self.local(one.name), f"{self.local(one.label)}: "
        return name[len(kind) :] if name.casefold().startswith(kind.casefold()) else name

    @property
    def game(self) -> str:
        """The name of the game; empty where that is not known."""
        names = self.system.name if self.system is not None else {}
        return names.get(self.language) or names.get("en", "")

    @property
    def data_line(self) -> str:
        """The game, and the data that the army was checked against; without pinned data the game alone."""
        data = self.army.data
        said = _("data: {set} {date}").format(set=data.set, date=data.dated).strip() if data else ""
        return " · ".join(filter(None, (self.game, said)))

    @property
    def points_line(self) -> str:
        """Points and limit, then the other currencies and what the game counts: 1995 / 2000 pts · 3 / 12 CP · drops 3."""
        return " · ".join(filter(None, (self._points_of_limit, *self.spent)))

    @property
    def _points_of_limit(self) -> str:
        if not self.army.has_points:
            return ""
        if self.army.limit is None:
            return self.points(self.army.points)
        return f"{number(self.army.points, grouped=True)} / {self.points(self.army.limit)}"

    def verdict_lines(self, between: str) -> tuple[str, ...]:
        """The verdict and the points: with all that is said beside them, and in fewer words."""
        kinds = (
            (self.verdict_words, self.points_line),
            (self.verdict_word, self.points_line),
            (self.verdict_word, self._points_of_limit),
        )
        return tuple(between.join(filter(None, words)) for words in kinds)

    @cached_property
    def control(self) -> int | None:
        """Objective control of the whole army."""
        values = [value for value in (control(unit, self.vocabulary) for unit in self.army.units) if value is not None]
        return sum(values) if values else None

    def totals(self) -> tuple[str, ...]:
        """Numbers of units and models, and objective control, as phrases."""
        units, models = len(self.army.units), sum(models_of(unit, self.vocabulary) for unit in self.army.units)
        words = [units_words(units, self.vocabulary), models_words(models)]
        if self.control is not None:
            words.append(f"{self.vocabulary.terms.control} {self.control}")
        return tuple(words)

    def roles(self) -> Iterator[tuple[str, list[Unit]]]:
        """Units under the heading of their role (empty without a role), in the order of the army; in an army that consists of
        several forces, under that of their force: of native data by role, else as the list has them."""
        inside = self._headed
        for force in inside:
            members = [unit for unit in self.army.units if unit.force == force.id]
            if members:
                rank = self.vocabulary.role_rank
                order = sorted(members, key=lambda unit: rank(unit.role)) if force.inside else members
                yield self.force_heading(force), order
        held = {force.id for force in inside}
        others = [unit for unit in self.army.units if unit.force not in held]
        for role in dict.fromkeys(unit.role for unit in others):
            heading = role_heading(self.vocabulary, role, self.local) if role else ""
            yield heading, [unit for unit in others if unit.role == role]

    @cached_property
    def _headed(self) -> tuple[ForceView, ...]:
        """The forces that units stand under: those of native data, else those within the army's, or several of the army."""
        holding = {unit.force for unit in self.army.units}
        forces = [force for force in self.army.forces if force.id in holding]
        if any(force.inside for force in self.army.forces):
            return tuple(force for force in forces if force.inside)
        outer = [force for force in forces if not force.parent]
        return tuple(force for force in forces if force.parent or len(outer) > 1)

    def force_points(self, members: Sequence[Unit]) -> Number:
        """What the force costs by itself that the units stand under; 0 where they stand under that of their role."""
        held = {force.id: force.points for force in self._headed}
        return held.get(members[0].force, 0) if members else 0

    def share_of(self, members: Sequence[Unit]) -> tuple[str, str]:
        """What the units under the heading of a role cost, and between which points that has to lie; empty where no rule bounds
        it."""
        found = self.shares.get(members[0].role) if members and not self._headed else None
        if found is None:
            return "", ""
        words = []
        if found.at_least is not None:
            words.append(_("at least {points}").format(points=self.points(found.at_least)))
        if found.at_most is not None:
            words.append(_("at most {points}").format(points=self.points(found.at_most)))
        return number(found.found), ", ".join(words)

    def force_heading(self, force: ForceView) -> str:
        """The name of a force, with its kind where the player has given it another name, its faction where it has one, and its
        own price."""
        kind = self.local(force.kind)
        name = force.name if force.name.startswith(force.kind) else f"{force.name} ({kind})"
        name = name.replace(force.kind, kind, 1)
        said = (force.faction, force.subfaction.name if force.subfaction else "")
        price = (priced(self.army, force.points),) if force.points else ()
        return " · ".join((name, *(self.local(word) for word in said if word), *price))

    @cached_property
    def common(self) -> frozenset[tuple[str, str]]:
        """Name and text of the abilities that so many datasheets of the army state at length that a sheet says it once."""
        sheets: dict[tuple[str, str], set[str]] = {}
        for unit in self.army.units:
            for ability in unit.abilities:
                if len(ability.text) >= _LONG:
                    sheets.setdefault((ability.name, ability.text), set()).add(unit.datasheet)
        return frozenset(one for one, found in sheets.items() if len(found) >= _MANY_SHEETS)

    # --- declarations ------------------------------------------------------------------------------------------------

    @property
    def declared(self) -> bool:
        return not self.army.declarations.is_empty()

    def embarked(self, transport: str) -> tuple[Group, ...]:
        return tuple(self._riders.get(transport, ()))

    @cached_property
    def _riders(self) -> dict[str, list[Group]]:
        """The groups in each transport, by its id."""
        found: dict[str, list[Group]] = {}
        for group in self.formation.groups:
            if group.state == EMBARKED:
                found.setdefault(group.transport, []).append(group)
        return found

    def reserves(self) -> tuple[tuple[str, tuple[Group, ...]], ...]:
        """Groups in reserves by kind of reserves, without passengers."""
        states = (STRATEGIC, *self.vocabulary.reserves)
        found = ((state, tuple(g for g in self.formation.groups if g.state == state)) for state in states)
        return tuple((state, groups) for state, groups in found if groups)

    @cached_property
    def reserves_used(self) -> Number:
        """Points that count towards the quota."""
        return self.formation.points_in(self.quota.states, self.quota.passengers) if self.quota else 0

    def state_words(self, state: str) -> str:
        return _("Not declared") if state == UNDECLARED else self.vocabulary.state_title(state)

    def whereabouts(self, unit: Unit) -> tuple[str, ...]:
        """The declarations about a unit: which unit it leads, its leaders, its state, its passengers."""
        words = []
        if unit.id in self.formation.hovering:
            words.append(self.vocabulary.declaration("hover") or _("hovers"))
        group = self.formation.group_of(unit.id)
        if group is None:
            return tuple(words)
        if group.bodyguard != unit.id:
            return (*words, joins_words(unit, self.label(group.bodyguard), self.vocabulary))
        for parts in (False, True):
            joined = [one.id for one in group.units[1:] if one.is_part == parts]
            if joined:
                words.append(joined_words(", ".join(map(self.label, joined)), self.vocabulary, parts=parts))
        for half in self.formation.halves_of(unit.id):
            words.extend(self._place(half))
        if riders := self.embarked(unit.id):
            words.append(_("carries {units}").format(units=", ".join(map(self.group_label, riders))))
        return tuple(words)

    def _place(self, group: Group) -> list[str]:
        if group.state == DEPLOYED:
            return []
        place = self.state_words(group.state)
        if group.state == EMBARKED:
            place = _("in {transport}").format(transport=self.label(group.transport))
        body = group.units[0]
        return [f"{self.local(body.name)}: {place}" if body.half_of else place]

    def marks(self, unit: Unit) -> tuple[str, ...]:
        """Warlord, enhancements, what rules have the player note, Legends, ally."""
        words = []
        if unit.warlord:
            model = next((self.local(line.name) for line in unit.models if line.id == unit.warlord_model), "")
            title = self.vocabulary.terms.warlord.title
            words.append(f"{title} ({model})" if model and unit.model_count > 1 else title)
        words.extend(in_language(name) for word, name in self.markers.items() if unit.has(word))
        for taken in unit.enhancements:
            price = ", ".join(enhancement_prices(self.army, unit, taken))
            words.append(f"{self.local(taken.name)} ({price})" if price else self.local(taken.name))
        words.extend(self.local(mark) for mark, units in self.army.declarations.marks.items() if unit.id in units)
        if unit.legends:
            words.append(self.vocabulary.terms.legends.title)
        if unit.allied:
            words.append(_("Ally"))
        return tuple(words)

    def facts(self, unit: Unit) -> tuple[str, ...]:
        """Marks, then declarations."""
        return (*self.marks(unit), *self.whereabouts(unit))

    def strength_words(self, group: Group) -> tuple[str, str, str]:
        """Starting strength; the number at which the unit is below half of it; that each model stays near two others. Each is
        empty for a group or a game without it."""
        rule, terms = self.vocabulary.half_strength, self.vocabulary.terms
        start = f"{terms.starting_strength.title} {group.starting_strength}" if rule else ""
        half = rule.below(group.below_half, group.counted_by) if rule and group.below_half else ""
        together = _("{coherency}: 2 other models").format(coherency=terms.coherency) if group.coherency else ""
        return start, half, together


def letters(index: int) -> str:
    """1 is A, 26 is Z, 27 is AA."""
    word = ""
    while index > 0:
        index, rest = divmod(index - 1, 26)
        word = chr(65 + rest) + word
    return word


def brief(
    army: Army,
    findings: Sequence[Diagnostic],
    system: System | None,
    enabled: Sequence[str] = (),
    sealed: Seal | None = None,
) -> Briefing:
    """The briefing of an army under the rules of its system, in the current language."""
    own = reminders_of(army)
    if system is None:
        return Briefing(army, findings, formation(army), language(), seal=sealed, reminders=own)
    ruleset = Ruleset.from_system(system, enabled)
    quota = reserves_quota(army, ruleset)
    spent = tuple(map(str, (*spending(army, ruleset), *figures(army, system))))
    shares, markers = role_shares(army, ruleset), unit_marks(ruleset)
    formed = ruleset.formation(army)
    return Briefing(army, findings, formed, language(), system, quota, sealed, spent, shares, markers, own)


def reminders_of(army: Army) -> Reminders:
    """The player's own words for abilities of an army: those beside its list, else in the folder that the program runs in, and
    those of the user. Raises `InputError` for a file that is none."""
    of_file = Path(army.file).parent if army.file not in {"", "-"} else Path()
    return reminders.near(of_file)


def reserves_quota(army: Army, ruleset: Ruleset) -> ReservesQuota | None:
    """The limit on strategic reserves; None when no rule limits them."""
    for rule in ruleset.rules:
        params = rule.params
        if not isinstance(params, share.Params) or not params.at_most or "points" not in params.of:
            continue
        base = army.points if params.base == "army-total" else army.limit
        any_kind = {*ruleset.system.vocabulary.reserves, STRATEGIC}.issubset(params.states)
        if STRATEGIC in params.states and not any_kind and base is not None:
            return ReservesQuota(share.part(base, params.at_most), params.states, params.passengers)
    return None
