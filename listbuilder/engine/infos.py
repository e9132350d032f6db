"""Profiles and rules of a selection or force, found through groups and links, after modifiers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from listbuilder.catalogue.model import InfoGroup, Profile, Rule
from listbuilder.engine.cells import CellEnvironment
from listbuilder.engine.modifiers import Applied, applying, flag_after, flatten, name_after, text_after
from listbuilder.engine.queries import QueryContext
from listbuilder.engine.scheduler import Cell
from listbuilder.engine.scopes import position_of
from listbuilder.engine.state import CharacteristicState, ProfileState, RuleState
from listbuilder.roster.tree import Node, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Library
    from listbuilder.catalogue.model import Characteristic, InfoLink, Modifier, ModifierGroup
    from listbuilder.engine.modifiers import Plan
    from listbuilder.engine.scoped_modifiers import ScopedModifier

Info = Profile | Rule
Found = tuple[Info, "tuple[InfoLink | InfoGroup, ...]"]  # with the links and groups that lead to it, outermost first
MAX_DEPTH = 16


class InfoCell(Cell):
    """The profiles and rules of a node. They are evaluated when they are asked for."""

    def __init__(self, store: CellEnvironment, node: Node, plan: Plan) -> None:
        super().__init__(store.scheduler)
        self.store = store
        self.node: Node = node
        self.plan = plan
        self.profiles: tuple[ProfileState, ...] = ()
        self.rules: tuple[RuleState, ...] = ()
        self.version = 0

    def on_invalidate(self) -> None:
        if isinstance(self.node, Selection):
            self.store.touch(self.node)

    def evaluate(self) -> None:
        store, node, library = self.store, self.node, self.store.plans.library
        position = position_of(node)
        if isinstance(node, Selection):
            keys = store.selection(node).core.keys
            sources: tuple[object, ...] = tuple(reversed(node.option.parts))
        else:
            keys = frozenset({node.entry.id, node.catalogue_id})
            sources = _distinct((node.entry, library.catalogue(node.catalogue_id), library.game_system))
        context = QueryContext(store.index, position, keys, self)
        own = applying(self.plan.infos, context, {})
        scoped = [item for item in store.scoped_modifiers.on(position, keys) if item.selector.profiles is not None]
        found = [item for source in sources for item in _infos_of(source, library, ())]
        self._keep(found, context, own, scoped)

    def _keep(
        self, found: Sequence[Found], context: QueryContext, own: list[Applied], scoped: Sequence[ScopedModifier]
    ) -> None:
        profiles, rules = [], []
        for info, path in found:
            reaching = own + [item.applied for item in scoped if _reaches(item, info)]
            applied = sorted(
                [*_own_modifiers(info, path, context), *reaching], key=lambda item: item.modifier.type != "set"
            )
            hidden = flag_after(info.hidden or any(part.hidden for part in path), _with_field(applied, "hidden"))
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


def _infos_of(source: object, library: Library, path: tuple[InfoLink | InfoGroup, ...]) -> Iterator[Found]:
    """The profiles and rules that a record has directly, in its groups and behind its links."""
    if len(path) > MAX_DEPTH:
        return
    for info in (*getattr(source, "profiles", ()), *getattr(source, "rules", ())):
        yield info, path
    for group in getattr(source, "info_groups", ()):
        yield from _infos_of(group, library, (*path, group))
    for link in getattr(source, "info_links", ()):
        target = library.info(link.target_id)
        if isinstance(target, InfoGroup):
            yield from _infos_of(target, library, (*path, link, target))
        elif target is not None:
            yield target, (*path, link)


def _own_modifiers(info: Info, path: tuple[InfoLink | InfoGroup, ...], context: QueryContext) -> list[Applied]:
    modifiers: list[Modifier] = list(info.modifiers)
    groups: list[ModifierGroup] = list(info.modifier_groups)
    for part in path:
        modifiers += part.modifiers
        groups += part.modifier_groups
    if not modifiers and not groups:
        return []
    return applying(flatten(modifiers, groups), context, {})


def _reaches(item: ScopedModifier, info: Info) -> bool:
    wanted = item.selector.profiles
    if isinstance(info, Profile):
        return wanted in ("*", info.type_name, info.type_id, info.id)
    return wanted == info.id


def _with_field(applied: Iterable[Applied], field: str) -> list[Applied]:
    return [item for item in applied if item.modifier.field == field]


def _citation(info: Info, path: tuple[InfoLink | InfoGroup, ...], applied: Sequence[Applied]) -> tuple[str, str]:
    """Page and publication: those of the nearest link, else the record's own."""
    links = [part for part in reversed(path) if not isinstance(part, InfoGroup)][:1]
    page = next((link.page for link in links if link.page), info.page)
    publication = next((link.publication_id for link in links if link.publication_id), info.publication_id)
    return text_after(page, _with_field(applied, "page")), publication


def _profile(info: Profile, path: tuple[InfoLink | InfoGroup, ...], applied: Sequence[Applied]) -> ProfileState:
    page, publication = _citation(info, path, applied)
    values = (*info.characteristics, *info.attributes)
    return ProfileState(
        owner=info.id,
        name=name_after(info.name, _with_field(applied, "name")),
        type_id=info.type_id,
        type_name=info.type_name,
        characteristics=tuple(_characteristic(item, applied) for item in values),
        page=page,
        publication_id=publication,
        annotation=text_after("", _with_field(applied, "annotation")),
    )


def _characteristic(item: Characteristic, applied: Sequence[Applied]) -> CharacteristicState:
    return CharacteristicState(item.name, item.type_id, text_after(item.value, _with_field(applied, item.type_id)))


def _rule(info: Rule, path: tuple[InfoLink | InfoGroup, ...], applied: Sequence[Applied]) -> RuleState:
    page, publication = _citation(info, path, applied)
    name = name_after(info.name, _with_field(applied, "name"))
    description = text_after(info.description, _with_field(applied, "description"))
    return RuleState(info.id, name, description, False, page, publication)
