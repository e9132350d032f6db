"""A list that paints only what has changed shows the same as one that is painted as a whole."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from textual import on
from textual.app import App, ComposeResult
from textual.content import Content
from textual.widgets import OptionList

from listbuilder.tui.widgets.list_pane import ListLine, ListPane

SIZE = (30, 12)


class Pane(ListPane):
    told: tuple[ListLine, ...] = ()

    def lines(self) -> list[ListLine]:
        return list(self.told)


class Shown(App[None]):
    ENABLE_COMMAND_PALETTE = False
    CSS = "#pane { height: 100%; scrollbar-gutter: stable; }"

    def __init__(self) -> None:
        super().__init__()
        self.pane = Pane(id="pane")
        self.pointed: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.pane

    @on(OptionList.OptionHighlighted)
    def _pointed(self) -> None:
        self.pointed.append(self.pane.pointed)


def line(id: str, text: str, *, heading: bool = False) -> ListLine:
    return ListLine(id, Content(text), heading)


def screen(app: App[None]) -> list[str]:
    """The lines with their styles, without the scrollbar, which Textual paints late."""
    strips = [strip.crop(0, app.size.width - 4) for strip in app.screen._compositor.render_strips()]
    return [" ".join(f"{one.text!r}{one.style}" for one in strip) for strip in strips]


def _renamed(chance: Random, lines: list[ListLine]) -> list[ListLine]:
    place = chance.randrange(len(lines))
    text = chance.choice(
        ("short", "a text that is longer than the pane has cells", "two\nrows", f"number {chance.random()}")
    )
    return [*lines[:place], line(lines[place].id, text, heading=lines[place].heading), *lines[place + 1 :]]


def _swapped(chance: Random, lines: list[ListLine]) -> list[ListLine]:
    return chance.sample(lines, len(lines))


def _fewer(chance: Random, lines: list[ListLine]) -> list[ListLine]:
    return [one for one in lines if chance.random() < 0.8] or lines


def _more(chance: Random, lines: list[ListLine]) -> list[ListLine]:
    place = chance.randrange(len(lines) + 1)
    new = line(f"n{chance.random()}", f"new {chance.random()}", heading=chance.random() < 0.2)
    return [*lines[:place], new, *lines[place:]]


def _others(chance: Random, lines: list[ListLine]) -> list[ListLine]:
    """The same texts under other ids, as those of another unit of the datasheet."""
    return [ListLine(f"x{one.id}", one.text, one.heading) for one in lines]


CHANGES: tuple[Callable[[Random, list[ListLine]], list[ListLine]], ...] = (
    _renamed,
    _renamed,
    _swapped,
    _fewer,
    _more,
    _others,
)


@pytest.mark.parametrize("seed", range(4))
async def test_what_was_painted_in_parts_is_what_is_painted_as_a_whole(seed: int) -> None:
    chance, app = Random(seed), Shown()
    async with app.run_test(size=SIZE) as pilot:
        lines = [line(str(number), f"line {number}", heading=number == 0) for number in range(8)]
        for _step in range(40):
            before = app.pane.pointed
            if chance.random() < 0.2:
                await pilot.resize_terminal(chance.choice((SIZE[0], 24, 40)), chance.choice((SIZE[1], 5, 20)))
                await pilot.pause()  # what is below is counted when the pane has its new height
                await pilot.pause()
            elif chance.random() < 0.5:
                app.pane.entitle(Content(chance.choice(("Army", "Findings"))), Content(f"{chance.random()}"))
                await pilot.press(chance.choice(("j", "k", "home", "end", "pagedown")))
            else:
                lines = chance.choice(CHANGES)(chance, lines)
                app.pane.told = tuple(lines)
                app.pane.redraw()
                await pilot.pause()
                if before in {one.id for one in lines if not one.heading}:
                    assert app.pane.pointed == before
            await pilot.pause()
            partly = screen(app)
            app.pane.refresh()
            await pilot.pause()
            assert screen(app) == partly


async def test_a_key_paints_two_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    app, painted = Shown(), list[int]()
    async with app.run_test(size=SIZE) as pilot:
        app.pane.told = tuple(line(str(number), f"line {number}") for number in range(8))
        app.pane.redraw()
        await pilot.pause()
        screen(app)
        paint = Pane.render_line
        monkeypatch.setattr(Pane, "render_line", lambda pane, y: painted.append(y) or paint(pane, y))
        await pilot.press("j")
        await pilot.pause()
        screen(app)
        assert sorted(painted) == [0, 1]
        painted.clear()
        app.pane.told = (*app.pane.told[:5], line("5", "another"), *app.pane.told[6:])
        app.pane.redraw()
        await pilot.pause()
        screen(app)
        assert painted == [5]


async def test_another_line_in_the_place_of_the_pointed_one_is_told() -> None:
    app = Shown()
    async with app.run_test(size=SIZE) as pilot:
        app.pane.told = (line("a", "one"), line("b", "two"))
        app.pane.redraw()
        await pilot.pause()
        app.pane.told = (line("c", "one"), line("b", "two"))
        app.pane.redraw()
        await pilot.pause()
        assert app.pointed == ["a", "c"]
        app.pane.told = (line("b", "two"), line("c", "one"))
        app.pane.redraw()
        await pilot.pause()
        assert (app.pointed, app.pane.highlighted) == (["a", "c", "c"], 1)


async def test_the_mouse_is_on_the_line_that_it_points_at() -> None:
    app = Shown()
    app.pane.told = tuple(
        line(str(number), "two\nrows" if number == 3 else f"line {number}", heading=number == 8) for number in range(40)
    )
    async with app.run_test(size=SIZE) as pilot:
        app.pane.redraw()
        await pilot.pause()
        for row, place in ((0, 0), (3, 3), (4, 3), (5, 4)):
            await pilot.hover(app.pane, offset=(4, row + 1))
            assert app.pane._mouse_hovering_over == place
            await pilot.click(app.pane, offset=(4, row + 1))
            assert app.pane.highlighted == place
        await pilot.click(app.pane, offset=(4, 10))
        assert app.pane.highlighted == 4  # a heading
        app.pane.scroll_to(y=20, animate=False, immediate=True)
        await pilot.pause()
        await pilot.click(app.pane, offset=(4, 2))
        assert app.pane.pointed == "20"
        await pilot.hover(app.pane, offset=(4, 0))
        assert app.pane._mouse_hovering_over is None  # the border
        app.pane.told = (line("a", "alone"),)
        app.pane.redraw()
        await pilot.pause()
        await pilot.hover(app.pane, offset=(4, 5))
        assert app.pane._mouse_hovering_over is None


async def test_a_narrower_pane_draws_its_lines_for_its_width() -> None:
    app = Shown()
    app.pane.told = (line("a", "a text that is longer than the pane has cells"),)
    async with app.run_test(size=SIZE) as pilot:
        app.pane.redraw()
        await pilot.pause()
        screen(app)
        wide = app.pane.line_width
        await pilot.resize_terminal(SIZE[0] - 10, SIZE[1])
        for _look in range(200):  # until it is laid out anew, which takes its time on a busy machine
            await pilot.pause(0.02)
            if app.pane.outer_size.width == SIZE[0] - 10:
                break
        assert app.pane.line_width == wide - 10
        app.pane.refresh()
        shown = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        assert all(
            word in shown for word in ["a", "text", "that", "is", "longer", "than", "the", "pane", "has", "cells"]
        )


async def test_what_textual_keeps_of_lines_is_given_up_as_a_whole_but_while_texts_are_replaced() -> None:
    app = Shown()
    async with app.run_test(size=SIZE) as pilot:
        pane = app.pane
        pane._clear_caches()  # before anything was replaced
        for text in ("one", "two"):
            pane.told = (line("a", text), line("b", "same"))
            pane.redraw()
            await pilot.pause()
        assert pane._lines
        pane._clear_caches()
        assert not pane._line_cache.lines
