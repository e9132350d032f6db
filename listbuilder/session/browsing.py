"""What may be added to a list, as lines for a browser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator

from listbuilder.army import Army, Unit, roles
from listbuilder.army.build import ArmyBuilder
from listbuilder.army.enhancements import NO_FACTS
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.engine import Choice, Engine, actions
from listbuilder.engine.builder import force_accepts
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force
from listbuilder.rules.quotas import AllyRule
from listbuilder.session.allies import Allies, written_traits
from listbuilder.session.army_choices import ArmyChoices
from listbuilder.session.views import DatasheetChoice


class Browser:
    """Lists and previews the units that forces offer; the roster stays as it is."""

    def __init__(
        self, engine: Engine, history: History, builder: ArmyBuilder, choices: ArmyChoices, allies: tuple[AllyRule, ...]
    ) -> None:
        self.engine = engine
        self.history = history
        self.builder = builder
        self.points_type = builder.prices.shown
        self.vocabulary = builder.context.system.vocabulary
        self.choices = choices
        self.identity = builder.identity
        self.allies = Allies(engine.roster.library, builder.context.faction, self.identity, allies)

    def datasheets(
        self, force: Force, army: Army, wanted: Callable[[Option], bool] = roles.is_unit
    ) -> tuple[DatasheetChoice, ...]:
        """Every unit that the force's catalogue offers and every ally that the army may have, by role and name; none where units
        stand in the forces inside it; those of a contingent are its own. ``wanted``: which of them, by what is written of them,
        since asking the engine for what a unit would be takes longer than all else."""
        if force.entry.purpose is EntryPurpose.FRAME:
            return ()
        fixed = self._fixed(force)
        taken = Counter(unit.datasheet_id for unit in army.units)
        offered = (
            (known, option, self.engine.choice(force, option))
            for known, option in self._options(force)
            if roles.is_unit(option) and wanted(option)
        )
        found = [
            self._line(force, known, option, choice, taken[option.id])
            for known, option, choice in offered
            if force_accepts(force, choice.categories) and (not fixed or option.name in fixed)
        ]
        rank = self.vocabulary.role_rank
        return tuple(sorted(found, key=lambda line: (rank(line.role), line.role, line.name)))

    def _fixed(self, force: Force) -> Collection[str]:
        """The names of the only datasheets that a force has; empty where it may have any."""
        is_native = force.entry.purpose is EntryPurpose.FORCE
        kind = self.builder.context.system.force_kind(force.entry.local_id) if is_native else None
        return kind.contingent.units if kind is not None and kind.contingent is not None else ()

    def datasheet(self, force: Force, datasheet_id: str) -> Option:
        """The choice of that id. Raises LookupError when the force offers none."""
        found = next((one for known, one in self._options(force) if datasheet_id in (known, one.local_id)), None)
        if found is None:
            raise LookupError(datasheet_id)
        return found

    def preview(self, force: Force, datasheet_id: str) -> Unit:
        """The unit that would be added, with its defaults."""
        option = self.datasheet(force, datasheet_id)
        with self.history.trial():
            edit, selection = actions.select(self.engine, force, option)
            self.history.do(edit)
            return self.builder.reader(selection).read()

    def _options(self, force: Force) -> Iterator[tuple[str, Option]]:
        """What may stand in the force by the id that is asked for: its own, or for an ally that has the id of one of the army's
        own datasheets another one."""
        own = self.engine.roster.library.root_options(force.catalogue_id)
        yield from ((option.id, option) for option in own)
        if allies := self.allies.options(force, self.choices.detachment_names()):
            taken = {option.id for option in own}
            for one in allies:
                yield (f"{one.catalogue.id}/{one.id}" if one.id in taken else one.id), one

    def _line(self, force: Force, known: str, option: Option, choice: Choice, taken: int) -> DatasheetChoice:
        points = choice.own_cost.get(self.points_type, 0)
        if not points or self.engine.has_chosen(option.target.id):  # the choice knows what the one that is there costs
            points = self.engine.price(force, option).get(self.points_type, 0)
        role, keywords = written_traits(option)
        leader = (option.facts or NO_FACTS).leader
        return DatasheetChoice(
            id=known,
            name=roles.plain_name(option.name),
            role=role,
            points=points,
            keywords=keywords,
            taken=taken,
            legends=roles.is_legends(option),
            hidden=choice.hidden,
            faction=self._other_faction(option, choice),
            must_join=leader is not None and leader.retinue and leader.must,
        )

    def _other_faction(self, option: Option, choice: Choice) -> str:
        """Whose datasheet it is, if another faction's: its faction keywords, else the name of the catalogue."""
        stated = (
            *(roles.faction_of(one.name) for one in choice.categories),
            *(option.facts or NO_FACTS).faction_keywords,
        )
        keywords = tuple(dict.fromkeys(word for word in stated if word))
        own = self.identity.keywords
        if not own or not set(own).isdisjoint(keywords):
            return ""
        if keywords:
            return " / ".join(keywords)
        return "" if self.identity.defines(option) else option.catalogue.name
