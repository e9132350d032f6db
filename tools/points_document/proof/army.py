"""An army of one catalogue of the set, and what it has by the names of a page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

from listbuilder.army import Unit, roles
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.system import DocumentNames
from listbuilder.engine import actions
from listbuilder.listfile import bound
from listbuilder.roster.tree import Force, Selection
from listbuilder.session import Session
from listbuilder.sources.points.army import PageLines, plain
from listbuilder.sources.points.record import Page
from listbuilder.sources.store import FileSet
from listbuilder.validation import validate

NO_LIMIT = 1_000_000  # points


class PageArmy:
    """An empty army of ``catalogue`` (its name) with the units of ``page`` that its data have."""

    def __init__(self, data: FileSet, catalogue: str, page: Page, names: DocumentNames) -> None:
        self.names = names
        self.page = page
        self.catalogue = catalogue
        loaded = data.load("", catalogue)
        self.lacking = tuple(dict.fromkeys(link.name or link.target_id for link in loaded.library.missing_links()))
        self.session = Session(validate(bound.empty(loaded, page.name)))
        if not self.session.roster.forces:
            self.session.forces.begin()
        self.session.forces.start()
        self.session.set_limit(NO_LIMIT)
        self._lines = PageLines(page, names).units

    @property
    def force(self) -> Force:
        return self.session.roster.forces[0]

    @cached_property
    def units(self) -> dict[str, list[Option]]:
        """Name of a line of the page -> the units of the set that it prices. Those that the army is not offered, and those that
        data mark, stand aside for others of the name: the same unit is often there in several ways."""
        found: dict[str, list[Option]] = {}
        for option in self.session.roster.library.root_options(self.force.catalogue_id):
            line = self._lines.get(plain(self.names.bare(option.name))) if roles.is_unit(option) else None
            if line is not None:
                found.setdefault(line.name, []).append(option)
        return {name: self._current(options) for name, options in found.items()}

    def _current(self, options: list[Option]) -> list[Option]:
        bare = [one for one in options if self.names.bare(one.name) == one.name] or options
        return [one for one in bare if not self.is_hidden(one)] or bare

    def is_hidden(self, option: Option) -> bool:
        return self.session.engine.choice(self.force, option).hidden

    def offers(self, line: str) -> bool:
        """Whether the army may have the unit of that line, if need be with one of its detachments."""
        return self._is_offered(line) or line in self._with_detachments

    def _is_offered(self, line: str) -> bool:
        return any(not self.is_hidden(one) for one in self.units.get(line, ()))

    @cached_property
    def _with_detachments(self) -> set[str]:
        """The lines whose units it may have with one of its detachments alone."""
        waiting = {line for line in self.units if not self._is_offered(line)}
        found: set[str] = set()
        for choice in self.session.detachment_offer().choices if waiting else ():
            with self.trial():
                self.session.set_detachment(choice.id)
                found |= {line for line in waiting if self._is_offered(line)}
        return found

    def called(self, name: str) -> set[str]:
        """The plain names by which data may mean what the document calls so."""
        return {plain(self.names.bare(name)), *map(plain, self.names.of(name))}

    # --- trying -----------------------------------------------------------------------------------------------------------

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Takes back what is done inside."""
        with self.session.trial():
            yield

    def add(self, option: Option) -> Selection:
        """Adds a unit as a player would."""
        return self.session.root(self.session.add_unit(option.id))

    def select(self, holder: Selection, option: Option) -> Selection:
        edit, found = actions.select(self.session.engine, holder, option)
        self.session.history.do(edit)
        return found

    def points(self, unit: Selection) -> Number:
        """What the engine says that the unit costs."""
        return self.session.engine.state(unit).total_costs.get(self.session.builder.points_type, 0)

    def wrong(self, unit: Selection) -> set[tuple[str, str, str]]:
        """The bounds that are violated inside the unit."""
        return {
            (one.kind, one.entry_id, one.constraint_id)
            for one in self.session.engine.violations()
            if one.kind in {"min", "max", "exactly", "hidden"}
            and isinstance(one.node, Selection)
            and one.node.root is unit
        }

    def read(self, unit: Selection) -> Unit:
        """The unit as the rules see it."""
        found = self.session.army.unit(unit.id)
        assert found is not None
        return found
