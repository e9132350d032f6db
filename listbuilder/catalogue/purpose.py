"""What the compiler of native data made an entry, a force or a constraint for.

Community data leave these fields empty; `army.roles` recognises their root entries by naming conventions.
"""

from enum import Enum

from listbuilder.catalogue.base import Record


class EntryPurpose(Enum):
    """What a force, a root entry, a group or the warlord's mark stands for."""

    ARMY = "army"  # the one force of a native list
    FRAME = "frame"  # the same in a game whose units stand in forces inside it
    FORCE = "force"  # one of those
    BATTLE_SIZE = "battle-size"  # the root entry that holds the battle sizes
    DETACHMENT = "detachment"  # the root entry that holds the detachments
    CHOICE = "choice"  # a root entry that holds what an army may choose of one kind that the system states
    SUBFACTION = "subfaction"  # the root entry that holds the subfactions of a force
    WARLORD = "warlord"  # the mark of the Warlord
    ENHANCEMENTS = (
        "enhancements"  # the group of the enhancements that a unit may take, or one that stands in no such group
    )
    MODELS = "models"  # the group of models that make up the size of a unit
    EXTRA_MODELS = "extra-models"  # the group of models with a price of their own, which the size does not count
    UNLISTED = "unlisted"  # the group of all items of a datasheet, none of them allowed


ARMIES = frozenset((EntryPurpose.ARMY, EntryPurpose.FRAME))  # the force that all of a native list stands in


class ConstraintPurpose(Enum):
    """What a constraint of native data limits."""

    UNIT_SIZE = "unit-size"  # models of the unit
    MODEL_COUNT = "model-count"  # models of one kind in the unit
    PER_ARMY = "per-army"  # models of one kind in the army
    ITEM_PER_ARMY = "item-per-army"  # items of one kind in the army
    FIXED_ITEM = "fixed-item"  # copies of an item that a model or a bundle always has
    SLOT = "slot"  # choices in a slot of the default loadout: one, none while another choice closes it
    ADDITIONS = "additions"  # uses of one option that adds items, by one model
    TIMES = "times"  # uses of one option that replaces items, by one model, or copies of an item that it may carry once
    UNIT_LIMIT = "unit-limit"  # uses of one option in the unit
    OPEN_SIZES = "open-sizes"  # uses of one option in a unit that may be too small or too large for it
    PER_ALTERNATIVE = "per-alternative"  # uses of one alternative in the unit
    ALL_OR_NONE = "all-or-none"  # uses of an alternative that all models take or none does
    DEMAND = "demand"  # a choice for models that carry, or do not carry, certain items
    UNLISTED = "unlisted"  # an item that no option of the datasheet allows
    WARLORD_ONCE = "warlord-once"  # marks of the Warlord on one unit


class Demand(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Names of the items that a model must have (all of ``needed``, one of each list of ``any_of``) and must not have (any of
    ``barred``) to use an option."""

    needed: tuple[str, ...] = ()
    any_of: tuple[tuple[str, ...], ...] = ()
    barred: tuple[str, ...] = ()
