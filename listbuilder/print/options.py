"""What a printed roster is to look like."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from listbuilder.print.day import today

if TYPE_CHECKING:
    from listbuilder.print.briefing import Briefing

Paper = Literal["a4", "letter", "a5", "half-a4", "half-letter", "small-a4", "small-letter"]
CardSize = Literal["63x88", "70x120", "a7"]
TextLevel = Literal["full", "short", "names"]
Ink = Literal["full", "save"]
PAPERS: tuple[Paper, ...] = ("a4", "letter", "a5")  # the others are pages of a booklet and of large type
CARD_SIZES: tuple[CardSize, ...] = get_args(CardSize)
TEXT_LEVELS: tuple[TextLevel, ...] = get_args(TextLevel)
INKS: tuple[Ink, ...] = get_args(Ink)


@dataclass(frozen=True, slots=True)
class Submission:
    """What a list is handed in with. ``text``: the list as the event takes it; ``shown``: whether that is what is printed, as
    where the event asks for a format, else the list is set for reading and only the code has the text. Empty names are left to
    be written in. ``checked``: the day, as 2026-11-21."""

    text: str
    shown: bool = False
    player: str = ""
    team: str = ""
    event: str = ""
    checked: str = field(default_factory=today)


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """How a list is printed.

    ``layout``: the name of one in `layouts.registry`. ``card_size``: of pocket cards, in millimetres. ``text``: how much of the
    abilities is printed, of what the data have. ``ink``: ``save`` prints outlines only. ``accent``: a colour as #RRGGBB, empty
    for that of the faction. ``versus``: the army that this one meets. ``submission``: what a list is handed in with.

    ``enabled``: optional rules and readings that the list is judged by, as `check --rules` takes them; they decide how much may
    wait in reserve. ``file``: the bytes of the list's file; ``pack``: name and hash of the event's pack. Both are sealed.
    """

    layout: str = "roster"
    paper: Paper = "a4"
    card_size: CardSize = "63x88"
    text: TextLevel = "full"
    ink: Ink = "full"
    accent: str = ""
    versus: Briefing | None = None
    submission: Submission | None = None
    enabled: tuple[str, ...] = ()
    file: bytes | None = None
    pack: tuple[str, str] = ("", "")
