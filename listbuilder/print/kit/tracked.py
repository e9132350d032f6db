"""What stands on the track of a unit, placed in rows, and where the bar for half strength stands between it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from listbuilder.print.kit.tab import BETWEEN


@dataclass(frozen=True, slots=True)
class TrackGroup:
    """Models of one kind, with so many wounds each. ``damaged``: of how many last wounds a model is damaged, and
    ``damaged_label``: how the game calls that."""

    label: str
    models: int
    wounds: int
    leader: bool = False
    damaged: int = 0
    damaged_label: str = ""


@dataclass(frozen=True, slots=True)
class Model:
    """What stays together on the track: the boxes of a model, or a part of those of a large one."""

    group: int
    boxes: int
    first: int  # how many boxes of the model are before it
    of: int  # how many boxes the model has
    starts: bool  # a new model
    gap: float  # before it, unless it begins a row


@dataclass(frozen=True, slots=True)
class Placed:
    """Where that stands, from the left, and in which row."""

    model: Model
    x: float
    row: int


def bar_at(placed: Sequence[Placed], half: int, side: float, *, by_boxes: bool) -> tuple[float, int] | None:
    """Where the bar stands, and in which row: before the last ``half`` boxes, or models; None where no bar is needed.
    ``side``: of a box."""
    total = sum((one.model.boxes if by_boxes else int(one.model.starts)) for one in placed)
    lost = total - half
    if not half or not 0 < lost < total:
        return None
    for index, one in enumerate(placed):
        length = one.model.boxes * side
        wide = one.model.boxes if by_boxes else int(_ends(placed, index))
        if lost <= wide:
            within = lost * side if by_boxes else length
            gap = _gap_behind(placed, index, length) / 2 if within >= length - 0.01 else 0.0
            return one.x + within + gap, one.row
        lost -= wide
    return None


def _gap_behind(placed: Sequence[Placed], index: int, length: float) -> float:
    one, *after = placed[index : index + 2]
    if not after or after[0].row != one.row:
        return BETWEEN
    return min(after[0].x - one.x - length, BETWEEN)


def _ends(placed: Sequence[Placed], index: int) -> bool:
    """Whether a model ends with this part of it."""
    return index + 1 == len(placed) or placed[index + 1].model.starts
