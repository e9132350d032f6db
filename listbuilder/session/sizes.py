"""The size of the game: a choice of the tree where the data have one, else one of the system's, kept as a points limit."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.army import roles
from listbuilder.army.build import ArmyBuilder
from listbuilder.army.model import BattleSizeView
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Option
from listbuilder.errors import InputError
from listbuilder.i18n import Localised, Text, in_language, language
from listbuilder.naming import fold
from listbuilder.roster.edits import SetCostLimit
from listbuilder.session.army_choices import ArmyChoices
from listbuilder.session.views import Named, pick


def chosen_size(size: BattleSizeView | None, choices: Iterable[Named]) -> str:
    """The id that the size in force has among those to choose from; empty for none. Choices have the system's names, in the
    language in use, where the data's own ids and names are others."""
    known = {size.id, size.name, *size.names.values()} if size is not None else set[str]()
    return next((one.id for one in choices if known & {one.id, one.name}), "")


class Sizes:
    """Finds and changes the battle size; every edit goes through the history."""

    def __init__(self, choices: ArmyChoices, builder: ArmyBuilder) -> None:
        self.army_choices = choices
        self.builder = builder
        self.sizes = builder.context.system.battle_sizes

    def choices(self) -> list[Named]:
        """The sizes to choose from, by the system's names where it has them: community data write theirs in many ways."""
        found = self._offered()
        if not found:
            return [Named(size.id, in_language(size.name)) for size in self.sizes]
        return [Named(option.local_id, self._name(option, points)) for option, points in found]

    def _offered(self) -> list[tuple[Option, Number]]:
        """The sizes among the choices of the tree; one that only changes the limit is no size."""
        options = (
            (option, self.builder.size_points(option)) for option in self.army_choices.choices(roles.is_battle_size)
        )
        return [(option, points) for option, points in options if points is not None]

    def _name(self, option: Option, points: Number) -> str:
        size = next((size for size in self.sizes if size.points == points), None)
        if size is not None:
            return in_language(size.name)
        return roles.plain_title(option.library.localise(option.name, language()))

    def choose(self, word: str) -> None:
        """Changes to the size of this id or name. Raises `InputError` with the nearest one."""
        size = next((s for s in self.sizes if fold(word) in (fold(s.id), *map(fold, s.name.values()))), None)
        offered = self._offered()
        same = next((o.local_id for o, points in offered if size is not None and points == size.points), None)
        chosen = same or pick(word, self.choices(), self.builder.context.system.vocabulary.terms.battle_size)
        if offered:
            self.army_choices.configure(roles.is_battle_size, chosen)
        else:
            self.limit(next(size.points for size in self.sizes if size.id == chosen))

    def limit(self, points: Number | None) -> None:
        """Sets the roster's own points limit; None removes it. Raises `InputError` in a game without points."""
        if points is not None and not self.builder.points_type:
            raise InputError(
                Text(
                    "{game} has no points that a limit could hold for",
                    {"game": Localised(self.builder.context.system.name)},
                )
            )
        self.army_choices.history.do(SetCostLimit(self.builder.points_type, points))
