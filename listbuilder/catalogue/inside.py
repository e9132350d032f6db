"""What stands in a catalogue, wherever it is: at the top, in entries and groups, or in what these hold."""

from collections.abc import Iterable, Iterator

from listbuilder.catalogue.model import (
    Catalogue,
    Container,
    ForceEntry,
    InfoGroup,
    Informed,
    Modifier,
    ModifierGroup,
    Profile,
)


def is_ability(type_name: str) -> bool:
    """Whether profiles of this type are abilities, which have names that rules may ask for."""
    return type_name.casefold().startswith(("ability", "abilities"))


def records(file: Catalogue) -> Iterator[Informed | InfoGroup]:
    """Everything in a catalogue that holds rules or profiles, but the catalogue itself."""
    waiting: list[Informed | InfoGroup] = [
        *file.entries,
        *file.groups,
        *file.links,
        *file.shared_entries,
        *file.shared_groups,
        *file.shared_info_groups,
        *file.force_entries,
        *file.shared_force_entries,
        *file.category_entries,
    ]
    while waiting:
        record = waiting.pop()
        yield record
        waiting += record.info_groups
        if isinstance(record, Container):
            waiting += (*record.entries, *record.groups, *record.links)
        if isinstance(record, ForceEntry):
            waiting += record.force_entries


def changes(modifiers: Iterable[Modifier], groups: Iterable[ModifierGroup]) -> Iterator[Modifier]:
    """All of these modifiers, those in groups included."""
    yield from modifiers
    for group in groups:
        yield from changes(group.modifiers, group.groups)


def changed_fields(modifiers: Iterable[Modifier], groups: Iterable[ModifierGroup]) -> Iterator[str]:
    """What modifiers change: ids of constraints and types of cost, ``hidden``, ``name`` and other fields."""
    return (one.field for one in changes(modifiers, groups))


def texts_of(file: Catalogue) -> dict[str, tuple[str, ...]]:
    """Column -> the different texts that profiles have in it, in their order; those of abilities, which are long, apart."""
    found: dict[str, dict[str, None]] = {}
    for profile in _profiles(file):
        if not is_ability(profile.type_name):
            for one in profile.characteristics:
                found.setdefault(one.name, {})[one.value] = None
    return {column: tuple(texts) for column, texts in found.items()}


def _profiles(file: Catalogue) -> Iterator[Profile]:
    yield from (*file.profiles, *file.shared_profiles)
    for record in records(file):
        yield from record.profiles
