"""The rows of one unit's datasheet: statlines with their saves, weapons, abilities and whatever else its data print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from listbuilder.army import roles
from listbuilder.army.printed import ability, kind_of_rule
from listbuilder.army.records import Ability, Profile
from listbuilder.army.rows import is_statline, is_weapon, states_a_model, text_of
from listbuilder.catalogue.facts import Facts
from listbuilder.catalogue.inside import is_ability
from listbuilder.catalogue.library import Library
from listbuilder.catalogue.marked import plain_name
from listbuilder.catalogue.printed import PrintedSave, PrintedSaves, PrintedText, stated_saves
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.engine.numbers import parse
from listbuilder.replacing import replace
from listbuilder.roster.tree import Selection

if TYPE_CHECKING:
    from listbuilder.engine import ProfileState, RuleState, State

Nodes = Sequence[tuple[Selection, "State"]]

_MOST_WOUNDS = 1000  # of a model


class SheetReader:
    """``nodes``: the selections of the unit, its root first."""

    def __init__(self, nodes: Nodes, vocabulary: Vocabulary, facts: Facts) -> None:
        self.nodes = nodes
        self.root = nodes[0][0]
        self.library: Library = self.root.option.library
        self.vocabulary = vocabulary
        self.facts = facts

    # --- statlines --------------------------------------------------------------------------------------------------------

    @cached_property
    def _lines(self) -> list[tuple[Selection, ProfileState]]:
        """The statlines and the selections that have them. Where any states the wounds of a model, others are none; the rows of
        a damage table, which have no figure there, stand behind the statline at full strength."""
        found = [
            (node, one) for node, state in self.nodes for one in state.profiles if is_statline(one, self.vocabulary)
        ]
        models = [(node, one) for node, one in found if states_a_model(one, self.vocabulary)]
        return sorted(models, key=lambda one: self._row_of_damage(one[1])) or found

    def _row_of_damage(self, profile: ProfileState) -> tuple[bool, int]:
        """Whether it is a further row of a damage table, and its place there: that of the most wounds first."""
        reader = self.library.text_reader
        if self.wounds(row(profile)) or reader is None:
            return False, 0
        left = reader.damaged((PrintedText(profile.type_name, profile.name, ""),), _MOST_WOUNDS)
        return True, -max(left, default=0)

    @cached_property
    def statlines(self) -> tuple[Profile, ...]:
        """Each once, with the invulnerable saves of its models."""
        found: dict[Profile, None] = {}
        for place, (_node, profile) in enumerate(self._lines):
            found[self._with_saves(row(profile), self._saves.get(place, ()))] = None
        return tuple(found)

    def _with_saves(self, line: Profile, saves: tuple[PrintedSave, ...]) -> Profile:
        """The statline with the saves of its column and of abilities. What an ability states goes before an equal figure of the
        column, which has no room for a condition."""
        column = self.vocabulary.meaning("invulnerable")
        own = stated_saves(self.vocabulary.value(line.values, "invulnerable"))
        told = {one.value for one in saves}
        every = (*(one for one in own if one.value not in told), *saves)
        if not own and column is not None and (plain := [one.value for one in saves if not one.against]):
            line = replace(line, values=(*line.values, (column.key, plain[0])))
        return replace(line, saves=tuple(dict.fromkeys(every))) if every else line

    def wounds(self, line: Profile) -> int:
        """Of a model with this statline; 0 where it states none."""
        value = parse(self.vocabulary.value(line.values, "wounds"))
        return value if isinstance(value, int) and value > 0 else 0

    @cached_property
    def _most_wounds(self) -> int:
        return max((self.wounds(line) for line in self.statlines), default=0)

    @cached_property
    def damaged(self) -> tuple[int, ...]:
        """The numbers of wounds left from which on a model is worse, the highest first: as the data have it, else as they print
        it."""
        if self.facts.damaged:
            return self.facts.damaged
        reader, most = self.library.text_reader, self._most_wounds
        if reader is None or most < 2:
            return ()
        abilities = (PrintedText(one.type_name, one.name, text_of(one)) for _node, one in self.abilities_printed())
        lines = (PrintedText(one.type_name, one.name, "") for _node, one in self._lines)
        return reader.damaged((*abilities, *lines), most)

    # --- saves ------------------------------------------------------------------------------------------------------------

    @cached_property
    def _stated(self) -> list[tuple[ProfileState, PrintedSaves, list[int]]]:
        """Abilities that state invulnerable saves, what they say, and the places of the statlines that have these."""
        reader = self.library.text_reader
        if reader is None or not self._lines:
            return []
        found = []
        for node, one in self.abilities_printed():
            saves = reader.invulnerable_saves(PrintedText(one.type_name, one.name, text_of(one)))
            if saves is not None:
                found.append((one, saves, self._whose(saves, node)))
        return found

    @cached_property
    def _saves(self) -> dict[int, tuple[PrintedSave, ...]]:
        """The place of a statline -> the saves that abilities give to its models; what is said of some goes before what is
        said of all; a save that counts against some attacks stands beside a worse one that counts against others."""
        found: dict[int, tuple[PrintedSave, ...]] = {}
        for whole in (True, False):
            given: dict[int, tuple[PrintedSave, ...]] = {}
            for _ability, saves, places in self._stated:
                if (saves.whose == "unit") == whole:
                    given.update({at: _best((*given.get(at, ()), *saves.saves)) for at in places})
            found.update(given)
        return found

    def _whose(self, saves: PrintedSaves, node: Selection) -> list[int]:
        """The places of the statlines of the models that have the saves; none where that is not certain."""
        every = range(len(self._lines))
        if saves.whose == "unit":
            return [at for at in every if not any(_alike(self._lines[at][1].name, name) for name in saves.excludes)]
        if saves.whose == "named":
            named = [at for at in every if any(_alike(self._lines[at][1].name, name) for name in saves.names)]
            return named or (list(every) if len(every) == 1 and self._is_one_model() else [])
        own = [at for at in every if self._lines[at][0] is node]
        if node is self.root:
            return list(every) if len(every) == 1 else own if len(own) == 1 and roles.is_model(node) else []
        if roles.is_model(node):
            return own
        return self._of_item(node)

    def _of_item(self, node: Selection) -> list[int]:
        """The same of an item that models bear: of those models, or of all where each has such a one."""
        every = range(len(self._lines))
        if len(every) == 1 and (self._is_one_model() or self._bear(node) == self._models):
            return list(every)
        bearer = next((one for one in _above(node) if roles.is_model(one)), None)
        return [at for at in every if self._lines[at][0] is bearer]

    def _bear(self, item: Selection) -> set[str]:
        """The ids of the models that bear an item of this kind each."""
        alike = (node for node, _state in self.nodes if node.option.name == item.option.name)
        return {one.id for node in alike for one in _above(node) if roles.is_model(one) and one is not self.root}

    @cached_property
    def _models(self) -> set[str]:
        """The ids of the models within the unit."""
        return {node.id for node, _state in self.nodes if roles.is_model(node) and node is not self.root}

    def _is_one_model(self) -> bool:
        models = [node for node, _state in self.nodes if roles.is_model(node) and node is not self.root]
        return sum(node.number for node in models) <= 1

    # --- abilities --------------------------------------------------------------------------------------------------------

    def abilities_printed(self) -> Iterator[tuple[Selection, ProfileState]]:
        """The profiles that are abilities, and the selections that have them."""
        for node, state in self.nodes:
            for profile in state.profiles:
                if is_ability(profile.type_name):
                    yield node, profile

    def rules(self) -> list[tuple[Selection, RuleState]]:
        """Rules of the unit and its models; the rules of weapons are weapon keywords and left out."""
        return [
            (node, rule)
            for node, state in self.nodes
            if not any(is_weapon(profile.type_name, self.vocabulary) for profile in state.profiles)
            for rule in state.rules
        ]

    def weapon_rules(self) -> tuple[Ability, ...]:
        """What the data say about the keywords of the unit's weapons, each once."""
        found: dict[str, Ability] = {}
        for _node, state in self.nodes:
            if any(is_weapon(profile.type_name, self.vocabulary) for profile in state.profiles):
                for rule in state.rules:
                    one = ability(self.library, rule, "weapon")
                    found.setdefault(one.name.casefold(), one)
        return tuple(found.values())

    def abilities(self, enhancements: Iterable[Selection]) -> tuple[Ability, ...]:
        """All that the unit has, each once. ``enhancements``: the selections whose abilities are theirs."""
        gifts = {id(inner) for node in enhancements for inner in node.walk()}
        shown = {id(one) for one, saves, places in self._stated if places and not saves.more}
        found: dict[str, Ability] = {}
        for one in self._of_facts():
            found.setdefault(one.name.casefold(), one)
        for node, rule in self.rules():
            kind = "enhancement" if id(node) in gifts else kind_of_rule(self.library, rule, self.vocabulary)
            read = ability(self.library, rule, kind)
            found.setdefault(read.name.casefold(), read)
        for node, profile in self._told():
            if id(profile) in shown:
                continue
            own = node is self.root or roles.is_model(node)
            kind = "enhancement" if id(node) in gifts else "unit" if own else "wargear"
            read = ability(self.library, profile, kind)
            found.setdefault(read.name.casefold(), replace(read, damaged=True) if self._worsens(profile) else read)
        return tuple(found.values())

    def _worsens(self, profile: ProfileState) -> bool:
        """Whether an ability says from how many wounds left on a model is damaged."""
        reader = self.library.text_reader
        if reader is None or not self.damaged:  # most units have no such ability, and need no look at each
            return False
        said = PrintedText(profile.type_name, profile.name, text_of(profile))
        return bool(reader.damaged((said,), self._most_wounds))

    def _of_facts(self) -> Iterator[Ability]:
        facts = self.facts
        stated = (("core", facts.core_abilities), ("faction", facts.faction_abilities), ("unit", facts.unit_abilities))
        for kind, names in stated:
            yield from (Ability(name, kind) for name in names)

    def _told(self) -> Iterator[tuple[Selection, ProfileState]]:
        """Profiles that are no rows of figures: abilities, and whatever else the data print, such as spells."""
        lines = {id(one) for _node, one in self._lines}
        for node, state in self.nodes:
            for one in state.profiles:
                if is_ability(one.type_name) or (one.type_name and id(one) not in lines and self._is_told(one)):
                    yield node, one

    def _is_told(self, profile: ProfileState) -> bool:
        return not is_weapon(profile.type_name, self.vocabulary) and any(
            one.value.strip() for one in profile.characteristics
        )


def _above(node: Selection) -> Iterator[Selection]:
    """The selections that a selection is within, the nearest first."""
    while isinstance(node.parent, Selection):
        node = node.parent
        yield node


def _best(saves: Iterable[PrintedSave]) -> tuple[PrintedSave, ...]:
    """Those that no other is as good as, or better, against the same attacks."""
    every = tuple(dict.fromkeys(saves))
    return tuple(one for one in every if not any(_replaces(other, one) for other in every if other is not one))


def _replaces(better: PrintedSave, save: PrintedSave) -> bool:
    return better.value <= save.value and better.against in {"", save.against}


def _alike(line: str, name: str) -> bool:
    """Whether a statline is that of models which a text calls so."""
    one, other = (roles.profile_name(text).casefold().removesuffix("s") for text in (line, name))
    return one == other or one in other.split(" - ") or (len(other) > 3 and (other in one or one in other))


def row(profile: ProfileState, item: str = "") -> Profile:
    """A row of the datasheet as the army shows it. ``item``: the wargear that it belongs to."""
    return Profile(
        name=plain_name(roles.profile_name(profile.name)),
        type=profile.type_name,
        values=tuple((one.name, plain_name(one.value)) for one in profile.characteristics),
        item=item,
    )
