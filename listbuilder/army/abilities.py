"""The names of the abilities that data know, for those who look one up without an army."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue.inside import is_ability, records
from listbuilder.catalogue.model import Catalogue, Entry
from listbuilder.expressions import expression

NUMBER = expression(r"(?<!\s)\s++(?=\S*+$)\S*\d\S*$")  # "Scouts 6\"", "Feel No Pain 5+", "Deadly Demise D3"


def names(file: Catalogue) -> Iterator[str]:
    """The names of all abilities of a catalogue, wherever they stand in it."""
    yield from (rule.name for rule in (*file.rules, *file.shared_rules))
    yield from (one.name for one in (*file.profiles, *file.shared_profiles) if is_ability(one.type_name))
    for record in records(file):
        yield from (rule.name for rule in record.rules)
        yield from (one.name for one in record.profiles if is_ability(one.type_name))
        if isinstance(record, Entry) and record.facts is not None:
            facts = record.facts
            yield from (*facts.core_abilities, *facts.faction_abilities, *facts.unit_abilities)
            yield from (name for effect in facts.effects for name in effect.abilities)


def unnumbered(name: str) -> str:
    """The name without the number behind it, which filters need not state."""
    return NUMBER.sub("", name)
