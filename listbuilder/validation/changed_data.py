"""A list that was made with other data than those that it is judged by."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from listbuilder.army import Army
from listbuilder.army.difference import points, repriced
from listbuilder.catalogue.pin import DataPin
from listbuilder.errors import INFO
from listbuilder.i18n import Text
from listbuilder.listfile.bound import BoundList
from listbuilder.naming import listing
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.validation import succession
from listbuilder.validation.problems import VERDICTS
from listbuilder.validation.succession import Judged

MOST_PRICES = 5  # units that are named


def data_changed(bound: BoundList, army: Army, judge: Callable[[BoundList], Judged]) -> Iterator[Diagnostic]:
    """That the data changed since the list was saved; where the older ones are still installed, what the verdict was by them
    and which units cost something else since. ``judge``: judges the list over the older data."""
    read, pin, stated = bound.document, bound.data.pin, bound.document.data_pin
    words = (stated.get(key, "") for key in ("set", "date", "revision", "sha256", "points"))
    saved = DataPin(*words)
    names: dict[str, object] = {"then": saved.dated_beside(pin), "now": pin.dated_beside(saved)}
    text = Text("made with the data of {then}, checked with those of {now}", names)
    older = succession.over_older(bound)
    if older is not None:
        before = judge(older)
        names["verdict"] = Text(VERDICTS[before.verdict])
        prices = _prices_since(before.army, army)
        names["units"] = listing(prices, MOST_PRICES)
        text = Text("{verdict} by the data of {then} that it was made with; checked with those of {now}", names)
        if prices:
            text = Text(
                "{verdict} by the data of {then} that it was made with; checked with those of {now}, where other points are"
                " asked for {units}",
                names,
            )
    yield Diagnostic("data-changed", text, INFO, place=read.place("data"))


def _prices_since(before: Army, army: Army) -> list[str]:
    """The units that cost something else than before."""
    changes = ((change, *points(change)) for change in repriced(before, army))
    return [
        f"{change.after.name} ({was} → {now})"
        for change, was, now in changes
        if change.after is not None and was is not None
    ]
