"""How many models of each kind a unit of community data may have, by the bounds that its entries state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from listbuilder.catalogue.model import Constraint, Container, Entry, EntryLink
from listbuilder.naming import fold

MANY = 999  # models; no unit has more
Target = Callable[[str], Container | None]  # the shared entry or group of an id


class Span(NamedTuple):
    """The least and the most of something."""

    least: int
    most: int

    def has(self, number: int) -> bool:
        return self.least <= number <= self.most


class Part(NamedTuple):
    """A part of a unit. ``models``: how many stand in it; ``kind``: the name of a kind of model, else empty; ``in_one``: the
    models of one selection where it is a choice that holds models, else None; ``is_choice``: one of its parts is taken."""

    ids: frozenset[str]
    names: frozenset[str]
    models: Span
    kind: str
    in_one: Span | None
    is_choice: bool
    parts: tuple[Part, ...]

    def walk(self) -> Iterator[Part]:
        yield self
        for part in self.parts:
            yield from part.walk()


class Sizes:
    """The parts of one unit."""

    def __init__(self, unit: Entry, target: Target) -> None:
        self._target = target
        self.root = self._part((unit,), is_root=True)

    @property
    def span(self) -> Span:
        """The models that the unit may have."""
        return self.root.models

    def allows(self, models: int) -> bool:
        """Whether the unit may have so many models."""
        if not self.span.has(models):
            return False
        return not self._choices or any(one.has(models) for one in map(self._with_rest, self._choices))

    @property
    def _choices(self) -> list[Part]:
        """The compositions that the unit is one of."""
        return [one for part in self.root.walk() if part.is_choice for one in part.parts]

    def _with_rest(self, choice: Part) -> Span:
        """The models of a unit of that composition, with those that it has besides."""
        group = next(part for part in self.root.walk() if part.is_choice and choice in part.parts)
        inside = choice.in_one or Span(0, 0)
        return Span(
            inside.least + self.span.least - group.models.least, inside.most + self.span.most - group.models.most
        )

    def ids_of(self, kind: str) -> tuple[str, ...]:
        """The ids by which queries count the models of a kind: of each entry of models that is called so."""
        return tuple(sorted(min(part.ids) for part in self.root.walk() if part.kind == fold(kind)))

    def number(self, key: str, models: int, of: dict[str, int]) -> Span:
        """How often what has the id is in a unit of so many models (``of``: kind -> how many of it): a span where the size does
        not tell."""
        found = [part for part in self.root.walk() if key in part.ids]
        if not found:
            return Span(0, MANY)
        stated = {fold(kind): number for kind, number in of.items()}
        part = found[0]
        if (
            len(found) == 1
            and (number := next((stated[name] for name in part.names if name in stated), None)) is not None
        ):
            return Span(number, number)
        if len(found) == 1 and part.in_one is not None:
            return self._times(part, models)
        inside = Span(sum(one.models.least for one in found), sum(one.models.most for one in found))
        others = Span(self.span.least - inside.least, max(self.span.most - inside.most, 0))
        return Span(max(inside.least, models - others.most), min(inside.most, models - others.least))

    def _times(self, part: Part, models: int) -> Span:
        """How often a choice of one composition is taken: once where only it has so many models."""
        if part not in self._choices:
            return Span(0, MANY)
        if not self._with_rest(part).has(models):
            return Span(0, 0)
        beside = (other for other in self._choices if other is not part)
        return Span(0, 1) if any(self._with_rest(other).has(models) for other in beside) else Span(1, 1)

    def _part(self, chain: tuple[Container, ...], *, is_root: bool = False, depth: int = 0) -> Part:
        while isinstance(chain[-1], EntryLink) and (target := self._target(chain[-1].target_id)) is not None:
            chain = (*chain, target)
        last = chain[-1]
        below = (one for record in chain for one in (*record.entries, *record.groups, *record.links))
        parts = tuple(self._part((one,), depth=depth + 1) for one in below) if depth < 8 else ()
        parts = tuple(part for part in parts if part.models.most)
        bounds = _bounds(chain)
        inside = Span(sum(part.models.least for part in parts), min(MANY, sum(part.models.most for part in parts)))
        kind, in_one, is_choice = "", None, False
        if is_root:
            models = inside if parts else Span(1, 1)
        elif isinstance(last, Entry) and last.type == "model":
            models, kind, parts = bounds, fold(last.name), ()
        elif isinstance(last, Entry):
            models, in_one = Span(0, 0), None
            if parts:
                in_one = inside
                models = Span(bounds.least * inside.least, min(MANY, bounds.most * inside.most))
        elif bounds.most == 1 and parts and all(part.in_one is not None for part in parts):
            is_choice = True
            least = min(part.in_one.least for part in parts if part.in_one is not None)
            most = max(part.in_one.most for part in parts if part.in_one is not None)
            models = Span(bounds.least * least, most)
        else:
            models = Span(max(bounds.least, inside.least), min(bounds.most, inside.most))
        names = frozenset(fold(record.name) for record in chain if record.name)
        return Part(frozenset(record.id for record in chain), names, models, kind, in_one, is_choice, parts)


def _bounds(chain: tuple[Container, ...]) -> Span:
    """How often a choice may be taken, as its own constraints say."""
    stated = [one for record in chain for one in record.constraints if _is_number(one)]
    least = max((int(one.value) for one in stated if one.type == "min"), default=0)
    most = min((int(one.value) for one in stated if one.type == "max" and one.value >= 0), default=MANY)
    return Span(least, most)


def _is_number(one: Constraint) -> bool:
    return one.field == "selections" and one.scope not in {"force", "roster"} and not one.percent
