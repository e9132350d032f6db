"""Profiles and rules of a selection or force, found through groups and links, after modifiers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from listbuilder.catalogue.model import InfoGroup, Profile, Rule
from listbuilder.engine.cells import Cell
from listbuilder.engine.modifiers import Applied, applying, flag_after, flatten, name_after, text_after
from listbuilder.engine.queries import Context
from listbuilder.engine.scopes import at
from listbuilder.engine.state import CharacteristicState, ProfileState, RuleState
from listbuilder.roster.tree import Force, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.model import Characteristic, InfoLink, Modifier, ModifierGroup
    from listbuilder.engine.evaluator import Evaluator
    from listbuilder.engine.scoped_modifiers import Push

Info = Profile | Rule
Found = tuple[Info, "tuple[InfoLink | InfoGroup, ...]"]  # a profile or rule, and what led to it, outermost first
MAX_DEPTH = 16


class InfoCell(Cell):
    """The profiles and rules of a node."""

    live = False

    def __init__(self, evaluator: Evaluator, node: Selection | Force) -> None:
        super().__init__(evaluator)
        self.node = node
        self.profiles: tuple[ProfileState, ...] = ()
        self.rules: tuple[RuleState, ...] = ()
        self.version = 0

    def invalidated(self) -> None:
        """It waits until somebody looks."""
        if isinstance(self.node, Selection):
            self.evaluator.touch(self.node)

    def evaluate(self) -> None:
        evaluator, node = self.evaluator, self.node
        place = at(node)
        if isinstance(node, Selection):
            keys, plan = evaluator.cell(node).core.keys, evaluator.plans.of(node.option)
            sources: tuple[object, ...] = tuple(reversed(node.option.parts))
        else:
            keys, plan = frozenset({node.entry.id, node.catalogue_id}), evaluator.force_cells[node].plan
            catalogue = evaluator.library.catalogue(node.catalogue_id)
            sources = (node.entry, catalogue, evaluator.library.game_system)
            sources = _distinct(sources)
        context = Context(evaluator.index, place, keys, self)
        own = applying(plan.infos, context, {})
        pushed = [push for push in evaluator.book.on(place, keys) if push.selector.profiles is not None]
        found = [item for source in sources for item in _direct(source, evaluator, ())]
        self._keep(found, context, own, pushed)

    def _keep(self, found: Sequence[Found], context: Context, own: list[Applied], pushed: Sequence[Push]) -> None:
        profiles, rules = [], []
        for info, path in found:
            reaching = own + [push.applied for push in pushed if _reaches(push, info)]
            applied = sorted([*_own(info, path, context), *reaching], key=lambda item: item.modifier.type != "set")
            hidden = flag_after(info.hidden or any(part.hidden for part in path), _of(applied, "hidden"))
            if hidden:
                continue
            if isinstance(info, Profile):
                profiles.append(_profile(info, path, applied))
            else:
                rules.append(_rule(info, path, applied))
        before = (self.profiles, self.rules)
        self.profiles, self.rules = tuple(profiles), tuple(rules)
        if before != (self.profiles, self.rules):
            self.version += 1


def _distinct(items: Iterable[object]) -> tuple[object, ...]:
    return tuple({id(item): item for item in items if item is not None}.values())


def _direct(source: object, evaluator: Evaluator, path: tuple[InfoLink | InfoGroup, ...]) -> Iterator[Found]:
    """The profiles and rules that a record has directly, in its groups and behind its links."""
    if len(path) > MAX_DEPTH:
        return
    for info in (*getattr(source, "profiles", ()), *getattr(source, "rules", ())):
        yield info, path
    for group in getattr(source, "info_groups", ()):
        yield from _direct(group, evaluator, (*path, group))
    for link in getattr(source, "info_links", ()):
        target = evaluator.library.info(link.target_id)
        if isinstance(target, InfoGroup):
            yield from _direct(target, evaluator, (*path, link, target))
        elif target is not None:
            yield target, (*path, link)


def _own(info: Info, path: tuple[InfoLink | InfoGroup, ...], context: Context) -> list[Applied]:
    modifiers: list[Modifier] = list(info.modifiers)
    groups: list[ModifierGroup] = list(info.modifier_groups)
    for part in path:
        modifiers += part.modifiers
        groups += part.modifier_groups
    if not modifiers and not groups:
        return []
    return applying(flatten(modifiers, groups), context, {})


def _reaches(push: Push, info: Info) -> bool:
    wanted = push.selector.profiles
    if isinstance(info, Profile):
        return wanted in ("*", info.type_name, info.type_id, info.id)
    return wanted == info.id


def _of(applied: Iterable[Applied], field: str) -> list[Applied]:
    return [item for item in applied if item.modifier.field == field]


def _cited(info: Info, path: tuple[InfoLink | InfoGroup, ...], applied: Sequence[Applied]) -> tuple[str, str]:
    """Page and publication: the nearest link's, where it gives them."""
    links = [part for part in reversed(path) if not isinstance(part, InfoGroup)][:1]
    page = next((link.page for link in links if link.page), info.page)
    publication = next((link.publication_id for link in links if link.publication_id), info.publication_id)
    return text_after(page, _of(applied, "page")), publication


def _profile(info: Profile, path: tuple[InfoLink | InfoGroup, ...], applied: Sequence[Applied]) -> ProfileState:
    page, publication = _cited(info, path, applied)
    values = (*info.characteristics, *info.attributes)
    return ProfileState(
        owner=info.id,
        name=name_after(info.name, _of(applied, "name")),
        type_id=info.type_id,
        type_name=info.type_name,
        characteristics=tuple(_characteristic(item, applied) for item in values),
        page=page,
        publication_id=publication,
        annotation=text_after("", _of(applied, "annotation")),
    )


def _characteristic(item: Characteristic, applied: Sequence[Applied]) -> CharacteristicState:
    return CharacteristicState(item.name, item.type_id, text_after(item.value, _of(applied, item.type_id)))


def _rule(info: Rule, path: tuple[InfoLink | InfoGroup, ...], applied: Sequence[Applied]) -> RuleState:
    page, publication = _cited(info, path, applied)
    name = name_after(info.name, _of(applied, "name"))
    description = text_after(info.description, _of(applied, "description"))
    return RuleState(info.id, name, description, False, page, publication)
