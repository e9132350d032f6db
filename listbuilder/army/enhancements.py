"""The enhancements of one unit, and the wargear that its models give up for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from listbuilder.army import roles
from listbuilder.army.printed import told
from listbuilder.army.records import Enhancement
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.facts import BearerRule, Facts
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.marked import plain_name
from listbuilder.catalogue.vocabulary import NEUTRAL, Vocabulary
from listbuilder.replacing import replace
from listbuilder.roster.tree import Selection

if TYPE_CHECKING:
    from listbuilder.engine import State

NO_FACTS = Facts()


class EnhancementReader:
    """``nodes``: the selections of the unit, its root first. ``points``: what one costs; ``bearer``: who may bear it, where only
    its texts say so; ``is_item``: whether a selection is wargear."""

    def __init__(
        self,
        nodes: list[tuple[Selection, State]],
        points: Callable[[State], Number],
        bearer: Callable[[State], BearerRule | None],
        is_item: Callable[[Selection], bool],
        vocabulary: Vocabulary = NEUTRAL,
    ) -> None:
        self.nodes = nodes
        self.root = nodes[0][0]
        self.points = points
        self.bearer = bearer
        self.is_item = is_item
        self.vocabulary = vocabulary

    def read(self) -> tuple[Enhancement, ...]:
        """Those that the list names, and those that the unit has as the Warlord anyway."""
        found = []
        for node, state in self._chosen():
            read = _enhancement(node.option, state.name, self.points(state))
            given_up = self._given_up.get(node)
            found.append(
                replace(
                    read,
                    bearer=read.bearer or self.bearer(state),
                    model=holding_model(node, self.root),
                    instead_of=given_up[1].name if given_up is not None else "",
                    rules=tuple(told(node.option.library, self._states_of(node), "enhancement", self.vocabulary)),
                )
            )
        return (*found, *self._implied(found))

    def _states_of(self, node: Selection) -> Iterator[State]:
        inside = {id(inner) for inner in node.walk()}
        return (state for one, state in self.nodes if id(one) in inside)

    def left(self, node: Selection) -> int:
        """How many of a selection there are, without those given up."""
        return node.number - sum(one is node for one, _ in self._given_up.values())

    @property
    def chosen(self) -> list[Selection]:
        """The selections that are enhancements."""
        return [node for node, _state in self._chosen()]

    def _chosen(self) -> Iterator[tuple[Selection, State]]:
        for node, state in self.nodes:
            if node is not self.root and roles.is_enhancement(node.option) and not self._is_inside_another(node):
                yield node, state

    def _is_inside_another(self, node: Selection) -> bool:
        parent = node.parent
        return isinstance(parent, Selection) and parent is not self.root and roles.is_enhancement(parent.option)

    def _implied(self, chosen: Iterable[Enhancement]) -> Iterator[Enhancement]:
        """What its data say that it has as the Warlord, unless the list names one of that type."""
        facts = self.root.option.facts or NO_FACTS
        wanted = {name for one in facts.allowances or () if one.warlord_has for name in one.items}
        if not wanted or not any(roles.is_warlord_mark(node.option) for node, _ in self.nodes):
            return
        had = {one.type for one in chosen}
        for option in roles.gifts_of(self.root.option):
            if option.local_id in wanted:
                one = _enhancement(option, option.name, 0)
                if one.type not in had:
                    yield one

    @cached_property
    def _given_up(self) -> dict[Selection, tuple[Selection, State]]:
        """Enhancement -> the wargear that its bearer gives up for it, one of each."""
        found: dict[Selection, tuple[Selection, State]] = {}
        for node, _ in self._chosen():
            bearer = node.option.facts.bearer if node.option.facts is not None else None
            for name in map(str.casefold, bearer.replaces if bearer is not None else ()):
                for item, state in self.nodes:
                    free = item.number - sum(one is item for one, _ in found.values())
                    if free > 0 and state.name.casefold() == name and self.is_item(item):
                        found.setdefault(node, (item, state))
        return found


def holding_model(mark: Selection | None, root: Selection) -> str:
    """The id of the model that has the mark; empty when the unit itself has it."""
    parent = mark.parent if mark is not None else None
    return parent.id if isinstance(parent, Selection) and parent is not root else ""


def _enhancement(option: Option, name: str, points: Number) -> Enhancement:
    facts = option.facts or NO_FACTS
    return Enhancement(
        id=option.target.id,
        name=plain_name(name),
        points=points,
        detachment=facts.detachment,
        bearer=facts.bearer,
        effects=facts.effects,
        type=facts.item_type,
        local_id=option.local_id,
        page=facts.page,
    )
