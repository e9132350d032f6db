"""The loadout of a model on a native datasheet, as records on the groups and links that offer it.

Items are named by the local ids that the datasheet and the list file use. A model carries its fixed items, one choice in
each slot and any additions; a choice that gives up several default items stands in the slot of the first and closes a slot
of each of the others.
"""

from listbuilder.catalogue.base import Record


class FixedItem(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="fixed"):
    """A link to an item that its owner (a model, or a bundle of items) always has, ``number`` times."""

    item: str
    number: int = 1


class ItemSlot(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="slot"):
    """A group for one copy of a default item that options may replace. The group's default is the item itself."""

    item: str


class ItemAdditions(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="additions"):
    """A group of items that one option adds, of which a model may take ``most`` in all."""

    most: int = 1


class ItemChoice(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="choice"):
    """A link to an item or bundle that an option offers: the items taken, and the default items given up, its own slot's
    first.

    ``use`` names the options and alternatives used; it is the same in every copy of a slot. ``alternatives``: ids of the
    categories by which the unit counts single alternatives. ``needs`` and ``bars``: items that the model must have, in these
    numbers, and must not have; ``needs_any``: lists, of each of which it must have one.
    """

    use: str
    takes: tuple[str, ...] = ()
    gives_up: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    bars: tuple[str, ...] = ()
    needs_any: tuple[tuple[str, ...], ...] = ()
