"""Style sheets of parts of the screen, which are read when the part is first shown.

Textual reads a sheet that the app names before anything is painted, and reads all sheets anew for one that a screen names.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from textual.app import App
    from textual.widget import Widget as Base
else:
    Base = object  # a second way to Textual's classes would hide the style sheets of those on the first

FOLDER = Path(__file__).parent


class Styled(Base):
    """A widget or screen that comes with style sheets: ``STYLES``, names of files of this folder. Unlike those of `DEFAULT_CSS`
    their rules are those of the app: they go before those of Textual's widgets."""

    STYLES: ClassVar[tuple[str, ...]] = ()

    def _post_register(self, app: App[object]) -> None:
        super()._post_register(app)
        for name in self.STYLES:
            path = FOLDER / f"{name}.tcss"
            app.stylesheet.add_source(_sheet(path), read_from=(str(path), ""))


@cache
def _sheet(path: Path) -> str:
    """Its text without indentation: each blank at the start of a line is a token to Textual."""
    return "\n".join(filter(None, map(str.strip, path.read_text("utf-8").splitlines())))
