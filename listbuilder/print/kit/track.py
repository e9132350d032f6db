"""The track of a unit: boxes for wounds, circles for models of one wound, lost from the left. A bar marks half strength, a
bracket and filled corners the last wounds, a star the leader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.blocks import Block, draw_box, draw_circle
from listbuilder.print.kit.icons import Icon
from listbuilder.print.kit.inline import Piece, cut_label, draw_pieces, pieces_width
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import HALF_RULE, LEADER_RULE, TRACK_RULE, mm
from listbuilder.print.kit.tab import BETWEEN, TAB, off_tab
from listbuilder.print.kit.theme import SMALL_LABEL, small_label
from listbuilder.print.kit.tracked import Model, Placed, TrackGroup, bar_at
from listbuilder.print.kit.typeset import Line, Span, text_width
from listbuilder.replacing import replace

BOX, LARGE_BOX = 5 * mm, 6 * mm  # large: a single model of many wounds
_CIRCLE_STEP = 5.25 * mm
_FIVES = 5
_ABOVE = 4.7 * mm  # the label and the tab of the bar
_BARE, _NEXT = 1.7 * mm, 1.0 * mm  # above a first and a further row without either
_BELOW = 1.7 * mm
_ROW_GAP = 0.6 * mm
_LABEL_DROP = 3.5 * mm
_NO_WORDS = Line.of(())
_LABEL_LINE = 3.1 * mm  # of labels that stand above the tab
_NOTE_GAP = 3 * mm
_LEAST_NOTE = 24 * mm


@dataclass(frozen=True)
class Track:
    """Boxes and circles of all groups, in the order in which they are lost. ``half``: how many models remain, or wounds of a
    single model or with ``by_wounds``, when the unit is below half strength; the bar stands before them. ``notes`` fill the
    rest of the last row where there is room, else they stand below."""

    look: Look
    groups: Sequence[TrackGroup]
    half: int = 0
    by_wounds: bool = False
    notes: Block | None = None
    half_label: str = "½"
    small: bool = False  # the boxes of a single model are no larger than others, so that all of them stand in one row

    # --- what is where ---------------------------------------------------------------------------------------------------
    @cached_property
    def _alone(self) -> bool:
        return sum(group.models for group in self.groups) == 1

    @cached_property
    def _side(self) -> float:
        return LARGE_BOX if self._alone and self.groups[0].wounds > 1 and not self.small else BOX

    def _sized(self, width: float) -> Track:
        """The track with the largest boxes that need no more rows than smaller ones."""
        if width not in self._sizes:
            smaller = replace(self, small=True)
            is_long = self._alone and not self.small and self._rows(width) > 1
            self._sizes[width] = smaller if is_long and smaller._rows(width) < self._rows(width) else self
        return self._sizes[width]

    @cached_property
    def _sizes(self) -> dict[float, Track]:
        return {}

    @cached_property
    def _places(self) -> dict[float, list[Placed]]:
        return {}

    def _even(self, width: float) -> float:
        """The width of a row of a single model's boxes, so that all rows are about as long."""
        step = self._side + BETWEEN
        most = max(int((width + BETWEEN) // step), 1)
        boxes = max(self.groups[0].wounds, 1)
        rows = -(-boxes // most)
        return -(-boxes // rows) * step - BETWEEN

    def _step(self, group: TrackGroup) -> float:
        if group.wounds <= 1:
            return _CIRCLE_STEP
        return self._side + BETWEEN if self._alone else self._side

    def _models(self, width: float) -> Iterator[Model]:
        before = False
        for number, group in enumerate(self.groups):
            most = max(int((width + BETWEEN) // self._step(group)), 1)
            for index in range(max(group.models, 0)):
                boxes = max(group.wounds, 1)
                round_ = group.wounds <= 1
                apart = BETWEEN if not round_ or index % _FIVES == 0 else _CIRCLE_STEP - self._side
                gap = (BETWEEN * 2 if index == 0 else apart) if before else 0.0
                before = True
                if self._alone:  # separate boxes, so that a row may end behind any
                    yield from (Model(number, 1, at, boxes, at == 0, BETWEEN if at else 0.0) for at in range(boxes))
                    continue
                for first in range(0, boxes, most):
                    yield Model(number, min(most, boxes - first), first, boxes, first == 0, gap)

    def _length(self, model: Model) -> float:
        return model.boxes * self._side

    def _placed(self, width: float) -> list[Placed]:
        if width not in self._places:
            self._places[width] = self._placed_in(self._even(width) if self._alone else width)
        return self._places[width]

    def _placed_in(self, width: float) -> list[Placed]:
        found: list[Placed] = []
        x, row = 0.0, 0
        last = -1
        for model in self._models(width):
            gap = model.gap if found and x else 0.0
            if model.group != last and found and x:
                gap = max(gap, self._free_label(found, row) - x)
            needs = self._length(model)
            if model.group != last:
                needs = max(needs, pieces_width(self._label(model.group)))
            if x and x + gap + needs > width + 0.01:
                row, x, gap = row + 1, 0.0, 0.0
            found.append(Placed(model, x + gap, row))
            x += gap + self._length(model)
            last = model.group
        return found

    def _free_label(self, placed: Sequence[Placed], row: int) -> float:
        """Where the next group may begin, so that the label of the last one ends before it."""
        group = placed[-1].model.group
        start = min(one.x for one in placed if one.row == row and one.model.group == group)
        return start + pieces_width(self._label(group)) + BETWEEN

    def _label(self, number: int) -> list[Piece]:
        group = self.groups[number]
        words = small_label(group.label).spans
        star: list[Piece] = [Icon("star", 2.9 * mm)] if group.leader else []
        return [*star, *words] if group.label else star

    def _uppers(self, width: float) -> list[float]:
        """How far below its top the boxes of each row begin: a row has room for labels and the tab where it has any."""
        placed = self._placed(width)
        marked = {row for _at, row, label in self._labels(placed, width) if label}
        marked |= {row for _at, _line, row, *_ends in self._brackets(placed, width)}
        if (half := self._half_at(placed)) is not None:
            marked.add(half[1])
        found, at = [], 0.0
        for row in range(self._rows(width)):
            at += (_ABOVE if row in marked else _NEXT if row else _BARE) + _LABEL_LINE * (row in self._raised(width))
            found.append(at)
            at += self._side + _ROW_GAP
        return found

    def _rows(self, width: float) -> int:
        return self._placed(width)[-1].row + 1 if any(group.models for group in self.groups) else 0

    def natural_width(self, width: float) -> float:
        """How far its last row reaches, in a block of that width."""
        if (sized := self._sized(width)) is not self:
            return sized.natural_width(width)
        placed = self._placed(width)
        last = self._rows(width) - 1
        ends = [one.x + self._length(one.model) for one in placed if one.row == last]
        ends += [at + pieces_width(label) for at, row, label in self._labels(placed, width) if row == last]
        ends += [at + line.width for at, line, row, *_ends in self._brackets(placed, width) if row == last]
        return max(ends, default=0.0)

    def height(self, width: float) -> float:
        if (sized := self._sized(width)) is not self:
            return sized.height(width)
        return self._measured(width)[0]

    def _measured(self, width: float) -> tuple[float, float]:
        """The height, and the room that notes have beside the last row: none where it leaves too little, or where they would take
        more of the page there than below."""
        if width not in self._kept:
            self._kept[width] = self._measure(width)
        return self._kept[width]

    def _measure(self, width: float) -> tuple[float, float]:
        own = self._uppers(width)[-1] + self._side + _BELOW if self._rows(width) else 0.0
        if self.notes is None:
            return own, 0.0
        below = own + self.notes.height(width) + 1 * mm
        room = width - self.natural_width(width) - _NOTE_GAP
        if room < _LEAST_NOTE:
            return below, 0.0
        beside = max(own, self._last_row(width) + 1.2 * mm + self.notes.height(room) + 0.6 * mm)
        return (beside, room) if beside <= below else (below, 0.0)

    @cached_property
    def _kept(self) -> dict[float, tuple[float, float]]:
        return {}

    def _last_row(self, width: float) -> float:
        """How far below its top the last row begins, with its labels."""
        uppers = self._uppers(width)
        return uppers[-2] + self._side + _ROW_GAP if len(uppers) > 1 else 0.0

    # --- drawing ---------------------------------------------------------------------------------------------------------
    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        if (sized := self._sized(width)) is not self:
            sized.draw(canvas, x, top, width)
            return
        placed = self._placed(width)
        tops = [top - upper for upper in self._uppers(width)]
        for one in placed:
            self._draw_model(canvas, x + one.x, tops[one.row], one.model)
        self._draw_labels(canvas, x, tops, width, placed)
        self._draw_half(canvas, x, tops, placed)
        if self.notes is not None:
            if room := self._measured(width)[1]:
                self.notes.draw(canvas, x + width - room, top - self._last_row(width) - 1.2 * mm, room)
            else:
                self.notes.draw(canvas, x, top - self.height(width) + self.notes.height(width) + 0.5 * mm, width)

    def _draw_model(self, canvas: Canvas, x: float, upper: float, model: Model) -> None:
        group, side = self.groups[model.group], self._side
        weight = LEADER_RULE if group.leader else TRACK_RULE
        if group.wounds <= 1:
            draw_circle(canvas, x + side / 2, upper - side / 2, side / 2, frame=weight)
            return
        for index in range(model.boxes):
            left = x + index * side
            draw_box(canvas, left, upper - side, side, side, frame=TRACK_RULE)
            if model.of - (model.first + index) <= group.damaged:
                self._draw_corner(canvas, left + side, upper - side)
        if group.leader:
            draw_box(canvas, x, upper - side, model.boxes * side, side, frame=weight)

    def _draw_corner(self, canvas: Canvas, right: float, bottom: float) -> None:
        """A filled lower right corner; only its line where ink is saved."""
        size = self._side * 0.42
        path = canvas.beginPath()
        path.moveTo(right, bottom)
        path.lineTo(right, bottom + size)
        path.lineTo(right - size, bottom)
        path.close()
        canvas.setFillGray(0.0)
        canvas.setStrokeGray(0.0)
        canvas.setLineWidth(TRACK_RULE)
        canvas.drawPath(path, stroke=int(self.look.save_ink), fill=int(not self.look.save_ink))

    def _draw_labels(
        self, canvas: Canvas, x: float, tops: Sequence[float], width: float, placed: Sequence[Placed]
    ) -> None:
        for at, row, label in self._labels(placed, width):
            raised = _LABEL_LINE if row in self._raised(width) else 0.0
            draw_pieces(canvas, x + at, tops[row] + _ABOVE - _LABEL_DROP + raised, label)
        for at, line, row, start, end in self._brackets(placed, width):
            baseline = tops[row] + _ABOVE - _LABEL_DROP
            canvas.setStrokeGray(0.0)
            canvas.setLineWidth(LEADER_RULE)
            canvas.line(x + start, baseline - 0.8 * mm, x + end, baseline - 0.8 * mm)
            line.draw(canvas, x + at, baseline)

    def _labels(self, placed: Sequence[Placed], width: float) -> list[tuple[float, int, list[Piece]]]:
        """Where the label of each group begins in each row, the row, and the label."""
        places = self._label_places(placed, width, self._raised(width))
        return [(start, row, label) for start, row, label, _whole in places]

    def _raised(self, width: float) -> frozenset[int]:
        """The rows whose labels stand above the tab of the bar and words on brackets, which would cut them."""
        if width not in self._above:
            found = self._label_places(self._placed(width), width, frozenset())
            self._above[width] = frozenset(row for _start, row, _label, whole in found if not whole)
        return self._above[width]

    @cached_property
    def _above(self) -> dict[float, frozenset[int]]:
        return {}

    def _label_places(
        self, placed: Sequence[Placed], width: float, raised: frozenset[int]
    ) -> list[tuple[float, int, list[Piece], bool]]:
        """The same, and whether the label is whole, or cut by the edge alone: it is cut where the tab of the bar or words on a
        bracket stand in its way, unless it is raised above them; behind the tab where there is more room."""
        half = self._half_at(placed)
        found: list[tuple[float, int, list[Piece], bool]] = []
        starts = {(one.model.group, one.row): one.x for one in reversed(placed)}
        for (group, row), start in sorted(starts.items()):
            label = self._label(group)
            end = start + pieces_width(label)
            in_way = [at for at, _line, other, *_rule in self._brackets(placed, width) if other == row]
            if half is not None and half[1] == row:
                in_way.append(half[0] - TAB[0])
            if row in raised:
                in_way = []
            stop = min([end, width, *(at for at in in_way if start <= at < end)])
            is_whole = stop >= min(end, width)
            if stop < end:
                behind = [at for other, at in starts.items() if other[1] == row and at > start]
                room = min([*behind, *(at for at in in_way if at > stop), width]) - stop - TAB[0] - BETWEEN
                if half is not None and stop == half[0] - TAB[0] and room > stop - start:
                    is_whole = room >= end - start
                    start, stop = half[0] + BETWEEN / 2, half[0] + room
                label = cut_label(label, stop - start - 0.4 * mm)
            found.append((start, row, label, is_whole))
        return found

    def _brackets(self, placed: Sequence[Placed], width: float) -> list[tuple[float, Line, int, float, float]]:
        """Above the damaged boxes of each model or row: where its words begin, the words, the row, where its rule begins and
        ends. Words stand in the middle of their bracket while they are shorter, and end with the block. Those that have no room
        beside the tab are left to another row, else cut."""
        half = self._half_at(placed)
        found: list[tuple[float, Line, int, float, float]] = []
        narrow: list[int] = []
        seen: set[tuple[int, int]] = set()
        for one in placed:
            model, group = one.model, self.groups[one.model.group]
            at = max(model.of - group.damaged - model.first, 0)
            if not (group.damaged and group.damaged_label) or at >= model.boxes:
                continue
            key = (model.group, one.row)
            if self._alone and key in seen:
                continue
            seen.add(key)
            row = [other for other in placed if (other.model.group, other.row) == key] if self._alone else [one]
            start, end = one.x + at * self._side, max(other.x + self._length(other.model) for other in row)
            line = whole = Line.of(small_label(group.damaged_label).spans)
            begin = max(min(start + max((end - start - line.width) / 2, 0.0), width - line.width), 0.0)
            if half is not None and half[1] == one.row:
                begin, line = off_tab(begin, whole, half[0], width)
                narrow += [len(found)] if line.width < whole.width else []
            found.append((begin, line, one.row, start, end))
        if narrow and len(narrow) < len(found):
            found = [(*one[:1], _NO_WORDS, *one[2:]) if place in narrow else one for place, one in enumerate(found)]
        return found

    def _draw_half(self, canvas: Canvas, x: float, tops: Sequence[float], placed: Sequence[Placed]) -> None:
        """The bar at the last loss before the unit is below half strength, its tab on the left of it."""
        place = self._half_at(placed)
        if place is None:
            return
        at, row = place
        upper, bar = tops[row], x + at
        canvas.setStrokeGray(0.0)
        canvas.setLineWidth(HALF_RULE)
        wide, high = TAB
        tab = upper + 0.75 * mm
        canvas.line(bar, tab + high, bar, upper - self._side - 0.9 * mm)
        saved = self.look.save_ink
        draw_box(canvas, bar - wide, tab, wide, high, ground=None if saved else 0.0, frame=0.6 if saved else 0.0)
        style = replace(SMALL_LABEL, size=8, tracking=0.0, ink=0.0 if saved else 1.0)
        width = text_width(self.half_label, style)
        Line.of([Span(self.half_label, style)]).draw(canvas, bar - (wide + width) / 2, tab + 0.7 * mm)

    def _half_at(self, placed: Sequence[Placed]) -> tuple[float, int] | None:
        return bar_at(placed, self.half, self._side, by_boxes=self.by_wounds or self._alone)
