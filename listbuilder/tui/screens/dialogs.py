"""Small questions: choose an answer, type a text, pick one of many, choose a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import ClassVar, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import DirectoryTree, Input, OptionList, Static
from textual.widgets.option_list import Option

from listbuilder.budget import MOST_DIGITS, in_force
from listbuilder.files import is_file, is_folder, typed
from listbuilder.i18n import _, ngettext
from listbuilder.replacing import replace
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.screens.layout import FLAT, LOW, layout_classes
from listbuilder.tui.search import Item
from listbuilder.tui.styles import Styled
from listbuilder.tui.widgets.filter_list import FilterList
from listbuilder.tui.widgets.hanging import Hanging, hanging
from listbuilder.tui.widgets.hints import Hint, HintBox, in_line
from listbuilder.tui.widgets.reversing import Options
from listbuilder.tui.wording import literal

SUFFIX = ".yaml"  # of a list that is saved without one
Answer = TypeVar("Answer")
AROUND = 4  # lines of a box besides those of what is in it: its frame, and a search and a blank, or two blanks
AROUND_LOW = 2  # of a box in a low window: its frame
SHARE = 90  # percent of the lines of a window that a box takes at most
LOWEST = 4  # lines of such a list
HIGHEST = 32  # lines of a box, as its style sheet has it
BEHIND_KEY = 2  # blanks between the key of an answer and its text
PADDING = 2  # cells beside an answer
REASON = 2  # lines that the reason below an item mostly takes


class Dialog(Styled, ModalScreen[Answer | None]):
    """Base: a box with a title. Dismisses with the answer, None for escape."""

    STYLES = ("dialogs",)
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, heading: str, *hints: Hint, classes: str = "dialog") -> None:
        """``hints``: what the keys do, shown below the box."""
        super().__init__(classes=classes)
        self._heading, self._hints = heading, hints

    def compose(self) -> ComposeResult:
        with HintBox(classes="box") as box:
            box.border_title, box.border_subtitle = literal(self._heading), in_line(self._hints)
            yield from self.content()

    def content(self) -> ComposeResult:
        raise NotImplementedError

    def refuse(self, problem: str) -> None:
        """Says in the line below the field why its text cannot be used."""
        self.query_one(".hint", Static).update(Content.styled(problem, "$text-error"))


class LongText(VerticalScroll):
    """A text that is scrolled where it has no room."""

    class Shown(Message):
        """Another part of it is shown. ``below``: lines that come after it."""

        def __init__(self, below: int) -> None:
            super().__init__()
            self.below = below

    def on_resize(self) -> None:
        self._tell()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self._tell()

    def _tell(self) -> None:
        self.post_message(self.Shown(round(self.max_scroll_y - self.scroll_offset.y)))


class Ask(Dialog[str]):
    """A question with answers: (id, key, text). Dismisses with the answer's id. Keys scroll a text that has no room.
    ``hangs``: its lines go on further in than they begin."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+down,shift+down", "scroll(1)", show=False),
        Binding("ctrl+up,shift+up", "scroll(-1)", show=False),
    ]

    def __init__(
        self, title: str, text: str | Content, answers: Sequence[tuple[str, str, str]], *, hangs: bool = False
    ) -> None:
        super().__init__(title)
        self._hangs = hangs
        self._text, self._answers = Content(text) if isinstance(text, str) else text, answers
        for answer, key, _title in answers:
            self._bindings.bind(key, f"dismiss('{answer}')", show=False)

    def on_mount(self) -> None:
        self._fit(self.app.size)

    def on_resize(self, event: events.Resize) -> None:
        self._fit(event.size)

    def _fit(self, size: Size) -> None:
        """A long text leaves the answers their room, and is scrolled."""
        is_low = layout_classes(size)[1] in {FLAT, LOW}
        self.set_class(is_low, "-brief")
        room = size.height - AROUND_LOW if is_low else size.height * SHARE // 100 - AROUND
        self._give(room, len(self._answers))
        self.call_after_refresh(self._refit, room)

    def _refit(self, room: int) -> None:
        """Answers that take more than a line each have room for all of them."""
        options = self.query_one(Options)
        width = options.scrollable_content_region.width - PADDING
        drawn = [_answer(key, text, width) for _id, key, text in self._answers]
        for place, answer in enumerate(drawn):
            options.replace_option_prompt_at_index(place, answer)
        self._give(room, sum(len(answer.split("\n")) for answer in drawn))

    def _give(self, room: int, answers: int) -> None:
        self.query_one(".text").styles.max_height = max(1, room - answers)

    @on(LongText.Shown)
    def _say_more(self, event: LongText.Shown) -> None:
        """The lines of the text below those that are shown, in the frame, with the key that scrolls them."""
        more = ngettext("{number} more line", "{number} more lines", event.below).format(number=event.below)
        self.query_one(HintBox).border_subtitle = in_line([Hint("ctrl+down", more)] if event.below > 0 else [])

    def content(self) -> ComposeResult:
        with LongText(classes="text", can_focus=False):
            yield Hanging(self._text) if self._hangs else Static(self._text)
        width = self.app.size.width
        answers = (Option(_answer(key, text, width), id=answer) for answer, key, text in self._answers)
        yield Options(*answers, markup=False)

    def action_scroll(self, lines: int) -> None:
        self.query_one(".text").scroll_relative(y=lines, animate=False)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id or "")


def _answer(key: str, text: str, width: int) -> Content:
    """``width``: what has no room in so many cells goes on below the text, not below the key."""
    mark = key + " " * BEHIND_KEY
    lines = hanging(Content(text), max(1, width - len(mark)), 0).split("\n")
    return Content.styled(mark, "bold $footer-key-foreground") + Content("\n" + " " * len(mark)).join(lines)


class Prompt(Dialog[str]):
    """Asks for a text. ``check`` says what is wrong with it, empty for nothing."""

    def __init__(
        self, title: str, value: str = "", *, hint: str = "", check: Callable[[str], str] = lambda _text: ""
    ) -> None:
        super().__init__(title, Hint("enter", _("accept")), Hint("escape", _("cancel")))
        self._value, self._hint, self._check = value, hint, check

    def content(self) -> ComposeResult:
        yield Input(self._value, compact=True)
        yield Static(self._hint, classes="hint", markup=False)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        problem = self._check(event.value)
        if problem:
            self.refuse(problem)
        else:
            self.dismiss(event.value)


def limit_prompt(value: str = "", hint: str = "") -> Prompt:
    """Asks for a points limit; empty for none, which ``hint`` may say otherwise."""
    return Prompt(_("Points limit"), value, hint=hint or _("Leave empty for no limit"), check=limit_problem)


def limit_problem(text: str) -> str:
    """What is wrong with a points limit as it was typed; empty where nothing is."""
    stated = text.strip()
    fits = stated.isdecimal() and len(stated) <= MOST_DIGITS and int(stated) > 0
    return "" if fits or not stated else _("Enter a number of points.")


def name_problem(text: str) -> str:
    """What is wrong with a name as it was typed: a list with a longer one could not be saved."""
    most = in_force().name
    return _("At most {n} characters.").format(n=most) if len(text.strip()) > most else ""


class Pick(Dialog[str]):
    """A list to filter. Dismisses with the id of the item chosen. Items with a reason are shown and can be chosen all the
    same: the findings will say what is wrong."""

    def __init__(self, title: str, items: Sequence[Item], *, current: str = "", wide: bool = False) -> None:
        classes = "dialog tall wide" if wide else "dialog tall"
        super().__init__(title, Hint("enter", _("choose")), Hint("escape", _("cancel")), classes=classes)
        self._items, self._current = items, current
        self._lines = 0

    def content(self) -> ComposeResult:
        yield FilterList(self._items, placeholder=_("Type to filter"), current=self._current)
        if not self._items:
            yield Static(Content(_("There is nothing to choose from.")), classes="hint")

    def on_mount(self) -> None:
        """Gives few items a low box: most of a high one would be empty."""
        groups = len({item.group for item in self._items} - {""})
        self._fit(len(self._items) + groups + sum(REASON for item in self._items if item.reason))

    def on_resize(self) -> None:
        self.call_after_refresh(self._fit_drawn)

    def _fit_drawn(self) -> None:
        """In a narrow window items take more lines."""
        shown = next(iter(self.query(OptionList)), None)
        self._fit(shown.virtual_size.height if shown is not None else 0)

    def _fit(self, lines: int) -> None:
        """Makes the box as high as so many lines of items need, or as it was for more of them."""
        self._lines = max(self._lines, lines, LOWEST)
        self.query_one(".box").styles.max_height = min(self._lines + AROUND, HIGHEST)

    @on(FilterList.Chosen)
    def _chosen(self, event: FilterList.Chosen) -> None:
        self.dismiss(event.item.id)


def marked(items: Iterable[Item], *current: str) -> list[Item]:
    """The items with a sign before those in force."""
    return [replace(item, mark=glyphs().picked if item.id in current else " ") for item in items]


class Tree(DirectoryTree):
    """Base: with our own signs, which are one cell wide in every terminal."""

    def __init__(self, path: Path) -> None:
        sign = glyphs()
        self.ICON_NODE, self.ICON_NODE_EXPANDED, self.ICON_FILE = f"{sign.follow} ", f"{sign.choice} ", "  "
        super().__init__(path)

    def on_mount(self) -> None:
        """Textual knows this only once it has painted the tree, and fails where the mouse comes first."""
        self._pseudo_class_state = self.get_pseudo_class_state()


class Lists(Tree):
    def filter_paths(self, paths: Iterable[Path]) -> Iterable[Path]:
        from listbuilder.exchange import formats  # which the first screen does not need

        known = formats.suffixes()
        shown = (path for path in paths if not path.name.startswith("."))
        return [path for path in shown if path.suffix.lower() in known or is_folder(path)]


class Folders(Tree):
    def filter_paths(self, paths: Iterable[Path]) -> Iterable[Path]:
        return [path for path in paths if not path.name.startswith(".") and is_folder(path)]


def _path_hints() -> tuple[Hint, ...]:
    return Hint("enter", _("accept")), Hint("tab", _("folders")), Hint("escape", _("cancel"))


class ChooseFile(Dialog[Path]):
    """Base: a path to type, a tree to pick it from."""

    def __init__(self, title: str, start: Path) -> None:
        super().__init__(title, *_path_hints(), classes="dialog tall")
        self._start = start

    def problem(self, path: Path) -> str:
        """Why the path cannot be used, empty when it can."""
        raise NotImplementedError

    def meant(self, path: Path) -> Path:
        """The path that a typed one stands for."""
        return path

    def content(self) -> ComposeResult:
        yield Input(str(self._start) if self._start.name else "", compact=True, placeholder=_("Path of the file"))
        yield Static(classes="hint", markup=False)
        folder = self._start.parent if self._start.name else self._start
        yield Lists(folder.absolute() if is_folder(folder) else Path.cwd())

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        path = typed(event.value)
        if event.value.strip() and is_folder(path):
            self.query_one(Lists).path = path
            self.query_one(Lists).focus()
            return
        problem = _("Enter a file name.") if not event.value.strip() else self.problem(path)
        if problem:
            self.refuse(problem)
        else:
            self.dismiss(self.meant(path))

    @on(DirectoryTree.FileSelected)
    def _picked(self, event: DirectoryTree.FileSelected) -> None:
        self.query_one(Input).value = str(event.path)
        self.query_one(Input).focus()


class OpenFile(ChooseFile):
    def __init__(self) -> None:
        super().__init__(_("Open a list"), Path())

    def problem(self, path: Path) -> str:
        return "" if is_file(path) else _("There is no such file.")

    @on(DirectoryTree.FileSelected)
    def _open(self, event: DirectoryTree.FileSelected) -> None:
        self.dismiss(event.path)


class SaveAs(ChooseFile):
    def __init__(self, start: Path) -> None:
        super().__init__(_("Save as"), start)

    def problem(self, path: Path) -> str:
        return "" if is_folder(path.parent) else _("There is no such folder.")

    def meant(self, path: Path) -> Path:
        """With the suffix that lists have, without which the library would not find it."""
        from listbuilder.exchange import formats

        known = path.suffix.lower() in formats.suffixes() or path == self._start or is_file(path)
        return path if known else path.with_name(f"{path.name}{SUFFIX}")


class ChooseFolder(Dialog[Path]):
    """A path to type, or a folder to pick from a tree and to accept."""

    def __init__(self) -> None:
        super().__init__(_("Add a folder"), *_path_hints(), classes="dialog tall")

    def content(self) -> ComposeResult:
        yield Input(compact=True, placeholder=_("Path of the folder"))
        yield Static(classes="hint", markup=False)
        yield Folders(Path.home())

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        if not text:
            self.refuse(_("Enter the path of a folder."))
            return
        path = typed(text).absolute()
        if is_folder(path):
            self.dismiss(path)
        else:
            self.refuse(_("There is no such folder."))

    @on(DirectoryTree.DirectorySelected)
    def _picked(self, event: DirectoryTree.DirectorySelected) -> None:
        self.query_one(Input).value = str(event.path)
