"""A unit of community data by the names that lists write: its kinds of models and its items."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import count

from msgspec import Struct

from listbuilder import budget
from listbuilder.army import roles
from listbuilder.catalogue.held import reaches
from listbuilder.catalogue.library import Library, Option
from listbuilder.exchange.binding.names import Names, base, stem
from listbuilder.exchange.binding.spelled import item_of, renamed
from listbuilder.exchange.binding.trees import is_model

MOST_WRAPPERS = 24  # sets of models of which a unit has one
MAX_WRAPPERS = 2  # entries that are no models between a unit and its models


class Model(Struct, frozen=True):
    """A kind of models of a unit: its option, and the entries around it that are no models."""

    option: Option
    around: tuple[Option, ...]

    @property
    def name(self) -> str:
        return self.option.name


class UnitSheet:
    """A unit of community data by its names. Kept with the library.

    ``alternatives``: the models that it may have together; several sets where entries that are no models hold models, of
    which a unit has one.
    """

    def __init__(self, library: Library, option: Option) -> None:
        self.library = library
        self.option = option
        self.models = list(_models(option, (), count(1)))
        wrappers = list(dict.fromkeys(model.around for model in self.models if model.around))
        free = [model for model in self.models if not model.around]
        self.alternatives = [
            [*(model for model in self.models if model.around == around), *free] for around in wrappers[:MOST_WRAPPERS]
        ] or [free]
        later = ((name, model) for model in self.models for name in renamed(model.option.merged))
        self.model_names = Names((*((model.name, model) for model in self.models), *later))

    @cached_property
    def known(self) -> frozenset[str]:
        """Every stem that means an item of the unit."""
        holders = [self.option, *(model.option for model in self.models)]
        return frozenset().union(*(item_of(self.library, holder).below for holder in holders))

    def named(self, name: str) -> list[Model]:
        """The models of exactly that name."""
        return self.model_names.find(name)

    def alike(self, name: str) -> list[Model]:
        """The models of that name, whatever they carry."""
        wanted = {stem(name), base(name)}
        found = [model for model in self.models if base(model.name) in wanted or stem(model.name) in wanted]
        return found or (self.models if stem(name) == stem(self.option.name) else [])

    def kin(self, name: str) -> list[Model]:
        """The models whose name holds all words of the other, or the other way round."""
        wanted = set(base(name).split())
        return [model for model in self.models if wanted <= (has := set(base(model.name).split())) or has <= wanted]


def _models(holder: Option, around: tuple[Option, ...], number: Iterator[int]) -> Iterator[Model]:
    """The models below a unit; ``number`` counts what was looked through, since groups in groups make many of few records."""
    for option in holder.options:
        budget.allow("choices", next(number))
        if not reaches(option.library, option.merged, roles.MODEL_TYPES):
            continue
        if option.is_group:
            yield from _models(option, around, number)
        elif is_model(option):
            yield Model(option, around)
        elif len(around) < MAX_WRAPPERS and not roles.is_enhancement(option):
            yield from _models(option, (*around, option), number)


def sheet_of(library: Library, option: Option) -> UnitSheet:
    return library.kept_of(UnitSheet, option)
