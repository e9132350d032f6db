"""What a written list states, drawn from the evaluated army: header, sections, units, and the loadouts of their models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from listbuilder.army import Army, ModelLine, Unit, WargearItem, roles
from listbuilder.army.build import ArmyBuilder, ArmyContext
from listbuilder.catalogue.base import Number
from listbuilder.engine import Engine
from listbuilder.exchange.binding.declared import NAME
from listbuilder.exchange.reading.own import GAME
from listbuilder.exchange.reading.text import split_items
from listbuilder.listfile.bound import BoundList
from listbuilder.listfile.offered import stated_faction
from listbuilder.naming import unmarked
from listbuilder.replacing import replace
from listbuilder.roster.tree import Force, Roster, Selection

GAMES = ("wh40k-10e", "wh40k-11e")  # whose programs write the formats imitated here; texts of others name their game
ATTACHING = frozenset(("wh40k-11e",))  # games whose exports say which units are attached
DETACHMENT_POINTS = "detachment points"
DISPOSITION = "disposition"


@dataclass(frozen=True, slots=True)
class Sheet:
    """An army as texts list it.

    ``settings``: what is chosen for the whole army besides size and detachments, label and values. ``detachment_points``: what
    the detachments cost, 0 where the game has no such cost. ``alone``: ids of the units of one model whose datasheets have one
    kind of model; texts do not list these models apart from the unit. ``game``: the name of a game that has no format of its own
    here, over native data: its texts state all of the list, for `exchange.reading.own`. ``words``: what such texts declare of a
    unit, label and value. ``borrowed``: ids of the units whose names the army's own faction has, too.
    """

    army: Army
    settings: tuple[tuple[str, tuple[str, ...]], ...]
    detachment_points: int
    alone: frozenset[str]
    game: str = ""
    has_points: bool = True
    words: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    borrowed: frozenset[str] = frozenset()

    @property
    def title(self) -> str:
        """The name of the list, on one line."""
        return plain(self.army.name) or plain(self.army.faction_name)

    @property
    def detachments(self) -> tuple[str, ...]:
        return tuple(one.name for one in self.army.detachments)

    @property
    def disposition(self) -> tuple[str, ...]:
        """The values of the one setting that all formats of the game have a line for."""
        return next((values for label, values in self.settings if DISPOSITION in label.casefold()), ())

    def is_allied(self, unit: Unit) -> bool:
        """Whether the unit is none of the army's own faction."""
        words = {self.army.faction_keyword, *self.army.other_keywords} - {""}
        return unit.allied or bool(
            words and unit.id not in self.army.unmarked and not words.intersection(unit.faction_keywords)
        )

    def attached(self) -> Iterator[tuple[Unit, Unit]]:
        """Leaders and the units that they join, in games whose exports state them."""
        if self.army.system in ATTACHING:
            for leader, body in self.army.declarations.attach.items():
                units = self.army.unit(leader), self.army.unit(body)
                if units[0] is not None and units[1] is not None:
                    yield units[0], units[1]

    def header(self) -> Iterator[tuple[str, str]]:
        """Label and value of what texts state of the whole army where the game has no format of its own."""
        army = self.army
        fields = [(GAME, self.game), ("Faction", army.faction_name)]
        fields += [("Formation", name) for name in self.detachments]
        if army.stated_size is not None:
            fields.append(("Battle Size", army.stated_size.name))
        if army.stated_limit is not None and (army.stated_size is None or army.stated_limit != army.stated_size.points):
            fields.append(("Points Limit", number(army.stated_limit)))
        choices = [(one.label, one.name) for one in army.choices]
        yield from (*fields[:-1], *choices, fields[-1])  # labels of games stand between those that every text knows

    def cost(self, points: Number, models: int, word: str) -> str:
        """What texts state of a unit or an army: its points, or its models where the game has no points."""
        if self.has_points or not self.game:
            return f"{number(points)} {word}"
        return f"{models} model" if models == 1 else f"{models} models"

    def numbered(self, unit: Unit) -> str:
        """The datasheet's name and, where several units have it, which of them it is: ``Boyz[2]``."""
        alike = [other.id for other in self.army.units if other.datasheet == unit.datasheet]
        return (
            f"{unit.datasheet}[{alike.index(unit.id) + 1}]" if len(alike) > 1 and unit.id in alike else unit.datasheet
        )


def sheet_of(bound: BoundList) -> Sheet:
    """Evaluates a bound list for writing."""
    data = bound.data
    engine = Engine(bound.roster)
    army = ArmyBuilder(engine, ArmyContext(data.system, data.faction, data.pin, bound.document.file)).build()
    army = replace(army, units=tuple(_as_printed(unit, bound.roster) for unit in army.units))
    totals = {bound.roster.library.cost_types[key].name.casefold(): value for key, value in engine.totals().items()}
    alone = frozenset(unit.id for unit in army.units if _is_alone(unit, bound.roster.nodes[unit.id]))
    points = int(totals.get(DETACHMENT_POINTS, 0))
    units = [unit.id for unit in army.units] if data.form == "units" else []
    borrowed = frozenset(unit for unit in units if _is_borrowed(bound.roster.nodes[unit]))
    found = Sheet(army, tuple(_settings(engine)), points, alone, borrowed=borrowed)
    if data.form != "units" or data.system.id in GAMES:
        return found
    words = {unit.id: tuple(_words(found, unit)) for unit in army.units}
    game = data.system.name.get("en", data.system.id)
    return replace(found, game=game, has_points=bool(data.system.points_name), words=words)


def _is_borrowed(unit: object) -> bool:
    assert isinstance(unit, Selection)
    assert isinstance(unit.parent, Force)
    return bool(stated_faction(unit.parent, unit.option))


def _words(sheet: Sheet, unit: Unit) -> Iterator[tuple[str, str]]:
    """What is declared of a unit, label and value."""
    army, declared = sheet.army, sheet.army.declarations
    if unit.name != unit.datasheet:
        yield NAME, plain(unit.name)
    for key, pairs in (("attach", declared.attach), ("embark", declared.embark)):
        other = army.unit(pairs.get(unit.id, ""))
        if other is not None:
            yield _label(army, key), sheet.numbered(other)
    yield from ((_label(army, "marks"), plain(mark)) for mark, units in declared.marks.items() if unit.id in units)


def _label(army: Army, key: str) -> str:
    return army.vocabulary.declarations.get(key, {}).get("en", key)


def _is_alone(unit: Unit, root: object) -> bool:
    if not isinstance(root, Selection) or unit.model_count != 1 or len(unit.models) != 1:
        return False
    if not unit.models[0].wargear and not unit.wargear:
        return False  # that there is one model would not be said
    return sum(option.type in roles.MODEL_TYPES for option in root.option.entries) <= 1


def _as_printed(unit: Unit, roster: Roster) -> Unit:
    """The unit with its models by the names of the datasheet, which other programs know, instead of the player's own, without
    the choices that only hold models: these are listed themselves, and with the mark that the data add to its name, such as
    [Legends]: without it, the name may be another datasheet's."""
    root = roster.nodes[unit.id]
    assert isinstance(root, Selection)
    named = {node.id: node.option.name for node in root.walk() if node.custom_name}
    bundles = {node.option.name for node in root.walk() if any(map(roles.is_model, node.selections))}

    def kept(items: tuple[WargearItem, ...]) -> tuple[WargearItem, ...]:
        return tuple(item for item in items if item.name not in bundles)

    models = (replace(line, name=named.get(line.id, line.name), wargear=kept(line.wargear)) for line in unit.models)
    mark = root.option.name.removeprefix(unmarked(root.option.name))
    return replace(unit, datasheet=unit.datasheet + mark, models=tuple(models), wargear=kept(unit.wargear))


def _settings(engine: Engine) -> Iterator[tuple[str, tuple[str, ...]]]:
    for force in engine.roster.forces:
        for root in force.selections:
            option = root.option
            if roles.is_unit(option) or roles.is_battle_size(option) or roles.is_detachment(option):
                continue
            values = tuple(child.option.name for child in root.selections)
            if values:
                yield option.name, values


def number(of: Number) -> str:
    """Points as texts write them; the imitated formats have no parts of a point."""
    return str(int(of)) if of == int(of) else str(of)


def plain(text: str) -> str:
    """A text of the user's on one line, without the brackets that hold points in all formats."""
    return " ".join(text.translate({ord(char): " " for char in "()[]#+"}).split())


# --- loadouts ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Loadout:
    """So many models, each with the same items; the count of an item is that of one model."""

    count: int
    items: tuple[WargearItem, ...]


def loadouts(line: ModelLine) -> list[Loadout]:
    """The models of a line by what each carries. Where an item does not go round, the first models have it."""
    shares = [divmod(item.count, line.count) for item in line.wargear]
    steps = sorted({0, line.count, *(rest for _, rest in shares)})
    found = []
    for start, end in pairwise(steps):
        counts = (each + (start < rest) for each, rest in shares)
        items = (WargearItem(item.name, n, item.id) for item, n in zip(line.wargear, counts, strict=True) if n)
        found.append(Loadout(end - start, tuple(items)))
    return found


def kinds(unit: Unit) -> list[tuple[str, list[ModelLine]]]:
    """The models by name, those of one name that stand beside each other together."""
    return [(name, list(lines)) for name, lines in groupby(unit.models, key=lambda line: line.name)]


def listed(items: tuple[WargearItem, ...]) -> str:
    """Items behind each other: ``2x Bolt pistol, Chainsword``."""
    names = ((item.count, whole(item.name)) for item in items)
    return ", ".join(name if count == 1 else f"{count}x {name}" for count, name in names)


def whole(name: str) -> str:
    """A name among others that commas separate: one with commas of its own stands in brackets."""
    return f"({name})" if len(split_items(name)) > 1 else name
