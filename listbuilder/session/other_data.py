"""A list over other data than those it is judged by: which there are, and its text over these.

`validation.succession` is what only a list needs that goes on over other data: it is imported where it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.session.views import Named

if TYPE_CHECKING:
    from listbuilder.listfile.bound import BoundList
    from listbuilder.listfile.saving import Snapshot
    from listbuilder.sources.dataset import DataSet


def choices(bound: BoundList) -> list[Named]:
    """The data sets of its game, the newest first."""
    from listbuilder.validation import succession

    return [Named(one.name, one.name, one.date) for one in succession.choices(bound)]


def older(bound: BoundList) -> DataSet | None:
    """The older set that it was made with, as far as that is installed; None where it is judged by that."""
    from listbuilder.validation import succession

    return succession.older(bound)


def restated(snapshot: Snapshot, bound: BoundList, data: DataSet) -> bytes:
    """The text of its file, which names other data."""
    from listbuilder.validation import succession

    return snapshot.text(succession.stated_by(data, bound)).encode()
