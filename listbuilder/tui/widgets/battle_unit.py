"""One unit in a battle: models and wounds to count, states, what is used once, weapons of the models that are left, abilities."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from textual.content import Content

from listbuilder.army import Ability, Army, Profile
from listbuilder.battle.fight import Battle
from listbuilder.battle.fighters import Fighter
from listbuilder.catalogue.battle import Condition
from listbuilder.catalogue.states import EMBARKED
from listbuilder.expressions import expression
from listbuilder.i18n import Text, _
from listbuilder.print.datasheet import meaning_heading, statlines, weapon_heading
from listbuilder.terminal import columns, one_line, pad
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.widgets.battle_pane import BattlePane, box, sign, stepper
from listbuilder.tui.widgets.list_pane import ListLine
from listbuilder.tui.wording import both_ends, in_game, literal, local, unit_name

MODELS, WOUNDS, STATE, USED, PLACE = "models", "wounds", "state", "used", "place"
WORDY = re.compile(r"(?i)keyword|abilit|rules")
FRAME = 10  # cells of the upper border that are not words
WIDEST = 6  # cells of a figure of a weapon; longer ones are on the datasheet


class BattleUnit(BattlePane):
    """Rows of one unit; the id of a row is its kind and, after a colon, what it is of: ``models:<line>``, ``state:<id>``."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(id="battle-unit")
        self.battle = battle
        self.side = 0
        self.unit = ""

    def show(self, side: int, unit: str) -> None:
        """Shows a unit of a side as it is now."""
        other = (side, unit) != (self.side, self.unit)
        self.side, self.unit = side, unit
        fighter = self.fighter
        if fighter is not None:
            title, beside = literal(self.unit_title), literal(self._with(fighter))
            fits = title.cell_length + beside.cell_length + FRAME <= self.outer_size.width
            self.entitle(title, beside if fits else None)
        self.redraw()
        if other:
            self.highlighted = next((n for n, line in enumerate(self._shown) if not line.heading), None)
            self.scroll_home(animate=False)

    @property
    def fighter(self) -> Fighter | None:
        """The unit that is shown."""
        return self.battle.fighter(self.side, self.unit)

    @property
    def unit_title(self) -> str:
        """Its name and models."""
        fighter = self.fighter
        if fighter is None:
            return ""
        count = f" {glyphs().times}{fighter.models}" if fighter.models > 1 else ""
        return unit_name(self.army, fighter.unit) + count

    @property
    def army(self) -> Army:
        """The army that is shown."""
        side = self.battle.sides[self.side]
        assert side is not None
        return side.army

    def _with(self, fighter: Fighter) -> str:
        """Who fights beside it in its group."""
        mates = [one for one in self.battle.mates(self.side, fighter) if one.id != fighter.id]
        names = [unit_name(self.army, one.unit) for one in mates if not self.battle.is_gone(self.side, one.id)]
        return _("with {units}").format(units=", ".join(names)) if names else ""

    def lines(self) -> list[ListLine]:
        fighter = self.fighter
        if fighter is None:
            return []
        if self.battle.is_gone(self.side, fighter.id):
            return [*self._statlines(fighter), self._total(fighter)]
        return [
            *self._statlines(fighter),
            *self._counts(fighter),
            *self._where(fighter),
            *self._states(fighter),
            *self._once(fighter),
            *self._weapons(fighter),
            *self._abilities(fighter),
        ]

    # --- what is counted --------------------------------------------------------------------------------------------------

    def _statlines(self, fighter: Fighter) -> Iterator[ListLine]:
        names = self._local
        headings, lines = statlines(fighter.unit, self.army.vocabulary, names, glyphs().dash)
        save = meaning_heading(self.army.vocabulary, "invulnerable")
        for place, line in enumerate(lines):
            start = [(f"{one_line(line.name)}  ", "$dim")] if len(lines) > 1 else []
            for gap, heading in (("   ", save), ("  ", save), (" ", save), (" ", "")):
                values = [
                    *zip(headings, line.values, strict=True),
                    *([(heading, line.save_words)] if line.save else ()),
                ]
                figures = [
                    Content.assemble((f"{one_line(head)} " if head else "", "$dim"), (one_line(value), "bold"))
                    for head, value in values
                ]
                text = Content.assemble(*start, Content(gap).join(figures))
                if text.cell_length <= self.line_width:
                    break
            text = text.truncate(self.line_width, ellipsis=True)
            blank = "\n" if self._is_roomy and place == len(lines) - 1 else ""
            yield ListLine(f"#statline-{place}", Content.assemble(text, blank), heading=True)

    def _counts(self, fighter: Fighter) -> Iterator[ListLine]:
        battle, side = self.battle, self.side
        yield self._total(fighter)
        if not fighter.is_lone:
            if len(fighter.lines) > 1:
                for line in fighter.lines:
                    left = battle.left_of(side, fighter.id, line)
                    name = f"  {self._local(line.name)}{self._carried(fighter, line.id)}"
                    yield self._count(f"{MODELS}:{line.id}", name, left, line.models)
            line, lost = battle.hurt(side, fighter)
            if line.wounds > 1:
                yield self._count(f"{WOUNDS}:", _("Wounds, hurt model"), line.wounds - lost, line.wounds)

    def _total(self, fighter: Fighter) -> ListLine:
        """All models, or the wounds of a lone one."""
        strength = self.battle.strength(self.side, fighter)
        note = Content()
        if self.battle.is_gone(self.side, fighter.id):
            note = Content.assemble((_("destroyed"), "bold $danger"), "  ", sign("x", "destroyed"))
        elif strength.below_half:
            note = Content.styled(_("below half"), "$danger")
        style = "bold $danger" if strength.below_half else "bold"
        title = _("Wounds") if fighter.is_lone else _("Models")
        return self._count(f"{MODELS}:", title, strength.left, strength.whole, style, note)

    def _carried(self, fighter: Fighter, line_id: str) -> str:
        """What tells a line of models from another one of the same name: wargear that only some models have."""
        lines = {line.id: line for line in fighter.unit.models}
        own, others = lines[line_id], [line for key, line in lines.items() if key != line_id]
        if not any(line.name == own.name for line in others):
            return ""
        common = set.intersection(*({item.name for item in line.wargear} for line in lines.values()))
        words = [self._local(item.name) for item in own.wargear if item.name not in common]
        return f" ({', '.join(words)})" if words else ""

    def _count(
        self,
        row: str,
        title: str,
        left: int,
        whole: int,
        style: str = "bold",
        note: Content | None = None,
    ) -> ListLine:
        of = Content.styled(_("of {n}").format(n=whole).ljust(7), "$dim")
        right = Content.assemble(stepper(left, style), " ", of)
        if note and self.line_width >= 50:
            right = Content.assemble(right, note)
        name = Content(title)
        start = (
            max(16, self.line_width * 11 // 20 - 8) if self.line_width >= 50 else self.line_width - right.cell_length
        )
        if start + right.cell_length > self.line_width:
            start = self.line_width - right.cell_length
        name = name.truncate(max(4, start - 1), ellipsis=True)
        text = Content.assemble(name, " " * max(1, start - name.cell_length), right)
        if note and self.line_width < 50:
            text = Content.assemble(text.truncate(self.line_width, pad=True), "\n", note)
        return ListLine(row, text)

    @property
    def _is_roomy(self) -> bool:
        """Whether there is room for blank lines between the blocks."""
        return self.scrollable_content_region.height >= 20

    def _heading(self, key: str, text: str, right: str = "") -> ListLine:
        left = Content.styled(text, "bold $head")
        line = both_ends(left, Content.styled(right, "$dim"), self.line_width) if right else left
        return ListLine(f"#{key}", Content.assemble("\n", line) if self._is_roomy else line, heading=True)

    # --- where it is, its states ------------------------------------------------------------------------------------------

    def _where(self, fighter: Fighter) -> Iterator[ListLine]:
        battle, side, words = self.battle, self.side, self.army.vocabulary
        where = battle.where(side, fighter)
        if battle.in_reserves(side, fighter):
            text, key, action = words.state_title(where), "r", "reserves"
        elif where == EMBARKED:
            carrier = battle.fighter(side, battle.transport_of(side, fighter))
            name = unit_name(self.army, carrier.unit) if carrier is not None else ""
            text, key, action = f"{words.state_title(where)}: {name}", "m", "board"
        else:
            return
        yield self._tickable(PLACE, Content.assemble(box(True), " ", text), "", key, action)

    def _states(self, fighter: Fighter) -> Iterator[ListLine]:
        if not self.battle.rules.states:
            return
        yield self._heading("states", _("States"))
        for state in self.battle.rules.states:
            has = self.battle.has_state(self.side, fighter.id, state)
            style = "bold $danger" if has and state.grave else "bold" if has else ""
            name = Content.assemble(box(has), " ", (state.title, style))
            yield self._tickable(f"{STATE}:{state.id}", name, self._until(state), state.key, "tick")

    def _tickable(self, row: str, name: Content, beside: str, key: str, action: str) -> ListLine:
        signed = Content.assemble("  ", sign(key, action)) if key else Content("   ")
        right = Content.styled(beside, "$dim")
        room = self.line_width - name.cell_length - signed.cell_length - 2
        right = right.truncate(room, ellipsis=True) if room >= 10 else Content()
        return ListLine(row, both_ends(name, Content.assemble(right, signed), self.line_width))

    def _until(self, state: Condition) -> str:
        """When a state ends."""
        match state.ends:
            case "phase":
                return _("until the end of this phase")
            case "turn":
                return _("until the end of this turn")
            case "round":
                return _("until the end of this round")
            case "own-phase":
                phase = self.army.vocabulary.phase_name(state.phase)
                text = _("until your next {phase}") if self.side == 0 else _("until their next {phase}")
                return text.format(phase=phase)
        return ""

    # --- what it can do ---------------------------------------------------------------------------------------------------

    def _once(self, fighter: Fighter) -> Iterator[ListLine]:
        known = [one for one in fighter.unit.abilities if self._is_once(one) or self._used(fighter, one)]
        if known:
            yield self._heading("once", _("Once per battle"))
        for ability in known:
            used = self._used(fighter, ability)
            name = Content.assemble(box(bool(used)), " ", (self._local(ability.name), "$dim" if used else ""))
            text = _("used in round {n}").format(n=used) if used else ""
            yield self._tickable(f"{USED}:{ability.name}", name, text, "", "tick")

    def _is_once(self, ability: Ability) -> bool:
        return any(expression(pattern).search(ability.text) for pattern in self.battle.rules.once)

    def _used(self, fighter: Fighter, ability: Ability) -> int:
        return self.battle.used(self.side, fighter.id, ability.name)

    def _weapons(self, fighter: Fighter) -> Iterator[ListLine]:
        left = self.battle.lines_left(self.side, fighter)
        carried = [(one, fighter.weapon_count(one, left)) for one in fighter.unit.weapons]
        carried = [(one, count) for one, count in carried if count]
        if not carried or self.battle.is_gone(self.side, fighter.id):
            return
        models = sum(left.values())
        title = _("Weapons of the {n} left").format(n=models) if models < fighter.models else _("Weapons")
        table = _columns([one for one, _count in carried])
        heads = ["/".join(weapon_heading(self.army.vocabulary, key, self._local) for key in keys) for keys in table]
        rows = [[_value(one, keys) for keys in table] for one, _count in carried]
        widths = [max(columns(head), *(columns(row[n]) for row in rows)) for n, head in enumerate(heads)]
        while widths and sum(widths) + 2 * len(widths) > self.line_width * 3 // 5:
            heads, widths, rows = heads[1:], widths[1:], [row[1:] for row in rows]
        yield self._heading("weapons", title, _cells(heads, widths))
        several = Counter(one.item for one, _count in carried if one.item)
        above = ""
        for place, ((weapon, count), row) in enumerate(zip(carried, rows, strict=True)):
            times = f"{count}{glyphs().times} " if fighter.models > 1 or count > 1 else ""
            name = Content(times + self._local(weapon.name))
            if several[weapon.item] > 1 and (mode := self._mode(weapon)):
                if weapon.item != above:
                    yield ListLine(f"#item-{place}", Content(times + self._local(weapon.item)), heading=True)
                name, above = Content.styled(f"    {mode}", "$dim"), weapon.item
            yield ListLine(
                f"#weapon-{place}", both_ends(name, Content(_cells(row, widths)), self.line_width), heading=True
            )

    def _mode(self, weapon: Profile) -> str:
        """What one of the profiles of an item is called without the item's name, empty where it is not named so."""
        name, item = self._local(weapon.name), self._local(weapon.item)
        return name.removeprefix(item).strip(" -–—:") if name.startswith(item) else ""

    def _abilities(self, fighter: Fighter) -> Iterator[ListLine]:
        rest = [one for one in fighter.unit.abilities if not self._is_once(one) and not self._used(fighter, one)]
        if rest:
            yield self._heading("abilities", in_game(Text("Abilities"), self.army.vocabulary))
        for ability in rest:
            text = one_line(ability.text)
            name = Content.assemble(self._local(ability.name), (f"  {text}" if text else "", "$dim"))
            yield ListLine(f"{USED}:{ability.name}", name.truncate(self.line_width, ellipsis=True))

    def _local(self, text: str) -> str:
        return local(self.army, text)


def _columns(weapons: Sequence[Profile]) -> list[list[str]]:
    """The columns of short values. One that only some types of weapons have shares its place with one that these do not have: BS
    and WS."""
    table: list[list[str]] = []
    for kind in dict.fromkeys(one.type for one in weapons):
        own = dict.fromkeys(key for one in weapons if one.type == kind for key, _value in one.values)
        short = [key for key in own if _is_short(key, weapons)]
        last = -1
        for key in short:
            place = next((n for n, keys in enumerate(table) if key in keys), None)
            if place is None:
                place = last + 1
                if place < len(table) and not set(table[place]) & set(short):
                    table[place].append(key)
                else:
                    table.insert(place, [key])
            last = place
    return table


def _is_short(key: str, weapons: Sequence[Profile]) -> bool:
    """Whether the column holds figures."""
    return not WORDY.search(key) and all(columns(one.value(key)) <= WIDEST for one in weapons)


def _value(weapon: Profile, keys: Sequence[str]) -> str:
    return one_line(next(filter(None, (weapon.value(key) for key in keys)), ""))


def _cells(values: list[str], widths: list[int]) -> str:
    return "".join("  " + pad(value, width, right=True) for value, width in zip(values, widths, strict=True))
