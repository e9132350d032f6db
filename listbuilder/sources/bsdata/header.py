"""What the head of a data file says."""

from __future__ import annotations

import msgspec


class Header(msgspec.Struct, frozen=True):
    """The head of a data file, whose name is its id where it has none; ``links`` are ids and names of the catalogues it needs. A
    ``library`` is there for others to link to, not for armies."""

    id: str
    name: str
    revision: str
    is_game_system: bool
    game_system_id: str
    library: bool
    links: tuple[tuple[str, str], ...]
