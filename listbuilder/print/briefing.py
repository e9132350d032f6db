"""An army as it is printed and displayed: names, facts, totals, marks of its units."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar, cast

from listbuilder.army.alike import lettered
from listbuilder.army.model import Army, Chosen
from listbuilder.army.prices import enhancement_prices, price_word
from listbuilder.army.records import Unit
from listbuilder.catalogue.base import Names, Number
from listbuilder.catalogue.system import System
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.i18n import _, in_language, language, listed, number
from listbuilder.listfile import reminders
from listbuilder.listfile.reminders import NONE, Reminders
from listbuilder.print.bearers import models_of
from listbuilder.print.datasheet import control, models_words, units_words, with_figure
from listbuilder.print.quota import ReservesQuota, reserves_quota
from listbuilder.print.upgrades import upgrades
from listbuilder.rules.checker import Ruleset, verdict
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.figures import figures
from listbuilder.rules.formation import Formation, Group, formation
from listbuilder.rules.gauges import Gauge
from listbuilder.rules.shares import RoleShare, role_shares, unit_marks
from listbuilder.rules.spending import spending
from listbuilder.validation.seal import Seal

P = ParamSpec("P")
T = TypeVar("T")
_LONG, _MANY_SHEETS = 250, 3  # letters of a text, and datasheets that state it


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
    upgrades: Gauge | None = None  # how many enhancements it has, and may have
    counted: str = ""  # which of what is spent says the same
    shares: Mapping[str, RoleShare] = field(default_factory=dict)  # of the points, by role
    markers: Mapping[str, Names] = field(
        default_factory=dict
    )  # keywords that a rule makes the mark of a unit -> their names
    reminders: Reminders = NONE  # the player's own words
    _known: dict[tuple[object, ...], object] = field(default_factory=dict, init=False, repr=False, compare=False)

    def once(self, find: Callable[Concatenate[Briefing, P], T], *more: P.args, **named: P.kwargs) -> T:
        """What a function finds out of this briefing: several parts of a page ask for the same, and some are laid out in several
        ways. It is worked out once."""
        key = (find, *more, *named.items())
        if key not in self._known:
            self._known[key] = find(self, *more, **named)
        return cast(T, self._known[key])

    def local(self, text: str) -> str:
        """A name of the data in the briefing's language."""
        return self.army.localise(text, self.language)

    def keyword(self, word: str) -> str:
        """A keyword of a unit in the briefing's language; data may write it in capitals."""
        if word not in self._keywords:
            self._keywords[word] = with_figure(word, self.local)
        return self._keywords[word]

    @cached_property
    def _keywords(self) -> dict[str, str]:
        return {}

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
        letter = lettered(shown.items())
        labels = {one: f"{name} {letter[one]}" if one in letter else name for one, name in shown.items()}
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

    @cached_property
    def plain_labels(self) -> dict[str, str]:
        """The name of each unit by its id, without letters."""
        return {unit.id: self.local(unit.name) for unit in self.army.units}

    @property
    def code(self) -> str:
        """The few digits of the seal; empty without one."""
        return self.seal.code if self.seal is not None else ""

    # --- the army ----------------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The name of the list; that of its faction where it has none."""
        return self.army.name or self.faction or _("Untitled army")

    @property
    def faction(self) -> str:
        return self.faction_title(self.army.faction_name or self.army.faction)

    @property
    def faction_beside(self) -> str:
        """The faction, where the title does not name it."""
        return self.faction if self.army.name else ""

    def faction_title(self, name: str) -> str:
        """The name of a faction, without that of its group."""
        return self.local(self.system.faction_title(name) if self.system is not None else name)

    @property
    def detachments(self) -> str:
        return listed(self.local(detachment.name) for detachment in self.army.detachments)

    @property
    def facts_of_army(self) -> tuple[str, ...]:
        """Faction, detachments, battle size and what else the army has chosen."""
        return tuple(filter(None, (self.faction, *self._chosen_facts)))

    @property
    def facts_below_title(self) -> tuple[str, ...]:
        """The same, without the faction where the title names it."""
        return tuple(filter(None, (self.faction_beside, *self._chosen_facts)))

    @property
    def _chosen_facts(self) -> tuple[str, ...]:
        size = self.local(self.army.battle_size.name) if self.army.battle_size else ""
        return (self.detachments, size, *self.choices)

    @property
    def choices(self) -> tuple[str, ...]:
        """What is chosen of each kind that the game states, with its price where it has one: Spell Lore: Lore of Ruin (10)."""
        chosen: dict[str, dict[str, None]] = {}
        for one in self.army.choices:
            price = f" ({number(one.points)})" if one.points else ""
            chosen.setdefault(one.label, {})[f"{self.chosen_name(one)}{price}"] = None
        return tuple(f"{self.local(label)}: {listed(names)}" for label, names in chosen.items())

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
        return " · ".join(filter(None, (self.points_of_limit, *self.spent)))

    @property
    def points_of_limit(self) -> str:
        """Points and limit; empty in games without points."""
        if not self.army.has_points:
            return ""
        if self.army.limit is None:
            return self.points(self.army.points)
        return f"{number(self.army.points, grouped=True)} / {self.points(self.army.limit)}"

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

    @cached_property
    def common(self) -> frozenset[tuple[str, str]]:
        """Name and text of the abilities that so many datasheets of the army state at length that a sheet says it once."""
        sheets: dict[tuple[str, str], set[str]] = {}
        for unit in self.army.units:
            for ability in unit.abilities:
                if len(ability.text) >= _LONG:
                    sheets.setdefault((ability.name, ability.text), set()).add(unit.datasheet)
        return frozenset(one for one, found in sheets.items() if len(found) >= _MANY_SHEETS)

    # --- units -------------------------------------------------------------------------------------------------------

    @property
    def declared(self) -> bool:
        return not self.army.declarations.is_empty()

    def marks(self, unit: Unit) -> tuple[str, ...]:
        """Warlord, enhancements, what rules have the player note, Legends, ally."""
        words = []
        if unit.warlord:
            model = next((self.local(line.name) for line in unit.models if line.id == unit.warlord_model), "")
            title = self.vocabulary.terms.warlord.title
            words.append(f"{title} ({model})" if model and unit.model_count > 1 else title)
        words.extend(in_language(name) for word, name in self.markers.items() if unit.has(word))
        for taken in unit.enhancements:
            price = listed(enhancement_prices(self.army, unit, taken))
            words.append(f"{self.local(taken.name)} ({price})" if price else self.local(taken.name))
        words.extend(self.local(mark) for mark, units in self.army.declarations.marks.items() if unit.id in units)
        if unit.legends:
            words.append(self.vocabulary.terms.legends.title)
        if unit.allied:
            words.append(_("Ally"))
        return tuple(words)

    def strength_words(self, group: Group) -> tuple[str, str, str]:
        """Starting strength; the number at which the unit is below half of it; that each model stays near two others. Each is
        empty for a group or a game without it."""
        rule, terms = self.vocabulary.half_strength, self.vocabulary.terms
        start = f"{terms.starting_strength.title} {group.starting_strength}" if rule else ""
        half = rule.below(group.below_half, group.counted_by) if rule and group.below_half else ""
        together = _("{coherency}: 2 other models").format(coherency=terms.coherency) if group.coherency else ""
        return start, half, together


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
    paid, taken = [*spending(army, ruleset)], upgrades(army, ruleset)
    counted = next((str(one) for one in paid if taken is not None and one.currency == taken.currency), "")
    return Briefing(
        army,
        findings,
        ruleset.formation(army),
        language(),
        system,
        quota,
        sealed,
        tuple(map(str, (*paid, *figures(army, system)))),
        taken,
        counted,
        role_shares(army, ruleset),
        unit_marks(ruleset),
        own,
    )


def reminders_of(army: Army) -> Reminders:
    """The player's own words for abilities of an army: those beside its list, else in the folder that the program runs in, and
    those of the user. Raises `InputError` for a file that is none."""
    of_file = Path(army.file).parent if army.file not in {"", "-"} else Path()
    return reminders.near(of_file)
