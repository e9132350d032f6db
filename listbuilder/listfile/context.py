"""What the binding of one file shares: the roster so far, where the file states what, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from listbuilder import budget
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.terms import Terms
from listbuilder.errors import WARNING, Place, Problem
from listbuilder.i18n import N_, Text
from listbuilder.listfile.records import units_in
from listbuilder.naming import listing, nearest, suggestion
from listbuilder.roster.tree import Force, Roster, Selection
from listbuilder.strictyaml import Source

TYPO = 75  # similarity (of 100) to a known key from which an unknown key is treated as a typo
MOST_GUESSES = 200  # problems of a list for which a likely name is searched
NOUNS = (  # what an unknown name was expected to be, for the translators
    N_("battle size"),
    N_("catalogue"),
    N_("choice"),
    N_("datasheet"),
    N_("detachment"),
    N_("enhancement"),
    N_("entry"),
    N_("faction"),
    N_("force"),
    N_("item"),
    N_("kind of cost"),
    N_("model"),
    N_("unit"),
    N_("unit (several have this name; use an id)"),
)


def put(parent: Selection | Force, option: Option, amount: int, node_id: str, place: Place | None) -> Selection:
    """Adds a selection to a parent."""
    budget.step()
    selection = Selection(option, amount, node_id)
    selection.place, selection.parent = place, parent
    parent.selections.append(selection)
    return selection


def label(node: Selection | Force, entry: dict[str, Any]) -> None:
    """Gives a node the name and the notes that its record in the file states."""
    node.custom_name, node.custom_notes = str(entry.get("name") or ""), str(entry.get("notes") or "")


class BindingContext:
    """The state of one binding. ``places``: key -> where the file states it; ``problems``: what is wrong in the file."""

    def __init__(
        self, source: Source, library: Library, roster: Roster | None = None, terms: Terms | None = None
    ) -> None:
        """``roster``: the one that is bound to, a new one when not given. ``terms``: the game's words for problems."""
        self.source = source
        self.library = library
        self._terms = terms.words() if terms else {}
        self.facts: dict[str, Any] = source.value
        self.roster = roster or Roster(library, str(self.facts.get("name") or ""))
        self.problems: list[Problem] = []
        self.places: dict[str, Place] = {}
        self.detachments: list[str] = []  # local ids of those chosen
        self.skipped: set[str] = set()  # ids of units whose datasheet is unknown
        self.entries: dict[int, str] = {}  # identity of a unit's record in the file -> id of its selection
        self._numbers: dict[str, int] = {}  # id -> number that its next copy may get
        self._stated = {str(unit["id"]) for unit in units_in(self.facts) if unit.get("id") is not None}

    # --- nodes ------------------------------------------------------------------------------------------------------------

    def put(self, parent: Selection | Force, option: Option, node_id: str, place: Place) -> Selection:
        """Adds a selection without children to a parent."""
        selection = put(parent, option, 1, node_id, place)
        self.register(selection)
        return selection

    def register(self, node: Selection | Force) -> None:
        """Makes a node known by its id."""
        self.roster.nodes[node.id] = node

    def free_id(self, base: str) -> str:
        """The base, numbered from 2 on where a node or a unit of the file has that id already."""
        number = self._numbers.get(base, 1)  # ids are never freed, so the search continues where it ended
        while (name := f"{base}-{number}" if number > 1 else base) in self.roster.nodes or name in self._stated:
            number += 1
        self._numbers[base] = number
        return name

    # --- problems ---------------------------------------------------------------------------------------------------------

    def check_keys(self, container: dict[str, Any], known: Iterable[str]) -> None:
        """Notes unknown keys: as unjudged where one looks like a typo, else as a warning. Keys with `x-` are free."""
        names = list(known)
        for key in container:
            if key in names or key.startswith("x-"):
                continue
            place = self.source.key_place(container, key)
            if nearest(key, names, TYPO):
                self.problem(Text("unknown key {key}", {"key": key}), place, suggestion(key, names), rule="unknown-key")
            else:
                hint = Text("allowed: {names}", {"names": listing(names)})
                self.problem(Text("unknown key {key}", {"key": key}), place, hint, rule="unknown-key", severity=WARNING)

    def unknown(
        self, what: str, word: str, place: Place, known: Iterable[str], unit: str = "", *, of_army: bool = False
    ) -> None:
        """Notes a name that the data do not know, with the nearest one that they do. ``what`` is one of `NOUNS`, ``of_army``
        that of a `Problem`."""
        noun = self._terms.get(what.replace(" ", "_")) or Text(what)
        message = Text("unknown {what}: {name}", {"what": noun, "name": word})
        hint = suggestion(word, known) if len(self.problems) < MOST_GUESSES else ""
        self.problem(message, place, hint, unit=unit, of_army=of_army)

    def each(self, container: dict[str, Any], key: str) -> Iterator[tuple[Any, Place]]:
        """The value of a key, or each value of its list, with its place."""
        value = container.get(key)
        if isinstance(value, list):
            yield from ((item, self.source.place(value, index)) for index, item in enumerate(value))
        elif value is not None:
            yield value, self.source.place(container, key)

    def problem(
        self,
        message: Text,
        place: Place,
        hint: Text | str = "",
        *,
        rule: str = "unknown-name",
        unit: str = "",
        severity: str = "unjudged",
        of_army: bool = False,
    ) -> None:
        """Notes what is wrong at a place of the file."""
        budget.allow("problems", len(self.problems) + 1, place, unit)
        self.problems.append(Problem(message, *place, hint, rule, severity, unit, of_army))
