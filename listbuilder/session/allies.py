"""The datasheets of other factions that the game's ally rules let an army have, where a data set keeps factions apart.

Community data offer allies themselves; native data have them in the folders of their factions, which ally rules name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property

from listbuilder.army import roles
from listbuilder.army.enhancements import NO_FACTS
from listbuilder.army.faction import Identity
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.model import Catalogue
from listbuilder.roster.tree import Force
from listbuilder.rules.quotas import AllyRule

Traits = tuple[str, tuple[str, ...]]


class Allies:
    """``faction``: the army's catalogue. A folder is read when an army may have allies of it, not before."""

    def __init__(self, library: Library, faction: Catalogue, identity: Identity, rules: tuple[AllyRule, ...]) -> None:
        self._library = library
        self._faction = faction
        self._identity = identity
        self._rules = tuple(rule for rule in rules if rule.factions)
        self._known: dict[tuple[str, ...], tuple[Option, ...]] = {}  # by the rules that apply

    def options(self, force: Force, detachments: Collection[str]) -> tuple[Option, ...]:
        """What the ally rules add to the choices of the force. ``detachments``: ids and names of those of the army, case-folded.
        Of several factions' datasheets of one id only that is offered which a list file means by it; one that the army's faction
        has as well is another datasheet, whose faction a list file names."""
        if force.catalogue_id != self._faction.id:
            return ()
        rules = tuple(rule for rule in self._rules if rule.allowed_with(detachments) and self._hosts(rule))
        key = tuple(rule.id for rule in rules)
        if key not in self._known:
            self._known[key] = tuple(self._offered(rules))
        return self._known[key]

    def _offered(self, rules: Iterable[AllyRule]) -> Iterator[Option]:
        taken: set[str] = set()
        for rule in rules:
            for catalogue in self._library.factions(rule.factions):
                for option in self._library.root_options(catalogue.id):
                    if option.local_id not in taken and roles.is_unit(option) and self._allows(rule, option):
                        taken.add(option.local_id)
                        yield option

    def _allows(self, rule: AllyRule, option: Option) -> bool:
        own = set(self._identity.keywords)
        return own.isdisjoint((option.facts or NO_FACTS).faction_keywords) and rule.group.fits(words_of(option))

    def _hosts(self, rule: AllyRule) -> bool:
        return rule.hosted_by(self._names, self._words)

    @cached_property
    def _names(self) -> frozenset[str]:
        faction = self._faction
        names = (*self._identity.keywords[:1], faction.local_id, faction.name, faction.names.get("en", ""))
        return frozenset(name.casefold() for name in names if name)

    @cached_property
    def _words(self) -> frozenset[str]:
        """The army's names, and every keyword of the datasheets that its faction has."""
        own = (option for option in self._library.root_options(self._faction.id) if roles.is_unit(option))
        return self._names.union(*(words_of(option) for option in own))


def words_of(option: Option) -> frozenset[str]:
    """The keywords of a datasheet as written, its name and its role, case-folded."""
    return option.library.kept_of(_words, option)


def _words(_library: Library, option: Option) -> frozenset[str]:
    role, keywords = written_traits(option)
    return frozenset(word.casefold() for word in (role, roles.plain_name(option.name), *keywords) if word)


def written_traits(option: Option) -> Traits:
    """Role and keywords of a datasheet as written, before modifiers."""
    return option.library.kept_of(_written_traits, option)


def _written_traits(library: Library, option: Option) -> Traits:
    categories = library.categories
    links = [
        (link.primary, categories[link.target_id].name)
        for link in option.merged.category_links
        if link.target_id in categories
    ]
    facts = option.facts or NO_FACTS
    role = facts.role or next((name for primary, name in links if primary), "")
    words = dict.fromkeys((*(roles.faction_of(name) or name for _, name in links), *facts.faction_keywords))
    return role, tuple(words)
