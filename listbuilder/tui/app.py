"""The app: routes between screens and owns what is not a list's: settings, themes, recovered work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.app import App, SystemCommand
from textual.binding import BindingType
from textual.driver import Driver
from textual.filter import LineFilter
from textual.screen import ModalScreen, Screen
from textual.theme import Theme

from listbuilder.catalogue.vocabulary import NEUTRAL
from listbuilder.errors import InputError
from listbuilder.files import is_there
from listbuilder.i18n import LANGUAGES, _, from_environment, language, set_language
from listbuilder.session import Session
from listbuilder.tui.actions import BY_ID, bindings
from listbuilder.tui.commands.messages import Judged, Left, Remember
from listbuilder.tui.glyphs import plain_terminal
from listbuilder.tui.journal import Recovered, recoverable
from listbuilder.tui.painting import frugal
from listbuilder.tui.plain import PlainSigns
from listbuilder.tui.reading import read_alone
from listbuilder.tui.screens.early_keys import Keeping
from listbuilder.tui.screens.main import MainScreen
from listbuilder.tui.screens.opening import Opening
from listbuilder.tui.served import leaving
from listbuilder.tui.settings import Settings
from listbuilder.tui.themes import DARK, LIGHT, THEMES, own_variables
from listbuilder.tui.turns import Turns
from listbuilder.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from listbuilder.tui.screens.home import Home

LOOKS_FOR_TERMINAL = 5.0  # seconds between looks whether there is still a terminal


class ListbuilderApp(App[None]):
    """Opens the file given, or the home screen."""

    TITLE = "listbuilder"
    CSS_PATH = "listbuilder.tcss"
    ENABLE_COMMAND_PALETTE = False  # ours is a dialog as the others are
    BINDINGS: ClassVar[list[BindingType]] = bindings("app")

    _worn: Theme | None = None

    def __init__(self, path: Path | None = None, *, backend: type[Session] | None = None) -> None:
        super().__init__()
        self._path = path
        self._backend = backend or Session
        self._home: Home | None = None  # the library, once somebody has come to it
        self._opening = Opening(path) if path is not None else None
        self.settings = Settings.load()
        self.keys = self.settings.keys
        self._turns = Turns(self)
        self._old: KeyBar | None = None  # a message stands there that the next key takes away
        self._plain = [PlainSigns()] if plain_terminal() else []
        self._wear_theme()

    def get_driver_class(self) -> type[Driver]:
        return frugal(leaving(super().get_driver_class()))

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), *self._plain]

    def get_default_screen(self) -> Screen[None]:
        if self._opening is not None:
            return self._opening
        self._home = self._library()
        return self._home

    def _library(self) -> Home:
        from listbuilder.tui.screens.home import Doors, Home  # who opens a file does not see it

        return Home(self.settings, self._backend, Doors(self._begin, self.open_path, self._recover, self._read))

    async def _show_library(self) -> None:
        """The lists, below whatever comes: who opens a file waits for no other list to be read."""
        if self._home is None:
            self._home = self._library()
            await self.push_screen(self._home)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our names of colours, for themes that do not have them."""
        return own_variables(self.current_theme.to_color_system().generate())

    @property
    def current_theme(self) -> Theme:
        """Textual asks for it at each row that it paints, and copies all themes each time."""
        if self._worn is None or self._worn.name != self.theme:
            self._worn = super().current_theme
        return self._worn

    def _wear_theme(self) -> None:
        """Before the app runs: for a theme that is set later Textual reads all of the style sheet again."""
        for theme in THEMES:
            self.register_theme(theme)
        name = self.settings.theme if self.settings.theme in self.available_themes else DARK.name
        self.set_reactive(App.theme, name)
        is_dark = self.current_theme.dark
        self.set_class(is_dark, "-dark-mode", update=False)
        self.set_class(not is_dark, "-light-mode", update=False)
        self.add_class(f"-theme-{name}", update=False)
        self._refresh_truecolor_filter(self.ansi_theme)
        self.stylesheet.set_variables(self.get_css_variables())

    def on_mount(self) -> None:
        found = from_environment()
        asked = language() != (found if found in LANGUAGES else "en")  # with --lang, which overrides the settings
        if self.settings.language and not asked:
            set_language(self.settings.language)
        self.set_keymap(self.keys)
        self.set_interval(LOOKS_FOR_TERMINAL, self._leave_closed_terminal)
        if self._path is not None:
            self.open_path(self._path)

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key) and not event.is_forwarded:
            if self._turns.holds(event):
                return
            shown = next(reversed(self.screen_stack), None)
            if isinstance(shown, Keeping) and shown.keeps(event):
                return
            old, self._old = self._old, None
            if old is not None and old.is_attached:
                old.after_key()
        await super().on_event(event)

    if not TYPE_CHECKING:  # its overloads are those of Textual

        async def push_screen_wait(self, screen: Screen[object], **options: object) -> object:
            self._turns.asked(screen)
            return await super().push_screen_wait(screen, **options)

    def _leave_closed_terminal(self) -> None:
        """Ends where nobody can see or press anything any more; unsaved work is in the journal."""
        if getattr(self._driver, "is_gone", False):
            self.exit()

    # --- lists ----------------------------------------------------------------------------------------------------------

    @property
    def main(self) -> MainScreen | None:
        """The screen of the list being worked on."""
        return next((screen for screen in self.screen_stack if isinstance(screen, MainScreen)), None)

    @work
    async def open_path(self, path: Path) -> None:
        """Opens a file, after offering to recover its unsaved changes; a path without a file starts a new list."""
        found = recoverable(path)
        if found and await self._offer(found[0]):
            self._recover(found[0])
        elif is_there(path):
            self._open(path)
        else:
            self._begin(path)

    async def _offer(self, entry: Recovered) -> bool:
        """Whether to recover changes that were never saved; unwanted changes are discarded."""
        from listbuilder.tui.screens.recovering import DISCARD, RECOVER, what_becomes_of

        answer = await self.push_screen_wait(what_becomes_of(entry))
        if answer == DISCARD:
            entry.discard()
        return answer == RECOVER

    def _open(self, path: Path) -> None:
        self._read(partial(self._backend.open, path))

    def _recover(self, entry: Recovered) -> None:
        self._read(partial(self._backend.recover, entry.text.encode(), entry.path, entry.digest), entry)

    @work(exclusive=True, group="open")
    async def _read(self, read: Callable[[], Session], recovered: Recovered | None = None) -> None:
        """Reads a list in a thread and shows it, or says why it cannot be opened."""
        try:
            session = await read_alone(read)
        except InputError as error:
            from listbuilder.tui.screens.dialogs import Ask

            await self._show_library()
            self.push_screen(Ask(_("The file cannot be opened"), str(error), [("", "c", _("Close"))]))
        else:
            await self.show_list(session, recovered)

    @work
    async def _begin(self, path: Path | None = None) -> None:
        from listbuilder.tui.screens.wizard import Wizard

        session = await self.push_screen_wait(Wizard(self._backend, self.settings))
        if session is not None:
            if path is not None:
                session.path = path
            await self.show_list(session)
        else:
            await self._show_library()

    async def show_list(self, session: Session, recovered: Recovered | None = None) -> None:
        """Shows the list on a screen of its own. ``recovered``: the journal that it is from."""
        typed = self._opening.kept() if self._opening is not None else ()
        main = MainScreen(session, self.settings, self._turns.pause(typed))
        await self.push_screen(main)
        if session.path is not None and not session.dirty:
            main.call_after_refresh(self.settings.remember, session.path)
        if recovered is not None:
            main.autosave.take_over(recovered)
        elif not session.dirty:
            main.call_after_refresh(main.offer_newer_data)

    @on(KeyBar.Old)
    def _message_is_old(self, event: KeyBar.Old) -> None:
        self._old = event.bar

    @on(Remember)
    def _remember(self, event: Remember) -> None:
        self.settings.remember(event.path)

    @on(Judged)
    async def _judged(self, event: Judged) -> None:
        """The list goes on over other data, on a screen of its own; its journal is written anew there."""
        if self.main is not None:
            self.main.autosave.forget()
            await self.pop_screen()
        await self.show_list(event.session)

    @on(Left)
    async def _left(self, event: Left) -> None:
        path = None
        if self.main is not None:
            path = self.main.session.path
            await self.pop_screen()
        if event.reopen is not None:
            self._open(event.reopen)
            return
        await self._show_library()
        if path is not None and self._home is not None:
            self._home.come_from(path)

    # --- actions everywhere ---------------------------------------------------------------------------------------------

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """None of Textual's own: the table of actions has them all."""
        del screen
        return ()

    def action_show_help(self) -> None:
        from listbuilder.tui.screens.help import Help

        if not isinstance(self.screen, Help):
            here = [context for bar in self.screen.query(KeyBar) for context in bar.contexts]
            words, lacking = getattr(self.screen, "vocabulary", NEUTRAL), getattr(self.screen, "lacking", ())
            has_palette = not isinstance(self.screen, ModalScreen)
            self.push_screen(Help(self.keys, words, lacking, here, has_palette=has_palette), self._after_help)

    def _after_help(self, wants_palette: bool | None) -> None:
        if wants_palette:
            self.action_command_palette()

    @work
    async def action_command_palette(self) -> None:  # type: ignore[override]
        """Any action, by its name or the key that it has."""
        from listbuilder.tui.palette import commands
        from listbuilder.tui.screens.dialogs import Pick

        screen = self.screen
        if isinstance(screen, ModalScreen):
            return
        chosen = await self.push_screen_wait(Pick(_("Commands"), list(commands(screen, self.keys))))
        if chosen:
            await screen.run_action(BY_ID[chosen].handler)

    def action_toggle_theme(self) -> None:
        self._use_theme(LIGHT.name if self.current_theme.dark else DARK.name)

    @work
    async def action_choose_theme(self) -> None:
        from listbuilder.tui.screens.dialogs import Pick, marked
        from listbuilder.tui.search import Item

        own = [theme.name for theme in THEMES]
        names = [*own, *sorted(set(self.available_themes) - set(own))]
        items = marked((Item(name, name) for name in names), self.theme)
        chosen = await self.push_screen_wait(Pick(_("Theme"), items, current=self.theme))
        if chosen:
            self._use_theme(chosen)

    def _use_theme(self, name: str) -> None:
        self.theme = self.settings.theme = name
        self.settings.save()

    @work
    async def action_choose_language(self) -> None:
        from listbuilder.tui.screens.dialogs import Pick, marked
        from listbuilder.tui.search import Item

        items = marked((Item(code, name, code, more=code) for code, name in LANGUAGES.items()), language())
        chosen = await self.push_screen_wait(Pick(_("Language"), items, current=language()))
        if chosen:
            set_language(chosen)
            self.settings.language = chosen
            self.settings.save()
            for screen in (self._home, self.main):
                if screen is not None:
                    screen.refresh_texts()

    @work
    async def action_leave(self) -> None:
        """Quits, unless there is unsaved work and the user thinks better of it."""
        if self.main is None or await self.main.commands.files.may_leave():
            self.exit()
