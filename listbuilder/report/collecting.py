"""When the cyclic collector of a process that works on many lists looks for what is no longer used."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator

from listbuilder.sources.cache import Loads

YOUNG_OBJECTS = 20_000  # that are left over before the collector looks: a list leaves few cycles behind
FEWEST = 12  # libraries that were dropped before what was set aside is looked at: that takes as long as making several
OLD = 50  # looks at new objects for one at all objects that are not data


@contextlib.contextmanager
def between_lists() -> Iterator[Collecting]:
    """Lets the collector look between lists only."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield Collecting()
    finally:
        if was_enabled:
            gc.enable()


class SetAside:
    """What this process has set aside."""

    loads = -1  # how many records had been loaded then
    dropped = 0  # how many libraries had been dropped then


class Collecting:
    """Looks rarely, and at data only where some of them were dropped. Another batch of lists in the same process sets nothing
    aside unless it loads more: what the one before has left over would stay with it for ever."""

    def __init__(self) -> None:
        self._looks = 0

    def after_list(self) -> None:
        """Sets aside what was loaded for a list, or looks where many objects are new."""
        if Loads.dropped - SetAside.dropped >= FEWEST:
            SetAside.dropped = Loads.dropped
            gc.unfreeze()
            gc.collect()
            SetAside.loads = -1
        if Loads.number != SetAside.loads:
            SetAside.loads = Loads.number
            gc.freeze()
        elif gc.get_count()[0] > YOUNG_OBJECTS:
            self._looks += 1
            gc.collect(1 if self._looks % OLD else 2)
