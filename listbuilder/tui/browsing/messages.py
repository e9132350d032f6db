"""What the browser tells the screen that it stands on."""

from __future__ import annotations

from textual.message import Message

from listbuilder.army import Unit


class Ghost(Message):
    """``unit``: what would be added, as it would stand in the army; None for none."""

    def __init__(self, unit: Unit | None) -> None:
        super().__init__()
        self.unit = unit


class Left(Message):
    """The browser is done with. ``unit_id``: of the unit that was added last, empty for none."""

    def __init__(self, unit_id: str) -> None:
        super().__init__()
        self.unit_id = unit_id
