"""Units that a list gives what only a Character may have, and that become one by a choice which the list does not name."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Catalogue, CategoryEntry, Condition, Entry, EntryGroup, Modifier
from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.exchange.binding.heroes import promote
from tests.engine import factory as f

HERO = CategoryEntry(id="hero", name="Hero")


def hidden(*conditions: Condition) -> Modifier:
    return Modifier(type="set", field="hidden", value="true", conditions=conditions)


FOR_HEROES = hidden(Condition(type="notInstanceOf", value=1, scope="ancestor", child_id="hero"))
MAKES_HERO = Modifier(type="add", field="category", value="hero", scope="parent")


def table(*choices: Entry, for_all: bool = False) -> f.Table:
    """A walker with a pearl, which only heroes may have unless it is for all, and these choices besides."""
    pearl = Entry(id="pearl", name="Pearl", modifiers=() if for_all else (FOR_HEROES,))
    gifts = EntryGroup(id="gifts", name="Gifts", entries=(pearl,), purpose=EntryPurpose.ENHANCEMENTS)
    walker = f.unit("walker", type="model", entries=choices, groups=(gifts,))
    system = f.system(category_entries=(*f.CATEGORIES, HERO))
    found = f.Table(Library(system, [Catalogue(id="cat", name="Cat", entries=(walker,))]))
    found.take("pearl", found.take("walker"))
    return found


def chosen(found: f.Table) -> set[str]:
    return {one.option.name for one in found.force.selections[0].selections}


LAMP = Entry(id="lamp", name="Lamp")
RISE = Entry(id="rise", name="Rise", modifiers=(MAKES_HERO,))


def test_the_choice_that_makes_it_a_character_is_made() -> None:
    found = table(LAMP, RISE)
    promote(found.roster, ("Hero",))
    assert chosen(found) == {"Pearl", "Rise"}


@pytest.mark.parametrize(
    ("found", "heroes"),
    [
        (table(LAMP), ("Hero",)),
        (table(RISE, for_all=True), ("Hero",)),
        (table(RISE), ()),
        (table(Entry(id="rise", name="Rise", modifiers=(MAKES_HERO, hidden()))), ("Hero",)),
        (table(Entry(id="rise", name="Rise", type="model", modifiers=(MAKES_HERO,))), ("Hero",)),
    ],
)
def test_nothing_else_is_chosen(found: f.Table, heroes: tuple[str, ...]) -> None:
    promote(found.roster, heroes)
    assert chosen(found) == {"Pearl"}
