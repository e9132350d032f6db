"""Profiles and rules of a selection or force, found through groups and links, after modifiers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING

from msgspec.structs import replace

from listbuilder import budget
from listbuilder.catalogue.model import InfoGroup, Profile, Rule
from listbuilder.engine.cells import CellEnvironment
from listbuilder.engine.modifiers import Changes, applying, flatten
from listbuilder.engine.queries import QueryContext
from listbuilder.engine.scheduler import Cell
from listbuilder.engine.scopes import position_of
from listbuilder.engine.state import ProfileState, RuleState
from listbuilder.roster.tree import Node, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Library, Option
    from listbuilder.catalogue.model import InfoLink
    from listbuilder.engine.modifiers import Applied, Plan
    from listbuilder.engine.scoped_modifiers import ScopedModifier

Info = Profile | Rule
Path = tuple["InfoLink | InfoGroup", ...]  # the links and groups that lead to a profile or rule, outermost first
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
            keys = store.selections[node].core.keys
            infos = library.kept_of(_infos_of_option, node.option)
        else:
            keys = frozenset({node.entry.id, node.catalogue_id})
            records = (node.entry, library.catalogue(node.catalogue_id), library.game_system)
            infos = _printed(library, *{id(record): record for record in records}.values())
        context = QueryContext(store.index, position, keys, self)
        own = applying(self.plan.infos, context, {})
        scoped = [item for item in store.scoped_modifiers.on(position, keys) if item.selector.profiles is not None]
        profiles, rules = [], []
        for printed in infos:
            state = printed.shown(context, own + [item.applied for item in scoped if _reaches(item, printed.info)])
            if isinstance(state, ProfileState):
                profiles.append(state)
            elif state is not None:
                rules.append(state)
        before = (self.profiles, self.rules)
        self.profiles, self.rules = tuple(profiles), tuple(rules)
        if before != (self.profiles, self.rules):
            self.version += 1


class PrintedInfo:
    """A profile or rule as an owner has it: the modifiers that lead to it and, made once, what it shows where none applies
    (``plain``)."""

    def __init__(self, info: Info, path: Path) -> None:
        self.info = info
        self.path = path
        self.hidden = info.hidden or any(part.hidden for part in path)
        self._steps = tuple(flatten((info, *path)))
        self.plain = self._state(Changes(()))

    def shown(self, context: QueryContext, reaching: list[Applied]) -> ProfileState | RuleState | None:
        """What it shows at a position, with the modifiers of others that reach it; None where it is hidden."""
        applied = [*applying(self._steps, context, {}), *reaching]
        if not applied:
            return None if self.hidden else self.plain
        changes = Changes(applied)
        return None if changes.flag("hidden", self.hidden) else self._state(changes)

    def _state(self, changes: Changes) -> ProfileState | RuleState:
        info = self.info
        return _profile(info, self.path, changes) if isinstance(info, Profile) else _rule(info, self.path, changes)


def printed_profiles(library: Library, option: Option) -> tuple[ProfileState, ...]:
    """The profiles of an option as its data print them, without what changes them in a list."""
    return tuple(one for one in printed_infos(library, option) if isinstance(one, ProfileState))


def printed_infos(library: Library, option: Option) -> tuple[ProfileState | RuleState, ...]:
    """The profiles and rules of an option as its data print them, without what changes them in a list."""
    return tuple(one.plain for one in library.kept_of(_infos_of_option, option) if not one.hidden)


def _infos_of_option(library: Library, option: Option) -> tuple[PrintedInfo, ...]:
    return _printed(library, *reversed(option.parts))


def _printed(library: Library, *sources: object) -> tuple[PrintedInfo, ...]:
    """Raises `TooLarge` where links and groups lead to more than any data need, or to texts longer than these."""
    seen = count(1)
    return tuple(PrintedInfo(*item) for source in sources for item in _infos_of(source, library, (), seen))


def _infos_of(source: object, library: Library, path: Path, seen: Iterator[int]) -> Iterator[tuple[Info, Path]]:
    """The profiles and rules that a record has directly, in its groups and behind its links. ``seen`` counts all of these."""
    if len(path) > MAX_DEPTH:
        return
    for info in (*getattr(source, "profiles", ()), *getattr(source, "rules", ())):
        budget.allow("infos", next(seen))
        yield _typed(info, library), path
    for group in getattr(source, "info_groups", ()):
        budget.allow("infos", next(seen))
        yield from _infos_of(group, library, (*path, group), seen)
    for link in getattr(source, "info_links", ()):
        budget.allow("infos", next(seen))
        target = library.info(link.target_id)
        if isinstance(target, InfoGroup):
            yield from _infos_of(target, library, (*path, link, target), seen)
        elif target is not None:
            yield _typed(target, library), (*path, link)


def _typed(info: Info, library: Library) -> Info:
    """The record, with the name of its profile type where it states only the id."""
    known = library.profile_types.get(info.type_id) if isinstance(info, Profile) and not info.type_name else None
    return replace(info, type_name=known.name) if known is not None and isinstance(info, Profile) else info


def _reaches(item: ScopedModifier, info: Info) -> bool:
    wanted = item.selector.profiles
    if isinstance(info, Profile):
        return wanted in ("*", info.type_name, info.type_id, info.id)
    return wanted == info.id


def _citation(info: Info, path: Path, changes: Changes) -> tuple[str, str]:
    """Page and publication: those of the nearest link, else the record's own."""
    link = next((part for part in reversed(path) if not isinstance(part, InfoGroup)), info)
    return changes.text("page", link.page or info.page), link.publication_id or info.publication_id


def _profile(info: Profile, path: Path, changes: Changes) -> ProfileState:
    page, publication = _citation(info, path, changes)
    return ProfileState(
        owner=info.id,
        name=changes.name(info.name),
        type_id=info.type_id,
        type_name=info.type_name,
        characteristics=tuple(
            replace(item, value=changes.text(item.type_id, item.value))
            for item in (*info.characteristics, *info.attributes)
        ),
        page=page,
        publication_id=publication,
        annotation=changes.text("annotation", ""),
    )


def _rule(info: Rule, path: Path, changes: Changes) -> RuleState:
    page, publication = _citation(info, path, changes)
    return RuleState(
        owner=info.id,
        name=changes.name(info.name),
        description=changes.text("description", info.description),
        page=page,
        publication_id=publication,
    )
