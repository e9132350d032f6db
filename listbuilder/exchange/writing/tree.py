"""Writes a list over community data of a game that none of the imitated formats is made for: all that is selected, in the five
layouts.

Such data do not say which of their entries a player would look for, so that a text which is to be read again states the whole
tree: forces as numbered headings, what stands in them as lines of their own, and what is below that as bullets with counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from listbuilder.army import Army
from listbuilder.army.build import ArmyBuilder, ArmyContext
from listbuilder.army.roles import plain_title
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.model import ForceEntry
from listbuilder.engine import Engine
from listbuilder.exchange.binding.declared import NAME
from listbuilder.exchange.reading.outline import CATALOGUE, FORCE, LIMIT, NUMBERED
from listbuilder.exchange.reading.own import GAME
from listbuilder.exchange.reading.text import cleaned
from listbuilder.exchange.writing.sheet import GAMES, number, plain
from listbuilder.exchange.writing.wtc import RULER
from listbuilder.listfile.bound import BoundList
from listbuilder.listfile.generic import Choices, choices_below, paths_of, root_choices
from listbuilder.naming import fold
from listbuilder.replacing import replace
from listbuilder.roster.tree import Force, Selection


class Layout(Struct, frozen=True):
    """How the lines of a text look. ``price``: what stands behind a unit; ``bullets``: what stands before lines of the first and
    of further levels; ``title``: of the list; ``label`` and ``heading``: what stands before these; ``ruled``: rulers around the
    head; ``apart``: an empty line stands before a unit."""

    price: str
    bullets: tuple[str, str]
    title: str
    label: str = ""
    heading: str = ""
    ruled: bool = False
    apart: bool = True


_APP = Layout("({} Points)", ("  • ", "     ◦ "), "{} ({} Points)")
_FULL = Layout("({} pts)", ("• ", "    • "), "+ LIST NAME: {}", label="+ ", ruled=True)
LAYOUTS = {
    "gw-app": _APP,
    "text": Layout("({} points)", ("  - ", "    - "), "{} ({} points)"),
    "wtc-compact": replace(_FULL, apart=False),
    "wtc-full": _FULL,
    "markdown": Layout("[{} pts]", ("• ", "  • "), "# {} [{} pts]", heading="## ", apart=False),
}
DEEPER = "   "  # before each further level


def applies(bound: BoundList) -> bool:
    """Whether texts of the list are written in this way."""
    return bound.data.form != "units" and bound.data.system.id not in GAMES


def write(bound: BoundList, layout: str) -> str:
    """The list in the layout of that name."""
    return "\n".join((*_Outline(bound, LAYOUTS[layout]).lines(), ""))


class _Outline:
    def __init__(self, bound: BoundList, layout: Layout) -> None:
        self.layout = layout
        self.data = bound.data
        self.roster = bound.roster
        context = ArmyContext(bound.data.system, bound.data.faction, bound.data.pin, bound.document.file)
        self.army: Army = ArmyBuilder(Engine(bound.roster), context).build()
        self.prices: dict[str, Number] = {unit.id: unit.points for unit in self.army.units}
        self.roots = [root for force in self.roster.walk_forces() for root in force.selections]

    def lines(self) -> Iterator[str]:
        layout = self.layout
        yield from [RULER] if layout.ruled else ()
        name = plain(self.roster.name) or plain(self.data.faction.name)
        yield layout.title.format(name, number(self.army.points))
        yield from () if layout.ruled else [""]
        yield from (f"{layout.label}{label}: {value}" for label, value in self._head())
        yield from [f"+ TOTAL ARMY POINTS: {number(self.army.points)}pts", RULER] if layout.ruled else ()
        for place, force in enumerate(self.roster.forces, 1):
            known = self.roster.library.forces.at_root(force.catalogue_id)
            yield from self._force(force, str(place), self.data.faction.id, known)

    def _head(self) -> Iterator[tuple[str, str]]:
        yield GAME, self.data.library.game_system.name
        yield "Faction", self.data.faction.name
        for key, value in self.roster.cost_limits.items():
            cost = self.roster.library.cost_types.get(key)
            yield LIMIT, f"{number(value)} {cost.name if cost is not None and cost.name else key}"

    def _force(self, force: Force, place: str, around: str, known: Iterable[ForceEntry]) -> Iterator[str]:
        """A force with all that it holds. ``around``: id of the catalogue of what it stands in; ``known``: the kinds of force
        that there may be."""
        yield ""
        title = plain_title(force.entry.name)
        alike = [entry for entry in known if fold(plain_title(entry.name)) == fold(title)]
        yield f"{self.layout.heading}{FORCE} {place}: {_named(title, force.entry.id, title if len(alike) == 1 else '')}"
        catalogue = self.roster.library.catalogue(force.catalogue_id)
        if force.catalogue_id != around and catalogue is not None:
            yield f"{CATALOGUE}: {catalogue.name}"
        if force.custom_name:
            yield f"{NAME}: {plain(force.custom_name)}"
        choices = root_choices(self.roster.library, force.catalogue_id)
        for root in force.selections:
            yield from self._root(root, choices)
        for inner, below in enumerate(force.forces, 1):
            kinds = self.roster.library.forces.below(force.entry)
            yield from self._force(below, f"{place}.{inner}", force.catalogue_id, kinds)

    def _root(self, root: Selection, choices: Choices) -> Iterator[str]:
        word = _word(root, choices)
        count = f"{root.amount}x " if root.amount != 1 or not word[:1].isalpha() else ""
        price = self.prices.get(root.id)
        yield from [""] if price is not None and self.layout.apart else ()
        yield f"{count}{word}" + (f" {self.layout.price.format(number(price))}" if price is not None else "")
        yield from (f"{self.layout.bullets[0]}{label}: {value}" for label, value in self._declared(root))
        yield from self._below(root, root.amount, 0)

    def _below(self, node: Selection, amount: int, level: int) -> Iterator[str]:
        first, further = self.layout.bullets
        mark = first if level == 0 else DEEPER * (level - 1) + further
        choices = choices_below(node.option)
        for child in node.selections:
            total = amount * child.amount
            yield f"{mark}{total}x {_word(child, choices)}"
            yield from self._below(child, total, level + 1)

    # --- declarations -----------------------------------------------------------------------------------------------------------

    def _declared(self, root: Selection) -> Iterator[tuple[str, str]]:
        declared = self.roster.declarations
        if root.custom_name:
            yield NAME, plain(root.custom_name)
        for key, pairs in (("attach", declared.attach), ("embark", declared.embark)):
            other = next((one for one in self.roots if one.id == pairs.get(root.id)), None)
            if other is not None:
                yield self._label(key), self._numbered(other)
        for mark, units in declared.marks.items():
            if root.id in units:
                yield self._label("marks"), plain(mark)

    def _label(self, key: str) -> str:
        return self.army.vocabulary.declarations.get(key, {}).get("en", key)

    def _numbered(self, root: Selection) -> str:
        """The name of a unit and, where several have it, which of them it is."""
        alike = [one for one in self.roots if one.option.name == root.option.name]
        return f"{root.option.name}[{alike.index(root) + 1}]" if len(alike) > 1 else root.option.name


def _word(node: Selection, choices: Choices) -> str:
    """What means the selection alone at its place: a path of names, else its name and its id."""
    name = next((path for path in paths_of(node.option) if path and choices.find(path) == [node.option]), "")
    return _named(name or node.option.name, node.option.id, name)


def _named(shown: str, key: str, word: str) -> str:
    """A name as it is shown, with the id behind it where the word that means it would not survive a chat or is not there."""
    text = " ".join(shown.split())
    survives = fold(cleaned(text).strip()) == fold(word) and not NUMBERED.match(text)
    return text if word and survives else f"{text} {{{key}}}"
