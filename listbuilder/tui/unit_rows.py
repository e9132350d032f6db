"""The lines of a unit's sheet below "Models and wargear": what it carries and what it may choose, in one order.

A row to edit and the row of the datasheet are one line. A group of which one is picked is one line, too: what is picked; the
others are shown when it is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from listbuilder.army import Profile
from listbuilder.replacing import replace
from listbuilder.session import Row
from listbuilder.session.wargear import Bearers, Carried

Kind = Literal["models", "heading", "count", "toggle", "choice", "option", "fixed", "profile"]
Offered = Callable[[Row], tuple[Profile, ...]]  # the weapons of what a row offers
CHOICE = "?"  # prefix of the ids of lines that open
MOST_OFFERED = 3  # profiles of what is not taken; more would drown what is


class SheetLine(Struct, frozen=True):
    """One line. ``row``: what is edited on it, of a choice the row that is picked; ``number``: how many, where it is shown and
    not edited; ``beyond``: models that are counted on it besides those of the row; ``of``: how many models may have it;
    ``profile``: the figures on the line itself; ``options``: the rows of a choice; ``names``: what it is called, joined."""

    id: str
    label: str
    kind: Kind
    depth: int = 0
    row: Row | None = None
    number: int | None = None
    beyond: int = 0
    of: int = 0
    profile: Profile | None = None
    options: tuple[Row, ...] = ()
    around: str = ""  # what a choice is of
    faint: bool = False

    @property
    def editable(self) -> bool:
        return self.kind in ("count", "toggle", "choice", "option") or (self.kind == "models" and self.row is not None)


class _Branch(Struct, frozen=True):
    row: Row
    below: tuple[_Branch, ...] = ()

    def walk(self) -> Iterator[Row]:
        yield self.row
        for branch in self.below:
            yield from branch.walk()


def _branches(rows: Sequence[Row]) -> tuple[_Branch, ...]:
    """The rows as a tree, by their depths."""
    found: list[_Branch] = []
    place = 0
    while place < len(rows):
        end = place + 1
        while end < len(rows) and rows[end].depth > rows[place].depth:
            end += 1
        found.append(_Branch(rows[place], _branches(rows[place + 1 : end])))
        place = end
    return tuple(found)


class SheetRows:
    """Makes the lines. ``opened``: the id of the choice whose alternatives are shown; ``shared``, ``own``: the headings of what
    all models carry, and of what the unit itself does."""

    def __init__(
        self, rows: Sequence[Row], bearers: Sequence[Bearers], offered: Offered, *, opened: str, shared: str, own: str
    ) -> None:
        self._branches = _branches(rows)
        self._offered = offered
        self._opened = opened
        self._titles = (shared, own)
        self._models = {one.row: one for one in bearers if one.row}
        self._kinds = [one for one in bearers if one.count]
        self._rest = [one for one in bearers if not one.count]
        self._carried: dict[str, list[Carried]] = {}
        for one in bearers:
            for carried in one.carried:
                if carried.row:
                    self._carried.setdefault(carried.row, []).append(carried)
        self._everyone = self._of_all()
        self._shown: set[int] = set()
        self._fixed = 0

    def lines(self) -> Iterator[SheetLine]:
        rows = [row for branch in self._branches for row in branch.walk() if row.key in self._models]
        counted = [row for row in rows if row.kind == "count"]
        several = len(self._kinds) > 1
        whole = [one for one in self._kinds if not one.inside]  # mounts are no models of their own
        total = sum(one.count for one in whole)
        squad = counted[0] if len(whole) > 1 and len(counted) == 1 else None
        if squad is not None:
            beyond = total - self._models[squad.key].count
            yield SheetLine(squad.key, "", "models", row=squad, beyond=beyond, of=total)
        for branch in self._branches:
            yield from self._before(branch)
            yield from self._branch(branch, 0, total, squad)
        for one in self._kinds:
            if id(one) not in self._shown:
                yield from self._kind(one, None, (), 0, squad)
        if self._everyone:
            yield SheetLine("#everyone", self._titles[0], "heading", number=total)
            for carried in self._everyone:
                yield from self._item(carried, 1, None)
        for one in self._rest:
            if several and one.carried:
                yield SheetLine("#unit", self._titles[1], "heading")
            for carried in one.carried:
                if not carried.row:
                    yield from self._item(carried, int(several), None if carried.count == 1 else carried.count)

    # --- models ---------------------------------------------------------------------------------------------------------

    def _of_all(self) -> list[Carried]:
        """What every model of a unit of several kinds has, and nobody chooses."""
        if len(self._kinds) < 2:
            return []
        sets = [{(one.name, one.profiles) for one in kind.carried if _is_for_all(one, kind)} for kind in self._kinds]
        common = set.intersection(*sets)
        return [one for one in self._kinds[0].carried if not one.row and (one.name, one.profiles) in common]

    def _before(self, branch: _Branch) -> Iterator[SheetLine]:
        """The kinds of models without a row that stand before that of a branch on the datasheet."""
        here = self._models.get(branch.row.key)
        if here is None or here not in self._kinds:
            return
        for one in self._kinds[: self._kinds.index(here)]:
            if not one.row and id(one) not in self._shown:
                yield from self._kind(one, None, (), 0, None)

    def _kind(
        self, one: Bearers, row: Row | None, below: Sequence[_Branch], depth: int, squad: Row | None
    ) -> Iterator[SheetLine]:
        """A heading for models of one kind, and below it what they choose and carry."""
        self._shown.add(id(one))
        alone = len(self._kinds) == 1 and one.count == 1 and (row is None or row.kind == "heading")
        if not alone and row is not None and row.kind != "heading" and row is not squad:
            yield SheetLine(row.key, row.label, "models", depth, row, of=one.count)
        elif not alone:
            line_id = f"#{one.row or f'{one.name}/{len(self._shown)}'}"  # several kinds may have one name
            yield SheetLine(line_id, row.label if row else one.name, "heading", depth, number=one.count)
        inside = depth if alone else depth + 1
        for branch in below:
            yield from self._branch(branch, inside, one.count, squad)
        common = {(item.name, item.profiles) for item in self._everyone}
        for carried in one.carried:
            if not carried.row and not ((carried.name, carried.profiles) in common and _is_for_all(carried, one)):
                yield from self._item(carried, inside, None if carried.count == one.count else carried.count)

    # --- choices --------------------------------------------------------------------------------------------------------

    def _branch(self, branch: _Branch, depth: int, of: int, squad: Row | None) -> Iterator[SheetLine]:
        row = branch.row
        if row.key in self._models:
            yield from self._kind(self._models[row.key], row, branch.below, depth, squad)
        elif row.kind == "heading" and (picks := _picks(branch)):
            yield from self._choice(row, picks, branch, depth)
        elif row.kind == "heading":
            first = next((one.row.label for one in branch.below), "")
            named = bool(row.maximum or row.minimum or (first != row.label and len(branch.below) > 1))
            if named:
                boxes = len(branch.below) if all(one.row.kind == "toggle" for one in branch.below) else 0
                bounded = row if row.maximum or row.minimum else None
                yield SheetLine(f"#{row.key}", row.label, "heading", depth, bounded, of=boxes)
            for one in branch.below:
                yield from self._branch(one, depth + named, of, squad)
        elif row.kind == "pick":
            yield from self._taken(row, depth, _option(row, depth))
            for one in branch.below:
                yield from self._branch(one, depth + 1, of, squad)
        else:
            kind: Kind = "toggle" if row.kind == "toggle" else "count"
            faint = is_closed(row)
            yield from self._taken(row, depth, SheetLine(row.key, row.label, kind, depth, row, of=of, faint=faint))
            for one in branch.below:
                yield from self._branch(one, depth + 1, of, squad)

    def _choice(self, heading: Row, picks: Sequence[Row], branch: _Branch, depth: int) -> Iterator[SheetLine]:
        """The picked one of a group, and its alternatives while it is open."""
        chosen = next((row for row in picks if row.chosen), None)
        carried = self._carried.get(chosen.key, []) if chosen else []
        armed = any(one.profiles for one in carried)
        named = heading.label not in {row.label for row in picks} and not armed
        line = SheetLine(
            CHOICE + heading.key,
            chosen.label if chosen else "",
            "choice",
            depth,
            chosen,
            options=tuple(picks),
            around=heading.label if named or chosen is None else "",
        )
        yield from self._with_profiles(line, carried)
        if line.id == self._opened:
            for row in branch.walk():
                if row.kind == "heading" and row is not heading and row.depth <= max(one.depth for one in picks):
                    yield SheetLine(f"#{row.key}", row.label, "heading", depth + 1)
                elif row in picks:
                    yield from self._taken(row, depth + 1, _option(row, depth + 1))
        for one in _below(branch, picks):
            yield from self._branch(one, depth + 1, 1, None)

    def _taken(self, row: Row, depth: int, line: SheetLine) -> Iterator[SheetLine]:
        """The line of a row with its profiles: those of what is carried, else of what it offers."""
        carried = self._carried.get(row.key, []) if row.chosen else []
        if not row.chosen and row.key not in self._carried:
            profiles = self._offered(row)
            if profiles and len(profiles) <= MOST_OFFERED:
                carried = [Carried(name, 0, tuple(group)) for name, group in _by_item(profiles)]
        yield from self._with_profiles(line, carried)

    def _with_profiles(self, line: SheetLine, carried: Sequence[Carried]) -> Iterator[SheetLine]:
        """A line and, where its one profile does not stand on it, a line for each profile."""
        profiles = [(one, profile) for one in carried for profile in one.profiles]
        if len(profiles) == 1:
            yield replace(line, profile=profiles[0][1])
            return
        yield line
        faint = line.row is not None and not line.row.chosen
        depth = line.depth + (2 if line.kind == "option" else 1)  # behind the sign of what is picked
        for number, (one, profile) in enumerate(profiles):
            name = mode(profile, one.name) if len(carried) == 1 else profile.name
            yield SheetLine(f"#{line.id}#{number}", name, "profile", depth, profile=profile, faint=faint)

    def _item(self, carried: Carried, depth: int, number: int | None) -> Iterator[SheetLine]:
        """Something that is carried without a choice."""
        self._fixed += 1
        line = SheetLine(f"#fixed-{self._fixed}", carried.name, "fixed", depth, number=number)
        yield from self._with_profiles(line, [carried])


def _is_for_all(carried: Carried, kind: Bearers) -> bool:
    return not carried.row and carried.count == kind.count


def _option(row: Row, depth: int) -> SheetLine:
    return SheetLine(row.key, row.label, "option", depth, row, faint=is_closed(row))


def is_closed(row: Row) -> bool:
    """Whether what is not taken cannot be, for what else is chosen in the unit."""
    return not row.chosen and (row.fitting is not None or (row.kind != "pick" and row.maximum == 0))


def _picks(heading: _Branch) -> list[Row]:
    """The rows of a group of which one is picked, also those in groups inside it, unless it has something to count as well."""
    found: list[Row] = []
    counts = any(branch.row.kind == "count" for branch in heading.below)
    for branch in heading.below:
        if branch.row.kind == "pick":
            found.append(branch.row)
        elif branch.row.kind == "heading" and not branch.row.node and not counts:
            found += _picks(branch)
    groups = {row.group for row in found}
    return found if len(groups) == 1 else []


def _below(heading: _Branch, picks: Sequence[Row]) -> Iterator[_Branch]:
    """What is chosen inside the picks, and what else a group holds."""
    for branch in heading.below:
        if branch.row in picks:
            yield from branch.below
        elif branch.row.kind == "heading" and any(row in picks for row in branch.walk()):
            yield from _below(branch, picks)
        else:
            yield branch


def _by_item(profiles: Sequence[Profile]) -> list[tuple[str, list[Profile]]]:
    found: dict[str, list[Profile]] = {}
    for profile in profiles:
        found.setdefault(profile.item or profile.name, []).append(profile)
    return list(found.items())


def mode(profile: Profile, item: str) -> str:
    """What a profile is called below the item that it is one of: without the item's name."""
    rest = profile.name.removeprefix(item).strip(" -–—:,()")
    return rest or profile.name


def line_of(lines: Iterable[SheetLine], key: str) -> str:
    """The id of the line that shows the row of that key; empty where none does."""
    for line in lines:
        heads = line.id in (key, CHOICE + key, f"#{key}")
        if heads or (line.kind == "choice" and any(row.key == key for row in line.options)):
            return line.id
    return ""


def size_line(lines: Iterable[SheetLine]) -> SheetLine | None:
    """The line of the models of which there may be more or fewer; None where there is none."""
    return next(
        (one for one in lines if one.kind == "models" and one.row is not None and one.row.kind == "count"), None
    )


def profiles_of(lines: Iterable[SheetLine], line: SheetLine) -> list[Profile]:
    """Those on a line and on the lines of its profiles."""
    below = (one.profile for one in lines if one.id.startswith(f"#{line.id}#"))
    return [one for one in (line.profile, *below) if one is not None]
