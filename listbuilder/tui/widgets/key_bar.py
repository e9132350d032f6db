"""The bottom line: the keys that would do something in the focused pane, and what was done last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from listbuilder.catalogue.vocabulary import NEUTRAL, Vocabulary
from listbuilder.i18n import Text, _, language
from listbuilder.terminal import one_line
from listbuilder.tui.actions import ACTIONS, BY_ID, Action, Context, key_name, key_names
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.later import later
from listbuilder.tui.widgets.clicks import Clicked, clickable, pressing
from listbuilder.tui.widgets.hints import GAP, Hint, hinted, named
from listbuilder.tui.wording import in_bar

MOST = 8  # keys
SHOWN = 3.0  # seconds that a message stays at least
ROOMY = 60  # cells from which on the palette is named beside the help
ESCAPE = "escape"  # takes away what went wrong
NAMED = {
    context: sorted((one for one in ACTIONS if one.context == context and one.bar), key=lambda one: one.rank)
    for context in {one.context for one in ACTIONS}
}  # the actions that the key bar may name, in their order
BOUND = {
    context: {key for one in ACTIONS if one.context == context for key in one.keys.split(",")} for context in NAMED
}


CLEARS = Text("clear search")  # what escape does where something was typed


class KeyBar(Clicked):
    """Shows the keys of the contexts given, those of the first context first; the keys of the place are always named. A message
    stands at the right end until the next key, an error above the keys until escape."""

    class Old(Message):
        """A message was there long enough: the next key takes it away, wherever it is pressed."""

        def __init__(self, bar: KeyBar) -> None:
            super().__init__()
            self.bar = bar

    DEFAULT_CSS = """
    KeyBar { height: auto; background: $raised; dock: bottom; }
    KeyBar > Static { width: 1fr; height: 1; padding: 0 1; text-wrap: nowrap; }
    KeyBar > #trouble { display: none; height: auto; max-height: 4; text-wrap: wrap; color: $danger; }
    KeyBar.-trouble > #trouble { display: block; }
    """

    def __init__(self, contexts: Sequence[Context], *, extra: Iterable[Hint] = ()) -> None:
        super().__init__()
        self._contexts = tuple(contexts)
        self._extra = tuple(extra)
        self._next = ""  # the action that a message offers
        self._is_said = False  # whether the last message is shown
        self._may_go = True
        self._mentioned = ""  # what is shown where no message is
        self._timer: Timer | None = None
        self._shown: tuple[object, ...] = ()  # what the line depends on
        self.said: list[str] = []  # messages, the last one at the end

    def compose(self) -> ComposeResult:
        yield Static(id="trouble")
        yield Static(id="keys")

    @property
    def contexts(self) -> tuple[Context, ...]:
        """Of the place where the keys are pressed, the nearest first."""
        return self._contexts

    def show(self, contexts: Sequence[Context]) -> None:
        """Shows the keys of other contexts, when another pane gets the focus."""
        self._contexts = tuple(contexts)
        self.after_key()

    def offer(self, *extra: Hint) -> None:
        """Names these keys before all others."""
        self._extra = extra
        self.refresh_keys()

    def say(self, text: str, offered: str = "") -> None:
        """Shows a message in place of some keys, and of the message before it. ``offered``: an action whose key is named."""
        self.said = [*self.said[-9:], one_line(text)]
        self._next, self._is_said, self._may_go = offered, True, False
        if self._timer is not None:
            self._timer.stop()
        self._timer = later(self, SHOWN, self._release)
        self.refresh_keys()

    def mention(self, text: str) -> None:
        """Shows what concerns the line under the cursor alone where no message stands; empty: nothing of this line."""
        self._mentioned = text
        self.refresh_keys()

    def _release(self) -> None:
        self._may_go = True
        self.post_message(self.Old(self))

    def complain(self, text: str) -> None:
        """Shows what went wrong until it is dismissed."""
        self.said = [*self.said[-9:], one_line(text)]
        hint = Content.assemble(GAP, pressing(Content.styled(key_name(ESCAPE), "bold $accent"), ESCAPE))
        self.query_one("#trouble", Static).update(
            Content.assemble((f"{glyphs().error} ", "bold"), one_line(text), hint)
        )
        self.add_class("-trouble")

    def dismiss(self) -> bool:
        """Takes away what went wrong; whether something was shown."""
        was_there = self.has_class("-trouble")
        self.remove_class("-trouble")
        return was_there

    def on_resize(self, _: events.Resize) -> None:
        self.refresh_keys()

    def after_key(self) -> None:
        """A key was pressed: other keys may work now, and a message that was there long enough goes."""
        if self._may_go:
            self._is_said = False
        self.refresh_keys()

    def refresh_keys(self) -> None:
        """Redraws the line in the language in use."""
        actions, width = self._actions(), max(10, self.size.width - 2)
        said = self._message
        shown = (
            width,
            said,
            self._next,
            language(),
            *self._extra,
            *self._own_words,
            *(action.id for action in actions),
        )
        if shown != self._shown:
            self._shown = shown
            self.query_one("#keys", Static).update(self._line(actions, width), layout=False)

    @property
    def _message(self) -> str:
        return self.said[-1] if self._is_said else self._mentioned

    def _actions(self) -> list[Action]:
        unneeded: AbstractSet[str] = getattr(self.screen, "unneeded", frozenset())
        found: list[Action] = []
        taken: set[str] = set()  # keys of a nearer place, which has them also where they would do nothing now
        for context in self._contexts:
            named = (one for one in NAMED.get(context, ()) if one.id not in unneeded)
            found += [one for one in named if one.keys.partition(",")[0] not in taken]
            taken |= BOUND[context]
        return found[: MOST - len(self._extra)]

    def _hints(self, actions: Sequence[Action]) -> list[Content]:
        return [*map(hinted, self._extra), *(self._hint(self._words(action), action) for action in actions)]

    def _words(self, action: Action) -> str:
        """What the action is called where it is pressed: the screen may have other words for what its cursor is on."""
        vocabulary: Vocabulary = getattr(self.screen, "vocabulary", NEUTRAL)
        return in_bar(self._own_words.get(action.id) or action.bar or action.title, vocabulary)

    @property
    def _own_words(self) -> Mapping[str, Text]:
        """By the ids of actions. Which there are tells what they say."""
        return getattr(self.screen, "bar_words", {})

    def _hint(self, text: str, action: Action) -> Content:
        keymap: dict[str, str] = getattr(self.app, "keys", {})
        own = keymap.get(action.id)
        key = key_names(own)[0] if own else action.bar_keys or key_names(action.keys)[0]
        return clickable(named(key, text), action.handler)

    def _line(self, actions: Sequence[Action], width: int) -> Content:
        keys = self._hint(_("keys"), BY_ID["show-help"])
        tail = keys
        if width >= ROOMY:
            palette = BY_ID["command-palette"]
            tail = Content.assemble(keys, GAP, clickable(named(":", _("commands")), palette.handler))
        if self._message:
            tail = self._told(width, keys, tail)
        room = width - tail.cell_length
        line = Content()
        offered = self._next if self._is_said and width >= ROOMY else ""  # its key stands beside the message
        for hint in self._hints([one for one in actions if one.id != offered]):
            if hint.cell_length + len(GAP) > room:
                break
            line = Content.assemble(line, hint, GAP)
            room -= hint.cell_length + len(GAP)
        return Content.assemble(line, " " * max(0, room), tail)

    def _told(self, width: int, keys: Content, tail: Content) -> Content:
        """The message beside the keys of the place; a long one takes the room of other keys first, then that of ``tail``."""
        message = Content.styled(self._message, "$strong")
        offer = Content()
        if self._is_said and self._next and width >= ROOMY:
            action = BY_ID[self._next]
            offer = Content.assemble(GAP, self._hint(in_bar(action.bar or action.title, NEUTRAL), action))
        if message.cell_length > width - tail.cell_length - offer.cell_length - len(GAP):
            tail = keys
        room = width - tail.cell_length - offer.cell_length - len(GAP)
        return Content.assemble(message.truncate(max(10, room), ellipsis=True), offer, GAP, tail)
