"""Where an installed data set says something else than a points document."""

from typing import Literal

from listbuilder.catalogue.base import Record

DeviationKind = Literal[
    "price",  # of a unit of so many ``models``
    "later-copies",  # what they cost more
    "optional",  # models that the set demands
    "item",  # the points of an item, or of models on top
    "enhancement",
    "enhancement-kind",  # the set does not count it as one
    "detachment-points",
    "disposition",
    "tag",
    "hidden",  # the set has the detachment, and offers it to nobody
    "absent",  # the set has nothing of the name
    "unnamed",  # the document has no price of the name
    "unread",  # how the set states its price cannot be read
    "kept",  # what the document states cannot be laid over the set
]


class Deviation(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One difference. ``page``: the name of the document's page; ``of``: the unit or detachment; ``name``: its part that it is
    about, empty for the whole; ``models``: the size of the unit, 0 for any. ``said`` by the set, ``stated`` by the document;
    empty where one of them says nothing."""

    kind: DeviationKind
    page: str
    of: str
    name: str = ""
    models: int = 0
    said: str = ""
    stated: str = ""
