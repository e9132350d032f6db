"""The units of an army at a glance: how tough they are, and the figures of their best weapon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from listbuilder.army.records import Profile, Unit
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.i18n import _, listed
from listbuilder.print.best_weapon import BestWeapon, best_weapon, meanings
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import meaning_heading, save_of, statline_of
from listbuilder.print.groups import in_list_order

TOUGHNESS = ("toughness", "save", "invulnerable", "wounds")
EMPTY = "–"
UNCOMPARED = "*"


@dataclass(frozen=True, slots=True)
class Row:
    """A unit, or below it models of its with another statline. ``tough``: the figures of the statline; ``best``: those of the
    unit's best weapon, none of further statlines; ``weapon``: which it is, and how many of it the unit has. ``sheet``: the
    datasheet, where the unit has a name of its own."""

    name: str
    tough: tuple[str, ...]
    best: tuple[str, ...]
    weapon: str = ""
    sheet: str = ""
    further: bool = False


@dataclass(frozen=True, slots=True)
class Glance:
    """The units with the headings of both kinds of figures. ``notes``: what the figures mean, and conditions of saves."""

    tough: tuple[str, ...]
    best: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def glance(briefing: Briefing, units: Sequence[Unit] | None = None) -> Glance:
    """The units (those of the army, as its list has them) in their order; units alike in name and figures stand once, with their
    number."""
    return _Reader(briefing, in_list_order(briefing) if units is None else units).glance()


class Marks:
    """Raised numbers for what figures count against, each once, and the notes that explain them."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def of(self, condition: str) -> str:
        """The mark of a condition; nothing without one."""
        return self._known.setdefault(condition, _raised(len(self._known) + 1)) if condition else ""

    @property
    def notes(self) -> tuple[str, ...]:
        """Each condition behind its mark."""
        return tuple(f"{mark} {condition}" for condition, mark in self._known.items())


class _Reader:
    """Reads the rows; only columns in which some unit has something are shown."""

    def __init__(self, briefing: Briefing, units: Sequence[Unit]) -> None:
        self.briefing = briefing
        self.words: Vocabulary = briefing.vocabulary
        self.marks = Marks()  # of what saves count against
        self.units = units
        self.best = {unit.id: best_weapon(unit, self.words) for unit in self.units}
        self.tough = [what for what in TOUGHNESS if any(self._has(unit, what) for unit in self.units)]
        self.figures = meanings(self.words, [weapon for unit in self.units for weapon in unit.weapons])

    def glance(self) -> Glance:
        rows = tuple(row for unit in self.units for row in self._rows(unit))
        heads = tuple(meaning_heading(self.words, what) or what for what in self.tough)
        return Glance(heads, self._best_heads(), rows, self._notes())

    def _best_heads(self) -> tuple[str, ...]:
        kinds = dict.fromkeys(weapon.type for unit in self.units for weapon in unit.weapons)
        found = []
        for what in self.figures:
            columns = (self.words.weapon_meaning(kind, what) for kind in kinds)
            found.append(next((column.heading for column in columns if column is not None), what))
        return tuple(found)

    # --- rows ---------------------------------------------------------------------------------------------------------

    def _has(self, unit: Unit, what: str) -> bool:
        return any(self._value(profile, what) for profile in unit.profiles)

    def _value(self, profile: Profile, what: str) -> str:
        if what == "invulnerable":
            return self._save(profile)
        found = _stated(self.words.value(profile.values, what))
        if not found and what == "toughness":  # vehicles of old editions have armour on each side
            columns = [column for column in self.words.statline if column.meaning == "armour"]
            sides = [value for column in columns for name, value in profile.values if value and column.has_name(name)]
            found = "/".join(sides)
        return found

    def _rows(self, unit: Unit) -> list[Row]:
        told = [(profile, self._tough(profile)) for profile in unit.profiles]
        told = [(profile, figures) for profile, figures in told if set(figures) != {EMPTY}] or told[:1]
        if unit.damaged:  # not the further rows of a damage table
            told = [one for one in told if self.words.value(one[0].values, "wounds").isdigit()] or told
        main = self._main(unit, [profile for profile, _figures in told])
        first = next((figures for profile, figures in told if profile is main), (EMPTY,) * len(self.tough))
        best = self.best[unit.id]
        sheet = self.briefing.local(unit.datasheet) if unit.name != unit.datasheet else ""
        rows = [Row(self.briefing.label(unit), first, self._figures(best), self._weapon(best), sheet)]
        seen = {first}
        for profile, figures in told:
            if figures not in seen:
                seen.add(figures)
                name = self.briefing.local(profile.name)
                rows.append(Row(name, figures, ("",) * len(self.figures), further=True))
        return rows

    def _main(self, unit: Unit, among: Sequence[Profile]) -> Profile | None:
        """Of these statlines that with the unit's name, else that of most models; the first where that is none of them."""
        named = (one for one in among if one.name.casefold() == unit.datasheet.casefold())
        if (own := next(named, None)) is not None:
            return own
        line = max(unit.models, key=lambda one: one.count, default=None)
        found = statline_of(unit, line) if line else None
        return found if found in among else next(iter(among), None)

    def _tough(self, profile: Profile) -> tuple[str, ...]:
        return tuple(self._value(profile, what) or EMPTY for what in self.tough)

    def _save(self, profile: Profile) -> str:
        """The invulnerable save, with a mark where it has a condition."""
        value, condition = save_of(profile, self.words)
        return f"{value}{self.marks.of(condition)}" if value else ""

    def _figures(self, best: BestWeapon | None) -> tuple[str, ...]:
        if best is None:
            return (EMPTY,) * len(self.figures)
        found = [_minus(best.figures.get(what, "")) or EMPTY for what in self.figures]
        if not best.among_all and found:
            found[0] = found[0].removesuffix(UNCOMPARED) + UNCOMPARED
        return tuple(found)

    def _weapon(self, best: BestWeapon | None) -> str:
        if best is None:
            return ""
        name = self.briefing.local(best.weapon.name)
        return f"{best.weapon.count}× {name}" if best.weapon.count else name

    # --- notes --------------------------------------------------------------------------------------------------------

    def _notes(self) -> tuple[str, ...]:
        return (*self.marks.notes, *self._notes_on_weapons())

    def _notes_on_weapons(self) -> list[str]:
        heads = self._best_heads()
        if not heads:
            return []
        order = [_("the highest {figure}").format(figure=heads[0])] if self.figures[0] != "penetration" else []
        order += [_("the best {figure}").format(figure=head) for head in heads[len(order) :]]
        words = _("{figures}: of the weapon with {order}; dice count as their average.")
        notes = [words.format(figures=listed(heads), order=_(", of equal ones ").join(order))]
        if any(best is not None and not best.among_all for best in self.best.values()):
            words = _("{mark} A weapon whose {figure} is no number is not compared.")
            notes.append(words.format(mark=UNCOMPARED, figure=heads[0]))
        return notes


def _stated(text: str) -> str:
    """The figure; nothing for a dash."""
    return "" if text.strip() in {"-", "–"} else text.strip()


def _minus(text: str) -> str:
    """The figure with a true minus."""
    return _stated(text).replace("-", "\u2212")


def _raised(number: int) -> str:
    """A raised number, as of a footnote."""
    return "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(number))
