"""What may be added to a list, as lines for a browser."""

from __future__ import annotations

from collections import Counter

from listbuilder.army import Army, Unit, roles
from listbuilder.army.build import ArmyBuilder
from listbuilder.army.unit import NO_FACTS
from listbuilder.catalogue.library import Library, Option
from listbuilder.engine import Choice, Engine, actions
from listbuilder.engine.builder import force_accepts
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force
from listbuilder.session.views import DatasheetChoice


class Browser:
    """Lists and previews the units that forces offer; the roster stays as it is."""

    def __init__(self, engine: Engine, history: History, builder: ArmyBuilder) -> None:
        self.engine = engine
        self.history = history
        self.builder = builder
        self.points_type = builder.points_type
        self.vocabulary = builder.context.system.vocabulary

    def datasheets(self, force: Force, army: Army) -> tuple[DatasheetChoice, ...]:
        """Every unit that the force's catalogue offers, by role and name."""
        taken = Counter(unit.datasheet_id for unit in army.units)
        offered = (
            (option, self.engine.choice(force, option)) for option in self._options(force) if roles.is_unit(option)
        )
        found = [
            self._line(force, option, choice, taken[option.id])
            for option, choice in offered
            if force_accepts(force, choice.categories)
        ]
        rank = self.vocabulary.role_rank
        return tuple(sorted(found, key=lambda line: (rank(line.role), line.role, line.name)))

    def datasheet(self, force: Force, datasheet_id: str) -> Option:
        """The choice of that id. Raises LookupError when the force offers none."""
        found = next((option for option in self._options(force) if datasheet_id in (option.id, option.local_id)), None)
        if found is None:
            raise LookupError(datasheet_id)
        return found

    def preview(self, force: Force, datasheet_id: str) -> Unit:
        """The unit that would be added, with its defaults."""
        with self.history.trial():
            edit, selection = actions.select(self.engine, force, self.datasheet(force, datasheet_id))
            self.history.do(edit)
            return self.builder.reader(selection).read()

    def _options(self, force: Force) -> tuple[Option, ...]:
        return self.engine.roster.library.root_options(force.catalogue_id)

    def _line(self, force: Force, option: Option, choice: Choice, taken: int) -> DatasheetChoice:
        points = choice.own_cost.get(self.points_type, 0)
        if not points:
            points = self.engine.price(force, option).get(self.points_type, 0)
        role, keywords = option.library.kept_of(_written_traits, option)
        return DatasheetChoice(
            id=option.id,
            name=roles.plain_name(option.name),
            role=role,
            points=points,
            keywords=keywords,
            taken=taken,
            legends=roles.is_legends(option),
            hidden=choice.hidden,
            faction="" if option.catalogue.id == force.catalogue_id else option.catalogue.name,
        )


def _written_traits(library: Library, option: Option) -> tuple[str, tuple[str, ...]]:
    """Role and keywords as written, before modifiers."""
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
