"""Items that a unit has in a list and not in the data, while other units of the faction have them: an error in a list that is as
old as the data.

A name alone does not tell: an older datasheet may have had the item. Where all units of the list together cost what the data ask
today, the list was made with them.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.army.currencies import points_type
from listbuilder.catalogue.library import Library, Option
from listbuilder.engine import Engine
from listbuilder.exchange.binding.choice import units_of
from listbuilder.exchange.binding.names import stem
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.binding.trees import is_model
from listbuilder.i18n import Text
from listbuilder.listfile.bound import BoundList
from listbuilder.roster.tree import Selection

DEEPEST = 6  # levels of a unit that items are looked for in


def settle(found: BoundList, problems: Problems, units: int) -> None:
    """Makes errors of the items that the data have elsewhere. ``units``: how many the list has."""
    if not problems.items:
        return
    known = frozenset(map(stem, found.data.system.list_words.doubled))  # what no older datasheet called otherwise
    if _is_of_today(found, problems, units):
        known |= found.roster.library.kept_of(_items, found.data.faction.id)
    strange = {  # described in other words than the data's, so that nothing of theirs is left to judge
        one.unit
        for place, one in enumerate(problems.found)
        if one.rule == "unknown-name" and stem(problems.items.get(place, "")) not in known
    }
    for place, name in problems.items.items():
        problem = problems.found[place]
        if problem.unit in strange:
            continue
        root = found.roster.nodes.get(problem.unit)
        if isinstance(root, Selection):
            names = {"item": name, "unit": root.option.name}
            text = Text("{unit}: the data do not offer it {item}", names)
            problems.found[place] = problem._replace(message=text, hint="", rule="not-offered", severity="error")


def _is_of_today(found: BoundList, problems: Problems, units: int) -> bool:
    """Whether the list states the points of all its units, and these are today's."""
    claims = found.claims
    bound = {claim.unit for claim in claims if claim.unit in found.roster.nodes}
    if len(bound) != units or any(problem.rule == "incomplete" for problem in problems.found):
        return False
    points = points_type(found.roster, found.data.system)
    return sum(claim.points for claim in claims) == Engine.of(found.roster).totals().get(points, 0)


def _items(library: Library, catalogue_id: str) -> frozenset[str]:
    """The stems of all that units of a catalogue may have, models apart."""
    return frozenset(stem(one.name) for unit in _options(library, catalogue_id) for one in _below(unit, DEEPEST))


def _options(library: Library, catalogue_id: str) -> Iterator[Option]:
    return (option for _, option in units_of(library, catalogue_id).things)


def _below(option: Option, levels: int) -> Iterator[Option]:
    for entry in option.entries if levels else ():
        if not is_model(entry):
            yield entry
        yield from _below(entry, levels - 1)
