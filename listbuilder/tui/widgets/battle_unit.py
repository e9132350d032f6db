"""One unit in a battle: models and wounds to count, states, what is used once, weapons of the models that are left, abilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from textual.content import Content

from listbuilder.army import Ability, Army, Profile
from listbuilder.battle.fight import Battle
from listbuilder.battle.fighters import Fighter, Line, carried_by_each
from listbuilder.catalogue.battle import Condition
from listbuilder.catalogue.marked import plain
from listbuilder.catalogue.states import EMBARKED
from listbuilder.i18n import Text, _
from listbuilder.print.datasheet import meaning_heading, statlines, with_figure
from listbuilder.terminal import columns, one_line, pad, wrap
from listbuilder.tui.battle_rows import MODELS, PLACE, STATE, USED, WOUNDS
from listbuilder.tui.battle_words import until_the_round_ends, used_in
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.rules_text import explained
from listbuilder.tui.sheet import SHARED
from listbuilder.tui.told_apart import told_name
from listbuilder.tui.weapon_columns import keywords_of, tables_of, weapon_columns
from listbuilder.tui.widgets.battle_counts import BELOW, Count, Told, counted_lines
from listbuilder.tui.widgets.battle_pane import BattlePane, box, sign
from listbuilder.tui.widgets.list_pane import ListLine
from listbuilder.tui.wording import both_ends, in_game, literal, local

SHORTEST_NAME = 14  # cells of the name of a weapon


def _packed(figures: Sequence[Content], width: int) -> Iterator[Content]:
    """The figures in as few lines as they need."""
    line = Content()
    for figure in figures:
        longer = Content("  ").join([line, figure]) if line else figure
        if line and longer.cell_length > width:
            yield line
            longer = figure
        line = longer
    yield line


def _height(line: ListLine) -> int:
    return line.text.plain.count("\n") + 1


class BattleUnit(BattlePane):
    """Rows of one unit; the id of a row is its kind and, after a colon, what it is of: ``models:<line>``, ``state:<id>``."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(id="battle-unit")
        self.battle = battle
        self.side = 0
        self.unit = ""
        self._is_cut = False  # some texts have no room

    def show(self, side: int, unit: str) -> None:
        """Shows a unit of a side as it is now."""
        other = (side, unit) != (self.side, self.unit)
        self.side, self.unit = side, unit
        fighter = self.fighter
        if fighter is not None:
            self.entitle(literal(self.unit_title), literal(self._with(fighter)))
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
        return told_name(self.army, fighter.unit) + count

    @property
    def army(self) -> Army:
        """The army that is shown."""
        side = self.battle.sides[self.side]
        assert side is not None
        return side.army

    def _with(self, fighter: Fighter) -> str:
        """Who fights beside it in its group."""
        mates = [one for one in self.battle.mates(self.side, fighter) if one.id != fighter.id]
        names = [told_name(self.army, one.unit) for one in mates if not self.battle.is_gone(self.side, one.id)]
        return _("with {units}").format(units=", ".join(names)) if names else ""

    def lines(self) -> list[ListLine]:
        """Whole texts as far as there is room for them, and that of the row under the cursor."""
        rows = list(self._rows())
        spare = self.scrollable_content_region.height - sum(_height(one.line) for one in rows)
        pointed = self.pointed if self.has_focus else ""
        lines, self._is_cut = [], False
        for row in rows:
            if row.whole is None:
                lines.append(row.line)
                continue
            more = _height(row.whole) - _height(row.line)
            fits = more <= spare
            spare -= more if fits else 0
            self._is_cut |= not fits
            lines.append(row.whole if fits or row.line.id == pointed else row.line)
        return lines

    def on_option_list_option_highlighted(self) -> None:
        if self._is_cut and self.has_focus:
            self.redraw_soon()
            self.call_after_refresh(self.scroll_to_highlight)  # the row is higher now

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        if self._is_cut:
            self.redraw_soon()

    def _rows(self) -> Iterator[Told]:
        fighter = self.fighter
        if fighter is None:
            return
        yield from map(Told, self._statlines(fighter))
        if self.battle.is_gone(self.side, fighter.id):
            yield from counted_lines([self._total(fighter)], self.line_width)
            return
        yield from self._counts(fighter)
        yield from self._where(fighter)
        yield from self._states(fighter)
        yield from self._once(fighter)
        yield from self._weapons(fighter)
        yield from self._abilities(fighter)

    # --- what is counted --------------------------------------------------------------------------------------------------

    def _statlines(self, fighter: Fighter) -> Iterator[ListLine]:
        names = self._local
        headings, lines = statlines(fighter.unit, self.army.vocabulary, names, glyphs().dash)
        save = meaning_heading(self.army.vocabulary, "invulnerable")
        for place, line in enumerate(lines):
            start = [(f"{one_line(line.name)}  ", "$dim")] if len(lines) > 1 else []
            for gap, heading in (("   ", save), ("  ", save), (" ", save), (" ", ""), ("  ", save)):
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
            if text.cell_length > self.line_width:  # the name has a line of its own
                text = Content("\n").join(
                    [*(Content.assemble(one) for one in start), *_packed(figures, self.line_width)]
                )
            blank = "\n" if self._is_roomy and place == len(lines) - 1 else ""
            yield ListLine(f"#statline-{place}", Content.assemble(text, blank), heading=True)

    def _counts(self, fighter: Fighter) -> Iterator[Told]:
        battle, side = self.battle, self.side
        counts = [self._total(fighter)]
        if not fighter.is_lone:
            if len(fighter.lines) > 1:
                for line in fighter.lines:
                    left = battle.left_of(side, fighter.id, line)
                    name = f"  {self._local(line.name)}{self._distinct(fighter, line)}"
                    counts.append(Count(f"{MODELS}:{line.id}", name, left, line.models))
            line, lost = battle.hurt(side, fighter)
            words = self.army.vocabulary
            if line.wounds > 1:
                counts.append(
                    Count(f"{WOUNDS}:", in_game(Text("{wounds}, hurt model"), words), line.wounds - lost, line.wounds)
                )
        return counted_lines(counts, self.line_width)

    def _total(self, fighter: Fighter) -> Count:
        """All models, or the wounds of a lone one."""
        strength = self.battle.strength(self.side, fighter)
        note = Content()
        if self.battle.is_gone(self.side, fighter.id):
            note = Content.assemble((_("destroyed"), "bold $danger"), "  ", sign("x", "destroyed"))
        elif strength.below_half:
            note = Content.styled(_("below half"), "$danger")
        style = "bold $danger" if strength.below_half else "bold"
        title = self.army.vocabulary.terms.wound.many.title if fighter.is_lone else _("Models")
        return Count(f"{MODELS}:", title, strength.left, strength.whole, style, note)

    def _distinct(self, fighter: Fighter, line: Line) -> str:
        """What tells a line of models from others of the same name: wargear that not all of these have, or what else differs."""
        models = {one.id: one for one in fighter.unit.models}
        own = models[line.id]
        alike = [one for one in fighter.lines if one.name == line.name and one.id != line.id]
        others = [models[one.id] for one in alike]
        carried = [set(carried_by_each(one).items()) for one in others]
        items = [one for one in carried_by_each(own).items() if not all(one in other for other in carried)]
        words = [
            f"{times}{glyphs().times} {self._local(name)}" if times > 1 else self._local(name) for name, times in items
        ]
        words += [self._local(word) for word in own.keywords if not all(word in one.keywords for one in others)]
        if any(one.wounds != line.wounds for one in alike):
            words.append(f"{line.wounds} {self.army.vocabulary.terms.wound.many}")
        if own.notes and any(one.notes != own.notes for one in others):
            words.append(one_line(own.notes))
        return f" ({', '.join(words)})" if words else ""

    @property
    def _is_roomy(self) -> bool:
        """Whether there is room for blank lines between the blocks."""
        return self.scrollable_content_region.height >= 20

    def _heading(self, key: str, text: str, right: str = "") -> ListLine:
        left = Content.styled(text, "bold $head")
        line = both_ends(left, Content.styled(right, "$dim"), self.line_width) if right else left
        return ListLine(f"#{key}", Content.assemble("\n", line) if self._is_roomy else line, heading=True)

    # --- where it is, its states ------------------------------------------------------------------------------------------

    def _where(self, fighter: Fighter) -> Iterator[Told]:
        battle, side, words = self.battle, self.side, self.army.vocabulary
        where = battle.where(side, fighter)
        if battle.in_reserves(side, fighter):
            text, key, action = words.state_title(where), "r", "reserves"
        elif where == EMBARKED:
            carrier = battle.fighter(side, battle.transport_of(side, fighter))
            name = told_name(self.army, carrier.unit) if carrier is not None else ""
            text, key, action = f"{words.state_title(where)}: {name}", "m", "board"
        else:
            return
        yield self._tickable(PLACE, Content.assemble(box(True), " ", text), "", key, action)

    def _states(self, fighter: Fighter) -> Iterator[Told]:
        if not self.battle.rules.states:
            return
        yield Told(self._heading("states", _("States")))
        for state in self.battle.rules.states:
            has = self.battle.has_state(self.side, fighter.id, state)
            style = "bold $danger" if has and state.grave else "bold" if has else ""
            name = Content.assemble(box(has), " ", (state.title, style))
            yield self._tickable(f"{STATE}:{state.id}", name, self._until(state), state.key, "tick")

    def _tickable(self, row: str, name: Content, beside: str, key: str, action: str, text: str = "") -> Told:
        """``beside`` is cut where there is no room; ``text`` stands below it."""
        signed = Content.assemble("  ", sign(key, action)) if key else Content("   ")
        room, width = self.line_width - name.cell_length - signed.cell_length - 2, self.line_width
        right = Content.styled(beside, "$dim")
        shown = right.truncate(room, ellipsis=True) if room >= 10 else Content()
        line = both_ends(name, Content.assemble(shown, signed), width)
        below = explained("", text, width - len(BELOW)).plain.split("\n") if text else []
        if right.cell_length > room:
            below = [*wrap(beside, width - len(BELOW)), *below]
        if not below:
            return Told(ListLine(row, line))
        first = line if right.cell_length <= room else both_ends(name, signed, width)
        said = "".join(f"\n{BELOW}{one}" for one in below)
        return Told(ListLine(row, line), ListLine(row, Content.assemble(first, (said, "$dim"))))

    def _until(self, state: Condition) -> str:
        """When a state ends."""
        match state.ends:
            case "phase":
                return _("until the end of this phase")
            case "turn":
                return _("until the end of this turn")
            case "round":
                return until_the_round_ends(self.battle.rules)
            case "own-phase":
                phase = self.army.vocabulary.phase_name(state.phase)
                text = _("until your next {phase}") if self.side == 0 else _("until their next {phase}")
                return text.format(phase=phase)
        return ""

    # --- what it can do ---------------------------------------------------------------------------------------------------

    def _once(self, fighter: Fighter) -> Iterator[Told]:
        known = [one for one in fighter.unit.abilities if self._is_once(one) or self._used(fighter, one)]
        if known:
            yield Told(self._heading("once", _("Once per battle")))
        for ability in known:
            used = self._used(fighter, ability)
            name = Content.assemble(box(bool(used)), " ", (self._titled(ability), "$dim" if used else ""))
            text = used_in(self.battle.rules, used) if used else ""
            yield self._tickable(f"{USED}:{ability.name}", name, text, "", "tick", ability.text)

    def _is_once(self, ability: Ability) -> bool:
        return self.battle.rules.is_once(ability.text)

    def _used(self, fighter: Fighter, ability: Ability) -> int:
        return self.battle.used(self.side, fighter.id, ability.name)

    def _weapons(self, fighter: Fighter) -> Iterator[Told]:
        left = self.battle.lines_left(self.side, fighter)
        carried = [(one, fighter.weapon_count(one, left)) for one in fighter.unit.weapons]
        carried = [(one, count) for one, count in carried if count]
        if not carried or self.battle.is_gone(self.side, fighter.id):
            return
        models = sum(left.values())
        title = _("Weapons of the {n} left").format(n=models) if models < fighter.models else _("Weapons")
        weapons, width = [one for one, _count in carried], self.line_width
        tables = tables_of(self.army, weapons)
        table = weapon_columns(self.army, tables, width - SHORTEST_NAME) or weapon_columns(self.army, tables, width)
        heads = table.heading if table is not None else ""
        fits = columns(title) + columns(heads) <= width
        yield Told(self._heading("weapons", title, heads if fits else ""))
        if not fits:
            yield Told(ListLine("#heads", Content.styled(pad(heads, width, right=True), "$dim"), heading=True))
        several = Counter(one.item for one in weapons if one.item)
        above = ""
        for place, (weapon, count) in enumerate(carried):
            times = f"{count}{glyphs().times} " if fighter.models > 1 or count > 1 else ""
            name = Content(times + self._local(weapon.name))
            if several[weapon.item] > 1 and (mode := self._mode(weapon)):
                if weapon.item != above:
                    yield Told(ListLine(f"#item-{place}", Content(times + self._local(weapon.item)), heading=True))
                name, above = Content.styled(f"    {mode}", "$dim"), weapon.item
            figures = table.line(table.cells(weapon)) if table is not None else ""
            said = keywords_of(self.army, tables, weapon)
            if said and name.cell_length + columns(said) + 2 + columns(figures) <= width:
                name, said = Content.assemble(name, (f"  {said}", "$dim")), ""
            if name.cell_length + columns(figures) > width:  # the figures stand below it
                yield Told(ListLine(f"#name-{place}", name.truncate(width, ellipsis=True), heading=True))
                name = Content()
            line, row = both_ends(name, Content(figures), width), f"#weapon-{place}"
            below = "".join(f"\n{one}" for one in wrap(said, width, BELOW, BELOW)) if said else ""
            whole = ListLine(row, Content.assemble(line, (below, "$dim")), heading=True) if said else None
            yield Told(ListLine(row, line, heading=True), whole)

    def _mode(self, weapon: Profile) -> str:
        """What one of the profiles of an item is called without the item's name, empty where it is not named so."""
        name, item = self._local(weapon.name), self._local(weapon.item)
        return name.removeprefix(item).strip(" -–—:") if name.startswith(item) else ""

    def _abilities(self, fighter: Fighter) -> Iterator[Told]:
        rest = [one for one in fighter.unit.abilities if not self._is_once(one) and not self._used(fighter, one)]
        rest.sort(key=lambda one: one.kind in SHARED)  # what the unit alone has is looked up more often
        if rest:
            yield Told(self._heading("abilities", in_game(Text("Abilities"), self.army.vocabulary)))
        for ability in rest:
            row, title, width = f"{USED}:{ability.name}", self._titled(ability), self.line_width
            text = one_line(plain(ability.text))
            line = Content.assemble(title, (f"  {text}" if text else "", "$dim"))
            whole = ListLine(row, explained(title, ability.text, width)) if line.cell_length > width else None
            yield Told(ListLine(row, line.truncate(width, ellipsis=True)), whole)

    def _titled(self, ability: Ability) -> str:
        return with_figure(ability.name, self._local)

    def _local(self, text: str) -> str:
        return local(self.army, text)
