"""A line that is drawn without wrapping looks as Textual draws it."""

from __future__ import annotations

import pytest
from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.content import Content
from textual.geometry import Spacing
from textual.strip import Strip
from textual.style import Style
from textual.visual import Padding, RenderOptions, Visual
from textual.widgets import Static

from listbuilder.replacing import replace
from listbuilder.tui.themes import DARK
from listbuilder.tui.widgets.army_pane import ArmyPane
from listbuilder.tui.widgets.drawn_line import SIDE, DrawnLine, DrawnRows

WIDTH = 24
TEXTS = (
    Content(),
    Content("short"),
    Content("ends with blanks   "),
    Content("exactly as wide as this"[: WIDTH - 2 * SIDE]),
    Content("one cell more than that"[: WIDTH - 2 * SIDE + 1]),
    Content("a text that is longer than the line has cells"),
    Content("two\nrows"),
    Content("a\ttab"),
    Content("战锤 40000"),
    Content("战锤战锤战锤战锤战锤战锤"),
    Content.assemble(("name", "bold $accent"), "  ", ("40", "$dim"), " ", ("x", "on red")),
    Content.assemble("here ", Content.styled("inside", "italic").stylize("@click=do", 0, 3), ("!", "not bold")),
)


class Host(App[None]):
    def compose(self) -> ComposeResult:
        yield Static("host")


def drawn(visual: Visual, host: Static, style: Style) -> list[list[Segment]]:
    """The cells of each row, whose place in the text nobody asks for."""
    options = RenderOptions(host._get_style, host.styles)
    rows = [
        strip.extend_cell_length(WIDTH, style.rich_style) for strip in visual.render_strips(WIDTH, None, style, options)
    ]
    return [list(Segment.simplify(_placeless(row))) for row in rows]


def _placeless(row: Strip) -> list[Segment]:
    plain = []
    for text, style, _control in row:
        meta = {name: what for name, what in style.meta.items() if name != "offset"} if style is not None else {}
        bare = style.clear_meta_and_links() if style is not None else None
        plain.append(Segment(text, bare.from_meta(meta) + bare if bare is not None and meta else bare))
    return plain


@pytest.mark.parametrize("text", TEXTS, ids=repr)
async def test_a_line_is_drawn_as_textual_draws_it(text: Content) -> None:
    app, rows = Host(), DrawnRows()
    async with app.run_test():
        host, style = app.query_one(Static), Style.parse("white on blue")
        padded = Padding(text, Spacing(0, SIDE, 0, SIDE))
        for _again in range(2):
            line = DrawnLine(text, rows)
            assert drawn(line, host, style) == drawn(padded, host, style)
            assert line.get_height(host.styles, WIDTH) == padded.get_height(host.styles, WIDTH)


async def test_lines_take_the_colours_of_a_theme_that_differs_in_them_alone(begun) -> None:
    async with begun() as driver:
        pane = driver.main.query_one(ArmyPane)

        def colours() -> set[str]:
            rows = map(pane.render_line, range(pane.size.height))
            return {str(style.color) for row in rows for _text, style, _control in row if style is not None}

        other = replace(DARK, name="other", variables={**DARK.variables, "dim": "#123456"})
        driver.app.register_theme(other)
        assert not any("#123456" in colour for colour in colours())
        driver.app.theme = other.name
        await driver.settle()
        assert driver.app.current_theme is other
        assert any("#123456" in colour for colour in colours())
