"""The detachments and enhancements of an installed data set beside those of a points document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar, cast

from msgspec.structs import replace

from listbuilder.catalogue.model import (
    CategoryEntry,
    CategoryLink,
    Condition,
    Constraint,
    Container,
    Entry,
    EntryGroup,
    Modifier,
)
from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.sources.points.army import ArmyPages, plain
from listbuilder.sources.points.attaching import Attachments
from listbuilder.sources.points.deviation import Deviation, DeviationKind
from listbuilder.sources.points.record import DetachmentLine
from listbuilder.sources.points.rewriting import below, cost_of, with_cost

C = TypeVar("C", bound=Container)
OF_ARMIES = {"roster", "force"}  # scopes of bounds


class Currencies(NamedTuple):
    """The ids of the costs of a data set: points, Detachment Points and enhancements; empty where it has none."""

    points: str
    detachments: str
    enhancements: str


class Choices:
    """The choices of one army. ``categories``: those of the data; ``heroes``: the names of those that Characters have. ``added``:
    categories of tags that the data lack."""

    def __init__(
        self,
        pages: ArmyPages,
        attachments: Attachments,
        currencies: Currencies,
        categories: Iterable[CategoryEntry],
        heroes: Iterable[str] = (),
    ) -> None:
        self._pages = pages
        self._attachments = attachments
        self._currencies = currencies
        self._categories = {plain(one.name): one for one in categories}
        self._heroes = tuple(self._categories[key].id for key in map(plain, heroes) if key in self._categories)
        self._detachments = pages.detachments()
        self._lines = {name: line for line in self._detachments for name in pages.names_of(line.name)}
        self._enhancements = pages.enhancements()
        self._dispositions = {plain(line.disposition) for line in self._detachments} - {""}
        self._tags = {plain(line.tag) for line in self._detachments} - {""}
        self.deviations: list[Deviation] = []
        self.added: dict[str, CategoryEntry] = {}

    def stated(self, holder: C) -> C:
        """A record with what the document states of the choices in it; itself where the data say the same."""
        changed = below(holder, self._changed)
        return cast("C", self._changed(changed))

    def _changed(self, record: Container) -> Container:
        if isinstance(record, EntryGroup):
            return self._in_group(record)
        return self._enhancement(record, "") if isinstance(record, Entry) else record

    def _in_group(self, group: EntryGroup) -> EntryGroup:
        is_detachment = any(cost_of(one, self._currencies.detachments) for one in group.entries)
        entries = tuple(
            self._detachment(self._shown(one, group)) if is_detachment else self._enhancement(one, group.name)
            for one in group.entries
        )
        if all(new is old for new, old in zip(entries, group.entries, strict=True)):
            return group
        return replace(group, entries=entries)

    # --- detachments ------------------------------------------------------------------------------------------------------

    def _shown(self, entry: Entry, group: EntryGroup) -> Entry:
        """A detachment that authors hide, such as one that they have not finished, as one that is offered: where nothing else in
        the data would show it, and nothing of its name is shown already."""
        line = self._lines.get(plain(entry.name))
        shown = {plain(one.name) for one in group.entries if not one.hidden}
        if line is None or not entry.hidden or plain(entry.name) in shown or _may_show(entry):
            return entry
        self._note("hidden", line.name, "", "", "")
        return replace(entry, hidden=False)

    def _detachment(self, entry: Entry) -> Entry:
        line = self._lines.get(plain(entry.name))
        if line is None:
            return entry
        said = cost_of(entry, self._currencies.detachments)
        if said != line.points:
            self._note("detachment-points", line.name, "", str(said), str(line.points))
            entry = with_cost(entry, self._currencies.detachments, line.points)
        entry = self._with_category(entry, line, "disposition", line.disposition, self._dispositions)
        return self._with_category(entry, line, "tag", line.tag, self._tags)

    def _with_category(
        self, entry: Entry, line: DetachmentLine, kind: DeviationKind, stated: str, known: set[str]
    ) -> Entry:
        """The detachment with the one category that the document states, of all of that kind that are known."""
        said = [link for link in entry.category_links if plain(self._name_of(link)) in known]
        if [plain(self._name_of(link)) for link in said] == ([plain(stated)] if stated else []):
            return entry
        category = self._category(stated, kind) if stated else None
        if stated and category is None:
            return entry  # the data have no such disposition at all
        self._note(kind, line.name, "", ", ".join(map(self._name_of, said)), stated)
        links = tuple(link for link in entry.category_links if link not in said)
        new = (CategoryLink(id=f"{entry.id}/{kind}", name=stated, target_id=category.id),) if category else ()
        return replace(entry, category_links=(*links, *new))

    def _name_of(self, link: CategoryLink) -> str:
        named = next((one.name for one in self._categories.values() if one.id == link.target_id), "")
        return named or link.name

    def _category(self, name: str, kind: DeviationKind) -> CategoryEntry | None:
        found = self._categories.get(plain(name)) or self.added.get(plain(name))
        if found is None and kind == "tag":
            bounds = (_at_most_one(f"tag/{plain(name)}/max", "force"),)
            found = self.added[plain(name)] = CategoryEntry(id=f"tag/{plain(name)}", name=name, constraints=bounds)
        return found

    # --- enhancements -----------------------------------------------------------------------------------------------------

    def _enhancement(self, entry: Entry, group: str) -> Entry:
        """An enhancement with its points; of the detachment that its group is called after, where several have one of the
        name."""
        known = self._enhancements.get(plain(self._pages.names.bare(entry.name)), ())
        if not known or not (cost_of(entry, self._currencies.points) or cost_of(entry, self._currencies.enhancements)):
            return entry
        detachment, line = next((one for one in known if plain(one[0].name) in plain(group)), known[0])
        said = cost_of(entry, self._currencies.points)
        entry = self._counted(self._attachments.enhancement(entry, line), detachment)
        entry = entry if line.upgrade else _once(self._borne(entry))
        if said == line.points or (not group and any(said == one.points for _, one in known)):
            return entry
        self._note("enhancement", detachment.name, line.name, str(said), str(line.points))
        return with_cost(entry, self._currencies.points, line.points)

    def _counted(self, entry: Entry, detachment: DetachmentLine) -> Entry:
        """The entry as one that is counted among the enhancements of the army."""
        currency = self._currencies.enhancements
        if not currency or cost_of(entry, currency):
            return entry
        self._note("enhancement-kind", detachment.name, entry.name, "", "")
        return replace(with_cost(entry, currency, 1), purpose=EntryPurpose.ENHANCEMENTS)

    def _borne(self, entry: Entry) -> Entry:
        """The enhancement, which is no upgrade, as one for Characters alone: some data offer all to every unit."""
        if not self._heroes:
            return entry
        none = tuple(
            Condition(type="notInstanceOf", value=1, scope="ancestor", child_id=key, include_child_selections=True)
            for key in self._heroes
        )
        return replace(
            entry,
            modifiers=(*entry.modifiers, Modifier(type="set", field="hidden", value="true", conditions=none)),
        )

    def unheard(self, names: Iterable[str]) -> Iterator[Deviation]:
        """The detachments and enhancements of the document of which the data have none of the names."""
        known = {plain(self._pages.names.bare(name)) for name in names}
        names_of = self._pages.names_of
        for line in self._detachments:
            if not known & names_of(line.name):
                yield self._deviation("absent", line.name, "", "", "")
                continue
            for one in line.enhancements:
                if not known & names_of(one.name):
                    yield self._deviation("absent", line.name, one.name, "", str(one.points))

    # --- findings ---------------------------------------------------------------------------------------------------------

    def _note(self, kind: DeviationKind, of: str, name: str, said: str, stated: str) -> None:
        self.deviations.append(self._deviation(kind, of, name, said, stated))

    def _deviation(self, kind: DeviationKind, of: str, name: str, said: str, stated: str) -> Deviation:
        page = self._pages.page
        return Deviation(kind=kind, page=page.name if page else "", of=of, name=name, said=said, stated=stated)


def _once(entry: Entry) -> Entry:
    """The enhancement, which is no upgrade, as one that an army has once: where the data do not bound it in the army at all."""
    if any(one.type == "max" and one.scope in OF_ARMIES for one in entry.constraints):
        return entry
    return replace(entry, constraints=(*entry.constraints, _at_most_one(f"{entry.id}/once", "roster")))


def _at_most_one(id_: str, scope: str) -> Constraint:
    """That there is at most one in the scope, however deep inside."""
    return Constraint(
        id=id_, type="max", value=1, scope=scope, include_child_selections=True, include_child_forces=True
    )


def _may_show(entry: Entry) -> bool:
    """Whether a modifier makes an entry visible."""
    groups, modifiers = list(entry.modifier_groups), list(entry.modifiers)
    for group in groups:  # grows during the loop
        groups += group.groups
        modifiers += group.modifiers
    return any(one.field == "hidden" and one.value != "true" for one in modifiers)


def entries_of(holder: Container) -> Iterator[Entry]:
    """Every entry that stands in a group or entry."""
    found: list[Entry] = []

    def keep(record: Container) -> Container:
        if isinstance(record, Entry):
            found.append(record)
        return record

    below(holder, keep)
    yield from found
