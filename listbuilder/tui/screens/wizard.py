"""A new list in five steps: system, faction, size (a points limit, in a game without sizes), detachment, name."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import ClassVar, TypeVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from listbuilder.budget import in_force
from listbuilder.catalogue.vocabulary import NEUTRAL
from listbuilder.errors import InputError
from listbuilder.i18n import _
from listbuilder.session import Named, Session
from listbuilder.session.detachments import DetachmentOffer
from listbuilder.terminal import one_line
from listbuilder.tui.army_marks import spent_on
from listbuilder.tui.screens.detachments import detachment_items
from listbuilder.tui.screens.dialogs import limit_prompt
from listbuilder.tui.screens.early_keys import EarlyKeys, Keeping
from listbuilder.tui.screens.layout import HEIGHTS, WIDTHS, layout_classes
from listbuilder.tui.screens.more_games import MoreGames
from listbuilder.tui.screens.wizard_giving import Pages
from listbuilder.tui.screens.wizard_pages import origin_items, so_far_text, trail
from listbuilder.tui.screens.wizard_reading import (
    DETACHMENT,
    NAME,
    NONE,
    SIZE,
    Loaded,
    begin,
    likely_choice,
    read_step,
    step_titles,
)
from listbuilder.tui.search import Item
from listbuilder.tui.settings import Settings
from listbuilder.tui.styles import Styled
from listbuilder.tui.widgets.filter_line import SearchLine
from listbuilder.tui.widgets.filter_list import FilterList
from listbuilder.tui.widgets.hints import Hint, HintBox, in_line
from listbuilder.tui.widgets.key_bar import CLEARS, KeyBar
from listbuilder.tui.wording import both_ends, literal, number

MORE = "+"  # id of the line below the systems
RESTS = 0.2  # seconds after which a system is looked into
Result = TypeVar("Result")


class Wizard(Keeping, Styled, Screen[Session | None]):
    """Dismisses with the new session, None when the user went back beyond the first step.
    Steps with a single choice are skipped."""

    STYLES = ("wizard",)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave_step", show=False),
        Binding("ctrl+g", "more_games", show=False),
        Binding("ctrl+down", "page(5)", show=False),
        Binding("ctrl+up", "page(-5)", show=False),
    ]
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self, backend: type[Session], settings: Settings) -> None:
        super().__init__()
        self._offer = DetachmentOffer()  # of the detachments, once the size is chosen
        self._pages = Pages(backend)
        self._backend = backend
        self._settings = settings
        self._chosen: list[Named] = []
        self._step = 0
        self._choices: dict[str, Named] = {}
        self._session: Session | None = None
        self._limit: int | None = None  # of points, in a game without sizes
        self._vocabulary = NEUTRAL  # the words of the game chosen; neutral ones before that
        self._knows_words = False  # whether these are the game's: it is chosen and read
        self._passed: set[int] = set()  # steps that had one choice only
        self._early = EarlyKeys(self)
        self._has_shown = False  # any step
        self._before: dict[int, str] = {}  # ids of what was chosen in steps that the user went back to

    def compose(self) -> ComposeResult:
        self.add_class(*layout_classes(self.app.size))
        with Vertical(id="steps"):
            yield Static(id="begun")
            yield Static(id="trail")
        with Container(id="choice"):
            with HintBox(id="wizard"):
                yield FilterList(placeholder=_("Type to filter"))
                longest = in_force().name  # a list with a longer one could not be saved
                yield SearchLine(placeholder=_("New list"), id="list-name", compact=True, max_length=longest)
            with VerticalScroll(id="gives", can_focus=False):
                yield Static(id="page", markup=False)
        yield KeyBar([])

    def on_mount(self) -> None:
        self._go(0)

    def keeps(self, key: events.Key) -> bool:
        """Keys that are meant for the next step."""
        return self._early.keep(key)

    # --- steps ----------------------------------------------------------------------------------------------------------

    def _go(self, step: int) -> None:
        """Loads a step's choices."""
        came, self._step = self._step, step
        self._before.update({place: one.id for place, one in enumerate(self._chosen) if place >= step})
        del self._chosen[step:]
        if step < SIZE:
            self._session = None
            self._limit = None
        if not step:
            self._vocabulary, self._knows_words = NEUTRAL, False
        self._passed = {passed for passed in self._passed if passed < step}
        self._show_trail()
        self._show_field()
        if step == NAME:
            self._show_page(None)
        elif step == DETACHMENT and came == NAME and self._session is not None:  # it has those that were chosen
            self._show_step(Loaded(list(self._choices.values()), self._vocabulary, self._session))
        else:
            ids = [choice.id for choice in self._chosen]
            self._in_thread(partial(read_step, self._backend, self._pages, ids), self._show_step)

    def _show_field(self) -> None:
        """The list to choose from, or the field of the name."""
        is_name = self._step == NAME
        self.query_one(FilterList).display = not is_name
        field = self.query_one("#list-name", SearchLine)
        field.display = is_name
        if is_name:
            field.focus()
            self._early.release()

    @work(exclusive=True, group="wizard")
    async def _in_thread(self, read: Callable[[], Result], show: Callable[[Result], None]) -> None:
        """Reads data in a thread: this takes a while with large data."""
        self._early.hold()
        self._show_trail()  # escape goes back from here
        try:
            result = await asyncio.to_thread(read)
        except (InputError, LookupError) as error:
            if self._is_open:
                self._early.forget()
                self.notify(str(error), severity="error", title=_("The game data cannot be read"), markup=False)
                self.action_back()
        else:
            if self._is_open:
                show(result)

    @property
    def _is_open(self) -> bool:
        """Whether what a thread has read is still wanted: the widgets of a closed wizard go one by one."""
        return self.app.is_running and self in self.app.screen_stack

    def _show_step(self, loaded: Loaded) -> None:
        choices, self._vocabulary, self._session = loaded
        self._knows_words = self._step > 0
        self._show_trail()
        self._choices = {choice.id: choice for choice in choices}
        found = self.query_one(FilterList)
        found.display = not (
            self._needs_limit and not choices
        )  # below the question nothing is to be seen of another step
        if not found.display:
            self._show_page(None)
            self._ask_limit()
            return
        if len(choices) <= 1:
            self._passed.add(self._step)
            self._choose(next(iter(choices), Named("", "")))
            return
        if self._has_shown:  # else it holds what was typed before this screen could keep it
            found.clear_search()
        self._has_shown = True
        found.set_items(self._items())
        found.focus_search()
        before = self._before.get(self._step, "")
        likely = likely_choice(self._step, choices, self._settings.begun, self._session)
        found.point_at(before if before in self._choices else likely)
        self._show_page(found.pointed)
        self._early.release()
        self._show_trail()  # with what detachments cost, and the keys of this step

    @property
    def _needs_limit(self) -> bool:
        """Whether this is the step of the size, in a game with points; one without sizes asks for the limit."""
        session = self._session
        return self._step == SIZE and session is not None and session.army.has_points

    @work(exclusive=True, group="limit")
    async def _ask_limit(self) -> None:
        """The points limit that the players agreed on; an empty answer is that of the data, or none."""
        self.call_later(self._early.release)
        usual = self._session.limit if self._session is not None else None
        hint = _("Leave empty for {name}").format(name=number(usual)) if usual else ""
        text = await self.app.push_screen_wait(limit_prompt(str(self._limit or usual or ""), hint))
        if text is None:
            self.action_back()
            return
        self._limit = int(text) if text.strip() and int(text) != usual else None
        text = text.strip() or str(usual or "")
        self._choose(Named("", text))

    # --- what is shown of a step ----------------------------------------------------------------------------------------

    def _items(self) -> list[Item]:
        """The choices of this step; detachments by what fits."""
        if self._step < SIZE:
            more = [Item(MORE, _("More games …"), "^g", group=" ")] if not self._step else []
            grouped = self.has_class("-single") or self.has_class("-tiny")  # no line has room for it
            return [*origin_items(list(self._choices.values()), grouped=grouped), *more]
        plain = [Item(one.id, self._said(one), one.note, more=one.more) for one in self._choices.values()]
        self._offer = DetachmentOffer()
        if self._step != DETACHMENT or self._session is None:
            return plain
        self._offer = self._session.detachment_offer()
        return [*detachment_items(self._session, self._offer), *(one for one in plain if one.id == NONE)]

    def _show_page(self, item: Item | None) -> None:
        """What the choice under the cursor gives, as far as that is known before it is made, and what is chosen so far."""
        gives = self.query_one("#gives")
        page, so_far = self._page(item.id) if item is not None else None, self._so_far()
        gives.set_class(page is None or self._step < SIZE, "-slight")
        gives.set_class(page is None and so_far is None, "-empty")
        gives.border_title = literal(item.name) if item is not None and page is not None else ""
        self.query_one("#page", Static).update(Content("\n\n").join(filter(None, (page, so_far))))
        gives.scroll_home(animate=False)
        if not self._step and item is not None and item.id in self._choices and self._pages.lacks_factions(item.id):
            self._look_into(item.id)

    def _page(self, choice: str) -> Content | None:
        if choice not in self._choices or choice == NONE:
            return None
        if self._session is None:
            return self._pages.of_data(self._step, self._choices[choice])
        return self._pages.of(self._step, choice, self._session)

    @work(exclusive=True, group="factions")
    async def _look_into(self, system: str) -> None:
        """Reads the names of a system's factions for its page, once the cursor rests on it."""
        await asyncio.sleep(RESTS)
        await asyncio.to_thread(self._pages.read_factions, system)
        pointed = self.query_one(FilterList).pointed if self._is_open and self.is_current else None
        if not self._step and pointed is not None and pointed.id == system:
            self._show_page(pointed)

    def _so_far(self) -> Content | None:
        """What was chosen in the steps before this one."""
        titles = dict(self._titles())
        done = [(titles[step], self._chosen[step].name) for step in titles if step < self._step]
        room = self.query_one("#gives").scrollable_content_region.width - 1  # a blank before the scrollbar
        return so_far_text(done, room)

    @on(FilterList.Pointed)
    def _pointed(self, event: FilterList.Pointed) -> None:
        event.stop()
        if not self._early.holds:
            self._show_page(event.item)
            self._show_trail()  # and which key takes what is pointed at

    @on(FilterList.Back)
    @on(SearchLine.Idle)
    def _step_back(self, event: FilterList.Back | SearchLine.Idle) -> None:
        event.stop()
        if isinstance(event, FilterList.Back) or event.key == "backspace":
            self.action_back()

    @on(SearchLine.Submitted)
    def _on_named(self, event: SearchLine.Submitted) -> None:
        event.stop()
        self._choose(Named("", event.value.strip()))

    @work
    async def action_more_games(self) -> None:
        """Installs a data set, and shows its games."""
        if self._step:
            return
        installed = await self.app.push_screen_wait(MoreGames())
        if installed:
            self._go(0)

    def action_page(self, lines: int) -> None:
        self.query_one("#gives").scroll_relative(y=lines, animate=False)

    def _said(self, choice: Named) -> str:
        return self._session.localise(choice.name) if self._session is not None else choice.name

    @on(FilterList.Chosen)
    def _on_chosen(self, event: FilterList.Chosen) -> None:
        event.stop()
        if event.item.id == MORE:
            self.action_more_games()
        elif not self._offer.several or event.item.id == NONE:
            self._choose(self._choices[event.item.id])
        elif event.clicked:
            self._take(event.item.id, again=True)
        elif self.query_one(FilterList).query_text:
            self._take_found(event.item.id)
        elif self._take(event.item.id, again=False) or self._taken():
            self._go_on_with_taken()  # what does not fit is left, those taken before are kept

    @on(FilterList.Toggled)
    def _on_toggled(self, event: FilterList.Toggled) -> None:
        """One more detachment, or one less, where several may be chosen."""
        event.stop()
        if self._offer.several and event.item.id != NONE:
            self._take(event.item.id, again=True)

    def _take_found(self, detachment: str) -> None:
        """Takes what was searched for. As long as another one fits, that may be searched for next."""
        if self._take(detachment, again=False):
            self.query_one(FilterList).clear_search()
            if all(one.chosen or one.over for one in self._offer.choices):
                self._go_on_with_taken()

    def _go_on_with_taken(self) -> None:
        self._choose(Named("", ", ".join(self._said(self._choices[one]) for one in self._taken())))

    def _take(self, detachment: str, *, again: bool) -> bool:
        """Chooses a detachment besides the others; ``again``: or gives it up. Whether it is chosen, or was."""
        session = self._session
        one = next(one for one in self._offer.choices if one.id == detachment)
        if session is None or (one.chosen and not again):
            return True
        if one.over:
            over = _("{n} over").format(n=number(one.over))
            self.query_one(KeyBar).say(f"{session.localise(one.name)}: {over}")
            return False
        session.toggle_detachment(detachment)
        found = self.query_one(FilterList)
        found.set_items(self._items())
        found.point_at(detachment)
        self._show_trail()
        return True

    def _choose(self, choice: Named) -> None:
        self._chosen[self._step :] = [choice]
        if self._step < NAME:
            self._go(self._step + 1)
            return
        ids = [one.id for one in self._chosen[:NAME]]
        taken = self._taken() if ids[DETACHMENT] != NONE else []
        self._in_thread(partial(begin, self._backend, ids, taken, choice.name, self._limit), self._finish)

    def _taken(self) -> list[str]:
        """The detachments of which there may be several."""
        return [one.id for one in self._offer.choices if one.chosen] if self._offer.several else []

    def _finish(self, session: Session) -> None:
        if not self.is_current:
            return
        self._settings.begun = [choice.id for choice in self._chosen[:2]]
        self._settings.save()
        self.dismiss(session)
        self._early.hand_over()

    def action_leave_step(self) -> None:
        """Clears what was typed; with nothing typed, goes one step back."""
        if self._typed:
            self.query_one(FilterList).clear_search()
        else:
            self._early.forget()
            self.action_back()

    @property
    def _typed(self) -> str:
        """What was typed to narrow the choices of this step, which escape clears first."""
        is_choice = self._step != NAME and not self._early.holds
        return self.query_one(FilterList).query_text if is_choice else ""

    def action_back(self) -> None:
        """One step back, past those that had one choice only."""
        step = self._step - 1
        while step in self._passed:
            step -= 1
        if step < 0:
            self.dismiss(None)
        else:
            self._go(step)

    def _show_trail(self) -> None:
        """The steps, and above them the game and what is spent."""
        width = max(10, self.size.width - 2)
        titles = self._titles()
        done = [one_line(one.name) if step else "" for step, one in enumerate(self._chosen)]  # the game stands above
        self.query_one("#trail", Static).update(trail(titles, done, self._step, width))
        game = self._chosen[0].name if self._chosen else ""
        left = Content.assemble((_("New list"), "bold $strong"), (f"   {one_line(game)}" if game else "", "$dim"))
        spent = spent_on(self._session, self._offer) if self._session is not None and self._offer.currency else ""
        self.query_one("#begun", Static).update(both_ends(left, Content.styled(spent, "bold"), width))
        box = self.query_one("#wizard")
        box.border_title = literal(dict(titles).get(self._step, ""))
        typed = self._typed
        several = self._offer.several and self._step == DETACHMENT
        enter = Hint("enter", _("one more") if several and typed else _("next"))
        self.query_one(KeyBar).offer(enter, Hint("escape", str(CLEARS) if typed else _("back")))
        box.border_subtitle = in_line([Hint("space", _("one more"))] if several and not typed else [])

    def _titles(self) -> list[tuple[int, str]]:
        """Of the steps, without those that had nothing to choose. What follows the faction is not named before the game's words
        are known."""
        skipped = {step for step in self._passed if step < len(self._chosen) and not self._chosen[step].name}
        titles = step_titles(self._vocabulary, self._session, skipped)
        return titles if self._knows_words else [*(one for one in titles if one[0] < SIZE), (SIZE, "…")]
