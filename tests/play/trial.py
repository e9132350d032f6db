"""An army of one catalogue of a community set, in which units are tried one after another."""

from __future__ import annotations

from listbuilder.army import Army, roles
from listbuilder.army.build import ArmyBuilder, ArmyContext
from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine
from listbuilder.engine.actions import add_force, select
from listbuilder.roster.edits import Remove
from listbuilder.roster.tree import Roster
from listbuilder.rules.checker import Ruleset, check
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.muster import Muster
from listbuilder.sources.dataset import Loaded

FACTION = "army-faction"
Kinds = dict[frozenset[str], list[Option]]


def kinds_of(data: Loaded) -> Kinds:
    """The units that the catalogue offers, by their faction keywords."""
    found: Kinds = {}
    categories = data.library.categories
    for option in data.library.root_options(data.faction.id):
        if roles.is_unit(option) and not option.merged.hidden:
            links = (categories.get(link.target_id) for link in option.merged.category_links)
            words = frozenset(filter(None, (roles.faction_of(one.name) for one in links if one is not None)))
            found.setdefault(words, []).append(option)
    return found


class Trial:
    """See the module. Raises `StopIteration` when the catalogue has no force."""

    def __init__(self, data: Loaded) -> None:
        self.data = data
        self.roster = Roster(data.library, "trial")
        self.engine = Engine(self.roster)
        entry = next(entry for entry in data.library.forces.at_root(data.faction.id) if not entry.hidden)
        edit, self.force = add_force(self.engine, entry, data.faction.id, None)
        edit.apply(self.roster)
        self.builder = ArmyBuilder(self.engine, ArmyContext(data.system, data.faction))
        self.ruleset = Ruleset.shared(data.system)
        self.keywords = self.builder.identity.keywords
        self.kinds = kinds_of(data)

    @property
    def own(self) -> list[Option]:
        """The army's own units, where a keyword tells them."""
        return [
            option for words, found in self.kinds.items() if not words.isdisjoint(self.keywords) for option in found
        ]

    @property
    def others(self) -> Kinds:
        """The units that have the keywords of other factions only."""
        return {words: found for words, found in self.kinds.items() if words and words.isdisjoint(self.keywords)}

    def army(self, *options: Option) -> Army | None:
        """The army of these units alone; None if one of them is hidden from it."""
        for root in [root for root in self.force.selections if roles.is_unit(root.option)]:
            Remove(root).apply(self.roster)
        for option in options:
            edit, taken = select(self.engine, self.force, option, 1)
            edit.apply(self.roster)
            if self.engine.state(taken).hidden:
                return None
        return self.builder.build()

    def first(self, options: list[Option], *beside: Option) -> tuple[Option, Army] | None:
        """The first of the units that is visible, with the army that it is in."""
        return next(((one, army) for one in options if (army := self.army(*beside, one)) is not None), None)

    def about_faction(self, army: Army) -> list[Diagnostic]:
        return [one for one in check(army, self.ruleset) if one.rule == FACTION]

    def muster(self, army: Army) -> Muster:
        return Muster(army, self.data.system, self.ruleset.options, self.ruleset.allies)
