"""Reads the unit record of one evaluated root selection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from listbuilder.army import roles
from listbuilder.army.currencies import PriceTypes
from listbuilder.army.enhancements import NO_FACTS, EnhancementReader, holding_model
from listbuilder.army.records import UNGRANTED, ModelLine, Profile, Unit, WargearItem
from listbuilder.army.rows import is_weapon
from listbuilder.army.sheet import SheetReader, row
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.columns import WeaponType
from listbuilder.catalogue.facts import BearerRule, Bodyguard, Leader, Passenger, TransportBay
from listbuilder.catalogue.library import Library
from listbuilder.catalogue.loadout import ItemChoice
from listbuilder.catalogue.printed import PrintedText
from listbuilder.catalogue.vocabulary import NEUTRAL, Vocabulary
from listbuilder.errors import Place
from listbuilder.replacing import replace
from listbuilder.roster.tree import Node, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.engine import Engine, ProfileState, State
    from listbuilder.engine.state import Category


def place_of(node: Node | None) -> Place | None:
    """The place in the roster file: its own, or that of the nearest selection or force above."""
    above: Node | Roster | None = node
    while above is not None and not isinstance(above, Roster):
        if above.place is not None:
            return above.place
        above = above.parent
    return None


class UnitReader:
    """Reads the unit of one root selection; `read` returns the record."""

    def __init__(self, engine: Engine, root: Selection, prices: PriceTypes, vocabulary: Vocabulary = NEUTRAL) -> None:
        self.engine = engine
        self.root = root
        self.library = root.option.library
        self.text_reader = self.library.text_reader
        self.prices = prices
        self.vocabulary = vocabulary
        self.facts = root.option.facts or NO_FACTS
        self.nodes = [(node, engine.state(node)) for node in root.walk()]
        self.state = self.nodes[0][1]
        self.sheet = SheetReader(self.nodes, vocabulary, self.facts)
        self.enhancements = EnhancementReader(self.nodes, self.points, self._bearer, self.is_item, vocabulary)

    def read(self) -> Unit:
        root, facts = self.root, self.facts
        keywords, factions = self._keywords()
        leader, leader_unread = self._leader()
        transport, transport_unread = self._transport(factions)
        in_reserves, uncounted = self._reserves()
        warlord = next((node for node, _ in self.nodes if roles.is_warlord_mark(node.option)), None)
        datasheet = roles.plain_name(root.option.name)
        sheet = self.sheet
        return Unit(
            id=root.id,
            name=root.custom_name or roles.plain_name(self.state.name),
            datasheet=datasheet,
            datasheet_id=root.option.id,
            role=self._role(keywords),
            keywords=keywords,
            faction_keywords=factions,
            models=self._models(),
            points=self.points(self.state),
            costs=self.prices.others_of(self.state.total_costs),
            wargear=self._items(node for node, _ in self.nodes if self.owner(node) is None),
            wounds=max(map(sheet.wounds, sheet.statlines), default=0),
            profiles=sheet.statlines,
            weapons=self._weapons(),
            abilities=sheet.abilities(self.enhancements.chosen),
            weapon_rules=sheet.weapon_rules(),
            damaged=sheet.damaged,
            notes=root.custom_notes,
            enhancements=self.enhancements.read(),
            allowances=facts.allowances,
            warlord=warlord is not None,
            warlord_model=holding_model(warlord, root),
            leader=leader,
            leader_unread=leader_unread,
            bodyguard=self._bodyguard(),
            followers=facts.followers,
            force_role=facts.force_role,
            known_as=facts.known_as,
            unprinted=self._unprinted(keywords),
            subfactions=facts.subfactions,
            never_with=facts.never_with,
            transport=transport,
            transport_unread=transport_unread,
            passenger=self._passenger(),
            hover=facts.hover or any(rule.name.casefold() == "hover" for _node, rule in sheet.rules()),
            must_be_warlord=facts.must_be_warlord
            or any(rule.name.casefold() == "supreme commander" for _node, rule in sheet.rules()),
            never_warlord=facts.never_warlord,
            never_enhanced=facts.never_enhanced,
            starts_in_reserves=in_reserves,
            reserves_uncounted=uncounted,
            split=facts.split,
            split_unread=root.option.facts is None or facts.partial,
            effects=facts.effects,
            granted=self.text_reader.granted(self._texts) if self.text_reader else UNGRANTED,
            legends=roles.is_legends(root.option) or any(map(self._is_status, self.state.categories)),
            force=root.force.id if root.force else "",
            place=place_of(root),
        )

    def _role(self, keywords: Collection[str]) -> str:
        """That of a keyword which the unit has, else that which its data state."""
        of_keyword = next((one.id for one in self.vocabulary.roles if one.keyword and one.keyword in keywords), "")
        return of_keyword or self.facts.role or next((c.name for c in self.state.categories if c.primary), "")

    def points(self, state: State) -> Number:
        return state.total_costs.get(self.prices.points, 0)

    # --- keywords ---------------------------------------------------------------------------------------------------------

    def _keywords(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Keywords of the unit and its models, and the faction keywords among them."""
        found: dict[str, None] = {}
        factions: dict[str, None] = dict.fromkeys(self.facts.faction_keywords)
        for node, state in self.nodes:
            if node is not self.root and not roles.is_model(node):
                continue
            for category in state.categories:
                faction = roles.faction_of(category.name)
                if faction:
                    factions[faction] = None
                else:
                    found[category.name] = None
        return tuple(word for word in found if word not in factions), tuple(factions)

    def _unprinted(self, keywords: Collection[str]) -> frozenset[str]:
        """Of the keywords those that are none for players: what the data hide or use as a heading of the list, as one that
        has a share of the army's points."""
        hidden = self.root.option.library.kept(_hidden_categories).intersection(keywords)
        linked = {link.target_id for link in self.root.option.merged.category_links}
        found = set()
        for category in self.state.categories:
            role = self.vocabulary.role(category.name)
            by_place = category.primary and category.id not in linked  # it stands there, whatever it is
            is_shared_out = category.primary and category.id in self._shares()
            is_heading = role.is_heading(category.name) if role else by_place
            if is_heading or is_shared_out or self._is_status(category):
                found.add(category.name)
        return hidden | found.intersection(keywords)

    def _is_status(self, category: Category) -> bool:
        """Whether it is the category by which data mark datasheets of Legends."""
        return roles.marks_legends(category.name, self.vocabulary.terms)

    def _shares(self) -> frozenset[str]:
        """The ids of categories of which the unit's force may have a share only."""
        force = self.root.force
        links = force.entry.category_links if force is not None else ()
        return frozenset(link.target_id for link in links if any(bound.percent for bound in link.constraints))

    def _keywords_of(self, model: Selection) -> tuple[str, ...]:
        """Keywords that a model has: its own and those of the whole unit."""
        states = (self.state, self.engine.state(model))
        names = dict.fromkeys(category.name for state in states for category in state.categories)
        return tuple(name for name in names if not roles.faction_of(name) and name not in self.facts.faction_keywords)

    # --- models and wargear -----------------------------------------------------------------------------------------------

    @cached_property
    def models(self) -> list[Selection]:
        """The selections of models; the unit itself where it is one model."""
        models = [node for node, _ in self.nodes if roles.is_model(node) and node is not self.root]
        return models or [self.root]

    def owner(self, node: Selection) -> Selection | None:
        """The model that carries the selection; None when the unit itself carries it."""
        current: Selection | None = node
        while isinstance(current, Selection):
            if current is not node and roles.is_model(current):
                return current
            if current is self.root:
                return self.root if self.models == [self.root] else None
            current = current.parent if isinstance(current.parent, Selection) else None
        return None

    def _models(self) -> tuple[ModelLine, ...]:
        return tuple(
            ModelLine(
                id=node.id,
                name=node.custom_name or roles.plain_name(self.engine.state(node).name),
                count=node.number,
                wargear=self._items(other for other in node.walk() if other is not node and self.owner(other) is node),
                kind=node.option.id,
                local_id=node.option.local_id,
                keywords=self._keywords_of(node),
                notes=node.custom_notes if node is not self.root else "",
                inside=roles.whole_of(node) is not None,
                promoted=roles.is_promoted(profile.type_name for profile in self.engine.state(node).profiles),
            )
            for node in self.models
        )

    def _items(self, nodes: Iterable[Selection]) -> tuple[WargearItem, ...]:
        """The wargear items with their counts; a bundle is listed by its contents."""
        counts: Counter[str] = Counter()
        ids: dict[str, str] = {}
        for node in nodes:
            if not self.is_item(node):
                continue
            name = self.engine.state(node).name
            counts[name] += node.number
            ids.setdefault(name, node.option.target.id)
        return tuple(WargearItem(name, count, ids[name]) for name, count in counts.items() if count)

    def is_item(self, node: Selection) -> bool:
        """Whether a selection is wargear: not the unit, a mark, an enhancement, or a choice that only holds others."""
        if node is self.root or node.option.type != "upgrade":
            return False
        if roles.is_warlord_mark(node.option) or roles.is_enhancement(node.option):
            return False
        if isinstance(node.option.loadout, ItemChoice) and not node.option.loadout.takes:
            return False  # an item was given up for nothing
        state = self.engine.state(node)
        return not state.hidden and (
            bool(state.profiles) or not any(child.option.type == "upgrade" for child in node.selections)
        )

    # --- profiles ---------------------------------------------------------------------------------------------------------

    def weapons_of(self, state: State) -> Iterator[Profile]:
        """The weapons that a selection itself is."""
        for profile in state.profiles:
            if is_weapon(profile.type_name, self.vocabulary):
                yield row(profile, item=state.name)

    def _weapons(self) -> tuple[Profile, ...]:
        counts: Counter[Profile] = Counter()
        alike: dict[tuple[object, ...], Profile] = {}  # data spell the keywords of one weapon in several ways
        for node, state in self.nodes:
            for weapon in self.weapons_of(state):
                figures = tuple(value.casefold() for _key, value in weapon.values)
                words = (weapon.type, weapon.name.casefold(), weapon.item.casefold(), figures)
                counts[alike.setdefault(words, weapon)] += self.enhancements.left(node)
        for kind in self.vocabulary.weapons:
            if kind.bare is not None and (without := self._without(kind)):
                values = tuple((column.label, kind.bare.values.get(column.key, "-")) for column in kind.columns)
                counts[Profile(kind.bare.name.get("en", ""), kind.label, values)] = without
        order = sorted(counts, key=lambda profile: self.vocabulary.weapon_rank(profile.type))
        return tuple(replace(profile, count=counts[profile]) for profile in order if counts[profile])

    def _without(self, kind: WeaponType) -> int:
        """How many models have no weapon of that type."""
        return sum(
            model.number
            for model in self.models
            if not any(
                self.vocabulary.weapon_type(profile.type_name) is kind
                for node in model.walk()
                for profile in self.engine.state(node).profiles
            )
        )

    # --- marks ------------------------------------------------------------------------------------------------------------

    def _bearer(self, enhancement: State) -> BearerRule | None:
        """Who may bear it, where its texts say more than that the data offer it."""
        reader = self.text_reader
        return BearerRule(any_unit=True) if reader and reader.borne_by_units(texts_of(enhancement.profiles)) else None

    # --- texts ------------------------------------------------------------------------------------------------------------

    def _leader(self) -> tuple[Leader | None, bool]:
        if self.facts.leader is not None:
            return self.facts.leader, False
        return self.text_reader.leader(self._texts) if self.text_reader else (None, False)

    def _bodyguard(self) -> Bodyguard | None:
        if self.facts.bodyguard or self.text_reader is None:
            return self.facts.bodyguard
        return self.text_reader.bodyguard(self._texts)

    def _reserves(self) -> tuple[bool, bool]:
        """Whether it must start in reserves, and whether limits on these then do not count it."""
        if self.facts.starts_in_reserves or self.text_reader is None:
            return self.facts.starts_in_reserves, self.facts.reserves_uncounted
        return self.text_reader.reserves(self._texts)

    def _passenger(self) -> Passenger | None:
        if self.facts.passenger is not None or self.text_reader is None:
            return self.facts.passenger
        return self.text_reader.passenger(self._texts)

    def _transport(self, factions: tuple[str, ...]) -> tuple[tuple[TransportBay, ...], bool]:
        if self.facts.transport is not None:
            return self.facts.transport, False
        if self.text_reader is None:
            return (), False
        return self.text_reader.transport(self._texts, factions[0] if factions else "")

    @cached_property
    def _texts(self) -> tuple[PrintedText, ...]:
        return texts_of(profile for _, state in self.nodes for profile in state.profiles)


def texts_of(profiles: Iterable[ProfileState]) -> tuple[PrintedText, ...]:
    """The characteristics of profiles as a reader of printed texts takes them."""
    return tuple(PrintedText(p.type_name, p.name, c.value) for p in profiles for c in p.characteristics)


def _hidden_categories(library: Library) -> frozenset[str]:
    """The names of categories that the data hide wherever they declare them: what their authors count by."""
    shown = {entry.name for entry in library.categories.values() if not entry.hidden}
    return frozenset(entry.name for entry in library.categories.values() if entry.hidden) - shown
