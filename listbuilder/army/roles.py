"""The role of a selection: unit, configuration, model, wargear, enhancement, Warlord mark.

Native data state it as the `purpose` of an entry or group. Community data have no field for it; the naming conventions that
they follow are collected here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.lookup import entries_where
from listbuilder.catalogue.model import Catalogue, Container, Entry, EntryGroup
from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.catalogue.terms import Terms
from listbuilder.expressions import expression
from listbuilder.naming import unmarked
from listbuilder.roster.tree import Selection

UNIT_TYPES = frozenset(("unit", "model", "unit-group"))
MODEL_TYPES = frozenset(("model", "mount", "crew"))
ENHANCEMENTS = frozenset(("enhancements", "enhancement", "enhancements - upgrades"))
GIFTS = ENHANCEMENTS | {"heroic traits", "artefacts of power"}  # names that games use for enhancements
DETACHMENTS = frozenset(("detachment", "detachments", "detachment choice", "battle formation"))
WARLORD = frozenset(("warlord", "general"))
BATTLE_SIZES = frozenset(("battle size", "list configuration"))
CONFIGURATION = frozenset(("configuration", "config"))
FACTION_PREFIX = "Faction: "
ORNAMENT = expression(r"^(?:[^\w\s'\"(]+\s+|\d+\.\s+)+")
NOTE = expression(r"read ?me\b|notice\b", re.IGNORECASE)
COMMAND = "command"  # the type of the profiles of models that are promoted from those of a unit
CARRYING = expression(r"(?<!\s)\s*+\bw/.*+$", re.IGNORECASE)
WITH = expression(r"(?<!\s)\s++with\b.*+$", re.IGNORECASE)
BULLET = expression(r"^[\s➤►▶*•-]+")


def is_unit(option: Option) -> bool:
    """Whether a root choice is a unit and not configuration (battle size, detachment, visibility switches)."""
    return option.library.kept_of(_is_unit, option)


def _is_unit(library: Library, option: Option) -> bool:
    primary = next((link for link in option.merged.category_links if link.primary), None)
    if option.type not in UNIT_TYPES:
        return primary is not None and _is_mistyped(library, option, primary.target_id)
    if primary is None:
        return True
    category = library.categories.get(primary.target_id)
    return (category.name if category else primary.name).casefold() not in CONFIGURATION


def _is_mistyped(library: Library, option: Option, primary: str) -> bool:
    """Whether an entry typed ``upgrade`` is a unit all the same: its primary category is one that units have, and it has models,
    or a profile as units have."""
    if option.type != "upgrade" or option.purpose is not None or primary not in library.kept(_categories_of_units):
        return False
    if any(entry.type in UNIT_TYPES for entry in option.entries):
        return True
    return any(profile.type_id in library.kept(_statlines) for profile in option.merged.profiles)


def _categories_of_units(library: Library) -> frozenset[str]:
    """The primary categories that units have more often than other entries."""
    return _of_units(library, lambda entry: (link.target_id for link in entry.category_links if link.primary))


def _statlines(library: Library) -> frozenset[str]:
    """The types of profiles with several characteristics that units have more often than other entries."""
    return _of_units(library, lambda entry: {one.type_id for one in entry.profiles if len(one.characteristics) > 1})


def _of_units(library: Library, traits: Callable[[Entry], Iterable[str]]) -> frozenset[str]:
    """The traits that more units than other entries have."""
    found: Counter[str] = Counter()
    for file in library.files:
        for entry in (*file.entries, *file.shared_entries):
            for trait in traits(entry):
                found[trait] += 1 if entry.type in UNIT_TYPES else -1
    return frozenset(one for one, number in found.items() if number > 0)


def is_model(selection: Selection) -> bool:
    return selection.option.type in MODEL_TYPES


def whole_of(model: Selection) -> Selection | None:
    """The model that a model is a part of: the rider of a mount, the machine of a crew; None where it stands by itself."""
    root, node = model.root, model.parent
    while isinstance(node, Selection) and node is not root:
        if is_model(node):
            return node
        node = node.parent
    return None


def is_promoted(types: Iterable[str]) -> bool:
    """Whether a model with profiles of these types is one of its unit's others, which the data count besides: it leads them, or
    bears their standard."""
    return any(one.casefold() == COMMAND for one in types)


def is_enhancement_group(group: Option) -> bool:
    """Whether the group holds the enhancements of which a unit may take one."""
    return _has_purpose(group, EntryPurpose.ENHANCEMENTS, _is_called_enhancements(group.name))


def _is_called_enhancements(name: str) -> bool:
    """Whether a name means enhancements: all of them, or those of a detachment, as in "Headhunter Task Force Enhancements"."""
    return name.casefold() in ENHANCEMENTS or name.casefold().endswith(" enhancements")


def holds_gifts(group: Option) -> bool:
    """Whether the group holds enhancements, in one table or in several of which a unit may have one each."""
    return group.is_group and _has_purpose(group, EntryPurpose.ENHANCEMENTS, _is_gift(group))


def named_enhancements(file: Catalogue) -> Iterator[Container]:
    """The records of a catalogue that stand in groups of enhancements, wherever these are, in the order of the data: for those
    who want their names."""
    waiting: list[tuple[Container, bool]] = [  # the next one last
        (one, False) for one in reversed((*file.entries, *file.groups, *file.shared_entries, *file.shared_groups))
    ]
    while waiting:
        record, inside = waiting.pop()
        if isinstance(record, EntryGroup):
            named = _is_called_gifts(record.name)
            inside = inside or (record.purpose is EntryPurpose.ENHANCEMENTS if record.purpose is not None else named)
        elif inside:
            yield record
            continue
        waiting += [(below, inside) for below in reversed((*record.entries, *record.groups))]
        if inside:
            yield from record.links


def is_enhancement(option: Option) -> bool:
    """Whether it is an enhancement, trait or artefact; kept with its library."""
    return option.library.kept_of(_is_enhancement, option)


def _is_enhancement(_library: Library, option: Option) -> bool:
    groups = option.group_chain
    if option.purpose is EntryPurpose.ENHANCEMENTS:
        return True
    return any(_has_purpose(group, EntryPurpose.ENHANCEMENTS, _is_gift(group)) for group in groups)


def gifts_of(holder: Option) -> tuple[Option, ...]:
    """The enhancements below an option, down to the next entries; kept with its library."""
    return holder.library.kept_of(_gifts_of, holder)


def _gifts_of(_library: Library, holder: Option) -> tuple[Option, ...]:
    return tuple(filter(is_enhancement, entries_where(holder, _may_be_gift)))


def _may_be_gift(record: Container) -> bool:
    return record.purpose is EntryPurpose.ENHANCEMENTS or _is_called_gifts(record.name)


def table_of(option: Option) -> str:
    """The table that an enhancement is of, where the data have several of which a unit may have one each: Heroic Traits,
    Artefacts of Power. Empty for those of a game that has a single one."""
    groups = (group for group in option.group_chain if _has_purpose(group, EntryPurpose.ENHANCEMENTS, _is_gift(group)))
    tables = [group.name for group in groups]
    return "" if not tables or _is_called_enhancements(tables[-1]) else tables[-1].casefold()


def _is_gift(group: Option) -> bool:
    return _is_called_gifts(group.name)


def _is_called_gifts(name: str) -> bool:
    return name.casefold() in GIFTS or _is_called_enhancements(name)


def sort_of(option: Option) -> str:
    """``datasheet`` (a root unit), ``enhancement``, ``warlord`` (the mark), ``model`` or ``wargear``; empty for settings of the
    army."""
    if option.parent is None:
        return "datasheet" if not option.is_group and is_unit(option) else ""
    if is_enhancement(option) or is_enhancement_group(option):
        return "" if option.is_group else "enhancement"
    root = option.parent
    while root.parent is not None:
        root = root.parent
    if is_warlord_mark(option):
        return "warlord"
    if not is_unit(root):
        return ""
    held = option.entries if option.is_group else (option,)
    return "model" if any(item.type in MODEL_TYPES for item in held) else "wargear"


def is_warlord_mark(option: Option) -> bool:
    """Whether it marks the Warlord (in other games the General). A unit or model may be called so, too: Skaven have Warlords."""
    named = option.type not in UNIT_TYPES | MODEL_TYPES and option.name.casefold() in WARLORD
    return _has_purpose(option, EntryPurpose.WARLORD, named)


def warlord_marks_of(holder: Option) -> tuple[Option, ...]:
    """What may mark the Warlord below an option, down to the next entries; kept with its library."""
    return holder.library.kept_of(_warlord_marks_of, holder)


def _warlord_marks_of(_library: Library, holder: Option) -> tuple[Option, ...]:
    return tuple(filter(is_warlord_mark, entries_where(holder, _may_be_warlord_mark)))


def _may_be_warlord_mark(record: Container) -> bool:
    return record.purpose is EntryPurpose.WARLORD or record.name.casefold() in WARLORD


def is_battle_size(option: Option) -> bool:
    """Whether it is the root choice that holds the battle sizes."""
    return _has_purpose(option, EntryPurpose.BATTLE_SIZE, option.name.casefold() in BATTLE_SIZES)


def is_detachment(option: Option) -> bool:
    """Whether it is the root choice that holds the detachments."""
    return _has_purpose(option, EntryPurpose.DETACHMENT, option.name.casefold() in DETACHMENTS)


def _has_purpose(option: Option, purpose: EntryPurpose, by_name: bool) -> bool:
    """What the data state, else what the custom of names says."""
    return option.purpose is purpose if option.purpose is not None else by_name


def marks_legends(category: str, terms: Terms) -> bool:
    """Whether data mark datasheets of Legends by a category of this name: by what the game calls them."""
    return category.casefold() == terms.legends.name["en"].casefold()


def faction_of(category: str) -> str:
    """The faction keyword that a category of community data stands for; empty for other categories."""
    return category.removeprefix(FACTION_PREFIX) if category.startswith(FACTION_PREFIX) else ""


def plain_name(name: str) -> str:
    """A datasheet's name without status marks such as [Legends]."""
    return unmarked(name)


def is_note(option: Option) -> bool:
    """Whether it is a note from the data's authors and not a choice."""
    return NOTE.match(option.name) is not None


def plain_title(name: str) -> str:
    """The name of a force, size or detachment without the symbols and numbers that only sort it."""
    return ORNAMENT.sub("", name).strip() or name


def is_legends(option: Option) -> bool:
    facts = option.facts
    return bool(facts and facts.legends) or unmarked(option.name) != option.name


def profile_name(name: str) -> str:
    """A profile's name without a leading arrow or bullet."""
    return BULLET.sub("", name)


def model_names(name: str) -> tuple[str, str]:
    """The name of a model without what it carries, which some data add to it: "Boy w/ slugga and choppa"; and the same without
    what stands behind "with", which may belong to a name."""
    return CARRYING.sub("", name), WITH.sub("", CARRYING.sub("", name))
