"""A new list in four steps: system, faction, size (a points limit, in a game without sizes), detachment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, NamedTuple, TypeVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from listbuilder.catalogue.vocabulary import NEUTRAL, Vocabulary
from listbuilder.errors import InputError
from listbuilder.i18n import Text, _
from listbuilder.replacing import replace
from listbuilder.resources import USUAL_SYSTEM
from listbuilder.session import Named, Session
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.screens.dialogs import limit_prompt
from listbuilder.tui.search import Item
from listbuilder.tui.settings import Settings
from listbuilder.tui.widgets.filter_list import FilterList
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.wording import in_game, points

STEPS = (Text("System"), Text("Faction"), Text("{battle_size}"), Text("{detachment}"))
SIZE = 2  # the step from which on there is a session
NONE = "-"
Result = TypeVar("Result")


class Loaded(NamedTuple):
    """What a step shows, in the words of the game; ``session``: of the faction, once that is chosen."""

    choices: Sequence[Named]
    vocabulary: Vocabulary
    session: Session | None = None


class Wizard(Screen[Session | None]):
    """Dismisses with the new session, None when the user went back beyond the first step.
    Steps with a single choice are skipped."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", show=False)]

    def __init__(self, backend: type[Session], settings: Settings) -> None:
        super().__init__()
        self._backend = backend
        self._settings = settings
        self._chosen: list[Named] = []
        self._step = 0
        self._choices: dict[str, Named] = {}
        self._session: Session | None = None
        self._limit: int | None = None  # of points, in a game without sizes
        self._vocabulary = NEUTRAL  # the words of the game chosen; neutral ones before that
        self._passed: set[int] = set()  # steps that had one choice only

    def compose(self) -> ComposeResult:
        with Vertical(id="wizard") as box:
            box.border_title = _("New list")
            yield Static(id="trail")
            yield FilterList(placeholder=_("Type to filter"))
        yield KeyBar([], extra=[("enter", _("choose")), ("esc", _("back"))])

    def on_mount(self) -> None:
        self._go(0)

    # --- steps ----------------------------------------------------------------------------------------------------------

    def _go(self, step: int) -> None:
        """Loads a step's choices."""
        self._step = step
        del self._chosen[step:]
        if step < SIZE:
            self._session = None
            self._limit = None
        if not step:
            self._vocabulary = NEUTRAL
        self._passed = {passed for passed in self._passed if passed < step}
        self._show_trail()
        self._in_thread(partial(self._read, [choice.id for choice in self._chosen]), self._show_step)

    @work(exclusive=True, group="wizard")
    async def _in_thread(self, read: Callable[[], Result], show: Callable[[Result], None]) -> None:
        """Reads data in a thread: this takes a while with large data."""
        self.query_one("#wizard").loading = True
        try:
            result = await asyncio.to_thread(read)
        except (InputError, LookupError) as error:
            self.notify(str(error), severity="error", title=_("The game data cannot be read"), markup=False)
            self.action_back()
        else:
            show(result)

    def _read(self, chosen: list[str]) -> Loaded:
        """What the next step shows."""
        if not chosen:
            systems = self._backend.systems()
            return Loaded([_with_set(one) for one in systems], NEUTRAL)
        if len(chosen) == 1:
            return Loaded(self._backend.factions(chosen[0]), self._backend.vocabulary_of(chosen[0]))
        session = self._backend.new(chosen[0], chosen[1])
        none = Named(NONE, _("None for now"))
        choices = _sizes(session) if len(chosen) == SIZE else [*session.detachments(), none]
        return Loaded(choices, session.system.vocabulary, session)

    def _show_step(self, loaded: Loaded) -> None:
        choices, self._vocabulary, self._session = loaded
        self.query_one("#wizard").loading = False
        self._show_trail()
        self._choices = {choice.id: choice for choice in choices}
        if self._needs_limit and not choices:
            self._ask_limit()
            return
        if len(choices) <= 1:
            self._passed.add(self._step)
            self._choose(next(iter(choices), Named("", "")))
            return
        found = self.query_one(FilterList)
        found.clear_search()
        found.set_items([Item(choice.id, self._said(choice), choice.note, more=choice.more) for choice in choices])
        found.focus_search()
        found.point_at(self._likely(choices))

    @property
    def _needs_limit(self) -> bool:
        """Whether this is the step of the size, in a game with points that nothing limits."""
        session = self._session
        return self._step == SIZE and session is not None and session.army.has_points and session.limit is None

    @work(exclusive=True, group="limit")
    async def _ask_limit(self) -> None:
        """The points limit that the players agreed on; an empty answer is none."""
        text = await self.app.push_screen_wait(limit_prompt(str(self._limit or "")))
        if text is None:
            self.action_back()
            return
        self._limit = int(text) if text.strip() else None
        self._choose(Named("", text.strip()))

    def _likely(self, choices: Sequence[Named]) -> str:
        """Where the cursor starts: on the last list's system and faction, on the system's default size."""
        if self._step < SIZE:
            begun = self._settings.begun or [USUAL_SYSTEM]
            return next(iter(begun[self._step : self._step + 1]), "")
        size = self._session.army.battle_size if self._session is not None and self._step == SIZE else None
        return next((one.id for one in choices if size and {one.id, one.name} & {size.id, size.name}), "")

    def _said(self, choice: Named) -> str:
        return self._session.localise(choice.name) if self._session is not None else choice.name

    @on(FilterList.Chosen)
    def _on_chosen(self, event: FilterList.Chosen) -> None:
        event.stop()
        self._choose(self._choices[event.item.id])

    def _choose(self, choice: Named) -> None:
        self._chosen[self._step :] = [choice]
        if self._step < len(STEPS) - 1:
            self._go(self._step + 1)
            return
        self._in_thread(partial(self._begin, *(choice.id for choice in self._chosen)), self._finish)

    def _begin(self, system: str, faction: str, size: str, detachment: str) -> Session:
        """Creates the list and computes its settings."""
        detachment = "" if detachment == NONE else detachment
        session = self._backend.new(system, faction, battle_size=size, detachment=detachment, limit=self._limit)
        for force in session.forces.lines():
            session.rows(force.id)
        return session

    def _finish(self, session: Session) -> None:
        if not self.is_current:
            return
        self._settings.begun = [choice.id for choice in self._chosen[:2]]
        self._settings.save()
        self.dismiss(session)

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
        """The steps: those done with their choices, the current one, those to follow."""
        parts: list[tuple[str, str]] = []
        for index, title in enumerate(self._steps()):
            text = self._chosen[index].name if index < len(self._chosen) else in_game(title, self._vocabulary)
            style = "bold $primary" if index == self._step else ("" if index < self._step else "dim")
            parts += [(f" {glyphs().follow} ", "dim")] if index else []
            parts.append((f"{index + 1} {text}", style))
        self.query_one("#trail", Static).update(Content.assemble(*parts))

    def _steps(self) -> tuple[Text, ...]:
        """Without the last one where the game or the faction has nothing to choose there, as far as that is known."""
        words = self._vocabulary
        nameless = words is not NEUTRAL and words.terms.detachment == NEUTRAL.terms.detachment
        there = self._session.army.offers_detachments if self._session is not None else not nameless
        return STEPS if there else STEPS[:-1]


def _with_set(system: Named) -> Named:
    """A system with the name of its installed set, where that is not its own: there may be several sets of one game."""
    return replace(system, note=f"{system.id} · {system.note}") if system.note and system.id != system.name else system


def _sizes(session: Session) -> list[Named]:
    """The sizes with their points, where these are not in their names."""
    known = {name: size.points for size in session.system.battle_sizes for name in size.name.values()}

    def note(choice: Named) -> str:
        said = choice.note or any(sign.isdigit() for sign in choice.name)
        return choice.note if said or choice.name not in known else points(session.army, known[choice.name])

    return [Named(choice.id, choice.name, note(choice)) for choice in session.battle_sizes()]
