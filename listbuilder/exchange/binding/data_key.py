"""Data sets as keys of caches."""

from __future__ import annotations

from listbuilder.sources.dataset import DataSet


class DataKey:
    """A data set that is the same as any of its name and content, so that what was worked out over it is found again."""

    def __init__(self, data: DataSet) -> None:
        self.data = data
        self._key = (data.name, data.sha256)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DataKey) and other._key == self._key

    def __hash__(self) -> int:
        return hash(self._key)
